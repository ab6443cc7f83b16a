"""Checks of forward_algorithm and backward_algorithm: right ones pass, and each classic mistake
fails with a reason to act on."""

import math
from collections import Counter
from contextlib import nullcontext, suppress
from functools import partial

import pytest
import torch

import course
from course import (
    CheckFailed,
    ComputationNode,
    Copy,
    Exp,
    IntPow,
    Leaf,
    Matsum,
    Mean,
    check_derivatives,
    check_exercise,
    check_gradients,
    check_node,
    check_results,
)
from course.check.base.student_code import as_graph
from course.check.base.value_clues import CHANGED_SINCE
from course.check.engines.first_slip import first_slip
from course.check.paper.edges import check_edges
from course.check.quiz.engine_quiz import check_own_engine
from course.check.quiz.quiz_run import NoQuiz
from course.homework.layer_chain import Sine
from tests.helpers.changed_engine import backward_fails, mul, overwriting, walk
from tests.helpers.engine import Mul, backward_algorithm, forward_algorithm
from tests.helpers.failing import fails, failure
from tests.helpers.graphs import GRAPHS, cosh, ladder, shortcut, tanh, tensors, upstream

# Right engines


@pytest.mark.parametrize("graph", GRAPHS)
def test_a_right_engine_passes_on_every_graph(graph, capsys):
    check_results(graph(), forward_algorithm)
    check_gradients(graph(), forward_algorithm, backward_algorithm)
    out = capsys.readouterr().out
    size = len(graph().sorted_nodes())
    assert f"Right: the results of all {size} nodes, on 3 sets of values." in out
    assert f"Right: the gradients of all {size} nodes, on 3 sets of values, two backward" in out


def test_a_check_that_fails_prints_yours_and_pytorchs_values(capsys):
    def stops_early(graph):
        for node in graph.sorted_nodes()[:-1]:
            node.forward()

    with pytest.raises(CheckFailed):
        check_results(cosh(), stops_early)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["yours", "PyTorch", "difference"]
    assert ["Leaf", "x", "0.7", "0.7", "0"] in lines
    assert lines[-1][:4] == ["Mean", "z", "None", "1.25517"]


def test_a_right_engine_is_praised_without_a_table(capsys):
    check_gradients(cosh(), forward_algorithm, backward_algorithm)
    out = capsys.readouterr().out
    assert out.startswith("Right: ") and "PyTorch" not in out


def test_backward_finds_what_forward_saved_even_without_a_forward_algorithm():
    class Mul(ComputationNode):
        def forward(self):
            self.swapped = [self.input(1), self.input(0)]
            self.result = self.input(0) * self.input(1)

        def backward(self):
            return [self.gradient * value for value in self.swapped]

    def blank(graph):
        raise NotImplementedError

    check_gradients(Leaf(2.0, "x") * Leaf(3.0, "y"), blank, backward_algorithm)


def test_a_right_engine_in_another_style_passes():
    def forward_algorithm(graph):
        done = set()

        def visit(node):
            if node not in done:
                done.add(node)
                for each in node.input_nodes:
                    visit(each)
                node.forward()

        visit(graph)

    def backward_algorithm(graph, one):
        nodes = graph.sorted_nodes()[::-1]
        for node in nodes:
            node.gradient = 0
        graph.gradient = one
        while nodes:
            node = nodes.pop(0)
            for i, share in enumerate(node.backward()):
                node.input_nodes[i].accumulate_gradient(share)

    for graph in GRAPHS:
        check_results(graph(), forward_algorithm)
        check_gradients(graph(), forward_algorithm, backward_algorithm)


def test_a_leaf_with_a_plain_number_keeps_it_among_tensors():
    def zeros_like(graph, one):
        for node in graph.sorted_nodes():
            torch.zeros_like(node.result)

    w = Leaf(torch.ones(2, 3), "w")
    graph = Mean(Matsum(w), 2.0)
    check_gradients(graph, forward_algorithm, backward_algorithm)
    assert "must be Tensor, not float" in fails(
        check_gradients, graph, forward_algorithm, zeros_like
    )


