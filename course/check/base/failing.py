"""Failing a check: the numbers are printed, and known mistakes are looked up by what was seen."""

from typing import NoReturn

from course.check.base.cases import CHANGED, Case
from course.compare import Row, table
from course.failure import CheckFailed
from course.shown import Folded, show_or_print

ROWS_SHOWN = 5  # rows of a table that everybody sees


def fail(
    message: str,
    case: Case,
    stage: str,
    rows: list[Row],
    *,
    aside: str | None = None,
    details: str = "",
    next_step: str = "",
    more: tuple = (),
    kind: type[CheckFailed] = CheckFailed,
) -> NoReturn:
    """Prints the rows and raises CheckFailed, with what was seen if the case is the fixed one.

    Args:
        message: what is wrong, and where.
        stage: what was being checked; it helps to distinguish known mistakes.
        rows: what was compared, printed if there is anything, and folded if there are many.
        aside: the heading of the column for the rows' `aside` values.
        details: printed below the rows.
        next_step: what to try if no known mistake matches.
        more: what else was seen that helps to distinguish known mistakes.
    """
    text = "\n\n".join(filter(None, [table(rows, aside) if rows else "", details]))
    if len(rows) > ROWS_SHOWN:
        show_or_print(Folded("All nodes, yours and PyTorch's", text))
    elif text:
        print(text)
    # A gradient left in the broadcast shape has many causes, so no mistake is named for it.
    by_numbers = case.key and not any(row.is_too_large for row in rows)
    seen = None
    if by_numbers:
        seen = (case.key, stage, tuple(row.seen for row in rows), more, case.more())
    of_numbers = any(not row.right for row in rows)
    raise kind(message, seen, next_step, of_numbers=of_numbers, again=case.title == CHANGED)
