"""Recognises known mistakes in wrong answers, by their numbers alone.

Each named mistake of the bank was once run through the checks, and what they saw on their fixed
cases was stored as a short hash. A failing check looks up what it sees. The file holds no code and
no answers, and if nothing matches exactly, no mistake is named.
"""

import base64
import hashlib
import json
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from course.messages.listeners import Listeners

BANK_FILE = Path(__file__).with_name("misconceptions.json")

Seen = tuple  # of text, numbers, None and tuples of these
IN_BLANK = "blank"  # before an exercise, the name of a blank, and the number that stands in it
MADE = "made"  # before ids of mistakes that, when made on purpose, reproduce a student's values
MAX_SUSPECTS = 3  # if more than this many such mistakes fit, none is named

lookups = Listeners[tuple[Seen, ...]]()  # hear everything that is looked up
# Hear what remains of the mistakes that were looked up last.
narrowings = Listeners[list["Misconception"]]()


@dataclass(frozen=True)
class Misconception:
    """A named mistake: its title, and sentences that help and end with a small example."""

    id: str
    title: str
    sentence: str


def looks_like(*seen: Seen) -> list[Misconception]:
    """The known mistakes that make a check see exactly this; usually one, often none.

    Of several things seen, some may be unknown. A mistake has to match each of the known ones.
    """
    lookups.tell(seen)
    mistakes, _ = read_bank()
    sets = [ids for each in seen if (ids := _ids(each))]
    ids = [i for i in sets[0] if all(i in those for those in sets)] if sets else []
    return [Misconception(i, *mistakes[i]) for i in ids]


def likeliest(mistakes: list[Misconception], wrong: Sequence[Seen]) -> list[Misconception]:
    """Of the mistakes that one answer looks like, those that best fit what was seen of all wrong
    answers, this one included; none that these contradict."""
    fitting = _best_fitting(mistakes, wrong)
    narrowings.tell(fitting)
    return fitting


def _best_fitting(mistakes: list[Misconception], wrong: Sequence[Seen]) -> list[Misconception]:
    mistakes = [each for each in mistakes if not _is_contradicted(each.id, wrong)]
    if len(mistakes) < 2:
        return mistakes
    _, signatures = read_bank()
    found = {each for seen in wrong for each in (signature(seen), *signature_of_blank(seen))}
    # A mistake that makes just these answers wrong fits better than one that would spoil more.
    if exact := [m for m in mistakes if found == {s for s, i in signatures.items() if m.id in i}]:
        return exact
    for each in wrong:
        mistakes = [m for m in mistakes if m.id in _ids(each)] or mistakes
    return mistakes


def is_one_mistake(wrong: Sequence[Seen]) -> bool:
    """Whether one known mistake leads to all these wrong answers."""
    return bool(wrong) and bool(set.intersection(*(set(_ids(seen)) for seen in wrong)))


def _is_contradicted(mistake: str, wrong: Sequence[Seen]) -> bool:
    """Whether at most half of the wrong answers in the blanks that a mistake makes wrong are the
    mistake's own: these may be so by chance."""
    _, signatures = read_bank()
    touched = [
        seen
        for seen in wrong
        for blank in signature_of_blank(seen)
        if mistake in signatures.get(blank, []) and not math.isnan(seen[-1])  # not filled in
    ]
    fitting = [seen for seen in touched if mistake in _ids(seen)]
    return bool(touched) and 2 * len(fitting) <= len(touched)


def _ids(seen: Seen) -> list[str]:
    """The ids of the known mistakes that could have produced what was seen, by accident or on
    purpose; empty if an unnamed one could have, too."""
    mistakes, signatures = read_bank()
    if seen[0] == MADE:
        ids = list(seen[1:])
        return ids if len(ids) <= MAX_SUSPECTS and all(i in mistakes for i in ids) else []
    return signatures.get(signature(seen), [])


def signature_of_blank(seen: Seen) -> list[str]:
    """If a check saw a wrong answer in a blank: the hash for the blank, whatever stands in it."""
    return [signature(seen[:-1])] if seen[0] == IN_BLANK else []


def signature(seen: Seen) -> str:
    """Ten hex digits for what a check saw, with numbers rounded to five significant digits."""
    return hashlib.sha256(_canonical(seen).encode()).hexdigest()[:10]


def _canonical(value) -> str:
    if isinstance(value, float):
        return f"{value + 0.0:.5g}"  # + 0.0 makes -0.0 and 0.0 the same
    if isinstance(value, tuple | list):
        return "(" + ",".join(map(_canonical, value)) + ")"
    return str(value)


def sentences(mistakes: Sequence[Misconception]) -> str:
    """The mistakes that an answer looks like, as text; empty if there are none."""
    if not mistakes:
        return ""
    texts = list(dict.fromkeys(f"{mistake.title} {mistake.sentence}" for mistake in mistakes))
    if len(texts) == 1:
        return f"This looks like this mistake:\n  {texts[0]}"
    numbered = (f"  {number}. {text}" for number, text in enumerate(texts, start=1))
    return "\n".join(["This looks like one of these mistakes:", *numbered])


Texts = dict[str, tuple[str, str]]  # the title and sentence of each mistake, by id
Signatures = dict[str, list[str]]  # the ids of the mistakes, by what is seen


@cache
def read_bank() -> tuple[Texts, Signatures]:
    """The known mistakes and their signatures; none if there is no file."""
    if not BANK_FILE.exists():
        return {}, {}
    data = json.loads(BANK_FILE.read_text(encoding="utf-8"))["compressed"]
    mistakes = json.loads(zlib.decompress(base64.b85decode(data)))
    signatures: Signatures = {}
    for i, (_, _, *those) in mistakes.items():
        for each in those:
            signatures.setdefault(each, []).append(i)
    return {i: (title, sentence) for i, (title, sentence, *_) in mistakes.items()}, signatures


def packed_bank(texts: Texts, signatures: Signatures) -> str:
    """The file that `read_bank` reads: of each mistake the title, the sentence and what is seen,
    compressed because every notebook carries it."""
    mistakes = {i: [*told] for i, told in sorted(texts.items())}
    for each, ids in sorted(signatures.items()):
        for i in ids:
            mistakes[i].append(each)
    data = base64.b85encode(zlib.compress(json.dumps(mistakes).encode(), 9)).decode()
    return json.dumps({"compressed": data}, indent=0) + "\n"
