"""The one door to the student's code: checks say the same if the code runs in another process."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import torch

from autograder.judge.remote_subject import (
    RemoteFunction,
    RemoteSubject,
    acts_of,
    looked_up,
    read_answers,
)
from course import *
from course import check_derivatives, check_kept, check_minibatches
from course.check.nodes import node_experiments
from course.recording import evidence, outcomes
from course.recording.calls import Answer
from course.running import limit
from course.running.settings import settings_restored
from course.subject import (
    CallFunction,
    NodeForwardAndBackward,
    PlayEngine,
    Question,
    RunEngine,
    TryBattery,
    ask,
    asking,
    reserve,
)
from tests.helpers.engine import *
from tests.helpers.student_code import WALK, cosh, written
from tests.helpers.subjects import Kernel, elsewhere, shown

FORWARD = {
    "raises": WALK + "node.forward(1)",
    "is not written": '"""Runs."""\nraise NotImplementedError()',
    "has a line left over": WALK + "node.forward()\nraise NotImplementedError()",
    "goes in the wrong order": WALK + "node.forward()",
    "goes on and on": "while True:\n  graph.sorted_nodes()[0].forward()",
    "does not end": "while True:\n  pass",
    "does nothing": "pass",
    "calls itself": "return forward(graph)",
    "turns inputs round": WALK + "node.forward()\n  node.input_nodes.reverse()",
}
BACKWARD = {
    "sets grad": "graph.grad = one",
    "stops at the output": "graph.gradient = one",
    "raises in a node": WALK + "node.backward()",
}


@pytest.mark.parametrize("body", [pytest.param(b, id=n) for n, b in FORWARD.items()])
def test_a_check_says_the_same_about_a_forward_pass_in_a_kernel(body, monkeypatch):
    seconds = 0.2 if "while True" in body else 20  # in which it is tried whole, however slow
    limits = (limit, "TIME_LIMIT"), (evidence, "CALL_LIMIT"), (outcomes, "BATTERY_LIMIT")
    for module, name in limits:
        monkeypatch.setattr(module, name, seconds)
    forward = written("forward(graph)", body)
    forward.__globals__["forward"] = forward
    here = shown(check_results, cosh(), forward)
    with asking(elsewhere(f=forward)):
        assert shown(check_results, cosh(), RemoteFunction("f")) == here
    assert here[1]


@pytest.mark.parametrize("body", [pytest.param(b, id=n) for n, b in BACKWARD.items()])
def test_a_check_says_the_same_about_a_backward_pass_in_a_kernel(body):
    backward = written("backward(graph, one=1.0)", body)
    here = shown(check_gradients, cosh(), forward_algorithm, backward)
    with asking(elsewhere(f=forward_algorithm, b=backward)):
        assert shown(check_gradients, cosh(), RemoteFunction("f"), RemoteFunction("b")) == here
    assert here[1]


@pytest.mark.parametrize("value", [1.5, torch.tensor([1.0, -2.0])])
def test_a_backward_pass_starts_from_right_results_even_for_nodes_in_a_kernel(value):
    class Mul(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0) * self.input(1) + 1")

        def backward(self):
            return [self.gradient * self.input(1), self.gradient * self.input(0)]

    def check(forward, backward):
        x = Leaf(value, "x")
        check_gradients(Exp(Mul(x, Leaf(0.5, "y"))), forward, backward, small="none")

    here = shown(check, forward_algorithm, backward_algorithm)
    with asking(elsewhere(f=forward_algorithm, b=backward_algorithm, Mul=Mul)):
        assert shown(check, RemoteFunction("f"), RemoteFunction("b")) == here
    assert "A wrong forward pass" in here[0] and not here[1]


@pytest.mark.parametrize("kind", [RunEngine, PlayEngine])
def test_an_engine_that_adds_to_its_gradients_in_place_leaves_the_one_of_the_question_alone(kind):
    def backward(graph, one):
        graph.gradient = one
        graph.gradient += 1

    graph, one = Exp(Leaf(torch.zeros(2), "x")), torch.ones(2)
    happened = ask(kind(graph, backward, one))
    assert happened.gradients[-1].tolist() == [2, 2]
    assert one.tolist() == [1, 1]


SETTINGS = {  # a line of a student's that changes one, and how it is read
    "default dtype": (lambda: torch.set_default_dtype(torch.float16), torch.get_default_dtype),
    "default device": (lambda: torch.set_default_device("meta"), lambda: torch.empty(0).device),
    "a device that is not there": (lambda: torch.set_default_device("cuda"), lambda: torch.ones(1)),
    "grad mode": (lambda: torch.set_grad_enabled(False), torch.is_grad_enabled),
    "threads": (lambda: torch.set_num_threads(5), torch.get_num_threads),
}


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize(
    "question",
    [
        lambda change: RunEngine(Leaf(1.0), change),
        lambda change: PlayEngine(Leaf(1.0), change),
        lambda change: NodeForwardAndBackward(type("Exp", (Exp,), {"forward": change})(1.0), 1.0),
        lambda change: TryBattery(change, "forward", False, True),
        lambda change: CallFunction(change, [1.0]),
    ],
    ids=["an engine", "an engine line by line", "a node", "the battery", "a function"],
)
def test_pytorch_settings_changed_by_a_students_code_are_restored(question, name):
    change, setting = SETTINGS[name]
    with settings_restored():
        before = setting()
        ask(question(lambda *_: change() and None))
        assert setting() == before


def huge() -> torch.Tensor:
    """A tensor that takes no memory, as long as nobody reads it."""
    return torch.ones((), dtype=torch.float64).expand(10**12)


def sine(**methods):
    """A class of nodes, with other methods."""

    class Sine(ComputationNode):
        def forward(self):
            self.result = self.input(0).sin()

        def backward(self):
            return [self.gradient * self.input(0).cos()]

    for name, method in methods.items():
        setattr(Sine, name, method)
    return Sine


def leaves_huge(kind: str) -> Callable:
    """An engine's pass that leaves a huge result or gradient in a leaf and walks on."""

    def algorithm(graph, one=None):
        graph.gradient = one
        for node in graph.sorted_nodes():
            setattr(node if node.input_nodes else graph, kind, huge())
            node.forward() if kind == "result" else node.backward()

    return algorithm


