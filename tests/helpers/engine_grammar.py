"""A small grammar of backward passes: all engines that are a few edits away from the right one.

An engine makes a choice in each of several dimensions: which nodes it visits in which order, which
gradient it starts with and where, which gradients it resets and when, which downstream gradient
goes to which node, and how they are accumulated. The right engine makes the first choice in each
dimension; an edit is any other choice.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import torch

from course.graph import ComputationNode, Copy, Exp, HalfDifference, Leaf, Matsum, Mean, Negate
from course.reference.twin import twin
from course.values.tensors import as_tensor, copy_value

Edit = tuple[str, str]  # a dimension, and the choice in it


def _sorted(nodes: list, key: Callable) -> list:
    """The nodes sorted by a key; nodes with the same key keep their order."""
    return sorted(nodes, key=key)


def _depth_first(graph, last: bool = False) -> list:
    seen, order = set(), []

    def visit(node):
        if node not in seen:
            seen.add(node)
            order.append(node)
            for each in node.input_nodes[::-1] if last else node.input_nodes:
                visit(each)

    visit(graph)
    return order


def _breadth_first(graph) -> list:
    order = [graph]
    for node in order:
        order += [each for each in dict.fromkeys(node.input_nodes) if each not in order]
    return order


def _distances(graph, choose: Callable) -> dict:
    """The length of the shortest or longest path from the output to each node."""
    nodes = graph.sorted_nodes()[::-1]
    distance = {graph: 0}
    for node in nodes:
        for each in node.input_nodes:
            far = distance[node] + 1
            distance[each] = choose(distance.get(each, far), far)
    return distance


def _by_distance(graph, choose: Callable) -> list:
    return _sorted(graph.sorted_nodes()[::-1], _distances(graph, choose).get)


def _counting(graph, last_first: bool) -> list:
    """The order of Kahn's algorithm, from the output; `last_first` keeps ready nodes in a stack."""
    waiting: dict = {}
    for node in graph.sorted_nodes():
        for each in node.input_nodes:
            waiting[each] = waiting.get(each, 0) + 1
    ready, order = [graph], []
    while ready:
        node = ready.pop(-1 if last_first else 0)
        order.append(node)
        for each in node.input_nodes:
            waiting[each] -= 1
            if waiting[each] == 0:
                ready.append(each)
    return order


def _paths(graph) -> list:
    order = [graph]
    for node in order[:64]:
        order += node.input_nodes
    return order[:64]


def _swapped(nodes: list, i: int) -> list:
    order = nodes[::-1]
    if len(order) > i + 1:
        order[i], order[i + 1] = order[i + 1], order[i]
    return order


ORDER = {
    "backward": lambda g, n: n[::-1],
    "forward": lambda g, n: n,
    "depth first": lambda g, n: _depth_first(g),
    "depth first, last input first": lambda g, n: _depth_first(g, last=True),
    "breadth first": lambda g, n: _breadth_first(g),
    "shortest way first": lambda g, n: _by_distance(g, min),
    "longest way first": lambda g, n: _by_distance(g, max),
    "counting arrows": lambda g, n: _counting(g, False),
    "counting arrows, a stack": lambda g, n: _counting(g, True),
    "counting arrows, turned round": lambda g, n: _counting(g, False)[::-1],
    "each path": lambda g, n: _paths(g),
    "output only": lambda g, n: [g],
    "output first, then forward": lambda g, n: [g, *n[:-1]],
    "inner nodes first": lambda g, n: _sorted(n[::-1], lambda each: not each.input_nodes),
    "leaves last but one": lambda g, n: [*n[:0:-1], n[0]],
    "one input first": lambda g, n: _sorted(n[::-1], lambda each: len(each.input_nodes)),
    "two inputs first": lambda g, n: _sorted(n[::-1], lambda each: -len(each.input_nodes)),
    "each class apart": lambda g, n: _sorted(n[::-1], lambda each: type(each).__name__),
    "twice over": lambda g, n: n[::-1] * 2,
    "there and back": lambda g, n: n[::-1] + n,
    "first two swapped": lambda g, n: _swapped(n, 0),
    "second and third swapped": lambda g, n: _swapped(n, 1),
    "third and fourth swapped": lambda g, n: _swapped(n, 2),
    "inputs of the output": lambda g, n: [g, *g.input_nodes],
    "all but the first": lambda g, n: n[:0:-1],
    "all but the first two": lambda g, n: n[:1:-1],
    "all but the last": lambda g, n: n[-2::-1],
    "without turning": lambda g, n: n[:-1],
    "each second": lambda g, n: n[::-2],
    "first inputs": lambda g, n: _chain(g, 0),
    "last inputs": lambda g, n: _chain(g, -1),
}


