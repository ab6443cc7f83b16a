"""Compares what a homework tells students with its checks: its table of points, and the variants
that it shows."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from string import ascii_lowercase

from nbformat import NotebookNode

from autograder.notebook.cells import is_graded, is_judged, worth_of
from autograder.notebook.source import read_source
from autograder.notebook.titles import number_and_name, title_of

# Sections, whatever they are about, and points: | 3, 4 | forward and backward | 6 + 7 |
_ROW = re.compile(r"^\|([\d, ]+)\|.*\|([\d +]+)(?:extra *)?\|$", re.MULTILINE)
_TABLE = re.compile(r"\| *points *\|$", re.MULTILINE)
_HEADING = re.compile(r"^## (\d+)", re.MULTILINE)


def wrong_rows(source: NotebookNode) -> list[str]:
    """Sentences on the wrong rows of a table that ends with a column "points"."""
    worth_in = _worth_by_section(source)
    sentences = []
    for cell in source.cells:
        if cell.cell_type != "markdown":
            continue
        rows = "".join(_TABLE.split(cell.source)[1:])
        for columns in _ROW.findall(rows):
            sections, announced = (re.findall(r"\d+", column) for column in columns)
            worth = [worth_in[section] for section in sections]
            of_exercises = [points for section in worth for points in section]
            of_sections = [sum(section) for section in worth]
            if [int(points) for points in announced] not in (of_exercises, of_sections):
                says = " + ".join(f"{points:g}" for points in of_exercises) or "nothing"
                sentences.append(
                    f"the table of points says {' + '.join(announced)} for section "
                    f"{', '.join(sections)}; the headers say {says}."
                )
    return sentences


def _worth_by_section(source: NotebookNode) -> dict[str, list[float]]:
    """What each exercise is worth, by the number of its section."""
    worth: dict[str, list[float]] = defaultdict(list)
    heading = ""
    for cell in source.cells:
        heading = (_HEADING.findall(cell.source) or [heading])[-1]
        if is_graded(cell):
            # An answer in words has no title, and so no number.
            section = number_and_name(title_of(cell))[0].rstrip(ascii_lowercase) or heading
            worth[section].append(worth_of(cell))
    return worth


def wrong_pools(homework: str) -> list[str]:
    """Sentences on checks that take another variant than the cell above them shows."""
    sentences, shown = [], ""
    for cell in read_source(homework, variants=True).cells:
        for function, pool in _pools_in(cell):
            if function == "show_variant":
                shown = pool
            elif is_judged(cell) and pool != shown:
                above = f'the cell above shows "{shown}"' if shown else "no cell above shows one"
                sentences.append(
                    f'{cell.id} takes its exercise from "{pool}", but {above}. Before the blanks, '
                    f'in a cell with variants=true, write show_variant("{pool}", ...).'
                )
    return sentences


def _pools_in(cell: NotebookNode) -> Iterator[tuple[str, str]]:
    """The calls that name a pool: the function, and the pool."""
    for node in ast.walk(ast.parse(cell.source if cell.cell_type == "code" else "")):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = getattr(node.func, "id", "")
            if name in ("variant", "show_variant"):
                yield name, str(node.args[0].value)
