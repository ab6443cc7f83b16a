"""Whether PyTorch's autograd is at work while a student's code answers.

It is a hint, not proof: it runs in the student's own kernel, whose code could remove it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import _C
from torch.autograd import Variable, forward_ad

_nodes_made = _C._autograd._get_sequence_nr  # how many nodes autograd has had in its graphs so far


@contextmanager
def watched() -> Iterator[list[str]]:
    """Gives a list that gets an entry each time PyTorch differentiates, backward or forward: every
    call goes through one of these two places; and one at the end if autograd has made a graph, in
    case an engine was called in another way."""
    engine, make_dual = Variable._execution_engine, forward_ad.make_dual
    seen: list[str] = []
    before = _nodes_made()

    class Engine:
        def run_backward(self, *arguments, **options):
            seen.append("backward")
            return engine.run_backward(*arguments, **options)

        def __getattr__(self, name: str):
            return getattr(engine, name)

    def noted(*arguments, **options):
        seen.append("forward")
        return make_dual(*arguments, **options)

    Variable._execution_engine, forward_ad.make_dual = Engine(), noted
    try:
        yield seen
    finally:
        if _nodes_made() > before:
            seen.append("graph")
        Variable._execution_engine, forward_ad.make_dual = engine, make_dual
