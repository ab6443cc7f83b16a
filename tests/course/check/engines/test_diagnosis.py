"""The diagnosis of a wrong engine: the smallest example, the first slip, and its name."""

import copy
import math
from contextlib import suppress
from time import process_time

import pytest
import torch

from course.check.base.failures import wrong_answer
from course.check.engines.battery import WhichCalls, compared_battery
from course.check.engines.battery_symptoms import symptoms_of
from course.check.engines.battery_words import battery_sentence, lines_to_replay, slip_text
from course.check.engines.checked_algorithm import CheckedAlgorithm
from course.check.engines.first_slip import first_slip
from course.check.engines.passes import check_gradients, check_results
from course.graph import ComputationNode, Exp, Leaf, Negate
from course.messages.failure import CheckFailed, Diagnosis
from course.messages.misconceptions import Misconception, lookups
from course.questions import TryBattery
from course.recording import battery_run
from course.subject import ask
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.failing import explained
from tests.helpers.student_code import defined, keeping_the_order, tried


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
    battery = compared_battery(question, ask(question))
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
        check_gradients(
            Exp(Leaf(0.5, "x")),
            forward_algorithm,
            never_forgets,
            second_call=False,
            small="second call",
        )
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


RIGHT = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
"""
OVERWRITES = RIGHT.replace("accumulate_gradient(downstream)", "gradient = downstream")


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


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (("graph.gradient = one", "pass"), "not started"),
        (("graph.gradient = one", "graph.gradient = 1.0"), "started otherwise"),
        (("reversed(nodes)", "nodes"), "too early"),
        (("reversed(nodes)", "[]"), "never ran"),
        (("input_node.accumulate_gradient(downstream)", "pass"), "not delivered"),
        (("accumulate_gradient(downstream)", "accumulate_gradient(1.0)"), "by itself"),
        (("accumulate_gradient(downstream)", "gradient = downstream"), "lost"),
        (("reversed(nodes)", "[graph, *reversed(nodes)]"), "ran twice"),
        (("for node in nodes:\n        node.gradient = None", "pass"), "left over"),
        (("input_node.accumulate", "node.accumulate"), "delivered elsewhere"),
    ],
)  # fmt: skip
def test_the_first_thing_that_goes_wrong_is_reported(change, kind):
    found = tried(defined(RIGHT.replace(*change))).smallest()
    assert first_slip(found).kind == kind
    assert slip_text(found)


def test_forward_of_a_leaf_runs_once_checked_graphs_as_on_others():
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


@pytest.mark.parametrize(
    ("start", "kind", "said"),
    [
        ("one or 1.0", "zero", "Exp(a) began with 1, but `one` was 0."),
        ("max(one, 0)", "second", "the output, ran with 0, but `one` was -2."),
    ],
)
def test_an_upstream_gradient_may_be_zero_or_negative(start, kind, said):
    found = tried(defined(RIGHT.replace("gradient = one", f"gradient = {start}"))).smallest()
    assert found.trial.kind == kind
    assert said in slip_text(found)


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


SUBTRACTS = RIGHT.replace(
    "input_node.accumulate_gradient(downstream)",
    "held = input_node.gradient\n"
    "            input_node.gradient = downstream if held is None else held - downstream",
)
AVERAGES = SUBTRACTS.replace("held - downstream", "(held + downstream) / 2")
FIRST_SHARE_FOR_BOTH = RIGHT.replace(
    "for input_node, downstream in zip(node.input_nodes, node.backward()):\n"
    "            input_node.accumulate_gradient(downstream)",
    "for input_node in node.input_nodes:\n"
    "            input_node.accumulate_gradient(node.backward()[0])",
)
NEVER_CALLS_BACKWARD = RIGHT.replace("node.backward()", "[node.gradient] * 2")
TWO_PASSES = RIGHT.replace("\n    ", "\n        ").replace(
    "    nodes = graph", "for _ in range(2):\n        nodes = graph", 1
)
CHANGES_A_LEAF = RIGHT + "\n    if len(nodes) == 3:\n        nodes[0].value = 0.25\n"
CALLS_ITSELF = """
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for input_node, downstream in zip(graph.input_nodes, graph.backward()):
        input_node.accumulate_gradient(downstream)
        backward_algorithm(input_node, input_node.gradient)
