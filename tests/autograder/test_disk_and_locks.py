"""A full disk and a gradebook in use: a clear sentence, nothing lost, and work goes on later."""

import errno
import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_notebook

from autograder.__main__ import main
from autograder.authoring import bank
from autograder.authoring.bank import BankResults
from autograder.base.classroom import Classroom
from autograder.base.files import write_whole
from autograder.base.paths import ROOT
from autograder.base.trouble import befalls_all, what_to_do
from autograder.collect.collect import collect
from autograder.grading.class_run import ClassRun
from autograder.grading.journal import Journal
from autograder.hand_out import release
from autograder.marks.class_facts import ClassFacts
from autograder.notebook.exercises import Exercises
from autograder.notebook.release_choices import ReleaseChoices
from autograder.on_nbgrader import patches
from autograder.on_nbgrader.gradebook import open_gradebook
from autograder.on_nbgrader.steps import Nbgrader, NbgraderFailed
from autograder.reports.class_page import write_class_page
from tests.helpers import ordinary_user
from tests.helpers.damaged import as_bytes, good
from tests.helpers.full_disk import full_disk
from tests.helpers.grading import recorded_scores

HOMEWORK = "hw1-cosh"


def command(capsys, monkeypatch, *words: str) -> tuple[int, str]:
    """The exit code of `autograder` and the sentences on standard error."""
    monkeypatch.setattr(sys, "argv", ["autograder", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code, capsys.readouterr().err


def holdings(classroom: Classroom) -> dict[str, bytes]:
    """What is in a class's folder, by name."""
    files = (path for path in classroom.folder.rglob("*") if path.is_file())
    return {path.relative_to(classroom.folder).as_posix(): path.read_bytes() for path in files}


def test_a_report_that_does_not_fit_leaves_the_old_one(tmp_path):
    path, classroom = tmp_path / "page.html", Classroom(tmp_path / "class")
    path.write_text("before")
    with full_disk(), pytest.raises(OSError):
        write_class_page(ClassFacts(HOMEWORK, Exercises(), []), classroom, path)
    assert path.read_text() == "before"


def test_authors_files_that_do_not_fit_leave_the_old_ones(tmp_path, monkeypatch):
    notebook, matrix, choices = there = [tmp_path / name for name in ("notebook", "matrix", "json")]
    before, made = nbformat.writes(new_notebook()), good()
    for path in there:
        path.write_text(before)
    monkeypatch.setattr(release, "released_path", lambda homework: notebook)
    monkeypatch.setattr(release, "remember", lambda *_: None)
    monkeypatch.setattr("autograder.authoring.bank.KILL_MATRIX", matrix)
    monkeypatch.setattr("autograder.authoring.bank.kill_matrix", lambda made: "x" * 5000)
    monkeypatch.setattr("autograder.base.paths.CHOICES", choices)
    address = f"https://github.com/o/{'n' * 5000}"
    for write in (
        lambda: release._write_released(HOMEWORK, made, made),
        lambda: bank.write_results(BankResults([], [], {}, {"hw": ["idle"]})),
        lambda: ReleaseChoices(repository=address).save(),
    ):
        with full_disk(), pytest.raises(OSError):
            write()
    assert [path.read_text() for path in there] == [before] * 3


def test_shipped_files_that_do_not_fit_leave_the_old_ones(tmp_path, monkeypatch):
    shipped = [tmp_path / "misconceptions", tmp_path / "hints"]
    for path in shipped:
        path.write_text("before")
    monkeypatch.setattr("autograder.authoring.bank.KILL_MATRIX", tmp_path / "matrix")
    monkeypatch.setattr("autograder.authoring.bank.kill_matrix", lambda made: "")
    monkeypatch.setattr("autograder.authoring.bank.shipped_misconceptions", lambda made: "x" * 5000)
    monkeypatch.setattr("course.messages.misconceptions.BANK_FILE", shipped[0])
    monkeypatch.setattr("course.messages.hints.HINTS_FILE", shipped[1])
    with full_disk(), pytest.raises(OSError):
        bank.write_results(BankResults([], [], {}, {}))
    assert [path.read_text() for path in shipped] == ["before"] * 2


def test_a_submission_that_does_not_fit_is_reported_and_collected_later(tmp_path):
    classroom, download = Classroom(tmp_path / "class"), tmp_path / "download"
    (download / "ann").mkdir(parents=True)
    (download / "ann" / "hw.ipynb").write_bytes(as_bytes(good()))
    with full_disk():
        (row,) = collect(classroom, download, HOMEWORK).rows
    assert (row.status, row.attention) == ("not taken", True)
    assert "File too large" in " ".join(row.remarks)
    (row,) = collect(classroom, download, HOMEWORK).rows
    assert row.status == "collected"
    assert classroom.submission("ann", HOMEWORK).read_bytes() == as_bytes(good())


def test_grading_on_a_full_disk_says_why_it_stops_and_goes_on_when_there_is_room(
    graded_pair, capsys, monkeypatch
):
    classroom, enter = graded_pair, ClassRun._enter
    words = ["grade", HOMEWORK, "--class-dir", str(classroom.folder), "--workers", "0"]
    marks, before = recorded_scores(classroom, HOMEWORK, "ada"), holdings(classroom)

    def without_room(*args):
        with full_disk():
            return enter(*args)

    monkeypatch.setattr(ClassRun, "_enter", without_room)
    code, told = command(capsys, monkeypatch, *words, "--force")
    assert code == 3
    assert "make room" in told and "Traceback" not in told
    monkeypatch.setattr(ClassRun, "_enter", enter)
    after = holdings(classroom)
    assert before.keys() <= after.keys()
    assert recorded_scores(classroom, HOMEWORK, "ada") == marks
    code, told = command(capsys, monkeypatch, *words, "--force")
    assert (code, told) == (0, "")
    assert recorded_scores(classroom, HOMEWORK, "ada") == marks


def test_a_students_unreadable_folder_is_reported_and_the_others_are_graded(
    graded_pair, capsys, monkeypatch
):
    def refused(path, content):
        if "ada" in path.parts:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        write_whole(path, content)

    monkeypatch.setattr("autograder.grading.class_run.write_whole", refused)
    words = ["grade", HOMEWORK, "--class-dir", str(graded_pair.folder), "--workers", "0"]
    monkeypatch.setattr(sys, "argv", ["autograder", *words, "--force", "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    rows = {row["student"]: row for row in json.loads(capsys.readouterr().out)}
    assert ended.value.code == 1
    assert "Permission denied" in str(rows["ada"])
    assert rows["emeka"]["score"] == sum(recorded_scores(graded_pair, HOMEWORK, "emeka").values())


@pytest.mark.parametrize(
    ("reason", "remedy"),
    [
        ("no such column: grade.extra_credit", "nbgrader db upgrade"),
        ("no such table: grade", "nbgrader db upgrade"),
        ("database or disk is full", "make room"),
        ("attempt to write a readonly database", "make room"),
        ("unable to open database file", "make room"),
        ("something else", "see to"),
    ],
)
def test_what_the_gradebooks_database_says_leads_to_a_remedy_for_that(reason, remedy):
    told = what_to_do(sqlite3.OperationalError(reason))
    known = "nbgrader db upgrade", "make room", "see to"
    assert reason in told and [each for each in known if each in told] == [remedy]


def test_of_a_file_that_cannot_be_made_the_folder_is_named(tmp_path, monkeypatch):
    def refused(path, **_):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "touch", refused)  # of the new file, before it gets its name
    with pytest.raises(PermissionError) as error:
        write_whole(tmp_path / "export" / "marks.csv", "1")
    told = what_to_do(error.value)
    assert f"{tmp_path / 'export'}." in told and "Make it writable" in told
    (tmp_path / "there.csv").write_text("1")
    error.value.filename = str(tmp_path / "there.csv")
    assert f"{tmp_path / 'there.csv'} cannot" in what_to_do(error.value)


def test_a_folder_for_pages_that_cannot_be_written_is_named_once(graded_pair, capsys, monkeypatch):
    pages, access = graded_pair.folder / "feedback", os.access
    monkeypatch.setattr(os, "access", lambda path, how: path != pages and access(path, how))
    words = ["feedback", HOMEWORK, "--class-dir", str(graded_pair.folder)]
    code, told = command(capsys, monkeypatch, *words)
    assert code == 3 and told.count(str(pages)) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make what is another user's")
def test_files_made_by_root_are_named_with_the_command_to_change_their_owner():
    made = ROOT / "build" / "made-by-root" / "deep"
    made.mkdir(parents=True, exist_ok=True)
    code = f"open({str(made / 'new')!r}, 'w')"
    tell = (
        "import sys; from autograder.cli import app; from autograder.__main__ import main\n"
        f"@app.command('write')\ndef write(): {code}\n"
        "sys.argv = ['autograder', 'write']; main()"
    )
    ran = ordinary_user.run("-c", tell)
    shutil.rmtree(made.parent)
    assert ran.returncode == 3, ran.stderr
    assert ran.stderr.endswith("sudo chown -R $USER build\n") and "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    "words",
    [["report", HOMEWORK, "--html"], ["key", HOMEWORK, "--into"], ["publish"]],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("is_link", [False, True])
def test_a_file_in_the_place_of_a_folder_is_named(
    graded_pair, tmp_path, capsys, monkeypatch, words, is_link
):
    blocked = tmp_path / "blocked"
    blocked.symlink_to("nowhere") if is_link else blocked.touch()
    monkeypatch.setenv("CLASS_DIR", str(graded_pair.folder))
    code, told = command(capsys, monkeypatch, *words, str(blocked / "new"))
    assert code in (2, 3)
    assert str(blocked) in told.replace("\n", "") and "Traceback" not in told
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["report", HOMEWORK, "--html"],
        ["key", HOMEWORK, "--force", "--into"],
        ["export", HOMEWORK, "--to", "csv", "--into"],
        ["total", "--into"],
        ["gradescope", HOMEWORK, "--into"],
    ],
    ids=lambda words: words[0],
)
def test_a_folder_cannot_be_the_file_to_write(graded_pair, tmp_path, capsys, monkeypatch, words):
    monkeypatch.setenv("CLASS_DIR", str(graded_pair.folder))
    code, told = command(capsys, monkeypatch, *words, str(tmp_path))
    assert code == 2 and "directory" in told


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("marks", 2),
        ("postgres://me@host/marks", 2),
        ("mysql+missing://me@host/marks", 2),
        ("postgresql+psycopg://me:secret@127.0.0.1:1/marks", 3),
    ],
)
def test_a_database_that_cannot_be_used_is_a_sentence(graded_pair, capsys, monkeypatch, url, code):
    words = ["report", HOMEWORK, "--class-dir", str(graded_pair.folder), "--db-url", url]
    ended, told = command(capsys, monkeypatch, *words)
    assert ended == code
    assert "Traceback" not in told and "secret" not in told


