"""What is found out about a wrong node by trying it on other values."""

import pytest
import torch

from course import CheckFailed, ComputationNode, Exp, Matsum, check_node, check_node_forward
from course.check.experiments import experiment
from course.check.nodes import node_experiments
from course.messages.misconceptions import lookups, signature
from tests.helpers.changed_engine import mul
from tests.helpers.failing import failure

MATRIX = torch.tensor([[1.0, -2.0, 0.5], [2.0, 3.0, -1.0]])


@pytest.mark.parametrize(
    ("backward", "finding"),
    [
        (lambda self: [self.input(1), self.gradient * self.input(0)], "without the upstream"),
        (lambda self: [self.gradient * self.input(1), -self.gradient * self.input(0)], "negative"),
        (lambda self: [self.gradient * self.input(1) / 2, self.gradient], "0.5 times"),
        (lambda self: [self.gradient * self.input(0), self.gradient * self.input(0)], "input 1"),
    ],
)
def test_a_finding_that_holds_on_several_random_inputs_is_reported(backward, finding):
    assert finding in failure(check_node, mul(backward), 2.0, -6.0).diagnosis.why


def test_a_finding_is_reported_only_if_it_holds_on_every_input():
    assert (
        "On each of"
        not in failure(
            check_node,
            mul(lambda self: [-18.0 / 3 * self.gradient, self.gradient * 2.0]),
            2.0,
            -6.0,
        ).diagnosis.why
    )


@pytest.mark.parametrize("absolute", ["result", "gradients"])
def test_a_finding_that_depends_on_the_signs_given_is_not_reported(absolute):
    class Mul(ComputationNode):
        def forward(self):
            result = self.input(0) * self.input(1)
            self.result = abs(result) if absolute == "result" else result

        def backward(self):
            local = [self.input(1), self.input(0)]
            return [self.gradient * abs(each) for each in local]

    why = failure(check_node, Mul, 2.0, -6.0).diagnosis.why
    assert "negative" not in why
    assert "positive" in why


def test_a_right_node_is_not_tried_on_other_inputs(monkeypatch):
    monkeypatch.setattr(
        node_experiments, "_experiment", lambda *_, **__: pytest.fail("one was made")
    )
    check_node(Exp, 0.5)


@pytest.mark.parametrize("factor", [1.000004, -1.000004])
def test_a_factor_near_1_is_reported_with_enough_digits(factor):
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1) * factor

        def backward(self):
            return [self.gradient * self.input(1), self.gradient * self.input(0)]

    assert f"{factor} times" in failure(check_node, Mul, 2.0, -6.0).diagnosis.why


def test_nodes_that_share_saved_values_are_reported():
    class Mul(ComputationNode):
        def forward(self):
            Mul.first = self.input(0)
            self.result = self.input(0) * self.input(1)

        def backward(self):
            return [self.gradient * self.input(1), self.gradient * Mul.first]

    assert "no other node of its class runs" in failure(check_node, Mul, 2.0, -6.0).diagnosis.why


def test_the_right_ones_among_several_gradients_are_reported():
    class Matmul(ComputationNode):
        def forward(self):
            self.result = self.input(0) @ self.input(1)

        def backward(self):
            right = self.input(0).T @ self.gradient
            right[1:] += right[1:] ** 2
            return [self.gradient @ self.input(1).T, right]

    with pytest.raises(CheckFailed) as caught:
        check_node(Matmul, torch.ones(2, 3), torch.ones(3, 4))
    assert "downstream gradient 0 is right" in caught.value.diagnosis.why
    assert "row 0 of downstream gradient 1 is right" in caught.value.diagnosis.why


