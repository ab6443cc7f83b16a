"""When submissions were handed in, and who was late."""

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from autograder.base.classroom import Classroom
from autograder.cli.collect_summary import count_lines
from autograder.collect.collect import Collected, CollectedRow, CollectOptions, collect
from autograder.collect.outcome import Status
from autograder.marks.class_marks import class_marks
from autograder.rules.policy import Policy
from autograder.rules.policy_file import policy_of
from autograder.submissions.student_folder import time_noted
from tests.helpers.downloads import (
    AGAIN,
    CANVAS,
    GRADESCOPE,
    HW,
    NEW_WORKSHEET,
    OF_MOODLE,
    OLD_WORKSHEET,
    PLAIN_ROSTER,
    ROSTER,
    WORKSHEET,
    A,
    B,
    C,
    rows,
)


def test_a_late_label_means_a_second_after_the_due_time(desk):
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    desk.collect(CANVAS, roster=ROSTER, due=due)
    assert desk.time("jmueller") == datetime(2026, 1, 30, 23, 59, 1)
    assert desk.time("jdoe") is None


@pytest.mark.parametrize(("extended", "late"), [("2026-02-02", None), ("excused", False)])
def test_a_late_label_says_nothing_of_an_extended_due_time(desk, extended, late):
    folder = desk.classroom.folder
    folder.mkdir()
    (folder / "policy.toml").write_text(f'[due]\n{HW} = "2026-01-30"\n')
    (folder / "extensions.csv").write_text(f"student,homework,due\njmueller,{HW},{extended}\n")
    told = " ".join(desk.run(CANVAS, roster=ROSTER).output.split())
    assert ("could not be marked late: jmueller" in told) == (late is None)
    assert desk.time("jmueller") is None
    marks = {mark.student.id: mark.late for mark in class_marks(desk.classroom, HW)}
    assert marks["jmueller"] is late


def test_one_late_file_makes_the_submission_late(desk):
    files = {f"doejane_123_9001_{HW}.ipynb": A, f"doejane_LATE_123_9002_{HW}-1.ipynb": B}
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert row.late


@pytest.mark.parametrize(("seconds", "late"), [(-1, True), (0, False), (1, False)])
def test_a_submission_at_the_due_time_is_not_late(desk, seconds, late):
    first = desk.collect(GRADESCOPE, roster=ROSTER)
    due = rows(first)["jdoe"].at + timedelta(seconds=seconds)
    done = desk.collect(GRADESCOPE, due=due)
    assert rows(done)["jdoe"].late is late


def test_a_submission_known_only_as_late_is_late_after_the_grace_period(desk):
    rules = 'timezone = "UTC"\n[due]\nhw1-cosh = "2026-01-30 23:59"\n[late]\ngrace_minutes = 15\n'
    desk.classroom.folder.mkdir()
    (desk.classroom.folder / "policy.toml").write_text(rules)
    desk.run(CANVAS, roster=ROSTER)
    policy = policy_of(desk.classroom)
    at = desk.time("jmueller").replace(tzinfo=UTC)
    assert policy.days_late("jmueller", HW, at) == 1
    assert policy.days_late("jmueller", HW, at - timedelta(seconds=1)) == 0


@pytest.mark.parametrize(("minutes", "late"), [(14, False), (16, True)])
def test_nobody_is_late_within_the_grace_period(desk, minutes, late):
    source, roster = desk.zip(GRADESCOPE), desk.roster()
    at = rows(desk.collect(source, roster=roster))["jdoe"].at
    rules = Policy(due={HW: at - timedelta(minutes=minutes)}, grace=timedelta(minutes=15))
    another = Classroom(desk.folder / "another")
    done = collect(another, source, HW, new_list=roster, options=CollectOptions(policy=rules))
    assert rows(done)["jdoe"].late is late


def test_a_student_with_an_extension_is_not_late_even_without_a_notebook(desk):
    notebook = f"assignment_7_export/submission_1/{HW}.ipynb"
    files = {name: data for name, data in GRADESCOPE.items() if name != notebook}
    files["assignment_7_export/submission_1/report.pdf"] = b"%PDF"
    at = rows(desk.collect(files, roster=ROSTER))["jdoe"].at
    rules = Policy(due={HW: at - timedelta(days=1)}, extensions={("jdoe", HW): at})
    done = rows(collect(desk.classroom, desk.zip(files), HW, options=CollectOptions(policy=rules)))
    assert (done["jdoe"].status, done["jdoe"].late) == ("no notebook", False)


