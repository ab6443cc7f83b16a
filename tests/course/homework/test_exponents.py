"""Exponents by which costs grow, measured and computed from formulas."""

import math

import pytest

from course import (
    memory_of,
    operations_of,
    show_exponents,
)
from course.check.costs.count_reader import read_count
from course.homework.exponents import REGIMES, SIZES, fitted_exponent, sweeps
from tests.helpers.cost_formulas import MEMORY, TIMES, network


def read(answers):
    return {blank: read_count(formula, SIZES) for blank, formula in answers.items()}


@pytest.mark.slow
@pytest.mark.by_day(2)
@pytest.mark.parametrize("regime", REGIMES)
@pytest.mark.parametrize(
    ("counted", "answers"), [(operations_of(network), TIMES), (memory_of(network), MEMORY)]
)
def test_measured_exponents_agree_with_the_right_formulas(regime, counted, answers):
    found = list(sweeps(counted, read(answers), regime))
    assert len(found) == 4 * 3
    for sweep in found:
        assert abs(sweep.measured_exponent - sweep.formula_exponent) < 0.1, sweep


@pytest.mark.slow
def test_a_formula_that_drops_a_term_departs_from_the_measured_exponent():
    gaps = {
        regime: max(
            abs(sweep.measured_exponent - sweep.formula_exponent)
            for sweep in sweeps(memory_of(network), read({"M_backward": "m n d"}), regime)
        )
        for regime in ("wide layers", "large batches")
    }
    assert gaps["wide layers"] > 0.5
    assert gaps["large batches"] < 0.1


def test_the_exponent_of_a_power_is_that_power():
    assert math.isclose(fitted_exponent([2, 4, 8], [5 * k**1.5 for k in (2, 4, 8)]), 1.5)


@pytest.mark.slow
def test_exponents_are_shown_for_filled_in_blanks(capsys):
    show_exponents(network, {"T_run": "m n d^2", "T_forward": ...}, {"M_run": "m n ("})
    out = capsys.readouterr().out
    assert "T_run " in out
    assert "T_forward" not in out
    assert "M_run" not in out


@pytest.mark.slow
def test_a_formula_that_is_not_above_0_has_no_exponent(capsys):
    show_exponents(network, {"T_run": "m n d^2 - 100 m n d", "T_forward": "m - 8"}, {})
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.count("<= 0") for row in rows] == [3, 3]


@pytest.mark.parametrize("blank", [..., "m n (", "0", None, "m^12 m^12", "n^-12 n^-12"])
def test_no_exponent_is_shown_without_a_formula(blank, capsys):
    show_exponents(network, {"T_run": blank}, {})
    assert capsys.readouterr().out.startswith("Fill in a blank above first")
