"""Bulk downloads are collected as Canvas, Moodle, Blackboard and Gradescope really name them."""

import io
import json
import os
import re
import stat
import time
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import get_args
from zoneinfo import ZoneInfo

import pytest
from nbgrader.utils import parse_utc
from rich.console import Console
from typer.testing import CliRunner

from autograder.afterwards.rename import rename
from autograder.base.failure import Failure
from autograder.base.files import sha256
from autograder.base.paths import Classroom, released
from autograder.cli import app
from autograder.cli.collect import Origin
from autograder.collect import archive, choose
from autograder.collect.archive import MAX_MEMBERS, BadDownload
from autograder.collect.collect import (
    NOT_SEARCHED,
    Collected,
    CollectedRow,
    CollectOptions,
    collect,
)
from autograder.collect.show import collected_table, count_lines
from autograder.collect.submitted import Status
from autograder.collect.which_system import LAYOUTS
from autograder.handed_in.finding import find_submission
from autograder.handed_in.unreadable import MAX_FILE, Unreadable
from autograder.reports.marks import class_marks
from autograder.rules.due_times import due_time, zone_of
from autograder.rules.policy import Policy
from autograder.rules.policy_file import policy_of

HW = "hw1-cosh"
ROSTER = (
    "Student,ID,SIS User ID,SIS Login ID,Section\n"
    '"Doe, Jane",123,S1,jdoe,A\n"Müller, Jürgen",124,S2,jmueller,A\n"Lee, Ann",125,S3,alee,A\n'
)
PLAIN_ROSTER = "id,name,email\njdoe,Jane Doe,jane@x.org\njmueller,Jürgen Müller,\nalee,Ann Lee,\n"


def notebook(mark="") -> bytes:
    """A notebook of the homework; each mark gives other bytes."""
    raw = json.loads(released(HW).read_text(encoding="utf-8"))
    raw["cells"].append({"cell_type": "markdown", "id": "own", "metadata": {}, "source": mark})
    return json.dumps(raw).encode()


A, B, C = notebook("a"), notebook("b"), notebook("c")


class Desk:
    """A class, and downloads for it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.classroom = Classroom(folder / "class")

    def zip(self, files: dict, name="download.zip", when=(2026, 1, 30, 20, 30, 10)) -> Path:
        path = self.folder / name
        path.write_bytes(zipped(files, when))
        return path

    def unpacked(self, files: dict, name="download") -> Path:
        for file, data in files.items():
            path = self.folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return self.folder / name

    def roster(self, text=ROSTER) -> Path:
        path = self.folder / "list.csv"
        path.write_text(text, encoding="utf-8")
        return path

    def collect(self, source: Path | dict, *, roster: Path | str | None = None, **options):
        """Collects a download, or files zipped as one, with a class list or its text."""
        source = self.zip(source) if isinstance(source, dict) else source
        roster = self.roster(roster) if isinstance(roster, str) else roster
        wished = {k: options.pop(k) for k in ("only_roster", "dry_run") if k in options}
        due = {HW: options.pop("due")} if "due" in options else {}
        rules = Policy(due=due, zone=options.pop("zone", None))
        wishes = CollectOptions(policy=rules, **wished)
        return collect(self.classroom, source, HW, roster=roster, options=wishes, **options)

    def run(self, source, *words, homework=HW, roster: str | None = None):
        """The command, for the same."""
        source = self.zip(source) if isinstance(source, dict) else source
        words = [*words, "--roster", self.roster(roster)] if roster else words
        words = ["collect", source, homework, "--class-dir", self.classroom.folder, *words]
        return CliRunner().invoke(app, [*map(str, words)], env={"COLUMNS": "200"})

    def there(self) -> dict[str, bytes]:
        files = {s: self.classroom.submission(s, HW) for s in self.classroom.students(HW)}
        return {s: file.read_bytes() for s, file in files.items() if file.exists()}

    def time(self, student) -> datetime | None:
        note = self.classroom.submission(student, HW).with_name("timestamp.txt")
        return parse_utc(note.read_text()) if note.exists() else None

    def kept(self, student) -> set[bytes]:
        folder = self.classroom.folder / "collected" / HW / student
        return {path.read_bytes() for path in folder.glob("*.ipynb")}

    def everything(self) -> dict[str, tuple[bytes, int]]:
        files = [path for path in self.classroom.folder.rglob("*") if path.is_file()]
        return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def zipped(files: dict, when=(2026, 1, 30, 20, 30, 10), compressed: bool = False) -> bytes:
    """A zip of files; compressing notebooks would take most of the time of these tests."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, data in files.items():
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name, when)
            is_small = len(data) < 10**6 and not compressed
            info.compress_type = zipfile.ZIP_STORED if is_small else zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return held.getvalue()


def rows(done) -> dict:
    return {row.student: row for row in done.rows}


@pytest.fixture
def desk(tmp_path) -> Desk:
    return Desk(tmp_path)


CANVAS = {
    f"doejane_123_9001_{HW}.ipynb": A,
    "müllerjürgen_LATE_124_9002_Copy of hw1-cosh.ipynb": B,
    f"leeann_125_9003_{HW}-1.ipynb": C,
}


# Canvas


def test_canvas_with_its_own_class_list(desk):
    done = desk.collect(CANVAS, roster=ROSTER)
    assert done.system == "canvas"
    assert desk.there() == {"jdoe": A, "jmueller": B, "alee": C}
    assert [rows(done)[s].late for s in ("jdoe", "jmueller", "alee")] == [False, True, False]
    assert not any(row.attention for row in done.rows)
    assert desk.time("jmueller") is None
    assert (desk.classroom.folder / "roster.csv").read_text(encoding="utf-8") == ROSTER


def test_a_late_mark_is_a_second_after_the_due_time(desk):
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    desk.collect(CANVAS, roster=ROSTER, due=due)
    assert desk.time("jmueller") == datetime(2026, 1, 30, 23, 59, 1)
    assert desk.time("jdoe") is None


def test_one_late_file_makes_it_late(desk):
    files = {f"doejane_123_9001_{HW}.ipynb": A, f"doejane_LATE_123_9002_{HW}-1.ipynb": B}
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert row.late


@pytest.mark.parametrize(("seconds", "late"), [(-1, True), (0, False), (1, False)])
def test_what_comes_at_the_due_time_is_not_late(desk, seconds, late):
    first = desk.collect(GRADESCOPE, roster=ROSTER)
    due = rows(first)["jdoe"].at + timedelta(seconds=seconds)
    done = desk.collect(GRADESCOPE, due=due)
    assert rows(done)["jdoe"].late is late


def test_who_is_only_known_to_be_late_is_late_after_the_grace(desk):
    rules = 'timezone = "UTC"\n[due]\nhw1-cosh = "2026-01-30 23:59"\n[late]\ngrace_minutes = 15\n'
    desk.classroom.folder.mkdir()
    (desk.classroom.folder / "policy.toml").write_text(rules)
    desk.run(CANVAS, roster=ROSTER)
    policy = policy_of(desk.classroom)
    at = desk.time("jmueller").replace(tzinfo=UTC)
    assert policy.days_late("jmueller", HW, at) == 1
    assert policy.days_late("jmueller", HW, at - timedelta(seconds=1)) == 0


@pytest.mark.parametrize(("minutes", "late"), [(14, False), (16, True)])
def test_within_the_grace_nobody_is_late(desk, minutes, late):
    source, roster = desk.zip(GRADESCOPE), desk.roster()
    at = rows(desk.collect(source, roster=roster))["jdoe"].at
    rules = Policy(due={HW: at - timedelta(minutes=minutes)}, grace=timedelta(minutes=15))
    another = Classroom(desk.folder / "another")
    done = collect(another, source, HW, roster=roster, options=CollectOptions(policy=rules))
    assert rows(done)["jdoe"].late is late


def test_who_has_more_time_is_not_late_without_a_notebook_either(desk):
    notebook = f"assignment_7_export/submission_1/{HW}.ipynb"
    files = {name: data for name, data in GRADESCOPE.items() if name != notebook}
    files["assignment_7_export/submission_1/report.pdf"] = b"%PDF"
    at = rows(desk.collect(files, roster=ROSTER))["jdoe"].at
    rules = Policy(due={HW: at - timedelta(days=1)}, extensions={("jdoe", HW): at})
    done = rows(collect(desk.classroom, desk.zip(files), HW, options=CollectOptions(policy=rules)))
    assert (done["jdoe"].what, done["jdoe"].late) == ("no notebook", False)


def test_an_extension_after_collecting_counts_for_who_is_not_graded_yet(desk):
    source, roster = desk.zip(GRADESCOPE), desk.roster()
    at = rows(desk.collect(source, roster=roster))["jdoe"].at
    (desk.classroom.folder / "policy.toml").write_text(f'[due]\n{HW} = "{at.date()}T00:00Z"\n')
    policy = policy_of(desk.classroom)
    again = collect(desk.classroom, source, HW, options=CollectOptions(policy=policy))
    assert rows(again)["jdoe"].late

    def late():
        return {mark.student.id: mark.late for mark in class_marks(desk.classroom, HW)}["jdoe"]

    assert late()
    for due in ((at + timedelta(hours=1)).isoformat(), "excused"):
        lines = f"student,homework,due\njdoe,{HW},{due}\n"
        (desk.classroom.folder / "extensions.csv").write_text(lines)
        assert late() is False
        policy = policy_of(desk.classroom)
        again = collect(desk.classroom, source, HW, options=CollectOptions(policy=policy))
        assert rows(again)["jdoe"].late is False


def test_times_are_shown_in_the_time_zone_of_the_class(desk):
    desk.classroom.folder.mkdir()
    rules = 'timezone = "Asia/Tokyo"\n[due]\nhw1-cosh = "2026-01-30 23:59"\n'
    (desk.classroom.folder / "policy.toml").write_text(rules)
    done = desk.run(CANVAS)
    assert "2026-01-30 23:59:00 JST" in done.output


def test_of_canvas_uploads_the_one_with_the_largest_number_wins_and_the_rest_are_kept(desk):
    files = {
        f"doejane_123_9010_{HW}-2.ipynb": C,
        f"doejane_123_9001_{HW}.ipynb": A,
        f"doejane_123_9005_{HW}-1.ipynb": B,
    }
    done = desk.collect(files, roster=ROSTER)
    assert desk.there() == {"jdoe": C}
    assert desk.kept("jdoe") == {A, B, C}
    assert "Also handed in" in rows(done)["jdoe"].remarks[0]


