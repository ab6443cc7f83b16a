"""Says why an expression cannot be read or computed."""

from course.sentences.lines import ToldAlone


class ExpressionError(ToldAlone, ValueError):
    """An expression that cannot be read or computed; the message quotes it and says why.

    Attributes:
        place: the character that was not understood, counted from 0, if known.
        mismatch: the operation whose shapes do not fit, and these shapes, if that is what is wrong.
    """

    def __init__(self, message: str, place: int | None = None, mismatch: tuple | None = None):
        super().__init__(message)
        self.place, self.mismatch = place, mismatch
