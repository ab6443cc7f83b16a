"""Learns which known mistakes a check names."""

from collections.abc import Iterator
from contextlib import contextmanager

from course.messages import misconceptions
from course.messages.across_blanks import narrowings
from course.messages.misconceptions import Misconception, Symptom, looks_like


@contextmanager
def mistakes_named() -> Iterator[list[list[str]]]:
    """Gives a list, to which the known mistakes that a check has named are added at the end."""
    lookups: list[tuple[Symptom, ...]] = []
    narrowed: dict[int, list[Misconception]] = {}  # by the place in `lookups`
    named: list[list[str]] = []

    def narrow(mistakes: list[Misconception]) -> None:
        narrowed[len(lookups) - 1] = mistakes

    listening = misconceptions.lookups.hearing(lookups.append)
    try:
        with listening, narrowings.hearing(narrow):
            yield named
    finally:
        for place, symptoms in enumerate(lookups):
            mistakes = narrowed[place] if place in narrowed else looks_like(*symptoms)
            if mistakes:
                named.append([mistake.id for mistake in mistakes])
