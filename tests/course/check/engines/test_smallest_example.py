"""The smallest graph on which an engine is wrong, and what is said of all small graphs."""

import math
from contextlib import suppress
from time import process_time

import pytest
import torch

from course.check.engines.battery import WhichCalls
from course.check.engines.battery_symptoms import symptoms_of
from course.check.engines.battery_words import battery_sentence, lines_to_replay, slip_text
from course.check.engines.checked_algorithm import CheckedAlgorithm
from course.check.engines.first_slip import first_slip
from course.check.engines.passes import check_gradients
from course.graph import ComputationNode, Exp, Leaf, Negate
from course.messages.failure import CheckFailed
from course.recording import battery_run
from tests.helpers.changed_engine import OVERWRITES, RIGHT
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.student_code import defined, tried


@pytest.mark.parametrize("tensors", [False, True])
def test_a_right_engine_is_right_on_all_small_graphs(tensors):
    for method, algorithm in (("forward", forward_algorithm), ("backward", backward_algorithm)):
        found = tried(algorithm, method, tensors)
        assert found.is_whole
        assert [each.trial.text for each in found.all_compared if not each.is_right] == []
        assert [first_slip(each) for each in found.all_compared if first_slip(each)] == []
        assert symptoms_of(found) == []


def spoiling_in_place(graph, one=1.0):
    graph.accumulate_gradient(one)
    for node in reversed(graph.sorted_nodes()):
        if hasattr(node.gradient, "mul_") and node.input_nodes:
            node.gradient.mul_(math.nan)
        for input_node, downstream in zip(node.input_nodes, node.backward(), strict=True):
            input_node.accumulate_gradient(downstream)


def test_an_engine_that_leaves_nan_in_tensors_is_told_what_is_wrong():
    graph = Exp(Exp(Leaf(torch.tensor([0.5, -1.0]), "x")))
    with pytest.raises(CheckFailed, match="nan") as failed:
        check_gradients(graph, forward_algorithm, spoiling_in_place)
    assert failed.value.diagnosis.why


def test_the_smallest_example_can_be_replayed_and_says_what_happened():
    found = tried(defined(OVERWRITES)).smallest()
    assert found.trial.ops == (("Mean", "a", "a"),)
    assert found.outcome.values == [1.5, 3.0]
    assert (first_slip(found).kind, first_slip(found).node) == ("lost", 0)
    assert "held 1.5. Then the share 1.5 from" in first_slip(found).sentence
    names = {"replay": lambda *arguments, one: arguments}
    exec("from course.graph import *\nforward_algorithm = backward_algorithm = None\n", names)
    exec(lines_to_replay(found), names)
    assert repr(names["y"]) == repr(found.trial.build())


def test_forward_of_a_leaf_runs_once_on_small_graphs_as_on_others():
    def leaves_twice(graph):
        for node in graph.sorted_nodes():
            node.forward()
            if not node.input_nodes:
                node.forward()

    small = tried(leaves_twice, "forward", False)
    assert not any(each.is_right for each in small.all_compared)
    assert first_slip(small.smallest()).kind == "ran twice"
    assert "right numbers" in battery_sentence(small)


def test_the_smallest_example_has_wrong_numbers_if_any_has():
    def only_two_levels(graph):
        for node in (*graph.input_nodes, graph):
            node.forward()

    small = tried(only_two_levels, "forward", False)
    assert any(each.is_only_repeated for each in small.all_compared)
    assert small.smallest().has_wrong_numbers


def tries_again(graph):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.result = None
    while any(node.result is None for node in nodes):
        for node in reversed(nodes):
            with suppress(Exception):
                node.forward()


def gives_up_without_a_word(graph):
    for node in reversed(graph.sorted_nodes()):
        with suppress(Exception):
            node.forward()


def test_an_engine_that_tries_again_after_an_error_is_said_to_end_with_right_numbers():
    battery = tried(tries_again, "forward", False)
    found = battery.smallest()
    assert found.outcome.values == found.right
    assert "right numbers" in battery_sentence(battery)
    assert "ran before forward of" in slip_text(found)


def test_an_engine_that_only_hides_its_errors_is_said_to_be_wrong():
    battery = tried(gives_up_without_a_word, "forward", False)
    assert battery.smallest().has_wrong_numbers
    assert "right numbers" not in battery_sentence(battery)


def test_results_that_an_engine_computes_itself_are_not_reported_as_left_out():
    def by_itself(graph):
        for node in graph.sorted_nodes():
            if isinstance(node, Exp):
                node.result = math.exp(node.input_nodes[0].result)
            else:
                node.forward()

    found = tried(by_itself, "forward", False)
    assert "no result was set" not in slip_text(found.smallest())
    assert "right numbers" in battery_sentence(found)


def test_a_students_nodes_are_not_suspected_if_the_engine_is_right_on_small_graphs():
    class Add(ComputationNode):
        pass

    graph = Add(Leaf(1.0), Leaf(2.0))
    checked = CheckedAlgorithm(graph, backward_algorithm, "backward")
    why = checked.diagnosed(CheckFailed("no")).diagnosis.why
    assert "without Add" in why
    assert "?" not in why


