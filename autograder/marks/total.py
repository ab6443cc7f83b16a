"""Computes the marks of a term: each student's total over the homeworks, by the class's rules."""

from dataclasses import dataclass, field

from autograder.base.classroom import Classroom
from autograder.base.paths import homeworks
from autograder.marks.class_marks import ClassMarks, Mark, NoMark, class_marks
from autograder.notebook.exercises import Exercise, Exercises
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.people.student import Student
from autograder.rules.policy_file import policy_of

TOTAL = Exercise("total", "Total", 100.0)  # in percent


@dataclass
class StudentTotal:
    """One student's term."""

    student: Student  # from the class list, or as the gradebook knows them
    listed: bool = True  # whether they are in the class list, if there is one
    # By homework, the fraction of its points that was earned: from 0 to 1, or more with extra
    # credit; 0 for a homework that was not handed in. Homeworks from which the student is excused
    # are left out.
    fractions: dict[str, float] = field(default_factory=dict)
    dropped: frozenset[str] = frozenset()  # the homeworks dropped as the lowest
    total: float | None = None  # from 0 to 1; None if a homework has no mark yet
    # Why there is no total, and what was excused, in sentences.
    remarks: list[str] = field(default_factory=list)


def totals(classroom: Classroom) -> tuple[list[str], list[StudentTotal]]:
    """The homeworks that count and have a mark, and everybody's total.

    Raises:
        Failure: a file of the class cannot be used.
    """
    policy = policy_of(classroom)
    terms: dict[str, StudentTotal] = {}
    waiting: set[str] = set()
    counted = []
    for name in homeworks():
        if not policy.totals.counts(name):
            continue
        marks = class_marks(classroom, name)
        if not any(mark.value is not None for mark in marks):
            continue
        points = marks.exercises.points
        if not points:  # all questions are void or extra credit, so there is no percentage
            continue
        counted.append(name)
        for mark in marks:
            term = terms.setdefault(mark.student.id, StudentTotal(mark.student, mark.listed))
            if policy.is_excused(mark.student.id, name):
                remark = f"{name}: excused"
                if mark.value is not None:
                    remark += f", so the mark {mark.value:g} does not count"
                term.remarks.append(remark)
            elif mark.no_mark and not mark.is_missing:
                term.remarks.append(f"{name}: {mark.why_none}")
                waiting.add(mark.student.id)
            else:
                term.fractions[name] = mark.value / points if mark.value else 0.0
    for term in terms.values():
        if term.student.is_test:
            term.remarks = ["a test student, who has no total"]
        elif term.student.id not in waiting and term.fractions:
            term.total, term.dropped = policy.totals.total(term.fractions)
    return counted, list(terms.values())


def totals_as_marks(classroom: Classroom, terms: list[StudentTotal]) -> ClassMarks:
    """The totals in percent, as marks of a homework that has one exercise, `TOTAL`."""
    marks = []
    for term in terms:
        if term.total is None:
            remarks = "; ".join(term.remarks)
            mark = Mark(term.student, no_mark=NoMark.NO_TOTAL, details=remarks, listed=term.listed)
        else:
            percent = 100 * term.total
            recorded = RecordedSubmission({TOTAL.id: percent}, mark=percent)
            mark = Mark(term.student, recorded, listed=term.listed)
        marks.append(mark)
    return ClassMarks(classroom, TOTAL.id, Exercises([TOTAL]), marks)
