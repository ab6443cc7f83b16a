"""A class's folder and database, and how a command about them is typed."""

import shlex

import pytest

from autograder.base.classroom import Classroom
from autograder.base.paths import short


@pytest.fixture(autouse=True)
def by_default(monkeypatch):
    for name in ("CLASS_DIR", "GRADEBOOK_URL"):
        monkeypatch.delenv(name, raising=False)


def test_a_command_names_the_class_unless_the_default_or_the_environment_does(
    tmp_path, monkeypatch
):
    url = "sqlite:////srv/the marks.db"
    here, words = Classroom(tmp_path / "a class", url), ["autograder", "grade", "hw1-cosh"]
    assert shlex.split(Classroom.chosen().command("grade", "hw1-cosh")) == words
    folder = ["--class-dir", short(here.folder)]
    assert shlex.split(here.command("grade", "hw1-cosh")) == [*words, *folder, "--db-url", url]
    monkeypatch.setenv("GRADEBOOK_URL", url)
    assert shlex.split(here.command("grade", "hw1-cosh")) == [*words, *folder]
    monkeypatch.setenv("CLASS_DIR", str(here.folder))
    assert shlex.split(here.command("grade", "hw1-cosh")) == words


def test_a_command_does_not_show_the_password_of_the_database(tmp_path):
    command = Classroom(tmp_path, "postgresql://me:secret@host/marks").command("total")
    assert "me:" in command and "secret" not in command
