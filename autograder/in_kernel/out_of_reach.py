"""Takes the modules that answer out of the reach of a notebook's code, before any of it runs.

A library may look up any name that it is given, such as one that was put together so that no cell
contains it. What is no longer among Python's modules cannot be found like that: an import makes a
copy, which takes no part in answering.
"""

import sys

# The kernel, and the parts of the course that ask, run and measure a student's code.
_PACKAGES = (
    "in_kernel",
    "pipe_kernel",
    "course.measuring",
    "course.recording",
    "course.right_results",
    "course.running",
    "course.subject",
)


def put_out_of_reach() -> None:
    """Forgets all of these modules; those that have imported them still work."""
    for name in filter(is_private, [*sys.modules]):
        del sys.modules[name]
        package, _, last = name.rpartition(".")
        if package in sys.modules:
            vars(sys.modules[package]).pop(last, None)


def is_private(module: str) -> bool:
    """Whether a module of this name is out of reach."""
    return any(module == package or module.startswith(f"{package}.") for package in _PACKAGES)
