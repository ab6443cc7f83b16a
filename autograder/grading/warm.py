"""Imported by a worker when it starts: its zygote and its own imports are ready together."""

import atexit
import contextlib
import os

from autograder import quick  # noqa: F401  first
from autograder.sandbox.bubblewrap import NoSandbox
from autograder.sandbox.host import zygote

# Python takes a second to take PyTorch apart. What is registered later is still run before.
atexit.register(os._exit, 0)

with contextlib.suppress(NoSandbox, OSError):  # whoever needs the sandbox will be told
    zygote().begin()  # unless one is offered

import autograder.grading.submission  # noqa: E402, F401  while the zygote imports, too