VALUES = torch.tensor([1.0, -2.0])


@pytest.mark.parametrize(
    "check",
    [
        lambda: check_results(Exp(Leaf(VALUES, "x")), leaves_huge("result")),
        lambda: check_gradients(Exp(Leaf(VALUES)), forward_algorithm, leaves_huge("gradient")),
        lambda: check_node(sine(forward=lambda self: setattr(self, "result", huge())), VALUES),
        lambda: check_node(sine(backward=lambda self: [huge()]), VALUES),
        lambda: check_kept(sine(backward=lambda self: [huge()]), VALUES, at_most=16),
    ],
    ids=["results", "gradients", "a result", "a downstream gradient", "kept"],
)
def test_a_tensor_too_large_to_be_read_is_reported_with_its_shape(check):
    with pytest.raises(CheckFailed, match=r"\(1000000000000,\)"):
        check()


def test_a_check_says_the_same_about_nodes_in_a_kernel():
    class Relu(ComputationNode):
        def forward(self):
            self.positive = (self.input(0) > 0).double()
            self.result = self.input(0) * self.positive

        def backward(self):
            return [self.gradient * self.positive]

    class Exp(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0).exp()")
        backward = written("backward(self)", "return [self.gradient * self.input(1)]")

    class Sine(ComputationNode):
        def forward(self):
            self.slope = self.input(0).cos()
            self.result = self.input(0).sin()

        def backward(self):
            self.slope *= self.gradient  # right the first time
            return [self.slope.clone()]

    values = torch.tensor([1.0, -2.0])
    for check in (
        lambda: check_node(Exp, values),
        lambda: check_node(Sine, values),
        lambda: check_kept(Relu, values, at_most=2),
        lambda: check_node(Relu, values),
    ):
        here = shown(check)
        with asking(elsewhere()):
            assert shown(check) == here


