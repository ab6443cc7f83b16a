"""The numbers beside a plot."""

import pytest

from course.picture.scale import Scale, decades, ticks


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-2.5, 2.5), (0.79999, 0.80001), (0, 37), (1000, 1050)]
)
def test_ticks_are_few_round_and_inside(low, high):
    found = ticks(low, high)
    assert 2 <= len(found) <= 6
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)


def test_a_scale_of_a_single_value_has_a_tick_there():
    assert ticks(1, 1) == [1]


def test_a_value_is_in_the_middle_of_a_scale_with_equal_ends():
    assert Scale(1, 1).fraction(1) == Scale(10, 10, is_log=True).fraction(10) == 0.5


def test_decades_are_marked_if_they_are_few_and_else_some_of_them():
    assert decades(1e-3, 10) == pytest.approx([1e-3, 1e-2, 1e-1, 1, 10])
    assert 2 <= len(decades(1e-20, 10)) <= 7
