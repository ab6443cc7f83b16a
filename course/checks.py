"""The checks: a student's algorithms and nodes against PyTorch, every node compared.

Each check runs on the values given and on random draws near them, in float64, with an upstream
gradient that is never one, and raises `CheckFailed` with a sentence about the first thing that is
wrong. Nothing is returned and the student's own graph is left as it was.
"""

import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import torch

from course.cases import Case, cases, copy_graph
from course.compare import Row, as_tensor, show, table
from course.graph import ComputationNode, Leaf, build_graph, value_of
from course.record import Call, TooManyCalls, recording
from course.twin import as_float64, twin, twin_derivatives

Algorithm = Callable[..., object]
_RETURN_NODES = (
    "Inside build_graph(), backward has to return nodes: use self.input(i), self.output() and "
    "self.gradient, not self.result."
)


class CheckFailed(AssertionError):
    """A check that did not pass. The message is a sentence for the student."""

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows: the sentence, and the student's own lines if their code raised."""
        lines = [f"Not yet: {self}"]
        if self.__cause__ is not None:
            lines += ["", *_students_frames(self.__cause__)]
        return lines


def check_results(graph: ComputationNode, forward_algorithm: Algorithm, *, draws=2, seed=0) -> None:
    """Checks a forward pass: the result of every node, each node's forward run exactly once.

    Args:
        graph: the output node of a graph; its classes must have a PyTorch formula.
        forward_algorithm: the student's; called as `forward_algorithm(graph)`.
        draws: how many random draws of the leaves follow the values given.
        seed: of the random draws.

    Raises:
        CheckFailed: with the first node, in topological order, whose result is wrong.
    """
    for case in cases(graph, draws, seed):
        rows = _check_forward(case, forward_algorithm)
        if case.title == "with the values given":
            print(table(rows))
    print(f"Right: the results of all {len(rows)} nodes, on {draws + 1} sets of values.")


def check_gradients(
    graph: ComputationNode,
    forward_algorithm: Algorithm,
    backward_algorithm: Algorithm,
    *,
    second_call: bool = True,
    draws: int = 2,
    seed: int = 0,
) -> None:
    """Checks a forward and a backward pass: result and gradient of every node of a graph.

    A wrong forward pass is reported, and the backward pass is then checked on right results, so
    that one mistake is counted once.

    Args:
        graph: the output node of a graph; its classes must have a PyTorch formula.
        forward_algorithm: the student's; called as `forward_algorithm(graph)`.
        backward_algorithm: the student's; called as `backward_algorithm(graph, one=...)`, where
            `one` is the upstream gradient at the output, of the output's shape.
        second_call: whether to call `backward_algorithm` again and expect fresh gradients.
        draws: how many random draws of the leaves follow the values given.
        seed: of the random draws.

    Raises:
        CheckFailed: with the first node, walking backward, whose gradient is wrong.
    """
    forward_is_right = True
    for case in cases(graph, draws, seed):
        try:
            if forward_is_right:
                _check_forward(case, forward_algorithm)
        except CheckFailed as failure:
            forward_is_right = False
            print(f"A wrong forward pass: {failure} Going on with the right results.\n")
        _fill_in_results(case)
        rows = _check_backward(case, backward_algorithm, case.upstream[0])
        if case.title == "with the values given":
            print(f"Gradients with one={show(case.upstream[0])} at the output:")
            print(table(rows, aside="result"))
        if second_call:
            _check_backward(case, backward_algorithm, case.upstream[1], again=True)
    calls = ", two backward calls each" if second_call else ""
    print(f"Right: the gradients of all {len(rows)} nodes, on {draws + 1} sets of values{calls}.")


def check_node(node_class: Callable[..., ComputationNode], *inputs, draws=2, seed=0) -> None:
    """Checks one node alone, with no algorithm: its result and its vector-Jacobian product.

    The inputs' results and the node's upstream gradient are set by hand, then `forward` and
    `backward` are called.

    Args:
        node_class: the student's class, or a function that builds a node from its inputs.
        inputs: an example value for each input, numbers or tensors.
        draws: how many random draws of the inputs follow the values given.
        seed: of the random draws.

    Raises:
        CheckFailed: the result, or a downstream gradient, or its shape, or their number is wrong.
    """
    node = node_class(*(Leaf(value, f"input {i}") for i, value in enumerate(inputs)))
    for case in cases(node, draws, seed):
        rows = _check_node_case(case)
        if case.title == "with the values given":
            given = ", ".join(show(leaf.value) for leaf in node.input_nodes)
            print(f"{node.label} of {given}; upstream gradient {show(case.upstream[0])}:")
            print(table(rows))
    print(f"Right: {node.label} forward and backward, on {draws + 1} sets of values.")


