"""Checks how a shuffled list is cut into minibatches."""

import math
from collections import Counter
from collections.abc import Callable, Sequence, Set
from typing import NamedTuple, TypeGuard

import numpy as np
import torch

from course.check.base.failures import wrong_answer
from course.check.base.student_code import answer_to
from course.questions import CallFunction
from course.reference.cases import Case
from course.reference.random_values import seeded
from course.running.iterables import MAX_TAKEN
from course.sentences.words import verb
from course.values.as_text import on_one_line
from course.values.tensors import as_tensor, numbers_in


class _Cut(NamedTuple):
    """The arguments of minibatches."""

    order: list[int]
    size: int  # of a minibatch


_READABLE = (_Cut([8, 0, 3, 6, 1, 5, 2], 3), _Cut([2, 0, 3, 1, 5, 4], 3))
MAX_NUMBERS = 1000  # if more numbers are returned, they are not examined


def check_minibatches(minibatches: Callable) -> None:
    """Checks that a shuffled list is cut into batches, in order and without losing entries.

    Args:
        minibatches: the student's; `minibatches(order, size)` returns a list of lists.
    """
    rng = seeded(0)
    cuts = list(_READABLE)
    for length, size in ((11, 4), (rng.randrange(20, 30), rng.randrange(5, 9)), (3, 5)):
        cuts.append(_Cut(rng.sample(range(length), length), size))
    for cut in cuts:
        key = ("minibatches", tuple(cut.order), cut.size) if cut in _READABLE else None
        case = Case(key=key)
        question = CallFunction(minibatches, (cut.order, cut.size))
        returned = answer_to("minibatches", case, question).returned
        if problem := _problem_with(returned, cut):
            raise wrong_answer(
                f"minibatches({cut.order}, {cut.size}) {problem}",
                None if _is_long(returned) else case.symptom(numbers_in(returned)),
            )
    print(f"Right: every example once, in order, on {len(cuts)} lists.")


def _is_long(returned: object) -> TypeGuard[Sequence]:
    """Whether the returned list has more than `MAX_NUMBERS` entries in all."""
    if not isinstance(returned, list | tuple):
        return False
    sizes = (len(batch) if isinstance(batch, list | tuple) else 1 for batch in returned)
    return sum(sizes) > MAX_NUMBERS


def _entries(values: object) -> list:
    """The entries of a list, tuple, set, array or tensor.

    Raises:
        TypeError: it is of another kind, or too long. Such values do not arrive unchanged from
            another kernel, so the verdict in grading would be different.
    """
    if isinstance(values, torch.Tensor | np.ndarray):
        size = math.prod(values.shape)
    elif isinstance(values, list | tuple | set):
        size = len(values)
    else:
        raise TypeError(values)
    if size > MAX_TAKEN:
        raise TypeError("too long")
    return list(values)


def _number(value: object) -> float:
    """A number, as an int if it is whole."""
    tensor = as_tensor(value)
    if tensor is None:
        raise TypeError(value)
    number = tensor.item()
    return int(number) if number % 1 == 0 else number


def holds_all(returned: object, count: int) -> bool:
    """Whether these are batches of the numbers from 0 to `count` - 1, in order."""
    return not _problem_with(returned, _Cut([*range(count)], count))


def _problem_with(returned, cut: _Cut) -> str:
    """What is wrong with the batches, as the end of a sentence; empty if they are right."""
    order, size = cut
    if returned is None:
        return "returned None. Did you forget `return`?"
    if _is_long(returned):
        return (
            f"returned {on_one_line(returned[:1], 80)} and much more, but the list has "
            f"{len(order)} numbers."
        )
    try:
        batches = [[_number(number) for number in _entries(batch)] for batch in _entries(returned)]
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return f"returned {on_one_line(returned, 80)}, but a list of lists of numbers was expected."
    shown = f"returned {on_one_line(batches, 200)}"
    numbers = [number for batch in batches for number in batch]
    lost = set(order) - set(numbers)
    repeated = {number for number, count in Counter(numbers).items() if count > 1}
    added = set(numbers) - set(order)
    for wrong, are, how in (
        (lost, "are", "in no batch"),
        (repeated, "are", "there more than once"),
        (added, "were", "not in the list"),
    ):
        if wrong:
            return f"{shown}: {_some(wrong)} {verb(len(wrong), are)} {how}."
    if numbers != order:
        return f"{shown}: the numbers have to keep the order in which they are given."
    if any(len(batch) != size for batch in batches[:-1]) or not 0 < len(batches[-1]) <= size:
        return f"{shown}: each batch has {size} numbers, the last one what is left; none is empty."
    return ""


def _some(numbers: Set[float]) -> str:
    shown = sorted(numbers)[:5]
    return ", ".join(map(str, shown)) + (", ..." if len(numbers) > 5 else "")
