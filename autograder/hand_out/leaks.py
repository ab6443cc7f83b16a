"""Finds solutions, or parts of them, in what students get."""

import re
from itertools import pairwise

import nbformat
from nbformat import NotebookNode

from autograder.base.paths import homeworks
from autograder.notebook.cells import has_solution
from autograder.notebook.markers import MARKERS, hidden_lines, read_blank
from autograder.notebook.source import read_source

MIN_REVEALING_LINE = 12  # characters; shorter lines, such as `return graph`, reveal nothing
MIN_FORMULA = 3  # characters; a shorter formula reveals nothing
MIN_REVEALING_ALONE = 35  # characters; a single line in the package counts only if it is as long
MIN_IN_PROSE = 20  # characters; prose may explain `node.forward()`
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def leaks_in_notebook(source: NotebookNode, untouched: NotebookNode) -> list[str]:
    """The parts of solutions that can still be read in the untouched notebook, as sentences."""
    lines = {line for cell in source.cells for line in _revealing_lines(cell.source)}
    leaks = []
    for cell in untouched.cells:
        for line in sorted(_readable_in(cell, lines)):
            leaks.append(f"the solution line `{line}` is in cell {_place(cell)}.")
        for marker in MARKERS:
            if marker in cell.source:
                leaks.append(f"{marker!r} is in cell {_place(cell)}.")
        if cell.get("outputs"):
            leaks.append(f"cell {cell.id!r} has outputs.")
    contexts = untouched.metadata.get("colab", {}).get("aiContexts", {})
    for context in contexts.values():
        for answer in answers_in_prose(context["context"], hidden_answers(source)):
            leaks.append(f"`{answer}` is in the instructions to AI.")
    return leaks


def _readable_in(cell: NotebookNode, lines: set[str]) -> set[str]:
    """Those of the lines that can be read in a cell: in prose, in a comment, or as code."""
    readable = {
        part for line in cell.source.splitlines() for part in (line.strip(), line.strip(" #"))
    }
    found = lines & readable
    if cell.cell_type == "markdown":
        found |= {line for line in lines if len(line) >= MIN_IN_PROSE and line in cell.source}
    return found


def _place(cell: NotebookNode) -> str:
    """A name by which an author recognises a cell: its id, or how it begins."""
    if not re.fullmatch(r"text-\d+", cell.id):
        return repr(cell.id)
    return f"`{cell.source.strip().splitlines()[0][:40]}...`"


def leaks_in_files(texts: dict[str, str]) -> list[str]:
    """Sentences on where the solution of any homework can be read.

    In a notebook, a single line is too much. The package itself consists of code, so there only a
    long line counts, or two lines in a row.
    """
    cells_of = {
        name: nbformat.reads(text, as_version=4).cells
        for name, text in texts.items()
        if name.endswith(".ipynb")
    }
    sentences = []
    for homework in homeworks():
        cells = [cell for cell in read_source(homework).cells if has_solution(cell)]
        lines = {line for cell in cells for line in _revealing_lines(cell.source)}
        pairs = {pair for cell in cells for pair in _pairs(cell.source, lines)}
        long = {line for line in lines if len(line) >= MIN_REVEALING_ALONE}
        for name, text in texts.items():
            if name in cells_of:
                leaked = set().union(*(_readable_in(cell, lines) for cell in cells_of[name]))
            else:
                leaked = long & {line.strip() for line in text.splitlines()}
                leaked |= {first for first, _ in pairs & _pairs(text, lines)}
            sentences += [
                f"the line `{line}` of the solution of {homework} is in {name}."
                for line in sorted(leaked)
            ]
    return sentences


def _pairs(text: str, revealing: set[str]) -> set[tuple[str, str]]:
    """Pairs of consecutive lines that both reveal something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return {pair for pair in pairwise(lines) if revealing.issuperset(pair)}


def _revealing_lines(text: str) -> set[str]:
    """The lines of a cell that students do not get, without short ones and empty blanks."""
    lines = {line.strip() for line in hidden_lines(text).values()}
    return {
        line
        for line in lines
        if len(line) >= MIN_REVEALING_LINE and not line.rstrip(",").endswith("...")
    }


def hidden_answers(source: NotebookNode) -> dict[str, float]:
    """The lines of a homework that students do not get, and the values of its blanks, all without
    spaces. Each has the absolute value of the number that it equals, or nan."""
    from course.check.paper.answers import answered_value  # loads PyTorch

    answers: set[str] = set()
    for cell in filter(has_solution, source.cells):
        answers |= _revealing_lines(cell.source)
        for line in cell.source.splitlines():
            if blank := read_blank(line):
                answers.add(blank.value.strip("\"'"))
    return {"".join(answer.split()): abs(answered_value(answer, {})) for answer in answers}


def answers_in_prose(text: str, answers: dict[str, float]) -> list[str]:
    """The hidden answers that can be read in a text that is not a cell.

    Lines and formulas are found whatever the spaces in them, and numbers by their value. A single
    word, such as an option, does not count, because it may occur in any sentence.
    """
    without_spaces = "".join(text.split())
    numbers = {float(number) for number in _NUMBER.findall(text)}

    def is_told(answer: str) -> bool:
        is_formula = len(answer) >= MIN_FORMULA and not answer.isalnum()
        return answers[answer] in numbers or (is_formula and answer in without_spaces)

    return sorted(filter(is_told, answers))