def test_the_summary_of_trials_covers_all_graphs_tried():
    forgets_all_but_leaves = (
        RIGHT + "        if node.input_nodes:\n            node.gradient = None\n"
    )
    summary = battery_sentence(tried(defined(forgets_all_but_leaves)))
    assert summary.endswith(": right on a leaf alone; wrong on chains, and on all others.")


def test_an_engine_wrong_only_in_later_calls_is_said_to_be_right_in_first_ones():
    never_forgets = RIGHT.replace("        node.gradient = None\n", "        pass\n")
    assert never_forgets != RIGHT
    summary = battery_sentence(tried(defined(never_forgets)))
    wrong = " right in each first call; wrong in a second call on the same graph."
    assert summary.split(":")[1] == wrong


def test_an_engine_that_erases_results_is_right_only_because_they_are_computed_anew():
    def erasing(graph, one=1.0):
        backward_algorithm(graph, one)
        for node in graph.sorted_nodes():
            node.result = None

    assert battery_sentence(tried(erasing)).endswith("computed anew for each call.")


def test_an_engine_that_is_wrong_only_with_tensors_is_said_to_be_right_with_numbers():
    engine = defined(RIGHT.replace("= one", "= one * 1.0 if type(one) is float else one.sum()"))
    summary = battery_sentence(tried(engine, "backward", True))
    assert summary.endswith("With plain numbers in place of tensors it is right on all.")


def test_a_check_of_second_calls_finds_what_the_first_left_behind():
    forgetful = tried(defined(RIGHT.replace("node.gradient = None", "pass")))
    assert forgetful.smallest(WhichCalls.LATER).trial.call == "second"


def test_a_second_call_can_be_replayed():
    forgetful = defined(RIGHT.replace("node.gradient = None", "pass"))
    found = tried(forgetful).smallest()
    assert found.trial.call == "second"
    names = {"forward_algorithm": forward_algorithm, "backward_algorithm": forgetful, "draw": id}
    exec("from course.graph import *\n" + lines_to_replay(found), names)
    gradients = [node.gradient for node in names["y"].sorted_nodes()]
    assert gradients == pytest.approx(found.outcome.values)


def test_the_smallest_example_is_also_small_with_tensors_and_explained():
    first_for_all = RIGHT.replace("zip(node.input_nodes, node.backward())", "both(node)")
    both = "def both(node):\n    return zip(node.input_nodes, node.backward()[:1] * 2)\n"
    names = {}
    exec(both + first_for_all, names)
    found = tried(names["backward_algorithm"], tensors=True).smallest()
    assert found.trial.ops == (("HalfDifference", "a", "b"),)
    assert first_slip(found).kind == "by itself"


def test_an_error_on_every_graph_names_no_mistake():
    def backward_algorithm(graph, one=1.0):
        for node in graph.sorted_nodes:
            node.backward()

    found = tried(backward_algorithm)
    assert found.smallest() is not None
    assert symptoms_of(found) == []


def test_output_printed_on_the_small_graphs_is_not_shown(capsys):
    def printing(graph, one=1.0):
        print("here")
        return backward_algorithm(graph, one)

    assert tried(printing).smallest() is None
    assert capsys.readouterr().out == ""


def test_an_engine_that_is_wrong_only_on_small_graphs_is_refused():
    def backward_algorithm(graph, one=1.0):
        if len(graph.sorted_nodes()) > 4:
            forward_order = graph.sorted_nodes()
            for node in forward_order:
                node.gradient = None
            graph.gradient = one
            for node in forward_order[::-1]:
                for each, d in zip(node.input_nodes, node.backward(), strict=True):
                    each.accumulate_gradient(d)

    with pytest.raises(CheckFailed) as caught:
        CheckedAlgorithm(Exp(Negate(Leaf(0.5))), backward_algorithm, "backward").check()
    assert first_slip(caught.value.diagnosis.smallest).kind == "untouched"


def test_an_engine_too_slow_on_small_graphs_is_refused(monkeypatch):
    monkeypatch.setattr(battery_run, "BATTERY_LIMIT", 0.05)

    def slow(graph, one=1.0):
        ends = process_time() + 0.03
        while process_time() < ends:
            pass
        return backward_algorithm(graph, one)

    with pytest.raises(CheckFailed):
        CheckedAlgorithm(Exp(Leaf(0.5)), slow, "backward").check()


def test_small_graphs_without_a_class_do_not_promise_an_exercise_for_it():
    class Exp(ComputationNode):
        def forward(self):
            self.result = math.exp(self.input(0))

        def backward(self):
            return [self.gradient]

    with pytest.raises(CheckFailed) as error:
        check_gradients(Exp(Leaf(0.5)), forward_algorithm, backward_algorithm)
    assert "made without Exp" in error.value.diagnosis.findings
    assert "exercise" not in error.value.diagnosis.findings
