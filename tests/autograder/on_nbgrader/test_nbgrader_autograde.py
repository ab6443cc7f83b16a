"""`nbgrader autograde` gives the same marks as `autograder grade`, and reads files as safely."""

import logging
import os
from datetime import UTC, datetime

import pytest
from nbgrader.apps.api import NbGraderAPI

from autograder.base.classroom import Classroom
from autograder.collect import exchange
from autograder.grading.enter_homework import enter_homework
from autograder.grading.grade import grade
from autograder.grading.journal import GradingOutcome, JournalEntry
from autograder.notebook import source
from autograder.notebook.titles import OWN_CELL
from autograder.on_nbgrader import settings
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.on_nbgrader.settings import COURSE_ID, configured
from autograder.on_nbgrader.steps import Nbgrader, NbgraderFailed
from autograder.submissions.student_folder import time_noted
from autograder.submissions.unreadable import Unreadable
from tests.autograder.conftest import put
from tests.helpers.damaged import HOMEWORK as DAMAGED
from tests.helpers.damaged import KINDS, good, partly_wrong
from tests.helpers.grading import (
    HOMEWORK,
    autograde_by_nbgrader,
    recorded_scores,
    sample_marks,
    sample_of_homework,
)
from tests.helpers.submissions import submissions_of

PAIRED = "hw1-cosh"  # of which `graded_pair` is
SAMPLE = (
    "byte_order_mark",
    "utf_16",
    "trailing_garbage",
    "metadata_lost",
    "only_the_answers_without_metadata",
)


def enter(classroom):
    """Enters the homework, and leaves alone the released one, which other tests read."""
    Nbgrader(classroom, release_to=classroom.folder / "released").generate(DAMAGED)


def both(tmp_path, names):
    """The marks of damaged submissions, by the one and by the other."""
    found = []
    for path in ("grade", "nbgrader"):
        classroom = Classroom(tmp_path / path)
        for name in names:
            folder = classroom.submission(name.replace("_", "-"), DAMAGED).parent
            folder.mkdir(parents=True)
            KINDS[name].put(folder, KINDS[name].damage(partly_wrong()))
        students = classroom.students(DAMAGED)
        if path == "grade":
            grade(classroom, DAMAGED, workers=0)
        else:
            enter(classroom)
            for student in students:
                try:
                    autograde_by_nbgrader(classroom, DAMAGED, student)
                except NbgraderFailed as reason:
                    assert KINDS[student.replace("-", "_")].expect == "row", reason
        found.append({each: recorded_scores(classroom, DAMAGED, each) for each in students})
    return found


@pytest.mark.by_day(1)
@pytest.mark.parametrize("student", submissions_of(HOMEWORK))
def test_nbgraders_own_autograde_gives_the_same_marks(student, sample, tmp_path):
    classroom = Classroom(tmp_path)
    put(classroom, student, HOMEWORK, sample_of_homework()[student])
    enter_homework(classroom, HOMEWORK)
    autograde_by_nbgrader(classroom, HOMEWORK, student)
    assert recorded_scores(classroom, HOMEWORK, student) == sample_marks(sample)[f"{student}0"]


@pytest.mark.slow
def test_brackets_in_an_id_are_no_pattern(tmp_path):
    classroom, student = Classroom(tmp_path), "ada[1]"
    put(classroom, student, HOMEWORK, sample_of_homework()["ada"])
    enter_homework(classroom, HOMEWORK)
    autograde_by_nbgrader(classroom, HOMEWORK, student)
    assert recorded_scores(classroom, HOMEWORK, student)


@pytest.mark.slow
def test_damaged_submissions_get_the_same_marks_on_both_paths(tmp_path):
    by_folder = [name for name in KINDS if KINDS[name].put is not KINDS["utf_16"].put]
    ours, theirs = both(tmp_path, [*SAMPLE, *by_folder[:3]])
    assert ours == theirs
    assert sum(each is not None for each in ours.values()) >= len(SAMPLE)


@pytest.mark.nightly
def test_every_kind_of_damage_gets_the_same_marks_on_both_paths(tmp_path):
    ours, theirs = both(tmp_path, list(KINDS))
    assert ours == theirs


@pytest.mark.slow
def test_a_link_to_another_students_notebook_earns_nothing_on_either_path(tmp_path):
    classroom = Classroom(tmp_path)
    put(classroom, "ann", DAMAGED, good())
    stolen = classroom.submission("thief", DAMAGED)
    stolen.parent.mkdir(parents=True)
    stolen.symlink_to(classroom.submission("ann", DAMAGED))
    enter(classroom)
    with pytest.raises(NbgraderFailed, match="link"):
        autograde_by_nbgrader(classroom, DAMAGED, "thief")
    assert recorded_scores(classroom, DAMAGED, "thief") is None
    (outcome,) = grade(classroom, DAMAGED, students=["thief"], workers=0)
    assert "link" in outcome.failure


