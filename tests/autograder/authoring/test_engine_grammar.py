"""The checks accept exactly the engines that agree with PyTorch on all small graphs."""

import contextlib
import io
import random
from functools import cache
from itertools import chain

import pytest

from autograder.judge.author_run import run_author, run_code, set_apart
from course.check.engines.checked_algorithm import CheckedAlgorithm
from course.messages.failure import CheckFailed
from tests.helpers.engine_grammar import agrees, engine, engines, small_graphs

SAMPLE = 60  # engines of a homework, by day
GRAPHS = 1500  # of five nodes, by day
OF_TENSORS = 40  # graphs of four and of five nodes each, by day
HOMEWORKS = ["hw1-cosh", "hw2-tanh", "hw3-polynomial", "hw4-matmul"]


def has_tensors(homework: str) -> bool:
    return homework not in ("hw1-cosh", "hw2-tanh")


@cache
def some_graphs(tensors: bool):
    """All of up to four nodes, and some of five; of tensors, which take longer, fewer."""
    if not tensors:
        return [*small_graphs(4), *small_graphs(5, smallest=5, sample=GRAPHS)]
    some = (small_graphs(k, smallest=k, sample=OF_TENSORS, tensors=True) for k in (4, 5))
    return [*small_graphs(3, tensors=True), *chain(*some)]


def asked_for(homework: str, graphs: list) -> list:
    """The graphs on which a homework wants an engine to be right. Homework 4 accepts one that adds
    shares by itself, without the sums over what was broadcast: these are homework 3's affair."""
    if homework != "hw4-matmul":
        return graphs
    adds = engine((("accumulate", "adds"),))
    return [graph for graph in graphs if agrees(adds, [graph])]


@pytest.fixture
def undiagnosed(monkeypatch):
    """Checks without the words for a failure, for which there is no time here."""
    monkeypatch.setattr(CheckedAlgorithm, "diagnosed", lambda self, failure, *_: failure)


def accepted(cells, algorithm) -> bool:
    """Whether all checks of a homework accept an engine with this backward pass."""
    for cell in cells:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                run_code(cell.code, dict(cell.names) | {"backward_algorithm": algorithm})
        except CheckFailed:
            return False
    return True


def disagreements(homework: str, chosen, graphs) -> list[tuple]:
    """The engines, by their edits, of which a homework's checks and PyTorch think differently."""
    judged, classes = run_author(homework)
    cells = [cell for cell in judged if "backward_algorithm" in cell.student_names]
    cells = [cell for cell in cells if "own_engine" not in cell.student_names]  # it asks about one
    if has_tensors(homework):  # the others are of one's own nodes, or of gradients' graphs
        cells = [cell for cell in cells if cell.id == "engine-check"]
    with set_apart(classes):
        return [
            edits
            for edits in chosen
            if accepted(cells, engine(edits)) != agrees(engine(edits), graphs)
        ]


def test_there_are_many_engines_within_two_edits():
    assert sum(1 for _ in engines()) >= 20_000


@pytest.mark.by_day(1)
@pytest.mark.parametrize("homework", HOMEWORKS)
def test_a_sample_of_engines_is_accepted_if_and_only_if_it_is_right(homework, undiagnosed):
    draw = random.Random(homework)
    wrong = draw.sample(list(engines()), SAMPLE)
    nearly_right = draw.sample(list(engines(1)), SAMPLE)
    graphs = asked_for(homework, some_graphs(has_tensors(homework)))
    assert disagreements(homework, [*wrong, *nearly_right], graphs) == []


@pytest.mark.nightly
@pytest.mark.parametrize("homework", HOMEWORKS)
def test_every_engine_is_accepted_if_and_only_if_it_is_right(homework, undiagnosed):
    graphs = list(small_graphs(5)) if not has_tensors(homework) else some_graphs(True)
    graphs = asked_for(homework, graphs)
    assert disagreements(homework, engines(), graphs) == []
