"""Whom an unknown id may mean."""

from collections.abc import Iterable

from autograder.base.paths import Classroom
from autograder.people.former_ids import former_ids
from autograder.people.roster import MAX_NEAREST, Roster, nearest
from autograder.people.student import Student


def did_you_mean(classroom: Classroom, student: str, known_ids: Iterable[str]) -> str:
    """A hint on an unknown id: a sentence with the one that a renamed student has now, or else a
    question with the ids of those whose address, number or name it is in the class list, or with
    the ids most like it, by id or by name; empty if there are none."""
    if now := former_ids(classroom).get(student):
        return f" {student} is {now} now."
    roster, known_ids = Roster.usable(classroom), set(known_ids)
    meant = [match for match in roster.candidates(student) if match.id in known_ids]
    if not meant:
        listed = {match.id: match for match in roster.students}
        meant = nearest(student, (listed.get(id, Student(id)) for id in sorted(known_ids)))
    ids = " or ".join(match.id for match in meant[:MAX_NEAREST])
    return f" Did you mean {ids}?" if ids else ""
