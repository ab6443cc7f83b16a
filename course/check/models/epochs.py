"""Runs a training loop for single epochs on a few examples, and says which mistakes this shows."""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from itertools import combinations

import torch

from course.check.base.student_code import answer_to
from course.check.models.minibatches import holds_all
from course.messages.failure import CheckFailed
from course.questions import CallFunction, Happened
from course.reference.cases import Case
from course.reference.random_values import seeded
from course.sentences.words import plural
from course.subject import ask, reserve
from course.values.closeness import common_factor, tensors_agree
from course.values.kinds import returned_in_words
from course.values.tensors import NamedTensors, as_tensor

BATCH = 32  # examples in a minibatch
MANY = 30  # epochs; two runs hardly ever put an example into the same minibatch in all of them
SHIFT = 0.5  # added to all parameters for an epoch that starts elsewhere
MIN_MOVE = 1e-4  # smaller moves hardly show where a step starts, or on which rows


class Epoch(Enum):
    """The runs on which a loop is tried: one epoch on the examples of one minibatch, unless
    noted."""

    NONE = auto()  # no epoch at all, on the same examples
    ONE = auto()
    AGAIN = auto()  # the same run again
    TWO = auto()  # two epochs on the same examples
    ELSEWHERE = auto()  # the same as ONE, but from other parameters
    COPIES = auto()  # a minibatch of copies of one example
    COPIES_OF_ANOTHER = auto()  # a minibatch of copies of another example, with the same label
    HALF_OF_EACH = auto()  # a minibatch: copies of one and of the other, half each, one label
    HALF_AS_MANY_COPIES = auto()
    TWICE_AS_MANY_COPIES = auto()
    IN_ORDER = auto()  # on the examples of two minibatches
    MIXED = auto()  # on the same ones in a random order
    IN_REVERSE = auto()
    # Many epochs on one and a half minibatches of copies of one example. One copy is replaced by
    # another example with its own label.
    FIRST_REPLACED = auto()
    MIDDLE_REPLACED = auto()
    LAST_REPLACED = auto()
    # As many whole minibatches as all examples make, but of copies of one example; and one fewer.
    ALL_COPIES = auto()
    ONE_BATCH_FEWER = auto()


Moves = Mapping[Epoch, torch.Tensor]  # how far each epoch moved the parameters


