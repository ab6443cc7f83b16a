"""Values in float32 are accepted, and said to be in float32."""

import torch

from course import ComputationNode, check_exercise, check_node
from course.reference.random_values import RandomValues, in_series
from tests.helpers.add_bias import BIAS, MATRIX, AddBias
from tests.helpers.failing import fails


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
