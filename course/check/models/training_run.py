"""Checking a whole training loop by its outcome."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.base.asking import answer_to
from course.check.base.cases import Case, RandomValues
from course.check.base.explanations import what_is_wrong
from course.check.nodes.factors import common_factor
from course.messages.failure import CheckFailed, Diagnosis, Unwritten
from course.subject import CallFunction, Happened, reserve
from course.values.closeness import tensors_agree
from course.values.compare import Row
from course.values.tensors import as_tensor
from course.values.words import in_a_word, listed

BATCH = 32  # examples in a minibatch

_Parameters = dict[str, torch.Tensor]


def check_training(
    train: Callable,
    start: _Parameters,
    data: list,
    objective: Callable[[_Parameters], float],
    at_most: float,
) -> None:
    """Checks that training brings an objective down far enough.

    Args:
        train: the student's; `train(parameters, X, Y, epochs)` returns the trained parameters.
        data: X, Y, and for how many epochs to train.
        objective: the function to be minimised, evaluated on data that the training does not see.
        at_most: the largest objective that is accepted.

    Raises:
        CheckFailed: parameters of the wrong form came back, or the objective is larger.
    """
    X, Y, count = data
    before = float(objective(start))
    order = RandomValues(0).random.sample(range(len(X)), len(X))
    mixed = reserve([CallFunction(train, (_clones(start), X[order], Y[order], count))])
    epochs = _Epochs(train, start, X, Y)
    seen_in_epochs = epochs.reserved()
    try:
        trained = answer_to(
            "train", Case(), CallFunction(train, (_clones(start), X, Y, count))
        ).returned
    except CheckFailed as failed:
        if failed.diagnosis.raised or isinstance(failed, Unwritten):
            raise
        raise CheckFailed(str(failed), Diagnosis(seen_in_epochs())) from None
    rows = _beside_start(trained, start)
    reached = float(objective({row.label: as_tensor(row.yours) for row in rows}))
    after = f"After {count} epochs J is {reached:.3f} on points that the network has not seen"
    unchanged = [row.label for row in rows if torch.equal(as_tensor(row.yours), row.pytorch)]
    if not reached <= at_most:
        why = seen_in_epochs()
        if len(unchanged) == len(rows):
            said = "The parameters are those it began with: the new ones have to be kept."
            raise CheckFailed(f"{after}. {said}", Diagnosis(why))
        risen = "It has risen from" if reached > before else "Before the training it was"
        said = f"{after}. {risen} {before:.3f}; {at_most:g} is enough."
        raise _not_enough(said, why, _objective_of(mixed(), objective), reached < before, at_most)
    if unchanged:
        raise CheckFailed(
            f"{after}, but training has not changed {listed(unchanged)} at all: is every "
            "parameter in the steps?"
        )
    if len(X) >= 2 * BATCH:
        epochs.check()
    print(f"Right: {after[0].lower()}{after[1:]}, down from {before:.3f}.")


def _not_enough(
    said: str, why: str, in_random_order: float, falls: bool, at_most: float
) -> CheckFailed:
    """The message about a training that changes its parameters and does not reach enough."""
    if in_random_order <= at_most:
        said += (
            f" On the same examples in a random order it is {in_random_order:.3f}: is each "
            "minibatch of shuffled indices?"
        )
    elif not why and falls:
        why = "It falls too slowly: are the steps too few, or too small?"
    elif not why:
        why = "Do the steps go uphill, or too far?"
    return CheckFailed(said, Diagnosis(why))


def _beside_start(trained: object, start: _Parameters) -> list[Row]:
    """The trained parameters beside those at the start.

    Raises:
        CheckFailed: one is missing, or has another shape.
    """
    if not isinstance(trained, Mapping) or set(trained) != set(start):
        raise CheckFailed(
            f"train returned {in_a_word(trained)}, but a dictionary with trained values for "
            f"{', '.join(start)} was expected."
        )
    rows = [Row(name, trained[name], value.double()) for name, value in start.items()]
    if problem := next((row for row in rows if row.misfit), None):
        raise CheckFailed(f"{problem.label} after training {what_is_wrong(problem)}.")
    return rows


class _Epochs:
    """Epochs on a few examples, which show what a loop does with them, whatever it reaches: on the
    same ones, on copies of one, in another order, from other parameters, and none at all."""

    def __init__(self, train: Callable, start: _Parameters, X: torch.Tensor, Y: torch.Tensor):
        self.start = start
        places = [i * len(X) // (2 * BATCH) for i in range(2 * BATCH)]
        few, mixed = places[::2], RandomValues(0).random.sample(places, len(places))
        self.other = {name: value + 0.5 for name, value in start.items()}

        def ask_for(epochs: int, places: list[int], start: _Parameters = start) -> CallFunction:
            return CallFunction(
                train, (_clones(start), X[places].clone(), Y[places].clone(), epochs)
            )

        self.questions = {
            "none": ask_for(0, few),
            "one": ask_for(1, few),
            "one again": ask_for(1, few),
            "two": ask_for(2, few),
            "from elsewhere": ask_for(1, few, self.other),
            "copies": ask_for(1, [0] * BATCH),
            "copies again": ask_for(1, [0] * BATCH),
            "copies of another": ask_for(1, [len(X) - 1] * BATCH),
            "half as many copies": ask_for(1, [0] * (BATCH // 2)),
            "twice as many copies": ask_for(1, [0] * (2 * BATCH)),
            "in order": ask_for(1, places),
            "mixed": ask_for(1, mixed),
            "in reverse": ask_for(1, places[::-1]),
        }

    def check(self) -> None:
        """Checks a loop that has reached enough.

        Raises:
            CheckFailed: it does not do what was asked for.
        """
        answers = [answer_to("train", Case(), each) for each in self.questions.values()]
        moves = self._moves(answers)
        if not moves:
            raise CheckFailed(
                f"On {BATCH} examples, train does not return a value of the same shape for "
                f"each of {', '.join(self.start)}."
            )
        if problem := self._problem(moves):
            raise CheckFailed(problem)

    def reserved(self) -> Callable[[], str]:
        """Reserves the epochs; returns a function that says what was seen in them, if anything."""
        answers = reserve([*self.questions.values()])

        def seen() -> str:
            moves = self._moves(answers())
            return (self._problem(moves) or self._weight(moves)) if moves else ""

        return seen

    def _moves(self, answers: list[Happened]) -> dict[str, torch.Tensor]:
        """How far each epoch moved the parameters; nothing if one did not return numbers."""
        found = {}
        for name, answer in zip(self.questions, answers, strict=False):
            # A step in place has changed the parameters that it was given, which were a copy.
            start = self.other if name == "from elsewhere" else self.start
            values = _returned_values(answer.returned, start)
            if not values:
                return {}
            found[name] = torch.cat([(values[n] - start[n]).flatten() for n in start])
        is_whole = len(found) == len(self.questions)
        return found if is_whole and all(bool(m.isfinite().all()) for m in found.values()) else {}

    def _problem(self, moves: dict[str, torch.Tensor]) -> str:
        """The first thing that is not as it should be, in a sentence; empty if all is."""
        return self._of_one_minibatch(moves) or self._of_two_minibatches(moves)

    def _of_one_minibatch(self, moves: dict[str, torch.Tensor]) -> str:
        one, copies = moves["one"], moves["copies"]
        if not one.any():
            return (
                f"An epoch on {BATCH} examples changes nothing. They are one minibatch, the first "
                "and the last at once: is a step made on it?"
            )
        if moves["none"].any():
            return "Asked for 0 epochs, it changes the parameters: is that an epoch too many?"
        if not tensors_agree(copies, moves["copies again"]):
            return (
                f"An epoch on {BATCH} examples that are all the same was run twice, and ended with "
                "different parameters. With which rows of X and Y is each gradient computed?"
            )
        if copies.any() and tensors_agree(copies, moves["copies of another"]):
            return (
                f"On {BATCH} copies of one example and on {BATCH} of another, an epoch ends with "
                "the same parameters. With which rows of X and Y is each gradient computed?"
            )
        if not tensors_agree(one, moves["one again"]):
            return (
                f"An epoch on {BATCH} examples was run twice and ended with different parameters. "
                f"In a minibatch of {BATCH} their order does not matter: is each of them in it "
                f"once, with its own label, and does it hold {BATCH}?"
            )
        if tensors_agree(one, moves["from elsewhere"] + 0.5):
            return (
                "An epoch that was begun with other parameters ended with the same ones. Does it "
                "begin with the `parameters` that it is given?"
            )
        if tensors_agree(moves["two"], one):
            return (
                f"On the same {BATCH} examples, the parameters after 2 epochs are those after 1 "
                "epoch. Does the function return before the loop over the epochs has ended?"
            )
        if len(one) > 1 and common_factor(moves["two"], one):
            return (
                f"On the same {BATCH} examples, 2 epochs move the parameters in exactly the "
                "direction of 1, as if the second epoch had begun where the first did. Does it go "
                "on from where that has ended?"
            )
        return ""

    def _of_two_minibatches(self, moves: dict[str, torch.Tensor]) -> str:
        copies, twice_as_many = moves["copies"], moves["twice as many copies"]
        lead = f"On {2 * BATCH} copies of one example, an epoch moves the parameters exactly"
        if copies.any() and tensors_agree(twice_as_many, copies):
            return (
                f"{lead} as far as on {BATCH} copies: does each minibatch have {BATCH} examples, "
                "and does each minibatch make a step, from where the one before has ended?"
            )
        if copies.any() and tensors_agree(twice_as_many, 2 * copies):
            return (
                f"{lead} twice as far as on {BATCH} copies, as if the second step had "
                "been computed from where the first began. With which parameters is its gradient "
                "computed?"
            )
        if all(tensors_agree(moves[name], moves["in order"]) for name in ("mixed", "in reverse")):
            return (
                f"An epoch on {2 * BATCH} examples, run on three orders of them, ended with the "
                f"same parameters each time, whichever {BATCH} of them made a minibatch. With "
                "which rows of X and Y is each gradient computed?"
            )
        return ""

    def _weight(self, moves: dict[str, torch.Tensor]) -> str:
        """The message about a shorter minibatch that makes no step, or one of another size. That is
        no mistake of a loop alone: `minibatches` has a check of its own."""
        if moves["copies"].any() and not moves["half as many copies"].any():
            return (
                f"On {BATCH // 2} examples, an epoch changes nothing. A last minibatch may be "
                "shorter, and makes a step, too."
            )
        if tensors_agree(moves["half as many copies"], moves["copies"]):
            return ""
        return (
            f"On {BATCH // 2} copies of one example, an epoch ends elsewhere than on {BATCH} "
            f"copies, though both are one minibatch, if minibatches have {BATCH} examples. Is "
            "that their size? Or has the number of the examples a part in the step, whose "
            "gradient is a mean already?"
        )


def _returned_values(trained: object, start: _Parameters) -> _Parameters:
    """The values that training returned; none at all if one is missing or has another shape."""
    values = {n: as_tensor(trained.get(n)) for n in start} if isinstance(trained, Mapping) else {}
    fits = all(v is not None and v.shape == start[n].shape for n, v in values.items())
    return values if fits else {}


def _clones(start: _Parameters) -> _Parameters:
    return {name: value.clone() for name, value in start.items()}


def _objective_of(told: list[Happened], objective: Callable[[_Parameters], float]) -> float:
    """What the trained parameters are worth; infinitely bad if they were not told."""
    trained = told[0].returned if told else None
    try:
        return float(objective({name: as_tensor(value) for name, value in trained.items()}))
    except Exception:  # whatever it returned this time
        return math.inf
