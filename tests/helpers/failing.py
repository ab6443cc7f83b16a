"""What a check has against an answer."""

from collections.abc import Callable

import pytest

from course.messages.failure import CheckFailed


def failure(check: Callable, *args, **kwargs) -> CheckFailed:
    """What a check raises that has to fail."""
    with pytest.raises(CheckFailed) as caught:
        check(*args, **kwargs)
    return caught.value


def fails(check: Callable, *args, **kwargs) -> str:
    """What a check says that has to fail."""
    return str(failure(check, *args, **kwargs))


def explained(check: Callable, *args, **kwargs) -> str:
    """All that a notebook shows of a check that has to fail, such as the name of the mistake."""
    return "\n".join(failure(check, *args, **kwargs)._render_traceback_())
