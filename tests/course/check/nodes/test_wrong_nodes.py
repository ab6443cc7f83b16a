"""Wrong nodes fail where they are wrong."""

import pytest
import torch

from course import (
    CheckFailed,
    ComputationNode,
    Exp,
    Leaf,
    check_exercise,
    check_gradients,
    check_node,
)
from course.reference.cases import cases_of_other_sizes
from tests.helpers.add_bias import BIAS, MATRIX, AddBias
from tests.helpers.changed_engine import backward_fails, mul
from tests.helpers.engine import Add, Matmul, Mul, backward_algorithm, forward_algorithm
from tests.helpers.failing import fails, failure
from tests.helpers.graphs import tensors, upstream
from tests.helpers.student_code import compiled


def test_a_mul_without_the_upstream_gradient_fails():
    wrong = mul(lambda self: [self.input(1), self.input(0)])
    message = fails(check_node, wrong, 2.0, 5.0)
    assert "The downstream gradient of Mul(input 0, input 1) for input 0" in message
    assert f"is 5, but PyTorch says {5 * upstream(Mul(2.0, 5.0)):g}" in message
    x = Leaf(2.0, "x")
    failed = failure(check_gradients, Exp(Exp(x) * 3.0), forward_algorithm, backward_algorithm)
    assert failed.diagnosis.smallest is None
    assert "Mul" in failed.diagnosis.why


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


def test_a_forward_that_fails_only_beyond_leaves_is_said_to_fail_there():
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input_nodes[0].value + self.input_nodes[1].value

        def backward(self):
            return [self.gradient, self.gradient]

    said = fails(check_node, Add, 2.0, 5.0)
    assert said.startswith("forward of Add(input 0, input 1), when its inputs are nodes")


@pytest.mark.parametrize("called", ["Mul", "lambda x, y: Mul(x, y)"])
@pytest.mark.parametrize("another", [Add, lambda x, y: Add(x, y), None, type("Mul", (), {})])
def test_another_node_is_not_accepted_under_the_name_of_the_one_asked_for(called, another):
    cell = compiled(f"check_node({called}, 2.0, -6.0)")
    with pytest.raises(CheckFailed, match=r"`class Mul\(ComputationNode\):`"):
        exec(cell, {"check_node": check_node, "Mul": another})


def test_a_node_may_have_further_names_and_be_of_a_subclass():
    names = {"check_node": check_node, "Plus": Add, "Mul": type("Times", (Mul,), {})}
    exec(compiled("check_node(Plus, 2.0, -6.0)\ncheck_node(Mul, 2.0, -6.0)"), names)


def test_a_missing_class_is_named_with_only_the_students_line():
    with pytest.raises(CheckFailed, match="name 'Missing' is not defined") as caught:
        check_node(lambda x: Missing(x), 2.0)  # noqa: F821
    assert ["in <lambda>" in line for line in caught.value.diagnosis.raised.lines] == [True]


def test_an_init_that_skips_the_base_class_is_told_how_to_begin():
    class Mul(ComputationNode):
        def __init__(self, a, b):
            self.a = a

    with pytest.raises(CheckFailed, match=r"has to begin with super\(\).__init__\(...\)"):
        check_node(Mul, 2.0, 3.0)
    with pytest.raises(AttributeError, match=r"no attribute 'colour'$"):
        Leaf(1.0).colour  # noqa: B018


def test_a_node_that_tells_its_inputs_apart_by_identity_fails():
    def backward(self):
        shares = {self.input_nodes[0]: self.input(1), self.input_nodes[1]: -self.input(0)}
        signs = [1 if node is self.input_nodes[0] else -1 for node in self.input_nodes]
        pairs = zip(signs, self.input_nodes, strict=True)
        return [self.gradient * sign * shares[node] for sign, node in pairs]

    assert "both inputs are the same node" in fails(check_node, mul(backward), 2.0, -6.0)


def test_a_right_backward_with_a_wrong_forward_fails_on_its_own():
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0)

        def backward(self):
            return [self.gradient, self.gradient]

    message = fails(check_node, Add, 2.0, 5.0)
    assert "The result of Add(input 0, input 1) with the values given is 2, but PyTorch" in message


def test_small_matrices_are_shown_in_full_and_a_wrong_entry_by_its_index(monkeypatch, capsys):
    doubled = lambda self: [2 * self.gradient, self.gradient.sum(0)]  # noqa: E731
    monkeypatch.setattr(AddBias, "backward", doubled)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "is 6 in entry [0, 0], but PyTorch says 3." in message
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
    assert f"is {24 * one:g}, but PyTorch says {12 * one:g}" in message


def test_output_from_further_trial_runs_is_not_printed(capsys):
    def backward(self):
        print("here")
        return [self.gradient * self.input(0), self.gradient * self.input(0)]

    fails(check_node, mul(backward), 2.0, 3.0)
    assert capsys.readouterr().out.count("here") == 1


