"""What a class's marks reveal about its exercises, on classes whose truth is known."""

from itertools import combinations
from math import exp
from random import Random
from statistics import correlation, mean, pvariance

import pytest

from autograder.marks.item_analysis import (
    MIN_STUDENTS,
    ItemStatistics,
    analyse,
    reliability,
    upper_less_lower,
)

STUDENTS, EXERCISES = 400, 12
POINTS = {f"e{i}": 1.0 + i % 4 for i in range(EXERCISES)}


class Simulated:
    """A class by the two-parameter logistic model: who has ability t passes an exercise with the
    probability 1 / (1 + exp(-a (t - b))), where a says how well it tells people apart, and b how
    hard it is.

    A share of 400 tosses is itself off by up to 0.025 (one standard deviation), so facilities are
    compared by the root of their mean square; and how far apart an item tells people depends on how
    hard it is as well, so that these are all of a middling kind.
    """

    def __init__(self, seed: int, reversed_item: str = ""):
        random = Random(seed)
        slopes = [0.2 + 2.3 * i / (EXERCISES - 1) for i in range(EXERCISES)]
        random.shuffle(slopes)
        self.slope = dict(zip(POINTS, slopes, strict=True))
        if reversed_item:
            self.slope[reversed_item] *= -1
        level = {name: random.uniform(-0.75, 0.75) for name in POINTS}
        abilities = [random.gauss(0, 1) for _ in range(STUDENTS)]
        chances = [
            {name: 1 / (1 + exp(-self.slope[name] * (t - level[name]))) for name in POINTS}
            for t in abilities
        ]
        self.facility = {name: mean(each[name] for each in chances) for name in POINTS}
        self.expected = [sum(POINTS[name] * p for name, p in each.items()) for each in chances]
        self.rows = [
            {name: POINTS[name] * (random.random() < each[name]) for name in POINTS}
            for each in chances
        ]


def ranks(values: list[float]) -> list[float]:
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


@pytest.mark.parametrize("seed", range(10))
def test_facility_and_discrimination_agree_with_a_simulated_class(seed):
    made = Simulated(seed)
    found = analyse(made.rows, POINTS)
    off = [found.items[name].facility - made.facility[name] for name in POINTS]
    assert mean(each**2 for each in off) ** 0.5 <= 0.03
    for measured, least in {"discrimination": 0.9, "upper_less_lower": 0.8}.items():
        estimates = [getattr(found.items[name], measured) for name in POINTS]
        assert correlation(ranks(estimates), ranks([*made.slope.values()])) >= least, measured
    assert not [name for name, item in found.items.items() if "look" in item.in_words(STUDENTS)]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("size", [40, STUDENTS])
def test_a_reversed_exercise_is_flagged_and_no_other(seed, size):
    steepest = max(Simulated(seed).slope.items(), key=lambda item: item[1])[0]
    found = analyse(Simulated(seed, steepest).rows[:size], POINTS)
    flagged = [name for name, item in found.items.items() if "look at" in item.in_words(size)]
    assert flagged == [steepest]


def test_reliability_is_what_two_halves_of_the_exercises_share():
    """Alpha is the mean of all split-half coefficients (Cronbach 1951), here of four exercises."""
    rows = Simulated(1).rows
    columns = [[row[name] / POINTS[name] for row in rows] for name in list(POINTS)[:4]]
    spread = pvariance([sum(row) for row in zip(*columns, strict=True)])
    halves = []
    for half in combinations(range(4), 2):
        one = [sum(columns[i][s] for i in half) for s in range(STUDENTS)]
        other = [sum(columns[i][s] for i in range(4) if i not in half) for s in range(STUDENTS)]
        shared = correlation(one, other) * (pvariance(one) * pvariance(other)) ** 0.5
        halves.append(4 * shared / spread)
    assert reliability(columns) == pytest.approx(mean(halves))


def test_the_error_of_a_total_is_its_distance_from_the_expected_score():
    made = Simulated(3)
    off = [sum(row.values()) - true for row, true in zip(made.rows, made.expected, strict=True)]
    # Alpha is a lower bound, so the error is an upper one.
    assert pvariance(off) ** 0.5 <= analyse(made.rows, POINTS).error <= 1.15 * pvariance(off) ** 0.5


@pytest.mark.parametrize("exercises", range(2, 16))
def test_marks_of_all_or_nothing_are_wholly_reliable(exercises):
    points = {name: POINTS.get(name, 1.0) for name in map("e{}".format, range(exercises))}
    for best in range(1, 12):
        rows = [dict.fromkeys(points, 0.7 * (student < best)) for student in range(12)]
        found = analyse(rows, points)
        assert (found.reliability, found.error) == pytest.approx((1, 0), abs=1e-6)
        assert found.reliability <= 1


def test_equal_totals_count_alike_among_the_best_and_the_worst():
    # Of ten, three at either end. Elsewhere four have 2, so each of them counts with their mean.
    others = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2]
    assert upper_less_lower([0, 0, 0, 0, 0, 0, 1, 1, 1, 0], others, 1) == pytest.approx(0.75)
    assert upper_less_lower([0, 0, 0, 0, 0, 0, 0, 1, 1, 1], others, 1) == pytest.approx(0.75)


def test_marks_in_tenths_are_analysed_like_ten_times_as_many_points():
    tenths = [(1, 2, 0), (2, 1, 0), (3, 0, 9), (0, 3, 9)] * 3
    found = {}
    for unit in (1, 10):
        rows = [dict(zip("abc", [n / unit for n in row], strict=True)) for row in tenths]
        found[unit] = analyse(rows, dict.fromkeys("abc", 9 / unit)).items
    for name, item in found[1].items():
        assert found[10][name].upper_less_lower == pytest.approx(item.upper_less_lower), name


def test_fewer_than_ten_students_are_not_analysed():
    rows = Simulated(0).rows
    assert analyse(rows[: MIN_STUDENTS - 1], POINTS) is None
    assert analyse(rows[:MIN_STUDENTS], POINTS).students == MIN_STUDENTS
    assert analyse(rows, {}) is None


def test_an_exercise_on_which_all_marks_are_equal_has_no_discrimination():
    found = analyse([{"a": 1.0, "b": i % 3} for i in range(12)], {"a": 1.0, "b": 2.0})
    assert found.items["a"].discrimination is None
    assert found.items["a"].in_words(12) == "Nearly everybody got it right."
    assert analyse([{"a": 1.0}] * 12, {"a": 1.0}).reliability is None


@pytest.mark.parametrize(
    ("facility", "said"), [(0.97, "Nearly everybody"), (0.5, ""), (0.05, "Hardly anybody")]
)
def test_an_exercise_that_nearly_all_or_hardly_any_got_right_is_reported(facility, said):
    words = ItemStatistics(facility, None, 0.0).in_words(50)
    assert words.startswith(said) and bool(words) == bool(said)


def test_uncertain_findings_are_not_reported():
    assert ItemStatistics(0.5, -0.3, -0.1).in_words(12) == ""
    assert "look at this question" in ItemStatistics(0.5, -0.3, -0.1).in_words(400)
