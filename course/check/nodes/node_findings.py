"""What a wrong node does, found by trying it on a few random inputs: the negative, a factor, a
transpose, the upstream gradient left out. Only what is true of all of them is reported.
"""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, combinations

import torch

from course.check.base.cases import Case, Draw, copy_graph, turned
from course.check.base.twin import as_float64, twin
from course.check.nodes.experiments import (
    OTHER,
    Experiments,
    fitted,
    reserve_experiments,
    same_factor,
)
from course.compare import MOST_SHOWN, NamedTensors, Row, agreeing, as_tensor, close, listed, show
from course.graph import ComputationNode
from course.operations import attributes_of, result_of
from course.subject import NodeBackward, NodeForward, Work, reserve

PROBES = 3  # random inputs
RESULT, DOWNSTREAM, UPSTREAM = "the result", "downstream gradient", "the upstream gradient"
MOST_SEEN = 2  # sentences on what was seen in experiments
FEW_DIGITS = 3  # if as many are right each time, that is said
LARGE, SCALE = 100, 1000  # inputs as large as that are tried divided by this, too
TOO_LARGE = (
    f"With all inputs divided by {SCALE}, a new node is right: here they are too large for it. "
    "Does it take the exponential of a large number, or the logarithm of 0?"
)


@dataclass
class NodeProbe:
    """A node on one set of random inputs."""

    node: ComputationNode  # the node, its inputs being leaves
    upstream: torch.Tensor  # the upstream gradient that it got
    right: list[torch.Tensor]  # the right downstream gradients
    right_result: torch.Tensor  # the right result
    alone: list[torch.Tensor]  # the right downstream gradients, had the upstream gradient been ones
    values: list[torch.Tensor]  # of the inputs
    result: torch.Tensor | None = None  # what its forward made
    # What its backward returned; None if that is not a list of tensors or numbers.
    returned: list[torch.Tensor | None] | None = None


@dataclass
class Probes:
    """What a node does on random inputs, on the values given, if it is a product of matrices that
    need not be square, on square ones, and if its inputs are large, on small ones; with an upstream
    gradient of 0; on parts of the inputs; and, last of all, where it was first."""

    random: list[NodeProbe]
    given: list[NodeProbe]
    square: list[NodeProbe]
    small: list[NodeProbe]
    zero: list[NodeProbe]
    parts: list[tuple[NodeProbe, ...]]  # a few of each shape
    again: list[NodeProbe]  # a new node, on the first of the random inputs
    experiments: Callable[[], Experiments]


def reserve_probes(node: ComputationNode, case: Case) -> Callable[[], Probes]:
    """Reserves questions about a node on several inputs; returns a function that asks them.

    Args:
        node: the node, its inputs being leaves.
        case: a case of it, for its upstream gradient.
    """
    draws = [Draw(100 + seed, fixed=True) for seed in range(PROBES)]
    # Others are positive in the second one: what the signs have done is no matter of places.
    changes = [draws[0].near, lambda value: draws[1].near(turned(value)), draws[2].near]
    random = [_probe(node, change, draw) for change, draw in zip(changes, draws, strict=True)]
    given = [_probe(node, lambda value: value, upstream=case.upstream[0])]
    shapes = [tuple(getattr(leaf.value, "shape", ())) for leaf in node.input_nodes]
    square = []
    if len(set(shapes)) > 1 and all(shapes):
        square = [_probe(node, lambda value: _square(value, shapes[0][0], draws[0]), draws[0])]
    small = []
    if max(float(as_float64(leaf.value).abs().max()) for leaf in node.input_nodes) >= LARGE:
        small = [_probe(node, lambda value: value / SCALE, upstream=case.upstream[0])]
    zero = [_probe(node, draws[0].near, upstream=0.0 * case.upstream[0])]
    parts = [*_parts(random[0].node, shapes, draws[0])]
    again = [replace(random[0], node=copy_graph(random[0].node))]
    probes = [*random, *given, *square, *small, *zero, *chain.from_iterable(parts), *again]
    questions = [
        question
        for probe in probes
        for question in (NodeForward(probe.node), NodeBackward(probe.node, probe.upstream))
    ]
    answers = cache(reserve(questions))  # asked once
    experiments = _reserve_experiments([*random, *given])

    def tried() -> Probes:
        told = answers()
        for probe, forward, backward in zip(probes, told[::2], told[1::2], strict=False):
            probe.result = as_tensor(forward.results[-1]) if forward.results else None
            returned = backward.returned
            if isinstance(returned, list | tuple) and len(returned) == len(probe.right):
                probe.returned = [as_tensor(each) for each in returned]
        return Probes(random, given, square, small, zero, parts, again, experiments)

    return tried


