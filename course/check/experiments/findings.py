"""Says what was seen when wrong code was tried on values that were changed or made special.

Every finding made here reports what was seen in experiments; none is a guess.
"""

import torch

from course.check.experiments.experiment import Experiment, Experiments
from course.check.experiments.in_terms_of_right import SAME_FACTOR, in_terms_of_right
from course.check.experiments.other_values import TIMES, changes
from course.values.closeness import entries_agree

MIN_TELLING = 1e-4  # if the largest number is smaller than this, it may be right by chance
_FAR = (-50, 50)  # multiples of a change that are tried as well, to see what depends on the value


def finding(experiments: Experiments, name: str) -> str:
    """What was found out about a wrong outcome, in a sentence; empty if nothing was."""
    if not experiments.is_repeatable:
        return (
            "Called twice with the same values, it does not return the same. Does it keep "
            "something from one call to the next, or choose at random?"
        )
    if what := in_terms_of_right(experiments, name):
        return f"On each of {len(experiments.random)} random inputs, {name} is {what}."
    return finding_by_change(experiments, name)


def finding_by_change(experiments: Experiments, name: str) -> str:
    """What was found out with changed or special values, in a sentence; empty if nothing was."""
    return _depends(experiments, name) or _right_with(experiments, name)


def _right_with(experiments: Experiments, name: str) -> str:
    """Says with which special values a wrong outcome is right, if that can hardly be chance."""
    if all(experiment.is_right(name) for experiment in experiments.random):
        return ""
    for words, group in experiments.special().items():
        if all(
            experiment.is_right(name) and float(experiment.right[name].abs().max()) > MIN_TELLING
            for experiment in group
        ):
            return f"With {words}, {name} was right."
    return ""


def _depends(experiments: Experiments, name: str) -> str:
    """Says on what an outcome should depend but does not, or should not but does."""
    first = experiments.random[0]
    if not first.is_finite(name):
        return ""
    for what, (changed,) in experiments.changed().items():
        if not (changed.is_finite(name) and changed.right[name].isfinite().all()):
            continue
        did = ~entries_agree(changed.yours[name], first.yours[name])
        should = ~entries_agree(changed.right[name], first.right[name])
        stayed = torch.isclose(changed.yours[name], first.yours[name], rtol=SAME_FACTOR, atol=0)
        lead = f"With {what} multiplied by {TIMES} and nothing else changed, "
        undue = did & (changed.right[name] == first.right[name])
        if undue.any() and (undue := undue & _never_due(experiments.random, what, name)).any():
            return f"{lead}{_place_of(undue)}{name} changed, too: it should not have."
        if (missed := should & stayed).any():
            place = _place_of(missed)
            return f"{lead}{place}{name} stayed the same: it should have changed, too."
    return ""


def _never_due(random: list[Experiment], what: str, name: str) -> torch.Tensor:
    """Marks the entries that no change of this value, however large, should change. Other entries
    may stay the same by chance, for example if one happens not to be the largest."""
    stayed = torch.ones_like(random[0].right[name], dtype=torch.bool)
    for experiment in random:
        given = experiment.given
        changed = dict(changes(given)).get(what, given)
        for times in (1, *_FAR):
            moved = {key: old + times * (changed[key] - old) for key, old in given.items()}
            stayed &= experiment.right_of(moved)[name] == experiment.right[name]
    return stayed


def _place_of(mask: torch.Tensor) -> str:
    """The first place in a mask, as in `row 1 of `; empty if the mask covers everything."""
    if mask.all():
        return ""
    for dim, line in ((1, "row"), (0, "column")) if mask.dim() == 2 else ():
        whole = mask.all(dim=dim)
        if whole.any():
            return f"{line} {int(whole.nonzero()[0])} of "
    return f"entry {mask.nonzero()[0].tolist()} of "
