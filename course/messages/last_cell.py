"""Warns a student if the cell that ran before a check stopped with an error. The check may then
test an older version of the student's code."""

import ast
import textwrap
import warnings

from IPython import get_ipython

from course.running.attempt import raised
from course.running.cell_lines import cells_run
from course.sentences.lines import ToldAlone
from course.values.kinds import with_article

NOTHING_RAN = (
    "The cell that you ran before this one has {}, so nothing in it was run. If this check is "
    "about that cell, it checks what you had before."
)
STOPPED = (
    "The cell that you ran before this one stopped with {}. If this check is about that cell, it "
    "may be checking what you had before."
)
IN_QUOTES = "If `{}` belongs to a formula or to a list of names, write that as text, in quotes."
MEND_THAT_CELL = "If the cell before this one defines it, mend that cell and run it again."
_MAX_ERROR = 200  # characters of an error
_said: dict[str, str] = {}  # the latest warning, or "", by the source of the check's cell


def note_on_last_cell() -> str:
    """A warning if the last other cell to run could not be read, or stopped with an error that is
    not one of the course's own messages; else empty."""
    *before, running = cells_run()
    last = next((cell for cell in reversed(before) if cell != running), "")
    if unreadable := _why_unreadable(last):
        return NOTHING_RAN.format(unreadable)
    if before[-1:] != [running]:  # else IPython's last result is from this cell's own previous run
        result = getattr(get_ipython(), "last_execution_result", None)
        _said[running] = _why_stopped(last, result)
    return _said.get(running, "")


def _why_stopped(cell: str, result: object) -> str:
    """Sentences about the error that stopped a cell, from IPython's result; empty if there is
    none."""
    error = getattr(result, "error_in_exec", None)
    # The notebook's page may run code of its own. IPython does not store that in its history.
    is_of_a_cell = getattr(getattr(result, "info", None), "store_history", False)
    if error is None or not is_of_a_cell or isinstance(error, ToldAlone):
        return ""
    stopped = STOPPED.format(textwrap.shorten(raised(error).name_and_text, _MAX_ERROR))
    unknown = error.name if isinstance(error, NameError) else None
    is_part_of_answer = unknown and unknown in _names_in_answers(cell)
    return f"{stopped} {IN_QUOTES.format(unknown)}" if is_part_of_answer else stopped


def _names_in_answers(cell: str) -> set[str]:
    """The names in formulas that a cell assigns without quotes, as in `{"z": x @ W1}`."""
    values = (node.value for node in ast.parse(cell).body if isinstance(node, ast.Assign))
    answers = (value for value in values if isinstance(value, ast.Dict | ast.BinOp | ast.UnaryOp))
    parts = [part for answer in answers for part in ast.walk(answer)]
    owners = [part.value for part in parts if isinstance(part, ast.Attribute)]  # such as torch
    return {part.id for part in parts if isinstance(part, ast.Name) and part not in owners}


def _why_unreadable(cell: str) -> str:
    """The name of the error, with its article, if Python cannot compile a cell; else empty."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(cell, "<cell>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            return with_article(type(error).__name__)
        except (RecursionError, MemoryError):  # nested too deep: its error is another one
            return ""
    return ""
