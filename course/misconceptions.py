"""Which known mistake a wrong answer looks like, told by its numbers alone.

Each named mistake of the bank was once run through the checks, and what the checks saw on their
fixed cases was kept as a short hash. A failing check that sees the same looks it up. The file holds
no code and no answer, and when nothing matches exactly, nothing is named.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "check" / "misconceptions.json"

Seen = tuple  # of text, numbers, None and tuples of these

listeners: list[Callable[[Seen], None]] = []  # told of everything that is looked up


@dataclass(frozen=True)
class Misconception:
    """A named mistake: its title, and the sentences that help, ending in a small example."""

    id: str
    title: str
    sentence: str


def looks_like(seen: Seen) -> list[Misconception]:
    """The known mistakes that make a check see exactly this; usually one, often none."""
    for listener in listeners:
        listener(seen)
    data = _data()
    ids = data["signatures"].get(signature(seen), [])
    return [Misconception(i, *data["mistakes"][i]) for i in ids]


def signature(seen: Seen) -> str:
    """Ten hex digits for what a check saw, numbers rounded to five significant digits."""
    return hashlib.sha256(_canonical(seen).encode()).hexdigest()[:10]


def _canonical(value) -> str:
    if isinstance(value, float):
        return f"{value + 0.0:.5g}"  # + 0.0 makes -0.0 and 0.0 the same
    if isinstance(value, tuple | list):
        return "(" + ",".join(map(_canonical, value)) + ")"
    return str(value)


def sentences(mistakes: list[Misconception]) -> str:
    """The mistakes that an answer looks like, as text; empty if there are none."""
    if not mistakes:
        return ""
    told = dict.fromkeys(f"  {mistake.title} {mistake.sentence}" for mistake in mistakes)
    lead = "This looks like:" if len(told) == 1 else "This looks like one of these:"
    return "\n".join([lead, *told])


@cache
def _data() -> dict:
    if not DATA.exists():
        return {"mistakes": {}, "signatures": {}}
    return json.loads(DATA.read_text(encoding="utf-8"))
