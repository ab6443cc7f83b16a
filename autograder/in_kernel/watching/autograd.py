"""Notes whether PyTorch's autograd is at work while a student's code answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import _C
from torch.autograd import Variable, forward_ad

AUTOGRAD = "autograd"
_engine, _plain = Variable._execution_engine, _C.DisableTorchFunction
_enter_dual_level, _make_dual = _C._enter_dual_level, forward_ad.make_dual
_number_of_pass = _C._current_graph_task_id
_nodes_made = _C._autograd._get_sequence_nr  # how many nodes this thread has made


@contextmanager
def autograd_noted(signs: set[str]) -> Iterator[None]:
    """Notes whether PyTorch differentiates in this context: in backward mode, in any thread and no
    matter how its engine is called, or in forward mode; or whether this thread makes a graph, on
    which a student's code could differentiate by hand."""
    passes_before, nodes_before = _backward_passes(), _nodes_made()

    def noting(function: Callable) -> Callable:
        def call(*arguments, **options):
            signs.add(AUTOGRAD)
            return function(*arguments, **options)

        return call

    # Forward mode enters a level, except in `torch.func`, which makes dual numbers without one.
    _C._enter_dual_level = noting(_enter_dual_level)
    forward_ad.make_dual = noting(_make_dual)
    try:
        yield
    finally:
        _C._enter_dual_level = _enter_dual_level
        forward_ad.make_dual = _make_dual
        has_graph = _nodes_made() > nodes_before
        if has_graph or _backward_passes() > passes_before + 1:
            signs.add(AUTOGRAD)


def _backward_passes() -> int:
    """How many backward passes this process has made, in all its threads. PyTorch numbers them, so
    one more is made here to find out."""
    numbers: list[int] = []
    # No matter what the student has set, such as a mode that sees each call first.
    with _plain(), torch.inference_mode(False), torch.enable_grad():
        x = torch.zeros((), device="cpu", requires_grad=True)
        y = x.clone()
        y.register_hook(lambda _: numbers.append(_number_of_pass()))
        _engine.run_backward((y,), (torch.ones_like(y),), False, False, (x,), True, False)
    return numbers[0]
