"""Whose a submission is: found in the class list, never guessed, and never another student's
because of a name that somebody chose."""

import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.cli.collect_summary import count_lines
from autograder.collect.outcome import Collected
from autograder.enrolment.rename import rename
from autograder.people.roster_file import BadRoster
from autograder.systems.download import BadDownload
from tests.helpers.clock import takes_less_than
from tests.helpers.downloads import (
    CANVAS,
    GRADESCOPE,
    HW,
    MOODLE,
    PLAIN_ROSTER,
    ROSTER,
    A,
    B,
    C,
    Desk,
    rows,
)


def test_canvass_test_student_is_collected_and_needs_no_attention(desk):
    listed = ROSTER + '"Student, Test",9999,,,A\n'
    done = desk.collect({f"studenttest_9999_9001_{HW}.ipynb": A}, roster=listed)
    assert [(row.student, row.status) for row in done.rows] == [("studenttest-9999", "collected")]
    assert not done.rows[0].attention and "test student" in " ".join(done.rows[0].remarks)


def test_canvas_submissions_are_matched_by_number_and_not_by_an_equal_name(desk):
    """Ann Lee is in the list; Leeann of the same letters is not, nor is one whose login it is."""
    text = ROSTER + '"Smith, Bo",126,S4,leeann,A\n'
    files = {f"leeann_777_9001_{HW}.ipynb": A}
    done = desk.collect(files, roster=text, only_roster=True)
    assert desk.submitted() == {}
    assert "Is not in the class list" in done.rows[0].remarks[0]


@pytest.mark.parametrize("listed", [True, False])
def test_a_name_longer_than_a_files_can_be_costs_nobody_anything(desk, listed):
    name = "\U0001d400" * 100  # letters of four bytes each
    text = f"{PLAIN_ROSTER}long,{name},\n" if listed else None
    files = MOODLE | {f"{name}_1327631_assignsubmission_file_/{HW}.ipynb": C}
    for _ in range(2):
        done = desk.collect(files, roster=text)
        assert not any(row.status == "not taken" for row in done.rows)
    assert C in desk.submitted().values()
    if listed:
        with pytest.raises(BadRoster, match="Line 5"):
            desk.collect(files, roster=f"{PLAIN_ROSTER}{name},Zoe Zed,\n")
        words = ["rename", "long", name, "--class-dir", str(desk.classroom.folder)]
        assert CliRunner().invoke(app, words).exit_code == 2


def test_without_a_class_list_nobody_can_be_skipped_for_not_being_in_it(desk):
    done = desk.run({"ann.ipynb": A}, "--only-roster")
    assert done.exit_code == 2 and "--roster" in done.output
    assert not desk.classroom.folder.exists()


@pytest.mark.parametrize("roster", [ROSTER, PLAIN_ROSTER, None])
def test_a_name_that_ends_with_anothers_number_does_not_hand_in_for_them(desk, roster):
    forged = f"doejane_123_125_9003_{HW}.ipynb"  # Canvas's user 125 calls herself "Doe, Jane_123"
    done = desk.collect({f"doejane_123_9001_{HW}.ipynb": A, forged: B}, roster=roster)
    assert set(desk.submitted().values()) == {A}
    (row,) = (row for row in done.rows if row.status == "not taken")
    assert row.attention and row.file == forged


@pytest.mark.parametrize("own", ["9999", "9999_x", "9999_LATE"])
@pytest.mark.parametrize("end", [f"9003_{HW}.ipynb", "text.html"])
def test_a_name_that_ends_like_anothers_file_does_not_hand_in_for_them(desk, own, end):
    """Canvas's user 125 calls herself "Doe, Jane_123_9999", or the like."""
    forged = f"doejane_123_{own}_125_{end}"
    files = {f"doejane_123_9001_{HW}.ipynb": A, f"müllerjürgen_124_9002_{HW}.ipynb": B}
    done = desk.collect(files | {forged: C}, roster=ROSTER)
    assert desk.submitted() == {"jdoe": A, "jmueller": B} and desk.kept("jdoe") == {A}
    assert rows(done)[""].attention and rows(done)[""].file == forged


@pytest.mark.parametrize("own", ["hw1_2_3_final", "hw1_30_01_2026_v", "copy_123_9000_of"])
def test_a_file_name_with_numbers_of_no_other_user_stays_with_its_sender(desk, own):
    done = desk.collect({f"doejane_123_9001_{own}.ipynb": A}, roster=ROSTER)
    assert desk.submitted() == {"jdoe": A}
    assert not rows(done)["jdoe"].attention


