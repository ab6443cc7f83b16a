"""Plain values, and data that a student's kernel may send in their place."""

import numpy as np
import pytest

from course.values.plain import is_plain, plain, safe_class_name, stand_in
from course.values.tensors import copy_value


@pytest.mark.parametrize(
    "value",
    [1, True, ..., {"shape": [1], "data": [1.0]}, [0.5, 1], (0.5,), np.ones(2), object()],
)
def test_data_that_cannot_come_from_a_node_is_not_plain(value):
    assert not is_plain(value)


@pytest.mark.parametrize("sent", ["", "\0", "\ud800", "a b", "x" * 1000])
def test_whatever_is_sent_as_the_name_of_a_class_something_stands_for_its_value(sent):
    assert type(stand_in(sent)).__name__ == "object"
    assert type(stand_in("Exp")).__name__ == "Exp"


def test_a_long_name_of_a_class_is_kept_everywhere_if_anywhere():
    name = "A" * 60
    assert safe_class_name(name) == name
    assert plain(type(name, (), {})()) == name
    assert copy_value(type(name, (list,), {})(), nested=0) == name
