"""Whether values agree up to rounding."""

import pytest
import torch

from course.values.closeness import is_right, values_agree


def test_values_in_float32_may_be_compared_with_each_other():
    assert is_right(torch.tensor([0.1, 2.0]), torch.tensor([0.1, 2.0]))
    assert not is_right(torch.tensor([0.1, 2.0]), torch.tensor([0.1, 2.1]))


@pytest.mark.parametrize("pair", [("a", None), (None, "a"), ("a", "b"), ([0.5], [0.25])])
def test_things_that_are_no_numbers_agree_with_nothing(pair):
    assert not values_agree(*pair)
    assert values_agree(None, None)
