"""Describes what is exported, and the result of exporting it."""

from dataclasses import dataclass, field

from autograder.exporting.sheet import Sheet
from autograder.exporting.template import FillOutcome
from autograder.marks.class_marks import ClassMarks, Mark


@dataclass(frozen=True)
class ExportTask:
    """The marks to be exported, and how."""

    marks: ClassMarks
    template: Sheet | None = None  # what the LMS exported; None to make a file from the class list
    # The heading of the column to fill in, if it is not the homework's name.
    column: str | None = None
    # Whether to write each exercise's points, and graders' comments, as a comment.
    comments: bool = False
    # The names of the cells that graders' comments are about, in the notebook's order.
    names: dict[str, str] = field(default_factory=dict)
    # The present id of each student, by present and former id.
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """The heading of the column with the marks."""
        return self.column or self.marks.homework

    @property
    def graded(self) -> list[Mark]:
        """The entries that have a mark."""
        return [mark for mark in self.marks if mark.value is not None]

    @property
    def listed(self) -> list[Mark]:
        """The marks of people in the class list, for whom a new file has rows."""
        return [mark for mark in self.graded if mark.listed]

    @property
    def filled(self) -> FillOutcome:
        """The outcome for the marks in a new file."""
        return FillOutcome(self.listed, [mark for mark in self.graded if not mark.listed])


@dataclass
class Export:
    """A file to be written, and what to tell the instructor about it."""

    sheet: Sheet  # the file
    filled: FillOutcome  # what became of the marks
    # Sentences on what the instructor has to look at.
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # sentences on what to do with the file
