"""A file that may have been handed in, on disk or in a download."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from autograder.submissions.unreadable import LINK, MAX_FILE, Unreadable, too_large


@dataclass(frozen=True, eq=False)  # two may look alike
class File:
    """A file. Its bytes are read on demand."""

    path: str  # the folders and the name, joined by "/"
    size: int  # in bytes, according to the disk or the archive
    written: datetime  # when it was last written, as far as one can know
    problem: str  # a sentence on why it cannot be read; empty if it can
    # Returns its first bytes, as many as it is called with. Raises Unreadable if it is damaged.
    _beginning: Callable[[int], bytes]
    number: int = 0  # the upload's number, if the system numbers uploads; else 0
    # Its path in the download, if the system takes feedback back under that path; else empty.
    origin: str = ""

    @property
    def parts(self) -> list[str]:
        """The folders and the name."""
        return self.path.split("/")

    @property
    def name(self) -> str:
        """The name alone."""
        return self.parts[-1]

    def below(self, depth: int) -> "File":
        """The same file, without the first folders of its path."""
        return replace(self, path="/".join(self.parts[depth:]))

    def read(self, most: int = MAX_FILE) -> bytes:
        """The content.

        Args:
            most: how many bytes it may have; by default, as many as a notebook.

        Raises:
            Unreadable: it cannot be read, or is larger.
        """
        if self.problem:
            raise Unreadable(self.problem)
        if self.size > most:
            raise too_large(self.size)
        # No more than the size it claims: `zipfile` would unpack more, only to throw it away.
        data = self._beginning(min(most, self.size) + 1)
        if len(data) > most:
            raise too_large(len(data))
        return data

    def begins_with(self, begin: bytes) -> bool:
        """Whether it can be read and begins with these bytes."""
        with suppress(Unreadable):
            return not self.problem and self._beginning(len(begin)) == begin
        return False


def oldest_first(files: Iterable[File]) -> list[File]:
    """The files in the order of the uploads' numbers. Within an upload, they are in the order in
    which they were written."""
    return sorted(files, key=lambda file: (file.number, file.written))


def on_disk(file: Path, path: str) -> File:
    """A file on disk, under a path of its own. Links are not followed."""
    about = file.lstat()
    problem = ""
    if file.is_symlink():
        problem = LINK
    elif not file.is_file():
        problem = "It is not a regular file."
    written = datetime.fromtimestamp(about.st_mtime, UTC)
    return File(path, about.st_size, written, problem, partial(_beginning_on_disk, file))


def _beginning_on_disk(file: Path, most: int) -> bytes:
    try:
        with file.open("rb") as content:
            return content.read(most)
    except OSError as error:
        raise Unreadable(f"It cannot be read: {error.strerror}.") from None
