"""Works out to which numbers known mistakes by hand lead, on a graph of numbers with one leaf.

With this, a variant of an exercise is tested before a student gets it: each mistake has to change a
blank, and no two mistakes may lead to the same numbers. It also serves to recognise the mistake in
a wrong blank. Mistakes in the bank have the same names here.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

import torch

from course.expressions.formula import NamedNumbers
from course.graph import ComputationNode
from course.reference.twin import pytorch_shares, twin
from course.values.closeness import numbers_agree

# The name of a mistake, and the numbers it leads to, by blank. Blanks that it does not change may
# be missing. A blank may stand for a node or for something else.
WrongTable = tuple[str, NamedNumbers]

LINEAR = {"Add", "Mean", "HalfDifference"}  # their slopes are 1, or have mistakes of their own
EXP_OF_A_NEGATIVE = "exp of a negative"


# Ways to get a result wrong by hand: the class of nodes or EXP_OF_A_NEGATIVE, and a function that
# takes a node's right result and its inputs and returns the wrong result.
WRONG_RESULTS: dict[str, tuple[str, Callable[[float, Sequence[float]], float]]] = {
    "forward-no-negation": ("Negate", lambda right, inputs: -right),
    "forward-exp-does-nothing": ("Exp", lambda right, inputs: inputs[0]),
    "forward-exp-instead-of-copy": ("Copy", lambda right, inputs: math.exp(right)),
    "forward-sum": ("Mean", lambda right, inputs: sum(inputs)),
    "difference is not halved": ("HalfDifference", lambda right, inputs: inputs[0] - inputs[1]),
    "a square doubles": ("Square", lambda right, inputs: 2 * inputs[0]),
    "forward-minus-comes-out": (EXP_OF_A_NEGATIVE, lambda right, inputs: -right),
    "forward-sign-in-exp": (EXP_OF_A_NEGATIVE, lambda right, inputs: -1 / right),
}


@dataclass(frozen=True)
class WrongBackward:
    """One way to get gradients wrong by hand. Each step that is not specified is done right."""

    needs: str = ""  # the one of `HandGraph.features` that a graph needs, if any
    # If `needs` is an operation: takes its local gradient and the leaf's value, and returns the
    # local gradient that is used instead.
    local: Callable[[float, float], float] = lambda right, leaf: right
    # Takes an upstream and a local gradient, and returns the downstream gradient.
    share: Callable[[float, float], float] = lambda upstream, local: upstream * local
    # Takes the shares that arrive at a fork, and returns the gradient there.
    gather: Callable[[Sequence[float]], float] = sum
    # Takes the output's upstream gradient and its result, and returns the gradient that it starts
    # with.
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


class HandGraph:
    """A graph to be worked out by hand: its right values, and the values that each mistake leads
    to.

    Args:
        graph: the output node. Every node has a name, there is one leaf, and results are numbers.
        one: the upstream gradient at the output.
    """

    def __init__(self, graph: ComputationNode, one: float = 1.0):
        right = twin(graph, one)
        self.nodes, self.one = right.nodes, one
        self.results, self.gradients = right.by_name(float)
        self._leaf_value = self.results[self.nodes[0].name]
        # For each node, its users with their local gradients. A node that uses it twice is there
        # twice.
        self._users: dict[ComputationNode, list[tuple[ComputationNode, float]]]
        self._users = {node: [] for node in self.nodes}
        for user in self.nodes[1:]:
            slopes = pytorch_shares(user, torch.tensor(1.0), right.result_by_node)
            for source, local in zip(user.input_nodes, slopes, strict=True):
                self._users[source].append((user, float(local)))

    @property
    def features(self) -> set[str]:
        """The features of this graph that a mistake in gradients may need: its operations, and
        others such as "a fork"."""
        at_forks = [
            [self.gradients[user.name] * local for user, local in users]
            for users in self._users.values()
            if len(users) > 1
        ]
        slopes = [node for node in self.nodes[1:] if node.class_name not in LINEAR]
        found = {
            "a fork": at_forks,
            "unlike shares": [each for each in at_forks if not numbers_agree(each[0], each[-1])],
            "a slope": slopes,
        }
        kinds = {node.class_name for node in self.nodes}
        return {"", *kinds, *(name for name in found if found[name])}

    def wrong_results(self) -> Iterator[WrongTable]:
        """Each mistake that is possible in the forward pass of this graph, with the result of each
        node, computed with this mistake from right inputs."""
        for name, (kind, wrong_result) in WRONG_RESULTS.items():
            changed = {
                node.name: wrong_result(self.results[node.name], self._inputs(node))
                for node in self.nodes
                if self._is_of_kind(node, kind)
            }
            if changed:
                yield name, self.results | changed

    def _inputs(self, node: ComputationNode) -> list[float]:
        return [self.results[source.name] for source in node.input_nodes]

    def _is_of_kind(self, node: ComputationNode, kind: str) -> bool:
        if kind == EXP_OF_A_NEGATIVE:
            return node.class_name == "Exp" and self._inputs(node)[0] < 0
        return node.class_name == kind

    def wrong_gradients(self) -> Iterator[WrongTable]:
        """Each mistake that is possible in the backward pass of this graph, with the gradient of
        each node, computed with this mistake from right upstream gradients."""
        features = self.features
        for name, mistake in WRONG_GRADIENTS.items():
            if mistake.needs in features:
                yield name, self._gradients_with(mistake)

    def _gradients_with(self, mistake: WrongBackward) -> NamedNumbers:
        output = self.nodes[-1].name
        gradients = {output: mistake.start(self.one, self.results[output])}
        for node in self.nodes[-2::-1]:
            arriving = []
            for user, local in self._users[node]:
                if user.class_name == mistake.needs:
                    local = mistake.local(local, self._leaf_value)
                arriving.append(mistake.share(self.gradients[user.name], local))
            gradients[node.name] = mistake.gather(arriving) if len(arriving) > 1 else arriving[0]
        return gradients

    def tells_all_apart(self) -> bool:
        """Whether each mistake changes a number, and no two mistakes lead to the same numbers."""
        results = [self.results, *(wrong for _, wrong in self.wrong_results())]
        gradients = [self.gradients, *(wrong for _, wrong in self.wrong_gradients())]
        return all_differ(results) and all_differ(gradients)


def all_differ(tables: Iterable[NamedNumbers]) -> bool:
    """Whether no two tables have the same numbers."""
    return all(
        any(not numbers_agree(table[name], other[name]) for name in table)
        for table, other in combinations(tables, 2)
    )