def test_backward_need_not_be_called_on_leaves():
    def backward_algorithm(graph, one):
        nodes = graph.sorted_nodes()
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in reversed([n for n in nodes if n.input_nodes]):
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.accumulate_gradient(share)

    check_gradients(tanh(), forward_algorithm, backward_algorithm)


# Wrong forward passes


def test_a_forward_pass_in_the_wrong_order_is_told_what_is_missing():
    def backwards(graph):
        for node in reversed(graph.sorted_nodes()):
            node.forward()

    message = fails(check_results, cosh(), backwards)
    assert message == (
        "forward_algorithm raised RuntimeError in forward of Mean z: Mean z reads the result of "
        "Exp(x), which is None: forward of Exp(x) fills it in. It had not run yet."
    )


def test_a_result_that_was_lost_is_not_said_to_wait_for_its_forward():
    def stores_nothing(graph):
        for node in graph.sorted_nodes():
            node.result = node.forward()

    message = fails(check_results, cosh(), stores_nothing)
    assert "fills it in" in message and "had not run" not in message


def test_a_forward_pass_that_stops_early_is_told_which_node_it_left_out():
    def all_but_the_last(graph):
        for node in graph.sorted_nodes()[:-1]:
            node.forward()

    message = fails(check_results, cosh(), all_but_the_last)
    assert "is that of Mean z: it is still None. In this call, its forward never ran" in message


def test_a_wrong_forward_is_reported_with_the_class_of_its_node(capsys):
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0) - self.input(1)

    x = Leaf(2.0, "x")
    message = fails(check_results, Exp(Exp(x) + x), forward_algorithm)
    assert "is that of Add(Exp, x): it is 5.38906, but PyTorch says 9.38906." in message
    assert "Its inputs are right, so look at forward of Add." in message
    (marked,) = [line for line in capsys.readouterr().out.splitlines() if "first wrong" in line]
    assert marked.startswith("Add(Exp, x) ")


def test_a_result_that_was_right_at_first_is_not_blamed_on_its_forward():
    def forgetful(graph):
        forward_algorithm(graph)
        graph.input_nodes[0].result = None

    message = fails(check_results, cosh(), forgetful)
    assert "is that of Exp(x): it is None. It was right when its own forward ran" in message


@pytest.mark.parametrize("made", [lambda w: w, Exp])
def test_a_node_that_writes_into_its_input_is_not_blamed_on_the_input(made):
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0)
            self.result += self.input(1)

    written = made(Leaf(torch.tensor([1.0, -2.0]), "w"))
    graph = Mean(Add(written, Leaf(torch.ones(2), "b")), written)
    message = fails(check_results, graph, forward_algorithm)
    assert f"is that of {written.label}: it is" in message
    assert CHANGED_SINCE.format("forward") in message


def test_values_left_in_the_graph_by_an_earlier_pass_do_not_count():
    graph = cosh()
    forward_algorithm(graph)
    backward_algorithm(graph, one=2.0)
    message = fails(check_results, graph, lambda graph: None)
    assert "is that of Leaf x: it is still None" in message
    message = fails(check_gradients, graph, forward_algorithm, lambda graph, one: None)
    assert "is that of Mean z: it is still None" in message


def test_a_mistake_hidden_by_the_given_values_fails_on_random_ones():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)  # right at 2 * 2

    message = fails(check_results, Leaf(2.0) * Leaf(2.0), forward_algorithm)
    assert "after the values of the leaves have changed" in message


@pytest.mark.parametrize("value", ["text", float("nan"), torch.ones(2), None])
def test_a_result_that_is_not_a_number_fails(value):
    class Exp(ComputationNode):
        def forward(self):
            self.result = value

    assert "is that of Exp(x)" in fails(check_results, Exp(Leaf(1.0, "x")), forward_algorithm)


def test_calling_forward_once_per_path_is_distinguished_from_once_per_node():
    def once_per_path(graph):
        for node in graph.input_nodes:
            once_per_path(node)
        graph.forward()

    message = fails(check_results, ladder(), once_per_path)
    assert "right here, but forward_algorithm ran forward of Leaf a 4 times." in message


