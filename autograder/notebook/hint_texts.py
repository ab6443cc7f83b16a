"""Collects the hints for `hint()` from the folded hints in the homeworks' texts.

In a Markdown cell after the exercise, an author writes one block for each hint, from the first to
the last, named after what the exercise defines:

    <details name="Mul"><summary>Hint: which input?</summary>

    With y held still, ...
    </details>
"""

import json
import re

from autograder.base.paths import homeworks
from autograder.notebook.cell_text import definitions
from autograder.notebook.cells import has_solution
from autograder.notebook.source import BadSource, read_source

_BLOCK = re.compile(
    r"<details(?: name=\"(\w+)\")?><summary>(?:Hint(?: for \w+)?: )?(.*?)</summary>"
    r"\s*(.*?)\s*</details>",
    re.DOTALL,
)


def collect_hints() -> dict[str, list[list[str]]]:
    """For each name that a solution cell defines, its hints as (title, text), first hint first.

    Raises:
        BadSource: a folded block has no name, a name that no solution cell of its homework defines,
            or a name that has hints in another homework, which students would be given, too.
    """
    hints: dict[str, list[list[str]]] = {}
    homework: dict[str, str] = {}
    for assignment in homeworks():
        cells = read_source(assignment).cells
        defined = {
            name for cell in cells if has_solution(cell) for name in definitions(cell.source)
        }
        for cell in cells:
            for name, title, text in _BLOCK.findall(cell.source):
                if name not in defined:
                    raise BadSource(
                        f"{assignment}: the hint {title!r} has name={name!r}, which no "
                        "solution cell defines."
                    )
                if homework.setdefault(name, assignment) != assignment:
                    raise BadSource(
                        f"{assignment}: {name!r} has hints in {homework[name]}, too, and students "
                        'would get those. Rename one, or refer to them: `hint("name")`.'
                    )
                hints.setdefault(name, []).append([title, text])
    return hints


def shipped_hints() -> str:
    """The text of `course/hints.json`."""
    return json.dumps(collect_hints(), indent=1, ensure_ascii=False) + "\n"
