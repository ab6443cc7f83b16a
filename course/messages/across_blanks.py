"""Chooses among the known mistakes that may explain a wrong answer, by the answers in all blanks of
the exercise."""

import math
from collections.abc import Sequence

from course.messages.misconceptions import (
    OF_COST,
    Misconception,
    Symptom,
    ids_of,
    look_up,
    mistakes_of,
    read_bank,
    signature,
    signature_of_blank,
)


def likeliest(
    symptom: Symptom, wrong: Sequence[Symptom], right: Sequence[Symptom] = ()
) -> list[Misconception]:
    """The known mistakes with this symptom that best fit all answers of the exercise.

    A mistake is left out if the wrong answers contradict it. Among mistakes that fit the wrong
    answers equally well, those that would have made the fewest right answers wrong fit best.

    Args:
        symptom: the symptom of one wrong answer.
        wrong: the symptoms of all wrong answers, including this one.
        right: the symptoms of the right answers, if they are to count.
    """
    return _best_fitting(look_up(symptom), wrong, right)


def _best_fitting(
    mistakes: list[Misconception], wrong: Sequence[Symptom], right: Sequence[Symptom] = ()
) -> list[Misconception]:
    _, known = read_bank()
    seen = {signature(symptom) for symptom in wrong}
    seen |= {blank for symptom in wrong for blank in signature_of_blank(symptom)}

    def fit(mistake: Misconception) -> tuple[int, bool, int]:
        """How well a mistake fits, as a sort key.

        First comes the number of wrong answers that it explains, minus the number that count
        against it: different answers in the blanks that it affects, and formulas that it explains
        in one blank but no known mistake explains in another. Next comes whether it affects
        exactly the wrong answers, and last, negated, how many right answers it would have spoilt.
        """
        its_own = {each for each, ids in known.items() if mistake.id in ids}
        led_to = [symptom for symptom in wrong if mistake.id in ids_of(symptom)]
        others = [
            symptom
            for symptom in wrong
            if its_own.intersection(signature_of_blank(symptom))
            and not (symptom in led_to or math.isnan(symptom[-1]))  # not filled in
        ]
        others += [symptom for symptom in wrong if _is_formula_of(led_to, symptom)]
        spoilt = [each for each in right if its_own.intersection(signature_of_blank(each))]
        return len(led_to) - len(others), its_own == seen, -len(spoilt)

    fits = {mistake.id: fit(mistake) for mistake in mistakes}
    best = max(fits.values(), default=(0, False, 0))
    return [mistake for mistake in mistakes if fits[mistake.id] == best and best[0] > 0]


def _is_formula_of(led_to: Sequence[Symptom], symptom: Symptom) -> bool:
    """Whether a blank holds the same formula for a cost as one of `led_to`, but no known mistake
    leads to that formula in this blank. Both answers probably have the same cause."""
    formulas = [each[-1] for each in led_to if each[0] == OF_COST]
    return symptom[-1] in formulas and not ids_of(symptom)


def is_one_mistake(wrong: Sequence[Symptom]) -> bool:
    """Whether one known mistake leads to all these wrong answers."""
    return bool(wrong) and bool(set.intersection(*(set(ids_of(symptom)) for symptom in wrong)))


def is_explained(symptom: Symptom, wrong: Sequence[Symptom]) -> bool:
    """Whether a known mistake leads to this wrong answer and is not contradicted by `wrong`, the
    symptoms of all wrong answers, including this one."""
    return bool(_best_fitting(mistakes_of(ids_of(symptom)), wrong))