def test_a_notebook_in_a_zip_of_canvas_is_as_old_as_the_upload(desk):
    desk.collect({"doejane_123_9001_all.zip": zipped({f"{HW}.ipynb": A})})
    desk.collect({f"doejane_123_9005_{HW}-1.ipynb": B})
    assert desk.there() == {"doejane-123": B}


def solved(mark: str) -> bytes:
    """The notebook with something in every cell to be filled in."""
    raw = json.loads(notebook(mark))
    for cell in raw["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = "answer = 1"
    return json.dumps(raw).encode()


def test_a_blank_notebook_after_a_full_one_is_not_graded_in_its_place(desk):
    full = solved("full")
    desk.collect({f"doejane_123_9001_{HW}.ipynb": full}, roster=ROSTER)
    later = desk.zip({f"doejane_123_9002_{HW}-1.ipynb": A})
    (row,) = desk.collect(later).rows
    assert desk.there() == {"jdoe": full} and row.attention
    assert desk.kept("jdoe") == {full, A}
    (again,) = desk.collect(later).rows
    assert desk.there() == {"jdoe": full} and not again.attention and again.remarks
    better = solved("better")
    desk.collect({f"doejane_123_9003_{HW}-2.ipynb": better})
    assert desk.there() == {"jdoe": better}


def test_of_a_blank_notebook_of_the_same_time_it_is_only_said_that_the_other_is_graded(desk):
    name = f"Ann Lee_1327629_assignsubmission_file_/{HW}.ipynb"
    desk.collect(OF_MOODLE | {name: solved("full")}, roster=OLD_WORKSHEET, zone=UTC)
    again = desk.zip(OF_MOODLE | {name: C}, "again.zip", (2026, 1, 31, 11, 45, 0))
    row = rows(desk.collect(again, roster=OLD_WORKSHEET, zone=UTC))["alee"]
    assert row.attention and desk.there()["alee"] == solved("full")
    (remark,) = row.remarks
    assert "No answers in" in remark
    blank, full = re.findall(r"kept as ([\w.-]+)", remark)  # all else is the same
    shelf = desk.classroom.collected("alee", HW)
    assert ((shelf / blank).read_bytes(), (shelf / full).read_bytes()) == (C, solved("full"))


def test_canvass_test_student_is_collected_and_needs_no_attention(desk):
    listed = ROSTER + '"Student, Test",9999,,,A\n'
    done = desk.collect({f"studenttest_9999_9001_{HW}.ipynb": A}, roster=listed)
    assert [(row.student, row.what) for row in done.rows] == [("studenttest-9999", "collected")]
    assert not done.rows[0].attention and "test student" in " ".join(done.rows[0].remarks)


def test_of_two_attachments_the_one_with_answers_is_graded(desk):
    full = solved("full")
    files = {f"doejane_123_9001_{HW}.ipynb": full, f"doejane_123_9002_{HW} (1).ipynb": A}
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert desk.there() == {"jdoe": full}
    assert "No answers in" in " ".join(row.remarks)


def test_answers_are_looked_for_in_the_newest_ten_notebooks_of_a_student(desk, monkeypatch):
    searched = []
    answers_in = choose.answers_in
    monkeypatch.setattr(choose, "answers_in", lambda *a: searched.append(a) or answers_in(*a))
    files = {f"doejane_123_{9000 + i}_{HW}-{i}.ipynb": A + b" " * i for i in range(14)}
    full = solved("full")
    files[f"doejane_123_9008_{HW}-8.ipynb"] = full
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert desk.there() == {"jdoe": full}
    assert "newest 10" in " ".join(row.remarks)
    assert len({data for data, _ in searched}) == 10


def test_after_a_notebook_that_takes_too_long_no_other_of_that_student_is_searched(
    desk, monkeypatch
):
    """However many there are, in however many attempts."""
    searched = []

    def slow(data, assignment):
        searched.append(data)
        spent[0] += choose.apart.PROCESSOR
        return None

    spent = [0.0]
    monkeypatch.setattr(choose, "_processor_time", lambda: spent[0])
    monkeypatch.setattr(choose, "answers_in", slow)
    files = {
        f"{HW}_jdoe_attempt_2026-01-{day}-20-30-10_{i}.ipynb": A + b" " * (10 * day + i)
        for day in (28, 29)
        for i in range(4)
    }
    others = {f"{HW}_alee_attempt_2026-01-29-20-30-10_{HW}.ipynb": B}
    of_jdoe, of_alee = 1, 1
    found = rows(desk.collect(files | others, roster=PLAIN_ROSTER))
    assert len(searched) == of_jdoe + of_alee
    assert desk.there() == {"jdoe": A + b" " * 293, "alee": B}
    assert NOT_SEARCHED in found["jdoe"].remarks
    assert NOT_SEARCHED not in found["alee"].remarks


def test_a_scratch_notebook_uploaded_later_does_not_win(desk):
    files = {f"doejane_123_9001_{HW}.ipynb": A, "doejane_123_9002_scratch.ipynb": b'{"cells": []}'}
    source = desk.zip(files)
    for _ in range(2):
        desk.collect(source, roster=ROSTER)
        assert desk.there() == {"jdoe": A}


def test_canvas_trusts_its_numbers_and_not_the_same_name_of_another(desk):
    """Ann Lee is in the list; Leeann of the same letters is not, nor is one whose login it is."""
    text = ROSTER + '"Smith, Bo",126,S4,leeann,A\n'
    files = {f"leeann_777_9001_{HW}.ipynb": A}
    done = desk.collect(files, roster=text, only_roster=True)
    assert desk.there() == {}
    assert "Is not in the class list" in done.rows[0].remarks[0]


@pytest.mark.parametrize("roster", [ROSTER, PLAIN_ROSTER, None])
def test_a_student_whose_name_ends_with_anothers_number_hands_in_for_nobody_else(desk, roster):
    forged = f"doejane_123_125_9003_{HW}.ipynb"  # Canvas's user 125 calls herself "Doe, Jane_123"
    done = desk.collect({f"doejane_123_9001_{HW}.ipynb": A, forged: B}, roster=roster)
    assert set(desk.there().values()) == {A}
    (row,) = (row for row in done.rows if row.what == "not taken")
    assert row.attention and row.file == forged


@pytest.mark.parametrize("roster", [ROSTER, PLAIN_ROSTER, None])
def test_a_file_whose_own_name_begins_with_a_number_is_its_senders(desk, roster):
    desk.collect({f"doejane_123_9001_2_{HW}.ipynb": A}, roster=roster)
    assert [*desk.there().values()] == [A]


def test_canvas_names_find_people_in_a_plain_list(desk):
    text = PLAIN_ROSTER + "leeann,Bo Smith,\n"
    desk.collect(CANVAS, roster=text)
    assert desk.there() == {"jdoe": A, "jmueller": B, "alee": C}


def test_two_accounts_of_one_name_are_not_mixed_up(desk):
    files = {f"doejane_123_9001_{HW}.ipynb": A, f"doejane_999_9002_{HW}.ipynb": B}
    done = desk.collect(files, roster=PLAIN_ROSTER)
    assert desk.there() == {}
    assert "Several people seem to be jdoe" in done.rows[0].remarks[-1] and done.rows[0].attention


def test_the_second_account_of_a_name_is_noticed_in_a_later_download(desk):
    desk.collect({f"doejane_123_9001_{HW}.ipynb": A}, roster=PLAIN_ROSTER)
    done = desk.collect({f"doejane_999_9002_{HW}.ipynb": B})
    assert desk.there() == {"jdoe": A}
    assert done.rows[0].attention


def test_a_name_that_means_two_people_is_reported(desk):
    text = PLAIN_ROSTER + "jdoe2,Jane Doe,\n"
    done = desk.collect(CANVAS, roster=text)
    row = next(row for row in done.rows if "doejane" in row.student)
    assert "jdoe, jdoe2" in row.remarks[0] and row.attention and row.what == "not taken"


def test_anonymous_canvas_downloads_keep_apart_whom_they_do_not_name(desk):
    files = {
        f"anon_ab1Cd_9001_{HW}.ipynb": A,
        f"LATE_anon_xYz99_9002_{HW}.ipynb": B,
        f"anon_q_9003_{HW}.ipynb": C,
    }
    done = desk.collect(files)
    assert done.system == "canvas"
    assert desk.there() == {"anon_ab1Cd": A, "anon_xYz99": B, "anon_q": C}


def test_text_typed_into_canvas_is_no_notebook(desk):
    files = {**CANVAS, "smithbo_130_text.html": b"<p>I did it</p>"}
    done = desk.collect(files)
    row = next(row for row in done.rows if "smithbo" in row.student)
    assert row.what == "no notebook" and row.attention and "text.html" in row.remarks[0]


# Moodle


MOODLE = {
    f"Jane Doe_1327627_assignsubmission_file_/{HW}.ipynb": A,
    "Jane Doe_1327627_assignsubmission_onlinetext_/onlinetext.html": b"<p>hello</p>",
    "Müller Jürgen_1327628_assignsubmission_file/Untitled.ipynb": B,
    "Ann Lee_1327629_assignsubmission_onlinetext_/onlinetext.html": b"<p>sorry</p>",
}
MOODLE_FLAT = {
    f"Jane Doe_1327627_assignsubmission_file_{HW}.ipynb": A,
    "Jürgen Müller_1327628_assignsubmission_file_my_own_file.ipynb": B,
}


@pytest.mark.parametrize("roster", [ROSTER, PLAIN_ROSTER])
@pytest.mark.parametrize(
    "files, missing",
    [(MOODLE, []), (MOODLE_FLAT, ["alee"])],  # she typed a text in one of them
)
def test_moodle_in_folders_and_flat(desk, files, missing, roster):
    done = desk.collect(files, roster=roster)
    assert done.system == "moodle"
    assert desk.there() == {"jdoe": A, "jmueller": B}
    assert done.missing == missing


def test_a_row_of_a_file_with_the_usual_name_fits_into_80_columns(desk):
    worksheet = (
        "Identifier,Full name,ID number,Last modified (submission)\n"
        'Participant 1,María José de la Cruz,001200529,"Friday, 30 January 2026, 6:06 PM"\n'
        'Participant 2,Lena Bauer,001200477,"Friday, 30 January 2026, 6:07 PM"\n'
    )
    files = {
        f"María José de la Cruz_1_assignsubmission_file_/{HW}.ipynb": A,
        "Lena Bauer_2_assignsubmission_file_/mine.ipynb": B,
    }
    done = desk.collect(files, roster=worksheet, zone=UTC, due=datetime(2026, 1, 30, tzinfo=UTC))
    with (console := Console(width=80)).capture() as shown:
        console.print(collected_table(done, HW))
    lines = shown.get().splitlines()
    assert lines[2].startswith("001200477") and lines[2].rstrip().endswith("mine.ipynb")
    assert lines[3].startswith("001200529") and "18:06 late" in lines[3] and not lines[4].strip()


def test_who_is_found_by_the_name_alone_is_told_and_one_of_two_is_never_guessed(desk):
    files = {f"Jane Doe_77_assignsubmission_file_/{HW}.ipynb": A}
    done = desk.collect(files, roster=PLAIN_ROSTER)
    assert done.rows[0].student == "jdoe" and done.rows[0].by_name and done.lacks_ids
    assert any("by the name alone: 1." in line for line in count_lines(done))
    worksheet = "Identifier,Full name,ID number\nParticipant 77,Jane Doe,jdoe\n"
    (row,) = desk.collect(files, roster=worksheet).rows
    assert row.student == "jdoe" and not row.remarks
    more = worksheet + "Participant 78,Bo Li,bli\n,Ann Lee,alee\n"
    others = {f"{who}_assignsubmission_file_/{HW}.ipynb": B for who in ("Bo Li_78", "Ann Lee_79")}
    done = desk.collect(files | others, roster=more)
    assert [row.student for row in done.rows if row.by_name] == ["alee"] and not done.lacks_ids
    with (console := Console(width=200)).capture() as shown:
        console.print(collected_table(done, HW))
    assert "Taken as alee because the name fits." in " ".join(shown.get().split())
    two = "id,name\njdoe,Jane Doe\njdoe2,Jane Doe\n"
    (row,) = desk.collect(files, roster=two, dry_run=True).rows
    assert row.what == "not taken" and row.attention


def test_numbers_of_another_assignments_worksheet_exchange_nobody(desk):
    earlier = "Identifier,Full name,ID number\nParticipant 11,Jane Doe,jdoe\n"
    earlier += "Participant 12,Ann Lee,alee\n"
    files = {f"Jane Doe_12_assignsubmission_file_/{HW}.ipynb": A}
    files[f"Ann Lee_11_assignsubmission_file_/{HW}.ipynb"] = B
    desk.classroom.roster.parent.mkdir(parents=True, exist_ok=True)
    desk.classroom.roster.write_text(earlier)
    desk.collect(files)
    assert desk.there() == {"jdoe": A, "alee": B}


def test_a_grading_worksheet_of_moodle_tells_namesakes_apart(desk):
    text = (
        "Identifier,Full name,ID number\n"
        "Participant 1327627,Jane Doe,m1\nParticipant 1327628,Jane Doe,m2\n"
    )
    files = {
        f"Jane Doe_1327627_assignsubmission_file_/{HW}.ipynb": A,
        f"Jane Doe_1327628_assignsubmission_file_/{HW}.ipynb": B,
    }
    desk.collect(files, roster=text)
    assert desk.there() == {"m1": A, "m2": B}


WORKSHEET = (
    "Identifier,Full name,ID number,Status,Grade,{}\n"
    'Participant 1327627,Jane Doe,jdoe,Submitted,,"{}"\n'
    'Participant 1327629,Ann Lee,alee,Submitted,,"{}"\n'
)
OF_MOODLE = {
    f"Jane Doe_1327627_assignsubmission_file_/{HW}.ipynb": A,
    f"Ann Lee_1327629_assignsubmission_file_/{HW}.ipynb": B,
}


@pytest.mark.parametrize(
    ("heading", "before", "after"),
    [
        (
            "Last modified (submission)",
            "Friday, 30 January 2026, 11:58 PM",
            "Saturday, 31 January 2026, 12:00 AM",
        ),
        (
            "Zuletzt geändert (Abgabe)",
            "Freitag, 30. Januar 2026, 23:58",
            "Samstag, 31. Januar 2026, 00:00",
        ),
    ],
)
def test_moodles_worksheet_tells_when_it_was_handed_in(desk, heading, before, after):
    roster = desk.roster(WORKSHEET.format(heading, before, after))
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    done = desk.collect(OF_MOODLE, roster=roster, due=due, zone=UTC)
    assert desk.time("jdoe") == datetime(2026, 1, 30, 23, 58)
    assert desk.time("alee") == datetime(2026, 1, 31, 0, 0)
    assert (rows(done)["jdoe"].late, rows(done)["alee"].late) == (False, True)


TIMES = "Last modified (submission)", "Friday, 30 January 2026, 11:58 PM"
OLD_WORKSHEET = WORKSHEET.format(*TIMES, "Saturday, 31 January 2026, 9:30 AM")
NEW_WORKSHEET = WORKSHEET.format(*TIMES, "Saturday, 31 January 2026, 11:45 AM")
AGAIN = OF_MOODLE | {f"Ann Lee_1327629_assignsubmission_file_/{HW}.ipynb": C}


def test_a_time_that_was_told_stays_when_the_same_comes_without_it(desk):
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, due=due, zone=UTC)
    for options in ({}, {"roster": PLAIN_ROSTER}):
        done = desk.collect(OF_MOODLE, due=due, zone=UTC, **options)
        assert desk.time("alee") == datetime(2026, 1, 31, 9, 30)
        assert desk.time("jdoe") == datetime(2026, 1, 30, 23, 58)
        assert rows(done)["alee"].late
        assert not rows(done)["alee"].remarks
        assert "but not when" not in " ".join(count_lines(done))
    desk.collect(OF_MOODLE, roster=NEW_WORKSHEET, due=due, zone=UTC)
    assert desk.time("alee") == datetime(2026, 1, 31, 11, 45)


