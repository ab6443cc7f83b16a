"""Changes the choices for released notebooks, for good or only if what follows succeeds."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from autograder.base.files import write_whole
from autograder.base.paths import CHOICES, released
from autograder.notebook.release_choices import ReleaseChoices, chosen
from autograder.terminal import interrupt


@dataclass(frozen=True)
class ChoiceChange:
    """The choices of the last release, and what a command makes of them."""

    before: ReleaseChoices
    now: ReleaseChoices

    @classmethod
    def of(cls, **changes: str | bool | None) -> "ChoiceChange":
        """The change to these choices, by name; None for one that stays.

        Raises:
            BadChoice: a choice cannot work.
        """
        before = chosen()
        return cls(before, before.changed(**changes))

    @contextmanager
    def kept_if_done(self, homeworks: list[str]) -> Iterator[None]:
        """Applies the change in the block, and keeps it for later releases. If the block fails or
        is interrupted, the choices are what they were, and so are these homeworks' notebooks."""
        if self.now == self.before:
            yield
            return
        paths = [CHOICES, *map(released, homeworks)]
        files = {path: path.read_bytes() if path.exists() else None for path in paths}

        def undo() -> None:
            for path, data in files.items():
                path.unlink(missing_ok=True) if data is None else write_whole(path, data)

        interrupt.to_undo.append(undo)
        try:
            self.now.save()
            yield
        except BaseException:
            undo()
            raise
        finally:
            interrupt.to_undo.remove(undo)
