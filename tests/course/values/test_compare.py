"""Values beside PyTorch's: when they agree, and how both are shown."""

import math

import numpy as np
import pytest
import torch

from course.sentences.lines import LINE_WIDTH, in_lines
from course.values.compare import Row, table
from tests.helpers.scaffold_graphs import f64


@pytest.mark.parametrize("value, right", [(1.000004, 1.0), ([1.000004, 2.0], [1.0, 2.0])])
def test_a_wrong_value_never_looks_like_the_right_one(value, right):
    row = Row("w", torch.tensor(value, dtype=torch.float64), torch.tensor(right))
    assert "1.000004" in row.cells()[1] and "1.000004" in row.what_is_wrong()
    assert Row("w", 1 + 1e-7, torch.tensor(1.0)).cells()[1] == "1"


def test_rounding_is_measured_by_the_largest_entry():
    right = torch.tensor([0.05, 3.0], dtype=torch.float64)
    assert Row("w", right + 1e-6, right).is_right
    assert not Row("w", right + 1e-5, right).is_right
    infinite = torch.tensor([0.05, torch.inf], dtype=torch.float64)
    assert not Row("w", torch.tensor([0.06, torch.inf]), infinite).is_right


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
    row = Row("w", f64(*yours), f64(*pytorch))
    assert row.is_right is (yours == pytorch)
    assert row.cells() == ["w", *shown]


@pytest.mark.parametrize(
    ("yours", "misfit"),
    [
        (None, "missing"),
        ("one", "a str"),
        (np.str_("one"), "a str_"),
        (np.array(["one", "two"]), "a NumPy array"),
        (10**400, "too large a number"),
        (1j, "a complex number"),
        (torch.ones(2, dtype=torch.complex128), "a complex number"),
        (np.ones(2, dtype=complex), "a complex number"),
        (np.array([1.0, 1.0], dtype=">f8")[::-1], ""),
        (1.0, "shape (), not (2,)"),
        (torch.ones(3), "shape (3,), not (2,)"),
        (torch.ones(2, 1), "shape (2, 1), not (2,)"),
        (torch.ones(2), ""),
    ],
)
def test_values_that_cannot_be_compared_have_a_reason(yours, misfit):
    row = Row("w", yours, torch.ones(2, dtype=torch.float64))
    assert row.misfit == misfit
    assert not misfit or row.cells()[1:] == [misfit.replace("missing", "None"), "[1, 1]", ""]
    assert row.is_right is (misfit == "")


def test_nan_is_never_right():
    nan = torch.tensor([1.0, torch.nan], dtype=torch.float64)
    assert not Row("x", nan, nan).is_right
    assert not Row("x", nan, torch.ones(2, dtype=torch.float64)).is_right


def test_the_mark_of_the_first_wrong_row_stands_beside_the_columns():
    right = torch.tensor(1.0, dtype=torch.float64)
    heading, marked, _ = table([Row("a", 2.0, right), Row("b", 1.0, right)]).splitlines()
    assert marked.index("<- first wrong") == len(heading) + 2


def test_an_empty_tensor_agrees_to_all_digits():
    empty = torch.zeros(0, dtype=torch.float64)
    assert Row("x", empty, empty).is_right and Row("x", empty, empty).digits == 16


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_not_finite_agree_to_no_number_of_digits(odd):
    assert Row("w", odd, f64(1.0)[0]).digits is None


def test_the_rows_of_a_wide_table_are_not_broken():
    floor = Row("x" * 60, torch.ones(2), torch.zeros(2, dtype=torch.float64))
    wide = table([floor, Row("y", *2 * [torch.full((2, 2), 1 / 3, dtype=torch.float64)])])
    assert max(map(len, wide.splitlines())) > LINE_WIDTH
    assert in_lines(wide) == wide