class TriedEpochs:
    """Runs a loop for single epochs on a few examples, to see what it does with them, however well
    it trains: on the same examples, on copies of one, in another order, from other parameters, and
    for no epoch at all."""

    def __init__(
        self,
        train: Callable,
        start: NamedTensors,
        X: torch.Tensor,
        Y: torch.Tensor,
        minibatches: Callable | None,
    ):
        self.start = start
        self.small_cut = minibatches and CallFunction(minibatches, ([*range(BATCH // 2)], BATCH))
        self.other_start = {name: value + SHIFT for name, value in start.items()}
        two_batches = [i * len(X) // (2 * BATCH) for i in range(2 * BATCH)]
        one_batch = two_batches[::2]
        mixed = seeded(0).sample(two_batches, len(two_batches))

        def training(epochs: int, rows: list[int], start: NamedTensors = start) -> CallFunction:
            return CallFunction(train, (start, X[rows], Y[rows], epochs))

        def with_one_label(rows: list[int]) -> CallFunction:
            return CallFunction(train, (start, X[rows], Y[[0] * len(rows)], 1))

        other, half = [len(X) - 1], BATCH // 2
        in_whole_batches = len(X) // BATCH * BATCH
        self.questions = {
            Epoch.NONE: training(0, one_batch),
            Epoch.ONE: training(1, one_batch),
            Epoch.AGAIN: training(1, one_batch),
            Epoch.TWO: training(2, one_batch),
            Epoch.ELSEWHERE: training(1, one_batch, self.other_start),
            Epoch.COPIES: training(1, [0] * BATCH),
            Epoch.COPIES_OF_ANOTHER: with_one_label(other * BATCH),
            Epoch.HALF_OF_EACH: with_one_label([0] * half + other * half),
            Epoch.HALF_AS_MANY_COPIES: training(1, [0] * half),
            Epoch.TWICE_AS_MANY_COPIES: training(1, [0] * (2 * BATCH)),
            Epoch.IN_ORDER: training(1, two_batches),
            Epoch.MIXED: training(1, mixed),
            Epoch.IN_REVERSE: training(1, two_batches[::-1]),
            Epoch.FIRST_REPLACED: training(MANY, other + [0] * (3 * half - 1)),
            Epoch.MIDDLE_REPLACED: training(MANY, [0] * half + other + [0] * (2 * half - 1)),
            Epoch.LAST_REPLACED: training(MANY, [0] * (3 * half - 1) + other),
            Epoch.ALL_COPIES: training(1, [0] * in_whole_batches),
            Epoch.ONE_BATCH_FEWER: training(1, [0] * (in_whole_batches - BATCH)),
        }

    def check(self) -> None:
        """Checks the epochs of a loop that has reached the wanted objective."""
        answers = [answer_to("train", Case(), question) for question in self.questions.values()]
        moves = self._moves(answers)
        if not moves:
            raise CheckFailed(
                f"On {BATCH} examples, train does not return a value of the same shape for "
                f"each of {', '.join(self.start)}."
            )
        if problem := _first_shown(_PROBLEMS, moves):
            raise CheckFailed(problem)
        if Epoch.NONE not in moves:
            what = returned_in_words(answers[0].returned)
            raise CheckFailed(
                f"Asked for 0 epochs, train returned {what}. Is its `return` inside the loop over "
                "the epochs?"
            )
        has_rest = self.small_cut and holds_all(ask(self.small_cut).returned, BATCH // 2)
        if has_rest and not moves[Epoch.HALF_AS_MANY_COPIES].any():
            raise CheckFailed(
                f"An epoch on {BATCH // 2} examples changes nothing, although minibatches puts "
                "them into a minibatch: the last one may be shorter. Is there a step for it, too?"
            )

    def reserve_findings(self) -> Callable[[], str]:
        """Reserves the epochs. Returns a function that says what they show; empty if nothing."""
        answers = reserve([*self.questions.values()])

        def findings() -> str:
            happened = answers()
            moves = self._moves(happened)  # not empty if it fails only for 0 epochs
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
        """How far each epoch moved the parameters; empty if one did not return finite numbers. Only
        NONE may be missing: a `return` inside the loop over epochs then returns nothing."""
        moves = {}
        for epoch, answer in zip(self.questions, answers, strict=False):
            start = self.other_start if epoch == Epoch.ELSEWHERE else self.start
            values = returned_values(answer.returned, start)
            if not values and epoch == Epoch.NONE:
                continue
            if not values:
                return {}
            moves[epoch] = torch.cat([(values[n] - start[n]).flatten() for n in start])
        is_whole = moves.keys() | {Epoch.NONE} == self.questions.keys()
        return moves if is_whole and all(m.isfinite().all() for m in moves.values()) else {}


def _are_one(moves: Moves, one: Epoch, other: Epoch, times: float = 1) -> bool:
    """Whether an epoch moved the parameters, and another moved them by `times` this move."""
    return bool(moves[one].any()) and tensors_agree(moves[other], times * moves[one])


def _is_along(move: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether a move equals another one or, with several entries, is a multiple of it."""
    return tensors_agree(move, other) or bool(len(other) > 1 and common_factor(move, other))


_OTHER_ORDERS = Epoch.MIXED, Epoch.IN_REVERSE
_REPLACED = Epoch.FIRST_REPLACED, Epoch.MIDDLE_REPLACED, Epoch.LAST_REPLACED
WHICH_ROWS = "With which rows of X and Y is each gradient computed?"
_ON_64 = f"On {2 * BATCH} copies of one example, an epoch moves the parameters exactly"
# Mistakes in a loop: a test for the moves of its epochs, and a sentence. Only the first one found
# is reported.
_PROBLEMS: list[tuple[Callable[[Moves], bool], str]] = [
    (
        lambda moves: not moves[Epoch.ONE].any(),
        f"An epoch on {BATCH} examples changes nothing. They are one minibatch, the first and the "
        "last at once: is there a step for it? And is no epoch left out?",
    ),
    (
        lambda moves: bool(moves[Epoch.ONE].abs().max() < MIN_MOVE),
        f"An epoch on {BATCH} examples moves no parameter by as much as {MIN_MOVE:g}. Is its step "
        "as large as it should be?",
    ),
    (
        lambda moves: Epoch.NONE in moves and bool(moves[Epoch.NONE].any()),
        "Asked for 0 epochs, it changes the parameters: does it run an epoch too many?",
    ),
    (
        lambda moves: _are_one(moves, Epoch.COPIES, Epoch.COPIES_OF_ANOTHER),
        f"On {BATCH} copies of one example and on {BATCH} of another with the same label, an epoch "
        f"ends with the same parameters. {WHICH_ROWS}",
    ),
    (
        lambda moves: not tensors_agree(moves[Epoch.ONE], moves[Epoch.AGAIN]),
        f"An epoch on {BATCH} examples was run twice and ended with different parameters. In a "
        f"minibatch of {BATCH} their order does not matter: is each row of `X` in it once, with "
        f"its own row of `Y`, and does it hold {BATCH}?",
    ),
    (
        lambda moves: tensors_agree(moves[Epoch.ONE], moves[Epoch.ELSEWHERE] + SHIFT),
        "An epoch that was begun with other parameters ended with the same ones. Does it begin "
        "with the `parameters` that it is given?",
    ),
    (
        lambda moves: _is_along(moves[Epoch.TWO], moves[Epoch.ONE]),
        f"On the same {BATCH} examples, 2 epochs move the parameters in exactly the direction of "
        "1. Does the second begin where the first has ended, and is there a second, or does the "
        "function return before the loop over the epochs has ended?",
    ),
    (
        lambda moves: _are_one(moves, Epoch.COPIES, Epoch.TWICE_AS_MANY_COPIES),
        f"{_ON_64} as far as on {BATCH} copies: does each minibatch have {BATCH} examples, and is "
        "there a step for each minibatch, starting where the one before ended?",
    ),
    (
        lambda moves: _are_one(moves, Epoch.COPIES, Epoch.TWICE_AS_MANY_COPIES, times=2),
        f"{_ON_64} twice as far as on {BATCH} copies, as if the second step had been computed from "
        "where the first began. With which parameters is its gradient computed?",
    ),
    (
        lambda moves: all(_are_one(moves, Epoch.IN_ORDER, other) for other in _OTHER_ORDERS),
        f"An epoch on {2 * BATCH} examples, run on three orders of them, ended with the same "
        f"parameters each time, whichever {BATCH} of them made a minibatch. {WHICH_ROWS}",
    ),
    (
        lambda moves: (
            not tensors_agree(
                moves[Epoch.HALF_OF_EACH],
                (moves[Epoch.COPIES] + moves[Epoch.COPIES_OF_ANOTHER]) / 2,
            )
        ),
        f"On {BATCH // 2} copies each of two examples, an epoch should move the parameters by the "
        f"mean of its moves on {BATCH} copies of one and on {BATCH} of the other. It does not. Is "
        "every example used, and is there only one step for a minibatch?",
    ),
    (
        lambda moves: any(tensors_agree(moves[a], moves[b]) for a, b in combinations(_REPLACED, 2)),
        f"{MANY} epochs were run three times on {BATCH * 3 // 2} copies of one example. One copy "
        "was replaced by another example, each time at another place. Two runs ended with the same "
        "parameters, as if that example had been in the same minibatch in every epoch. Are the "
        f"indices shuffled anew in each epoch? {WHICH_ROWS}",
    ),
    (
        lambda moves: _are_one(moves, Epoch.ALL_COPIES, Epoch.ONE_BATCH_FEWER),
        f"An epoch on many copies of one example ends with the same parameters as an epoch on "
        f"{BATCH} copies more, as if these were not used. Is every example used, however many "
        "there are?",
    ),
]
# Used only in findings, because the mistake may be in `minibatches`, which has a check of its own.
# Loops that cut the minibatches once and then only reorder them also pass: each example still has
# its turn, and a few epochs cannot show the mistake for certain.
_PROBLEM_OF_SIZE = (
    lambda moves: not tensors_agree(moves[Epoch.HALF_AS_MANY_COPIES], moves[Epoch.COPIES]),
    f"On {BATCH // 2} copies of one example, an epoch ends elsewhere than on {BATCH} copies, "
    f"though each is a single minibatch if minibatches have {BATCH} examples. Is that their size, "
    "and is there a step for a shorter one, too? Or does the step depend on the number of "
    "examples, although its gradient is a mean already?",
)


def _first_shown(problems: list[tuple[Callable[[Moves], bool], str]], moves: Moves) -> str:
    return next((sentence for shows, sentence in problems if shows(moves)), "")


def returned_values(returned: object, start: NamedTensors) -> NamedTensors:
    """The values that training returned; empty if one is missing or has a wrong shape."""
    values = {}
    for name, before in start.items():
        value = as_tensor(returned.get(name)) if isinstance(returned, Mapping) else None
        if value is None or value.shape != before.shape:
            return {}
        values[name] = value
    return values
