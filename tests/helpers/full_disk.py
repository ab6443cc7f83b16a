"""A disk without room."""

import resource
from contextlib import contextmanager


@contextmanager
def full_disk():
    """In here no file of this process can grow beyond a kilobyte."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
