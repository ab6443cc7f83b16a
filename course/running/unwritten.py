"""Tells whether an error says that a student has not written something yet, or has left the line
that says so."""

import ast
import dis
import inspect
import textwrap
from functools import lru_cache
from types import CodeType, TracebackType

from course.running.whose_code import is_ours, is_students


def is_unwritten(error: BaseException) -> bool:
    """Whether an error says that the student has not written something yet. PyTorch raises an error
    of the same class if it lacks an operation for a type; that does not count."""
    if not isinstance(error, NotImplementedError):
        return False
    trace = _raised_in(error)
    if trace is None or is_ours((code := trace.tb_frame.f_code).co_filename):
        return True
    if not is_students(code.co_filename):
        return False
    return dis.opname[code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"


def why_not(error: Exception) -> str:
    """Why a student's node could not be measured, as the end of a sentence."""
    if is_unwritten(error):
        return "is not written yet."
    return f"does not run yet ({type(error).__name__}: {error})."


def is_left_over(error: BaseException) -> bool:
    """Whether an error for something unwritten was raised in a function that has other code, so
    that only its line is left over."""
    trace = _raised_in(error)
    if trace is None or is_ours(trace.tb_frame.f_code.co_filename):
        return False
    return _has_more(trace.tb_frame.f_code)


@lru_cache(maxsize=64)  # because an unwritten node raises its error in every run
def _has_more(code: CodeType) -> bool:
    """Whether a function has more code than an unfinished one."""
    try:
        (function,) = ast.parse(textwrap.dedent(inspect.getsource(code))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return False
    body = getattr(function, "body", [])
    # A `raise` that is indented further stands among code that was given, and does not count.
    raises = any(isinstance(statement, ast.Raise) for statement in body)
    return raises and not all(map(_is_blank, body))


def _is_blank(statement: ast.stmt) -> bool:
    """Whether even an unfinished function may contain this statement."""
    if isinstance(statement, ast.Raise):
        return True
    if isinstance(statement, ast.Return):
        return statement.value is None or isinstance(statement.value, ast.Name)
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _raised_in(error: BaseException) -> TracebackType | None:
    """The last entry of an error's traceback, for the frame that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace
