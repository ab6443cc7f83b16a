"""Passes by hand that go wrong in known ways, on any graph of plain numbers.

They test a variant of an exercise before anybody gets it: each mistake has to change a blank, and
no two may lead to the same numbers. They also show which mistake a wrong blank looks like; mistakes
that are in the bank have the same names here.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from course.check.base.twin import share, twin
from course.graph import ComputationNode, Leaf
from course.messages.misconceptions import MADE, Seen
from course.sketch import class_name
from course.values.closeness import numbers_agree

Table = dict[str, float]  # by the name of a node, or of another blank
WrongTable = tuple[str, Table]  # a mistake, and what it leaves in the blanks that it changes


LINEAR = {"Add", "Mean", "HalfDifference"}  # whose slopes have mistakes of their own, or are 1

# Ways to get a result by hand wrong: of which kind of node, and of its right result and its inputs,
# what it is taken to be.
WRONG_RESULTS: dict[str, tuple[str, Callable[[float, Sequence[float]], float]]] = {
    "forward-no-negation": ("Negate", lambda right, u: -right),
    "forward-exp-does-nothing": ("Exp", lambda right, u: u[0]),
    "forward-exp-instead-of-copy": ("Copy", lambda right, u: math.exp(right)),
    "forward-sum": ("Mean", lambda right, u: sum(u)),
    "difference is not halved": ("HalfDifference", lambda right, u: u[0] - u[1]),
    "a square doubles": ("Square", lambda right, u: 2 * u[0]),
    "forward-minus-comes-out": ("exp of a negative", lambda right, u: -right),
    "forward-sign-in-exp": ("exp of a negative", lambda right, u: -1 / right),
}


@dataclass(frozen=True)
class WrongBackward:
    """One way to get gradients by hand wrong; what is not said is right."""

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
    "backward-fork-subtracts": WrongBackward("a fork", gather=lambda s: s[0] - sum(s[1:])),
    "backward-one-branch": WrongBackward("a fork", gather=lambda shares: shares[0]),
    "backward-other-branch": WrongBackward("unlike shares", gather=lambda shares: shares[-1]),
    "backward-starts-at-the-value": WrongBackward(start=lambda one, result: result),
}


class HandGraph:
    """A graph to be worked out by hand: what is right, and what each mistake makes of it.

    Args:
        graph: the output node; every node has a name, there is one leaf, and results are numbers.
        one: the upstream gradient at the output.
    """

    def __init__(self, graph: ComputationNode, one: float = 1.0):
        right = twin(graph, one)
        nodes, results = right.nodes, dict(zip(right.nodes, right.results, strict=True))
        self.nodes, self.one = nodes, one
        self.results, self.gradients = right.by_name(float)
        self._leaf = next(self.results[node.name] for node in nodes if isinstance(node, Leaf))
        self._arrows = [
            (source, node, float(share(node, i, 1.0, results)))
            for node in nodes
            for i, source in enumerate(node.input_nodes)
        ]

    @property
    def features(self) -> set[str]:
        """The conditions of mistakes in gradients that hold here, operations among them."""
        shares: dict[str, list[float]] = {}
        for source, user, local in self._arrows:
            shares.setdefault(source.name, []).append(self.gradients[user.name] * local)
        forks = [each for each in shares.values() if len(each) > 1]
        also = {
            "a fork": bool(forks),
            "unlike shares": any(not numbers_agree(each[0], each[-1]) for each in forks),
            "a slope": not {class_name(node) for node in self.nodes if node.input_nodes} <= LINEAR,
        }
        return {"", *map(class_name, self.nodes), *(each for each, is_so in also.items() if is_so)}

    def wrong_results(self) -> Iterator[WrongTable]:
        """Each mistake of the forward pass that can be made here, and what it leaves: each node's
        result, computed with this mistake from right inputs."""
        inputs = {n.name: [self.results[each.name] for each in n.input_nodes] for n in self.nodes}
        kinds = {node.name: [class_name(node)] for node in self.nodes}
        for name, (first, *_) in ((n, u) for n, u in inputs.items() if u):
            if kinds[name] == ["Exp"] and first < 0:
                kinds[name].append("exp of a negative")
        for mistake, (kind, wrong) in WRONG_RESULTS.items():
            if changed := [name for name in kinds if kind in kinds[name]]:
                found = {name: wrong(self.results[name], inputs[name]) for name in changed}
                yield mistake, self.results | found

    def wrong_gradients(self) -> Iterator[WrongTable]:
        """Each mistake of the backward pass that can be made here, and what it leaves: each node's
        gradient, found with this mistake from right ones before it."""
        features = self.features
        for name, mistake in WRONG_GRADIENTS.items():
            if mistake.needs in features:
                yield name, self._gradients_with(mistake)

    def _gradients_with(self, mistake: WrongBackward) -> Table:
        output = self.nodes[-1].name
        found = {output: mistake.start(self.one, self.results[output])}
        for node in self.nodes[-2::-1]:
            shares = []
            for user, local in ((user, d) for source, user, d in self._arrows if source is node):
                if class_name(user) == mistake.needs:
                    local = mistake.local(local, self._leaf)
                shares.append(mistake.share(self.gradients[user.name], local))
            found[node.name] = mistake.gather(shares) if len(shares) > 1 else shares[0]
        return found

    def tells_all_apart(self) -> bool:
        """Whether each mistake changes a number, and no two leave the same numbers."""
        return differ([self.results, *(wrong for _, wrong in self.wrong_results())]) and differ(
            [self.gradients, *(wrong for _, wrong in self.wrong_gradients())]
        )


def differ(tables: list[Table]) -> bool:
    """Whether no two tables have the same numbers."""
    return all(
        any(not numbers_agree(one[name], other[name]) for name in one)
        for i, one in enumerate(tables)
        for other in tables[:i]
    )


def made_on_purpose(tables: Iterable[WrongTable]) -> Callable[[Table], Seen]:
    """A function of wrong numbers: which mistakes, made on purpose, leave them there."""
    made = list(tables)

    def seen(wrong: Table) -> Seen:
        fitting = {
            name
            for name, numbers in made
            if all(
                numbers_agree(value, numbers.get(blank, math.nan)) for blank, value in wrong.items()
            )
        }
        return (MADE, *sorted(fitting))

    return seen
