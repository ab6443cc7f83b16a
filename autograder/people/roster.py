"""The class list: who is in the class, and who is meant by what a system calls them."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

from autograder.base.paths import Classroom
from autograder.people.former_ids import former_ids
from autograder.people.headings import PARTICIPANT, PERSON
from autograder.people.person_names import ways_to_write
from autograder.people.roster_file import BadRoster, id_from_login, read_students
from autograder.people.spelling import folded, plain_heading
from autograder.people.student import Student, by_keys, plain_id

_MIN_ALIKE = 0.7  # the similarity, from 0 to 1, for one id or name to suggest another


class Roster:
    """The students of a class, and how to find one by what a system calls them."""

    def __init__(self, students: list[Student] = ()):
        self.students = list(students)
        self._by_id = {plain_id(student.id): [student] for student in self.students}
        self._by_number = by_keys(self.students, _address_and_ids)
        self._by_mailbox = by_keys(self.students, lambda s: [plain_id(s.email.partition("@")[0])])
        self._by_name = by_keys(self.students, _ways_to_write)

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
        """The list in a class's folder; an empty one if there is none, or it cannot be used."""
        try:
            return cls.of(classroom)
        except BadRoster:
            return cls()

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """Reads a list as it is written.

        Raises:
            BadRoster: as for `read_students`.
        """
        return cls(read_students(path))

    @property
    def ids(self) -> list[str]:
        """Everybody's id."""
        return [student.id for student in self.students]

    @property
    def heading_of_ids(self) -> str:
        """The heading under which the list has everybody's id; empty if it has none."""
        headings = self.students[0].others if self.students else {}
        return next(
            (
                heading
                for heading in headings
                if all(id_from_login(s.others.get(heading, "")) == s.id for s in self.students)
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
        plain = plain_id(text)
        tables = (self._by_id, self._by_number, self._by_mailbox)
        return list(next((table[plain] for table in tables if plain in table), []))

    def named(self, name: str) -> list[Student]:
        """Everyone with this name, in either order, with or without spaces."""
        found = [student for key in folded(name) for student in self._by_name.get(key, [])]
        return list({student.id: student for student in found}.values())


def everybody(classroom: Classroom, homework: str = "*") -> dict[str, str]:
    """The present id of each student of a class, by present and former id: what a table that names
    students by ids means by each of them. The present ones are those in the class list, if there is
    a usable one, and of all who handed in a homework, or any."""
    listed = Roster.usable(classroom).ids
    present = {id: id for id in [*listed, *classroom.students(homework)]}
    return former_ids(classroom) | present


def nearest(text: str, students: Iterable[Student]) -> list[Student]:
    """Up to three students whose id or name is most like a text, the closest first."""
    wanted = min(folded(text), key=len, default="")

    def likeness(student: Student) -> float:
        called = _ways_to_write(student) | folded(student.id) | folded(student.last)
        return max((SequenceMatcher(None, wanted, each).ratio() for each in called), default=0.0)

    ranked = sorted(((likeness(s), s) for s in students), key=lambda each: -each[0])
    return [student for like, student in ranked if like > _MIN_ALIKE][:3]


def _address_and_ids(student: Student) -> list[str]:
    """The student's address, and all other ids in the list."""
    found = [plain_id(student.email)]
    for heading, value in student.others.items():
        word = plain_heading(heading)
        if word in PERSON["id"]:
            found.append(plain_id(value))
        elif word == PARTICIPANT:
            found += [f"participant {number}" for number in re.findall(r"\d+", value)]
    return found


def _ways_to_write(student: Student) -> set[str]:
    return ways_to_write(student.first, student.last, student.name)