"""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (SUBTRACTS, "a held 1.5, and was then set to 0."),
        (AVERAGES, "a held 1.5. Then the share 1.5 from Mean(a, a) came, and a held 1.5: shares"),
        (FIRST_SHARE_FOR_BOTH, "b was given 1.5, but the share that HalfDifference(a, b) returned"),
        (NEVER_CALLS_BACKWARD, "due to it then: `node.backward()` was not called on Exp(a)."),
        (TWO_PASSES, "backward of Exp(a) ran a second time."),
        (CHANGES_A_LEAF, "It changed `value` of Leaf a."),
        (CALLS_ITSELF, "but Exp(a) held 1.5 when its own backward ran"),
    ],
)
def test_only_what_happened_and_made_the_result_wrong_is_reported(code, said):
    assert said in slip_text(tried(defined(code)).smallest())


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


def test_a_students_nodes_are_not_suspected_if_the_engine_is_right_checked_graphs():
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


ONCE_PER_INPUT = RIGHT.replace(
    "for input_node, downstream in zip(node.input_nodes, node.backward()):",
    "for i, input_node in enumerate(node.input_nodes):\n"
    "            downstream = node.backward()[i]",
)


def test_an_engine_may_call_backward_once_for_each_input():
    found = tried(defined(ONCE_PER_INPUT))
    assert [first_slip(each) for each in found.all_compared if first_slip(each)] == []
    CheckedAlgorithm(Exp(Leaf(0.5)), defined(ONCE_PER_INPUT), "backward").check()


def test_a_share_that_an_engine_sums_itself_counts_as_delivered():
    def forgets_a(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for source, share in zip(node.input_nodes, node.backward(), strict=True):
                share = share.sum_to_size(source.shape) if source.shape else share
                source.gradient = share if source.gradient is None else source.gradient + share
        graph.sorted_nodes()[0].gradient = None

    trials = tried(forgets_a, tensors=True).all_compared
    slips = [first_slip(each) for each in trials if each.trial.is_broadcast]
    assert {(slip.kind, slip.node) for slip in slips} == {("wiped", 0)}


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


def test_engines_that_erase_gradients_in_different_ways_are_told_apart():
    by_return = RIGHT.replace("input_node.accum", "input_node.gradient = input_node.accum")
    before_its_turn = RIGHT.replace(
        "for node in reversed(nodes):",
        "for node in reversed(nodes):\n        node.gradient = one if node is graph else None",
    )
    one, other = (tried(defined(code)) for code in (by_return, before_its_turn))
    assert first_slip(one.smallest()).kind == first_slip(other.smallest()).kind == "wiped"
    assert symptoms_of(one) != symptoms_of(other)


def test_an_engine_that_ignores_its_argument_is_reported():
    other = Exp(Leaf(0.5))

    def backward_algorithm(graph, one=1.0):
        other.gradient = one

    slip = first_slip(tried(backward_algorithm).smallest())
    assert slip.kind == "untouched"


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


def test_an_engine_that_is_wrong_only_checked_graphs_is_refused():
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


def test_an_engine_too_slow_checked_graphs_is_refused(monkeypatch):
    monkeypatch.setattr(battery_run, "BATTERY_LIMIT", 0.05)

    def slow(graph, one=1.0):
        ends = process_time() + 0.03
        while process_time() < ends:
            pass
        return backward_algorithm(graph, one)

    with pytest.raises(CheckFailed):
        CheckedAlgorithm(Exp(Leaf(0.5)), slow, "backward").check()


def test_a_number_that_happens_to_be_one_is_not_said_to_be_it():
    sums = """
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for each in node.input_nodes:
            each.accumulate_gradient(sum(node.backward()))
