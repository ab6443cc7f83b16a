"""Checking a whole training loop by what it reaches."""

from collections.abc import Callable, Mapping

import torch

from course.check.cases import Case
from course.check.run import answer_to
from course.failure import CheckFailed
from course.subject import Apply

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
    copies = {name: value.clone() for name, value in start.items()}
    question = Apply(train, (copies, *data))
    trained = answer_to("train", Case(), question).returned
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
        elif len(data) > 2 and bool((data[1].diff(dim=0) >= 0).all()):
            said += " The examples come sorted by label: is each minibatch of shuffled indices?"
        raise CheckFailed(f"{after}.{said}")
    print(f"Right: {after[0].lower()}{after[1:]}, down from {before:.3f}.")
