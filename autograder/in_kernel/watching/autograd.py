"""Notes whether PyTorch's autograd is at work while a student's code answers."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch import _C
from torch.autograd import Variable, forward_ad

AUTOGRAD = "autograd"
_enter_dual_level, _make_dual = _C._enter_dual_level, forward_ad.make_dual
_number_of_pass = _C._current_graph_task_id
_nodes_made = _C._autograd._get_sequence_nr  # how many nodes of autograd this thread has made
_run_backward = Variable._execution_engine.run_backward
_numbers: list[int] = []
# Our own backward pass goes through this leaf. Its hook is set here, before any notebook runs, and
# not by PyTorch's functions for hooks: these are written in Python, and a notebook could replace
# them.
_leaf, _one = torch.zeros((), requires_grad=True), torch.ones(())
_leaf._backward_hooks = {0: lambda _: _numbers.append(_number_of_pass())}


@contextmanager
def autograd_noted(signs: set[str]) -> Iterator[None]:
    """Notes whether PyTorch differentiates in this context. It notices backward mode in any thread,
    however PyTorch's engine is called, and forward mode. It also notices if this thread makes a
    PyTorch graph, on which a student's code could differentiate by hand."""
    passes_before, nodes_before = _backward_passes(), _nodes_made()
    # A notebook can reach the variables of the functions below, but cannot turn this counter back.
    count = itertools.count().__next__

    def noting(function: Callable) -> Callable:
        def call(*arguments, **options):
            count()
            return function(*arguments, **options)

        return call

    # Forward mode enters a level. `torch.func` does not, but it makes dual numbers.
    _C._enter_dual_level = noting(_enter_dual_level)
    forward_ad.make_dual = noting(_make_dual)
    try:
        yield
    finally:
        _C._enter_dual_level = _enter_dual_level
        forward_ad.make_dual = _make_dual
        has_graph = _nodes_made() > nodes_before
        if count() or has_graph or _backward_passes() != passes_before + 1:
            signs.add(AUTOGRAD)


def _backward_passes() -> int:
    """How many backward passes this process has made, in all its threads. PyTorch numbers them, so
    this makes one more and reads its number. Only C code runs for that, so the number is right
    whatever the notebook has changed in PyTorch, and whatever mode PyTorch is in."""
    _run_backward((_leaf,), (_one,), False, False, (_leaf,), True, False)
    return _numbers.pop()
