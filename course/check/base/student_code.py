"""Takes what a student's notebook has made: asks what code does, makes nodes of a class, and checks
that a name still stands for a graph or a function."""

import sys
from collections.abc import Callable, Iterable

from course.check.base.error_table import DEFINE_AGAIN
from course.check.base.failures import failure_by_error
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed
from course.operations import OPERATIONS
from course.recording.records import Answer
from course.reference.cases import Case
from course.running.attempt import attempt
from course.running.whose_code import students_frame
from course.subject import AnswerT, Question, ask
from course.values.as_text import in_text

BUILD_AGAIN = "Run the cell that builds the graph once more"


def answer_to(name: str, case: Case, question: Question[AnswerT]) -> AnswerT:
    """Asks a question about the student's code, and returns the answer.

    Raises:
        CheckFailed: the code is not written yet, raises an error, or does not end within 5 seconds.
    """
    answer = ask(question)
    if answer.error:
        raise failure_by_error(name, case, answer)
    return answer


def new_node(node_class: Callable[..., ComputationNode], *inputs) -> ComputationNode:
    """Makes a node of a student's class, or calls a function in a check that makes one.

    Raises:
        CheckFailed: the class does not exist or has another name, or its constructor raises an
            error.
    """
    if name := _name_of_another(node_class):
        raise CheckFailed(
            f"`{name}` does not stand for a class of nodes called {name} here. Begin it with "
            f"`class {name}(ComputationNode):`."
        )
    node, error = attempt(lambda: node_class(*inputs).sorted_nodes()[-1])
    if error:
        raise failure_by_error("Making the node", Case(), Answer(error))
    assert node is not None  # because nothing was raised
    return node


def _name_of_another(node_class: Callable) -> str:
    """The first name of an operation, in the check's cell or in the function that makes the node,
    that does not stand for a class of nodes of this name, as after `Mul = Add`. Otherwise empty. In
    grading, nodes are made by these names."""
    frame = students_frame(sys._getframe())
    if frame is None:
        return ""
    for code in (frame.f_code, getattr(node_class, "__code__", frame.f_code)):
        for name in filter(OPERATIONS.__contains__, code.co_names):
            bases = getattr(frame.f_globals.get(name), "__mro__", ())
            names = [base.__name__ for base in bases if issubclass(base, ComputationNode)]
            if name in frame.f_globals and name not in names:
                return name
    return ""


def node_on(node_class: Callable[..., ComputationNode], values: Iterable) -> ComputationNode:
    """Makes a node of a student's class on leaves with these values.

    Raises:
        CheckFailed: as for `new_node`.
    """
    return new_node(node_class, *(Leaf(value, f"input {i}") for i, value in enumerate(values)))


def as_graph(value: object, *, is_named: bool = False) -> ComputationNode:
    """The value itself, if it is a graph and, with `is_named`, its output has a name.

    Raises:
        CheckFailed: it is not a graph, or has no name: the student has used the graph's name for
            something else.
    """
    if isinstance(value, ComputationNode) and (value.name or not is_named):
        return value
    if isinstance(value, ComputationNode):
        raise CheckFailed(
            f"{value.label}, the output of the graph, has no name of its own. Run the cell that "
            "builds the graph as you were given it, and use other names for your own graphs."
        )
    raise CheckFailed(
        f"The name of the graph now stands for something else, {in_text(value):.40}. "
        f"{BUILD_AGAIN}, and use other names for your own numbers."
    )


def as_function(value: object, name: str) -> Callable:
    """The value itself, if it can be called.

    Raises:
        CheckFailed: it cannot be called: the student has used the function's name for something
            else.
    """
    if callable(value):
        return value
    raise CheckFailed(f"{name} now stands for something else, {in_text(value):.40}. {DEFINE_AGAIN}")
