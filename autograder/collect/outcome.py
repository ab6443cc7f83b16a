"""Says what became of a download: a row for each student, with what a person should know."""

from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from enum import StrEnum


class Status(StrEnum):
    """What became of a student's submission."""

    COLLECTED = "collected"  # put where there was none
    REPLACED = "replaced"  # put in place of another
    UNCHANGED = "unchanged"  # already there
    KEPT = "kept"  # not put in place: the file that was there stays
    NO_NOTEBOOK = "no notebook"
    NOT_TAKEN = "not taken"  # because it is unclear whose it is, or it could not be read

    @property
    def has_notebook(self) -> bool:
        """Whether there is a file to grade."""
        return self not in (Status.NO_NOTEBOOK, Status.NOT_TAKEN)


@dataclass
class Remarks:
    """What a person should know about one student's submission. Each step of collecting adds to
    it."""

    sentences: list[str] = field(default_factory=list)
    attention: bool = False  # whether a person has to do something

    def note(self, *sentences: str, attention: bool = False) -> None:
        """Adds sentences, and whether somebody has to do something about them."""
        self.sentences += sentences
        self.attention |= attention


@dataclass(frozen=True)
class CollectedRow:
    """The outcome for one student's submission."""

    student: str  # the student's id or, without one, what the system calls them
    file: str = ""  # the notebook that was taken, or else the files that there are
    at: datetime | None = None  # when it was handed in, if the system says so
    late: bool | None = None  # whether it was late, if that is known
    status: Status = Status.NOT_TAKEN
    remarks: list[str] = field(default_factory=list)  # what a person should know, in sentences
    attention: bool = False  # whether a person has to do something
    noted: bool = False  # whether a time was noted for nbgrader, now or earlier
    time_by_hand: bool = False  # whether somebody has changed that time; then the change counts
    by_name: bool = False  # whether only a name, or a part of an address, shows who it is


@dataclass
class Collected:
    """The outcome for a download."""

    system: str  # where it came from
    rows: list[CollectedRow]  # one for each student, and for each file that belongs to nobody
    # The ids of those in the class list who have not handed in and are not excused.
    missing: list[str]
    due: datetime | None = None  # when the homework was due, if known
    names: dict[str, str] = field(default_factory=dict)  # by id, from the class list if any
    zone: tzinfo | None = None  # for showing times; None for this machine's
