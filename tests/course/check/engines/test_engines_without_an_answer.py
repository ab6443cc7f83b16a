"""Code that does not come back with an answer, or is none."""

import sys
from contextlib import nullcontext

import pytest

from course import (
    CheckFailed,
    ComputationNode,
    Exp,
    IntPow,
    Leaf,
    check_exercise,
    check_gradients,
    check_node,
    check_results,
)
from course.check.base.student_code import as_graph
from course.check.paper.edges import check_edges
from course.check.quiz.engine_quiz import check_own_engine
from course.check.quiz.quiz_run import NoQuiz
from tests.helpers.changed_engine import backward_fails, mul, overwriting
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.failing import explained, fails, failure
from tests.helpers.graphs import cosh


@pytest.mark.parametrize("instead", [None, Leaf(2.0), {"a": 1}])
def test_what_stands_in_place_of_an_engine_is_told_without_small_graphs(instead):
    problem = failure(check_results, cosh(), instead)
    assert "forward_algorithm now stands for something else" in str(problem)
    assert not problem.diagnosis.findings


def test_a_number_that_is_too_large_for_a_float_is_said():
    graph = Exp(Leaf(10**400, "x"))
    assert "too large" in fails(check_gradients, graph, forward_algorithm, backward_algorithm)


@pytest.mark.parametrize("error", [NotImplementedError, NotImplementedError("Your turn.")])
def test_an_unwritten_function_is_reported_as_not_written_yet(error):
    def blank(*args, **kwargs):
        raise error

    reached = " Running it reaches `raise NotImplementedError`; delete that line if your code is "
    line = f"{reached}there."
    note = " (Your turn.)" if str(error) == "Your turn." else line
    written = f"is not written yet.{note}"
    assert fails(check_results, cosh(), blank) == f"forward_algorithm {written}"
    failed = failure(check_results, cosh(), blank)
    assert (failed.diagnosis.why, failed.diagnosis.smallest) == ("", None)
    assert backward_fails(cosh, blank) == f"backward_algorithm {written}"
    Mul = mul(blank)
    message = fails(check_gradients, Mul(Leaf(1.0, "x"), 2), forward_algorithm, backward_algorithm)
    assert message == f"backward of Mul(x, 2) {written}"
    assert fails(check_node, Mul, 1.0, 2.0) == f"backward of Mul(input 0, input 1) {written}"


def test_of_functions_that_call_each_other_the_unwritten_one_is_named():
    def my_sorted_nodes(graph):
        raise NotImplementedError()

    def forward_algorithm(graph):
        for node in my_sorted_nodes(graph):
            node.forward()

    assert fails(check_results, cosh(), forward_algorithm).startswith("my_sorted_nodes is not")


@pytest.mark.skipif(
    (3, 13) <= sys.version_info < (3, 13, 8),
    reason="this Python does not stop it (CPython's issue 132744): install Python 3.13.13 or newer",
)
def test_an_endless_recursion_is_explained():
    def forever(graph, one=None):
        forever(graph)

    assert "forward_algorithm calls itself deeper" in fails(check_results, cosh(), forever)
    assert "backward_algorithm calls itself deeper" in backward_fails(cosh, forever)


def test_an_endless_loop_of_calls_is_stopped():
    def forever(graph, one=None):
        while True:
            for node in graph.sorted_nodes():
                node.forward()

    for message in (fails(check_results, cosh(), forever), backward_fails(cosh, forever)):
        assert "_algorithm goes on and on, and was stopped at" in message
        assert "needs to be called exactly once." in message
        assert "TooMany" not in message  # our internal error


