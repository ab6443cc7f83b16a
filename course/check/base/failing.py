"""Makes a check fail: prints the numbers, and looks up known mistakes by what the check saw."""

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from course.check.base.cases import Case
from course.messages.failure import CheckFailed, Diagnosis
from course.messages.misconceptions import Symptom, looks_like
from course.messages.shown import Folded, show_or_print
from course.values.compare import Row, table

ROWS_SHOWN = 5  # rows of a table that everybody sees


def fail(
    message: str,
    case: Case,
    stage: str,
    rows: list[Row],
    *,
    next_step: str = "",
    also_seen: tuple = (),
    kind: type[CheckFailed] = CheckFailed,
) -> NoReturn:
    """Prints the rows and raises CheckFailed, with the known mistakes that match what was seen, if
    the case is not random.

    Args:
        message: what is wrong, and where.
        stage: what was being checked; it helps to distinguish known mistakes.
        rows: what was compared.
        next_step: what to try if no known mistake matches.
        also_seen: what else was seen that helps to distinguish known mistakes.
        kind: the class of the failure.
    """
    show_values(rows)
    # Many mistakes leave a gradient in the broadcast shape, so none is named for it.
    symptom = None
    if case.key and not any(row.is_too_large for row in rows):
        symptom = (case.key, stage, tuple(row.seen for row in rows), also_seen, case.also_seen())
    error = wrong_answer(message, symptom, next_step)
    diagnosis = replace(
        error.diagnosis,
        has_wrong_values=any(not row.right for row in rows),
        was_right_before=case.is_changed,
    )
    raise kind(message, diagnosis)


def show_values(rows: list[Row], details: str = "") -> None:
    """Prints what was compared, folded if there are many rows, and the details below."""
    text = "\n\n".join(filter(None, [table(rows) if rows else "", details]))
    if len(rows) > ROWS_SHOWN:
        show_or_print(Folded("All values, yours and PyTorch's", text))
    elif text:
        print(text)


def wrong_answer(
    message: str,
    symptom: Symptom | None,
    next_step: str = "",
    *,
    cause: Callable[[], str] | None = None,
) -> CheckFailed:
    """A failure with the known mistakes that show this symptom.

    Args:
        symptom: what the check saw on its fixed case; None on random values, on which no mistake
            can be recognised.
        next_step: what to try if no known mistake matches.
        cause: finds the cause, which may take long; it is called only if no mistake is recognised.
    """
    mistakes = looks_like(symptom) if symptom else []
    findings = cause() if cause and not mistakes else ""
    return CheckFailed(message, Diagnosis(findings, mistakes, next_step if symptom else ""))
