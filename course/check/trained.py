"""Checking a whole training loop by its outcome."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.cases import Case, Draw
from course.check.explanations import mistake
from course.check.run import answer_to, in_a_word
from course.compare import Row, as_tensor, close
from course.failure import CheckFailed
from course.subject import Apply, Happened, reserve

Parameters = dict[str, torch.Tensor]


def check_training(
    train: Callable,
    start: Parameters,
    data: list,
    objective: Callable[[Parameters], float],
    at_most: float,
    batch: int = 32,
) -> None:
    """Checks that training brings an objective down far enough.

    Args:
        train: the student's; `train(parameters, X, Y, epochs)` returns the trained parameters.
        start: the parameters to start from.
        data: X, Y, and for how many epochs to train.
        objective: the function to be minimised, evaluated on data that the training does not see.
        at_most: the largest objective that is accepted.
        batch: the number of examples in a minibatch.

    Raises:
        CheckFailed: parameters of the wrong form came back, or the objective is larger.
    """
    before = float(objective(start))
    mixed = reserve([Apply(train, (_copied(start), *_mixed(data)))] if len(data) > 2 else [])
    steps = _reserve_steps(train, start, data, batch)
    trained = answer_to("train", Case(), Apply(train, (_copied(start), *data))).returned
    if not isinstance(trained, Mapping) or set(trained) != set(start):
        raise CheckFailed(
            f"train returned {in_a_word(trained)}, and a dictionary with trained values for "
            f"{', '.join(start)} was expected."
        )
    rows = [Row(name, trained[name], value.double()) for name, value in start.items()]
    if problem := next((row for row in rows if row.misfit), None):
        raise CheckFailed(f"{problem.label} after training {mistake(problem)}.")
    reached = float(objective({row.label: as_tensor(row.yours) for row in rows}))
    after = f"After {data[-1]} epochs J is {reached:.3f} on points that the network has not seen"
    if not reached <= at_most:
        is_same = all(torch.equal(as_tensor(row.yours), row.pytorch) for row in rows)
        risen = "it has risen from" if reached > before else "before the training it was"
        said = f" {risen.capitalize()} {before:.3f}; {at_most:g} is enough."
        why = _told_of_steps(steps(), start, batch)
        if is_same:
            said = " The parameters are those it began with: the new ones have to be kept."
        elif (again := _reached(mixed(), objective)) <= at_most:
            said += (
                f" On the same examples in a random order it is {again:.3f}: is each minibatch of "
                "shuffled indices?"
            )
        elif not why:
            falls = "It falls too slowly: are the steps too few, or too small?"
            why = falls if reached < before else "Do the steps go uphill, or too far?"
        raise CheckFailed(f"{after}.{said}", why=why)
    if len(data) > 2 and len(data[0]) >= 2 * batch:
        _check_epochs(train, start, data, batch)
    print(f"Right: {after[0].lower()}{after[1:]}, down from {before:.3f}.")


def _check_epochs(train: Callable, start: Parameters, data: list, batch: int) -> None:
    """Checks a loop that reaches enough: for as many epochs as are asked for, and on minibatches.

    Two epochs on one minibatch have to end elsewhere than one, and an epoch on two minibatches
    elsewhere than one on the same examples in another order, which divides them otherwise.
    """
    X, Y, *_ = data

    def end(epochs: int, places: list[int]) -> torch.Tensor:
        question = Apply(train, (_copied(start), X[places].clone(), Y[places].clone(), epochs))
        trained = answer_to("train", Case(), question).returned
        values = _values_of(trained, start)
        if not values:
            raise CheckFailed(
                f"On {len(places)} examples, train returned {in_a_word(trained)}, and not a "
                f"value of the same shape for each of {', '.join(start)}."
            )
        return torch.cat([value.flatten() for value in values.values()])

    places = [i * len(X) // (2 * batch) for i in range(2 * batch)]
    few = places[:batch]
    if close(end(2, few), end(1, few)):
        raise CheckFailed(
            f"On the same {batch} examples, the parameters after 2 epochs are those after 1 epoch. "
            "Does the function return before the loop over the epochs has ended?"
        )
    other = Draw(0).random.sample(places, len(places))
    # All are asked before they are compared: what is asked is the same of everybody.
    first, *others = (end(1, order) for order in (places, other, places[::-1]))
    if all(close(each, first) for each in others):
        raise CheckFailed(
            f"An epoch on {2 * batch} examples, run on three orders of them, ended with the same "
            f"parameters each time, whichever {batch} of them made a minibatch. With which rows of "
            "X and Y is each gradient computed?"
        )


def _reserve_steps(
    train: Callable, start: Parameters, data: list, batch: int
) -> Callable[[], list[Parameters]]:
    """Reserves epochs on a few examples: twice on one minibatch, and on copies of one example, in
    half a minibatch, in one, and in two."""
    if len(data) < 3:
        return list
    X, Y, *_ = data
    places = [i * len(X) // batch for i in range(batch)]
    few = [(X[places], Y[places])] * 2
    same = [
        (X[:1].repeat(count, 1), Y[:1].repeat(count, 1)) for count in (batch // 2, batch, 2 * batch)
    ]
    told = reserve(
        [Apply(train, (_copied(start), x.clone(), y.clone(), 1)) for x, y in (*few, *same)]
    )

    def moves() -> list[Parameters]:
        found = []
        for each in told():
            values = _values_of(each.returned, start)
            if not values:
                return []
            found.append({n: v - start[n] for n, v in values.items()})
        return found

    return moves


def _told_of_steps(moves: list[Parameters], start: Parameters, batch: int) -> str:
    """What was seen of single steps: how far the parameters moved in each of these epochs."""
    if len(moves) < 5:
        return ""
    once, again, half, one, two = (torch.cat([m[n].flatten() for n in start]) for m in moves)
    if not all(bool(each.isfinite().all()) for each in (once, again, half, one, two)):
        return ""
    if not close(once, again):
        return (
            f"An epoch on {batch} examples, which are one minibatch, was run twice and ended with "
            "different parameters. Only the order of the examples may differ: is each in the "
            "minibatch once, and with its own label?"
        )
    lead = f"On {2 * batch} examples, all the same, an epoch moves the parameters"
    if one.any() and close(two, one):
        return f"{lead} exactly as far as on {batch} of them: does each minibatch make a step?"
    if one.any() and close(two, 2 * one):
        return (
            f"{lead} exactly twice as far as on {batch} of them, as if the second step had been "
            "computed from where the first began. With which parameters is its gradient computed?"
        )
    if one.any() and not half.any():
        return (
            f"On {batch // 2} examples, an epoch changes nothing. A last minibatch may be shorter, "
            "and makes a step, too."
        )
    if one.any() and not close(half, one):
        return (
            f"On {batch // 2} examples, all the same, an epoch ends elsewhere than on {batch} of "
            "them, though both are one minibatch. Their gradient is a mean: has the number of the "
            "examples a part in the step, too?"
        )
    return ""


def _values_of(trained: object, start: Parameters) -> Parameters:
    """The values that training returned; none at all if one is missing or has another shape."""
    values = {n: as_tensor(trained.get(n)) for n in start} if isinstance(trained, Mapping) else {}
    fits = all(v is not None and v.shape == start[n].shape for n, v in values.items())
    return values if fits else {}


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
        return float(objective({name: as_tensor(value) for name, value in trained.items()}))
    except Exception:  # whatever it returned this time
        return math.inf
