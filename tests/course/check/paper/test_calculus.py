"""A derivative as a formula, right in any spelling, and how a wrong one is off."""

import pytest
import torch

from course import (
    Exp,
    HalfDifference,
    Mean,
    check_derivative_by_hand,
    check_exercise,
    check_formulas,
)
from course.check.base.exercise import parts_right
from course.messages.failure import CheckFailed
from tests.helpers.failing import fails


def by_formula(formula, at=(-1.0, 0.5, 2.0)):
    def function(x):
        return Mean(Exp(x), Exp(-x))

    with check_exercise("s"):
        check_derivative_by_hand(function, formula, at=list(at))


def test_the_derivative_is_taken_by_x_wherever_x_occurs(capsys):
    with check_exercise("s"):
        check_derivative_by_hand(lambda x: HalfDifference(1.0, x), "-1/2", at=[0.5, 2.0])


@pytest.mark.parametrize("formula", ["sinh(x)", "(e^x - e^-x)/2", "exp(x)/2 - exp(-x)/2"])
def test_a_right_derivative_in_any_spelling_earns_its_points(formula, capsys):
    by_formula(formula)
    assert capsys.readouterr().out.startswith("Right at x = -1, 0.5, 2 ")
    assert parts_right["s"] == 1


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (..., "The derivative is to be filled in"),
        ("cosh(x)", "at x = -1: you have cosh(x) = 1.54308."),
        ("-sinh x", "at x = -1: -sinh x = 1.1752 has the wrong sign."),
        ("sinh(t)", "`t` is not a name I know here (known: x)"),
        (-1.1752011936438014, "That is one number. A formula in x is asked for"),
        (torch.tensor(0.75, requires_grad=True), "That is one number. A formula in x is asked"),
        ("sinh(1)", "at x = -1: you have sinh(1) = 1.1752."),
    ],
)
def test_a_wrong_derivative_says_where_it_is_wrong(formula, message):
    assert message in fails(by_formula, formula)
    assert parts_right["s"] == 0


@pytest.mark.parametrize(
    ("formula", "is_about_a_place"),
    [(None, False), ("sinh(x", False), ("dz/dx = cosh(x)", False), ("log(x)", True)],
)
def test_only_a_value_is_said_to_be_wrong_at_a_place(formula, is_about_a_place):
    assert ("at x = " in fails(by_formula, formula)) is is_about_a_place


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("exp(x)/2 - exp(-x)", "`- exp(-x)` needs another factor"),
        ("exp(x)/2 + exp(-x)/2", "`+ exp(-x)/2` has the wrong sign"),
        ("(exp(x) - exp(-x))/2 - 4 + 5", "It differs from the right one by a number."),
        ("exp(x)/2 - exp(-x)/2 + tanh(x)", "Only `+ tanh(x)` is wrong"),
        ("sinh(x)/3", "Only `/3` is wrong"),
        ("exp(x)/2", "It differs from the right one by a multiple of exp(-x)."),
        ("(exp(x) - exp(-x) + x^2)/2", "It differs from the right one by a multiple of x^2."),
        ("(exp(x) - exp(-3 x))/2", "With something else in place of `3` it is right."),
        ("sinh(exp(x))", "Only `exp` is wrong"),
        ("|sinh(x)|", "Only `||` is wrong"),
        ("(exp(3 x) - exp(2 x))/2", ""),
        ("1/x", ""),
        ("4/3", "It is the same number for every x"),
    ],
)
def test_a_derivative_that_is_off_in_a_simple_way_is_told_how(formula, said):
    with pytest.raises(CheckFailed) as failed:
        by_formula(formula)
    assert failed.value.diagnosis.why.startswith(said)
    assert said or not failed.value.diagnosis.why


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("2*x*x", "Only the first `x` is wrong"),
        ("2·x·x", "Only the first `x` is wrong"),
        ("2x−1", "Only `-1` is wrong"),
        ("2*x^2", "Only `^2` is wrong"),
        ("2*x²", "Only `^2` is wrong"),
        ("2*x**2", "Only `**2` is wrong"),
        ("½ x", "With something else in place of `0.5` it is right"),
        ("2 √x", "Only `sqrt` is wrong"),
        ("2 x + x²", "Only `+ x^2` is wrong"),
        ("2x + 4x - 4*1", "Only the second `x` is wrong"),
    ],
)
def test_what_is_wrong_in_a_formula_is_found_whatever_its_signs(answer, said, capsys):
    answers = {"a": answer, "b": "x"}
    check_formulas(answers, lambda x: ({"a": 2 * x, "b": x}, {"x": x}), {"x": 3.0})
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    "derivative", ["12 x - 8", "(x+1) (x-0.5) (x-2) + 4 x^3 - 6 x^2 + 6 x - 4"]
)
def test_a_derivative_that_fits_only_at_the_known_points_is_wrong(derivative):
    with pytest.raises(CheckFailed):
        check_derivative_by_hand(
            lambda x: x**4 - 2 * x**3 + 3 * x**2 - 4 * x + 5, derivative, at=[-1.0, 0.5, 2.0]
        )


def test_brackets_that_help_at_one_place_alone_are_not_said_to_be_missing():
    def said(formula):
        return fails(check_derivative_by_hand, lambda x: x**3, formula, at=[-1.0, 0.5, 2.0])

    assert "bracket" not in said("3 x^3+1")  # 3 x^(3+1) is right for x = -1
    assert "Only a pair of brackets is missing" in said("3 x^3-1")
