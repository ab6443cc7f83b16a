"""Wrong answers of people who had not read the bank: named right or not at all, never wrong."""

import pytest

from autograder.authoring.runs import run_checks
from autograder.base.paths import ROOT
from course import misconceptions
from course.check.battery import Tried, reserved_battery
from tests.test_diagnosis import algorithms

pytestmark = pytest.mark.slow

TEXT = (ROOT / "tests" / "unseen_answers.txt").read_text(encoding="utf-8")
ANSWERS = [
    (*(part.strip() for part in head.split("|")), code)
    for head, _, code in (each.partition("\n") for each in TEXT.split("\n# %% ")[1:])
]


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def names_in(text: str) -> list[str]:
    """The known mistakes whose title and sentence are in a text."""
    texts, _ = misconceptions.known()
    return [i for i in sorted(texts) if in_one_line(" ".join(texts[i])) in in_one_line(text)]


def what_is_known_of(found: Tried) -> str:
    """The first fact on a graph, or the error that ended the run."""
    if found.outcome.error and found.how.early is None:
        return found.outcome.error
    return found.fact.kind


@pytest.mark.parametrize(("place", "wrong", "told", "code"), ANSWERS)
def test_an_answer_of_an_outsider_is_missed_never_and_told_what_is_true(place, wrong, told, code):
    assignment, cell = place.split("/")
    run = run_checks(assignment, {cell: code})
    assert bool(run.failed) == bool(wrong)
    names = names_in(" ".join(run.told.values()))
    if told in ("", "finding", "error", "numbers"):
        assert names == []
    elif names:
        assert " ".join(names) == told
    else:
        ((method, algorithm),) = algorithms(code)
        tensors = assignment not in ("hw1-cosh", "hw2-tanh")
        assert what_is_known_of(reserved_battery(algorithm, method, tensors)().smallest()) == told
