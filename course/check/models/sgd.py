"""Checking the two functions of a training loop: minibatches, and a step of gradient descent."""

from collections import Counter
from collections.abc import Callable, Mapping

import torch

from course.check.base.asking import answer_to, plain_numbers
from course.check.base.cases import Case, RandomValues
from course.check.base.explanations import what_is_wrong
from course.check.base.failing import recognised
from course.check.nodes.experiments import reserve_experiments
from course.subject import CallFunction, Happened, reserve
from course.values.compare import Row, is_right
from course.values.tensors import NamedTensors, as_tensor
from course.values.words import in_a_word, listed, verb

RATE = "the rate"
# Lists to be cut, and the size, which divides their length or does not.
_EVEN = (([3, 1, 0, 2], 2), ([4, 2, 5, 0, 1, 3], 3), ([5, 1, 3, 0, 6, 2, 7, 4], 4))
_UNEVEN = (([3, 1, 0, 4, 2], 2), ([4, 2, 6, 5, 0, 1, 3], 3), ([5, 1, 3, 0, 2, 4], 4))
MAX_NUMBERS = 1000  # in what is returned, for it to be looked at


def check_minibatches(minibatches: Callable) -> None:
    """Checks that a shuffled list is cut into batches in order, without losing entries.

    Args:
        minibatches: the student's; `minibatches(order, size)` returns a list of lists.

    Raises:
        CheckFailed: the batches are wrong; the message says how.
    """
    rng = RandomValues(0).random
    orders = [[8, 0, 3, 6, 1, 5, 2], [2, 0, 3, 1, 5, 4]]
    sizes = [3, 3]
    for count, size in ((11, 4), (rng.randrange(20, 30), rng.randrange(5, 9))):
        orders.append(rng.sample(range(count), count))
        sizes.append(size)
    dividing, leaving = (
        reserve([CallFunction(minibatches, (order[:], size)) for order, size in those])
        for those in (_EVEN, _UNEVEN)
    )
    for i, (order, size) in enumerate(zip(orders, sizes, strict=True)):
        case = Case(key=("minibatches", tuple(order), size) if i < 2 else None)
        given = answer_to("minibatches", case, CallFunction(minibatches, (order[:], size))).returned
        problem = _problem_with(given, order, size)
        if problem:
            seen = (*case.key, plain_numbers(given)) if case.key and not _is_long(given) else None
            raise recognised(
                f"minibatches({order}, {size}) {problem}",
                seen,
                cause=lambda: _right_where(dividing(), leaving()),
            )
    print(f"Right: every example once, in order, on {len(orders)} lists.")


def _right_where(dividing: list[Happened], leaving: list[Happened]) -> str:
    """On which lists minibatches is right, if that is plain."""
    both = [
        [
            _problem_with(each.returned, *given) is None
            for each, given in zip(told, those, strict=False)
        ]
        for told, those in ((dividing, _EVEN), (leaving, _UNEVEN))
    ]
    if not all(both):
        return ""
    for (right, wrong), whether in ((both, "nothing is left"), (both[::-1], "something is left")):
        if all(right) and not any(wrong):
            return (
                f"On {len(_EVEN) + len(_UNEVEN)} lists it is right exactly where {whether} for a "
                "shorter batch at the end."
            )
    return ""


def _is_long(given: object) -> bool:
    """Whether it is much more than a few batches."""
    return isinstance(given, list | tuple) and (
        sum(len(each) if isinstance(each, list | tuple) else 1 for each in given) > MAX_NUMBERS
    )


def _problem_with(given: object, order: list[int], size: int) -> str | None:
    if given is None:
        return "returned None. Did you forget `return`?"
    if _is_long(given):
        return (
            f"returned {str(given[:1])[:80]} and much more, but the list has {len(order)} numbers."
        )
    try:
        batches = [[int(as_tensor(each)) for each in batch] for batch in given]
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return f"returned {str(given)[:80]}, but a list of lists of numbers was expected."
    shown = f"returned {str(batches)[:200]}"
    flat = [each for batch in batches for each in batch]
    lost = set(order) - set(flat)
    twice = {each for each, times in Counter(flat).items() if times > 1}
    if lost:
        return f"{shown}: {_some(lost)} {verb(len(lost), 'are')} in no batch."
    if twice:
        return f"{shown}: {_some(twice)} {verb(len(twice), 'are')} there more than once."
    if set(flat) - set(order):
        return f"{shown}: {_some(set(flat) - set(order))} was not in the list."
    if flat != order:
        return f"{shown}: the numbers have to keep the order in which they are given."
    if not all(batches):
        return f"{shown}: each batch has {size} numbers, the last one what is left; none is empty."
    if any(len(batch) != size for batch in batches[:-1]) or len(batches[-1]) > size:
        return f"{shown}: each batch has {size} numbers, the last one what is left."
    return None


