"""Values as text, for the place where they are read."""

import math

import pytest
import torch

from course.graph import Exp, Leaf
from course.values.as_text import (
    as_typed,
    in_page,
    in_picture,
    in_text,
    on_one_line,
    told_apart,
    typeset,
)


def test_values_show_six_digits_and_large_tensors_their_shape():
    assert in_text(2 / 3) == "0.666667"
    assert in_text(torch.tensor([1.0, -2.5])) == "[1, -2.5]"
    assert in_text(torch.ones(2, 3)) == "a tensor of shape (2, 3)"
    assert in_text(1e-17) == "0"
    assert in_text(float("nan")) == "nan"
    node = Exp(Leaf(1.0))
    node.result = node
    assert in_text(node) == "Exp(1)"


@pytest.mark.parametrize("other", [2.0, 3.3, 3.29583699, 3.295836874, 3.29583687000001])
def test_two_numbers_get_enough_digits_to_differ(other):
    value = 3.29583687
    assert told_apart(value, other) != told_apart(other, value)
    assert told_apart(value, value) == "3.29584"


def test_anything_that_a_node_may_hold_can_be_written():
    assert in_picture(10**400) == "1" + 13 * "0" + "…"
    assert in_text(Leaf) == str(Leaf)
    assert in_picture(Leaf) == str(Leaf)[:14] + "…"
    assert in_text(Leaf(2.0, "x")) == "Leaf x"
    (node := Leaf(1.0)).gradient = Leaf
    assert str(node).endswith(f"gradient={Leaf}")


def test_numbers_are_typeset_with_minus_signs_and_powers_of_ten():
    assert [typeset(v) for v in (0, -0.5, 1e-8, 3e6)] == ["0", "−0.5", "10⁻⁸", "3·10⁶"]
    assert [typeset(v) for v in (-1e-8, -3e6)] == ["−10⁻⁸", "−3·10⁶"]
    assert in_page("-1e-9") == "−10⁻⁹"
    assert [typeset(v) for v in (-math.inf, math.nan)] == ["−inf", "nan"]
    assert typeset(0.00099999) == "10⁻³"


class Unwritable:
    def __repr__(self):
        raise ValueError("no")


class Unsayable(Exception):
    def __str__(self):
        raise ValueError("no")


class RaisesUnsayable:
    def __repr__(self):
        raise Unsayable


CYCLE: list = [1]
CYCLE.append(CYCLE)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.5"),
        ("a\nb", r"'a\nb'"),
        (Unwritable(), "<Unwritable>"),
        (RaisesUnsayable(), "<RaisesUnsayable>"),
        ([Unwritable()], "<list>"),
        ([10**5000], "so long a number"),
        (CYCLE, "[1, [...]]"),
        (Exp(Leaf(2.0, "x")), "Exp(x)"),
        (torch.tensor([[1.0], [2.0]]), "tensor([[1.], [2.]])"),
    ],
    ids=lambda _: "",
)
def test_any_value_is_quoted_on_one_line(value, text):
    assert on_one_line(value) == text


def test_a_long_value_is_cut_and_says_so():
    assert on_one_line("x" * 100, 20) == "'xxxxxxxxxxxxxxx ..."
    assert len(on_one_line([*range(100)])) == 40


def test_what_is_typed_is_quoted_on_one_line_and_cut_if_it_is_long():
    assert as_typed(" x +\n  y ") == "x + y"
    assert as_typed(0.5) == "0.5"
    assert as_typed("x" * 120) == "x" * 120
    assert as_typed("x" * 121) == "x" * 120 + "..."


def test_a_leaf_that_cannot_hold_a_value_says_so_even_if_python_cannot_write_it():
    with pytest.raises(TypeError, match="so long a number"):
        Leaf([10**5000])