def _reserve_experiments(probes: list[NodeProbe]) -> Callable[[], Experiments]:
    """Reserves questions about a node that are asked if nothing simpler is found."""
    node = probes[0].node
    return reserve_experiments(
        partial(_work, node),
        lambda answer: _what_came_out(answer.result, answer.returned),
        [_given(probe) for probe in probes],
        partial(_right_of, node),
        otherwise=[(what, partial(_right_of, other)) for what, other in _others(node)],
        places=_places(node),
    )


def _others(node: ComputationNode) -> Iterator[tuple[str, ComputationNode]]:
    """A node with other attributes, and what is other about them."""
    for name in attributes_of(node):
        value = getattr(node, name, None)
        if not isinstance(value, list | tuple) or not value:
            continue
        others = [("in reverse order", value[::-1]), ("without the last", value[:-1])]
        others += [("without the first", value[1:])]
        if name in _number_lists(node):
            numbers = [*map(int, value)]
            others += [
                ("", sorted(numbers)),
                ("", [numbers[0]] * len(numbers)),
                ("", [numbers[-1]] * len(numbers)),
                ("", [each + 1 for each in numbers]),
                ("", [each - 1 for each in numbers]),
                ("", [*range(len(numbers))]),
            ]
        for words, other in others:
            if list(other) != list(value):
                changed = copy.copy(node)
                setattr(changed, name, list(other))
                yield f"{name} were {words or f'{list(other)}, not {list(value)}'}", changed


def _places(node: ComputationNode) -> NamedTensors:
    """Places in a downstream gradient that a list of the node's tells, and masks of them."""
    found = {}
    for name, numbers in _number_lists(node).items():
        columns = node.input_nodes[0].value.shape[-1]
        if len(numbers) == len(node.input_nodes[0].value) and max(numbers) < columns:
            own = torch.zeros(len(numbers), columns, dtype=torch.bool, device="cpu")
            own[range(len(numbers)), numbers] = True
            place = f"in column {name}[i] of row i"
            found[f"{place}, and wrong everywhere else"] = own
            found[f"everywhere but {place}, where it is wrong"] = ~own
    return found


def _given(probe: NodeProbe) -> NamedTensors:
    """The values of a node's inputs and its upstream gradient, by what messages call them."""
    values = {f"input {i}": value for i, value in enumerate(probe.values)}
    return values | {UPSTREAM: probe.upstream}


def _what_came_out(result: object, returned: object) -> dict:
    gradients = returned if isinstance(returned, list | tuple) else []
    return {RESULT: result} | {f"{DOWNSTREAM} {i}": each for i, each in enumerate(gradients)}


def _work(node: ComputationNode, values: NamedTensors) -> Work:
    """A question on a copy of a node, with these values."""
    graph = copy_graph(node)
    *inputs, upstream = values.values()
    is_tensor = [hasattr(leaf.value, "shape") for leaf in graph.input_nodes]
    for leaf, value, kept in zip(graph.input_nodes, inputs, is_tensor, strict=True):
        leaf.value = value if kept else float(value)
    return Work(graph, upstream if any(is_tensor) else float(upstream))


def _right_of(node: ComputationNode, values: NamedTensors) -> NamedTensors:
    """The right result and downstream gradients of a node, for these values."""
    *inputs, upstream = values.values()
    with torch.enable_grad():
        inputs = [as_float64(value).requires_grad_() for value in inputs]
        result = result_of(node, *inputs)
        weighted = (result * upstream).sum()
        gradients = torch.autograd.grad(weighted, inputs, materialize_grads=True)
    return _what_came_out(result.detach(), gradients)


def _probe(node: ComputationNode, change: Callable, draw: Draw | None = None, upstream=None):
    """A copy of a node with other values in its inputs, and what is right of it."""
    graph = copy_graph(node, change)
    result = as_float64(twin(graph).results[-1])
    is_tensor = any(hasattr(leaf.value, "shape") for leaf in graph.input_nodes)
    if draw:
        upstream = draw.upstream(tuple(result.shape) if is_tensor else None)
    pytorch, given = twin(graph, upstream), as_float64(upstream)
    alone = twin(graph, torch.ones_like(given)).gradients[:-1]
    return NodeProbe(graph, given, pytorch.gradients[:-1], result, alone, pytorch.results[:-1])