@pytest.mark.parametrize(
    ("added", "finding"),
    [
        (lambda rows, result: rows, "plus a number that is the same throughout a row."),
        (lambda rows, result: rows * result, "plus, in each row, a multiple of the node's result"),
        (lambda rows, result: rows + result, "a row, plus a multiple of the node's result"),
        (lambda rows, result: result**2, ""),
    ],
)
def test_a_surplus_in_each_row_is_reported(added, finding):
    class Softmax(ComputationNode):
        def forward(self):
            self.result = self.input(0).softmax(dim=1)

        def backward(self):
            p, G = self.result, self.gradient
            rows = 1.0 + torch.arange(len(p), dtype=p.dtype)[:, None]
            return [p * (G - (p * G).sum(dim=1, keepdim=True)) + added(rows, p)]

    with pytest.raises(CheckFailed) as caught:
        check_node(Softmax, torch.tensor([[0.5, -1.0, 2.0, 0.2], [0.1, 0.7, -0.5, 1.2]]))
    assert finding in caught.value.diagnosis.why and bool(finding) == (
        "On each of" in caught.value.diagnosis.why
    )


def test_a_node_that_overflows_on_large_inputs_is_reported():
    class Softmax(ComputationNode):
        def forward(self):
            e = self.input(0).exp()
            self.result = e / e.sum(dim=1, keepdim=True)

        def backward(self):
            p, G = self.result, self.gradient
            return [p * (G - (p * G).sum(dim=1, keepdim=True))]

    check_node(Softmax, torch.tensor([[5.0, -1.0, 2.0]]))
    for check in (check_node, check_node_forward):
        with pytest.raises(CheckFailed) as caught:
            check(Softmax, torch.tensor([[1500.0, -1000.0, 200.0]]))
        assert "divided by 1000, a new node is right" in caught.value.diagnosis.why


def test_a_node_that_is_right_on_the_large_inputs_given_is_not_said_to_find_them_too_large():
    class Matsum(ComputationNode):
        def forward(self):
            self.result = self.input(0).sum()

        def backward(self):
            return [torch.full_like(self.input(0), 3)]  # the upstream gradient, in the first call

    why = failure(check_node, Matsum, torch.tensor([900.0, 2.0])).diagnosis.why
    assert "With an upstream gradient of 0" in why and "too large" not in why


def test_a_node_that_is_wrong_only_at_special_values_is_reported():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)

        def backward(self):
            if self.input(0) == 0:
                return [0.0, 0.0]
            return [self.gradient * self.input(1), self.gradient * self.input(0)]

    failed = failure(check_node, Mul, 0.0, 3.0)
    assert "on the values given it is wrong" in failed.diagnosis.why
    assert "a large one" in failed.diagnosis.why
    assert "no other node of its class" not in failed.diagnosis.why


def test_a_node_that_delivers_its_gradients_itself_is_not_said_to_share_anything():
    def backward(self):
        for node in self.input_nodes:
            node.accumulate_gradient(self.gradient)
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

    failed = failure(check_node, mul(backward), 2.0, -6.0)
    assert "into its inputs itself" in str(failed)
    assert failed.diagnosis.why == ""


def test_a_node_that_keeps_its_mask_from_the_first_call_fails():
    class Relu(ComputationNode):
        def forward(self):
            if "mask" not in vars(self):
                self.mask = self.input(0) > 0
            self.result = self.input(0) * self.mask

        def backward(self):
            return [self.gradient * self.mask]

    failed = failure(check_node, Relu, MATRIX)
    assert "what does it keep from the run before?" in failed.diagnosis.why


def test_a_mistake_in_signs_is_not_taken_for_one_in_shapes():
    class Relu(ComputationNode):
        def forward(self):
            self.result = self.input(0).abs()

        def backward(self):
            return [self.gradient * (self.input(0) > 0)]

    failed = failure(check_node, Relu, torch.tensor([[1.0], [-2.0], [0.5]]))
    assert "of shape" not in failed.diagnosis.why


def test_a_slope_below_zero_is_not_taken_for_a_mistake_in_shapes():
    class Relu(ComputationNode):
        def forward(self):
            self.result = torch.nn.functional.leaky_relu(self.input(0))

        def backward(self):
            return [self.gradient * torch.where(self.input(0) > 0, 1.0, 0.01)]

    values = [[0.5, -1.0, 2.0, 0.0], [-0.3, 0.7, 1.5, -2.0], [3.0, -0.1, 0.2, 0.4]]
    assert "(1, 1)" not in failure(check_node, Relu, torch.tensor(values)).diagnosis.why


