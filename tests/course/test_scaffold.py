"""The scaffold: graphs, operators, derivatives of every order, printing, and bad input."""

import math
import re

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from course import *
from course.operators import latest_classes
from course.order import topological_order
from tests.helpers.engine import *

DEEP = 100_000


def f64(*values):
    return torch.tensor(values, dtype=torch.float64)


def run(graph, one=1.0):
    forward_algorithm(graph)
    backward_algorithm(graph, one=one)
    return graph


def chain(depth):
    """-(-(-(... x))) with x = 0.5, and x itself."""
    x = node = Leaf(0.5, "x")
    for _ in range(depth):
        node = Negate(node)
    return node, x


# Building graphs


def test_a_leaf_of_another_class_is_refused_where_it_is_defined():
    with pytest.raises(TypeError, match="delete this one"):

        class Leaf(ComputationNode):
            def __init__(self, value, name=None):
                super().__init__(name=name)
                self.value = value

    assert latest_classes["Leaf"] is type(ComputationNode(1.0).input_nodes[0])


def test_plain_numbers_become_leaves():
    node = Mean(2.0, 3)
    assert [type(n) for n in node.input_nodes] == [Leaf, Leaf]
    assert [n.value for n in node.input_nodes] == [2.0, 3]


def test_building_a_graph_computes_nothing():
    x = Leaf(2.0, "x")
    y = Exp(x) * x
    assert [n.result for n in y.sorted_nodes()] == [None] * 3
    assert [n.gradient for n in y.sorted_nodes()] == [None] * 3
    assert y.shape == ()


def test_a_node_can_read_its_inputs_and_its_own_value():
    x = Leaf(2.0)
    y = Mean(x, 4.0)
    forward_algorithm(y)
    assert (y.input(0), y.input(1), y.output()) == (2.0, 4.0, 3.0)
    with build_graph():
        assert y.input(0) is x
        assert y.output() is y


def test_build_graph_ends_with_its_block_even_after_an_error():
    y = Exp(Leaf(0.0))
    forward_algorithm(y)
    with pytest.raises(KeyError), build_graph():
        raise KeyError
    assert y.input(0) == 0.0


def test_build_graph_can_be_nested_and_switched_off():
    y = Exp(Leaf(0.0))
    forward_algorithm(y)
    with build_graph():
        with build_graph(False):
            assert y.input(0) == 0.0
        assert y.input(0) is y.input_nodes[0]


def test_the_shape_of_a_node_is_that_of_its_result():
    x = Leaf(torch.ones(2, 3))
    forward_algorithm(x)
    assert x.shape == (2, 3)


def test_sorting_puts_inputs_first_and_lists_each_node_once():
    x = Leaf(1.0)
    a = Exp(x)
    b = a + x
    c = b * a
    order = c.sorted_nodes()
    assert sorted(map(id, order)) == sorted(map(id, [x, a, b, c]))
    assert order[-1] is c
    for node in order:
        assert all(order.index(i) < order.index(node) for i in node.input_nodes)


def test_get_finds_a_node_by_its_name():
    x = Leaf(1.0, "x")
    u = Exp(x, name="u")
    y = u + 2
    assert y.get("u") is u
    assert y.get("x") is x


def test_a_number_may_be_a_name():
    x = Leaf(0.5, 0)
    y = Exp(Negate(x), name=1)
    assert y.get(0) is x and y.input_nodes[0].label == "Negate(0)"
    assert "1 = exp" in draw(y).svg


@pytest.mark.parametrize(
    ("graph", "said"),
    [
        (lambda: Mean(Leaf(1.0, "x"), Leaf(2.0, "v")), "No node of this graph named 'w'"),
        (lambda: Mean(Leaf(1.0, "x"), Leaf(2.0, "v")), "Its names: v, x."),
        (lambda: Exp(1.0), "Its names: none"),
        (lambda: Mean(Leaf(1.0, "w"), Leaf(2.0, "w")), "2 nodes of this graph named 'w'"),
    ],
)
def test_get_refuses_a_missing_or_ambiguous_name(graph, said):
    with pytest.raises(LookupError, match=re.escape(said)):
        graph().get("w")


