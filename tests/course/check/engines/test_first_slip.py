"""The first slip of an engine on a small graph, found in hand-made events and in those of engines
with one mistake."""

import copy
from typing import get_args

import pytest

from course.check.engines.battery import ComparedTrial, WhichCalls
from course.check.engines.battery_symptoms import symptoms_of
from course.check.engines.battery_words import slip_text
from course.check.engines.checked_algorithm import CheckedAlgorithm
from course.check.engines.first_slip import SlipKind, first_slip
from course.graph import Exp, Leaf
from course.recording.quick_recorder import Outcome
from course.recording.records import Event
from course.recording.trial import Trial
from course.reference.twin import twin
from course.scaffold.order import places_of_inputs
from tests.helpers.changed_engine import RIGHT
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.student_code import defined, tried

# y = Negate(Exp(a)) is nodes 0 to 2; y = HalfDifference(Exp(a), a) is nodes 0 to 2, too.
CHAIN = Trial((("Exp", "a"), ("Negate", 0)))
FORK = Trial((("Exp", "a"), ("HalfDifference", 0, "a")))
SECOND = Trial((("Exp", "a"),), "second")


def call(node: int) -> Event:
    return Event("call", node, line=1)


def returned(node: int, *shares: float) -> Event:
    return Event("returned", node, list(shares))


def change(node: int, before: object, after: object, share: object = None) -> Event:
    return Event("set", node, after, before, share, line=2)


def compared(trial: Trial, events: list[Event], method: str = "backward") -> ComparedTrial:
    """A trial in which an engine did this, and left nothing."""
    graph = trial.graph_that_counts()
    inputs = places_of_inputs(graph.sorted_nodes())
    visits = [
        sum((each.kind, each.node) == ("call", i) for each in events) for i in range(len(inputs))
    ]
    outcome = Outcome(
        [None] * len(inputs), visits, "", "", events=events, lines=["", "calls", "sets"]
    )
    right = [float(gradient) for gradient in twin(graph, trial.upstream).gradients]
    return ComparedTrial(trial, outcome, outcome, right, inputs, method)


START = change(2, None, 3.0)
NEGATE = [START, call(2), returned(2, -3.0)]
HALF = [START, call(2), returned(2, 1.5, -1.5)]
BROUGHT = [change(1, None, 1.5, 1.5), change(0, None, -1.5, -1.5)]
SLIPS = {
    "untouched": (CHAIN, [], 2, None),
    "never ran": (CHAIN, [*NEGATE, change(1, None, -3.0, -3.0)], 1, None),
    "too early": (FORK, [START, call(1), returned(1, 0.0), call(2)], 1, 1),
    "not started": (CHAIN, [call(2), returned(2, 0.0)], 2, 1),
    "started otherwise": (CHAIN, [change(2, None, 1.0)], 2, 2),
    "not delivered": (CHAIN, [*NEGATE, call(1)], 1, 1),
    "delivered elsewhere": (FORK, [*HALF, change(0, None, 1.5, 1.5), call(1)], 0, 2),
    "lost": (
        FORK,
        [
            *HALF,
            change(1, None, 1.5),
            change(0, None, -1.5),
            call(1),
            returned(1, 2.5),
            change(0, -1.5, 2.5),
        ],
        0,
        2,
    ),
    "wiped": (CHAIN, [*NEGATE, change(1, None, -3.0), change(1, -3.0, None)], 1, 2),
    "left over": (SECOND, [change(1, 3.0, 1.0, -2.0)], 1, 2),
    "by itself": (CHAIN, [*NEGATE, change(1, None, 7.0, 7.0), call(1)], 1, 2),
}


@pytest.mark.parametrize("kind", SLIPS)
def test_the_first_slip_of_a_backward_pass_is_told_with_its_node_and_line(kind):
    trial, events, node, line = SLIPS[kind]
    slip = first_slip(compared(trial, events))
    assert (slip.kind, slip.node, slip.line) == (kind, node, line)


@pytest.mark.parametrize(
    ("kind", "calls", "node"),
    [("ran twice", [0, 1, 1, 2], 1), ("too early", [1, 0, 2], 1), ("never ran", [0, 1], 2)],
)
def test_the_first_slip_of_a_forward_pass_is_told_with_its_node(kind, calls, node):
    slip = first_slip(compared(CHAIN, [call(i) for i in calls], "forward"))
    assert (slip.kind, slip.node) == (kind, node)


def test_a_node_that_waits_for_one_that_never_runs_is_not_blamed():
    slip = first_slip(compared(FORK, [START, call(1)]))
    assert (slip.kind, slip.node) == ("never ran", 2)


def test_a_share_that_comes_again_is_blamed_on_the_node_that_ran_again():
    again = [call(2), returned(2, -3.0), change(1, -3.0, -6.0, -3.0)]
    slip = first_slip(compared(CHAIN, [*NEGATE, change(1, None, -3.0, -3.0), *again]))
    assert (slip.kind, slip.node, slip.line) == ("ran twice", 2, 1)


def test_a_node_that_holds_the_list_of_shares_is_said_to_hold_a_list():
    slip = first_slip(compared(CHAIN, [*NEGATE, change(1, None, [-3.0]), call(1)]))
    assert (slip.kind, slip.node) == ("not delivered", 1)
    assert "held a list" in slip.sentence and "did not reach" not in slip.sentence


def test_each_kind_of_slip_is_among_these():
    assert {*SLIPS, "ran twice"} == {*get_args(SlipKind)}


def test_a_pass_in_which_each_share_arrives_has_no_slip():
    events = [*HALF, *BROUGHT, call(1), returned(1, 2.5), change(0, -1.5, 1.0, 2.5)]
    assert first_slip(compared(FORK, events)) is None
    assert first_slip(compared(CHAIN, [call(0), call(1), call(2)], "forward")) is None


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
    finished = [each for each in found.all_compared if not each.stepwise.error and each.wrong_nodes]
    silent = [each for each in finished if not each.stepwise.events]
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


def test_an_engine_that_works_on_a_copy_has_done_nothing_to_the_graph_it_was_given():
    def forward_of_copy(graph):
        return forward_algorithm(copy.deepcopy(graph))

    def backward_of_copy(graph, one):
        return backward_algorithm(copy.deepcopy(graph), one)

    for method, algorithm in (("forward", forward_of_copy), ("backward", backward_of_copy)):
        found = tried(algorithm, method, tensors=False)
        assert first_slip(found.smallest()).kind == "untouched"
