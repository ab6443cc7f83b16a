"""Values beside PyTorch's: when they agree, and how both are shown."""

import math

import numpy as np
import pytest
import torch

from course import Exp
from course.check.base.value_clues import what_is_wrong
from course.graph import Leaf
from course.values.as_text import in_box, in_picture, in_text
from course.values.closeness import is_right, values_agree
from course.values.compare import Row, table
from course.values.plain import is_plain
from course.values.tensors import total
from course.values.words import LINE_WIDTH, in_lines, verb


def test_values_show_six_digits_and_large_tensors_their_shape():
    assert in_text(2 / 3) == "0.666667"
    assert in_text(torch.tensor([1.0, -2.5])) == "[1, -2.5]"
    assert in_text(torch.ones(2, 3)) == "tensor of shape (2, 3)"
    assert in_text(1e-17) == "0"
    assert in_text(float("nan")) == "nan"
    node = Exp(Leaf(1.0))
    node.result = node
    assert in_text(node) == "Exp(Leaf)"


@pytest.mark.parametrize("value, right", [(1.000004, 1.0), ([1.000004, 2.0], [1.0, 2.0])])
def test_a_wrong_value_never_looks_like_the_right_one(value, right):
    row = Row("w", torch.tensor(value, dtype=torch.float64), torch.tensor(right))
    assert "1.000004" in row.cells()[1] and "1.000004" in what_is_wrong(row)
    assert Row("w", 1 + 1e-7, torch.tensor(1.0)).cells()[1] == "1"


def test_rounding_is_measured_by_the_largest_entry():
    right = torch.tensor([0.05, 3.0], dtype=torch.float64)
    assert Row("w", right + 1e-6, right).right
    assert not Row("w", right + 1e-5, right).right
    infinite = torch.tensor([0.05, torch.inf], dtype=torch.float64)
    assert not Row("w", torch.tensor([0.06, torch.inf]), infinite).right


def test_values_in_float32_may_be_compared_with_each_other():
    assert is_right(torch.tensor([0.1, 2.0]), torch.tensor([0.1, 2.0]))
    assert not is_right(torch.tensor([0.1, 2.0]), torch.tensor([0.1, 2.1]))


def floats(*entries):
    return torch.tensor(entries, dtype=torch.float64)


@pytest.mark.parametrize("pair", [("a", None), (None, "a"), ("a", "b"), ([0.5], [0.25])])
def test_things_that_are_no_numbers_agree_with_nothing(pair):
    assert not values_agree(*pair)
    assert values_agree(None, None)


@pytest.mark.parametrize(
    "value",
    [1, True, ..., {"shape": [1], "data": [1.0]}, [0.5, 1], (0.5,), np.ones(2), object()],
)
def test_data_that_cannot_come_from_a_node_is_not_plain(value):
    assert not is_plain(value)


def test_a_total_is_of_all_that_is_there_if_that_can_be_added():
    one, other = floats(1.0, 2.0), floats(0.5, -2.0)
    assert total([one, None, other]).equal(one + other)
    assert total([2, 0.5]).equal(floats(2.5)[0])
    assert total([one, floats(1.0, 2.0, 3.0)]) is total([one, "two"]) is total([None]) is None


@pytest.mark.parametrize("many", ["grow", "pass", "stand", "are", "were", "do"])
def test_a_verb_agrees_with_the_number_of_its_subject(many):
    one = {"grow": "grows", "pass": "passes", "stand": "stands"}
    assert verb(1, many) == (one | {"are": "is", "were": "was", "do": "does"})[many]
    assert verb(0, many) == verb(2, many) == many


