"""The students' half of the project: the package, the released notebooks, the lectures, a README.

It contains nothing of the solutions or the grader.
"""

import re
import tomllib
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.base.paths import LECTURES, ROOT, name_in_house, released
from autograder.hand_out.leaks import given_away
from autograder.notebook.cells import worth_in_all
from autograder.notebook.choices import ReleaseChoices, chosen
from autograder.notebook.set_up import (
    asks_for_id,
    badge,
    course_files,
    course_version,
    give_id,
    insert_set_up,
    path_in_repository,
)

_TEMPLATES = Path(__file__).with_name("templates")
_GITIGNORE = ".ipynb_checkpoints/\n.venv/\n__pycache__/\n*.egg-info/\nbuild/\n"


@dataclass(frozen=True)
class ListedNotebook:
    """A notebook as the README lists it."""

    title: str
    points: str
    path: str
    badge: str

    @property
    def file(self) -> str:
        """Its name without folders."""
        return PurePosixPath(self.path).name


def _is_for_the_lecturer(cell: nbformat.NotebookNode) -> bool:
    """Whether a lecture's cell is speaker's notes, which contain the answers."""
    return cell.metadata.get("slideshow", {}).get("slide_type") == "notes"


def students_half(names: list[str]) -> dict[str, bytes]:
    """All that students get, by path: these homeworks as released, lectures, package, README.

    Raises:
        Failure: a line of a solution is in it.
    """
    choices = chosen()
    texts = {name_in_house(path): path.read_text(encoding="utf-8") for path in course_files()}
    homework = {path_in_repository(each): _read(released(each)) for each in names}
    lectures = {f"notebooks/lectures/{p.name}": _read(p) for p in sorted(LECTURES.glob("*.ipynb"))}
    for path, notebook in lectures.items():
        notebook.cells = [cell for cell in notebook.cells if not _is_for_the_lecturer(cell)]
        insert_set_up(notebook, path, choices)
    notebooks = homework | lectures
    texts |= {path: nbformat.writes(each) + "\n" for path, each in notebooks.items()}
    shelves = {"Homework": homework, "Lectures": lectures}
    shown = [
        (heading, [listed_notebook(path, each, choices) for path, each in shelf.items()])
        for heading, shelf in shelves.items()
        if shelf
    ]
    texts["README.md"] = _filled_in("README.md", shelves=shown, linked=bool(choices.repository))
    texts["pyproject.toml"] = _filled_in("pyproject.toml")
    texts["LICENSE"] = (ROOT / "LICENSE").read_text(encoding="utf-8")
    texts[".gitignore"] = _GITIGNORE
    if told := given_away(texts):
        raise Failure("\n".join(f"- {each}" for each in told))
    return {name: text.encode() for name, text in texts.items()}


def one_for_each(student_ids: Iterable[str], names: list[str]) -> dict[str, bytes]:
    """For each student, those of some homeworks with their own versions of exercises, by path: as
    released, with the student's id in the set-up cell."""
    notebooks = {each: _read(released(each)) for each in names}
    files = {}
    for student_id in student_ids:
        for homework, notebook in notebooks.items():
            if asks_for_id(notebook):
                made = deepcopy(notebook)
                give_id(made, student_id)
                files[f"{student_id}/{homework}.ipynb"] = (nbformat.writes(made) + "\n").encode()
    return files


def _read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def listed_notebook(path: str, notebook: NotebookNode, choices: ReleaseChoices) -> ListedNotebook:
    """A notebook of the students' half, with what the README tells about it."""
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    heading = re.search(r"^# +(.+)$", "\n".join(texts), re.MULTILINE)
    points, extra = worth_in_all(notebook.cells)
    worth = f"{points:g} and {extra:g} extra" if extra else f"{points:g}"
    address = choices.colab(path)
    title = heading[1] if heading else PurePosixPath(path).stem
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
