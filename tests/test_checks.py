"""The checks: right code passes, and each classic mistake fails with a reason to act on."""

import time
from contextlib import suppress
from functools import partial

import numpy as np
import pytest
import torch

from course import *
from course import check_minibatches, check_node_forward
from course.check.base.cases import RandomValues, cases, in_series
from course.check.base.failing import recognised
from course.messages.failure import Unwritten, WritesIntoGiven
from course.messages.misconceptions import lookups
from course.operations import NoFormula
from course.recording.calls import recording
from course.recording.watched_run import plain
from course.subject import NodeBackward, NodeForward, PrepareBackward, ask
from course.values.as_text import in_text
from course.values.closeness import close, same_plain
from course.values.compare import Row, table
from tests.helpers.engine import *


def cosh():
    x = Leaf(0.7, "x")
    return Mean(Exp(x), Exp(-x), name="z")


def tanh():
    x = Leaf(0.7, "x")
    p, m = Exp(x, name="p"), Exp(-x, name="m")
    return (p - m) / (p + m)


def ladder():
    a = Leaf(0.4, "a")
    b = Copy(a + a, name="b")
    return b + b


def shortcut():
    """u feeds the output and, through v, feeds it again."""
    x = Leaf(0.3, "x")
    u = Exp(x, name="u")
    v = Exp(u, name="v")
    return Mean(u, v, name="z")


def tensors():
    torch.manual_seed(0)
    w = Leaf(torch.randn(2, 3), "w")
    x = Leaf(torch.randn(3, 4), "x")
    b = Leaf(torch.randn(4), "b")
    return ((w @ x + b) * Leaf(torch.randn(2, 4), "t")) ** 2


GRAPHS = [cosh, tanh, ladder, shortcut, tensors]


def upstream(graph):
    """The upstream gradient that a check starts with on the values given."""
    return next(cases(graph, 0)).upstream[0]


# Right code


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


def test_right_nodes_pass_alone():
    torch.manual_seed(0)
    check_node(Add, 2.0, 3.0)
    check_node(Mul, torch.randn(3, 2), torch.randn(3, 2))
    check_node(Matmul, torch.randn(2, 3), torch.randn(3, 4))
    check_node(lambda x: IntPow(x, 3), torch.randn(4))
    check_node(lambda x: Matsum(x, (1, 3)), torch.randn(2, 3))
    check_node(lambda x: Matexpand(x, (2, 3)), torch.randn(3))
    for given in (Copy, Negate, Exp):
        check_node(given, -0.5)
        check_node(given, torch.randn(2, 3))


def test_a_node_alone_prints_what_it_was_given_and_its_gradients(capsys):
    check_node(Mul, 2.0, 5.0)
    first, *lines, last = capsys.readouterr().out.splitlines()
    one = upstream(Mul(2.0, 5.0))
    assert first == f"Mul(input 0, input 1) of 2, 5; upstream gradient {one:g}:"
    assert [line.split() for line in lines] == [
        ["yours", "PyTorch", "difference"],
        ["result", "10", "10", "0"],
        ["downstream", "gradient", "0", f"{5 * one:g}", f"{5 * one:g}", "0"],
        ["downstream", "gradient", "1", f"{2 * one:g}", f"{2 * one:g}", "0"],
    ]
    assert last == "Right: Mul(input 0, input 1) forward and backward, on 3 sets of values."


def test_an_engine_that_is_right_is_told_so_without_a_table(capsys):
    check_gradients(cosh(), forward_algorithm, backward_algorithm)
    assert "PyTorch" not in capsys.readouterr().out


def test_what_forward_saves_is_there_for_backward_even_without_a_forward_algorithm():
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


def test_a_leaf_that_holds_a_plain_number_keeps_it_among_tensors():
    def zeros_like(graph, one):
        for node in graph.sorted_nodes():
            torch.zeros_like(node.result)

    w = Leaf(torch.ones(2, 3), "w")
    graph = Mean(Matsum(w), 2.0)
    check_gradients(graph, forward_algorithm, backward_algorithm)
    assert "must be Tensor, not float" in fails(
        check_gradients, graph, forward_algorithm, zeros_like
    )


def test_leaves_may_go_without_a_call_of_backward():
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


def test_a_forward_pass_in_the_wrong_order_names_what_is_missing():
    def backwards(graph):
        for node in reversed(graph.sorted_nodes()):
            node.forward()

    message = fails(check_results, cosh(), backwards)
    assert message == (
        "forward_algorithm raised RuntimeError in forward of Mean z: Mean z reads the result of "
        "Exp(x), which is None: forward of Exp(x) fills it in. It had not run yet."
    )


def test_a_result_that_was_there_and_was_lost_is_not_said_to_wait_for_its_forward():
    def stores_nothing(graph):
        for node in graph.sorted_nodes():
            node.result = node.forward()

    message = fails(check_results, cosh(), stores_nothing)
    assert "It ran, but" in message and "had not run" not in message


def test_a_forward_pass_that_stops_early_names_the_node_left_out():
    def all_but_the_last(graph):
        for node in graph.sorted_nodes()[:-1]:
            node.forward()

    message = fails(check_results, cosh(), all_but_the_last)
    assert "with the values given, is that of Mean z: it is still None. forward never" in message


def test_a_wrong_forward_of_a_node_names_its_class(capsys):
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0) - self.input(1)

    x = Leaf(2.0, "x")
    message = fails(check_results, Exp(Exp(x) + x), forward_algorithm)
    assert "is that of Add(Exp, x): it is 5.38906, and PyTorch says 9.38906." in message
    assert "Its inputs are right, so look at forward of Add." in message
    (marked,) = [line for line in capsys.readouterr().out.splitlines() if "first wrong" in line]
    assert marked.startswith("Add(Exp, x) ")


def test_a_result_that_was_right_for_a_time_is_not_blamed_on_its_forward():
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
    assert "It was right when its own forward ran; something changed it afterwards" in message


def test_a_backward_pass_that_writes_into_results_is_told_so():
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)

        def backward(self):
            return [self.gradient + 0 * self.input(0).mul_(2), self.gradient]

    w = Exp(Leaf(torch.tensor([0.3, -0.4]), "w"))
    graph = Add(w, Leaf(torch.ones(2), "b"))
    message = fails(check_gradients, graph, forward_algorithm, backward_algorithm)
    assert "The pass has changed the result of Exp(w): backward only reads results." in message


def test_values_that_an_earlier_pass_left_in_the_graph_do_not_count():
    graph = cosh()
    forward_algorithm(graph)
    backward_algorithm(graph, one=2.0)
    message = fails(check_results, graph, lambda graph: None)
    assert "is that of Leaf x: it is still None" in message
    message = fails(check_gradients, graph, forward_algorithm, lambda graph, one: None)
    assert "is that of Mean z: it is still None" in message


def test_a_mistake_that_the_given_values_hide_fails_on_random_ones():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)  # right at 2 * 2

    message = fails(check_results, Leaf(2.0) * Leaf(2.0), forward_algorithm)
    assert "after the values of the leaves have changed" in message


@pytest.mark.parametrize("value", ["text", float("nan"), torch.ones(2), None])
def test_a_result_that_is_no_number_fails(value):
    class Exp(ComputationNode):
        def forward(self):
            self.result = value

    assert "is that of Exp(x)" in fails(check_results, Exp(Leaf(1.0, "x")), forward_algorithm)