def _chain(graph, i: int) -> list:
    order = [graph]
    while order[-1].input_nodes:
        order.append(order[-1].input_nodes[i])
    return order


VISIT = {  # whether a node is visited, given the node, its place, the order and the output
    "all": lambda n, k, order, g: True,
    "not leaves": lambda n, k, order, g: bool(n.input_nodes),
    "not the output": lambda n, k, order, g: n is not g,
    "with a gradient": lambda n, k, order, g: n.gradient is not None,
    "with a gradient that is not 0": lambda n, k, order, g: bool(n.gradient),
    "positive gradients": lambda n, k, order, g: (n.gradient or 0) > 0,
    "one input": lambda n, k, order, g: len(n.input_nodes) == 1,
    "two inputs": lambda n, k, order, g: len(n.input_nodes) == 2,
    "different inputs": lambda n, k, order, g: len(set(n.input_nodes)) == len(n.input_nodes),
    "first time": lambda n, k, order, g: n not in order[:k],
    "last time": lambda n, k, order, g: n not in order[k + 1 :],
    "not the second": lambda n, k, order, g: k != 1,
    "not the third": lambda n, k, order, g: k != 2,
    "not the fourth": lambda n, k, order, g: k != 3,
    "not the last": lambda n, k, order, g: k != len(order) - 1,
    "not the last but one": lambda n, k, order, g: k != len(order) - 2,
    "the first two": lambda n, k, order, g: k < 2,
    "the first three": lambda n, k, order, g: k < 3,
    "inputs of inner nodes": lambda n, k, order, g: any(e.input_nodes for e in n.input_nodes),
    "nodes above leaves": lambda n, k, order, g: any(not e.input_nodes for e in n.input_nodes),
    "results that are not 0": lambda n, k, order, g: bool(n.result),
}

SEED = {
    "one": lambda g, one: one,
    "1.0": lambda g, one: 1.0,
    "0": lambda g, one: 0.0 * one,
    "nothing": lambda g, one: None,
    "-one": lambda g, one: -one,
    "2 one": lambda g, one: 2 * one,
    "one / 2": lambda g, one: one / 2,
    "one squared": lambda g, one: one * one,
    "one + 1": lambda g, one: one + 1,
    "the size of one": lambda g, one: abs(one),
    "the result": lambda g, one: g.result,
    "one times the result": lambda g, one: one * g.result,
    "one added to what is there": lambda g, one: one + (g.gradient or 0.0),
    "one third": lambda g, one: one / 3,
    "1.0 times the sign": lambda g, one: 1.0 if one > 0 else -1.0,
    "one unless there is something": lambda g, one: g.gradient or one,
}

SEED_AT = {
    "output": lambda g, n: [g],
    "first node": lambda g, n: n[:1],
    "all": lambda g, n: n,
    "output and leaves": lambda g, n: [g, *(e for e in n if not e.input_nodes)],
    "inputs of the output": lambda g, n: g.input_nodes,
    "last but one": lambda g, n: n[-2:-1],
    "output and the last but one": lambda g, n: n[-2:],
}

