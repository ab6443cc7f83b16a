"""What the lectures' demos say is true: it agrees with PyTorch and with formulas."""

import math
import re
from itertools import pairwise, product

import pytest
import torch

from course.lecture import (
    attention,
    chain,
    data_sets,
    jacobian_products,
    linear,
    matmul,
    mlp,
    nudge,
    polynomial,
    saturation,
    timeline,
    training,
)
from course.lecture.jacobian_products import (
    all_anew,
    all_cached,
    cheapest,
    from_left,
    from_right,
    multiply,
    product_costs,
    random_jacobians,
    steady_seconds,
)
from course.lecture.kept import (
    CHECKPOINT,
    DETACH,
    KEEP,
    MODES,
    model_moments,
    pytorch_moments,
)
from course.picture.svg import COLOURS
from tests.helpers.demos import svg, told, words


@pytest.mark.parametrize("curve", linear.SMOOTH)
def test_the_error_of_a_linear_approximation_falls_with_the_square_of_the_step(curve):
    steps = [10 ** (-k / 4) for k in range(17)]
    errors, changes = linear.errors_of_steps(curve, 0.8, steps)
    assert linear.steepness(steps, errors, 1e-12) == pytest.approx(2, abs=0.05)
    assert linear.steepness(steps, changes, 1e-12) == pytest.approx(1, abs=0.05)


def test_the_areas_of_the_rectangle_add_up():
    pictures = linear.rectangle().pictures
    texts = words(pictures[0.5, 0.2])
    assert {"x Δy = 0.6", "y Δx = 1", "Δx Δy = 0.1"} < set(texts)
    assert texts[texts.index("true change") + 1] == "1.7"
    assert texts[texts.index("the corner, Δx Δy") + 1] == "0.1"
    assert words(pictures[0, 0.2])[texts.index("the corner, Δx Δy") + 1] == "0"
    assert "y Δx = 0.5" in words(linear.rectangle(x=4, y=1).first)


def test_a_nudge_changes_the_output_as_the_formula_and_nearly_as_the_gradient_says():
    nodes = nudge.example_graph().sorted_nodes()

    def output(x=0.5, y=3.0, u=None):
        return (x * y if u is None else u) * math.exp(x) + y

    for name, value in {"x": 0.5, "y": 3.0, "u": 1.5}.items():
        gradient = next(node.gradient.item() for node in nodes if node.name == name)
        change = nudge.node_changes(nodes, name, 0.01)[-1]
        assert change == pytest.approx(output(**{name: value + 0.01}) - output())
        assert change == pytest.approx(gradient * 0.01, rel=0.02)
    texts = words(nudge.nudge().pictures["y", 0.3])
    assert texts[texts.index("missed") + 1] == "0"


@pytest.mark.parametrize("sizes", [(1, 9, 8, 7), (5, 4, 3, 2, 1), (3, 8, 2, 9, 4)])
def test_multiplications_are_counted_as_the_products_make_them(sizes):
    counted = []

    class Counted:
        def __init__(self, rows, columns):
            self.shape = rows, columns

        def __matmul__(self, other):
            assert self.shape[1] == other.shape[0]
            counted.append(self.shape[0] * self.shape[1] * other.shape[1])
            return Counted(self.shape[0], other.shape[1])

    matrices = [Counted(a, b) for a, b in pairwise(sizes)]
    for order in (from_left, from_right):
        counted.clear()
        plan = order(len(matrices))
        multiply(matrices, plan)
        assert counted == product_costs(sizes, plan)
        assert cheapest(sizes) <= sum(counted)


def test_the_products_of_the_chain_are_made_in_the_chosen_order():
    def matrices():
        boxes = [g for g in svg(demo).iter() if g[:] and re.match(r"(J.)+ \d", g[0].text or "")]
        sizes = [(float(g[1].get("width")), float(g[1].get("height"))) for g in boxes]
        return [g[0].text for g in boxes], sizes

    demo = chain.order()
    demo.controls["outputs"].value, demo.controls["depth"].value = 64, 3
    said, sizes = matrices()
    assert said == ["J₃ 64×256", "J₂ 256×256", "J₁ 256×256"]
    assert sizes[0][0] == 4 * sizes[0][1] == sizes[1][1]
    demo.controls["made"].value = 1
    assert matrices()[0] == [f"J₃J₂ 64×256 {64 * 256**2:,} for this one", "J₁ 256×256"]
    demo.controls["way"].value = "at the input"
    assert matrices()[0] == ["J₃ 64×256", f"J₂J₁ 256×256 {256**3:,} for this one"]
    demo.controls["made"].value = 7  # more than there are
    assert matrices()[0] == [f"J₃J₂J₁ 64×256 {64 * 256**2:,} for this one"]
    assert f"2 of 2, with {64 * 256**2 + 256**3:,} multiplications" in told(demo)