@pytest.mark.parametrize("roster", [ROSTER, PLAIN_ROSTER, None])
def test_a_file_name_that_begins_with_a_number_stays_with_its_sender(desk, roster):
    desk.collect({f"doejane_123_9001_2_{HW}.ipynb": A}, roster=roster)
    assert [*desk.submitted().values()] == [A]


def test_names_from_canvas_are_found_in_a_plain_list(desk):
    text = PLAIN_ROSTER + "leeann,Bo Smith,\n"
    desk.collect(CANVAS, roster=text)
    assert desk.submitted() == {"jdoe": A, "jmueller": B, "alee": C}


def test_two_accounts_with_one_name_are_not_mixed_up(desk):
    files = {f"doejane_123_9001_{HW}.ipynb": A, f"doejane_999_9002_{HW}.ipynb": B}
    done = desk.collect(files, roster=PLAIN_ROSTER)
    assert desk.submitted() == {}
    assert "Several people seem to be jdoe" in done.rows[0].remarks[-1] and done.rows[0].attention


def test_a_second_account_with_the_same_name_is_noticed_in_a_later_download(desk):
    desk.collect({f"doejane_123_9001_{HW}.ipynb": A}, roster=PLAIN_ROSTER)
    done = desk.collect({f"doejane_999_9002_{HW}.ipynb": B})
    assert desk.submitted() == {"jdoe": A}
    assert done.rows[0].attention


def test_a_second_account_with_the_same_very_long_name_is_noticed_in_a_later_download(desk):
    """Only the number behind the name tells them apart."""
    name = "Ann" * 40
    for number, answers in ((1001, A), (1002, B)):
        done = desk.collect({f"{name}_{number}_assignsubmission_file_/{HW}.ipynb": answers})
    assert list(desk.submitted().values()) == [A]
    assert done.rows[0].attention


def test_a_name_that_means_two_people_is_reported(desk):
    text = PLAIN_ROSTER + "jdoe2,Jane Doe,\n"
    done = desk.collect(CANVAS, roster=text)
    row = next(row for row in done.rows if "doejane" in row.student)
    assert "jdoe, jdoe2" in row.remarks[0] and row.attention and row.status == "not taken"


def test_a_match_by_name_alone_is_reported_and_an_ambiguous_one_never_guessed(desk):
    files = {f"Jane Doe_77_assignsubmission_file_/{HW}.ipynb": A}
    done = desk.collect(files, roster=PLAIN_ROSTER)
    assert done.rows[0].student == "jdoe" and done.rows[0].by_name
    assert any("by the name alone: 1." in line for line in count_lines(done))
    worksheet = "Identifier,Full name,ID number\nParticipant 77,Jane Doe,jdoe\n"
    (row,) = desk.collect(files, roster=worksheet).rows
    assert row.student == "jdoe" and not row.remarks
    more = worksheet + "Participant 78,Bo Li,bli\n,Ann Lee,alee\n"
    others = {f"{who}_assignsubmission_file_/{HW}.ipynb": B for who in ("Bo Li_78", "Ann Lee_79")}
    done = desk.collect(files | others, roster=more)
    assert [row.student for row in done.rows if row.by_name] == ["alee"]
    assert any("by the name alone: 1." in line and "alee" in line for line in count_lines(done))
    two = "id,name\njdoe,Jane Doe\njdoe2,Jane Doe\n"
    (row,) = desk.collect(files, roster=two, dry_run=True).rows
    assert row.status == "not taken" and row.attention


def test_who_is_found_by_the_mailbox_alone_is_reported_like_a_name(desk):
    listed = "ID number,Name,Email\n1,Jane Doe,doe@x.org\n2,Eve Black,jane@y.org\n"
    done = desk.collect({f"hw1_jane_attempt_2026-01-30-20-30-10_{HW}.ipynb": A}, roster=listed)
    assert [row.student for row in done.rows if row.by_name] == ["2"]
    assert any("before the @" in line and ": 2." in line for line in count_lines(done))


