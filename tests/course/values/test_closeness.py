"""Whether values agree up to rounding."""

import math

import pytest
import torch

from course.values.closeness import is_right, values_agree
from course.values.compare import Row


def test_values_in_float32_may_be_compared_with_each_other():
    assert is_right(torch.tensor([0.1, 2.0]), torch.tensor([0.1, 2.0]))
    assert not is_right(torch.tensor([0.1, 2.0]), torch.tensor([0.1, 2.1]))


@pytest.mark.parametrize("pair", [("a", None), (None, "a"), ("a", "b"), ([0.5], [0.25])])
def test_things_that_are_no_numbers_agree_with_nothing(pair):
    assert not values_agree(*pair)
    assert values_agree(None, None)


def test_infinity_agrees_only_with_itself():
    assert values_agree(math.inf, math.inf)
    assert not values_agree(1.0, math.inf)
    assert not values_agree(-math.inf, math.inf)


def test_gradients_are_compared_as_in_the_checks():
    exact = torch.tensor([1000.0, 1e-4], dtype=torch.float64)
    float32 = exact + torch.tensor([0.0, 5e-5], dtype=torch.float64)  # its terms have cancelled
    assert Row("x", float32, exact).is_right
    assert values_agree(float32, exact)
    assert not values_agree(exact * 1.00001, exact)
    assert values_agree(exact * math.nan, exact * math.nan)
