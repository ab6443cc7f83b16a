"""Checking a whole training loop by what it reaches."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.cases import Case, Draw
from course.check.run import answer_to
from course.failure import CheckFailed
from course.subject import Apply, Happened, reserve

Parameters = dict[str, torch.Tensor]


def check_training(
    train: Callable,
    start: Parameters,
    data: list,
    objective: Callable[[Parameters], float],
    at_most: float,
) -> None:
    """Checks that training brings an objective down far enough.

    Args:
        train: the student's; `train(parameters, X, Y, epochs)` returns the trained parameters.
        start: the parameters to start from.
        data: X, Y, and for how many epochs to train.
        objective: what parameters are worth, on data that the training does not see.
        at_most: what the objective may be in the end.

    Raises:
        CheckFailed: other parameters came back, or the objective is larger.
    """
    before = float(objective(start))
    mixed = reserve([Apply(train, (_copied(start), *_mixed(data)))] if len(data) > 2 else [])
    trained = answer_to("train", Case(), Apply(train, (_copied(start), *data))).returned
    if not isinstance(trained, Mapping) or set(trained) != set(start):
        raise CheckFailed(
            f"train returned {str(trained)[:80]}, and a dictionary with trained values for "
            f"{', '.join(start)} was expected."
        )
    for name, value in start.items():
        shape = tuple(getattr(trained[name], "shape", ()))
        if shape != tuple(value.shape):
            raise CheckFailed(f"{name} has shape {shape} after training, not {tuple(value.shape)}.")
    reached = float(objective({name: trained[name].double() for name in start}))
    after = f"After {data[-1]} epochs J is {reached:.3f} on points that the network has not seen"
    if not reached <= at_most:
        is_same = all(torch.equal(trained[name].double(), start[name].double()) for name in start)
        said = f" Before the training it was {before:.3f}; {at_most:g} is enough."
        if is_same:
            said = " The parameters are those it began with: the new ones have to be kept."
        elif (again := _reached(mixed(), objective)) <= at_most:
            said += (
                f" On the same examples in a random order it is {again:.3f}: is each minibatch of "
                "shuffled indices?"
            )
        raise CheckFailed(f"{after}.{said}")
    print(f"Right: {after[0].lower()}{after[1:]}, down from {before:.3f}.")


def _copied(start: Parameters) -> Parameters:
    return {name: value.clone() for name, value in start.items()}


def _mixed(data: list) -> list:
    """The same examples in a random order: X, Y, and whatever follows them."""
    X, Y, *rest = data
    order = Draw(0).random.sample(range(len(X)), len(X))
    return [X[order], Y[order], *rest]


def _reached(told: list[Happened], objective: Callable[[Parameters], float]) -> float:
    """What the trained parameters are worth; infinitely bad if they were not told."""
    trained = told[0].returned if told else None
    try:
        return float(objective({name: value.double() for name, value in trained.items()}))
    except Exception:  # whatever it returned this time
        return math.inf
