"""Judges the answer in a blank that asks for a number or a formula, without giving it away."""

import re
from collections.abc import Callable, Sequence
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

ROUNDED = "is right as far as it goes, but rounded. Write it as a formula."
CUT_OFF = "begins with the right digits, but not all of them. Write it as a formula."
BY_CHANCE = "is right for {}, but not in general."
_IN_GROUPS = re.compile(r"\s*\d{1,3}\.\d{3}\s*")  # as some write thousands


# Gets a wrong answer with its value, as text, and the verdict on it alone, which may be empty.
# Returns the verdict on it among all answers, which may be empty, too.
Together = Callable[[str, str], str]


@dataclass(frozen=True)
class NumberBlank:
    """What is needed to judge the answer in a blank."""

    right: float
    names: NamedNumbers  # the names that a formula may use
    clue: str = ""  # where to look again, if nothing else is known
    follows_from: str = ""  # from which wrong answer it follows, in words, if it does
    letters: str = ""  # the letters in the formula asked for; empty if a number is enough
    elsewhere: Sequence[RightAt[float]] = ()  # where else a formula is compared
    try_sign: bool = True  # whether to say so if only the sign is wrong
    # Tells whether another formula is right, if it has to be compared in more places than these.
    fits: Fits | None = None

    def verdict(self, answer: object, together: Together = lambda written, alone: alone) -> str:
        """RIGHT, or why the answer is wrong, as certainly as it is known."""
        try:
            value = evaluate(answer, self.names)
        except ExpressionError as error:
            return str(error)
        if not numbers_agree(value, self.right):
            return self._why_wrong(answer, value, together)
        if not self._fits_everywhere(answer):
            values = _named_values_text(self.names, self.letters) or "the values given"
            by_chance = f"{as_typed(answer)} {BY_CHANCE.format(values)}"
            return f"{by_chance} {self._clue_for(answer)}".rstrip()
        return RIGHT

    def _clue_for(self, answer: object) -> str:
        """Which single part of a formula is wrong, if only one is, and where to look again."""
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

    def _equation(self, answer: object, value: float) -> str:
        """A wrong answer and its value, as in `x^2 = 9 for x = 3`; the value alone if the answer is
        nothing more."""
        number = told_apart(value, self.right)
        if not isinstance(answer, str) or answer.strip() == number:
            return number
        names = _named_values_text(self.names, answer) if self.elsewhere else ""
        equation = f"{as_typed(answer)} = {number}"
        return f"{equation} for {names}" if names and names != equation else equation

    def _why_wrong(self, answer: object, value: float, together: Together) -> str:
        """The verdict on an answer with a wrong value."""
        written = self._equation(answer, value)
        grouped = isinstance(answer, str) and _IN_GROUPS.fullmatch(answer)
        if grouped and numbers_agree(float(grouped[0].replace(".", "")), self.right):
            return f"in {grouped[0].strip()} the dot stands before decimals: write it without one."
        if self.follows_from:  # the mistake was made in an earlier blank, not in this one
            if is_rounded(answer, self.right):  # or made again
                return f"{written} {ROUNDED}"
            return f"you have {written}. {self.follows_from}"
        alone = ""
        if isinstance(answer, str):
            fits = self.fits or self._fits_everywhere
            formula = Formula(answer, self.names)
            if off := brackets_missing(formula, fits, at_signs=False):
                alone = f"you have {written}. {off}"
        return together(written, alone) or self._how_number_is_off(answer, written)

    def _how_number_is_off(self, answer: object, written: str) -> str:
        """The verdict on an answer that matches no known mistake."""
        if is_rounded(answer, self.right):
            return f"{written} {ROUNDED}"
        if is_cut_off(answer, self.right):
            return f"{written} {CUT_OFF}"
        if self.try_sign and self._fits_everywhere(answer, times=-1):
            return f"{written} has the wrong sign."
        return f"you have {written}. {self._clue_for(answer)}".rstrip()


def _named_values_text(names: NamedNumbers, text: str) -> str:
    """The values of the names that occur in a text, as text."""
    known = Vocabulary(names)  # which tells that dh is d times h
    words = {name for word in words_in(text) for name in known.words(word)}
    return ", ".join(f"{name} = {value:g}" for name, value in names.items() if name in words)
