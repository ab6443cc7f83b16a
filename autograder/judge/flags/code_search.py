"""Flags what an instructor should look at in a student's source. A flag never lowers a mark."""

from collections.abc import Collection, Iterator, Mapping

from nbformat import NotebookNode

from autograder.judge.flags.names_used import NameReader
from autograder.judge.flags.words import LISTED, RUN_A_TEXT, findings_from
from autograder.notebook.cells import grade_id, is_locked
from autograder.notebook.titles import OWN_CELL, names_of

MAX_UNLISTED = 10  # unusual names that a sentence tells
MAX_UNLISTED_LENGTH = 40  # characters of each

Findings = dict[str, set[str]]  # what code does, and with which words


def flags_of(
    notebook: NotebookNode,
    not_run: Collection[str] = (),
    other_code: Mapping[str, Collection[str | None]] | None = None,
) -> list[str]:
    """Sentences about cells that use what the homework is meant to teach, or that inspect the
    interpreter. Each cell to be filled in has its own sentences; all cells that the student has
    added share theirs.

    Args:
        not_run: the ids of cells that were left out, of which nothing is said.
        other_code: the texts of code in no cell that was run, by the name of the cell that ran it.
            None among them is code without a text. The texts are searched, too, so it does not
            matter that a cell runs some. Without this argument, that is said of the cell.
    """
    names, cells = names_of(notebook.cells), cells_run(notebook, not_run)
    reader = NameReader([cell.source for cell in cells])
    findings: dict[str, Findings] = {}  # by the name of a cell
    for cell, found, is_python in _in_cells(cells, reader):
        in_cell = findings.setdefault(names.get(grade_id(cell), OWN_CELL), {})
        if not is_python and _was_run(cell):
            in_cell["could not be read as Python, and was only searched for words"] = set()
        _add(found, in_cell, set() if other_code is None else RUN_A_TEXT)
    for name, texts in (other_code or {}).items():
        known = RUN_A_TEXT.union(*findings.get(name, {}).values())
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


def own_cells_to_flag(notebook: NotebookNode) -> set[str]:
    """The ids of those cells that the student has added of which `flags_of` would say something."""
    names, cells = names_of(notebook.cells), cells_run(notebook)
    reader = NameReader([cell.source for cell in cells])
    return {
        cell.id
        for cell, found, is_python in _in_cells(cells, reader)
        if grade_id(cell) not in names and is_python and found
    }


def _in_cells(
    cells: list[NotebookNode], reader: NameReader
) -> Iterator[tuple[NotebookNode, Findings, bool]]:
    """Each of these cells, with what is found in it, and whether it is Python."""
    for cell in cells:
        names, is_python = reader.names_in(cell.source)
        yield cell, findings_from(names), is_python


def cells_run(notebook: NotebookNode, not_run: Collection[str] = ()) -> list[NotebookNode]:
    """The student's code cells, without those that were left out."""
    return [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and not is_locked(cell) and cell.id not in not_run
    ]


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
