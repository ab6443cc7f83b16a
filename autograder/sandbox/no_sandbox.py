"""Defines the error for a machine on which students' code cannot be shut in."""

from autograder.base.failure import NotHere


class NoSandbox(NotHere):
    """This machine cannot provide a sandbox. The message says why, and what can be done."""