@pytest.mark.parametrize("between", [False, True])
def test_a_new_file_counts_although_the_worksheet_is_an_old_one(desk, between):
    desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, zone=UTC)
    again = desk.zip(AGAIN, "again.zip", (2026, 1, 31, 11, 45, 0))
    if between:
        assert rows(desk.collect(again, zone=UTC))["alee"].what == "replaced"
    row = rows(desk.collect(again, roster=OLD_WORKSHEET, zone=UTC))["alee"]
    assert row.what == ("unchanged" if between else "replaced")
    assert "the same time" in " ".join(row.remarks)
    assert row.attention != between
    assert desk.there()["alee"] == C
    row = rows(desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, zone=UTC))["alee"]  # the old download
    assert row.what == "unchanged" and desk.there()["alee"] == C
    row = rows(desk.collect(again, roster=NEW_WORKSHEET, zone=UTC))["alee"]
    assert not row.remarks and desk.time("alee") == datetime(2026, 1, 31, 11, 45)


def test_an_older_file_is_not_put_back_in_silence(desk):
    desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, zone=UTC)
    early = desk.zip(AGAIN, when=(2026, 1, 29, 8, 0, 0))
    row = rows(desk.collect(early, zone=UTC))["alee"]
    assert (row.what, desk.there()["alee"]) == ("unchanged", B)
    assert "seems to be older" in " ".join(row.remarks)
    desk.collect(early, roster=NEW_WORKSHEET, zone=UTC)
    assert desk.there()["alee"] == C
    of_yesterday = OLD_WORKSHEET.replace("Saturday, 31", "Thursday, 29")
    row = rows(desk.collect(early, roster=of_yesterday, zone=UTC))["alee"]
    assert (row.what, desk.there()["alee"]) == ("replaced", B)
    assert "collected before" in " ".join(row.remarks)


def test_of_moodle_without_times_it_is_said_that_nobody_can_be_late(desk):
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    done = desk.collect(OF_MOODLE, due=due)
    assert "nobody could be marked late" in " ".join(count_lines(done))
    assert desk.time("jdoe") is None


def test_blind_marking_in_moodle(desk):
    text = "Identifier,Full name,ID number\nParticipant 5,Jane Doe,m1\n"
    files = {f"Participant_5_assignsubmission_file_/{HW}.ipynb": A}
    desk.collect(files, roster=text)
    assert desk.there() == {"m1": A}


# Blackboard


def receipt(name: str) -> bytes:
    return (
        f"Name: {name}\r\nAssignment: hw1\r\nDate Submitted: Friday, 30 January 2026 20:30:10 "
        "o'clock CET\r\nCurrent Grade: Needs Grading\r\n\r\nSubmission Field:\r\n"
        "There is no student submission text data for this assignment.\r\n"
    ).encode()


def test_blackboard_with_attempts_and_user_names_that_have_underscores(desk):
    files = {
        f"hw1_j_doe_attempt_2026-01-30-20-30-10_{HW}.ipynb": A,
        "hw1_j_doe_attempt_2026-01-30-20-30-10.txt": receipt("Jane Doe (j_doe)"),
        f"hw1_j_doe_attempt_2026-01-31-08-00-00_{HW} (1).ipynb": B,
        "hw1_j_doe_attempt_2026-01-31-08-00-00.txt": receipt("Jane Doe (j_doe)"),
        f"hw1_alee_attempt_2026-01-29-10-00-00_{HW}.ipynb": C,
        "hw1_alee_attempt_2026-01-29-10-00-00.txt": receipt("Ann (Annie) Lee (alee)"),
    }
    due = due_time("2026-01-30", zone_of("Europe/Berlin"))
    done = desk.collect(files, zone=zone_of("Europe/Berlin"), due=due)
    assert done.system == "blackboard"
    assert desk.there() == {"j_doe": B, "alee": C}
    assert desk.kept("j_doe") == {A, B}
    assert desk.time("j_doe") == datetime(2026, 1, 31, 7, 0)
    assert (rows(done)["j_doe"].late, rows(done)["alee"].late) == (True, False)


@pytest.mark.parametrize("day", ["2026-02-30", "9999-12-31", "0001-01-01"])
def test_blackboard_with_a_day_that_cannot_be_is_placed_without_a_time(desk, day):
    rules = {"due": datetime(2026, 1, 29, tzinfo=UTC), "zone": ZoneInfo("America/New_York")}
    done = desk.collect({f"hw1_jdoe_attempt_{day}-23-30-10_{HW}.ipynb": A}, **rules)
    assert done.system == "blackboard"
    assert desk.there() == {"jdoe": A}
    assert rows(done)["jdoe"].late is None


def test_the_newest_attempt_without_a_notebook_gives_way_to_the_one_before(desk):
    files = {
        f"hw1_jdoe_attempt_2026-01-30-20-30-10_{HW}.ipynb": A,
        "hw1_jdoe_attempt_2026-01-31-20-30-10_hw1.pdf": b"%PDF-1.7",
    }
    done = desk.collect(files)
    assert desk.there() == {"jdoe": A}
    assert "hw1.pdf" in " ".join(done.rows[0].remarks) and done.rows[0].attention


