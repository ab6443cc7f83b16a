"""Values in the player's boxes."""

import pytest

from course.graph import Leaf
from course.player.box_text import in_box
from course.values.as_text import in_picture


@pytest.mark.parametrize(
    ("value", "shown"),
    [(999.6, "1000"), (1000.2, "1000"), (-999.6, "−1000"), (999.4, "999"), (12345.6, "12346")],
)
def test_a_number_in_a_box_is_written_alike_on_both_sides_of_a_thousand(value, shown):
    assert in_box(value) == shown


@pytest.mark.parametrize("value", [10**400, Leaf])
def test_what_is_no_number_is_written_as_in_a_picture(value):
    assert in_box(value, length=15) == in_picture(value)
