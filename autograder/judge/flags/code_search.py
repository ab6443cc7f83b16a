"""Flags what an instructor should look at in a student's source. A flag never lowers a mark."""

from collections.abc import Collection, Mapping

from nbformat import NotebookNode

from autograder.judge.flags.names_used import NameReader
from autograder.judge.flags.words import LISTED, findings_from
from autograder.notebook.cells import grade_id, is_locked
from autograder.notebook.titles import OWN_CELL, names_of

MAX_UNLISTED = 10  # unusual names that a sentence tells
MAX_UNLISTED_LENGTH = 40  # characters of each

Findings = dict[str, set[str]]  # what code does, and with which words


def flags_of(
    notebook: NotebookNode,
    other_code: Mapping[str, Collection[str | None]] = {},
) -> list[str]:
    """Sentences about cells that use what the homework is meant to teach, or that inspect the
    interpreter. Each cell to be filled in has its own sentences; all cells that the student has
    added share theirs.

    Args:
        other_code: the texts of code in no cell that was run, by the name of the cell that ran it.
            None among them is code without a text. As the texts are searched, too, it does not
            matter that a cell runs some.
    """
    names, cells = names_of(notebook.cells), students_cells(notebook)
    reader = NameReader([cell.source for cell in cells])
    findings: dict[str, Findings] = {}  # by the name of a cell
    for cell in cells:
        used, is_python = reader.names_in(cell.source)
        in_cell = findings.setdefault(names.get(grade_id(cell), OWN_CELL), {})
        if not is_python and _was_run(cell):
            in_cell["could not be read as Python, and was only searched for words"] = set()
        _add(findings_from(used), in_cell, set())
    for name, texts in other_code.items():
        known = set().union(*findings.get(name, {}).values())
        in_texts = findings.setdefault(f"{name}, in code that is in no cell", {})
        for text in texts:
            if text is None:
                in_texts["has no text that could be searched"] = set()
            else:
                _add(findings_from(reader.names_in(text)[0]), in_texts, known)
    return [
        f"{name}: {finding}{_in_brackets(words)}."
        for name, in_cell in findings.items()
        for finding, words in in_cell.items()
    ]


def students_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """The student's code cells: those that were filled in, and those that were added."""
    return [cell for cell in notebook.cells if cell.cell_type == "code" and not is_locked(cell)]


def _add(found: Findings, findings: Findings, known: set[str]) -> None:
    """Adds what is found, without the words that are known."""
    for finding, words in found.items():
        if new := words - known:
            findings.setdefault(finding, set()).update(new)


def _in_brackets(words: set[str]) -> str:
    """Words as they are told: all that are listed, and a few short ones of the others, of which a
    student can invent any number."""
    listed = words & LISTED
    others = sorted(words - listed, key=lambda word: (len(word) > MAX_UNLISTED_LENGTH, word))
    told = sorted([*listed, *(word[:MAX_UNLISTED_LENGTH] for word in others[:MAX_UNLISTED])])
    more = f" and {len(others) - MAX_UNLISTED} more" if len(others) > MAX_UNLISTED else ""
    return f" ({', '.join(told)}{more})" if words else ""


def _was_run(cell: NotebookNode) -> bool:
    """Whether a cell was run, which means that IPython could parse it."""
    outputs = cell.get("outputs", [])
    errors = {output.ename for output in outputs if output.output_type == "error"}
    return not errors & {"SyntaxError", "IndentationError", "TabError"}
