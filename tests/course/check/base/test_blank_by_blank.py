"""Several blanks in one check: each counts for itself, and none spoils another."""

import pytest
import torch

from course import (
    Leaf,
    Mean,
    check_blanks,
    check_costs,
    check_derivative_by_hand,
    check_exercise,
    check_results_by_expression,
    multiplications_of,
    operations_of,
)
from course.check.base.exercise import parts_right
from course.messages.failure import CheckFailed
from tests.helpers.blanks import check, one_verdict, verdicts
from tests.helpers.cost_formulas import network


def test_all_blanks_right_earn_all_points(capsys):
    assert check({"a": "log 2", "b": 2, "c": "-1/2", "d": 0}) == 4
    out = capsys.readouterr().out
    assert verdicts(out) == dict.fromkeys("abcd", "right")
    assert "4 of 4 blanks are right: 4 of 4 points." in out


def test_each_right_blank_counts_the_same(capsys):
    assert check({"a": "log 2", "b": 2, "c": 1, "d": ...}) == 2.0
    assert "2 of 4 blanks are right: 2 of 4 points." in capsys.readouterr().out


def test_points_are_rounded_to_cents():
    assert check({"a": 1, "b": 5, "c": 5}, dict.fromkeys("abc", 1.0)) == 1.33


def test_no_right_blank_is_a_failure():
    with pytest.raises(CheckFailed, match="None of the 4 blanks is right"):
        check({"a": 9, "b": 9, "c": 9, "d": 9})


def test_a_single_blank_is_spoken_of_in_the_singular(capsys):
    with pytest.raises(CheckFailed, match="The answer is not right"):
        check({"a": 9}, {"a": 1.0})
    check({"a": 1}, {"a": 1.0})
    assert "1 of 1 blank is right: 4 of 4 points." in capsys.readouterr().out
    with check_exercise("One", points=1):
        check_blanks({"a": 1}, {"a": 1.0})
    assert "1 of 1 point." in capsys.readouterr().out


def test_untouched_blanks_are_still_to_be_filled_in(capsys):
    with pytest.raises(CheckFailed, match="Fill in the blanks first"):
        check(dict.fromkeys("abcd", ...))
    assert verdicts(capsys.readouterr().out) == dict.fromkeys("abcd", "to be filled in")


def test_a_deleted_blank_is_still_to_be_filled_in(capsys):
    assert check({"b": 2}) == 1.0
    assert verdicts(capsys.readouterr().out)["a"] == "to be filled in"


@pytest.mark.parametrize("name", ["B", 7])
def test_a_name_that_is_no_blank_spoils_no_other_answer(name, capsys):
    assert check({"a": "log 2", "c": "-1/2", name: 2}) == 2
    assert f"Not a blank: {name!r}" in capsys.readouterr().out


def test_answers_of_which_none_has_the_name_of_a_blank_are_refused():
    with pytest.raises(CheckFailed, match=r"no blank called 'B'. Blanks: a, b, c, d\."):
        check({"B": 2})


@pytest.mark.parametrize("answers", [..., None, [1, 2], "log 2"])
def test_answers_that_are_not_a_dictionary_are_refused(answers):
    with pytest.raises(CheckFailed, match=r'as a dictionary: \{"a": '):
        check(answers)


@pytest.mark.parametrize("answer", ["1 +", "", "__import__('os')", None, [1], "((" * 90, "1/0"])
def test_an_invalid_answer_spoils_only_its_own_blank(answer, capsys):
    assert one_verdict(answer, 1.0, capsys).startswith("not yet: ")


def test_the_summary_records_whether_all_blanks_are_right():
    check({"a": "log 2", "b": 2, "c": 1, "d": 0})
    assert parts_right["By hand"] == 0.75
    check({"a": "log 2", "b": 2, "c": "-1/2", "d": 0})
    assert parts_right["By hand"] == 1
    with pytest.raises(CheckFailed):
        check({"a": ...})
    assert parts_right["By hand"] == 0


def test_blanks_of_two_checks_of_an_exercise_count_the_same(capsys):
    with check_exercise("Both", points=6):
        check_blanks({"a": 1, "b": 5}, {"a": 1.0, "b": 2.0})
        check_blanks({"c": 1}, {"c": 1.0})
    assert "2 of 3 blanks are right: 4 of 6 points." in capsys.readouterr().out
    assert parts_right["Both"] == 2 / 3


FAKE = "Passed: 1 Time."
UNREADABLE, WRONG, NAMED = f"@\n{FAKE}", f"1 #\n# {FAKE}\n", f"y\n{FAKE} = 1"
WITHOUT_VALUE, NEGATIVE = f"1/0 #\n# {FAKE}\n", f"m - 2 m #\n# {FAKE}\n"
CHECKS = [
    lambda answer: check_costs({"T_run": answer}, operations_of(network), of="m n d"),
    lambda answer: check_costs(
        {"a": answer},
        multiplications_of(a=lambda m, n: torch.ones(m, n) @ torch.ones(n, 2)),
        of="m n",
        exact=True,
    ),
    lambda answer: check_blanks({"a": answer}, {"a": 5.0}),
    lambda answer: check_derivative_by_hand(lambda x: x**3, answer, at=[1.0, 2.0]),
    lambda answer: check_results_by_expression(
        Mean(Leaf(1.0, "m"), Leaf(3.0, "n"), name="a"), {"a": answer}
    ),
]


@pytest.mark.parametrize("answer", [UNREADABLE, WRONG, NAMED, WITHOUT_VALUE, NEGATIVE])
@pytest.mark.parametrize("check_answer", CHECKS)
def test_no_line_of_an_answer_looks_like_one_of_the_check(check_answer, answer, capsys):
    with pytest.raises(CheckFailed) as failure:
        check_answer(answer)
    said = capsys.readouterr().out + str(failure.value)
    beginnings = [line.removeprefix("# ") for line in said.splitlines()]
    assert not [line for line in beginnings if line.startswith(FAKE)]