def _parts(
    node: ComputationNode, shapes: list[tuple], draw: Draw
) -> Iterator[tuple[NodeProbe, ...]]:
    """Probes on parts of a node's inputs, with some sizes 1, where it can be computed and has a
    gradient. For each shape, on the first, the last and the next-to-last entries, because a single
    right number may be chance; and each with the other sign, which may be why it is right."""
    sizes = sorted({size for shape in shapes for size in shape if size > 1})
    for count in range(1, len(sizes) + 1):
        for those in combinations(sizes, count):
            try:
                probes = tuple(
                    _probe(node, partial(_cut, those, at, sign), draw)
                    for at in (0, -1, -2)
                    for sign in (1, -1)
                )
            except (RuntimeError, IndexError, ValueError):  # its shapes have to fit something else
                continue
            probes = tuple(each for each in probes if each.right_result.isfinite().all())
            if any(each.any() for probe in probes for each in probe.right):
                yield probes


def _cut(sizes: tuple[int, ...], at: int, sign: int, value):
    for axis, size in enumerate(getattr(value, "shape", ())):
        if size in sizes:
            value = value.narrow(axis, at % size, 1)
    return sign * value


def _square(value: torch.Tensor, size: int, draw: Draw) -> torch.Tensor:
    """Random entries in a tensor of as many axes, all of this size."""
    return draw.near(torch.zeros((size,) * value.dim(), dtype=torch.float64, device="cpu"))


def what_was_seen(probes: Probes) -> tuple:
    """What tells known mistakes apart: results and downstream gradients on the inputs tried."""
    those = [*probes.random, *probes.square]
    return tuple((_numbers(probe.result), _list_of_numbers(probe.returned)) for probe in those)


def _numbers(value: torch.Tensor | None) -> tuple | None:
    return None if value is None else (tuple(value.shape), tuple(value.flatten().tolist()))


def _list_of_numbers(values: list | None) -> tuple | None:
    return None if values is None else tuple(map(_numbers, values))


def finding(tried: Probes, of_numbers: bool, again: bool) -> str:
    """What is true of a wrong node on every random input, in sentences; empty if nothing is.

    Args:
        tried: what it did.
        of_numbers: whether what was found wrong are numbers.
        again: whether that was when the values of its inputs had changed.
    """
    probes = tried.random
    if _is_different(tried.random[0], tried.again[0]):
        return (
            "On the same inputs, a new node does not return what the first one did. Is something "
            "kept from one node to the next, on the class or outside of it, or drawn at random?"
        )
    if any(probe.result is None for probe in probes) or not all(map(_returned_all, probes)):
        return _on_parts(tried)
    if all(map(_is_right, probes)):
        return _right_elsewhere(tried, again, of_numbers)
    told = [*_told_of_each(tried), *_told_of_large(tried, of_numbers)]
    return " ".join(told)


def _returned_all(probe: NodeProbe) -> bool:
    return probe.returned is not None and None not in probe.returned


def _told_of_each(tried: Probes) -> list[str]:
    """What holds of the results, or if they are right, of the downstream gradients."""
    probes, said, puzzling = tried.random, [], []
    pairs = {RESULT: [(probe.result, probe.right_result) for probe in probes]}
    relations = {RESULT: _constant(pairs[RESULT])}
    if all(_same(*each) for each in pairs[RESULT]):
        count = len(probes[0].right)
        of_each = [[(probe.returned[i], probe.right[i]) for probe in probes] for i in range(count)]
        wrong = [i for i in range(count) if not all(_same(*each) for each in of_each[i])]
        if right := [i for i in range(count) if i not in wrong]:
            said.append(f"{_are(DOWNSTREAM, right)} right each time")
        pairs = {f"{DOWNSTREAM} {i}": of_each[i] for i in wrong}
        relations = {f"{DOWNSTREAM} {i}": _relation(probes, i) for i in wrong}
    for name, those in pairs.items():
        relation = relations[name] or _digits(those) or tried.experiments().relation(name)
        said.append(f"{name} is each time {relation}" if relation else _lines(tried, name, those))
        puzzling += [name] * (not relation)
    held = "; ".join(filter(None, said))
    told = [f"On {len(probes)} random inputs, {held}."] if held else []
    return told + (_tried_on(tried, puzzling) if puzzling else [])


