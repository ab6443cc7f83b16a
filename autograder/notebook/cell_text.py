"""Parses a cell's source, and finds out which names it defines.

Source is only parsed here, never run.
"""

import ast
import re
import warnings
from contextlib import suppress
from functools import lru_cache

# How much of students' text is parsed. Python 3.11 takes time quadratic in the number of braces in
# an f-string, and IPython in the number of magics. Text beyond a limit is examined in a simpler
# way, and need not be refused.
_MAX_PARSED = 30_000  # characters of a cell
_MAX_BRACES = 300  # braces in a cell
MAX_MAGICS = 20  # magics that IPython is asked about; calls like `/print 1` count

# What parsing raises for a text that is not Python, or that is made to break the parser.
NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)

_MAGIC = re.compile(r"^([ \t]*)(?:[%!].*|\?.*|\w[\w.]*\?\??)$", re.MULTILINE)
_DEFINITION = re.compile(r"(?:async\s+)?(?:class|def)\s+(\w+)|(\w+)\s*(?::[^=]*)?=(?!=)")


def may_be_parsed(source: str) -> bool:
    """Whether a source is so small that it can be parsed at once, whatever it is."""
    return len(source) <= _MAX_PARSED and source.count("{") <= _MAX_BRACES


@lru_cache(maxsize=16)
def parsed(source: str) -> list[ast.stmt] | None:
    """The statements of a source, without IPython's magics; None if it is not Python."""
    for text in (source, _MAGIC.sub(r"\1pass", source)):
        if may_be_parsed(text):
            with suppress(*NOT_PYTHON), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(text).body
    return None


def as_python(source: str) -> str:
    """A source with IPython's magics as calls.

    Raises:
        SyntaxError: IPython cannot read it.
    """
    from IPython.core.inputtransformer2 import TransformerManager  # takes long

    try:
        return TransformerManager().transform_cell(source)
    except Exception as error:  # some texts make it fail in unforeseen ways
        raise SyntaxError("IPython cannot read it.") from error


@lru_cache(maxsize=512)  # cells of one homework
def definitions(source: str) -> dict[str, int]:
    """The names that a source defines at top level, with the line of each one's last definition.

    A source with a syntax error is searched line by line.
    """
    statements = parsed(source)
    if statements is not None:
        return {
            name: first_line(statement)
            for statement in statements
            for name in _names_defined(statement)
        }
    line_of: dict[str, int] = {}
    for number, line in enumerate(source.split("\n")):
        if match := _DEFINITION.match(line):
            line_of[match[1] or match[2]] = number
    return line_of


def _names_defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = [*statement.targets]
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    for target in targets:  # the list grows meanwhile
        targets += (
            [target.value] if isinstance(target, ast.Starred) else getattr(target, "elts", ())
        )
    return [target.id for target in targets if isinstance(target, ast.Name)]


def first_line(statement: ast.stmt) -> int:
    """The index of the line in which a statement begins, with its decorators."""
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)]) - 1
