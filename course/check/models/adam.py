"""Checks one step of Adam, for one parameter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch

from course.check.base.cases import Case
from course.check.base.failures import plain_numbers, wrong_answer
from course.check.base.random_values import RandomValues
from course.check.base.student_code import answer_to
from course.check.base.value_clues import what_is_wrong
from course.check.experiments.experiment import Experiments, random_groups
from course.check.experiments.findings import SAME_FACTOR, common_factor, finding
from course.subject import CallFunction, Happened, reserve
from course.values.as_text import in_text
from course.values.closeness import is_right
from course.values.compare import Row, table
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


class _Given(NamedTuple):
    """What a step is given; GIVEN has the names of these values."""

    value: torch.Tensor
    gradient: torch.Tensor
    mean: torch.Tensor  # the mean of the gradients before the step
    square: torch.Tensor  # the mean of their squares
    t: int  # the number of the step, from 1
    rate: float


@dataclass(frozen=True)
class _Step:
    """A step of Adam that the student's code was asked to make."""

    given: _Given
    rows: list[Row]  # what was returned, by the names in RETURNED
    case: Case


def check_adam_step(adam_step: Callable) -> None:
    """Checks a step of Adam: the first, the second, and a later one. The means after all steps
    are checked first, because the parameter is made from them.

    Args:
        adam_step: the student's; `adam_step(value, gradient, mean, square, t, rate)` takes four
            tensors of the same shape, the number of the step, counted from 1, and the learning
            rate, and returns three tensors: the new value, mean and square.
    """
    random_values = RandomValues(0)
    experiments, at_rest = _reserve_steps(adam_step), _reserve_rest(adam_step)
    steps = []
    for i, t in enumerate(STEPS_CHECKED * 2):
        is_readable = i < len(STEPS_CHECKED)
        given = _given(t, None if is_readable else random_values)
        case = Case(key=("adam_step", t) if is_readable else None)
        returned = answer_to("adam_step", case, CallFunction(adam_step, given)).returned
        steps.append(_Step(given, _rows(returned, _pytorch_adam(*given), case), case))
    for labels in (RETURNED[1:], RETURNED[:1]):
        for step in steps:
            _refuse_wrong(step, labels, experiments, at_rest)
    print(f"Right: the parameter and both means after steps {', '.join(map(str, STEPS_CHECKED))}.")


def _given(t: int, random_values: RandomValues | None = None) -> _Given:
    """What step t is given: values that a person can follow, or random ones near them."""
    value = torch.tensor([[1.0, -2.0, 0.5], [3.0, 0.25, -1.5]], dtype=torch.float64)
    gradient = torch.tensor([[10.0, -0.5, 2.0], [-1e-4, 4.0, -6.0]], dtype=torch.float64)
    earlier = torch.tensor([[6.0, -1.0, 0.3], [-2e-4, -2.0, 1.5]], dtype=torch.float64)
    rate = 0.1
    if random_values:
        value, gradient, earlier, rate = map(random_values.near, (value, gradient, earlier, rate))
    mean, square = earlier * (1 - MEAN ** (t - 1)), earlier**2 * (1 - SQUARE ** (t - 1))
    return _Given(value, gradient, mean, square, t, rate)


def _pytorch_adam(
    value: torch.Tensor,
    gradient: torch.Tensor,
    mean: torch.Tensor,
    square: torch.Tensor,
    t: int | torch.Tensor,
    rate: float | torch.Tensor,
) -> list[torch.Tensor]:
    # This does what torch.optim.Adam does, which is not used because importing it takes a second.
    mean = torch.lerp(mean, gradient, 1 - MEAN)
    square = torch.addcmul(SQUARE * square, gradient, gradient, value=1 - SQUARE)
    height = (square / (1 - SQUARE**t)).sqrt() + TINY
    return [value - rate / (1 - MEAN**t) * mean / height, mean, square]


def _reserve_steps(adam_step: Callable) -> Experiments:
    """Reserves questions about steps with other values, some of them changed or special."""
    random_values = RandomValues(7, fixed=True)
    values_given = [
        dict(zip(GIVEN, map(as_float64, _given(t, random_values)), strict=True))
        for t in STEPS_CHECKED[::-1]
    ]

    def step_with(values: NamedTensors) -> CallFunction:
        *tensors, t, rate = values.values()
        return CallFunction(adam_step, (*tensors, int(t), float(rate)))

    def what_came_out(answer: Happened) -> dict:
        return dict(zip(RETURNED, _as_sequence(answer.returned), strict=False))

    def right_of(values: NamedTensors) -> NamedTensors:
        return dict(zip(RETURNED, _pytorch_adam(*values.values()), strict=True))

    return Experiments(
        step_with,
        what_came_out,
        lambda: random_groups(values_given, right_of),
        fixed=("t", "the rate"),
    )