@pytest.mark.parametrize("words", [("report", HOMEWORK, "--class-dir"), ("demo",)])
@pytest.mark.parametrize("name", ["what? a class", "class [2026]", "class*"])
def test_a_folder_that_nbgrader_takes_for_another_or_a_pattern_is_refused(
    words, name, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("autograder.cli.demo._submissions", lambda: 1 / 0)
    ended, told = command(capsys, monkeypatch, *words, str(tmp_path / name))
    assert ended == 2
    assert "question mark" in told and "Traceback" not in told
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["CS%20101", "a%41b #c;d&e", "Übung: 1@2"])
def test_a_class_uses_the_gradebook_in_its_own_folder(name, tmp_path):
    folder = tmp_path / name
    folder.mkdir()
    (tmp_path / "CS 101").mkdir()
    open_gradebook(Classroom(folder)).close()
    assert [*tmp_path.rglob("*.db")] == [folder / "gradebook.db"]


@pytest.mark.parametrize("kind", [PermissionError, NotADirectoryError, IsADirectoryError])
def test_what_is_wrong_with_one_path_does_not_end_a_run(kind, tmp_path):
    assert not befalls_all(kind(1, "no", str(tmp_path / "ada")))
    assert befalls_all(OSError(errno.ENOSPC, "full", str(tmp_path / "ada")))


