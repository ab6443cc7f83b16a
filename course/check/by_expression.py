"""Checking equations of a network that a student wrote as expressions in matrices.

An expression is computed here, outside any code of the student's, on the values of the graph it is
about. Each blank is computed from right values of all the names in it, so a mistake costs itself.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

import torch

from course.check.blanks import RIGHT, check_each
from course.check.cases import cases
from course.check.experiments import Experiments, Trial, Values, changes, specials, trial, zeros
from course.check.explanations import mistake
from course.check.twin import as_float64, share, twin
from course.compare import Row, listed
from course.expressions import compute
from course.graph import ComputationNode
from course.misconceptions import looks_like, sentences
from course.operations import operation_of, result_of
from course.reader import ExpressionError

Answers = Mapping[str, object]


def check_results_by_expression(graph: ComputationNode, answers: Answers) -> float:
    """Checks a forward pass as equations: each named node in terms of leaves and nodes before it.

    Args:
        graph: the output node; the nodes asked for have names, and all leaves.
        answers: for each named node an expression such as "W1 @ x".

    Returns:
        The share of the blanks that is right.

    Raises:
        CheckFailed: no blank is right yet.
    """
    named = [node for node in graph.sorted_nodes() if node.name]
    leaves = {node.name for node in named if not node.input_nodes}
    blanks = [node.name for node in named if node.input_nodes]
    before = {name: leaves | set(blanks[:i]) for i, name in enumerate(blanks)}
    given = [results for results, _ in _named(graph)]
    right_of = {blank: (partial(_result, graph.get(blank)), {}) for blank in blanks}
    return _check(answers, blanks, given, given, before, right_of)


def check_gradients_by_expression(
    graph: ComputationNode,
    answers: Answers,
    of: Iterable[str],
    *,
    numbers: Mapping[str, float] = {},
) -> float:
    """Checks a backward pass as equations: d(output)/d(node), for some named nodes.

    An expression may use the values of all nodes, and the gradients before it in `of`.

    Args:
        graph: the output node.
        answers: for each gradient, called `dJ_dz` for the output J and the node z, an expression.
        of: the names of the nodes whose gradients are asked for, the output's side first.
        numbers: other numbers that an expression may name.

    Returns:
        The share of the blanks that is right.

    Raises:
        CheckFailed: no blank is right yet.
    """
    nodes = [node.name for node in graph.sorted_nodes() if node.name]
    of = [*of]
    blanks = [f"d{graph.name}_d{name}" for name in of]
    before = {blank: {*nodes, *numbers, *blanks[:i]} for i, blank in enumerate(blanks)}
    names = dict(zip(blanks, of, strict=True))
    instead = _results_for_inputs(graph)
    right_of = {b: (partial(_gradient, graph, graph.get(n)), instead) for b, n in names.items()}
    right, given = [], []
    for results, gradients in _named(graph):
        right.append({f"d{graph.name}_d{name}": value for name, value in gradients.items()})
        given.append(results | right[-1] | dict(numbers))
    return _check(answers, blanks, right, given, before, right_of)


def _named(graph: ComputationNode) -> Iterator[tuple[dict, dict]]:
    """For each case the right results and gradients of the named nodes; the first is readable."""
    for case in cases(graph):
        nodes, pytorch = case.graph.sorted_nodes(), twin(case.graph)
        named = [(i, node.name) for i, node in enumerate(nodes) if node.name]
        yield (
            {name: pytorch.results[i] for i, name in named},
            {name: pytorch.gradients[i] for i, name in named},
        )


def _result(node: ComputationNode, values: Values) -> torch.Tensor:
    """The result of a node, made of the named values nearest to it."""

    def value(each: ComputationNode) -> torch.Tensor:
        if each.name in values and each is not node:
            return values[each.name]
        return result_of(each, *map(value, each.input_nodes))

    return value(node)


def _gradient(graph: ComputationNode, node: ComputationNode, values: Values) -> torch.Tensor:
    """The gradient of a node, made of the named values and gradients nearest to it."""
    nodes = graph.sorted_nodes()

    def value(each: ComputationNode) -> torch.Tensor:
        return values[each.name] if each.name in values else _result(each, values)

    def gradient(each: ComputationNode) -> torch.Tensor:
        name = f"d{graph.name}_d{each.name}"
        if name in values and each is not node:
            return values[name]
        if each is graph:
            return as_float64(1.0)
        shares = [
            share(user, i, gradient(user), {n: value(n) for n in user.input_nodes})
            for user in nodes
            for i, source in enumerate(user.input_nodes)
            if source is each
        ]
        return sum(shares)

    return gradient(node)


def _results_for_inputs(graph: ComputationNode) -> dict[str, ComputationNode]:
    """For each named value that only goes into one node, whose gradient is made of its result
    alone, that node: for z that of h, if h is the tanh of z."""
    nodes = graph.sorted_nodes()
    users = {n: [user for user in nodes if n in user.input_nodes] for n in nodes if n.name}
    return {
        n.name: those[0]
        for n, those in users.items()
        if len(those) == 1 and those[0].name and operation_of(those[0]).kept == (-1,)
    }


def _check(answers, blanks, right, given, before, right_of) -> float:
    cases_of = {
        blank: [
            (wanted[blank], {n: v for n, v in values.items() if n in before[blank]})
            for wanted, values in zip(right, given, strict=True)
        ]
        for blank in blanks
    }

    def verdict(answer: object, cases_of: list[tuple[torch.Tensor, dict]], blank: tuple) -> str:
        return _verdict(answer, cases_of, blank, right_of[blank[-1]])

    return check_each(answers, cases_of, verdict)


def _verdict(answer: object, cases_of: list, blank: tuple, right_of: tuple) -> str:
    for place, (wanted, names) in enumerate(cases_of):
        try:
            row = Row(blank[-1], compute(answer, names), wanted)
        except ExpressionError as error:
            return _not_yet(str(error), error.seen and ("expression", *blank, error.seen))
        if not row.right:
            more = partial(_tried, answer, cases_of, blank[-1], *right_of)
            if place == 0:
                seen = ("expression", *blank, row.seen)
                return _not_yet(f"`{answer}` {mistake(row)}.", seen, more)
            return _not_yet(
                f"`{answer}` fits the values above, and no others: it {mistake(row)}.", None, more
            )
    shape = tuple(wanted.shape)
    return RIGHT + (f", of shape {shape}" if shape else "")


class _Noting(dict):
    """Values, and in `noted` the names of those that were read."""

    def __init__(self, values: Values):
        super().__init__(values)
        self.noted = {}

    def __getitem__(self, name: str):
        self.noted[name] = None
        return super().__getitem__(name)


def _tried(answer: object, cases_of: list, blank: str, right_of: Callable, instead: Mapping) -> str:
    """What was found by trying other values in a wrong expression."""
    all_ = [{n: as_float64(v) for n, v in values.items()} for _, values in cases_of]
    noting = _Noting(all_[0])
    right_of(noting)
    direct = [*noting.noted]  # of what the right one is made
    counts = [n for n, value in cases_of[0][1].items() if not hasattr(value, "shape")]
    written = set(re.findall(r"[^\W\d]\w*", str(answer))) & {*all_[0]}

    def with_(values: Values, of: int) -> Values:
        found = all_[of] | {name.strip("`"): value for name, value in values.items()}
        for name, node in instead.items():
            if f"`{name}`" in values:
                found[node.name] = result_of(node, found[name])
        return found

    def right(values: Values, of: int = 0) -> Values:
        return {blank: right_of(with_(values, of))}

    def tried_with(values: Values, of: int) -> Trial:
        try:
            yours = compute(answer, with_(values, of))
        except ExpressionError:
            yours = None
        return trial(values, right(values, of), {blank: yours})

    def with_another(name: str, another: str, values: Values) -> Values:
        of = next(i for i, each in enumerate(random) if each.given is values)
        return right({name: all_[of][another]}, of)

    given = [{f"`{n}`": each[n] for n in direct} for each in all_]
    numbers = {f"`{n}`": all_[0][n] for n in counts}
    random = [tried_with(values | numbers, i) for i, values in enumerate(given)]
    others = [
        (f"`{name}` were `{another}`", partial(with_another, name, another))
        for name in direct
        for another in all_[0]
        if another not in (name, *counts)
    ]
    experiments = Experiments(random, [], [], right, others)
    if relation := experiments.relation(blank):
        return f"On {len(random)} sets of values, it is {relation}."
    results = {name: instead[name].name if name in instead else name for name in direct}
    if not written <= {*direct, *results.values(), *counts}:  # others would not fit to these
        made_of = listed(f"`{name}`" for name in results.values())
        return f"It can be made of {made_of}, and of nothing else that has a name."
    experiments.changed = [(what, tried_with(values, 0)) for what, values in changes(given[0])]
    for make in (specials, zeros):
        for (what, first), (_, second) in zip(*map(make, given[:2]), strict=True):
            experiments.special.append((what, (tried_with(first, 0), tried_with(second, 1))))
    return experiments.told(blank)


def _not_yet(said: str, seen: tuple | None, more: Callable[[], str] = str) -> str:
    why = sentences(looks_like(seen)) if seen else ""
    return "not yet: " + "\n    ".join([said, *(why or more()).splitlines()])