# Operators

OPERATORS = {
    "-x": lambda x: -x,
    "x + 2": lambda x: x + 2,
    "2 + x": lambda x: 2 + x,
    "x - 2": lambda x: x - 2,
    "2 - x": lambda x: 2 - x,
    "x * 3": lambda x: x * 3,
    "3 * x": lambda x: 3 * x,
    "x / 4": lambda x: x / 4,
    "1 / x": lambda x: 1 / x,
    "5 / x": lambda x: 5 / x,
    "x / (x + 1)": lambda x: x / (x + 1),
    "x ** 3": lambda x: x**3,
    "x ** 0": lambda x: x**0,
    "x ** -2": lambda x: x**-2,
    "2 ** x": lambda x: 2**x,
    "0.5 ** x": lambda x: 0.5**x,
    "exp": lambda x: x.exp() if hasattr(x, "exp") else math.exp(x),
    "reuse": lambda x: (x * x + x) * (x * x),
}


@pytest.mark.parametrize("f", OPERATORS.values(), ids=OPERATORS)
def test_operators_on_plain_numbers_do_what_python_does(f):
    x = Leaf(0.7)
    y = run(f(x))
    t = f64(0.7).requires_grad_()
    f(t).backward()
    assert type(y.result) is float
    assert y.result == pytest.approx(f(0.7), rel=1e-12)
    assert x.gradient == pytest.approx(t.grad.item(), rel=1e-12)


@pytest.mark.parametrize("f", OPERATORS.values(), ids=OPERATORS)
def test_operators_on_tensors_do_what_pytorch_does(f):
    x, t = Leaf(f64(0.7, -1.3)), f64(0.7, -1.3).requires_grad_()
    y = run(f(x), one=f64(2.0, -3.0))
    f(t).backward(f64(2.0, -3.0))
    torch.testing.assert_close(y.result, f(t).detach())
    torch.testing.assert_close(x.gradient, t.grad)


EITHER_SIDE = {
    "+": lambda t, x: t + x,
    "-": lambda t, x: t - x,
    "*": lambda t, x: t * x,
    "/": lambda t, x: t / x,
    "@": lambda t, x: t @ x,
    "r@": lambda t, x: x @ t,
    "**": lambda t, x: t**x,
}


@pytest.mark.parametrize("f", EITHER_SIDE.values(), ids=EITHER_SIDE)
def test_a_tensor_on_either_side_of_an_operator_becomes_a_leaf(f):
    constant = f64(1.5, 2.0, 0.5)
    x, t = Leaf(f64(1.0, 2.0, 4.0)), f64(1.0, 2.0, 4.0)
    torch.testing.assert_close(forward_algorithm(f(constant, x)).result, f(constant, t))


def test_a_power_must_be_a_whole_number():
    for power in (0.5, 3.0, True, torch.tensor(2)):
        with pytest.raises(TypeError, match=f"power such as 3, not {re.escape(repr(power))}"):
            Leaf(2.0) ** power


@pytest.mark.parametrize("base", [0, -2.0])
def test_the_base_of_a_power_must_be_positive(base):
    with pytest.raises(ValueError, match=f"{base} has no logarithm"):
        base ** Leaf(2.0)


@pytest.mark.parametrize("power", [np.int64(3), np.int8(-2), np.uint8(0)])
def test_a_power_may_be_an_integer_of_numpy(power):
    y = Leaf(2.0, "x") ** power
    assert run(y).result == 2.0 ** int(power)
    assert y.get("x").gradient == int(power) * 2.0 ** (int(power) - 1)


# The student's own classes


@pytest.mark.parametrize(
    ("name", "expression"),
    [("Add", lambda x: x - 1), ("Mul", lambda x: 2 / x), ("Matmul", lambda x: x @ x)],
)
def test_a_missing_class_is_reported_in_one_clear_sentence(name, expression):
    del latest_classes[name]
    with pytest.raises(NameError) as caught:
        expression(Leaf(1.0))
    assert str(caught.value) == (
        f"This expression needs a node class {name}, but there is none yet: "
        f"define `class {name}(ComputationNode)` in your solution cell and run that cell."
    )


