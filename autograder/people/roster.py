"""The class list: says who is in the class, whom a system means by a name, id or address, who has
another id in another list, and whom an unknown id may mean."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cached_property
from operator import itemgetter
from pathlib import Path

from autograder.base.files import cached_until_changed, is_there
from autograder.base.paths import Classroom
from autograder.people.former_ids import former_ids
from autograder.people.headings import OWN_NUMBER, PARTICIPANT, PERSON, REGISTRAR, plain_heading
from autograder.people.roster_file import BadRoster, id_from_login, read_students
from autograder.people.spelling import folded
from autograder.people.student import Student, by_keys, plain_id

MAX_NEAREST = 3  # students that are suggested
_MIN_ALIKE = 0.7  # the similarity, from 0 to 1, from which an id or name suggests another


# A run over a class asks for its list with each student.
_students_in = cached_until_changed(read_students, most=4)


class Roster:
    """The students of a class, and how to find one by what a system calls them."""

    def __init__(self, students: Iterable[Student] = ()):
        self.students = list(students)

    # Many commands never look for anybody, and folding names takes most of the time of a big list.

    @cached_property
    def _by_id(self) -> list[dict[str, list[Student]]]:
        """The students by id, by number and address, and by the part of it before the @."""
        return [
            {plain_id(student.id): [student] for student in self.students},
            by_keys(self.students, _address_and_ids),
            by_keys(self.students, lambda s: [plain_id(s.email.partition("@")[0])]),
        ]

    @cached_property
    def _by_name(self) -> dict[str, list[Student]]:
        return by_keys(self.students, lambda student: student.spellings)

    @classmethod
    def of(cls, classroom: Classroom, path: Path | None = None) -> "Roster":
        """The list of a class: that at `path` or, by default, in its folder, `roster.csv`; an empty
        one if there is none. Where it has a student's former id, the student gets the present one,
        unless the class's list shows that it is another's now.

        Raises:
            BadRoster: as for `read`.
        """
        if path is None and not is_there(classroom.roster, BadRoster):
            return cls()
        roster, new_ids = cls.read(path or classroom.roster), former_ids(classroom)
        ids = set(roster.ids)
        wanted = Counter(new_ids.get(each, each) for each in ids)
        located = located_ids(cls.or_empty(classroom), roster) if path else {}
        owners = {new: old for old, new in located.items()}

        def with_new_id(student: Student) -> Student:
            new_id = new_ids.get(student.id, student.id)
            # If the list also has the new id, it is somebody else's there.
            is_free = new_id not in ids and wanted[new_id] == 1
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
    def ids(self) -> list[str]:
        """The ids of all students."""
        return [student.id for student in self.students]

    @property
    def heading_of_ids(self) -> str:
        """The heading of the column that has everybody's id; empty if there is no such column."""

        def has_ids(heading: str) -> bool:
            return all(id_from_login(s.cells.get(heading, "")) == s.id for s in self.students)

        return next(filter(has_ids, self.students[0].cells if self.students else ()), "")

    def __len__(self) -> int:
        return len(self.students)

    def find(self, text: str) -> Student | None:
        """The one student whom a text means; None if it means nobody or several.

        The text is first looked for among the ids, then among the e-mail addresses and other
        numbers in the list, then among the parts of the addresses before the @, and then among the
        names, in either order. Case and accents do not matter.
        """
        candidates = self.candidates(text)
        return candidates[0] if len(candidates) == 1 else None

    def candidates(self, text: str) -> list[Student]:
        """All students whom a text may mean. If `find` returns None, these show why."""
        return self.with_id(text) or self.with_name(text)

    def with_id(self, text: str) -> list[Student]:
        """Everyone whose id, number, address, or part of the address before the @, is this text."""
        plain = plain_id(text)
        for students in self._by_id:
            if plain in students:
                return list(students[plain])
        return []

    def with_name(self, name: str) -> list[Student]:
        """Everyone with this name, in either order, with or without spaces."""
        by_id: dict[str, Student] = {}
        for spelling in folded(name):
            by_id |= {student.id: student for student in self._by_name.get(spelling, [])}
        return list(by_id.values())


def current_ids(classroom: Classroom, homework: str = "*") -> dict[str, str]:
    """The current id of each student of a class, by current and former id. So a table that names
    students by either can be understood.

    Current are the ids in the class list, if there is a usable one, and those of all who handed in
    the homework; by default, any homework.
    """
    listed = Roster.or_empty(classroom).ids
    current = {student: student for student in [*listed, *classroom.students(homework)]}
    return former_ids(classroom) | current


