"""Finds the people of one class list in another, which may give them other ids."""

import re
from collections import Counter

from autograder.people.headings import OWN_NUMBER, REGISTRAR
from autograder.people.roster import Roster
from autograder.people.spelling import plain_heading
from autograder.people.student import Student, by_keys, plain_id


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


def _lasting_keys(student: Student) -> set[tuple[str, str]]:
    """Pairs of kind and value that identify a student in another list."""
    keys = {("email", plain_id(student.email))} if "@" in student.email else set()
    for heading, value in student.cells.items():
        word = plain_heading(heading)
        if word in REGISTRAR | OWN_NUMBER and re.search(r"\d", value):
            keys.add(("registrar" if word in REGISTRAR else word, plain_id(value)))
    return keys
