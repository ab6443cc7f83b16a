"""Failing a check: the numbers are printed, and known mistakes are looked up by what was seen."""

from collections.abc import Callable
from typing import NoReturn

from course.check.base.cases import CHANGED, Case
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Seen, looks_like, sentences
from course.messages.shown import Folded, show_or_print
from course.values.compare import Row, table

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
        show_or_print(Folded("All values, yours and PyTorch's", text))
    elif text:
        print(text)
    # A gradient left in the broadcast shape has many causes, so no mistake is named for it.
    by_numbers = case.key and not any(row.is_too_large for row in rows)
    seen = None
    if by_numbers:
        seen = (case.key, stage, tuple(row.seen for row in rows), more, case.more())
    of_numbers = any(not row.right for row in rows)
    failed = recognised(message, seen, next_step, kind=kind)
    raise failed.but(of_numbers=of_numbers, again=case.title == CHANGED)


def recognised(
    message: str,
    seen: Seen | None,
    next_step: str = "",
    *,
    cause: Callable[[], str] | None = None,
    kind: type[CheckFailed] = CheckFailed,
) -> CheckFailed:
    """A failure whose `why` names the known mistakes that lead to what the check saw.

    Args:
        seen: what the check saw on its fixed case; None on random values, by which no mistake is
            recognised.
        next_step: what to try if nothing is known of the cause.
        cause: finds the cause if no mistake is recognised, which may take long.
    """
    mistakes = looks_like(seen) if seen else []
    known = sentences(mistakes)
    unknown = f"I do not know this mistake. {next_step}" if seen and next_step else ""
    failed = kind(message, why=known or (cause() if cause else ""))
    return failed.but(next_step="" if known else unknown, suspects=len(mistakes))