def test_a_missing_class_is_reported_with_the_line_that_needs_it():
    del latest_classes["Matmul"]
    with pytest.raises(NameError) as caught:
        Leaf(1.0) @ Leaf(2.0)
    shown = caught.value._render_traceback_()
    assert "Leaf(1.0) @ Leaf(2.0)" in shown[0]
    assert not any("operators.py" in line or "latest_class" in line for line in shown)


def test_a_redefined_class_takes_effect():
    x = Leaf(3.0)
    before = x + x

    class Add(ComputationNode):
        def forward(self):
            self.result = 100

    assert type(x + x) is Add
    assert type(before) is not Add


def test_a_given_class_can_be_redefined_too():
    class Negate(ComputationNode):
        def forward(self):
            self.result = 100

    assert type(-Leaf(1.0)) is Negate


@pytest.mark.parametrize("method", ["forward", "backward"])
def test_a_node_with_a_missing_method_says_so(method):
    class Square(ComputationNode):
        pass

    with pytest.raises(NotImplementedError, match=f"Square needs a {method} method of its own"):
        getattr(Square(1.0), method)()


# Gradients


def test_gradients_add_up_at_a_fork():
    a = Leaf(3.0)
    b = a + a
    c = b + b
    run(c)
    assert (c.gradient, b.gradient, a.gradient) == (1.0, 2.0, 4.0)


def test_the_argument_one_sets_the_gradient_of_the_output():
    x = Leaf(3.0)
    run(x * x, one=-0.5)
    assert x.gradient == -3.0


@pytest.mark.parametrize("shape", [(), (3,), (1, 3), (2, 1), (1, 1), (2, 3)])
@pytest.mark.parametrize("f", [lambda a, b: a + b, lambda a, b: b * a, lambda a, b: a / b])
def test_gradients_of_a_broadcast_value_are_summed_to_its_shape(f, shape):
    torch.manual_seed(0)
    values = [torch.rand(2, 3, dtype=torch.float64) + 1, torch.rand(shape, dtype=torch.float64) + 1]
    ours, theirs = [Leaf(v) for v in values], [v.clone().requires_grad_() for v in values]
    one = torch.randn(2, 3, dtype=torch.float64)
    run(f(*ours), one=one)
    f(*theirs).backward(one)
    for leaf, tensor in zip(ours, theirs, strict=True):
        assert leaf.gradient.shape == leaf.shape
        torch.testing.assert_close(leaf.gradient, tensor.grad)


def test_a_number_among_tensors_gets_one_gradient():
    x, n = Leaf(f64(1.0, 2.0)), Leaf(3.0)
    run(x * n, one=f64(1.0, 10.0))
    assert n.gradient.item() == 21.0


@pytest.mark.parametrize("given", [(), (2,), (2, 2), (3, 2)])
def test_a_gradient_of_the_wrong_shape_is_refused_with_the_name_of_its_node(given):
    x = Leaf(torch.ones(2, 3), "weights")
    x.forward()
    with pytest.raises(ValueError) as caught:
        x.accumulate_gradient(torch.ones(given))
    assert str(caught.value) == (
        f"A gradient of shape {given} arrived at Leaf weights, whose result has shape (2, 3). "
        "A gradient has the shape of the value it belongs to."
    )


def test_a_gradient_that_arrives_before_there_is_a_result_is_kept_as_it_is():
    x = Leaf(f64(1.0, 2.0))
    x.accumulate_gradient(f64(3.0, 4.0))
    assert x.gradient.tolist() == [3.0, 4.0]


def test_tensor_operations_of_the_scaffold_agree_with_pytorch():
    x, t = (v(f64(1.0, 2.0, 4.0)) for v in (Leaf, torch.Tensor.requires_grad_))
    m, n = (v(f64(3.0, 5.0)[:, None]) for v in (Leaf, torch.Tensor.requires_grad_))
    y = (x.expand((2, 3)) * m).sum_to_size((1, 3)).exp().sum()
    z = (t.expand((2, 3)) * n).sum_to_size((1, 3)).exp().sum()
    run(y, one=f64(0.5).squeeze())
    (0.5 * z).backward()
    torch.testing.assert_close(y.result, z.detach())
    torch.testing.assert_close(x.gradient, t.grad)
    torch.testing.assert_close(m.gradient, n.grad)


