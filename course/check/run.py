"""Asking what a student's code does: an error in it becomes a sentence that says where."""

from course import limit
from course.check.cases import Case
from course.check.clues import SETS_GRAD, clue_to_error, running_call
from course.compare import as_tensor
from course.failure import CheckFailed
from course.record import Answer, Call
from course.subject import Question, ask


def asked(name: str, case: Case, question: Question) -> Answer:
    """What the student's code does.

    Args:
        name: what messages call the code.
        case: the case it runs on.
        question: what is asked.

    Raises:
        CheckFailed: it is not written yet, raises an error, or does not end within 5 seconds.
    """
    answer = ask(question)
    if answer.error:
        raise failure(name, case, answer)
    return answer


def failure(name: str, case: Case, answer: Answer) -> CheckFailed:
    """What is said of code of this name that raised an error on this case."""
    error, calls = answer.error, answer.calls
    at = running_call(calls)
    if error.is_unwritten:
        where = at.label if at else name
        if error.is_left_over:
            return CheckFailed(
                f"{where}: your code is there, but so is the line `raise NotImplementedError()`. "
                "Delete that line."
            )
        return CheckFailed(f"{where} is not written yet. ({error})".replace(" ()", ""))
    if error.is_a("TooManyCalls"):
        message = (
            f"{name} goes on and on, and was stopped at {error}. Each node needs to be called "
            "exactly once."
        )
        return _seen(message, case, name, calls, "TooManyCalls")
    if error.is_a("TookTooLong"):
        where = f"It was busy in {at.label}. " if at else ""
        message = (
            f"{name} was stopped after computing for {limit.TIME_LIMIT:g} s. {where}"
            "Is there a loop that never ends, such as a `while` whose condition never becomes "
            "false, or a list that grows while it is being walked?"
        )
        return _seen(message, case, name, calls, "TookTooLong")
    if error.is_a("RecursionError"):
        message = (
            f"{name} calls itself deeper than Python allows: {error}. Does every call come "
            "closer to a leaf, and does it stop there?"
        )
        return _seen(message, case, name, calls, "RecursionError")
    if answer.sets_grad:
        return CheckFailed(SETS_GRAD, raised=error)
    where = f" in {at.label}" if at else ""
    said = f"{name} raised {error.name}{where}: {error}".rstrip(".") + "."
    failed = _seen(
        f"{said} {clue_to_error(error, calls, case.graph)}".rstrip(),
        case,
        name,
        calls,
        error.name,
        error.text,
    )
    failed.raised = error
    return failed


def _seen(message: str, case: Case, name: str, calls: list[Call], *kind: str) -> CheckFailed:
    """With what is seen of it, if the case is the fixed one."""
    at = running_call(calls)
    trace = tuple((call.label, plain(call.returned)) for call in calls)
    if not case.key:
        return CheckFailed(message)
    seen = (case.key, name, kind, at.label if at else "", trace, case.more())
    return CheckFailed(message, seen)


def plain(value) -> object:
    """What a student's method returned: plain numbers, or else the kind of thing it is."""
    if isinstance(value, list | tuple):
        return tuple(plain(each) for each in value)
    tensor = as_tensor(value)
    return type(value).__name__ if tensor is None else tuple(tensor.flatten().tolist())
