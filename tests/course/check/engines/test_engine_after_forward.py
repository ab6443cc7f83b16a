"""On small graphs, too, a backward algorithm runs after the student's forward algorithm."""

from time import process_time

import pytest
import torch

from course.check.engines.battery import WhichCalls, compared_battery
from course.check.engines.checked_algorithm import CheckedAlgorithm
from course.check.engines.first_slip import first_slip
from course.check.engines.passes import check_gradients
from course.graph import Exp, Leaf
from course.messages.failure import CheckFailed
from course.questions import TryBattery
from course.recording import battery_run
from course.subject import ask
from tests.helpers.changed_engine import OVERWRITES, RIGHT
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.student_code import defined, keeping_the_order


@pytest.mark.parametrize("value", [0.5, torch.tensor([0.5, -1.0])])
def test_an_engine_that_needs_what_its_forward_has_left_is_right(value, capsys):
    check_gradients(Exp(Exp(Leaf(value, "x"))), *keeping_the_order())
    assert "small graphs, too." in capsys.readouterr().out


def test_an_engine_that_needs_what_its_forward_has_left_is_shown_where_it_is_really_wrong():
    forward, backward = keeping_the_order()

    def forgetting_leaves(graph, one=1.0):
        backward(graph, one)
        if len(graph.sorted_nodes()) > 3:
            graph.sorted_nodes()[0].gradient = 0.0

    with pytest.raises(CheckFailed) as failed:
        check_gradients(Exp(Exp(Leaf(0.5, "x"))), forward, forgetting_leaves)
    smallest = failed.value.diagnosis.smallest
    assert len(smallest.inputs) == 4 and first_slip(smallest).kind == "wiped"


def test_a_forward_that_writes_into_the_leaves_costs_its_backward_nothing(capsys):
    def doubling(graph):
        for node in graph.sorted_nodes():
            if isinstance(node, Leaf):
                node.value *= 2
        forward_algorithm(graph)

    check_gradients(Exp(Leaf(torch.tensor([0.5, -1.0]), "x")), doubling, backward_algorithm)
    assert "A wrong forward pass" in (said := capsys.readouterr().out)
    assert "small graphs, too." in said


def test_a_slow_forward_costs_its_backward_nothing(monkeypatch):
    monkeypatch.setattr(battery_run, "BATTERY_LIMIT", 0.4)

    def slow(graph):
        ends = process_time() + 0.05
        while process_time() < ends:
            pass
        forward_algorithm(graph)

    question = TryBattery(backward_algorithm, "backward", False, with_steps=False, before=slow)
    battery = compared_battery(question, ask(question), broadcasts=False)
    assert battery.is_whole and not battery.smallest()


def test_an_engine_that_needs_its_forward_and_never_forgets_is_shown_a_later_call():
    forward, backward = keeping_the_order()

    def twice_as_much(graph, one=1.0):
        before = [node.gradient for node in graph.sorted_nodes()]
        backward(graph, one)
        for node, old in zip(graph.sorted_nodes(), before, strict=True):
            node.gradient += old or 0.0

    with pytest.raises(CheckFailed) as failed:
        check_gradients(Exp(Exp(Leaf(0.5, "x"))), forward, twice_as_much)
    diagnosis = failed.value.diagnosis
    assert diagnosis.smallest.trial.call == "second"
    assert "right in each first call" in diagnosis.findings


def test_an_engine_that_is_right_in_first_calls_is_not_told_of_its_forward():
    never_forgets = defined(RIGHT.replace("        node.gradient = None\n", "        pass\n"))
    with pytest.raises(CheckFailed) as failed:
        graph = Exp(Leaf(0.5, "x"))
        checked = CheckedAlgorithm(graph, never_forgets, "backward", forward_algorithm)
        checked.check(WhichCalls.LATER)
    assert "filled in" not in str(failed.value)
    assert failed.value.diagnosis.smallest.trial.call != "first"


def test_a_forward_that_never_ends_does_not_keep_small_graphs_from_being_tried():
    def forward(graph):
        while len(graph.sorted_nodes()) == 2:
            pass
        return forward_algorithm(graph)

    def backward(graph, one=1.0):
        defined(OVERWRITES)(graph, one)

    with pytest.raises(CheckFailed) as failed:
        check_gradients(Exp(Exp(Leaf(0.5, "x"))), forward, backward)
    assert failed.value.diagnosis.smallest


@pytest.mark.parametrize("value", [0.5, torch.tensor([0.5, -1.0])])
def test_an_engine_that_works_on_what_its_forward_saw_last_is_wrong_once_that_is_another_graph(
    value,
):
    seen = []

    def forward(graph):
        seen.append(graph)
        forward_algorithm(graph)

    def backward(graph, one=1.0):
        backward_algorithm(seen[-1], one)

    graph = Exp(Exp(Leaf(value, "x")))
    with pytest.raises(CheckFailed) as failed:
        check_gradients(graph, forward, backward)
    assert "after forward_algorithm has run on another graph" in str(failed.value)
    assert failed.value.diagnosis.smallest is None
    # This costs points only where all calls on small graphs do.
    check_gradients(graph, forward, backward, on_small_graphs="later")
