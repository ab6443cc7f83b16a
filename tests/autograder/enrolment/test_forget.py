"""Forgetting a student."""

import re
import shlex

import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.enrolment.belongings import belongings_of
from autograder.enrolment.forget import forget
from autograder.grading.journal import Journal
from autograder.on_nbgrader.gradebook import ClassGradebook
from tests.autograder.conftest import put, run
from tests.helpers.grading import HOMEWORK, gradebook

pytestmark = pytest.mark.slow


def test_a_student_is_forgotten_after_a_question(graded_pair):
    folder = graded_pair.folder
    asked = CliRunner().invoke(app, ["forget", "ada", "--class-dir", str(folder)], input="n\n")
    assert asked.exit_code == 1
    assert "submitted/ada/" in asked.output.replace("\n", "")
    assert graded_pair.submission("ada", HOMEWORK).exists()
    run(graded_pair, "forget", "ada", "--yes")
    assert list(folder.glob("*/ada")) == [folder / "trash" / "ada"]
    assert list(ClassGradebook(graded_pair).people()) == ["emeka"]
    assert list(Journal(graded_pair, HOMEWORK).latest) == ["emeka"]
    assert gradebook(graded_pair)["emeka"]
    assert "The class has nothing of ada." in run(graded_pair, "forget", "ada", "--yes", code=2)


def test_a_command_to_copy_quotes_an_id_that_a_shell_would_read_otherwise(classroom):
    """Only a folder made by hand has such an id."""
    odd = "ada; echo $(id)"
    put(classroom, odd, HOMEWORK, b"{}")
    printed = run(classroom, "forget", odd, "--yes")
    (command,) = re.findall("To undo this: (.*? --undo)", printed)
    assert shlex.split(command)[:3] == ["autograder", "forget", odd]


def test_what_is_deleted_from_the_trash_is_shown_before_the_question(graded_pair):
    run(graded_pair, "forget", "ada", "--yes")
    trash = graded_pair.trash / "ada"
    words = ["forget", "ada", "--for-good", "--class-dir", str(graded_pair.folder)]
    asked = CliRunner().invoke(app, words, input="n\n")
    assert asked.exit_code == 1 and trash.exists()
    assert f"{trash}/" in asked.output.replace("\n", "")
    assert "--for-good" in run(graded_pair, "forget", "ada", "--undo", "--for-good", code=2)
    assert trash.exists()
    run(graded_pair, "forget", "ada", "--yes", "--for-good")
    assert not trash.exists()


def test_forgetting_is_completed_although_the_student_has_handed_in_again(graded_pair, monkeypatch):
    before = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "forget", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            forget(graded_pair, belongings_of(graded_pair, "ada"))
    put(graded_pair, "ada", HOMEWORK, b"later")
    run(graded_pair, "forget", "ada", "--yes")
    assert not (graded_pair.folder / "submitted" / "ada").exists()
    first, second = sorted((graded_pair.trash / "ada").glob("*"))
    assert (second / "submitted" / "ada" / HOMEWORK / f"{HOMEWORK}.ipynb").read_bytes() == b"later"
    run(graded_pair, "forget", "ada", "--undo", "--from", first.name, code=1)
    assert ClassGradebook(graded_pair).recorded_submissions(HOMEWORK) == before
