"""Splits a text such as `p = exp(x); y = p p + x` into its expressions, with their names."""

import re
from collections.abc import Iterator

from course.expressions.spelling import on_keyboard, without_comments

NAMED = re.compile(r"\s*([^\W\d]\w*)\s*=(?!=)(.*)", re.DOTALL)
# An expression continues in the next line if its line ends like this, or if the next one starts
# like this.
_GOES_ON = re.compile(r"(^|[-+*/^@=,−·])\s*$")
_CONTINUES = re.compile(r"\s*($|[-+*/^@=,)−·])")


def statements(text: str) -> Iterator[tuple[str, str]]:
    """The expressions of a text, each with its name in keyboard characters, or with an empty name.
    They are separated by semicolons or are on lines of their own."""
    for statement in _separated(text):
        if statement.strip():
            named = NAMED.fullmatch(statement)
            yield (on_keyboard(named[1]), named[2]) if named else ("", statement)


def _separated(text: str) -> Iterator[str]:
    """The parts of a text, split at semicolons and at line ends where an expression does not
    continue."""
    for part in without_comments(text).split(";"):
        so_far, *lines = part.splitlines() or [""]
        for line in lines:
            is_open = sum(map(so_far.count, "([{")) > sum(map(so_far.count, ")]}"))
            if is_open or _GOES_ON.search(so_far) or _CONTINUES.match(line):
                so_far += f"\n{line}"
            else:
                yield so_far
                so_far = line
        yield so_far
