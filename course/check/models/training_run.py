"""Checks a whole training loop by the objective that it reaches."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.base.student_code import answer_to
from course.check.models.epochs import BATCH, WHICH_ROWS, TriedEpochs, returned_values
from course.messages.failure import CheckFailed, Diagnosis
from course.questions import CallFunction
from course.reference.cases import Case
from course.reference.random_values import seeded
from course.sentences.words import listed
from course.subject import reserve
from course.values.compare import Row
from course.values.kinds import returned_in_words
from course.values.tensors import NamedTensors


def check_training(
    train: Callable,
    start: NamedTensors,
    data: list,
    objective: Callable[[NamedTensors], float],
    at_most: float,
    minibatches: Callable | None = None,
) -> None:
    """Checks that training reduces an objective far enough.

    Args:
        train: the student's; `train(parameters, X, Y, epochs)` returns the trained parameters.
        data: X, Y, and the number of epochs to train.
        objective: the function to be minimised, evaluated on data that the training does not see.
        at_most: the largest objective that is accepted.
        minibatches: the student's; if it keeps a last, shorter minibatch, training has to use it.
    """
    X, Y, count = data
    before = float(objective(start))
    order = seeded(0).sample(range(len(X)), len(X))
    in_random_order = reserve([CallFunction(train, (start, X[order], Y[order], count))])
    epochs = TriedEpochs(train, start, X, Y, minibatches)
    findings_of_epochs = epochs.reserve_findings()
    try:
        answer = answer_to("train", Case(), CallFunction(train, (start, X, Y, count)))
    except CheckFailed as failed:
        if failed.diagnosis.raised or failed.diagnosis.is_complete:
            raise
        raise CheckFailed(str(failed), Diagnosis(findings_of_epochs())) from None
    trained = _trained_values(answer.returned, start)
    after = float(objective(trained))
    outcome = f"After {count} epochs J is {after:.3f} on points that the network has not seen"
    unchanged = [n for n, value in trained.items() if torch.equal(value, start[n].double())]
    if not after <= at_most:
        findings, clue = findings_of_epochs(), ""
        if len(unchanged) == len(start):
            message = "The parameters are those it began with: the new ones have to be kept."
        else:  # there is no answer if time has run out
            found = [returned_values(answer.returned, start) for answer in in_random_order()]
            mixed = min(map(float, map(objective, filter(None, found))), default=math.inf)
            message, clue = _not_enough(before, after, mixed, at_most)
        raise CheckFailed(f"{outcome}. {message}", Diagnosis(findings or clue))
    if unchanged:
        raise CheckFailed(
            f"{outcome}, but training has not changed {listed(unchanged)} at all: is every "
            "parameter in the steps?"
        )
    if len(X) >= 2 * BATCH:
        epochs.check()
    print(f"Right: {outcome[0].lower()}{outcome[1:]}, down from {before:.3f}.")


def _not_enough(before: float, after: float, mixed: float, at_most: float) -> tuple[str, str]:
    """The message about an objective that is too large after training, and a clue in case nothing
    else is found. `mixed` is the objective after training on the same examples in a random
    order."""
    risen = "It has risen from" if after > before else "Before the training it was"
    message = f"{risen} {before:.3f}; {at_most:g} is enough."
    if mixed <= at_most:
        clue = f"On the same examples in a random order it is {mixed:.3f}"
        return f"{message} {clue}: is each minibatch of shuffled indices?", ""
    if after < before:
        return message, "It falls too slowly: are the steps too few, or too small?"
    return message, f"Do the steps go uphill, or too far? {WHICH_ROWS}"


def _trained_values(returned: object, start: NamedTensors) -> NamedTensors:
    """The trained parameters; the check fails if one is missing, or has another shape."""
    if not isinstance(returned, Mapping) or set(returned) != set(start):
        raise CheckFailed(
            f"train returned {returned_in_words(returned)}, but a dictionary with trained values "
            f"for {', '.join(start)} was expected."
        )
    for name, value in start.items():
        row = Row(name, returned[name], value.double())
        if row.misfit:
            raise CheckFailed(f"{name} after training {row.what_is_wrong()}.")
    return returned_values(returned, start)