def _tried_on(tried: Probes, puzzling: list[str]) -> list[str]:
    """What was seen of results or gradients of which nothing simpler is known."""
    if said := _not_in_proportion(tried.zero[0]):
        return [said]
    experiments = tried.experiments()
    seen = [*filter(None, map(experiments.told, puzzling))]
    if not seen:
        seen = [*filter(None, [_multiplied(experiments, puzzling), _of_shape(tried)])][:1]
    seen += [*filter(None, [_on_parts(tried) or ("" if seen else _on_single_entries(tried))])]
    return seen[:MOST_SEEN]


def _multiplied(experiments: Experiments, names: list[str]) -> str:
    """What is said of a downstream gradient that is not in proportion to the upstream one."""
    for what, trial in experiments.changed if experiments.random else []:
        for name in names if what == UPSTREAM else []:
            yours, first = trial.yours.get(name), experiments.random[0].yours.get(name)
            if yours is None or first is None or not (yours.isfinite() & first.isfinite()).all():
                continue
            if name != RESULT and not close(yours, OTHER * first):
                return (
                    f"With {OTHER} times the upstream gradient, {name} should be {OTHER} times "
                    "what it was, and is not: is the upstream gradient a factor in it, just once?"
                )
    return ""


def _told_of_large(tried: Probes, of_numbers: bool) -> list[str]:
    return [TOO_LARGE] if of_numbers and _is_right_on_small(tried) else []


def _is_right_on_small(tried: Probes) -> bool:
    return bool(tried.small) and all(map(_is_right, tried.small))


def _is_different(first: NodeProbe, again: NodeProbe) -> bool:
    """Whether a second node returned other numbers than the first."""
    pairs = [(first.result, again.result)]
    if first.returned and again.returned:
        pairs += zip(first.returned, again.returned, strict=True)
    return any(
        a is not None and b is not None and a.shape == b.shape and not close(a, b, equal_nan=True)
        for a, b in pairs
    )


def _not_in_proportion(probe: NodeProbe) -> str:
    """What is said of a node that returns something for an upstream gradient of 0."""
    is_right = _same(probe.result, probe.right_result)
    for i, yours in enumerate(probe.returned or [] if is_right else []):
        if _comparable(yours, probe.right[i]) and yours.any() and yours.isfinite().all():
            return (
                f"With an upstream gradient of 0, downstream gradient {i} has to be 0, and yours "
                f"is {show(yours, MOST_SHOWN)}: something in it is not multiplied by the upstream "
                "gradient. Is a bracket missing, or a + in place of a *?"
            )
    return ""


def _on_parts(tried: Probes) -> str:
    """On which smaller shapes a node is right that is wrong on larger ones."""
    right = [probes[0] for probes in tried.parts if all(map(_is_right, probes))]
    if not right or any(map(_is_right, tried.random)):
        return ""
    smallest = min(_wrong_parts(tried), key=_size, default=None)
    wrong = f" The smallest on which it is wrong: {_shapes(smallest)}." if smallest else ""
    return f"On inputs of shape {_shapes(max(right, key=_size))} it is right.{wrong}"


def _wrong_parts(tried: Probes) -> list[NodeProbe]:
    return [probes[0] for probes in tried.parts if not any(map(_is_right, probes))]


def _size(probe: NodeProbe) -> int:
    return sum(value.numel() for value in probe.values)


def _on_single_entries(tried: Probes) -> str:
    """That a node is wrong on single entries, too, if it is."""
    smallest = min(_wrong_parts(tried), key=_size, default=None)
    is_single = smallest and all(value.numel() == 1 for value in smallest.values)
    return _of_one_entry(smallest) if is_single else ""


def _of_one_entry(probe: NodeProbe) -> str:
    """What is wrong of a node whose inputs have one entry each."""
    given = listed(f"input {i} = {float(value):.4g}" for i, value in enumerate(probe.values))
    told = {RESULT: (probe.result, probe.right_result)}
    if _same(*told[RESULT]):
        given += f" and an upstream gradient of {float(probe.upstream):.4g}"
        pairs = zip(probe.returned or [], probe.right, strict=False)
        told = {f"{DOWNSTREAM} {i}": each for i, each in enumerate(pairs)}
    for name, (yours, right) in told.items():
        if _comparable(yours, right) and right.numel() == 1 and not close(yours, right):
            return (
                f"It is wrong on single entries, too: with {given}, {name} is {float(yours):.4g} "
                f"and should be {float(right):.4g}. So look at the formula for one entry first."
            )
    return ""


def _shapes(probe: NodeProbe) -> str:
    return " with ".join(str(tuple(value.shape)) for value in probe.values)