def check_derivatives(
    graph: ComputationNode,
    leaf: Leaf,
    forward_algorithm: Algorithm,
    backward_algorithm: Algorithm,
    *,
    order: int = 3,
) -> None:
    """Checks the first to `order`-th derivative of an elementwise graph at each entry of a leaf.

    Every backward pass runs inside `build_graph()`, so that the gradient it leaves in the leaf is
    a graph, which the next one differentiates.

    Raises:
        CheckFailed: with the first order whose derivative is wrong.
    """
    nodes = graph.sorted_nodes()
    graph = copy_graph(graph, as_float64)
    leaf = graph.sorted_nodes()[nodes.index(leaf)]
    one = Leaf(torch.tensor(1.0, dtype=torch.float64))
    rows, y = [], graph
    for k, pytorch in enumerate(twin_derivatives(graph, leaf, order), start=1):
        total = y.sum()
        depends = leaf in total.sorted_nodes()
        leaf.gradient = None
        _run("forward_algorithm", [], forward_algorithm, total)
        with build_graph():
            _run("backward_algorithm", [], backward_algorithm, total, one=one)
        y = leaf.gradient
        if y is None and not depends:  # the derivative of a constant
            y = Leaf(torch.zeros_like(leaf.value))
        yours = value_of(y) if isinstance(y, ComputationNode) else y
        rows.append(Row(f"derivative {k}", yours, pytorch, aside=None))
        if not rows[-1].right:
            clue = "" if depends else f" Derivative {k - 1} is a constant here. {_RETURN_NODES}"
            _fail(rows, f"Derivative {k} with respect to {leaf.label} {_mistake(rows[-1])}.{clue}")
        if k < order and not isinstance(y, ComputationNode):
            _fail(
                rows,
                f"The gradient that backward_algorithm left in {leaf.label} is a value, so it "
                f"cannot be differentiated again. {_RETURN_NODES}",
            )
    print(table(rows))
    print(f"Right: the first {order} derivatives with respect to {leaf.label}.")


def _check_forward(case: Case, forward_algorithm: Algorithm) -> list[Row]:
    nodes = case.graph.sorted_nodes()
    with recording(case.graph) as calls:
        _run("forward_algorithm", calls, forward_algorithm, case.graph)
    pytorch = twin(case.graph).results
    rows = [Row(n.label, n.result, right) for n, right in zip(nodes, pytorch, strict=True)]
    for node, row in zip(nodes, rows, strict=True):
        if not row.right:
            _fail(
                rows,
                f"The first wrong result, {case.title}, is that of {node.label}: it "
                f"{_mistake(row)}.{_forward_clue(node)}",
            )
    _check_visits(nodes, calls, "forward_algorithm")
    return rows


def _fill_in_results(case: Case) -> None:
    """The right result in every node; each forward runs too, for what it may save on the way."""
    nodes = case.graph.sorted_nodes()
    for node, result in zip(nodes, twin(case.graph).results, strict=True):
        is_number = not hasattr(case.upstream[0], "shape")
        _run(f"{node.label}.forward", [], node.forward)
        node.result = float(result) if is_number else result


def _check_backward(case: Case, backward_algorithm: Algorithm, one, again=False) -> list[Row]:
    backward_order = case.graph.sorted_nodes()[::-1]
    pytorch = twin(case.graph, one).gradients[::-1]  # before any student code can change `one`
    with recording(case.graph) as calls:
        _run("backward_algorithm", calls, backward_algorithm, case.graph, one=one)
    rows = [
        Row(n.label, n.gradient, right, aside=n.result)
        for n, right in zip(backward_order, pytorch, strict=True)
    ]
    for node, row in zip(backward_order, rows, strict=True):
        if not row.right:
            when = "in a second call of backward_algorithm" if again else case.title
            if any(c.node is node and Row("", c.upstream, row.pytorch).right for c in calls):
                clue = "It was right when its own backward ran; something changed it afterwards."
            else:
                clue = _second_call_clue() if again else _backward_clue(node, backward_order, calls)
            _fail(
                rows,
                f"The first wrong gradient walking backward, {when}, is that of {node.label}: it "
                f"{_mistake(row)}. {clue}",
                aside="result",
            )
    _check_visits(backward_order, calls, "backward_algorithm")
    return rows


