"""How Python's own errors and leftover placeholder lines are explained to students."""

import math
from contextlib import suppress

import pytest
import torch

from course import (
    ComputationNode,
    Exp,
    Leaf,
    Matsum,
    Negate,
    check_gradients,
    check_node,
    check_results,
)
from course.check.base.error_table import NOT_CALLED
from course.check.base.value_clues import A_NODE, REAL_NUMBERS
from course.check.models.sgd import check_sgd_step
from tests.helpers.engine import Add, Mul, forward_algorithm
from tests.helpers.failing import fails, failure
from tests.helpers.student_code import WALK, cosh, written

PAIRS = WALK + "for each, share in zip(node.input_nodes, node.backward()):\n    "


def said_of_backward(body: str, graph=None) -> str:
    backward = written("backward(graph, one=1.0)", body)
    return fails(check_gradients, graph or cosh(), forward_algorithm, backward)


@pytest.mark.parametrize("line", ["shares[0]", "first, *_ = shares"])
def test_a_share_read_from_the_empty_list_of_a_leaf_is_said_to_be_none(line):
    walk = f"graph.gradient = one\n{PAIRS}each.accumulate_gradient(share)\n  shares = "
    assert "backward of Leaf x, which ran last, returned []" in said_of_backward(
        f"{walk}node.backward()\n  {line}"
    )
    assert "ran last" not in said_of_backward(f"{walk}[] if node.input_nodes else [1]\n  {line}")


@pytest.mark.parametrize("adding", ["gradient += share", "gradient = each.gradient + share"])
def test_an_engine_that_adds_up_broadcast_shares_itself_is_told_to_accumulate(adding):
    value, bias = torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([1.0, 2.0])
    x = Leaf(value, "x")
    graph = Matsum(Mul(Add(x, Leaf(bias, "b"), name="a"), x))
    zeros = WALK + "node.gradient = 0.0 * node.result\ngraph.gradient = graph.gradient + one\n"
    said = said_of_backward(zeros + PAIRS + "each." + adding, graph)
    assert "accumulate_gradient" in said
    assert "Leaf b was broadcast" in said
    assert "backward of Add" not in said


def test_an_engine_that_sets_grad_is_told_what_it_is_called():
    said = said_of_backward(WALK + "node.grad = None\n" + "graph.grad = one")
    assert "In a node it is called `gradient`." in said


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("given", ["node.backward()", "[*(each.gradient or []), share]"])
def test_a_list_in_place_of_a_gradient_is_named_whichever_class_fails_on_it(given, own):
    class Square(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0) ** 2")
        backward = written("backward(self)", "return [self.gradient * 2 * self.input(0)]")

    x = Leaf(1.5, "x")
    node = Square(x, name="u") if own else Mul(x, x, name="u")
    said = said_of_backward(f"graph.gradient = one\n{PAIRS}each.gradient = {given}", Exp(node))
    assert f"The gradient of {node.label} is a list." in said


def test_a_list_that_a_node_makes_itself_is_not_said_to_be_its_gradient():
    class Square(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0) ** 2")
        backward = written("backward(self)", "return [2 * self.input(0)] * self.gradient")

    said = fails(check_node, Square, 2.0)
    assert "multiply sequence" in said and "is a list" not in said


@pytest.mark.parametrize("in_forward", ["self.run(inner)", "inner.forward()"])
def test_a_node_that_a_method_makes_is_not_said_to_be_of_another_graph(in_forward):
    class Tanh(ComputationNode):
        run = written("run(self, inner)", "inner.forward()")
        forward = written(
            "forward(self)",
            f"from course import Exp, Leaf\ninner = Exp(Leaf(self.input(0)))\n{in_forward}",
        )

    said = fails(check_node, Tanh, 0.5)
    assert "which is None: forward of" in said and "another graph" not in said


@pytest.mark.parametrize("line", ["node.colour", "graph.gradient.accumulate", "len(graph)"])
def test_an_error_with_many_possible_reasons_brings_no_advice(line):
    message = said_of_backward(f"for node in graph.sorted_nodes():\n  {line}")
    assert message.split(": ", 1)[1].count(".") <= 2
    assert not any(word in message for word in ("is called", "Brackets", "swapped"))


