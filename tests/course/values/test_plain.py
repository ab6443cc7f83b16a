"""Plain values, and data that a student's kernel may send in their place."""

import numpy as np
import pytest

from course.values.plain import is_plain


@pytest.mark.parametrize(
    "value",
    [1, True, ..., {"shape": [1], "data": [1.0]}, [0.5, 1], (0.5,), np.ones(2), object()],
)
def test_data_that_cannot_come_from_a_node_is_not_plain(value):
    assert not is_plain(value)