RESET = {  # which nodes are reset
    "all": lambda g, n: n,
    "none": lambda g, n: [],
    "leaves": lambda g, n: [e for e in n if not e.input_nodes],
    "inner": lambda g, n: [e for e in n if e.input_nodes],
    "output": lambda g, n: [g],
    "not the output": lambda g, n: n[:-1],
    "not the first": lambda g, n: n[1:],
    "not the second": lambda g, n: n[:1] + n[2:],
    "not the last two": lambda g, n: n[:-2],
    "inputs of the output": lambda g, n: g.input_nodes,
    "one input": lambda g, n: [e for e in n if len(e.input_nodes) < 2],
    "two inputs": lambda g, n: [e for e in n if len(e.input_nodes) != 1],
    "shared": lambda g, n: [e for e in n if sum(u.input_nodes.count(e) for u in n) > 1],
    "not shared": lambda g, n: [e for e in n if sum(u.input_nodes.count(e) for u in n) < 2],
    "positive": lambda g, n: [e for e in n if (e.gradient or 0) > 0],
}
WHEN = (
    "before", "after the start", "at the end", "before its backward", "after its backward",
    "before a share",
    "in the first call", "before and at the end", "without the output, after the start",
    "not the output, before its backward",
)  # fmt: skip
RESET_TO = {
    "None": lambda e, one: None,
    "0.0": lambda e, one: 0.0,
    "-0.0": lambda e, one: -0.0,
    "1.0": lambda e, one: 1.0,
    "one": lambda e, one: one,
    "its result": lambda e, one: e.result,
    "what is there": lambda e, one: e.gradient,
    "its negative": lambda e, one: None if e.gradient is None else -e.gradient,
    "0.0 for leaves": lambda e, one: None if e.input_nodes else 0.0,
    "0.0 for inner nodes": lambda e, one: 0.0 if e.input_nodes else None,
}

CALL = {
    "once": lambda n, g: n.backward(),
    "once per input": lambda n, g: [n.backward()[i] for i in range(len(n.input_nodes))],
    "twice": lambda n, g: n.backward() and n.backward(),
    "the output's": lambda n, g: g.backward(),
    "its first input's": lambda n, g: (n.input_nodes or [n])[0].backward(),
    "never": lambda n, g: [n.gradient for _ in n.input_nodes],
    "once, turned round": lambda n, g: n.backward()[::-1],
    "once, sorted": lambda n, g: sorted(n.backward()),
    "once, as a set": lambda n, g: [*dict.fromkeys(n.backward())],
    "once, without what is 0": lambda n, g: [d for d in n.backward() if d],
    "with its result": lambda n, g: _with(n, n.result),
    "with one": lambda n, g: _with(n, g.gradient),
    "with 1.0": lambda n, g: _with(n, 1.0),
}


def _with(node: ComputationNode, gradient) -> list:
    kept, node.gradient = node.gradient, gradient
    downstream = node.backward()
    node.gradient = kept
    return downstream


INPUTS = {  # the numbers of the inputs that get a share
    "all": lambda n, done: [*range(len(n.input_nodes))],
    "all, last first": lambda n, done: [*range(len(n.input_nodes))][::-1],
    "first": lambda n, done: [*range(len(n.input_nodes))][:1],
    "last": lambda n, done: [*range(len(n.input_nodes))][-1:],
    "not the first": lambda n, done: [*range(len(n.input_nodes))][1:],
    "first of the same": lambda n, done: [
        i for i, e in enumerate(n.input_nodes) if e not in n.input_nodes[:i]
    ],
    "last of the same": lambda n, done: [
        i for i, e in enumerate(n.input_nodes) if e not in n.input_nodes[i + 1 :]
    ],
    "leaves": lambda n, done: [i for i, e in enumerate(n.input_nodes) if not e.input_nodes],
    "inner": lambda n, done: [i for i, e in enumerate(n.input_nodes) if e.input_nodes],
    "not visited yet": lambda n, done: [i for i, e in enumerate(n.input_nodes) if e not in done],
    "without a gradient": lambda n, done: [
        i for i, e in enumerate(n.input_nodes) if e.gradient is None
    ],
    "with a result that is not 0": lambda n, done: [
        i for i, e in enumerate(n.input_nodes) if e.result
    ],
    "only one at the output": lambda n, done: [*range(len(n.input_nodes))][: None if done else 1],
    "all, twice": lambda n, done: [*range(len(n.input_nodes))] * 2,
    "the first twice": lambda n, done: [*range(len(n.input_nodes))][:1] * len(n.input_nodes),
}