def test_forward_once_per_path_is_told_from_once_per_node():
    def once_per_path(graph):
        for node in graph.input_nodes:
            once_per_path(node)
        graph.forward()

    message = fails(check_results, ladder(), once_per_path)
    assert "right here, but forward_algorithm ran forward of Leaf a 4 times." in message


def test_going_around_the_nodes_own_forward_is_noticed():
    def around(graph):
        for node in graph.sorted_nodes():
            type(node).forward(node)

    message = fails(check_results, cosh(), around)
    assert "forward_algorithm never called forward of Exp(x)" in message


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


def test_a_forward_not_written_yet_does_not_stop_the_check_of_backward(capsys):
    def blank(graph):
        raise NotImplementedError

    check_gradients(cosh(), blank, backward_algorithm)
    assert "forward_algorithm is not written yet." in capsys.readouterr().out


# Wrong backward passes: each is the right one with one change


def walk(graph, one, *, order=lambda nodes: nodes[::-1], reset=True, receive=None):
    nodes = graph.sorted_nodes()
    if reset:
        for node in nodes:
            node.gradient = None
    graph.gradient = one
    for node in order(nodes):
        for each, share in zip(node.input_nodes, node.backward(), strict=False):
            (receive or ComputationNode.accumulate_gradient)(each, share)


def overwrite(graph, one):
    walk(graph, one, receive=lambda node, share: setattr(node, "gradient", share))


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


def backward_fails(graph, wrong, **kwargs):
    return fails(check_gradients, graph(), forward_algorithm, wrong, **kwargs)


@pytest.mark.parametrize(
    ("wrong", "graph", "node", "kind", "what"),
    [
        (overwrite, cosh, "Leaf x", "twice", "lost"),
        (overwrite, ladder, "Copy b", "twice", "lost"),
        (breadth_first, shortcut, "Leaf x", "ways of different length", "too early"),
        (ignores_one, cosh, "Mean z", "chain", "started otherwise"),
        (visits_again, shortcut, "Leaf x", "twice", "not delivered"),
    ],
)
def test_a_wrong_backward_pass_names_the_first_wrong_node_and_why(wrong, graph, node, kind, what):
    message = backward_fails(graph, wrong)
    assert f"walking backward, with the values given, is that of {node}: it" in message
    found = failure(check_gradients, graph(), forward_algorithm, wrong).smallest
    assert (found.trial.kind, found.fact.kind) == (kind, what)


def test_what_goes_wrong_on_the_graph_of_the_check_alone_is_told_there():
    message = backward_fails(shortcut, leaves_one_out)
    assert "is that of Exp u: it" in message
    assert "Exp v, which it feeds, never had its backward called" in message
    assert failure(check_gradients, shortcut(), forward_algorithm, leaves_one_out).smallest is None


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
            (ladder, skips, "Add(b, b), which it feeds, never had its backward called in this call")
            for skips in (partial(walk, order=lambda n: []), after_forward(lambda n: []))
        ),
        *(
            (cosh, forward_order, "Exp(x) was still None, and backward of Mean z, which it feeds,")
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


def test_a_result_that_a_backward_pass_computes_is_not_taken_for_a_gradient():
    graph = Copy(Leaf(upstream(Copy(Leaf(1.0)))))
    message = str(failure(check_gradients, graph, forward_algorithm, after_forward(lambda n: [])))
    assert "something changed it afterwards" not in message


@pytest.mark.parametrize("graph", GRAPHS)
def test_an_engine_that_takes_a_graph_apart_is_told_so(graph):
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


def test_the_wrong_row_is_marked_in_the_table(capsys):
    backward_fails(cosh, overwrite)
    lines = capsys.readouterr().out.splitlines()
    (marked,) = [line for line in lines if line.endswith("<- first wrong")]
    assert marked.startswith("Leaf x ")


def test_gradients_left_from_the_first_call_fail_the_second():
    message = backward_fails(cosh, not_reset)
    assert "in a second call of backward_algorithm, is that of Exp(Negate)" in message
    found = failure(check_gradients, cosh(), forward_algorithm, not_reset).smallest
    assert (found.trial.call, found.fact.kind) == ("second", "left over")


def test_a_failure_with_another_reason_is_another_failure():
    one = Unwritten("forward is not written yet", why="a")
    other = one.but(why="b", smallest=1)
    assert (one.why, one.smallest, other.why, other.smallest) == ("a", None, "b", 1)
    assert (type(other), str(other)) == (Unwritten, str(one))
    with pytest.raises(TypeError, match="reason"):
        one.but(reason="b")


def test_what_a_check_saw_is_looked_up_once():
    with lookups.hearing((looked_up := []).append):
        failed = recognised("no", ("case", 1.0), "Try 2.", cause=lambda: "").but(again=True)
    assert looked_up == [(("case", 1.0),)]
    assert failed.next_step.endswith("Try 2.")
    with lookups.hearing((looked_up := []).append):
        assert recognised("no", None, "Try 2.", cause=lambda: "A reason.").why == "A reason."
    assert not looked_up


def test_an_author_who_asks_for_other_small_graphs_than_there_are_is_told():
    with pytest.raises(ValueError, match="one of 'all', 'second call', 'none', not 'second'"):
        check_gradients(cosh(), forward_algorithm, backward_algorithm, small="second")


def test_the_second_call_can_be_left_out():
    check_gradients(cosh(), forward_algorithm, not_reset, second_call=False)


def test_a_gradient_changed_in_place_is_not_mistaken_for_right():
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
    assert "It was right when its own backward ran; something changed it afterwards." in message
    message = fails(check_node, Mul, torch.ones(3), torch.ones(3) * 2)
    assert "Mul(input 0, input 1) changed self.gradient, its upstream gradient" in message


# Wrong nodes


def mul(backward):
    """A class Mul with this backward."""

    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)

    Mul.backward = backward
    return Mul


def test_a_mul_without_the_upstream_gradient_fails():
    wrong = mul(lambda self: [self.input(1), self.input(0)])
    message = fails(check_node, wrong, 2.0, 5.0)
    assert "The downstream gradient of Mul(input 0, input 1) for input 0" in message
    assert f"is 5, and PyTorch says {5 * upstream(Mul(2.0, 5.0)):g}" in message
    x = Leaf(2.0, "x")
    failed = failure(check_gradients, Exp(Exp(x) * 3.0), forward_algorithm, backward_algorithm)
    assert failed.smallest is None
    assert "Mul" in failed.why


@pytest.mark.parametrize(
    ("backward", "said"),
    [
        (
            lambda self: [self.gradient * self.input(0), self.gradient * self.input(1)],
            "for input 0",
        ),
        (lambda self: [self.gradient * self.input(1), self.gradient], "for input 1"),
        (
            lambda self: [self.gradient * self.input_nodes[k].value for k in (1, 0)],
            "'Copy' object has no attribute 'value'",
        ),
    ],
)
def test_a_wrong_mul_fails_where_it_is_wrong(backward, said):
    assert said in fails(check_node, mul(backward), 2.0, 5.0)


