"""The class list: who is who, from the CSV files that learning management systems export."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path

from autograder.base.failure import Failure
from autograder.base.paths import Classroom
from autograder.classroom.csv_file import CsvFile, cell_at, find_column, read_csv_file
from autograder.classroom.former_ids import former_ids
from autograder.classroom.headings import (
    NOT_STUDENTS,
    OWN_NUMBER,
    PARTICIPANT,
    PERSON,
    REGISTRAR,
    TEST_STUDENTS,
)
from autograder.classroom.spelling import folded, plain_heading

ALIKE = 0.7  # least similarity, from 0 to 1, for one id or name to suggest another

# Headings of ids; nbgrader's is `student`, which elsewhere is the heading of names.
_IDS = [*PERSON["id"], "student"]

_SAFE = re.compile(r"\w(?:[\w.@+-]{0,98}[\w@+-])?")
_LEFT_OUT = re.compile(r"['’`´\s,;:()!&*#]+")  # of a login, to make a folder's name
# A particle inside a name begins the family name: Maria De Luca, Jan van der Berg.
_PARTICLES = {"af", "al", "av", "bin", "bint", "da", "dal", "dalla", "das", "de", "degli", "dei"}
_PARTICLES |= {"del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "ibn", "la"}
_PARTICLES |= {"las", "le", "les", "los", "st", "ten", "ter", "van", "vom", "von", "zu", "zur"}


class BadRoster(Failure):
    """A class list that cannot be used; the message says where, and what to do."""


@dataclass(frozen=True)
class Student:
    """One person of the class."""

    id: str  # nbgrader's id of the student, the name of the folder under `submitted/`
    name: str = ""  # as people write it, "First Last"
    first: str = ""  # the first name, if known
    last: str = ""  # the last name, if known
    email: str = ""  # the address, if known
    # Every cell of the row, unchanged, by its heading.
    others: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def in_lists(self) -> str:
        """The id and the name, if known."""
        return f"{self.id}  {self.name}".strip()

    @property
    def is_test(self) -> bool:
        """Whether it is a test student."""
        return is_test_student(self.id, self.name)

    @property
    def sort_key(self) -> tuple[str, str]:
        """The family name and the full name, or the id without a name; then the id."""
        return f"{self.last} {self.name or self.id}".strip().casefold(), self.id


class Roster:
    """The students of a class, and how to find one by what a system calls them."""

    def __init__(self, students: list[Student] = ()):
        self.students = list(students)
        self._by_id = {_plain_id(student.id): [student] for student in self.students}
        self._by_number = _index(self.students, _address_and_ids)
        self._by_mailbox = _index(self.students, lambda s: [_plain_id(s.email.partition("@")[0])])
        self._by_name = _index(self.students, _ways_to_write)

    @classmethod
    def of(cls, classroom: Classroom) -> "Roster":
        """The list in a class's folder, `roster.csv`; an empty one if there is none."""
        return cls.read_for(classroom, classroom.roster) if classroom.roster.exists() else cls()

    @classmethod
    def read_for(cls, classroom: Classroom, path: Path) -> "Roster":
        """Reads a list of a class. Students whose former id it has get the one that they have now.

        Raises:
            BadRoster: as for `read`.
        """
        students, now = cls.read(path).students, former_ids(classroom)
        new = [now.get(student.id, student.id) for student in students]
        # If the new id is in the list, too, it belongs to somebody else there.
        times = Counter(new) + Counter(student.id for student in students)
        return cls(
            replace(student, id=id) if times[id] == 1 else student
            for student, id in zip(students, new, strict=True)
        )

    @classmethod
    def usable(cls, classroom: Classroom) -> "Roster":
        """The same list; an empty one if it cannot be used."""
        try:
            return cls.of(classroom)
        except BadRoster:
            return cls()

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """Reads a CSV, separated by commas, semicolons or tabs, with a line of headings.

        Raises:
            BadRoster: it is not a CSV, has no column of ids, or has ids that are missing,
                duplicate, or unfit for a folder's name.
        """
        return cls(_students(read_csv_file(path, BadRoster), path.name))

    @property
    def heading_of_ids(self) -> str:
        """The heading under which the list has everybody's id; empty if it has none."""
        headings = self.students[0].others if self.students else {}
        return next(
            (
                heading
                for heading in headings
                if all(_as_id(s.others.get(heading, "")) == s.id for s in self.students)
            ),
            "",
        )

    def __len__(self) -> int:
        return len(self.students)

    def find(self, text: str) -> Student | None:
        """The one student a text means, or None if it means nobody, or several.

        An id comes first, then an e-mail address or another number of the list, then the part of
        the address before the @, then a name in either order; case and accents do not matter.
        """
        found = self.candidates(text)
        return found[0] if len(found) == 1 else None

    def candidates(self, text: str) -> list[Student]:
        """All students a text may mean; if `find` gives None, these show why."""
        return self.numbered(text) or self.named(text)

    def numbered(self, text: str) -> list[Student]:
        """Everyone whose id, number, address, or address before the @, is this text."""
        plain = _plain_id(text)
        tables = (self._by_id, self._by_number, self._by_mailbox)
        return list(next((table[plain] for table in tables if plain in table), []))

    def named(self, name: str) -> list[Student]:
        """Everyone with this name, in either order, with or without spaces."""
        found = [student for key in folded(name) for student in self._by_name.get(key, [])]
        return list({student.id: student for student in found}.values())


