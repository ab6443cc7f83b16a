"""Says what the answers in several blanks show together: a known mistake, wrong signs, or an
exchange."""

from collections.abc import Callable, Mapping

from course.check.base.blank_by_blank import Blanks, verdict_by_mistakes
from course.check.base.exercise import exercise_title
from course.check.paper.answers import answered_value
from course.check.paper.number_blank import NumberBlank
from course.expressions.formula import NamedNumbers
from course.messages.across_blanks import is_explained, is_one_mistake, likeliest
from course.messages.misconceptions import IN_BLANK, Misconception, Symptom
from course.values.closeness import numbers_agree


class AnswersTogether:
    """The answers to an exercise. The arguments are those of `check_number_blanks`."""

    def __init__(
        self,
        answers: Blanks,
        blanks: Mapping[str, NumberBlank],
        symptom_of: Callable[[NamedNumbers], Symptom] | None,
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

    def verdict(self, answer: object, blank: NumberBlank, name: str) -> str:
        """The verdict on one answer, for `check_each`. For a wrong answer it tries in this order:
        what the other answers explain, missing brackets, known mistakes, and how far the answer is
        off."""
        settled = blank.settled(answer)
        if settled is not None:
            return settled
        written = blank.equation(answer)
        mistakes = self._known_mistakes(name)  # always looked up, because the lookup is recorded
        return (
            self._explained_by_others(name, written)
            or blank.verdict_on_brackets(answer)
            or verdict_by_mistakes(written, mistakes)
            or blank.how_off(answer)
        )

    def _known_mistakes(self, blank: str) -> list[Misconception]:
        right = [name for name in self._blanks if name not in self._wrong]
        # Only in the standard exercise is it known what a mistake leads to in blanks that are
        # right.
        of_right = [] if self._symptom_of else list(map(self._symptom, right))
        return likeliest(self._symptom(blank), self._symptoms, of_right)

    def _explained_by_others(self, blank: str, written: str) -> str:
        """The verdict on a wrong answer that only other answers explain: all wrong ones have the
        wrong sign, or two were exchanged. Otherwise empty."""
        values = self._values
        are_negated = all(numbers_agree(values[n], -self._blanks[n].right) for n in self._wrong)
        if are_negated and len(self._wrong) > 1 and not is_one_mistake(self._symptoms):
            return f"{written} has the wrong sign."
        for other in reversed(self._wrong):
            if other != blank and self._are_exchanged(blank, other):
                return (
                    f"you have {written}. That belongs in `{other}`, and what you have there "
                    "belongs here: have you exchanged the two?"
                )
        return ""

    def _symptom(self, blank: str) -> Symptom:
        """The symptom of an answer, used to look up known mistakes."""
        value = self._values[blank]
        if self._symptom_of:
            return self._symptom_of({blank: value})
        return (IN_BLANK, exercise_title(), blank, self._blanks[blank].right, value)

    def _is_right_for(self, blank: str, other: str) -> bool:
        return numbers_agree(self._values[blank], self._blanks[other].right)

    def _are_exchanged(self, blank: str, other: str) -> bool:
        """Whether, of two blanks for numbers, each has the right answer to the other."""
        both = blank, other
        return (
            not any(self._blanks[name].elsewhere for name in both)
            and self._is_right_for(blank, other)
            and self._is_right_for(other, blank)
            # If known mistakes explain both, the exchange may be a coincidence.
            and not all(is_explained(self._symptom(name), self._symptoms) for name in both)
        )