@pytest.mark.parametrize(
    ("backward", "finding"),
    [
        (lambda self: [self.input(1), self.gradient * self.input(0)], "without the upstream"),
        (lambda self: [self.gradient * self.input(1), -self.gradient * self.input(0)], "negative"),
        (lambda self: [self.gradient * self.input(1) / 2, self.gradient], "0.5 times"),
        (lambda self: [self.gradient * self.input(0), self.gradient * self.input(0)], "input 1"),
    ],
)
def test_what_holds_on_several_random_inputs_is_told(backward, finding):
    assert finding in failure(check_node, mul(backward), 2.0, -6.0).why


def test_a_finding_is_told_only_if_it_holds_on_every_input():
    assert (
        "On each of"
        not in failure(
            check_node,
            mul(lambda self: [-18.0 / 3 * self.gradient, self.gradient * 2.0]),
            2.0,
            -6.0,
        ).why
    )


def test_nodes_that_share_what_they_keep_are_told_so():
    class Mul(ComputationNode):
        def forward(self):
            Mul.first = self.input(0)
            self.result = self.input(0) * self.input(1)

        def backward(self):
            return [self.gradient * self.input(1), self.gradient * Mul.first]

    assert "no other node of its class runs" in failure(check_node, Mul, 2.0, -6.0).why


def test_of_several_gradients_those_that_are_right_are_told():
    class Matmul(ComputationNode):
        def forward(self):
            self.result = self.input(0) @ self.input(1)

        def backward(self):
            right = self.input(0).T @ self.gradient
            right[1:] += right[1:] ** 2
            return [self.gradient @ self.input(1).T, right]

    with pytest.raises(CheckFailed) as caught:
        check_node(Matmul, torch.ones(2, 3), torch.ones(3, 4))
    assert "downstream gradient 0 is right" in caught.value.why
    assert "row 0 of downstream gradient 1 is right" in caught.value.why


@pytest.mark.parametrize(
    ("added", "finding"),
    [
        (lambda rows, result: rows, "plus a number that is the same throughout a row."),
        (lambda rows, result: rows * result, "plus, in each row, a multiple of the node's result"),
        (lambda rows, result: rows + result, "a row, plus a multiple of the node's result"),
        (lambda rows, result: result**2, ""),
    ],
)
def test_what_is_too_much_in_each_row_is_told(added, finding):
    class Softmax(ComputationNode):
        def forward(self):
            self.result = self.input(0).softmax(dim=1)

        def backward(self):
            p, G = self.result, self.gradient
            rows = 1.0 + torch.arange(len(p), dtype=p.dtype)[:, None]
            return [p * (G - (p * G).sum(dim=1, keepdim=True)) + added(rows, p)]

    with pytest.raises(CheckFailed) as caught:
        check_node(Softmax, torch.tensor([[0.5, -1.0, 2.0, 0.2], [0.1, 0.7, -0.5, 1.2]]))
    assert finding in caught.value.why and bool(finding) == ("On each of" in caught.value.why)


def test_a_node_that_large_inputs_are_too_much_for_is_told_so():
    class Softmax(ComputationNode):
        def forward(self):
            e = self.input(0).exp()
            self.result = e / e.sum(dim=1, keepdim=True)

        def backward(self):
            p, G = self.result, self.gradient
            return [p * (G - (p * G).sum(dim=1, keepdim=True))]

    check_node(Softmax, torch.tensor([[5.0, -1.0, 2.0]]))
    for check in (check_node, check_node_forward):
        with pytest.raises(CheckFailed) as caught:
            check(Softmax, torch.tensor([[1500.0, -1000.0, 200.0]]))
        assert "divided by 1000, a new node is right" in caught.value.why


@pytest.mark.parametrize("kept", ["changed", "collected"])
def test_backward_has_to_be_right_a_second_time_after_one_forward(kept):
    class Mul(ComputationNode):
        def forward(self):
            self.factor, self.sum = torch.as_tensor(self.input(1)).clone(), 0.0
            self.result = self.input(0) * self.input(1)

        def backward(self):
            self.sum = self.sum + self.gradient * self.input(0)
            if kept == "changed":
                self.factor *= self.gradient
                return [self.factor.clone(), self.gradient * self.input(0)]
            return [self.gradient * self.input(1), self.sum]

    with pytest.raises(CheckFailed, match="When backward runs twice") as caught:
        check_node(Mul, 2.0, -6.0)
    assert "share" not in caught.value._render_traceback_()


def test_gradients_of_float32_are_right_and_said_to_have_fewer_digits(capsys):
    precision = torch.float32

    class Negate(ComputationNode):
        def forward(self):
            self.result = -self.input(0)

        def backward(self):
            return [-self.gradient.to(precision)]

    check_node(Negate, torch.tensor([0.1, 0.2]))
    assert "float32" in capsys.readouterr().out
    precision = torch.float64
    check_node(Negate, torch.tensor([0.1, 0.2]))
    assert "float32" not in capsys.readouterr().out


def test_a_class_that_a_check_does_not_find_is_named_with_the_students_line_alone():
    with pytest.raises(CheckFailed, match="name 'Missing' is not defined") as caught:
        check_node(lambda x: Missing(x), 2.0)
    assert ["in <lambda>" in line for line in caught.value.raised.lines] == [True]


def test_a_node_that_is_wrong_at_special_values_alone_is_told_so():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)

        def backward(self):
            if self.input(0) == 0:
                return [0.0, 0.0]
            return [self.gradient * self.input(1), self.gradient * self.input(0)]

    failed = failure(check_node, Mul, 0.0, 3.0)
    assert "on the values given it is wrong" in failed.why
    assert "no other node of its class" not in failed.why


def test_a_node_that_delivers_its_gradients_itself_is_not_said_to_share_anything():
    def backward(self):
        for node in self.input_nodes:
            node.accumulate_gradient(self.gradient)
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

    failed = failure(check_node, mul(backward), 2.0, -6.0)
    assert "into its inputs itself" in str(failed)
    assert failed.why == ""


def test_a_node_that_knows_its_inputs_apart_by_what_they_are_fails():
    def backward(self):
        shares = {self.input_nodes[0]: self.input(1), self.input_nodes[1]: -self.input(0)}
        signs = [1 if node is self.input_nodes[0] else -1 for node in self.input_nodes]
        pairs = zip(signs, self.input_nodes, strict=True)
        return [self.gradient * sign * shares[node] for sign, node in pairs]

    assert "both inputs are the same node" in fails(check_node, mul(backward), 2.0, -6.0)


def test_a_backward_that_writes_into_its_own_result_fails():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [self.result.mul_(self.gradient)]

    assert "changed its own result" in fails(check_node, Exp, torch.tensor([0.5, 1.0]))


def test_a_right_backward_with_a_wrong_forward_fails_alone():
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0)

        def backward(self):
            return [self.gradient, self.gradient]

    message = fails(check_node, Add, 2.0, 5.0)
    assert "The result of Add(input 0, input 1) with the values given is 2, and PyTorch" in message