@pytest.mark.parametrize(
    ("files", "eve"),
    [
        ({"JaneDoe.ipynb": A}, "1002,Eve Black,,janedoe@y.org"),
        ({"JaneDoe.ipynb": A}, "janedoe,Eve Black,,"),
        (GRADESCOPE, "jane@x.org,Eve Black,,eve@x.org"),
        (GRADESCOPE, "1002,Eve Black,123,eve@x.org"),
        (GRADESCOPE, "1002,Eve Black,jane@x.org,eve@x.org"),
        (MOODLE, "1002,Eve Black,1327627,eve@x.org"),
    ],
    ids=[
        "mailbox",
        "name as id",
        "address as id",
        "number",
        "address as number",
        "other worksheet",
    ],
)
def test_an_attempt_of_which_one_thing_is_anothers_is_listed_and_not_taken(desk, files, eve):
    listed = f"id,name,sid,email\n1001,Jane Doe,,jane@x.org\n{eve}\n3,Ann Lee,125,ann@x.org\n"
    if files is MOODLE:
        files = files | {f"Ann Lee_1327629_assignsubmission_file_/{HW}.ipynb": C}
        listed = listed.replace("sid", "Identifier")
    done = desk.collect(files, roster=listed)
    assert A not in desk.submitted().values()
    (row,) = (row for row in done.rows if "1001" in " ".join(row.remarks))
    assert eve.partition(",")[0] in row.remarks[0] and row.status == "not taken" and row.attention


@pytest.mark.parametrize("number", ["Participant 1327627", ""])
def test_a_participants_number_counts_in_moodles_own_column_alone(desk, number):
    listed = f"Identifier,Full name,ID number,Email\n{number},Jane Doe,,jane@x.org\n"
    listed += "Participant 8,Eve Black,Participant 1327627,eve@x.org\n"
    files = {f"Jane Doe_1327627_assignsubmission_file_/{HW}.ipynb": A}
    files |= {f"Eve Black_8_assignsubmission_file_/{HW}.ipynb": B}
    desk.collect(files, roster=listed)
    assert desk.submitted() == {"jane@x.org": A, "eve@x.org": B}


@pytest.mark.parametrize(
    ("files", "jane", "mailbox"),
    [
        (GRADESCOPE, "jdoe,Jane Doe,jane@x.org", "123"),
        ({"jdoe.ipynb": A}, "jdoe,Jane Doe,jane@x.org", "jdoe"),
    ],
    ids=["number", "id"],
)
def test_a_mailbox_that_is_anothers_number_or_id_counts_for_less(desk, files, jane, mailbox):
    desk.collect(files, roster=f"id,name,email\n{jane}\neve,Eve Black,{mailbox}@y.org\n")
    assert desk.submitted()["jdoe"] == A


def test_numbers_from_another_assignments_worksheet_swap_nobody(desk):
    earlier = "Identifier,Full name,ID number\nParticipant 11,Jane Doe,jdoe\n"
    earlier += "Participant 12,Ann Lee,alee\n"
    files = {f"Jane Doe_12_assignsubmission_file_/{HW}.ipynb": A}
    files[f"Ann Lee_11_assignsubmission_file_/{HW}.ipynb"] = B
    desk.classroom.roster.parent.mkdir(parents=True, exist_ok=True)
    desk.classroom.roster.write_text(earlier)
    desk.collect(files)
    assert desk.submitted() == {"jdoe": A, "alee": B}


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
    assert desk.submitted() == {"m1": A, "m2": B}


@pytest.mark.parametrize(
    ("files", "ids"),
    [
        (CANVAS, {"doejane-123", "müllerjürgen-124", "leeann-125"}),
        (MOODLE, {"jane-doe", "müller-jürgen"}),
        (GRADESCOPE, {"123", "jm@x.org", "125"}),
    ],
)
def test_ids_stay_the_same_without_a_class_list(desk, files, ids):
    for _ in range(2):
        desk.collect(files)
        assert set(desk.submitted()) == ids


@pytest.mark.parametrize("roster", [None, PLAIN_ROSTER])
def test_a_download_with_a_former_id_belongs_to_the_student_who_had_it(desk, roster):
    desk.collect({"jdoe.ipynb": A, "alee.ipynb": B}, roster=roster)
    rename(desk.classroom, "jdoe", "jane")
    for options in ({}, {"roster": roster}):
        found = rows(desk.collect({"jdoe.ipynb": C, "alee.ipynb": B}, **options))
        assert set(found) == {"jane", "alee"}
        assert desk.submitted() == {"jane": C, "alee": B}
        assert not found["jane"].attention


