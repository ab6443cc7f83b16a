"""Finds the people of one class list in another, which may give them other ids."""

import re
from collections import Counter

from autograder.people.headings import OWN_NUMBER, REGISTRAR
from autograder.people.roster import Roster
from autograder.people.spelling import plain_heading
from autograder.people.student import Student, by_keys, plain_id


def same_people(before: Roster, now: Roster) -> dict[str, str]:
    """The ids that changed between two lists: old id to new id of the same person. A person is the
    same if the registrar's number, the LMS's number or the e-mail address is: nobody chooses or
    changes these, and each must match one person only."""
    gone = [s for s in before.students if not _is_in(s, now)]
    new = [s for s in now.students if not _is_in(s, before)]
    by_key, found = by_keys(new, _lasting), {}
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
    found = {("email", plain_id(student.email))} if "@" in student.email else set()
    for heading, value in student.others.items():
        word = plain_heading(heading)
        if word in REGISTRAR | OWN_NUMBER and re.search(r"\d", value):
            found.add(("registrar" if word in REGISTRAR else word, plain_id(value)))
    return found
