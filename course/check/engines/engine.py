"""Checks an engine: compares what a student's algorithms compute with PyTorch, in every node.

Each check runs in float64 on the given values and on random draws near them, with an upstream
gradient that is never 1. It raises `CheckFailed` with a sentence about the first thing that is
wrong. It returns nothing and leaves the student's own graph as it was.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from course.check.base.asking import answer_to, failure
from course.check.base.call_clues import SETS_GRAD
from course.check.base.cases import (
    RANDOM_CASES,
    GraphCase,
    cases,
    copy_graph,
    right_values,
    with_changed_values,
)
from course.check.base.explanations import (
    BROADCAST,
    CHANGED_SINCE,
    BackwardPass,
    clue_to_changed_results,
    clue_to_gradient,
    clue_to_result,
    clue_to_share,
    shares_text,
    was_right,
    what_is_wrong,
)
from course.check.base.failing import fail
from course.check.base.twin import twin_derivatives
from course.check.engines.battery import Calls, reserve_battery
from course.check.engines.diagnosis import check_small, with_diagnosis
from course.check.engines.facts import most_visits
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed, Unwritten
from course.recording.calls import Call, calls_of
from course.recording.derivatives import Algorithm, Derived
from course.right_results import has_tensors, put_right_results
from course.subject import DifferentiateByEngine, PrepareBackward, RunEngine, ask
from course.values.compare import Row, table
from course.values.tensors import as_float64

# What a check asks of an engine on small graphs: to be right in all calls, only in later ones, or
# nothing.
SMALL = ("all", "second call", "none")
_RETURN_NODES = (
    "Inside build_graph(), backward has to return nodes: use self.input(i), self.output() and "
    "self.gradient, not self.result."
)


def check_results(graph: ComputationNode, forward_algorithm: Algorithm) -> None:
    """Checks a forward pass: the result of every node, and that each forward runs exactly once.

    Each pass is followed by another on the same graph, with other values in its leaves.

    Args:
        graph: the output node of a graph; its classes must have a PyTorch formula.
        forward_algorithm: the student's; called as `forward_algorithm(graph)`.

    Raises:
        CheckFailed: a result is wrong; the message names the first such node, in topological order.
    """
    recorded_battery = reserve_battery(forward_algorithm, "forward", has_tensors(graph))
    try:
        for case in cases(graph):
            rows = _check_forward(case, forward_algorithm)
            _check_forward(with_changed_values(case), forward_algorithm)
    except CheckFailed as error:
        raise with_diagnosis(error, graph, recorded_battery) from None
    print(f"Right: the results of all {len(rows)} nodes, on {RANDOM_CASES + 1} sets of values.")
    check_small(graph, forward_algorithm, "forward", recorded_battery)


def check_gradients(
    graph: ComputationNode,
    forward_algorithm: Algorithm,
    backward_algorithm: Algorithm,
    *,
    second_call: bool = True,
    small: str = "all",
) -> None:
    """Checks a forward and a backward pass: the result and the gradient of every node of a graph.

    If the forward pass is wrong, that is reported, and the backward pass is checked on the right
    results instead, so that one mistake counts only once.

    Args:
        graph: the output node of a graph; its classes must have a PyTorch formula.
        forward_algorithm: the student's; called as `forward_algorithm(graph)`.
        backward_algorithm: the student's; called as `backward_algorithm(graph, one=...)`, where
            `one` is the upstream gradient at the output, of the output's shape.
        second_call: whether to call `backward_algorithm` again and expect fresh gradients.
        small: what is asked of the engine on small graphs, one of `SMALL`. The checks of a homework
            divide this between them, so that a mistake costs points only once.

    Raises:
        CheckFailed: a gradient is wrong; the message names the first such node, walking backward.
        ValueError: `small` is not one of `SMALL`.
    """
    if small not in SMALL:
        raise ValueError(f"`small` is one of {', '.join(map(repr, SMALL))}, not {small!r}.")
    recorded_battery = reserve_battery(backward_algorithm, "backward", has_tensors(graph))
    calls = Calls.ALL if second_call else Calls.FIRST
    forward_is_right = True
    for case in cases(graph):
        try:
            if forward_is_right:
                _check_forward(case, forward_algorithm)
        except CheckFailed as error:
            forward_is_right = False
            print(f"A wrong forward pass: {error}")
            print("Going on with the right results.\n")
        _fill_in_results(case)
        try:
            check = partial(_check_backward, case, backward_algorithm, forward_is_right)
            rows = check(case.upstream[0])
            if second_call:
                check(case.upstream[1], again=True)
        except CheckFailed as error:
            raise with_diagnosis(error, graph, recorded_battery, calls) from None
    twice = ", two backward calls each" if second_call else ""
    on = f"on {RANDOM_CASES + 1} sets of values{twice}"
    print(f"Right: the gradients of all {len(rows)} nodes, {on}.")
    if small != "none":
        calls_on_small = Calls.LATER if small == "second call" else calls
        check_small(graph, backward_algorithm, "backward", recorded_battery, calls_on_small)


def check_derivatives(
    graph: ComputationNode,
    leaf: Leaf,
    forward_algorithm: Algorithm,
    backward_algorithm: Algorithm,
    *,
    order: int = 3,
) -> None:
    """Checks the first to `order`-th derivative of an elementwise graph at each entry of a leaf.

    Every backward pass runs inside `build_graph()`. The gradient that it leaves in the leaf is
    therefore a graph, and the next pass differentiates that.

    Raises:
        CheckFailed: a derivative is wrong; the message names the lowest order that is.
    """
    tensors = has_tensors(graph)
    backward_battery = reserve_battery(backward_algorithm, "backward", tensors)
    forward_battery = reserve_battery(forward_algorithm, "forward", tensors)
    place = graph.sorted_nodes().index(leaf)
    case = next(cases(graph, 0))
    graph = copy_graph(graph, as_float64)
    leaf = graph.sorted_nodes()[place]
    right = twin_derivatives(graph, leaf, order)
    derived = ask(DifferentiateByEngine(graph, place, order, forward_algorithm, backward_algorithm))

    def case_of_engine() -> GraphCase:
        """The case, with a note of whether the engine itself is right, because a wrong node can
        leave the same numbers as a wrong engine."""
        key = case.key if backward_battery().is_whole else None
        return replace(case, key=key, also_seen=lambda: (backward_battery().smallest() is None,))

    try:
        rows = _check_steps(derived, right, leaf, case_of_engine)
    except Unwritten:
        raise
    except CheckFailed as error:
        for recorded_battery in (backward_battery, forward_battery):
            if recorded_battery().smallest():
                raise with_diagnosis(error, graph, recorded_battery) from None
        raise
    print(table(rows))
    print(f"Right: the first {order} derivatives with respect to {leaf.label}.")


def _check_steps(
    derived: Derived, right: list, leaf: Leaf, case_of_engine: Callable[[], GraphCase]
) -> list[Row]:
    rows = []
    for k, pytorch in enumerate(right, start=1):
        if derived.error and k > len(derived.steps):
            case = case_of_engine()
            case = replace(case, graph=derived.graph or case.graph)
            raise failure(derived.at, case, derived.error, derived)
        step = derived.steps[k - 1]
        rows.append(Row(f"derivative {k}", step.value, pytorch))
        if not rows[-1].right:
            message = f"Derivative {k} with respect to {leaf.label} {what_is_wrong(rows[-1])}."
            if not step.depends:
                message += f" Derivative {k - 1} is a constant here. {_RETURN_NODES}"
            fail(message, case_of_engine(), f"derivative {k}", rows, also_seen=step.gradients)
        if k < len(right) and not step.is_node:
            fail(
                f"The gradient that backward_algorithm left in {leaf.label} is a value, so it "
                f"cannot be differentiated again. {_RETURN_NODES}",
                case_of_engine(),
                f"derivative {k} is a value",
                rows,
                also_seen=step.gradients,
            )
    return rows


def _check_forward(case: GraphCase, forward_algorithm: Algorithm) -> list[Row]:
    case = replace(case, key=None)  # an engine's mistakes are recognised by the battery
    nodes = case.graph.sorted_nodes()
    pytorch = right_values(case).results  # before a leaf's value can be written into
    happened = answer_to("forward_algorithm", case, RunEngine(case.graph, forward_algorithm))
    calls = calls_of("forward", happened.calls)
    rows = [Row(node.label, node.result, right) for node, right in zip(nodes, pytorch, strict=True)]
    for node, row in zip(nodes, rows, strict=True):
        if not row.right:
            changed = was_right(row, node, calls)
            clue = CHANGED_SINCE.format("forward") if changed else clue_to_result(node, calls)
            message = (
                f"The first wrong result, {case.title}, is that of {node.label}: it "
                f"{what_is_wrong(row, was_right=changed)}. {clue}".rstrip()
            )
            fail(message, case, "forward", rows)
    check_visits(nodes, calls, "forward_algorithm")
    return rows


def _fill_in_results(case: GraphCase) -> None:
    """Puts the right result into every node. Each forward runs, too, for what it may save."""
    prepared = ask(PrepareBackward(case.graph, with_right_results=True))
    if prepared.error and prepared.at:
        raise failure(f"{prepared.at.label}.forward", case, prepared.error, prepared)
    put_right_results(case.graph)  # in grading, the nodes that ran are copies in another process


def _check_backward(
    case: GraphCase, backward_algorithm: Algorithm, forward_is_right: bool, one, again=False
) -> list[Row]:
    case = replace(case, key=None)  # an engine's mistakes are recognised by the battery
    nodes = case.graph.sorted_nodes()
    # PyTorch's gradients come first, before any student code can change `one`.
    pytorch = right_values(case, one)
    happened = ask(RunEngine(case.graph, backward_algorithm, one))
    overwritten = clue_to_changed_results(nodes, pytorch.results)
    if happened.error:
        raise failure("backward_algorithm", case, happened.error, happened, overwritten)
    backward = BackwardPass(
        nodes[::-1],
        dict(zip(nodes, pytorch.results, strict=True)),
        dict(zip(nodes, pytorch.gradients, strict=True)),
        calls_of("backward", happened.calls),
    )
    rows = [
        Row(node.label, node.gradient, backward.gradients[node], node.result)
        for node in backward.order
    ]
    for node, row in zip(backward.order, rows, strict=True):
        if row.right:
            continue
        if happened.sets_grad:
            raise CheckFailed(SETS_GRAD)
        changed = was_right(row, node, backward.calls)
        if changed:
            clue = CHANGED_SINCE.format("backward")
        else:
            clue = overwritten or _clue_to_wrong_gradient(node, row, backward, forward_is_right)
        when = "in a second call of backward_algorithm" if again else case.title
        fail(
            f"The first wrong gradient walking backward, {when}, is that of {node.label}: it "
            f"{what_is_wrong(row, was_right=changed)}. {clue}".rstrip(),
            case,
            "second backward" if again else "backward",
            rows,
            details=shares_text(node, backward),
        )
    check_visits(backward.order, backward.calls, "backward_algorithm")
    return rows


def _clue_to_wrong_gradient(
    node: ComputationNode, row: Row, backward: BackwardPass, forward_is_right: bool
) -> str:
    if row.is_too_large:
        return f"{node.label} {BROADCAST}"
    if clue := clue_to_gradient(node, backward):
        return clue
    # After a wrong forward pass, a node may have kept something wrong.
    return clue_to_share(node, backward) if forward_is_right else ""


def check_visits(nodes: list[ComputationNode], calls: list[Call], name: str) -> None:
    """Checks how often an engine whose numbers are right has run a method of each node: at least
    once unless the node is a leaf, and at most once (forward) or once for each input (backward).

    Args:
        nodes: all nodes of the graph.
        calls: the recorded calls, of either method.
        name: the name of the engine's function, such as "backward_algorithm".

    Raises:
        CheckFailed: a method has run too often, or never ran.
    """
    method = name.removesuffix("_algorithm")
    count = Counter(call.node for call in calls_of(method, calls))
    for node in nodes:
        if count[node] > most_visits(method, node.input_nodes):
            message = (
                f"The numbers are right here, but {name} ran {method} of {node.label} "
                f"{count[node]} times. Once is enough."
            )
            if all(count[other] in (0, paths) for other, paths in _paths_to(nodes).items()):
                message += (
                    " It ran once for each path between the node and the output, and a deep graph "
                    "can have exponentially many."
                )
        elif count[node] == 0 and node.input_nodes:
            message = (
                f"The numbers are right here, but {name} never called {method} of {node.label}. "
                f"Let each node do its own {method} step."
            )
        else:
            continue
        raise CheckFailed(message)


def _paths_to(nodes: list[ComputationNode]) -> Counter[ComputationNode]:
    """The number of paths from the output to each node, for nodes in topological order."""
    paths = Counter({nodes[-1]: 1})
    for node in reversed(nodes):
        for source in node.input_nodes:
            paths[source] += paths[node]
    return paths
