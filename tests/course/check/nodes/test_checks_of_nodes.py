"""Checks of single nodes: right ones pass, and wrong ones fail where they are wrong."""

import math

import numpy as np
import pytest
import torch

from course import (
    CheckFailed,
    ComputationNode,
    Copy,
    Exp,
    IntPow,
    Leaf,
    Matexpand,
    Matsum,
    Negate,
    check_exercise,
    check_gradients,
    check_node,
    check_results,
)
from course.check.base.downstream import (
    FROM_MAX,
    STAY_WITH_TENSORS,
    TENSOR_OF_LIST,
    downstream_problem,
)
from course.check.base.value_clues import REAL_NUMBERS
from course.check.nodes.node import check_node_forward
from course.operations import NoFormula, result_of
from course.questions import NodeBackward, NodeForward, PrepareBackward
from course.reference.random_values import RandomValues, in_series
from course.subject import ask
from tests.helpers.changed_engine import backward_fails, mul, walk
from tests.helpers.engine import Add, Matmul, Mul, backward_algorithm, forward_algorithm
from tests.helpers.failing import fails, failure
from tests.helpers.graphs import tensors, upstream
from tests.helpers.student_code import compiled, written

# Right nodes


def test_right_nodes_pass_on_their_own():
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


def test_the_check_of_a_single_node_prints_its_inputs_and_gradients(capsys):
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


@pytest.mark.parametrize("graph", [False, True])
def test_a_node_may_save_its_inputs_under_its_own_names(graph):
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


@pytest.mark.parametrize("name", ["value", "int_power"])
@pytest.mark.parametrize("what", [None, "2", Leaf(1.0)])
def test_a_node_may_have_attributes_called_like_those_of_given_nodes(name, what):
    class Mul(ComputationNode):
        def __init__(self, a, b):
            super().__init__(a, b)
            setattr(self, name, what)

        def forward(self):
            self.result = self.input(0) * self.input(1)

        def backward(self):
            return [self.gradient * self.input(1), self.gradient * self.input(0)]

    check_node(Mul, 2.0, 3.0)


def test_a_node_may_save_values_in_its_own_list():
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


@pytest.mark.parametrize("name", ["tokens", "ids"])
@pytest.mark.parametrize("kind", [tuple, list, torch.tensor])
def test_a_node_may_store_in_its_own_way_what_it_was_given(name, kind):
    class Embedding(ComputationNode):
        def __init__(self, table, tokens, name=None):
            super().__init__(table, name=name)
            setattr(self, stored_as, kind(tokens))

        def forward(self):
            self.result = self.input(0)[torch.as_tensor(getattr(self, stored_as))]

        def backward(self):
            gradient = torch.zeros_like(self.input(0))
            for token, share in zip(getattr(self, stored_as), self.gradient, strict=True):
                gradient[token] += share
            return [gradient]

    stored_as = name
    check_node(lambda table: Embedding(table, [2, 0, 2]), torch.rand(4, 2))


def test_a_node_is_judged_by_what_it_was_given_even_if_it_stores_something_else():
    class Embedding(ComputationNode):
        def __init__(self, table, tokens, name=None):
            super().__init__(table, name=name)
            self.tokens = [token + 1 for token in tokens]

        def forward(self):
            self.result = self.input(0)[self.tokens]

    reason = fails(check_node, lambda table: Embedding(table, [2, 0, 2]), torch.rand(4, 2))
    assert "The result of Embedding" in reason


class Embedding(ComputationNode):
    """An embedding that makes its tokens from what it is given."""

    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = [int(token) for token in tokens]

    def forward(self):
        self.result = self.input(0)[self.tokens]

    def backward(self):
        gradient = torch.zeros_like(self.input(0))
        for token, share in zip(self.tokens, self.gradient, strict=True):
            gradient[token] += share
        return [gradient]


class OneByOne(Embedding):
    def __init__(self, table, *tokens):
        super().__init__(table, tokens)


class WithIds(Embedding):
    def __init__(self, table, ids):
        super().__init__(table, ids)


class NamedFirst(Embedding):
    def __init__(self, table, name, tokens):
        super().__init__(table, tokens, name)


class Single(Embedding):
    def __init__(self, table, tokens):
        super().__init__(table, [tokens])


TABLE = torch.rand(4, 2)


