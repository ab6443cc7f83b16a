"""Reads the limits that a class's config sets for a submission."""

from dataclasses import replace
from typing import Any

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.on_nbgrader.settings import CONFIG_FILE, configured
from autograder.sandbox.limits import DEFAULT, Limits


def limits_of(classroom: Classroom, *, unsafe: bool = False) -> Limits:
    """The limits of a submission in a class: the default ones, except for those in `c.Limits`.

    Args:
        unsafe: whether to run without a sandbox, whatever the config says.

    Raises:
        Failure: the config sets something that is not a limit, or not a valid one.
    """
    config = configured(classroom)
    chosen = {**config.SandboxedExecute, **config.Limits}  # `c.SandboxedExecute` is the old name
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
