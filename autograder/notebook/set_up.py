"""Makes the set-up cell of a released notebook, by which `course` can be imported anywhere.

In the author's text, the cell has only imports. Code is put before them that fetches the package if
it is missing, either from a URL or from a copy in the notebook, so that a single file sent by mail
can be run.
"""

import base64
import bz2
import inspect
import json
import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder.base.paths import COURSE
from autograder.notebook import in_notebook
from autograder.notebook.release_choices import ReleaseChoices

SET_UP = "setup"  # the cell's grade_id
BADGE = "open-in-colab"  # the badge's cell id
SUFFIXES = {".py", ".json", ".js", ".css"}

_TITLE = """\
# @title Set up: run this cell first
# @markdown If a cell raises `NameError`: run this cell, then all cells above the one that failed.
"""
# For students' own versions of exercises. The id is read here and in submissions, never executed.
_ID = 'student_id = ""  # @param {type:"string"}\n'
_TYPED = re.compile(r"""^(student_id\s*=\s*)(["'])(.{0,200}?)\2""", re.MULTILINE)
_WORK_AS = "\nfrom course import work_as\nwork_as(student_id)"
_OLD_TITLE = re.compile(r"\A# ?@title.*\n+")
PACKED = "packed_course"
_COPY = re.compile(rf'^({PACKED} = ")[A-Za-z0-9+/=]+"', re.MULTILINE)


def insert_set_up(notebook: NotebookNode, path: str, choices: ReleaseChoices) -> None:
    """Completes the set-up cell of a notebook, if it has one, and puts a badge before all else.

    Args:
        notebook: changed in place.
        path: its path in the students' repository; empty if it is not there, and gets no badge.
        choices: say where that repository is, and what `course` is installed from.
    """
    for cell in notebook.cells:
        if cell.id == SET_UP and in_notebook.course_is_here.__name__ not in cell.source:
            is_lecture = path.startswith("notebooks/lectures/")
            code = set_up_code(choices, lecture=is_lecture)
            if choices.variants and any(map(_has_variants, notebook.cells)):
                code = code.replace(_TITLE, _TITLE + _ID, 1) + _WORK_AS
            cell.source = code + "\n\n" + _OLD_TITLE.sub("", cell.source)
            cell.metadata["cellView"] = "form"  # Colab shows the title and hides the code
    address = path and choices.colab(path)
    if address and notebook.cells[0].id != BADGE:
        notebook.cells.insert(0, new_markdown_cell(badge(address), id=BADGE))


def path_in_repository(homework: str) -> str:
    """The path of a homework in the students' repository."""
    return f"notebooks/homework/{homework}/{homework}.ipynb"


def set_up_code(choices: ReleaseChoices, *, lecture: bool = False) -> str:
    """The lines that make `course` importable if it is not; in a lecture, with the demos."""
    get_course: Callable[[str], None]
    if choices.url:
        get_course = in_notebook.install_course
        call = f'install_course("{choices.url}")'
        opening = _TITLE
    else:
        get_course = in_notebook.unpack_course
        call = f"unpack_course({PACKED})"
        comment = "# The package `course` (nodes, checks, pictures) as one long line of text:"
        opening = f'{_TITLE}\n{comment}\n{PACKED} = "{packed_course(lecture=lecture)}"\n'
    steps = (in_notebook.course_is_here, get_course, in_notebook.folder_for_course)
    functions = "\n\n".join(inspect.getsource(step) for step in steps)
    condition = f'if not course_is_here("{course_version()}"):\n    {call}'
    return f"{opening}\n\n{functions}\n\n{condition}"


def course_version() -> str:
    """The version of the package `course`, read without importing it."""
    text = (COURSE / "__init__.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return version


def course_files() -> list[Path]:
    """The files of the package `course`."""
    return sorted(path for path in COURSE.rglob("*") if path.suffix in SUFFIXES)


def packed_course(*, lecture: bool = False) -> str:
    """The package `course` as text. The demos are in it only for a lecture, so that homeworks do
    not change when demos do.

    The same package gives the same text everywhere: the output of bzip2, unlike that of zlib, does
    not depend on the library's version.
    """
    files = {
        path.relative_to(COURSE).as_posix(): path.read_text(encoding="utf-8")
        for path in course_files()
        if lecture or path.parent.name != "lecture"
    }
    return _packed(json.dumps(files, ensure_ascii=False))


@cache  # it takes a fifth of a second, for each homework that is made or entered
def _packed(text: str) -> str:
    return base64.b64encode(bz2.compress(text.encode())).decode()


def without_copy(source: str) -> str:
    """The text of a cell for people to see and compare: without a copy of the package or a
    student's id."""
    if PACKED in source:
        source = _without_packed(source)
    return _TYPED.sub(r'\1""', source) if "student_id" in source else source


@lru_cache(maxsize=8)  # searching a copy takes 1 ms, and nearly all are the release's
def _without_packed(source: str) -> str:
    return _COPY.sub(r'\1..."', source)


def asks_for_id(notebook: NotebookNode) -> bool:
    """Whether a released notebook gives each student their own version of some exercises."""
    return any(_ID in cell.source for cell in notebook.cells if cell.id == SET_UP)


def typed_id(notebook: NotebookNode) -> str:
    """The id in the set-up cell of a submission; empty if there is none."""
    for cell in notebook.cells:
        if cell.source.startswith("# @title ") and (line := _TYPED.search(cell.source)):
            return line[3].strip()
    return ""


def give_id(notebook: NotebookNode, student_id: str) -> None:
    """Puts a student's id into the set-up cell of a notebook that asks for one."""
    for cell in notebook.cells:
        if cell.id == SET_UP:
            cell.source = cell.source.replace(_ID, _ID.replace('""', f'"{student_id}"'), 1)


def without_set_up(source: str) -> str:
    """The text of a cell as its author wrote it: without what the release put before it."""
    # Plain searches, since one regular expression for all would take long if a word is repeated.
    condition = source.find("\nif not course_is_here(") if source.startswith("# @title ") else -1
    end = source.find("\n\n", condition + 1) if condition >= 0 else -1
    return source[end + 2 :] if end >= 0 else source


def badge(address: str) -> str:
    """The button that opens a notebook in Colab, as HTML for Markdown."""
    picture = "https://colab.research.google.com/assets/colab-badge.svg"
    return f'<a href="{address}" target="_blank"><img src="{picture}" alt="Open in Colab"></a>'


def _has_variants(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and re.search(r"\bvariant\(", cell.source) is not None