def test_calling_backward_once_per_path_is_distinguished_from_once_per_node():
    def once_per_path(graph, one=1.0):
        totals = {}

        def visit(node, share):
            node.gradient = share
            totals[node] = totals.get(node, 0.0) + share
            for source, its_share in zip(node.input_nodes, node.backward(), strict=True):
                visit(source, its_share)

        visit(graph, one)
        for node, total in totals.items():
            node.gradient = total

    message = fails(check_gradients, ladder(), forward_algorithm, once_per_path)
    assert "right here, but backward_algorithm ran backward of Copy b 2 times." in message


def test_backward_of_a_leaf_may_run_as_often_as_its_gradient_arrives():
    def runs_leaves_too(graph, one):
        backward_algorithm(graph, one)
        for node in 2 * graph.sorted_nodes():
            if isinstance(node, Leaf):
                node.backward()

    check_gradients(cosh(), forward_algorithm, runs_leaves_too)


@pytest.mark.parametrize(
    "graph", [lambda: IntPow(Leaf(0, "x"), -1, name="y"), lambda: Exp(Leaf(1000.0, "x"), name="y")]
)
def test_a_right_engine_on_values_without_a_result_is_not_blamed(graph, capsys):
    backward = partial(check_gradients, backward_algorithm=backward_algorithm)
    for check in (check_results, backward):
        message = fails(check, graph(), forward_algorithm)
        assert f"no finite value at {type(graph()).__name__} y: choose other values." in message
        assert "divide?" not in message
        assert "wrong forward" not in capsys.readouterr().out


@pytest.mark.parametrize("instead", [None, Leaf(2.0), {"a": 1}])
def test_what_stands_in_place_of_an_engine_is_told_without_small_graphs(instead):
    problem = failure(check_results, cosh(), instead)
    assert "forward_algorithm now stands for something else" in str(problem)
    assert not problem.diagnosis.findings


def accumulated(x, graph):
    """Gives a node a graph as a share."""
    x.forward()
    x.accumulate_gradient(graph)


def forward_by_class(graph):
    for node in graph.sorted_nodes():
        type(node).forward(node)


