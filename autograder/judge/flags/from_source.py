"""Flags what an instructor should look at in a student's source. A flag never lowers a mark."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from itertools import chain

from nbformat import NotebookNode

from autograder.base.sentences import first_of
from autograder.base.visible import short_name
from autograder.judge.flags.names_used import NameReader
from autograder.judge.flags.words import COMPARES, findings_from
from autograder.notebook.cells import errors_among, grade_id, is_own, students_code
from autograder.notebook.titles import OWN_CELL, cell_names

MAX_WORDS = 20  # in a sentence; students can write as many private names as they like


def flags_in_source(
    notebook: NotebookNode,
    other_code: Mapping[str, Collection[str | None]] = {},
) -> list[str]:
    """Sentences about cells that use what the homework is meant to teach, or that inspect the
    interpreter. Each cell to be filled in has its own sentences; all cells that the student has
    added share theirs, and may compare with autograd.

    Args:
        other_code: the texts that were run but are in no cell, by the name of the cell that ran
            them; None stands for code without a text. The texts are searched like cells, so it is
            not flagged that a cell runs them.
    """
    names, cells = cell_names(notebook.cells), students_code(notebook.cells)
    texts_told = filter(None, chain.from_iterable(other_code.values()))
    reader = NameReader([*(cell.source for cell in cells), *texts_told])
    # For each cell, by its name, what it does and the words that show it.
    findings: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    written: dict[str, set[str]] = defaultdict(set)  # the names in cells, which are not told again
    for cell in cells:
        used, is_python = reader.names_in(cell.source)
        name = names.get(grade_id(cell), OWN_CELL)
        in_cell = findings[name]
        written[name] |= used
        if not is_python and _was_run(cell):
            in_cell["could not be read as Python, and was only searched for words"] = set()
        searched = used - COMPARES if is_own(cell) else used
        for finding, words in findings_from(searched).items():
            in_cell[finding] |= words
    for name, texts in other_code.items():
        if None in texts:
            unseen = "ran code out of sight, without a text to search"
            findings[name][unseen] = set()
        in_texts = findings[f"{name}, in code that is in no cell"]
        for text in filter(None, texts):
            for finding, words in findings_from(reader.names_in(text)[0] - written[name]).items():
                in_texts[finding] |= words
    sentences: list[str] = []
    for name, in_cell in findings.items():
        for finding, words in in_cell.items():
            told = f" ({first_of([*map(short_name, sorted(words))], MAX_WORDS)})" if words else ""
            sentences.append(f"{name}: {finding}{told}.")
    return sentences


def _was_run(cell: NotebookNode) -> bool:
    """Whether a cell was run, which means that IPython could parse it."""
    errors = {error.ename for error in errors_among(cell.get("outputs", []))}
    return not errors & {"SyntaxError", "IndentationError", "TabError"}
