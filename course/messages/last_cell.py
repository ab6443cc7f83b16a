"""Says so if Python could not read the cell that ran before a check, so that nothing in it ran."""

import ast
import warnings

from IPython import get_ipython

NOTHING_RAN = (
    "The cell that you ran before this one has a SyntaxError, so nothing in it was run. If this "
    "check is about that cell, it checks what you had before."
)
MEND_THAT_CELL = "If the cell with the SyntaxError defines it, mend that cell and run it again."


def note_on_last_cell() -> str:
    """The sentence about the last cell other than the running one, if it is not Python; else
    empty."""
    history = getattr(get_ipython(), "history_manager", None)
    *before, running = getattr(history, "input_hist_parsed", None) or [""]
    last = next((cell for cell in reversed(before) if cell != running), "")
    return "" if _is_python(last) else NOTHING_RAN


def _is_python(cell: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(cell, "<cell>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
        except (RecursionError, MemoryError):  # nested too deep: its error is another one
            return True
    return True
