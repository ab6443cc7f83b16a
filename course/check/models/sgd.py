"""Checks a step of gradient descent."""

from collections.abc import Callable, Mapping
from functools import partial

import torch

from course.check.base.failures import wrong_answer
from course.check.experiments.findings import finding
from course.check.models.optimiser_step import OptimiserStep
from course.questions import CallFunction
from course.reference.cases import Case
from course.reference.random_values import RandomValues
from course.values.compare import first_wrong
from course.values.tensors import NamedTensors, as_float64

# The gradients are in a different order from the parameters; matching ones have the same name.
PARAMETERS, GRADIENTS = ("W", "b"), ("b", "W")
_GRADIENT, _RATE, _AFTER = "the gradient of {}", "the rate", "{} after the step"
_READABLE = {
    "W": [[1.0, -2.0, 0.5]],
    "b": [[3.0], [4.0]],
    "the gradient of W": [[10.0, 5.0, -4.0]],
    "the gradient of b": [[-2.0], [8.0]],
    "the rate": 0.1,
}
# Parameters of the same shape, so that an experiment can show if one is mistaken for the other.
_OF_ONE_SHAPE = {"b": [[3.0, 4.0, -1.0]], "the gradient of b": [[-2.0, 8.0, 3.0]]}


def check_sgd_step(sgd_step: Callable) -> None:
    """Checks a step of gradient descent, parameter by parameter.

    Args:
        sgd_step: the student's; `sgd_step(parameters, gradients, rate)` takes and returns
            dictionaries of tensors.
    """

    def question(given: NamedTensors) -> CallFunction:
        parameters = {name: given[name] for name in PARAMETERS}
        gradients = {name: given[_GRADIENT.format(name)] for name in GRADIENTS}
        return CallFunction(sgd_step, (parameters, gradients, float(given[_RATE])))

    expected = "a dictionary with new values for W and b was"
    step = OptimiserStep("sgd_step", question, _outcomes, _right_of, expected)
    fixed_values, random_values = RandomValues(7, fixed=True), RandomValues(0)
    experiments = step.experiments(
        [_values(_READABLE | _OF_ONE_SHAPE, fixed_values.near) for _ in range(3)]
    )
    for near in (as_float64, random_values.near, random_values.near):
        case = Case(key=("sgd_step",)) if near is as_float64 else Case()
        rows = step.rows(_values(_READABLE, near), case)
        if wrong := first_wrong(rows):
            raise wrong_answer(
                f"{wrong.label} {wrong.what_is_wrong()}.",
                case.symptom(tuple(row.symptom for row in rows)),
                find_out=partial(finding, experiments, wrong.label),
            )
    print("Right: the parameters after a step, on 3 sets of values.")


def _values(readable: Mapping, near: Callable[[torch.Tensor], torch.Tensor]) -> NamedTensors:
    return {name: near(as_float64(value)) for name, value in readable.items()}


def _outcomes(returned: object) -> Mapping[str, object]:
    values = returned if isinstance(returned, Mapping) else {}
    return {_AFTER.format(name): value for name, value in values.items()}


def _right_of(given: NamedTensors) -> NamedTensors:
    # Computed as in torch.optim.SGD, which is not used because importing it takes a second.
    rate = float(given[_RATE])
    return {
        _AFTER.format(name): torch.add(given[name], given[_GRADIENT.format(name)], alpha=-rate)
        for name in PARAMETERS
    }