@pytest.mark.parametrize(
    ("backward", "reason"),
    [
        (
            lambda self: [self.gradient * self.input(1)],
            "returned 1 downstream gradient, but it has 2 inputs.",
        ),
        (
            lambda self: self.gradient * self.input(1),
            "returned a {kind}. It has to return a list of downstream gradients",
        ),
        (lambda self: None, "returned None. It has to return a list of downstream gradients"),
        (
            lambda self: [None, self.gradient],
            "returned None as downstream gradient 0; a number or a tensor was expected.",
        ),
        (
            lambda self: [self.gradient, "five"],
            "returned 'five' as downstream gradient 1; a number or a tensor was expected.",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["float", "Tensor"])
def test_a_backward_of_the_wrong_form_is_named_alone_and_in_a_graph(backward, reason, kind):
    wrong = mul(backward)
    value = 2.0 if kind == "float" else torch.ones(3)
    reason = reason.format(kind=kind)
    assert f"backward of Mul(input 0, input 1) {reason}" in fails(check_node, wrong, value, value)
    graph = Copy(wrong(Exp(Leaf(value, "x")), Leaf(value, "y")))
    for algorithm in (backward_algorithm, walk):  # zip checks the lengths, or does not
        message = fails(check_gradients, graph, forward_algorithm, algorithm)
        assert f"backward of Mul(Exp, y) {reason}" in message


def test_a_downstream_gradient_of_the_wrong_shape_is_named_alone_and_in_a_graph():
    wrong = mul(lambda self: [(self.gradient * self.input(1)).sum(), self.gradient])
    reason = "returned a downstream gradient of shape () for input 0, which has shape (3,)."
    assert f"Mul(input 0, input 1) {reason}" in fails(check_node, wrong, torch.ones(3), 2.0)
    graph = wrong(Leaf(torch.ones(3), "x"), Leaf(torch.ones(3), "y"))
    message = fails(check_gradients, graph, forward_algorithm, backward_algorithm)
    assert "A gradient of shape () arrived at Leaf x, whose result has shape (3,)" in message
    assert f"backward of Mul(x, y) {reason}" in message


def test_a_broadcast_that_is_not_summed_back_fails_alone():
    message = fails(check_node, Add, torch.ones(2, 3), torch.ones(3))
    assert "of shape (2, 3) for input 1, which has shape (3,)" in message


class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)


MATRIX, BIAS = torch.tensor([[1.0, -2.0, 0.5], [2.0, 3.0, -1.0]]), torch.tensor([0.5, -1.0, 2.0])


@pytest.mark.parametrize(
    ("backward", "said"),
    [
        (lambda self: [1, self.gradient.sum(0)], "the plain number 1 for input 0, which has"),
        (lambda self: [self.gradient.sum(0), self.gradient], "only in the wrong order."),
        (lambda self: [self.gradient.T, self.gradient.sum(0)], "the transpose of the right one"),
    ],
)
def test_a_wrong_shape_says_how_it_may_have_come_about(monkeypatch, backward, said):
    monkeypatch.setattr(AddBias, "backward", backward)
    told = fails(check_node, AddBias, MATRIX, BIAS)
    assert said in told
    assert "XY" not in told  # AddBias multiplies no matrices


def test_a_node_that_keeps_what_was_positive_the_first_time_fails():
    class Relu(ComputationNode):
        def forward(self):
            if "mask" not in vars(self):
                self.mask = self.input(0) > 0
            self.result = self.input(0) * self.mask

        def backward(self):
            return [self.gradient * self.mask]

    failed = failure(check_node, Relu, MATRIX)
    assert "what does it keep from the time before?" in failed.why


def test_what_all_nodes_of_a_class_share_is_found_where_it_adds_up(monkeypatch):
    def backward(self):
        AddBias.total = AddBias.total + self.gradient.sum(0)
        return [self.gradient, AddBias.total]

    monkeypatch.setattr(AddBias, "total", 0, raising=False)
    monkeypatch.setattr(AddBias, "backward", backward)
    why = failure(check_node, AddBias, MATRIX, BIAS).why
    assert "a new node does not return what the first one did" in why
    assert "not multiplied by the upstream gradient" not in why


def test_a_mistake_of_signs_is_not_taken_for_one_of_shapes():
    class Relu(ComputationNode):
        def forward(self):
            self.result = self.input(0).abs()

        def backward(self):
            return [self.gradient * (self.input(0) > 0)]

    failed = failure(check_node, Relu, torch.tensor([[1.0], [-2.0], [0.5]]))
    assert "of shape" not in failed.why


def test_a_slope_below_zero_is_not_taken_for_a_mistake_of_shapes():
    class Relu(ComputationNode):
        def forward(self):
            self.result = torch.nn.functional.leaky_relu(self.input(0))

        def backward(self):
            return [self.gradient * torch.where(self.input(0) > 0, 1.0, 0.01)]

    values = [[0.5, -1.0, 2.0, 0.0], [-0.3, 0.7, 1.5, -2.0], [3.0, -0.1, 0.2, 0.4]]
    assert "(1, 1)" not in failure(check_node, Relu, torch.tensor(values)).why


def test_what_happens_not_to_depend_on_an_entry_is_not_said_to_be_independent_of_it():
    class MaxPool(ComputationNode):
        def forward(self):
            self.result = self.input(0).unflatten(1, (-1, 3)).amin(dim=2)

        def backward(self):
            return [self.gradient.repeat_interleave(3, dim=1) / 3]

    values = [[1.0, 5.0, 2.0, 4.0, 0.5, 4.0], [2.0, 2.0, 2.0, 3.0, 1.0, 1.5]]
    assert "it should not have" not in failure(check_node, MaxPool, torch.tensor(values)).why


def test_what_stays_the_same_but_for_rounding_is_said_to_stay():
    class Softmax(ComputationNode):
        def forward(self):
            self.result = self.input(0) / self.input(0).sum(dim=1, keepdim=True)

        def backward(self):
            p = self.output()
            return [p * (self.gradient - (self.gradient * p).sum(dim=1, keepdim=True))]

    failed = failure(check_node, Softmax, torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5]]))
    assert "input 0 multiplied by -1.3 and nothing else changed, the result stayed" in failed.why


def test_a_value_that_is_nearly_right_is_told_how_nearly():
    class Negate(ComputationNode):
        def forward(self):
            self.result = -self.input(0)

        def backward(self):
            return [-self.gradient.half()]

    assert "right to at least 3 digits" in failure(check_node, Negate, MATRIX).why


def test_the_wrong_order_is_said_of_right_gradients_alone(monkeypatch):
    doubled = lambda self: [2 * self.gradient.sum(0), self.gradient]  # noqa: E731
    monkeypatch.setattr(AddBias, "backward", doubled)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "The two shapes must agree." in message
    assert "order" not in message


def test_zeros_of_float32_are_no_mistake(monkeypatch):
    def backward(self):
        total = torch.zeros(self.gradient.shape[1])
        for row in self.gradient:
            total += row
        return [self.gradient, total]

    monkeypatch.setattr(AddBias, "backward", backward)
    for seed in range(20):
        with in_series(str(seed)):
            check_node(AddBias, MATRIX, BIAS)


def test_zeros_of_float32_are_told_even_if_all_digits_are_right(monkeypatch, capsys):
    def backward(self):
        total = torch.zeros(self.gradient.shape[1])
        for row in self.gradient.round():  # whole numbers, which float32 holds
            total += row
        return [self.gradient, total]

    monkeypatch.setattr(AddBias, "backward", backward)
    monkeypatch.setattr(
        RandomValues, "upstream", lambda self, shape: torch.full(shape, 3.0).double()
    )
    check_node(AddBias, MATRIX, BIAS)
    assert "its downstream gradient 1 is in float32" in capsys.readouterr().out


def test_a_product_with_float32_is_told_what_to_do(monkeypatch):
    def backward(self):
        return [self.gradient, torch.ones(self.gradient.shape[0]) @ self.gradient]

    monkeypatch.setattr(AddBias, "backward", backward)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "The inputs are float64 here, so that rounding hides nothing" in message


