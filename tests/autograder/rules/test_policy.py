"""Penalties and totals, compared with tables computed by hand."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.paths import ROOT
from autograder.on_nbgrader.settings import configured
from autograder.people.former_ids import former_ids, note_new_id
from autograder.people.roster import Roster
from autograder.rules.due_times import due_time, zone_of
from autograder.rules.extensions import rename_in_extensions
from autograder.rules.policy import BadTime, Policy
from autograder.rules.policy_file import policy_of, policy_with

HW1, HW2, HW3, HW4 = "hw1-cosh", "hw2-tanh", "hw3-polynomial", "hw4-matmul"

# In Berlin: January and February have +01:00; summer time (+02:00) begins on Sunday, 29 March
# 2026, at 2:00, and ends on Sunday, 25 October 2026, at 3:00.
TERM = """
timezone = "Europe/Berlin"

[due]
hw1-cosh = "2026-01-30 23:59"
hw2-tanh = 2026-02-13
hw3-polynomial = "2026-03-28 12:00"
hw4-matmul = 2026-10-24T12:00:00+02:00

[late]
per_day = "10 %"
"""
FREE = TERM + "free_days = 4\n"
EACH = FREE + "free_days_each = 2\n"


def policy(folder, text, extensions="") -> Policy:
    folder.joinpath("policy.toml").write_text(text)
    if extensions:
        folder.joinpath("extensions.csv").write_text(extensions)
    return policy_of(Classroom(folder))


def at(text: str) -> datetime | None:
    """A time; without a zone, in Berlin."""
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("policy.toml", policy_of),
        ("extensions.csv", policy_of),
        ("extensions.csv", lambda classroom: rename_in_extensions(classroom, "ada", "ada2")),
        ("renamed.csv", former_ids),
        ("roster.csv", Roster.of),
        ("nbgrader_config.py", configured),
    ],
)
@pytest.mark.parametrize("make", [lambda path: path.symlink_to("nowhere"), Path.mkdir])
def test_a_file_of_the_class_that_is_a_link_to_nowhere_or_a_folder_is_not_taken_for_none(
    tmp_path, name, read, make
):
    read(Classroom(tmp_path))
    make(tmp_path / name)
    with pytest.raises(Failure, match=name):
        read(Classroom(tmp_path))


# The rules, the homework, the points earned, when it was handed in, the days late and the penalty.
ONE = {
    "a day before": (TERM, HW1, 20, "2026-01-29 23:59", 0, 0),
    "at the last second": (TERM, HW1, 20, "2026-01-30 23:59:00", 0, 0),
    "a second late": (TERM, HW1, 20, "2026-01-30 23:59:01", 1, 2),
    "a day late": (TERM, HW1, 20, "2026-01-31 23:59:00", 1, 2),
    "a day and a second": (TERM, HW1, 20, "2026-01-31 23:59:01", 2, 4),
    "nine and a half days": (TERM, HW1, 20, "2026-02-09 12:00", 10, 20),
    "eleven days take no more than all": (TERM, HW1, 20, "2026-02-10 23:00", 11, 20),
    "nothing earned": (TERM, HW1, 0, "2026-02-03 12:00", 4, 0),
    "half points": (TERM, HW1, 12.5, "2026-01-31 01:00", 1, 1.25),
    "no time is known": (TERM, HW1, 20, "", 0, 0),
    "the last second of a day": (TERM, HW2, 20, "2026-02-13 23:59:59", 0, 0),
    "midnight after that day": (TERM, HW2, 20, "2026-02-14 00:00:00", 1, 2),
    "in time, told in UTC": (TERM, HW1, 20, "2026-01-30T22:59:00+00:00", 0, 0),
    "late, told in UTC": (TERM, HW1, 20, "2026-01-30T22:59:01+00:00", 1, 2),
    "in time, from Tokyo": (TERM, HW1, 20, "2026-01-31T07:59:00+09:00", 0, 0),
    "late, from Tokyo": (TERM, HW1, 20, "2026-01-31T08:00:00+09:00", 1, 2),
    "in time, from New York": (TERM, HW1, 20, "2026-01-30T17:59:00-05:00", 0, 0),
    "late, from New York": (TERM, HW1, 20, "2026-01-30T18:00:00-05:00", 1, 2),
    "the day that has 23 hours": (TERM, HW3, 20, "2026-03-29 12:00", 1, 2),
    "23 hours and a minute": (TERM, HW3, 20, "2026-03-29 12:01", 2, 4),
    "23 hours in UTC": (TERM, HW3, 20, "2026-03-29T10:00:00+00:00", 1, 2),
    "24 hours in UTC": (TERM, HW3, 20, "2026-03-29T11:00:00+00:00", 2, 4),
    "the day that has 25 hours": (TERM, HW4, 20, "2026-10-25 12:00", 1, 2),
    "25 hours in UTC": (TERM, HW4, 20, "2026-10-25T11:00:00+00:00", 1, 2),
    "25 hours and a second": (TERM, HW4, 20, "2026-10-25T11:00:01+00:00", 2, 4),
    "nothing is said of penalties": (TERM.partition("[late]")[0], HW1, 20, "2026-02-03", 4, 0),
    "points for each day": (TERM.replace("10 %", "1.5 points"), HW1, 20, "2026-02-02", 3, 4.5),
    "points, not more than earned": (
        TERM.replace("10 %", "8 points"),
        HW1,
        20,
        "2026-02-02",
        3,
        20,
    ),
    "at most a half": (TERM + 'at_most = "50 %"', HW1, 20, "2026-02-08 12:00", 9, 10),
    "less than the most": (TERM + 'at_most = "50 %"', HW1, 20, "2026-02-01 12:00", 2, 4),
    "at most, which is more than was earned": (
        TERM.replace("10 %", "8 points") + 'at_most = "30 points"',
        HW1,
        20,
        "2026-02-10",
        11,
        20,
    ),
    "at most three points": (TERM + 'at_most = "3 points"', HW1, 20, "2026-02-02 12:00", 3, 3),
    "on the last of two days": (TERM + "nothing_after_days = 2", HW1, 20, "2026-02-01 23:59", 2, 4),
    "after two days": (TERM + "nothing_after_days = 2", HW1, 20, "2026-02-02 00:00", 3, 20),
    "not a day": (TERM + "nothing_after_days = 0", HW1, 20, "2026-01-31 12:00", 1, 20),
    "within the grace": (TERM + "grace_minutes = 15", HW1, 20, "2026-01-31 00:14", 0, 0),
    "after the grace": (TERM + "grace_minutes = 15", HW1, 20, "2026-01-31 00:14:01", 1, 2),
    "the grace of the second day": (TERM + "grace_minutes = 15", HW1, 20, "2026-02-01 00:14", 1, 2),
}

# The rules, when the homeworks were handed in, in this order, and the penalties of 20 points each.
LATE1, LATE2 = "2026-02-01 12:00", "2026-02-16 12:00"  # by 2 days, and by 3
LATE3 = "2026-03-31 11:00"  # by 3
TERMS = {
    "no day is used up": (FREE, ["2026-01-30 12:00", "", ""], [0, 0, 0]),
    "two of four days": (FREE, [LATE1, "2026-02-13 12:00", ""], [0, 0, 0]),
    "the fifth day costs": (FREE, [LATE1, LATE2, ""], [0, 2, 0]),
    "all are used up": (FREE, [LATE1, LATE2, LATE3], [0, 2, 6]),
    "those of the first count": (FREE, ["2026-02-04 12:00", LATE2, ""], [2, 6, 0]),
    "two for each": (EACH, [LATE1, LATE2, LATE3], [0, 2, 6]),
    "two for each, one left over": (EACH, ["2026-01-31 12:00", LATE2, LATE3], [0, 2, 4]),
    "too late uses no day up": (
        FREE + "nothing_after_days = 4",
        ["2026-02-06 12:00", LATE2, "2026-03-29 11:00"],
        [20, 0, 0],
    ),
    "handed in again, later": (FREE, ["2026-02-03 12:00", LATE2, ""], [0, 6, 0]),
    "handed in later, due first": (FREE, ["2026-03-02 12:00", "2026-02-14 01:00", ""], [20, 2, 0]),
    "the points are those of now": (FREE, [LATE1, LATE2, ""], [0, 2, 0]),
}

# The same with extensions of ada's, a homework and its due time.
UNTIL_MARCH = [(HW1, "2026-03-01 23:59")]
UNTIL_APRIL = [(HW1, "2026-04-15 23:59")]
NO_SECOND = FREE.replace("hw2-tanh = 2026-02-13\n", "")
EXTENDED_TERMS = {
    "a homework due later for her has its turn later": (
        *(FREE, UNTIL_MARCH, ["2026-03-03 12:00", LATE2, ""]),
        [2, 0, 0],  # 3 of 4 days go to the second; of 2 days, 1 is left
    ),
    "what she hands in later takes nothing off what was due before": (
        *(FREE, UNTIL_MARCH, ["2026-03-05 12:00", "2026-02-17 12:00", ""]),
        [8, 0, 0],
    ),
    "the first is due last for her, and nothing is left": (
        *(FREE, UNTIL_APRIL, ["2026-04-16 12:00", "2026-02-15 12:00", LATE3]),
        [2, 0, 2],  # 2 days, 2 of 3, and none of 1
    ),
    "an extension that changes no order": (
        *(FREE, [(HW1, "2026-02-01 12:00")], ["2026-02-03 12:00", LATE2, ""]),
        [0, 2, 0],
    ),
    "two for each, in her order": (
        *(EACH, UNTIL_APRIL, ["2026-04-18 12:00", LATE2, LATE3]),
        [6, 2, 2],
    ),
    "what she is excused from uses no day up": (
        *(FREE, [(HW1, "excused")], ["2026-02-06 12:00", LATE2, ""]),
        [0, 0, 0],
    ),
    "a homework without a due time of the class": (
        *(NO_SECOND, [(HW2, "2026-02-13")], ["2026-01-30 12:00", "2026-02-18 12:00", ""]),
        [0, 2, 0],
    ),
    "it uses days up": (
        *(NO_SECOND, [(HW2, "2026-02-13")], [LATE1, LATE2, LATE3]),
        [0, 2, 6],
    ),
    "nothing is due but by extensions": (
        'timezone = "Europe/Berlin"\n[late]\nper_day = "10 %"\nfree_days = 2\n',
        [(HW2, "2026-02-13"), (HW1, "2026-03-01 23:59")],
        ["2026-03-03 12:00", "2026-02-14 12:00", "2026-03-31"],
        [2, 0, 0],
    ),
    "somebody else's extension": (
        NO_SECOND,
        [(HW3, "2026-03-28 12:00")],
        ["2026-01-30 12:00", LATE2, LATE3],
        [0, 0, 0],
    ),
}

EXTENDED = "student,homework,due\nada,hw1-cosh,2026-02-02 23:59\neve,hw1-cosh,excused\n"


@pytest.mark.parametrize("case", ONE)
def test_a_penalty_agrees_with_the_one_computed_by_hand(case, tmp_path):
    text, homework, earned, time, days, penalty = ONE[case]
    rules = policy(tmp_path, text)
    assert rules.days_late("ada", homework, at(time)) == days
    found = rules.penalty("ada", homework, earned, {homework: at(time)})
    assert found == pytest.approx(penalty)


@pytest.mark.parametrize("case", TERMS)
def test_the_penalties_of_a_term_agree_with_those_computed_by_hand(case, tmp_path):
    text, times, penalties = TERMS[case]
    rules, handed_in = (
        policy(tmp_path, text),
        dict(zip((HW1, HW2, HW3), map(at, times), strict=True)),
    )
    found = [rules.penalty("ada", each, 20, handed_in) for each in handed_in]
    assert found == pytest.approx(penalties)


@pytest.mark.parametrize("case", EXTENDED_TERMS)
def test_the_penalties_of_a_term_with_extensions_agree_with_those_computed_by_hand(case, tmp_path):
    text, extensions, times, penalties = EXTENDED_TERMS[case]
    lines = "".join(f"ada,{name},{due}\n" for name, due in extensions)
    others = "bob,hw1-cosh,2026-01-30\nbob,hw2-tanh,2026-02-13\n"
    rules = policy(tmp_path, text, f"student,homework,due\n{lines}{others}")
    handed_in = dict(zip((HW1, HW2, HW3), map(at, times), strict=True))
    found = [rules.penalty("ada", each, 20, handed_in) for each in handed_in]
    assert found == pytest.approx(penalties)


@pytest.mark.parametrize(
    ("student", "homework", "time", "late"),
    [
        ("ada", HW1, "2026-02-02 23:59", False),
        ("ada", HW1, "2026-02-03 00:00", True),
        ("bob", HW1, "2026-01-31", True),
        ("eve", HW1, "2026-03-01", False),  # excused
        ("ada", HW2, "2026-02-10", True),  # due for her alone
        ("ada", HW2, "2026-02-09 12:00", False),
        ("eve", HW2, "2026-03-01", False),
        ("bob", HW2, "2026-03-01", None),  # not decided
        ("bob", HW1, "", None),
    ],
)
def test_the_rules_decide_who_is_late_where_they_have_a_due_time_or_an_excuse(
    tmp_path, student, homework, time, late
):
    more = "ada,hw2-tanh,2026-02-09\neve,hw2-tanh,excused\n"
    rules = policy(tmp_path, TERM.replace("hw2-tanh = 2026-02-13\n", ""), EXTENDED + more)
    assert rules.is_late(student, homework, at(time)) is late
    assert rules.decides(student, homework) is (late is not None or not time)


@pytest.mark.parametrize("homework", [HW1, HW2])  # with and without a due time for all
@pytest.mark.parametrize(("student", "late"), [("bob", True), ("ada", None), ("eve", False)])
def test_a_mere_late_is_not_believed_about_a_student_with_an_extension_or_excuse(
    tmp_path, student, late, homework
):
    more = "ada,hw2-tanh,2026-02-09\neve,hw2-tanh,excused\n"
    rules = policy(tmp_path, TERM.replace("hw2-tanh = 2026-02-13\n", ""), EXTENDED + more)
    assert rules.is_late(student, homework, None, otherwise=True) is late
    assert rules.is_late(student, homework, None, otherwise=False) is False  # which is believed


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo", "Europe/Berlin"])
@pytest.mark.parametrize(
    "due", ["9999-12-31", "0001-01-01", "0001-01-01T00:00+14:00", "2100-01-01", "1999-12-31"]
)
def test_a_due_time_in_another_century_is_reported_with_its_line(due, zone, tmp_path):
    rules = f'timezone = "{zone}"\n[due]\n{HW1} = '
    for shown in (f'"{due}"', due.replace("T00:00", "T00:00:00")):  # as a text, and as TOML's own
        with pytest.raises(Failure, match=r"line 3.*between 2000 and 2100"):
            policy(tmp_path, rules + shown)
    with pytest.raises(Failure, match=r"line 2.*between 2000 and 2100"):
        policy(tmp_path, rules + '"2026-01-30"', f"student,homework,due\nada,{HW1},{due}\n")
    with pytest.raises(Failure, match="between 2000 and 2100"):
        due_time(due, ZoneInfo(zone))


@pytest.mark.parametrize(
    ("rules", "extensions"),
    [
        ('[due]\nhw1-cosh = "2026-01-30 23:59"\n', ""),
        ("", "student,homework,due\nada,hw1-cosh,2026-02-02 23:59\n"),
    ],
)
def test_a_command_cannot_read_the_rules_in_another_zone_than_grading(tmp_path, rules, extensions):
    machines = datetime(2026, 1, 30).astimezone().utcoffset()
    other = "Asia/Tokyo" if machines != timedelta(hours=9) else "UTC"
    read = policy(tmp_path, rules, extensions)
    assert policy_with(Classroom(tmp_path), HW1, None, None) == read
    with pytest.raises(Failure, match=f'timezone = "{other}"'):
        policy_with(Classroom(tmp_path), HW1, None, other)
    policy(tmp_path, 'timezone = "UTC"\n' + rules, extensions)
    policy_with(Classroom(tmp_path), HW1, None, other)
    (tmp_path / "policy.toml").write_text("[late]\nfree_days = 2\n")
    (tmp_path / "extensions.csv").unlink(missing_ok=True)
    tokyo = policy_with(Classroom(tmp_path), HW1, "2026-01-30 23:59", "Asia/Tokyo")
    assert tokyo.due[HW1] == datetime(2026, 1, 30, 14, 59, tzinfo=UTC)


def test_a_due_date_ends_with_its_last_second():
    assert due_time("2026-07-01", zone_of("Europe/Berlin")) == datetime(
        2026, 7, 1, 21, 59, 59, tzinfo=UTC
    )
    for no_day in ("2026-13-01", "2026-W05"):
        with pytest.raises(Failure, match="is not a time"):
            due_time(no_day, None)


@pytest.mark.parametrize("year", [1, 1999, 2100, 9999])
def test_an_impossible_time_is_refused_only_if_a_penalty_depends_on_it(tmp_path, year):
    times = {HW1: datetime(year, 12, 31, 23, 59, tzinfo=UTC), HW2: at(LATE2)}
    rules = policy(tmp_path, TERM + "grace_minutes = 5\n")
    with pytest.raises(BadTime, match="submitted/ada/hw1-cosh/timestamp"):
        rules.penalty("ada", HW1, 20, times)
    assert rules.penalty("ada", HW2, 20, times) == 6
    with pytest.raises(BadTime) as refused:
        policy(tmp_path, FREE).penalty("ada", HW2, 20, times)
    assert refused.value.homework == HW1  # which may have used up free days


def test_a_student_is_told_the_due_time_and_the_free_days(tmp_path):
    text, times, _ = TERMS["the fifth day costs"]
    handed_in = dict(zip((HW1, HW2, HW3), map(at, times), strict=True))
    rules = policy(tmp_path, text)
    explanation = rules.lateness("ada", HW2, handed_in)
    due = rules.due[HW2].astimezone(rules.zone)
    assert f"{due:%Y-%m-%d %H:%M %Z}" in explanation and LATE2 in explanation
    assert "3 days late" in explanation and "2 of them free" in explanation
    limited = policy(tmp_path, text + "nothing_after_days = 2")
    assert "2 of them free" not in limited.lateness("ada", HW2, handed_in)


def test_an_extension_moves_the_due_time_of_one_student(tmp_path):
    rules = policy(tmp_path, TERM, EXTENDED)
    times = {HW1: at("2026-02-03 12:00")}
    assert rules.penalty("ada", HW1, 20, times) == 2
    assert rules.penalty("bob", HW1, 20, times) == 8
    assert rules.penalty("eve", HW1, 20, times) == 0
    assert rules.is_excused("eve", HW1) and not rules.is_excused("ada", HW1)
    assert not rules.is_excused("eve", HW2)


def test_the_last_of_two_lines_on_a_homework_of_a_student_counts(tmp_path):
    rules = policy(tmp_path, TERM, EXTENDED + f"ada,{HW1},excused\neve,{HW1},2026-02-05\n")
    assert rules.is_excused("ada", HW1) and not rules.is_excused("eve", HW1)


@pytest.mark.parametrize("begin", ["", "\ufeff"])
def test_the_first_of_several_lines_on_a_student_is_named(begin, tmp_path):
    rules = policy(tmp_path, TERM, begin + EXTENDED + "ada,hw2-tanh,excused\n")
    assert rules.extension_lines == {"ada": 2, "eve": 3}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (EXTENDED, EXTENDED.replace("\nada,", "\nlove.lace,")),
        (
            'note;homework;Student;due\r\n"ada;ada";hw1-cosh; ada ;2026-02-02\r\n'
            "ada;hw1-cosh;adams;2026-02-02\r\n",
            'note;homework;Student;due\r\n"ada;ada";hw1-cosh;love.lace;2026-02-02\r\n'
            "ada;hw1-cosh;adams;2026-02-02\r\n",
        ),
        ("student,homework,due\nadam,hw1-cosh,excused\n",) * 2,
        (
            "\ufeffhomework,due,student\nhw1-cosh,excused,ada",
            "\ufeffhomework,due,student\nhw1-cosh,excused,love.lace\n",
        ),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_changed_id_keeps_its_extension(tmp_path, before, after, encoding):
    path = tmp_path / "extensions.csv"
    path.write_bytes(before.encode(encoding))
    rename_in_extensions(Classroom(tmp_path), "ada", "love.lace")
    assert path.read_bytes() == after.encode(encoding)


def test_a_line_with_a_former_id_is_about_the_student_who_had_it(tmp_path):
    note_new_id(Classroom(tmp_path), "ada", "S1")
    rules = policy(tmp_path, TERM, EXTENDED)
    assert rules.penalty("S1", HW1, 20, {HW1: at("2026-02-03 12:00")}) == 2
    assert set(rules.extension_lines) == {"S1", "eve"}
    (tmp_path / "roster.csv").write_text("id\nada\nS1\n")  # somebody else is called ada now
    rules = policy(tmp_path, TERM, EXTENDED)
    assert rules.penalty("S1", HW1, 20, {HW1: at("2026-02-03 12:00")}) == 8
    assert rules.penalty("ada", HW1, 20, {HW1: at("2026-02-03 12:00")}) == 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";"])
def test_former_ids_are_known_however_a_spreadsheet_saved_them(tmp_path, separator, encoding):
    note_new_id(Classroom(tmp_path), "bob", "rené")
    file = tmp_path / "renamed.csv"
    file.write_bytes(file.read_text("utf-8").replace(",", separator).encode(encoding))
    assert former_ids(Classroom(tmp_path)) == {"bob": "rené"}
    note_new_id(Classroom(tmp_path), "rené", "renee")
    assert former_ids(Classroom(tmp_path)) == {"bob": "renee", "rené": "renee"}


def test_rules_in_another_encoding_are_read(tmp_path):
    (tmp_path / "policy.toml").write_text("# für alle\n" + TERM, encoding="utf-16")
    assert policy_of(Classroom(tmp_path)).due[HW1] == at("2026-01-30 23:59")


def test_a_class_without_rules_takes_nothing_off(tmp_path):
    rules = policy_of(Classroom(tmp_path))
    assert not rules.due and rules.days_late("ada", HW1, at("2027-01-01")) == 0


@pytest.mark.parametrize(
    ("text", "fractions", "total", "dropped"),
    [
        ("", {HW1: 1.0, HW2: 0.5}, 0.75, set()),
        ("[weights]\nhw1-cosh = 3\nhw2-tanh = 1\n", {HW1: 1.0, HW2: 0.0}, 0.75, set()),
        ("[weights]\nhw1-cosh = 1\n", {HW1: 0.5, HW2: 1.0}, 0.5, set()),
        ("[total]\ndrop_lowest = 1\n", {HW1: 1.0, HW2: 0.2, HW3: 0.6}, 0.8, {HW2}),
        ("[total]\ndrop_lowest = 1\n", {HW1: 0.4}, 0.4, set()),
        (
            "[total]\ndrop_lowest = 1\n[weights]\nhw1-cosh = 1\nhw2-tanh = 0\n",
            {HW1: 0.4, HW2: 0.9},
            0.4,
            set(),
        ),
        ("[total]\ndrop_lowest = 2\n", {HW1: 1.1, HW2: 0.2, HW3: 0.6}, 1.1, {HW2, HW3}),
        (  # 0.5 with weight 6 costs more than 0.4 with weight 1
            "[total]\ndrop_lowest = 1\n[weights]\nhw1-cosh = 6\nhw2-tanh = 1\nhw3-polynomial = 1\n",
            {HW1: 0.5, HW2: 0.4, HW3: 1.0},
            0.7,
            {HW1},
        ),
    ],
)
def test_a_total_agrees_with_the_one_computed_by_hand(text, fractions, total, dropped, tmp_path):
    found, left_out = policy(tmp_path, text).totals.total(fractions)
    assert (found, left_out) == (pytest.approx(total), dropped)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[due]\nhw1-cosh = 2026-01-30 23:59\n", 2, "quotes"),
        ('[due]\n\nhw1-cosh = "30.1.2026"\n', 3, "2026-01-30 23:59"),
        ('[due]\nhw99 = "2026-01-30"\n', 2, "hw1-cosh"),
        ("[late]\nfree_days = 1\nper_day = 10\n", 3, "10 %"),
        ("[late]\nper_day = '10 % of all'\n", 2, "10 %"),
        ("[late]\nfree_days = 1.5\n", 2, "whole number"),
        ("[late]\nfree_days = true\n", 2, "whole number"),
        ("[late]\ngrace_minutes = 99999999999\n", 2, "whole number"),
        ("[weights]\nhw1-cosh = -1\n", 2, "0 or more"),
        ("[weights]\nhw1-cosh = inf\n", 2, "0 or more"),
        ("[lates]\nper_day = '1 %'\n", 1, "late"),
        ("# mine\ntimezone = 'Berlin'\n", 2, "Europe/Berlin"),
        ("timezone = false\n", 1, "Europe/Berlin"),
        ("due = 1\n", 1, "[due]"),
        ("[total]\ndrop = 1\n", 2, "drop_lowest"),
    ],
)
def test_a_mistake_in_the_rules_is_reported_with_its_line_and_advice(text, line, says, tmp_path):
    with pytest.raises(Failure) as refused:
        policy(tmp_path, text)
    assert f"line {line}" in str(refused.value) and says in str(refused.value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("who,what\n", 1),
        ("sep=;\n\nwho;what\n", 3),
        ("\nstudent,homework,due\njdoe,hw99,2026-01-01\n", 3),
        ("student,homework,due\nada,hw99,2026-02-02\n", 2),
        ("student,homework,due\n\nada,hw1-cosh,soon\n", 3),
        ("student,homework,due\n,hw1-cosh,2026-02-02\n", 2),
        # It would swallow the next lines.
        ('student,homework,due,why\nbob,hw1-cosh,excused,"ill\ncy,hw1-cosh,excused,ill\n', 2),
        ('student,homework,due,why\nbob,hw1-cosh,excused,"ill\ncy,hw1-cosh,excused,"ill"\n', 2),
    ],
)
def test_a_mistake_in_the_extensions_is_reported_with_its_line(text, line, tmp_path):
    with pytest.raises(Failure, match=f"line {line}:"):
        policy(tmp_path, TERM, text)


def test_extensions_can_be_read_again_after_a_rename_whatever_separates_their_cells(tmp_path):
    text = "sep=|\nstudent|homework|due\nada|hw1-cosh|2026-02-02 23:59\n"
    before = policy(tmp_path, TERM, text).due_for("ada", "hw1-cosh")
    rename_in_extensions(Classroom(tmp_path), "ada", "lovelace")
    assert policy_of(Classroom(tmp_path)).due_for("lovelace", "hw1-cosh") == before


@pytest.mark.parametrize("text", ['late = {per_day = "ten"}', 'late.per_day = "ten"'])
def test_a_mistake_whose_line_is_unknown_is_reported_without_one(text, tmp_path):
    with pytest.raises(Failure, match=r"policy\.toml: 'ten' is not an amount"):
        policy(tmp_path, text)


def test_days_late_do_not_depend_on_the_machines_time_zone(tmp_path, monkeypatch):
    rules = policy(tmp_path, TERM)
    for hours in range(0, 72, 5):
        time = at("2026-01-30 23:59") + timedelta(hours=hours)
        for zone in ("UTC", "Asia/Tokyo"):
            assert rules.days_late("ada", HW1, time.astimezone(ZoneInfo(zone))) == -(-hours // 24)


def test_what_is_late_in_the_hour_that_autumn_repeats_is_a_day_late(tmp_path):
    rules = policy(tmp_path, TERM.replace("2026-10-24T12:00:00", "2026-10-25T02:30:00"))
    for handed_in, days in {"02:20+02:00": 0, "02:10+01:00": 1, "02:40+01:00": 1}.items():
        assert rules.days_late("ada", HW4, at(f"2026-10-25 {handed_in}")) == days


def test_the_rules_in_the_documentation_can_be_used_unchanged(tmp_path):
    page = (ROOT / "docs" / "term.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (extensions,) = re.findall(r"```\n(student,homework,due\n.*?)```", page, re.DOTALL)
    rules = policy(tmp_path, text, extensions)
    assert rules.penalty("bob", HW1, 20, {HW1: at("2026-02-03 12:00")}) == 4  # 4 days, 2 free
    assert rules.due_for("jdoe", HW1) == at("2026-02-02 23:59")
    assert rules.is_excused("alee", HW2)
