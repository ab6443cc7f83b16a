"""Downloads of Canvas, Moodle, Blackboard and Gradescope, and folders of one's own, are read
as they really are named."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from autograder.base.paths import released_path
from autograder.people.roster import Roster
from autograder.rules.due_times import due_time, zone_of
from autograder.submissions.handed_in_file import File
from autograder.systems.all_systems import attempts_in
from autograder.systems.download import BadDownload, Download
from autograder.systems.gradescope import METADATA as METADATA_NAME
from autograder.systems.moodle import read_moodle_time
from tests.helpers.clock import takes_less_than
from tests.helpers.downloads import (
    CANVAS,
    GRADESCOPE,
    HW,
    METADATA,
    MOODLE,
    MOODLE_FLAT,
    PLAIN_ROSTER,
    ROSTER,
    A,
    B,
    C,
    notebook,
    rows,
    zipped,
)

# Canvas


def test_canvas_is_read_with_its_own_class_list(desk):
    done = desk.collect(CANVAS, roster=ROSTER)
    assert done.system == "canvas"
    assert desk.submitted() == {"jdoe": A, "jmueller": B, "alee": C}
    assert [rows(done)[s].late for s in ("jdoe", "jmueller", "alee")] == [False, True, False]
    assert not any(row.attention for row in done.rows)
    assert desk.time("jmueller") is None
    assert (desk.classroom.folder / "roster.csv").read_text(encoding="utf-8") == ROSTER


def test_the_canvas_upload_with_the_largest_number_wins_and_the_rest_are_kept(desk):
    files = {
        f"doejane_123_9010_{HW}-2.ipynb": C,
        f"doejane_123_9001_{HW}.ipynb": A,
        f"doejane_123_9005_{HW}-1.ipynb": B,
    }
    done = desk.collect(files, roster=ROSTER)
    assert desk.submitted() == {"jdoe": C}
    assert desk.kept("jdoe") == {A, B, C}
    assert "Also handed in" in rows(done)["jdoe"].remarks[0]


def test_anonymous_canvas_downloads_keep_students_apart(desk):
    files = {
        f"anon_ab1Cd_9001_{HW}.ipynb": A,
        f"LATE_anon_xYz99_9002_{HW}.ipynb": B,
        f"anon_q_9003_{HW}.ipynb": C,
    }
    done = desk.collect(files)
    assert done.system == "canvas"
    assert desk.submitted() == {"anon_ab1Cd": A, "anon_xYz99": B, "anon_q": C}


def test_text_typed_into_canvas_is_not_a_notebook(desk):
    files = {**CANVAS, "smithbo_130_text.html": b"<p>I did it</p>"}
    done = desk.collect(files)
    row = next(row for row in done.rows if "smithbo" in row.student)
    assert row.status == "no notebook" and row.attention and "text.html" in row.remarks[0]


# Moodle


@pytest.mark.parametrize("roster", [ROSTER, PLAIN_ROSTER])
@pytest.mark.parametrize(
    "files, missing",
    [(MOODLE, []), (MOODLE_FLAT, ["alee"])],  # she typed a text in one of them
)
def test_moodle_is_read_in_folders_and_flat(desk, files, missing, roster):
    done = desk.collect(files, roster=roster)
    assert done.system == "moodle"
    assert desk.submitted() == {"jdoe": A, "jmueller": B}
    assert done.missing == missing


def test_a_folder_whose_name_is_not_in_utf8_is_read(desk):
    folder = desk.unpacked(MOODLE)
    utf8 = folder / "Müller Jürgen_1327628_assignsubmission_file"
    other = os.fsdecode(utf8.name.encode("cp1252"))
    utf8.rename(folder / other)
    assert rows(desk.collect(folder, roster=PLAIN_ROSTER))["jmueller"].status == "collected"
    assert desk.submitted()["jmueller"] == B


def test_moodle_is_read_with_blind_marking(desk):
    text = "Identifier,Full name,ID number\nParticipant 5,Jane Doe,m1\n"
    files = {f"Participant_5_assignsubmission_file_/{HW}.ipynb": A}
    desk.collect(files, roster=text)
    assert desk.submitted() == {"m1": A}
    # After marking, names are shown. The number is still the same person's, and only theirs.
    desk.collect({f"Jane Doe_5_assignsubmission_file_/{HW}.ipynb": B})
    assert desk.submitted() == {"m1": B}
    done = desk.collect({f"Jane Doe_6_assignsubmission_file_/{HW}.ipynb": C})
    assert desk.submitted() == {"m1": B} and done.rows[0].attention


def test_a_person_without_a_number_in_moodle_goes_by_the_name(desk):
    files = {f"{name}_assignsubmission_file_/{HW}.ipynb": A for name in ("Jane Doe", "!!!")}
    done = desk.collect(files)
    assert {row.student for row in done.rows} == {"jane-doe", "!!!"}
    (noted,) = desk.classroom.folder.glob("collected/*/jane-doe/versions.json")
    assert [each["account"] for each in json.loads(noted.read_text())] == ["Jane Doe"]


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("30 Jun 2026, 23:58", 6),
        ("30 Jul 2026, 23:58", 7),
        ("30 giu 2026, 23:58", 6),
        ("30 lug 2026, 23:58", 7),
        ("30 juin 2026, 23:58", 6),
        ("30 juil. 2026, 23:58", 7),
        ("maandag 30 maart 2026, 23:58", 3),
        ("30 mrt 2026, 23:58", 3),
        ("zaterdag 30 mei 2026, 23:58", 5),
        ("maandag 30 november 2026, 23:58", 11),
        ("martes, 30 de junio de 2026, 23:58", 6),
    ],
)
def test_a_month_is_understood_in_several_languages_and_shortened(text, month):
    assert read_moodle_time(text) == datetime(2026, month, 30, 23, 58)


# Blackboard


def receipt(name: str) -> bytes:
    return (
        f"Name: {name}\r\nAssignment: hw1\r\nDate Submitted: Friday, 30 January 2026 20:30:10 "
        "o'clock CET\r\nCurrent Grade: Needs Grading\r\n\r\nSubmission Field:\r\n"
        "There is no student submission text data for this assignment.\r\n"
    ).encode()


def test_blackboard_is_read_with_attempts_and_underscores_in_user_names(desk):
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
    assert desk.submitted() == {"j_doe": B, "alee": C}
    assert desk.kept("j_doe") == {A, B}
    assert desk.time("j_doe") == datetime(2026, 1, 31, 7, 0)
    assert (rows(done)["j_doe"].late, rows(done)["alee"].late) == (True, False)


def test_an_attempt_without_a_notebook_gives_way_to_the_one_before(desk):
    files = {
        f"hw1_jdoe_attempt_2026-01-30-20-30-10_{HW}.ipynb": A,
        "hw1_jdoe_attempt_2026-01-31-20-30-10_hw1.pdf": b"%PDF-1.7",
    }
    done = desk.collect(files)
    assert desk.submitted() == {"jdoe": A}
    assert "hw1.pdf" in " ".join(done.rows[0].remarks) and done.rows[0].attention


# Gradescope


def test_each_member_of_a_gradescope_group_gets_the_submission(desk):
    due = datetime(2026, 1, 31, tzinfo=UTC)
    done = desk.collect(GRADESCOPE, roster=ROSTER, due=due)
    assert done.system == "gradescope"
    assert desk.submitted() == {"jdoe": A, "jmueller": B, "alee": B}
    assert desk.time("jdoe").replace(microsecond=0) == datetime(2026, 1, 30, 19, 30, 10)
    assert desk.time("alee") == datetime(2026, 2, 1, 8)
    assert {s: row.late for s, row in rows(done).items()} == {
        "jdoe": False,
        "jmueller": True,
        "alee": True,
    }


def test_a_number_of_gradescope_keeps_its_leading_zeros(desk):
    files = {name: data for name, data in GRADESCOPE.items() if "metadata" not in name}
    number = METADATA.replace(":sid: '123'", ":sid: 0123").encode()
    assert number != METADATA.encode()
    desk.collect(files | {"assignment_7_export/submission_metadata.yml": number})
    assert "0123" in desk.submitted()


def test_a_gradescope_export_of_many_files_is_read_at_once():
    folders = [f"assignment_7_export/submission_{i}" for i in range(1000)]
    listed = "".join(f"{each.rpartition('/')[2]}:\n  :submitters: []\n" for each in folders)
    texts = {f"assignment_7_export/{METADATA_NAME}": listed.encode()}
    texts |= {f"{each}/{i}.txt": b"" for each in folders for i in range(40)}
    now = datetime.now(UTC)
    files = [File(path, len(text), now, "", lambda _, t=text: t) for path, text in texts.items()]
    with takes_less_than(3):
        attempts, strays = attempts_in(Download(files, HW, Roster([]), UTC), "gradescope")
    assert attempts == strays == []


@pytest.mark.parametrize("nothing", ["", " ~", " null", " ''"])
def test_people_without_a_number_in_gradescope_are_told_apart_by_address(desk, nothing):
    files = {name: data for name, data in GRADESCOPE.items() if "metadata" not in name}
    metadata = METADATA.replace(" '123'", nothing).replace(":sid:\n", f":sid:{nothing}\n")
    desk.collect(files | {"assignment_7_export/submission_metadata.yml": metadata.encode()})
    assert desk.submitted() == {"jane@x.org": A, "jm@x.org": B, "125": B}


@pytest.mark.parametrize(
    "yaml",
    ["!!python/object/apply:os.system ['touch evil']", "[1", "just text", "a: " + "[" * 5000],
)
def test_metadata_that_are_not_plain_data_are_refused(desk, yaml):
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
def test_plain_folders_and_zips_are_read(desk, files, packed):
    source = desk.zip(files) if packed else desk.unpacked(files)
    done = desk.collect(source, roster=PLAIN_ROSTER)
    assert done.system == "folder"
    assert desk.submitted() == {"jdoe": A, "alee": B}
    assert not any(row.attention for row in done.rows)


def test_a_folder_with_another_homework_alone_is_not_refused_for_its_names(desk):
    with pytest.raises(BadDownload, match=f"has nothing of {HW}"):
        desk.collect({f"{who}/hw2-tanh/a.ipynb": C for who in ("jdoe", "alee")}, system="folder")


@pytest.mark.parametrize("file", [f"jdoe/{HW}/{HW}.ipynb", f"submitted/jdoe/{HW}/{HW}.ipynb"])
def test_a_single_students_folder_is_not_taken_for_an_outer_folder(desk, file):
    desk.collect({file: A})
    assert desk.submitted() == {"jdoe": A}


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("name", [f"mal-{HW}.ipynb", f"{HW}.ipynb", f"mal-{HW}.zip"])
def test_one_file_named_after_the_homework_does_not_turn_a_class_into_one_student(
    desk, listed, name
):
    files = {"subs/jdoe.ipynb": A, "subs/alee.ipynb": B}
    roster = {"roster": desk.roster(PLAIN_ROSTER)} if listed else {}
    desk.collect(files | {f"subs/{name}": C}, **roster)
    there = desk.submitted()
    assert (there["jdoe"], there["alee"]) == (A, B) and "subs" not in there


@pytest.mark.parametrize("others", [[], [f"{HW} (1).ipynb", "plot.png"]])
def test_a_folder_of_files_all_named_after_the_homework_belongs_to_one_student(desk, others):
    desk.collect({f"xy/{name}": A for name in [f"{HW}.ipynb", *others]})
    assert desk.submitted() == {"xy": A}


@pytest.mark.parametrize(
    "files",
    [
        {"jdoe.ipynb": A, "alee.ipynb": B, "eve.ipynb": C},
        {f"jdoe/{HW}/x.ipynb": A, f"alee/{HW}/x.ipynb": B},
        CANVAS,
        MOODLE,
        {f"hw1_{s}_attempt_2026-01-30-20-30-10_x.ipynb": A for s in ("jdoe", "alee")},
    ],
    ids=["plain", "of nbgrader", "canvas", "moodle", "blackboard"],
)
def test_a_student_called_like_the_outer_folder_does_not_get_the_files_of_all(desk, files):
    source = desk.zip({f"submissions/{name}": data for name, data in files.items()})
    roster = desk.roster(f"{PLAIN_ROSTER}eve,Eve Black,submissions@x.org\n")
    with pytest.raises(BadDownload, match=r"'submissions', which may be the class's, or .* eve"):
        desk.collect(source, roster=roster)
    assert not desk.classroom.folder.exists()
    desk.collect(desk.unpacked(files), roster=roster)
    assert desk.submitted()["jdoe"] == A


def test_a_student_may_call_files_like_another_class_does(desk):
    files = {f"jdoe/{name}.ipynb": A for name in ("jane_1", HW, "bo", "Untitled")}
    desk.collect(files, roster=PLAIN_ROSTER)
    assert desk.submitted() == {"jdoe": A}


def test_a_single_strangers_folder_is_not_taken_for_an_outer_folder(desk):
    files = {"mallory/bob.ipynb": A, "mallory/eve.ipynb": B}
    desk.collect(files, roster=PLAIN_ROSTER)
    assert set(desk.submitted()) == {"mallory"}


def test_a_file_without_a_students_name_is_reported(desk):
    done = desk.collect({f"{HW}.ipynb": A, "alee.ipynb": B})
    assert desk.submitted() == {"alee": B}
    stray = rows(done)[""]
    assert stray.file == f"{HW}.ipynb" and stray.attention


@pytest.mark.parametrize("suffix", [" (1)", "(12)", "-2", "_2"])
def test_what_a_browser_adds_to_a_files_name_is_nobodys_name(desk, suffix):
    done = desk.collect({"ann.ipynb": A, "bob.ipynb": B, f"{HW}{suffix}.ipynb": C})
    assert desk.submitted() == {"ann": A, "bob": B}
    assert rows(done)[""].attention


@pytest.mark.parametrize("suffix", ["", " (1)", " (12)", "-2"])
def test_a_students_name_is_read_without_what_a_browser_adds(desk, suffix):
    desk.collect({f"ann_{HW}{suffix}.ipynb": A, f"bob_{HW}.ipynb": B})
    assert desk.submitted() == {"ann": A, "bob": B}


@pytest.mark.parametrize("listed", [True, False])
def test_students_who_are_numbers_keep_them(desk, listed):
    files = {f"{HW}-2.ipynb": A, f"{HW}-11.ipynb": B} | ({"jdoe.ipynb": C} if listed else {})
    roster = {"roster": desk.roster(PLAIN_ROSTER + "2,Two,\n11,Eleven,\n")} if listed else {}
    desk.collect(files, **roster)
    assert desk.submitted() == {"2": A, "11": B} | ({"jdoe": C} if listed else {})


def test_an_unknown_layout_is_refused_with_what_was_looked_for(desk):
    with pytest.raises(BadDownload, match=r"doejane_123_456_hw1.ipynb.*--from"):
        desk.collect({"readme.txt": b"hello"})
    with pytest.raises(BadDownload, match="empty"):
        desk.collect({})


# Files that look like those of another layout


OF_OTHERS = {
    "canvas": "doejane_123_{}_hw1.ipynb",
    "moodle": "Jane Doe_{}_assignsubmission_file_hw1.ipynb",
    "blackboard": "x_jdoe_attempt_2099-01-01-00-00-{:02}_hw1.ipynb",
}


@pytest.mark.by_day(5)
@pytest.mark.parametrize("name", OF_OTHERS.values(), ids=OF_OTHERS)
@pytest.mark.parametrize("where", ["gradescope", "folder", "canvas", "moodle", "blackboard"])
def test_the_layout_does_not_depend_on_how_many_files_one_student_hands_in(desk, where, name):
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
    assert desk.submitted()["jdoe"] == A and desk.kept("jdoe") == {A}


@pytest.mark.parametrize(
    ("honest", "own"),
    [
        (CANVAS, "orymal_126_{}_a\nb.ipynb"),
        (MOODLE_FLAT, "Mal Ory_1327630_assignsubmission_file_a\nb{}.ipynb"),
        (
            {f"hw1_{s}_attempt_2026-01-30-20-30-10_x.ipynb": A for s in ("jdoe", "alee")},
            "hw1_mal_attempt_2026-01-30-20-30-10_a\nb{}.ipynb",
        ),
    ],
    ids=["canvas", "moodle", "blackboard"],
)
def test_line_breaks_in_a_students_file_names_do_not_change_the_layout(desk, honest, own):
    files = honest | {own.format(9100 + i): C for i in range(6)}
    desk.collect(files, roster=PLAIN_ROSTER + "mal,Mal Ory,\n")
    assert (desk.submitted()["jdoe"], desk.submitted()["mal"]) == (A, C)


def test_a_single_student_cannot_change_the_layout_of_a_folder(desk):
    files = {f"mal/doejane_123_{i}_hw1.ipynb": C for i in range(3)}
    desk.collect(files, roster=PLAIN_ROSTER + "mal,Mal Ory,\n")
    assert desk.submitted() == {"mal": C}


def test_a_name_that_two_systems_may_have_given_is_asked_about(desk):
    files = {"orymal_15_159_x_jdoe_attempt_2026-01-30-20-30-10_hw1.ipynb": C}
    with pytest.raises(BadDownload, match="--from"):
        desk.collect(files)
    desk.collect(files, system="canvas")
    assert desk.submitted() == {"orymal-15": C}


@pytest.mark.parametrize(("files", "system"), [(MOODLE, "canvas"), (CANVAS, "moodle")])
def test_a_download_of_another_system_than_named_is_refused(desk, files, system):
    with pytest.raises(BadDownload, match="Leave --from out"):
        desk.collect(files, system=system, roster=ROSTER)
    assert not desk.classroom.folder.exists()


def test_a_gradescope_export_may_hold_files_named_as_canvas_names_them(desk):
    top = "assignment_7_export"
    files = {f"{top}/submission_metadata.yml": METADATA.encode()}
    files[f"{top}/submission_1/doejane_11_21_{HW}.ipynb"] = A
    files[f"{top}/submission_2/leeann_12_22_{HW}.ipynb"] = B
    done = desk.collect(files, roster=ROSTER)
    assert done.system == "gradescope"
    assert desk.submitted() == {"jdoe": A, "jmueller": B, "alee": B}


def test_one_student_who_hands_in_another_homework_many_times_stops_nobody(desk):
    other = released_path("hw2-tanh").read_bytes()
    name = "HW_{}_attempt_2026-01-30-20-{:02}-10_x.ipynb"
    files = {name.format(student, 0): notebook(student) for student in ("ann", "bob")}
    files |= {name.format("eve", i): other + b" " * i for i in range(5)}
    desk.collect(files)
    assert {"ann", "bob"} <= desk.submitted().keys()


@pytest.mark.parametrize("listed", [True, False])
def test_a_students_zip_made_like_a_download_is_not_taken_for_one(desk, listed):
    fake = {f"doejane_123_9001_{HW}.ipynb": C, f"leeann_125_9002_{HW}.ipynb": C}
    files = {f"{name}.zip": zipped({f"{HW}.ipynb": A}) for name in ("jdoe", "alee")}
    if listed:
        files = {"jdoe.ipynb": A, "alee.ipynb": A}
    files["jmueller.zip"] = zipped(fake)
    desk.collect(desk.unpacked(files), **({"roster": PLAIN_ROSTER} if listed else {}))
    assert desk.submitted() == {"jdoe": A, "alee": A, "jmueller": C}


def test_students_folders_are_counted_against_a_zip_made_like_a_download(desk):
    fake = {f"doejane_123_9001_{HW}.ipynb": C, f"leeann_125_9002_{HW}.ipynb": C}
    files = {"jdoe.zip": b"PK", "jmueller.zip": zipped(fake), f"alee/{HW}.ipynb": A}
    desk.collect(desk.unpacked(files))
    assert desk.submitted()["alee"] == A


def test_students_zips_in_a_folder_are_not_taken_for_downloads(desk):
    own = zipped({f"doejane_123_9001_{HW}.ipynb": A}), zipped({f"x/{HW}.ipynb": B, "x/y.txt": b""})
    desk.collect(desk.unpacked(dict(zip(("jdoe.zip", "alee.zip"), own, strict=True))))
    assert desk.submitted() == {"jdoe": A, "alee": B}
