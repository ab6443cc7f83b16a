"""Changes the choices for released notebooks, for good or only if what follows succeeds."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from autograder.base.files import write_whole
from autograder.base.paths import CHOICES, released
from autograder.notebook.choices import ReleaseChoices, chosen


@dataclass(frozen=True)
class ChoiceChange:
    """The choices of the last release, and what a command changes in them."""

    given: dict[str, str | bool | None]  # by name; None for a choice that stays
    before: ReleaseChoices
    now: ReleaseChoices

    @classmethod
    def of(cls, **given: str | bool | None) -> "ChoiceChange":
        """The change to what is given.

        Raises:
            BadChoice: a choice cannot work.
        """
        before = chosen()
        return cls(given, before, before.changed(**given))

    @property
    def options(self) -> list[str]:
        """The options that one types for what is given."""
        options = []
        for name, value in self.given.items():
            if name == "variants" and value is not None:
                options.append("--variants" if value else "--no-variants")
            elif value is not None:
                options += ["--from" if name == "install_from" else f"--{name}", shlex.quote(value)]
        return options

    @contextmanager
    def kept_if_done(self, homeworks: list[str]) -> Iterator[None]:
        """Applies the change in the block, and keeps it for later releases. If the block fails, the
        choices are what they were, and so are the notebooks of these homeworks."""
        if self.now == self.before:
            yield
            return
        paths = [CHOICES, *map(released, homeworks)]
        files = {path: path.read_bytes() if path.exists() else None for path in paths}
        self.now.save()
        try:
            yield
        except BaseException:
            for path, data in files.items():
                path.unlink(missing_ok=True) if data is None else write_whole(path, data)
            raise