def _as_sequence(returned: object) -> Sequence:
    return returned if isinstance(returned, list | tuple) else ()


def _reserve_rest(adam_step: Callable) -> Callable[[], str]:
    """Reserves a question about a step of rate 0 from 0. Returns a function that says whether such
    a step moves by the small number, which belongs under the fraction."""
    given = _given(2)
    start = torch.zeros_like(given.value)
    answers = reserve([CallFunction(adam_step, given._replace(value=start, rate=0.0))])

    def moved_at_rest() -> str:
        answer = next(iter(answers()), Happened())
        moved = as_tensor(next(iter(_as_sequence(answer.returned)), None))
        if moved is None or not is_right(moved.abs() / TINY, torch.ones_like(start)):
            return ""
        return (
            "With a rate of 0, the parameter moves all the same, by 1e-8: this number is added to "
            "the parameter, not to the root. Is a bracket missing?"
        )

    return moved_at_rest


def _rows(returned: object, right: list[torch.Tensor], case: Case) -> list[Row]:
    """What a step returned, compared with what is right."""
    values = _as_sequence(returned)
    if len(values) != len(right):
        raise wrong_answer(
            "adam_step returned something other than three tensors: the new parameter, mean and "
            "square, in this order. Did you write `return value, mean, square`?",
            case.symptom(plain_numbers(returned)),
        )
    return [Row(*compared) for compared in zip(RETURNED, values, right, strict=True)]


def _refuse_wrong(
    step: _Step,
    labels: Sequence[str],
    experiments: Experiments,
    at_rest: Callable[[], str],
) -> None:
    """Raises CheckFailed if one of these values is wrong after a step."""
    wrong = next((row for row in step.rows if row.label in labels and not row.right), None)
    if wrong is None:
        return
    print(_one_entry(step, wrong.worst))
    symptom = step.case.symptom(tuple(row.symptom for row in step.rows))
    clue = _clue_to_step(step)
    message = f"After step {step.given.t}, {wrong.label} {what_is_wrong(wrong)}.{clue}"
    is_certain = clue in (SWAPPED, UNCHANGED)
    find_out = None if is_certain else lambda: at_rest() or finding(experiments, wrong.label)
    raise wrong_answer(message, symptom, find_out=find_out)


def _one_entry(step: _Step, place: tuple[int, ...]) -> str:
    """What a step does to one entry, in numbers that a student can check by hand."""
    if not place:  # the shape is wrong
        return table(step.rows)
    value, gradient, mean, square = (in_text(tensor[place]) for tensor in step.given[:4])
    rows = []
    for row in step.rows:
        tensor = as_tensor(row.yours)
        yours = row.yours if row.misfit or tensor is None else tensor[place]
        rows.append(Row(row.label, yours, row.pytorch[place]))
    return (
        f"Step {step.given.t} of entry {list(place)}, with rate {in_text(step.given.rate)}: "
        f"the parameter was {value}, its gradient {gradient},\n"
        f"the mean before the step {mean}, that of the squares {square}.\n" + table(rows)
    )


def _clue_to_step(step: _Step) -> str:
    """Says how the wrong values are related to the right ones: whether the means are swapped or
    unchanged or, if they are right, how far the parameter has moved."""
    value, mean, square = step.rows
    value_now = as_tensor(value.yours)
    if value.misfit or value_now is None:
        return ""
    if is_right(mean.yours, square.pytorch) and is_right(square.yours, mean.pytorch):
        return SWAPPED
    for row, before in ((mean, step.given.mean), (square, step.given.square)):
        if not row.right:
            return UNCHANGED if is_right(row.yours, before) else ""
    if is_right(value.yours, step.given.value):
        return " Both means are right, but the parameter has not moved."
    times = common_factor(value_now - step.given.value, value.pytorch - step.given.value)
    if times is None:
        return " Both means are right, so the mistake is in the step that is made from them."
    if abs(times + 1) < SAME_FACTOR:
        return " Both means are right, but each entry moves the other way."
    return f" Both means are right, but each entry moves {times:.6g} times as far as it should."
