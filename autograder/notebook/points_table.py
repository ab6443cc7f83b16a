"""Fills in the table of points that a homework may begin with.

An author writes which sections there are and what they are about:

    | 3, 4 | a forward pass and a backward pass on paper | {points} |

and students read what the exercises there are worth, `6 + 7`, from the headers of their checks.
"""

import re
from collections import defaultdict
from string import ascii_lowercase

from nbformat import NotebookNode

from autograder.notebook.cells import extra_credit_of, is_graded, points_of
from autograder.notebook.headers import BadSource
from autograder.notebook.titles import number_and_name, title_of

_ROW = re.compile(r"^(\|([\d, ]+)\|.*)\{points\}", re.MULTILINE)
_SECTION = re.compile(r"^## (\d+)", re.MULTILINE)


def fill_in_points(cells: list[NotebookNode], file: str) -> None:
    """Replaces `{points}` in those rows of tables whose first cell lists sections.

    Args:
        file: the author's text, for messages.

    Raises:
        BadSource: nothing in a section gives points.
    """
    graded = _graded_by_section(cells)

    def row(match: re.Match) -> str:
        sections = re.findall(r"\d+", match[2])
        for section in sections:
            if section not in graded:
                raise BadSource(
                    f"{file}: the table of points lists section {section}, which gives no points."
                )
        return match[1] + _worth([cell for section in sections for cell in graded[section]])

    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = _ROW.sub(row, cell.source)


def _graded_by_section(cells: list[NotebookNode]) -> dict[str, list[NotebookNode]]:
    graded: dict[str, list[NotebookNode]] = defaultdict(list)
    heading = ""
    for cell in cells:
        if cell.cell_type == "markdown":
            heading = (_SECTION.findall(cell.source) or [heading])[-1]
        if is_graded(cell):
            # An answer in words may have no title, and so no number.
            section = number_and_name(title_of(cell))[0].rstrip(ascii_lowercase) or heading
            graded[section].append(cell)
    return graded


def _worth(graded: list[NotebookNode]) -> str:
    """What each of some cells is worth, without those that do not count."""
    points, extra = (
        [f"{worth:g}" for worth in map(worth_of, graded) if worth]
        for worth_of in (points_of, extra_credit_of)
    )
    return (" + ".join(points + extra) + (" extra" if extra else "")) or "0"
