"""Checking blanks that are numbers or formulas, without giving the answers away."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from course.check.base.blank_by_blank import RIGHT, Answers, check_each, known_mistake
from course.check.base.cases import RandomValues
from course.check.base.exercise import exercise_title
from course.check.paper.answers import (
    answered_value,
    are_right,
    formula_asked_for,
    is_rounded,
)
from course.check.paper.follow_on import following_numbers
from course.check.paper.off_by import brackets_missing, one_word_off
from course.check.paper.variants import Variant, as_variant
from course.expressions.formula import Values, evaluate
from course.expressions.reader import ExpressionError
from course.messages.misconceptions import IN_BLANK, Symptom, is_one_mistake
from course.operations import functions
from course.values.closeness import numbers_agree

RANDOM_PLACES = 3  # at which a formula is compared, besides those that a person can follow
BY_CHANCE = "is right for {}, but not in general."


@dataclass(frozen=True)
class NumberBlank:
    """What is needed to judge an answer."""

    right: float
    names: Values  # the names that a formula may use
    clue: str = ""  # where to look again, if nothing else is known
    certain: str = ""  # why the answer is wrong, if that is certain
    letters: str = ""  # the letters in the formula asked for, if a number is not enough
    # The right value for other values of the names, and these values.
    elsewhere: Sequence[tuple[float, Values]] = ()
    try_sign: bool = True  # whether to say that only the sign is wrong
    # Returns for a wrong value what is looked up among the known mistakes.
    seen: Callable[[float], Symptom] | None = None
    wrong: Sequence[Symptom] = ()  # what was seen of all wrong answers of the exercise
    signs_alone: bool = False  # whether several answers are wrong, and all only by their sign

    def verdict(self, answer: object) -> str:
        """RIGHT, or the surest reason why an answer is not."""
        clue = self.clue
        if self.letters and not isinstance(answer, str):
            clue = formula_asked_for(self.letters)
        elif self.elsewhere and isinstance(answer, str):
            fits = self._fits_everywhere
            off = brackets_missing(answer, fits) or one_word_off(answer, self.names, fits)
            clue = f"{off} {clue}".strip()
        try:
            value = evaluate(answer, self.names)
        except ExpressionError as error:
            return f"not yet: {error}"
        if not numbers_agree(value, self.right):
            return self._why(answer, value, clue)
        if not self._fits_everywhere(answer):
            chance = BY_CHANCE.format(
                _named_values_text(self.names, self.letters) or "the values given"
            )
            return f"not yet: {answer} {chance} {clue}".rstrip()
        return RIGHT

    def _fits_everywhere(self, answer: object) -> bool:
        places = [(self.right, self.names), *self.elsewhere]
        return all(numbers_agree(answered_value(answer, names), right) for right, names in places)

    def _why(self, answer: object, value: float, clue: str) -> str:
        """Why an answer of this value is wrong."""
        written = _with_enough_digits(value, self.right)
        if isinstance(answer, str) and answer.strip() != written:
            at = _named_values_text(self.names, answer) if self.elsewhere else ""
            written = f"{answer} = {written}"
            written += f" for {at}" if at and at != written else ""
        if self.certain:  # the mistake was made before it, not here
            return f"not yet: you have {written}. {self.certain}"
        known = known_mistake(written, self.seen(value), self.wrong) if self.seen else ""
        if self.signs_alone:
            return f"not yet: {written} has the wrong sign."
        if isinstance(answer, str) and (how := self._misread(answer)):
            return f"not yet: you have {written}. {how}"
        if known:
            return known
        if is_rounded(answer, self.right):
            return (
                f"not yet: {written} is right as far as it goes, but rounded. Write it as a "
                "formula."
            )
        is_decimal = isinstance(answer, str) and re.search(r"\d[.,]\d", answer)
        if is_decimal and math.isclose(value, self.right, rel_tol=1e-3):
            return (
                f"not yet: {written} is close. Is there a rounded number in it, such as 2.718 for "
                "e?"
            )
        if self.try_sign and numbers_agree(value, -self.right):
            return f"not yet: {written} has the wrong sign."
        return f"not yet: you have {written}. {clue}".rstrip()

    def _misread(self, formula: str) -> str:
        """How a part of a formula is read, if the formula would be right were it read otherwise."""
        words = "|".join(map(re.escape, functions()))
        for part, meant, read in (
            (rf"\b({words})\s+(\w[\w.]*)((?:\s*[/*]\s*[\w.]+)+)", r"\1(\2\3)", _FUNCTION_FIRST),
            (r"(\^\s*)([\d.]+)\s*([^\W\d]\w*)", r"\1(\2\3)", _POWER_FIRST),
        ):
            found = re.search(part, formula)
            if found and self._fits_everywhere(re.sub(part, meant, formula)):
                return found.expand(read)
        return ""


_FUNCTION_FIRST = r"`\1 \2` is read first, as `\1(\2)`. Write all the brackets."
_POWER_FIRST = r"`^\2` is read first, and then multiplied by `\3`. Write all the brackets."


def check_blanks(
    answers: Answers,
    right: Values | Variant,
    *,
    names: Values = {},
    formulas: Mapping[str, str] = {},
    clues: Mapping[str, str] = {},
    implied: Callable[[Values], Values] | None = None,
) -> float:
    """Checks blanks one by one, each a number or a formula such as "-log 2" or "exp(d)/2".

    `answers`, what is returned and what is raised are those of `check_each`.

    Args:
        right: the right value of each blank.
        names: the values of the names that a formula may use.
        formulas: for a blank that asks for a formula, the letter in it; a number is not accepted.
        clues: for each blank, where to look again if it is wrong.
        implied: computes from the values of the blanks those that depend on other blanks.
    """
    yours = as_variant(right)
    right = yours.right
    if yours.is_only_compared:
        return yours.compared(are_right(answers, right, names))
    yours.introduce(lambda: are_right(answers, yours.standard, names))
    certain = {}
    if implied and isinstance(answers, Mapping):
        values = {name: answered_value(answers.get(name), names) for name in right}
        certain = following_numbers(values, right, implied)
    blanks = {
        name: NumberBlank(
            value, names, clues.get(name, ""), certain.get(name, ""), formulas.get(name, "")
        )
        for name, value in right.items()
    }
    return check_numbers(answers, blanks, yours.seen())


def check_formulas(
    answers: Answers,
    right: Callable[..., tuple[Values, Values]] | Variant,
    at: Values,
    *,
    formulas: Mapping[str, str] = {},
    clues: Mapping[str, str] = {},
) -> float:
    """Checks blanks, some of them formulas, at values that a person can follow and at random ones
    near them.

    `answers`, what is returned and what is raised are those of `check_blanks`.

    Args:
        right: a function that takes the values in `at` by their names and returns the right value
            of each blank, and the value of each name that a formula may use.
        at: the values; whole numbers stay whole.
    """
    yours, random_values = as_variant(right), RandomValues(0)
    near = [
        {name: _near_whole(value, random_values) for name, value in at.items()}
        for _ in range(RANDOM_PLACES)
    ]
    here, *elsewhere = [yours.right(**values) for values in (at, *near)]
    if yours.is_only_compared:
        return yours.compared(all(are_right(answers, *place) for place in (here, *elsewhere)))
    values, names = here
    yours.introduce(lambda: are_right(answers, yours.standard(**at)[0], names))
    blanks = {
        name: NumberBlank(
            value,
            names,
            clues.get(name, ""),
            letters=formulas.get(name, ""),
            elsewhere=[(there[name], others) for there, others in elsewhere],
        )
        for name, value in values.items()
    }
    return check_numbers(answers, blanks, yours.seen())


def check_numbers(
    answers: Answers,
    blanks: Mapping[str, NumberBlank],
    seen: Callable[[Values], Symptom] | None = None,
) -> float:
    """Checks blanks one by one, as `check_each` does; what is wrong with several of them may tell
    what is wrong with each.

    Args:
        seen: returns for wrong values by blank what is looked up among the known mistakes; by
            default the values themselves, for an exercise that is the same for everybody.
    """

    def see(name: str, value: float) -> Symptom:
        return seen({name: value}) if seen else (IN_BLANK, exercise_title(), name, value)

    written = answers if isinstance(answers, Mapping) else {}
    values = {name: answered_value(written.get(name), each.names) for name, each in blanks.items()}
    off = {name: v for name, v in values.items() if not numbers_agree(v, blanks[name].right)}
    wrong = [see(name, value) for name, value in off.items() if not blanks[name].certain]
    turned = all(numbers_agree(value, -blanks[name].right) for name, value in off.items())
    signs_alone = len(off) > 1 and turned and not is_one_mistake(wrong)

    def verdict(answer: object, blank: NumberBlank, name: str) -> str:
        known = {"seen": partial(see, name), "wrong": wrong, "signs_alone": signs_alone}
        return replace(blank, **known).verdict(answer)

    return check_each(answers, blanks, verdict)


def _near_whole(value: float, random_values: RandomValues) -> float:
    near = random_values.near(value)
    return max(round(near), 1) if isinstance(value, int) else near


def _with_enough_digits(value: float, right: float) -> str:
    """A wrong value, with as many digits as it takes to see that it is not the right one."""
    shown = (f"{value:.{digits}g}" for digits in (6, 9, 12))
    return next((each for each in shown if not numbers_agree(float(each), right)), repr(value))


def _named_values_text(names: Values, text: str) -> str:
    """The values of the names that are in a text."""
    words = re.findall(r"[^\W\d]\w*", text)
    return ", ".join(f"{name} = {value:g}" for name, value in names.items() if name in words)
