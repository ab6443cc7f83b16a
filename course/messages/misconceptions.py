"""Recognises known mistakes in wrong answers, by what a check sees of them.

The bank's authors ran each known mistake through the checks, and stored what the checks saw on
their fixed cases as short hashes. A check that fails looks up what it sees among these hashes. The
file holds no code and no answers. If nothing matches exactly, no mistake is named.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from course.messages.listeners import Listeners

BANK_FILE = Path(__file__).with_name("misconceptions.json")

# What a check saw of something wrong, as a tuple of text, numbers, None and tuples of these.
Symptom = tuple
Texts = dict[str, tuple[str, str]]  # the title and sentence of each mistake, by id
Signatures = dict[str, list[str]]  # the ids of the mistakes, by signature
# Three kinds of symptoms, named by their first entry.
# (IN_BLANK, exercise, blank, right number, number entered). The right number is included because a
# student may have changed the given values.
IN_BLANK = "blank"
# (OF_COST, exercise, blank, formula entered for the cost).
OF_COST = "cost"
# (ON_PURPOSE, *ids): the ids of the mistakes that, made on purpose, reproduce a student's values.
ON_PURPOSE = "made"
MAX_SUSPECTS = 3  # if more mistakes than this reproduce the values, none is named

lookups = Listeners[tuple[Symptom, ...]]()  # called with all symptoms that are looked up
recognised = Listeners["list[Misconception]"]()  # called with the mistakes an answer looks like


@dataclass(frozen=True)
class Misconception:
    """A named mistake: its title, and helpful sentences that end with a small example."""

    id: str
    title: str
    sentence: str


def looks_like(*symptoms: Symptom) -> list[Misconception]:
    """The known mistakes that lead to these symptoms; usually one, often none.

    Symptoms that the bank does not know are ignored. A mistake must lead to all the others.
    """
    mistakes = look_up(*symptoms)
    recognised.tell(mistakes)
    return mistakes


def look_up(*symptoms: Symptom) -> list[Misconception]:
    """Like `looks_like`, but without calling `recognised`, for a check that may still reject the
    mistakes."""
    lookups.tell(symptoms)
    known = [ids for symptom in symptoms if (ids := ids_of(symptom))]
    first = known[0] if known else []
    return mistakes_of(name for name in first if all(name in ids for ids in known))


def mistakes_of(ids: Iterable[str]) -> list[Misconception]:
    """The known mistakes with these ids."""
    texts, _ = read_bank()
    return [Misconception(mistake_id, *texts[mistake_id]) for mistake_id in ids]


def ids_of(symptom: Symptom) -> list[str]:
    """The ids of the known mistakes that lead to this symptom.

    A symptom of the kind ON_PURPOSE lists the ids itself. If there are more than MAX_SUSPECTS, or
    the bank has no text for one of them, none are returned.
    """
    texts, signatures = read_bank()
    if symptom[0] == ON_PURPOSE:
        ids = list(symptom[1:])
        return ids if len(ids) <= MAX_SUSPECTS and set(ids) <= texts.keys() else []
    return signatures.get(signature(symptom), [])


def signature_of_blank(symptom: Symptom) -> list[str]:
    """The signature of the blank in a symptom, whatever number was entered; empty unless the
    symptom is of the kind IN_BLANK."""
    return [signature(symptom[:-1])] if symptom[0] == IN_BLANK else []


def signature(symptom: Symptom) -> str:
    """A hash of a symptom, of ten hex digits. Floats are first rounded to five significant digits,
    and those smaller than about 1e-12 to 0, so that rounding errors do not matter."""
    return hashlib.sha256(_canonical(symptom).encode("utf-8", "replace")).hexdigest()[:10]


def _canonical(value: object) -> str:
    if isinstance(value, float):
        return f"{round(value, 12) + 0.0:.5g}"  # + 0.0 makes -0.0 and 0.0 the same
    if isinstance(value, tuple | list):
        return "(" + ",".join(map(_canonical, value)) + ")"
    return str(value)


def mistakes_in_words(mistakes: Sequence[Misconception], it: str = "This looks like") -> str:
    """A text about the mistakes that an answer looks like; empty if there are none. The text begins
    with `it`."""
    if not mistakes:
        return ""
    texts = list(dict.fromkeys(f"{mistake.title} {mistake.sentence}" for mistake in mistakes))
    if len(texts) == 1:
        return f"{it} a known mistake:\n  {texts[0]}"
    numbered = (f"  {number}. {text}" for number, text in enumerate(texts, start=1))
    return "\n".join([f"{it} one of these known mistakes:", *numbered])


@cache
def read_bank() -> tuple[Texts, Signatures]:
    """The texts and the signatures of the known mistakes; empty if there is no file."""
    if not BANK_FILE.exists():
        return {}, {}
    signatures: Signatures = {}
    texts: Texts = {}
    mistakes = json.loads(BANK_FILE.read_text(encoding="utf-8"))
    for mistake_id, (title, sentence, *its_signatures) in mistakes.items():
        texts[mistake_id] = title, sentence
        for each in its_signatures:
            signatures.setdefault(each, []).append(mistake_id)
    return texts, signatures
