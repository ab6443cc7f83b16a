"""Describes one person of a class, and says what can be a person's id."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from autograder.people.headings import TEST_STUDENTS
from autograder.people.spelling import folded, in_alphabet

_Key = TypeVar("_Key", bound=Hashable)

_SAFE = re.compile(r"\w(?:[\w.@+-]{0,98}[\w@+-])?")
MAX_ID_BYTES = 200  # a file's name has at most 255 bytes, and some names contain an id


@dataclass(frozen=True)
class Student:
    """A person in the class."""

    id: str  # nbgrader's id of the student, the name of the folder under `submitted/`
    name: str = ""  # as people write it, "First Last"
    first: str = ""  # the first name, if known
    last: str = ""  # the last name, if known
    email: str = ""  # the address, if known
    # The student's row of the class list: every cell, unchanged, by its heading.
    cells: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def id_and_name(self) -> str:
        """The id and the name, if known."""
        return f"{self.id}  {self.name}".strip()

    @property
    def spellings(self) -> set[str]:
        """The name in each order, folded. Some systems put the family name first, but a list of
        full names does not tell where the family name begins: Luz García Márquez may be
        garciamarquezluz."""
        words = self.name.split()
        ways = {f"{self.last} {self.first}", f"{self.first} {self.last}"}
        ways |= {" ".join(words[i:] + words[:i]) for i in range(len(words))}
        return {spelling for way in ways for spelling in folded(way)}

    @property
    def is_test(self) -> bool:
        """Whether it is a test student."""
        return is_test_student(self.id, self.name)

    @property
    def sort_key(self) -> tuple[str, str]:
        """The family name and the full name or, if there is no name, the id; then the id again."""
        return in_alphabet(f"{self.last} {self.name or self.id}".strip()), self.id


def are_two_people(one: Student, other: Student) -> bool:
    """Whether two students are certainly two people: both have names, which are not spellings of
    the same name, and they do not share an address."""
    have_one_address = comparable_id(one.email) == comparable_id(other.email) != ""
    are_named = bool(one.spellings and other.spellings)
    return are_named and one.spellings.isdisjoint(other.spellings) and not have_one_address


def have_different_names(one: Student, other: Student) -> bool:
    """Whether both have names, and neither is the other's, with or without further names."""
    words = ([*filter(None, map(folded, each.name.split()))] for each in (one, other))
    shorter, longer = sorted(words, key=len)
    has_all = all(any(word & each for each in longer) for word in shorter)
    return bool(shorter) and not has_all and one.spellings.isdisjoint(other.spellings)


def is_test_student(student_id: str, name: str = "") -> bool:
    """Whether this is a test student, an account through which teachers see a course. A number may
    follow the name. Canvas's class list contains its test student, who is not in the class."""
    spellings = folded(student_id) | folded(name)
    return any(spelling.rstrip("0123456789") in TEST_STUDENTS for spelling in spellings)


def is_valid_id(text: str) -> bool:
    """Whether a text can be a student's id, which must be a valid folder name on Linux and
    macOS."""
    return _SAFE.fullmatch(text) is not None and len(text.encode()) <= MAX_ID_BYTES


def id_from(text: str) -> str:
    """Makes a student's id, and so a folder's name, from a text; empty if nothing is left."""
    text = unicodedata.normalize("NFC", text.strip())
    if is_valid_id(text):
        return text
    shortened = re.sub(r"[^\w.@+-]+", "-", text).strip("-.@+")[:100]
    return shortened.encode()[:MAX_ID_BYTES].decode(errors="ignore").rstrip("-.")


def comparable_id(text: str) -> str:
    """An id, an address or a number, reduced to what is the same in all systems."""
    # Brightspace puts a "#" before ids, so that spreadsheets do not drop leading zeros.
    return unicodedata.normalize("NFC", text).strip().removeprefix("#").casefold()


def by_keys(
    students: list[Student], keys_of: Callable[[Student], Iterable[_Key]]
) -> dict[_Key, list[Student]]:
    """The students by key. A student is listed under each of their keys that is not empty."""
    table: dict[_Key, list[Student]] = defaultdict(list)
    for student in students:
        for key in set(keys_of(student)):
            if key:
                table[key].append(student)
    return dict(table)