@pytest.mark.parametrize(
    "name",
    [
        "hw1_eve_attempt_2026-01-30-20-30-10_x_jdoe_attempt_2027-01-01-00-00-00_hw1.ipynb",
        "hw1_eve_attempt_2026-01-30-20-30-10_x_jdoe_attempt_2027-01-01-00-00-00.txt",
        "eve_777_9001_doejane_123_9002_hw1.ipynb",
        "Eve_777_assignsubmission_file_/Jane Doe_1327627_assignsubmission_file_/hw1.ipynb",
        "Eve_777_assignsubmission_file_Jane Doe_1327627_assignsubmission_file_hw1.ipynb",
        "Eve_777_assignsubmission_file_/submission_metadata.yml",
    ],
)
@pytest.mark.parametrize("top", ["", "download/"])
def test_no_file_name_makes_a_submission_another_students(desk, name, top):
    done = desk.collect({top + name: A}, roster=PLAIN_ROSTER)
    assert not {"jdoe", "doejane-123", "jane-doe"} & set(desk.there())
    assert any("eve" in f"{row.student} {row.file}".casefold() for row in done.rows)


CLAIM = "report.pdf. Graded by hand, 20 of 20"


@pytest.mark.parametrize(
    "files",
    [
        {f"{CLAIM}.pdf": b"x"},
        {"a.ipynb": A, f"{CLAIM}.pdf": b"x"},
        {f"{HW}.ipynb": A, f"{CLAIM}.ipynb": B},
        {f"{CLAIM}.ipynb.txt": A},
        {f"{CLAIM}.ipynb": b"{" * (MAX_FILE + 1)},
        {f"{CLAIM}.zip": zipped({"a.ipynb": A})},
        {f"{CLAIM}.zip": zipped({"a.py": A})},
        {f"{CLAIM}.zip": zipped({"../a.ipynb": A})},
        {"a.zip": zipped({f"{CLAIM}.ipynb": A})},
        {"a.zip": zipped({"a.ipynb": A, f"{CLAIM}.ipynb": B})},
    ],
)
def test_a_name_is_quoted_in_every_sentence(desk, files):
    files = {f"jdoe/{name}": data for name, data in files.items()} | {"alee/y.ipynb": B}
    said = " ".join(rows(desk.collect(desk.unpacked(files)))["jdoe"].remarks)
    assert CLAIM in said and CLAIM not in re.sub("'[^']*'", "", said)


def test_names_of_accounts_and_of_an_older_file_are_quoted(desk):
    desk.collect({f"doejane_123_1002_{CLAIM}.ipynb": A}, roster=ROSTER)
    older = rows(desk.collect({"doejane_123_1001_a.ipynb": B}))["jdoe"]
    moodle = {f"Jane Doe_{n}_assignsubmission_file_/a.ipynb": A for n in (300, 301)}
    several = rows(desk.collect(moodle))["jdoe"]
    for row, name in ((older, CLAIM), (several, "Jane Doe")):
        said = " ".join(row.remarks)
        assert name in said and name not in re.sub("'[^']*'", "", said)


HIJACK = (
    b"submission_1:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '123'\n    :email: jdoe@x.org\n"
)


def test_a_name_that_contains_another_users_number_takes_nobodys_place(desk):
    # Canvas leaves `Mal_123_9999` of the name `Mal__123___9999_`, which its owner may have chosen.
    files = {f"doejane_123_1001_{HW}.ipynb": A, f"leeann_125_1002_{HW}.ipynb": B}
    files |= {f"mal_123_9999_777_1003_{HW}.ipynb": C}
    done = desk.collect(files, roster=ROSTER)
    assert desk.there() == {"alee": B}
    (jane,) = (row for row in done.rows if row.student == "jdoe")
    assert jane.attention and "Several people seem to be jdoe" in jane.remarks[-1]


def test_a_user_name_of_blackboards_that_ends_like_another_takes_nobodys_place(desk):
    files = {f"hw1_jdoe_attempt_2026-01-30-20-30-10_{HW}.ipynb": A}
    files |= {f"hw1_mal_jdoe_attempt_2026-01-31-20-30-10_{HW}.ipynb": C}
    roster = desk.roster("id,name\njdoe,Jane Doe\nmal_jdoe,Mal Doe\n")
    desk.collect(files, system="blackboard", roster=roster)
    assert desk.there() == {"jdoe": A, "mal_jdoe": C}


@pytest.mark.parametrize(
    "files",
    [
        {"eve/submission_metadata.yml": HIJACK, "eve/submission_1/hw1.ipynb": C},
        {"submission_metadata.yml": HIJACK, "eve/submission_1/hw1.ipynb": C},
        {"assignment_1_export/submission_metadata.yml": HIJACK},
    ],
)
def test_metadata_that_a_student_handed_in_are_not_gradescopes(desk, files):
    others = {"jdoe/hw1.ipynb": A, "alee/hw1.ipynb": B}
    done = desk.collect(files | others, roster=PLAIN_ROSTER)
    assert done.system == "folder"
    assert desk.there()["jdoe"] == A
    assert desk.there()["alee"] == B


OF_OTHERS = {
    "canvas": "doejane_123_{}_hw1.ipynb",
    "moodle": "Jane Doe_{}_assignsubmission_file_hw1.ipynb",
    "blackboard": "x_jdoe_attempt_2099-01-01-00-00-{:02}_hw1.ipynb",
}


@pytest.mark.by_day(5)
@pytest.mark.parametrize("name", OF_OTHERS.values(), ids=OF_OTHERS)
@pytest.mark.parametrize("where", ["gradescope", "folder", "canvas", "moodle", "blackboard"])
def test_however_many_files_one_student_hands_in_the_layout_stays(desk, where, name):
    """In each layout, below what the system writes."""
    honest, mal = {
        "gradescope": (GRADESCOPE, "assignment_7_export/submission_3/"),
        "folder": ({"jdoe/x.ipynb": A, "alee/y.ipynb": B, "jmueller/z.ipynb": B}, "mal/"),
        "canvas": (CANVAS, "orymal_126_{0}_"),
        "moodle": (MOODLE, "Mal Ory_1327630_assignsubmission_file_/"),
        "blackboard": (
            {f"hw1_{s}_attempt_2026-01-30-20-30-10_x.ipynb": A for s in ("jdoe", "alee")},
            "hw1_mal_attempt_2026-01-30-20-30-10_",
        ),
    }[where]
    own = {mal.format(9100 + i) + name.format(i): C for i in range(12)}
    roster = desk.roster(PLAIN_ROSTER + "mal,Mal Ory,\n")
    done = desk.collect(honest | own, roster=roster)
    assert done.system == where
    assert desk.there()["jdoe"] == A and desk.kept("jdoe") == {A}


def test_a_single_student_of_a_folder_cannot_make_it_another_layout(desk):
    files = {f"mal/doejane_123_{i}_hw1.ipynb": C for i in range(3)}
    desk.collect(files, roster=PLAIN_ROSTER + "mal,Mal Ory,\n")
    assert desk.there() == {"mal": C}


def test_what_two_systems_may_have_named_is_asked_about(desk):
    files = {"orymal_15_159_x_jdoe_attempt_2026-01-30-20-30-10_hw1.ipynb": C}
    with pytest.raises(BadDownload, match="--from"):
        desk.collect(files)
    desk.collect(files, system="canvas")
    assert desk.there() == {"orymal-15": C}


def test_an_export_of_gradescopes_may_hold_files_that_are_named_as_canvas_names_them(desk):
    top = "assignment_7_export"
    files = {f"{top}/submission_metadata.yml": METADATA.encode()}
    files[f"{top}/submission_1/doejane_11_21_{HW}.ipynb"] = A
    files[f"{top}/submission_2/leeann_12_22_{HW}.ipynb"] = B
    done = desk.collect(files, roster=ROSTER)
    assert done.system == "gradescope"
    assert desk.there() == {"jdoe": A, "jmueller": B, "alee": B}


def test_a_name_that_contains_what_moodle_puts_behind_names_is_nobodys(desk):
    name = "Jane Doe_1327627_assignsubmission_file__777_assignsubmission_file_"
    done = desk.collect(
        {f"{name}/hw1.ipynb": C, "Ann Lee_2_assignsubmission_file_/hw1.ipynb": B},
        roster=PLAIN_ROSTER,
        system="moodle",
    )
    assert desk.there() == {"alee": B}
    assert any(name in row.file and row.attention for row in done.rows)


def test_a_display_name_in_a_text_of_blackboards_does_not_name_another_user(desk):
    name = "hw1_eve_attempt_2026-01-30-20-30-10"
    files = {f"{name}.txt": b"Name: Eve (jdoe)\r\nAssignment: hw1\r\n", f"{name}_hw1.ipynb": C}
    desk.collect(files, system="blackboard")
    assert list(desk.there()) == ["eve"]


@pytest.mark.parametrize(
    "name", ["orymal_15_159_..\\..\\x.ipynb", f"orymal_15_159_{'x' * 1200}.ipynb"]
)
def test_the_name_of_one_file_keeps_nobody_else_out(desk, name):
    done = desk.collect({name: C} | CANVAS)
    assert done.system == "canvas"
    assert {A, B} <= set(desk.there().values())
    mal = rows(done)["orymal-15"]
    assert (mal.what, mal.attention) == ("no notebook", True)


def test_names_longer_than_any_system_writes_cost_no_time(desk):
    started = time.process_time()
    done = desk.collect({"anon_" * 12_000: A, "alee.ipynb": B})
    assert time.process_time() - started < 5
    assert desk.there() == {"alee": B}
    assert any(row.attention for row in done.rows)


def test_a_zip_in_a_zip_may_not_be_many_times_as_large(desk):
    inner = zipped({f"{i}/hw1.ipynb": bytes(15_000_000) for i in range(12)})
    done = desk.collect({"eve/all.zip": inner, "alee/hw1.ipynb": B})
    assert desk.there() == {"alee": B}
    assert "180 MB" in " ".join(rows(done)["eve"].remarks)


# Gradescope


METADATA = """---
submission_1:
  :submitters:
  - :name: Jane Doe
    :sid: '123'
    :email: jane@x.org
  :created_at: 2026-01-30 19:30:10.123456789 Z
  :score: 0.0
  :history:
  - :id: 0
    :created_at: 2026-01-29 10:00:00.0 Z
submission_2:
  :submitters:
  - :name: Jürgen Müller
    :sid:
    :email: jm@x.org
  - :name: Ann Lee
    :sid: 125
    :email: ann@x.org
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-02-01 08:00:00.000000000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: America/New_York
  :status: !ruby/symbol processed
"""
GRADESCOPE = {
    "assignment_7_export/submission_metadata.yml": METADATA.encode(),
    f"assignment_7_export/submission_1/{HW}.ipynb": A,
    "assignment_7_export/submission_2/work/group.ipynb": B,
    "assignment_7_export/submission_2/submission_metadata.yml": b"submission_1: {}",
}