def test_an_entry_that_happens_not_to_matter_is_not_reported_as_irrelevant():
    class MaxPool(ComputationNode):
        def forward(self):
            self.result = self.input(0).unflatten(1, (-1, 3)).amin(dim=2)

        def backward(self):
            return [self.gradient.repeat_interleave(3, dim=1) / 3]

    values = [[1.0, 5.0, 2.0, 4.0, 0.5, 4.0], [2.0, 2.0, 2.0, 3.0, 1.0, 1.5]]
    assert (
        "it should not have" not in failure(check_node, MaxPool, torch.tensor(values)).diagnosis.why
    )


def test_values_that_stay_equal_up_to_rounding_are_said_to_stay():
    class Softmax(ComputationNode):
        def forward(self):
            self.result = self.input(0) / self.input(0).sum(dim=1, keepdim=True)

        def backward(self):
            p = self.output()
            return [p * (self.gradient - (self.gradient * p).sum(dim=1, keepdim=True))]

    failed = failure(check_node, Softmax, torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5]]))
    assert (
        "input 0 multiplied by -1.3 and nothing else changed, the result stayed"
        in failed.diagnosis.why
    )


def test_a_nearly_right_value_is_reported_with_its_right_digits():
    class Negate(ComputationNode):
        def forward(self):
            self.result = -self.input(0)

        def backward(self):
            return [-self.gradient.half()]

    assert "right to at least 3 digits" in failure(check_node, Negate, MATRIX).diagnosis.why


def test_a_nearly_right_value_is_not_called_that_of_other_inputs():
    class LayerNorm(ComputationNode):
        def forward(self):
            x = self.input(0)
            s = (x.var(dim=1, unbiased=False, keepdim=True) + 1e-6).sqrt()
            self.result = (x - x.mean(dim=1, keepdim=True)) / s

    rows = torch.tensor([[0.5, -1.0, 2.0, 0.3], [0.1, 0.7, -0.5, 1.2], [3.0, 2.0, 4.0, 7.0]])
    assert "right to at least" in failure(check_node, LayerNorm, rows).diagnosis.why


def test_a_value_that_should_be_0_is_never_called_nearly_right():
    class Detach(ComputationNode):
        def forward(self):
            self.result = self.input(0)

        def backward(self):
            return [self.gradient - self.gradient.mean()]

    assert "digits" not in failure(check_node, Detach, MATRIX).diagnosis.why


def test_mistakes_that_leave_the_same_only_where_inputs_are_large_are_told_apart():
    def signature_with(add_up):
        class CrossEntropy(ComputationNode):
            def __init__(self, logits, targets, name=None):
                super().__init__(logits, name=name)
                self.targets = targets

            def forward(self):
                z = self.input(0)
                self.result = (add_up(z) - z[range(len(z)), self.targets]).mean()

            def backward(self):
                return [self.gradient * torch.zeros_like(self.input(0))]

        given = [[1000.0, 999, -1000, 2], [-2000.0, -900, -3000, -5000], [0.0, 700, 9, 2]]
        with lookups.hearing((seen := []).extend):
            failure(check_node, lambda z: CrossEntropy(z, [2, 0, 3]), torch.tensor(given))
        return signature(seen[0])

    def in_digits(z):
        m = z.amax(1)
        return m + (z - m[:, None]).exp().sum(1).log10()

    assert signature_with(in_digits) != signature_with(lambda z: z.amax(1))


def test_infinities_with_several_known_causes_name_no_mistake(known):
    class Sigmoid(ComputationNode):
        def forward(self):
            self.e = (-self.input(0)).exp()
            self.result = 1 / (1 + self.e)

        def backward(self):
            return [self.gradient * self.e / (1 + self.e) ** 2]

    given = torch.tensor([-800.0, 2.0, 3.0])
    looked_up = []
    with lookups.hearing(looked_up.extend):
        alone = failure(check_node, Sigmoid, given).diagnosis.why
    assert "too large for it" in alone
    known(("a", "Title.", "One.", looked_up[0]), ("b", "Title.", "Two.", looked_up[0]))
    assert failure(check_node, Sigmoid, given).diagnosis.why == alone


