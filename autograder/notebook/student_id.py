"""Puts a student's id into the set-up cell, and reads it there; individual exercises depend on it.

The line is never executed here.
"""

import re

from nbformat import NotebookNode

ID_LINE = 'student_id = ""  # @param {type:"string"}\n'
_TYPED = re.compile(r"""^(student_id\s*=\s*)(["'])(.{0,200}?)\2""", re.MULTILINE)


def asks_for_id(notebook: NotebookNode) -> bool:
    """Whether a released notebook gives each student their own version of some exercises."""
    return any(ID_LINE in cell.source for cell in notebook.cells)


def typed_id(notebook: NotebookNode) -> str:
    """The id in the set-up cell of a submission; empty if there is none."""
    for cell in notebook.cells:
        if cell.source.startswith("# @title ") and (line := _TYPED.search(cell.source)):
            return line[3].strip()
    return ""


def give_id(notebook: NotebookNode, student_id: str) -> None:
    """Puts a student's id into the set-up cell of a notebook that asks for one."""
    for cell in notebook.cells:
        cell.source = cell.source.replace(ID_LINE, ID_LINE.replace('""', f'"{student_id}"'), 1)


def without_id(source: str) -> str:
    """The text of a cell without the student's id, if there is one in it."""
    return _TYPED.sub(r'\1""', source) if "student_id" in source else source
