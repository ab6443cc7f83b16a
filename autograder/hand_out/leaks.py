"""Finds solutions, or parts of them, in what students get."""

import re
from itertools import pairwise

import nbformat
from nbformat import NotebookNode

from autograder.base.paths import homeworks
from autograder.notebook.cells import has_solution
from autograder.notebook.markers import MARKERS, hidden_lines, read_blank
from autograder.notebook.source import read_source

MIN_TELLING_LINE = 12  # characters; shorter lines, such as `return graph`, tell nothing
MIN_FORMULA = 3  # characters of a formula that tells something
MIN_TELLING = 35  # characters of a line that gives a solution away anywhere
MIN_IN_PROSE = 20  # prose may explain `node.forward()`
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def leaks(source: NotebookNode, blank: NotebookNode) -> list[str]:
    """The parts of solutions that can still be read in the blank notebook, as sentences."""
    found = []
    blanks = {cell.id: cell for cell in blank.cells}
    for cell in source.cells:
        if not has_solution(cell):
            continue
        for line in telling_lines(cell.source):
            for other in blanks.values():
                if _tells(other, line):
                    found.append(f"the solution line `{line}` is in cell {_place(other)}.")
    for cell in blank.cells:
        found += [f"{m!r} is in cell {_place(cell)}." for m in MARKERS if m in cell.source]
        if cell.get("outputs"):
            found.append(f"cell {cell.id!r} has outputs.")
    contexts = blank.metadata.get("colab", {}).get("aiContexts", {})
    for each in contexts.values():
        told = given_answers(each["context"], hidden_answers(source))
        found += [f"`{answer}` is in the instructions to AI." for answer in told]
    return found


def _tells(cell: NotebookNode, line: str) -> bool:
    """Whether a line can be read in a cell: in words, in a comment, or as a line of code."""
    if cell.cell_type == "markdown" and len(line) >= MIN_IN_PROSE:
        return line in cell.source
    return any(line in (each.strip(), each.strip(" #")) for each in cell.source.splitlines())


def _place(cell: NotebookNode) -> str:
    """A cell as an author knows it: by its id, or by how it begins."""
    if not re.fullmatch(r"text-\d+", cell.id):
        return repr(cell.id)
    return f"`{cell.source.strip().splitlines()[0][:40]}...`"


def given_away(texts: dict[str, str]) -> list[str]:
    """Sentences on where the solution of any homework can be read.

    In a notebook, one line is too much. The package is code, too, so there it takes a long line, or
    two in a row.
    """
    found = []
    for homework in homeworks():
        cells = [cell for cell in read_source(homework).cells if has_solution(cell)]
        lines = {line for cell in cells for line in telling_lines(cell.source)}
        pairs = {pair for cell in cells for pair in _pairs(cell.source.splitlines(), lines)}
        for name, text in texts.items():
            if name.endswith(".ipynb"):
                told = lines & _stripped(_sources(text))
            else:
                told = {a for a, _ in pairs & _pairs(text.splitlines(), lines)}
                told |= {line for line in _stripped(text) & lines if len(line) >= MIN_TELLING}
            found += [
                f"the line `{line}` of the solution of {homework} is in {name}."
                for line in sorted(told)
            ]
    return found


def _pairs(text: list[str], telling: set[str]) -> set[tuple[str, str]]:
    """Pairs of consecutive lines that both tell something."""
    lines = [line.strip() for line in text if line.strip()]
    return {(a, b) for a, b in pairwise(lines) if a in telling and b in telling}


def _sources(notebook: str) -> str:
    return "\n".join(cell.source for cell in nbformat.reads(notebook, as_version=4).cells)


def _stripped(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines()}


def telling_lines(text: str) -> set[str]:
    """The lines of a cell that students do not get, without short ones and empty blanks."""
    lines = {line.strip() for line in hidden_lines(text).values()}
    told = (line for line in lines if not line.rstrip(",").endswith("..."))
    return {line for line in told if len(line) >= MIN_TELLING_LINE}


def hidden_answers(source: NotebookNode) -> dict[str, float]:
    """The lines of a homework that students do not get, and the values of its blanks, without
    spaces; each with the absolute value of the number it equals, nan if it is not a number."""
    from course.check.paper.answers import answered_value  # loads PyTorch

    cells = [cell.source for cell in source.cells if has_solution(cell)]
    found = {line for text in cells for line in telling_lines(text)}
    blanks = filter(None, (read_blank(line) for text in cells for line in text.splitlines()))
    found |= {blank.value.strip("\"'") for blank in blanks}
    return {"".join(each.split()): abs(answered_value(each, {})) for each in found}


def given_answers(text: str, answers: dict[str, float]) -> list[str]:
    """The answers that can be read in a text that is not a cell.

    Lines and formulas are found regardless of spaces, numbers by value. A single word, such as an
    option, tells nothing: it is in many sentences.
    """
    plain = "".join(text.split())
    numbers = {float(number) for number in _NUMBER.findall(text)}
    return sorted(
        answer
        for answer, size in answers.items()
        if size in numbers
        or (not answer.isalnum() and len(answer) >= MIN_FORMULA and answer in plain)
    )