# Names that students choose


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
def test_a_file_name_cannot_give_a_submission_to_another_student(desk, name, top):
    done = desk.collect({top + name: A}, roster=PLAIN_ROSTER)
    assert not {"jdoe", "doejane-123", "jane-doe"} & set(desk.submitted())
    assert any("eve" in f"{row.student} {row.file}".casefold() for row in done.rows)


HIJACK = (
    b"submission_1:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '123'\n    :email: jdoe@x.org\n"
)


def test_a_name_that_contains_anothers_number_does_not_take_their_place(desk):
    # Canvas leaves `Mal_123_9999` of the name `Mal__123___9999_`, which its owner may have chosen.
    files = {f"doejane_123_1001_{HW}.ipynb": A, f"leeann_125_1002_{HW}.ipynb": B}
    files |= {f"mal_123_9999_777_1003_{HW}.ipynb": C}
    done = desk.collect(files, roster=ROSTER)
    assert desk.submitted() == {"alee": B}
    (jane,) = (row for row in done.rows if row.student == "jdoe")
    assert jane.attention and "Several people seem to be jdoe" in jane.remarks[-1]


@pytest.mark.parametrize("late", ["", "LATE_"])
def test_who_is_in_no_list_does_not_add_a_file_to_anothers(desk, late):
    """Canvas's user 777 calls herself "doejane_123_9999"."""
    forged = f"doejane_{late}123_9999_777_1003_{HW}.ipynb"
    done = desk.collect({f"doejane_123_1001_{HW}.ipynb": A, forged: C}, roster=ROSTER)
    assert desk.submitted() == {"jdoe": A} and desk.kept("jdoe") == {A}
    assert not rows(done)["jdoe"].late
    assert rows(done)[""].attention and rows(done)[""].file == forged


@pytest.mark.parametrize("roster", [ROSTER, PLAIN_ROSTER, None])
@pytest.mark.parametrize("own", ["9999_LATE", "9999_x_LATE", "9999_x"])
def test_who_is_not_in_canvass_own_list_replaces_nobodys_file(desk, roster, own):
    """Canvas's user 7777 calls herself "doejane_123_9999" or "doejane_123_9999_x"."""
    forged = f"doejane_123_{own}_7777_9003_{HW}.ipynb"
    done = desk.collect({f"doejane_123_1001_{HW}.ipynb": A, forged: C}, roster=roster)
    assert [*desk.submitted().values()] == [A]
    assert rows(done)[""].attention and rows(done)[""].file == forged


@pytest.mark.parametrize("own", ["5", "5_x"])
def test_a_name_that_hides_canvass_label_of_lateness_is_listed_and_not_taken(desk, own):
    """Canvas's user 123 calls herself "doejane_123_5"."""
    forged = f"doejane_123_{own}_LATE_123_9002_{HW}.ipynb"
    done = desk.collect({forged: A}, roster=ROSTER)
    assert desk.submitted() == {} and rows(done)[""].file == forged


def test_numbers_in_a_list_of_ones_own_are_not_taken_for_canvass(desk):
    listed = 'Student,ID,Email\n"Doe, Jane",124,\n"Müller, Jürgen",125,\n"Lee, Ann",123,\n'
    desk.collect(CANVAS, roster=listed)
    assert desk.submitted() == {"124": A, "125": B, "123": C}


def test_a_picture_beside_a_numbered_notebook_does_not_take_it_from_its_sender(desk):
    files = {f"doejane_123_1001_1234567_{HW}.ipynb": A, "doejane_123_1002_graph.png": B}
    desk.collect(files, roster=ROSTER)
    assert desk.submitted() == {"jdoe": A}


@pytest.mark.parametrize(
    ("files", "listed", "without"),
    [
        (CANVAS, ROSTER, ROSTER.replace('"Doe, Jane",123,S1,jdoe,A\n', "")),
        (MOODLE, PLAIN_ROSTER, PLAIN_ROSTER.replace("jdoe,Jane Doe,jane@x.org\n", "")),
    ],
    ids=["canvas", "moodle"],
)
def test_who_is_no_longer_in_the_class_list_keeps_their_id(desk, files, listed, without):
    desk.collect(files, roster=listed)
    there = desk.submitted()
    done = desk.collect(files, roster=without)
    assert desk.submitted() == there and rows(done)["jdoe"].status == "unchanged"
    assert "Is not in the class list" in rows(done)["jdoe"].remarks[0]
    desk.collect(files, roster=without, only_roster=True)
    assert desk.submitted() == there


