"""Lists the choices in which simulated backward passes differ. Each parameter has a table of small
functions, with the right ones first."""

from collections.abc import Callable

import numpy as np

from course.simulated.tape import Tape


def _backward(tape: Tape) -> list[int]:
    return [*range(len(tape.inputs))][::-1]


def _first_met(tape: Tape, *, take: int, turned: bool = False) -> list[int]:
    """The order in which nodes are first taken from a stack or a queue. Each comes once."""
    order: list[int] = []
    waiting = [len(tape.inputs) - 1]
    while waiting:
        k = waiting.pop(take)
        if k not in order:
            order.append(k)
            waiting += tape.inputs[k][:: -1 if turned else 1]
    return order


def _when_complete(tape: Tape, *, take: int, arrows: bool = True) -> list[int]:
    """The order of an engine that visits a node when all nodes that it feeds are done. The engine
    counts the arrows to them that are still to come or, wrongly, the nodes."""
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


ORDER = {
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
ALONG_EDGES = ("once, at once", "all that is there, at once", "all that is there, afterwards")

VISIT = {
    "all": lambda t, k: True,
    "with inputs": lambda t, k: bool(t.inputs[k]),
    "not the output": lambda t, k: k != len(t.inputs) - 1,
    "not above a leaf": lambda t, k: all(t.inputs[j] for j in t.inputs[k]),
    "different inputs": lambda t, k: len(set(t.inputs[k])) == len(t.inputs[k]),
    "used once": lambda t, k: len(t.users[k]) < 2,
    "results above 0": lambda t, k: bool((t.results[k] > 0).all()),
}
SEED = {  # functions of `one`, the output's result and gradient so far, and the `one` of all calls
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
    "all": lambda t: range(len(t.inputs)),
    "none": lambda t: (),
    "not the output": lambda t: range(len(t.inputs) - 1),
    "leaves": lambda t: [k for k, inputs in enumerate(t.inputs) if not inputs],
    "not leaves": lambda t: [k for k, inputs in enumerate(t.inputs) if inputs],
    "not the first": lambda t: range(1, len(t.inputs)),
    "not the shared": lambda t: [k for k, users in enumerate(t.users) if len(users) < 2],
    "inputs of the output": lambda t: t.inputs[-1],
    "not those above leaves": lambda t: [
        k for k, inputs in enumerate(t.inputs) if all(t.inputs[j] for j in inputs)
    ],
}
INPUTS = {  # pairs: the index of a share, and the index of the input that receives it
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
ADD = {  # functions of the gradient so far, the share that arrives, and whether the node is a leaf
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


# Mistakes in nodes. X and Y are the inputs of a matrix product, and G is the upstream gradient.


def _product(made: Callable) -> Callable:
    """A rule that uses this function of G, X and Y for matrix products, and is right elsewhere."""

    def rule(t: Tape, k: int, i: int, g: np.ndarray) -> np.ndarray:
        if t.operations[k] == "Matmul":
            return made(g, *(t.results[j] for j in t.inputs[k]))[i]
        return t.downstream(k, i, g)

    return rule


def _bias(made: Callable) -> Callable:
    """A rule that uses this function of G for a vector that is added to every row, and is right
    elsewhere."""

    def rule(t: Tape, k: int, i: int, g: np.ndarray) -> np.ndarray:
        is_sum = t.operations[k] in ("Add", "AddBias")
        if is_sum and t.results[t.inputs[k][i]].ndim < g.ndim == 2:
            return made(g)
        return t.downstream(k, i, g)

    return rule


def _both(g, x, y):
    return g @ y.T, x.T @ g


def _like(g: np.ndarray, value) -> np.ndarray:
    return np.broadcast_to(value, g.shape)


PRODUCTS = {  # wrong downstream gradients for X and Y
    "without transposing": lambda g, x, y: (g @ y, x @ g),
    "wrong places": lambda g, x, y: (x.T @ g, g @ y.T),
    "wrong order": lambda g, x, y: (y.T @ g, g @ x.T),
    "wrong order for X": lambda g, x, y: (y.T @ g, x.T @ g),
    "wrong order for Y": lambda g, x, y: (g @ y.T, g @ x.T),
    "numerator layout": lambda g, x, y: [both.T for both in _both(g, x, y)],
    "X for Y": lambda g, x, y: (g @ x.T, x.T @ g),
    "Y for X": lambda g, x, y: (g @ y.T, y.T @ g),
    "G transposed": lambda g, x, y: _both(g.T if g.shape[0] == g.shape[1] else g, x, y),
    "entry by entry": lambda g, x, y: (g * y, g * x),
    "no transposing of squares": lambda g, x, y: (
        g @ (y if y.shape[0] == y.shape[1] else y.T),
        (x if x.shape[0] == x.shape[1] else x.T) @ g,
    ),
    "ones for G": lambda g, x, y: _both(np.ones_like(g), x, y),
    "the mean of G": lambda g, x, y: _both(_like(g, g.mean()), x, y),
    "a corner of G": lambda g, x, y: _both(_like(g, g[0, 0]), x, y),
    "a row of G": lambda g, x, y: _both(_like(g, g[:1]), x, y),
    "a column of G": lambda g, x, y: _both(_like(g, g[:, :1]), x, y),
    "the mean of the rows of G": lambda g, x, y: _both(_like(g, g.mean(0)), x, y),
    "mean of the rows": lambda g, x, y: (g @ y.T, x.T @ g / len(x)),
    "nothing for Y": lambda g, x, y: (g @ y.T, 0 * x.T @ g),
}
BIASES = {  # wrong downstream gradients of a vector that is added to every row
    "not summed": lambda g: g,
    "the mean": lambda g: g.mean(0),
    "the first row": lambda g: g[0],
    "the last row": lambda g: g[-1],
    "the first row, times the rows": lambda g: g[0] * len(g),
    "the wrong axis": lambda g: g.sum(1),
    "the axis that fits": lambda g: g.sum(1 if g.shape[0] == g.shape[1] else 0),
    "everything": lambda g: np.full(g.shape[1], g.sum()),
    "the mean of the sums": lambda g: np.full(g.shape[1], g.sum() / g.shape[1]),
    "the largest": lambda g: g.max(0),
    "the number of rows": lambda g: np.full(g.shape[1], 1.0 * len(g)),
    "turned over before summing": lambda g: g.T.reshape(g.shape).sum(0),
    "nothing": lambda g: 0 * g[0],
}
RULE = {
    "right": lambda t, k, i, g: t.downstream(k, i, g),
    **{f"product: {name}": _product(made) for name, made in PRODUCTS.items()},
    **{f"bias: {name}": _bias(made) for name, made in BIASES.items()},
}