def test_a_gradient_changed_in_place_is_named_before_the_wrong_numbers(monkeypatch):
    def backward(self):
        total = self.gradient[0]
        for row in self.gradient:
            total += row
        return [self.gradient, total]

    monkeypatch.setattr(AddBias, "backward", backward)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "changed self.gradient, its upstream gradient" in message
    assert "`self.gradient[0]` is a part of the tensor" in message


def test_small_matrices_are_shown_in_full_and_a_wrong_entry_by_its_place(monkeypatch, capsys):
    doubled = lambda self: [2 * self.gradient, self.gradient.sum(0)]  # noqa: E731
    monkeypatch.setattr(AddBias, "backward", doubled)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "is 6 in entry [0, 0], and PyTorch says 3." in message
    out = capsys.readouterr().out
    assert "of [[1, -2, 0.5], [2, 3, -1]], [0.5, -1, 2];" in out
    assert "upstream gradient [[3, -1, 2], [1, -2, 3]]:" in out
    assert "(Of a larger tensor" in out


MATMUL = {
    "transposes forgotten": lambda g, a, b: [g @ b, a @ g],
    "wrong order": lambda g, a, b: [b.T @ g, g @ a.T],
    "transposed result": lambda g, a, b: [b @ g.T, a.T @ g],
    "gradients swapped": lambda g, a, b: [a.T @ g, g @ b.T],
    "elementwise": lambda g, a, b: [g * b, g * a],
    "one transpose too few": lambda g, a, b: [g @ b.T, a @ g],
}


@pytest.mark.parametrize("gradients", MATMUL.values(), ids=MATMUL)
def test_a_wrong_matmul_fails_on_sizes_that_differ(gradients):
    class Matmul(ComputationNode):
        def forward(self):
            self.result = self.input(0) @ self.input(1)

        def backward(self):
            return gradients(self.gradient, self.input(0), self.input(1))

    assert "Matmul(input 0, input 1)" in fails(
        check_node, Matmul, torch.ones(2, 3), torch.ones(3, 4)
    )
    assert "backward of Matmul(w, x)" in backward_fails(tensors, backward_algorithm)


def test_an_off_by_one_power_fails():
    class IntPow(ComputationNode):
        def __init__(self, base, int_power):
            super().__init__(base)
            self.int_power = int_power

        def forward(self):
            self.result = self.input(0) ** self.int_power

        def backward(self):
            return [self.gradient * self.int_power * self.input(0) ** self.int_power]

    message = fails(check_node, lambda x: IntPow(x, 3), 2.0)
    assert "gradient of IntPow(input 0) for input 0" in message
    one = upstream(IntPow(2.0, 3))
    assert f"is {24 * one:g}, and PyTorch says {12 * one:g}" in message


def test_a_node_that_changes_its_input_fails_even_if_its_gradients_are_right():
    def backward(self):
        shares = [self.gradient * self.input(1), self.gradient * self.input(0)]
        self.input(0).zero_()
        return shares

    message = fails(check_node, mul(backward), torch.ones(3), torch.ones(3))
    assert "changed input 0: a node only reads what it gets." in message
    assert "`a.t_()`" in message  # += is not the only way


@pytest.mark.parametrize("spoil", [lambda x: x.clamp_(min=0), lambda x: x.sub_(1)])
def test_of_a_wrong_result_after_a_change_of_the_input_only_the_change_is_told(spoil):
    class Square(ComputationNode):
        def forward(self):
            self.result = spoil(self.input(0)) ** 2

        def backward(self):
            return [2 * self.input(0) * self.gradient]

    with pytest.raises(WritesIntoGiven, match="changed input 0") as failed:
        check_node(Square, torch.tensor([0.5, -2.0, 3.0]))
    assert not failed.value.why


def test_a_node_that_is_tried_alone_cannot_change_the_values_it_is_tried_on():
    class Halve(ComputationNode):
        def forward(self):
            self.result = self.input(0).div_(2)

        def backward(self):
            return [self.input(0).mul_(0)]

    node = Halve(torch.ones(3))
    for question in (NodeForward(node), NodeBackward(node, torch.ones(3)), PrepareBackward(node)):
        ask(question)
    assert node.input_nodes[0].value.tolist() == [1, 1, 1]


def test_what_nobody_asked_for_is_not_printed(capsys):
    def backward(self):
        print("here")
        return [self.gradient * self.input(0), self.gradient * self.input(0)]

    fails(check_node, mul(backward), 2.0, 3.0)
    assert capsys.readouterr().out.count("here") == 1


def test_infinities_that_several_known_mistakes_lead_to_name_none(known):
    class Sigmoid(ComputationNode):
        def forward(self):
            self.e = (-self.input(0)).exp()
            self.result = 1 / (1 + self.e)

        def backward(self):
            return [self.gradient * self.e / (1 + self.e) ** 2]

    given = torch.tensor([-800.0, 2.0, 3.0])
    looked_up = []
    with lookups.hearing(looked_up.extend):
        alone = finding_on(Sigmoid, given)
    assert "too large for it" in alone
    known(("a", "Title.", "One.", looked_up[0]), ("b", "Title.", "Two.", looked_up[0]))
    assert finding_on(Sigmoid, given) == alone


def test_a_shape_changed_in_place_is_told_as_a_change():
    def backward(self):
        shares = [self.gradient * self.input(1), self.gradient * self.input(0)]
        self.input(1).t_()
        return [shares[0], shares[1].t()]

    message = fails(check_node, mul(backward), torch.ones(2, 3), torch.ones(2, 3))
    assert "changed input 1" in message


def test_an_upstream_gradient_replaced_by_a_list_is_told_as_a_change():
    def backward(self):
        self.gradient = [self.gradient * self.input(1), self.gradient * self.input(0)]
        return self.gradient

    message = fails(check_node, mul(backward), 2.0, 3.0)
    assert "changed self.gradient" in message
    assert "tensor" not in message


@pytest.mark.parametrize("graph", [False, True])
def test_a_node_may_keep_its_inputs_under_names_of_its_own(graph):
    class Mul(ComputationNode):
        def __init__(self, a, b, name=None):
            super().__init__(a, b, name=name)
            self.a, self.b = self.input_nodes
            self.both = [self.a, self.b]

        def forward(self):
            self.result = self.a.result * self.both[1].result

        def backward(self):
            return [self.gradient * self.b.result, self.gradient * self.a.result]

    if graph:
        x = Leaf(1.5, "x")
        check_gradients(Mul(x, Exp(x)), forward_algorithm, backward_algorithm)
    else:
        check_node(Mul, 2.0, -6.0)


def test_an_init_that_forgets_the_scaffold_is_told_what_it_has_to_begin_with():
    class Mul(ComputationNode):
        def __init__(self, a, b):
            self.a = a

    with pytest.raises(CheckFailed, match=r"has to begin with super\(\).__init__\(...\)"):
        check_node(Mul, 2.0, 3.0)
    with pytest.raises(AttributeError, match=r"no attribute 'colour'$"):
        Leaf(1.0).colour  # noqa: B018