def test_matrices_of_different_sizes_can_be_multiplied():
    torch.manual_seed(0)
    values = [torch.randn(s, dtype=torch.float64) for s in [(2, 3), (3, 4), (4, 5)]]
    ours, theirs = [Leaf(v) for v in values], [v.clone().requires_grad_() for v in values]
    one = torch.randn(2, 5, dtype=torch.float64)
    run(ours[0] @ ours[1] @ ours[2], one=one)
    (theirs[0] @ theirs[1] @ theirs[2]).backward(one)
    for leaf, tensor in zip(ours, theirs, strict=True):
        torch.testing.assert_close(leaf.gradient, tensor.grad)


def test_a_plain_number_as_one_on_a_tensor_graph_is_explained():
    y = Leaf(f64(1.0, 2.0), "x").sum()
    message = r"Matsum\(x\) is the plain number 1.0.*torch\.tensor\(1\.0\)"
    with pytest.raises(TypeError, match=message):
        run(y)


def test_copy_passes_value_and_gradient_on():
    x = Leaf(3.0)
    y = run(Copy(x), one=5.0)
    assert (y.result, x.gradient) == (3.0, 5.0)


def test_passing_a_leaf_as_one_leaves_plain_tensors():
    x = Leaf(f64(1.0, 2.0))
    y = (x**2 * 3).sum()
    run(y, one=Leaf(torch.tensor(1.0, dtype=torch.float64)))
    assert all(isinstance(n.gradient, torch.Tensor) for n in y.sorted_nodes())
    torch.testing.assert_close(x.gradient, f64(6.0, 12.0))


def test_inside_build_graph_gradients_are_nodes():
    x = Leaf(f64(1.0, 2.0))
    y = (x**2 * 3).sum()
    forward_algorithm(y)
    with build_graph():
        backward_algorithm(y, one=torch.tensor(1.0))
    assert all(isinstance(n.gradient, ComputationNode) for n in y.sorted_nodes())
    torch.testing.assert_close(forward_algorithm(x.gradient).result, f64(6.0, 12.0))


def test_a_long_expression_with_much_reuse_agrees_with_pytorch():
    def expression(a, b):
        c = a + b
        d = a * b + b**3
        c = c + c + 1
        c = c + 1 + c + (-a)
        d = d + d * 2 + (b + a).exp()
        d = d + 3 * d + (b - a).exp()
        f = (c - d) ** 2
        g = f / 2
        return g + 10 / f

    ours = Leaf(-4.0), Leaf(2.0)
    theirs = [f64(leaf.value).requires_grad_() for leaf in ours]
    g, v = run(expression(*ours)), expression(*theirs)
    v.backward()
    assert g.result == pytest.approx(v.item(), rel=1e-12)
    for leaf, tensor in zip(ours, theirs, strict=True):
        assert leaf.gradient == pytest.approx(tensor.grad.item(), rel=1e-12)


# Derivatives of higher order


def our_derivatives(f, points, order):
    x = Leaf(points)
    y, found = f(x), []
    for _ in range(order):
        total = y.sum()
        forward_algorithm(total)
        with build_graph():
            backward_algorithm(total, one=Leaf(torch.tensor(1.0, dtype=torch.float64)))
        y = x.gradient
        forward_algorithm(y)
        found.append(y.result)
    return found


