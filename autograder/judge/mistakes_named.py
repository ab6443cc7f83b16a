"""Learns which known mistakes a check names."""

from collections.abc import Iterator
from contextlib import contextmanager

from course.messages.misconceptions import Misconception, recognised


@contextmanager
def mistakes_named() -> Iterator[list[list[str]]]:
    """Gives a list, to which the known mistakes are added that each wrong answer looks like."""
    named: list[list[str]] = []

    def note(mistakes: list[Misconception]) -> None:
        if mistakes:
            named.append([mistake.id for mistake in mistakes])

    with recognised.hearing(note):
        yield named