def changed_ids(before: Roster, now: Roster) -> dict[str, str]:
    """The ids that changed between two lists, as the new id of each person by the old one.

    Two entries are the same person if they have the registrar's number, the LMS's number or the
    e-mail address in common, which people neither choose nor change. Each of these must match one
    person only.
    """
    ids_before, ids_now = set(before.ids), set(now.ids)
    gone = [student for student in before.students if student.id not in ids_now]
    new = [student for student in now.students if student.id not in ids_before]
    new_by_key = by_keys(new, _lasting_keys)
    changed: dict[str, str] = {}
    for student in gone:
        matches = {match.id for key in _lasting_keys(student) for match in new_by_key.get(key, [])}
        if len(matches) == 1:
            changed[student.id] = matches.pop()
    times = Counter(changed.values())
    return {old_id: new_id for old_id, new_id in changed.items() if times[new_id] == 1}


def located_ids(before: Roster, now: Roster) -> dict[str, str]:
    """The id in the new list of each person of the old one who is surely in it, by the old id. What
    identifies somebody best decides: the registrar's number, then the LMS's, then the address, and
    at last the name. Unlike in `changed_ids`, the id may be one that was another's."""

    def keys_of(student: Student) -> list[tuple[str, str]]:
        names = {("name", spelling) for spelling in student.spellings}
        order = ("registrar", *sorted(OWN_NUMBER), "email", "name")
        return sorted(_lasting_keys(student) | names, key=lambda key: (order.index(key[0]), key))

    now_by_key = by_keys(now.students, keys_of)
    located: dict[str, str] = {}
    for student in before.students:
        matches = next((now_by_key[key] for key in keys_of(student) if key in now_by_key), [])
        if len(matches) == 1:
            located[student.id] = matches[0].id
    return located


def did_you_mean(classroom: Classroom, student: str, known_ids: Iterable[str]) -> str:
    """A hint on an unknown id; empty if there is nothing to suggest.

    If a student was renamed, it is a sentence with their present id. Otherwise it is a question. It
    names the ids of those whose address, number or name in the class list is the unknown id, or
    else the known ids that are most similar to it, by id or by name.
    """
    if now := former_ids(classroom).get(student):
        return f" {student} is {now} now."
    roster, known_ids = Roster.or_empty(classroom), set(known_ids)
    meant = [match for match in roster.candidates(student) if match.id in known_ids]
    if not meant:
        listed = {match.id: match for match in roster.students}
        meant = nearest(student, (listed.get(known, Student(known)) for known in sorted(known_ids)))
    ids = " or ".join(match.id for match in meant[:MAX_NEAREST])
    return f" Did you mean {ids}?" if ids else ""


def nearest(text: str, students: Iterable[Student]) -> list[Student]:
    """The students whose id or name is most similar to a text, the most similar first."""
    wanted = min(folded(text), key=len, default="")

    def likeness(student: Student) -> float:
        spellings = student.spellings | folded(student.id) | folded(student.last)
        ratios = (SequenceMatcher(None, wanted, spelling).ratio() for spelling in spellings)
        return max(ratios, default=0.0)

    ranked = [(likeness(student), student) for student in students]
    ranked.sort(key=itemgetter(0), reverse=True)
    return [student for ratio, student in ranked if ratio > _MIN_ALIKE][:MAX_NEAREST]


def _address_and_ids(student: Student) -> list[str]:
    """The student's address, and all other ids in the list."""
    keys = [plain_id(student.email)]
    for heading, value in student.cells.items():
        word = plain_heading(heading)
        if word in PERSON["id"]:
            keys.append(plain_id(value))
        elif word == PARTICIPANT:
            keys += [f"participant {number}" for number in re.findall(r"\d+", value)]
    return keys


def _lasting_keys(student: Student) -> set[tuple[str, str]]:
    """Pairs of kind and value that identify a student in another list."""
    keys = {("email", plain_id(student.email))} if "@" in student.email else set()
    for heading, value in student.cells.items():
        word = plain_heading(heading)
        if word in REGISTRAR | OWN_NUMBER and re.search(r"\d", value):
            keys.add(("registrar" if word in REGISTRAR else word, plain_id(value)))
    return keys
