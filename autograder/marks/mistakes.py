"""Finds the known mistakes that a class has made, and those that occur together."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from math import comb
from operator import itemgetter

from autograder.marks.item_analysis import MIN_STUDENTS
from autograder.notebook.exercises import Exercise

MIN_TOGETHER = 3  # students
MAX_CHANCE = 0.05  # the probability of reporting any pair if all mistakes are independent

# By exercise, the ids of the known mistakes that fit, for each of a student's wrong answers.
_Fitting = dict[str, list[list[str]]]


@dataclass
class Mistake:
    """A known mistake, and the students whose answers look like it."""

    id: str  # its name in the bank
    title: str  # what is done wrong, in a sentence
    sentence: str  # the advice for it
    exercises: list[str]  # the ids of the exercises in which it was seen
    students: list[str]  # the ids of students with an answer that looks like this mistake only
    perhaps: list[str]  # the ids of students whose answers look like this or another mistake


@dataclass(frozen=True)
class MistakePair:
    """Two mistakes that more students share than chance would explain."""

    first: Mistake
    second: Mistake
    both: int  # how many students certainly made both
    expected: float  # how many would, if the two were independent


def mistakes_seen(fitting: dict[str, _Fitting], exercises: list[Exercise]) -> list[Mistake]:
    """The known mistakes that were seen, most frequent first.

    Args:
        fitting: by student, the mistakes that fit.
        exercises: those of the homework, in its order.
    """
    if not any(fitting.values()):
        return []
    from course.messages.misconceptions import read_bank  # loads PyTorch, which takes a second

    texts, _ = read_bank()
    # Entries of the bank with the same text count as one mistake, under the first name.
    first_with = {text: name for name, text in reversed(texts.items())}
    seen_in: dict[str, set[str]] = defaultdict(set)  # exercises, by mistake
    students: dict[str, set[str]] = defaultdict(set)  # whose answers look like it
    sure: dict[str, set[str]] = defaultdict(set)  # whose answers look like no other
    for student in fitting:
        for exercise, ids in _narrowed_down(fitting[student]):
            names = {first_with[texts[name]] if name in texts else name for name in ids}
            for name in names & texts.keys():
                seen_in[name].add(exercise)
                students[name].add(student)
                if len(names) == 1:
                    sure[name].add(student)
    mistakes = [
        Mistake(
            name,
            *texts[name],
            exercises=[exercise.id for exercise in exercises if exercise.id in seen_in[name]],
            students=sorted(sure[name]),
            perhaps=sorted(students[name] - sure[name]),
        )
        for name in students
    ]
    return sorted(mistakes, key=lambda m: (-len(m.students), -len(m.perhaps), m.id))


def _narrowed_down(fitting: _Fitting) -> list[tuple[str, list[str]]]:
    """Each of a student's wrong answers, as its exercise and the mistakes that fit. If some of
    these also fit another of the student's answers, only those are given."""
    answers = [(exercise, ids) for exercise in fitting for ids in fitting[exercise]]
    narrowed = []
    for exercise, ids in answers:
        subsets = [other for _, other in answers if set(other) <= set(ids)]
        narrowed.append((exercise, min(subsets, key=len)))
    return narrowed


def pairs_among(mistakes: list[Mistake], counted: set[str]) -> list[MistakePair]:
    """The mistakes that occur together, the most certain pairs first. Each pair is so certain that
    chance alone would rarely produce even one such pair among all pairs.

    Args:
        counted: the students who count in statements about the class.
    """
    if len(counted) < MIN_STUDENTS:
        return []
    candidates = list(combinations(mistakes, 2))
    with_chance: list[tuple[float, MistakePair]] = []
    for first, second in candidates:
        have_first, have_second = counted & {*first.students}, counted & {*second.students}
        both, one, other = len(have_first & have_second), len(have_first), len(have_second)
        chance = by_chance(both, one, other, len(counted))
        if both >= MIN_TOGETHER and chance < MAX_CHANCE / len(candidates):
            expected = one * other / len(counted)
            with_chance.append((chance, MistakePair(first, second, both, expected)))
    return [pair for _, pair in sorted(with_chance, key=itemgetter(0))]


def by_chance(both: int, first: int, second: int, students: int) -> float:
    """The probability that at least `both` students make two mistakes if these are independent:
    Fisher's exact test, one-sided (Statistical Methods for Research Workers, section 21.02).

    Args:
        both: how many students made both.
        first, second: how many made the first, and how many the second.
        students: how many students there are.
    """
    ways = (
        comb(first, n) * comb(students - first, second - n)
        for n in range(both, min(first, second) + 1)
    )
    return sum(ways) / comb(students, second)