@pytest.mark.parametrize(
    "tokens",
    [
        "12",
        ["1", "2"],
        [1.0, 2.0],
        [True, False],
        {1: "a", 2: "b"}.keys(),
        torch.tensor([1, 2]),
        torch.tensor([1, 2]).numpy(),
        [*torch.tensor([1, 2]).numpy()],
        range(3),
    ],
    ids=str,
)
def test_what_a_node_makes_of_what_it_was_given_counts_if_that_is_something_else(tokens):
    check_node(lambda table: Embedding(table, tokens), TABLE)


@pytest.mark.parametrize("tokens", [np.array([1, 2]), [*np.array([1, 2])], torch.tensor([1, 2])])
def test_whole_numbers_of_numpy_and_pytorch_may_be_stored_under_another_name(tokens):
    class Embedding(ComputationNode):
        def __init__(self, table, tokens):
            super().__init__(table)
            self.rows = [int(token) for token in tokens]

        def forward(self):
            self.result = self.input(0)[self.rows]

    check_node_forward(lambda table: Embedding(table, tokens), TABLE)


@pytest.mark.parametrize("given", [lambda: map(int, "12"), lambda: (i for i in (1, 2))])
def test_what_can_be_read_once_is_read_by_the_node(given):
    check_node(lambda table: Embedding(table, given()), TABLE)


@pytest.mark.parametrize(
    "build",
    [
        lambda table: OneByOne(table, 2, 0, 2),
        lambda table: OneByOne(table, "2", 0, 2),
        lambda table: WithIds(table, "12"),
        lambda table: WithIds(table, ids=[1, 2]),
        lambda table: NamedFirst(table, 3, [1, 2]),
        lambda table: NamedFirst(table, tokens=[1, 2], name="rows"),
        lambda table: Single(table, 2),
    ],
)
def test_a_constructor_may_have_parameters_of_its_own(build):
    check_node(build, TABLE)


def test_a_power_may_be_fixed_by_a_subclass():
    class Cube(IntPow):
        def __init__(self, x, name=None):
            super().__init__(x, 3, name=name)

    check_node(lambda x: Cube(x, "c"), torch.randn(4))
    check_node(lambda x: Cube(x, 2), torch.randn(4))


def test_a_list_that_changes_later_does_not_change_what_a_node_was_given():
    tokens = [2, 0]
    node = Embedding(Leaf(TABLE), tokens)
    tokens.append(1)
    assert result_of(node, TABLE).equal(TABLE[[2, 0]])


def test_a_subclass_is_checked_by_its_parents_formula():
    class MyAdd(Add):
        pass

    check_node(MyAdd, 2.0, 3.0)


def test_a_class_without_a_pytorch_formula_says_so():
    class Cube(ComputationNode):
        pass

    with pytest.raises(NoFormula, match="no PyTorch formula for Cube") as error:
        check_node(Cube, 2.0)
    seen = " ".join(error.value._render_traceback_())
    assert "the name that the exercise gives it" in seen and "right_values" not in seen


def test_nan_in_pytorch_too_is_blamed_on_the_checks_inputs():
    graph = IntPow(Leaf(torch.tensor([0.5, math.nan]), "x"), 2)
    for check in (check_results, check_gradients):
        algorithms = [forward_algorithm, backward_algorithm][: 1 + (check is check_gradients)]
        with pytest.raises(
            ValueError, match=r"own result of Leaf x, with the values given, is nan"
        ):
            check(graph, *algorithms)
    with pytest.raises(ValueError, match="this check needs other inputs"):
        check_node(Exp, torch.tensor([0.5, math.nan]))


# Wrong numbers and forms


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


def test_a_backward_that_writes_into_its_own_result_fails():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [self.result.mul_(self.gradient)]

    assert "changed its own result" in fails(check_node, Exp, torch.tensor([0.5, 1.0]))


def test_a_right_backward_with_a_wrong_forward_fails_on_its_own():
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0)

        def backward(self):
            return [self.gradient, self.gradient]

    message = fails(check_node, Add, 2.0, 5.0)
    assert "The result of Add(input 0, input 1) with the values given is 2, but PyTorch" in message


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
        (
            lambda self: [self.gradient, 2j],
            "returned 2j as downstream gradient 1; real numbers were expected.",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["float", "Tensor"])
def test_a_backward_with_the_wrong_return_type_is_named_on_its_own_and_in_a_graph(
    backward, reason, kind
):
    wrong = mul(backward)
    value = 2.0 if kind == "float" else torch.ones(3)
    reason = reason.format(kind=kind)
    assert f"backward of Mul(input 0, input 1) {reason}" in fails(check_node, wrong, value, value)
    graph = Copy(wrong(Exp(Leaf(value, "x")), Leaf(value, "y")))
    for algorithm in (backward_algorithm, walk):  # zip checks the lengths, or does not
        message = fails(check_gradients, graph, forward_algorithm, algorithm)
        assert f"backward of Mul(Exp, y) {reason}" in message