def torch_derivatives(f, points, order):
    x = points.clone().requires_grad_()
    y, found = f(x), []
    for _ in range(order):
        (y,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        found.append(y.detach())
    return found


HIGHER_ORDER = {
    "polynomial": lambda x: x**4 - 2 * x**3 + 3 * x**2 - 4 * x + 5,
    "exp(2x)": lambda x: (2 * x).exp(),
    "exp(-x**2)": lambda x: (-(x**2)).exp(),
    "x exp(x)": lambda x: x * x.exp(),
    "exp(exp(x))": lambda x: x.exp().exp(),
    "x**5 exp(x)": lambda x: x**5 * x.exp(),
    "product": lambda x: x * x * (x + 1) * (x - 2),
    "quotient": lambda x: (x - 3) / (x**2 + 1),
    "1/(1 + exp(-x))": lambda x: 1 / (1 + (-x).exp()),
    "tanh": lambda x: (x.exp() - (-x).exp()) / (x.exp() + (-x).exp()),
    "2**x": lambda x: 2**x * x,
    "negative power": lambda x: (x**2 + 2) ** -3,
}


@pytest.mark.parametrize("f", HIGHER_ORDER.values(), ids=HIGHER_ORDER)
def test_derivatives_up_to_the_third_agree_with_pytorch(f):
    points = f64(-1.3, -0.4, 0.0, 0.6, 1.7)
    theirs = torch_derivatives(f, points, 3)
    for k, (our, their) in enumerate(zip(our_derivatives(f, points, 3), theirs, strict=True), 1):
        torch.testing.assert_close(our, their, rtol=1e-9, atol=1e-9, msg=f"derivative {k}")


@pytest.mark.parametrize("power", range(6))
def test_every_derivative_of_a_power_is_right_at_0(power):
    found = our_derivatives(lambda x: x**power, f64(0.0, 2.0), 4)
    for k, derivative in enumerate(found, start=1):
        falling = math.perm(power, k)
        at_0 = falling if k == power else 0.0
        at_2 = falling * 2.0 ** (power - k)
        torch.testing.assert_close(derivative, f64(at_0, at_2))


def test_a_derivative_can_be_taken_by_one_of_two_leaves():
    x, y = Leaf(f64(0.5)), Leaf(f64(2.0))
    z = ((x * y).exp() * y).sum()
    forward_algorithm(z)
    with build_graph():
        backward_algorithm(z, one=torch.tensor(1.0))
    z_x = x.gradient.sum()
    forward_algorithm(z_x)
    backward_algorithm(z_x, one=torch.tensor(1.0))
    p, q = f64(0.5).requires_grad_(), f64(2.0).requires_grad_()
    (w_p,) = torch.autograd.grad((p * q).exp() * q, p, create_graph=True)
    (w_pq,) = torch.autograd.grad(w_p, q)
    torch.testing.assert_close(y.gradient, w_pq)


# Random graphs

UNARY = {
    "neg": lambda x: -x,
    "exp": lambda x: (0.25 * x).exp(),
    "square": lambda x: x**2,
    "cube": lambda x: x**3,
    "sum": lambda x: x.sum(),
    "bounded": lambda x: 1 / (1 + x**2),
}
BINARY = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / (1 + y * y),
}
SHAPES = [(), (3,), (1, 3), (2, 1), (2, 3)]
STEPS = st.lists(
    st.tuples(st.sampled_from([*UNARY, *BINARY]), st.integers(0, 99), st.integers(0, 99)),
    min_size=1,
    max_size=7,
)


def expression(steps, leaves):
    """The last of a row of values, each made from earlier ones; leaves are nodes or tensors."""
    values = list(leaves)
    for name, i, j in steps:
        x, y = values[i % len(values)], values[j % len(values)]
        values.append(UNARY[name](x) if name in UNARY else BINARY[name](x, y))
    return values[-1]


@settings(max_examples=150, deadline=None)
@given(
    steps=STEPS,
    shapes=st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3),
    seed=st.integers(0, 10**6),
)
def test_random_expressions_agree_with_pytorch_in_value_and_gradients(steps, shapes, seed):
    draw = torch.Generator().manual_seed(seed)
    values = [torch.rand(s, generator=draw, dtype=torch.float64) * 2 - 1 for s in shapes]
    ours, theirs = [Leaf(v) for v in values], [v.clone().requires_grad_() for v in values]
    y, z = expression(steps, ours), expression(steps, theirs)
    if not z.isfinite().all() or z.abs().max() > 1e100:
        return
    one = torch.rand(z.shape, generator=draw, dtype=torch.float64) + 0.5
    run(y, one=one)
    gradients = torch.autograd.grad(z, theirs, one, allow_unused=True)
    torch.testing.assert_close(y.result, z.detach(), rtol=1e-9, atol=1e-12)
    for leaf, gradient in zip(ours, gradients, strict=True):
        if gradient is None:
            assert leaf.gradient is None
        else:
            torch.testing.assert_close(leaf.gradient, gradient, rtol=1e-9, atol=1e-12)