def backward_by_class(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for source, share in zip(node.input_nodes, type(node).backward(node), strict=True):
            type(source).accumulate_gradient(source, share)


def test_a_call_of_a_method_through_its_class_is_a_call():
    check_results(cosh(), forward_by_class)
    check_gradients(cosh(), forward_by_class, backward_by_class)


def test_a_method_that_calls_that_of_its_base_class_is_called_once():
    class Exp(course.Exp):
        def forward(self):
            super().forward()

        def backward(self):
            return course.Exp.backward(self)

    check_gradients(Mean(Exp(Leaf(0.7)), 1.0), forward_by_class, backward_algorithm)
    check_gradients(Mean(Exp(Leaf(0.7)), 1.0), forward_algorithm, backward_by_class)


def test_a_forward_through_the_class_that_is_too_many_is_told():
    def twice(graph):
        forward_algorithm(graph)
        forward_by_class(graph)

    assert "ran forward of Leaf x 2 times" in fails(check_results, cosh(), twice)


@pytest.mark.parametrize("give", [lambda x, graph: setattr(x, "gradient", graph), accumulated])
def test_a_forward_pass_that_the_scaffold_makes_for_a_gradient_is_not_the_engines(give):
    def by_the_scaffold(graph):
        for node in graph.sorted_nodes():
            node.result = None
        give(Leaf(0.0), graph)

    message = fails(check_results, cosh(), by_the_scaffold)
    assert "forward_algorithm did not call `node.forward()` on Exp(x)" in message


def test_a_wrong_forward_is_reported_once_and_a_right_backward_still_passes(capsys):
    def all_but_the_last(graph):
        for node in graph.sorted_nodes()[:-1]:
            node.forward()

    check_gradients(cosh(), all_but_the_last, backward_algorithm)
    out = capsys.readouterr().out
    assert out.count("A wrong forward pass:") == 1
    assert out.count("<- first wrong") == 1
    assert "Going on with the right results." in out
    assert "Right: the gradients" in out


def test_an_unwritten_forward_does_not_stop_the_check_of_backward(capsys):
    def blank(graph):
        raise NotImplementedError

    check_gradients(cosh(), blank, backward_algorithm)
    assert "forward_algorithm is not written yet." in capsys.readouterr().out


# Wrong backward passes: each is the right one with one change


def not_reset(graph, one):
    walk(graph, one, reset=False)


def ignores_one(graph, one):
    walk(graph, 1.0)


def breadth_first(graph, one):
    def order(nodes):
        found = [graph]
        for node in found:
            found += [n for n in dict.fromkeys(node.input_nodes) if n not in found]
        return found

    walk(graph, one, order=order)


def once_per_path(graph, one):
    totals = {}

    def visit(node, share):
        totals[node] = totals.get(node, 0) + share
        node.gradient = share
        for each, downstream in zip(node.input_nodes, node.backward(), strict=True):
            visit(each, downstream)

    visit(graph, one)
    for node, total in totals.items():
        node.gradient = total


def visits_again(graph, one):
    """Recursion on accumulated gradients: a node with two users passes the first share on twice."""

    def visit(node):
        for each, share in zip(node.input_nodes, node.backward(), strict=True):
            each.accumulate_gradient(share)
            visit(each)

    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    visit(graph)


def leaves_one_out(graph, one):
    walk(graph, one, order=lambda nodes: [n for n in nodes[::-1] if n.name != "v"])


@pytest.mark.parametrize(
    ("wrong", "graph", "node", "kind", "what"),
    [
        (overwriting, cosh, "Leaf x", "twice", "lost"),
        (overwriting, ladder, "Copy b", "twice", "lost"),
        (breadth_first, shortcut, "Leaf x", "ways of different length", "too early"),
        (ignores_one, cosh, "Mean z", "chain", "started otherwise"),
        (visits_again, shortcut, "Leaf x", "twice", "not delivered"),
    ],
)
def test_a_wrong_backward_pass_is_told_which_node_is_wrong_first_and_why(
    wrong, graph, node, kind, what
):
    message = backward_fails(graph, wrong)
    assert f"on the way back, with the values given, is that of {node}: it" in message
    found = failure(check_gradients, graph(), forward_algorithm, wrong).diagnosis.smallest
    assert (found.trial.kind, first_slip(found).kind) == (kind, what)


def test_an_error_only_on_the_checks_own_graph_is_explained_on_that_graph():
    message = backward_fails(shortcut, leaves_one_out)
    assert "is that of Exp u: it" in message
    assert "In this call, backward of Exp v, which it feeds, never ran" in message
    assert (
        failure(check_gradients, shortcut(), forward_algorithm, leaves_one_out).diagnosis.smallest
        is None
    )


def after_forward(order):
    """A backward pass that runs the forward pass first, and then walks in this order."""

    def wrong(graph, one=1.0):
        forward_algorithm(graph)
        walk(graph, one, order=order)

    return wrong


@pytest.mark.parametrize(
    ("graph", "wrong", "said"),
    [
        *(
            (ladder, skips, "In this call, backward of Add(b, b), which it feeds, never ran")
            for skips in (partial(walk, order=lambda n: []), after_forward(lambda n: []))
        ),
        *(
            (cosh, forward_order, "Exp(x) was still None: backward of Mean z, which it feeds,")
            for forward_order in (partial(walk, order=list), after_forward(list))
        ),
        (shortcut, breadth_first, "Exp u, whose backward ran before that of Exp v: a node may"),
        (
            shortcut,
            once_per_path,
            "are right here, but backward_algorithm ran backward of Exp u 2 times",
        ),
        (tensors, lambda graph, one: walk(graph, torch.ones(2, 4)), "is that of IntPow(Mul)"),
        (cosh, lambda graph: None, "backward_algorithm raised TypeError"),
    ],
)
def test_a_wrong_backward_pass_is_told_what_it_did(graph, wrong, said):
    assert said in backward_fails(graph, wrong)


def test_a_result_computed_in_a_backward_pass_is_not_taken_for_a_gradient():
    graph = Copy(Leaf(upstream(Copy(Leaf(1.0)))))
    message = str(failure(check_gradients, graph, forward_algorithm, after_forward(lambda n: [])))
    assert CHANGED_SINCE.format("backward") not in message


@pytest.mark.parametrize("graph", GRAPHS)
def test_an_engine_that_takes_a_graph_apart_is_reported(graph):
    def forward(graph):
        forward_algorithm(graph)
        graph.input_nodes.clear()

    def backward(graph, one):
        nodes = graph.sorted_nodes()
        walk(graph, one)
        for node in nodes:
            node.input_nodes = node.input_nodes[1:]

    assert "input_nodes" in fails(check_results, graph(), forward)
    assert "input_nodes" in fails(check_gradients, graph(), forward_algorithm, backward)


def test_a_graph_of_one_node_is_praised_in_the_singular(capsys):
    check_gradients(Leaf(2.0), forward_algorithm, backward_algorithm)
    check_results(Leaf(2.0), forward_algorithm)
    out = capsys.readouterr().out
    assert "the gradient of the only node" in out
    assert "the result of the only node" in out


def test_gradients_left_from_the_first_call_fail_the_second():
    message = backward_fails(cosh, not_reset)
    assert "in a second call of backward_algorithm, is that of Exp(Negate)" in message
    found = failure(check_gradients, cosh(), forward_algorithm, not_reset).diagnosis.smallest
    assert (found.trial.call, first_slip(found).kind) == ("second", "left over")


def test_an_author_who_asks_for_unknown_small_graphs_is_told():
    with pytest.raises(ValueError, match="one of 'all', 'second call', 'none', not 'second'"):
        check_gradients(cosh(), forward_algorithm, backward_algorithm, small="second")


def counts_nodes_for_arrows(graph, one):
    uses = Counter(i for node in graph.sorted_nodes() for i in set(node.input_nodes))
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    ready = [graph]
    while ready:
        node = ready.pop()
        for source, share in zip(node.input_nodes, node.backward(), strict=True):
            source.accumulate_gradient(share)
            uses[source] -= 1
            if uses[source] == 0:
                ready.append(source)


def test_an_engine_that_waits_for_nodes_and_not_for_arrows_is_caught_with_a_stack():
    assert "on a small one" in fails(
        check_gradients, Exp(Exp(Leaf(0.3))), forward_algorithm, counts_nodes_for_arrows
    )


def test_the_second_call_can_be_left_out():
    check_gradients(cosh(), forward_algorithm, not_reset, second_call=False)


def test_only_a_graph_with_classes_of_the_notebook_keeps_an_engine_from_small_graphs(capsys):
    x = Leaf(torch.tensor([0.5, 1.0]), "x")
    with pytest.raises(CheckFailed, match="wrong on a small one"):
        check_gradients(Sine(x), forward_algorithm, overwriting)
    check_gradients(Mul(x, x), forward_algorithm, backward_algorithm)
    assert "Not tried on small graphs" in capsys.readouterr().out.splitlines()[-1]


def test_a_number_that_is_too_large_for_a_float_is_said():
    graph = Exp(Leaf(10**400, "x"))
    assert "too large" in fails(check_gradients, graph, forward_algorithm, backward_algorithm)


def test_a_result_that_is_a_function_is_called_one_in_the_table_of_a_small_graph(capsys):
    def forgets_brackets(graph):
        for node in graph.sorted_nodes():
            node.forward()
            node.result = getattr(node.result, "conjugate", node.result)

    said = str(failure(check_results, cosh(), forgets_brackets).diagnosis.findings)
    assert "a builtin_function_or_method" in said and "a str" not in said


def test_a_gradient_changed_in_place_is_not_accepted():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)

        def backward(self):
            share = self.gradient * self.input(0)
            self.gradient *= self.input(1)
            return [self.gradient, share]

    x = Leaf(torch.tensor([1.5, 2.0]), "x")
    message = fails(check_gradients, x * x, forward_algorithm, backward_algorithm)
    assert "is that of Mul(x, x)" in message
    assert CHANGED_SINCE.format("backward") in message
    message = fails(check_node, Mul, torch.ones(3), torch.ones(3) * 2)
    assert "Mul(input 0, input 1) changed self.gradient, its upstream gradient" in message


