"""Collects the hints for `hint()` from the folded hints in the homeworks' texts.

In a Markdown cell after the exercise, an author writes one block for each hint, from the first to
the last, named after what the exercise defines:

    <details name="Mul"><summary>Hint: which input?</summary>

    With y held still, ...
    </details>
"""

import ast
import json
import re
from collections.abc import Collection

from nbformat import NotebookNode

from autograder.base.files import write_whole
from autograder.base.paths import homeworks
from autograder.notebook.cell_text import definitions
from autograder.notebook.cells import has_solution
from autograder.notebook.headers import BadSource
from autograder.notebook.source import read_source

_BLOCK = re.compile(
    r"<details(?: name=\"(\w+)\")?><summary>(?:Hint(?: for \w+)?: )?(.*?)</summary>"
    r"\s*(.*?)\s*</details>",
    re.DOTALL,
)

Hints = dict[str, list[list[str]]]  # by name, its hints as [title, text], first hint first


def collect_hints() -> Hints:
    """The hints of all homeworks, for what solution cells define.

    Raises:
        BadSource: a folded block has no name, a name that no solution cell of its homework defines,
            or a name that has hints in another homework, which students would be given, too.
    """
    hints: Hints = {}
    for of_homework in _by_homework().values():
        hints |= of_homework
    return hints


def _by_homework() -> dict[str, Hints]:
    hints: dict[str, Hints] = {}
    first_in: dict[str, str] = {}  # the homework that a name's hints are in
    for homework in homeworks():
        cells = read_source(homework).cells
        defined = {
            name for cell in filter(has_solution, cells) for name in definitions(cell.source)
        }
        for cell in cells:
            for name, title, text in _BLOCK.findall(cell.source):
                if name not in defined:
                    raise BadSource(
                        f"{homework}: the hint {title!r} has name={name!r}, which no solution cell "
                        "defines. Are the markers of a cell missing?"
                    )
                if first_in.setdefault(name, homework) != homework:
                    raise BadSource(
                        f"{homework}: {name!r} has hints in {first_in[name]}, too, and students "
                        'would get those. Rename one, or refer to them: `hint("name")`.'
                    )
                of_homework = hints.setdefault(homework, {})
                of_homework.setdefault(name, []).append([title, text])
    return hints


def wrong_hints(source: NotebookNode) -> list[str]:
    """Sentences on hints that a homework refers to, as in `hint="Mul"`, but that do not exist.
    Raises as `collect_hints`."""
    known = collect_hints()
    return [
        f"{cell.id} says hint={name!r}, but there are no hints of this name. There are: "
        f"{', '.join(sorted(known)) or 'none'}."
        for cell in source.cells
        if cell.cell_type == "code"
        for name in _referred_to(cell.source)
        if name not in known
    ]


def _referred_to(source: str) -> list[str]:
    keywords = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.keyword))
    names = (getattr(each.value, "value", None) for each in keywords if each.arg == "hint")
    return [name for name in names if isinstance(name, str) and name]


def write_hints(names: Collection[str]) -> None:
    """Writes the hints of some homeworks into `course/messages/hints.json`, if they have changed;
    those of others stay. Raises as `collect_hints`."""
    from course.messages.hints import HINTS_FILE

    collected, before = _by_homework(), HINTS_FILE.read_text(encoding="utf-8")
    text = _as_file(json.loads(before) | {name: collected.get(name, {}) for name in names})
    if text != before:
        write_whole(HINTS_FILE, text)


def shipped_hints() -> str:
    """The text of `course/messages/hints.json`."""
    return _as_file(_by_homework())


def _as_file(hints: dict[str, Hints]) -> str:
    of_homeworks = {homework: hints[homework] for homework in sorted(hints) if hints[homework]}
    return json.dumps(of_homeworks, indent=1, ensure_ascii=False) + "\n"