def everybody(classroom: Classroom, assignment: str = "*") -> dict[str, str]:
    """The present id of each student of a class, by present and former id: what a table that names
    students by ids means by each of them. The present ones are those in the class list, if there is
    a usable one, and of all who handed in a homework, or any."""
    listed = [student.id for student in Roster.usable(classroom).students]
    present = {id: id for id in [*listed, *classroom.students(assignment)]}
    return former_ids(classroom) | present


def same_people(before: Roster, now: Roster) -> dict[str, str]:
    """The ids that changed between two lists: old id to new id of the same person. A person is the
    same if the registrar's number, the LMS's number or the e-mail address is: nobody chooses or
    changes these, and each must match one person only."""
    gone = [s for s in before.students if not _is_in(s, now)]
    new = [s for s in now.students if not _is_in(s, before)]
    by_key, found = _index(new, _lasting), {}
    for student in gone:
        same = {each.id for key in _lasting(student) for each in by_key.get(key, [])}
        if len(same) == 1:
            found[student.id] = same.pop()
    times = Counter(found.values())
    return {old: id for old, id in found.items() if times[id] == 1}


def _is_in(student: Student, roster: Roster) -> bool:
    return any(each.id == student.id for each in roster.students)


def _lasting(student: Student) -> set[tuple[str, str]]:
    """Pairs of kind and value that identify a student in another list."""
    found = {("email", _plain_id(student.email))} if "@" in student.email else set()
    for heading, value in student.others.items():
        word = plain_heading(heading)
        if word in REGISTRAR | OWN_NUMBER and re.search(r"\d", value):
            found.add(("registrar" if word in REGISTRAR else word, _plain_id(value)))
    return found


def nearest(text: str, students: Iterable[Student]) -> list[Student]:
    """Up to three students whose id or name is most like a text, the closest first."""
    wanted = min(folded(text), key=len, default="")

    def likeness(student: Student) -> float:
        called = _ways_to_write(student) | folded(student.id) | folded(student.last)
        return max((SequenceMatcher(None, wanted, each).ratio() for each in called), default=0.0)

    ranked = sorted(((likeness(s), s) for s in students), key=lambda each: -each[0])
    return [student for like, student in ranked if like > ALIKE][:3]


def is_test_student(id: str, name: str = "") -> bool:
    """Whether it is a test student, through whose eyes teachers see a course; a number may follow
    the name. Canvas's is in its class list, but not a student."""
    called = folded(id) | folded(name)
    return any(each.rstrip("0123456789") in TEST_STUDENTS for each in called)


def is_safe_id(text: str) -> bool:
    """Whether a text can be a student's id, and so a folder's name on any system."""
    return _SAFE.fullmatch(text) is not None


def _students(given: CsvFile, file: str) -> list[Student]:
    rows = given.rows
    if not rows:
        raise BadRoster(f"{file} is empty. A class list begins with headings: id,name,email.")
    headings = [plain_heading(heading) for heading in rows[0]]
    numbered = zip(given.lines[1:], rows[1:], strict=True)
    people = [(line, row) for line, row in numbered if _is_person(row, headings)]
    kinds = ("name", "first", "last", "email")
    name, first, last, email = (find_column(headings, PERSON[kind]) for kind in kinds)
    named = {column for column in (name, first, last) if column is not None}
    ids = _id_column(rows[0], named, people, file)
    students: list[Student] = []
    lines: dict[str, int] = {}
    for line, row in people:
        student_id = _as_id(cell_at(row, ids))
        where = f"Line {line} of {file}"
        if not is_safe_id(student_id):
            raise BadRoster(
                f"{where} has the id {student_id[:100]!r}, which cannot name a folder. Ids consist "
                "of letters, digits and . _ @ + - and begin with a letter or digit."
            )
        if before := lines.get(_plain_id(student_id)):
            raise BadRoster(
                f"{where} has the same id as line {before}, {student_id!r}. Every student needs an "
                "id of their own: delete one of the lines, or correct it."
            )
        lines[_plain_id(student_id)] = line
        parts = _name_parts(*(_in_one_line(cell_at(row, each)) for each in (name, first, last)))
        others: dict[str, str] = {}
        for heading, cell in zip(rows[0], row, strict=False):
            others.setdefault(heading, cell)
        address = _in_one_line(cell_at(row, email))
        students.append(Student(student_id, *parts, address, others))
    return students


