"""Checks a step of gradient descent."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeGuard

import torch

from course.check.base.cases import Case
from course.check.base.failures import plain_numbers, wrong_answer
from course.check.base.random_values import RandomValues
from course.check.base.student_code import answer_to
from course.check.base.value_clues import what_is_wrong
from course.check.experiments.experiment import Experiments, random_groups
from course.check.experiments.findings import finding
from course.messages.failure import CheckFailed
from course.subject import CallFunction, Happened, reserve
from course.values.closeness import is_right
from course.values.compare import Row
from course.values.tensors import NamedTensors, as_float64
from course.values.words import kind_in_words, listed

RATE = "the rate"


class _Step(NamedTuple):
    """What sgd_step is given."""

    parameters: NamedTensors
    gradients: NamedTensors
    rate: float

    def in_order(self) -> "_Step":
        """The same, with the gradients in the order of the parameters."""
        return self._replace(gradients={name: self.gradients[name] for name in self.parameters})

    def question(self, sgd_step: Callable) -> CallFunction:
        return CallFunction(sgd_step, tuple(self))

    def right(self) -> NamedTensors:
        """The parameters after the step."""
        # As torch.optim.SGD does it, which is not used because importing it takes a second.
        return {
            name: torch.add(value, self.gradients[name], alpha=-self.rate)
            for name, value in self.parameters.items()
        }


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
    steps: list[_Step] = []
    for near in (as_float64, random_values.near, random_values.near):
        parameters = {name: near(value) for name, value in readable.items()}
        gradients = {name: near(value) for name, value in slopes.items()}
        steps.append(_Step(parameters, gradients, random_values.near(0.1) if steps else 0.1))
    in_order = [reserve([step.in_order().question(sgd_step)]) for step in steps]
    for i, (step, answers_in_order) in enumerate(zip(steps, in_order, strict=True)):
        case = Case() if i else Case(key=("sgd_step",))
        try:
            answer = answer_to("sgd_step", case, step.question(sgd_step))
        except CheckFailed as failed:
            raised = failed.diagnosis.raised  # None if it was stopped, or is not written yet
            if raised and (clue := _clue_to_order(answers_in_order, step.right())):
                raise CheckFailed(f"{failed}{clue}", failed.diagnosis) from None
            raise
        _refuse_wrong(answer.returned, step.right(), case, answers_in_order, experiments)
    print("Right: the parameters after a step, on 3 sets of values.")


def _reserve_steps(sgd_step: Callable, readable: NamedTensors, slopes: NamedTensors) -> Experiments:
    """Reserves questions about steps with other values, some of them changed or special."""
    random_values = RandomValues(7, fixed=True)

    def near() -> NamedTensors:
        gradients = {_gradient_of(name): random_values.near(slopes[name]) for name in readable}
        parameters = {name: random_values.near(value) for name, value in readable.items()}
        rate = as_float64(random_values.near(0.1))
        return parameters | gradients | {RATE: rate}

    def step_of(values: NamedTensors) -> _Step:
        parameters = {name: values[name] for name in readable}
        gradients = {name: values[_gradient_of(name)] for name in slopes}
        return _Step(parameters, gradients, float(values[RATE]))

    def ask_with(values: NamedTensors) -> CallFunction:
        return step_of(values).question(sgd_step)

    def what_came_out(answer: Happened) -> dict:
        returned = answer.returned if isinstance(answer.returned, Mapping) else {}
        return {_after_step(name): value for name, value in returned.items()}

    def right_of(values: NamedTensors) -> NamedTensors:
        return {_after_step(name): value for name, value in step_of(values).right().items()}

    values_given = [near() for _ in range(3)]
    return Experiments(ask_with, what_came_out, lambda: random_groups(values_given, right_of))


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
            None if _has_other_names(returned, right) else case.symptom(plain_numbers(returned)),
        )
    rows = [Row(_after_step(name), returned[name], right[name]) for name in right]
    if wrong := next((row for row in rows if not row.right), None):
        message = f"{wrong.label} {what_is_wrong(wrong)}.{_clue_to_order(in_order, right)}"
        symptom = case.symptom(tuple(row.symptom for row in rows))
        raise wrong_answer(message, symptom, find_out=lambda: finding(experiments, wrong.label))


def _clue_to_order(in_order: Callable[[], list[Happened]], right: NamedTensors) -> str:
    """What to add to a message if the step is right with the gradients in the order of the
    parameters; else empty."""
    ordered = next(iter(in_order()), Happened()).returned
    if _has_names(ordered, right) and all(is_right(ordered[name], right[name]) for name in right):
        return (
            " With the gradients in the order of the parameters it is right: what belongs together "
            "has the same name."
        )
    return ""


def _has_other_names(returned: object, right: NamedTensors) -> bool:
    """Whether a dictionary has none of the names, or another one: then no known mistake fits."""
    return isinstance(returned, Mapping) and not (returned and set(returned) <= set(right))


def _has_names(returned: object, right: NamedTensors) -> TypeGuard[Mapping]:
    return isinstance(returned, Mapping) and set(returned) == set(right)
