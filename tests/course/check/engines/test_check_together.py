"""Parts with exercises of their own, checked together: a mistake costs its points once."""

import re
from time import process_time

import pytest

from course import CheckFailed, ComputationNode, Exp, Leaf, check_exercise
from course import graph as scaffold
from course.check.base.exercise import parts_right
from course.check.engines.together import check_together
from course.recording import battery_run
from tests.helpers.engine import Add, Mul, backward_algorithm, forward_algorithm


def tanh_together(backward=backward_algorithm, forward=forward_algorithm):
    x = Leaf(0.7, "x")
    p, m = Exp(x), Exp(-x)
    graph = (p - m) / (p + m)
    check_together(graph, forward, backward, alone=[Add(2.0, -6.0), Mul(2.0, -6.0)])


def test_a_node_whose_init_forgets_its_inputs_fails_without_a_traceback_of_ours():
    class Add(ComputationNode):
        def __init__(self, x, y):
            self.x, self.y = x, y

    with pytest.raises(CheckFailed, match="has to begin with super"):
        check_together(
            Add(Leaf(1.0, "x"), 2.0), forward_algorithm, backward_algorithm, alone=[Mul(2.0, -6.0)]
        )


def test_parts_that_are_all_right_bring_no_message(capsys):
    tanh_together()
    assert "wrong" not in capsys.readouterr().out


def test_the_output_says_what_is_wrong_what_is_right_and_that_it_passed(monkeypatch, capsys):
    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient, self.gradient])
    with check_exercise("All together", points=2):
        tanh_together()
    printed = " ".join(capsys.readouterr().out.split())
    assert re.search(r"wrong gradient on the way back.*Passed: All together\. Your Mul is", printed)
    assert "your Add and engine are right" in printed
    assert parts_right["All together"] == 1


def test_an_engine_that_is_wrong_in_a_second_call_alone_is_not_what_went_wrong_together(
    monkeypatch, capsys
):
    def leaves_old_gradients(graph, one=1.0):
        graph.gradient = one
        for node in graph.sorted_nodes()[::-1]:
            for input_node, share in zip(node.input_nodes, node.backward(), strict=True):
                input_node.accumulate_gradient(share)

    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient * self.input(0)] * 2)
    tanh_together(leaves_old_gradients)
    printed = capsys.readouterr().out
    assert "Your Mul is wrong" in printed
    assert "in a first call, your Add and engine are right" in " ".join(printed.split())
    assert "known mistake" not in printed


def test_an_engine_that_needs_what_its_forward_has_left_is_right_beside_a_wrong_node(
    monkeypatch, capsys
):
    def forward(graph):
        graph.order = graph.sorted_nodes()
        return forward_algorithm(graph)

    def backward(graph, one=1.0):
        for node in graph.order:
            node.gradient = None
        graph.gradient = one
        for node in reversed(graph.order):
            for source, share in zip(node.input_nodes, node.backward(), strict=True):
                source.accumulate_gradient(share)

    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient, self.gradient])
    tanh_together(backward, forward)
    assert "your Add and engine are right" in " ".join(capsys.readouterr().out.split())


def test_a_node_that_keeps_something_on_its_class_is_not_called_right(monkeypatch):
    def forward(self):
        type(self).kept = self.input(0), self.input(1)
        self.result = self.input(0) * self.input(1)

    monkeypatch.setattr(Mul, "forward", forward)
    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient * k for k in self.kept[::-1]])
    monkeypatch.setattr(Add, "backward", lambda self: [self.gradient, 2 * self.gradient])
    with pytest.raises(CheckFailed):
        tanh_together()


def test_an_engine_whose_first_pass_is_slow_is_tried_on_all_small_graphs(monkeypatch, capsys):
    passes = []

    def backward(graph, one=1.0):
        passes.append(graph)
        started = process_time()
        while len(graph.sorted_nodes()) == 1 and process_time() - started < 0.6:
            pass
        backward_algorithm(graph, one)

    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient * self.input(0)] * 2)
    tanh_together(backward)
    assert "your Add and engine are right" in " ".join(capsys.readouterr().out.split())
    assert len(passes) > 20


def test_an_engine_is_not_called_right_without_time_for_all_small_graphs(monkeypatch):
    def overwrites(graph, one=1.0):
        started = process_time()
        while process_time() - started < 0.01:
            pass
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        for node in graph.sorted_nodes()[::-1]:
            for input_node, share in zip(node.input_nodes, node.backward(), strict=True):
                input_node.gradient = share

    monkeypatch.setattr(battery_run, "BATTERY_LIMIT", 0.005)
    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient * self.input(0)] * 2)
    with pytest.raises(CheckFailed):
        tanh_together(overwrites)


