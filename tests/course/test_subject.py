"""The one door to the student's code: checks say the same if the code runs in another process."""

import sys
from collections.abc import Callable

import pytest
import torch

from course import (
    CheckFailed,
    ComputationNode,
    Exp,
    Leaf,
    check_gradients,
    check_kept,
    check_node,
    check_results,
)
from course.homework.by_pytorch import class_if_right
from course.measuring.saved_activations import Measured
from course.questions import (
    CallFunction,
    Happened,
    NodeForwardAndBackward,
    Played,
    PlayEngine,
    Prepared,
    RunEngine,
    TryBattery,
)
from course.recording.battery_run import Tried
from course.recording.derivatives import Derived
from course.running import limit
from course.running.settings import settings_restored
from course.subject import ask, reserve
from tests.helpers.engine import forward_algorithm
from tests.helpers.student_code import cosh


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


@pytest.mark.parametrize("kind", [Happened, Played, Prepared, Measured, Derived, Tried])
def test_answers_can_be_compared_and_hashed_whatever_a_students_code_left_in_them(kind):
    answer, other = kind(calls=[torch.ones(2)]), kind(calls=[torch.ones(2)])
    assert answer != other and len({answer, other}) == 2


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


def test_reserved_questions_are_asked_only_once():
    seen = []
    answers = reserve([RunEngine(cosh(), seen.append)])
    assert answers() == answers() and len(seen) == 1


def test_runs_that_the_student_did_not_start_print_nothing(capsys):
    def noisy(graph):
        for stream in (sys.stdout, sys.stderr):
            print("noise", file=stream)

    class Noisy(Exp):
        forward = noisy

    reserve([RunEngine(cosh(), noisy)])()
    class_if_right(Noisy)
    assert "noise" not in "".join(capsys.readouterr())
