"""Makes the key to a homework, for students after the deadline: the solved notebook, with
derivations.

The derivations for exercises by hand are in `solutions/keys/HOMEWORK.md`, each under a heading
`## CELL` with the grade_id of its solution cell.
"""

import re
from datetime import datetime
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import SOLUTIONS, short
from autograder.notebook.cells import has_solution
from autograder.notebook.markers import solved
from autograder.notebook.notebook_files import notebook_text
from autograder.notebook.release_choices import kept_choices
from autograder.notebook.set_up import insert_set_up
from autograder.notebook.source import read_source
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.rules.policy_file import policy_of

KEYS = SOLUTIONS / "keys"
_SECTION = re.compile(r"^## ([^\n]*)(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def answer_key(homework: str) -> NotebookNode:
    """The solved notebook, with a derivation below each answer that has one. It has the standard
    exercises, and runs wherever a homework does.

    Raises:
        BadSource: the author's text is malformed.
        BadChoice: the file of the choices for released notebooks cannot be used.
        Failure: a derivation belongs to no solution cell.
    """
    notebook = read_source(homework)
    worked_out = derivations(homework)
    cells = []
    for cell in notebook.cells:
        is_solution = has_solution(cell)
        cell.source = solved(cell.source)
        cell.metadata = NotebookNode()
        cells.append(cell)
        if is_solution and cell.id in worked_out:
            text = f"**Worked out.** {worked_out.pop(cell.id)}"
            cells.append(new_markdown_cell(text, id=f"{cell.id}-worked"))
    if worked_out:
        strangers = ", ".join(worked_out)
        raise Failure(f"{KEYS.name}/{homework}.md: there is no solution cell {strangers}.")
    notebook.cells = cells
    # Without variants: the answers are those to the standard exercises.
    insert_set_up(notebook, "", kept_choices().changed(variants=False))
    return notebook


def write_key(homework: str, path: Path, *, overwrite: bool) -> None:
    """Writes the key.

    Raises:
        Failure: the key cannot be made, or the file exists and may not be overwritten.
    """
    if path.exists() and not overwrite:
        raise Failure(f"{short(path.resolve())} already exists. To replace it, add --overwrite.")
    write_whole(path, notebook_text(answer_key(homework)))


def derivations(homework: str) -> dict[str, str]:
    """The derivations of a homework, by solution cell."""
    path = KEYS / f"{homework}.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return {cell.strip(): derivation.strip() for cell, derivation in _SECTION.findall(text)}


def last_due_time(homework: str, classroom: Classroom) -> datetime | None:
    """When the last student of a class has to hand in. The class's policy and extensions say so or,
    if the policy has no due time for the class, the gradebook. None if no due time is known.

    Raises:
        Failure: a file of the policy cannot be used.
    """
    policy = policy_of(classroom)
    dues = [policy.last_due(homework)]
    if homework not in policy.due:
        dues.append(ClassGradebook(classroom).due(homework))
    return max(filter(None, dues), default=None)
