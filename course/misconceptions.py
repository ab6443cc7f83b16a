"""Which known mistake a wrong answer looks like, told by its numbers alone.

Each named mistake of the bank was once run through the checks, and what the checks saw on their
fixed cases was kept as a short hash. A failing check that sees the same looks it up. The file holds
no code and no answer, and when nothing matches exactly, nothing is named.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "check" / "misconceptions.json"

Seen = tuple  # of text, numbers, None and tuples of these
MADE = "made"  # before the ids of mistakes which, made on purpose, leave what a student has
MOST_NAMED = 3  # a check that cannot tell more mistakes than this apart names none

listeners: list[Callable[[tuple[Seen, ...]], None]] = []  # told of everything looked up


@dataclass(frozen=True)
class Misconception:
    """A named mistake: its title, and the sentences that help, ending in a small example."""

    id: str
    title: str
    sentence: str


def looks_like(*seen: Seen) -> list[Misconception]:
    """The known mistakes that make a check see exactly this; usually one, often none.

    Of several things that were seen, some may be new. None of those that are known may speak
    against a mistake.
    """
    for listener in listeners:
        listener(seen)
    mistakes, _ = read_bank()
    sets = [ids for each in seen if (ids := _ids(each))]
    ids = [i for i in sets[0] if all(i in those for those in sets)] if sets else []
    return [Misconception(i, *mistakes[i]) for i in ids]


def likeliest(mistakes: list[Misconception], wrong: Sequence[Seen]) -> list[Misconception]:
    """Of several mistakes that one answer looks like, those for which what was seen of all wrong
    answers beside it, and of itself, speaks."""
    if len(mistakes) < 2:
        return mistakes
    _, signatures = read_bank()
    found = set(map(signature, wrong))
    # Of two that fit, one makes just these answers wrong: the other one would have made more so.
    if exact := [m for m in mistakes if found == {s for s, i in signatures.items() if m.id in i}]:
        return exact
    for each in wrong:
        mistakes = [m for m in mistakes if m.id in _ids(each)] or mistakes
    return mistakes


def _ids(seen: Seen) -> list[str]:
    """The known mistakes that look like this, or were made on purpose and left it; if one without
    a name may have done so, too, none."""
    mistakes, signatures = read_bank()
    if seen[0] == MADE:
        ids = list(seen[1:])
        return ids if len(ids) <= MOST_NAMED and all(i in mistakes for i in ids) else []
    return signatures.get(signature(seen), [])


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
    told = list(dict.fromkeys(f"{mistake.title} {mistake.sentence}" for mistake in mistakes))
    if len(told) == 1:
        return f"This looks like this mistake:\n  {told[0]}"
    numbered = (f"  {number}. {text}" for number, text in enumerate(told, start=1))
    return "\n".join(["This looks like one of these mistakes:", *numbered])


Texts = dict[str, tuple[str, str]]  # by id of a mistake, its title and its sentence
Signatures = dict[str, list[str]]  # by what is seen, the ids of the mistakes


@cache
def read_bank() -> tuple[Texts, Signatures]:
    """What is known of mistakes; nothing where there is no file."""
    if not DATA.exists():
        return {}, {}
    data = json.loads(DATA.read_text(encoding="utf-8"))
    texts = json.loads(zlib.decompress(base64.b85decode(data["texts"])))
    signatures: Signatures = {}
    for i, those in data["signatures"].items():
        for each in those.split():
            signatures.setdefault(each, []).append(i)
    return texts, signatures


def packed(texts: Texts, signatures: Signatures) -> str:
    """The file that `read_bank` reads: notebooks carry it, so the texts are compressed."""
    seen: dict[str, list[str]] = {}
    for signature, ids in sorted(signatures.items()):
        for i in ids:
            seen.setdefault(i, []).append(signature)
    data = {
        "texts": base64.b85encode(zlib.compress(json.dumps(texts).encode(), 9)).decode(),
        "signatures": {i: " ".join(those) for i, those in sorted(seen.items())},
    }
    return json.dumps(data, indent=0) + "\n"
