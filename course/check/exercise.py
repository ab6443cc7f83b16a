"""Which exercises have passed since the kernel started, and the summary at a notebook's end."""

from collections.abc import Iterator
from contextlib import contextmanager

outcomes: dict[str, bool] = {}  # by title, the latest attempt counting


@contextmanager
def exercise(title: str) -> Iterator[None]:
    """The checks of one exercise: it has passed when all of them have.

    with exercise("The forward pass"):
        check_results(cosh_x, forward_algorithm)
    """
    record_outcome(title, passed=False)
    yield
    record_outcome(title, passed=True)
    print(f"Passed: {title}.")


def record_outcome(title: str, *, passed: bool) -> None:
    """Notes how an exercise went, the latest attempt counting."""
    outcomes[title] = passed


def summary(*titles: str) -> None:
    """Prints which of a notebook's exercises have passed, which not yet, and what comes next."""
    words = {True: "passed", False: "not yet", None: "not run"}
    width = max(map(len, titles))
    for title in titles:
        print(f"{title.ljust(width)}   {words[outcomes.get(title)]}")
    missing = [title for title in titles if not outcomes.get(title)]
    print()
    if not missing:
        print(f"All {len(titles)} exercises pass. Save the notebook and hand it in.")
    else:
        done = len(titles) - len(missing)
        print(f"{done} of {len(titles)} exercises pass. Next: {missing[0]}.")
