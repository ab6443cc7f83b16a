"""Turns what a student's kernel says about itself into flags."""

import re
import sys
from functools import cache, reduce
from inspect import getattr_static

from autograder.base.sentences import first_of
from autograder.in_kernel.watching.autograd import AUTOGRAD
from autograder.in_kernel.watching.other_code import PRIVATE
from autograder.in_kernel.watching.replaced import ALL_OF, libraries
from autograder.in_kernel.watching.shortcuts import NUMERICAL

MAX_NAMED = 4  # replaced functions that are named
_REPLACED = "had been replaced before or while it ran"
_OURS = "course", *PRIVATE
_SIGNS = {
    AUTOGRAD: "PyTorch's autograd was at work while the student's code ran.",
    NUMERICAL: (
        "PyTorch computed with values very near the inputs of a node, or with complex numbers, "
        "as in numerical differentiation. Does its code contain the rule?"
    ),
}


def flags_in_evidence(evidence: dict, *, may_use_autograd: bool = False) -> list[str]:
    """Flags made from what a kernel says about itself.

    Args:
        may_use_autograd: whether PyTorch's autograd may be at work.
    """
    signs = evidence.get("signs")
    told = [sign for sign in signs if isinstance(sign, str)] if isinstance(signs, list) else []
    expected = {AUTOGRAD} if may_use_autograd else set()
    flags = [_SIGNS[sign] for sign in _SIGNS if sign in told and sign not in expected]
    names = [sign for sign in told if _pattern_of_names().fullmatch(sign)]
    return [*flags, _about_replaced(names)] if names else flags


@cache
def _pattern_of_names() -> re.Pattern[str]:
    """What the names of replaced code look like."""
    modules = "|".join(map(re.escape, [*_OURS, *ALL_OF, *libraries()]))
    return re.compile(rf"({modules})(\.\w{{1,40}}){{1,5}}", re.ASCII)


def _about_replaced(names: list[str]) -> str:
    known = first_of([name for name in names if _is_known(name)], MAX_NAMED)
    which = f": {known}" if known else ""
    is_ours = any(name.startswith(_OURS) for name in names)
    code = "code of the course" if is_ours else "what the course uses of Python or PyTorch"
    return f"{code} {_REPLACED}{which}."


def is_about_replaced(flag: str) -> bool:
    """Whether a sentence says that something had been replaced."""
    return _REPLACED in flag


def _is_known(name: str) -> bool:
    """Whether something of this name exists. A student's kernel may have invented the name, so
    looking it up imports nothing and runs no module's code."""
    package, *inside = name.split(".")
    try:
        reduce(getattr_static, inside, sys.modules[package])
    except (AttributeError, KeyError):
        return False
    return True
