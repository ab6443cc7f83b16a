"""The key: the solved notebook, with a derivation of each answer worked out by hand."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from typer.testing import CliRunner

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.paths import homeworks
from autograder.cli import app
from autograder.hand_out import key
from autograder.hand_out.key import answer_key, derivations, last_due_time
from autograder.notebook.markers import MARKERS
from autograder.notebook.release_choices import ReleaseChoices
from autograder.notebook.set_up import BADGE, SET_UP, set_up_code
from autograder.notebook.source import read_source
from autograder.on_nbgrader.gradebook import open_gradebook

HOMEWORK = "hw1-cosh"
DUE = datetime(2030, 1, 31, 23, 59, tzinfo=UTC)


@pytest.fixture
def classroom(tmp_path):
    """A class in whose gradebook the homework is due."""
    made = Classroom(tmp_path / "class")
    made.folder.mkdir()
    with open_gradebook(made) as book:
        book.add_assignment(HOMEWORK, duedate=DUE.replace(tzinfo=None))
    return made


@pytest.mark.parametrize("homework", homeworks())
def test_every_blank_has_a_derivation(homework):
    blanks = {cell.id for cell in read_source(homework).cells if "### SOLUTION" in cell.source}
    assert set(derivations(homework)) == blanks


def test_the_key_has_each_solution_with_its_derivation_below():
    cells = answer_key(HOMEWORK).cells
    assert not any(marker in cell.source for cell in cells for marker in MARKERS)
    place = [cell.id for cell in cells].index("backward-by-hand")
    assert '"r": "1/2",\n' in cells[place].source
    assert derivations(HOMEWORK)["backward-by-hand"] in cells[place + 1].source


@pytest.mark.parametrize(
    "choices",
    [ReleaseChoices(), ReleaseChoices(repository="https://github.com/o/n", variants=True)],
)
def test_the_key_contains_the_package_and_does_not_link_to_the_blank_notebook(choices, monkeypatch):
    """Its answers are to the standard exercises, so it asks for nobody's id."""
    monkeypatch.setattr(key, "kept_choices", lambda: choices)
    cells = answer_key(HOMEWORK).cells
    (made,) = (cell for cell in cells if cell.id == SET_UP)
    assert made.source.startswith(f"{set_up_code(choices)}\n\nfrom course import *")
    assert made.metadata.cellView == "form"
    assert BADGE not in [cell.id for cell in cells]


def test_no_derivation_is_lost_silently_by_its_heading(tmp_path, monkeypatch):
    monkeypatch.setattr(key, "KEYS", tmp_path)
    (tmp_path / f"{HOMEWORK}.md").write_text("## linear \n\nAs follows.\n\n## fork\t\n\nSo.")
    assert derivations(HOMEWORK) == {"linear": "As follows.", "fork": "So."}
    (tmp_path / f"{HOMEWORK}.md").write_text("## the first: linear\n\nAs follows.")
    with pytest.raises(Failure, match="no solution cell the first: linear"):
        answer_key(HOMEWORK)


def test_the_due_date_of_the_gradebook_is_that_of_the_homework_alone(classroom):
    assert last_due_time(HOMEWORK, classroom) == DUE
    assert last_due_time("hw2-tanh", classroom) is None


def test_the_last_extension_to_end_counts(tmp_path):
    classroom = Classroom(tmp_path)  # in which nothing has been graded
    (tmp_path / "policy.toml").write_text(f'timezone = "UTC"\n[due]\n{HOMEWORK} = "2026-03-01"\n')
    march = partial(datetime, 2026, 3, tzinfo=UTC)
    assert last_due_time(HOMEWORK, classroom) == march(1, 23, 59, 59)
    extensions = f"student,homework,due\nada,{HOMEWORK},2026-03-05\nbo,{HOMEWORK},excused\n"
    (tmp_path / "extensions.csv").write_text(extensions)
    assert last_due_time(HOMEWORK, classroom) == march(5, 23, 59, 59)


@pytest.mark.parametrize("days", [-3, 3])
def test_an_extension_does_not_hide_the_due_date_of_the_gradebook(classroom, days):
    extended = DUE + timedelta(days=days)
    lines = f"student,homework,due\nada,{HOMEWORK},{extended.isoformat()}\n"
    (classroom.folder / "extensions.csv").write_text(lines)
    assert last_due_time(HOMEWORK, classroom) == max(DUE, extended)


def test_force_makes_the_key_before_the_due_date(classroom, tmp_path, monkeypatch):
    monkeypatch.setenv("CLASS_DIR", str(classroom.folder))
    made = tmp_path / "key.ipynb"
    command = ["key", HOMEWORK, "--into", str(made)]
    refused = CliRunner().invoke(app, command)
    assert refused.exit_code == 2 and "can be handed in until" in refused.output
    assert not made.exists()
    assert CliRunner().invoke(app, [*command, "--force"]).exit_code == 0
    assert made.exists()


def test_a_class_folder_is_not_needed_for_a_key_with_force_in_another_folder(tmp_path):
    command = ["key", HOMEWORK, "--into", str(tmp_path / "key.ipynb")]
    command += ["--class-dir", str(tmp_path / "misspelt")]
    assert CliRunner().invoke(app, command).exit_code == 2
    assert CliRunner().invoke(app, [*command, "--force"]).exit_code == 0
    assert not (tmp_path / "misspelt").exists()


def test_a_path_is_printed_as_it_is_whatever_brackets_it_has(tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.cli.console.out.width", 1000)
    made = tmp_path / "cs [fall]" / "cs[" / "2026]" / "key.ipynb"
    command = ["key", HOMEWORK, "--class-dir", str(tmp_path), "--into", str(made), "--force"]
    run = CliRunner().invoke(app, command)
    assert run.exit_code == 0, run.exception
    assert str(made) in run.output


def test_a_key_is_put_into_the_class_folder_and_an_unknown_due_date_is_reported(tmp_path):
    command = ["key", HOMEWORK, "--class-dir", str(tmp_path)]
    run = CliRunner().invoke(app, command)
    assert run.exit_code == 0, run.output
    assert (tmp_path / "export" / f"{HOMEWORK}-key.ipynb").exists()
    assert "No due date" in run.output
    (tmp_path / "policy.toml").write_text(f'[due]\n{HOMEWORK} = "2001-03-01"\n')
    assert CliRunner().invoke(app, command).exit_code == 2  # it is there
    assert CliRunner().invoke(app, [*command, "--force"]).exit_code == 2  # and not before the date
    assert CliRunner().invoke(app, [*command, "--overwrite"]).exit_code == 0
    run = CliRunner().invoke(app, [*command, "--into", str(tmp_path / "other.ipynb")])
    assert run.exit_code == 0 and "No due date" not in run.output


def test_no_key_is_made_for_a_class_folder_that_is_not_there(tmp_path, monkeypatch):
    """Its policy would tell whether somebody may still hand in."""
    for folder, words in ((tmp_path / "clas", []), (tmp_path / "other", ["--force"])):
        monkeypatch.setenv("CLASS_DIR", str(folder))
        assert CliRunner().invoke(app, ["key", HOMEWORK, *words]).exit_code == 2
        assert not folder.exists()
