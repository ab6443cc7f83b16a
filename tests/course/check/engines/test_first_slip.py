"""The first slip of an engine on a small graph, found in hand-made events."""

from typing import get_args

import pytest

from course.check.engines.battery import ComparedTrial
from course.check.engines.first_slip import SlipKind, first_slip
from course.recording.quick_recorder import Outcome
from course.recording.records import Event
from course.recording.trial import Trial
from course.reference.twin import twin
from course.scaffold.order import places_of_inputs

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
