"""Which known mistakes a class has made, and which of them go together."""

from itertools import combinations

import pytest

from autograder.marks.item_analysis import MIN_STUDENTS
from autograder.marks.mistakes import (
    MIN_TOGETHER,
    Mistake,
    by_chance,
    mistakes_seen,
    pairs_among,
)
from autograder.notebook.exercises import Exercise

EXERCISES = [Exercise("first", "1 First", 1.0), Exercise("second", "2 Second", 1.0)]


@pytest.fixture
def bank(known):
    titles = {"a": "A", "b": "B", "again": "A"}
    known(*((name, title, "Why.", ("seen", name)) for name, title in titles.items()))


@pytest.mark.parametrize(
    ("fitting", "surely", "perhaps"),
    [
        ({}, {}, {}),
        ({"ada": {}}, {}, {}),
        ({"ada": {"first": [["a"]]}}, {"a": ["ada"]}, {}),
        ({"ada": {"first": [["a", "b"]]}}, {}, {"a": ["ada"], "b": ["ada"]}),
        # Another of her answers leaves one of the two.
        ({"ada": {"first": [["a", "b"]], "second": [["b"]]}}, {"b": ["ada"]}, {}),
        ({"ada": {"first": [["a", "b"]]}, "bob": {"first": [["b"]]}}, {"b": ["bob"]}, None),
        # The bank says the same of both, and has forgotten the third.
        ({"ada": {"first": [["again"]]}, "bob": {"first": [["a"]]}}, {"a": ["ada", "bob"]}, {}),
        ({"ada": {"first": [["again", "a"]]}}, {"a": ["ada"]}, {}),
        ({"ada": {"first": [["forgotten"]]}}, {}, {}),
    ],
)
def test_a_mistake_is_a_students_if_nothing_else_fits(bank, fitting, surely, perhaps):
    found = mistakes_seen(fitting, EXERCISES)
    assert {each.id: each.students for each in found if each.students} == surely
    if perhaps is not None:
        assert {each.id: each.perhaps for each in found if each.perhaps} == perhaps


def test_the_most_frequent_mistake_comes_first_with_its_exercises_in_order(bank):
    fitting = {
        "ada": {"second": [["b"]], "first": [["b"]]},
        "bob": {"first": [["b"], ["a"]]},
    }
    found = mistakes_seen(fitting, EXERCISES)
    assert [(each.id, each.exercises) for each in found] == [
        ("b", ["first", "second"]),
        ("a", ["first"]),
    ]


def mistake(name: str, students: range) -> Mistake:
    return Mistake(name, name, "", [], [f"s{number}" for number in students], [])


@pytest.mark.parametrize(
    ("first", "second", "students", "are_pair"),
    [
        (range(6), range(6), 20, True),
        (range(6), range(6, 12), 20, False),  # nobody has both
        (range(10), range(5, 15), 20, False),  # as many as chance would explain
        (range(MIN_TOGETHER), range(MIN_TOGETHER), 20, True),
        (range(MIN_TOGETHER - 1), range(MIN_TOGETHER - 1), 500, False),
        (range(5), range(5), MIN_STUDENTS, True),
        (range(5), range(5), MIN_STUDENTS - 1, False),
        (range(30, 36), range(30, 36), 20, False),  # people who do not count
    ],
)
def test_mistakes_that_more_share_than_chance_explains_go_together(
    first, second, students, are_pair
):
    counted = {f"s{number}" for number in range(students)}
    assert bool(pairs_among([mistake("a", first), mistake("b", second)], counted)) == are_pair


def test_only_those_who_count_are_expected_to_share_mistakes():
    counted = {f"s{number}" for number in range(20)}
    (pair,) = pairs_among([mistake("a", range(15, 40)), mistake("b", range(16, 40))], counted)
    assert (pair.both, pair.expected) == (4, 5 * 4 / 20)


def test_the_surest_pair_comes_first():
    counted = {f"s{number}" for number in range(40)}
    mistakes = [mistake("a", range(5)), mistake("b", range(5)), mistake("c", range(10, 20))]
    mistakes.append(mistake("d", range(10, 20)))
    assert [(p.first.id, p.second.id) for p in pairs_among(mistakes, counted)] == [
        ("c", "d"),
        ("a", "b"),
    ]


def test_the_probability_of_a_chance_overlap_agrees_with_counting():
    def counted(both, first, second, students):
        ones = set(range(first))
        ways = list(combinations(range(students), second))
        return sum(len(ones & {*way}) >= both for way in ways) / len(ways)

    for case in [(3, 4, 5, 9), (0, 2, 3, 7), (2, 2, 2, 8)]:
        assert by_chance(*case) == pytest.approx(counted(*case))
