"""Defines the notes on what had to be repaired to read a file."""

from typing import NamedTuple

CUT_SHORT = "cut short"  # cells may be lost
MERGED = "merged"  # both sides of a merge were there, of which one was taken


class Note(NamedTuple):
    """A note for people."""

    text: str  # a sentence
    kind: str = ""  # one of the kinds above, of which more is made than a sentence
