"""Passes by hand that go wrong in known ways, on any graph of plain numbers.

They test a variant of an exercise before anybody gets it: each mistake has to change a blank, and
no two may lead to the same numbers. They also show which mistake a wrong blank looks like; mistakes
that are in the bank have the same names here.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

import torch

from course.check.base.twin import share, twin
from course.expressions.formula import Values
from course.graph import ComputationNode, Leaf
from course.messages.misconceptions import MADE, Symptom
from course.sketch import class_name
from course.values.closeness import numbers_agree

# A mistake, and what it leaves in the blanks that it changes: nodes by name, or others.
WrongTable = tuple[str, Values]

LINEAR = {"Add", "Mean", "HalfDifference"}  # whose slopes have mistakes of their own, or are 1
EXP_OF_A_NEGATIVE = "exp of a negative"


@dataclass(frozen=True)
class WrongResult:
    """One way to get a result by hand wrong."""

    kind: str  # the class of nodes, or EXP_OF_A_NEGATIVE
    # Of a node's right result and its inputs, what its result is taken to be.
    result: Callable[[float, Sequence[float]], float]


WRONG_RESULTS = {
    "forward-no-negation": WrongResult("Negate", lambda right, inputs: -right),
    "forward-exp-does-nothing": WrongResult("Exp", lambda right, inputs: inputs[0]),
    "forward-exp-instead-of-copy": WrongResult("Copy", lambda right, inputs: math.exp(right)),
    "forward-sum": WrongResult("Mean", lambda right, inputs: sum(inputs)),
    "difference is not halved": WrongResult(
        "HalfDifference", lambda right, inputs: inputs[0] - inputs[1]
    ),
    "a square doubles": WrongResult("Square", lambda right, inputs: 2 * inputs[0]),
    "forward-minus-comes-out": WrongResult(EXP_OF_A_NEGATIVE, lambda right, inputs: -right),
    "forward-sign-in-exp": WrongResult(EXP_OF_A_NEGATIVE, lambda right, inputs: -1 / right),
}


@dataclass(frozen=True)
class WrongBackward:
    """One way to get gradients by hand wrong; what is not given is done right."""

    needs: str = ""  # what of `HandGraph.features` there has to be in a graph, if anything
    # If that is an operation: of its local gradient and the leaf's value, the one that is taken.
    local: Callable[[float, float], float] = lambda right, leaf: right
    # Of an upstream and a local gradient, what is handed on.
    share: Callable[[float, float], float] = lambda upstream, local: upstream * local
    # What is made of the shares that arrive at a fork.
    gather: Callable[[Sequence[float]], float] = sum
    # Of the output's upstream gradient and its result, the gradient it is given.
    start: Callable[[float, float], float] = lambda one, result: one


WRONG_GRADIENTS = {
    "backward-forgets-negate": WrongBackward("Negate", local=lambda right, leaf: -right),
    "backward-mean-passes-all": WrongBackward("Mean", local=lambda right, leaf: 2 * right),
    "difference passes all": WrongBackward("HalfDifference", local=lambda right, leaf: 2 * right),
    "difference is a mean": WrongBackward("HalfDifference", local=lambda right, leaf: abs(right)),
    "square keeps its 2": WrongBackward("Square", local=lambda right, leaf: right / 2),
    "backward-exp-at-its-output": WrongBackward("Exp", local=lambda right, leaf: math.exp(right)),
    "backward-exp-at-x": WrongBackward("Exp", local=lambda right, leaf: math.exp(leaf)),
    "backward-upstream-only": WrongBackward("a slope", share=lambda upstream, local: upstream),
    "backward-local-only": WrongBackward(share=lambda upstream, local: local),
    "backward-fork-multiplies": WrongBackward("a fork", gather=math.prod),
    "backward-fork-averages": WrongBackward("unlike shares", gather=fmean),
    "backward-fork-subtracts": WrongBackward(
        "a fork", gather=lambda shares: shares[0] - sum(shares[1:])
    ),
    "backward-one-branch": WrongBackward("a fork", gather=lambda shares: shares[0]),
    "backward-other-branch": WrongBackward("unlike shares", gather=lambda shares: shares[-1]),
    "backward-starts-at-the-value": WrongBackward(start=lambda one, result: result),
}


@dataclass(frozen=True)
class _Edge:
    """A node's use of another one."""

    source: ComputationNode
    user: ComputationNode
    local: float  # the local gradient of the user for this input