def test_an_extension_after_collecting_counts_for_students_not_yet_graded(desk):
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


@pytest.mark.parametrize(
    ("system", "who"), [("folder", ["ada"]), ("canvas", ["ada", "bo"]), ("moodle", ["ada"])]
)
def test_students_who_are_late_without_a_time_are_named(system, who):
    """Not with the system of this download: an earlier one may have said it."""
    late = [CollectedRow(each, late=True, status=Status.COLLECTED) for each in who]
    for due in (None, datetime(2026, 1, 30, tzinfo=UTC)):
        summary = " ".join(count_lines(Collected(system, late, [], due, zone=UTC)))
        assert f"{', '.join(who)} {'were' if who[1:] else 'was'} late, but" in summary
        assert system.title() not in summary.partition(" late, but")[0]


def test_the_time_zone_is_reported_if_nobody_chose_it(desk):
    remark = "this machine's time zone"
    assert remark in " ".join(count_lines(desk.collect(GRADESCOPE)))
    summary = count_lines(desk.collect(GRADESCOPE, zone=UTC))
    assert remark not in " ".join(summary)


def test_a_student_late_by_an_earlier_time_is_not_said_to_have_none(desk):
    due = datetime(2026, 1, 30, 20, tzinfo=UTC)
    first = count_lines(desk.collect(CANVAS, roster=ROSTER))
    assert "No time is noted" in " ".join(first)
    desk.collect(CANVAS, due=due)
    assert "No time is noted" not in " ".join(count_lines(desk.collect(CANVAS)))


def test_lateness_is_remembered_without_inventing_a_time(desk):
    desk.collect(CANVAS, roster=ROSTER, due=datetime(2026, 1, 30, tzinfo=UTC))
    marks = {mark.student.id: mark for mark in class_marks(desk.classroom, HW)}
    assert [marks[student].late for student in ("jdoe", "jmueller", "alee")] == [False, True, False]
    assert desk.time("jmueller") and marks["jmueller"].handed_in_at is None


def test_a_late_student_stays_late_when_collected_again_without_a_due_time(desk):
    source = desk.zip(GRADESCOPE)
    desk.collect(source, roster=ROSTER, due=datetime(2020, 1, 31, tzinfo=UTC))
    desk.collect(source)
    marks = class_marks(desk.classroom, HW)
    late = {mark.student.id for mark in marks if mark.late and mark.handed_in_at}
    assert late == set(desk.submitted())


# Times that a system tells


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
        (
            "Laatst gewijzigd (inzending)",
            "vrijdag, 30 januari 2026, 23:58",
            "zaterdag, 31 januari 2026, 00:00",
        ),
    ],
)
def test_the_time_of_submission_is_read_from_moodles_worksheet(desk, heading, before, after):
    roster = desk.roster(WORKSHEET.format(heading, before, after))
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    done = desk.collect(OF_MOODLE, roster=roster, due=due, zone=UTC)
    assert desk.time("jdoe") == datetime(2026, 1, 30, 23, 58)
    assert desk.time("alee") == datetime(2026, 1, 31, 0, 0)
    assert (rows(done)["jdoe"].late, rows(done)["alee"].late) == (False, True)


def test_a_known_time_stays_when_the_same_file_comes_without_it(desk):
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, due=due, zone=UTC)
    for options in ({}, {"roster": PLAIN_ROSTER}):
        done = desk.collect(OF_MOODLE, due=due, zone=UTC, **options)
        assert desk.time("alee") == datetime(2026, 1, 31, 9, 30)
        assert desk.time("jdoe") == datetime(2026, 1, 30, 23, 58)
        assert rows(done)["alee"].late
        assert not rows(done)["alee"].remarks
        assert "not known when" not in " ".join(count_lines(done))
    desk.collect(OF_MOODLE, roster=NEW_WORKSHEET, due=due, zone=UTC)
    assert desk.time("alee") == datetime(2026, 1, 31, 11, 45)