@pytest.mark.parametrize(
    ("of", "said"),
    [
        (lambda z: z.exp() / (1 + z.exp()), "the exponential of a large number"),
        (lambda z: z.sigmoid().clamp(1e-7), "Does it cut large numbers off"),
    ],
)
def test_only_a_result_that_is_not_finite_is_said_to_overflow(of, said):
    class Sigmoid(ComputationNode):
        def forward(self):
            self.result = of(self.input(0))

        def backward(self):
            return [self.gradient * self.result * (1 - self.result)]

    why = failure(check_node, Sigmoid, torch.tensor([-800.0, 2.0, 800.0])).diagnosis.why
    assert said in why and why.count("Does it") == 1
    assert why.startswith("With all inputs divided by")


@pytest.mark.parametrize("returned", ["a tensor", "a wrong shape", "nothing"])
def test_what_is_said_of_a_wrong_result_needs_no_right_backward(monkeypatch, returned):
    class SquaredNorm(ComputationNode):
        def forward(self):
            self.result = self.input(0).sum() ** 2

        def backward(self):
            gradient = 2 * self.input(0) * self.gradient
            return {"a tensor": gradient, "a wrong shape": [gradient.sum()]}.get(returned)

    why = failure(check_node, SquaredNorm, MATRIX).diagnosis.why
    assert "On inputs of shape (1, 1) the result is right." in why


def test_a_node_that_is_wrong_on_some_values_of_a_shape_is_not_said_to_be_right_there(monkeypatch):
    class SquaredNorm(ComputationNode):
        def forward(self):
            self.result = self.input(0).sum() ** 2

        def backward(self):
            x = self.input(0)
            return [(2 if (x > 0).all() else 6) * x * self.gradient]

    why = failure(check_node, SquaredNorm, MATRIX.abs()).diagnosis.why
    assert "On inputs of shape (1, 1) the result is right." in why


def test_a_nonzero_gradient_for_an_upstream_gradient_of_0_is_reported():
    backward = lambda self: [self.gradient + 1, self.gradient * self.input(0)]  # noqa: E731
    assert "upstream gradient of 0" in failure(check_node, mul(backward), 2.0, -6.0).diagnosis.why
    right = lambda self: [self.gradient, self.gradient * self.input(0)]  # noqa: E731
    assert "upstream gradient of 0" not in failure(check_node, mul(right), 2.0, -6.0).diagnosis.why


def test_a_node_that_is_right_only_for_a_single_row_is_reported(monkeypatch):
    def forward(self):
        self.result = self.input(0)[0].sum()

    monkeypatch.setattr(Matsum, "forward", forward)
    found = failure(
        check_node, Matsum, torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    ).diagnosis.why
    assert "(1, 3) it is right" in found
    assert found.endswith("wrong: (2, 1).")


@pytest.mark.parametrize(
    ("of_bias", "found"),
    [
        (lambda g: g[0], "row 1 of the upstream gradient"),
        (lambda g: g[0] * len(g), "its first row"),
        (lambda g: g.clamp(min=0).sum(0), "only its positive entries"),
        (lambda g: g.sum(0) + g.sum(), "entry [1] of downstream gradient 1 changed, too"),
    ],
)
def test_a_wrong_gradient_is_reported_with_its_response_to_changes(of_bias, found):
    class AddBias(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)

        def backward(self):
            return [self.gradient, of_bias(self.gradient)]

    why = failure(check_node, AddBias, MATRIX, torch.ones(3)).diagnosis.why
    assert found in why and "downstream gradient 0 is right" in why


def test_large_inputs_are_not_changed_to_see_the_response(monkeypatch):
    wrong = mul(lambda self: [self.gradient.max() * self.input(1), self.gradient * self.input(0)])
    monkeypatch.setattr(experiment, "changes", lambda *_: pytest.fail("one was made"))
    failure(check_node, wrong, torch.ones(300, 300), torch.full((300, 300), 2.0))