def test_lists_of_tensors_in_place_of_a_tensor_are_told_how_to_become_one(monkeypatch):
    rows = mul(lambda self: [[*(self.gradient * self.input(1))], self.gradient * self.input(0)])
    assert TENSOR_OF_LIST in fails(check_node, rows, torch.ones(3), torch.ones(3))

    def forward(self):
        self.result = (self.input(0) * self.input(1)).tolist()

    monkeypatch.setattr(rows, "forward", forward)
    message = fails(check_node, rows, torch.ones(3), torch.ones(3))
    assert f"is a list. It should be a tensor. {TENSOR_OF_LIST}" in message


@pytest.mark.parametrize("returned", [None, 3.0])
def test_a_backward_that_delivers_in_place_of_returning_is_told_who_delivers(returned):
    def backward(self):
        for node, other in zip(self.input_nodes, reversed(self.input_nodes), strict=True):
            node.accumulate_gradient(self.gradient * other.result)
        return returned

    message = fails(check_node, mul(backward), 2.0, 3.0)
    assert "has put gradients into its inputs itself" in message
    assert "`return`" not in message


def test_a_backward_that_puts_something_else_into_one_input_is_not_said_to_double_every_share():
    def backward(self):
        self.input_nodes[0].gradient = 0.25
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

    message = fails(check_node, mul(backward), 2.0, 3.0)
    assert "has put gradients into its inputs itself" in message
    assert "twice" not in message


def test_a_downstream_gradient_of_the_wrong_shape_is_named_on_its_own_and_in_a_graph():
    wrong = mul(lambda self: [(self.gradient * self.input(1)).sum(), self.gradient])
    reason = "returned a downstream gradient of shape () for input 0, which has shape (3,)."
    assert f"Mul(input 0, input 1) {reason}" in fails(check_node, wrong, torch.ones(3), 2.0)
    graph = wrong(Leaf(torch.ones(3), "x"), Leaf(torch.ones(3), "y"))
    message = fails(check_gradients, graph, forward_algorithm, backward_algorithm)
    assert "A gradient of shape () arrived at Leaf x, whose result has shape (3,)" in message
    assert f"backward of Mul(x, y) {reason}" in message


def test_a_broadcast_that_is_not_summed_back_fails_on_its_own():
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
def test_the_message_on_a_wrong_shape_says_how_it_may_have_arisen(monkeypatch, backward, said):
    monkeypatch.setattr(AddBias, "backward", backward)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert said in message
    assert "XY" not in message  # AddBias multiplies no matrices


def test_state_shared_by_all_nodes_of_a_class_is_found_when_it_accumulates(monkeypatch):
    def backward(self):
        AddBias.total = AddBias.total + self.gradient.sum(0)
        return [self.gradient, AddBias.total]

    monkeypatch.setattr(AddBias, "total", 0, raising=False)
    monkeypatch.setattr(AddBias, "backward", backward)
    why = failure(check_node, AddBias, MATRIX, BIAS).diagnosis.why
    assert "a new node does not return what the first one did" in why
    assert "not multiplied by the upstream one" not in why


def test_only_right_gradients_are_said_to_be_in_the_wrong_order(monkeypatch):
    doubled = lambda self: [2 * self.gradient.sum(0), self.gradient]  # noqa: E731
    monkeypatch.setattr(AddBias, "backward", doubled)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "The two shapes must agree." in message
    assert "order" not in message


def test_float32_zeros_are_accepted(monkeypatch):
    def backward(self):
        total = torch.zeros(self.gradient.shape[1])
        for row in self.gradient:
            total += row
        return [self.gradient, total]

    monkeypatch.setattr(AddBias, "backward", backward)
    for seed in range(20):
        with in_series(str(seed)):
            check_node(AddBias, MATRIX, BIAS)


def test_float32_zeros_are_mentioned_even_if_all_digits_are_right(monkeypatch, capsys):
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


def test_a_remark_on_float32_names_all_gradients_and_is_made_once_in_an_exercise(
    monkeypatch, capsys
):
    def backward(self):
        return [self.gradient.float(), self.gradient.sum(0).float()]

    monkeypatch.setattr(AddBias, "backward", backward)
    with check_exercise("AddBias"):
        check_node(AddBias, MATRIX, BIAS)
        check_node(AddBias, MATRIX, BIAS)
    printed = capsys.readouterr().out
    assert printed.count("its downstream gradient 0 and downstream gradient 1 are in") == 1