INDEX = {  # which of the downstream gradients
    "its own": lambda d, i, n: d[i],
    "the first": lambda d, i, n: d[0],
    "the last": lambda d, i, n: d[-1],
    "the other": lambda d, i, n: d[len(d) - 1 - i],
    "the one before": lambda d, i, n: d[i - 1],
    "the next": lambda d, i, n: d[(i + 1) % len(d)],
    "the sum": lambda d, i, n: sum(d),
    "the mean": lambda d, i, n: sum(d) / len(d),
    "the largest": lambda d, i, n: max(d),
    "the smallest": lambda d, i, n: min(d),
    "the product": lambda d, i, n: d[0] * d[-1],
    "of the first such input": lambda d, i, n: d[n.input_nodes.index(n.input_nodes[i])],
    "the sum so far": lambda d, i, n: sum(d[: i + 1]),
    "the sum of the same": lambda d, i, n: sum(
        each for each, e in zip(d, n.input_nodes, strict=True) if e is n.input_nodes[i]
    ),
}

SCALE = {
    "as it is": lambda s, n, e, one: s,
    "negative": lambda s, n, e, one: -s,
    "twice": lambda s, n, e, one: 2 * s,
    "half": lambda s, n, e, one: s / 2,
    "size": lambda s, n, e, one: abs(s),
    "times one": lambda s, n, e, one: s * one,
    "over one": lambda s, n, e, one: s / one,
    "times its result": lambda s, n, e, one: s * n.result,
    "times the input": lambda s, n, e, one: s * e.result,
    "times upstream": lambda s, n, e, one: s * n.gradient,
    "over upstream": lambda s, n, e, one: s / n.gradient if n.gradient else 0.0,
    "upstream": lambda s, n, e, one: n.gradient,
    "over the number of inputs": lambda s, n, e, one: s / len(n.input_nodes),
    "times the number of inputs": lambda s, n, e, one: s * len(n.input_nodes),
    "times the uses by this node": lambda s, n, e, one: s * n.input_nodes.count(e),
    "over the uses by this node": lambda s, n, e, one: s / n.input_nodes.count(e),
    "rounded to 2 digits": lambda s, n, e, one: round(s, 2),
    "whole": lambda s, n, e, one: float(int(s)),
    "not below 0": lambda s, n, e, one: max(s, 0.0),
    "between -1 and 1": lambda s, n, e, one: max(-1.0, min(1.0, s)),
    "plus one": lambda s, n, e, one: s + one,
    "squared": lambda s, n, e, one: s * s,
    "plus the input": lambda s, n, e, one: s + e.result,
    "plus upstream": lambda s, n, e, one: s + n.gradient,
    "minus one": lambda s, n, e, one: s - one,
    "cubed": lambda s, n, e, one: s**3,
    "negative for leaves": lambda s, n, e, one: s if e.input_nodes else -s,
    "twice for leaves": lambda s, n, e, one: s if e.input_nodes else 2 * s,
    "over one for leaves": lambda s, n, e, one: s if e.input_nodes else s / one,
    "1 for leaves": lambda s, n, e, one: s if e.input_nodes else 1.0,
    "plus 0": lambda s, n, e, one: s + 0.0,
}