@contextmanager
def locked(classroom: Classroom):
    """In here another connection is writing to the gradebook."""
    with closing(sqlite3.connect(classroom.folder / "gradebook.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def test_a_locked_gradebook_is_waited_for_and_then_named(graded_pair, capsys, monkeypatch):
    classroom = graded_pair
    marks, before = recorded_scores(classroom, HOMEWORK, "ada"), holdings(classroom)
    assert patches.LOCK_SECONDS >= 20
    monkeypatch.setattr(patches, "LOCK_SECONDS", 0.5)
    monkeypatch.setattr(patches, "_same_engine", patches._new_engine)  # one that waits for so long
    for name in ("grade", "export", "report"):
        words = [name, HOMEWORK, "--class-dir", str(classroom.folder)]
        words += {"grade": ["--force", "--workers", "0"], "export": ["--to", "csv"]}.get(name, [])
        with locked(classroom):
            code, told = command(capsys, monkeypatch, *words)
        assert code == 3
        assert "locked" in told and "Traceback" not in told
        assert holdings(classroom) == before
    assert recorded_scores(classroom, HOMEWORK, "ada") == marks


def test_marks_that_could_not_be_stored_are_stored_by_the_next_run(
    graded_pair, capsys, monkeypatch
):
    classroom = graded_pair
    words = ["grade", HOMEWORK, "--class-dir", str(classroom.folder), "--workers", "0"]
    from autograder.on_nbgrader.marks_writer import MarksWriter

    with monkeypatch.context() as patched:
        patched.setattr(MarksWriter, "enter", lambda *_: 1 / 0)
        assert command(capsys, monkeypatch, *words, "--force")[0] == 1
    assert "could not be entered" in Journal(classroom, HOMEWORK).latest["ada"].failure
    assert command(capsys, monkeypatch, *words)[0] == 0
    assert Journal(classroom, HOMEWORK).latest["ada"].failure == ""


def test_a_page_that_does_not_fit_is_made_when_there_is_room(graded_pair):
    with full_disk(), pytest.raises(NbgraderFailed):
        Nbgrader(graded_pair).feedback(HOMEWORK, "ada")
    page = graded_pair.feedback("ada", HOMEWORK)
    assert not page.exists()
    Nbgrader(graded_pair).feedback(HOMEWORK, "ada")
    whole = page.read_bytes()
    with full_disk(), pytest.raises(NbgraderFailed):
        Nbgrader(graded_pair).feedback(HOMEWORK, "ada")
    assert not page.exists() or page.read_bytes() == whole