def test_a_product_with_float32_is_reported_with_advice(monkeypatch):
    def backward(self):
        return [self.gradient, torch.ones(self.gradient.shape[0]) @ self.gradient]

    monkeypatch.setattr(AddBias, "backward", backward)
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "The inputs are float64 here, so that rounding hides nothing" in message


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


@pytest.mark.parametrize("kept", ["changed", "collected"])
def test_backward_must_be_right_a_second_time_after_one_forward(kept):
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
    assert "different leaves" not in str(caught.value)
    assert "share" not in caught.value._render_traceback_()


def test_float32_gradients_are_accepted_and_said_to_have_fewer_digits(capsys):
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


def test_of_a_gradient_that_is_hardly_more_than_0_no_digits_are_counted(capsys):
    class Sigmoid(ComputationNode):
        def forward(self):
            self.result = 0.5 * (1 + torch.tanh(self.input(0) / 2))

        def backward(self):
            return [self.gradient * self.output() * (1 - self.output())]

    check_node(Sigmoid, torch.tensor([[800.0, -740.0]]))
    assert "digits" not in capsys.readouterr().out


def test_notes_on_the_precision_of_several_nodes_are_all_shown_with_their_nodes(capsys):
    class Negate(ComputationNode):
        def forward(self):
            self.result = -self.input(0).float()

        def backward(self):
            return [-self.gradient]

    class Exp(ComputationNode):
        def forward(self):
            self.result = torch.exp(self.input(0)).float()

        def backward(self):
            return [self.gradient * torch.exp(self.input(0))]

    with check_exercise("two nodes"):
        check_node(Negate, torch.tensor([0.1, 0.2]))
        check_node(Exp, torch.tensor([0.1, 0.2]))
    passed = capsys.readouterr().out.partition("Passed")[2].split("\n\n")[0]
    assert passed.count("float32") == 2
    assert "Negate" in passed and "Exp" in passed


def test_a_node_that_changes_its_input_fails_even_if_its_gradients_are_right():
    def backward(self):
        shares = [self.gradient * self.input(1), self.gradient * self.input(0)]
        self.input(0).zero_()
        return shares

    message = fails(check_node, mul(backward), torch.ones(3), torch.ones(3))
    assert "changed input 0: a node only reads what is already there." in message
    assert "`a.t_()`" in message  # += is not the only way


@pytest.mark.parametrize("spoil", [lambda x: x.clamp_(min=0), lambda x: x.sub_(1)])
def test_a_wrong_result_after_a_changed_input_is_reported_only_as_the_change(spoil):
    class Square(ComputationNode):
        def forward(self):
            self.result = spoil(self.input(0)) ** 2

        def backward(self):
            return [2 * self.input(0) * self.gradient]

    with pytest.raises(CheckFailed, match="changed input 0") as failed:
        check_node(Square, torch.tensor([0.5, -2.0, 3.0]))
    assert failed.value.diagnosis.is_complete and not failed.value.diagnosis.why


def test_a_node_tried_on_its_own_cannot_change_its_test_values():
    class Halve(ComputationNode):
        def forward(self):
            self.result = self.input(0).div_(2)

        def backward(self):
            return [self.input(0).mul_(0)]

    node = Halve(torch.ones(3))
    for question in (NodeForward(node), NodeBackward(node, torch.ones(3)), PrepareBackward(node)):
        ask(question)
    assert node.input_nodes[0].value.tolist() == [1, 1, 1]


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


def test_a_shape_changed_in_place_is_reported_as_a_change():
    def backward(self):
        shares = [self.gradient * self.input(1), self.gradient * self.input(0)]
        self.input(1).t_()
        return [shares[0], shares[1].t()]

    message = fails(check_node, mul(backward), torch.ones(2, 3), torch.ones(2, 3))
    assert "changed input 1" in message


def test_an_upstream_gradient_replaced_by_a_list_is_reported_as_a_change():
    def backward(self):
        self.gradient = [self.gradient * self.input(1), self.gradient * self.input(0)]
        return self.gradient

    message = fails(check_node, mul(backward), 2.0, 3.0)
    assert "changed self.gradient" in message
    assert "tensor" not in message


def test_a_node_that_changes_its_inputs_is_reported():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)
            self.input_nodes = []

        def backward(self):
            return []

    assert "input_nodes" in fails(check_node, Mul, 2.0, -6.0)