def _are(noun: str, numbers: list[int], of: str = "") -> str:
    many = len(numbers) > 1
    return f"{noun}{'s' * many} {listed(map(str, numbers))}{of} {'are' if many else 'is'}"


def _digits(pairs: list[tuple]) -> str:
    """To how many digits something is right that is wrong, if that is as many each time."""
    if all(_comparable(*each) and each[0].isfinite().all() for each in pairs):
        digits = min(Row("", *each).digits for each in pairs)
        if digits >= FEW_DIGITS:
            return f"right to at least {digits} digits, and not to all"
    return ""


def _lines(tried: Probes, name: str, pairs: list[tuple]) -> str:
    """Which rows or columns of something wrong are right on every probe, if the others are on
    none."""
    if not all(_comparable(*each) and each[1].dim() == 2 for each in pairs):
        return ""
    for axis, line in ((1, "row"), (0, "column")):
        agree = torch.stack([agreeing(*each).all(dim=axis) for each in pairs])
        right, wrong = agree.all(dim=0), ~agree.any(dim=0)
        if right.any() and (right | wrong).all():
            those, others = (mask.nonzero().flatten().tolist() for mask in (right, wrong))
            which = _which(tried.random[0].node, others)
            return (
                f"{_are(line, those, f' of {name}')} right each time, the others are wrong{which}"
            )
    return ""


def _number_lists(node: ComputationNode) -> dict[str, list[int]]:
    """The lists of whole numbers, such as tokens, that say what a node computes."""
    lists = {name: getattr(node, name, None) for name in attributes_of(node)}
    return {
        name: list(value)
        for name, value in lists.items()
        if isinstance(value, list | tuple) and value and all(isinstance(i, int) for i in value)
    }


def _which(node: ComputationNode, lines: list[int]) -> str:
    """What these rows or columns have to do with a list of the node's, if anything."""
    for name, numbers in _number_lists(node).items():
        for words, those in (
            ("that are in", set(numbers)),
            ("that are not in", {*lines} - {*numbers}),
            ("that are more than once in", {i for i in numbers if numbers.count(i) > 1}),
        ):
            if set(lines) == those:
                return f": those with the numbers {words} {name}, which is {numbers}"
    return ""


def _of_shape(tried: Probes) -> str:
    """What else has the number of rows or columns that a downstream gradient has wrongly."""
    probe = tried.random[0]
    for i, (yours, right) in enumerate(zip(probe.returned, probe.right, strict=True)):
        if yours.shape == right.shape:
            continue
        shapes = {UPSTREAM: probe.upstream, RESULT: probe.right_result}
        shapes |= {f"input {j}": value for j, value in enumerate(probe.values)}
        same = [
            name for name, value in shapes.items() if value.shape == yours.shape and yours.dim()
        ]
        if same:
            return f"{tuple(yours.shape)} is the shape of {listed(same)}."
        for name, numbers in _number_lists(probe.node).items():
            counts = {
                f"the largest number in {name} plus 1": max(numbers) + 1,
                f"the number of different numbers in {name}": len(set(numbers)),
                f"the length of {name}": len(numbers),
            }
            if yours.dim() == right.dim() == 2 and len(yours) != len(right):
                same = [words for words, count in counts.items() if count == len(yours)]
                if same:
                    return (
                        f"{DOWNSTREAM.capitalize()} {i} has {len(yours)} rows in place of "
                        f"{len(right)}. {len(yours)} is {listed(same)}; {name} is {numbers}."
                    )
    return ""


def _right_elsewhere(tried: Probes, again: bool, of_numbers: bool) -> str:
    """What is said of a node that is right on random inputs."""
    lead = f"On {len(tried.random)} random inputs, a new node is right each time"
    if not all(map(_is_right, tried.given)):
        if of_numbers and _is_right_on_small(tried):
            return TOO_LARGE
        return (
            f"{lead}, and on the values given it is wrong. What is special about them: a 0, a "
            "negative number, two equal ones?"
        )
    if not of_numbers:
        return ""
    if again:
        return (
            f"{lead}. The same node, with other values in its inputs, is wrong: what does "
            "it keep from the time before?"
        )
    return (
        f"{lead}, as long as no other node of its class runs between its forward and its backward. "
        "Do the nodes share something?"
    )


def _is_right(probe: NodeProbe) -> bool:
    return (
        _same(probe.result, probe.right_result)
        and probe.returned is not None
        and all(map(_same, probe.returned, probe.right))
    )