@pytest.mark.parametrize(
    ("line", "clue"),
    [
        ("input(0) @ self.input(1)", "`input(...)` is Python's own function"),
        ("__import__('course').Chain(['Exp'])", REAL_NUMBERS),
        ("self.input(0).tanh", NOT_CALLED),
        ("None; result = self.input(0)", "has not set `self.result`"),
    ],
)
def test_what_is_no_result_of_a_node_brings_a_clue(line, clue):
    class Matmul(ComputationNode):
        forward = written("forward(self)", f"self.result = {line}")

    assert clue in fails(check_node, Matmul, torch.ones(2, 3), torch.ones(3, 2))


def test_a_missing_name_in_a_students_lambda_is_not_said_to_be_one_that_the_check_uses():
    class Exp(ComputationNode):
        forward = written("forward(self)", "self.result = (lambda x: xx)(self.input(0))")

    said = fails(check_node, Exp, 2.0)
    assert "name 'xx' is not defined" in said and "the check uses" not in said


def test_a_name_that_the_students_line_does_not_contain_brings_no_clue(monkeypatch):
    class Exp(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0).exp()")
        backward = written("backward(self)", "return [self.output() * self.gradient]")

    monkeypatch.delattr("course.graph._as_read")
    assert fails(check_node, Exp, torch.ones(2)).endswith("'_as_read' is not defined.")


def test_a_class_that_has_become_none_is_not_explained_by_a_missing_value():
    said = fails(check_node, None, 2.0)
    assert "object is not callable." in said and "should hold a value" not in said


def test_a_division_by_zero_outside_of_nodes_is_not_told_of_inputs():
    step = written("sgd_step(parameters, gradients, rate)", "return 1 / 0")
    assert fails(check_sgd_step, step).endswith("division by zero.")


def test_what_only_tensors_have_is_not_expected_of_a_number():
    class Exp(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0).detach().exp()")

    said = fails(check_node, Exp, 2.0)
    assert "`detach` belongs to tensors, and this is a plain number" in said
    Exp.forward = written("forward(self)", "self.result = self.input(0).colour")
    assert "belongs to tensors" not in fails(check_node, Exp, 2.0)


@pytest.mark.parametrize(
    ("line", "belongs"),
    [("d.backward()", False), ("d.name", False), ("d.grad", False), ("d.relu()", True)],
)
def test_a_share_in_place_of_a_node_is_not_told_what_tensors_have(line, belongs):
    said = said_of_backward(f"graph.gradient = one\nfor d in graph.backward():\n  {line}")
    assert f"has no attribute '{line[2:].strip('()')}'" in said
    assert ("belongs to tensors" in said) is belongs


@pytest.mark.parametrize("method", ["forward", "backward"])
def test_a_name_that_init_has_set_is_told_to_belong_to_the_node(method):
    class Exp(ComputationNode):
        def __init__(self, x, base=math.e, name=None):
            super().__init__(x, name=name)
            self.base = base

        forward = written("forward(self)", "self.result = self.base ** self.input(0)")
        backward = written("backward(self)", "return [self.gradient * self.output()]")

    setattr(Exp, method, written(f"{method}(self)", "return [base ** self.input(0)]"))
    assert "`self.base`" in fails(check_node, Exp, 2.0)


@pytest.mark.parametrize(
    "line",
    [
        "(lambda mask: A[0][mask])(A > 0)",
        "A.var(1, unbiased=False, keepdim=True) - A.T",
        "A[0, 1, 2]",
    ],
)
def test_an_error_with_matrices_that_may_have_many_causes_brings_no_clue(line):
    class Exp(ComputationNode):
        forward = written("forward(self)", f"A = self.input(0)\nself.result = {line}")

    message = fails(check_node, Exp, torch.ones(2, 3))
    assert "`" not in "".join(message.split("\n\n")[0].split(". ", 1)[1:])


def test_an_extra_axis_of_length_1_is_reported_if_the_numbers_are_right():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp().unsqueeze(1)

    class Wrong(Exp):
        def forward(self):
            self.result = self.input(0).unsqueeze(1)

    Wrong.__name__ = "Exp"
    assert "of length 1 are left over" in fails(check_node, Exp, torch.ones(2, 3))
    assert "left over" not in fails(check_node, Wrong, torch.ones(2, 3))


@pytest.mark.parametrize(("line", "is_right"), [("x.square()", True), ("x", False)])
def test_extra_axes_around_a_single_number_are_reported_if_the_number_is_right(line, is_right):
    class SquaredNorm(ComputationNode):
        forward = written("forward(self)", f"x = self.input(0)\nself.result = {line}")

    message = fails(check_node, SquaredNorm, torch.full((1, 1), 3.0))
    assert ("axes of length 1 are left over" in message) is is_right


