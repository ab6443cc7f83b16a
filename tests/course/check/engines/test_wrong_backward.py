"""Wrong backward algorithms, most of them with one mistake, fail with a reason to act on."""

from collections import Counter
from functools import partial

import pytest
import torch

from course import ComputationNode, Copy, Exp, Leaf, check_gradients, check_node
from course.check.base.value_clues import CHANGED_SINCE
from course.check.engines.first_slip import first_slip
from tests.helpers.changed_engine import backward_fails, not_reset, overwriting, walk
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.failing import fails, failure
from tests.helpers.graphs import cosh, ladder, shortcut, tensors, upstream


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


def test_gradients_left_from_the_first_call_fail_the_second():
    message = backward_fails(cosh, not_reset)
    assert "in a second call of backward_algorithm, is that of Exp(Negate)" in message
    found = failure(check_gradients, cosh(), forward_algorithm, not_reset).diagnosis.smallest
    assert (found.trial.call, first_slip(found).kind) == ("second", "left over")


def test_an_author_who_asks_for_unknown_small_graphs_is_told():
    with pytest.raises(ValueError, match="'second' is not a valid WhichCalls"):
        check_gradients(cosh(), forward_algorithm, backward_algorithm, on_small_graphs="second")


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