class HandGraph:
    """A graph to be worked out by hand: what is right, and what each mistake makes of it.

    Args:
        graph: the output node; every node has a name, there is one leaf, and results are numbers.
        one: the upstream gradient at the output.
    """

    def __init__(self, graph: ComputationNode, one: float = 1.0):
        right = twin(graph, one)
        values = dict(zip(right.nodes, right.results, strict=True))
        self.nodes, self.one = right.nodes, one
        self.results, self.gradients = right.by_name(float)
        self._leaf_value = next(
            self.results[node.name] for node in self.nodes if isinstance(node, Leaf)
        )
        unit = torch.tensor(1.0)
        self._edges = [
            _Edge(source, user, float(share(user, i, unit, values)))
            for user in self.nodes
            for i, source in enumerate(user.input_nodes)
        ]

    @property
    def features(self) -> set[str]:
        """The conditions of mistakes in gradients that hold here, operations among them."""
        shares: dict[str, list[float]] = {}
        for edge in self._edges:
            share_of_user = self.gradients[edge.user.name] * edge.local
            shares.setdefault(edge.source.name, []).append(share_of_user)
        at_forks = [arriving for arriving in shares.values() if len(arriving) > 1]
        features = {"", *map(class_name, self.nodes)}
        if at_forks:
            features.add("a fork")
        if any(not numbers_agree(arriving[0], arriving[-1]) for arriving in at_forks):
            features.add("unlike shares")
        if any(class_name(node) not in LINEAR for node in self.nodes if node.input_nodes):
            features.add("a slope")
        return features

    def wrong_results(self) -> Iterator[WrongTable]:
        """Each mistake of the forward pass that can be made here, and what it leaves: each node's
        result, computed with this mistake from right inputs."""
        for name, mistake in WRONG_RESULTS.items():
            changed = {
                node.name: mistake.result(self.results[node.name], self._inputs(node))
                for node in self.nodes
                if self._is_of_kind(node, mistake.kind)
            }
            if changed:
                yield name, self.results | changed

    def _inputs(self, node: ComputationNode) -> list[float]:
        return [self.results[source.name] for source in node.input_nodes]

    def _is_of_kind(self, node: ComputationNode, kind: str) -> bool:
        if kind == EXP_OF_A_NEGATIVE:
            return class_name(node) == "Exp" and self._inputs(node)[0] < 0
        return class_name(node) == kind

    def wrong_gradients(self) -> Iterator[WrongTable]:
        """Each mistake of the backward pass that can be made here, and what it leaves: each node's
        gradient, found with this mistake from right ones before it."""
        features = self.features
        for name, mistake in WRONG_GRADIENTS.items():
            if mistake.needs in features:
                yield name, self._gradients_with(mistake)

    def _gradients_with(self, mistake: WrongBackward) -> Values:
        output = self.nodes[-1].name
        gradients = {output: mistake.start(self.one, self.results[output])}
        for node in self.nodes[-2::-1]:
            shares = []
            for edge in self._edges:
                if edge.source is node:
                    is_wrong = class_name(edge.user) == mistake.needs
                    local = mistake.local(edge.local, self._leaf_value) if is_wrong else edge.local
                    shares.append(mistake.share(self.gradients[edge.user.name], local))
            gradients[node.name] = mistake.gather(shares) if len(shares) > 1 else shares[0]
        return gradients

    def tells_all_apart(self) -> bool:
        """Whether each mistake changes a number, and no two leave the same numbers."""
        return differ([self.results, *(wrong for _, wrong in self.wrong_results())]) and differ(
            [self.gradients, *(wrong for _, wrong in self.wrong_gradients())]
        )


def differ(tables: Iterable[Values]) -> bool:
    """Whether no two tables have the same numbers."""
    return all(
        any(not numbers_agree(table[name], other[name]) for name in table)
        for table, other in combinations(tables, 2)
    )


def made_on_purpose(wrong_tables: Iterable[WrongTable]) -> Callable[[Values], Symptom]:
    """A function of wrong numbers: which mistakes, made on purpose, leave them there."""
    wrong_tables = list(wrong_tables)

    def symptom_of(wrong: Values) -> Symptom:
        mistakes = {
            mistake
            for mistake, table in wrong_tables
            if all(
                numbers_agree(value, table.get(blank, math.nan)) for blank, value in wrong.items()
            )
        }
        return (MADE, *sorted(mistakes))

    return symptom_of
