"""Checks blanks that are numbers or formulas, without giving the answers away."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from course.check.base.blank_by_blank import RIGHT, Answers, check_each, known_mistake
from course.check.base.exercise import exercise_title
from course.check.paper.answers import answered_value, are_right, formula_asked_for, is_rounded
from course.check.paper.edits import Fits, Formula, brackets_missing, one_part_off
from course.check.paper.follow_on import Implied, blanks_that_follow
from course.check.variants.variant import Variant, as_variant
from course.expressions.expression_error import ExpressionError
from course.expressions.formula import Values, evaluate
from course.expressions.spelling import words_in
from course.messages.misconceptions import (
    IN_BLANK,
    Symptom,
    is_explained,
    is_one_mistake,
    narrowings,
)
from course.reference.random_values import RandomValues
from course.values.as_text import told_apart
from course.values.closeness import numbers_agree

RANDOM_PLACES = 3  # where a formula is compared, in addition to values that a person can follow
Formulas = Callable[..., tuple[Values, Values]]  # `right` as `check_formulas` takes it
ROUNDED = "is right as far as it goes, but rounded. Write it as a formula."
BY_CHANCE = "is right for {}, but not in general."


class RightAt(NamedTuple):
    """Values at which a formula is compared."""

    right: float  # the right value of the formula
    names: Values  # the values of the names in it


@dataclass(frozen=True)
class NumberBlank:
    """What is needed to judge the answer in a blank."""

    right: float
    names: Values  # the names that a formula may use
    clue: str = ""  # where to look again, if nothing else is known
    follows_from: str = ""  # from which wrong answer it follows, in words, if it does
    letters: str = ""  # the letters in the formula asked for; empty if a number is enough
    elsewhere: Sequence[RightAt] = ()  # where else a formula is compared
    try_sign: bool = True  # whether to say so if only the sign is wrong
    fits: Fits | None = None  # tells whether another formula is right, if it takes more than this

    def verdict(
        self, answer: object, blank: str = "", together: "AnswersTogether | None" = None
    ) -> str:
        """RIGHT, or why the answer is wrong, as certainly as it is known.

        Args:
            blank: the name of the blank.
            together: what all answers show together; without it, no known mistake is looked up.
        """
        try:
            value = evaluate(answer, self.names)
        except ExpressionError as error:
            return str(error)
        if not numbers_agree(value, self.right):
            return self._why_wrong(answer, value, blank, together)
        if not self._fits_everywhere(answer):
            values = _named_values_text(self.names, self.letters) or "the values given"
            by_chance = f"{answer} {BY_CHANCE.format(values)}"
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
        equation = f"{answer} = {number}"
        return f"{equation} for {names}" if names and names != equation else equation

    def _why_wrong(
        self, answer: object, value: float, blank: str, together: "AnswersTogether | None"
    ) -> str:
        """The verdict on an answer with a wrong value."""
        written = self._equation(answer, value)
        known = ""
        if self.follows_from:  # the mistake was made in an earlier blank, not in this one
            if is_rounded(answer, self.right):  # or made again
                return f"{written} {ROUNDED}"
            return f"you have {written}. {self.follows_from}"
        if together:
            known = together.known_mistake(blank, written)
            if verdict := together.verdict(blank, written):
                narrowings.tell([])  # no mistake is named
                return verdict
        if isinstance(answer, str):
            fits = self.fits or self._fits_everywhere
            formula = Formula(answer, self.names)
            if off := brackets_missing(formula, fits, at_signs=False):
                return f"you have {written}. {off}"
        return known or self._how_number_is_off(answer, written)

    def _how_number_is_off(self, answer: object, written: str) -> str:
        """The verdict on an answer that matches no known mistake."""
        if is_rounded(answer, self.right):
            return f"{written} {ROUNDED}"
        if self.try_sign and self._fits_everywhere(answer, times=-1):
            return f"{written} has the wrong sign."
        return f"you have {written}. {self._clue_for(answer)}".rstrip()


def check_blanks(
    answers: Answers,
    right: Values | Variant[Values],
    *,
    names: Values = {},
    clues: Mapping[str, str] = {},
    implied: Implied | None = None,
) -> float:
    """Checks blanks one by one, each of which is a number or a formula such as "-log 2" or
    "exp(d)/2".

    Args:
        right: the right value of each blank.
        names: the values of the names that a formula may use.
        clues: for each blank, where to look again if it is wrong.
        implied: takes the values of all blanks and computes from them those blanks that depend on
            others.
    """
    exercise = as_variant(right)
    exercise.introduce(lambda: are_right(answers, exercise.standard, names))
    return check_values(answers, exercise.right, names, clues, implied, exercise.symptom_function())


def check_values(
    answers: Answers,
    right: Values,
    names: Values,
    clues: Mapping[str, str],
    implied: Implied | None,
    symptom_of: Callable[[Values], Symptom] | None,
) -> float:
    """Checks blanks as `check_blanks` does, for one exercise. `symptom_of` is as for
    `check_numbers`."""
    follow: dict[str, str] = {}
    with suppress(ArithmeticError):  # what follows from a value may be too large, or not exist
        follow = blanks_that_follow(answers, right, names, implied) if implied else {}
    blanks = {
        name: NumberBlank(value, names, clues.get(name, ""), follow.get(name, ""))
        for name, value in right.items()
    }
    return check_numbers(answers, blanks, symptom_of)


def check_formulas(
    answers: Answers,
    right: Formulas | Variant[Formulas],
    at: Values,
    *,
    formulas: Mapping[str, str] = {},
    clues: Mapping[str, str] = {},
) -> float:
    """Checks blanks, some of which are formulas, at values that a person can follow and at random
    values near them.

    `answers` and `clues` are as for `check_blanks`.

    Args:
        right: a function that takes the values in `at` by their names. It returns the right value
            of each blank, and the value of each name that a formula may use.
        at: the values that a person can follow; random values near whole numbers are whole, too.
        formulas: for each blank that asks for a formula, the letters in it; a number is then not
            accepted.
    """
    exercise, random_values = as_variant(right), RandomValues(0)
    near = [
        {name: _near_whole(value, random_values) for name, value in at.items()}
        for _ in range(RANDOM_PLACES)
    ]
    here, *elsewhere = [exercise.right(**values) for values in (at, *near)]
    values, names = here
    exercise.introduce(lambda: are_right(answers, exercise.standard(**at)[0], names))
    blanks = {
        blank: NumberBlank(
            value,
            names,
            clues.get(blank, ""),
            letters=formulas.get(blank, ""),
            elsewhere=[RightAt(values[blank], names) for values, names in elsewhere],
        )
        for blank, value in values.items()
    }
    return check_numbers(answers, blanks, exercise.symptom_function())


def check_numbers(
    answers: Answers,
    blanks: Mapping[str, NumberBlank],
    symptom_of: Callable[[Values], Symptom] | None = None,
) -> float:
    """Checks blanks one by one, as `check_each` does. Several wrong blanks together may show what
    is wrong with each of them.

    Args:
        symptom_of: returns the symptom of wrong values, given by blank; None for an exercise that
            is the same for everybody, where the value itself is the symptom.
    """
    together = AnswersTogether(answers, blanks, symptom_of)
    return check_each(
        answers, blanks, lambda answer, blank, name: blank.verdict(answer, name, together)
    )


class AnswersTogether:
    """What the answers to an exercise show together. The arguments are those of `check_numbers`."""

    def __init__(
        self,
        answers: Answers,
        blanks: Mapping[str, NumberBlank],
        symptom_of: Callable[[Values], Symptom] | None,
    ):
        self._blanks, self._symptom_of = blanks, symptom_of
        written = answers if isinstance(answers, Mapping) else {}
        self._values = {
            name: answered_value(written.get(name), blank.names) for name, blank in blanks.items()
        }
        self._wrong = [name for name in blanks if not self._is_right_for(name, name)]
        self._symptoms = [
            self._symptom(name) for name in self._wrong if not blanks[name].follows_from
        ]

    def known_mistake(self, blank: str, written: str) -> str:
        """The verdict on a wrong answer if it looks like a known mistake; else empty."""
        right = [name for name in self._blanks if name not in self._wrong]
        # What a mistake would have made of right answers is known of the standard exercise alone.
        of_right = [] if self._symptom_of else list(map(self._symptom, right))
        return known_mistake(written, self._symptom(blank), self._symptoms, of_right)

    def verdict(self, blank: str, written: str) -> str:
        """The verdict on an answer that only others explain: all have the wrong sign, or it is
        right for another blank, and the other way round; else empty."""
        values = self._values
        are_negated = all(numbers_agree(values[n], -self._blanks[n].right) for n in self._wrong)
        if are_negated and len(self._wrong) > 1 and not is_one_mistake(self._symptoms):
            return f"{written} has the wrong sign."
        for other in reversed(self._wrong):
            if other != blank and self._are_exchanged(blank, other):
                return (
                    f"you have {written}. That is right for {other}, and what you have for {other} "
                    "is right here: have you exchanged the two?"
                )
        return ""

    def _symptom(self, blank: str) -> Symptom:
        """The symptom of an answer, by which known mistakes are looked up."""
        value = self._values[blank]
        if self._symptom_of:
            return self._symptom_of({blank: value})
        return (IN_BLANK, exercise_title(), blank, value)

    def _is_right_for(self, blank: str, other: str) -> bool:
        return numbers_agree(self._values[blank], self._blanks[other].right)

    def _are_exchanged(self, blank: str, other: str) -> bool:
        """Whether the answer in each of two blanks of numbers is right for the other one."""
        both = blank, other
        return (
            not any(self._blanks[name].elsewhere for name in both)
            and self._is_right_for(blank, other)
            and self._is_right_for(other, blank)
            # If known mistakes explain both, that each fits the other may be chance.
            and not all(is_explained(self._symptom(name), self._symptoms) for name in both)
        )


def _near_whole(value: float, random_values: RandomValues) -> float:
    if not isinstance(value, int):
        return random_values.near(value)
    size = round(random_values.near(abs(value) + 3.0))  # 3 more, as only 1 is whole near 1
    return -size if value < 0 else size


def _named_values_text(names: Values, text: str) -> str:
    """The values of the names that occur in a text, as text."""
    words = words_in(text)
    return ", ".join(f"{name} = {value:g}" for name, value in names.items() if name in words)