# Code that does not come back with an answer


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


# What a check leaves behind


def state(graph):
    """Each node with all its attributes; printed, since tensors may change in place."""
    return [(node, {key: str(v) for key, v in vars(node).items()}) for node in graph.sorted_nodes()]


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("backward", [backward_algorithm, overwriting, not_reset])
def test_the_students_graph_is_left_as_it_was(graph, backward):
    graph = graph()
    forward_algorithm(graph)
    graph.gradient = 7.0
    before = state(graph)
    for check in (
        lambda: check_results(graph, forward_algorithm),
        lambda: check_gradients(graph, forward_algorithm, backward),
        lambda: check_derivatives(
            graph, graph.sorted_nodes()[0], forward_algorithm, backward, order=1
        ),
    ):
        with suppress(CheckFailed):
            check()
    assert state(graph) == before


def test_an_engine_that_removes_inputs_is_said_to_change_them_and_not_to_raise_an_error():
    def removes(graph, one=1.0):
        backward_algorithm(graph, one)
        graph.input_nodes = []

    message = backward_fails(cosh, removes)
    assert message.startswith("backward_algorithm changed `input_nodes` of Mean")
    assert "raised" not in message


@pytest.mark.parametrize("has_run", [False, True])
def test_an_engine_that_works_on_another_graph_is_told_so(has_run):
    another = cosh()
    if has_run:
        forward_algorithm(another)
    message = failure(
        check_gradients,
        cosh(),
        forward_algorithm,
        lambda graph, one=1.0: backward_algorithm(another, one),
    )
    assert "another graph" in f"{message}{message.diagnosis.why}"


