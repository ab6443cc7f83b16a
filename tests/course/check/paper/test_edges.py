"""Edges that are read off a graph."""

import pytest

from course import CheckFailed, Exp
from course.check.paper.edges import check_edges


def test_of_the_names_in_a_set_the_first_by_the_alphabet_is_quoted(capsys):
    with pytest.raises(CheckFailed):
        check_edges(Exp(1.0, name="z"), {"z": {f"a{i}" for i in range(10, 99)}})
    assert "no a10 in" in capsys.readouterr().out