def test_who_has_another_name_in_a_newer_class_list_is_in_it(desk):
    desk.collect(MOODLE, roster=PLAIN_ROSTER)
    there = desk.submitted()
    done = desk.collect(MOODLE, roster=PLAIN_ROSTER.replace("Jane Doe", "Ann Lee"))
    assert desk.submitted() == there
    assert "another name" in rows(done)["jdoe"].remarks[0] and not rows(done)["jdoe"].attention


def test_nobody_hands_in_for_who_is_no_longer_in_the_class_list(desk):
    """Canvas's user 777 calls herself "Mal_123_9999"."""
    desk.collect({f"doejane_123_1001_{HW}.ipynb": A}, roster=ROSTER)
    without = ROSTER.replace('"Doe, Jane",123,S1,jdoe,A\n', "")
    desk.collect({f"mal_123_9999_777_1003_{HW}.ipynb": C}, roster=without)
    assert desk.submitted()["jdoe"] == A


def test_a_blackboard_user_name_that_ends_like_another_does_not_take_its_place(desk):
    files = {f"hw1_jdoe_attempt_2026-01-30-20-30-10_{HW}.ipynb": A}
    files |= {f"hw1_mal_jdoe_attempt_2026-01-31-20-30-10_{HW}.ipynb": C}
    roster = desk.roster("id,name\njdoe,Jane Doe\nmal_jdoe,Mal Doe\n")
    desk.collect(files, system="blackboard", roster=roster)
    assert desk.submitted() == {"jdoe": A, "mal_jdoe": C}


@pytest.mark.parametrize(
    "text", ["姓名：Mal (mal_jdoe)\r\n".encode(), "Name: Mal (mal_jdoe)\r\n".encode("utf-16"), b""]
)
def test_a_blackboard_text_that_cannot_be_read_gives_nothing_to_another_user(desk, text):
    name = "hw1_mal_jdoe_attempt_2026-01-31-20-30-10"
    files = {f"hw1_jdoe_attempt_2026-01-30-20-30-10_{HW}.ipynb": A}
    files |= {f"{name}_{HW}.ipynb": C, f"{name}.txt": text}
    roster = desk.roster("id,name\njdoe,Jane Doe\nmal_jdoe,Mal Doe\n")
    desk.collect(files, system="blackboard", roster=roster)
    assert desk.submitted() == {"jdoe": A, "mal_jdoe": C}


@pytest.mark.parametrize(
    "files",
    [
        {"eve/submission_metadata.yml": HIJACK, "eve/submission_1/hw1.ipynb": C},
        {"submission_metadata.yml": HIJACK, "eve/submission_1/hw1.ipynb": C},
        {"assignment_1_export/submission_metadata.yml": HIJACK},
    ],
)
def test_metadata_handed_in_by_a_student_are_not_taken_for_gradescopes(desk, files):
    others = {"jdoe/hw1.ipynb": A, "alee/hw1.ipynb": B}
    done = desk.collect(files | others, roster=PLAIN_ROSTER)
    assert done.system == "folder"
    assert desk.submitted()["jdoe"] == A
    assert desk.submitted()["alee"] == B


def test_a_name_that_contains_moodles_suffix_matches_nobody(desk):
    name = "Jane Doe_1327627_assignsubmission_file__777_assignsubmission_file_"
    done = desk.collect(
        {f"{name}/hw1.ipynb": C, "Ann Lee_2_assignsubmission_file_/hw1.ipynb": B},
        roster=PLAIN_ROSTER,
        system="moodle",
    )
    assert desk.submitted() == {"alee": B}
    assert any(name in row.file and row.attention for row in done.rows)


@pytest.mark.parametrize("called", ["jdoe .", "JDoe ,", "jane ."], ids=["id", "case", "former"])
def test_a_display_name_that_is_anothers_id_neither_hands_in_for_them_nor_keeps_them_out(
    desk, called
):
    """Moodle shows first and last names, which some let students choose."""
    desk.collect({"jane.ipynb": B, "alee.ipynb": B})
    rename(desk.classroom, "jane", "jdoe")
    files = {f"Ann Lee_2_assignsubmission_file_/{HW}.ipynb": B}
    files |= {f"{called}_3_assignsubmission_file_/{HW}.ipynb": C}
    done = desk.collect(files, roster=PLAIN_ROSTER, system="moodle")
    (row,) = (row for row in done.rows if row.student != "alee")
    assert (row.status, row.attention) == ("not taken", True) and "jdoe" in row.remarks[0]
    assert desk.submitted() == {"jdoe": B, "alee": B}
    files |= {f"Jane Doe_1_assignsubmission_file_/{HW}.ipynb": A}
    desk.collect(files, system="moodle")
    assert desk.submitted() == {"jdoe": A, "alee": B}


