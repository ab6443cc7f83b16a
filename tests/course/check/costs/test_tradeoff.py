"""Formulas for what a number of checkpoints costs and saves."""

import pytest

from course import check_exercise, check_tradeoff
from course.check.costs.tradeoff import divisors, run_through
from tests.helpers.blanks import part_right

TRADEOFF = {"kept": "c + m/c", "extra": "m", "best": "√m", "least": "2√m"}


@pytest.mark.parametrize(
    ("blank", "wrong"),
    [("kept", "c + m"), ("extra", "2m"), ("best", 12), ("best", "c"), ("least", "sqrt(m)")],
)
def test_a_trade_off_has_to_be_right_at_every_size(blank, wrong):
    assert part_right(check_tradeoff, TRADEOFF) == 1
    assert part_right(check_tradeoff, TRADEOFF | {blank: wrong}) == 0.75


@pytest.mark.parametrize(
    ("best", "is_told"), [("m^1/2", True), ("m**1 / 2", True), ("m^1/3", False), ("m/2", False)]
)
def test_a_power_that_ends_before_its_fraction_is_reported(best, is_told, capsys):
    check_tradeoff(TRADEOFF | {"best": best})
    said = " ".join(capsys.readouterr().out.split())
    assert ("so far, the exponent is 1." in said) is is_told


def test_a_number_in_place_of_a_formula_is_reported(capsys):
    check_tradeoff(TRADEOFF | {"extra": 100})
    assert "you have 100. That is one number. A formula in m and c is" in capsys.readouterr().out


@pytest.mark.parametrize(("least", "is_told"), [("24", True), ("3 sqrt(m)", False), ("m/6", False)])
def test_a_formula_is_not_called_the_answer_for_144_layers(least, is_told, capsys):
    with check_exercise("9 How many checkpoints"):
        check_tradeoff(TRADEOFF | {"least": least})
    assert ("This is the answer for 144 layers." in capsys.readouterr().out) is is_told


def test_the_square_root_keeps_the_fewest_values():
    kept = {k: run_through(144, k).kept for k in divisors(144)}
    assert min(kept, key=kept.get) == 12
    assert kept[12] == 24
    assert {run_through(144, k).extra for k in divisors(144)} == {144}