# Bad input


@pytest.mark.parametrize(("value", "is_a"), [("2.0", "a str"), ([1.0], "a list"), (..., "an el")])
def test_a_leaf_holds_a_number_or_a_tensor(value, is_a):
    with pytest.raises(TypeError) as caught:
        Leaf(value, "rate")
    assert f"Leaf 'rate' was given {value!r}, {is_a}" in str(caught.value)
    assert "a number or a tensor" in str(caught.value)


@pytest.mark.parametrize("value", [Exp(1.0), np.array(["a"]), np.array([None])])
def test_a_leaf_holds_no_node_and_no_array_of_other_things(value):
    with pytest.raises(TypeError, match=r"was given .* holds a number or a tensor"):
        Leaf(value)


def test_what_a_leaf_refuses_is_shown_in_short():
    with pytest.raises(TypeError) as caught:
        Leaf([0.5] * 20000)
    assert len(str(caught.value)) < 300


def test_a_string_in_an_expression_is_refused_too():
    with pytest.raises(TypeError, match="was given 'two', a str"):
        Leaf(2.0) + "two"


def test_reading_a_result_before_forward_names_both_nodes():
    y = Exp(Leaf(2.0, "x"), name="y")
    with pytest.raises(RuntimeError) as caught:
        y.forward()
    assert str(caught.value) == (
        "Exp y reads the result of Leaf x, which is None: forward of Leaf x fills it in."
    )


def cyclic():
    a = Exp(Leaf(1.0, "x"), name="a")
    b = Negate(a, name="b")
    a.input_nodes[0] = b
    return Exp(b)


def test_a_cycle_is_reported_with_its_nodes():
    with pytest.raises(ValueError) as caught:
        cyclic().sorted_nodes()
    assert str(caught.value) == (
        "This graph has a cycle, so no order puts inputs first: "
        "Negate b needs Exp a needs Negate b. A node may not depend on itself."
    )


def test_a_long_cycle_is_reported_in_short():
    end, _ = chain(1000)
    end.sorted_nodes()[0].input_nodes.append(end)
    with pytest.raises(ValueError) as caught:
        end.sorted_nodes()
    again = "Negate(Negate)"
    shown = [again] * 4 + ["...", "Negate(x)", "Leaf x", again]
    assert f"puts inputs first: {' needs '.join(shown)}. " in str(caught.value)


def test_a_node_that_feeds_itself_is_a_cycle():
    a = Exp(1.0, name="a")
    a.input_nodes[0] = a
    with pytest.raises(ValueError, match="Exp a needs Exp a"):
        a.sorted_nodes()


def test_none_among_the_inputs_is_not_taken_for_their_end():
    y = Mean(1.0, 2.0)
    y.input_nodes[0] = None
    with pytest.raises(AttributeError, match="NoneType"):
        y.sorted_nodes()


def test_an_attribute_that_a_property_misses_is_the_one_named():
    class Half(Copy):
        @property
        def nice(self):
            return self.nope

    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        _ = Half(1.0).nice


def test_a_cycle_can_still_be_printed():
    lines = repr(cyclic()).splitlines()
    assert lines[-1].strip() == "Negate b @[2]"


# Printing


def test_a_graph_prints_as_a_tree_with_numbered_references():
    x = Leaf(2.0, "x")
    u = Negate(x, name="u")
    y = Mean(u * x, u)
    forward_algorithm(y)
    x.gradient = 0.5
    assert repr(y).splitlines() == [
        "Mean result=-3.0 gradient=None",
        "  Mul result=-4.0 gradient=None",
        "    Negate u result=-2.0 gradient=None",
        "      Leaf x result=2.0 gradient=0.5",
        "    Leaf x @[4]",
        "  Negate u @[3]",
    ]


