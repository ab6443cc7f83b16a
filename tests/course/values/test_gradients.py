"""Sums of gradients."""

from course.values.gradients import total
from tests.helpers.scaffold_graphs import f64


def test_a_total_is_of_all_that_is_there_if_that_can_be_added():
    one, other = f64(1.0, 2.0), f64(0.5, -2.0)
    assert total([one, None, other]).equal(one + other)
    assert total([2, 0.5]).equal(f64(2.5)[0])
    assert total([one, f64(1.0, 2.0, 3.0)]) is total([one, "two"]) is total([None]) is None
