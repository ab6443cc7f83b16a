"""Checking a pass, a derivative or an order that a student worked out on paper."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import torch

from course.check.base.blank_by_blank import RIGHT, UNFILLED, Answers
from course.check.base.cases import Draw
from course.check.base.exercise import exercise_title
from course.check.base.twin import twin
from course.check.paper.blanks import (
    BY_CHANCE,
    RANDOM_PLACES,
    Blank,
    check_blanks,
    formula_asked_for,
)
from course.check.paper.follow_on import (
    NAMES_ARE_VALUES,
    answered_value,
    are_right,
    following_gradients,
    following_results,
    has_names,
    is_close,
    names_for_gradients,
)
from course.check.paper.off_by import off_by, one_word_off
from course.check.paper.variants import Variant, as_variant
from course.expressions.formula import Values, evaluate
from course.failure import CheckFailed
from course.graph import ComputationNode, Leaf
from course.misconceptions import Seen
from course.sketch import class_name

MORE_PLACES = 20  # where a wrong formula is compared to find how it is off
_OF_THE_OUTPUT = "Move the output itself by h. How far does it move?"
_KINDS = {"Add": "the sum", "Mul": "the product", "Matmul": "the matrix product"}


def check_results_by_hand(graph: ComputationNode | Variant, answers: Answers) -> float:
    """Checks a forward pass on paper: the result of each named node that is not a leaf.

    Formulas may use the names of the leaves, whose values are given. Otherwise as `check_blanks`.
    """
    yours = as_variant(graph)
    graph = yours.right
    results, _ = _named_values(graph)
    named = [n for n in graph.sorted_nodes() if n.name and n.input_nodes]
    inputs = {n: " and ".join(map(_in_words, n.input_nodes)) for n in named}
    clues = {
        n.name: f"It is {_KINDS.get(class_name(n), class_name(n))} of {inputs[n]}." for n in named
    }
    right = {n.name: results[n.name] for n in named}
    given = {name: value for name, value in results.items() if name not in right}
    if yours.is_compared:
        # Of 10^5 wrong passes, a few end with the values of another variant's graph.
        return yours.compared(are_right(answers, right, given), tells=yours.wrong is not None)
    yours.introduce(lambda: _fit_standard(answers, yours, right, given))
    return check_blanks(
        answers,
        right,
        names=given,
        clues=clues,
        certain=following_results(graph, answers, given),
        seen=yours.seen(),
    )


def check_gradients_by_hand(
    graph: ComputationNode | Variant, answers: Answers, of: Sequence[str] = ()
) -> float:
    """Checks a backward pass on paper: for each named node, d(output) / d(that node).

    The names in a formula stand for the results of the nodes. Otherwise as `check_blanks`.

    Args:
        graph: the output node.
        answers: what the student wrote, by name of the node.
        of: the nodes asked for, if not all. Then the blank for the node z is called `dJ_dz` for the
            output J, and formulas may use no names: with names, the expressions asked for by
            `check_gradients_by_expression` would pass.
    """
    yours = as_variant(graph)
    graph = yours.right
    results, gradients = _named_values(graph, yours.one)
    called = f"d{graph.name}_d{{}}" if of else "{}"
    right = {called.format(name): gradients[name] for name in of or reversed(gradients)}
    names = {} if of else results
    clue = "Upstream gradient times local gradient, and at a fork the shares add up."
    if yours.is_compared:
        return yours.compared(are_right(answers, right, names))
    yours.introduce(
        lambda: _fit_standard(answers, yours, right, names, called),
        f" Begin with {yours.one} at {graph.name}." if yours.one != 1 else "",
    )
    written = answers if isinstance(answers, Mapping) else {}
    misread = names_for_gradients(written, names, gradients)
    clues = dict.fromkeys(right, clue)
    if (output := called.format(graph.name)) in right:
        clues[output] = _OF_THE_OUTPUT if yours.one == 1 else "It is given above."
    named = [blank for blank in right if has_names(written.get(blank), names)]
    return check_blanks(
        answers,
        right,
        names=names,
        clues=clues | {blank: f"{clues[blank]} {NAMES_ARE_VALUES}" for blank in named},
        certain=following_gradients(graph, answers, names, yours.one, called) | misread,
        seen=yours.seen(backward=True),
    )


def _fit_standard(
    answers: Answers, yours: Variant, blanks: Values, names: Values, called: str = ""
) -> bool:
    """Whether answers fit the standard graph and not this one. They do not if the notebook's name
    for the standard graph now stands for something else.

    Args:
        names: what a formula may name, with its values here.
        called: for gradients, what the blank of a node is called; empty for results.
    """
    graph = yours.standard
    results, gradients = _named_values(graph) if isinstance(graph, ComputationNode) else ({}, {})
    found = {called.format(name): value for name, value in gradients.items()} if called else results
    return (
        blanks.keys() <= found.keys()
        and are_right(answers, {blank: found[blank] for blank in blanks}, results if names else {})
        and not are_right(answers, blanks, names)
    )


def check_formula_by_hand(
    function: Callable[..., ComputationNode | torch.Tensor] | Variant,
    derivative: object,
    *,
    at: list[float],
    hint: str = "",
) -> None:
    """Checks a derivative found with ordinary calculus, a formula in x, against PyTorch.

    Args:
        function: a function of a tensor x, or one that builds a graph from a leaf x.
        derivative: the formula, for example "2 x"; `...` if nothing is written yet.
        at: values of x to compare at, in addition to random ones between them.
        hint: the name under which `hint` helps; empty if there are no hints.

    Raises:
        CheckFailed: the formula cannot be read, or is wrong somewhere.
    """
    if derivative is ...:
        raise CheckFailed(f"the derivative is {UNFILLED}.")
    yours = as_variant(function)
    found = {value: answered_value(derivative, {"x": value}) for value in at}
    yours.introduce(lambda: all(is_close(found[v], _slope(yours.standard, v)) for v in at))
    function = yours.right
    if not isinstance(derivative, str) and not math.isnan(answered_value(derivative, {})):
        raise CheckFailed(formula_asked_for("x"), _formula_seen(found, yours))
    right = {value: _slope(function, value) for value in at}
    negated = all(is_close(found[value], -right[value]) for value in at)
    clue = "It is the same for every x." if len(set(found.values())) == 1 < len(at) else ""
    helps = f"`hint({hint!r})` gives a hint." if hint else ""

    def how_off() -> str:
        is_told = negated or not isinstance(derivative, str)
        how = "" if is_told else _how_off(derivative, function, at)
        return f"{how} {helps}".rstrip() if how else ""

    for value in at:
        verdict = Blank(right[value], {"x": value}, clue, try_sign=negated).verdict(derivative)
        if verdict != RIGHT:
            said = f"at x = {value:g}: {verdict.removeprefix('not yet: ')}"
            raise CheckFailed(said, _formula_seen(found, yours), helps).explained(how_off)
    draw = Draw(0).random
    for value in (draw.uniform(min(at), max(at)) for _ in range(RANDOM_PLACES)):
        if not is_close(answered_value(derivative, {"x": value}), _slope(function, value)):
            raise CheckFailed(f"{derivative} {BY_CHANCE.format('the values given')}")
    print(f"Right at x = {', '.join(f'{value:g}' for value in at)} and between them.")


def _how_off(derivative: str, function: Callable, at: list[float]) -> str:
    """In what simple way a formula is off, if in any."""
    draw = Draw(1).random
    places = [*at, *(draw.uniform(min(at), max(at)) for _ in range(MORE_PLACES))]
    x = torch.tensor(places, dtype=torch.float64)
    powers = {f"a multiple of x^{k}" if k > 1 else "a multiple of x": x**k for k in range(1, 6)}
    exponentials = {f"a multiple of exp({k})": c for k, c in (("x", x.exp()), ("-x", (-x).exp()))}
    right = torch.tensor([_slope(function, place) for place in places], dtype=torch.float64)
    parts = {"a number": torch.ones_like(x), **powers, **exponentials}

    def values_of(formula: str) -> torch.Tensor:
        values = [evaluate(formula, {"x": place}) for place in places]
        return torch.tensor(values, dtype=torch.float64)

    def fits(other: str) -> bool:
        found = (answered_value(other, {"x": place}) for place in places)
        return all(map(is_close, found, right.tolist()))

    how = off_by(derivative, values_of, right, parts)
    return how or one_word_off(derivative, ["x"], fits)


def _slope(function: Callable, value: float) -> float:
    """PyTorch's derivative of a function at a value, without running the student's nodes where
    possible."""
    x = torch.tensor(value, dtype=torch.float64, requires_grad=True)
    y = function(x)
    if isinstance(y, ComputationNode):
        return float(twin(function(Leaf(value, "x"))).gradients[0])
    return float(torch.autograd.grad(y, x)[0])


def check_backward_order(graph: ComputationNode, order: list[str]) -> None:
    """Checks an order for the backward pass: each node after every node it feeds.

    Args:
        graph: the output node; every node has a name.
        order: the names of all nodes, in the order of processing.

    Raises:
        CheckFailed: a name is missing, unknown or repeated, or a node comes too early.
    """
    nodes = {node.name: node for node in _as_graph(graph).sorted_nodes()}
    if None in nodes:
        raise CheckFailed(f"{nodes[None].label} has no name in this graph. {_BUILD_AGAIN}.")
    if problem := _no_order(order, nodes):
        raise CheckFailed(problem)
    seen = ("order", exercise_title(), tuple(order))
    if all(
        order.index(n.name) < order.index(u.name) for u in nodes.values() for n in u.input_nodes
    ):
        raise CheckFailed(
            "This looks like the forward order: each node comes before the nodes it feeds.", seen
        )
    for node in nodes.values():
        for source in node.input_nodes:
            if order.index(source.name) < order.index(node.name):
                raise CheckFailed(
                    f"{source.name} comes before {node.name}, which it feeds, so its gradient is "
                    f"not complete when it is processed: the share from {node.name} is missing.",
                    seen,
                )
    print("Right: every node comes after all the nodes it feeds.")


def _no_order(order: object, nodes: Iterable[str]) -> str:
    """Why an answer is not a list of all the names, each once; empty if it is one."""
    if order is ... or not isinstance(order, list | tuple):
        return 'write the order as a list of names in quotes, such as ["z", "y", "x"].'
    if any(not isinstance(name, str) for name in order):
        own = [getattr(each, "name", each) for each in order]
        known = [name for name in own if isinstance(name, str) and name in nodes]
        begun = [f'"{name}"' for name in known][:2] or [f'"{list(nodes)[-1]}"']
        return f"Write the names one after the other, in quotes: [{', '.join(begun)}, ...]."
    if unknown := [name for name in dict.fromkeys(order) if name not in nodes]:
        called = " or ".join(map(repr, unknown[:3]))
        return f"There is no node called {called}. The names are {', '.join(nodes)}."
    if twice := [name for name in nodes if order.count(name) > 1]:
        stands = "stands" if len(twice) == 1 else "stand"
        return f"{', '.join(twice)} {stands} in the list more than once. Each node has one turn."
    if missing := [name for name in nodes if name not in order]:
        are = "is" if len(missing) == 1 else "are"
        return f"{', '.join(missing)} {are} missing. The list needs each node once."
    return ""


def _in_words(node: ComputationNode) -> str:
    if node.name or not node.input_nodes:
        return node.name or node.label
    return f"{class_name(node)}({', '.join(map(_in_words, node.input_nodes))})"


def _named_values(
    graph: ComputationNode, one: float = 1.0
) -> tuple[dict[str, float], dict[str, float]]:
    """PyTorch's result and gradient of each named node."""
    return twin(_as_graph(graph), one).by_name(float)


_BUILD_AGAIN = "Run the cell that builds the graph once more"


def _as_graph(value: object) -> ComputationNode:
    """What is a graph, unless the notebook uses its name for something else by now."""
    if isinstance(value, ComputationNode):
        return value
    raise CheckFailed(
        f"the name of the graph now stands for something else, {value!r:.40}. {_BUILD_AGAIN}, and "
        "use other names for your own numbers."
    )


def _formula_seen(found: Mapping[float, float], yours: Variant) -> Seen | None:
    """The values of a wrong formula at all points, to be compared with known mistakes."""
    if any(map(math.isnan, found.values())):
        return None
    if seen := yours.seen():
        return seen({f"{x:g}": value for x, value in found.items()})
    return ("formula", exercise_title(), tuple(found.values()))