@pytest.mark.parametrize("is_right", [True, False])
def test_a_check_says_the_same_about_derivatives_in_a_kernel(is_right):
    def backward(graph, one):
        backward_algorithm(graph, one)
        if not is_right:
            x = graph.sorted_nodes()[0]
            x.gradient = x.gradient * 2

    x = Leaf(0.5, "x")
    here = shown(check_derivatives, Mul(x, x), x, forward_algorithm, backward)
    with asking(elsewhere(f=forward_algorithm, b=backward)):
        functions = RemoteFunction("f"), RemoteFunction("b")
        assert shown(check_derivatives, Mul(x, x), x, *functions) == here
    assert bool(here[1]) is not is_right


def test_a_check_says_the_same_about_batches_in_a_kernel():
    def minibatches(order, size):
        yield order[:size]

    here = shown(check_minibatches, minibatches)
    with asking(elsewhere(m=minibatches)):
        assert shown(check_minibatches, RemoteFunction("m")) == here
    assert here[1]


@dataclass
class Counted(Answer):
    nodes: int = 0


@dataclass(frozen=True, eq=False)
class Count(Question[Counted]):
    """A kind of question that nothing but this test knows."""

    answer = Counted
    graph: ComputationNode

    def _here(self) -> Counted:
        return Counted(nodes=len(self.graph.sorted_nodes()))


def test_a_new_kind_of_question_needs_nothing_but_its_class():
    assert RemoteSubject(Kernel().put).ask(Count(cosh())).nodes == 5


def test_reserved_questions_run_only_on_demand_and_stop_at_one_that_never_ends(
    monkeypatch,
):
    monkeypatch.setattr(limit, "TIME_LIMIT", 1)
    run = []

    def forward(graph):
        run.append(graph)
        while len(run) == 2:
            pass
        forward_algorithm(graph)

    answers = reserve([RunEngine(cosh(), forward) for _ in range(3)])
    assert run == []
    first, last = answers()
    assert first.error is None
    assert last.error.is_a("TookTooLong")


@pytest.mark.parametrize("known", [2, 1, 0])
def test_reserved_questions_are_answered_up_to_the_first_skipped_one(known):
    questions = [RunEngine(cosh(), RemoteFunction("f")) for _ in range(2)]
    acts, kernel = acts_of(questions), Kernel(f=forward_algorithm)
    assert [act["do"] for act in acts] == ["build", "RunEngine"] * 2
    replies = [kernel.put(act) for act in acts[: 2 * known]]
    replies += [{"skipped": True}] * (len(acts) - len(replies))
    answers = read_answers(questions, looked_up(acts, replies))
    assert [len(each.results) for each in answers] == [5] * known


def test_a_check_without_its_reserved_answers_says_the_same_and_no_more():
    said, names = [], {"f": lambda graph: None}
    for subject in (RemoteSubject(Kernel(**names).put), elsewhere(**names)):
        with asking(subject):
            said.append(shown(check_results, cosh(), RemoteFunction("f")))
    (_, short), (_, long) = said
    assert "Tried on" in "".join(long)
    assert "Tried on" not in "".join(short)


def test_a_right_node_is_not_tried_on_other_inputs(monkeypatch):
    monkeypatch.setattr(
        node_experiments, "_experiment", lambda *_, **__: pytest.fail("one was made")
    )
    check_node(Exp, 0.5)


def test_reserved_questions_are_asked_only_once():
    seen = []
    answers = reserve([RunEngine(cosh(), seen.append)])
    assert answers() == answers() and len(seen) == 1


@pytest.mark.parametrize(("seconds", "inside"), [(0.2, 0), (0.05, 0.1)])
def test_a_time_limit_goes_on_after_a_limit_inside_it(seconds, inside):
    outer = limit.time_limit("ITIMER_REAL", seconds, TimeoutError("outer"))
    with pytest.raises(TimeoutError, match="outer"), outer:
        with limit.time_limit("ITIMER_REAL", 5, TimeoutError("inner")):
            time.sleep(inside)
        time.sleep(2)
