"""The checks accept exactly the engines that agree with PyTorch on all small graphs."""

import contextlib
import io
import random

import pytest

from autograder.judge.author import fresh_registry, run_author
from course.check import gradients
from course.failure import CheckFailed
from tests.engine_grammar import agrees, engine, engines, small_graphs

SAMPLE = 60  # engines of a homework, by day
GRAPHS = 1500  # of five nodes, by day


@pytest.fixture(scope="module")
def graphs():
    """All graphs of up to four nodes, and some of five."""
    return [*small_graphs(4), *small_graphs(5, smallest=5, sample=GRAPHS)]


@pytest.fixture
def undiagnosed(monkeypatch):
    """Checks without the words for a failure, for which there is no time here."""
    monkeypatch.setattr(gradients, "diagnosed", lambda failure, *_: failure)


def accepted(cells, algorithm) -> bool:
    """Whether all checks of a homework accept an engine with this backward pass."""
    for cell in cells:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                cell.code.run(dict(cell.names) | {"backward_algorithm": algorithm})
        except CheckFailed:
            return False
    return True


def disagreements(assignment: str, chosen, graphs) -> list[tuple]:
    """The engines, by their edits, of which a homework's checks and PyTorch think differently."""
    judged, classes = run_author(assignment)
    cells = [cell for cell in judged if "backward_algorithm" in cell.students]
    cells = [cell for cell in cells if "own_engine" not in cell.students]  # it asks about one
    with fresh_registry(classes):
        return [
            edits
            for edits in chosen
            if accepted(cells, engine(edits)) != agrees(engine(edits), graphs)
        ]


def test_there_are_many_engines_within_two_edits():
    assert sum(1 for _ in engines()) >= 20_000


@pytest.mark.parametrize("assignment", ["hw1-cosh", "hw2-tanh"])
def test_a_sample_of_engines_is_accepted_if_and_only_if_it_is_right(
    assignment, graphs, undiagnosed
):
    draw = random.Random(assignment)
    wrong = draw.sample(list(engines()), SAMPLE)
    nearly_right = draw.sample(list(engines(1)), SAMPLE)
    assert disagreements(assignment, [*wrong, *nearly_right], graphs) == []


@pytest.mark.nightly
@pytest.mark.parametrize("assignment", ["hw1-cosh", "hw2-tanh"])
def test_every_engine_is_accepted_if_and_only_if_it_is_right(assignment, undiagnosed):
    assert disagreements(assignment, engines(), list(small_graphs(5))) == []