def test_measured_alternatives_take_turns():
    taken = []
    steady_seconds([lambda _: taken.append("a"), lambda _: taken.append("b")], [])
    assert len(taken) >= 6 and taken == ["a", "b"] * (len(taken) // 2)


@pytest.mark.parametrize(("growth", "is_shown"), [(1.05, True), (1.5, False)])
def test_a_time_is_shown_only_if_the_best_runs_took_nearly_equal_times(
    monkeypatch, growth, is_shown
):
    clock, lasts = [0.0], [1e-3]

    def run(_):
        clock[0] += lasts[0]
        lasts[0] *= growth

    monkeypatch.setattr(jacobian_products.time, "perf_counter", lambda: clock[0])
    assert steady_seconds([run], []) == ([pytest.approx(1e-3)] if is_shown else [])
    monkeypatch.setattr(chain, "steady_seconds", lambda ways, _: [1e-3] * len(ways) * is_shown)
    for demo in (chain.order(), chain.prefixes()):
        assert sum(bool(re.fullmatch(r"[\d.]+ ms", each)) for each in words(demo)) == 2 * is_shown
        assert words(demo).count(chain.UNSTEADY) == 2 * (not is_shown)


def test_all_orders_give_the_same_product():
    matrices = random_jacobians((3, 8, 2, 9, 4))
    left, right = (multiply(matrices, o(4)) for o in (from_left, from_right))
    assert torch.allclose(left, right, atol=1e-5)
    for anew, cached in zip(all_anew(matrices), all_cached(matrices), strict=True):
        assert torch.allclose(anew, cached)


def test_the_derivatives_of_the_polynomial_are_right():
    points = torch.linspace(-2, 2, 9, dtype=torch.float64)
    curves = polynomial.curves_of([1.0, -2.0, 0.5, 3.0], points)
    right = [
        1 - 2 * points + 0.5 * points**2 + 3 * points**3,
        -2 + points + 9 * points**2,
        1 + 18 * points,
        torch.full_like(points, 18),
    ]
    for curve, expected in zip(curves, right, strict=True):
        assert torch.allclose(curve, expected)


@pytest.mark.parametrize("loss", matmul.LOSSES)
def test_a_row_times_a_column_agrees_with_pytorch(loss):
    a, b, g = matmul.example_matrices(loss)
    pytorch = matmul.gradients_by_pytorch(a, b, g)
    assert torch.equal(pytorch["∂L/∂A"], g @ b.T) and torch.equal(pytorch["∂L/∂B"], a.T @ g)
    demo = matmul.entry()
    for entry in matmul.ENTRIES:
        made, theirs = words(demo.pictures[entry, loss])[-2:]
        assert made.split("=")[-1].strip() == theirs.split(":")[1].strip()


@pytest.mark.parametrize("mask", [True, False])
def test_the_terms_of_a_gradient_through_attention_add_up_to_pytorchs(mask):
    matrices, pytorch = attention.attention_pass(mask)
    for kind, i in product(("query", "key", "value"), range(len(attention.TOKENS))):
        made = attention.gradient_of(kind, i, mask)
        total = made.scale * sum(factor * row for _, factor, row in made.terms(matrices))
        matrix, row = made.place
        assert torch.allclose(total, pytorch[matrix][row])


def test_the_notes_on_attention_are_true():
    matrices, pytorch = attention.attention_pass(mask=True)
    assert matrices["∂L/∂S"].sum(dim=1).abs().max() < 1e-12
    assert not pytorch["Q"][0].any() and attention.attention_pass(mask=False)[1]["Q"][0].all()
    terms = attention.gradient_of("key", 1, True).terms(matrices)
    assert [term.place for term in terms] == [1, 2, 3]
    assert len(attention.gradient_of("key", 1, False).used) == 4
    assert matrices["∂L/∂A"].triu(1).count_nonzero() == 6


def test_only_scaling_by_the_root_of_the_width_keeps_the_softmax_gradient_level():
    at = {power: [attention.passed_on(h, 8, power) for h in (1, 1024)] for power in (0, 0.5, 1)}
    assert at[0][1] < at[0][0] / 10
    assert at[0.5][1] == pytest.approx(at[0.5][0], abs=0.05)
    assert at[1][1] == pytest.approx(1 - 1 / 8, abs=0.01)


@pytest.mark.parametrize("data", data_sets.DATA_SETS)
def test_training_separates_the_points(data):
    run = mlp.Training(data, "tanh", 16)
    snapshots = run.at(80, 0.5, 0.0)
    assert snapshots[-1].values["J"] < snapshots[0].values["J"] / 2
    assert snapshots[-1].accuracy > 0.85


def test_a_raised_price_on_weights_makes_them_smaller_from_that_step():
    run = mlp.Training("two moons", "ReLU", 8)
    free = run.at(40, 0.5, 0.0)[-1]
    kept = [snapshot.values["J"].item() for snapshot in run.at(20, 0.5, 0.0)]
    priced = run.at(20, 0.5, 0.1)
    assert [s.values["J"].item() for s in priced] == kept
    assert run.at(40, 0.5, 0.1)[-1].values["W1"].norm() < free.values["W1"].norm()


@pytest.mark.parametrize("shown", [0, 20, 40])
def test_a_new_rate_or_price_applies_from_any_step_one_goes_back_to(shown):
    run = mlp.Training("two moons", "ReLU", 8)
    old = [s.values["J"].item() for s in run.at(40, 0.3, 0.0)]
    assert [s.values["J"].item() for s in run.at(40, 1.0, 0.1)] == old
    at_once = mlp.Training("two moons", "ReLU", 8)
    at_once.at(shown, *((0.3, 0.0) if shown else (1.0, 0.1)))
    run.at(shown, 1.0, 0.1)
    for ours, right in zip(run.at(60, 1.0, 0.1), at_once.at(60, 1.0, 0.1), strict=True):
        assert torch.equal(ours.values["J"], right.values["J"])


def test_the_picture_of_training_marks_where_the_price_was_changed():
    def numbers(demo):
        return [word for word in words(demo) if re.match(r"[JLs] = \d", word or "")]

    demo = training.train()
    demo.controls["step"].value = 40
    assert "from here on:" not in words(demo)
    before = numbers(demo)
    demo.controls["l2"].value = 0.1
    assert words(demo)[words(demo).index("from here on:") - 1] == "rate 0.3, λ = 0.1"
    assert numbers(demo) == before
    demo.controls["step"].value = 0
    assert "from here on:" not in words(demo)


@pytest.mark.parametrize(("activation", "dead"), [("ReLU", 6), ("tanh", 0)])
def test_the_picture_of_training_crosses_out_dead_units_and_shows_the_size_of_weights(
    activation, dead
):
    demo = training.train()
    demo.controls["activation"].value, demo.controls["rate"].value = activation, 10.0
    demo.controls["step"].value = 1
    now = mlp.Training("two moons", activation, 8).at(1, 10.0, 0.0)[-1]
    assert (now.values["h"] == 0).all(0).sum() == dead
    assert f"dead units: {dead} of 8" in told(demo) or activation == "tanh"
    network = next(g for g in svg(demo).iter() if ((g[:] and g[0].text) or "").startswith("hidden"))
    assert network[0].text.count("dead") == dead
    drawn = [each for each in network if each.tag.endswith("path")]
    assert sum(COLOURS["gradient"][0] in each.get("stroke") for each in drawn) == dead
    weights = torch.cat([now.values["W1"].flatten(), now.values["W2"].flatten()])
    edges = [each for each in drawn if each.get("stroke") == COLOURS["line"][0]]
    widths = torch.tensor([float(each.get("stroke-width")) for each in edges])
    shown = weights[weights.abs() > 0.1]  # thinner lines may be left out
    scale = widths.max() / weights.abs().max()
    assert len(edges) >= len(shown)
    assert all((widths - scale * w.abs()).abs().min() < 0.02 for w in shown)
    assert sum("stroke-dasharray" in each.attrib for each in edges) >= (shown < 0).sum()


def test_the_notes_on_training_are_true():
    def losses(run, *settings):
        return [s.values["L"].item() for s in run.at(80, *settings)]

    moons = mlp.Training("two moons", "ReLU", 8)
    assert losses(moons, 0.3, 0.0)[-1] == pytest.approx(0.12, abs=0.01)
    moons.at(40, 0.3, 0.1)
    priced = moons.at(80, 0.3, 0.1)
    assert [priced[i].values["s"].item() for i in (41, 80)] == pytest.approx([1.0, 0.16], abs=0.03)
    assert [priced[i].values["L"].item() for i in (40, 80)] == pytest.approx([0.2, 0.39], abs=0.01)
    fast = mlp.Training("two moons", "ReLU", 8)
    assert losses(fast, 10.0, 0.0)[1] > losses(fast, 10.0, 0.0)[0]
    assert min(losses(fast, 10.0, 0.0)) > 0.23
    assert all((s.values["h"].amax(0) == 0).sum() == 6 for s in fast.steps[1:])
    slow = mlp.Training("quarters", "sigmoid", 8)
    assert losses(slow, 0.3, 0.0)[5:41] == pytest.approx([0.69] * 36, abs=0.01)
    assert slow.at(0, 3.0, 0.0) and slow.at(20, 3.0, 0.0)[-1].accuracy > 0.97


def test_the_gradients_of_the_network_agree_with_finite_differences():
    run = mlp.Training("a ring", "sigmoid", 3)
    run.x, run.t = run.x.double(), run.t.double()
    parameters = [p.double() for p in run.first]
    settings = mlp.UpdateSettings(rate=1.0, l2=0.1)
    now, h = run.snapshot(parameters, settings), 1e-6
    for which, name in enumerate(mlp.PARAMETER_NAMES):
        moved = [p.clone() for p in parameters]
        moved[which].view(-1)[0] += h
        change = run.snapshot(moved, settings).values["J"] - now.values["J"]
        assert change.item() / h == pytest.approx(now.gradients[name].view(-1)[0].item(), rel=1e-3)


@pytest.mark.parametrize(
    ("function", "scale", "low", "high"),
    [
        (torch.relu, 2**0.5, 0.1, 10),
        (torch.relu, 1.0, 1e-4, 1e-2),
        (torch.relu, 2.0, 1e2, 1e4),
        (torch.sigmoid, 2**0.5, 0, 1e-6),
    ],
)
def test_the_gradient_stays_level_only_with_relu_and_weights_of_size_root_2(
    function, scale, low, high
):
    gradients, _ = saturation.gradients_by_layer(function, 20, scale)
    assert low < gradients[0] / gradients[-1] < high


@pytest.mark.parametrize(("depth", "size"), list(product([2, 10, 20], [10**-0.5, 10**0.5])))
def test_the_picture_of_saturation_holds_the_gradients_of_all_layers(depth, size):
    demo = saturation.saturation()
    demo.controls["depth"].value, demo.controls["scale"].value = depth, size
    dots = [each for each in svg(demo).iter() if each.tag.endswith("circle")]
    assert len(dots) == 2 * (depth + 1) + 4


def noted(moments):
    return [(m.event, m.layer, m.floats) for m in moments]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("n", "b", "d"), [(2, 1, 1), (7, 3, 5), (12, 4, 2), (16, 2, 3)])
def test_the_model_of_memory_agrees_with_pytorch_at_every_moment(mode, n, b, d):
    for k in range(1, n + 1):
        assert noted(model_moments(mode, n, b, d, k)) == noted(pytorch_moments(mode, n, b, d, k)), k


@pytest.mark.parametrize(
    ("mode", "said"),
    [(CHECKPOINT, "a checkpoint every 3 layers"), (DETACH, "detached after layer 2")],
)
def test_the_timeline_says_which_k_it_shows_if_there_are_fewer_layers(mode, said):
    demo = timeline.timeline()
    for name, value in {"mode": mode, "k": 20, "n": 3}.items():
        demo.controls[name].value = value
    assert said in words(demo)


def test_activations_take_more_than_weights_where_the_timeline_opens():
    n, b, d = (timeline.timeline().controls[name].value for name in "nbd")
    assert (n + 1) * b * d > n * d * d


def test_a_checkpoint_every_sqrt_n_layers_is_best():
    def peak(k):
        return max(moment.floats for moment in model_moments(CHECKPOINT, 16, 1, 1, k))

    assert min(map(peak, range(1, 17))) == peak(4) == 8
    assert max(moment.floats for moment in model_moments(KEEP, 16, 1, 1, 1)) == 17