def test_arrays_in_place_of_tensors_are_refused_where_they_would_stop_other_nodes():
    def forward(self):
        self.result = (self.input(0) * self.input(1)).numpy()

    node = mul(
        lambda self: [self.gradient * self.input(1), (self.gradient * self.input(0)).numpy()]
    )
    message = fails(check_node, node, torch.ones(3), torch.ones(3))
    assert "returned a NumPy array as downstream gradient 1. Stay with tensors" in message
    node.forward = forward
    message = fails(check_node, node, torch.ones(3), torch.ones(3))
    assert "The result of Mul(input 0, input 1) is a NumPy array." in message


def test_a_node_that_holds_the_numbers_of_the_example_is_told_so():
    node = mul(lambda self: [-7 * self.gradient, 3 * self.gradient])
    failed = failure(check_node, node, 3.0, -7.0)
    assert "after the values of the leaves have changed" in str(failed)
    assert "Does the code hold a number of that example" in failed.next_step


def test_a_value_that_is_no_number_for_pytorch_either_blames_nobody():
    graph = IntPow(Leaf(torch.tensor([0.5, math.nan]), "x"), 2)
    for check in (check_results, check_gradients):
        algorithms = [forward_algorithm, backward_algorithm][: 1 + (check is check_gradients)]
        with pytest.raises(
            ValueError, match=r"own result of Leaf x, with the values given, is nan"
        ):
            check(graph, *algorithms)
    with pytest.raises(ValueError, match="this check needs other inputs"):
        check_node(Exp, torch.tensor([0.5, math.nan]))


def test_a_class_without_a_pytorch_formula_says_so():
    class Cube(ComputationNode):
        pass

    with pytest.raises(NoFormula, match="no PyTorch formula for Cube"):
        check_node(Cube, 2.0)


def test_a_subclass_is_checked_by_its_parents_formula():
    class MyAdd(Add):
        pass

    check_node(MyAdd, 2.0, 3.0)


# Derivatives of higher order


def derivatives(f, values=(0.5, 1.5), **kwargs):
    x = Leaf(torch.tensor(values), "x")
    check_derivatives(f(x), x, forward_algorithm, backward_algorithm, **kwargs)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: x**4 - 2 * x**3 + 3 * x**2 - 4 * x + 5,
        lambda x: (2 * x).exp() / (1 + x**2),
        lambda x: x * x,
        lambda x: 2 * x,
    ],
    ids=["polynomial", "exp over", "third derivative 0", "second derivative 0"],
)
def test_right_derivatives_pass(f, capsys):
    derivatives(f)
    assert capsys.readouterr().out.endswith(
        "Right: the first 3 derivatives with respect to Leaf x.\n"
    )


def test_derivatives_of_a_plain_number_pass():
    x = Leaf(0.5, "x")
    check_derivatives((2 * x).exp(), x, forward_algorithm, backward_algorithm)


def test_a_saved_value_as_a_constant_fails_at_the_second_derivative():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [self.result * self.gradient]

    for f in (lambda x: x.exp(), lambda x: (2 * x).exp()):
        message = fails(derivatives, f)
        assert message.startswith("Derivative 2 with respect to Leaf x is [0, 0], and PyTorch says")
        assert "Derivative 1 is a constant here. Inside build_graph(), backward has to" in message
    assert "Derivative 2" in fails(derivatives, lambda x: x * x.exp())


def test_a_gradient_that_is_no_node_fails_after_the_first_derivative():
    def detached(graph, one):
        with build_graph(False):
            backward_algorithm(graph, one=one)

    x = Leaf(torch.tensor([0.5, 1.5]), "x")
    message = fails(check_derivatives, x**3, x, forward_algorithm, detached)
    assert message.startswith("The gradient that backward_algorithm left in Leaf x is a value")


def test_a_wrong_first_derivative_fails():
    mul(lambda self: [self.gradient, self.gradient])
    message = fails(derivatives, lambda x: 3 * x)
    assert message.startswith("Derivative 1 with respect to Leaf x is [1, 1], and PyTorch says [3")


def test_a_wrong_derivative_is_blamed_on_the_engine_if_that_is_wrong_and_only_then():
    def first_for_all(graph, one):
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        for node in graph.sorted_nodes()[::-1]:
            share = node.backward()[:1]
            for each in node.input_nodes:
                each.accumulate_gradient(share[0])

    x = Leaf(torch.tensor([0.5, 1.5]), "x")
    failed = failure(check_derivatives, 3 * x, x, forward_algorithm, first_for_all)
    assert failed.smallest.fact.kind == "by itself"
    mul(lambda self: [self.gradient * self.input(1), self.gradient * self.input(1)])
    assert (
        failure(check_derivatives, 3 * x, x, forward_algorithm, backward_algorithm).smallest is None
    )


@pytest.mark.parametrize("value", [0.5, torch.tensor([0.5, 1.5])])
def test_an_output_without_a_gradient_is_named_where_an_engine_is_differentiated(value):
    def no_start(graph, one):
        for node in reversed(graph.sorted_nodes()):
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.accumulate_gradient(share)

    x = Leaf(value, "x")
    message = fails(check_derivatives, x * x.exp(), x, forward_algorithm, no_start)
    assert "Nothing was put at the output" in message


def test_gradients_not_reset_fail_at_the_second_derivative():
    def not_reset(graph, one):
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.accumulate_gradient(share)

    x = Leaf(torch.tensor([0.5, 1.5]), "x")
    message = fails(check_derivatives, (2 * x).exp() * x, x, forward_algorithm, not_reset)
    assert message.startswith("Derivative 2 ")


# Code that does not come back with an answer


@pytest.mark.parametrize("error", [NotImplementedError, NotImplementedError("Your turn.")])
def test_what_is_not_written_yet_is_called_so(error):
    def blank(*args, **kwargs):
        raise error

    line = " Running it reaches `raise NotImplementedError`."
    note = " (Your turn.)" if str(error) == "Your turn." else line
    written = f"is not written yet.{note}"
    assert fails(check_results, cosh(), blank) == f"forward_algorithm {written}"
    failed = failure(check_results, cosh(), blank)
    assert (failed.why, failed.smallest) == ("", None)
    assert backward_fails(cosh, blank) == f"backward_algorithm {written}"
    Mul = mul(blank)
    message = fails(check_gradients, Mul(Leaf(1.0, "x"), 2), forward_algorithm, backward_algorithm)
    assert message == f"backward of Mul(x, Leaf) {written}"
    assert fails(check_node, Mul, 1.0, 2.0) == f"Mul(input 0, input 1).backward {written}"


def test_a_recursion_without_end_is_explained():
    def forever(graph, one=None):
        forever(graph)

    assert "forward_algorithm calls itself deeper" in fails(check_results, cosh(), forever)
    assert "backward_algorithm calls itself deeper" in backward_fails(cosh, forever)


def test_a_loop_of_calls_without_end_is_stopped():
    def forever(graph, one=None):
        while True:
            for node in graph.sorted_nodes():
                node.forward()

    for message in (fails(check_results, cosh(), forever), backward_fails(cosh, forever)):
        assert "_algorithm goes on and on, and was stopped at" in message
        assert "Each node needs to be called exactly once." in message


