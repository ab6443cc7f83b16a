"""Changes the choices for released notebooks, for good or only if what follows succeeds."""

from collections.abc import Iterator
from contextlib import contextmanager

from autograder.base.files import write_whole
from autograder.base.paths import CHOICES, EARLIER, RELEASED, released
from autograder.notebook.release_choices import ReleaseChoices, chosen
from autograder.terminal import interrupt


@contextmanager
def kept_if_done(choices: ReleaseChoices, homeworks: list[str]) -> Iterator[None]:
    """Applies choices in the block, and keeps them for later releases. If the block fails or is
    interrupted, the choices are what they were, and so are these homeworks' notebooks, and what is
    remembered of their earlier releases."""
    if choices == chosen():
        yield
        return
    paths = [CHOICES, RELEASED / EARLIER, *map(released, homeworks)]
    files = {path: path.read_bytes() if path.exists() else None for path in paths}

    def undo() -> None:
        for path, data in files.items():
            path.unlink(missing_ok=True) if data is None else write_whole(path, data)

    interrupt.to_undo.append(undo)
    try:
        choices.save()
        yield
    except BaseException:
        undo()
        raise
    finally:
        interrupt.to_undo.remove(undo)
