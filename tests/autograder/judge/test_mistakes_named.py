"""Which known mistakes instructors are told of that a message does not name."""

import pytest

from autograder.judge.check_run import mistakes_named
from course import check_blanks
from course.messages.misconceptions import IN_BLANK
from tests.helpers.blanks import verdicts


@pytest.mark.parametrize(
    ("answers", "is_named"),
    [
        ({"a": 2, "b": 4, "c": 6}, True),
        ({"a": 2, "b": 4, "c": 7}, True),  # most of it fits
        ({"a": 2, "b": 8, "c": 9}, True),  # it is made in one place
        ({"a": 2, "b": 5, "c": 9}, False),
        ({"a": 2, "b": 5, "c": 7}, False),
        ({"a": 2, "b": ..., "c": 9}, True),
    ],
)
def test_a_mistake_is_not_named_if_other_wrong_blanks_contradict_it(
    answers, is_named, known, capsys
):
    made = [("a", 7.0, 2.0), ("b", 8.0, 4.0), ("c", 9.0, 6.0)]
    known(*(("m", "A mean.", "Look.", (IN_BLANK, "", *each)) for each in made))
    with mistakes_named() as told_to_the_instructor:
        check_blanks(answers | {"d": 1}, {"a": 7.0, "b": 8.0, "c": 9.0, "d": 1.0})
    printed = capsys.readouterr().out
    assert ("A mean." in printed) is is_named
    assert told_to_the_instructor == [["m"]] * printed.count("result of a known mistake:")


@pytest.mark.parametrize(
    ("answers", "exchanged"),
    [
        ({"a": 8, "b": 7, "c": 9}, ["a", "b"]),
        ({"a": 8, "b": 7, "c": 1}, ["a", "b"]),
        ({"a": 8, "b": "9 - 2", "c": 9}, ["a", "b"]),
        ({"a": 8, "b": 9, "c": 7}, []),
        ({"a": 8, "b": 8, "c": 9}, []),
        ({"a": 8, "b": ..., "c": 9}, []),
    ],
)
def test_two_answers_are_said_to_be_exchanged_if_each_is_right_for_the_other(
    answers, exchanged, capsys, known
):
    known(("m", "A mean.", "Look.", (IN_BLANK, "", "a", 7.0, 8.0)))
    with mistakes_named() as told_to_the_instructor:
        check_blanks(answers | {"d": 1}, {"a": 7.0, "b": 8.0, "c": 9.0, "d": 1.0})
    by_blank = verdicts(capsys.readouterr().out)
    assert [name for name in by_blank if "exchanged" in by_blank[name]] == exchanged
    assert told_to_the_instructor == ([] if exchanged else [["m"]])


def test_a_mistake_is_not_named_if_only_a_pair_of_brackets_is_missing(capsys, known):
    known(("m", "A mean.", "Look.", (IN_BLANK, "", "a", 9.0, 4.0)))
    with mistakes_named() as told_to_the_instructor:
        check_blanks({"a": "3^1 + 1", "b": 4}, {"a": 9.0, "b": 4.0})
    printed = capsys.readouterr().out
    assert "brackets" in printed and "A mean." not in printed
    assert told_to_the_instructor == []
