"""Keeps what was removed from a class: a folder for each removal, in `CLASS_DIR/trash/STUDENT/`.

The folder of a removal holds the student's folders, laid out as in the class, and a file with what
the gradebook and the journals had of the student.
"""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.files import read_json, read_text, refusing_damage, write_json, write_whole
from autograder.grading.journal import JournalEntry
from autograder.on_nbgrader.student_rows import Rows

_ENTRIES = "gradebook-and-journal.json"  # written first
_COMPLETE = "everything-is-here"  # written last
_RESTORING = "being-taken-back"  # the homeworks that are being restored
Lines = dict[str, list[JournalEntry]]  # of journals, by homework
_TIME = "%Y%m%d-%H%M%S-%f"  # the format of a removal's name


@dataclass(frozen=True)
class Removal:
    """One removal of a student."""

    folder: Path

    @classmethod
    def new(cls, classroom: Classroom, student: str) -> "Removal":
        """A removal that begins now; its folder is named after the time."""
        return cls(classroom.trash / student / f"{datetime.now(UTC):{_TIME}}")

    @property
    def name(self) -> str:
        """The name of the removal: the time, in UTC, when it began, unless somebody changed it."""
        return self.folder.name

    @property
    def at(self) -> datetime | None:
        """The time when the removal began; None if somebody renamed its folder."""
        try:
            return datetime.strptime(self.name, _TIME).replace(tzinfo=UTC)
        except ValueError:
            return None

    def entries(self) -> tuple[Rows, Lines]:
        """What the removal holds from the gradebook and the journals.

        Raises:
            Failure: the file is damaged.
        """
        path = self.folder / _ENTRIES
        advice = (
            "Move the folders beside it back into the class by hand, delete what is left in "
            f"{self.folder}, and grade again."
        )
        entries = read_json(path, dict, advice)
        with refusing_damage(path, advice):
            gradebook, journal = entries["gradebook"], entries["journal"]
            if not isinstance(gradebook, list) or not isinstance(journal, dict):
                raise TypeError
            noted = {name: [*map(JournalEntry.from_json, lines)] for name, lines in journal.items()}
        return gradebook, noted

    def keep(self, gradebook: Rows, journal: Lines) -> None:
        """Writes what it has of the gradebook and the journals."""
        lines = {name: [*map(asdict, entries)] for name, entries in journal.items()}
        write_json(self.folder / _ENTRIES, {"gradebook": gradebook, "journal": lines})

    @property
    def is_complete(self) -> bool:
        """Whether everything was removed, without an interruption."""
        return (self.folder / _COMPLETE).exists()

    def complete(self) -> None:
        """Notes that everything was removed."""
        write_whole(self.folder / _COMPLETE, "")

    def begin_restoring(self, homeworks: list[str]) -> None:
        """Notes which homeworks are being restored."""
        write_whole(self.folder / _RESTORING, "\n".join(homeworks))

    def being_restored(self) -> set[str]:
        """The homeworks that an interrupted run was restoring."""
        return set((read_text(self.folder / _RESTORING) or "").splitlines())

    def end_restoring(self) -> None:
        """Notes that no homework is being restored any more."""
        (self.folder / _RESTORING).unlink()


def removals_of(classroom: Classroom, student: str) -> list[Removal]:
    """The removals of a student, the oldest first."""
    files = (classroom.trash / student).glob(f"*/{_ENTRIES}")
    return [Removal(path.parent) for path in sorted(files)]