"""
    slip = first_slip(tried(defined(sums)).smallest())
    assert slip.kind == "by itself" and "`one`" not in slip.sentence


def test_an_engine_that_sets_results_is_not_said_to_have_set_nothing():
    def forward_again(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.result = None
        forward_algorithm(graph)

    sentence = first_slip(tried(forward_again).smallest()).sentence
    assert "no gradient was set" in sentence and "nothing" not in sentence


def test_an_engine_that_sets_gradients_without_backward_is_not_said_to_have_set_none():
    def by_autograd(graph, one=1.0):
        nodes = graph.sorted_nodes()
        for node in nodes:
            node.gradient = None
            if not node.input_nodes:
                node.result = node.value.clone().requires_grad_()
        for node in nodes:
            if node.input_nodes:
                node.forward()
            node.result.retain_grad()
        graph.result.backward(one)
        for node in nodes:
            node.gradient = node.result.grad

    found = tried(by_autograd, tensors=True)
    finished = [each for each in found.all_compared if not each.forgiven.error and each.wrong_nodes]
    silent = [each for each in finished if not each.forgiven.events]
    assert silent and all("was set" not in first_slip(each).sentence for each in silent)


def test_an_engine_with_yield_is_told_that_a_call_does_not_run_it():
    def yields(graph, one=1.0):
        graph.gradient = one
        yield graph.backward()

    assert "`yield`" in first_slip(tried(yields).smallest()).sentence


def test_a_mean_of_equal_shares_is_not_said_to_lack_one_of_them():
    mean = """
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    shares = {}
    for node in graph.sorted_nodes()[::-1]:
        if node in shares:
            node.gradient = sum(shares[node]) / len(shares[node])
        for each, share in zip(node.input_nodes, node.backward()):
            shares.setdefault(each, []).append(share)
"""
    slip = first_slip(tried(defined(mean)).smallest())
    assert slip.kind == "not delivered" and "did not reach" not in slip.sentence
    assert "returned [1.5, 1.5]" in slip.sentence and "a held 1.5" in slip.sentence


def test_an_engine_that_does_nothing_in_a_later_call_is_told_in_which_in_plain_words():
    def only_once(graph):
        for node in graph.sorted_nodes():
            if node.result is None:
                node.forward()

    found = tried(only_once, "forward", tensors=False)
    sentence = first_slip(found.smallest(WhichCalls.ALL)).sentence
    assert (
        sentence == "`node.forward()` was not called on any node of the given graph in this call."
    )


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


def test_a_check_looks_up_what_it_saw_only_once():
    with lookups.hearing((looked_up := []).append):
        failed = wrong_answer("no", ("case", 1.0), "Try 2.", find_out=lambda: "")
    assert looked_up == [(("case", 1.0),)]
    assert failed.diagnosis.next_step.endswith("Try 2.")
    with lookups.hearing((looked_up := []).append):
        assert (
            wrong_answer("no", None, "Try 2.", find_out=lambda: "A reason.").diagnosis.why
            == "A reason."
        )
    assert not looked_up


def test_a_failure_says_what_to_try_only_if_nothing_is_known():
    mistake = Misconception("a-mistake", "It adds.", "It should multiply.")
    known = CheckFailed("no", Diagnosis("A finding.", [mistake], "Try 2."))
    lines = known.lines("Not yet:")
    assert lines.index("A finding.") < lines.index("  It adds. It should multiply.")
    assert "Try 2." not in lines
    assert CheckFailed("no", Diagnosis(next_step="Try 2.")).lines("Not yet:")[-1] == "Try 2."


def test_an_engine_that_works_on_a_copy_has_done_nothing_to_the_graph_it_was_given():
    def forward_of_copy(graph):
        return forward_algorithm(copy.deepcopy(graph))

    def backward_of_copy(graph, one):
        return backward_algorithm(copy.deepcopy(graph), one)

    for method, algorithm in (("forward", forward_of_copy), ("backward", backward_of_copy)):
        found = tried(algorithm, method, tensors=False)
        assert first_slip(found.smallest()).kind == "untouched"


def error_class(name: str, base: type[Exception] = Exception) -> type[Exception]:
    return type(name, (base,), {})


@pytest.mark.parametrize(
    "kind",
    [
        ValueError,
        NotImplementedError,
        RecursionError,
        error_class("ChangesGraph"),
        error_class("TooManyCalls"),
        error_class("X\nPassed: 1 Engine.\n2 of 2 points"),
    ],
    ids=["of Python", "unwritten", "too deep", "changes", "too many", "with lines in its name"],
)
def test_no_line_of_an_error_looks_like_one_of_the_check(kind):
    def raising(graph):
        raise kind("no\n\nPassed: 1 Engine.\n2 of 2 points.")

    said = explained(check_results, Exp(Leaf(0.5, "x")), raising).splitlines()
    assert any("Passed" in line for line in said)
    assert not [line for line in said if line.startswith(("Passed", "2 of 2"))]


def test_an_error_is_told_of_the_graph_and_of_the_smallest():
    def raising(graph):
        raise ValueError("no")

    said = explained(check_results, Exp(Leaf(0.5, "x")), raising).splitlines()
    assert sum("raised ValueError" in line for line in said) == 2
