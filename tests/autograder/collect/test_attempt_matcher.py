"""Whose an attempt is, as the class list and earlier downloads tell."""

import pytest

from autograder.base.classroom import Classroom
from autograder.collect.attempt_matcher import AttemptMatcher, Matched
from autograder.collect.outcome import Remarks
from autograder.collect.versions import Shelf, Version
from autograder.people.roster import Roster
from autograder.people.student import Student
from autograder.systems.download import Attempt

ROSTER = Roster(
    [
        Student("jdoe", "Jane Doe", cells={"ID": "123"}),
        Student("alee", "Ann Lee", cells={"ID": "124"}),
        Student("alee2", "Ann Lee", cells={"ID": "125"}),
        Student("doebob", "Bob Doe", cells={"ID": "126"}),
    ]
)


def attempt(account: str, *ids: str, own: str = "", name: str = "", number: str = "") -> Attempt:
    return Attempt(account, own, ids, [], name=name, number=number)


def matcher(folder, roster: Roster = ROSTER, only_roster: bool = False) -> AttemptMatcher:
    return AttemptMatcher(Classroom(folder), "hw1-cosh", "canvas", roster, {}, only_roster)


@pytest.mark.parametrize(
    ("made", "student", "is_taken", "by_name", "attention"),
    [
        (attempt("doejane 123", "123", own="doejane"), "jdoe", True, False, False),
        (attempt("doejane 9", "9", own="doejane", name="Jane Doe"), "jdoe", True, True, False),
        (attempt("leeann 9", "9", own="leeann", name="Ann Lee"), "leeann", False, False, True),
        (attempt("new 9", "9", own="new"), "new", True, False, True),
        (attempt("DoeBob 9", "9", own="DoeBob"), "DoeBob 9", False, False, True),
        (attempt("testStudent 9", "9", own="teststudent"), "teststudent", True, False, False),
        (attempt("***", "9"), "***", False, False, True),
    ],
    ids=["id", "name", "two of this name", "new", "an id made of a name", "test student", "no id"],
)
def test_an_attempt_is_taken_if_it_is_clear_whose_it_is(
    made, student, is_taken, by_name, attention, tmp_path
):
    matched = matcher(tmp_path).match(made)
    assert (matched.student, matched.is_taken) == (student, is_taken)
    assert (matched.by_name, matched.remarks.attention) == (by_name, attention)


def test_of_strangers_nothing_is_taken_if_only_the_class_list_counts(tmp_path):
    of_class = matcher(tmp_path, only_roster=True)
    assert of_class.match(attempt("new 9", "9", own="new")).is_taken is False
    assert of_class.match(attempt("doejane 123", "123", own="doejane")).is_taken is True


def test_without_a_class_list_everybody_with_an_id_is_taken_in_silence(tmp_path):
    matched = matcher(tmp_path, Roster()).match(attempt("new 9", "9", own="new"))
    assert matched == Matched("new", is_taken=True, remarks=Remarks([], attention=False))


@pytest.mark.parametrize(
    ("accounts", "before", "is_clash"),
    [
        (["jane 7"], [], False),
        (["jane 7", "jane 7"], ["jane 7"], False),
        (["jane 7", "joan 8"], [], True),
        (["joan 8"], ["jane 7"], True),
        (["Anonymous 7"], ["jane 7"], False),  # the name was hidden, the number is the same
    ],
)
def test_several_accounts_that_seem_to_be_one_student_are_told_apart(
    accounts, before, is_clash, tmp_path
):
    shelf = Shelf(tmp_path / "shelf")
    for account in before:
        shelf.add(Version(account, "a", "a", "canvas", account, 1.0, 1.0), b"")
    attempts = [attempt(each, number=each.rpartition(" ")[2]) for each in accounts]
    assert bool(matcher(tmp_path).clash("jdoe", attempts, shelf)) == is_clash
