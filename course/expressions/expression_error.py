"""Says why an expression cannot be read or computed."""

from course.sentences.told_alone import ToldAlone

MAX_QUOTED = 80  # characters


class ExpressionError(ToldAlone, ValueError):
    """An expression that cannot be read or computed; the message quotes it and says why.

    Attributes:
        place: the character that was not understood, counted from 0, if known.
        mismatch: the operation whose shapes do not fit, and these shapes, if that is what is wrong.
    """

    def __init__(self, message: str, place: int | None = None, mismatch: tuple | None = None):
        super().__init__(message)
        self.place, self.mismatch = place, mismatch


def answer_on_one_line(answer: object) -> str:
    """An answer as messages quote it: its own lines could be taken for those of a check."""
    return " ".join(str(answer).split())


def short_quote(text: str) -> str:
    """A text as messages quote it: on one line, and without the end of a long one."""
    text = answer_on_one_line(text)
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}..."
