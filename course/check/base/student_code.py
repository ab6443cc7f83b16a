"""Takes what a student's notebook has made: asks what code does, makes nodes of a class, and sees
whether a name still stands for a graph."""

import sys
from collections.abc import Callable, Iterable
from types import FrameType

from course.check.base.failures import failure_by_error
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed
from course.operations import OPERATIONS
from course.reference.cases import Case
from course.running.attempt import attempt
from course.running.whose_code import is_students
from course.subject import AnswerT, Question, ask
from course.values.as_text import in_text

BUILD_AGAIN = "Run the cell that builds the graph once more"


def answer_to(name: str, case: Case, question: Question[AnswerT]) -> AnswerT:
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
    if name := _name_in_cell(node_class):
        own = node_class.__name__
        raise CheckFailed(
            f"`{name}` is another name for `{own}` here, and a node of {own} is not one of {name}. "
            f"Define `class {name}(ComputationNode):`."
        )
    node, error = attempt(lambda: node_class(*inputs).sorted_nodes()[-1])
    if error:
        is_other = isinstance(node_class, type) and not issubclass(node_class, ComputationNode)
        clue = f"Begin it with `class {node_class.__name__}(ComputationNode):`." if is_other else ""
        raise failure_by_error("Making the node", Case(), error, clue=clue)
    assert node is not None  # because nothing was raised
    return node


def _name_in_cell(node_class: Callable) -> str:
    """The name by which the cell of the check calls a class, if it is that of another operation, as
    after `Mul = Add`; else empty. In grading, nodes are made by that name."""
    frame: FrameType | None = sys._getframe()
    while frame and not is_students(frame.f_code.co_filename):
        frame = frame.f_back
    if not frame or not isinstance(node_class, type):
        return ""
    others = OPERATIONS.keys() - {base.__name__ for base in node_class.__mro__}
    names = (name for name in frame.f_code.co_names if frame.f_globals.get(name) is node_class)
    return next((name for name in names if name in others), "")


def node_on(node_class: Callable[..., ComputationNode], values: Iterable) -> ComputationNode:
    """A node of a student's class on leaves with these values.

    Raises:
        CheckFailed: as for `new_node`.
    """
    return new_node(node_class, *(Leaf(value, f"input {i}") for i, value in enumerate(values)))


def as_graph(value: object, *, is_named: bool = False) -> ComputationNode:
    """The value itself, if it is a graph, and, where that is wanted, its output has a name.

    Raises:
        CheckFailed: it is not; a student has used the name of the graph for something else.
    """
    if isinstance(value, ComputationNode) and (value.name or not is_named):
        return value
    raise CheckFailed(
        f"the name of the graph now stands for something else, {in_text(value):.40}. "
        f"{BUILD_AGAIN}, and use other names for your own numbers."
    )


def as_function(value: object, name: str) -> Callable:
    """The value itself, if it can be called.

    Raises:
        CheckFailed: it cannot; a student has used the name of a function for something else.
    """
    if callable(value):
        return value
    raise CheckFailed(
        f"{name} now stands for something else, {in_text(value):.40}. Run the cell that defines it "
        "once more, and use other names for what it returns."
    )
