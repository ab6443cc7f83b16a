"""Lists the trials of the battery, which are the same in every homework."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from course.recording.records import Method
from course.recording.trial import Op, Trial, TrialCall


@cache
def trials(method: Method, tensors: bool) -> tuple[Trial, ...]:
    """The battery for "forward" or "backward", smallest graphs first.

    Graphs of numbers come first, the same for every homework. With `tensors`, many of them follow
    again with tensors in the leaves, and then come trials for mistakes that only tensors reveal.
    """
    graphs = [*_smallest_graphs(), *_LARGER]
    numbers = [Trial(ops) for ops in sorted(graphs, key=len)]
    later_calls: tuple[TrialCall, ...] = (
        ("second", "other values") if method == "backward" else ("other values",)
    )
    numbers += [Trial(ops, call) for ops in _AGAIN for call in later_calls]
    if method == "backward":
        numbers.append(Trial(_AGAIN[0], one=0.0))
    if not tensors:
        return tuple(numbers)
    on_tensors = [
        replace(trial, shapes=tuple((letter, (2,)) for letter in trial.letters))
        for trial in numbers
        if len(trial.ops) < 2 or trial.ops in _LARGER or trial.call != "first"
    ]
    return (*numbers, *on_tensors, *(Trial(ops, shapes=shapes) for ops, shapes in _TENSORS))


def trials_to_run(method: Method, tensors: bool, with_steps: bool) -> list[Trial]:
    """The trials on which an engine runs: all of them with steps, otherwise only those that count
    for some check."""
    return [
        trial
        for trial in trials(method, tensors)
        if with_steps or trial.counts(tensors, broadcasts=True)
    ]


_LARGER = (
    (("HalfDifference", "a", "a"),),
    (("Exp", "a"), ("HalfDifference", 0, 0)),
    (("HalfDifference", "a", "a"), ("Exp", 0)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 1, 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 1, 0)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", "a", 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 1, "a")),
    (("Exp", "a"), ("Negate", "a"), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Exp", "b"), ("HalfDifference", 0, 1)),
    (("HalfDifference", "a", "b"), ("Exp", "a"), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("HalfDifference", 0, "b"), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Mean", 0, 0), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Mean", 0, 0), ("HalfDifference", 1, 0)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 0), ("HalfDifference", 1, 2)),
    (("Exp", "a"), ("Exp", 0), ("Mean", 0, 0), ("HalfDifference", 1, 2)),
    (("Exp", "a"), ("Exp", 0), ("Mean", 0, 0), ("HalfDifference", 2, 1)),
    (("HalfDifference", "a", "b"), ("HalfDifference", "c", "d"), ("HalfDifference", 0, 1)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 1), ("HalfDifference", 0, 2)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 1), ("HalfDifference", 2, 0)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1), ("HalfDifference", 2, 1)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1), ("HalfDifference", 0, 2)),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 1, 0), ("HalfDifference", 2, 0)),
    (("Exp", "a"), ("Negate", 0), ("Exp", 0), ("HalfDifference", 1, 2), ("Mean", 3, 3)),
    (
        ("Exp", "a"), ("Mean", 0, 0), ("Negate", 0), ("Exp", 2),
        ("HalfDifference", 1, 3), ("HalfDifference", 4, 0),
    ),
)  # fmt: skip

_AGAIN = (
    (("Exp", "a"),),
    (("HalfDifference", "a", "b"),),
    (("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1)),
)

_TENSORS = tuple(
    (ops, tuple(shapes.items()))
    for ops, shapes in (
        ((("Negate", "a"),), {"a": (2,)}),
        ((("Exp", "a"), ("Matsum", 0)), {"a": (2, 2)}),
        ((("Negate", "a"), ("Copy", "a"), ("HalfDifference", 0, 1)), {"a": (2,)}),
        ((("Exp", "a"), ("Copy", 0), ("HalfDifference", 1, 0)), {"a": (2,)}),
        ((("Exp", "a"), ("Copy", 0), ("HalfDifference", 0, 1), ("Matsum", 2)), {"a": (2, 1)}),
        ((("HalfDifference", "a", "b"),), {"a": (2, 2), "b": (2, 1)}),
        ((("HalfDifference", "b", "a"),), {"a": (2, 2), "b": (2,)}),
        ((("Matsum", "a"), ("Matexpand", 0), ("HalfDifference", 1, "a")), {"a": (2, 2)}),
    )
)


def _smallest_graphs() -> Iterator[tuple[Op, ...]]:
    """A graph for each way to connect up to two ops with one or two inputs each, whatever the names
    of the leaves."""
    yield ()
    for first, letters in (
        (("Exp", "a"), "ab"),
        (("Mean", "a", "a"), "ab"),
        (("HalfDifference", "a", "b"), "abc"),
    ):
        yield (first,)
        for letter in letters:
            yield first, ("HalfDifference", letter, 0)
            yield first, ("HalfDifference", 0, letter)
        yield first, ("Negate", 0)
        yield first, ("Mean", 0, 0)
