"""Gathers what a kernel says about itself beside its answers."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from .autograd import autograd_noted
from .other_threads import others_noted
from .replaced import replaced


@contextmanager
def self_report() -> Iterator[dict]:
    """Gives a report on what happens in this context. At the end, it has

    autograd: how many signs there were that PyTorch's autograd was at work.
    others: the same of other threads and processes.
    replaced: the names of what had been replaced, before or meanwhile.
    traced: whether functions that Python calls at each call or line were removed.
    """
    report: dict = {}
    traced, before = _end_tracing(), replaced()
    with autograd_noted() as autograd, others_noted() as others:
        yield report
        meanwhile = replaced()  # the code that just ran may do this
    report["traced"] = _end_tracing() or traced
    report["autograd"], report["others"] = len(autograd), len(others)
    report["replaced"] = before + meanwhile


def _end_tracing() -> bool:
    """Removes functions that Python calls at each call or line, which could change what is
    reported. Returns whether there were any."""
    is_traced = sys.getprofile() is not None or sys.gettrace() is not None
    sys.setprofile(None)
    sys.settrace(None)
    return is_traced
