"""Reduces names to what is the same in every spelling."""

import unicodedata

_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})


def folded(name: str) -> set[str]:
    """A name reduced to letters and digits, without case and accents. There is one form for each
    way to spell umlauts: `muller` and `mueller` for Müller."""
    name = unicodedata.normalize("NFC", name).casefold()
    texts = (
        _without_accents(text.translate(_LETTERS)) for text in (name, name.translate(_UMLAUTS))
    )
    return {"".join(filter(str.isalnum, text)) for text in texts} - {""}


def in_alphabet(name: str) -> str:
    """A name as lists are sorted by it: without case and accents, so that Å does not follow Z."""
    return _without_accents(unicodedata.normalize("NFC", name).casefold().translate(_LETTERS))


def _without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