def test_an_engine_that_is_unwritten_or_never_ends_is_not_excused(monkeypatch):
    def unwritten(graph, one=1.0):
        raise NotImplementedError

    def endless(graph, one=1.0):
        while True:
            pass

    with pytest.raises(CheckFailed, match="not written yet") as failed:
        tanh_together(unwritten)
    assert failed.value.diagnosis.is_complete
    monkeypatch.setattr("course.running.limit.TIME_LIMIT", 1)
    with pytest.raises(CheckFailed, match="stopped after computing"):
        tanh_together(endless)


def test_an_engine_that_runs_no_node_is_not_excused():
    def begins(graph, one=1.0):
        graph.gradient = one

    def raises(graph, one=1.0):
        return 1 / 0

    for engine in ({"backward": begins}, {"backward": raises}, {"forward": lambda graph: graph}):
        with pytest.raises(CheckFailed):
            tanh_together(**engine)


def test_a_backward_that_only_raises_is_not_excused_for_what_its_forward_has_set():
    def zeroing(graph):
        forward_algorithm(graph)
        for node in graph.sorted_nodes():
            node.gradient = 0.0

    def raises(graph, one=1.0):
        raise ValueError

    with pytest.raises(CheckFailed):
        tanh_together(raises, zeroing)


def test_an_engine_whose_forward_breaks_the_nodes_is_excused(capsys):
    def keeping_inputs(graph):
        for node in graph.sorted_nodes():
            node.forward()
            node.input = [source.result for source in node.input_nodes]

    tanh_together(forward=keeping_inputs)
    assert "Your engine is wrong" in capsys.readouterr().out


def leaves_out(class_name, algorithm):
    """The algorithm, but on graphs with such a node it runs nothing."""

    def leaving_out(graph, one=1.0):
        if not any(type(node).__name__ == class_name for node in graph.sorted_nodes()):
            algorithm(graph) if algorithm is forward_algorithm else algorithm(graph, one)

    return leaving_out


def test_an_engine_that_leaves_out_this_graph_is_not_excused_by_a_wrong_node(monkeypatch):
    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient, self.gradient])
    tanh_together()  # is excused
    with pytest.raises(CheckFailed):
        tanh_together(leaves_out("Add", backward_algorithm))
    with pytest.raises(CheckFailed):
        tanh_together(forward=leaves_out("Add", forward_algorithm))


def test_an_error_before_a_wrong_node_runs_is_not_excused_by_it(monkeypatch):
    known = {
        name: getattr(scaffold, name).backward
        for name in ("Leaf", "Copy", "Exp", "HalfDifference", "IntPow", "Mean", "Negate")
    }

    def knows_given_classes(graph, one=1.0):
        nodes = graph.sorted_nodes()
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in reversed(nodes):
            known[type(node).__name__]
            for source, share in zip(node.input_nodes, node.backward(), strict=True):
                source.accumulate_gradient(share)

    def runs_given_classes(graph):
        for node in graph.sorted_nodes():
            known[type(node).__name__]
            node.forward()

    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient, self.gradient])
    for parts in ({"backward": knows_given_classes}, {"forward": runs_given_classes}):
        with pytest.raises(CheckFailed):
            tanh_together(**parts)


def test_an_error_after_a_wrong_node_has_run_is_excused_by_it(monkeypatch, capsys):
    monkeypatch.setattr(Add, "backward", lambda self: [self.gradient])
    tanh_together()  # in which two shares are expected
    assert "your Mul and engine are right" in " ".join(capsys.readouterr().out.split())


def test_a_wrong_engine_is_not_excused_if_it_leaves_out_this_graph():
    def overwrites(graph, one=1.0):
        graph.gradient = one
        for node in graph.sorted_nodes()[::-1]:
            for input_node, share in zip(node.input_nodes, node.backward(), strict=True):
                input_node.gradient = share

    tanh_together(overwrites)  # is excused
    with pytest.raises(CheckFailed):
        tanh_together(leaves_out("Add", overwrites))


def test_an_engine_that_calls_only_the_output_is_not_excused_by_a_wrong_node(monkeypatch):
    def stops_early(graph, one=1.0):
        if any(isinstance(node, Add) for node in graph.sorted_nodes()):
            graph.gradient = one
            graph.backward()
        else:
            backward_algorithm(graph, one)

    monkeypatch.setattr(Mul, "backward", lambda self: [self.gradient, self.gradient])
    with pytest.raises(CheckFailed):
        tanh_together(stops_early)


@pytest.mark.parametrize("shares", [[None, None], [], {}])
def test_an_engine_need_not_run_nodes_for_which_a_wrong_node_returned_nothing(
    shares, monkeypatch, capsys
):
    def skips_what_has_no_gradient(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        for node in graph.sorted_nodes()[::-1]:
            if node.gradient is not None:
                for input_node, share in zip(node.input_nodes, node.backward(), strict=False):
                    if share is not None:
                        input_node.accumulate_gradient(share)

    monkeypatch.setattr(Add, "backward", lambda self: shares)
    tanh_together(skips_what_has_no_gradient)
    assert "your Mul and engine are right" in " ".join(capsys.readouterr().out.split())