RECEIVER = {
    "its input": lambda n, i, g, order, k: n.input_nodes[i],
    "the node itself": lambda n, i, g, order, k: n,
    "the first input": lambda n, i, g, order, k: n.input_nodes[0],
    "the last input": lambda n, i, g, order, k: n.input_nodes[-1],
    "the other input": lambda n, i, g, order, k: n.input_nodes[len(n.input_nodes) - 1 - i],
    "the next of the order": lambda n, i, g, order, k: order[(k + 1) % len(order)],
    "the next but i": lambda n, i, g, order, k: order[(k + 1 + i) % len(order)],
    "the output": lambda n, i, g, order, k: g,
    "the last of the order": lambda n, i, g, order, k: order[-1],
    "the input's input": lambda n, i, g, order, k: (
        n.input_nodes[i].input_nodes or [n.input_nodes[i]]
    )[0],
    "the output's input": lambda n, i, g, order, k: (g.input_nodes or [g])[
        min(i, len(g.input_nodes) - 1)
    ],
}


def _adds(node, share):
    node.gradient = share if node.gradient is None else node.gradient + share


def _adds_in_place(node, share):
    if node.gradient is None:
        node.gradient = share
    else:
        node.gradient += share


def _when(condition: Callable, otherwise: Callable) -> Callable:
    """Adds if there is no gradient yet or a condition holds; else stores `otherwise` of both."""

    def accumulate(node, share):
        if node.gradient is None or condition(node, share):
            _adds(node, share)
        else:
            node.gradient = otherwise(node.gradient, share)

    return accumulate


def _never(node, share) -> bool:
    return False


ACCUMULATE = {
    "accumulate_gradient": lambda n, s: n.accumulate_gradient(s),
    "adds": _adds,
    "overwrites": _when(_never, lambda a, b: b),
    "keeps the first": _when(_never, lambda a, b: a),
    "subtracts": _when(_never, lambda a, b: a - b),
    "subtracts the other way": _when(_never, lambda a, b: b - a),
    "averages": _when(_never, lambda a, b: (a + b) / 2),
    "multiplies": _when(_never, lambda a, b: a * b),
    "keeps the larger": _when(_never, max),
    "keeps the smaller": _when(_never, min),
    "keeps the larger in size": _when(_never, lambda a, b: max(a, b, key=abs)),
    "adds sizes": _when(_never, lambda a, b: abs(a) + abs(b)),
    "adds half": _when(_never, lambda a, b: a + b / 2),
    "adds twice": _when(_never, lambda a, b: a + 2 * b),
    "doubles": _when(_never, lambda a, b: 2 * a),
    "doubles the new one": _when(_never, lambda a, b: 2 * b),
    "leaves out the same": _when(lambda n, s: n.gradient != s, lambda a, b: a),
    "overwrites what is the same size": _when(
        lambda n, s: abs(n.gradient) != abs(s), lambda a, b: b
    ),
    "leaves out what has the other sign": _when(lambda n, s: n.gradient * s >= 0, lambda a, b: a),
    "adds up at inner nodes": _when(lambda n, s: bool(n.input_nodes), lambda a, b: b),
    "adds up at leaves": _when(lambda n, s: not n.input_nodes, lambda a, b: b),
    "asks whether it is true": lambda n, s: setattr(
        n, "gradient", n.gradient + s if n.gradient else s
    ),
    "adds, leaves out 0": lambda n, s: _adds(n, s) if s else None,
    "stores what it returns": lambda n, s: setattr(n, "gradient", n.accumulate_gradient(s)),
    "throws away": lambda n, s: None,
    "adds twice over": lambda n, s: (_adds(n, s), _adds(n, s)),
    "adds in place": lambda n, s: _adds_in_place(n, s),
    "adds up to the result": lambda n, s: _adds(n, s + (n.gradient is None) * n.result),
    "adds 1": lambda n, s: _adds(n, s + (n.gradient is None)),
}
GRAPH = {
    "its own": lambda g, first: g,
    "the first one": lambda g, first: first,
    "its first input": lambda g, first: (g.input_nodes or [g])[0],
}

