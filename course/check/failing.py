"""A check that fails: the numbers are printed, and what was seen is kept for known mistakes."""

from typing import NoReturn

from course.check.cases import CHANGED, Case
from course.compare import Row, table
from course.failure import CheckFailed
from course.shown import Folded, show

FEW = 5  # rows of a table that everybody sees


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
) -> NoReturn:
    """Prints the rows and raises CheckFailed, with what was seen if the case is the fixed one.

    Args:
        message: what is wrong, and where.
        case: the case it was seen in.
        stage: what was being checked; known mistakes are told apart by it.
        rows: what was compared, printed if there is any; of many, it is folded away.
        aside: the heading of the rows' values that are shown beside them.
        details: printed below the rows.
        next_step: what to try if no known mistake matches.
        more: what was seen beside the rows, by which known mistakes are told apart, too.
    """
    text = "\n\n".join(filter(None, [table(rows, aside) if rows else "", details]))
    if len(rows) > FEW:
        show(Folded("All nodes, yours and PyTorch's", text))
    elif text:
        print(text)
    # A gradient left in the broadcast shape has many causes, so nothing is named by it.
    by_numbers = case.key and not any(row.is_too_large for row in rows)
    seen = None
    if by_numbers:
        seen = (case.key, stage, tuple(row.seen for row in rows), more, case.more())
    failed = CheckFailed(message, seen, next_step)
    failed.of_numbers = any(not row.right for row in rows)
    failed.again = case.title == CHANGED
    raise failed
