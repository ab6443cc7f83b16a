"""Checks the two functions of a training loop: minibatches, and a step of gradient descent."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple, TypeGuard

import numpy as np
import torch

from course.check.base.asking import answer_to, plain_numbers
from course.check.base.cases import Case
from course.check.base.draws import RandomValues, seeded
from course.check.base.explanations import what_is_wrong
from course.check.base.failing import wrong_answer
from course.check.nodes.experiments import Experiments, random_round
from course.check.nodes.observations import sentence
from course.running.limit import MAX_TAKEN
from course.subject import CallFunction, Happened, reserve
from course.values.compare import Row, is_right
from course.values.tensors import NamedTensors, as_float64, as_tensor
from course.values.words import kind_in_words, listed, verb

RATE = "the rate"


class _Cut(NamedTuple):
    """What minibatches is given."""

    order: list[int]
    size: int  # of a minibatch

    def question(self, minibatches: Callable) -> CallFunction:
        return CallFunction(minibatches, tuple(self))


# Where the size divides the length of the list, and where it does not.
_DIVIDING = (_Cut([3, 1, 0, 2], 2), _Cut([4, 2, 5, 0, 1, 3], 3), _Cut([5, 1, 3, 0, 6, 2, 7, 4], 4))
_LEAVING = (_Cut([3, 1, 0, 4, 2], 2), _Cut([4, 2, 6, 5, 0, 1, 3], 3), _Cut([5, 1, 3, 0, 2, 4], 4))
_READABLE = (_Cut([8, 0, 3, 6, 1, 5, 2], 3), _Cut([2, 0, 3, 1, 5, 4], 3))
MAX_NUMBERS = 1000  # if more numbers are returned, they are not looked at


def check_minibatches(minibatches: Callable) -> None:
    """Checks that a shuffled list is cut into batches in order, without losing entries.

    Args:
        minibatches: the student's; `minibatches(order, size)` returns a list of lists.
    """
    rng = seeded(0)
    cuts = list(_READABLE)
    for length, size in ((11, 4), (rng.randrange(20, 30), rng.randrange(5, 9))):
        cuts.append(_Cut(rng.sample(range(length), length), size))
    of_dividing = reserve([cut.question(minibatches) for cut in _DIVIDING])
    of_leaving = reserve([cut.question(minibatches) for cut in _LEAVING])
    for cut in cuts:
        key = ("minibatches", tuple(cut.order), cut.size) if cut in _READABLE else None
        returned = answer_to("minibatches", Case(key=key), cut.question(minibatches)).returned
        problem = _problem_with(returned, cut)
        if problem:
            symptom = (*key, plain_numbers(returned)) if key and not _is_long(returned) else None
            raise wrong_answer(
                f"minibatches({cut.order}, {cut.size}) {problem}",
                symptom,
                cause=lambda: _right_where(of_dividing(), of_leaving()),
            )
    print(f"Right: every example once, in order, on {len(cuts)} lists.")


def _right_where(of_dividing: list[Happened], of_leaving: list[Happened]) -> str:
    """Says on which lists minibatches is right, if that is clear."""
    on_dividing, on_leaving = _are_right(of_dividing, _DIVIDING), _are_right(of_leaving, _LEAVING)
    if not on_dividing or not on_leaving:
        return ""
    if all(on_dividing) and not any(on_leaving):
        what_is_left = "nothing is left"
    elif all(on_leaving) and not any(on_dividing):
        what_is_left = "something is left"
    else:
        return ""
    return (
        f"On {len(_DIVIDING) + len(_LEAVING)} lists it is right exactly where {what_is_left} for a "
        "shorter batch at the end."
    )


def _are_right(answers: list[Happened], cuts: Sequence[_Cut]) -> list[bool]:
    """Whether each answer is right; nothing if there are no answers."""
    pairs = zip(answers, cuts, strict=False)
    return [_problem_with(answer.returned, cut) is None for answer, cut in pairs]


def _is_long(returned: object) -> TypeGuard[Sequence]:
    """Whether what was returned is much more than a few batches."""
    if not isinstance(returned, list | tuple):
        return False
    sizes = (len(batch) if isinstance(batch, list | tuple) else 1 for batch in returned)
    return sum(sizes) > MAX_NUMBERS


def _entries(values: object) -> list:
    """The entries of a list or the like.

    Raises:
        TypeError: it is of another kind, or too long. It would not come from another kernel as it
            is, so the verdict there would be a different one.
    """
    if isinstance(values, torch.Tensor | np.ndarray):
        size = math.prod(values.shape)
    elif isinstance(values, list | tuple | set):
        size = len(values)
    else:
        raise TypeError(values)
    if size > MAX_TAKEN:
        raise TypeError("too long")
    return list(values)


def _number(value: object) -> float:
    """A number, as an int if it is whole."""
    tensor = as_tensor(value)
    if tensor is None:
        raise TypeError(value)
    number = tensor.item()
    return int(number) if number % 1 == 0 else number


def _problem_with(returned, cut: _Cut) -> str | None:
    """What is wrong with the batches, as the end of a sentence; None if nothing is."""
    order, size = cut
    if returned is None:
        return "returned None. Did you forget `return`?"
    if _is_long(returned):
        return (
            f"returned {str(returned[:1])[:80]} and much more, but the list has {len(order)} "
            "numbers."
        )
    try:
        batches = [[_number(number) for number in _entries(batch)] for batch in _entries(returned)]
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return f"returned {str(returned)[:80]}, but a list of lists of numbers was expected."
    shown = f"returned {str(batches)[:200]}"
    numbers = [number for batch in batches for number in batch]
    lost = set(order) - set(numbers)
    repeated = {number for number, count in Counter(numbers).items() if count > 1}
    added = set(numbers) - set(order)
    if lost:
        return f"{shown}: {_some(lost)} {verb(len(lost), 'are')} in no batch."
    if repeated:
        return f"{shown}: {_some(repeated)} {verb(len(repeated), 'are')} there more than once."
    if added:
        return f"{shown}: {_some(added)} {verb(len(added), 'were')} not in the list."
    if numbers != order:
        return f"{shown}: the numbers have to keep the order in which they are given."
    if not all(batches):
        return f"{shown}: each batch has {size} numbers, the last one what is left; none is empty."
    if any(len(batch) != size for batch in batches[:-1]) or len(batches[-1]) > size:
        return f"{shown}: each batch has {size} numbers, the last one what is left."
    return None


def _some(numbers: Set[float]) -> str:
    shown = sorted(numbers)[:5]
    return ", ".join(map(str, shown)) + (", ..." if len(numbers) > 5 else "")


def check_sgd_step(sgd_step: Callable) -> None:
    """Checks a step of gradient descent, parameter by parameter.

    Args:
        sgd_step: the student's; `sgd_step(parameters, gradients, rate)` takes and returns
            dictionaries of tensors.
    """
    random_values = RandomValues(0)
    readable = {"W": torch.tensor([[1.0, -2.0, 0.5]]), "b": torch.tensor([[3.0], [4.0]])}
    # Gradients come in a different order from parameters; those that belong together have one name.
    slopes = {"b": torch.tensor([[-2.0], [8.0]]), "W": torch.tensor([[10.0, 5.0, -4.0]])}
    experiments = _reserve_steps(sgd_step, readable, slopes)
    for i in range(3):
        case, near = Case(), random_values.near
        if i == 0:
            case, near = Case(key=("sgd_step",)), as_float64
        parameters = {name: near(value) for name, value in readable.items()}
        gradients = {name: near(value) for name, value in slopes.items()}
        rate = random_values.near(0.1) if i else 0.1
        ordered = {name: gradients[name] for name in parameters}
        in_order = reserve([CallFunction(sgd_step, (parameters, ordered, rate))])
        question = CallFunction(sgd_step, (parameters, gradients, rate))
        answer = answer_to("sgd_step", case, question)
        right = _pytorch_sgd(parameters, gradients, rate)
        _refuse_wrong(answer.returned, right, case, in_order, experiments)
    print("Right: the parameters after a step, on 3 sets of values.")


def _pytorch_sgd(parameters: NamedTensors, gradients: NamedTensors, rate: float) -> NamedTensors:
    # This does what torch.optim.SGD does, which is not used because importing it takes a second.
    return {
        name: torch.add(value, gradients[name], alpha=-rate) for name, value in parameters.items()
    }


def _reserve_steps(sgd_step: Callable, readable: NamedTensors, slopes: NamedTensors) -> Experiments:
    """Reserves questions about steps with other values, some of them changed or special."""
    random_values = RandomValues(7, fixed=True)

    def near() -> NamedTensors:
        gradients = {_gradient_of(name): random_values.near(slopes[name]) for name in readable}
        parameters = {name: random_values.near(value) for name, value in readable.items()}
        rate = as_float64(random_values.near(0.1))
        return parameters | gradients | {RATE: rate}

    def step_with(values: NamedTensors) -> CallFunction:
        parameters = {name: values[name] for name in readable}
        gradients = {name: values[_gradient_of(name)] for name in slopes}
        return CallFunction(sgd_step, (parameters, gradients, float(values[RATE])))

    def what_came_out(answer: Happened) -> dict:
        returned = answer.returned if isinstance(answer.returned, Mapping) else {}
        return {_after_step(name): value for name, value in returned.items()}

    def right_of(values: NamedTensors) -> NamedTensors:
        parameters = {name: values[name] for name in readable}
        gradients = {name: values[_gradient_of(name)] for name in readable}
        right = _pytorch_sgd(parameters, gradients, float(values[RATE]))
        return {_after_step(name): value for name, value in right.items()}

    sets_given = [near() for _ in range(3)]
    return Experiments(step_with, what_came_out, lambda: random_round(sets_given, right_of))


def _gradient_of(name: str) -> str:
    return f"the gradient of {name}"


def _after_step(name: str) -> str:
    return f"{name} after the step"


def _refuse_wrong(
    returned: object,
    right: NamedTensors,
    case: Case,
    in_order: Callable[[], list[Happened]],
    experiments: Experiments,
) -> None:
    """Raises CheckFailed if a parameter is wrong after a step."""
    if not _has_names(returned, right):
        raise wrong_answer(
            f"sgd_step returned {kind_in_words(returned)}, but a dictionary with new values for "
            f"{listed(right)} was expected.",
            (*case.key, plain_numbers(returned)) if case.key else None,
        )
    rows = [Row(_after_step(name), returned[name], right[name]) for name in right]
    if wrong := next((row for row in rows if not row.right), None):
        symptom = (*case.key, tuple(row.seen for row in rows)) if case.key else None
        message = f"{wrong.label} {what_is_wrong(wrong)}."
        ordered = next(iter(in_order()), Happened()).returned
        if _has_names(ordered, right) and all(is_right(ordered[n], right[n]) for n in right):
            message += (
                " With the gradients in the order of the parameters it is right: what belongs "
                "together has the same name."
            )
        raise wrong_answer(message, symptom, cause=lambda: sentence(experiments, wrong.label))


def _has_names(returned: object, right: NamedTensors) -> TypeGuard[Mapping]:
    return isinstance(returned, Mapping) and set(returned) == set(right)
