"""Changes global state, and restores it at the end of a context."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def temporary_items(target: dict, items: Mapping) -> Iterator[None]:
    """Gives a dictionary exactly these items in this context."""
    before, now = dict(target), dict(items)
    target.clear()
    target.update(now)
    try:
        yield
    finally:
        target.clear()
        target.update(before)


@contextmanager
def temporary_environment(**variables: str) -> Iterator[None]:
    """Sets environment variables in this context. The others are never removed, not even for a
    moment, since other threads may read them."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
