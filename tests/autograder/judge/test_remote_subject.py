"""A check says the same about what a kernel answered as about the student's own code."""

from dataclasses import dataclass

import numpy as np
import pytest
import torch

from autograder.in_kernel.values_as_json import BadEvidence
from autograder.judge.remote_subject import (
    RemoteFunction,
    RemoteSubject,
    acts_of,
    looked_up,
    read_answers,
)
from course import (
    ComputationNode,
    Exp,
    Leaf,
    check_derivatives,
    check_gradients,
    check_kept,
    check_minibatches,
    check_node,
    check_results,
)
from course.questions import MeasureSaved, RunEngine
from course.recording import battery_run, quick_recorder
from course.recording.records import Answer
from course.running import limit
from course.subject import Question, asking
from tests.helpers.engine import Mul, backward_algorithm, forward_algorithm
from tests.helpers.memory_nodes import Relu
from tests.helpers.student_code import WALK, cosh, keeping_the_order, written
from tests.helpers.subjects import Kernel, elsewhere, shown

FORWARD = {
    "raises": WALK + "node.forward(1)",
    "is not written": '"""Runs."""\nraise NotImplementedError()',
    "has a line left over": WALK + "node.forward()\nraise NotImplementedError()",
    "goes in the wrong order": WALK + "node.forward()",
    "goes on and on": "while True:\n  graph.sorted_nodes()[0].forward()",
    "repeats": "for _ in range(90):\n  for node in graph.sorted_nodes():\n    node.forward()",
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
    seconds = 0.5 if body == FORWARD["does not end"] else 20  # in which all else ends, however slow
    monkeypatch.setattr(limit, "TIME_LIMIT", seconds)
    monkeypatch.setattr(quick_recorder, "CALL_LIMIT", seconds)
    monkeypatch.setattr(battery_run, "BATTERY_LIMIT", 20)
    forward = written("forward(graph)", body)
    forward.__globals__["forward"] = forward
    here = shown(check_results, cosh(), forward)
    with asking(elsewhere(f=forward)):
        assert shown(check_results, cosh(), RemoteFunction("f")) == here
    assert here[1]


def test_an_interrupt_that_code_raises_is_not_called_slow():
    body = f"if not graph.input_nodes:\n  raise KeyboardInterrupt\n{WALK}node.forward()"
    forward = written("forward(graph)", body.replace("[::-1]", ""))
    with asking(elsewhere(f=forward)):
        _, said = shown(check_results, cosh(), RemoteFunction("f"))
    assert "KeyboardInterrupt" in said[1] and "so long" not in " ".join(said)


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
        check_gradients(Exp(Mul(x, Leaf(0.5, "y"))), forward, backward, on_small_graphs="none")

    here = shown(check, forward_algorithm, backward_algorithm)
    with asking(elsewhere(f=forward_algorithm, b=backward_algorithm, Mul=Mul)):
        assert shown(check, RemoteFunction("f"), RemoteFunction("b")) == here
    assert "A wrong forward pass" in here[0] and not here[1]


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

    class Hoarding(Relu):
        def forward(self):
            super().forward()
            self.copy, self.more = self.input(0) + 1, [np.zeros(0) for _ in range(150)]

    values = torch.tensor([1.0, -2.0])
    for check in (
        lambda: check_kept(Hoarding, values, at_most=16),
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

    answer_type = Counted
    graph: ComputationNode

    def _here(self) -> Counted:
        return Counted(nodes=len(self.graph.sorted_nodes()))


def test_a_new_kind_of_question_needs_nothing_but_its_class():
    assert RemoteSubject(Kernel().carry_out).ask(Count(cosh())).nodes == 5


@pytest.mark.parametrize("known", [2, 1, 0])
def test_reserved_questions_are_answered_up_to_the_first_skipped_one(known):
    questions = [RunEngine(cosh(), RemoteFunction("f")) for _ in range(2)]
    acts, kernel = acts_of(questions), Kernel(f=forward_algorithm)
    assert [act["do"] for act in acts] == ["build", "RunEngine"] * 2
    replies = [kernel.carry_out(act) for act in acts[: 2 * known]]
    replies += [{"skipped": True}] * (len(acts) - len(replies))
    answers = read_answers(questions, looked_up(acts, replies))
    assert [len(each.results) for each in answers] == [5] * known


def test_a_check_without_its_reserved_answers_says_the_same_and_no_more():
    said, names = [], {"f": lambda graph: None}
    for subject in (RemoteSubject(Kernel(**names).carry_out), elsewhere(**names)):
        with asking(subject):
            said.append(shown(check_results, cosh(), RemoteFunction("f")))
    (_, short), (_, long) = said
    assert "Tried on" in "".join(long)
    assert "Tried on" not in "".join(short)


def test_an_engine_that_needs_what_its_forward_has_left_passes_without_further_answers():
    forward, backward = keeping_the_order()
    with asking(RemoteSubject(Kernel(f=forward, b=backward).carry_out)):
        printed, failed = shown(check_gradients, cosh(), RemoteFunction("f"), RemoteFunction("b"))
    assert "small graphs, too." in printed and not failed


def test_a_kernels_report_on_saved_values_is_read_with_care():
    class Told:
        def __init__(self, kept):
            one = {"list": [1.0]}
            self.answer = {"kept": kept, "runs": [0, 0], "result": 1.0, "returned": one}
            self.answer |= {"error": None, "calls": [], "sets_grad": False}

        def carry_out(self, act):
            return self.answer if act["do"] == "MeasureSaved" else {}

    def said(kept):
        return RemoteSubject(Told(kept).carry_out).ask(MeasureSaved(Relu(Leaf(1.0)), 1.0))

    (found,) = said([["self.mask", "", "bool", 6, 6]]).kept
    assert (found.type, found.bytes) == ("bool", 6)
    for wrong in (
        [["self.mask", "", "bool", 6, -6]],
        [["self.mask", 6]],
        "kept",
        [[1, 2, 3, 4, 5]],
    ):
        with pytest.raises(BadEvidence):
            said(wrong)