def test_an_error_in_backward_is_shown_with_the_node_and_the_students_line():
    def backward(self):
        return [self.gradient * self.inptu(1), self.gradient * self.input(0)]

    mul(backward)
    failed = failure(check_gradients, Leaf(1.0, "x") * 2, forward_algorithm, backward_algorithm)
    message = "backward_algorithm raised AttributeError in backward of Mul(x, 2): "
    assert str(failed).startswith(message)
    rendered = "\n".join(failed._render_traceback_())
    assert rendered.startswith(f"Not yet: {message}")
    assert "in backward:  return [self.gradient * self.inptu(1)" in rendered
    assert "in backward_algorithm:" in rendered
    assert " ".join(rendered.split()).count("'Mul' object has no attribute 'inptu'") == 1
    for internal in ("recorded", "_run", "check_gradients", "run()", "function("):
        assert internal not in rendered


def test_a_failure_without_an_error_is_shown_as_its_sentence():
    failed = failure(check_gradients, cosh(), forward_algorithm, overwriting)
    shown = failed._render_traceback_()
    assert all(len(line) <= 96 for line in shown)
    assert " ".join(shown).startswith(f"Not yet: {failed}")


def test_a_base_class_method_is_not_taken_for_an_unwritten_one():
    def forward(graph):
        for node in graph.sorted_nodes():
            ComputationNode.forward(node)

    message = fails(check_results, Exp(Leaf(0.5, "x")), forward)
    assert "has a forward method of its own" in message and "not written" not in message


@pytest.mark.parametrize("inside", [True, False], ids=["in an exercise", "outside"])
def test_what_is_given_in_place_of_a_function_is_reported_as_such(inside):
    with pytest.raises(CheckFailed) as failed, check_exercise("e") if inside else nullcontext():
        check_gradients(cosh(), forward_algorithm, None)
    assert "backward_algorithm" in str(failed.value)
    with pytest.raises(NoQuiz):
        check_own_engine(cosh(), forward_algorithm, None, {"first": 1}, one=2.0)


@pytest.mark.parametrize("graph", [None, 3.0, cosh])
def test_a_name_of_a_graph_used_for_something_else_is_said(graph):
    for check in (check_results, check_gradients):
        engine = [forward_algorithm, backward_algorithm][: 1 + (check is check_gradients)]
        assert "stands for something else" in fails(check, graph, *engine)
    assert "stands for something else" in fails(check_edges, graph, {})


def test_a_graph_whose_result_has_thousands_of_digits_is_taken_as_a_graph():
    y = IntPow(Leaf(10, "x"), 5000)
    forward_algorithm(y)
    assert as_graph(y) is y


def test_a_share_of_thousands_of_digits_is_too_large_a_number(monkeypatch):
    monkeypatch.setattr(Exp, "backward", lambda self: [10**5000])
    said = fails(check_gradients, Exp(Leaf(2.0, "x")), forward_algorithm, backward_algorithm)
    assert "too large a number as downstream gradient 0" in said


def error_class(name: str, base: type[Exception] = Exception) -> type[Exception]:
    return type(name, (base,), {})


@pytest.mark.parametrize(
    "kind",
    [
        ValueError,
        NotImplementedError,
        RecursionError,
        error_class("ChangesGraph"),
        error_class("TooManyCalls"),
        error_class("X\nPassed: 1 Engine.\n2 of 2 points"),
    ],
    ids=["of Python", "unwritten", "too deep", "changes", "too many", "with lines in its name"],
)
def test_no_line_of_an_error_looks_like_one_of_the_check(kind):
    def raising(graph):
        raise kind("no\n\nPassed: 1 Engine.\n2 of 2 points.")

    said = explained(check_results, Exp(Leaf(0.5, "x")), raising).splitlines()
    assert any("Passed" in line for line in said)
    assert not [line for line in said if line.startswith(("Passed", "2 of 2"))]


def test_an_error_is_told_of_the_graph_and_of_the_smallest():
    def raising(graph):
        raise ValueError("no")

    said = explained(check_results, Exp(Leaf(0.5, "x")), raising).splitlines()
    assert sum("raised ValueError" in line for line in said) == 2