@pytest.mark.parametrize("between", [False, True])
def test_a_new_file_counts_although_the_worksheet_is_old(desk, between):
    desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, zone=UTC)
    again = desk.zip(AGAIN, "again.zip", (2026, 1, 31, 11, 45, 0))
    if between:
        assert rows(desk.collect(again, zone=UTC))["alee"].status == "replaced"
    row = rows(desk.collect(again, roster=OLD_WORKSHEET, zone=UTC))["alee"]
    assert row.status == ("unchanged" if between else "replaced")
    assert "the same time" in " ".join(row.remarks)
    assert row.attention != between
    assert desk.submitted()["alee"] == C
    row = rows(desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, zone=UTC))["alee"]  # the old download
    assert row.status == "unchanged" and desk.submitted()["alee"] == C
    row = rows(desk.collect(again, roster=NEW_WORKSHEET, zone=UTC))["alee"]
    assert not row.remarks and desk.time("alee") == datetime(2026, 1, 31, 11, 45)


def test_an_older_file_is_not_put_back_silently(desk):
    desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, zone=UTC)
    early = desk.zip(AGAIN, when=(2026, 1, 29, 8, 0, 0))
    row = rows(desk.collect(early, zone=UTC))["alee"]
    assert (row.status, desk.submitted()["alee"]) == ("unchanged", B)
    assert "seems to be older" in " ".join(row.remarks)
    desk.collect(early, roster=NEW_WORKSHEET, zone=UTC)
    assert desk.submitted()["alee"] == C
    of_yesterday = OLD_WORKSHEET.replace("Saturday, 31", "Thursday, 29")
    row = rows(desk.collect(early, roster=of_yesterday, zone=UTC))["alee"]
    assert (row.status, desk.submitted()["alee"]) == ("replaced", B)
    assert "collected before" in " ".join(row.remarks)


def test_a_moodle_download_without_times_brings_a_warning_that_nobody_can_be_late(desk):
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    done = desk.collect(OF_MOODLE, due=due)
    assert "nobody could be marked late" in " ".join(count_lines(done))
    assert desk.time("jdoe") is None


def test_those_whose_new_file_has_no_time_are_named(desk):
    due = datetime(2026, 1, 30, 23, 59, tzinfo=UTC)
    desk.collect(OF_MOODLE, roster=OLD_WORKSHEET, due=due, zone=UTC)
    again = desk.zip(AGAIN, "again.zip", (2026, 2, 3, 11, 45, 0))
    done = desk.collect(again, due=due, zone=UTC)
    untimed = [student for student, row in rows(done).items() if row.at is None]
    assert untimed == ["alee"] and desk.time("alee") is None
    (said,) = (line for line in count_lines(done) if "marked late" in line)
    assert "alee" in said and "jdoe" not in said
    written = desk.classroom.submission("alee", HW).with_name("timestamp.txt")
    written.write_text("2026-02-03 11:45 UTC")  # by hand
    done = desk.collect(again, due=due, zone=UTC)
    assert "marked late" not in " ".join(count_lines(done))


@pytest.mark.parametrize("day", ["2026-02-30", "9999-12-31", "0001-01-01"])
def test_a_blackboard_submission_with_an_impossible_date_has_no_time(desk, day):
    rules = {"due": datetime(2026, 1, 29, tzinfo=UTC), "zone": ZoneInfo("America/New_York")}
    done = desk.collect({f"hw1_jdoe_attempt_{day}-23-30-10_{HW}.ipynb": A}, **rules)
    assert done.system == "blackboard"
    assert desk.submitted() == {"jdoe": A}
    assert rows(done)["jdoe"].late is None


def noted(student, hour):
    note = f"2026-01-30 {hour}:00:00 UTC".encode()
    return {f"{student}/{HW}/{HW}.ipynb": A, f"{student}/{HW}/timestamp.txt": note}


def test_times_noted_by_nbgrader_are_kept(desk):
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
    assert row.time_by_hand and row.status == "unchanged"


def test_reading_times_does_not_load_nbgrader():
    code = "import sys, autograder.collect.collect; print('nbgrader' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("others", [{}, {f"alee/{HW}/x.ipynb": B}, {"alee.ipynb": B}])
def test_a_time_in_a_students_own_folder_is_not_believed(desk, others):
    done = desk.collect(noted("jdoe", 10) | others)
    assert desk.time("jdoe") is None
    assert "timestamp.txt" in " ".join(rows(done)["jdoe"].remarks)


# Times that were changed by hand


