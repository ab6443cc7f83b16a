"""Simulates the backward passes of right and wrong engines, from parameters and tables of choices.

They run on a `Tape`, not on nodes. For each parameter there is a table of small functions, of which
the first is right. A pass names a choice in some of these tables.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from course.check.wrong_engines.tape import Tape

MAX_STEPS = 3000  # after which a pass that may follow every path is stopped


class Action(NamedTuple):
    """Something that a simulated pass does."""

    kind: str  # "turn" of a node, "share" for one, or "set" if a gradient is replaced
    node: int
    value: object  # the shares that a turn makes, the share, or the new gradient
    before: object = None  # for "share" and "set", the gradient before


@dataclass(frozen=True)
class SimulatedPass:
    """The backward pass of an engine, by how it does each of its steps."""

    order: str = "backward"  # the order in which nodes are visited
    visit: str = "all"  # which nodes are visited
    seed: str = "one"  # what is put at the output
    reset: str = "all"  # which gradients are forgotten before that
    inputs: str = "all"  # which inputs get a share
    scale: str = "as it is"  # what becomes of a share
    add: str = "sum"  # how a share is added to what is there
    rule: str = "right"  # what is wrong with the nodes, instead of the engine
    precision: str = "float64"  # the precision of its numbers

    @property
    def kind(self) -> str:
        """What a wrong pass gets wrong: the name of a parameter, or a kind of node."""
        changed = [
            name for name, choice in vars(self).items() if choice != getattr(type(self), name)
        ]
        return self.rule.split(":")[0] if changed[-1] == "rule" else changed[-1]

    def run(self, tape: Tape, ones: list[np.ndarray]) -> list[list[np.ndarray | None]]:
        """The gradients of all nodes after each of several calls on the same graph, with these
        upstream gradients.

        Raises:
            Exception: any error to which the mistake leads.
        """
        held: list = [None] * len(tape.inputs)
        after_calls = []
        for number in range(len(ones)):
            for _ in self.actions(tape, held, ones, number):
                pass
            after_calls.append([None if value is None else value.copy() for value in held])
        return after_calls

    def actions(
        self, tape: Tape, held: list, ones: list[np.ndarray], number: int = 0
    ) -> Iterator[Action]:
        """Performs the call with this number, which changes the gradients in `held`, and yields
        what it does."""
        one, output = ones[number].astype(self.precision), len(held) - 1
        for k in RESET[self.reset](tape, number):
            yield _put(held, k, None)
        yield _put(held, output, SEED[self.seed](one, tape.results[-1], held[-1], ones))
        if self.order in AT_ONCE:
            yield from self._send(tape, held, one)
            return
        for k in ORDERS[self.order](tape):
            if VISIT[self.visit](tape, k):
                yield from self._served(tape, held, k, one)

    def _served(self, tape: Tape, held: list, k: int, one: np.ndarray) -> Iterator[Action]:
        """Hands the shares of node k to its inputs, one after the other."""
        inputs, upstream = tape.inputs[k], tape.upstream(held[k], k)
        shares = [
            SCALE[self.scale](
                RULE[self.rule](tape, k, i, upstream),
                *(upstream, one, inputs, partial(tape.local, k, i)),
            )
            for i, _ in enumerate(inputs)
        ]
        yield Action("turn", k, shares)
        for i, place in INPUTS[self.inputs](inputs):
            j = inputs[place]
            share, before = tape.fitted(shares[i], j), held[j]
            if share is None:
                continue
            is_leaf = not tape.inputs[j]
            held[j] = share if before is None else ADD[self.add](before, share, is_leaf)
            yield Action("set" if self.add == "overwrites" else "share", j, share, before)

    def _send(self, tape: Tape, held: list, one: np.ndarray) -> Iterator[Action]:
        """Visits a node as soon as a share has arrived there or, if the order says "afterwards", as
        soon as all shares of the node that sent it have been handed on."""
        visits = [0] * len(held)

        def visit(k: int) -> Iterator[Action]:
            visits[k] += 1
            if sum(visits) > MAX_STEPS:
                raise RecursionError
            for action in self._served(tape, held, k, one):
                yield action
                j = action.node
                if action.kind == "turn" or self.order == "all that is there, afterwards":
                    continue
                if self.order == "all that is there, at once" or not visits[j]:
                    yield from visit(j)
            if self.order == "all that is there, afterwards":
                for j in tape.inputs[k]:
                    yield from visit(j)

        yield from visit(len(held) - 1)


def _put(held: list, k: int, value: np.ndarray | None) -> Action:
    action = Action("set", k, value, held[k])
    held[k] = value
    return action


def differs(simulated: SimulatedPass, tape: Tape, ones: list[np.ndarray], right: list) -> bool:
    """Whether a pass is seen to be wrong: it raises an error, or some node has no gradient or a
    wrong one after some call. Gradients are compared to four digits of the largest one."""
    with np.errstate(all="ignore"):
        try:
            after_calls = simulated.run(tape, ones)
        except Exception:  # whoever runs such an engine would see the error
            return True
    for gradients, right_ones in zip(after_calls, right, strict=True):
        slack = 1e-4 * max(float(np.abs(gradient).max()) for gradient in right_ones)
        for gradient, right_one in zip(gradients, right_ones, strict=True):
            if gradient is None or gradient.shape != right_one.shape:
                return True
            if not np.abs(gradient - right_one).max() <= slack:
                return True
    return False


# Which order


def _backward(tape: Tape) -> list[int]:
    return [*range(len(tape.inputs))][::-1]


def _first_met(tape: Tape, *, take: int, turned: bool = False) -> list[int]:
    """The order in which nodes are first taken from a stack or a queue, each of them once."""
    order: list[int] = []
    waiting = [len(tape.inputs) - 1]
    while waiting:
        k = waiting.pop(take)
        if k not in order:
            order.append(k)
            waiting += tape.inputs[k][:: -1 if turned else 1]
    return order


def _when_complete(tape: Tape, *, take: int, arrows: bool = True) -> list[int]:
    """The order in which each node comes when all nodes that it feeds are done, which are counted
    by arrows or, wrongly, by nodes."""
    missing = [len(users if arrows else set(users)) for users in tape.users]
    order, ready = [], [len(tape.inputs) - 1]
    while ready:
        k = ready.pop(take)
        order.append(k)
        for j in tape.inputs[k]:
            missing[j] -= 1
            if missing[j] == 0:
                ready.append(j)
    return order


def _by_distance(tape: Tape, choose: Callable) -> list[int]:
    distance = {len(tape.inputs) - 1: 0}
    for k in _backward(tape):
        for j in tape.inputs[k]:
            distance[j] = choose(distance.get(j, distance[k] + 1), distance[k] + 1)
    return sorted(_backward(tape), key=lambda k: distance[k])


def _swapped(order: list[int], i: int) -> list[int]:
    order[i : i + 2] = order[i : i + 2][::-1]
    return order


ORDERS = {
    "backward": _backward,
    "counting arrows": lambda t: _when_complete(t, take=0),
    "counting arrows, a stack": lambda t: _when_complete(t, take=-1),
    "longest way first": lambda t: _by_distance(t, max),
    "counting nodes": lambda t: _when_complete(t, take=0, arrows=False),
    "shortest way first": lambda t: _by_distance(t, min),
    "breadth first": lambda t: _first_met(t, take=0),
    "depth first": lambda t: _first_met(t, take=-1, turned=True),
    "depth first, last input first": lambda t: _first_met(t, take=-1),
    "forward": lambda t: _backward(t)[::-1],
    "second and third swapped": lambda t: _swapped(_backward(t), 1),
    "third and fourth swapped": lambda t: _swapped(_backward(t), 2),
    "two inputs first": lambda t: sorted(_backward(t), key=lambda k: -len(t.inputs[k])),
    "twice over": lambda t: _backward(t) * 2,
    "most used first": lambda t: sorted(_backward(t), key=lambda k: -len(t.users[k])),
}
AT_ONCE = ("once, at once", "all that is there, at once", "all that is there, afterwards")

VISIT = {
    "all": lambda t, k: True,
    "with inputs": lambda t, k: bool(t.inputs[k]),
    "not the output": lambda t, k: k != len(t.inputs) - 1,
    "not above a leaf": lambda t, k: all(t.inputs[j] for j in t.inputs[k]),
    "different inputs": lambda t, k: len(set(t.inputs[k])) == len(t.inputs[k]),
    "used once": lambda t, k: len(t.users[k]) < 2,
    "results above 0": lambda t, k: bool((t.results[k] > 0).all()),
}
SEED = {  # functions of `one`, the output's result, what is there, and the `one` of all calls
    "one": lambda one, result, there, ones: one,
    "1": lambda one, result, there, ones: np.ones_like(one),
    "the result": lambda one, result, there, ones: result.astype(one.dtype),
    "its size": lambda one, result, there, ones: np.abs(one),
    "its square": lambda one, result, there, ones: one * one,
    "that of the first call": lambda one, result, there, ones: ones[0],
    "added to what is there": lambda one, result, there, ones: (
        one if there is None else one + there
    ),
    "what is there": lambda one, result, there, ones: one if there is None else there,
    "its mean": lambda one, result, there, ones: np.full_like(one, one.mean()),
    "its first entry": lambda one, result, there, ones: np.full_like(one, one.flat[0]),
    "its sum": lambda one, result, there, ones: np.full_like(one, one.sum()),
}
RESET = {
    "all": lambda t, call: range(len(t.inputs)),
    "none": lambda t, call: (),
    "not the output": lambda t, call: range(len(t.inputs) - 1),
    "leaves": lambda t, call: [k for k, inputs in enumerate(t.inputs) if not inputs],
    "not leaves": lambda t, call: [k for k, inputs in enumerate(t.inputs) if inputs],
    "not the first": lambda t, call: range(1, len(t.inputs)),
    "not the shared": lambda t, call: [k for k, users in enumerate(t.users) if len(users) < 2],
    "inputs of the output": lambda t, call: t.inputs[-1],
    "not those above leaves": lambda t, call: [
        k for k, inputs in enumerate(t.inputs) if all(t.inputs[j] for j in inputs)
    ],
}
INPUTS = {  # pairs of the number of a share and the number of the input that receives it
    "all": lambda inputs: [(i, i) for i, _ in enumerate(inputs)],
    "first": lambda inputs: [(0, 0)] if inputs else [],
    "last": lambda inputs: [(len(inputs) - 1,) * 2] if inputs else [],
    "swapped": lambda inputs: [(i, len(inputs) - 1 - i) for i, _ in enumerate(inputs)],
    "the first for all": lambda inputs: [(0, i) for i, _ in enumerate(inputs)],
    "the last for all": lambda inputs: [(len(inputs) - 1, i) for i, _ in enumerate(inputs)],
    "the same once": lambda inputs: [(inputs.index(j),) * 2 for j in dict.fromkeys(inputs)],
    "all to the first": lambda inputs: [(i, 0) for i, _ in enumerate(inputs)],
}
SCALE = {
    "as it is": lambda s, upstream, one, inputs, local: s,
    "local alone": lambda s, upstream, one, inputs, local: local().sum(0).reshape(s.shape),
    "upstream alone": lambda s, upstream, one, inputs, local: upstream,
    "over the inputs": lambda s, upstream, one, inputs, local: s / len(inputs),
    "times the inputs": lambda s, upstream, one, inputs, local: s * len(inputs),
    "over the different inputs": lambda s, upstream, one, inputs, local: (
        s * len(set(inputs)) / len(inputs)
    ),
    "times one": lambda s, upstream, one, inputs, local: s * one,
    "not below 0": lambda s, upstream, one, inputs, local: np.maximum(s, 0),
    "its size": lambda s, upstream, one, inputs, local: np.abs(s),
}
ADD = {  # functions of what is there, what arrives, and whether the node is a leaf
    "sum": lambda a, b, leaf: a + b,
    "overwrites": lambda a, b, leaf: b,
    "keeps the first": lambda a, b, leaf: a,
    "mean": lambda a, b, leaf: (a + b) / 2,
    "product": lambda a, b, leaf: a * b,
    "difference": lambda a, b, leaf: a - b,
    "larger": lambda a, b, leaf: np.maximum(a, b),
    "smaller": lambda a, b, leaf: np.minimum(a, b),
    "larger in size": lambda a, b, leaf: np.where(np.abs(a) >= np.abs(b), a, b),
    "sizes": lambda a, b, leaf: np.abs(a) + np.abs(b),
    "not the same again": lambda a, b, leaf: np.where(np.isclose(a, b), a, a + b),
    "only of one sign": lambda a, b, leaf: np.where(a * b > 0, a + b, a),
    "leaves overwrite": lambda a, b, leaf: b if leaf else a + b,
    "inner nodes overwrite": lambda a, b, leaf: a + b if leaf else b,
    "doubles": lambda a, b, leaf: 2 * a,
}


# What is wrong with nodes. X and Y are the inputs of a product, G is the upstream gradient.


def _product(made: Callable) -> Callable:
    """A rule for matrix products, from a function of G, X, Y and the number of the input."""
    return lambda t, k, i, g: (
        made(g, *(t.results[j] for j in t.inputs[k]), i)
        if t.operations[k] == "Matmul"
        else t.downstream(k, i, g)
    )


def _bias(made: Callable) -> Callable:
    """A rule for a vector that is added to every row, from a function of G alone."""

    def rule(t: Tape, k: int, i: int, g: np.ndarray) -> np.ndarray:
        is_sum = t.operations[k] in ("Add", "AddBias")
        if is_sum and t.results[t.inputs[k][i]].ndim < g.ndim == 2:
            return made(g)
        return t.downstream(k, i, g)

    return rule


def _both(g, x, y, i):
    return (g @ y.T, x.T @ g)[i]


def _like(g: np.ndarray, value) -> np.ndarray:
    return np.broadcast_to(value, g.shape)


RULE = {
    "right": lambda t, k, i, g: t.downstream(k, i, g),
    "product: without transposing": _product(lambda g, x, y, i: (g @ y, x @ g)[i]),
    "product: wrong places": _product(lambda g, x, y, i: (x.T @ g, g @ y.T)[i]),
    "product: wrong order": _product(lambda g, x, y, i: (y.T @ g, g @ x.T)[i]),
    "product: wrong order for X": _product(lambda g, x, y, i: (y.T @ g, x.T @ g)[i]),
    "product: wrong order for Y": _product(lambda g, x, y, i: (g @ y.T, g @ x.T)[i]),
    "product: numerator layout": _product(lambda g, x, y, i: _both(g, x, y, i).T),
    "product: X for Y": _product(lambda g, x, y, i: (g @ x.T, x.T @ g)[i]),
    "product: Y for X": _product(lambda g, x, y, i: (g @ y.T, y.T @ g)[i]),
    "product: G transposed": _product(
        lambda g, x, y, i: _both(g.T if g.shape[0] == g.shape[1] else g, x, y, i)
    ),
    "product: entry by entry": _product(lambda g, x, y, i: g * (y, x)[i]),
    "product: no transposing of squares": _product(
        lambda g, x, y, i: (
            (g @ (y if y.shape[0] == y.shape[1] else y.T)),
            (x if x.shape[0] == x.shape[1] else x.T) @ g,
        )[i]
    ),
    "product: ones for G": _product(lambda g, x, y, i: _both(np.ones_like(g), x, y, i)),
    "product: the mean of G": _product(lambda g, x, y, i: _both(_like(g, g.mean()), x, y, i)),
    "product: a corner of G": _product(lambda g, x, y, i: _both(_like(g, g[0, 0]), x, y, i)),
    "product: a row of G": _product(lambda g, x, y, i: _both(_like(g, g[:1]), x, y, i)),
    "product: a column of G": _product(lambda g, x, y, i: _both(_like(g, g[:, :1]), x, y, i)),
    "product: the mean of the rows of G": _product(
        lambda g, x, y, i: _both(_like(g, g.mean(0)), x, y, i)
    ),
    "product: mean of the rows": _product(lambda g, x, y, i: _both(g, x, y, i) / (1, len(x))[i]),
    "product: nothing for Y": _product(lambda g, x, y, i: _both(g, x, y, i) * (1, 0)[i]),
    "bias: not summed": _bias(lambda g: g),
    "bias: the mean": _bias(lambda g: g.mean(0)),
    "bias: the first row": _bias(lambda g: g[0]),
    "bias: the last row": _bias(lambda g: g[-1]),
    "bias: the first row, times the rows": _bias(lambda g: g[0] * len(g)),
    "bias: the wrong axis": _bias(lambda g: g.sum(1)),
    "bias: the axis that fits": _bias(lambda g: g.sum(1 if g.shape[0] == g.shape[1] else 0)),
    "bias: everything": _bias(lambda g: np.full(g.shape[1], g.sum())),
    "bias: the mean of the sums": _bias(lambda g: np.full(g.shape[1], g.sum() / g.shape[1])),
    "bias: the largest": _bias(lambda g: g.max(0)),
    "bias: the number of rows": _bias(lambda g: np.full(g.shape[1], 1.0 * len(g))),
    "bias: turned over before summing": _bias(lambda g: g.T.reshape(g.shape).sum(0)),
    "bias: nothing": _bias(lambda g: 0 * g[0]),
}


def _passes(parameter: str, *choices: str) -> list[SimulatedPass]:
    return [SimulatedPass(**{parameter: choice}) for choice in choices]


RIGHT_ENGINES = {
    "walks the sorted nodes from the end": SimulatedPass(),
    "counts the arrows that are still to come": SimulatedPass(order="counting arrows"),
    "counts arrows, with a stack": SimulatedPass(order="counting arrows, a stack"),
    "goes by the longest way from the output": SimulatedPass(order="longest way first"),
    "leaves out the leaves": SimulatedPass(visit="with inputs"),
    "computes in float32": SimulatedPass(precision="float32"),
}
_FROM_BEFORE = ("added to what is there", "what is there")  # wrong only if that is not forgotten
_IN_TENSORS = ("its mean", "its first entry", "its sum")  # no mistakes if `one` is a number
FOR_NUMBERS = [
    *_passes("order", *[*ORDERS][4:], *AT_ONCE[:2]),
    *_passes("visit", *[*VISIT][2:]),
    *_passes("seed", *[name for name in SEED if name not in ("one", *_FROM_BEFORE, *_IN_TENSORS)]),
    *(SimulatedPass(seed=seed, reset="not the output") for seed in _FROM_BEFORE),
    *_passes("reset", *[name for name in RESET if name not in ("all", "not the output")]),
    *_passes("inputs", *[*INPUTS][1:]),
    *_passes("scale", *[*SCALE][1:]),
    *_passes("add", *[*ADD][1:]),
]
FOR_MATRICES = [
    *_passes("rule", *[*RULE][1:]),
    *_passes("seed", "1", "its mean", "its first entry", "its sum", "its size"),
    *_passes("order", "breadth first", "depth first", "once, at once"),
    *_passes("reset", "none", "leaves", "not the first"),
    *_passes("add", "overwrites", "keeps the first", "mean", "larger"),
    *_passes("inputs", "first", "the same once"),
    *_passes("scale", "over the inputs"),
]
