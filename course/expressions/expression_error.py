"""Defines the error that says why an expression cannot be read or computed."""

from course.sentences.lines import ToldAlone


class ExpressionError(ToldAlone, ValueError):
    """An expression that cannot be read or computed; the message quotes it and says why.

    Attributes:
        place: the character that was not understood, counted from 0, if known.
        mismatch: the operation and the shapes, if shapes do not fit; else None.
    """

    def __init__(self, message: str, place: int | None = None, mismatch: tuple | None = None):
        super().__init__(message)
        self.place, self.mismatch = place, mismatch
