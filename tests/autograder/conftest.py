"""Classes and their gradebooks, made once for all the processes that run tests.

- `sample` is the sample class, graded, to be read, and `sample_page` a page of its feedback;
  `copied` makes a copy of it, to be changed.
- `graded_pair` is a class of two, graded, to be changed.

A kernel in the sandbox is cheap, 0.2 s, in a process that has run one before: call `grade` rather
than starting `autograder grade`, which imports PyTorch twice.
"""

from autograder.base import quick_start  # noqa: F401, I001  first

import hashlib
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer.testing
from nbformat import NotebookNode
from typer.testing import CliRunner

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.classroom import Classroom
from autograder.base.paths import homeworks
from autograder.cli import app
from autograder.grading import draw_rounds
from autograder.grading.grade import grade
from autograder.grading.enter_homework import enter_homework
from autograder.marks.class_facts import ClassFacts
from autograder.marks.class_marks import class_marks
from autograder.marks.gather_facts import gather_facts
from autograder.notebook.notebook_files import notebook_text
from autograder.on_nbgrader.gradebook import open_gradebook
from autograder.on_nbgrader.steps import Nbgrader
from tests.conftest import DAY
from tests.helpers import unsynced  # noqa: F401  see there
from tests.helpers.downloads import Desk
from tests.helpers.submissions import submissions, submissions_of

# Making the commands out of their functions takes longer than many of them.
typer.testing._get_command = cache(typer.testing._get_command)
# All classes of a day have the same draws, so that a process plans each homework only once.
SECRETS = SimpleNamespace(token_hex=lambda _: hashlib.sha256(DAY.encode()).hexdigest())


@pytest.fixture(autouse=True, scope="session")
def same_draws() -> None:
    draw_rounds.secrets = SECRETS


def _grade_sample_class(folder: Path) -> None:
    for each in submissions():
        put(Classroom(folder), each.student, each.homework, each.notebook())
    for homework in homeworks():
        assert [o for o in grade(Classroom(folder), homework) if o.failure] == []


@pytest.fixture(scope="session")
def sample(made_once) -> tuple[Classroom, list[SampleSubmission]]:
    """The sample class, graded once for all tests by the same code as `autograder grade`."""
    folder = made_once("sample-class", _grade_sample_class)
    return Classroom(folder), list(submissions())


@pytest.fixture(scope="session")
def sample_page(sample, made_once) -> Callable[[str, str], Path]:
    """Call it with a student of the sample class and a homework, for their page of feedback."""
    classroom, _ = sample
    steps = Nbgrader(classroom)

    def page(student: str, homework: str) -> Path:
        made_once(f"{student}-{homework}", lambda _: steps.feedback(homework, student))
        return classroom.feedback(student, homework)

    return page


@pytest.fixture
def classroom(made_once, tmp_path) -> Classroom:
    """A class whose gradebook knows hw1-cosh, which takes half a second, and nobody."""

    def enter(folder: Path) -> None:
        enter_homework(Classroom(folder), "hw1-cosh")

    return copied(Classroom(made_once("entered", enter)), tmp_path / "class")


def _grade_pair(folder: Path) -> None:
    for student in ("ada", "emeka"):
        put(Classroom(folder), student, "hw1-cosh", submissions_of("hw1-cosh")[student].notebook())
    assert [o.failure for o in grade(Classroom(folder), "hw1-cosh", workers=0)] == ["", ""]


@pytest.fixture
def desk(tmp_path) -> Desk:
    """At which downloads are collected for a class that is empty at first."""
    return Desk(tmp_path)


@pytest.fixture
def graded_pair(made_once, tmp_path) -> Classroom:
    """A class with two graded submissions of hw1-cosh, to be changed: ada's is right, emeka's is
    not."""
    return copied(Classroom(made_once("pair", _grade_pair)), tmp_path / "class")


def run(classroom: Classroom, *words: object, code: int | None = 0) -> str:
    """What a command says of a class, in one line. It has to end with this code; if it is None,
    with 0, or with 1 because there is something to look at."""
    words = [*map(str, words), "--class-dir", str(classroom.folder)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code in ((0, 1) if code is None else (code,)), done.output
    return " ".join(done.output.split())


def class_facts(classroom: Classroom, homework: str) -> ClassFacts:
    """What a report says."""
    return gather_facts(class_marks(classroom, homework))


def put(classroom: Classroom, student: str, homework: str, what: bytes | NotebookNode) -> Path:
    """Puts a file, or a notebook, where a submission belongs."""
    path = classroom.submission(student, homework)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(what if isinstance(what, bytes) else notebook_text(what).encode())
    return path


def score_by_hand(classroom, homework: str, student: str, check: str, score: float) -> None:
    """What formgrader does when somebody types a score."""
    with open_gradebook(classroom) as book:
        grade = book.find_grade(check, homework, homework, student)
        grade.manual_score, grade.needs_manual_grade = score, False
        book.db.commit()


def copied(classroom: Classroom, folder: Path) -> Classroom:
    """A class in another folder, which may be changed."""
    shutil.copytree(classroom.folder, folder, dirs_exist_ok=True)
    return Classroom(folder)
