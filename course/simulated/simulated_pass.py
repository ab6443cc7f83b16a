"""Simulates the backward passes of right and wrong engines.

A pass runs on a `Tape`, not on nodes. Each of its parameters, except the precision, names one of
the `choices`; by default, a right one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from course.simulated.choices import (
    ADD,
    ALONG_EDGES,
    INPUTS,
    ORDER,
    RESET,
    RULE,
    SCALE,
    SEED,
    VISIT,
)
from course.simulated.tape import Tape

MAX_STEPS = 3000  # visits after which a pass that follows every path is stopped


class Action(NamedTuple):
    """Something that a simulated pass does."""

    # "turn" if a node makes its shares, "share" if a node receives one, "set" if a node's gradient
    # is replaced.
    kind: str
    node: int
    value: object  # the shares that the node makes, the share that arrives, or the new gradient
    before: object = None  # for "share" and "set", the node's gradient before


@dataclass(frozen=True)
class SimulatedPass:
    """The backward pass of an engine, described by a choice for each of its steps."""

    order: str = "backward"  # the order in which nodes are visited
    visit: str = "all"  # which nodes are visited
    seed: str = "one"  # the gradient that the output is given first
    reset: str = "all"  # which nodes' gradients are cleared before that
    inputs: str = "all"  # which inputs get a share
    scale: str = "as it is"  # how a share is changed before it is handed on
    add: str = "sum"  # how a share is added to the gradient so far
    rule: str = "right"  # how nodes compute their downstream gradients
    precision: str = "float64"  # the precision of its numbers

    @property
    def kind(self) -> str:
        """What a wrong pass gets wrong: the name of the last parameter that is not at its default
        or, for `rule`, the kind of node."""
        changed = [
            name for name, choice in vars(self).items() if choice != getattr(type(self), name)
        ]
        return self.rule.split(":")[0] if changed[-1] == "rule" else changed[-1]

    def run(self, tape: Tape, ones: list[np.ndarray]) -> list[list[np.ndarray | None]]:
        """The gradients of all nodes after each of several calls on the same graph.

        Args:
            ones: the upstream gradient at the output, for each call.

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
        """Performs one call, changes the gradients in `held`, and yields each action.

        Args:
            held: the gradient of each node so far, or None.
            ones: the upstream gradient at the output, for each call.
            number: which of the calls to perform.
        """
        one = ones[number].astype(self.precision)
        output = len(held) - 1
        for k in RESET[self.reset](tape):
            yield _put(held, k, None)
        yield _put(held, output, SEED[self.seed](one, tape.results[-1], held[-1], ones))
        if self.order in ALONG_EDGES:
            yield from self._send(tape, held, one)
            return
        for k in ORDER[self.order](tape):
            if VISIT[self.visit](tape, k):
                yield from self._served(tape, held, k, one)

    def _served(self, tape: Tape, held: list, k: int, one: np.ndarray) -> Iterator[Action]:
        """Computes the shares of node k, and hands them to its inputs one after another."""
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
        """Follows the edges from the output. A node is visited as soon as a share arrives or, if
        the order says "afterwards", as soon as its user has handed on all shares. If the order
        says "once", later shares do not lead to another visit."""
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


def is_caught(simulated: SimulatedPass, tape: Tape, ones: list[np.ndarray], right: list) -> bool:
    """Whether a pass turns out to be wrong: it raises an error, or after some call, a node has no
    gradient or a wrong one.

    Gradients may be off by 1e-4 times the largest entry of all right gradients after that call.
    """
    with np.errstate(all="ignore"):
        try:
            after_calls = simulated.run(tape, ones)
        except Exception:  # a student who runs this engine would see the error
            return True
    for gradients, right_ones in zip(after_calls, right, strict=True):
        slack = 1e-4 * max(float(np.abs(gradient).max()) for gradient in right_ones)
        for gradient, right_one in zip(gradients, right_ones, strict=True):
            if gradient is None or gradient.shape != right_one.shape:
                return True
            if not np.abs(gradient - right_one).max() <= slack:
                return True
    return False


RIGHT_ENGINES = {
    "walks the sorted nodes from the end": SimulatedPass(),
    "counts the arrows that are still to come": SimulatedPass(order="counting arrows"),
    "counts arrows, with a stack": SimulatedPass(order="counting arrows, a stack"),
    "goes by the longest way from the output": SimulatedPass(order="longest way first"),
    "leaves out the leaves": SimulatedPass(visit="with inputs"),
    "computes in float32": SimulatedPass(precision="float32"),
}


def _wrong(parameter: str, choices: Iterable[str], but: Sequence[str] = ()) -> list[SimulatedPass]:
    """A pass for each of these choices of a parameter that no right engine makes, except `but`."""
    right = {getattr(engine, parameter) for engine in RIGHT_ENGINES.values()}
    wrong = [choice for choice in choices if choice not in (*right, *but)]
    return [SimulatedPass(**{parameter: choice}) for choice in wrong]


_FROM_BEFORE = ("added to what is there", "what is there")  # wrong only if the output is not reset
_IN_TENSORS = ("its mean", "its first entry", "its sum")  # not wrong if `one` is a number
FOR_NUMBERS = [
    *_wrong("order", [*ORDER, "once, at once", "all that is there, at once"]),
    *_wrong("visit", VISIT),
    *_wrong("seed", SEED, but=(*_FROM_BEFORE, *_IN_TENSORS)),
    *(SimulatedPass(seed=seed, reset="not the output") for seed in _FROM_BEFORE),
    *_wrong("reset", RESET, but=["not the output"]),  # not wrong: the seed replaces the output's
    *_wrong("inputs", INPUTS),
    *_wrong("scale", SCALE),
    *_wrong("add", ADD),
]
FOR_MATRICES = [
    *_wrong("rule", RULE),
    *_wrong("seed", ["1", "its mean", "its first entry", "its sum", "its size"]),
    *_wrong("order", ["breadth first", "depth first", "once, at once"]),
    *_wrong("reset", ["none", "leaves", "not the first"]),
    *_wrong("add", ["overwrites", "keeps the first", "mean", "larger"]),
    *_wrong("inputs", ["first", "the same once"]),
    *_wrong("scale", ["over the inputs"]),
]