def _relation(probes: list[NodeProbe], i: int) -> str:
    """How downstream gradient i is related to the right ones, on every probe."""
    for other in range(len(probes[0].right)):
        if other != i and all(_same(probe.returned[i], probe.right[other]) for probe in probes):
            return f"the right one for input {other}"
    pairs = [(probe.returned[i], probe.right[i]) for probe in probes]
    return _named(_EXPLANATIONS, probes, i) or _constant(pairs) or _named(_REMAINDERS, probes, i)


def _named(table: tuple, probes: list[NodeProbe], i: int) -> str:
    """The first words in a table, of which one tensor is downstream gradient i on every probe."""
    for words, tensors in table:
        if all(any(_same(p.returned[i], each) for each in tensors(p, i)) for p in probes):
            return words
    return ""


def _constant(pairs: list[tuple]) -> str:
    """Whether one value is always the same multiple of the other, by which number."""
    factor = same_factor(pairs) if all(_comparable(*each) for each in pairs) else 0.0
    if abs(factor) < 1e-12:
        return ""
    if abs(factor + 1) < 1e-9:
        return "the negative of the right one"
    return f"{factor:.6g} times the right one"


def _at_the_result(probe: NodeProbe, i: int) -> Iterator[torch.Tensor]:
    if len(probe.right) == 1 and probe.values[i].shape == probe.right_result.shape:
        there = copy_graph(probe.node, lambda value: probe.right_result)
        yield twin(there, probe.upstream).gradients[i]


def _alike(probe: NodeProbe, i: int) -> bool:
    return probe.upstream.shape == probe.right[i].shape


# What a downstream gradient may be each time: in words, and of a probe, the tensors meant.
_EXPLANATIONS = (
    ("0", lambda p, i: [torch.zeros_like(p.right[i])]),
    ("the right one without the upstream gradient", lambda p, i: [p.alone[i]]),
    ("the upstream gradient itself, without a local gradient", lambda p, i: [p.upstream]),
    (
        "the transpose of the right one",
        lambda p, i: [p.right[i].mT] if p.right[i].dim() == 2 else [],
    ),
    (
        "the sum of both downstream gradients",
        lambda p, i: (
            [sum(p.right)] if [each.shape for each in p.right] == [p.right[i].shape] * 2 else []
        ),
    ),
    (
        "the right one, times the upstream gradient once more",
        lambda p, i: [p.right[i] * p.upstream] if _alike(p, i) else [],
    ),
    (
        "the upstream gradient minus the right one: all but what should pass",
        lambda p, i: [p.upstream - p.right[i]] if _alike(p, i) else [],
    ),
    ("the right one with the node's result in place of its input", _at_the_result),
    ("the node's result", lambda p, i: [p.right_result]),
    ("the node's result times the upstream gradient", lambda p, i: [p.right_result * p.upstream]),
    ("the value of that input", lambda p, i: [p.values[i]]),
    ("ones", lambda p, i: [torch.ones_like(p.right[i])]),
)


def _plus(probe: NodeProbe, i: int, *terms: torch.Tensor) -> Iterator[torch.Tensor]:
    """The right one and, in each row, those multiples of the terms' rows, which are orthogonal,
    that come nearest to yours, if a row is so long that this says something."""
    right = probe.right[i]
    fit = right.dim() == 2 and all(term.shape == right.shape for term in terms)
    if fit and _comparable(probe.returned[i], right) and right.shape[1] > len(terms) + 1:
        rest = probe.returned[i] - right
        for term in terms:
            right = right + fitted(rest, term, 1) * term
        yield right


def _centred(rows: torch.Tensor) -> torch.Tensor:
    return rows - rows.mean(dim=-1, keepdim=True)


_NUMBER, _MULTIPLE = "a number that is the same throughout a row", "a multiple of the node's result"
_REMAINDERS = (
    (f"the right one plus {_NUMBER}", lambda p, i: _plus(p, i, torch.ones_like(p.right[i]))),
    (f"the right one plus, in each row, {_MULTIPLE}", lambda p, i: _plus(p, i, p.right_result)),
    (
        f"the right one plus {_NUMBER}, plus {_MULTIPLE}",
        lambda p, i: _plus(p, i, torch.ones_like(p.right[i]), _centred(p.right_result)),
    ),
)


def _same(yours: torch.Tensor | None, right: torch.Tensor) -> bool:
    return _comparable(yours, right) and close(yours, right)


def _comparable(yours: torch.Tensor | None, right: torch.Tensor) -> bool:
    return yours is not None and yours.shape == right.shape
