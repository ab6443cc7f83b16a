"""Collects what students get: the package, released notebooks, lectures and a README.

Nothing of the solutions or the grader is in it.
"""

import tomllib
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.base.paths import LECTURES, ROOT, name_in_clone, released_path
from autograder.base.sentences import and_extra
from autograder.hand_out.leaks import leaks_in_files
from autograder.notebook.cells import worth_in_all
from autograder.notebook.notebook_files import notebook_text
from autograder.notebook.packed_course import course_files, course_version
from autograder.notebook.release_choices import ReleaseChoices, kept_choices
from autograder.notebook.set_up import (
    LECTURES_IN_REPOSITORY,
    asks_for_id,
    badge,
    give_id,
    insert_set_up,
    path_in_repository,
)
from autograder.notebook.titles import heading_of

_TEMPLATES = Path(__file__).with_name("templates")
_GITIGNORE = ".ipynb_checkpoints/\n.venv/\n__pycache__/\n*.egg-info/\nbuild/\n"


@dataclass(frozen=True)
class ListedNotebook:
    """A notebook as the README lists it."""

    title: str
    points: str
    path: str
    badge: str


def files_for_students(names: list[str]) -> dict[str, bytes]:
    """All that students get, by path: these homeworks as released, lectures, package, README.

    Raises:
        Failure: a line of a solution is in it.
    """
    choices = kept_choices()
    texts = {name_in_clone(path): path.read_text(encoding="utf-8") for path in course_files()}
    homework = {path_in_repository(name): _read(released_path(name)) for name in names}
    lectures = _lectures(choices)
    sections = []
    for heading, notebooks in (("Homework", homework), ("Lectures", lectures)):
        texts |= {path: notebook_text(notebook) for path, notebook in notebooks.items()}
        listed = [listed_notebook(path, book, choices) for path, book in notebooks.items()]
        if listed:
            sections.append((heading, listed))
    texts["README.md"] = _filled_in("README.md", sections=sections, linked=bool(choices.repository))
    texts["pyproject.toml"] = _filled_in("pyproject.toml")
    texts["LICENSE"] = (ROOT / "LICENSE").read_text(encoding="utf-8")
    texts[".gitignore"] = _GITIGNORE
    if leaks := leaks_in_files(texts):
        raise Failure("\n".join(f"- {sentence}" for sentence in leaks))
    return {name: text.encode() for name, text in texts.items()}


def _lectures(choices: ReleaseChoices) -> dict[str, NotebookNode]:
    """The lectures, by path, without speaker's notes, which contain the answers."""
    lectures = {}
    for file in sorted(LECTURES.glob("*.ipynb")):
        path, notebook = f"{LECTURES_IN_REPOSITORY}{file.name}", _read(file)
        notebook.cells = [
            cell
            for cell in notebook.cells
            if cell.metadata.get("slideshow", {}).get("slide_type") != "notes"
        ]
        insert_set_up(notebook, path, choices)
        lectures[path] = notebook
    return lectures


def individual_notebooks(student_ids: Iterable[str], names: list[str]) -> dict[str, bytes]:
    """The notebooks of each student, by path, for those of the homeworks that have individual
    exercises. They are as released, with the student's id in the set-up cell."""
    notebooks = {name: _read(released_path(name)) for name in names}
    files = {}
    for student_id in student_ids:
        for homework, notebook in notebooks.items():
            if asks_for_id(notebook):
                own = deepcopy(notebook)
                give_id(own, student_id)
                files[f"{student_id}/{homework}.ipynb"] = notebook_text(own).encode()
    return files


def _read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def listed_notebook(path: str, notebook: NotebookNode, choices: ReleaseChoices) -> ListedNotebook:
    """A notebook that students get, with what the README says about it."""
    points, extra = worth_in_all(notebook.cells)
    worth = f"{points:g}{and_extra(extra)}"
    address = choices.colab(path)
    title = heading_of(notebook.cells) or PurePosixPath(path).stem
    return ListedNotebook(title, worth, path, badge(address) if address else "")


def _filled_in(template: str, **facts: object) -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(f"{template}.j2").render(
        name=project["name"],
        version=course_version(),
        python=project["requires-python"],
        dependencies=project["dependencies"],
        **facts,
    )
