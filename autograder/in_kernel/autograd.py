"""Whether PyTorch's autograd is at work while a student's code answers.

It is a hint, not proof: it runs in the student's own kernel, whose code could remove it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import _C
from torch.autograd import Variable, forward_ad

_engine = Variable._execution_engine
_nodes_made = _C._autograd._get_sequence_nr  # how many nodes this thread has had in its graphs


@contextmanager
def watched() -> Iterator[list[str]]:
    """Gives a list that has entries at the end if PyTorch has differentiated: backward, in any
    thread and however the engine was called; forward; or by hand on a graph of this thread's."""
    make_dual = forward_ad.make_dual
    seen: list[str] = []
    runs, nodes = _backward_passes(), _nodes_made()

    def noted(*arguments, **options):
        seen.append("forward")
        return make_dual(*arguments, **options)

    forward_ad.make_dual = noted
    try:
        yield seen
    finally:
        forward_ad.make_dual = make_dual
        if _nodes_made() > nodes:
            seen.append("graph")
        if _backward_passes() > runs + 1:
            seen.append("backward")


def _backward_passes() -> int:
    """How many backward passes this process has made, in all its threads, before the one that is
    made here to find out: PyTorch numbers them."""
    numbers: list[int] = []
    with torch.inference_mode(False), torch.enable_grad():  # whatever the student has set
        x = torch.zeros((), device="cpu", requires_grad=True)
        y = x.clone()
        y.register_hook(lambda _: numbers.append(_C._current_graph_task_id()))
        _engine.run_backward((y,), (torch.ones_like(y),), False, False, (x,), True, False)
    return numbers[0]
