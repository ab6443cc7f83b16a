"""Judges a student's test graphs: how many wrong engines they catch, and whether they reject right
ones."""

from collections.abc import Mapping
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike

from course.check.base.blank_by_blank import UNFILLED, check_names
from course.check.base.exercise import count_blanks, exercise_title
from course.expressions.algebras import NamedValues
from course.expressions.expression_error import ExpressionError
from course.expressions.graph_of import Nodes
from course.expressions.reader import MAX_LENGTH
from course.expressions.statements import statements
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.messages.misconceptions import looks_like, mistakes_in_words
from course.sentences.lines import in_lines
from course.simulated.simulated_pass import (
    FOR_MATRICES,
    FOR_NUMBERS,
    RIGHT_ENGINES,
    SimulatedPass,
    is_caught,
)
from course.simulated.tape import Tape
from course.values.as_text import as_typed
from course.values.kinds import value_in_words
from course.values.tensors import as_float64

TEST_NAMES = ("first", "second", "third")
MAX_NODES = 24
MAX_CALLS = 4
_TOO_LARGE = (
    f"it is too large: {MAX_LENGTH} characters, {MAX_NODES} nodes and {MAX_CALLS} calls are enough."
)


def check_wrong_engines(graphs: Mapping[str, object], values: Mapping[str, ArrayLike]) -> None:
    """Checks test graphs by how many wrong engines they catch.

    A test catches an engine if the engine raises an error on its graph, or if after some call the
    gradient of some node is wrong or missing. A test that catches a right engine does not count.

    Args:
        graphs: up to three tests, by their `TEST_NAMES`; `...` for none. A test is a tuple: a text
            of expressions separated by `;`, then the upstream gradients of successive calls of the
            engine on the graph that the text describes.
        values: the values of the leaves, by name. If some are matrices, an upstream gradient may be
            a list of rows, and some of the mistakes are in nodes.
    """
    check_names(graphs, TEST_NAMES)
    wrong = FOR_MATRICES if any(np.ndim(value) for value in values.values()) else FOR_NUMBERS
    leaf_values = {name: as_float64(value) for name, value in values.items()}  # rows may be lists
    caught: set[SimulatedPass] = set()
    all_count = True
    for name in TEST_NAMES:
        caught_here, verdict = _judged(graphs.get(name, ...), leaf_values, wrong)
        caught |= caught_here or set()
        all_count &= caught_here is not None
        print(name.ljust(6) + in_lines(f"  {verdict}"))
    if not caught:
        raise CheckFailed(f"None of the {len(wrong)} wrong engines is caught yet.")
    count_blanks(len(caught), len(wrong), "wrong engines are caught")
    kinds_missed = {engine.kind for engine in wrong} - {engine.kind for engine in caught}
    symptom = ("engines", exercise_title(), tuple(sorted(kinds_missed)))
    # The sentence is about all tests, and need not be true of a test that was refused.
    if all_count and (why := mistakes_in_words(looks_like(symptom))):
        print(in_lines(why))


def _judged(
    test: object, values: NamedValues, wrong: list[SimulatedPass]
) -> tuple[set[SimulatedPass] | None, str]:
    """The engines that a test catches (None if the test does not count), and the verdict on the
    test."""
    if test is ...:
        return set(), UNFILLED
    try:
        tape, ones = read_test(test, values)
    except ExpressionError as error:
        return None, f"not yet: {error}"
    with np.errstate(all="ignore"):
        right = [tape.right(one) for one in ones]
    numbers = [*tape.results, *chain.from_iterable(right)]
    if not all(np.isfinite(value).all() for value in numbers):
        return None, "not yet: a result or a gradient in it is not a finite number."
    for name, engine in RIGHT_ENGINES.items():
        if is_caught(engine, tape, ones, right):
            return None, f"does not count: it accuses a right engine, the one that {name}."
    caught = {engine for engine in wrong if is_caught(engine, tape, ones, right)}
    return caught, f"catches {len(caught)} of {len(wrong)}"


def read_test(test: object, values: NamedValues) -> tuple[Tape, list[np.ndarray]]:
    """The graph of a test, and the upstream gradients of its calls.

    Raises:
        ExpressionError: the test cannot be read.
    """
    example = 'Write expressions in quotes and an upstream gradient, as in ("p = a + b; p * p", 1)'
    if not isinstance(test, list | tuple) or len(test) < 2 or not isinstance(test[0], str):
        raise ExpressionError(f"{example}, then one more for each further call.")
    text, *ones = test
    if len(ones) > MAX_CALLS or len(text) > MAX_LENGTH:
        raise ExpressionError(_TOO_LARGE)
    graph = Nodes(values, sketch=True).last_of(statements(text))
    if not isinstance(graph, ComputationNode) or not graph.input_nodes:
        raise ExpressionError(f"`{as_typed(text)}` has no node except a leaf.")
    if len(graph.sorted_nodes()) > MAX_NODES:
        raise ExpressionError(_TOO_LARGE)
    tape = Tape(graph)
    return tape, [_upstream(one, tape.results[-1].shape) for one in ones]


def _upstream(one: object, shape: tuple[int, ...]) -> np.ndarray:
    try:
        numbers = np.asarray(one, dtype=np.float64)
    except (TypeError, ValueError, OverflowError, RuntimeError, MemoryError):
        numbers = np.array(np.nan)
    if numbers.shape not in ((), shape):
        output = f"has the shape {shape}" if shape else "is one number"
        raise ExpressionError(
            f"the output {output}, and {value_in_words(one)} does not fit it. Give one number for "
            "all entries, or the same shape. The upstream gradients of several calls stand side by "
            'side: ("p = a + b; p * p", 1, 3).'
        )
    if not np.isfinite(numbers).all():
        raise ExpressionError(f"{value_in_words(one)} is not an upstream gradient.")
    return np.broadcast_to(numbers, shape).copy()
