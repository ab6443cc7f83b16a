"""Checks one step of Adam, for one parameter."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import torch

from course.check.base.failures import wrong_answer
from course.check.experiments.findings import finding
from course.check.models.optimiser_step import OptimiserStep
from course.messages.failure import CheckFailed
from course.questions import CallFunction
from course.reference.cases import Case
from course.reference.random_values import RandomValues
from course.values.as_text import in_text
from course.values.closeness import common_factor, is_right
from course.values.compare import Row, first_wrong, table
from course.values.tensors import NamedTensors, as_float64, as_tensor

MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8  # torch.optim.Adam's defaults
STEPS_CHECKED = (1, 2, 7)
LATE = 200  # a step checked only on random values: the last training step in homework 8
GIVEN = (
    "the old parameter",
    "the gradient",
    "the old mean of the gradients",
    "the old mean of their squares",
    "t",
    "the rate",
)
RETURNED = ("the parameter", "the mean of the gradients", "the mean of their squares")


def check_adam_step(adam_step: Callable) -> None:
    """Checks steps of Adam: the first, the second and later ones. The means after all steps are
    checked first, because the new parameter is computed from them.

    Args:
        adam_step: the student's; `adam_step(value, gradient, mean, square, t, rate)` takes four
            tensors of the same shape, the number of the step (from 1), and the learning rate. It
            returns three tensors: the new value, mean and square.
    """

    def question(given: NamedTensors) -> CallFunction:
        *tensors, t, rate = given.values()
        return CallFunction(adam_step, (*tensors, int(t), float(rate)))

    expected = "three tensors, the new parameter, mean and square, in this order, were"
    step = OptimiserStep("adam_step", question, _outcomes, _right_of, expected)
    fixed_values, random_values = RandomValues(7, fixed=True), RandomValues(0)
    experiments = step.experiments(
        [_given(t, fixed_values.near) for t in STEPS_CHECKED[::-1]],
        fixed=("t", "the rate"),
    )
    tried = [_tried(step, t, as_float64, Case(key=("adam_step", t))) for t in STEPS_CHECKED]
    tried += [_tried(step, t, random_values.near, Case()) for t in (*STEPS_CHECKED, LATE)]
    for labels in (RETURNED[1:], RETURNED[:1]):
        for given, rows, case in tried:
            if wrong := first_wrong(row for row in rows if row.label in labels):
                print(_one_entry(given, rows, wrong.worst))
                # In step 1, where the means were 0, different mistakes look the same.
                seen = (row.symptom for _, rows, case in tried if case.key for row in rows)
                raise wrong_answer(
                    f"After step {int(given['t'])}, {wrong.label} {wrong.what_is_wrong()}."
                    f"{_clue(given, rows)}",
                    case.symptom(tuple(seen)),
                    find_out=partial(finding, experiments, wrong.label),
                )
    print(f"Right: the parameter and both means after steps {', '.join(map(str, STEPS_CHECKED))}.")


def _tried(
    step: OptimiserStep, t: int, near: Callable[[torch.Tensor], torch.Tensor], case: Case
) -> tuple[NamedTensors, list[Row], Case]:
    """The given values of step t, the outcomes compared with the right ones, and the case."""
    given = _given(t, near)
    rows = step.rows(given, case)
    if array := next((row for row in rows if isinstance(row.yours, np.ndarray)), None):
        raise CheckFailed(f"adam_step returned {array.label} as a NumPy array, not a tensor.")
    return given, rows, case


def _given(t: int, near: Callable[[torch.Tensor], torch.Tensor]) -> NamedTensors:
    """The given values of step t, made by `near` from values that a person can follow."""
    value = near(as_float64([[1.0, -2.0, 0.5], [3.0, 0.25, -1.5]]))
    gradient = near(as_float64([[10.0, -0.5, 2.0], [-1e-4, 4.0, -6.0]]))
    earlier = near(as_float64([[6.0, -1.0, 0.3], [-2e-4, -2.0, 1.5]]))
    mean, square = earlier * (1 - MEAN ** (t - 1)), earlier**2 * (1 - SQUARE ** (t - 1))
    values = (value, gradient, mean, square, as_float64(t), near(as_float64(0.1)))
    return dict(zip(GIVEN, values, strict=True))


def _outcomes(returned: object) -> Mapping[str, object]:
    values = returned if isinstance(returned, list | tuple) else ()
    return dict(zip(RETURNED, values, strict=False)) if len(values) == len(RETURNED) else {}


def _right_of(given: NamedTensors) -> NamedTensors:
    return dict(zip(RETURNED, pytorch_adam(*given.values()), strict=True))


def pytorch_adam(
    value: torch.Tensor,
    gradient: torch.Tensor,
    mean: torch.Tensor,
    square: torch.Tensor,
    t: int | torch.Tensor,
    rate: float | torch.Tensor,
) -> list[torch.Tensor]:
    """The parameter and both means after a step, computed as in torch.optim.Adam."""
    # torch.optim is not used, because importing it takes a second.
    mean = torch.lerp(mean, gradient, 1 - MEAN)
    square = torch.addcmul(SQUARE * square, gradient, gradient, value=1 - SQUARE)
    height = (square / (1 - SQUARE**t)).sqrt() + TINY
    return [value - rate / (1 - MEAN**t) * mean / height, mean, square]


def _one_entry(given: NamedTensors, rows: list[Row], place: tuple[int, ...]) -> str:
    """What a step does to one entry, in numbers that a student can check by hand. The means come
    first, as in the check."""
    value_row, *means = rows
    rows = [*means, value_row]
    if not place:  # the shape is wrong
        return table(rows)
    *tensors, t, rate = given.values()
    value, gradient, mean, square = (in_text(tensor[place]) for tensor in tensors)
    at_place = []
    for row in rows:
        tensor = as_tensor(row.yours)
        yours = row.yours if row.misfit or tensor is None else tensor[place]
        at_place.append(Row(row.label, yours, row.pytorch[place]))
    return (
        f"Step {int(t)} of entry {list(place)}, with rate {in_text(rate)}: "
        f"the parameter was {value}, its gradient {gradient},\n"
        f"the mean before the step {mean}, that of the squares {square}.\n" + table(at_place)
    )


def _clue(given: NamedTensors, rows: list[Row]) -> str:
    """Says whether the means are swapped or, if they are right, how far the parameter has moved."""
    value, mean, square = rows
    if is_right(mean.yours, square.pytorch) and is_right(square.yours, mean.pytorch):
        return " Both means are right, but in the wrong order."
    after, before = as_tensor(value.yours), given[GIVEN[0]]
    if after is None or value.misfit or not (mean.is_right and square.is_right):
        return ""
    times = common_factor(after - before, value.pytorch - before)
    if times is None:
        return " Both means are right, so the mistake is in the step that is made from them."
    if is_right(times, as_float64(0)):
        return " Both means are right, but the parameter does not move."
    distance = f"{abs(times):.6g} times as far as it should"
    if times < 0:
        distance = f"in the opposite direction, {distance.removeprefix('1 times ')}"
    return f" Both means are right, but each entry moves {distance}."