def test_an_error_in_a_backward_names_the_node_and_shows_the_students_line():
    def backward(self):
        return [self.gradient * self.inptu(1), self.gradient * self.input(0)]

    mul(backward)
    failed = failure(check_gradients, Leaf(1.0, "x") * 2, forward_algorithm, backward_algorithm)
    message = "backward_algorithm raised AttributeError in backward of Mul(x, Leaf): "
    assert str(failed).startswith(message)
    rendered = "\n".join(failed._render_traceback_())
    assert rendered.startswith(f"Not yet: {message}")
    assert "in backward:  return [self.gradient * self.inptu(1)" in rendered
    assert "in backward_algorithm:" in rendered
    assert "AttributeError: 'Mul' object has no attribute 'inptu'" in rendered
    for internal in ("recorded", "_run", "check_gradients", "run()", "function("):
        assert internal not in rendered


def test_a_failure_without_an_error_renders_as_its_sentence():
    failed = failure(check_gradients, cosh(), forward_algorithm, overwrite)
    shown = failed._render_traceback_()
    assert all(len(line) <= 96 for line in shown)
    assert " ".join(shown).startswith(f"Not yet: {failed}")


# What a check leaves behind, and what it draws


def state(graph):
    """Each node with all its attributes; printed, since tensors may change in place."""
    return [(node, {key: str(v) for key, v in vars(node).items()}) for node in graph.sorted_nodes()]


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("backward", [backward_algorithm, overwrite, not_reset])
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


def test_recording_leaves_no_methods_on_the_nodes_even_after_an_error():
    graph = cosh()
    with pytest.raises(KeyError), recording(graph):
        raise KeyError
    assert all("forward" not in vars(n) and "backward" not in vars(n) for n in graph.sorted_nodes())


def test_recording_keeps_what_each_backward_received_and_returned():
    x = Leaf(3.0, "x")
    y = x * x
    forward_algorithm(y)
    with recording(y) as calls:
        backward_algorithm(y, one=2.0)
    assert [(c.node, c.method, c.upstream, c.returned) for c in calls] == [
        (y, "backward", 2.0, [6.0, 6.0]),
        (x, "backward", 12.0, []),
    ]


@pytest.mark.parametrize("kind", [list, tuple])
def test_recording_keeps_a_share_that_is_changed_in_place_afterwards(kind):
    share = torch.ones(2)
    Mul = mul(lambda self: kind([share, share]))
    y = Mul(Leaf(torch.ones(2)), Leaf(torch.ones(2)))
    with recording(y) as calls:
        y.backward()[0].mul_(5)
    assert calls[0].returned == kind(calls[0].returned)
    assert [each.tolist() for each in calls[0].returned] == [[1, 1], [1, 1]]


def draws_seen(seed, graph=tensors):
    """The values and upstream gradients that a check hands to a student's code."""
    seen = []

    def spy(graph, one):
        seen.extend(n.value.clone() for n in graph.sorted_nodes() if isinstance(n, Leaf))
        seen.append(one.clone())
        backward_algorithm(graph, one=one)

    with in_series(str(seed)):
        check_gradients(graph(), forward_algorithm, spy)
    return seen


def test_the_same_seed_draws_the_same_numbers_and_another_seed_others():
    first, again, other = draws_seen(3), draws_seen(3), draws_seen(4)
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    assert sum(not torch.equal(a, b) for a, b in zip(first, other, strict=True)) >= 10


def test_draws_do_not_touch_the_global_random_numbers():
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    check_gradients(cosh(), forward_algorithm, backward_algorithm)
    assert torch.equal(torch.rand(3), expected)


@pytest.mark.parametrize("shape", [None, (), (1,), (5,), (2, 3), (1, 1)])
def test_an_upstream_gradient_is_never_one(shape):
    value = 2.0 if shape is None else torch.full(shape, 2.0)
    upstreams = []
    for seed in range(20):
        with in_series(str(seed)):
            upstreams += [one for case in cases(Exp(Leaf(value))) for one in case.upstream]
    assert len(upstreams) == 120
    for one in upstreams:
        one = torch.as_tensor(one, dtype=torch.float64)
        assert one.shape == (shape or ())
        assert not torch.allclose(one.abs(), torch.ones_like(one), atol=1e-6)
        assert one.numel() == 1 or len(one.unique()) > 1
        assert one.abs().min() > 0.4


@pytest.mark.parametrize("shape", [None, (), (5,), (2, 3)])
def test_the_second_backward_call_has_another_upstream_gradient_than_the_first(shape):
    value = 2.0 if shape is None else torch.full(shape, 2.0)
    for case in cases(Exp(Leaf(value))):
        first, second = (torch.as_tensor(one) for one in case.upstream)
        assert not torch.allclose(first, second), case.title


def test_drawn_values_stay_near_the_given_ones_and_away_from_zero():
    random_values = RandomValues(0)
    for _ in range(50):
        assert 0.69 < abs(random_values.near(-1.0)) < 1.31
        assert random_values.near(-1.0) < 0
        assert 0.19 < abs(random_values.near(0.0)) < 0.51
        entries = random_values.near(torch.tensor([[0.0, 2.0, -10.0]]))
        assert entries.shape == (1, 3)
        assert entries.dtype == torch.float64
        assert entries.abs().min() > 0.19


def test_checks_run_in_float64():
    def forward_in_float32(graph):
        forward_algorithm(graph)
        assert all(node.result.dtype == torch.float64 for node in graph.sorted_nodes())

    check_results(tensors(), forward_in_float32)


# The table


def test_values_show_six_digits_and_large_tensors_their_shape():
    assert in_text(2 / 3) == "0.666667"
    assert in_text(torch.tensor([1.0, -2.5])) == "[1, -2.5]"
    assert in_text(torch.ones(2, 3)) == "tensor of shape (2, 3)"
    assert in_text(1e-17) == "0"
    assert in_text(float("nan")) == "nan"
    node = Exp(Leaf(1.0))
    node.result = node
    assert in_text(node) == "Exp(Leaf)"


def test_rounding_is_measured_by_the_largest_entry():
    right = torch.tensor([0.05, 3.0], dtype=torch.float64)
    assert Row("w", right + 1e-6, right).right
    assert not Row("w", right + 1e-5, right).right
    infinite = torch.tensor([0.05, torch.inf], dtype=torch.float64)
    assert not Row("w", torch.tensor([0.06, torch.inf]), infinite).right


@pytest.mark.parametrize("right", [[3.0], [1e-12], [0.05, -2e6]])
@pytest.mark.parametrize("off", [0.0, 1.5e-9, 1.5e-6, 2.5e-6])
def test_plain_values_agree_where_the_same_tensors_do(right, off):
    right = torch.tensor(right, dtype=torch.float64)
    yours = right * (1 + off) + (off if off < 1e-7 else 0)
    assert same_plain(plain(yours), plain(right)) is close(yours, right)


def floats(*entries):
    return torch.tensor(entries, dtype=torch.float64)


