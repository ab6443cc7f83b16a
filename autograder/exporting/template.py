"""Fills in one column of a gradebook that an LMS exported, to be imported again.

Cells that no LMS reads back, such as names and students' texts, are made harmless in spreadsheets.
Ids, addresses and comments stay as they are.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from autograder.base.csv_file import cell_at, find_column
from autograder.base.failure import Failure
from autograder.exporting.sheet import Sheet, defused, put
from autograder.marks.class_marks import Mark
from autograder.people.headings import NOT_STUDENTS, PARTICIPANT, PERSON, plain_heading
from autograder.people.roster import Roster
from autograder.people.spelling import folded
from autograder.people.student import Student
from autograder.systems.all_systems import WITHOUT_MARKS
from autograder.systems.system import GradebookFile

# Headings of columns that say who a row is about, the most certain first.
_MAIL, _NAMES, _FIRST, _LAST = (PERSON[kind] for kind in ("email", "name", "first", "last"))
_IDS = [*PERSON["id"], *_MAIL, PARTICIPANT]  # the last may be another assignment's
_WHO = [*_IDS, *_NAMES, *_FIRST, *_LAST]
_KEPT = ("EX", "N/A")  # what Canvas writes in place of a mark: excused, not assigned


@dataclass
class FillOutcome:
    """The outcome for the marks."""

    written: list[Mark] = field(default_factory=list)  # those written into the sheet
    # Those for whose student there is no row, or several.
    unplaced: list[Mark] = field(default_factory=list)
    # Those whose cell says that no mark is wanted.
    kept: list[Mark] = field(default_factory=list)
    # Those whose cell had something else in it, and what that was.
    replaced: list[tuple[Mark, str]] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)  # names in the rows that match no student
    rows: dict[str, list[str]] = field(default_factory=dict)  # the template's, by student's id
    # By student's id, what is in several rows that may each be theirs: names, and numbers of rows.
    rivals: dict[str, list[str]] = field(default_factory=dict)

    @property
    def without_row(self) -> list[Mark]:
        """The marks of people in the class list that lack a row, or have several."""
        return [mark for mark in self.unplaced if mark.listed and not mark.student.is_test]

    @property
    def with_several_rows(self) -> list[Mark]:
        """Those of `without_row` for which several rows may be right."""
        return [mark for mark in self.without_row if mark.student.id in self.rivals]

    @property
    def unlisted(self) -> list[Mark]:
        """The marks of people who are not in the class list. No row is looked for."""
        return [mark for mark in self.unplaced if not mark.listed and not mark.student.is_test]

    @property
    def of_test_students(self) -> list[Mark]:
        """The marks of test students, which need no row."""
        return [mark for mark in self.unplaced if mark.student.is_test]


class Template:
    """A sheet whose rows are students, as the LMS exported it; it is changed in place."""

    def __init__(self, sheet: Sheet, gradebook: GradebookFile):
        self.sheet, self.gradebook = sheet, gradebook
        self.plain_headings = [plain_heading(heading) for heading in sheet.headings]
        places = enumerate(self.plain_headings)
        # The columns about a person, the most certain first.
        self._who = [i for _, i in sorted((_WHO.index(h), i) for i, h in places if h in _WHO)]

    def column(self, wanted: str, *, exactly: bool) -> int:
        """The column to fill in.

        Args:
            wanted: its heading, with or without what the LMS adds to it.
            exactly: whether the heading must be exactly this. If not, a heading that contains these
                words will do, if it is the only one.

        Raises:
            Failure: there is none, or several; the message lists the columns.
        """
        columns = [  # without the columns that Canvas computes
            i
            for i, heading in enumerate(self.plain_headings)
            if heading not in WITHOUT_MARKS and "read only" not in self.maximum(i)
        ]
        plain = plain_heading(wanted)
        matching = [i for i in columns if self.sheet.headings[i].strip() == wanted.strip()]
        matching = matching or [i for i in columns if self.plain_headings[i] == plain]
        if not (matching or exactly):
            matching = [i for i in columns if plain in self.plain_headings[i]]
        if len(matching) == 1:
            return matching[0]
        found = "Several columns match" if matching else "No column matches"
        names = ", ".join(repr(self.sheet.headings[i]) for i in matching or columns) or "none"
        raise Failure(
            f"{found} {wanted!r}. Choose one with --column: {names}. If the right one is not "
            "there, make it in the system, and export the file again."
        )

    def find(self, headings: Iterable[str]) -> int | None:
        """The first column that has one of these headings."""
        return find_column(self.plain_headings, headings)

    def maximum(self, column: int) -> str:
        """A column's maximum, as the LMS gives it; empty if it does not."""
        in_heading, begin = self.gradebook.maximum_in_heading, self.gradebook.maximum_row
        if in_heading and (match := in_heading.search(self.sheet.headings[column])):
            return match[1]
        for row in self.sheet.rows[1:] if begin else ():
            if cell_at(row, 0).casefold() == begin:
                return cell_at(row, column)
        own_column = self.find(self.gradebook.maximum_column)
        return next((cell_at(row, own_column) for row in self.people()), "")

    def fill(self, column: int, marks: list[Mark], ids: dict[str, str]) -> FillOutcome:
        """Writes the marks into the rows of their students. A student who is not in the class list
        gets no row: the name is one that the student chose, and may be somebody else's in the
        system's file.

        Args:
            ids: the present id of each student, by present and former id.
        """
        matching = self._matching_rows([mark.student for mark in marks if mark.listed], ids)
        matched = {id(row) for rows in matching.values() for row in rows}
        numbers = {id(row): number for number, row in enumerate(self.sheet.rows, 1)}
        filled = FillOutcome(
            strangers=[self._label(row) for row in self.people() if id(row) not in matched],
            rows={student: rows[0] for student, rows in matching.items() if len(rows) == 1},
            rivals={
                student: [f"{self._label(row)} (row {numbers[id(row)]})" for row in rows]
                for student, rows in matching.items()
                if len(rows) > 1
            },
        )
        for mark in marks:
            row = filled.rows.get(mark.student.id)
            if mark.value is None:
                continue
            if row is None:
                filled.unplaced.append(mark)
            elif cell_at(row, column).upper() in _KEPT:
                filled.kept.append(mark)
            else:
                before, now = cell_at(row, column), self.sheet.number(mark.value)
                if before and not self._is_same(before, now):
                    filled.replaced.append((mark, before))
                put(row, column, now)
                filled.written.append(mark)
        return filled

    def _matching_rows(
        self, students: list[Student], ids: dict[str, str]
    ) -> dict[str, list[list[str]]]:
        """By student's id, the rows that match best.

        An id counts for more than a name if the row does not have another name: students may be
        able to write another's number into their row. A row whose id and name belong to two
        students matches nobody.
        """
        roster = Roster(students)
        by_id: dict[str, list[list[str]]] = defaultdict(list)
        by_name: dict[str, list[list[str]]] = defaultdict(list)
        likely: dict[str, list[list[str]]] = defaultdict(list)  # also rows that a guess leads to
        for row in self.people():
            named = roster.find(self._name(row))
            if identified := self._student_by_id(row, roster, ids):
                if named in (identified, None):
                    by_id[identified.id].append(row)
            elif guessed := named or self._guessed_student(row, roster):
                likely[guessed.id].append(row)
                if named:
                    by_name[named.id].append(row)
        for student, rows in by_id.items():
            if roster.by_id[student] not in roster.with_name(self._name(rows[0])):
                rows += by_name[student]
        return {**likely, **by_id}

    def people(self) -> list[list[str]]:
        """The rows of students: without Canvas's rows about assignments and its test student."""
        return [
            row
            for row in self.sheet.rows[1:]
            if cell_at(row, 0).casefold() not in NOT_STUDENTS
            and any(cell_at(row, i) for i in self._who)
        ]

    def defuse(self) -> None:
        """Makes cells that no LMS reads back harmless in spreadsheets."""
        for i, heading in enumerate(self.plain_headings):
            if heading not in (*_IDS, *self.gradebook.comment_column):
                for row in self.sheet.rows[1:]:
                    row[i : i + 1] = map(defused, row[i : i + 1])

    def _student_by_id(self, row: list[str], roster: Roster, ids: dict[str, str]) -> Student | None:
        for heading in _IDS:
            text = cell_at(row, self.find([heading]))
            found = roster.with_id(text) or roster.with_id(ids.get(text, ""))
            if len(found) == 1:
                return found[0]
        return None

    def _guessed_student(self, row: list[str], roster: Roster) -> Student | None:
        """The student whose address begins with a login in the row, or whose id seems to be made
        from an address or, as in Canvas, from a name (doejane). Without a class list, ids may be
        made like that."""
        logins = (roster.with_mailbox(cell_at(row, self.find([word]))) for word in PERSON["id"])
        mailboxes = (cell_at(row, self.find([heading])).partition("@")[0] for heading in _MAIL)
        students = (roster.find(text) for text in (*mailboxes, *sorted(folded(self._name(row)))))
        owners = (found[0] for found in logins if len(found) == 1)
        return next(filter(None, (*owners, *students)), None)

    def _name(self, row: list[str]) -> str:
        if (column := self.find(_NAMES)) is not None:
            return cell_at(row, column)
        parts = (cell_at(row, self.find(headings)) for headings in (_FIRST, _LAST))
        return " ".join(parts).strip()

    def _label(self, row: list[str]) -> str:
        """The name in a row or, without a name, the first id."""
        return self._name(row) or next(filter(None, (cell_at(row, i) for i in self._who)))

    def _is_same(self, before: str, now: str) -> bool:
        """Whether two cells hold the same number."""
        number = self.sheet.as_number(before)
        return number is not None and number == self.sheet.as_number(now)