@pytest.mark.parametrize(
    "backward",
    [
        lambda self: [self.input(1) + self.input(0), self.input(0)],
        lambda self: [self.gradient + 7 * self.input(0), self.input(0)],
    ],
)
def test_a_gradient_that_is_not_in_proportion_to_the_upstream_gradient_is_reported(
    backward,
):
    why = failure(check_node, mul(backward), 2.0, 3.0).diagnosis.why
    assert "With an upstream gradient of 0, downstream gradient 0 has to be 0" in why


def test_a_class_for_inputs_of_other_shapes_fails_the_check():
    assert "PyTorch cannot compute Mul(" in fails(check_node, Mul, MATRIX, MATRIX.T)
    assert "PyTorch cannot compute Matmul(" in fails(check_node, Matmul, 2.0, 3.0)
    rows = type("RowSums", (ComputationNode,), {})
    assert "PyTorch cannot compute RowSums(" in fails(check_node, rows, torch.ones(3))


def test_a_node_with_hard_coded_numbers_of_the_example_is_reported():
    node = mul(lambda self: [-7 * self.gradient, 3 * self.gradient])
    failed = failure(check_node, node, 3.0, -7.0)
    assert "after the values of the leaves have changed" in str(failed)
    assert "Does the code contain one of them" in failed.diagnosis.next_step


def test_on_a_result_of_a_larger_shape_it_is_said_what_to_try():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0)[:, [0, 1, 1]].exp()

    failed = failure(check_node, Exp, torch.ones(3, 2))
    assert "has shape (3, 3), not (3, 2)" in str(failed)
    assert "print the node's result" in failed.diagnosis.next_step


@pytest.mark.parametrize(
    ("share", "second", "clue"),
    [
        (lambda g, x: sum(g[i] for i in range(3)), torch.zeros(2, 2), True),
        (lambda g, x: g.sum(0), torch.zeros(2, 2), None),  # right
        (lambda g, x: -g.sum(0), torch.zeros(2, 2), False),  # wrong on the first shapes, too
        (lambda g, x: g.sum(0) * (x.abs() < 99).all(), torch.full((2, 2), 200.0), False),
        (lambda g, x: g.sum(0) * (x != 0).any(), torch.zeros(2, 2), False),
    ],
)
def test_a_node_that_was_right_on_other_shapes_is_asked_what_fits_only_those(share, second, clue):
    class Shared(AddBias):
        def backward(self):
            return [self.gradient, share(self.gradient, self.input(0))]

    Shared.__name__ = "AddBias"

    def both():
        with check_exercise("4b AddBias"):
            check_node(Shared, torch.ones(3, 2), torch.ones(2))
            check_node(Shared, second, torch.ones(2))

    if clue is None:
        both()
    else:
        assert ("(3, 2) and (2,) it is right. Is there" in failure(both).diagnosis.why) is clue


@pytest.mark.parametrize(
    ("share", "says"),
    [
        (lambda g: sum(g[i] for i in range(2)), "entry"),  # counts rows, up to those given
        (lambda g: torch.stack([g[:, j].sum() for j in range(3)]), "shape"),
        (lambda g: g.sum(0), None),  # right
    ],
)
def test_a_node_that_fits_only_the_given_sizes_fails_on_larger_ones(share, says):
    class Shared(AddBias):
        def backward(self):
            return [self.gradient, share(self.gradient)]

    Shared.__name__ = "AddBias"
    if says is None:
        check_node(Shared, MATRIX, BIAS)
        return
    failed = failure(check_node, Shared, MATRIX, BIAS)
    assert says in str(failed)
    assert "On inputs of shape (2, 3) and (3,) it is right" in failed.diagnosis.findings


class CrossEntropy(ComputationNode):
    def __init__(self, z, targets):
        super().__init__(z)
        self.targets = targets


def test_larger_sizes_are_those_that_the_formula_allows():
    def larger(node):
        return [
            [tuple(leaf.value.shape) for leaf in case.graph.input_nodes]
            for case in cases_of_other_sizes(node)
        ]

    assert larger(Mul(2.0, 3.0)) == []  # numbers have none
    assert larger(Mul(torch.ones(1, 1), torch.ones(1))) == []
    (((n, d), (same, k)),) = larger(Matmul(torch.ones(3, 2), torch.ones(2, 4)))
    assert d == same
    assert len({n, d, k}) == 3
    assert min(n, d, k) > 4
    (beside_number,) = cases_of_other_sizes(Mul(torch.ones(2), 3.0))
    assert beside_number.title in [f"on inputs of shape ({size},) and ()" for size in (4, 6)]
    (((rows, columns),),) = larger(CrossEntropy(torch.ones(2, 3), [2, 0]))
    assert rows == 2  # one for each target
    assert columns > 3
