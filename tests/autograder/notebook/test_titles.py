"""Exercises and cells have one name everywhere: the one that students see."""

import nbformat
import pytest

from autograder.base.paths import homeworks, released_path
from autograder.notebook.titles import cell_names_in, number_and_name, title_of


def test_the_title_comes_from_the_header_or_else_from_the_id():
    check = nbformat.v4.new_code_cell(metadata={"nbgrader": {"grade_id": "twice-engine-check"}})
    assert title_of(check) == "twice engine"
    check.metadata["title"] = "5b Twice in your engine"
    assert title_of(check) == "5b Twice in your engine"


def test_a_title_is_split_into_its_number_and_its_name():
    assert number_and_name("2a Add") == ("2a", "Add")
    assert number_and_name("why") == ("", "why")


@pytest.mark.parametrize("homework", homeworks())
def test_every_cell_with_an_id_has_a_readable_name(homework):
    names = cell_names_in(homework)
    for cell in nbformat.read(released_path(homework), as_version=4).cells:
        if "nbgrader" in cell.metadata:
            assert names.pop(cell.metadata.nbgrader.grade_id)
    assert not names


def test_an_answer_and_the_cells_around_it_are_named_after_their_exercise():
    names = cell_names_in("hw2-tanh")
    assert names["setup"] == "the set-up cell"
    assert names["engine"] == "1 Engine on shared nodes"
    assert names["engine-graph"] == "a given cell of 1 Engine on shared nodes"
    assert names["engine-check"] == "the check of 1 Engine on shared nodes"


def test_an_answer_without_a_check_is_not_named_after_the_next_exercise():
    assert cell_names_in("hw2-tanh")["own-sort"] == "own sort"
    assert cell_names_in("hw2-tanh")["twice"] == "5a Twice in PyTorch"
