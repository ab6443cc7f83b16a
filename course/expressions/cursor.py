"""Walks over the tokens of an expression, and says which token is out of place."""

import re

from course.expressions.expression_error import ExpressionError
from course.expressions.spelling import Token
from course.values.as_text import as_typed

# What Python makes of \frac, \times, \tanh, \text, \top and \right in a string without an r.
_HALF_A_COMMAND = re.compile(r"\f(?=rac)|\t(?=imes|anh|ext|op\b)|\r(?=ight)")
_ADD_AN_R = (
    "Python has read a backslash and the letter after it as one character: put an r before the "
    'quotes, as in r"\\frac{1}{2}".'
)


class Cursor:
    """A position between tokens of an expression, which moves from left to right.

    Args:
        text: the expression.
        tokens: its tokens.
    """

    def __init__(self, text: str, tokens: list[Token]):
        self.text, self.tokens, self.position = text, tokens, 0

    @property
    def next(self) -> str | None:
        """The next token to read; None at the end."""
        return self.tokens[self.position].text if self.position < len(self.tokens) else None

    def is_kind(self, kind: str) -> bool:
        """Whether the next token is of this kind: "name" or "number"."""
        return self.next is not None and self.tokens[self.position].kind == kind

    def typed(self, position: int) -> str:
        """A token as it was typed."""
        _, _, place, end = self.tokens[position]
        return self.text[place:end]

    def take(self, *wanted: str) -> str | None:
        """Reads the next token if it is one of these; else returns None."""
        token = self.next
        if token not in wanted:
            return None
        self.position += 1
        return token

    def take_kind(self, kind: str) -> str:
        """Reads the next token, which has to be of this kind: "name" or "number"."""
        if not self.is_kind(kind):
            raise self.unexpected()
        self.position += 1
        return self.tokens[self.position - 1].text

    def close(self, bracket: str) -> None:
        """Reads a closing bracket."""
        if not self.take(bracket):
            raise self.unexpected("a closing bracket is missing")

    def unexpected(self, otherwise: str = "something is missing at the end") -> ExpressionError:
        """The error for a token that is out of place or, with `otherwise`, for the end."""
        token = self.next
        if token is None:
            return self.error(otherwise)
        if token == "," and re.search(r"\d\s*,\s*\d", self.text):
            return self.error(
                "only one value fits here, and a number is written without commas: a decimal "
                "number with a point, as in 0.5"
            )
        if token.isdigit() and re.search(rf"\d\s+{token}\s*/\s*\d", self.text):
            return self.error("a mixed number is written with a plus, as in 3 + 1/3")
        if re.fullmatch(r"\d{3}", token) and re.search(rf"\d\s+{token}\b", self.text):
            return self.error("a number is written without spaces")
        if self.typed(self.position) == "|" and "||" not in self.text:
            return self.error("a bar is missing: an absolute value is written |x|")
        if token == "|":
            return self.error("a squared norm is written SquaredNorm(A)")
        if token == "%":
            return self.error("write a fraction as 1/2 or 0.5, without a percent sign")
        return self.error(f"`{self.typed(self.position)}` is not expected there")

    def error(self, why: str) -> ExpressionError:
        """The error for a text that cannot be read because of the next token."""
        is_end = self.position >= len(self.tokens)
        place = len(self.text.rstrip()) if is_end else self.tokens[self.position].place
        why = f"{why}. {_ADD_AN_R}" if _HALF_A_COMMAND.search(self.text) else f"{why}."
        return ExpressionError(f"I cannot read `{as_typed(self.text)}`: {why}", place)
