"""Operations and memory of PyTorch code are measured."""

import torch
from torch.utils.checkpoint import checkpoint

from course import multiplications
from course.homework.memory import values_kept
from course.measuring.meter import MemoryMeter, peak_numbers, saved_numbers, scalar_operations
from tests.helpers.cost_formulas import network


def test_a_product_takes_two_operations_for_each_multiplication():
    A, B = torch.zeros(3, 5), torch.zeros(5, 7)
    assert scalar_operations(lambda: A @ B) == 2 * multiplications(lambda: A @ B) == 2 * 3 * 5 * 7
    assert scalar_operations(lambda: torch.tanh(A)) == scalar_operations(lambda: A.mean()) == 15
    assert multiplications(lambda: torch.tanh(A)) == 0


def test_values_saved_twice_in_the_same_memory_count_once():
    x = torch.ones(3, 5, requires_grad=True)
    assert saved_numbers(lambda: (x.exp() * 2).exp()) == 15 + 15
    y = torch.ones(3, 5, requires_grad=True)
    assert saved_numbers(lambda: y * y) == 15
    assert saved_numbers(lambda: y * y, [y]) == 0


def test_a_saved_part_of_a_tensor_counts_with_the_memory_it_keeps():
    x = torch.ones(10, 10, requires_grad=True)
    assert saved_numbers(lambda: (x * x).sum() + (x[0] * x[0]).sum()) == 100
    assert saved_numbers(lambda: (x[0] * x[0]).sum() + (x[1] * x[1]).sum()) == 100


def test_an_expanded_tensor_counts_with_all_its_entries():
    assert [values_kept(m, True) for m in (1, 2, 3)] == [2, 4, 6]
    x = torch.ones(1, requires_grad=True)
    assert saved_numbers(lambda: x.expand(10).square().sum() + x.expand(5).square().sum()) == 10


def test_only_tensors_made_while_measuring_count_as_memory():
    given = torch.ones(4, 6)
    assert peak_numbers(lambda: given.t()) == 0
    assert peak_numbers(lambda: [part.t() for part in given.chunk(2, dim=1)]) == 0
    assert peak_numbers(lambda: given.add_(1)) == 0
    assert peak_numbers(lambda: given + 1) == 24


def test_tensors_that_are_no_longer_needed_leave_memory():
    with MemoryMeter() as meter:
        x = torch.ones(10)
        y = x + 1
        del x
        held = meter.now
        del y
    assert (held, meter.now, meter.peak) == (10, 0, 20)
    assert meter.history[0] == 0


def test_gradients_stay_after_a_backward_pass_and_saved_activations_do_not():
    W = torch.ones(5, 5, requires_grad=True)
    x = torch.ones(3, 5)
    with MemoryMeter() as meter:
        network(x, [W]).backward()
    assert meter.now == 25
    assert meter.peak > 25


def test_checkpoints_lower_the_peak_and_take_more_operations():
    x = torch.ones(50, 8)
    weights = [torch.ones(8, 8, requires_grad=True) for _ in range(9)]

    def segment(x, *weights):
        for W in weights:
            x = torch.tanh(x @ W)
        return x

    def plain():
        segment(x, *weights).sum().backward()

    def checkpointed():
        now = x
        for i in range(0, 9, 3):
            now = checkpoint(segment, now, *weights[i : i + 3], use_reentrant=False)
        now.sum().backward()

    assert peak_numbers(checkpointed) < peak_numbers(plain)
    assert scalar_operations(checkpointed) > scalar_operations(plain)