CHOICES = {
    "graph": [*GRAPH],
    "order": [*ORDER],
    "visit": [*VISIT],
    "seed": [*SEED],
    "seed at": [*SEED_AT],
    "reset": [*RESET],
    "when": [*WHEN],
    "reset to": [*RESET_TO],
    "call": [*CALL],
    "inputs": [*INPUTS],
    "index": [*INDEX],
    "scale": [*SCALE],
    "receiver": [*RECEIVER],
    "accumulate": [*ACCUMULATE],
}


def engines(most: int = 2) -> Iterator[tuple[Edit, ...]]:
    """The edits of each engine that is at most `most` edits away from the right one."""
    edits = [(dimension, choice) for dimension, them in CHOICES.items() for choice in them[1:]]
    for count in range(most + 1):
        for chosen in combinations(edits, count):
            if len({dimension for dimension, _ in chosen}) == count:
                yield chosen


def engine(edits: tuple[Edit, ...]) -> Callable:
    """The `backward_algorithm` with these edits."""
    choice = {dimension: them[0] for dimension, them in CHOICES.items()} | dict(edits)
    which, order_of, visited = (
        GRAPH[choice["graph"]],
        ORDER[choice["order"]],
        VISIT[choice["visit"]],
    )
    seed, seeded = SEED[choice["seed"]], SEED_AT[choice["seed at"]]
    chosen, to, when = RESET[choice["reset"]], RESET_TO[choice["reset to"]], choice["when"]
    call, served, index = CALL[choice["call"]], INPUTS[choice["inputs"]], INDEX[choice["index"]]
    scale, receiver = SCALE[choice["scale"]], RECEIVER[choice["receiver"]]
    accumulate = ACCUMULATE[choice["accumulate"]]
    first: list = []

    def backward_algorithm(graph, one=1.0):
        is_first = not first
        first.append(graph)
        graph = which(graph, first[0])
        nodes = graph.sorted_nodes()
        reset_nodes = set(chosen(graph, nodes))

        def reset(those):
            for node in those:
                if node in reset_nodes:
                    node.gradient = to(node, one)

        if when in ("before", "before and at the end") or (
            when == "in the first call" and is_first
        ):
            reset(nodes)
        if (value := seed(graph, one)) is not None:
            for node in seeded(graph, nodes):
                node.gradient = value
        if when == "after the start":
            reset(nodes)
        if when == "without the output, after the start":
            reset(nodes[:-1])
        order, done = order_of(graph, nodes), []
        for k, node in enumerate(order):
            if when == "before its backward" or (
                when == "not the output, before its backward" and node is not graph
            ):
                reset([node])
            if not visited(node, k, order, graph):
                continue
            downstream = call(node, graph)
            for i in served(node, done):
                to_node = receiver(node, i, graph, order, k)
                share = scale(index(downstream, i, node), node, to_node, one)
                if when == "before a share":
                    reset([to_node])
                accumulate(to_node, share)
            done.append(node)
            if when == "after its backward":
                reset([node])
        if when in ("at the end", "before and at the end"):
            reset(nodes)
        return graph

    return backward_algorithm


# The oracle: does an engine agree with PyTorch on all small graphs?

_CLASSES = {1: (Exp, Negate), 2: (Mean, HalfDifference)}
_NUMBERS = (0.5, -0.7, 1.3, 0.9)
_CLASSES_OF_TENSORS = _CLASSES | {1: (Copy, Negate, Matsum)}  # Copy passes on the tensor itself
_TENSORS = (  # of shapes that broadcast together, with a number among them
    torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.3, -0.7]], dtype=torch.float64),
    torch.tensor([[1.0], [-2.0]], dtype=torch.float64),
    1.3,
    torch.tensor([0.9, -0.4, 0.6], dtype=torch.float64),
)
ONES = 3.0, -2.0


@dataclass
class Prepared:
    """A graph with its right results, and PyTorch's gradients for each call."""

    graph: ComputationNode
    nodes: list[ComputationNode]
    ones: list
    right: list[list]
    visits: list[int]