def _check_node_case(case: Case) -> list[Row]:
    node, upstream = case.graph, case.upstream[0]
    right = twin(node, upstream)
    inputs = [as_float64(leaf.value) for leaf in node.input_nodes]
    for leaf in node.input_nodes:
        leaf.forward()
    _run(f"{node.label}.forward", [], node.forward)
    rows = [Row("result", node.result, right.results[-1])]
    if not rows[0].right:
        _fail(rows, f"The result of {node.label} {case.title} {_mistake(rows[0])}.")

    node.gradient = upstream if not hasattr(upstream, "shape") else upstream.clone()
    downstream = _run(f"{node.label}.backward", [], node.backward)
    problem = _downstream_problem(node, downstream)
    if problem:
        _fail([], problem)
    for i, (gradient, pytorch) in enumerate(zip(downstream, right.gradients[:-1], strict=True)):
        rows.append(Row(f"downstream gradient {i}", gradient, pytorch))
    for i, row in enumerate(rows[1:]):
        if not row.right:
            _fail(
                rows,
                f"The downstream gradient of {node.label} for input {i}, {case.title}, "
                f"{_mistake(row)}.",
            )
    kept = [(n.result, value) for n, value in zip(node.input_nodes, inputs, strict=True)]
    kept.append((node.gradient, upstream))
    if any(not torch.equal(as_tensor(now), as_tensor(before)) for now, before in kept):
        _fail(rows, f"{node.label} changed its inputs or its upstream gradient in place.")
    return rows


def _run(name: str, calls: list[Call], function: Algorithm, *args, **kwargs):
    """Runs the student's function; an error in it becomes a sentence that says where."""
    try:
        return function(*args, **kwargs)
    except NotImplementedError as error:
        running = _running(calls)
        blank = running.label if running else name
        raise CheckFailed(f"{blank} is not written yet. ({error})".replace(" ()", "")) from None
    except TooManyCalls as error:
        raise CheckFailed(
            f"{name} goes on and on: it was stopped after {len(calls)} calls, the last one "
            f"{error}. Each node needs to be called exactly once."
        ) from None
    except RecursionError as error:
        raise CheckFailed(f"{name} calls itself deeper than Python allows: {error}.") from None
    except Exception as error:
        running = _running(calls)
        where = f" in {running.label}" if running else ""
        problem = _bad_return(calls) or _too_early(running) or ""
        if calls and calls[-1].finished and calls[-1].method == "backward":
            problem = problem or _downstream_problem(calls[-1].node, calls[-1].returned) or ""
        said = f"{name} raised {type(error).__name__}{where}: {error}".rstrip(".") + "."
        raise CheckFailed(f"{said} {problem}".rstrip()) from error


def _running(calls: list[Call]) -> Call | None:
    """The call that was running when the student's code raised an error, if one was."""
    return next((call for call in reversed(calls) if not call.finished), None)


def _too_early(running: Call | None) -> str | None:
    """Says so if a backward was called before any gradient had arrived."""
    if running is None or running.method != "backward" or running.upstream is not None:
        return None
    return (
        f"The gradient of {running.node.label} was still None: its backward can only run after "
        "the backward of every node it feeds. In which order are the nodes visited?"
    )


def _bad_return(calls: list[Call]) -> str | None:
    """The first backward whose list has the wrong length, or holds what is no gradient."""
    done = (c for c in calls if c.finished and c.method == "backward")
    return next(filter(None, (_form_problem(c.node, c.returned) for c in done)), None)


def _form_problem(node: ComputationNode, downstream) -> str | None:
    """What keeps a backward's list from being one gradient for each input, shapes apart."""
    wanted = len(node.input_nodes)
    if not isinstance(downstream, list | tuple):
        return (
            f"backward of {node.label} returned {type(downstream).__name__}, not a list of "
            f"{wanted} downstream gradient{'s' * (wanted != 1)}."
        )
    if len(downstream) != wanted:
        return (
            f"backward of {node.label} returned {len(downstream)} downstream gradients, and it "
            f"has {wanted} input{'s' * (wanted != 1)}."
        )
    for i, gradient in enumerate(downstream):
        if as_tensor(gradient) is None and not isinstance(gradient, ComputationNode):
            return (
                f"backward of {node.label} returned {gradient!r} as downstream gradient {i}; "
                "a number or a tensor was expected."
            )
    return None


