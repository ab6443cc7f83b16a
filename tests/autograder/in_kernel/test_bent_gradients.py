"""An engine is flagged if, and only if, its right gradients did not come from what `backward`
returned."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
import torch

from autograder.base.paths import homeworks
from autograder.in_kernel.bent_gradients import BentAnswer, RunWithBentGradients
from autograder.in_kernel.questions_as_json import encode_answer
from autograder.judge.flags.from_answers import (
    FORWARD_ON_LONGER,
    asks_bent,
    bent_questions,
    doubt_of_engine,
    ignores_backward,
)
from autograder.judge.question_plan import plan_for
from course.check.engines.passes import check_visits
from course.graph import ComputationNode, Copy, Exp, HalfDifference, Leaf, Matsum, Mean, Negate
from course.messages.failure import CheckFailed
from course.questions import PrepareBackward, RunEngine, TryBattery
from course.recording.records import Answer, calls_of
from course.reference.twin import twin
from course.right_results import has_tensors
from course.subject import ask
from course.values.closeness import are_all_right
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.engine_grammar import engine, engines
from tests.helpers.hostile_engines import FOR_NUMBERS, FOR_TENSORS, HONEST, HONEST_FOR_TENSORS

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


def engine_of(source: str) -> tuple[Callable, Callable]:
    names = {"by_shares": backward_algorithm, "forward_algorithm": forward_algorithm}
    exec(source, names)
    return names["forward_algorithm"], names["backward_algorithm"]


def one_for(graph: ComputationNode) -> float | torch.Tensor:
    return torch.tensor(-1.3, dtype=torch.float64) if has_tensors(graph) else -1.3


def told(make: Callable, *engine: Callable) -> str:
    """What is told of an engine on a graph, after a check that asked about small ones, too."""
    battery = TryBattery(engine[1], "backward", has_tensors(make()), with_steps=False)

    def answers(forward: Callable, backward: Callable) -> list[dict]:
        graph = make()
        runs = RunEngine(graph, forward), RunEngine(graph, backward, one_for(graph))
        questions = bent_questions([*((run, Answer()) for run in runs), (battery, Answer())])
        return [encode_answer(ask(q), q.graph.sorted_nodes()) for q in questions]

    right = answers(forward_algorithm, backward_algorithm)
    bent = list(zip(answers(*engine), right, strict=True))
    return doubt_of_engine([(battery, ask(battery))], bent)


def is_right(make: Callable, forward: Callable, backward: Callable) -> bool:
    """Whether a check would find nothing wrong with it."""
    graph = make()
    ask(RunEngine(graph, forward))
    ask(PrepareBackward(graph, with_right_results=True))
    one = one_for(graph)
    answer = ask(RunEngine(graph, backward, one))
    if answer.error or not are_all_right(answer.gradients, twin(graph, one).gradients):
        return False
    try:
        check_visits(graph.sorted_nodes(), calls_of("backward", answer.calls), "backward")
    except CheckFailed:
        return False
    return True


@pytest.mark.parametrize("make", [on_numbers, on_tensors])
def test_a_right_backward_pass_is_not_flagged_for_a_forward_pass_that_fails(make):
    def unwritten(graph):
        raise NotImplementedError

    assert is_right(make, unwritten, backward_algorithm)
    assert told(make, unwritten, backward_algorithm) == ""


@pytest.mark.parametrize(
    ("graph", "source"),
    [pytest.param(on_numbers, engine, id=name) for name, engine in FOR_NUMBERS.items()]
    + [pytest.param(on_tensors, engine, id=f"tensors: {n}") for n, engine in FOR_TENSORS.items()],
)
def test_an_engine_that_calls_backward_for_show_is_flagged(graph, source):
    assert told(graph, *engine_of(source))


@pytest.mark.parametrize(
    ("graph", "source"),
    [pytest.param(on_numbers, engine, id=name) for name, engine in HONEST.items()]
    + [pytest.param(on_tensors, engine, id=name) for name, engine in HONEST_FOR_TENSORS.items()],
)
def test_an_honest_but_unusual_engine_is_not_flagged(graph, source):
    assert told(graph, *engine_of(source)) == ""


def stops_after_nodes(graph, one):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1][:12]:
        for to, share in zip(node.input_nodes, node.backward(), strict=True):
            to.accumulate_gradient(share)


def stops_after_shares(graph, one):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    arrived = Counter()
    for node in reversed(nodes):
        for to, share in zip(node.input_nodes, node.backward(), strict=True):
            arrived[to] += 1
            if arrived[to] <= 5:
                to.accumulate_gradient(share)


@pytest.mark.parametrize("backward", [stops_after_nodes, stops_after_shares])
@pytest.mark.parametrize("graph", [on_numbers, on_tensors])
def test_an_engine_that_is_right_up_to_a_size_is_flagged(graph, backward):
    assert is_right(graph, forward_algorithm, backward)
    assert told(graph, forward_algorithm, backward)


def rounded_slopes(graph, one):
    """Finite differences, rounded to float32, with each backward called for show."""
    nodes = graph.sorted_nodes()

    def output_at(place, result):
        nodes[place].result = result
        for later in nodes[place + 1 :]:
            type(later).forward(later)
        return graph.result

    for place in reversed(range(len(nodes))):
        node, step = nodes[place], 1e-6
        result = node.result
        above, below = output_at(place, result + step), output_at(place, result - step)
        output_at(place, result)
        node.gradient = ((above - below) / (2 * step)).float().double()
        if node.input_nodes:
            node.backward()


def sums_in_float32(graph, one):
    backward_algorithm(graph, one)
    for node in graph.sorted_nodes():
        node.gradient = node.gradient.float()


@pytest.mark.parametrize(("backward", "seen"), [(rounded_slopes, True), (sums_in_float32, False)])
def test_finite_differences_in_float32_are_noticed_and_sums_are_not(backward, seen):
    assert bool(told(on_tensors, forward_algorithm, backward)) is seen


@pytest.mark.parametrize("graph", [on_numbers, on_tensors])
@pytest.mark.parametrize(("nodes", "seen"), [(2, False), (12, True), (99, False)])
def test_a_forward_pass_that_is_right_only_on_small_graphs_is_noticed(graph, nodes, seen):
    """One that is wrong on the graph of the check loses points in another."""

    def forward(graph):
        for node in graph.sorted_nodes()[:nodes]:
            node.forward()

    assert (told(graph, forward, backward_algorithm) == FORWARD_ON_LONGER) is seen


@pytest.mark.by_day(1)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("graph", [on_numbers, on_tensors])
def test_a_right_engine_of_the_grammar_is_not_flagged(graph, seed):
    some = random.Random(seed).sample(list(engines()), SAMPLE)
    right = [e for e in (*engines(1), *some) if is_right(graph, forward_algorithm, engine(e))]
    assert len(right) > 20
    # Made anew: one that only knows the first graph it has seen is right on one.
    assert [e for e in right if told(graph, forward_algorithm, engine(e))] == []


@pytest.mark.parametrize("homework", homeworks())
def test_all_checks_of_an_engine_test_its_delivery(homework):
    checks = plan_for(homework, "a series").checks.values()
    about_engines = [
        each
        for each in checks
        if any(a["do"] == "RunEngine" and a["values"]["one"] is not None for a in each.acts)
    ]
    assert [each.cell.id for each in about_engines if not any(map(asks_bent, each.acts))] == []


ODD = [None, float("nan"), 1e308, "x", [1], torch.zeros(0), torch.ones(2, 3), torch.ones(4)]


@pytest.mark.parametrize("seed", range(100))
def test_every_kind_of_reported_value_can_be_inspected(seed):
    draw = random.Random(seed)
    found = BentAnswer(gradients=draw.choices(ODD, k=draw.choice([0, 2, 9])))
    right = BentAnswer(gradients=[torch.ones(2, 3, dtype=torch.float64)] * 9)
    assert ignores_backward(*(encode_answer(each, []) for each in (found, right)))


@pytest.mark.parametrize("kind", [list, tuple, iter, torch.stack, dict])
def test_gradients_are_scaled_in_whatever_container_backward_returns_them(kind):
    def backward():
        shares = torch.as_tensor(graph.gradient), torch.as_tensor(-graph.gradient)
        return kind(zip(graph.input_nodes, shares, strict=True) if kind is dict else shares)

    def by_kind(graph, one):
        graph.gradient = one
        shares = graph.backward()
        shares = shares.values() if kind is dict else shares
        for to, share in zip(graph.input_nodes, shares, strict=True):
            to.accumulate_gradient(share)

    graph = Mean(Leaf(0.5), Leaf(2.0))
    graph.backward = backward
    found = ask(RunWithBentGradients(graph, forward_algorithm, by_kind, 2.0, [1.0, 1.0, 0.5]))
    assert (found.error, found.gradients) == (None, [1.0, -1.0, 2.0])


def test_an_engine_that_leaves_no_time_for_the_test_is_flagged():
    assert ignores_backward({"skipped": True}, {})
