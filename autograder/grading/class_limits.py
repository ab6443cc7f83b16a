"""Reads the limits of a submission that a class's config sets."""

from dataclasses import replace
from typing import Any

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.on_nbgrader.settings import CONFIG_FILE, configured
from autograder.sandbox.limits import DEFAULT, Limits


def limits_of(classroom: Classroom, *, unsafe: bool = False) -> Limits:
    """The limits of a submission in a class: the default ones, but for what `c.Limits` says.

    Args:
        unsafe: whether to run without a sandbox, whatever the config says.

    Raises:
        Failure: it says something that is no limit.
    """
    config = configured(classroom)
    chosen = {**config.SandboxedExecute, **config.Limits}  # the first is the name it had before
    limits: dict[str, Any] = {"unsafe": bool(chosen.pop("allow_unsafe", False)) or unsafe}
    for name, value in chosen.items():
        default = getattr(DEFAULT, name, None)
        kind = (int, float) if isinstance(default, float) else int
        is_number = isinstance(value, kind) and not isinstance(value, bool)
        # As the size of a disk, Linux takes 0 for no limit.
        if default is None or name == "unsafe" or not is_number or value < 1:
            raise Failure(f"{CONFIG_FILE} cannot set the limit {name} to {value!r}. Correct it.")
        limits[name] = value
    return replace(DEFAULT, **limits)
