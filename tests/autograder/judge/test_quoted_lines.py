"""The lines that a kernel reports for an engine must be the notebook's."""

import itertools

import pytest

from autograder.judge.quoted_lines import are_quoted
from course.recording.run_by_line import MAX_SOURCE_WIDTH


@pytest.mark.parametrize(
    ("lines", "there"),
    [
        (["a = 1", "", "b = 2"], True),
        (["  a = 1"], True),
        (["get_ipython().run_line_magic('time', '')"], True),
        (["a = 2"], False),
        ([""], False),
        (["# a = 1"], False),
        (["a = 2  # get_ipython()"], False),
        (["get_ipython().system('a = 1')"], False),
        ([f"        {'a + ' * 40}a"[:MAX_SOURCE_WIDTH]], True),
        (["b = 2", "a = 1"], False),
        (["a = 1", "a = 1"], False),
        (["get_ipython().run_line_magic('time', '')", "a = 1", "b = 2"], True),
        (["a = 1", "c = 3", "c = 3", "b = 2", "c = 3"], False),
        (["c = 3", "c = 3", "a = 1", "b = 2"], True),
    ],
)
def test_quoted_lines_have_to_follow_the_order_of_the_cells(lines, there):
    cells = ["    a = 1\nb = 2", "%time", f"    {'a + ' * 40}a", "c = 3\n\nc = 3"]
    assert are_quoted(lines, cells) is there


def test_each_of_two_cells_with_the_same_lines_can_be_quoted():
    old, new = "a = 1\nb = 2", "a = 1\nb = 2\nc = 3"
    for cells in itertools.permutations([old, new]):
        assert are_quoted([*old.split("\n"), *new.split("\n")], cells)
        assert are_quoted([*new.split("\n"), *old.split("\n")], cells)