@pytest.mark.parametrize(
    ("forward", "said"),
    [
        (lambda x: ((x / 2).tanh() + 1) / 2, "nearly equal"),
        (lambda x: x.float().sigmoid(), "is in float32"),
        (lambda x: x.float().sigmoid().double(), "computed in float32"),
        (lambda x: x.sigmoid(), ""),
    ],
)
def test_lost_digits_are_explained_and_float32_is_blamed_only_if_possible(forward, said, capsys):
    class Sigmoid(ComputationNode):
        def forward(self):
            self.result = forward(self.input(0))

        def backward(self):
            s = self.input(0).sigmoid()
            return [self.gradient * s * (1 - s)]

    check_node(Sigmoid, torch.tensor([[-16.0, -18.0]]))
    printed = capsys.readouterr().out
    assert said in printed and ("its result" in printed) == bool(said)
    assert ("is right" in printed) == (said == "is in float32")
    assert ("torch.zeros" in printed) == ("torch.tensor([" in printed) == (said == "is in float32")


def test_a_product_that_is_wrong_on_its_own_square_is_not_called_right_on_leaves():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)

        def backward(self):
            x, y = self.input(0), self.input(1)
            both = 2 if self.input_nodes[0] is self.input_nodes[1] else 1
            return [both * self.gradient * y, both * self.gradient * x]

    said = str(failure(check_node, Mul, 2.0, -6.0))
    assert "right when its inputs are different leaves" in said
    assert "Mul(input 0, input 0) is right" not in said


def test_a_doubled_sum_is_not_said_to_be_the_sum_of_the_students_own_gradients():
    class Add(ComputationNode):
        def forward(self):
            self.result = self.input(0) + self.input(1)

        def backward(self):
            return [2 * self.gradient, 2 * self.gradient]

    why = failure(check_node, Add, 2.0, -6.0).diagnosis.why
    assert "the sum of the right ones for both inputs" in why


def test_what_was_tried_on_random_values_alone_is_said_of_them():
    class Matmul(ComputationNode):
        def forward(self):
            self.result = self.input(0) @ self.input(1)

        def backward(self):
            g = self.gradient
            return [(g @ self.input(1).T).round(), (self.input(0).T @ g).round()]

    why = failure(check_node, Matmul, MATRIX, MATRIX.T).diagnosis.why
    assert "On random values, with" in why


def test_a_node_that_returns_its_first_result_again_is_not_said_to_be_wrong_on_it():
    first = {}

    class Negate(ComputationNode):
        def forward(self):
            self.result = first.setdefault(self, -self.input(0))  # keeps it, and so its id

        def backward(self):
            return [-self.gradient]

    why = failure(check_node, Negate, 2.0).diagnosis.why
    assert "the values given it is wrong" not in why
    assert "keep from the run before" in why


def test_a_gradient_that_has_to_be_0_is_not_said_to_change_with_the_upstream_gradient():
    class Relu(ComputationNode):
        def forward(self):
            self.result = self.input(0).clamp(min=0)

        def backward(self):
            return [self.gradient * torch.where(self.input(0) > 0, 1.0, self.input(0).cos())]

    why = failure(check_node, Relu, torch.tensor([[1.0, -2.0, 1.0]])).diagnosis.why
    assert "downstream gradient 0 has to be 0" in why and "changed, too" not in why


def test_rows_with_the_right_signs_are_not_said_to_be_the_right_rows():
    class Matmul(ComputationNode):
        def forward(self):
            self.result = self.input(0).abs() @ self.input(1)

        def backward(self):
            return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]

    signs = torch.tensor([[1.0, 2.0], [-1.0, -3.0], [2.0, 1.0]])
    why = failure(check_node, Matmul, signs, torch.ones(2, 3)).diagnosis.why
    assert "only positive entries in input 0, the result was right" in why
    assert "the others are wrong" not in why
