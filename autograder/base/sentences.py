"""Makes parts of sentences that several packages need. `course.sentences.words` has more of them,
but importing it loads PyTorch, for which a command without other need of it should not wait."""

from collections.abc import Sequence


def first_of(names: Sequence[str], most: int) -> str:
    """The first `most` names, and how many more there are: `a, b and 2 more`."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def counted(number: int, noun: str) -> str:
    """How many things there are: `1 page` or `2 pages`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def and_extra(points: float) -> str:
    """What follows a number of points if there are extra points: ` and 2 extra`; else nothing."""
    return f" and {points:g} extra" if points else ""