@pytest.mark.parametrize(
    "change, told",
    [("del self.result", "its own result"), ("self.input_nodes = []", "`input_nodes`")],
)
def test_a_node_whose_backward_takes_something_away_is_told_what(change, told):
    class Relu(ComputationNode):
        def forward(self):
            self.mask = self.input(0) > 0
            self.result = self.input(0) * self.mask

        backward = written(
            "backward(self)", f"share = self.gradient * self.mask\n{change}\nreturn [share]"
        )

    assert told in fails(check_node, Relu, torch.tensor([1.0, -2.0]))


def test_output_from_further_trial_runs_is_not_printed(capsys):
    def backward(self):
        print("here")
        return [self.gradient * self.input(0), self.gradient * self.input(0)]

    fails(check_node, mul(backward), 2.0, 3.0)
    assert capsys.readouterr().out.count("here") == 1


def test_arrays_in_place_of_tensors_are_refused_where_they_would_stop_other_nodes():
    def forward(self):
        self.result = (self.input(0) * self.input(1)).numpy()

    node = mul(
        lambda self: [self.gradient * self.input(1), (self.gradient * self.input(0)).numpy()]
    )
    message = fails(check_node, node, torch.ones(3), torch.ones(3))
    assert f"a NumPy array as downstream gradient 1. {STAY_WITH_TENSORS}" in message
    node.forward = forward
    message = fails(check_node, node, torch.ones(3), torch.ones(3))
    assert "The result of Mul(input 0, input 1) is a NumPy array." in message


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


def test_what_torch_gives_with_dim_is_explained_where_a_gradient_should_be(monkeypatch):
    monkeypatch.setattr(AddBias, "backward", lambda self: [self.gradient, self.gradient.max(0)])
    message = fails(check_node, AddBias, MATRIX, BIAS)
    assert "returned a tuple as downstream gradient 1" in message
    assert FROM_MAX in message


def test_a_pair_from_torch_is_explained_in_whatever_form_it_comes():
    values, places = torch.tensor([[1.0, 2.0], [3.0, 0.0]]).max(0)
    for pair in [(values, places), [values, places.double()]]:
        said = downstream_problem(AddBias(MATRIX, BIAS), [MATRIX, pair], MATRIX)
        assert FROM_MAX in said


@pytest.mark.parametrize(
    ("make", "way_out"),
    [
        (lambda x: (x, x > 0), FROM_MAX),
        (lambda x: (x, x + 0j), "torch.stack"),
        (lambda x: (x, (x + 0.3).to_sparse()), "torch.stack"),
        (lambda x: (x, x.to("meta")), "torch.stack"),
        (lambda x: [x, x.round()], "torch.stack"),
        (lambda x: [], "returned [] as"),
    ],
)
def test_tensors_of_any_kind_in_place_of_a_gradient_are_a_wrong_form(make, way_out):
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [make(self.gradient)]

    said = fails(check_node, Exp, MATRIX)
    assert "as downstream gradient 0" in said and way_out in said


@pytest.mark.parametrize(
    ("make", "is_told"),
    [
        (lambda g: (g,), "a comma after it"),
        (lambda g: [g], "a bracket around it"),
        (lambda g: g.tolist(), "torch.tensor"),
        (lambda g: g[None].tolist(), "torch.tensor"),  # a single row
    ],
)
def test_a_list_in_place_of_a_gradient_is_not_taken_for_what_max_returns(make, is_told):
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)

        def backward(self):
            return [make(self.gradient.round()), self.gradient]

    said = fails(check_node, Add, *2 * [torch.tensor([1.0, 2.0])])
    assert is_told in said and "`max`" not in said


def test_a_tensor_that_is_too_large_is_not_told_to_be_a_tensor():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp().reshape(1, 2, 3).expand(10**8, 2, 3)

    said = fails(check_node, Exp, MATRIX)
    assert "too large to compare" in said and REAL_NUMBERS not in said


def test_a_list_that_contains_itself_is_a_wrong_form():
    class Exp(ComputationNode):
        def forward(self):
            self.result = math.exp(self.input(0))

        def backward(self):
            shares = [self.result * self.gradient]
            shares.append(shares)
            return shares

    assert "returned 2 downstream gradients" in fails(check_node, Exp, 0.5)


def test_nodes_in_a_returned_dictionary_are_called_by_their_labels():
    message = fails(check_node, mul(lambda self: dict.fromkeys(self.input_nodes, 1.0)), 2.0, 3.0)
    assert "returned a dictionary of Leaf input 0, Leaf input 1." in message


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