@pytest.mark.parametrize("by_hand", ["2026-01-29 08:00:00 UTC", None])
def test_a_time_changed_by_hand_stays_until_another_submission_arrives(desk, by_hand):
    source = desk.zip(CANVAS)
    due = datetime(2026, 1, 30, tzinfo=UTC)
    desk.collect(source, roster=ROSTER, due=due)
    note = desk.classroom.submission("jmueller", HW).with_name("timestamp.txt")
    note.write_text(f"{by_hand}\n") if by_hand else note.unlink()
    for options in ({"dry_run": True}, {}, {"due": due + timedelta(days=1)}):
        row = rows(desk.collect(source, **{"due": due} | options))["jmueller"]
        assert row.status == "unchanged" and not row.attention
        assert "was changed by hand, and is left as it is." in row.remarks[-1]
        assert row.late == (by_hand is None)
        assert (note.read_text().strip() if note.exists() else None) == by_hand
    again = desk.zip({f"müllerjürgen_LATE_124_9009_{HW}-2.ipynb": C}, "again.zip")
    row = rows(desk.collect(again, due=due))["jmueller"]
    assert row.attention == bool(by_hand) == ("is gone." in " ".join(row.remarks))
    assert desk.time("jmueller") == datetime(2026, 1, 30, 0, 0, 1)


def test_a_time_changed_by_hand_is_not_reported_as_noted(desk):
    due = datetime(2026, 1, 30, tzinfo=UTC)
    assert "jmueller was late" in " ".join(
        count_lines(desk.collect(CANVAS, roster=ROSTER, due=due))
    )
    note = desk.classroom.submission("jmueller", HW).with_name("timestamp.txt")
    for day, late in ((29, False), (31, True)):
        note.write_text(f"2026-01-{day} 08:00:00 UTC\n")
        summary = " ".join(count_lines(desk.collect(CANVAS, due=due)))
        assert "jmueller" not in summary and ("1 late." in summary) == late


def test_a_time_changed_by_hand_is_shown_in_place_of_the_systems(desk):
    done = desk.collect(GRADESCOPE, roster=ROSTER)
    at = rows(done)["jdoe"].at

    def shown():
        return {mark.student.id: mark.handed_in_at for mark in class_marks(desk.classroom, HW)}

    assert shown()["jdoe"] == at
    note = desk.classroom.timestamp("jdoe", HW)
    note.write_text("2026-01-29 08:00 Europe/Berlin\n")
    assert shown()["jdoe"] == datetime(2026, 1, 29, 7, tzinfo=UTC)
    note.write_text("soon")  # grading reports it
    assert shown()["jdoe"] == at


def test_the_time_assumed_for_a_late_submission_is_shown_only_once_somebody_enters_it(desk):
    desk.collect(CANVAS, roster=ROSTER, due=datetime(2026, 1, 30, tzinfo=UTC))

    def shown():
        return {mark.student.id: mark.handed_in_at for mark in class_marks(desk.classroom, HW)}

    assert shown()["jmueller"] is None
    desk.classroom.timestamp("jmueller", HW).write_text("2026-01-30 08:00 UTC\n")
    assert shown()["jmueller"] == datetime(2026, 1, 30, 8, tzinfo=UTC)


def test_a_time_noted_for_nbgrader_follows_the_given_due_time(desk):
    source = desk.zip(CANVAS)
    for day in (30, 31):
        desk.collect(source, roster=ROSTER, due=datetime(2026, 1, day, tzinfo=UTC))
        assert desk.time("jmueller") == datetime(2026, 1, day, 0, 0, 1)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])  # PowerShell, Notepad
def test_a_time_noted_in_another_encoding_is_read(desk, encoding):
    source, due = desk.zip(CANVAS), datetime(2026, 1, 30, tzinfo=UTC)
    desk.collect(source, roster=ROSTER, due=due)
    note = desk.classroom.submission("jmueller", HW).with_name("timestamp.txt")
    note.write_text("2026-01-29 08:00 UTC\r\n", encoding=encoding)
    row = rows(desk.collect(source, due=due))["jmueller"]
    assert row.time_by_hand and "2026-01-29 08:00 UTC" in " ".join(row.remarks)
    assert time_noted(note.parent) == "2026-01-29 08:00 UTC"


def test_an_odd_file_of_one_student_does_not_end_the_class(desk):
    desk.collect(noted("jdoe", 10) | noted("alee", 11))
    index = desk.classroom.collected("alee", HW) / "versions.json"
    index.write_text(re.sub(r'"at": ".*?"', '"at": "yesterday"', index.read_text()))
    done = rows(desk.collect(noted("jdoe", 10) | {f"alee/{HW}/{HW}.ipynb": A}))
    assert done["jdoe"].status == "unchanged"
    assert (done["alee"].status, done["alee"].attention) == (Status.NOT_TAKEN, True)
