"""Defines the errors of the sandbox.

If a cell is `Stopped`, grading goes on with the next one. `KernelLost` is not the student's fault:
the submission is tried again, a few times. With `NoSandbox`, nothing is graded on this machine.
"""

from autograder.base.failure import NotHere


class Stopped(Exception):
    """A cell did not end by itself. The message says why, in a sentence."""


class KernelLost(NotHere):
    """A kernel did not start, or was killed from outside. The message says why."""


class ZygoteFailed(KernelLost):
    """The zygote did not start, or does not work any more."""


class NotForked(KernelLost):
    """The zygote works, but there is no room for another kernel at the moment."""


class NoSandbox(NotHere):
    """This machine cannot provide a sandbox. The message says why, and what can be done."""
