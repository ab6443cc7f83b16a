"""The table of points at the beginning of a homework, compared with the headers of its checks."""

import re
from string import ascii_lowercase

from nbformat import NotebookNode

from autograder.notebook.cells import is_graded, worth_of
from autograder.notebook.titles import numbered, title_of

# Sections, whatever they are about, and points: | 3, 4 | forward and backward | 6 + 7 |
_ROW = re.compile(r"^\|([\d, ]+)\|.*\|([\d +]+)(?:extra *)?\|$", re.MULTILINE)
_TABLE = re.compile(r"\| *points *\|$", re.MULTILINE)
_HEADING = re.compile(r"^## (\d+)", re.MULTILINE)


def wrong_rows(source: NotebookNode) -> list[str]:
    """Sentences on the wrong rows of a table that ends with a column "points"."""
    tables = [_TABLE.split(c.source)[1:] for c in source.cells if c.cell_type == "markdown"]
    rows = [row for table in tables for row in _ROW.findall("".join(table))]
    return [sentence for row in rows if (sentence := _wrong(source, *map(_numbers, row)))]


def _wrong(source: NotebookNode, sections: list[str], told: list[str]) -> str:
    by_section, heading = {each: [] for each in sections}, ""
    for cell in source.cells:
        heading = (_HEADING.findall(cell.source) or [heading])[-1]
        if is_graded(cell):
            # An answer in words has no title, and so no number.
            section = numbered(title_of(cell))[0].rstrip(ascii_lowercase) or heading
            by_section.get(section, []).append(worth_of(cell))
    of_exercises = [points for each in by_section.values() for points in each]
    of_sections = [sum(each) for each in by_section.values()]
    if list(map(int, told)) in (of_exercises, of_sections):
        return ""
    return (
        f"the table of points says {' + '.join(told)} for section {', '.join(sections)}; the "
        f"headers say {' + '.join(f'{points:g}' for points in of_exercises) or 'nothing'}."
    )


def _numbers(column: str) -> list[str]:
    return re.findall(r"\d+", column)
