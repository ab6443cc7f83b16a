"""Counts processor cores."""

import os


def usable_cores() -> int:
    """How many cores this process may use. A container or a batch system may allow fewer than the
    machine has."""
    if hasattr(os, "sched_getaffinity"):  # not on a Mac
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
