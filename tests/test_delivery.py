"""An engine is flagged if its right gradients did not come from what `backward` returned, and only
then."""

import random
from collections.abc import Callable

import pytest
import torch

from autograder.judge.delivery import not_delivered
from course.check.base.twin import twin
from course.check.engines.gradients import check_visits
from course.compare import all_right
from course.failure import CheckFailed
from course.graph import ComputationNode, Copy, Exp, HalfDifference, Leaf, Matsum, Mean, Negate
from course.recording.calls import Answer, Call
from course.subject import Happened, Run, ask
from tests.engine import backward_algorithm
from tests.engine_grammar import engine, engines
from tests.hostile_engines import FOR_NUMBERS, FOR_TENSORS, HONEST, HONEST_FOR_TENSORS

SAMPLE = 500  # engines of the grammar, by day


def on_numbers() -> ComputationNode:
    x = Exp(Leaf(0.5, "x"))
    fork = HalfDifference(x, Leaf(-0.7, "b"))
    return Exp(HalfDifference(Mean(fork, Negate(fork)), HalfDifference(fork, x)), name="y")


def on_tensors() -> ComputationNode:
    a = Leaf(torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.3, -0.7]], dtype=torch.float64), "a")
    b = Leaf(torch.tensor([0.9, -0.4, 0.6], dtype=torch.float64), "b")
    fork = HalfDifference(Exp(a), Negate(b))
    return Matsum(Exp(HalfDifference(Mean(fork, b), Copy(fork))), name="y")


def engine_of(source: str) -> Callable:
    names = {"by_shares": backward_algorithm}
    exec(source, names)
    return names["backward_algorithm"]


def happened(graph: ComputationNode, algorithm: Callable) -> tuple[Run, Answer]:
    """A backward pass of an engine."""
    for node in graph.sorted_nodes():
        node.forward()
        node.gradient = None
    is_number = isinstance(graph.result, float)
    run = Run(graph, algorithm, -1.3 if is_number else torch.tensor(-1.3, dtype=torch.float64))
    return run, ask(run)


def is_right(run: Run, answer: Answer) -> bool:
    """Whether a check would find nothing wrong with it."""
    if answer.error or not all_right(answer.gradients, twin(run.graph, run.one).gradients):
        return False
    try:
        check_visits(run.graph.sorted_nodes(), answer.calls, "backward_algorithm")
    except CheckFailed:
        return False
    return True


@pytest.mark.parametrize(
    ("graph", "source"),
    [pytest.param(on_numbers(), engine, id=name) for name, engine in FOR_NUMBERS.items()]
    + [pytest.param(on_tensors(), engine, id=f"tensors: {n}") for n, engine in FOR_TENSORS.items()],
)
def test_an_engine_that_calls_backward_for_show_is_flagged(graph, source):
    run, answer = happened(graph, engine_of(source))
    assert is_right(run, answer)
    assert not_delivered([(run, answer)])


@pytest.mark.parametrize(
    ("graph", "source"),
    [pytest.param(on_numbers(), engine, id=name) for name, engine in HONEST.items()]
    + [pytest.param(on_tensors(), engine, id=name) for name, engine in HONEST_FOR_TENSORS.items()],
)
def test_an_honest_engine_that_is_unusual_is_not_flagged(graph, source):
    run, answer = happened(graph, engine_of(source))
    assert all_right(answer.gradients, twin(graph, run.one).gradients)
    assert not_delivered([(run, answer)]) == ""


@pytest.mark.by_day(1)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("graph", [on_numbers(), on_tensors()], ids=["numbers", "tensors"])
def test_an_engine_of_the_grammar_that_is_right_is_not_flagged(graph, seed):
    some = random.Random(seed).sample(list(engines()), SAMPLE)
    ran = {edits: happened(graph, engine(edits)) for edits in (*engines(1), *some)}
    right = {edits: each for edits, each in ran.items() if is_right(*each)}
    assert len(right) > 20
    assert {e: told for e, each in right.items() if (told := not_delivered([each]))} == {}


ODD = [None, float("nan"), 1e308, "x", [1], torch.zeros(0), torch.ones(2, 3), torch.ones(4)]


@pytest.mark.parametrize("seed", range(100))
def test_whatever_is_reported_of_calls_can_be_looked_at(seed):
    draw = random.Random(seed)
    run, _ = happened(on_numbers(), backward_algorithm)
    nodes = run.graph.sorted_nodes()
    calls = [
        Call(node, "backward", draw.choice(ODD), draw.choices(ODD, k=len(node.input_nodes)), True)
        for node in draw.choices(nodes, k=12)
    ]
    answer = Happened(calls=calls, count=12, gradients=draw.choices(ODD, k=draw.choice([2, 9])))
    assert isinstance(not_delivered([(run, answer)]), str)
