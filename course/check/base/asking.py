"""Asks what a student's code does, and turns an error in it into a sentence that says where."""

from collections.abc import Callable, Iterable

from course import graph as scaffold
from course.check.base.advice import advice
from course.check.base.call_clues import SETS_GRAD, clue_to_error
from course.check.base.cases import Case, GraphCase
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed, Diagnosis, Unwritten
from course.messages.misconceptions import Misconception, looks_like
from course.recording.calls import Call, Record, running_call
from course.running import limit
from course.running.attempt import Raised, attempt
from course.subject import Answer, Question, ask
from course.values.tensors import as_tensor

# The message about code that had to be stopped, by the class of the error that stopped it.
_STOPPED = {
    "TooManyCalls": (
        "{name} goes on and on, and was stopped at {error}. Each node needs to be called exactly "
        "once."
    ),
    "TookTooLong": (
        "{name} was stopped after computing for {limit.TIME_LIMIT:g} s. {where}Is there a loop "
        "that never ends, such as a `while` whose condition never becomes false, or a list that "
        "grows while it is being walked? Or does it take far more steps than it needs?"
    ),
    "RecursionError": (
        "{name} calls itself deeper than Python allows: {error}. Does every call come closer to an "
        "end, such as a leaf, and does it stop there?"
    ),
}


def answer_to(name: str, case: Case, question: Question[Answer]) -> Answer:
    """Asks the student's code, and returns what it does.

    Raises:
        CheckFailed: it is not written yet, raises an error, or does not end within 5 seconds.
    """
    answer = ask(question)
    if answer.error:
        raise failure_by_error(name, case, answer.error, answer)
    return answer


def new_node(node_class: Callable[..., ComputationNode], *inputs) -> ComputationNode:
    """Makes a node of a student's class, or calls a function of a check that makes one.

    Raises:
        CheckFailed: the class does not exist, or its constructor raises an error.
    """
    node, error = attempt(lambda: node_class(*inputs).sorted_nodes()[-1])
    if error:
        is_other = isinstance(node_class, type) and not issubclass(node_class, ComputationNode)
        clue = f"Begin it with `class {node_class.__name__}(ComputationNode):`." if is_other else ""
        raise failure_by_error("Making the node", Case(), error, clue=clue)
    assert node is not None  # because nothing was raised
    return node


def node_on(node_class: Callable[..., ComputationNode], values: Iterable) -> ComputationNode:
    """A node of a student's class on leaves with these values.

    Raises:
        CheckFailed: as for `new_node`.
    """
    return new_node(node_class, *(Leaf(value, f"input {i}") for i, value in enumerate(values)))


def failure_by_error(
    name: str, case: Case, error: Raised, happened: Record | None = None, clue: str = ""
) -> CheckFailed:
    """The failure to be raised when the student's code raised an error on a case.

    Args:
        name: what messages call the code.
        happened: what is known about the run besides the error.
        clue: why the code may have raised the error; if empty, the reason is looked for.
    """
    happened = happened or Record()
    running = running_call(happened.calls)
    if error.is_unwritten:
        return Unwritten(_unwritten(running.label if running else name, error))
    stopped_by = next((kind for kind in _STOPPED if error.is_a(kind)), "")
    if happened.sets_grad and not stopped_by:
        return CheckFailed(SETS_GRAD, Diagnosis(raised=error))
    mistakes = _mistakes_with_error(
        name, case, [stopped_by] if stopped_by else [error.name, error.text], happened.calls
    )
    if stopped_by:
        where = f"It was busy in {running.label}. " if running else ""
        message = _STOPPED[stopped_by].format(name=name, error=error, where=where, limit=limit)
        return CheckFailed(message, Diagnosis(mistakes=mistakes))
    where = f" in {running.label}" if running else ""
    lead = f"{name} raised {error.name}{where}: {error}".rstrip(".: ") + "."
    if not clue and isinstance(case, GraphCase):
        clue = clue_to_error(error, happened.calls, case.graph)
    message = f"{lead} {clue or advice(error)}".rstrip()
    return CheckFailed(message, Diagnosis(mistakes=mistakes, raised=error))


def _mistakes_with_error(
    name: str, case: Case, error: list[str], calls: list[Call]
) -> list[Misconception]:
    """The known mistake that leads to this error, if there is only one. Several are not named,
    because an error ends a run early and says little."""
    running = running_call(calls)
    # An error in one of the scaffold's nodes was caused elsewhere, and many mistakes lead to it.
    if not case.key or (running and type(running.node).__module__ == ComputationNode.__module__):
        return []
    trace = tuple((call.label, plain_numbers(call.returned)) for call in calls)
    where = running.label if running else ""
    mistakes = looks_like((case.key, name, error, where, trace, case.also_seen()))
    return mistakes if len(mistakes) == 1 else []


def _unwritten(where: str, error: Raised) -> str:
    if error.is_left_over:
        return (
            f"{where}: your code is there, but so is the line `raise NotImplementedError()`. "
            "Delete that line."
        )
    if reason := _of_no_class(error.text):
        return f"{where} stopped: {reason}"
    if not error.text:
        return f"{where} is not written yet. Running it reaches `raise NotImplementedError`."
    return f"{where} is not written yet. ({error})"


def _of_no_class(text: str) -> str:
    """What to say if a method of `ComputationNode` itself ran on a node whose class has its own."""
    name, _, method = text.partition(" needs a ")
    method = method.partition(" ")[0]
    own = getattr(getattr(scaffold, name, None), method, None)
    if own is None or own is getattr(ComputationNode, method, own):
        return ""
    return (
        f"`ComputationNode.{method}` ran on a {name}, which has a {method} of its own. Write "
        f"`node.{method}()`, and each node runs that of its class."
    )


def plain_numbers(value) -> object:
    """What a student's method returned, as plain numbers, or the name of its class if it is not
    made of numbers."""
    if isinstance(value, list | tuple):
        return tuple(plain_numbers(entry) for entry in value)
    tensor = as_tensor(value)
    return type(value).__name__ if tensor is None else tuple(tensor.flatten().tolist())