def _downstream_problem(node: ComputationNode, downstream) -> str | None:
    """What is wrong with the form of a backward's list, the shapes of the gradients too."""
    if problem := _form_problem(node, downstream):
        return problem
    for i, (gradient, input_node) in enumerate(zip(downstream, node.input_nodes, strict=True)):
        shape = tuple(getattr(gradient, "shape", ()))
        if not isinstance(gradient, ComputationNode) and shape != input_node.shape:
            return (
                f"backward of {node.label} returned a downstream gradient of shape {shape} for "
                f"input {i}, which has shape {input_node.shape}. The two shapes must agree."
            )
    return None


def _check_visits(nodes: list[ComputationNode], calls: list[Call], name: str) -> None:
    """Every node once: right numbers reached by once per path would take for ever elsewhere."""
    method = name.removesuffix("_algorithm")
    count = Counter(call.node for call in calls if call.method == method)
    for node in nodes:
        if count[node] > 1:
            raise CheckFailed(
                f"The numbers are right, but {name} ran {method} of {node.label} {count[node]} "
                "times. Each node once is enough, and in a deep graph once per path takes for ever."
            )
        if count[node] == 0 and node.input_nodes:
            raise CheckFailed(
                f"The numbers are right, but {name} never called {method} of {node.label}. "
                f"Let each node do its own {method} step."
            )


def _mistake(row: Row) -> str:
    if row.yours is None:
        return "is still None"
    if row.misfit:
        return f"is {row.misfit}" if as_tensor(row.yours) is None else f"has {row.misfit}"
    _, yours, pytorch, _ = row.cells()
    return f"is {yours}, and PyTorch says {pytorch}"


def _forward_clue(node: ComputationNode) -> str:
    if node.result is None:
        return " forward never ran on it."
    if not node.input_nodes:
        return " A Leaf's forward copies its value into its result."
    return f" Its inputs are right, so look at forward of {type(node).__name__}."


def _backward_clue(node: ComputationNode, backward_order: list, calls: list[Call]) -> str:
    """Why the first wrong gradient may be wrong, as far as the recorded calls show."""
    if problem := _bad_return(calls):
        return problem
    users = [n for n in backward_order if node in n.input_nodes]
    if not users:
        return "That is the output: its gradient is what `one` says, before anything else."
    names = " and ".join(dict.fromkeys(user.label for user in users))
    visited = {}
    for i, call in enumerate(calls):
        visited.setdefault(call.node, i)
    for user in users:
        if user not in visited:
            return f"{user.label}, which it feeds, never had its backward called."
        for late in (n for n in backward_order if user in n.input_nodes):
            if visited.get(late, len(calls)) > visited[user]:
                return (
                    f"It receives from {user.label}, whose backward ran before that of "
                    f"{late.label}: a node may pass its gradient on only when all of it has "
                    "arrived. In which order are the nodes visited?"
                )
    edges = sum(user.input_nodes.count(node) for user in users)
    if edges > 1:
        return (
            f"It feeds {names}, along {edges} edges: at a fork the gradients that come back along "
            "the edges add up, each of them once."
        )
    return (
        f"All it receives comes from {names}, whose own gradient is right: look at backward of "
        f"{type(users[0]).__name__}, and at what your algorithm does with the list it returns."
    )


def _second_call_clue() -> str:
    return (
        "The first call was right. What the first call left in the nodes must be forgotten before "
        "the second starts: set each node's gradient to None."
    )


def _fail(rows: list[Row], message: str, aside: str | None = None) -> None:
    if rows:
        print(table(rows, aside))
    raise CheckFailed(message)


def _students_frames(error: BaseException) -> list[str]:
    """The traceback of an error without this package's own frames."""
    here = str(Path(__file__).parent)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if here not in f.filename]
    text = [f"  line {f.lineno}, in {f.name}:  {f.line}" for f in frames]
    return [*text, f"{type(error).__name__}: {error}"]
