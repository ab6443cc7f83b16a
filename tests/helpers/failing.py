"""What a check says about an answer that it refuses."""

from collections.abc import Callable

import pytest

from course.messages.failure import CheckFailed


def failure(check: Callable, *args, **kwargs) -> CheckFailed:
    """Asserts that a check fails, and returns what it raises."""
    with pytest.raises(CheckFailed) as caught:
        check(*args, **kwargs)
    return caught.value


def fails(check: Callable, *args, **kwargs) -> str:
    """Asserts that a check fails, and returns what it says."""
    return str(failure(check, *args, **kwargs))


def explained(check: Callable, *args, **kwargs) -> str:
    """Asserts that a check fails, and returns all that a notebook shows of it."""
    return "\n".join(failure(check, *args, **kwargs)._render_traceback_())
