"""Gathers what a kernel says about itself beside its answers."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from .autograd import autograd_noted
from .other_threads import others_noted
from .replaced import replaced
from .shortcuts import Shortcuts


class SelfReport:
    """What was noticed. All attributes are data that goes with the evidence.

    Attributes:
        autograd: how many signs there were that PyTorch's autograd was at work.
        others: the same of other threads and processes.
        replaced: the names of what had been replaced.
        shortcuts: the kinds of shortcuts that nodes took.
        traced: whether functions that Python calls at each call or line were removed.
    """

    def __init__(self) -> None:
        self.traced = _end_tracing()
        self.autograd = self.others = 0
        self.replaced: list[str] = []
        self.shortcuts: list[str] = []

    def note_replaced(self) -> None:
        """Notes what has been replaced since this was last noted."""
        self.replaced += replaced()

    @contextmanager
    def watching(self, shortcuts: Shortcuts) -> Iterator[None]:
        """Notes what happens in this context."""
        with autograd_noted() as autograd, others_noted() as others:
            yield
            self.note_replaced()  # the code that just ran may do this
        self.traced |= _end_tracing()
        self.autograd, self.others = len(autograd), len(others)
        self.shortcuts = sorted(shortcuts.taken)


def _end_tracing() -> bool:
    """Removes functions that Python calls at each call or line, which could change what is
    reported. Returns whether there were any."""
    is_traced = sys.getprofile() is not None or sys.gettrace() is not None
    sys.setprofile(None)
    sys.settrace(None)
    return is_traced