def _some(numbers: set[int]) -> str:
    shown = sorted(numbers)[:5]
    return ", ".join(map(str, shown)) + (", ..." if len(numbers) > 5 else "")


def check_sgd_step(sgd_step: Callable) -> None:
    """Checks a step of gradient descent, parameter by parameter.

    Args:
        sgd_step: the student's; `sgd_step(parameters, gradients, rate)` takes and returns
            dictionaries of tensors.

    Raises:
        CheckFailed: a parameter is wrong; the message names the first such one.
    """
    random_values = RandomValues(0)
    readable = {"W": torch.tensor([[1.0, -2.0, 0.5]]), "b": torch.tensor([[3.0], [4.0]])}
    # Gradients come in another order than parameters: what belongs together has the same name.
    slopes = {"b": torch.tensor([[-2.0], [8.0]]), "W": torch.tensor([[10.0, 5.0, -4.0]])}
    experiments = _steps_of_sgd(sgd_step, readable, slopes)
    for i in range(3):
        parameters = {n: (random_values.near(v) if i else v.double()) for n, v in readable.items()}
        gradients = {n: (random_values.near(v) if i else v.double()) for n, v in slopes.items()}
        rate = abs(random_values.near(0.1)) if i else 0.1
        right = _pytorch_sgd(parameters, gradients, rate)
        case = Case(key=None if i else ("sgd_step",))
        copies = [{n: v.clone() for n, v in each.items()} for each in (parameters, gradients)]
        ordered = {n: gradients[n].clone() for n in parameters}
        again = {n: v.clone() for n, v in parameters.items()}
        in_order = reserve([CallFunction(sgd_step, (again, ordered, rate))])
        given = answer_to("sgd_step", case, CallFunction(sgd_step, (*copies, rate))).returned
        _compare_step(given, right, case, in_order, experiments)
    print("Right: the parameters after a step, on 3 sets of values.")


def _pytorch_sgd(parameters: dict, gradients: dict, rate: float) -> dict[str, torch.Tensor]:
    # What torch.optim.SGD does, which is not used because importing it takes a second.
    return {n: torch.add(v, gradients[n], alpha=-rate) for n, v in parameters.items()}


def _steps_of_sgd(sgd_step: Callable, readable: dict, slopes: dict) -> Callable:
    """Puts questions aside on steps with other values, changed and special ones."""
    random_values = RandomValues(7, fixed=True)

    def near() -> NamedTensors:
        gradients = {f"the gradient of {n}": random_values.near(slopes[n]) for n in readable}
        values = {n: random_values.near(v) for n, v in readable.items()} | gradients
        rate = abs(random_values.near(0.1))
        return values | {RATE: torch.tensor(rate, dtype=torch.float64, device="cpu")}

    def step_with(values: NamedTensors) -> CallFunction:
        parameters = {n: values[n].clone() for n in readable}
        gradients = {n: values[f"the gradient of {n}"].clone() for n in slopes}
        return CallFunction(sgd_step, (parameters, gradients, float(values[RATE])))

    def what_came_out(answer: Happened) -> dict:
        returned = answer.returned if isinstance(answer.returned, Mapping) else {}
        return {f"{n} after the step": value for n, value in returned.items()}

    def right_of(values: NamedTensors) -> NamedTensors:
        gradients = {n: values[f"the gradient of {n}"] for n in readable}
        moved = _pytorch_sgd({n: values[n] for n in readable}, gradients, float(values[RATE]))
        return {f"{n} after the step": value for n, value in moved.items()}

    given = [near() for _ in range(3)]
    return reserve_experiments(step_with, what_came_out, lambda: given, right_of)


def _compare_step(
    given: object, right: dict, case: Case, in_order: Callable, experiments: Callable
) -> None:
    if not isinstance(given, Mapping) or set(given) != set(right):
        raise recognised(
            f"sgd_step returned {in_a_word(given)}, but a dictionary with new values for "
            f"{listed(right)} was expected.",
            (*case.key, plain_numbers(given)) if case.key else None,
        )
    rows = [Row(f"{name} after the step", given[name], right[name]) for name in right]
    if wrong := next((row for row in rows if not row.right), None):
        seen = (*case.key, tuple(row.seen for row in rows)) if case.key else None
        said = f"{wrong.label} {what_is_wrong(wrong)}."
        told = in_order()
        if told and _is_right(told[0].returned, right):
            said += (
                " With the gradients in the order of the parameters it is right: what belongs "
                "together has the same name."
            )
        raise recognised(said, seen, cause=lambda: experiments().sentence(wrong.label))


def _is_right(given: object, right: dict) -> bool:
    is_whole = isinstance(given, Mapping) and set(given) == set(right)
    return is_whole and all(is_right(given[name], right[name]) for name in right)