def small_graphs(
    most: int, smallest: int = 1, sample: int | None = None, tensors: bool = False
) -> Iterator[Prepared]:
    """All graphs of `smallest` to `most` given nodes, leaves included; or a sample of them."""
    classes = _CLASSES_OF_TENSORS if tensors else _CLASSES
    shapes = [
        (ops, leaves)
        for size in range(smallest, most + 1)
        for leaves in range(1, size + 1)
        if leaves < size or size == 1
        for ops in _all_ops(size - leaves, leaves, classes)
    ]
    for ops, leaves in random.Random(most).sample(shapes, sample) if sample else shapes:
        yield _prepared(ops, _TENSORS[:leaves] if tensors else _NUMBERS[:leaves])


def _all_ops(count: int, leaves: int, classes: dict) -> Iterator[tuple]:
    """All lists of `count` operations in which every value except the last is used."""

    def grown(ops: tuple) -> Iterator[tuple]:
        if len(ops) == count:
            used = {each for _, *inputs in ops for each in inputs}
            if used >= {*range(-leaves, 0), *range(count - 1)} or not ops:
                yield ops
            return
        there = (*range(-leaves, 0), *range(len(ops)))
        for arity, those in classes.items():
            for each in those:
                for inputs in product(there, repeat=arity):
                    yield from grown((*ops, (each, *inputs)))

    yield from grown(())


def _prepared(ops: tuple, values: tuple) -> Prepared:
    made: dict = {-i - 1: Leaf(value, "abcd"[i]) for i, value in enumerate(values)}
    last = made[-1]
    for place, (each, *inputs) in enumerate(ops):
        last = made[place] = each(*(made[i] for i in inputs))
    nodes = last.sorted_nodes()
    for node in nodes:
        node.forward()
    is_number = isinstance(last.result, float)
    ones = [one if is_number else one * _pattern(last.result) for one in ONES]
    right: list = [twin(last, one).gradients for one in ones]
    if is_number:  # there are many of these, and comparing tensors takes long
        right = [list(map(float, each)) for each in right]
    prepared = Prepared(last, nodes, ones, right, [0] * len(nodes))
    for i, node in enumerate(nodes):
        node.backward = _counted(node, i, prepared.visits)
    return prepared


def _pattern(like: torch.Tensor) -> torch.Tensor:
    """A tensor of the same shape, whose entries all differ."""
    return 1 + 0.25 * torch.arange(like.numel(), dtype=torch.float64).reshape(like.shape)


def _counted(node: ComputationNode, i: int, visits: list[int]) -> Callable:
    def backward():
        visits[i] += 1
        if visits[i] > 40:
            raise RecursionError
        return type(node).backward(node)

    return backward


def agrees(algorithm: Callable, graphs: Sequence[Prepared]) -> bool:
    """Whether an engine finds PyTorch's gradients on all graphs, in two calls, and in each calls an
    inner node's `backward` at least once, and at most once per input."""
    return all(_agrees_on(algorithm, each) for each in graphs)


def _agrees_on(algorithm: Callable, prepared: Prepared) -> bool:
    for node in prepared.nodes:
        node.gradient = None
    for one, right in zip(prepared.ones, prepared.right, strict=True):
        prepared.visits[:] = [0] * len(prepared.visits)
        try:
            algorithm(prepared.graph, one=copy_value(one))
        except Exception:
            return False
        for node, pytorch, count in zip(prepared.nodes, right, prepared.visits, strict=True):
            if not _is_near(node.gradient, pytorch):
                return False
            if node.input_nodes and not 1 <= count <= len(node.input_nodes):
                return False
    return True


def _is_near(yours, pytorch) -> bool:
    if isinstance(pytorch, float):
        return type(yours) is float and abs(yours - pytorch) <= 1e-7
    tensor = as_tensor(yours)
    if tensor is None or tensor.shape != pytorch.shape:
        return False
    return bool((tensor - pytorch).abs().max() <= 1e-7)