def test_an_engine_that_erases_the_value_of_a_leaf_is_reported():
    def forward(graph):
        for node in graph.sorted_nodes():
            node.value = node.forward()

    x = Leaf(0.5, "x")
    assert "`value` of Leaf x" in fails(check_results, Exp(x), forward)
    assert x.value == 0.5


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
        check_own_engine({"first": 1}, cosh(), forward_algorithm, None, one=2.0)


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


@pytest.mark.parametrize(
    ("result", "said"),
    [(None, "0.333333 and has become None"), (1.5, "0.333333 and has become 1.5")],
)
def test_an_engine_that_changes_results_which_backward_reads_is_told_so(result, said):
    def changes(graph, one):
        u = graph.input_nodes[1]
        u.result = result
        backward_algorithm(graph, one)

    x = Leaf(math.log(3), "x")
    message = fails(check_gradients, Mean(Exp(x), Exp(-x)), forward_algorithm, changes)
    assert said in message


def test_a_result_that_changed_only_after_it_was_read_is_not_blamed():
    def overwrites_and_clears(graph, one):
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for input_node, downstream in zip(node.input_nodes, node.backward(), strict=True):
                input_node.gradient = downstream
            node.result = None

    x = Leaf(math.log(3), "x")
    graph = Mean(Exp(x), Exp(-x))
    message = fails(check_gradients, graph, forward_algorithm, overwrites_and_clears)
    assert "that of Leaf x" in message
    assert "has become" not in message


def test_the_entry_of_a_large_result_that_an_engine_has_changed_is_named():
    def changes(graph, one):
        graph.result = graph.result.index_fill(1, torch.tensor([2]), 7.0)
        backward_algorithm(graph, one)

    x = Leaf(torch.zeros(2, 3), "x")
    message = fails(check_gradients, Exp(x), forward_algorithm, changes)
    assert "result of Exp(x), entry [0, 2], was 1 and has become 7" in message