@pytest.mark.parametrize(
    ("line", "is_told"), [("x.max(1)", True), ("(x, x)", True), ("'x'", False)]
)
def test_a_result_of_two_tensors_is_told_that_one_is_wanted(line, is_told):
    class Relu(ComputationNode):
        forward = written("forward(self)", f"x = self.input(0)\nself.result = {line}")

    assert ("holds one tensor" in fails(check_node, Relu, torch.ones(2, 3))) is is_told


def test_a_node_in_place_of_a_tensor_is_not_said_to_lack_a_matrix_product():
    class Matmul(ComputationNode):
        forward = written("forward(self)", "self.result = self.input_nodes[0].T")

    assert "only" not in fails(check_node, Matmul, torch.ones(2, 3), torch.ones(3, 2))


def test_a_missing_gradient_in_a_node_is_not_taken_for_a_list():
    class Exp(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0).exp()")
        backward = written("backward(self)", "sum = self.input_nodes[0].gradient\nreturn [sum[0]]")

    message = fails(check_node, Exp, torch.ones(2, 3))
    assert "not there yet" in message and "reverse" not in message


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("gradients", "gradient"), ("gradiant", "gradient"), ("outputs()", "output")],
)
def test_a_misspelled_attribute_is_not_taken_for_one_that_forward_forgot(slip, meant):
    class Exp(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0).exp()")
        backward = written("backward(self)", f"return [self.{slip} * self.result]")

    message = fails(check_node, Exp, torch.ones(2, 3))
    assert f"Is `{meant}` meant?" in message and "not set at this point" not in message


@pytest.mark.parametrize(("line", "is_told"), [("x + y", True), ("first + second", False)])
def test_a_letter_from_the_formula_in_forward_is_explained_as_an_input(line, is_told):
    class Add(ComputationNode):
        forward = written("forward(self)", f"self.result = {line}")

    assert ("stands for an input" in fails(check_node, Add, 2.0, 3.0)) is is_told


def test_a_local_variable_of_forward_is_reported_as_not_saved():
    class Exp(ComputationNode):
        forward = written("forward(self)", "y = self.input(0).exp()\nself.result = y")
        backward = written("backward(self)", "return [self.y * self.gradient]")

    said = fails(check_node, Exp, torch.ones(2, 3))
    assert "not set at this point" in said and "needs `self.`" in said


def test_an_input_that_is_read_like_an_attribute_is_told_how_it_is_read():
    class Exp(ComputationNode):
        forward = written("forward(self)", "self.result = self.x.exp()")

    assert "read with `self.input(i)`" in fails(check_node, Exp, torch.ones(2, 3))


def test_an_attribute_that_backward_has_deleted_is_not_said_to_be_missing_in_forward():
    class Exp(ComputationNode):
        forward = written("forward(self)", "self.y = self.input(0).exp()\nself.result = self.y")
        backward = written("backward(self)", "y = self.y\ndel self.y\nreturn [y * self.gradient]")

    said = fails(check_node, Exp, torch.ones(2, 3))
    assert "not set at this point" in said and "forward has not" not in said


@pytest.mark.parametrize(
    ("in_forward", "in_backward", "advised"), [("0.0", "here", True), ("heer", "0.0", False)]
)
def test_a_name_made_by_forward_is_mentioned_only_in_backward(in_forward, in_backward, advised):
    class Negate(ComputationNode):
        forward = written(
            "forward(self)", f"here = -self.input(0)\nself.result = here + {in_forward}"
        )
        backward = written("backward(self)", f"return [self.gradient * {in_backward}]")

    message = fails(check_node, Negate, 2.0)
    assert "NameError" in message and ("`forward` ends" in message) is advised
    assert ("`self.here`" in message) is advised


@pytest.mark.parametrize("graph", [cosh(), Leaf(torch.ones(2, 3), "x").sum()])
def test_a_missing_gradient_at_the_output_is_not_blamed_on_the_order(graph):
    message = said_of_backward(PAIRS + "each.accumulate_gradient(share)", graph)
    assert "nothing was put there" in message
    assert "order" not in message
    assert "plain number" not in message


def test_an_upstream_gradient_that_was_put_into_the_result_is_found_there():
    message = said_of_backward(
        f"graph.result = one\n{PAIRS}each.accumulate_gradient(share)", cosh()
    )
    assert "The result of Mean(Exp, Exp) was" in message


