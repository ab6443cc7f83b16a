"""What a failed check tells besides right and wrong: shares, entries, and what may be missing."""

import pytest
import torch

import course
from course import (
    CheckFailed,
    ComputationNode,
    Leaf,
    Sketch,
    check_gradients,
    check_gradients_by_hand,
    check_node,
    draw,
)
from course.check.base.downstream import FORGOT_RETURN
from tests.helpers.blanks import part_right
from tests.helpers.changed_engine import overwriting
from tests.helpers.engine import Add, Mul, backward_algorithm, forward_algorithm
from tests.helpers.failing import explained
from tests.helpers.student_code import cosh


def test_the_shares_at_the_first_wrong_node_are_spelled_out(capsys):
    with pytest.raises(CheckFailed):
        check_gradients(cosh(), forward_algorithm, overwriting)
    printed = capsys.readouterr().out
    assert "What should arrive at Leaf x:" in printed
    assert (
        "from Exp(x): upstream 1.5 * local 1.64872 = 2.47308; backward returned 2.47308" in printed
    )
    assert "together 1.56329; yours 2.47308" in printed


def test_shares_that_are_slightly_wrong_are_told_apart_from_right_ones(capsys):
    def off(graph, one):
        backward_algorithm(graph, one)
        x = graph.sorted_nodes()[0]
        x.gradient *= 1 + 4e-6

    with pytest.raises(CheckFailed):
        check_gradients(cosh(), forward_algorithm, off)
    together = capsys.readouterr().out.split("together ")[1].split("\n")[0]
    assert len(set(together.split("; yours "))) == 2


def test_returned_gradients_are_reported_only_if_backward_ran(capsys):
    def stops(graph, one=1.0):
        graph.gradient = one
        for node, gradient in zip(graph.input_nodes, graph.backward(), strict=True):
            node.accumulate_gradient(gradient)
        return graph

    with pytest.raises(CheckFailed):
        check_gradients(cosh(), forward_algorithm, stops)
    printed = capsys.readouterr().out
    assert "backward did not run" in printed
    assert "backward returned" not in printed


def test_a_backward_that_raised_an_error_is_not_said_to_have_returned_anything(capsys):
    def hides_errors(graph, one=1.0):
        nodes = graph.sorted_nodes()
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in nodes:
            try:
                for input_node, share in zip(node.input_nodes, node.backward(), strict=True):
                    input_node.accumulate_gradient(share)
            except TypeError:
                continue

    with pytest.raises(CheckFailed):
        check_gradients(cosh(), forward_algorithm, hides_errors)
    printed = capsys.readouterr().out
    assert "backward raised an error" in printed
    assert "backward returned None" not in printed


def test_a_missing_return_in_backward_is_suggested():
    class Forgetful(Add):
        def backward(self):
            downstream = [self.gradient, self.gradient]
            assert downstream

    assert FORGOT_RETURN in explained(check_node, Forgetful, 1.0, 2.0)


def test_a_forward_that_returns_its_value_is_told_where_to_put_it():
    class Returning(Add):
        def forward(self):
            return self.input(0) + self.input(1)

    assert "puts it into self.result" in explained(check_node, Returning, 1.0, 2.0)


@pytest.mark.parametrize("passed_on", [lambda share: share, lambda share: share.sum(0)[None]])
def test_an_engine_that_adds_gradients_itself_is_told_of_broadcasting(passed_on):
    def own(graph, one=1.0):
        nodes = graph.sorted_nodes()
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in reversed(nodes):
            for input_node, share in zip(node.input_nodes, node.backward(), strict=True):
                before = input_node.gradient
                if input_node.shape != share.shape:
                    share = passed_on(share)
                input_node.gradient = share if before is None else before + share

    graph = Add(Leaf(torch.ones(2, 3), "A"), Leaf(torch.ones(2, 1), "b"))
    text = explained(check_gradients, graph, forward_algorithm, own)
    assert "Leaf b was broadcast, which is a fork" in text
    assert "accumulate_gradient" in text


def test_only_what_was_broadcast_is_said_to_be():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [torch.stack(2 * [self.gradient * self.output()])]

    def own(graph, one=1.0):
        nodes = graph.sorted_nodes()
        graph.gradient = one
        for node in reversed(nodes):
            for input_node, share in zip(node.input_nodes, node.backward(), strict=True):
                input_node.gradient = share

    text = explained(check_gradients, Exp(Leaf(torch.ones(2, 3), "A")), forward_algorithm, own)
    assert "is that of Leaf A" in text and "Leaf A was broadcast" not in text


def test_tensors_are_compared_at_the_entry_that_differs_most(capsys):
    class Late(Mul):
        def backward(self):
            good = self.gradient * self.input(1)
            good[1, 2] += 1
            return [good, self.gradient * self.input(0)]

    with pytest.raises(CheckFailed, match=r"is 4 in entry \[1, 2\], but "):
        check_node(Late, torch.ones(2, 3), torch.ones(2, 3))


def test_a_check_whose_answers_have_not_been_run_says_which_cell_to_run(capsys):
    with pytest.raises(CheckFailed) as caught:
        exec(_a_check("check_node(Rrelu, 1.0)"), vars(course) | {"__name__": "notebook"})
    assert "name 'Rrelu' is not defined. First run the cell that" in str(caught.value)


def test_a_missing_name_in_a_students_line_is_reported_with_that_line(capsys):
    made = (
        "class Relu(ComputationNode):\n    def __init__(self, x):\n        super().__init__(xx)\n"
    )
    names = vars(course) | {"__name__": "notebook"}
    exec(compile(made, "the student's cell", "exec"), names)
    with pytest.raises(CheckFailed) as caught:
        exec(_a_check("Relu(Leaf(1.0))"), names)
    assert "xx" in str(caught.value) and "First run" not in str(caught.value)
    assert "in __init__" in caught.value.diagnosis.raised.line


def _a_check(line):
    return f'with check_exercise("1 A check"):\n    {line}\n'


def test_a_sketch_is_computed_by_the_operation_it_names():
    a = Leaf(1.0, "a")
    b = Sketch("Add", a, a, name="b")
    c = Sketch("Mul", b, b, name="c")
    assert part_right(check_gradients_by_hand, c, {"c": 1, "b": 4, "a": 8}) == 1
    assert "c = ×" in draw(c).svg