def _as_id(text: str) -> str:
    return _LEFT_OUT.sub("", unicodedata.normalize("NFC", text.strip()))


def _in_one_line(text: str) -> str:
    """A name without line breaks, after which it could look like another student's row, and without
    NUL, which PostgreSQL refuses."""
    return " ".join(text.replace("\0", "").split())


def _is_person(row: list[str], headings: list[str]) -> bool:
    """Whether a row is a student: not empty, nor Canvas's row of points or its test student."""
    known = {word for words in PERSON.values() for word in words}
    cells = [c.strip() for c, h in zip(row, headings, strict=False) if h in known and c.strip()]
    return bool(cells) and cells[0].casefold() not in NOT_STUDENTS


def _id_column(
    headings: list[str], named: set[int], people: list[tuple[int, list[str]]], file: str
) -> int:
    """The first possible column of ids in which every student has one.

    Args:
        named: the columns of names.
        people: the rows of students, with their lines.

    Raises:
        BadRoster: there is none.
    """
    words = [plain_heading(heading) for heading in headings]
    free = [i for i in range(len(words)) if i not in named]
    columns = [i for word in (*_IDS, *PERSON["email"]) for i in free if words[i] == word]
    if not columns:
        raise BadRoster(
            f"{file} has no column of ids. Its headings are {', '.join(headings)[:200]}; one of "
            "them should be id, Username, SID, ID number, Student ID, SIS Login ID or Email."
        )
    for column in columns:
        if all(cell_at(row, column) for _, row in people):
            return column
    best = max(columns, key=lambda column: sum(bool(cell_at(row, column)) for _, row in people))
    line = next(line for line, row in people if not cell_at(row, best))
    raise BadRoster(
        f"Line {line} of {file} has nothing under {headings[best]!r}, and no other column has an "
        "id for everybody. Fill it in, or delete the line."
    )


def _name_parts(name: str, first: str, last: str) -> tuple[str, str, str]:
    """The full name, the first name and the last name."""
    if not (first or last):
        if "," in name:
            last, first = (part.strip() for part in name.split(",", 1))
        else:
            first, last = _parted(name)
            return name, first, last
    return f"{first} {last}".strip(), first, last


def _parted(name: str) -> tuple[str, str]:
    """The first and the last name, of a name in this order, as far as one can know."""
    words = name.split()
    between = range(1, len(words) - 1)
    begins = next((i for i in between if words[i].strip(".").casefold() in _PARTICLES), -1)
    return " ".join(words[:begins]), " ".join(words[begins:])


def _index(
    students: list[Student], keys: Callable[[Student], Iterable[Hashable]]
) -> dict[Hashable, list[Student]]:
    """The students by each of their keys that is not empty."""
    table = defaultdict(list)
    for student in students:
        for key in {key for key in keys(student) if key}:
            table[key].append(student)
    return dict(table)


def _address_and_ids(student: Student) -> list[str]:
    """The student's address, and all other ids in the list."""
    found = [_plain_id(student.email)]
    for heading, value in student.others.items():
        word = plain_heading(heading)
        if word in PERSON["id"]:
            found.append(_plain_id(value))
        elif word == PARTICIPANT:
            found += [f"participant {number}" for number in re.findall(r"\d+", value)]
    return found


def _ways_to_write(student: Student) -> set[str]:
    """The name in each order. Where a list gives it whole, nobody can tell where the family name
    begins, which a system puts first: Luz García Márquez may be garcíamárquezluz."""
    first, last, words = student.first, student.last, student.name.split()
    orders = [" ".join(words[i:] + words[:i]) for i in range(max(1, len(words)))]
    written = (*orders, f"{last} {first}", f"{first} {last}")
    return {key for each in written for key in folded(each)}


def _plain_id(text: str) -> str:
    # Brightspace puts a "#" before ids, so that spreadsheets leave their zeros alone.
    return unicodedata.normalize("NFC", text).strip().removeprefix("#").casefold()
