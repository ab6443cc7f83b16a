"""Lists the battery: tiny graphs of the scaffold's nodes, on which an engine is tried.

They are the same in every homework, whatever it asks for, and the smallest come first.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from course.recording.trial import Op, Trial, WhichCall

_LETTERS = "abcdefgh"  # the names of leaves


@cache
def trials(method: str, tensors: bool) -> tuple[Trial, ...]:
    """The battery for "forward" or "backward", smallest graphs first.

    Every homework has the same graphs of numbers, and a few graphs of tensors for mistakes that
    only tensors show. If the homework has tensors, many of the graphs of numbers then follow once
    more, with tensors in them.
    """
    small = [Trial(ops) for count in range(3) for ops in _all_graphs(count)]
    numbers = sorted([*small, *map(Trial, _LARGER)], key=lambda trial: len(trial.ops))
    later_calls: tuple[WhichCall, ...] = (
        ("second", "other values") if method == "backward" else ("other values",)
    )
    numbers += [Trial(ops, call) for ops in _AGAIN for call in later_calls]
    if method == "backward":
        numbers.append(Trial(_AGAIN[0], one=0.0))
    special = [Trial(ops, shapes=shapes, is_special=True) for ops, shapes in _TENSORS]
    on_tensors = []
    if tensors:
        on_tensors = [_on_tensors(trial) for trial in numbers if _is_repeated(trial)]
    return (*numbers, *special, *on_tensors)


def _is_repeated(trial: Trial) -> bool:
    """Whether a graph of numbers follows once more with tensors in it."""
    return len(trial.ops) < 2 or trial.ops in _LARGER or trial.call != "first"


def _on_tensors(trial: Trial) -> Trial:
    return replace(trial, shapes=tuple((letter, (2,)) for letter in trial.letters))


def trials_to_run(method: str, tensors: bool, with_steps: bool) -> list[Trial]:
    """The trials on which an engine is tried: all of them with steps, without steps only those that
    count."""
    return [trial for trial in trials(method, tensors) if with_steps or trial.counts(tensors)]


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
        ((("Mean", "a", "a"),), {"a": (2,)}),
        ((("Negate", "a"), ("Copy", "a"), ("HalfDifference", 0, 1)), {"a": (2,)}),
        ((("Exp", "a"), ("Copy", 0), ("HalfDifference", 1, 0)), {"a": (2,)}),
        ((("Exp", "a"), ("Copy", 0), ("HalfDifference", 0, 1), ("Matsum", 2)), {"a": (2, 1)}),
        ((("HalfDifference", "a", "b"),), {"a": (2, 2), "b": (2, 1)}),
        ((("HalfDifference", "b", "a"),), {"a": (2, 2), "b": (2,)}),
        ((("Matsum", "a"), ("Matexpand", 0), ("HalfDifference", 1, "a")), {"a": (2, 2)}),
    )
)


def _all_graphs(count: int) -> Iterator[tuple[Op, ...]]:
    """All graphs of `count` ops with one or two inputs each. Graphs that differ only in the names
    of leaves count as one."""
    if count == 0:
        yield ()
        return

    def grown(ops: tuple[Op, ...], letters: int) -> Iterator[tuple[Op, ...]]:
        """All graphs that begin with these ops, which use the first `letters` letters."""
        place = len(ops)
        if place == count:
            used = {source for _, *inputs in ops for source in inputs}
            if all(op in used for op in range(count - 1)):
                yield ops
            return
        old, new = [*_LETTERS[:letters], *range(place)], _LETTERS[letters]
        for a in [*old, new]:
            kind = "Negate" if place % 2 else "Exp"
            letters_with_a = letters + (a == new)
            yield from grown((*ops, (kind, a)), letters_with_a)
            after = _LETTERS[letters_with_a]
            for b in [*old, *([new] if a == new else []), after]:
                kind = "Mean" if a == b else "HalfDifference"
                yield from grown((*ops, (kind, a, b)), letters_with_a + (b == after))

    yield from dict.fromkeys(grown((), 0))
