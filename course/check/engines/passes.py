"""Checks an engine's forward and backward passes by comparing every node with PyTorch.

Each check runs in float64 on the given values and on random values near them, with an upstream
gradient that is never 1. It raises `CheckFailed` with a sentence about the first thing that is
wrong, and leaves the student's own graph as it was.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from course.check.base.error_clues import SETS_GRAD
from course.check.base.failures import failure_by_error, show_values
from course.check.base.value_clues import (
    CHANGED_SINCE,
    changed_result,
    clue_to_gradient,
    clue_to_result,
    shares_text,
    values_to_blame,
    was_right,
)
from course.check.base.visits import least_visits, most_visits
from course.check.engines.battery import WhichCalls
from course.check.engines.checked_algorithm import CheckedAlgorithm, own_classes
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.questions import PrepareBackward, RunEngine
from course.recording.copies import copy_graph
from course.recording.records import Call, Method, calls_of, running_call
from course.reference.cases import RANDOM_CASES, GraphCase, cases, right_values, with_changed_values
from course.right_results import put_right_results
from course.sentences.words import plural
from course.subject import ask
from course.values.compare import Row

_LEFT_ELSEWHERE = (
    "Does backward_algorithm use what forward_algorithm has left outside of the graph, such as a "
    "list of nodes?"
)


def check_results(graph: ComputationNode, forward_algorithm: Callable) -> None:
    """Checks a forward pass: the result of every node, and that each forward runs exactly once
    (that of a leaf, at most once). Repeats this after the leaves get other values.

    Args:
        graph: the output node of a graph; its classes must have a PyTorch formula.
        forward_algorithm: the student's; called as `forward_algorithm(graph)`.
    """
    checked = CheckedAlgorithm(graph, forward_algorithm, "forward")
    check_forward_pass(checked, WhichCalls.ALL)


def check_forward_pass(checked: CheckedAlgorithm, which: WhichCalls) -> None:
    """Checks a forward pass as `check_results` does, in all calls or only in first ones."""
    graph, forward_algorithm = checked.graph, checked.algorithm
    try:
        for case in cases(graph):
            _check_forward(case, forward_algorithm)
            if which == WhichCalls.ALL:
                _check_forward(with_changed_values(case), forward_algorithm)
    except CheckFailed as error:
        raise checked.diagnosed(error, which) from None
    print(f"Right: {_all_of('result', graph)}, on {RANDOM_CASES + 1} sets of values.")
    checked.check(which)


def check_gradients(
    graph: ComputationNode,
    forward_algorithm: Callable,
    backward_algorithm: Callable,
    *,
    on_small_graphs: str = "all",
) -> None:
    """Checks a forward and a backward pass: the result and the gradient of every node of a graph.

    A wrong forward pass is reported but does not fail the check: the backward pass always gets the
    right results, so one mistake costs points only once.

    Args:
        graph: the output node of a graph; its classes must have a PyTorch formula.
        forward_algorithm: the student's; called as `forward_algorithm(graph)`.
        backward_algorithm: the student's; called as `backward_algorithm(graph, one=...)`, where
            `one` is the upstream gradient at the output, of the output's shape.
        on_small_graphs: which calls also have to be right on small graphs, a `WhichCalls`. The
            checks of a homework divide the calls among them, so a mistake costs points only once.
            If it includes first calls, the backward pass also has to be right after
            `forward_algorithm` has run on another graph.

    Raises:
        ValueError: `on_small_graphs` is not a `WhichCalls`.
    """
    checked = CheckedAlgorithm(graph, backward_algorithm, "backward", forward_algorithm)
    which = WhichCalls(on_small_graphs)
    check_backward_pass(checked, which)
    if which in (WhichCalls.ALL, WhichCalls.FIRST) and not own_classes(graph):
        _check_after_another(checked, forward_algorithm)


def check_backward_pass(checked: CheckedAlgorithm, which: WhichCalls) -> None:
    """Checks a forward and a backward pass as `check_gradients` does. Calls `backward_algorithm`
    twice on each set of values, or once if only first calls count."""
    graph, forward_algorithm = checked.graph, checked.forward_algorithm
    assert forward_algorithm is not None  # a backward algorithm always has one
    here = WhichCalls.FIRST if which == WhichCalls.FIRST else WhichCalls.ALL
    forward_is_right = True
    for case in cases(graph):
        wrong_forward = _wrong_forward(case, forward_algorithm) if forward_is_right else ""
        _fill_in_results(case)  # raises CheckFailed if a node's own forward raises an error
        if wrong_forward:
            forward_is_right = False
            print(f"A wrong forward pass: {wrong_forward}")
            print("Going on with the right results.\n")
        try:
            check = partial(_check_backward, case, checked.algorithm)
            check(case.upstream[0], case.title)
            if here == WhichCalls.ALL:
                check(case.upstream[1], "in a second call of backward_algorithm")
        except CheckFailed as error:
            raise checked.diagnosed(error, here) from None
    twice = ", two backward calls each" if here == WhichCalls.ALL else ""
    on = f"on {RANDOM_CASES + 1} sets of values{twice}"
    print(f"Right: {_all_of('gradient', graph)}, {on}.")
    if which != WhichCalls.NONE:
        checked.check(which)


def _check_after_another(checked: CheckedAlgorithm, forward_algorithm: Callable) -> None:
    """Checks that a backward pass uses the graph it is given, even if the forward pass has run on
    another graph in the meantime."""
    *_, case = cases(checked.graph)
    another = with_changed_values(replace(case, graph=copy_graph(case.graph)))
    ask(RunEngine(case.graph, forward_algorithm))
    _fill_in_results(case)
    ask(RunEngine(another.graph, forward_algorithm))
    when = f"{case.title}, after forward_algorithm has run on another graph"
    try:
        _check_backward(case, checked.algorithm, case.upstream[0], when)
    except CheckFailed as error:
        failure = checked.diagnosed(error)
        raise CheckFailed(f"{error} {_LEFT_ELSEWHERE}", failure.diagnosis) from None


def _all_of(kind: str, graph: ComputationNode) -> str:
    count = len(graph.sorted_nodes())
    of = "the only node" if count == 1 else f"all {count} nodes"
    return f"the {plural(count, kind)} of {of}"


def _wrong_forward(case: GraphCase, forward_algorithm: Callable) -> str:
    """What is wrong with a forward pass; empty if it is right."""
    try:
        _check_forward(case, forward_algorithm)
    except CheckFailed as error:
        return str(error)
    return ""


def _check_forward(case: GraphCase, forward_algorithm: Callable) -> None:
    case = replace(case, key=None)  # the battery recognises an engine's mistakes
    nodes = case.graph.sorted_nodes()
    right = right_values(case)  # before code can write into a leaf's value
    happened = ask(RunEngine(case.graph, forward_algorithm))
    if happened.error:
        clue = values_to_blame(happened.error, right)
        raise failure_by_error("forward_algorithm", case, happened, clue)
    calls = calls_of("forward", happened.calls)
    pairs = zip(nodes, right.results, strict=True)
    rows = {node: Row(node.label, node.result, result) for node, result in pairs}
    if wrong := _first_wrong(rows):
        lead = f"The first wrong result, {case.title}"
        raise _wrong(lead, rows, wrong, calls, partial(clue_to_result, wrong, calls))
    check_visits(nodes, calls, "forward")


def _fill_in_results(case: GraphCase) -> None:
    """Runs each node's own forward, for whatever it saves, and then puts the right result into
    every node."""
    prepared = ask(PrepareBackward(case.graph, with_right_results=True))
    if prepared.error and prepared.at:
        clue = values_to_blame(prepared.error, right_values(case))
        raise failure_by_error(f"forward of {prepared.at.label}", case, prepared, clue)
    put_right_results(case.graph)  # in grading, the nodes that ran were in another process


def _check_backward(case: GraphCase, backward_algorithm: Callable, one, when: str) -> None:
    """Checks a backward pass with the upstream gradient `one`. In messages, `when` identifies the
    pass."""
    case = replace(case, key=None)  # the battery recognises an engine's mistakes
    nodes = case.graph.sorted_nodes()
    # PyTorch's gradients come first, before any student code can change `one`.
    right = right_values(case, one)
    happened = ask(RunEngine(case.graph, backward_algorithm, one))
    if happened.error:
        call = running_call(happened.calls)
        clue = ""
        if call and call.method == "backward":
            clue = changed_result([call.node, *call.node.input_nodes], right)
        raise failure_by_error("backward_algorithm", case, happened, clue)
    calls = calls_of("backward", happened.calls)
    rows = {
        node: Row(node.label, node.gradient, right.gradient_by_node[node], node.result)
        for node in reversed(nodes)
    }
    if wrong := _first_wrong(rows):
        if happened.sets_grad:
            raise CheckFailed(SETS_GRAD)
        find_clue = partial(clue_to_gradient, wrong, rows[wrong], right, calls)
        lead = f"The first wrong gradient on the way back, {when}"
        raise _wrong(lead, rows, wrong, calls, find_clue, shares_text(wrong, right, calls))
    check_visits(nodes, calls, "backward")


def _first_wrong(rows: dict[ComputationNode, Row]) -> ComputationNode | None:
    return next((node for node, row in rows.items() if not row.is_right), None)


def _wrong(
    lead: str,
    rows: dict[ComputationNode, Row],
    node: ComputationNode,
    calls: list[Call],
    find_clue: Callable[[], str],
    details: str = "",
) -> CheckFailed:
    """Shows all values, and returns the failure about this node, the first one with a wrong value.

    Args:
        calls: the calls of the pass. If they show that the value was once right, the message says
            so.
        find_clue: finds a clue to a value that was never right.
    """
    show_values([*rows.values()], details)
    was_once_right = was_right(node, rows[node], calls)
    problem = rows[node].what_is_wrong(was_once_right=was_once_right)
    clue = CHANGED_SINCE.format(calls[0].method) if was_once_right else find_clue()
    return CheckFailed(f"{lead}, is that of {node.label}: it {problem}. {clue}".rstrip())


def check_visits(nodes: list[ComputationNode], calls: list[Call], method: Method) -> None:
    """Checks how often an engine with right numbers has run a method of each node. `calls` are the
    calls of this method."""
    count = Counter(call.node for call in calls)
    for node in nodes if method == "forward" else reversed(nodes):
        lead = f"The numbers are right here, but {method}_algorithm"
        if count[node] > most_visits(method, node.input_nodes):
            times = f"{count[node]} times. Once is enough."
            raise CheckFailed(f"{lead} ran {method} of {node.label} {times}")
        if count[node] < least_visits(node.input_nodes):
            raise CheckFailed(
                f"{lead} did not call `node.{method}()` on {node.label}. Let each node do its own "
                f"{method} step."
            )
