"""The facts of a report: from the gradebook, the journal and the graded notebooks."""

import nbformat
import pytest

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import released_path
from autograder.grading.journal import Cause, JournalEntry
from autograder.marks.class_marks import ClassMarks, Mark, NoMark
from autograder.marks.gather_facts import MIN_LONG_ANSWER, gather_facts, without_names
from autograder.notebook.exercises import Exercises
from autograder.notebook.grading_notes import GradingNotes
from autograder.people.student import Student
from tests.helpers.marks import EXERCISES, HOMEWORK, mark

LONG = "# what was thought about it\n" * (MIN_LONG_ANSWER // 20)


def graded(classroom: Classroom, student: str, **cells: str) -> None:
    """Writes a graded notebook with these texts at the end of its cells, and notes."""
    notebook = nbformat.read(released_path(HOMEWORK), as_version=4)
    for cell in notebook.cells:
        cell.source += cells.get(cell.id.replace("-", "_"), "")
    GradingNotes(flags=["It is odd."], mended=["It was cut."]).put_into(notebook)
    write_whole(classroom.autograded(student, HOMEWORK), nbformat.writes(notebook))


@pytest.fixture
def marks(tmp_path) -> ClassMarks:
    """Ada and Bob have marks. Cy is in no class list and was not graded, Dee is excused, Eve is a
    test student."""
    classroom = Classroom(tmp_path)
    again = JournalEntry(
        "ada", "key", score=7.5, changes={"sinh-check": [2.0, 5.5]}, cause=Cause.FORCED
    )
    ada, bob = mark("ada", "Ada", "Z"), mark("bob", "Bob", "A", penalty=1.0)
    graded(classroom, "ada", backward_algorithm=LONG, linear="# short")
    graded(classroom, "bob", backward_algorithm=LONG, forward_algorithm=LONG)
    write_whole(classroom.feedback("ada", HOMEWORK), "page")
    of_all = [
        Mark(ada.student, ada.recorded, again),
        bob,
        Mark(
            Student("cy"),
            None,
            JournalEntry("cy", "", failure="A PDF."),
            NoMark.FAILED,
            listed=False,
        ),
        Mark(Student("dee"), no_mark=NoMark.EXCUSED),
        Mark(Student("eve", "Test Student"), no_mark=NoMark.NOT_HANDED_IN),
    ]
    return ClassMarks(classroom, HOMEWORK, EXERCISES, of_all)


def test_facts_come_in_the_order_of_family_names_with_what_each_place_knows(marks):
    facts = gather_facts(marks)
    of = {student.id: student for student in facts.students}
    assert [*of] == ["bob", "cy", "dee", "eve", "ada"]
    assert of["ada"].marks == {"linear-check": 2.0, "sinh-check": 5.5, "more-check": 0.0}
    assert (of["ada"].flags, of["ada"].mended) == (["It is odd."], ["It was cut."])
    assert (
        of["ada"].feedback == f"feedback/ada/{HOMEWORK}/{HOMEWORK}.html" and not of["bob"].feedback
    )
    assert (of["bob"].late_penalty, of["bob"].total) == (1.0, 6.5)
    assert of["cy"].failure == "A PDF." and of["cy"].name == "cy" and of["cy"].total is None
    assert [each.id for each in facts.students if not each.handed_in] == ["dee", "eve"]
    assert [each.id for each in facts.students if each.excused] == ["dee"]
    assert [each.id for each in facts.students if not each.counts] == ["cy", "eve"]


@pytest.mark.parametrize(
    ("cause", "before"), [(Cause.FORCED, {"sinh-check": 2.0}), (Cause.HANDED_IN_AGAIN, {})]
)
def test_a_mark_before_counts_only_if_the_same_was_graded_again(marks, cause, before):
    marks.marks[0].entry.cause = cause
    (ada,) = (each for each in gather_facts(marks).students if each.id == "ada")
    assert ada.before == before


def test_only_long_answers_that_differ_from_the_release_are_compared(marks, monkeypatch):
    monkeypatch.setattr(
        "autograder.marks.gather_facts.MIN_LONG_ANSWER", 100
    )  # as some released are
    facts = gather_facts(marks)
    shared = [(cell, [each.id for each in who]) for cell, who in facts.equal_answers]
    assert shared == [("backward-algorithm", ["bob", "ada"])]
    answered = {each.id: {*each.answers} for each in facts.students if each.answers}
    assert answered["bob"] == {"backward-algorithm", "forward-algorithm"}
    assert answered["ada"] == {"backward-algorithm"}


def test_facts_without_names_keep_the_marks_and_nothing_that_may_hold_a_name(marks):
    facts = gather_facts(marks)
    hidden = without_names(facts)
    assert hidden.anonymous and not facts.anonymous
    assert sorted(each.id for each in hidden.students) == [f"student-{i}" for i in range(1, 6)]
    assert {each.total for each in hidden.students} == {each.total for each in facts.students}
    told = " ".join(map(repr, hidden.students))
    for secret in ("ada", "Ada", "bob", "A PDF", "odd", "cut", "feedback/"):
        assert secret not in told, secret


def test_nothing_can_be_reported_without_marks_unless_nobody_could_be_graded(marks):
    failed = [each for each in marks.marks if each.student.id == "cy"]
    (student,) = gather_facts(ClassMarks(marks.classroom, HOMEWORK, Exercises(), failed)).students
    assert student.failure == "A PDF."
    with pytest.raises(Failure, match="First"):
        gather_facts(ClassMarks(marks.classroom, HOMEWORK, Exercises(), marks.marks[3:]))