def test_gradescope_gives_a_group_its_submission_each(desk):
    due = datetime(2026, 1, 31, tzinfo=UTC)
    done = desk.collect(GRADESCOPE, roster=ROSTER, due=due)
    assert done.system == "gradescope"
    assert desk.there() == {"jdoe": A, "jmueller": B, "alee": B}
    assert desk.time("jdoe").replace(microsecond=0) == datetime(2026, 1, 30, 19, 30, 10)
    assert desk.time("alee") == datetime(2026, 2, 1, 8)
    assert {s: row.late for s, row in rows(done).items()} == {
        "jdoe": False,
        "jmueller": True,
        "alee": True,
    }


@pytest.mark.parametrize(
    ("files", "ids"),
    [
        (CANVAS, {"doejane-123", "müllerjürgen-124", "leeann-125"}),
        (MOODLE, {"jane-doe", "müller-jürgen"}),
        (GRADESCOPE, {"123", "jm@x.org", "125"}),
    ],
)
def test_without_a_class_list_each_system_gives_ids_that_stay(desk, files, ids):
    for _ in range(2):
        desk.collect(files)
        assert set(desk.there()) == ids


@pytest.mark.parametrize(
    "yaml",
    ["!!python/object/apply:os.system ['touch evil']", "[1", "just text", "a: " + "[" * 5000],
)
def test_metadata_that_are_no_data_are_refused(desk, yaml):
    top = "assignment_7_export"
    files = {f"{top}/submission_metadata.yml": yaml.encode(), f"{top}/submission_1/a.ipynb": A}
    with pytest.raises(BadDownload, match=r"submission_metadata\.yml"):
        desk.collect(files)
    assert not Path("evil").exists() and not desk.classroom.folder.exists()


# A folder of one's own


@pytest.mark.parametrize(
    "files",
    [
        {"jdoe.ipynb": A, "Ann Lee.ipynb": B},
        {f"jdoe_{HW}.ipynb": A, f"{HW}-alee.ipynb": B},
        {"jdoe/x.ipynb": A, "alee/y.ipynb": B},
        {f"jdoe/{HW}/x.ipynb": A, f"alee/{HW}/y.ipynb": B, "alee/hw2-tanh/hw2-tanh.ipynb": C},
        {"week 1/jdoe/x.ipynb": A, "week 1/alee/y.ipynb": B},
        {"all/jdoe.ipynb": A, "all/alee.ipynb": B},
        {"jdoe.zip": zipped({"x.ipynb": A}), "alee.ipynb": B},
    ],
)
@pytest.mark.parametrize("packed", [True, False])
def test_folders_and_zips_of_ones_own(desk, files, packed):
    source = desk.zip(files) if packed else desk.unpacked(files)
    done = desk.collect(source, roster=PLAIN_ROSTER)
    assert done.system == "folder"
    assert desk.there() == {"jdoe": A, "alee": B}
    assert not any(row.attention for row in done.rows)


@pytest.mark.parametrize("file", [f"jdoe/{HW}/{HW}.ipynb", f"submitted/jdoe/{HW}/{HW}.ipynb"])
def test_a_single_student_is_not_taken_for_a_folder_around_all(desk, file):
    desk.collect({file: A})
    assert desk.there() == {"jdoe": A}


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("name", [f"mal-{HW}.ipynb", f"{HW}.ipynb", f"mal-{HW}.zip"])
def test_one_file_named_as_the_homework_does_not_make_a_class_one_student(desk, listed, name):
    files = {"subs/jdoe.ipynb": A, "subs/alee.ipynb": B}
    roster = {"roster": desk.roster(PLAIN_ROSTER)} if listed else {}
    desk.collect(files | {f"subs/{name}": C}, **roster)
    there = desk.there()
    assert (there["jdoe"], there["alee"]) == (A, B) and "subs" not in there


@pytest.mark.parametrize("others", [[], [f"{HW} (1).ipynb", "plot.png"]])
def test_a_folder_of_files_named_as_the_homework_alone_is_one_students(desk, others):
    desk.collect({f"xy/{name}": A for name in [f"{HW}.ipynb", *others]})
    assert desk.there() == {"xy": A}


def test_a_stranger_who_is_alone_is_not_taken_for_a_folder_around_all(desk):
    files = {"mallory/bob.ipynb": A, "mallory/eve.ipynb": B}
    desk.collect(files, roster=PLAIN_ROSTER)
    assert set(desk.there()) == {"mallory"}


def noted(student, hour):
    note = f"2026-01-30 {hour}:00:00 UTC".encode()
    return {f"{student}/{HW}/{HW}.ipynb": A, f"{student}/{HW}/timestamp.txt": note}


def test_the_times_that_nbgrader_noted_are_kept(desk):
    desk.collect(noted("jdoe", 10) | noted("alee", 11))
    assert desk.time("jdoe") == datetime(2026, 1, 30, 10)
    assert desk.time("alee") == datetime(2026, 1, 30, 11)


@pytest.mark.parametrize("time", ["9999-12-31 23:59:59 UTC", "0001-01-01 00:00 UTC", "10:00"])
def test_a_time_outside_this_century_or_without_a_date_makes_nobody_late(desk, time):
    rules = {"due": datetime(2026, 1, 29, tzinfo=UTC), "zone": ZoneInfo("Europe/Berlin")}
    good = noted("jdoe", 10) | noted("alee", 11)
    done = rows(desk.collect(good | {f"alee/{HW}/timestamp.txt": time.encode()}, **rules))
    assert (done["jdoe"].late, done["alee"].late) == (True, None)
    desk.classroom.submission("jdoe", HW).with_name("timestamp.txt").write_text(time)
    row = rows(desk.collect(good, **rules))["jdoe"]
    assert row.time_by_hand and row.what == "unchanged"


@pytest.mark.parametrize("others", [{}, {f"alee/{HW}/x.ipynb": B}, {"alee.ipynb": B}])
def test_a_time_that_a_student_may_have_put_into_their_own_folder_is_not_believed(desk, others):
    done = desk.collect(noted("jdoe", 10) | others)
    assert desk.time("jdoe") is None
    assert "timestamp.txt" in " ".join(rows(done)["jdoe"].remarks)


@pytest.mark.parametrize("roster", [None, PLAIN_ROSTER])
def test_a_download_that_has_a_former_id_is_of_the_student_who_had_it(desk, roster):
    desk.collect({"jdoe.ipynb": A, "alee.ipynb": B}, roster=roster)
    rename(desk.classroom, "jdoe", "jane")
    for options in ({}, {"roster": roster}):
        found = rows(desk.collect({"jdoe.ipynb": C, "alee.ipynb": B}, **options))
        assert set(found) == {"jane", "alee"}
        assert desk.there() == {"jane": C, "alee": B}
        assert not found["jane"].attention


def test_a_file_without_a_students_name_is_reported(desk):
    done = desk.collect({f"{HW}.ipynb": A, "alee.ipynb": B})
    assert desk.there() == {"alee": B}
    stray = rows(done)[""]
    assert stray.file == f"{HW}.ipynb" and stray.attention


def test_what_is_of_no_known_layout_says_what_was_looked_for(desk):
    with pytest.raises(BadDownload, match=r"doejane_123_456_hw1.ipynb.*--from"):
        desk.collect({"readme.txt": b"hello"})
    with pytest.raises(BadDownload, match="empty"):
        desk.collect({})


# What was handed in


@pytest.mark.parametrize(
    "name, data, says",
    [
        ("Copy of hw1.ipynb", A, ""),
        ("hw1-cosh (1).ipynb", A, ""),
        ("hw1-cosh.ipynb.json", A, "handed in as 'hw1-cosh.ipynb.json'"),
        ("hw1-cosh.ipynb.txt", A, "handed in as 'hw1-cosh.ipynb.txt'"),
        ("hw1.json", A, "handed in as 'hw1.json'"),
        ("answers.zip", zipped({"deep/er/my.ipynb": A, "__MACOSX/._my.ipynb": b"x"}), "my.ipynb"),
        ("two.zip", zipped({"hw1.ipynb": A, "other.ipynb": b"{}"}), "is 'hw1.ipynb' in 'two.zip'"),
        ("hw1-cosh.ipynb", A[:300], ""),
    ],
)
def test_what_clearly_is_the_notebook_is_taken_byte_for_byte(desk, name, data, says):
    done = desk.collect(desk.unpacked({f"jdoe/{name}": data}))
    assert desk.there() == {"jdoe": data if data == A[:300] else A}
    assert says in " ".join(done.rows[0].remarks)
    assert not done.rows[0].attention


@pytest.mark.parametrize(
    "name, data, says",
    [
        ("hw1.pdf", b"%PDF-1.7", "only 'hw1.pdf'"),
        ("hw1.py", b"print()", "only 'hw1.py'"),
        ("hw1.docx", zipped({"word/document.xml": b"<x/>"}), "only 'hw1.docx'"),
        (
            "two.zip",
            zipped({"a.ipynb": A, "b.ipynb": B}),
            "several notebooks: 'a.ipynb', 'b.ipynb'",
        ),
        ("none.zip", zipped({"a.py": b"x"}), "none in 'none.zip' either"),
        ("slip.zip", zipped({"../../x.ipynb": A}), "leads out of the archive"),
        ("big.ipynb", b" " * (MAX_FILE + 1), "more than the 100 MB allowed"),
        ("\x1b[31mred.pdf", b"x", "\ufffd[31mred.pdf"),
    ],
)
def test_what_is_no_notebook_is_reported_and_stops_nobody(desk, name, data, says):
    done = desk.collect(desk.unpacked({f"jdoe/{name}": data, "alee/y.ipynb": B}))
    assert desk.there() == {"alee": B}
    row = rows(done)["jdoe"]
    assert says in " ".join(row.remarks) and row.attention and row.what == "no notebook"
    with pytest.raises(Unreadable) as reason:  # which is what grading says of it
        find_submission(desk.classroom.submission("jdoe", HW).parent, HW)
    assert says in str(reason.value)


