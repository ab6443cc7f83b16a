"""Any file is read as a notebook or refused with a sentence."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_markdown_cell, new_output

from autograder.submissions.reading import read_notebook
from autograder.submissions.tidying import MAX_SOURCE, sides_of_merge
from autograder.submissions.unreadable import MAX_WITHOUT_OUTPUTS, Unreadable
from tests.helpers.damaged import (
    as_bytes,
    good,
    merged,
    sources,
)


def test_one_side_of_a_file_merged_by_git_is_read():
    raw = as_bytes(good()).decode()
    line = next(each for each in raw.split("\n") if '"class Mul(' in each)
    read, notes = read_notebook(raw.replace(line, merged(line, line, "{}")).encode())
    assert sources(read) == sources(good())
    assert notes[0].is_flag


def test_a_text_that_only_looks_like_a_merge_stays_as_it_is():
    for text in ("<<<<<<< x\ny", "=======\n>>>>>>> x", "'<<<<<<<'"):
        assert sides_of_merge(text) is None


def test_a_large_file_is_read_without_its_outputs():
    notebook = good()
    size = MAX_WITHOUT_OUTPUTS // 2
    for each in [c for c in notebook.cells if c.cell_type == "code"][:3]:
        each.outputs = [new_output("stream", text=']"}[{\\' + "x" * size)]
    notebook.cells.append(new_markdown_cell('"outputs": [not one'))
    read, notes = read_notebook(as_bytes(notebook))
    assert [c.source for c in read.cells] == [
        *(c.source for c in good().cells),
        '"outputs": [not one',
    ]
    assert "without its outputs" in notes[0].text
    with pytest.raises(Unreadable, match="take out large pictures"):
        read_notebook(
            b'{"cells": [{"source": "' + b"x" * MAX_WITHOUT_OUTPUTS + b'", "outputs": []}]}'
        )


def test_a_large_picture_in_a_text_is_dropped_and_the_text_kept():
    notebook = good()
    picture = "![x](data:image/png;base64," + "A" * MAX_SOURCE + ")"
    notebook.cells.append(new_markdown_cell("My drawing: " + picture))
    read, notes = read_notebook(as_bytes(notebook))
    assert read.cells[-1].source == "My drawing: ![x]()"
    assert "picture" in notes[0].text


@pytest.mark.parametrize(
    "first", ["attachments", "cell_type", "execution_count", "id", "metadata", "outputs", "source"]
)
def test_the_cells_before_a_cut_are_saved_however_they_begin(first):
    cell = {
        "cell_type": "code",
        "execution_count": None,
        "id": "a",
        "metadata": {"id": "a", "nbgrader": {"cell_type": "code", "grade_id": "b"}},
        "outputs": [{"metadata": {}, "data": {}, "output_type": "display_data"}],
        "source": "x = 1",
    }
    cell = {first: cell.get(first, {})} | cell
    cut = json.dumps({"cells": [cell, cell]})[: -len("x = 1") - 10]
    notebook, notes = read_notebook(cut.encode())
    assert [each.source for each in notebook.cells] == ["x = 1"]
    says = "The file is cut short or broken: 1 cell could be read; anything else in it is lost."
    assert notes == [(says, False)]


def test_a_heading_of_an_old_notebook_keeps_its_level():
    cells = [{"cell_type": "heading", "level": n, "source": "A"} for n in (2, 3.0, 9, "2", None)]
    old = {"nbformat": 3, "worksheets": [{"cells": cells}]}
    notebook, _ = read_notebook(json.dumps(old).encode())
    assert [cell.source for cell in notebook.cells] == ["## A", "### A", "# A", "# A", "# A"]


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_with_a_sentence(data):
    with pytest.raises(Unreadable, match="Please ask"):
        read_notebook(data)
