"""Says so if Python could not read the cell that ran before a check, so that nothing in it ran, or
if an error stopped it."""

import ast
import math
import warnings

from IPython import get_ipython

from course.messages.failure import CheckFailed
from course.running.attempt import raised
from course.values.kinds import with_article

_LAST = "The cell that you ran before this one"
_NOTHING_RAN = (
    "so nothing in it was run. If this check is about that cell, it checks what you had before."
)
MEND_THAT_CELL = "mend that cell and run it again."


def note_on_last_cell() -> str:
    """The sentence about the last cell other than the running one, if it is not Python; else
    empty."""
    history = getattr(get_ipython(), "history_manager", None)
    *before, running = getattr(history, "input_hist_parsed", None) or [""]
    last = next((cell for cell in reversed(before) if cell != running), "")
    error = _syntax_error(last)
    return f"{_LAST} has {with_article(error)}, {_NOTHING_RAN}" if error else ""


def clue_to_missing_name() -> str:
    """What to say of a name that is missing, if the last cell, which may define it, was stopped by
    an error; else empty."""
    if note_on_last_cell():
        return f"If the cell that could not be read defines it, {MEND_THAT_CELL}"
    error = getattr(getattr(get_ipython(), "last_execution_result", None), "error_in_exec", None)
    if error is None or isinstance(error, CheckFailed):
        return ""
    is_formula = isinstance(error, NameError) and hasattr(math, error.name or "")
    in_quotes = " A formula in a blank goes in quotes." if is_formula else ""
    stopped = f"{_LAST} stopped with {raised(error).name_and_text}."
    return f"{stopped}{in_quotes} If it was to define the name, {MEND_THAT_CELL}"


def _syntax_error(cell: str) -> str:
    """The class of error that Python raises when it reads a cell; empty if it can read it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(cell, "<cell>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            return type(error).__name__ if isinstance(error, SyntaxError) else "SyntaxError"
        except (RecursionError, MemoryError):  # nested too deep: its error is another one
            return ""
    return ""
