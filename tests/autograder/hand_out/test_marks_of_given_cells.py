"""Which given cells are marked, so that a check can say so if one was changed."""

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.hand_out.for_students import mark_given_cells
from autograder.hand_out.release import make_untouched
from autograder.notebook.cells import grade_id, nbgrader_metadata
from course.messages.given_cells import as_given


def cell(source: str, title: str = "", *, solution: bool = False) -> NotebookNode:
    return new_code_cell(
        source, metadata={"nbgrader": nbgrader_metadata("a", solution=solution), "title": title}
    )


def test_a_given_cell_is_marked_if_a_check_below_uses_what_it_defines():
    used = ["z = 1", "y, t = 2, 3"]
    others = ["import torch", "x = f(z)", "b = 1", "def g():\n    z = 2", "answer = 2"]
    below = "z = 3"
    cells = [*map(cell, used), *map(cell, others), cell("answer = 1", solution=True)]
    cells += [cell("check(answer, torch, lambda x: y)\n(b := z)", "1 A"), cell(below)]
    mark_given_cells(cells)
    sources = {each.source for each in cells}
    assert {each for each in sources if "# Given" in each} == set(map(as_given, used))
    assert sources > {*others, below}


def test_the_graph_that_checks_of_passes_by_hand_are_about_is_marked(tmp_path):
    cells = make_untouched("hw1-cosh", tmp_path).cells
    assert [grade_id(each) for each in cells if "\n# Given, and" in each.source] == ["cosh-graph"]
