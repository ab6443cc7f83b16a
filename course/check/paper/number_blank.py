"""Judges the answer in a blank that asks for a number or a formula, without giving it away."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from course.check.base.blank_by_blank import RIGHT
from course.check.paper.answers import (
    RightAt,
    answered_value,
    formula_asked_for,
    is_cut_off,
    is_rounded,
)
from course.check.paper.edits import Fits, Formula, brackets_missing, one_part_off
from course.expressions.expression_error import ExpressionError
from course.expressions.formula import NamedNumbers, evaluate
from course.expressions.spelling import words_in
from course.expressions.vocabulary import Vocabulary
from course.values.as_text import as_typed, told_apart
from course.values.closeness import numbers_agree

# The answer may also be exact and wrong, for example if a small term is missing.
ROUNDED = "is the right value only after rounding. Write it as a formula."
CUT_OFF = "begins with the right digits, but not all of them. Write it as a formula."
BY_CHANCE = "is right for {}, but not in general."
_IN_GROUPS = re.compile(r"\s*\d{1,3}\.\d{3}\s*")  # how some people write thousands


@dataclass(frozen=True)
class NumberBlank:
    """The facts needed to judge the answer in a blank."""

    right: float
    names: NamedNumbers  # the names that a formula may use
    clue: str = ""  # where to look again, if nothing else is known
    follows_from: str = ""  # a sentence saying from which wrong answers it follows, if any
    letters: str = ""  # the letters in the formula asked for; empty if a number is enough
    elsewhere: Sequence[RightAt[float]] = ()  # where else a formula is compared
    try_sign: bool = True  # whether to say that only the sign is wrong
    # Tells whether a formula is right, if it has to be compared in other places, too.
    fits: Fits | None = None

    def verdict(self, answer: object) -> str:
        """RIGHT, or why the answer is wrong as far as this answer alone shows it."""
        settled = self.settled(answer)
        if settled is not None:
            return settled
        return self.verdict_on_brackets(answer) or self.how_off(answer)

    def settled(self, answer: object) -> str | None:
        """The verdict on an answer, if no other answer in the exercise can change it; else None."""
        try:
            value = evaluate(answer, self.names)
        except ExpressionError as error:
            return str(error)
        if numbers_agree(value, self.right):
            if self._fits_everywhere(answer):
                return RIGHT
            values = _named_values_text(self.names, self.letters) or "the values given"
            by_chance = f"{as_typed(answer)} {BY_CHANCE.format(values)}"
            return f"{by_chance} {self._clue_for(answer)}".rstrip()
        grouped = isinstance(answer, str) and _IN_GROUPS.fullmatch(answer)
        if grouped and numbers_agree(float(grouped[0].replace(".", "")), self.right):
            return f"in {grouped[0].strip()} the dot stands before decimals: write it without one."
        if not self.follows_from:
            return None
        # The mistake is in an earlier blank, or was also made here.
        if is_rounded(answer, self.right):
            return f"{self.equation(answer)} {ROUNDED}"
        return f"you have {self.equation(answer)}. {self.follows_from}"

    def _clue_for(self, answer: object) -> str:
        """Which part of a formula is wrong, if it is a single one, and where to look again."""
        if self.letters and not isinstance(answer, str):
            return formula_asked_for(self.letters)
        if not self.elsewhere or not isinstance(answer, str):
            return self.clue
        fits = self._fits_everywhere
        formula = Formula(answer, self.names)
        off = brackets_missing(formula, fits) or one_part_off(formula, fits)
        return f"{off} {self.clue}".strip()

    def _fits_everywhere(self, answer: object, times: float = 1) -> bool:
        places = [RightAt(self.right, self.names), *self.elsewhere]
        return all(
            numbers_agree(times * answered_value(answer, place.names), place.right)
            for place in places
        )

    def equation(self, answer: object) -> str:
        """A wrong answer with its value, as in `x^2 = 9 for x = 3`; only the value if the answer is
        just a number."""
        number = told_apart(answered_value(answer, self.names), self.right)
        if not isinstance(answer, str) or answer.strip() == number:
            return number
        names = _named_values_text(self.names, answer) if self.elsewhere else ""
        equation = f"{as_typed(answer)} = {number}"
        return f"{equation} for {names}" if names and names != equation else equation

    def verdict_on_brackets(self, answer: object) -> str:
        """The verdict on a wrong answer that lacks only a pair of brackets; empty for others."""
        if not isinstance(answer, str):
            return ""
        fits = self.fits or self._fits_everywhere
        off = brackets_missing(Formula(answer, self.names), fits, at_signs=False)
        return f"you have {self.equation(answer)}. {off}" if off else ""

    def how_off(self, answer: object) -> str:
        """The verdict on a wrong answer that matches no known mistake."""
        written = self.equation(answer)
        if is_rounded(answer, self.right):
            return f"{written} {ROUNDED}"
        if is_cut_off(answer, self.right):
            return f"{written} {CUT_OFF}"
        if self.try_sign and self._fits_everywhere(answer, times=-1):
            return f"{written} has the wrong sign."
        return f"you have {written}. {self._clue_for(answer)}".rstrip()


def _named_values_text(names: NamedNumbers, text: str) -> str:
    """The values of the names that occur in a text, as text."""
    known = Vocabulary(names)  # splits dh into d and h
    words = {name for word in words_in(text) for name in known.words(word)}
    return ", ".join(f"{name} = {value:g}" for name, value in names.items() if name in words)