def test_no_file_of_a_student_passes_for_a_note_of_ours(desk):
    folder = desk.classroom.submission("eve", HW).parent
    folder.mkdir(parents=True)
    (folder / "no-notebook.txt").write_text("Graded by hand, 20 of 20.")
    (folder / "a). Graded, too.pdf").write_bytes(b"%PDF")
    with pytest.raises(Unreadable, match="There is no readable notebook") as reason:
        find_submission(folder, HW)
    assert "'a). Graded, too.pdf'" in str(reason.value)
    assert "no-notebook.txt says 'Graded by hand, 20 of 20.'" in str(reason.value)
    files = {"jdoe/x.ipynb": A, "eve/hw1.pdf": b"%PDF", "eve/no-notebook.txt": b"Mine."}
    desk.collect(desk.unpacked(files))
    with pytest.raises(Unreadable, match=r"No notebook was handed in, only .*hw1"):
        find_submission(folder, HW)


HIDDEN = {
    f"Jane Doe_1_assignsubmission_file_/.{HW}.ipynb": A,
    f".Net Lee_2_assignsubmission_file_/{HW}.ipynb": B,
    ".Pdf Lee_3_assignsubmission_file_/hw1.pdf": b"%PDF",
    "Max Ory_4_assignsubmission_file_/.all.zip": zipped({"x.ipynb": C}),
    f"Jane Doe_1_assignsubmission_file_/._{HW}.ipynb": b"\0\5\x16\7",
    f"Jane Doe_1_assignsubmission_file_/.ipynb_checkpoints/{HW}-checkpoint.ipynb": C,
    ".DS_Store": b"x",
}


@pytest.mark.parametrize("packed", [True, False])
def test_what_is_hidden_was_handed_in_all_the_same(desk, packed):
    done = desk.collect(desk.zip(HIDDEN) if packed else desk.unpacked(HIDDEN))
    assert desk.there() == {"jane-doe": A, "net-lee": B, "max-ory": C}
    assert rows(done)["pdf-lee"].what == "no notebook"
    assert len(done.rows) == 4
    assert not any("Also" in text for text in rows(done)["jane-doe"].remarks)


def test_notebooks_in_a_hidden_folder_are_told_and_of_no_student(desk):
    files = {"jdoe/x.ipynb": A, ".Trash/old.ipynb": B, ".git/HEAD": b"x"}
    done = desk.collect(desk.unpacked(files))
    assert desk.there() == {"jdoe": A}
    assert [row.file for row in done.rows if row.attention] == [".Trash/old.ipynb"]


def test_who_hands_in_a_pdf_has_handed_in(desk):
    done = desk.collect({"doejane_123_9001_hw1.pdf": b"%PDF"}, roster=ROSTER)
    assert done.missing == ["jmueller", "alee"]
    assert desk.classroom.students(HW) == ["jdoe"]


def test_the_notebook_counts_that_comes_after_a_pdf_or_came_before_it(desk):
    pdf = desk.zip({"doejane_123_9005_hw1.pdf": b"%PDF"}, "pdf.zip")
    early = desk.zip({f"doejane_123_9001_{HW}.ipynb": A}, "early.zip")
    late = desk.zip({f"doejane_123_9009_{HW}.ipynb": B}, "late.zip")
    assert [row.what for row in desk.collect(pdf, roster=ROSTER).rows] == ["no notebook"]
    assert [row.what for row in desk.collect(late).rows] == ["collected"]
    assert [file.name for file in desk.classroom.submission("jdoe", HW).parent.iterdir()] == [
        f"{HW}.ipynb"
    ]
    (row,) = desk.collect(pdf).rows
    assert row.what == "kept" and row.attention and "earlier notebook stays" in row.remarks[-1]
    desk.collect(early)
    assert desk.there() == {"jdoe": B}


# Collecting again


def test_collecting_again_changes_nothing_at_all(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=ROSTER)
    before = desk.everything()
    again = desk.collect(desk.zip(CANVAS, when=(2026, 2, 3, 4, 5, 6)))
    assert {row.what for row in again.rows} == {"unchanged"}
    assert desk.everything() == before


def test_a_newer_submission_replaces_and_an_older_download_does_not(desk):
    old = desk.zip({f"doejane_LATE_123_9001_{HW}.ipynb": A}, "old.zip")
    new = desk.zip({f"doejane_123_9005_{HW}-1.ipynb": B}, "new.zip")
    due = datetime(2026, 1, 30, tzinfo=UTC)
    desk.collect(old, roster=ROSTER, due=due)
    assert desk.time("jdoe") is not None
    assert [row.what for row in desk.collect(new, due=due).rows] == ["replaced"]
    assert desk.there() == {"jdoe": B}
    assert desk.time("jdoe") is None
    desk.collect(old, due=due)
    assert desk.there() == {"jdoe": B}
    assert desk.kept("jdoe") == {A, B}


def of_moodle(name: str, data: bytes, year: int) -> bytes:
    path = f"Jane Doe_7_assignsubmission_file_/{name}"
    return zipped({path: data}, (year, 1, 25, 12, 0, 0))


@pytest.mark.parametrize("year", [1980, 2026, 2107])
def test_a_resubmission_is_as_new_as_the_system_says_and_not_the_students_zip(desk, year):
    inner = zipped({"x.ipynb": B}, (year, 1, 1, 0, 0, 0))
    uploads = [("x.ipynb", A, 2021), ("x.zip", inner, 2022), ("y.ipynb", C, 2023)]
    for name, data, uploaded in uploads:
        (desk.folder / "m.zip").write_bytes(of_moodle(name, data, uploaded))
        desk.collect(desk.folder / "m.zip")
        assert desk.there() == {"jane-doe": B if name == "x.zip" else data}


@pytest.mark.parametrize("is_later", [0, 10**9])
def test_a_time_in_the_future_does_not_win_for_ever(desk, is_later):
    first, again = (desk.unpacked({"jdoe.ipynb": data}, sha256(data)[:9]) for data in (A, B))
    os.utime(first / "jdoe.ipynb", times=(4 * 10**9,) * 2)
    desk.collect(first)
    before = desk.everything()
    desk.collect(first)
    assert desk.everything() == before
    os.utime(again / "jdoe.ipynb", times=(time.time() + is_later,) * 2)
    for source in (again, first):
        desk.collect(source)
        assert desk.there() == {"jdoe": B}


def test_who_was_late_is_known_afterwards_without_a_time_that_nobody_told(desk):
    desk.collect(CANVAS, roster=ROSTER, due=datetime(2026, 1, 30, tzinfo=UTC))
    marks = {mark.student.id: mark for mark in class_marks(desk.classroom, HW)}
    assert [marks[id].late for id in ("jdoe", "jmueller", "alee")] == [False, True, False]
    assert desk.time("jmueller") and marks["jmueller"].at is None


def test_who_was_late_by_the_due_time_stays_so_when_collected_again_without_it(desk):
    source = desk.zip(GRADESCOPE)
    desk.collect(source, roster=ROSTER, due=datetime(2020, 1, 31, tzinfo=UTC))
    desk.collect(source)
    late = {mark.student.id for mark in class_marks(desk.classroom, HW) if mark.late and mark.at}
    assert late == set(desk.there())


def test_what_was_changed_by_hand_is_left_alone(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=ROSTER)
    mine = desk.classroom.submission("jdoe", HW)
    mine.write_bytes(C + b"\n")
    row = rows(desk.collect(source))["jdoe"]
    assert row.what == "kept" and not row.attention
    assert mine.read_bytes() == C + b"\n"


@pytest.mark.parametrize("by_hand", ["2026-01-29 08:00:00 UTC", None])
def test_a_time_that_was_changed_by_hand_is_left_alone_until_something_else_is_handed_in(
    desk, by_hand
):
    source = desk.zip(CANVAS)
    due = datetime(2026, 1, 30, tzinfo=UTC)
    desk.collect(source, roster=ROSTER, due=due)
    note = desk.classroom.submission("jmueller", HW).with_name("timestamp.txt")
    note.write_text(f"{by_hand}\n") if by_hand else note.unlink()
    for options in ({"dry_run": True}, {}, {"due": due + timedelta(days=1)}):
        row = rows(desk.collect(source, **{"due": due} | options))["jmueller"]
        assert row.what == "unchanged" and not row.attention
        assert "was changed by hand, and is left as it is." in row.remarks[-1]
        assert row.late == (by_hand is None)
        assert (note.read_text().strip() if note.exists() else None) == by_hand
    again = desk.zip({f"müllerjürgen_LATE_124_9009_{HW}-2.ipynb": C}, "again.zip")
    row = rows(desk.collect(again, due=due))["jmueller"]
    assert row.attention == bool(by_hand) == ("is gone." in " ".join(row.remarks))
    assert desk.time("jmueller") == datetime(2026, 1, 30, 0, 0, 1)


def test_of_a_time_that_was_changed_by_hand_it_is_not_said_that_one_was_noted(desk):
    due = datetime(2026, 1, 30, tzinfo=UTC)
    assert "jmueller was late" in " ".join(
        count_lines(desk.collect(CANVAS, roster=ROSTER, due=due))
    )
    note = desk.classroom.submission("jmueller", HW).with_name("timestamp.txt")
    for day, late in ((29, False), (31, True)):
        note.write_text(f"2026-01-{day} 08:00:00 UTC\n")
        said = " ".join(count_lines(desk.collect(CANVAS, due=due)))
        assert "jmueller" not in said and ("1 late." in said) == late


def test_a_time_noted_for_nbgrader_follows_the_due_time_that_is_given(desk):
    source = desk.zip(CANVAS)
    for day in (30, 31):
        desk.collect(source, roster=ROSTER, due=datetime(2026, 1, day, tzinfo=UTC))
        assert desk.time("jmueller") == datetime(2026, 1, day, 0, 0, 1)


def test_what_was_put_by_hand_and_is_newer_is_left_and_reported(desk):
    mine = desk.classroom.submission("jdoe", HW)
    mine.parent.mkdir(parents=True)
    mine.write_bytes(C)
    row = rows(desk.collect(CANVAS, roster=ROSTER))["jdoe"]
    assert row.what == "kept" and row.attention
    assert mine.read_bytes() == C and desk.kept("jdoe") == {A}


def test_what_was_put_by_hand_and_is_older_is_replaced_and_kept(desk):
    mine = desk.classroom.submission("jdoe", HW).with_name("Copy of it.ipynb")
    mine.parent.mkdir(parents=True)
    mine.write_bytes(C)
    past = time.time() - timedelta(days=3000).total_seconds()
    os.utime(mine, (past, past))
    row = rows(desk.collect(CANVAS, roster=ROSTER))["jdoe"]
    assert row.what == "replaced" and not row.attention
    assert desk.there()["jdoe"] == A
    assert desk.kept("jdoe") == {A, C}


def test_a_run_that_was_killed_half_way_is_completed(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=ROSTER)
    shelf = desk.classroom.folder / "collected" / HW / "jdoe"
    for path in shelf.iterdir():
        path.unlink()
    assert rows(desk.collect(source))["jdoe"].what == "unchanged"
    assert desk.kept("jdoe") == {A} and (shelf / "versions.json").exists()


