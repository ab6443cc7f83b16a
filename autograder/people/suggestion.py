"""Suggests whom an unknown id may mean."""

from collections.abc import Iterable

from autograder.base.paths import Classroom
from autograder.people.former_ids import former_ids
from autograder.people.roster import MAX_NEAREST, Roster, nearest
from autograder.people.student import Student


def did_you_mean(classroom: Classroom, student: str, known_ids: Iterable[str]) -> str:
    """A hint on an unknown id; empty if there is nothing to suggest.

    If a student was renamed, it is a sentence with their present id. Otherwise it is a question. It
    names the ids of those whose address, number or name in the class list is the unknown id, or
    else the known ids that are most similar to it, by id or by name.
    """
    if now := former_ids(classroom).get(student):
        return f" {student} is {now} now."
    roster, known_ids = Roster.usable(classroom), set(known_ids)
    meant = [match for match in roster.candidates(student) if match.id in known_ids]
    if not meant:
        listed = {match.id: match for match in roster.students}
        meant = nearest(student, (listed.get(id, Student(id)) for id in sorted(known_ids)))
    ids = " or ".join(match.id for match in meant[:MAX_NEAREST])
    return f" Did you mean {ids}?" if ids else ""
