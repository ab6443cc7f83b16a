"""Makes parts of sentences that several packages need. `course.values.words` has more of them, but
it loads PyTorch, and no command should have to wait for that."""

from collections.abc import Sequence


def first_of(names: Sequence[str], most: int) -> str:
    """The first `most` names, and how many more there are: `a, b and 2 more`."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
