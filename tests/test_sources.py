"""The table of the sources names cells that exist, with words that stand there, and leaves no part
of a source out."""

import itertools
import re

import pytest

from autograder.base.paths import ROOT, homeworks
from autograder.notebook.source import read_source

TABLE = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
PLACES = re.findall(r"`(hw\d-\w+)/([\w-]+)`", TABLE)
QUOTED = re.findall(r'`(hw\d-\w+)/([\w-]+)` "(.+?)"(?=;| \|)', TABLE)
ROWS = [line for line in TABLE.splitlines() if line.startswith("| ") and "|---" not in line]


@pytest.mark.parametrize("homework", sorted({homework for homework, _ in PLACES}))
def test_each_named_cell_exists(homework):
    cells = {cell.id for cell in read_source(homework).cells}
    assert {cell for where, cell in PLACES if where == homework} <= cells


@pytest.mark.parametrize("homework", sorted({homework for homework, _, _ in QUOTED}))
def test_quoted_words_stand_in_the_cell_or_in_the_text_around_it(homework):
    cells = read_source(homework).cells
    place = {cell.id: i for i, cell in enumerate(cells)}
    for where, cell, words in QUOTED:
        if where == homework:
            i = place[cell]
            around = [cells[i], *_prose(cells[:i][::-1]), *_prose(cells[i + 1 :])]
            text = " ".join(" ".join(each.source for each in around).split())
            assert words in text, f"{cell} does not say: {words}"


def _prose(cells):
    """The Markdown cells at the beginning."""
    return itertools.takewhile(lambda cell: cell.cell_type == "markdown", cells)


def test_each_homework_has_its_place_in_the_table():
    without = set(homeworks()) - {homework for homework, _ in PLACES}
    assert not without, f"{without} has no row in docs/sources.md, not even under the last heading."


def test_each_row_about_a_source_quotes_a_cell():
    told, _ = TABLE.split("## What is said differently")
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    headings = [line for line in rows if line.startswith("| in the source")]
    assert len(headings) == 4
    quoting = re.compile(r'`hw\d-[\w/-]+` ".')
    assert [row for row in rows if row not in headings and not quoting.search(row)] == []


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("homework", ["2.1,", *(f"2.2 step {i}" for i in range(1, 7)), "2.3,"]),
        ("chapter", [f"exercise {i}," for i in range(1, 6)]),
        ("card", [f"question {i}," for i in range(1, 5)]),
    ],
)
def test_each_exercise_and_question_has_a_row(source, parts):
    for part in parts:
        assert any(row.startswith(f"| {part}") for row in ROWS), f"{source}: {part}"
