"""The exercises of a homework, and what a score for one amounts to."""

import pytest

from autograder.notebook.exercises import Exercise, Exercises
from autograder.on_nbgrader.gradebook import ClassGradebook
from tests.helpers.grading import put_at_the_end

ORDINARY = Exercise("a", "3 sinh", 2.0)
EXTRA = Exercise("b", "More", 0.0, extra=2.0)
VOID = Exercise("c", "", 0.0)


@pytest.mark.parametrize(
    ("exercise", "states"),
    [
        (ORDINARY, {None: "waiting", 0.0: "none", 0.5: "part", 2.0: "full", 2.5: "full"}),
        (EXTRA, {None: "waiting", 0.0: "open", 0.5: "part", 2.0: "full"}),
        (VOID, {None: "open", 0.0: "open", 2.0: "open"}),
    ],
    ids=["ordinary", "extra credit", "void"],
)
def test_a_score_amounts_to_one_of_five_states(exercise, states):
    assert {score: exercise.state(score) for score in states} == states


def test_extra_credit_and_void_questions_are_no_part_of_a_homeworks_points():
    assert Exercises([ORDINARY, EXTRA, VOID]).points == 2
    assert [each.is_void for each in (ORDINARY, EXTRA, VOID)] == [False, False, True]
    assert [each.number for each in (ORDINARY, EXTRA)] == ["3", "More"]


def test_exercises_come_in_the_notebooks_order_in_whatever_order_the_gradebook_has_them(
    graded_pair,
):
    book = ClassGradebook(graded_pair)
    in_order = [exercise.id for exercise in book.exercises("hw1-cosh")]
    put_at_the_end(graded_pair, "hw1-cosh", in_order[0])
    assert [exercise.id for exercise in book.exercises("hw1-cosh")] == in_order