def test_of_two_systems_the_later_time_wins(desk):
    canvas = desk.zip({f"doejane_123_9001_{HW}.ipynb": B}, "canvas.zip", (2026, 1, 31, 10, 0, 0))
    desk.collect(canvas, roster=ROSTER)
    desk.collect(GRADESCOPE)
    assert desk.there()["jdoe"] == B
    later = METADATA.replace("2026-01-30 19:30", "2026-02-02 19:30").encode()
    desk.collect({**GRADESCOPE, "assignment_7_export/submission_metadata.yml": later})
    assert desk.there()["jdoe"] == A


def test_a_place_that_cannot_be_used_is_a_row_and_stops_nobody(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=ROSTER)
    (desk.classroom.folder / "collected" / HW / "jdoe" / "versions.json").write_text("[{")
    done = rows(desk.collect(source))
    assert "is damaged" in done["jdoe"].remarks[0] and done["jdoe"].attention
    assert done["alee"].what == "unchanged"


def test_a_class_list_that_comes_later_points_to_the_folder_from_before(desk):
    source = desk.zip(CANVAS)
    desk.collect(source)
    row = rows(desk.collect(source, roster=ROSTER))["jdoe"]
    assert row.attention and "submitted/doejane-123" in row.remarks[0]


def test_a_class_list_that_is_replaced_is_kept(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=PLAIN_ROSTER)
    desk.collect(source, roster=ROSTER)
    kept = list((desk.classroom.folder / "collected").glob("roster-*.csv"))
    assert [path.read_text(encoding="utf-8") for path in kept] == [PLAIN_ROSTER]


# People who are not in the list


NUMBERED = (
    "Identifier,Full name,ID number,Email address\nParticipant 71,Jane Doe,S1,jane@x.org\n"
    "Participant 72,Jürgen Müller,S2,juergen@x.org\nParticipant 73,Ann Lee,S3,ann@x.org\n"
)
BY_NUMBER = {
    f"Jane Doe_71_assignsubmission_file_/{HW}.ipynb": A,
    f"Jürgen Müller_72_assignsubmission_file_/{HW}.ipynb": B,
    f"Ann Lee_73_assignsubmission_file_/{HW}.ipynb": C,
}


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_class_list_that_cannot_tell_who_the_class_is_is_refused(desk, dry_run):
    desk.collect(BY_NUMBER, roster=NUMBERED)
    before = desk.everything()
    other = desk.roster(ROSTER.replace(",S1", ",7").replace(",S2", ",8").replace(",S3", ",9"))
    with pytest.raises(BadDownload, match="S1, S2, S3"):
        desk.collect(CANVAS, roster=other, dry_run=dry_run)
    assert desk.everything() == before


@pytest.mark.parametrize(
    "newer",
    [
        ROSTER,  # the same number under another heading
        "SIS Login ID,Student,Email\njdoe,Jane Doe,Jane@x.org\njmueller,Jürgen Müller,"
        "juergen@x.org\nalee,Ann Lee,ann@x.org\n",
    ],
)
def test_another_systems_class_list_makes_nobody_two(desk, newer):
    desk.collect(BY_NUMBER, roster=NUMBERED)
    files = dict.fromkeys(CANVAS, released("hw2-tanh").read_bytes())
    assert desk.run(files, homework="hw2-tanh", roster=newer).exit_code == 0
    assert desk.there() == {"jdoe": A, "jmueller": B, "alee": C}
    assert desk.classroom.students("hw2-tanh") == ["alee", "jdoe", "jmueller"]


def test_strangers_are_taken_and_reported_unless_only_the_list_is_wished(desk):
    files = {**CANVAS, f"strangerbo_999_9009_{HW}.ipynb": A}
    done = desk.collect(files, roster=ROSTER)
    assert desk.there()["strangerbo-999"] == A
    assert rows(done)["strangerbo-999"].attention
    other = Desk(desk.folder / "other")
    other.folder.mkdir()
    other.collect(files, roster=ROSTER, only_roster=True)
    assert set(other.there()) == {"jdoe", "jmueller", "alee"}


# Hostile and broken archives


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    "name",
    [
        "../jdoe.ipynb",
        "a/../../jdoe.ipynb",
        "/etc/jdoe.ipynb",
        "C:\\x\\jdoe.ipynb",
        "..\\jdoe.ipynb",
    ],
)
def test_what_leads_out_of_the_archive_is_left_out_and_told(desk, name):
    done = desk.collect({"alee.ipynb": A, name: B})
    assert desk.there() == {"alee": A}
    (left,) = (row for row in done.rows if row.student != "alee")
    assert left.attention and left.what in ("not taken", "no notebook")
    assert {path.name for path in desk.folder.iterdir()} == {"class", "download.zip"}
    assert not any(data == B for data, _ in desk.everything().values())


def test_links_are_not_followed(desk):
    secret = desk.folder / "secret.ipynb"
    secret.write_bytes(C)
    source = desk.zip({link("jdoe.ipynb"): str(secret), zipfile.ZipInfo("alee.ipynb"): B})
    done = desk.collect(source)
    assert desk.there() == {"alee": B}
    assert "a link" in " ".join(rows(done)["jdoe"].remarks)
    folder = desk.unpacked({"alee.ipynb": B})
    (folder / "jdoe.ipynb").symlink_to(secret)
    (folder / "eve").symlink_to(desk.folder)
    done = desk.collect(folder)
    assert desk.there() == {"alee": B}


@pytest.mark.parametrize(
    "place", ["submitted/alee", f"submitted/alee/{HW}", f"collected/{HW}/alee"]
)
def test_through_a_link_in_the_class_nobodys_files_are_changed(desk, place):
    desk.collect(desk.unpacked({"jdoe.ipynb": A}, "first"))
    link = desk.classroom.folder / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(str(link).replace("alee", "jdoe"))
    before = desk.everything()
    (row,) = desk.collect(desk.unpacked({"alee.ipynb": C}, "second")).rows
    assert (row.what, row.attention) == ("not taken", True)
    assert "a link" in row.remarks[0]
    assert desk.everything() == before


def test_the_folder_of_the_class_may_be_a_link(desk):
    real = desk.folder / "elsewhere"
    real.mkdir()
    desk.classroom.folder.symlink_to(real)
    desk.collect(CANVAS, roster=ROSTER)
    assert desk.there() == {"jdoe": A, "jmueller": B, "alee": C}
    assert find_submission(desk.classroom.submission("alee", HW).parent, HW)


def test_a_bomb_of_many_files_is_refused(desk):
    nothing = bytes(MAX_FILE - 1)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("0.ipynb", nothing)
        info = archive.infolist()[0]
        for i in range(1, 12):  # all point to the bytes of the first
            twin = zipfile.ZipInfo(f"{i}.ipynb")
            for field in ("compress_type", "CRC", "compress_size", "file_size", "header_offset"):
                setattr(twin, field, getattr(info, field))
            archive.filelist.append(twin)
            archive.NameToInfo[twin.filename] = twin
    source = desk.folder / "bomb.zip"
    source.write_bytes(held.getvalue())
    with pytest.raises(BadDownload, match=r"would unpack to 1\.2 GB"):
        desk.collect(source)


def test_a_students_bomb_costs_only_this_student(desk):
    inner = zipped({"hw1-cosh.ipynb": bytes(MAX_FILE + 1)})
    files = {"jdoe.ipynb": bytes(MAX_FILE + 1), "eve.zip": inner, "alee.ipynb": B}
    done = desk.collect(files)
    assert desk.there() == {"alee": B}
    assert rows(done)["jdoe"].attention and rows(done)["eve"].attention


def test_a_compressed_download_is_read_as_any_other(desk):
    path = desk.folder / "compressed.zip"
    path.write_bytes(
        zipped({f"jdoe_1_1_{HW}.ipynb": A, f"alee_2_2_{HW}.ipynb": B}, compressed=True)
    )
    assert path.stat().st_size < len(A) + len(B)
    desk.collect(path, system="canvas")
    assert sorted(desk.there().values()) == sorted([A, B])


def test_what_one_student_has_compressed_absurdly_keeps_nobody_else_out(desk, monkeypatch):
    monkeypatch.setattr(archive, "MAX_UNPACKED", 10**7)
    bombs = {f"eve_7_{9000 + i}_x{i}.ipynb": bytes(20_000_000) for i in range(10)}
    files = {f"jdoe_1_1_{HW}.ipynb": A, f"alee_2_2_{HW}.ipynb": B}
    done = desk.collect(files | bombs, system="canvas")
    assert sorted(desk.there().values()) == sorted([A, B])
    assert rows(done)["eve-7"].attention


def test_of_one_students_many_large_files_only_the_newest_are_read(desk, monkeypatch):
    files = {f"eve_7_{9000 + i}_x.ipynb": B + b" " * i for i in range(9)}
    monkeypatch.setattr(choose, "MAX_TOGETHER", 2 * len(B) + 20)
    done = desk.collect(files, system="canvas")
    assert desk.there() == {"eve-7": B + b" " * 8}
    assert desk.kept("eve-7") == {B + b" " * 8, B + b" " * 7}
    assert any("together" in remark for remark in rows(done)["eve-7"].remarks)


def test_too_many_files_are_refused(desk):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for i in range(MAX_MEMBERS + 1):
            archive.writestr(f"{i}", b"")
    source = desk.folder / "many.zip"
    source.write_bytes(held.getvalue())
    with pytest.raises(BadDownload, match="50,001 files"):
        desk.collect(source)


def test_who_has_not_handed_in_is_told_by_name_and_id_or_by_id_alone():
    names = {"ann1": "Ann Lee", "bob2": ""}
    assert count_lines(Collected("folder", [], [*names], names=names))[-1].endswith(
        ": Ann Lee (ann1), bob2."
    )


@pytest.mark.parametrize(
    ("system", "who", "says"),
    [
        ("folder", ["ada"], "Your own folder says that ada was late"),
        ("canvas", ["ada", "bo"], "Canvas says that ada, bo were late"),
    ],
)
def test_who_was_late_is_told_in_good_english(system, who, says):
    late = [CollectedRow(each, late=True, what=Status.COLLECTED) for each in who]
    for due in (None, datetime(2026, 1, 30, tzinfo=UTC)):
        told = " ".join(count_lines(Collected(system, late, [], due, zone=UTC)))
        assert f"{says}, but not when." in told


