"""Defines the error that all commands raise."""


class Failure(RuntimeError):
    """Something cannot be done. The message says why and what to do, so users need no traceback."""
