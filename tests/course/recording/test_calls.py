"""What is recorded about calls on nodes."""

import copy
import math

import pytest
import torch

from course import Exp, Leaf, Negate
from course.recording.calls import CALLS_A_NODE, TooManyCalls, recording, wrapped
from course.recording.guards import TooLarge
from course.recording.records import MAX_RECORDED_CALLS
from course.values.tensors import MAX_READ
from tests.helpers.changed_engine import mul
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.graphs import cosh


def test_recording_leaves_nodes_unchanged_even_after_an_error():
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
def test_recording_keeps_a_returned_gradient_that_is_changed_in_place_later(kind):
    share = torch.ones(2)
    Mul = mul(lambda self: kind([share, share]))
    y = Mul(Leaf(torch.ones(2)), Leaf(torch.ones(2)))
    with recording(y) as calls:
        y.backward()[0].mul_(5)
    assert calls[0].returned == kind(calls[0].returned)
    assert [each.tolist() for each in calls[0].returned] == [[1, 1], [1, 1]]


def test_recording_tells_a_finished_call_from_one_that_raised_an_error():
    a = Leaf(2.0, "a")
    y = Exp(a)
    with recording(y) as calls:
        a.forward()
        with pytest.raises(RuntimeError):
            y.backward()  # it has no result yet
        y.forward()
    assert [(call.node, call.method, call.finished) for call in calls] == [
        (a, "forward", True),
        (y, "backward", False),
        (y, "forward", True),
    ]
    assert (calls[0].made, calls[1].made, calls[2].made) == (2.0, None, math.exp(2.0))


def test_an_engine_that_goes_on_and_on_is_stopped_after_the_calls_that_can_be_sent():
    a = Leaf(2.0, "a")
    with recording(a) as calls:
        for _ in range(MAX_RECORDED_CALLS):
            a.forward()
        with pytest.raises(TooManyCalls, match="forward of Leaf a"):
            a.forward()
    assert len(calls) == MAX_RECORDED_CALLS


def test_a_large_graph_may_call_each_node_twice_in_both_passes():
    y = chain = Leaf(0.0)
    while len(chain.sorted_nodes()) <= MAX_RECORDED_CALLS // CALLS_A_NODE:
        y = chain = Negate(chain)
    nodes = y.sorted_nodes()
    with recording(y) as calls:
        for _ in range(CALLS_A_NODE):
            for node in nodes:
                node.forward()
        with pytest.raises(TooManyCalls):
            y.forward()
    assert len(calls) == CALLS_A_NODE * len(nodes) > MAX_RECORDED_CALLS


def test_a_node_does_not_compute_with_too_large_a_tensor():
    a = Leaf(2.0, "a")
    with recording(a) as calls, pytest.raises(TooLarge):
        a.result = torch.zeros(()).expand(MAX_READ + 1)
        a.backward()
    assert not calls


@pytest.fixture
def seen():
    """The nodes of the calls that `noting` was given, in order."""
    return []


@pytest.fixture
def noting(seen):
    """A wrapper that notes a call and makes it."""

    def note(node, run, *args, **kwargs):
        seen.append(node)
        return run(*args, **kwargs)

    return note


class DoubledExp(Exp):
    """A node whose backward calls that of Exp by itself."""

    def backward(self):
        return [2 * share for share in super().backward()]


@pytest.mark.parametrize(
    "call",
    [
        lambda node: node.backward(),
        lambda node: type(node).backward(node),
        lambda node: Exp.backward(node),
    ],
)
def test_each_call_of_a_node_reaches_the_wrapper_once_in_whatever_way_it_is_made(
    call, seen, noting
):
    y = DoubledExp(Leaf(0.0))
    y.result, y.gradient = 1.0, 3.0
    with wrapped([y], backward=noting):
        call(y)
        call(y)
    assert seen == [y, y]


def test_the_wrapper_is_given_the_arguments_and_its_answer_is_what_the_caller_gets():
    x = Leaf(1.0)
    with wrapped([x], accumulate_gradient=lambda node, run, share: (node, run(share * 2), share)):
        assert x.accumulate_gradient(1.5) == (x, None, 1.5)
    assert x.gradient == 3.0


def test_nodes_that_are_not_watched_and_copies_are_left_alone(seen, noting):
    watched, other = Leaf(1.0), Leaf(2.0)
    with wrapped([watched], forward=noting):
        for node in (other, copy.copy(watched)):
            node.forward()
            type(node).forward(node)
            assert node.result == node.value
    assert not seen


def test_a_method_that_raised_an_error_is_watched_at_its_next_call(seen, noting):
    y = Exp(Leaf(0.0))
    with wrapped([y], forward=noting):
        for _ in range(2):
            with pytest.raises(RuntimeError):
                Exp.forward(y)  # its input has no result
    assert seen == [y, y]


def test_a_watched_method_is_a_function_in_python_s_errors_too(noting):
    x = Leaf(1.0)
    with wrapped([x], backward=noting), pytest.raises(TypeError, match="'function' object"):
        list(x.backward)


def test_afterwards_classes_and_nodes_have_their_own_methods_again(noting):
    x, y = Leaf(1.0), Leaf(2.0)
    own, of_class = lambda: None, vars(Leaf)["forward"]
    x.forward = own
    with pytest.raises(KeyError), wrapped([x, y], forward=noting):
        raise KeyError
    assert vars(Leaf)["forward"] is of_class
    assert vars(x)["forward"] is own and "forward" not in vars(y)