def test_a_display_name_that_is_anothers_address_does_not_become_an_id(desk):
    listed = "id,name,email\njdoe,Jane Doe,jane@x.edu\nalee,Ann Lee,ann@x.edu\n"
    name = "jane@x.edu_3_assignsubmission_file_"
    done = desk.collect({f"{name}/{HW}.ipynb": C}, roster=listed, system="moodle")
    (row,) = done.rows
    assert (row.status, row.attention) == ("not taken", True) and "jdoe" in row.remarks[0]
    assert desk.submitted() == {}


def test_a_display_name_in_blackboards_text_does_not_name_another_user(desk):
    name = "hw1_eve_attempt_2026-01-30-20-30-10"
    files = {f"{name}.txt": b"Name: Eve (jdoe)\r\nAssignment: hw1\r\n", f"{name}_hw1.ipynb": C}
    desk.collect(files, system="blackboard")
    assert list(desk.submitted()) == ["eve"]


@pytest.mark.parametrize(
    "name", ["orymal_15_159_..\\..\\x.ipynb", f"orymal_15_159_{'x' * 1200}.ipynb"]
)
def test_one_bad_file_name_keeps_nobody_else_out(desk, name):
    done = desk.collect({name: C} | CANVAS)
    assert done.system == "canvas"
    assert {A, B} <= set(desk.submitted().values())
    mal = rows(done)["orymal-15"]
    assert (mal.status, mal.attention) == ("no notebook", True)


def test_overlong_names_cost_no_time(desk):
    with takes_less_than(5):
        done = desk.collect({"anon_" * 12_000: A, "alee.ipynb": B})
    assert desk.submitted() == {"alee": B}
    assert any(row.attention for row in done.rows)


# Class lists


def test_a_class_list_that_is_replaced_is_kept(desk):
    source = desk.zip(CANVAS)
    desk.collect(source, roster=PLAIN_ROSTER)
    desk.collect(source, roster=ROSTER)
    kept = list((desk.classroom.folder / "collected").glob("roster-*.csv"))
    assert [path.read_text(encoding="utf-8") for path in kept] == [PLAIN_ROSTER]


def test_strangers_are_collected_and_reported_unless_only_the_list_is_wanted(desk):
    files = {**CANVAS, f"strangerbo_999_9009_{HW}.ipynb": A}
    done = desk.collect(files, roster=ROSTER)
    assert desk.submitted()["strangerbo-999"] == A
    assert rows(done)["strangerbo-999"].attention
    other = Desk(desk.folder / "other")
    other.folder.mkdir()
    other.collect(files, roster=ROSTER, only_roster=True)
    assert set(other.submitted()) == {"jdoe", "jmueller", "alee"}


def test_a_class_list_that_lacks_most_students_is_refused(desk):
    source = desk.zip({f"{name}.ipynb": A for name in ("ann", "bob", "cem", "dan", "eve")})
    other = desk.roster("id,name\nann,Ann\nbob,Bob\nxia,Xia\n")
    says = r"3 of 5 people are not in .*list\.csv"
    with pytest.raises(BadDownload, match=says):
        desk.collect(source, roster=other)
    assert not desk.classroom.folder.exists()
    desk.collect(source, roster=other, only_roster=True)
    assert set(desk.submitted()) == {"ann", "bob"}
    with pytest.raises(BadDownload, match=r"class/roster\.csv"):
        desk.collect(source)
    done = desk.collect(source, roster="id,name\nann,Ann\nbob,Bob\ncem,C\n")
    assert {row.status for row in done.rows} == {"unchanged", "collected"}


def test_the_origin_of_ids_is_reported_without_a_class_list(desk):
    source = desk.zip(CANVAS)
    assert "ids are made from file names" in " ".join(count_lines(desk.collect(source)))
    listed = desk.collect(source, roster=ROSTER)
    assert "ids are made from file names" not in " ".join(count_lines(listed))


def test_missing_students_are_listed_by_name_and_id_or_by_id_alone():
    names = {"ann1": "Ann Lee", "bob2": ""}
    assert count_lines(Collected("folder", [], [*names], names=names))[-1].endswith(
        ": Ann Lee (ann1), bob2."
    )