@pytest.mark.parametrize(
    ("yours", "pytorch", "shown"),
    [
        ((1, 1, 1, 1, 5), (1, 1, 1, 1, 1), ["[4] = 5", "1", "4"]),
        ((torch.inf, 1, 1, 1, 2), (torch.inf, 1, 1, 1, 1), ["[4] = 2", "1", "1"]),
        ((1e6 + 1.5, 1.2, 0, 0, 0), (1e6, 0, 0, 0, 0), ["[1] = 1.2", "0", "1.2"]),
        ((torch.inf, 1, torch.nan, 1, 1), (1, 1, 1, 1, 1), ["[2] = nan", "1", "nan"]),
        ((9, 1, 1, torch.inf, 1), (1, 1, 1, 1, 1), ["[3] = inf", "1", "inf"]),
        ((torch.inf, 1), (torch.inf, 1), ["[inf, 1]", "[inf, 1]", "0"]),
        ((2, 2, 2, 2), (1, 1, 1, 1), ["[2, 2, 2, 2]", "[1, 1, 1, 1]", "1"]),
        ((), (), ["[]", "[]", "0"]),
    ],
)
def test_up_to_four_entries_are_shown_and_of_more_the_wrong_one_with_its_difference(
    yours, pytorch, shown
):
    row = Row("w", floats(*yours), floats(*pytorch))
    assert row.right is (yours == pytorch)
    assert row.cells() == ["w", *shown]


@pytest.mark.parametrize(
    ("yours", "misfit"),
    [
        (None, "missing"),
        ("one", "a str"),
        (np.str_("one"), "a str_"),
        (np.array(["one", "two"]), "a ndarray"),
        (10**400, "too large a number"),
        (1j, "a complex number"),
        (torch.ones(2, dtype=torch.complex128), "a complex number"),
        (np.ones(2, dtype=complex), "a complex number"),
        (np.array([1.0, 1.0], dtype=">f8")[::-1], None),
        (1.0, "shape (), not (2,)"),
        (torch.ones(3), "shape (3,), not (2,)"),
        (torch.ones(2, 1), "shape (2, 1), not (2,)"),
        (torch.ones(2), None),
    ],
)
def test_what_cannot_be_compared_says_why(yours, misfit):
    row = Row("w", yours, torch.ones(2, dtype=torch.float64))
    assert row.misfit == misfit
    assert misfit is None or row.cells()[1:] == [misfit.replace("missing", "None"), "[1, 1]", ""]
    assert row.right is (misfit is None)


def test_nan_is_never_right():
    nan = torch.tensor([1.0, torch.nan], dtype=torch.float64)
    assert not Row("x", nan, nan).right
    assert not Row("x", nan, torch.ones(2, dtype=torch.float64)).right


def test_a_long_table_shows_the_rows_from_the_first_wrong_one_on():
    right = torch.tensor(1.0, dtype=torch.float64)
    rows = [Row(f"node {i}", 2.0 if i >= 60 else 1.0, right) for i in range(100)]
    lines = table(rows).splitlines()
    assert len(lines) == 11
    assert lines[1] == "... 60 more above"
    assert lines[2].startswith("node 60 ") and "first wrong" in lines[2]
    assert lines[-1] == "... and 32 more"


def test_what_a_table_leaves_out_above_and_below_is_counted_there():
    right = torch.tensor(1.0, dtype=torch.float64)
    rows = [Row(f"n{i}", 1.0 if i < 11 else 2.0, right) for i in range(12)]
    assert table(rows).splitlines()[1] == "... 4 more above"
    assert "more" not in table(rows).splitlines()[-1]


def test_an_empty_tensor_agrees_to_all_digits():
    empty = torch.zeros(0, dtype=torch.float64)
    assert Row("x", empty, empty).right and Row("x", empty, empty).digits == 16


@pytest.mark.parametrize(
    "batches", [[[0] * 4096] * 48, [[float("inf")]], [[float("nan")]], [10**400], "x" * 100_000]
)
def test_minibatches_of_any_kind_are_refused_at_once(batches):
    started = time.process_time()
    with pytest.raises(CheckFailed) as failed:
        check_minibatches(lambda order, size: batches)
    assert time.process_time() - started < 1
    assert len(str(failed.value)) < 1000


# What else is tried on a node


def finding_on(node_class, *inputs) -> str:
    with pytest.raises(CheckFailed) as caught:
        check_node(node_class, *inputs)
    return caught.value.why


def test_a_node_that_returns_something_for_an_upstream_gradient_of_0_is_told_so():
    backward = lambda self: [self.gradient + 1, self.gradient * self.input(0)]  # noqa: E731
    assert "upstream gradient of 0" in finding_on(mul(backward), 2.0, -6.0)
    right = lambda self: [self.gradient, self.gradient * self.input(0)]  # noqa: E731
    assert "upstream gradient of 0" not in finding_on(mul(right), 2.0, -6.0)


def test_a_node_that_is_right_for_a_single_row_is_told_so(monkeypatch):
    def forward(self):
        self.result = self.input(0)[0].sum()

    monkeypatch.setattr(Matsum, "forward", forward)
    found = finding_on(Matsum, torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    assert "(1, 3) it is right" in found
    assert found.endswith("wrong: (2, 1).")


@pytest.mark.parametrize(
    ("of_bias", "found"),
    [
        (lambda g: g[0], "row 1 of the upstream gradient"),
        (lambda g: g[0] * len(g), "its first row"),
        (lambda g: g.clamp(min=0).sum(0), "only its positive entries"),
        (lambda g: g.sum(0) + g.sum(), "entry [1] of downstream gradient 1 changed, too"),
        (lambda g: g.norm(dim=0), "-1.3 times the upstream gradient"),
    ],
)
def test_of_a_wrong_gradient_is_told_what_was_seen_when_something_changed(of_bias, found):
    class AddBias(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)

        def backward(self):
            return [self.gradient, of_bias(self.gradient)]

    told = finding_on(AddBias, torch.tensor([[1.0, -2.0, 0.5], [2.0, 3.0, -1.0]]), torch.ones(3))
    assert found in told and "downstream gradient 0 is right" in told


def test_no_experiments_are_made_on_large_inputs():
    wrong = mul(lambda self: [self.gradient.max() * self.input(1), self.gradient * self.input(0)])
    started = time.process_time()
    finding_on(wrong, torch.ones(300, 300), torch.full((300, 300), 2.0))
    assert time.process_time() - started < 10


def test_a_node_that_changes_its_inputs_is_told_so():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)
            self.input_nodes = []

        def backward(self):
            return []

    assert "input_nodes" in fails(check_node, Mul, 2.0, -6.0)


def test_a_node_that_keeps_its_values_in_a_list_of_its_own_is_right():
    class Mul(ComputationNode):
        def __init__(self, x, y, name=None):
            super().__init__(x, y, name=name)
            self.kept = []

        def forward(self):
            self.kept[:] = [self.input(1), self.input(0)]
            self.result = self.kept[0] * self.kept[1]

        def backward(self):
            return [self.gradient * each for each in self.kept]

    check_node(Mul, 2.0, -6.0)


@pytest.mark.parametrize(
    ("forward", "said"),
    [
        (lambda x: ((x / 2).tanh() + 1) / 2, "nearly equal"),
        (lambda x: x.float().sigmoid(), "is in float32"),
        (lambda x: x.float().sigmoid().double(), "computed in float32"),
        (lambda x: x.sigmoid(), ""),
    ],
)
def test_why_a_right_result_may_have_lost_digits_is_told_and_float32_only_if_it_may_be(
    forward, said, capsys
):
    class Sigmoid(ComputationNode):
        def forward(self):
            self.result = forward(self.input(0))

        def backward(self):
            s = self.input(0).sigmoid()
            return [self.gradient * s * (1 - s)]

    check_node(Sigmoid, torch.tensor([[-30.0, -40.0]]))
    told = capsys.readouterr().out
    assert said in told and ("But its" in told or "But where" in told) == bool(said)
    assert "torch.zeros" not in told or said == "is in float32"