def test_encrypted_broken_and_missing_downloads_are_refused_with_advice(desk):
    data = bytearray(zipped({"jdoe.ipynb": A}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 8] |= 1
    (desk.folder / "locked.zip").write_bytes(data)
    (desk.folder / "broken.zip").write_bytes(zipped({"jdoe.ipynb": A})[:-30])
    (desk.folder / "page.zip").write_bytes(b"<html>sign in</html>")
    (desk.folder / "gradebook.csv").write_text(ROSTER, encoding="utf-8")
    for name, says in {
        "locked.zip": "is encrypted",
        "broken.zip": "is not a zip archive",
        "page.zip": "is not a zip archive",
        "missing.zip": "no file or folder",
        "gradebook.csv": "--roster",
    }.items():
        with pytest.raises(BadDownload, match=says):
            desk.collect(desk.folder / name)
    assert not desk.classroom.folder.exists()


def test_a_file_damaged_in_the_download_costs_only_its_student(desk):
    data = bytearray(zipped({"jdoe.ipynb": A, "alee.ipynb": B}))
    data[100:140] = bytes(40)
    (desk.folder / "d.zip").write_bytes(data)
    done = desk.collect(desk.folder / "d.zip")
    assert desk.there() == {"alee": B}
    assert "damaged in the download" in " ".join(rows(done)["jdoe"].remarks)


def test_umlauts_in_names_survive_zips_that_do_not_say_how_they_are_written(desk):
    dos = zipped({"J*rgen M*ller.ipynb": A}).replace(b"J*rgen M*ller", b"J\x81rgen M\x81ller")
    (desk.folder / "dos.zip").write_bytes(dos)
    desk.collect(desk.folder / "dos.zip", roster=PLAIN_ROSTER)
    assert desk.there() == {"jmueller": A}
    name = "Ju\u0308rgen Mu\u0308ller".encode()
    mac = zipped({"Ju??rgen Mu??ller.ipynb": B}).replace(b"Ju??rgen Mu??ller", name)
    (desk.folder / "mac.zip").write_bytes(mac)
    other = Desk(desk.folder / "other")
    other.folder.mkdir()
    other.collect(desk.folder / "mac.zip", roster=PLAIN_ROSTER)
    assert other.there() == {"jmueller": B}


# The command


def test_the_command_prints_a_table_and_what_is_next(desk):
    done = desk.run(CANVAS, roster=ROSTER)
    assert done.exit_code == 0, done.output
    for words in ("jmueller", "late", "3 collected", f"autograder grade {HW}", "--due"):
        assert words in done.output
    assert desk.there()["jdoe"] == A


@pytest.mark.parametrize("earlier", [{}, BY_NUMBER])
def test_a_dry_run_says_the_same_and_writes_nothing(desk, earlier):
    """Also of students whose ids are others in the new class list."""
    if earlier:
        desk.collect(earlier, roster=NUMBERED)
    source, before = desk.zip(CANVAS), desk.everything()
    dry = desk.run(source, "--dry-run", roster=ROSTER).output
    assert desk.everything() == before
    wet = desk.run(source, roster=ROSTER).output
    assert "Nothing was written" in dry
    assert ("3 unchanged" if earlier else "3 collected") in wet
    assert ("Their data would move along." in dry) is bool(earlier)
    told = dry.replace("What would happen: ", "").replace("Would be: ", "")
    told = told[: told.index("Nothing was written")].replace("would move", "moved")
    assert wet.split() == [*told.split(), "Next:", "autograder", "grade", HW]


def test_the_names_of_the_class_list_stand_beside_the_ids(desk):
    files = {name: data for name, data in CANVAS.items() if "lee" not in name}
    named = desk.run(files, roster=ROSTER).output
    assert re.search(r"jmueller +Jürgen Müller +collected", named)
    assert "1 of the class list has not handed in: Ann Lee (alee)." in " ".join(named.split())


def test_nobody_waits_for_who_is_excused(desk):
    files = {name: data for name, data in CANVAS.items() if "lee" not in name}
    desk.classroom.folder.mkdir()
    excused = f"student,homework,due\nalee,{HW},excused\n"
    (desk.classroom.folder / "extensions.csv").write_text(excused)
    assert "has not handed in" not in " ".join(desk.run(files, roster=ROSTER).output.split())


def test_json_tells_all(desk):
    done = desk.run(MOODLE, "--json")
    facts = json.loads(done.stdout)
    assert done.exit_code == 1  # a student handed in text alone
    assert facts["system"] == "moodle"
    assert {row["student"]: row["what"] for row in facts["rows"]} == {
        "jane-doe": "collected",
        "müller-jürgen": "collected",
        "ann-lee": "no notebook",
    }


@pytest.mark.parametrize(
    ("homework", "options", "says"),
    [
        (HW, [], "no file or folder"),
        ("hw99", [], "There is no homework 'hw99'"),
        (HW, ["--from", "sakai"], "sakai"),
        (HW, ["--due", "soon"], "is not a time"),
        (HW, ["--timezone", "Nowhere/At all"], "There is no time zone"),
        (HW, ["--roster", "no.csv"], "cannot be read"),
    ],
)
def test_wrong_words_get_a_sentence_and_2(desk, homework, options, says):
    done = desk.run("nothing.zip", *options, homework=homework)
    assert done.exit_code == 2
    assert says in " ".join(done.output.split())


def test_names_are_shown_as_text_and_not_as_markup(desk):
    done = desk.run({"[red]x[/].ipynb": A})
    assert "[red]x" in done.output


SIGNS = "\x1b[2J\x9b1A\u202e\x07"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_no_sign_to_the_terminal_gets_out_of_a_name(desk, options):
    files = {f"eve{SIGNS}.pdf": b"%PDF", "alee.ipynb": B, f"{SIGNS}/x.ipynb": A}
    done = desk.run(files, *options)
    assert "alee" in done.output
    assert not set(SIGNS) & set(done.output) - set("[2J1A")


def test_a_due_day_ends_with_its_last_second():
    assert due_time("2026-07-01", zone_of("Europe/Berlin")) == datetime(
        2026, 7, 1, 21, 59, 59, tzinfo=UTC
    )
    with pytest.raises(Failure, match="is not a time"):
        due_time("2026-13-01", None)


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_download_of_another_homework_is_refused(desk, dry_run):
    other = released("hw2-tanh").read_bytes()
    files = {f"{name}.ipynb": other for name in ("ann", "bob", "cleo")} | {"dan.ipynb": A}
    with pytest.raises(BadDownload, match="3 of 4 notebooks are for hw2-tanh, not hw1-cosh"):
        desk.collect(files, dry_run=dry_run)
    assert not desk.classroom.folder.exists()


def test_a_folder_of_downloads_is_not_taken_for_students(desk):
    moodle = {f"P {i}_{i}_assignsubmission_file_/{HW}.ipynb": A for i in range(3)}
    files = {"canvas.zip": zipped(CANVAS), "m.zip": zipped(moodle), "list.csv": ROSTER.encode()}
    folder = desk.unpacked(files)
    with pytest.raises(BadDownload, match=r"canvas\.zip, m\.zip"):
        desk.collect(folder)
    assert not desk.classroom.folder.exists()


def test_students_own_zips_in_a_folder_are_no_downloads(desk):
    own = zipped({f"doejane_123_9001_{HW}.ipynb": A}), zipped({f"x/{HW}.ipynb": B, "x/y.txt": b""})
    desk.collect(desk.unpacked(dict(zip(("jdoe.zip", "alee.zip"), own, strict=True))))
    assert desk.there() == {"jdoe": A, "alee": B}


def test_a_class_list_that_most_are_not_in_is_refused(desk):
    source = desk.zip({f"{name}.ipynb": A for name in ("ann", "bob", "cem", "dan", "eve")})
    other = desk.roster("id,name\nann,Ann\nbob,Bob\nxia,Xia\n")
    says = r"3 of 5 people are not in .*list\.csv"
    with pytest.raises(BadDownload, match=says):
        desk.collect(source, roster=other)
    assert not desk.classroom.folder.exists()
    desk.collect(source, roster=other, only_roster=True)
    assert set(desk.there()) == {"ann", "bob"}
    with pytest.raises(BadDownload, match=r"class/roster\.csv"):
        desk.collect(source)
    done = desk.collect(source, roster="id,name\nann,A\nbob,B\ncem,C\n")
    assert {row.what for row in done.rows} == {"unchanged", "collected"}


def test_without_a_class_list_it_is_said_where_ids_come_from(desk):
    source = desk.zip(CANVAS)
    assert "ids are made from file names" in " ".join(count_lines(desk.collect(source)))
    listed = desk.collect(source, roster=ROSTER)
    assert "ids are made from file names" not in " ".join(count_lines(listed))


@pytest.mark.parametrize("theirs", [("ann", "bob"), ("ann", "bob", "cem")])
def test_few_notebooks_of_another_homework_are_their_students_mistake(desk, theirs):
    """Two, or no more than half of all."""
    files = {f"{name}.ipynb": released("hw2-tanh").read_bytes() for name in theirs}
    files |= {f"{name}.ipynb": A for name in ("dan", "eve", "fay")[: 3 * (len(theirs) > 2)]}
    rows = desk.collect(files).rows
    assert [row.what for row in rows] == ["collected"] * len(files)
    told = {r.student for r in rows if r.attention and "hw2-tanh" in " ".join(r.remarks)}
    assert told == {*theirs}


def test_a_single_blank_notebook_is_told_and_nobody_has_to_do_anything(desk):
    blank, full = desk.collect({"ann.ipynb": A, "bob.ipynb": solved("full")}).rows
    assert "no answers" in " ".join(blank.remarks) and not full.remarks
    assert not blank.attention


def test_the_zone_of_times_is_told_where_nobody_has_said_it(desk):
    told = "this machine's time zone"
    assert told in " ".join(count_lines(desk.collect(GRADESCOPE)))
    said = count_lines(desk.collect(GRADESCOPE, zone=UTC))
    assert told not in " ".join(said)


def test_who_was_late_by_a_time_noted_before_is_not_said_to_have_none(desk):
    due = datetime(2026, 1, 30, 20, tzinfo=UTC)
    first = count_lines(desk.collect(CANVAS, roster=ROSTER))
    assert "No time is noted" in " ".join(first)
    desk.collect(CANVAS, due=due)
    assert "No time is noted" not in " ".join(count_lines(desk.collect(CANVAS)))


def test_an_empty_file_is_collected_so_that_grading_can_say_what_it_is(desk):
    (row,) = desk.collect(desk.unpacked({"jdoe/hw1-cosh.ipynb": b""})).rows
    assert row.what == "collected"
    assert desk.there() == {"jdoe": b""}


def test_the_origins_that_the_command_names_are_those_that_are_known():
    assert set(get_args(Origin)) == set(LAYOUTS)
