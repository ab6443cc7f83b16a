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
_nodes_made = _C._autograd._get_sequence_nr  # how many nodes this thread has made
_run_backward = Variable._execution_engine.run_backward
_numbers: list[int] = []
# Through this leaf goes a backward pass of our own. Its hook is set here, and without the functions
# that set hooks, because they are in Python, where a notebook could replace them.
_leaf, _one = torch.zeros((), requires_grad=True), torch.ones(())
_leaf._backward_hooks = {0: lambda _: _numbers.append(_number_of_pass())}


@contextmanager
def autograd_noted(signs: set[str]) -> Iterator[None]:
    """Notes whether PyTorch differentiates in this context: in backward mode, in any thread and no
    matter how its engine is called, or in forward mode; or whether this thread makes a graph, on
    which a student's code could differentiate by hand."""
    passes_before, nodes_before = _backward_passes(), _nodes_made()
    # A notebook reaches what the functions below hold. What is counted cannot be taken back.
    count = itertools.count().__next__

    def noting(function: Callable) -> Callable:
        def call(*arguments, **options):
            count()
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
        if count() or has_graph or _backward_passes() != passes_before + 1:
            signs.add(AUTOGRAD)


def _backward_passes() -> int:
    """How many backward passes this process has made, in all its threads. PyTorch numbers them, so
    one more is made here to find out. That is done in C alone, whatever the notebook has changed
    of PyTorch, and in whatever mode that is."""
    _run_backward((_leaf,), (_one,), False, False, (_leaf,), True, False)
    return _numbers.pop()
