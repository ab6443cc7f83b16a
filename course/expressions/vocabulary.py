"""Knows which words of an expression are names and which are functions."""

import difflib
import re
from collections.abc import Iterable

from course.expressions.spelling import words_in
from course.operations import classes_by_function

MIN_LIKENESS = 0.65  # how similar to a function's name a word has to be for messages to suggest it
_USUAL = ("exp", "log", "sqrt", "tanh", "sigmoid")  # functions that messages name
# Functions that have no nodes. Order is the order of growth of its input.
_NO_NODES = {"max": "Max", "O": "Order", "Θ": "Order", "Theta": "Order"}
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


class Vocabulary:
    """The words that an expression may use.

    Args:
        names: the known names.
        takes_new_names: whether any other word is also a name.
    """

    def __init__(self, names: Iterable[str], takes_new_names: bool = False):
        self.names = dict.fromkeys(names)
        self.takes_new_names = takes_new_names
        self.functions = classes_by_function() | _NO_NODES
        longest_first = sorted(map(re.escape, self.names), key=len, reverse=True)
        self._any_name = re.compile("|".join(longest_first) or "(?!)")

    def words(self, word: str) -> list[str]:
        """The names that a word consists of, if they are run together, as in `nbd`, or spelled with
        different capitals or indices, as in `Z_3`. Otherwise the word itself."""
        if not (word in self.names or self.function(word) or word == "e" or self.takes_new_names):
            for name in self.names:
                if words_in(name) == [word]:  # `lambda` and `λ` are read as `lam`
                    return [name]
            plain = word.translate(_LOWERED).replace("_", "")
            for spelling in (word, plain, plain.lower()):
                names = self._any_name.findall(spelling)
                if names and "".join(names) == spelling:
                    return names
        return [word]

    def function(self, word: str) -> str | None:
        """The operation that a word names, ignoring case; None if there is none."""
        return self.functions.get(word) or self.functions.get(word.lower())

    def why_unknown(self, word: str, is_called: bool) -> str:
        """Why a word has no meaning here, with a guess at what is meant."""
        if is_called:
            known = [f for f in self.functions if f not in _NO_NODES]
            near = difflib.get_close_matches(word.lower(), known, n=3, cutoff=MIN_LIKENESS)
            near += [name for name in _USUAL if name in known and name not in near]
            why = f"`{word}` is not a function I know (known: {', '.join(near)} and others)"
            if word.lower() == "x" and self.names:
                return f"{why}; if you mean a product, write `*`"
            if word.lower() in ("pow", "power"):
                return f"{why}; a power is written x^3"
            return f"{why}; a product is written {word}*(...)" if self.takes_new_names else why
        if self.takes_new_names:
            return f"`{word}` cannot be a name"
        name = word.rstrip("0123456789")
        digits = word.removeprefix(name)
        is_power = digits > "1" and all(part in self.names for part in self.words(name))
        power = f"; if you mean a power, write `{name}^{digits}`" if is_power else ""
        if digits and self.function(name):
            power = f"; if you mean a function, write `{name}({digits})`"
        if word.lower() == "x" and self.names:
            power = "; if you mean a product, write `*`"
        if namesakes := [known for known in self.names if known.lower() == word.lower()]:
            power = f", but `{namesakes[0]}` is"
        names = self.names_in_brackets or ": write numbers only"
        return f"`{word}` is not a name I know here{names}{power}"

    @property
    def names_in_brackets(self) -> str:
        """The known names as text in brackets; empty if there are none."""
        return f" (known: {', '.join(self.names)})" if self.names else ""
