"""Simulated passes: there are many wrong ones, and right ones have PyTorch's gradients."""

import pytest

from course.check.paper.find_engines import read_test
from course.simulated.simulated_pass import FOR_MATRICES, FOR_NUMBERS, RIGHT_ENGINES, is_caught
from tests.helpers.found_engines import given


def test_the_wrong_engines_differ_from_each_other_and_from_the_right_ones():
    for engines in (FOR_NUMBERS, FOR_MATRICES):
        assert len(set(engines)) == len(engines) >= 40
        assert not {*RIGHT_ENGINES.values()} & {*engines}


@pytest.mark.parametrize("name", RIGHT_ENGINES)
def test_right_engines_have_pytorchs_gradients(name):
    for homework in ("hw2-tanh", "hw4-matmul"):
        tests, values = given(homework)
        for test in tests.values():
            tape, ones = read_test(test, values)
            assert not is_caught(RIGHT_ENGINES[name], tape, ones, [tape.right(one) for one in ones])
