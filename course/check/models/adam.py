"""Checking one step of Adam, for one parameter."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import torch

from course.check.base.asking import answer_to, plain_numbers
from course.check.base.cases import Case, RandomValues
from course.check.base.explanations import what_is_wrong
from course.check.base.failing import recognised
from course.check.nodes.experiments import Experiments, reserve_experiments
from course.check.nodes.factors import SAME_FACTOR, common_factor
from course.check.nodes.other_values import specials, zeros
from course.subject import CallFunction, Happened, reserve
from course.values.as_text import in_text
from course.values.compare import Row, is_right, table
from course.values.tensors import NamedTensors, as_float64, as_tensor

MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8  # torch.optim.Adam's defaults
STEPS_CHECKED = (1, 2, 7)
SWAPPED = " Both means are right, but in the wrong order."
UNCHANGED = " It is what it was before the step."
RETURNED = ("the parameter", "the mean of the gradients", "the mean of their squares")
GIVEN = (
    "the old parameter",
    "the gradient",
    "the old mean of the gradients",
    "the old mean of their squares",
    "t",
    "the rate",
)


@dataclass(frozen=True)
class _AskedStep:
    """A step of Adam that was asked for."""

    rows: list[Row]  # what was returned
    given: list[torch.Tensor]
    t: int
    rate: float
    case: Case


@dataclass(frozen=True)
class Factors:
    """The factors of the two means, those in their bias corrections, and the small number added."""

    mean: float = MEAN
    square: float = SQUARE
    under_mean: float = MEAN
    under_square: float = SQUARE
    tiny: float = TINY


def check_adam_step(adam_step: Callable) -> None:
    """Checks a step of Adam: the first, the second, and a later one.

    Args:
        adam_step: the student's; `adam_step(value, gradient, mean, square, t, rate)` takes four
            tensors of the same shape, the number of the step, counted from 1, and the learning
            rate, and returns three tensors: the new value, mean and square.

    Raises:
        CheckFailed: a value is wrong; the message names the first wrong one. A parameter is wrong
            only if the means are right after all steps, as it comes from them.
    """
    random_values = RandomValues(0)
    experiments, at_rest = _steps_of_adam(adam_step), _reserve_rest(adam_step)
    steps = []
    for i, t in enumerate(STEPS_CHECKED * 2):
        first = i < len(STEPS_CHECKED)
        rate = 0.1 if first else random_values.near(0.1)
        given = _given(t, (lambda value: value) if first else random_values.near)
        right = _pytorch_adam(*given, t, rate)
        case = Case(key=("adam_step", t) if first else None)
        copies = [each.clone() for each in given]
        found = answer_to("adam_step", case, CallFunction(adam_step, (*copies, t, rate))).returned
        steps.append(_AskedStep(_rows(found, right, case), given, t, rate, case))
    for labels in (RETURNED[1:], RETURNED[:1]):
        for step in steps:
            _compare(step, labels, experiments, at_rest)
    print(f"Right: the parameter and both means after steps {', '.join(map(str, STEPS_CHECKED))}.")


def _given(t: int, near: Callable) -> list[torch.Tensor]:
    """A parameter, its gradient, and both means as they are before step t."""
    value = near(torch.tensor([[1.0, -2.0, 0.5], [3.0, 0.25, -1.5]], dtype=torch.float64))
    gradient = near(torch.tensor([[10.0, -0.5, 2.0], [-1e-4, 4.0, -6.0]], dtype=torch.float64))
    before = near(torch.tensor([[6.0, -1.0, 0.3], [-2e-4, -2.0, 1.5]], dtype=torch.float64))
    return [value, gradient, before * (1 - MEAN ** (t - 1)), before**2 * (1 - SQUARE ** (t - 1))]


def _pytorch_adam(
    value, gradient, mean, square, t: int, rate: float, factors: Factors = Factors()
) -> list[torch.Tensor]:
    # What torch.optim.Adam does, which is not used because importing it takes a second.
    mean = torch.lerp(mean, gradient, 1 - factors.mean)
    square = torch.addcmul(factors.square * square, gradient, gradient, value=1 - factors.square)
    height = (square / (1 - factors.under_square**t)).sqrt() + factors.tiny
    return [value - rate / (1 - factors.under_mean**t) * mean / height, mean, square]


def _steps_of_adam(adam_step: Callable) -> Callable[[], Experiments]:
    """Reserves questions about steps with other values, changed and special ones."""
    random_values = RandomValues(7, fixed=True)
    given = []
    for t in STEPS_CHECKED[::-1]:
        values = [*_given(t, random_values.near), t, random_values.near(0.1)]
        given.append({name: as_float64(v) for name, v in zip(GIVEN, values, strict=True)})

    def step_with(values: NamedTensors) -> CallFunction:
        *tensors, t, rate = values.values()
        return CallFunction(adam_step, (*(each.clone() for each in tensors), int(t), float(rate)))

    def what_came_out(answer: Happened) -> dict:
        returned = answer.returned if isinstance(answer.returned, list | tuple) else ()
        return dict(zip(RETURNED, returned, strict=False))

    def right_of(values: NamedTensors, factors: Factors = Factors()) -> NamedTensors:
        return dict(zip(RETURNED, _pytorch_adam(*values.values(), factors), strict=True))

    return reserve_experiments(
        *(step_with, what_came_out, lambda: given, right_of),
        fixed=("t", "the rate"),
        made_special=(specials, zeros),
        otherwise=[(words, partial(right_of, factors=f)) for words, f in _other_factors()],
    )


def _other_factors() -> Iterator[tuple[str, Factors]]:
    for other in (0.0, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999):
        yield f"0.9 were {other:g}", Factors(mean=other, under_mean=other)
        yield f"0.999 were {other:g}", Factors(square=other, under_square=other)
        yield f"the divisor of the first mean were 1 - {other:g}^t", Factors(under_mean=other)
        yield f"the divisor of the second mean were 1 - {other:g}^t", Factors(under_square=other)
    for other in (0.0, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7):
        elsewhere = "" if other else ", or were added to something other than the root"
        yield f"1e-8 were {other:g}{elsewhere}", Factors(tiny=other)


def _reserve_rest(adam_step: Callable) -> Callable[[], str]:
    """Reserves a question about a step of rate 0 from 0. What it returns says whether such a step
    goes as far as the small number, which belongs under the fraction."""
    value, *others = _given(2, lambda value: value)
    asked = reserve([CallFunction(adam_step, (torch.zeros_like(value), *others, 2, 0.0))])

    def said() -> str:
        for each in asked():
            returned = each.returned if isinstance(each.returned, list | tuple) else ()
            moved = as_tensor(next(iter(returned), None))
            fits = moved is not None and moved.shape == value.shape
            if fits and ((moved.abs() - TINY).abs() < 1e-3 * TINY).all():
                return (
                    "With a rate of 0, the parameter moves all the same, by 1e-8: this number is "
                    "added to the parameter, not to the root. Is a bracket missing?"
                )
        return ""

    return said


def _rows(found: object, right: list[torch.Tensor], case: Case) -> list[Row]:
    """What a step returned, compared."""
    if not isinstance(found, list | tuple) or len(found) != len(right):
        raise recognised(
            "adam_step returned something other than three tensors: the new parameter, mean and "
            "square, in this order. Did you write `return value, mean, square`?",
            (*case.key, plain_numbers(found)) if case.key else None,
        )
    return [Row(*each) for each in zip(RETURNED, found, right, strict=True)]


def _compare(
    step: _AskedStep,
    labels: Sequence[str],
    experiments: Callable[[], Experiments],
    at_rest: Callable[[], str],
) -> None:
    """Raises CheckFailed if one of these is wrong after a step."""
    rows, case = step.rows, step.case
    wrong = next((row for row in rows if row.label in labels and not row.right), None)
    if wrong is None:
        return
    print(_one_entry(rows, wrong.worst, step.given, step.t, step.rate))
    seen = (*case.key, tuple(r.seen for r in rows)) if case.key else None
    how = _how(rows, step.given)
    said = f"After step {step.t}, {wrong.label} {what_is_wrong(wrong)}.{how}"
    if how in (SWAPPED, UNCHANGED):
        raise recognised(said, seen)
    raise recognised(said, seen, cause=lambda: at_rest() or experiments().sentence(wrong.label))


def _one_entry(rows: list[Row], where: tuple, given: list, t: int, rate: float) -> str:
    """What one step does to one entry, in numbers that a student can check by hand."""
    if not where:  # the shape is wrong
        return table(rows)
    value, gradient, mean, square = (in_text(each[where]) for each in given)
    rows = [Row(r.label, r.yours if r.misfit else r.yours[where], r.pytorch[where]) for r in rows]
    return (
        f"Step {t} of entry {list(where)}, with rate {in_text(rate)}: the parameter was {value}, "
        f"its gradient {gradient},\n"
        f"the mean before the step {mean}, that of the squares {square}.\n" + table(rows)
    )


def _how(rows: list[Row], given: list) -> str:
    """How the wrong values are related to the right ones: whether the means are swapped or as they
    were, and if they are right, how far the parameter has moved."""
    if rows[0].misfit:
        return ""
    _, mean, square = rows
    if is_right(mean.yours, square.pytorch) and is_right(square.yours, mean.pytorch):
        return SWAPPED
    if wrong := next((i for i in (1, 2) if not rows[i].right), 0):
        return UNCHANGED if is_right(rows[wrong].yours, given[wrong + 1]) else ""
    if is_right(rows[0].yours, given[0]):
        return " Both means are right, but the parameter has not moved."
    times = common_factor(as_tensor(rows[0].yours) - given[0], rows[0].pytorch - given[0])
    if times is not None and abs(times + 1) < SAME_FACTOR:
        return " Both means are right, but each entry moves the other way."
    if times is not None:
        return f" Both means are right, but each entry moves {times:.6g} times as far as it should."
    return " Both means are right, so the mistake is in the step that is made from them."