@pytest.mark.slow
def test_files_beside_the_notebook_are_neither_copied_nor_followed(tmp_path):
    classroom = Classroom(tmp_path)
    put(classroom, "eve", DAMAGED, good())
    folder = classroom.submission("eve", DAMAGED).parent
    (tmp_path / "secret").write_text("secret")
    (folder / "data.csv").symlink_to(tmp_path / "secret")
    (folder / "timestamp.txt").write_text("2026-01-30 10:00:00 UTC")
    enter(classroom)
    autograde_by_nbgrader(classroom, DAMAGED, "eve")
    there = {file.name for file in classroom.autograded("eve", DAMAGED).parent.iterdir()}
    assert there == {f"{DAMAGED}.ipynb", "timestamp.txt"}


def test_formgrader_lists_a_homework_as_soon_as_it_is_entered(tmp_path, monkeypatch):
    for module in (source, settings):
        monkeypatch.setattr(module, "SOURCE", tmp_path / "source")
    classroom = Classroom(tmp_path / "class")
    enter_homework(classroom, PAIRED)
    listed = NbGraderAPI(config=configured(classroom)).get_assignments()
    assert [each["name"] for each in listed] == [PAIRED]


@pytest.mark.parametrize(
    ("text", "is_time"),
    [
        ("2026-01-30 10:00:00 UTC", True),
        ("2026-01-31 08:00 Europe/Berlin", True),
        ("", False),
        ("10:00", None),
        ("1", None),
        ("2026", None),
        ("9999-12-31 23:59:59 UTC", None),
        ("0001-01-01 00:00 UTC", None),
        ("2026-02-31 10:00 UTC", None),
        ("2026-01-31 10:00 ../x", None),
    ],
)
def test_a_time_of_submission_needs_a_full_date_in_this_century(tmp_path, text, is_time):
    (tmp_path / "timestamp.txt").write_text(text)
    if is_time is None:
        with pytest.raises(Unreadable):
            time_noted(tmp_path)
    else:
        assert time_noted(tmp_path) == (text or None)


ESCAPE = "\x1b]0;a title\x07"


@pytest.mark.parametrize(
    ("name", "text", "gone"),
    [
        (f"{ESCAPE}\nann  30.txt", "my answers", "hw1-cosh.ipynb"),
        ("no-notebook.txt", ESCAPE, "hw1-cosh.ipynb"),
        ("timestamp.txt", ESCAPE, "none"),
    ],
)
def test_control_characters_in_a_submission_do_not_reach_the_terminal_by_nbgrader(
    name, text, gone, graded_pair
):
    folder = graded_pair.submission("ada", PAIRED).parent
    (folder / gone).unlink(missing_ok=True)
    (folder / name).write_text(text)
    with pytest.raises(NbgraderFailed) as refused:
        autograde_by_nbgrader(graded_pair, PAIRED, "ada")
    assert "\x1b" not in refused.value.log
    assert "\nann" not in refused.value.log


def test_nbgraders_log_names_the_cells_that_were_stopped(graded_pair, monkeypatch):
    entry = JournalEntry("ada", "key", stopped={"1908636a": "Late.", "linear-check": "Late."})
    outcomes = [GradingOutcome(entry, is_new=True)]
    monkeypatch.setattr("autograder.grading.grade.grade", lambda *_, **__: outcomes)
    done = NbGraderAPI(config=configured(graded_pair)).autograde(PAIRED, "ada")
    assert f"ada: Stopped: {OWN_CELL}" in done["log"]
    assert "1908636a" not in done["log"] and "linear-check" not in done["log"]


def test_a_timestamp_that_is_not_a_regular_file_stops_nobody(graded_pair):
    os.mkfifo(graded_pair.submission("ada", PAIRED).with_name("timestamp.txt"))
    with pytest.raises(NbgraderFailed, match="not a regular file"):
        autograde_by_nbgrader(graded_pair, PAIRED, "ada")


def test_both_paths_ask_the_same_questions_about_the_same_file(graded_pair):
    series = graded_pair.folder / "series" / f"{PAIRED}.jsonl"
    before = series.read_text()
    assert before.count("submission") == 2
    autograde_by_nbgrader(graded_pair, PAIRED, "ada")
    assert series.read_text() == before


