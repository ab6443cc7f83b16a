"""The class list: says who is in the class, and whom a system means by a name, id or address."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.files import cached_until_changed, require_file_or_nothing
from autograder.people.former_ids import former_ids
from autograder.people.headings import PARTICIPANT, PERSON, plain_heading
from autograder.people.list_changes import located_ids
from autograder.people.roster_file import BadRoster, id_from_login, read_students
from autograder.people.spelling import folded
from autograder.people.student import Student, by_keys, comparable_id

# A command that works through a class asks for its list again for each student.
_students_in = cached_until_changed(read_students, most=4)


class Roster:
    """The students of a class, and how to find one by what a system calls them."""

    def __init__(self, students: Iterable[Student] = ()):
        self.students = list(students)

    # Made when first needed: many commands look for nobody, and folding a big list's names is slow.

    @cached_property
    def by_id(self) -> dict[str, Student]:
        """The students by id, in the order of the list."""
        return {student.id: student for student in self.students}

    @cached_property
    def _by_list_id(self) -> dict[str, list[Student]]:
        return {comparable_id(student.id): [student] for student in self.students}

    @cached_property
    def _by_other_id(self) -> dict[str, list[Student]]:
        return by_keys(self.students, _other_ids)

    @cached_property
    def _by_address(self) -> dict[str, list[Student]]:
        return by_keys(self.students, lambda student: [comparable_id(student.email)])

    @cached_property
    def _by_mailbox(self) -> dict[str, list[Student]]:
        return by_keys(self.students, lambda s: [comparable_id(s.email.partition("@")[0])])

    @cached_property
    def _by_name(self) -> dict[str, list[Student]]:
        return by_keys(self.students, lambda student: student.spellings)

    @classmethod
    def of(cls, classroom: Classroom, path: Path | None = None) -> "Roster":
        """The class list at `path` or, by default, `roster.csv` in the class's folder; an empty one
        if there is no `roster.csv`. A student who is listed under a former id gets the present one,
        unless that is also in the list, or the class's own list shows that the former id now
        belongs to somebody else.

        Raises:
            BadRoster: as for `read`.
        """
        if path is None and not require_file_or_nothing(classroom.roster, BadRoster):
            return cls()
        roster, new_ids = cls.read(path or classroom.roster), former_ids(classroom)
        wanted = Counter(new_ids.get(each, each) for each in roster.by_id)
        located = located_ids(cls.or_empty(classroom).students, roster.students) if path else {}
        owners = {new: old for old, new in located.items()}

        def with_new_id(student: Student) -> Student:
            new_id = new_ids.get(student.id, student.id)
            # If the list also has the new id, it is somebody else's there.
            is_free = new_id not in roster.by_id and wanted[new_id] == 1
            is_theirs = student.id == located.get(new_id, student.id)
            is_theirs &= new_id == owners.get(student.id, new_id)
            return replace(student, id=new_id) if is_free and is_theirs else student

        return cls(map(with_new_id, roster.students))

    @classmethod
    def or_empty(cls, classroom: Classroom) -> "Roster":
        """The list in a class's folder; an empty one if there is none or it cannot be used."""
        try:
            return cls.of(classroom)
        except BadRoster:
            return cls()

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """Reads a list and leaves the ids in it as they are.

        Raises:
            BadRoster: as for `read_students`.
        """
        return cls(_students_in(path))

    @property
    def heading_of_ids(self) -> str:
        """The heading of the column that has everybody's id; empty if there is no such column."""

        def has_ids(heading: str) -> bool:
            return all(id_from_login(s.cells.get(heading, "")) == s.id for s in self.students)

        return next(filter(has_ids, self.students[0].cells if self.students else ()), "")

    def find(self, text: str) -> Student | None:
        """The one student whom a text means; None if it means nobody or several.

        The text is first looked for among the ids, other numbers and e-mail addresses in the list,
        and then among the parts of the addresses before the @ and the names, in either order. Case
        and accents do not matter.
        """
        candidates = self.candidates(text)
        return candidates[0] if len(candidates) == 1 else None

    def candidates(self, text: str) -> list[Student]:
        """All students whom a text may mean. If `find` returns None, these show why."""
        return self.with_id(text) or agreed(self.with_mailbox(text), self.with_name(text))

    def with_id(self, text: str) -> list[Student]:
        """Everyone whose id or, if there is none, other number is this text, or whose address. An
        address belongs to one person, so whoever has it as a number may not be meant."""
        plain = comparable_id(text)
        by_id = self._by_list_id.get(plain) or self._by_other_id.get(plain, [])
        return agreed(by_id, self._by_address.get(plain, []))

    def with_mailbox(self, text: str) -> list[Student]:
        """Everyone whose address has this text before the @. As with a name, somebody may have
        chosen it."""
        return list(self._by_mailbox.get(comparable_id(text), []))

    def with_name(self, name: str) -> list[Student]:
        """Everyone with this name, in either order, with or without spaces."""
        found = (self._by_name.get(spelling, []) for spelling in folded(name))
        return list({student.id: student for students in found for student in students}.values())


def agreed(*findings: list[Student]) -> list[Student]:
    """Those who are in all of the findings that found anybody or, if there is no such person,
    everybody who is in any of them."""
    found = [{student.id: student for student in students} for students in findings if students]
    everybody = {key: student for students in found for key, student in students.items()}
    shared = [s for key, s in everybody.items() if all(key in students for students in found)]
    return shared or list(everybody.values())


def current_ids(classroom: Classroom, homework: str = "*") -> dict[str, str]:
    """The current id of each student of a class, by current and former id, to understand a table
    that names students by either.

    The current ids are those in the class list, if it can be used, and those of all who handed in
    the homework; by default, any homework.
    """
    listed = Roster.or_empty(classroom).by_id
    current = {student: student for student in [*listed, *classroom.students(homework)]}
    return former_ids(classroom) | current


def _other_ids(student: Student) -> list[str]:
    """All ids of the student in the list, and the number as a participant in Moodle. Such a number
    counts only in Moodle's own column: students may be able to write it into another."""
    keys = []
    for heading, value in student.cells.items():
        word, key = plain_heading(heading), comparable_id(value)
        if word in PERSON["id"] and not key.startswith("participant "):
            keys.append(key)
        elif word == PARTICIPANT:
            keys += [f"participant {number}" for number in re.findall(r"\d+", value)]
    return keys
