"""Decides which notebook is graded, the newest version or the one already there, and puts it in
place."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from autograder.base.files import read_text, sha256, write_whole
from autograder.base.paths import TIMESTAMP, Classroom
from autograder.base.timestamps import timestamp_in
from autograder.collect.versions import Shelf, Version, file_name
from autograder.handed_in.finding import find_submission, is_linked, note_of_collect
from autograder.handed_in.unreadable import Unreadable


class Status(StrEnum):
    """What became of a student's submission."""

    COLLECTED = "collected"  # put where there was none
    REPLACED = "replaced"  # put in place of another
    UNCHANGED = "unchanged"  # already there
    KEPT = "kept"  # not put there: what was there stays
    NO_NOTEBOOK = "no notebook"
    NOT_TAKEN = "not taken"  # because it is unclear whose it is, or it could not be read

    @property
    def is_written(self) -> bool:
        """Whether the file that is graded is new."""
        return self in (Status.COLLECTED, Status.REPLACED)

    @property
    def has_notebook(self) -> bool:
        """Whether there is a file to grade."""
        return self not in (Status.NO_NOTEBOOK, Status.NOT_TAKEN)


@dataclass
class PlacedFile:
    """The outcome for one file, as in `CollectedRow`."""

    status: Status
    remarks: list[str] = field(default_factory=list)
    attention: bool = False
    time_by_hand: bool = False
    own_time: datetime | None = None  # the time that somebody has put there, if it is valid


class SubmittedFile:
    """The file of one student under `submitted/` that is graded.

    Raises:
        OSError: the file's folder or the shelf is a link or in one, so that another student's files
            could be overwritten.
    """

    def __init__(self, classroom: Classroom, homework: str, student: str, shelf: Shelf):
        self.target = classroom.submission(student, homework)
        self._timestamp = classroom.timestamp(student, homework)
        self.shelf = shelf
        # A copy of the timestamp as last written, by which changes made by hand are noticed.
        self._timestamp_kept = shelf.folder / TIMESTAMP
        self._shelf_path = shelf.folder.relative_to(classroom.folder)
        for folder in (self.target.parent, shelf.folder):
            if is_linked(folder):
                raise OSError(f"{folder} is a link or in one. Replace the link by a folder.")
        self._earlier: Path | None = None  # the file that is there already
        try:
            self._earlier = find_submission(self.target.parent, homework)
        except Unreadable:
            self._earlier = self.target if self.target.exists() else None

    def put(
        self,
        current: Version,
        versions: list[Version],
        contents: dict[str, bytes],
        moment: datetime | None,
        *,
        dry_run: bool,
    ) -> PlacedFile:
        """Puts the newest version there, unless somebody has put a newer one there by hand.

        Args:
            contents: the bytes of the new versions, by hash.
            moment: when it was handed in, for nbgrader; None if unknown.
            dry_run: only decide, and write nothing.
        """
        earlier_data = self._earlier.read_bytes() if self._earlier else b""
        digest = sha256(earlier_data)
        known = {version.sha256 for version in versions}
        placed = self._decide(current, digest, known)
        is_new = current.sha256 not in self.shelf
        keeps_time = placed.status == Status.KEPT or self._keeps_time(moment, placed, is_new)
        if dry_run:
            return placed
        if self._earlier and placed.status == Status.REPLACED and digest not in known:
            versions = [*versions, _by_hand(self._earlier, digest)]
            contents = contents | {digest: earlier_data}
        self.shelf.put(versions, contents)
        if placed.status.is_written:
            write_whole(self.target, self.shelf.content(current))
            note_of_collect(self.target.parent).unlink(missing_ok=True)
        if not keeps_time:
            self._note_time(moment, is_new)
        return placed

    def put_none(self, reason: str, *, dry_run: bool) -> PlacedFile:
        """Notes for grading why there is no notebook, unless there is an earlier one."""
        if self._earlier is not None:
            return PlacedFile(Status.KEPT, ["The earlier notebook stays, and is graded."])
        folder = self.target.parent
        note, text = note_of_collect(folder), f"{reason}\n".encode("utf-8", "replace")
        if not dry_run:
            folder.mkdir(parents=True, exist_ok=True)  # it shows that the student handed in
            if not (note.exists() and note.read_bytes() == text):
                write_whole(note, text)
        return PlacedFile(Status.NO_NOTEBOOK)

    def _decide(self, current: Version, digest: str, known: set[str]) -> PlacedFile:
        if self._earlier is None:
            return PlacedFile(Status.COLLECTED)
        if digest == current.sha256:
            return PlacedFile(Status.UNCHANGED)
        is_new = current.sha256 not in self.shelf
        if digest in known:
            remark = "It was collected before, and counts as the newest now."
            return PlacedFile(Status.REPLACED, [] if is_new else [remark])
        if is_new and current.time > self._earlier.stat().st_mtime:
            remark = (
                f"The earlier file, put there or changed by hand, is kept in {self._shelf_path}."
            )
            return PlacedFile(Status.REPLACED, [remark])
        remark = (
            "The file in submitted/ was put there or changed by hand, so it stays, and is graded. "
            f"What was handed in is {self._shelf_path / current.file}. To have that graded "
            "instead, delete the file in submitted/, and collect again."
        )
        return PlacedFile(Status.KEPT, [remark], attention=is_new)

    def _keeps_time(self, moment: datetime | None, placed: PlacedFile, is_new: bool) -> bool:
        """Whether somebody has changed the noted time. Such a change is kept only for the version
        for which it was made. Adds a remark."""
        now, as_written = read_text(self._timestamp), read_text(self._timestamp_kept)
        if now == as_written:
            return False
        is_right = now == _as_text(moment) if moment else now is None or not is_new
        if is_right:
            return False
        subject = f"The time {now} in {TIMESTAMP}" if now else f"The absence of {TIMESTAMP}"
        if placed.status == Status.UNCHANGED:
            placed.remarks.append(f"{subject} was changed by hand, and is left as it is.")
            placed.time_by_hand, placed.own_time = True, timestamp_in(now or "")
            return True
        if as_written and now:
            placed.remarks.append(
                f"{subject} was set by hand for an older version, and is gone. If it should hold "
                "for the new one, too, write it there again."
            )
            placed.attention = True
        return False

    def _note_time(self, moment: datetime | None, is_new: bool) -> None:
        """Notes when it was handed in, and removes the time of an older version."""
        for path in (self._timestamp, self._timestamp_kept):
            if moment is None:
                if is_new:
                    path.unlink(missing_ok=True)
            elif read_text(path) != _as_text(moment):
                write_whole(path, _as_text(moment))


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
