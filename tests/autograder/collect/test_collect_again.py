"""Collecting again: what happens to earlier submissions."""

import os
import time
from datetime import UTC, datetime, timedelta

import pytest

from autograder.base.files import sha256
from tests.helpers.downloads import (
    CANVAS,
    GRADESCOPE,
    HW,
    METADATA,
    ROSTER,
    A,
    B,
    C,
    rows,
    solved,
    zipped,
)


def test_collecting_again_changes_nothing(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=ROSTER)
    before = desk.everything()
    again = desk.collect(desk.zip(CANVAS, when=(2026, 2, 3, 4, 5, 6)))
    assert {row.status for row in again.rows} == {"unchanged"}
    assert desk.everything() == before


def test_a_newer_submission_replaces_an_older_one_and_not_the_reverse(desk):
    old = desk.zip({f"doejane_LATE_123_9001_{HW}.ipynb": A}, "old.zip")
    new = desk.zip({f"doejane_123_9005_{HW}-1.ipynb": B}, "new.zip")
    due = datetime(2026, 1, 30, tzinfo=UTC)
    desk.collect(old, roster=ROSTER, due=due)
    assert desk.time("jdoe") is not None
    assert [row.status for row in desk.collect(new, due=due).rows] == ["replaced"]
    assert desk.submitted() == {"jdoe": B}
    assert desk.time("jdoe") is None
    desk.collect(old, due=due)
    assert desk.submitted() == {"jdoe": B}
    assert desk.kept("jdoe") == {A, B}


def of_moodle(name: str, data: bytes, year: int) -> bytes:
    path = f"Jane Doe_7_assignsubmission_file_/{name}"
    return zipped({path: data}, (year, 1, 25, 12, 0, 0))


@pytest.mark.parametrize("year", [1980, 2026, 2107])
def test_a_resubmission_is_dated_by_the_system_and_not_by_the_students_zip(desk, year):
    inner = zipped({"x.ipynb": B}, (year, 1, 1, 0, 0, 0))
    uploads = [("x.ipynb", A, 2021), ("x.zip", inner, 2022), ("y.ipynb", C, 2023)]
    for name, data, uploaded in uploads:
        (desk.folder / "m.zip").write_bytes(of_moodle(name, data, uploaded))
        desk.collect(desk.folder / "m.zip")
        assert desk.submitted() == {"jane-doe": B if name == "x.zip" else data}


@pytest.mark.parametrize("is_later", [0, 10**9])
def test_a_time_in_the_future_does_not_win_forever(desk, is_later):
    first, again = (desk.unpacked({"jdoe.ipynb": data}, sha256(data)[:9]) for data in (A, B))
    os.utime(first / "jdoe.ipynb", times=(4 * 10**9,) * 2)
    desk.collect(first)
    before = desk.everything()
    desk.collect(first)
    assert desk.everything() == before
    os.utime(again / "jdoe.ipynb", times=(time.time() + is_later,) * 2)
    for source in (again, first):
        desk.collect(source)
        assert desk.submitted() == {"jdoe": B}


def test_a_file_changed_by_hand_is_left_alone(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=ROSTER)
    mine = desk.classroom.submission("jdoe", HW)
    mine.write_bytes(C + b"\n")
    row = rows(desk.collect(source))["jdoe"]
    assert row.status == "kept" and not row.attention
    assert mine.read_bytes() == C + b"\n"


def test_a_newer_file_placed_by_hand_is_left_and_reported(desk):
    mine = desk.classroom.submission("jdoe", HW)
    mine.parent.mkdir(parents=True)
    mine.write_bytes(C)
    row = rows(desk.collect(CANVAS, roster=ROSTER))["jdoe"]
    assert row.status == "kept" and row.attention
    assert mine.read_bytes() == C and desk.kept("jdoe") == {A}


def test_an_older_file_placed_by_hand_is_replaced_and_kept(desk):
    mine = desk.classroom.submission("jdoe", HW).with_name("Copy of it.ipynb")
    mine.parent.mkdir(parents=True)
    mine.write_bytes(C)
    past = time.time() - timedelta(days=3000).total_seconds()
    os.utime(mine, (past, past))
    row = rows(desk.collect(CANVAS, roster=ROSTER))["jdoe"]
    assert row.status == "replaced" and not row.attention
    assert desk.submitted()["jdoe"] == A
    assert desk.kept("jdoe") == {A, C}


def test_a_blank_notebook_does_not_replace_a_full_one_placed_by_hand(desk):
    mine, full = desk.classroom.submission("jdoe", HW), solved("full")
    mine.parent.mkdir(parents=True)
    mine.write_bytes(full)
    past = time.time() - timedelta(days=3000).total_seconds()
    os.utime(mine, (past, past))
    row = rows(desk.collect(CANVAS, roster=ROSTER))["jdoe"]
    assert row.status == "kept" and row.attention
    assert desk.submitted()["jdoe"] == full and desk.kept("jdoe") == {A}
    assert rows(desk.collect(CANVAS))["jdoe"].status == "kept"
    better = solved("better")
    desk.collect({f"doejane_123_9003_{HW}-2.ipynb": better})
    assert desk.submitted()["jdoe"] == better and desk.kept("jdoe") == {A, full, better}


def test_a_run_that_was_killed_halfway_is_completed(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=ROSTER)
    shelf = desk.classroom.folder / "collected" / HW / "jdoe"
    for path in shelf.iterdir():
        path.unlink()
    assert rows(desk.collect(source))["jdoe"].status == "unchanged"
    assert desk.kept("jdoe") == {A} and (shelf / "versions.json").exists()


def test_the_later_of_two_systems_wins(desk):
    canvas = desk.zip({f"doejane_123_9001_{HW}.ipynb": B}, "canvas.zip", (2026, 1, 31, 10, 0, 0))
    desk.collect(canvas, roster=ROSTER)
    desk.collect(GRADESCOPE)
    assert desk.submitted()["jdoe"] == B
    later = METADATA.replace("2026-01-30 19:30", "2026-02-02 19:30").encode()
    desk.collect({**GRADESCOPE, "assignment_7_export/submission_metadata.yml": later})
    assert desk.submitted()["jdoe"] == A


def test_an_unusable_folder_is_reported_and_stops_nobody_else(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=ROSTER)
    (desk.classroom.folder / "collected" / HW / "jdoe" / "versions.json").write_text("[{")
    done = rows(desk.collect(source))
    assert "is damaged" in done["jdoe"].remarks[0] and done["jdoe"].attention
    assert done["alee"].status == "unchanged"
