"""Checks a whole training loop by its outcome."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.base.cases import Case
from course.check.base.random_values import seeded
from course.check.base.student_code import answer_to
from course.check.base.value_clues import what_is_wrong
from course.check.experiments.findings import common_factor
from course.messages.failure import CheckFailed, Diagnosis
from course.subject import CallFunction, Happened, reserve
from course.values.closeness import tensors_agree
from course.values.compare import Row
from course.values.tensors import NamedTensors, as_tensor
from course.values.words import kind_in_words, listed, plural

BATCH = 32  # examples in a minibatch
NO_EPOCH = "0 epochs"


def check_training(
    train: Callable,
    start: NamedTensors,
    data: list,
    objective: Callable[[NamedTensors], float],
    at_most: float,
) -> None:
    """Checks that training brings an objective down far enough.

    Args:
        train: the student's; `train(parameters, X, Y, epochs)` returns the trained parameters.
        data: X, Y, and for how many epochs to train.
        objective: the function to be minimised, evaluated on data that the training does not see.
        at_most: the largest objective that is accepted.
    """
    X, Y, count = data
    before = float(objective(start))
    order = seeded(0).sample(range(len(X)), len(X))
    in_random_order = reserve([CallFunction(train, (start, X[order], Y[order], count))])
    epochs = _Epochs(train, start, X, Y)
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
        findings = findings_of_epochs()
        if len(unchanged) == len(start):
            message = "The parameters are those it began with: the new ones have to be kept."
            raise CheckFailed(f"{outcome}. {message}", Diagnosis(findings))
        mixed = _objective_after(in_random_order(), start, objective)
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
    """The message about an objective that is too large after training, and a clue for a loop about
    which nothing else was found. `mixed` is the objective after training on the same examples in a
    random order."""
    risen = "It has risen from" if after > before else "Before the training it was"
    message = f"{risen} {before:.3f}; {at_most:g} is enough."
    if mixed <= at_most:
        clue = f"On the same examples in a random order it is {mixed:.3f}"
        return f"{message} {clue}: is each minibatch of shuffled indices?", ""
    if after < before:
        return message, "It falls too slowly: are the steps too few, or too small?"
    return message, "Do the steps go uphill, or too far?"


def _trained_values(returned: object, start: NamedTensors) -> NamedTensors:
    """The trained parameters; the check fails if one is missing, or has another shape."""
    if not isinstance(returned, Mapping) or set(returned) != set(start):
        raise CheckFailed(
            f"train returned {kind_in_words(returned)}, but a dictionary with trained values for "
            f"{', '.join(start)} was expected."
        )
    for name, value in start.items():
        row = Row(name, returned[name], value.double())
        if row.misfit:
            raise CheckFailed(f"{name} after training {what_is_wrong(row)}.")
    return _returned_values(returned, start)


class _Epochs:
    """Runs a loop for an epoch on a few examples, to see what it does with them, however well it
    trains: on the same ones, on copies of one, in another order, from other parameters, and for no
    epoch at all."""

    def __init__(self, train: Callable, start: NamedTensors, X: torch.Tensor, Y: torch.Tensor):
        self.start = start
        self.other_start = {name: value + 0.5 for name, value in start.items()}
        two_batches = [i * len(X) // (2 * BATCH) for i in range(2 * BATCH)]
        one_batch = two_batches[::2]
        mixed = seeded(0).sample(two_batches, len(two_batches))

        def training(epochs: int, rows: list[int], start: NamedTensors = start) -> CallFunction:
            return CallFunction(train, (start, X[rows], Y[rows], epochs))

        self.questions = {
            NO_EPOCH: training(0, one_batch),
            "1 epoch": training(1, one_batch),
            "1 epoch again": training(1, one_batch),
            "2 epochs": training(2, one_batch),
            "from elsewhere": training(1, one_batch, self.other_start),
            "copies": training(1, [0] * BATCH),
            "copies again": training(1, [0] * BATCH),
            "copies of another": training(1, [len(X) - 1] * BATCH),
            "half as many copies": training(1, [0] * (BATCH // 2)),
            "twice as many copies": training(1, [0] * (2 * BATCH)),
            "in order": training(1, two_batches),
            "mixed": training(1, mixed),
            "in reverse": training(1, two_batches[::-1]),
        }

    def check(self) -> None:
        """Checks a loop that has reached enough."""
        answers = [answer_to("train", Case(), question) for question in self.questions.values()]
        moves = self._moves(answers)
        if not moves:
            raise CheckFailed(
                f"On {BATCH} examples, train does not return a value of the same shape for "
                f"each of {', '.join(self.start)}."
            )
        if problem := self._problem(moves):
            raise CheckFailed(problem)
        if NO_EPOCH not in moves:
            raise CheckFailed(
                f"Asked for 0 epochs, train returned {kind_in_words(answers[0].returned)}. Is its "
                "`return` inside the loop over the epochs?"
            )

    def reserve_findings(self) -> Callable[[], str]:
        """Reserves the epochs; returns a function that says what was seen in them, if anything."""
        answers = reserve([*self.questions.values()])

        def findings() -> str:
            happened = answers()
            if stopped := self._where_it_stopped(happened):
                return stopped
            moves = self._moves(happened)
            return (self._problem(moves) or self._problem_of_size(moves)) if moves else ""

        return findings

    def _where_it_stopped(self, answers: list[Happened]) -> str:
        """The message about the first of these epochs that raised an error; empty if none did."""
        for question, answer in zip(self.questions.values(), answers, strict=False):
            if answer.error:
                _, X, _, epochs = question.arguments
                asked = f"{epochs} {plural(epochs, 'epoch')} on {len(X)} examples"
                return f"Run for {asked}, it raises {answer.error.name}: {answer.error.text}."
        return ""

    def _moves(self, answers: list[Happened]) -> dict[str, torch.Tensor]:
        """How far each epoch moved the parameters; nothing if one did not return numbers. No epoch
        may return nothing, as where a `return` is inside the loop over the epochs."""
        moves = {}
        for name, answer in zip(self.questions, answers, strict=False):
            start = self.other_start if name == "from elsewhere" else self.start
            values = _returned_values(answer.returned, start)
            if not values and name == NO_EPOCH:
                continue
            if not values:
                return {}
            moves[name] = torch.cat([(values[n] - start[n]).flatten() for n in start])
        is_whole = moves.keys() | {NO_EPOCH} == self.questions.keys()
        return moves if is_whole and all(m.isfinite().all() for m in moves.values()) else {}

    def _problem(self, moves: dict[str, torch.Tensor]) -> str:
        """A sentence on the first thing that is not as it should be; empty if everything is."""
        return self._of_one_minibatch(moves) or self._of_two_minibatches(moves)

    def _of_one_minibatch(self, moves: dict[str, torch.Tensor]) -> str:
        one_epoch, copies = moves["1 epoch"], moves["copies"]
        if not one_epoch.any() and moves["2 epochs"].any():
            return "Asked for 1 epoch, it changes nothing, but for 2 it does: is one left out?"
        if not one_epoch.any():
            return (
                f"An epoch on {BATCH} examples changes nothing. They are one minibatch, the "
                "first and the last at once: is there a step for it?"
            )
        if NO_EPOCH in moves and moves[NO_EPOCH].any():
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
        if not tensors_agree(one_epoch, moves["1 epoch again"]):
            return (
                f"An epoch on {BATCH} examples was run twice and ended with different parameters. "
                f"In a minibatch of {BATCH} their order does not matter: is each of them in it "
                f"once, with its own label, and does it hold {BATCH}?"
            )
        if tensors_agree(one_epoch, moves["from elsewhere"] + 0.5):
            return (
                "An epoch that was begun with other parameters ended with the same ones. Does it "
                "begin with the `parameters` that it is given?"
            )
        if tensors_agree(moves["2 epochs"], one_epoch):
            return (
                f"On the same {BATCH} examples, the parameters after 2 epochs are those after 1 "
                "epoch. Does the function return before the loop over the epochs has ended?"
            )
        if len(one_epoch) > 1 and common_factor(moves["2 epochs"], one_epoch):
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
                "and is there a step for each minibatch, starting where the one before ended?"
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

    def _problem_of_size(self, moves: dict[str, torch.Tensor]) -> str:
        """The message about a shorter minibatch that makes no step, or one of another size. That is
        no mistake of a loop alone: `minibatches` has a check of its own."""
        if moves["copies"].any() and not moves["half as many copies"].any():
            return (
                f"On {BATCH // 2} examples, an epoch changes nothing. The last minibatch may be "
                "shorter, and there is a step for it, too."
            )
        if tensors_agree(moves["half as many copies"], moves["copies"]):
            return ""
        return (
            f"On {BATCH // 2} copies of one example, an epoch ends elsewhere than on {BATCH} "
            f"copies, though both are one minibatch, if minibatches have {BATCH} examples. Is "
            "that their size? Or does the step depend on the number of examples, although its "
            "gradient is a mean already?"
        )


def _returned_values(returned: object, start: NamedTensors) -> NamedTensors:
    """The values that training returned; none at all if one is missing or has another shape."""
    values = {}
    for name, before in start.items():
        value = as_tensor(returned.get(name)) if isinstance(returned, Mapping) else None
        if value is None or value.shape != before.shape:
            return {}
        values[name] = value
    return values


def _objective_after(
    answers: list[Happened], start: NamedTensors, objective: Callable[[NamedTensors], float]
) -> float:
    """The objective for the trained parameters; infinite if there are none."""
    trained = _returned_values(answers[0].returned, start) if answers else {}
    return float(objective(trained)) if trained else math.inf
