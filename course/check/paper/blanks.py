"""Checks blanks that are numbers or formulas, without giving the answers away."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from course.check.base.blank_by_blank import Blanks, check_each
from course.check.paper.answers import RightAt, are_right
from course.check.paper.answers_together import AnswersTogether
from course.check.paper.follow_on import Implied, blanks_that_follow
from course.check.paper.number_blank import NumberBlank
from course.check.variants.variant import Variant, as_variant
from course.expressions.formula import NamedNumbers
from course.messages.misconceptions import Symptom
from course.reference.random_values import RandomValues

RANDOM_PLACES = 3  # random places where a formula is compared as well
_Right = Callable[..., tuple[NamedNumbers, NamedNumbers]]  # `right` as `check_formulas` takes it


def check_blanks(
    answers: Blanks,
    right: NamedNumbers | Variant[NamedNumbers],
    *,
    names: NamedNumbers = {},
    clues: Mapping[str, str] = {},
    implied: Implied | None = None,
) -> None:
    """Checks blanks one by one, each of which is a number or a formula such as "-log 2" or
    "exp(d)/2".

    Args:
        answers: what the student wrote in each blank, by its name; `...` while the blank is empty.
        right: the right value of each blank.
        names: the values of the names that a formula may use.
        clues: for each blank, where the student should look again if it is wrong.
        implied: takes the values of all blanks, and computes from them the blanks that depend on
            others.
    """
    exercise = as_variant(right)
    exercise.introduce(lambda right: are_right(answers, right, names))
    blanks = number_blanks(answers, exercise.right, names, clues, implied)
    check_number_blanks(answers, blanks, exercise.symptom_function())


def number_blanks(
    answers: Blanks,
    right: NamedNumbers,
    names: NamedNumbers,
    clues: Mapping[str, str],
    implied: Implied | None,
) -> dict[str, NumberBlank]:
    """The object that judges each blank, by name. The arguments are those of `check_blanks`."""
    follow: dict[str, str] = {}
    with suppress(ArithmeticError):  # what follows may be too large or undefined
        follow = blanks_that_follow(answers, right, names, implied) if implied else {}
    return {
        name: NumberBlank(value, names, clues.get(name, ""), follow.get(name, ""))
        for name, value in right.items()
    }


def check_formulas(
    answers: Blanks,
    right: _Right | Variant[_Right],
    at: NamedNumbers,
    *,
    formulas: Mapping[str, str] = {},
    clues: Mapping[str, str] = {},
) -> None:
    """Checks blanks, some of which ask for formulas, at values that a person can follow and at
    random values near them.

    `answers` and `clues` are as for `check_blanks`.

    Args:
        right: a function that takes the values in `at` by their names. It returns the right value
            of each blank, and the value of each name that a formula may use.
        at: the values that a person can follow; random values near whole numbers are also whole.
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
    exercise.introduce(lambda right: are_right(answers, right(**at)[0], names))
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
    check_number_blanks(answers, blanks, exercise.symptom_function())


def check_number_blanks(
    answers: Blanks,
    blanks: Mapping[str, NumberBlank],
    symptom_of: Callable[[NamedNumbers], Symptom] | None = None,
) -> None:
    """Checks blanks one by one, as `check_each` does. Several wrong blanks together may show what
    is wrong with each.

    Args:
        symptom_of: takes wrong values by blank, and returns their symptom. None for an exercise
            that is the same for everybody, where the symptom is made from the value itself.
    """
    check_each(answers, blanks, AnswersTogether(answers, blanks, symptom_of).verdict)


def _near_whole(value: float, random_values: RandomValues) -> float:
    if not isinstance(value, int):
        return random_values.near(value)
    size = round(random_values.near(abs(value) + 3.0))  # 3 more, as near 1 only 1 is whole
    return -size if value < 0 else size
