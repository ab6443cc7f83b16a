"""Checks a whole training loop by its outcome."""

import math
from collections.abc import Callable, Mapping

import torch

from course.check.base.student_code import answer_to
from course.check.base.value_clues import what_is_wrong
from course.check.experiments.findings import common_factor
from course.messages.failure import CheckFailed, Diagnosis
from course.reference.cases import Case
from course.reference.random_values import seeded
from course.subject import CallFunction, Happened, reserve
from course.values.as_text import returned_in_words
from course.values.closeness import tensors_agree
from course.values.compare import Row
from course.values.tensors import NamedTensors, as_tensor
from course.values.words import listed, plural

BATCH = 32  # examples in a minibatch
NO_EPOCH = "0 epochs"
ELSEWHERE = 0.5  # how much larger the parameters are from which an epoch is begun elsewhere
MIN_MOVE = 1e-4  # in smaller moves, it hardly shows where a step begins, or on which rows
Moves = Mapping[str, torch.Tensor]  # how far each epoch moved the parameters


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
        mixed = math.inf
        for answer in in_random_order():
            if values := _returned_values(answer.returned, start):
                mixed = float(objective(values))
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
            f"train returned {returned_in_words(returned)}, but a dictionary with trained values "
            f"for {', '.join(start)} was expected."
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
        self.other_start = {name: value + ELSEWHERE for name, value in start.items()}
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
        if problem := _first_shown(_PROBLEMS, moves):
            raise CheckFailed(problem)
        if NO_EPOCH not in moves:
            what = returned_in_words(answers[0].returned)
            raise CheckFailed(
                f"Asked for 0 epochs, train returned {what}. Is its `return` inside the loop over "
                "the epochs?"
            )

    def reserve_findings(self) -> Callable[[], str]:
        """Reserves the epochs; returns a function that says what was seen in them, if anything."""
        answers = reserve([*self.questions.values()])

        def findings() -> str:
            happened = answers()
            moves = self._moves(happened)  # there are some if it fails only for 0 epochs
            if moves and (shown := _first_shown([*_PROBLEMS, _PROBLEM_OF_SIZE], moves)):
                return shown
            for question, answer in zip(self.questions.values(), happened, strict=False):
                if error := answer.error:
                    _, X, _, epochs = question.arguments
                    asked = f"{epochs} {plural(epochs, 'epoch')} on {len(X)} examples"
                    return f"Run for {asked}, it raises {error.name_and_text}."
            return ""

        return findings

    def _moves(self, answers: list[Happened]) -> Moves:
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


def _are_one(moves: Moves, one: str, other: str, times: float = 1) -> bool:
    """Whether an epoch moved the parameters, and another one as far, or so many times as far."""
    return bool(moves[one].any()) and tensors_agree(moves[other], times * moves[one])


def _is_along(move: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether a move is the same as another, or has exactly the same direction."""
    return tensors_agree(move, other) or bool(len(other) > 1 and common_factor(move, other))


_WHICH_ROWS = "With which rows of X and Y is each gradient computed?"
_ON_64 = f"On {2 * BATCH} copies of one example, an epoch moves the parameters exactly"
# What is wrong with a loop: whether it shows in the moves of its epochs, and a sentence. The first
# one that shows is told.
_PROBLEMS: list[tuple[Callable[[Moves], bool], str]] = [
    (
        lambda moves: not moves["1 epoch"].any(),
        f"An epoch on {BATCH} examples changes nothing. They are one minibatch, the first and the "
        "last at once: is there a step for it? And is no epoch left out?",
    ),
    (
        lambda moves: bool(moves["1 epoch"].abs().max() < MIN_MOVE),
        f"An epoch on {BATCH} examples moves no parameter by as much as {MIN_MOVE:g}. Is its step "
        "as large as it should be?",
    ),
    (
        lambda moves: NO_EPOCH in moves and bool(moves[NO_EPOCH].any()),
        "Asked for 0 epochs, it changes the parameters: does it run an epoch too many?",
    ),
    (
        lambda moves: _are_one(moves, "copies", "copies of another"),
        f"On {BATCH} copies of one example and on {BATCH} of another, an epoch ends with the same "
        f"parameters. {_WHICH_ROWS}",
    ),
    (
        lambda moves: not tensors_agree(moves["1 epoch"], moves["1 epoch again"]),
        f"An epoch on {BATCH} examples was run twice and ended with different parameters. In a "
        f"minibatch of {BATCH} their order does not matter: is each row of `X` in it once, with "
        f"its own row of `Y`, and does it hold {BATCH}?",
    ),
    (
        lambda moves: tensors_agree(moves["1 epoch"], moves["from elsewhere"] + ELSEWHERE),
        "An epoch that was begun with other parameters ended with the same ones. Does it begin "
        "with the `parameters` that it is given?",
    ),
    (
        lambda moves: _is_along(moves["2 epochs"], moves["1 epoch"]),
        f"On the same {BATCH} examples, 2 epochs move the parameters in exactly the direction of "
        "1. Does the second begin where the first has ended, and is there a second, or does the "
        "function return before the loop over the epochs has ended?",
    ),
    (
        lambda moves: _are_one(moves, "copies", "twice as many copies"),
        f"{_ON_64} as far as on {BATCH} copies: does each minibatch have {BATCH} examples, and is "
        "there a step for each minibatch, starting where the one before ended?",
    ),
    (
        lambda moves: _are_one(moves, "copies", "twice as many copies", times=2),
        f"{_ON_64} twice as far as on {BATCH} copies, as if the second step had been computed from "
        "where the first began. With which parameters is its gradient computed?",
    ),
    (
        lambda moves: all(_are_one(moves, "in order", n) for n in ("mixed", "in reverse")),
        f"An epoch on {2 * BATCH} examples, run on three orders of them, ended with the same "
        f"parameters each time, whichever {BATCH} of them made a minibatch. {_WHICH_ROWS}",
    ),
]
# This is no mistake of a loop alone: `minibatches` has a check of its own.
_PROBLEM_OF_SIZE = (
    lambda moves: not tensors_agree(moves["half as many copies"], moves["copies"]),
    f"On {BATCH // 2} copies of one example, an epoch ends elsewhere than on {BATCH} copies, "
    f"though each is a single minibatch if minibatches have {BATCH} examples. Is that their size, "
    "and is there a step for a shorter one, too? Or does the step depend on the number of "
    "examples, although its gradient is a mean already?",
)


def _first_shown(problems: list[tuple[Callable[[Moves], bool], str]], moves: Moves) -> str:
    return next((sentence for shows, sentence in problems if shows(moves)), "")


def _returned_values(returned: object, start: NamedTensors) -> NamedTensors:
    """The values that training returned; none at all if one is missing or has another shape."""
    values = {}
    for name, before in start.items():
        value = as_tensor(returned.get(name)) if isinstance(returned, Mapping) else None
        if value is None or value.shape != before.shape:
            return {}
        values[name] = value
    return values