@pytest.mark.parametrize("note", [b"\xff\xfe", b"yesterday", b"9" * 10_000_000])
def test_an_odd_timestamp_stops_nobody_else(graded_pair, note):
    graded_pair.submission("ada", PAIRED).with_name("timestamp.txt").write_bytes(note)
    outcomes = grade(graded_pair, PAIRED, workers=0)
    assert [(each.student, bool(each.failure)) for each in outcomes] == [
        ("ada", True),
        ("emeka", False),
    ]
    api = NbGraderAPI(config=configured(graded_pair))
    times = {name: api.get_submitted_timestamp(PAIRED, name) for name in ("ada", "emeka")}
    assert times == {"ada": None, "emeka": None}


@pytest.mark.parametrize("zone", ["+0100", "+01:00", "Africa/Lagos"])
def test_both_paths_and_formgrader_read_a_timestamp_alike(graded_pair, zone):
    note = graded_pair.submission("ada", PAIRED).with_name("timestamp.txt")
    note.write_text(f"2026-01-31 08:00 {zone}")
    wanted = datetime(2026, 1, 31, 7, tzinfo=UTC)
    grade(graded_pair, PAIRED, students=["ada"], workers=0)
    assert ClassGradebook(graded_pair).recorded_submissions(PAIRED)["ada"].handed_in_at == wanted
    autograde_by_nbgrader(graded_pair, PAIRED, "ada")
    assert ClassGradebook(graded_pair).recorded_submissions(PAIRED)["ada"].handed_in_at == wanted
    api = NbGraderAPI(config=configured(graded_pair))
    assert api.get_submitted_timestamp(PAIRED, "ada") == wanted.replace(tzinfo=None)


def test_files_that_are_too_large_together_are_left_in_nbgraders_exchange(tmp_path, monkeypatch):
    monkeypatch.setattr(exchange, "MAX_TOGETHER", 10**6)
    given, taken = tmp_path / "given", tmp_path / "taken"
    (given / "more").mkdir(parents=True)
    sparse = [given / "a.csv", given / "more" / "b.csv"]
    for path in [*sparse, given / f"{DAMAGED}.ipynb"]:
        with path.open("wb") as file:
            file.truncate(600_000)
    exchange._copy_files(str(given), taken, logging.getLogger())
    assert [path.name for path in taken.rglob("*") if path.is_file()] == [f"{DAMAGED}.ipynb"]


def test_folders_nested_too_deeply_are_left_in_nbgraders_exchange(tmp_path):
    given, taken = tmp_path / "given", tmp_path / "taken"
    given.mkdir()
    (given / f"{DAMAGED}.ipynb").write_text("{}")
    folder = os.open(given, os.O_RDONLY)
    for _ in range(25):
        os.mkdir("x" * 200, dir_fd=folder)
        outer, folder = folder, os.open("x" * 200, os.O_RDONLY, dir_fd=folder)
        os.close(outer)
    os.close(folder)
    exchange._copy_files(str(given), taken, logging.getLogger())
    assert [path.name for path in taken.rglob("*") if path.is_file()] == [f"{DAMAGED}.ipynb"]


def test_names_of_files_that_are_not_collected_are_logged_harmlessly(tmp_path, caplog):
    given, evil = tmp_path / "given", "\x1b[2J\nbob was not collected"
    given.joinpath(*[evil + "x" * 150] * 3).mkdir(parents=True)  # nested too deeply
    (given / evil).symlink_to("nothing")
    exchange._copy_files(str(given), tmp_path / "taken", logging.getLogger())
    assert len(caplog.messages) == 2 and all(each.isprintable() for each in caplog.messages)


def test_links_in_nbgraders_exchange_are_not_followed(tmp_path):
    secret = tmp_path / "solution.ipynb"
    secret.write_text("secret")
    inbound = tmp_path / "exchange" / COURSE_ID / "inbound"
    for name in ("eve", "mal", "zoe"):
        (inbound / f"{name}+{DAMAGED}+2026-01-30 10:00:00 UTC").mkdir(parents=True)
    eve, mal, zoe = sorted(inbound.iterdir())
    (eve / f"{DAMAGED}.ipynb").symlink_to(secret)
    (eve / "more").symlink_to(tmp_path)
    mal.rmdir()
    mal.symlink_to(zoe)
    (zoe / f"{DAMAGED}.ipynb").write_text("her own")
    (zoe / "pictures").mkdir()
    (zoe / "pictures" / "graph.png").write_text("png")
    classroom = Classroom(tmp_path / "class")
    classroom.folder.mkdir()
    (classroom.folder / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.Exchange.root = {str(tmp_path / 'exchange')!r}\n"
    )
    assert NbGraderAPI(config=configured(classroom)).collect(DAMAGED)["success"]
    submitted = classroom.folder / "submitted"
    there = {str(each.relative_to(submitted)) for each in submitted.rglob("*") if each.is_file()}
    assert there == {
        f"zoe/{DAMAGED}/{DAMAGED}.ipynb",
        f"zoe/{DAMAGED}/pictures/graph.png",
    }
