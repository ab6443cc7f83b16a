"""Whom an unknown id may mean."""

from collections.abc import Iterable

from autograder.base.paths import Classroom
from autograder.people.former_ids import former_ids
from autograder.people.roster import Roster, nearest
from autograder.people.student import Student

MAX_MEANT = 3  # ids that are suggested


def did_you_mean(classroom: Classroom, student: str, there: Iterable[str]) -> str:
    """A hint on an unknown id: a sentence with the one that a renamed student has now, or else a
    question with the ids of those whose address, number or name it is in the class list, or with
    the ids most like it, by id or by name; empty if there are none."""
    if now := former_ids(classroom).get(student):
        return f" {student} is {now} now."
    roster, there = Roster.usable(classroom), set(there)
    listed = {each.id: each for each in roster.students}
    like = [each for each in roster.candidates(student) if each.id in there][:MAX_MEANT]
    like = like or nearest(student, (listed.get(id, Student(id)) for id in sorted(there)))
    named = " or ".join(each.id for each in like)
    return f" Did you mean {named}?" if named else ""
