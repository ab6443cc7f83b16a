"""The lines that are reported for an engine."""

import pytest

from autograder.judge.quoted_lines import are_quoted

CELL = "def forward_algorithm(graph):\n    x = 'pasted:{}see below'\n    return graph\n"


@pytest.mark.parametrize("separator", ["\f", "\v", "\x85", "\u2028"])
def test_a_line_is_one_line_whatever_characters_are_in_it(separator):
    reported = CELL.format(" ").splitlines()
    assert are_quoted(reported, ["x = 1", CELL.format(separator)])
    assert not are_quoted([*reported, "return 1"], ["x = 1", CELL.format(separator)])
