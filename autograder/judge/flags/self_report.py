"""Reads what a student's kernel says about itself that an instructor should look at."""

import re
import sys
from operator import attrgetter

from autograder.base.sentences import first_of
from autograder.in_kernel.watching.other_code import PRIVATE
from autograder.in_kernel.watching.replaced import LIBRARIES

MAX_NAMED = 4  # replaced functions that are named
_OURS = "course", *PRIVATE
_NAME = re.compile(rf"({'|'.join(_OURS + LIBRARIES)})(\.\w{{1,40}}){{1,5}}", re.ASCII)
_SHORTCUTS = {  # as the kernel calls them
    "numerical": (
        "PyTorch computed with values very near the inputs of a node, or with complex numbers, "
        "as in numerical differentiation. Does the node know its rule?"
    ),
    "derivative": "a node called a function of PyTorch that computes derivatives.",
}


def self_reported(evidence: dict, *, may_use_autograd: bool = False) -> list[str]:
    """Sentences on what a kernel says about itself that an instructor should look at.

    Args:
        may_use_autograd: whether PyTorch's autograd may be at work.
    """
    flags = []
    if evidence.get("autograd", 0) != 0 and not may_use_autograd:
        flags.append("PyTorch's autograd was at work while the student's code ran.")
    if evidence.get("traced", False) is not False:
        flags.append("other code heard each call of the grader's own, and could change it.")
    if evidence.get("others", 0) != 0:
        flags.append("other threads or processes were running beside the student's code.")
    shortcuts = evidence.get("shortcuts")
    if isinstance(shortcuts, list):
        flags += [sentence for kind, sentence in _SHORTCUTS.items() if kind in shortcuts]
    replaced = evidence.get("replaced")
    if isinstance(replaced, list):
        names = [name for name in replaced if isinstance(name, str) and _NAME.fullmatch(name)]
        if names:
            flags.append(_about_replaced(names))
    return flags


def _about_replaced(names: list[str]) -> str:
    known = first_of([name for name in names if _is_known(name)], MAX_NAMED)
    which = f": {known}" if known else ""
    is_ours = any(name.startswith(_OURS) for name in names)
    code = "code of the course" if is_ours else "what the course uses of Python or PyTorch"
    return f"{code} had been replaced before or while it ran{which}."


def _is_known(name: str) -> bool:
    """Whether something of this name exists. A student's kernel may have invented the name."""
    package, _, rest = name.partition(".")
    if package not in ("course", *LIBRARIES):
        return False
    try:
        attrgetter(rest)(sys.modules[package])
    except (AttributeError, KeyError):
        return False
    return True
