"""Computes statistics of exercises from a class's marks, by classical test theory.

`facility` is the fraction of an exercise's points that the class earned. `discrimination` says how
well the exercise separates students who did well in the other exercises from the rest.
`reliability` says how much of the differences between totals is not due to chance. With fewer than
`MIN_STUDENTS`, there is no analysis.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import StatisticsError, correlation, mean, pvariance, stdev

MIN_STUDENTS = 10  # students
TAIL = 0.27  # the fraction of the class that counts as the best, and as the worst
SURE = 2.0  # standard errors; only larger deviations from chance are reported


@dataclass(frozen=True)
class ItemStatistics:
    """The statistics of an exercise."""

    facility: float  # the fraction of its points that was earned, from 0 to 1
    # From -1 to 1; None if all students have equal marks here, or equal sums of the other marks.
    discrimination: float | None
    # The facility among the students who did best in the other exercises, minus that among the
    # worst.
    upper_less_lower: float

    def in_words(self, students: int) -> str:
        """The conclusion, for people who are not statisticians; empty if all is well, or if nothing
        is certain."""
        error = 1 / sqrt(students - 1)  # of a correlation whose true value is 0
        r = self.discrimination
        if r is not None and r < -SURE * error:
            return "Those who did well elsewhere did worse here: look at this question."
        if self.facility > 0.95:
            return "Nearly everybody got it right."
        if self.facility < 0.1:
            return "Hardly anybody got it right: was it asked clearly, and taught?"
        if r is not None and r + SURE * error < 0.3:
            return "How people did elsewhere says little about how they did here."
        return ""


@dataclass(frozen=True)
class Analysis:
    """The analysis of a homework."""

    students: int  # how many were counted
    items: dict[str, ItemStatistics]  # by exercise
    reliability: float | None  # Cronbach's alpha; None with one exercise, or equal totals
    error: float | None  # of a total, in points: its standard error of measurement


def analyse(rows: Sequence[dict[str, float]], points: dict[str, float]) -> Analysis | None:
    """Analyses a homework; None if too few students can be counted.

    Args:
        rows: the marks of each student, by exercise.
        points: what each exercise is worth.
    """
    if len(rows) < MIN_STUDENTS or not points:
        return None
    columns = {name: [row[name] for row in rows] for name in points}
    totals = [sum(row[name] for name in points) for row in rows]
    items = {}
    for name, marks in columns.items():
        others = [round(total - mark, 6) for total, mark in zip(totals, marks, strict=True)]
        items[name] = ItemStatistics(
            facility(marks, points[name]),
            discrimination(marks, others),
            upper_less_lower(marks, others, points[name]),
        )
    alpha = reliability(list(columns.values()))
    error = stdev(totals) * sqrt(1 - alpha) if alpha is not None and alpha >= 0 else None
    return Analysis(len(rows), items, alpha, error)


def facility(marks: Sequence[float], points: float) -> float:
    """The mean mark as a fraction of what the exercise is worth. Lord and Novick, Statistical
    Theories of Mental Test Scores (1968), chapter 15, call it "difficulty" (p), which misleads."""
    return mean(marks) / points


def discrimination(marks: Sequence[float], others: Sequence[float]) -> float | None:
    """The corrected item-total correlation; None if either side is the same for all students.

    It is Pearson's correlation between the mark and the sum of all other marks, so that no exercise
    is compared with itself (Henrysson, Psychometrika 28, 1963, pages 211-218).
    """
    try:
        return correlation(marks, others)
    except StatisticsError:
        return None


def upper_less_lower(marks: Sequence[float], others: Sequence[float], points: float) -> float:
    """The facility among the 27 % who did best in all other exercises, minus that among the 27 %
    who did worst.

    With groups of this size, the difference is most certain (Kelley, Journal of Educational
    Psychology 30, 1939, pages 17-24). If students have the same sum of other marks, chance would
    decide which of them are among the best, so each of them counts with the mean of their marks.
    """
    tied = defaultdict(list)
    for mark, elsewhere in zip(marks, others, strict=True):
        tied[elsewhere].append(mark)
    mean_of = {elsewhere: mean(equals) for elsewhere, equals in tied.items()}
    ranked = [mean_of[elsewhere] for elsewhere in sorted(others)]
    size = round(TAIL * len(ranked))
    return facility(ranked[-size:], points) - facility(ranked[:size], points)


def reliability(columns: Sequence[Sequence[float]]) -> float | None:
    """Cronbach's alpha; None if there is only one exercise, or if all totals are equal.

    It is a lower bound for the part of the totals' variance that is not due to chance (Cronbach,
    Psychometrika 16, 1951, pages 297-334). `Analysis.error` is the standard deviation of the totals
    times sqrt(1 - alpha), as in Lord and Novick, chapter 3.
    """
    spread = pvariance([sum(row) for row in zip(*columns, strict=True)])
    count = len(columns)
    if count < 2 or not spread:
        return None
    alpha = count / (count - 1) * (1 - sum(map(pvariance, columns)) / spread)
    return min(alpha, 1.0)  # rounding may take it beyond
