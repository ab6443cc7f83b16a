"""Values as tensors."""

import torch

from course.values.tensors import total


def floats(*entries):
    return torch.tensor(entries, dtype=torch.float64)


def test_a_total_is_of_all_that_is_there_if_that_can_be_added():
    one, other = floats(1.0, 2.0), floats(0.5, -2.0)
    assert total([one, None, other]).equal(one + other)
    assert total([2, 0.5]).equal(floats(2.5)[0])
    assert total([one, floats(1.0, 2.0, 3.0)]) is total([one, "two"]) is total([None]) is None
