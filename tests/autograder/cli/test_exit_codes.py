"""The code with which each command ends."""

import json

import pytest
from typer.testing import CliRunner

from autograder.base.failure import MEANINGS, ExitCode
from autograder.base.paths import ROOT
from autograder.cli import app
from autograder.cli.class_command import ClassCommand
from autograder.sandbox.failures import KernelLost
from tests.autograder.conftest import run

HOMEWORK = "hw1-cosh"
WRONG = [
    ("release", "hw0"),
    ("publish", ROOT),
    ("key", HOMEWORK, "--class-dir", "nowhere"),
    ("collect", "nowhere.zip", HOMEWORK),
    ("forget", "nobody"),
    ("rename", "nobody", "somebody"),
    ("grade", HOMEWORK, "--student", "nobody"),
    ("feedback", HOMEWORK, "--student", "nobody"),
    ("report", "hw0"),
    ("viva", HOMEWORK, "--student", "nobody"),
    ("inquiries", "nowhere"),
    ("export", HOMEWORK, "--to", "canvas", "--template", "nowhere"),
    ("total", "--to", "csv", "--column", "Sum"),
    ("gradescope", "hw0"),
    ("bank", "hw0"),
    ("demo", "."),
]


def test_the_help_says_what_every_code_means():
    said = " ".join(CliRunner().invoke(app, ["--help"]).output.split())
    assert MEANINGS.keys() == {*ExitCode}
    assert all(f"{int(code)} {meaning}" in said for code, meaning in MEANINGS.items())


@pytest.mark.parametrize("words", WRONG, ids=lambda words: words[0])
def test_a_command_that_cannot_do_what_it_is_told_ends_with_2(words, graded_pair, monkeypatch):
    monkeypatch.setenv("CLASS_DIR", str(graded_pair.folder))
    monkeypatch.chdir(graded_pair.folder)
    (graded_pair.folder / "submitted" / "a-student-of-ours").mkdir()
    done = CliRunner().invoke(app, [*map(str, words)])
    assert done.exit_code == ExitCode.WRONG, done.output
    assert done.stderr and "Traceback" not in done.stderr


def test_no_command_is_left_out():
    names = {command.name for command in app.registered_commands}
    assert names == {words[0] for words in WRONG}


@pytest.mark.parametrize(
    "error, told",
    [(OSError(28, "No space left on device"), "make room"), (KernelLost("It was lost."), "lost")],
)
def test_what_the_machine_does_not_allow_ends_with_3(error, told, graded_pair, monkeypatch):
    def failing(*_):
        raise error

    monkeypatch.setattr(ClassCommand, "in_existing", failing)
    assert told in run(graded_pair, "report", HOMEWORK, code=ExitCode.NOT_HERE)


@pytest.mark.parametrize("words", [(), ("--force",)])
def test_rules_that_cannot_be_used_are_a_wrong_file(graded_pair, words):
    (graded_pair.folder / "policy.toml").write_text("[due]\nhw1-cosh = x\n")
    assert "line 2" in run(graded_pair, "grade", HOMEWORK, *words, code=ExitCode.WRONG)
    assert "line 2" in run(graded_pair, "key", HOMEWORK, code=ExitCode.WRONG)


def test_marks_that_a_bad_class_list_keeps_from_being_shown_are_something_to_look_at(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id,name\nada,Ada\nada,Ada King\n")
    words = "grade", HOMEWORK, "--workers", "0"
    assert "Line 3 of roster.csv" in run(graded_pair, *words, "--force", code=ExitCode.LOOK)
    done = CliRunner().invoke(app, [*words, "--json", "--class-dir", str(graded_pair.folder)])
    assert done.exit_code == ExitCode.LOOK and len(json.loads(done.stdout)) == 2
