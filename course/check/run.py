"""Running a student's function: not for ever, and an error becomes a sentence that says where."""

from collections.abc import Callable
from dataclasses import dataclass

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
    told = _Told(name, case, calls)
    try:
        with limited():
            return function(*args, **kwargs)
    except NotImplementedError as error:
        if is_unwritten(error):
            raise told.unwritten(error) from None
        raise told.raised(error) from error
    except TooManyCalls as error:
        raise told.too_many_calls(error) from None
    except TookTooLong:
        raise told.too_long() from None
    except RecursionError as error:
        raise told.too_deep(error) from None
    except Exception as error:
        raise told.raised(error) from error


@dataclass(frozen=True)
class _Told:
    """What is said of a function of this name that failed on this case, after these calls."""

    name: str
    case: Case
    calls: list[Call]

    def unwritten(self, error: NotImplementedError) -> CheckFailed:
        blank = running_call(self.calls)
        where = blank.label if blank else self.name
        if not str(error) and hasattr(error, "frames"):  # raised elsewhere: its code is not here
            return CheckFailed(
                f"{where} is not written yet; or it is, and the line `raise NotImplementedError()` "
                "still stands in it."
            )
        if is_left_over(error):
            return CheckFailed(
                f"{where}: your code is there, but so is the line `raise NotImplementedError()`. "
                "Delete that line."
            )
        return CheckFailed(f"{where} is not written yet. ({error})".replace(" ()", ""))

    def too_many_calls(self, error: TooManyCalls) -> CheckFailed:
        return self._seen(
            f"{self.name} goes on and on, and was stopped at {error}. Each node needs to be called "
            "exactly once.",
            "TooManyCalls",
        )

    def too_long(self) -> CheckFailed:
        at = running_call(self.calls)
        where = f"It was busy in {at.label}. " if at else ""
        return self._seen(
            f"{self.name} was stopped after computing for {limit.TIME_LIMIT:g} s. {where}"
            "Is there a loop that never ends, such as a `while` whose condition never becomes "
            "false, or a list that grows while it is being walked?",
            "TookTooLong",
        )

    def too_deep(self, error: RecursionError) -> CheckFailed:
        return self._seen(
            f"{self.name} calls itself deeper than Python allows: {error}. Does every call come "
            "closer to a leaf, and does it stop there?",
            "RecursionError",
        )

    def raised(self, error: Exception) -> CheckFailed:
        nodes = self.case.graph.sorted_nodes() if self.case.graph else []  # training has none
        if clue := clue_to_attributes(nodes):
            return CheckFailed(clue)
        at = running_call(self.calls)
        where = f" in {at.label}" if at else ""
        said = f"{self.name} raised {type(error).__name__}{where}: {error}".rstrip(".") + "."
        message = f"{said} {clue_to_error(error, self.calls, self.case.graph)}".rstrip()
        return self._seen(message, type(error).__name__, str(error))

    def _seen(self, message: str, *kind: str) -> CheckFailed:
        """With what is seen of it, if the case is the fixed one."""
        at = running_call(self.calls)
        trace = tuple((call.label, plain(call.returned)) for call in self.calls)
        label = at.label if at else ""
        seen = (self.case.key, self.name, kind, label, trace) if self.case.key else None
        return CheckFailed(message, seen)


def plain(value) -> object:
    """What a student's method returned: plain numbers, or else the kind of thing it is."""
    if isinstance(value, list | tuple):
        return tuple(plain(each) for each in value)
    tensor = as_tensor(value)
    return type(value).__name__ if tensor is None else tuple(tensor.flatten().tolist())
