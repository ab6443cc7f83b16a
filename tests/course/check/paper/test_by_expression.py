"""Matrix formulas as answers: what counts, and what is said of those that are nearly right."""

from unittest.mock import Mock

import pytest

from course.check.base.exercise import check_exercise
from course.check.paper import edits
from course.check.paper.by_expression import (
    check_gradients_by_expression,
    check_results_by_expression,
)
from course.check.paper.edits import Formula, brackets_missing
from course.expressions.reader import parts_of
from course.expressions.vocabulary import Vocabulary
from course.messages.failure import CheckFailed
from course.reference.sketched_networks import network_on_a_batch, network_on_one_example
from tests.helpers.blanks import part_right

RIGHT = {
    "dJ_dL": "1",
    "dJ_ds": "1",
    "dJ_do": "o - y",
    "dJ_dW2": "h.T @ dJ_do + lam * W2",
    "dJ_dh": "dJ_do @ W2.T",
    "dJ_dz": "dJ_dh * (1 - h**2)",
    "dJ_dW1": "x.T @ dJ_dz + lam * W1",
}


def test_right_gradients_earn_all_points(capsys):
    of = ["L", "s", "o", "W2", "h", "z", "W1"]
    assert part_right(check_gradients_by_expression, network_on_one_example(), RIGHT, of) == 1
    assert "dJ_dW1  right, of shape (4, 3)" in capsys.readouterr().out


def gradients_say(capsys, **changed):
    of = ["L", "s", "o", "W2", "h", "z", "W1"]
    with check_exercise("g", points=7):
        check_gradients_by_expression(network_on_one_example(), RIGHT | changed, of)
    return capsys.readouterr().out


def test_a_wrong_gradient_costs_only_its_own_points(capsys):
    printed = gradients_say(capsys, dJ_do="y - o")
    assert "dJ_do   not yet: `y - o` is" in printed
    assert "6 of 7 blanks are right: 6 of 7 points." in printed


def test_a_gradient_of_the_wrong_shape_is_reported_with_its_shape(capsys):
    printed = gradients_say(capsys, dJ_dW2="dJ_do.T @ h")
    assert "`dJ_do.T @ h` has shape (2, 3), not (3, 2)" in printed


def test_a_capital_o_where_the_name_is_a_small_one_is_told_the_name(capsys):
    assert "the name here is `o`" in gradients_say(capsys, dJ_do="O - Y")


def test_numbers_in_place_of_names_do_not_pass(capsys):
    printed = gradients_say(capsys, dJ_dW1="x.T @ dJ_dz + 0.1 * W1")
    assert "`x.T @ dJ_dz + 0.1 * W1` fits the values above, but no others: it is" in printed


def test_what_is_said_of_two_gradients_is_said_of_one_and_named_in_a_sentence_of_the_other(capsys):
    with_one = {name: f"{RIGHT[name]} + 1" for name in ("dJ_dW2", "dJ_dW1")}
    printed = " ".join(gradients_say(capsys, **with_one).split())
    assert printed.count("Only `+ 1` is wrong") == 1
    assert "See dJ_dW2." in printed.split("dJ_dW1 not yet")[1]


def test_a_gradient_may_use_those_before_it_and_no_later_ones(capsys):
    assert "7 of 7" in gradients_say(capsys, dJ_ds="dJ_dL")
    printed = gradients_say(capsys, dJ_do="dJ_dz")
    assert "`dJ_dz` is not a name I know here" in printed


@pytest.mark.parametrize(
    ("answer", "right"), [("2 x^2-1", "2 x^(2-1)"), ("3 x^3-1", "3 x^(3-1)"), ("x^2-2", "x^(2-2)")]
)
def test_brackets_are_found_missing_around_any_difference_in_an_exponent(answer, right):
    said = brackets_missing(Formula(answer, ["x"]), lambda formula: formula == right)
    assert "Only a pair of brackets is missing" in said


