"""Simulates a full disk."""

import resource
from contextlib import contextmanager


@contextmanager
def full_disk():
    """Inside this context, no file of this process can grow beyond 1024 bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