@pytest.mark.parametrize("value", [1.0, torch.ones(2, 2)])
def test_a_reference_is_the_number_of_the_line_it_refers_to(value):
    u, v, w = (Leaf(value, name) for name in "uvw")
    y = Mean(Mean(u, u), Mean(v, Mean(w, w)))
    forward_algorithm(y)
    lines = repr(y).splitlines()
    references = [line.split() for line in lines if "@" in line]
    assert [name for _, name, _ in references] == ["u", "w"]
    for _, name, number in references:
        assert f"Leaf {name} result" in lines[int(number[2:-1]) - 1]


def test_the_lines_of_a_tensor_keep_the_indentation():
    x = Leaf(f64(1.0, 2.0, 3.0, 4.0).reshape(2, 2), "x")
    y = Negate(x)
    x.forward()
    assert repr(y).splitlines() == [
        "Negate result=None gradient=None",
        "  Leaf x result=tensor([[1., 2.],",
        "            [3., 4.]], dtype=torch.float64) gradient=None",
    ]


def test_a_gradient_that_is_a_node_prints_on_one_line():
    x = Leaf(3.0, "x")
    y = x * x
    forward_algorithm(y)
    with build_graph():
        backward_algorithm(y)
    assert len(repr(y).splitlines()) == 3
    assert "gradient=<Add(Mul, Mul) " in repr(y)


def test_a_graph_with_exponentially_many_paths_prints_each_node_once():
    a = Leaf(1.0, "a")
    for _ in range(60):
        a = a + a
    lines = repr(a).splitlines()
    assert len(lines) == 61 + 60  # every node, and a reference for every second edge


def test_the_label_of_a_tensor_is_short():
    assert Leaf(torch.ones(2, 2)).label == "Leaf((2, 2))"
    assert Leaf(torch.tensor([1.0, 2.5])).label == "Leaf([1, 2.5])"


def test_a_node_without_inputs_and_without_a_value_has_a_label():
    class Pi(ComputationNode):
        def forward(self):
            self.result = math.pi

    assert (Pi().label, Pi(name="p").label, Leaf(0).label) == ("Pi()", "Pi p", "Leaf(0)")
    assert Exp(Pi()).label == "Exp(Pi)"


# Very deep graphs


def test_a_deep_chain_can_be_sorted_and_differentiated():
    end, x = chain(DEEP)
    assert len(end.sorted_nodes()) == DEEP + 1
    run(end, one=3.0)
    assert (end.result, x.gradient) == (0.5, 3.0)


def test_a_deep_chain_is_printed_in_short():
    end, _ = chain(DEEP)
    lines = repr(end).splitlines()
    assert len(lines) == 201
    assert lines[-1] == f"... and {DEEP + 1 - 200} more nodes"


def test_one_node_that_is_not_printed_is_counted_in_the_singular():
    assert repr(chain(200)[0]).splitlines()[-1] == "... and 1 more node"


def test_a_deep_chain_can_be_differentiated_twice():
    def f(x):
        for _ in range(5001):
            x = -x
        return x**3

    first, second = our_derivatives(f, f64(0.5, 2.0), 2)
    torch.testing.assert_close(first, f64(-0.75, -12.0))
    torch.testing.assert_close(second, f64(-3.0, -12.0))


@pytest.mark.parametrize("size", [100, 1000])
def test_sorting_visits_each_node_and_each_edge_once(size):
    top = Leaf(1.0)
    for _ in range(size):
        top = top + top  # 2**size paths
    visits = []

    def inputs_of(node):
        visits.append(node)
        for each in node.input_nodes:
            visits.append(each)
            yield each

    topological_order(top, inputs_of)
    assert len(visits) == (size + 1) + 2 * size


@pytest.mark.parametrize("size", [50, 500])
def test_building_the_gradient_graph_computes_each_node_once(size, monkeypatch):
    x = node = Leaf(torch.tensor(1.0, dtype=torch.float64))
    for _ in range(size):
        node = node * x
    forward_algorithm(node)
    calls = []
    for cls in (Mul, Add, Leaf):
        original = cls.forward
        monkeypatch.setattr(
            cls, "forward", lambda self, f=original: (calls.append(self), f(self))[1]
        )
    with build_graph():
        backward_algorithm(node, one=torch.tensor(1.0))
    assert size < len(calls) < 4 * size + 5
    assert len(calls) == len(set(calls))
