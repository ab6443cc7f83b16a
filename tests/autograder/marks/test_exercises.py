"""What a score for an exercise amounts to."""

import pytest

from autograder.marks.exercises import Exercise, points_in

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
    assert points_in([ORDINARY, EXTRA, VOID]) == 2
    assert [each.is_void for each in (ORDINARY, EXTRA, VOID)] == [False, False, True]
    assert [each.number for each in (ORDINARY, EXTRA)] == ["3", "More"]