@pytest.mark.parametrize(
    ("blank", "answer", "said"),
    [
        ("dJ_do", "o - y + s", "Only `+ s` is wrong"),
        ("dJ_do", "o + y", "Only `+` is wrong"),
        ("dJ_dz", "dJ_dh * (1 + h**2)", "Only `+` is wrong"),
        ("dJ_dW2", "h.T @ dJ_do - lam * W2", "Only `-` is wrong"),
        ("dJ_dW2", "h.T @ dJ_do + lam + W2", ""),
        ("dJ_dz", "dJ_dh * 1 - h**2", "Only a pair of brackets is missing"),
        ("dJ_dz", "1 * (dJ_dh * 1 - h**2)", "Only a pair of brackets is missing"),
        ("dJ_dz", "dJ_dh * (1 - 2 h**2)", "Only the first `2` is wrong"),
        ("dJ_do", "3 * (o - y)", "Only `3 *` is wrong"),
        ("dJ_dz", "dJ_dh * h * (1 - h**2)", "Only `* h` is wrong"),
        ("dJ_dW1", "x.T @ dJ_dz * lam + lam * W1", "Only `* lam` is wrong"),
        ("dJ_dW2", "h.T @ dJ_do + lam * W2 + lam", "Only the second `lam` is wrong"),
        ("dJ_do", "o - 3 * y", "Only `3 *` is wrong"),
        ("dJ_do", "o - 3 y", "Only `3` is wrong"),
        ("dJ_ds", "0", ""),  # any number would differ by a multiple of dJ_dL
        ("dJ_dL", "2", ""),
        ("dJ_dz", "dJ_dh * (1 - sigmoid(z)**2)", "With something else in place of `sigmoid` it"),
        ("dJ_do", "tanh(o) - y", "Only `tanh` is wrong"),
        ("dJ_dW1", "x.T @ dJ_dh + lam * W1", "With something else in place of `dJ_dh` it is"),
        ("dJ_dz", "dJ_dh * h / (1 + z)", ""),
        ("dJ_dh", "dJ_do @ W2.T * (1 - h**2)", "Only `* (1 - h**2)` is wrong"),
        ("dJ_dh", "(1 - tanh(z)) ** 2 * (dJ_do @ W2.T)", "Only `(1 - tanh(z)) ** 2 *` is wrong"),
        ("dJ_dh", "dJ_do @ W2.T / exp(z)", "Only `/ exp(z)` is wrong"),
        ("dJ_do", "o - y + 2", "Only `+ 2` is wrong"),
        ("dJ_dW2", "h.T @ dJ_do + 0.1 * W2", "With something else in place of `0.1` it is"),
        ("dJ_do", "(o - y)**2/2", ""),  # nobody means the exponent 2/2
        ("dJ_dz", "dJ_dh * (1 - h**2) + lam * z", "Only `+ lam * z` is wrong"),
    ],
)
def test_an_expression_that_is_off_in_a_simple_way_is_told_how(blank, answer, said, known, capsys):
    known()
    printed = gradients_say(capsys, **{blank: answer})
    assert said in " ".join(printed.split())
    is_told = any(each in printed for each in ("With", "Only ", "When ", "differs"))
    assert is_told == bool(said)


def test_an_extra_factor_is_named_in_a_formula_with_sizes(known, capsys):
    known()
    answers = {"dJ_dO": "(sigmoid(O) * (1 - sigmoid(O)) - Y) / n", "dJ_dH": "dJ_dO @ W2.T"}
    with check_exercise("g", points=2):
        check_gradients_by_expression(network_on_a_batch(), answers, ["O", "H"], numbers={"n": 5})
    assert "Only `* (1 - sigmoid(O))` is wrong" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("find", [edits.brackets_missing, edits.one_part_off])
@pytest.mark.parametrize("formula", ["x" + "*1" * 140, "x^2*" * 70 + "x", "(x)*" * 70 + "x"])
def test_few_edits_of_a_long_formula_are_tried(find, formula, monkeypatch):
    """A wrong answer of 300 characters must not take a check seconds."""
    work = Mock(side_effect=parts_of)
    monkeypatch.setattr(edits, "parts_of", work)
    assert find(Formula(formula, ["x"]), lambda edited: not work(edited, Vocabulary(["x"]))) == ""
    assert work.call_count < 300


def test_a_value_of_the_network_may_not_use_itself(capsys):
    with pytest.raises(CheckFailed, match="None of the 6 blanks is right"):
        check_results_by_expression(network_on_one_example(), {name: name for name in "zhoLsJ"})
