"""Makes the failures that checks raise. The message to the student is made in four steps:

1. A check compares what the student's code did with PyTorch, and states the problem in a sentence
   (`Row.what_is_wrong`, `downstream`). Often it adds a clue to the cause, or where to look
   (`value_clues`, `error_clues`).
2. It raises a failure that is made here: by `wrong_values` if compared values are wrong (it also
   shows them), by `failure_by_error` if the code raised an error, or by `wrong_answer` in other
   cases. Each looks up known mistakes by a symptom: what the check saw on its fixed case.
3. A check of a node or an engine catches the failure, tries the code on other values or on small
   graphs, and adds findings.
4. `CheckFailed.lines` combines the problem, the findings and the mistakes.

Blanks that are checked one by one have verdicts instead, which are printed (`blank_by_blank`).
"""

import re
from collections.abc import Callable

from course.check.base.error_clues import SETS_GRAD, clue_to_error
from course.check.base.error_table import clue_by_text
from course.graph import ComputationNode
from course.messages.failure import CheckFailed, Diagnosis
from course.messages.misconceptions import Misconception, Symptom, looks_like
from course.messages.output import Folded, show_or_print
from course.recording.calls import TooManyCalls
from course.recording.guards import ChangesGraph
from course.recording.records import Answer, Call, running_call
from course.reference.cases import Case, GraphCase
from course.running import limit
from course.running.attempt import Raised
from course.values.compare import Row, table
from course.values.tensors import numbers_in

MAX_ROWS_SHOWN = 5  # a longer table is folded
# Errors that have their own sentence, by the name of the class.
_OWN_WORDS = {
    ChangesGraph.__name__: "{name} {error.shown_text}. Read it, but leave it as it is.",
    TooManyCalls.__name__: (
        "{name} goes on and on, and was stopped at {error.shown_text}. The method of each node "
        "needs to be called exactly once."
    ),
    limit.TookTooLong.__name__: (
        "{name} was stopped after computing for {limit.TIME_LIMIT:g} s. {where}Is there a loop "
        "that never ends, such as a `while` whose condition never becomes false, or a list that "
        "grows while it is being walked? Or does it take far more steps than it needs?"
    ),
    RecursionError.__name__: (
        "{name} calls itself deeper than Python allows: {error.shown_text}. Does every call come "
        "closer to an end, such as a leaf, and does it stop there?"
    ),
}


def wrong_values(
    message: str,
    case: Case,
    stage: str,
    rows: list[Row],
    *,
    next_step: str = "",
    also_seen: tuple = (),
    is_complete: bool = False,
) -> CheckFailed:
    """Shows the compared values, and returns the failure, on a fixed case with the known mistakes
    that lead to these values.

    Args:
        message: what is wrong, and where.
        stage: what was being checked; helps to distinguish known mistakes.
        rows: the compared values.
        next_step: what to try if no known mistake matches.
        also_seen: other observations that help to distinguish known mistakes.
        is_complete: whether no findings should be added.
    """
    show_values(rows)
    symptom = None
    # Many mistakes leave a gradient in the broadcast shape, so this is not looked up.
    if case.key and not any(row.is_too_large for row in rows):
        seen = tuple(row.symptom for row in rows)
        symptom = (case.key, stage, seen, also_seen, case.other_symptoms())
    diagnosis = Diagnosis(
        mistakes=looks_like(symptom) if symptom else [],
        next_step=next_step if case.key else "",
        has_wrong_values=any(not row.is_right for row in rows),
        after_change=case.is_changed,
        is_complete=is_complete,
    )
    return CheckFailed(message, diagnosis)


def show_values(rows: list[Row], details: str = "") -> None:
    """Prints the compared values, folded if there are many rows, with the details below."""
    text = "\n\n".join(filter(None, [table(rows) if rows else "", details]))
    if len(rows) > MAX_ROWS_SHOWN:
        show_or_print(Folded("All values, yours and PyTorch's", text))
    elif text:
        print(text)


def wrong_answer(
    message: str,
    symptom: Symptom | None,
    next_step: str = "",
    *,
    find_out: Callable[[], str] | None = None,
) -> CheckFailed:
    """A failure that includes the known mistakes with this symptom.

    Args:
        symptom: what the check saw on its fixed case; None on random values, where no mistake can
            be recognised.
        next_step: what to try if no known mistake matches.
        find_out: returns findings, and may take long; called only if no mistake is recognised.
    """
    mistakes = looks_like(symptom) if symptom else []
    findings = find_out() if find_out and not mistakes else ""
    return CheckFailed(message, Diagnosis(findings, mistakes, next_step if symptom else ""))


def failure_by_error(name: str, case: Case, answer: Answer, clue: str = "") -> CheckFailed:
    """The failure to raise after the student's code raised an error on a case.

    Args:
        name: what messages call the code.
        answer: has the error, and whatever else is known about the run.
        clue: why the code may have raised the error; if empty, this function looks for one.
    """
    error, running = answer.error, running_call(answer.calls)
    assert error is not None  # the caller has seen it
    if error.is_unwritten:
        message = _unwritten(running.label if running else name, error)
        return CheckFailed(message, Diagnosis(is_complete=True))
    kind = next((kind for kind in _OWN_WORDS if error.is_a(kind)), "")
    if answer.sets_grad and not kind:
        return CheckFailed(SETS_GRAD, Diagnosis(raised=error))
    raised = [kind] if kind else [error.name, error.text]
    mistakes = _mistakes_with_error(name, case, raised, answer.calls)
    if kind:
        where = f"It was busy in {running.label}. " if running else ""
        message = _OWN_WORDS[kind].format(name=name, error=error, where=where, limit=limit)
        return CheckFailed(message, Diagnosis(mistakes=mistakes))
    where = f" in {running.label}" if running else ""
    lead = f"{name} raised {error.name}{where}: {error.shown_text}".rstrip(".: ") + "."
    if not clue and isinstance(case, GraphCase):
        clue = clue_to_error(error, answer.calls, case.graph)
    message = f"{lead} {clue or clue_by_text(error)}".rstrip()
    return CheckFailed(message, Diagnosis(mistakes=mistakes, raised=error))


def _mistakes_with_error(
    name: str, case: Case, error: list[str], calls: list[Call]
) -> list[Misconception]:
    """The known mistake that leads to this error, if there is exactly one. Several are not
    reported, because an error ends a run early and says little."""
    running = running_call(calls)
    # An error in a node of the scaffold has its cause elsewhere, and many mistakes lead to it.
    if not case.key or (running and type(running.node).__module__ == ComputationNode.__module__):
        return []
    trace = tuple((call.label, numbers_in(call.returned)) for call in calls)
    where = running.label if running else ""
    mistakes = looks_like((case.key, name, error, where, trace, case.other_symptoms()))
    return mistakes if len(mistakes) == 1 else []


def _unwritten(where: str, error: Raised) -> str:
    if "method of its own" in error.text:  # ComputationNode's own error
        return f"{where} stopped: {error.shown_text}"
    called = re.match(r" *line \d+, in (\w+):", error.line)
    if called and called[1] not in where.split() and f"{called[1]}(" in "".join(error.lines[-2:-1]):
        where = called[1]  # a function that the code called
    if error.text:
        return f"{where} is not written yet. ({error.shown_text})"
    return (
        f"{where} is not written yet. Running it reaches `raise NotImplementedError`; delete that "
        "line if your code is there."
    )
