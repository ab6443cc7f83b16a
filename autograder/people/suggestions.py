"""Suggests whom an unknown id or name may mean."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from operator import itemgetter

from autograder.base.classroom import Classroom
from autograder.people.former_ids import former_ids
from autograder.people.roster import Roster
from autograder.people.spelling import folded
from autograder.people.student import Student

MAX_NEAREST = 3  # students that are suggested
_MIN_ALIKE = 0.7  # the similarity, from 0 to 1, from which an id or name suggests another


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
        known = (roster.by_id.get(each, Student(each)) for each in sorted(known_ids))
        meant = nearest(student, known)
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