@pytest.mark.parametrize(
    ("yours", "pytorch", "shown"),
    [
        ((1, 1, 1, 1, 5), (1, 1, 1, 1, 1), ["[4] = 5", "1", "4"]),
        ((torch.inf, 1, 1, 1, 2), (torch.inf, 1, 1, 1, 1), ["[4] = 2", "1", "1"]),
        ((1e6 + 1.5, 1.2, 0, 0, 0), (1e6, 0, 0, 0, 0), ["[1] = 1.2", "0", "1.2"]),
        ((torch.inf, 1, torch.nan, 1, 1), (1, 1, 1, 1, 1), ["[2] = nan", "1", "nan"]),
        ((9, 1, 1, torch.inf, 1), (1, 1, 1, 1, 1), ["[3] = inf", "1", "inf"]),
        ((torch.inf, 1), (torch.inf, 1), ["[inf, 1]", "[inf, 1]", "0"]),
        ((2, 2, 2, 2), (1, 1, 1, 1), ["[2, 2, 2, 2]", "[1, 1, 1, 1]", "1"]),
        ((), (), ["[]", "[]", "0"]),
    ],
)
def test_up_to_four_entries_are_shown_and_only_the_wrong_one_of_more(yours, pytorch, shown):
    row = Row("w", floats(*yours), floats(*pytorch))
    assert row.right is (yours == pytorch)
    assert row.cells() == ["w", *shown]


@pytest.mark.parametrize(
    ("yours", "misfit"),
    [
        (None, "missing"),
        ("one", "a str"),
        (np.str_("one"), "a str_"),
        (np.array(["one", "two"]), "a ndarray"),
        (10**400, "too large a number"),
        (1j, "a complex number"),
        (torch.ones(2, dtype=torch.complex128), "a complex number"),
        (np.ones(2, dtype=complex), "a complex number"),
        (np.array([1.0, 1.0], dtype=">f8")[::-1], None),
        (1.0, "shape (), not (2,)"),
        (torch.ones(3), "shape (3,), not (2,)"),
        (torch.ones(2, 1), "shape (2, 1), not (2,)"),
        (torch.ones(2), None),
    ],
)
def test_values_that_cannot_be_compared_have_a_reason(yours, misfit):
    row = Row("w", yours, torch.ones(2, dtype=torch.float64))
    assert row.misfit == misfit
    assert misfit is None or row.cells()[1:] == [misfit.replace("missing", "None"), "[1, 1]", ""]
    assert row.right is (misfit is None)


def test_nan_is_never_right():
    nan = torch.tensor([1.0, torch.nan], dtype=torch.float64)
    assert not Row("x", nan, nan).right
    assert not Row("x", nan, torch.ones(2, dtype=torch.float64)).right


def test_the_mark_of_the_first_wrong_row_stands_beside_the_columns():
    right = torch.tensor(1.0, dtype=torch.float64)
    heading, marked, _ = table([Row("a", 2.0, right), Row("b", 1.0, right)]).splitlines()
    assert marked.index("<- first wrong") == len(heading) + 2


def test_an_empty_tensor_agrees_to_all_digits():
    empty = torch.zeros(0, dtype=torch.float64)
    assert Row("x", empty, empty).right and Row("x", empty, empty).digits == 16


def test_anything_that_a_node_may_hold_can_be_written():
    assert in_picture(10**400) == in_box(10**400, length=15) == "1" + 13 * "0" + "…"
    assert in_text(Leaf) == str(Leaf)
    assert in_picture(Leaf) == in_box(Leaf, length=15) == str(Leaf)[:14] + "…"
    assert in_text(Leaf(2.0, "x")) == "Leaf x"
    (node := Leaf(1.0)).gradient = Leaf
    assert str(node).endswith(f"gradient={Leaf}")


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_not_finite_agree_to_no_number_of_digits(odd):
    assert Row("w", odd, floats(1.0)[0]).digits == Row("w", None, floats(1.0)[0]).digits


def test_the_rows_of_a_wide_table_are_not_broken():
    floor = Row("x" * 60, torch.ones(2), torch.zeros(2, dtype=torch.float64))
    wide = table([floor, Row("y", *2 * [torch.full((2, 2), 1 / 3, dtype=torch.float64)])])
    assert max(map(len, wide.splitlines())) > LINE_WIDTH
    assert in_lines(wide) == wide
    assert max(map(len, in_lines("word " * 60).splitlines())) <= LINE_WIDTH
