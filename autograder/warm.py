"""Imported by a worker when it starts: its zygote and its own imports are ready together."""

import contextlib

from autograder import quick  # noqa: F401  first
from autograder.sandbox.bubblewrap import NoSandbox
from autograder.sandbox.host import zygote

with contextlib.suppress(NoSandbox, OSError):  # whoever needs the sandbox will be told
    zygote().begin()  # unless one is offered

import autograder.submission  # noqa: F401  while the zygote imports, too
