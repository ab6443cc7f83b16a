"""Makes the set-up cell of a released notebook, which makes `course` importable anywhere.

In the author's text, the cell has only imports. The release puts code before them that fetches the
package if it is missing: from a URL, or from a copy in the notebook, so that even a single file
sent by mail can be run. If students have their own exercises, the cell also has a line for the
student's id. This module reads the id from that line, and never runs it.
"""

import inspect
import re
from collections.abc import Callable

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.notebook import set_up_functions
from autograder.notebook.cells import colab_id, grade_id
from autograder.notebook.packed_course import (
    PACKED,
    course_version,
    packed_course,
    without_packed,
)
from autograder.notebook.release_choices import ReleaseChoices

SET_UP = "setup"  # the cell's grade_id
BADGE = "open-in-colab"  # the badge's cell id
LECTURES_IN_REPOSITORY = "notebooks/lectures/"  # the folder in the students' repository

_TITLED = "# @title "  # Colab hides the code of a cell that begins with this
_TITLE = """\
# @title Set up: run this cell first
# @markdown If a cell raises `NameError`: run this cell, then all cells above the one that failed.
"""
# For students' own versions of exercises.
ID_LINE = 'student_id = ""  # @param {type:"string"}\n'
_TYPED_ID = re.compile(r"""^(student_id\s*=\s*)(["'])(.{0,200}?)\2""", re.MULTILINE)
_WORK_AS = "\nfrom course import work_as\nwork_as(student_id)"
_VARIANT = re.compile(r"\bvariant\(")
_OLD_TITLE = re.compile(r"\A# ?@title.*\n+")


def insert_set_up(notebook: NotebookNode, path: str, choices: ReleaseChoices) -> None:
    """Completes the set-up cell of a notebook, if it has one, and puts a badge before all else.

    Args:
        notebook: changed in place.
        path: its path in the students' repository, which tells whether it is a lecture; empty if it
            is not in there and gets no badge.
        choices: say where that repository is, and what `course` is installed from.
    """
    for cell in notebook.cells:
        if cell.id == SET_UP and set_up_functions.course_is_here.__name__ not in cell.source:
            code = set_up_code(choices, lecture=path.startswith(LECTURES_IN_REPOSITORY))
            code_cells = (other for other in notebook.cells if other.cell_type == "code")
            if choices.variants and any(_VARIANT.search(other.source) for other in code_cells):
                code = code.replace(_TITLE, _TITLE + ID_LINE, 1) + _WORK_AS
            cell.source = code + "\n\n" + _OLD_TITLE.sub("", cell.source)
            cell.metadata["cellView"] = "form"  # Colab shows the title and hides the code
    address = path and choices.colab(path)
    if address and notebook.cells[0].id != BADGE:
        notebook.cells.insert(0, new_markdown_cell(badge(address), id=BADGE))


def path_in_repository(homework: str) -> str:
    """The path of a homework in the students' repository."""
    return f"notebooks/homework/{homework}/{homework}.ipynb"


def set_up_code(choices: ReleaseChoices, *, lecture: bool = False) -> str:
    """The lines that make `course` importable if it is not; a lecture's copy has the demos."""
    get_course: Callable[[str], None]
    if choices.url:
        get_course = set_up_functions.install_course
        call = f'install_course("{choices.url}")'
        opening = _TITLE
    else:
        get_course = set_up_functions.unpack_course
        call = f"unpack_course({PACKED})"
        comment = "# The package `course` (nodes, checks, pictures) as one long line of text:"
        opening = f'{_TITLE}\n{comment}\n{PACKED} = "{packed_course(lecture=lecture)}"\n'
    steps = (set_up_functions.course_is_here, get_course, set_up_functions.folder_for_course)
    functions = "\n\n".join(inspect.getsource(step) for step in steps)
    condition = f'if not course_is_here("{course_version()}"):\n    {call}'
    return f"{opening}\n\n{functions}\n\n{condition}"


def without_copy(source: str) -> str:
    """The text of a cell for people to see and compare: without a copy of the package or a
    student's id."""
    return _without_id(without_packed(source))


def without_set_up(source: str) -> str:
    """The text of a cell as its author wrote it: without what the release put before it."""
    # Plain searches, since one regular expression for all would take long if a word is repeated.
    condition = source.find("\nif not course_is_here(") if source.startswith(_TITLED) else -1
    end = source.find("\n\n", condition + 1) if condition >= 0 else -1
    return source[end + 2 :] if end >= 0 else source


def badge(address: str) -> str:
    """The button that opens a notebook in Colab, as HTML for Markdown."""
    picture = "https://colab.research.google.com/assets/colab-badge.svg"
    return f'<a href="{address}" target="_blank"><img src="{picture}" alt="Open in Colab"></a>'


def asks_for_id(notebook: NotebookNode) -> bool:
    """Whether a released notebook gives each student their own version of some exercises."""
    return any(ID_LINE in cell.source for cell in notebook.cells)


def typed_id(notebook: NotebookNode) -> str:
    """The id in the set-up cell of a submission; empty if there is none. If that cell has lost its
    name or its line, the id is read from another cell with a title."""

    def is_other(cell: NotebookNode) -> bool:
        return SET_UP not in (grade_id(cell), colab_id(cell), cell.id)

    for cell in sorted(notebook.cells, key=is_other):
        if cell.source.startswith(_TITLED) and (line := _TYPED_ID.search(cell.source)):
            return line[3].strip()
    return ""


def give_id(notebook: NotebookNode, student_id: str) -> None:
    """Puts a student's id into the set-up cell of a notebook that asks for one."""
    for cell in notebook.cells:
        cell.source = cell.source.replace(ID_LINE, ID_LINE.replace('""', f'"{student_id}"'), 1)


def _without_id(source: str) -> str:
    """The text of a cell without the student's id, if it may be the set-up cell."""
    return _TYPED_ID.sub(r'\1""', source) if source.startswith(_TITLED) else source
