"""Recognises known mistakes in wrong answers, by their numbers alone.

Each named mistake of the bank was once run through the checks. What they saw on their fixed cases
was stored as short hashes, and a check that fails looks up what it sees. The file holds no code and
no answers. If nothing matches exactly, no mistake is named.
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
# A symptom that begins with this continues with an exercise, the name of a blank, the number that
# is right there, as a student may have changed what is given, and the number that stands there.
IN_BLANK = "blank"
# A symptom that begins with this continues with an exercise, the name of a blank, and the formula
# for a cost that stands there.
OF_COST = "cost"
# A symptom that begins with this continues with the ids of mistakes that, when made on purpose,
# reproduce a student's values.
ON_PURPOSE = "made"
MAX_SUSPECTS = 3  # if more such mistakes than this fit, none is named

lookups = Listeners[tuple[Symptom, ...]]()  # hear of everything that is looked up
recognised = Listeners["list[Misconception]"]()  # hear of the mistakes that each answer looks like


@dataclass(frozen=True)
class Misconception:
    """A named mistake: its title, and helpful sentences that end with a small example."""

    id: str
    title: str
    sentence: str


def looks_like(*symptoms: Symptom) -> list[Misconception]:
    """The known mistakes that have exactly these symptoms; usually one, often none.

    Some of several symptoms may be unknown. A mistake has to have all those that are known.
    """
    mistakes = look_up(*symptoms)
    recognised.tell(mistakes)
    return mistakes


def look_up(*symptoms: Symptom) -> list[Misconception]:
    """As `looks_like`, for a check that has yet to decide whether the answer looks like them."""
    lookups.tell(symptoms)
    known = [ids for symptom in symptoms if (ids := ids_of(symptom))]
    first = known[0] if known else []
    return mistakes_of(name for name in first if all(name in ids for ids in known))


def mistakes_of(ids: Iterable[str]) -> list[Misconception]:
    """The known mistakes with these ids."""
    texts, _ = read_bank()
    return [Misconception(mistake_id, *texts[mistake_id]) for mistake_id in ids]


def ids_of(symptom: Symptom) -> list[str]:
    """The ids of the known mistakes that lead to this symptom. There are none, either, if mistakes
    that were made on purpose are too many, or one of them has no text in the bank."""
    texts, signatures = read_bank()
    if symptom[0] == ON_PURPOSE:
        ids = list(symptom[1:])
        return ids if len(ids) <= MAX_SUSPECTS and set(ids) <= texts.keys() else []
    return signatures.get(signature(symptom), [])


def signature_of_blank(symptom: Symptom) -> list[str]:
    """For the symptom of a wrong answer in a blank, the signature of the blank, whatever stands in
    it; else nothing."""
    return [signature(symptom[:-1])] if symptom[0] == IN_BLANK else []


def signature(symptom: Symptom) -> str:
    """Ten hex digits for a symptom, with numbers rounded to five significant digits, and those that
    are 0 but for rounding to 0."""
    return hashlib.sha256(_canonical(symptom).encode("utf-8", "replace")).hexdigest()[:10]


def _canonical(value: object) -> str:
    if isinstance(value, float):
        return f"{round(value, 12) + 0.0:.5g}"  # + 0.0 makes -0.0 and 0.0 the same
    if isinstance(value, tuple | list):
        return "(" + ",".join(map(_canonical, value)) + ")"
    return str(value)


def mistakes_in_words(mistakes: Sequence[Misconception], it: str = "This looks like") -> str:
    """Text about the mistakes that an answer looks like; empty if there are none. `it` begins
    it."""
    if not mistakes:
        return ""
    texts = list(dict.fromkeys(f"{mistake.title} {mistake.sentence}" for mistake in mistakes))
    if len(texts) == 1:
        return f"{it} a known mistake:\n  {texts[0]}"
    numbered = (f"  {number}. {text}" for number, text in enumerate(texts, start=1))
    return "\n".join([f"{it} one of these known mistakes:", *numbered])


@cache
def read_bank() -> tuple[Texts, Signatures]:
    """The known mistakes and their signatures; none if there is no file."""
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
