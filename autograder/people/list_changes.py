"""Finds students who have a different id in another class list."""

import re
from collections import Counter
from collections.abc import Callable, Hashable
from typing import TypeVar

from autograder.people.headings import LMS_NUMBER, REGISTRAR, plain_heading
from autograder.people.student import Student, by_keys, comparable_id

_Key = TypeVar("_Key", bound=Hashable)


def changed_ids(before: list[Student], now: list[Student]) -> dict[str, str]:
    """The new id of each person whose id changed between two lists, by the old id.

    Two entries are the same person if they have the registrar's number, the LMS's number or the
    e-mail address in common, which people neither choose nor change. Together, these must match
    exactly one person, whom nobody else matches.
    """
    return _joined(before, now, _lasting_keys)


def namesakes(before: list[Student], now: list[Student]) -> dict[str, str]:
    """By the id of each person who is gone, that of the one new person with the same name. They may
    be one person or two."""
    return _joined(before, now, lambda student: student.spellings)


def _joined(
    before: list[Student], now: list[Student], keys_of: Callable[[Student], set[_Key]]
) -> dict[str, str]:
    """By the id of each person who is gone, that of a new person, if these two have a key in
    common, and neither has one in common with anybody else."""
    ids_before, ids_now = ({student.id for student in students} for students in (before, now))
    gone = [student for student in before if student.id not in ids_now]
    new = [student for student in now if student.id not in ids_before]
    new_by_key = by_keys(new, keys_of)
    changed: dict[str, str] = {}
    for student in gone:
        matches = {match.id for key in keys_of(student) for match in new_by_key.get(key, [])}
        if len(matches) == 1:
            changed[student.id] = matches.pop()
    times = Counter(changed.values())
    return {old_id: new_id for old_id, new_id in changed.items() if times[new_id] == 1}


def located_ids(before: list[Student], now: list[Student]) -> dict[str, str]:
    """The new id of each person who is certainly in both lists, by the old id. The best key that
    both lists have decides: the registrar's number, then the LMS's, then the address, and last the
    name. Unlike in `changed_ids`, the new id may have been another person's."""

    def keys_of(student: Student) -> list[tuple[str, str]]:
        names = {("name", spelling) for spelling in student.spellings}
        order = ("registrar", *sorted(LMS_NUMBER), "email", "name")
        return sorted(_lasting_keys(student) | names, key=lambda key: (order.index(key[0]), key))

    now_by_key = by_keys(now, keys_of)
    located: dict[str, str] = {}
    for student in before:
        matches = next((now_by_key[key] for key in keys_of(student) if key in now_by_key), [])
        if len(matches) == 1:
            located[student.id] = matches[0].id
    return located


def _lasting_keys(student: Student) -> set[tuple[str, str]]:
    """Pairs of kind and value that identify a student in another list."""
    keys = {("email", comparable_id(student.email))} if "@" in student.email else set()
    for heading, value in student.cells.items():
        word = plain_heading(heading)
        if word in REGISTRAR | LMS_NUMBER and re.search(r"\d", value):
            keys.add(("registrar" if word in REGISTRAR else word, comparable_id(value)))
    return keys
