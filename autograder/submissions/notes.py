"""Defines a note on what had to be repaired to read a file."""

from typing import NamedTuple

# Kinds of notes, of which more is made than a sentence.
CUT_SHORT = "cut short"  # cells may be lost
MERGED = "merged"  # both sides of a merge were there, of which one was taken


class Note(NamedTuple):
    """A note for people on what had to be repaired to read a file."""

    text: str  # a sentence
    kind: str = ""  # one of the kinds above, or empty
