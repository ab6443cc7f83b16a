"""Words that sentences to students are made with."""

from collections.abc import Mapping

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def in_a_word(value: object) -> str:
    """A wrong value in a word: None, a dictionary's names, or its type."""
    if isinstance(value, Mapping):
        return f"a dictionary of {', '.join(map(str, value))}"[:80]
    kind = type(value).__name__
    return "None" if value is None else f"a{'n' * (kind[0].lower() in 'aeiou')} {kind}"
