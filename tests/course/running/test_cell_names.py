"""Which names a cell defines and reads."""

import pytest

from course.running.cell_names import names_defined, names_read


@pytest.mark.parametrize(
    "comprehension",
    ["[x + y for x in z]", "{x + y for x in z}", "{x: y for x in z}", "(x + y for x in z)"],
)
def test_the_names_of_a_comprehension_are_its_own(comprehension):
    assert names_defined(f"a = {comprehension}") == {"a"}
    assert names_read(f"a = {comprehension}") == {"y", "z"}
    assert names_read(f"def f(z):\n    return [{comprehension} for y in z]") == set()


def test_a_cell_that_cannot_be_read_has_no_names():
    assert names_defined("a = (") == names_read("a = (b") == set()
