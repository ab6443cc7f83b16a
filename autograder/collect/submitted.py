"""Decides between the newest version and the notebook already there: which one is graded."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from autograder.base.files import read_text, sha256, write_whole
from autograder.base.paths import TIMESTAMP, Classroom
from autograder.base.timestamps import moment_in
from autograder.collect.versions import Shelf, Version, file_name
from autograder.handed_in.finding import find_submission, is_linked, note_of_collect
from autograder.handed_in.unreadable import Unreadable


class Status(StrEnum):
    """What became of a student's submission."""

    COLLECTED = "collected"  # put there; there was none
    REPLACED = "replaced"  # put in the place of another
    UNCHANGED = "unchanged"  # it was there already
    KEPT = "kept"  # what was there stays
    NO_NOTEBOOK = "no notebook"
    NOT_TAKEN = "not taken"  # as it is unclear whose it is, or it could not be read

    @property
    def is_written(self) -> bool:
        """Whether the file that is graded is new."""
        return self in (Status.COLLECTED, Status.REPLACED)

    @property
    def has_notebook(self) -> bool:
        """Whether there is a file to grade."""
        return self not in (Status.NO_NOTEBOOK, Status.NOT_TAKEN)


@dataclass
class Placed:
    """The outcome for one file, as in `CollectedRow`."""

    what: Status
    remarks: list[str] = field(default_factory=list)
    attention: bool = False
    time_by_hand: bool = False
    noted: datetime | None = None  # the time that somebody has put there, if it is one


class SubmittedFile:
    """One student's file under `submitted/`, which is graded.

    Raises:
        OSError: it, or the shelf, is a link, through which another student's files could be
            overwritten.
    """

    def __init__(self, classroom: Classroom, homework: str, student: str, shelf: Shelf):
        self.target = classroom.submission(student, homework)
        self._note_there = classroom.timestamp(student, homework)
        self.shelf = shelf
        self._note_kept = shelf.folder / TIMESTAMP  # as last written, to notice changes by hand
        self._shown = shelf.folder.relative_to(classroom.folder)
        self._there: Path | None = None
        for folder in (self.target.parent, shelf.folder):
            if is_linked(folder):
                raise OSError(f"{folder} is a link or in one. Replace the link by a folder.")
        try:
            self._there = find_submission(self.target.parent, homework)
        except Unreadable:
            self._there = self.target if self.target.exists() else None

    def put(
        self,
        current: Version,
        versions: list[Version],
        contents: dict[str, bytes],
        moment: datetime | None,
        *,
        dry_run: bool,
    ) -> Placed:
        """Puts the newest version there, unless somebody has put a newer one there by hand.

        Args:
            contents: the bytes of the new ones, by hash.
            moment: when it was handed in, for nbgrader; None if unknown.
            dry_run: only decide.
        """
        before = self._there.read_bytes() if self._there else b""
        digest = sha256(before)
        known = {version.sha256 for version in versions}
        done = self._decide(current, digest, known)
        is_new = current.sha256 not in self.shelf
        keeps_time = done.what == Status.KEPT or self._keeps_time(moment, done, is_new)
        if dry_run:
            return done
        if done.what == Status.REPLACED and digest not in known:
            versions = [*versions, _by_hand(self._there, digest)]
            contents = contents | {digest: before}
        self.shelf.put(versions, contents)
        if done.what.is_written:
            write_whole(self.target, (self.shelf.folder / current.file).read_bytes())
            note_of_collect(self.target.parent).unlink(missing_ok=True)
        if not keeps_time:
            self._note(moment, is_new)
        return done

    def put_none(self, reason: str, *, dry_run: bool) -> Placed:
        """Notes for grading why there is no notebook, unless there is an earlier one."""
        if self._there is not None:
            return Placed(Status.KEPT, ["The earlier notebook stays, and is graded."])
        folder = self.target.parent
        note, text = note_of_collect(folder), f"{reason}\n".encode("utf-8", "replace")
        if not dry_run:
            folder.mkdir(parents=True, exist_ok=True)  # by which it is known who handed in
            if not (note.exists() and note.read_bytes() == text):
                write_whole(note, text)
        return Placed(Status.NO_NOTEBOOK)

    def _decide(self, current: Version, digest: str, known: set[str]) -> Placed:
        if self._there is None:
            return Placed(Status.COLLECTED)
        if digest == current.sha256:
            return Placed(Status.UNCHANGED)
        is_new = current.sha256 not in self.shelf
        if digest in known:
            note = "It was collected before, and counts as the newest now."
            return Placed(Status.REPLACED, [] if is_new else [note])
        if is_new and current.time > self._there.stat().st_mtime:
            note = f"The earlier file, put there or changed by hand, is kept in {self._shown}."
            return Placed(Status.REPLACED, [note])
        note = (
            "The file in submitted/ was put there or changed by hand, so it stays, and is graded. "
            f"What was handed in is {self._shown / current.file}. To have that graded instead, "
            "delete the file in submitted/, and collect again."
        )
        return Placed(Status.KEPT, [note], attention=is_new)

    def _keeps_time(self, moment: datetime | None, done: Placed, is_new: bool) -> bool:
        """Whether somebody has changed the noted time, which then stays with the version it was
        noted for. Adds a remark."""
        there, noted = read_text(self._note_there), read_text(self._note_kept)
        text = _as_text(moment) if moment else None if is_new else there
        if there in (noted, text):
            return False
        called = f"The time {there} in {TIMESTAMP}" if there else f"The absence of {TIMESTAMP}"
        if done.what == Status.UNCHANGED:
            done.remarks.append(f"{called} was changed by hand, and is left as it is.")
            done.time_by_hand, done.noted = True, moment_in(there or "")
            return True
        if noted and there:
            done.remarks.append(
                f"{called} was set by hand for an older version, and is gone. If it should hold "
                "for the new one, too, write it there again."
            )
            done.attention = True
        return False

    def _note(self, moment: datetime | None, is_new: bool) -> None:
        """Writes when it was handed in. The time of an older version is removed."""
        for note in (self._note_there, self._note_kept):
            if moment is None:
                if is_new:
                    note.unlink(missing_ok=True)
            elif read_text(note) != _as_text(moment):
                write_whole(note, _as_text(moment))


def _as_text(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f} UTC"


def _by_hand(file: Path, digest: str) -> Version:
    written = file.stat().st_mtime
    name = file_name(digest, datetime.fromtimestamp(written, UTC))
    return Version(
        sha256=digest,
        file=name,
        source=file.name,
        system="",
        account="",
        order=written,
        written=written,
        beside=True,
    )
