"""PyTorch's settings, which a student may have changed in any cell before a check."""

from collections.abc import Callable

import pytest
import torch

from course import (
    Exp,
    Leaf,
    Mean,
    Sine,
    check_costs,
    check_derivative_by_hand,
    check_exercise,
    check_kept,
    check_wrong_engines,
    kept_by_pytorch,
    memory_of,
    values_kept,
)
from course.check.variants.number_pools import matrix_entries, softmax
from course.lecture.attention import attention
from course.lecture.linear import rectangle, zoom
from course.lecture.saturation import saturation
from course.lecture.training import train
from course.player.recorded_run import simulated_run
from course.running.settings import settings_restored
from tests.helpers.cost_formulas import network

SET = {  # what a student sets, and how it is read
    "no gradients": (lambda: torch.set_grad_enabled(False), torch.is_grad_enabled),
    # On the device "meta" nothing has a value: whatever strays to it cannot be compared.
    "another device": (lambda: torch.set_default_device("meta"), lambda: torch.empty(0).device),
}


def checked(check: Callable, *args, **options) -> Callable:
    """Runs a check as a cell of a notebook does."""

    def run():
        with check_exercise("1 settings"):
            check(*args, **options)

    return run


@pytest.mark.parametrize("name", SET)
@pytest.mark.parametrize(
    "use",
    [
        checked(check_costs, {"M_run": "n d"}, memory_of(network), of="m n d"),
        checked(check_derivative_by_hand, lambda x: x**2, "2 x", at=[-1.0, 0.5, 2.0]),
        checked(check_wrong_engines, {"first": ("a*b + a", 1, 2)}, {"a": 1.0, "b": 2.0}),
        checked(check_kept, Sine, [[1.0, 2.0, 3.0]], at_most=24),
        lambda: softmax.__wrapped__(1),  # not the one that another test has made
        lambda: matrix_entries.__wrapped__(1),
        lambda: simulated_run(Mean(Leaf(2.0, "x"), Exp(Leaf(1.0, "y")))),
        lambda: simulated_run(Exp(Leaf(torch.ones(2, device="cpu"), "v"))),
        rectangle,
        attention,
        zoom,
        saturation,
        train,
    ],
    ids=[
        *("costs", "a derivative", "wrong engines", "what is kept", "softmax", "matrix entries"),
        *(
            "a run on numbers",
            "a run on tensors",
            "frames",
            "attention",
            "a demo",
            "saturation",
            "training",
        ),
    ],
)
def test_what_a_student_has_set_in_pytorch_disturbs_no_check_variant_replay_or_demo(use, name):
    change, setting = SET[name]
    with settings_restored():
        change()
        before = setting()
        use()
        assert setting() == before


@pytest.mark.parametrize("name", SET)
def test_what_pytorch_keeps_does_not_depend_on_what_a_student_has_set(name):
    with settings_restored():
        SET[name][0]()
        assert values_kept(3, True) == 6
        assert kept_by_pytorch(torch.Tensor.exp) == "output"
