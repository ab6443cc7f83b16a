"""Values are compared alike where they were made and where they were sent."""

import json
import math

import numpy as np
import pytest
import torch

from autograder.in_kernel.values_as_json import pack, unpack
from course.values.closeness import tensors_agree, values_agree
from course.values.plain import is_plain, plain
from tests.helpers.found_engines import given, share


def through_json(value):
    """What arrives of a value that a student's kernel sends."""
    return unpack(json.loads(json.dumps(pack(value), allow_nan=False)))


@pytest.mark.parametrize("right", [[3.0], [1e-12], [0.05, -2e6]])
@pytest.mark.parametrize("off", [0.0, 1.5e-9, 1.5e-6, 2.5e-6])
@pytest.mark.parametrize("place", [0, -1])
def test_plain_values_agree_where_the_same_tensors_do(right, off, place):
    right = torch.tensor(right, dtype=torch.float64)
    yours = right.clone()  # off by as much of the largest entry, whichever entry it is
    yours[place] += off * float(right.abs().max()) + (off if off < 1e-7 else 0)
    sent = (through_json(plain(value)) for value in (yours, right))
    assert values_agree(*sent) is tensors_agree(yours, right)


@pytest.mark.parametrize(
    "value",
    [
        None,
        0.5,
        math.nan,
        10**400,
        np.float32(1),
        [1.0, None],
        object(),
        torch.tensor([1.0, -math.inf, 1e305], dtype=torch.float64),
    ],
)
def test_values_of_a_node_are_still_plain_after_json(value):
    assert is_plain(through_json(plain(value)))


def test_a_tensor_of_more_axes_than_can_be_sent_is_known_by_its_type_everywhere():
    value = torch.ones((1,) * 9)
    assert plain(value) == through_json(plain(value)) == "Tensor"
    assert torch.equal(through_json(plain(value[0])), value[0])


def test_a_plain_tensor_is_the_same_tensor_elsewhere_and_later():
    value = torch.tensor([1.5, math.inf, math.nan, -1e305], dtype=torch.float64)
    noted = plain(value)
    assert torch.equal(through_json(noted).nan_to_num(7), value.nan_to_num(7))
    value += 1
    assert noted[0] == 1.5


def test_tests_earn_the_same_after_being_sent_to_the_judge():
    for homework in ("hw2-tanh", "hw4-matmul"):
        tests, values = given(homework)
        assert share(unpack(pack(tests)), values) == 1
