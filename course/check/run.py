"""Running a student's function: not for ever, and an error becomes a sentence that says where."""

from collections.abc import Callable

from course import limit
from course.check.cases import Case
from course.check.clues import clue_to_attributes, clue_to_error, running_call
from course.check.errors import is_left_over
from course.compare import as_tensor
from course.failure import CheckFailed, is_unwritten
from course.limit import TookTooLong, limited
from course.record import Call, TooManyCalls


def run(name: str, case: Case, calls: list[Call], function: Callable, *args, **kwargs):
    """What the function returns.

    Args:
        name: what messages call the function.
        case: the case it runs on.
        calls: the recorded calls of the nodes' methods, to say where an error arose.
        function: the student's; called with the remaining arguments.

    Raises:
        CheckFailed: it is not written yet, raises an error, or does not end within 5 seconds.
    """

    def failed(message: str, *kind: str) -> CheckFailed:
        at = running_call(calls)
        trace = tuple((call.label, plain(call.returned)) for call in calls)
        seen = (case.key, name, kind, at.label if at else "", trace) if case.key else None
        return CheckFailed(message, seen)

    def ordinary(error: Exception) -> CheckFailed:
        nodes = case.graph.sorted_nodes() if case.graph else []  # a training loop has none
        if clue := clue_to_attributes(nodes):
            return CheckFailed(clue)
        at = running_call(calls)
        where = f" in {at.label}" if at else ""
        said = f"{name} raised {type(error).__name__}{where}: {error}".rstrip(".") + "."
        message = f"{said} {clue_to_error(error, calls, case.graph)}".rstrip()
        return failed(message, type(error).__name__, str(error))

    try:
        with limited():
            return function(*args, **kwargs)
    except NotImplementedError as error:
        if not is_unwritten(error):
            raise ordinary(error) from error
        blank = running_call(calls)
        where = blank.label if blank else name
        if not str(error) and hasattr(error, "frames"):  # raised elsewhere: its code is not here
            raise CheckFailed(
                f"{where} is not written yet; or it is, and the line `raise NotImplementedError()` "
                "still stands in it."
            ) from None
        if is_left_over(error):
            raise CheckFailed(
                f"{where}: your code is there, but so is the line `raise NotImplementedError()`. "
                "Delete that line."
            ) from None
        text = f"{where} is not written yet. ({error})"
        raise CheckFailed(text.replace(" ()", "")) from None
    except TooManyCalls as error:
        raise failed(
            f"{name} goes on and on, and was stopped at {error}. Each node needs to be called "
            "exactly once.",
            "TooManyCalls",
        ) from None
    except TookTooLong:
        at = running_call(calls)
        where = f"It was busy in {at.label}. " if at else ""
        raise failed(
            f"{name} was stopped after computing for {limit.TIME_LIMIT:g} s. {where}"
            "Is there a loop that never ends, such as a `while` whose condition never becomes "
            "false, or a list that grows while it is being walked?",
            "TookTooLong",
        ) from None
    except RecursionError as error:
        raise failed(
            f"{name} calls itself deeper than Python allows: {error}. Does every call come closer "
            "to a leaf, and does it stop there?",
            "RecursionError",
        ) from None
    except Exception as error:
        raise ordinary(error) from error


def plain(value) -> object:
    """What a student's method returned: plain numbers, or else the kind of thing it is."""
    if isinstance(value, list | tuple):
        return tuple(plain(each) for each in value)
    tensor = as_tensor(value)
    return type(value).__name__ if tensor is None else tuple(tensor.flatten().tolist())
