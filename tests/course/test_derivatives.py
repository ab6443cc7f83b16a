"""Gradients and derivatives of every order by the scaffold's nodes agree with PyTorch's."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from course import ComputationNode, Copy, Leaf, Matexpand, Matsum, build_graph
from tests.helpers.engine import Add, Mul, backward_algorithm, forward_algorithm
from tests.helpers.scaffold_graphs import BINARY, DEEP, UNARY, chain, expression, f64, run


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


@pytest.mark.parametrize("output", [Matsum, lambda x: Matexpand(x, (2, 2))])
def test_a_plain_number_as_one_on_a_tensor_graph_is_explained(output):
    y = output(Leaf(f64(1.0, 2.0), "x"))
    message = r"Mat\w+\(x\) is the plain number 1.0.*torch\.tensor\(1\.0\)"
    with pytest.raises(TypeError, match=message):
        run(y)


def test_only_a_number_is_called_one_in_what_is_said_of_a_gradient_that_is_no_tensor():
    y = Leaf(f64(1.0, 2.0), "x").sum()
    with pytest.raises(TypeError, match=r"Matsum\(x\) is \['one'\], but(?!.*`one`)"):
        run(y, one=["one"])


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


SHAPES = [(), (3,), (1, 3), (2, 1), (2, 3)]
STEPS = st.lists(
    st.tuples(st.sampled_from([*UNARY, *BINARY]), st.integers(0, 99), st.integers(0, 99)),
    min_size=1,
    max_size=7,
)


@settings(max_examples=150)
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


def test_a_deep_chain_can_be_sorted_and_differentiated():
    end, x = chain(DEEP)
    assert len(end.sorted_nodes()) == DEEP + 1
    run(end, one=3.0)
    assert (end.result, x.gradient) == (0.5, 3.0)


def test_a_deep_chain_can_be_differentiated_twice():
    def f(x):
        for _ in range(5001):
            x = -x
        return x**3

    first, second = our_derivatives(f, f64(0.5, 2.0), 2)
    torch.testing.assert_close(first, f64(-0.75, -12.0))
    torch.testing.assert_close(second, f64(-3.0, -12.0))


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
