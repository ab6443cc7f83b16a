"""The error of all commands."""


class Failure(RuntimeError):
    """Something cannot be done. The message says why and what to do; users need nothing more, such
    as a traceback."""
