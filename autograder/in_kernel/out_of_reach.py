"""Takes the modules that answer out of the reach of a notebook's code, before any of it runs.

A library may look up any name that it is given, such as one that was put together so that no cell
contains it. What is no longer among Python's modules cannot be found like that: an import makes a
copy, which takes no part in answering.
"""

import sys

_PRIVATE = "in_kernel", "pipe_kernel"  # no notebook has a reason to import these


def put_out_of_reach() -> None:
    """Forgets all of these modules; those that have imported them still work."""
    for name in filter(is_private, [*sys.modules]):
        del sys.modules[name]


def is_private(module: str) -> bool:
    """Whether a module of this name is out of reach."""
    return module.partition(".")[0] in _PRIVATE