def test_a_node_without_a_gradient_is_not_blamed_for_passing_none_on():
    last_only = WALK + "for each, share in zip(node.input_nodes[-1:], node.backward()[-1:]):\n    "
    graph = Mul(Add(Leaf(1.0, "x"), Negate(Leaf(2.0, "y"))), Leaf(3.0, "w"), name="z")
    body = "graph.gradient = one\n" + last_only + "each.accumulate_gradient(share)"
    message = said_of_backward(body, graph)
    assert "The gradient of Add(x, Negate) was" in message
    assert "backward of Add" not in message


def test_an_error_of_a_node_is_explained_although_another_call_was_too_early_and_caught():
    class Mul(ComputationNode):
        forward = written("forward(self)", "self.result = self.input(0) * self.input(1)")
        backward = written("backward(self)", "g = self.gradient * 1.0\nreturn [g * here, g]")

    def tries_again(graph, one=1.0):
        graph.gradient = one
        waiting = graph.sorted_nodes()
        while waiting:
            for node in list(waiting):
                try:
                    shares = node.backward()
                except TypeError:
                    continue
                for each, share in zip(node.input_nodes, shares, strict=True):
                    each.accumulate_gradient(share)
                waiting.remove(node)

    graph = Exp(Mul(Leaf(2.0, "x"), Leaf(3.0, "w"), name="p"), name="y")
    message = fails(check_gradients, graph, forward_algorithm, tries_again)
    assert "NameError in backward of Mul p" in message
    assert "as `self.here`" in message
    assert "None" not in message


def test_an_error_of_an_engine_is_not_said_to_come_from_a_call_whose_error_was_caught():
    def tries_again(graph, one=1.0):
        graph.gradient = one
        waiting = graph.sorted_nodes()
        while waiting:
            for node in list(waiting):
                with suppress(TypeError):
                    for each, share in zip(node.input_nodes, node.backward(), strict=True):
                        each.accumulate_gradient(share)
                    waiting.remove(node)
        graph.inputs  # noqa: B018

    graph = Exp(Negate(Leaf(2.0, "x")), name="y")
    message = fails(check_gradients, graph, forward_algorithm, tries_again)
    assert message.startswith("backward_algorithm raised AttributeError: 'Exp' object has no")
    assert "`input_nodes` is the list of a node's inputs" in message


def test_a_gradient_that_was_forgotten_is_not_said_never_to_have_arrived():
    forgets = WALK + "node.gradient = one if node is graph else None\n  "
    accumulates = "for each, share in zip(node.input_nodes, node.backward()):\n"
    message = said_of_backward(forgets + accumulates + "    each.accumulate_gradient(share)")
    assert "or it was forgotten" in message
    assert "still" not in message


def test_a_leftover_placeholder_line_is_mentioned():
    class Add(ComputationNode):
        forward = written("forward(self)", "self.result = 1\nraise NotImplementedError()")

    message = fails(check_node, Add, 1.0, 2.0)
    assert message.startswith("forward of Add(input 0, input 1) is not written yet.")
    assert "delete that line if your code is there" in message


@pytest.mark.parametrize("line", ["self.input(0).long().softmax(-1)", "torch.nn.Module()(1)"])
def test_pytorchs_own_notimplementederror_is_not_taken_for_a_blank(line):
    class Exp(ComputationNode):
        def forward(self):
            written("raises(self, torch)", f"self.result = {line}")(self, torch)

    message = fails(check_node, Exp, torch.tensor([0.5, 1.5]))
    assert message.startswith("forward of Exp(input 0) raised NotImplementedError: ")


@pytest.mark.parametrize("check", ["alone", "in a graph"])
def test_a_forward_that_makes_a_node_is_told_to_make_a_value(check):
    def forward(self):
        self.result = -self.input_nodes[0]

    class Exp(ComputationNode):
        pass

    Exp.forward = forward
    if check == "alone":
        message = fails(check_node, Exp, 1.0)
    else:
        message = fails(check_results, Exp(Leaf(1.0, "x")), forward_algorithm)
    assert f"is a Negate. {A_NODE}" in message


def test_the_advice_on_a_wrong_result_does_not_mention_backward():
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0) + 17.3 * self.input(1)

    failed = failure(check_node, Add, 1.0, 2.0)
    assert "print the node's result" in failed.diagnosis.next_step
    assert "backward" not in failed.diagnosis.next_step
