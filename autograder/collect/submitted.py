"""Decides which notebook is graded, the newest version or the one already there, and puts it in
place."""

from datetime import UTC, datetime
from pathlib import Path

from autograder.base.classroom import TIMESTAMP, Classroom
from autograder.base.files import read_text, sha256, write_whole
from autograder.collect.outcome import Status
from autograder.collect.student_work import StudentWork
from autograder.collect.versions import Version, file_name
from autograder.submissions.student_folder import find_submission, is_linked
from autograder.submissions.unreadable import Unreadable


class SubmittedFile:
    """The file of one student under `submitted/` that is graded.

    Args:
        folder_id: the id under which the class keeps what the student handed in.
        work: everything that the student handed in. Decisions go into its remarks, with reasons.

    Raises:
        OSError: another student's files could be overwritten, because the file, its timestamp, its
            folder or the shelf is a link, or is in a folder that is a link.
    """

    def __init__(self, classroom: Classroom, folder_id: str, work: StudentWork):
        homework, shelf = work.inspection.homework, work.shelf
        self.target = classroom.submission(folder_id, homework)
        self.timestamp = classroom.timestamp(folder_id, homework)
        self._why_no_notebook = classroom.why_no_notebook(folder_id, homework)
        self.shelf, self.remarks, self._inspection = shelf, work.remarks, work.inspection
        # A copy of the timestamp as last written, by which changes made by hand are noticed.
        self._timestamp_kept = shelf.folder / TIMESTAMP
        self._shelf_path = shelf.folder.relative_to(classroom.folder)
        for folder in (self.target.parent, shelf.folder):
            if is_linked(folder):
                raise OSError(f"{folder} is a link or in one. Replace the link by a folder.")
        for file in (self.target, self.timestamp):
            if file.is_symlink():
                raise OSError(f"{file} is a link. Delete it.")
        self._earlier: Path | None = None  # the file that is there already
        try:
            self._earlier = find_submission(self.target.parent, homework)
        except Unreadable:
            self._earlier = self.target if self.target.exists() else None

    def place(
        self, current: Version, moment: datetime | None, *, dry_run: bool
    ) -> tuple[Status, bool]:
        """Puts the newest version in place, unless somebody has put a newer one there by hand, or
        one with answers while the newest version has none.

        Args:
            moment: when it was handed in, for nbgrader; None if unknown.
            dry_run: only decide, and write nothing.

        Returns:
            The outcome, and whether somebody has changed the noted time, which then stays.
        """
        earlier_data = self._earlier.read_bytes() if self._earlier else b""
        digest, is_new = sha256(earlier_data), self.shelf.is_new(current)
        status = self._decide(current, digest)
        is_kept = status == Status.KEPT
        time_by_hand = not is_kept and self._is_time_by_hand(status, moment, is_new=is_new)
        if dry_run:
            return status, time_by_hand
        if self._earlier and status == Status.REPLACED and digest not in self.shelf:
            self.shelf.add(_by_hand(self._earlier, digest), earlier_data)
        self.shelf.save()
        if status in (Status.COLLECTED, Status.REPLACED):
            write_whole(self.target, self.shelf.content(current))
            self._why_no_notebook.unlink(missing_ok=True)
        if not (is_kept or time_by_hand):
            self._note_time(moment, is_new=is_new)
        return status, time_by_hand

    def note_why_no_notebook(self, reason: str, *, dry_run: bool) -> Status:
        """Notes, for grading to report, why there is no notebook. If there is an earlier one, that
        stays, and nothing is noted."""
        if self._earlier is not None:
            self.remarks.note("The earlier notebook stays, and is graded.")
            return Status.KEPT
        note, text = self._why_no_notebook, f"{reason}\n".encode("utf-8", "replace")
        if not dry_run:
            # The folder shows that the student handed in.
            self.target.parent.mkdir(parents=True, exist_ok=True)
            if not (note.exists() and note.read_bytes() == text):
                write_whole(note, text)
        return Status.NO_NOTEBOOK

    def _decide(self, current: Version, digest: str) -> Status:
        """What becomes of the newest version, given the hash of the file that is there."""
        if self._earlier is None:
            return Status.COLLECTED
        if digest == current.sha256:
            return Status.UNCHANGED
        is_new = self.shelf.is_new(current)
        if digest in self.shelf:
            if not is_new:
                self.remarks.note("It was collected before, and counts as the newest now.")
            return Status.REPLACED
        is_newer = is_new and current.time > self._earlier.stat().st_mtime
        if is_newer and not self._is_blank_after_full(current):
            self.remarks.note(
                f"The earlier file, put there or changed by hand, is kept in {self._shelf_path}."
            )
            return Status.REPLACED
        self.remarks.note(
            "The file in submitted/ was put there or changed by hand, so it stays, and is graded. "
            f"What was handed in is {self._shelf_path / current.file}. To have that graded "
            "instead, delete the file in submitted/, and collect again.",
            attention=is_new,
        )
        return Status.KEPT

    def _is_blank_after_full(self, current: Version) -> bool:
        """Whether the newest version has no answers, but the file that is there has some."""
        count = self._inspection.count_answers
        if self._earlier is None or count(self.shelf.content(current)) != 0:
            return False
        return bool(count(self._earlier.read_bytes()))

    def _is_time_by_hand(self, status: Status, moment: datetime | None, *, is_new: bool) -> bool:
        """Whether somebody has changed the noted time of the version that is there. A change that
        was made for an older version does not count."""
        now, as_written = read_text(self.timestamp), read_text(self._timestamp_kept)
        is_right = now == _as_text(moment) if moment else now is None or not is_new
        if now == as_written or is_right:
            return False
        subject = f"The time {now} in {TIMESTAMP}" if now else f"The absence of {TIMESTAMP}"
        if status == Status.UNCHANGED:
            self.remarks.note(f"{subject} was changed by hand, and is left as it is.")
            return True
        if as_written and now:
            self.remarks.note(
                f"{subject} was set by hand for an older version, and is gone. If it should hold "
                "for the new one, too, write it there again.",
                attention=True,
            )
        return False

    def _note_time(self, moment: datetime | None, *, is_new: bool) -> None:
        """Notes when it was handed in, and removes the time of an older version."""
        for path in (self.timestamp, self._timestamp_kept):
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
