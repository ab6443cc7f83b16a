"""What a row about a class of nodes makes possible."""

import re

import pytest
import torch
from torch.nn.functional import leaky_relu, softplus

from course import (
    CheckFailed,
    ComputationNode,
    Exp,
    IntPow,
    Leaf,
    Sketch,
    check_blanks,
    check_node,
    draw,
)
from course.expressions.equations import compute
from course.expressions.graph_of import graph_of
from course.expressions.typed_graph import read_graph
from course.operations import OPERATIONS, NoFormula, Operation
from course.picture.labels import box_title
from course.player.recorded_run import record_run, simulated_run
from tests.helpers.blanks import part_right
from tests.helpers.engine import backward_algorithm, forward_algorithm


@pytest.fixture
def cube(monkeypatch):
    """A class of nodes that nobody has heard of, and its row."""

    class Cube(ComputationNode):
        def forward(self):
            self.result = self.input(0) ** 3

        def backward(self):
            return [3 * self.input(0) ** 2 * self.gradient]

    row = Operation(lambda x: x**3, entrywise=True, reads="x", written="third", drawn="x³")
    monkeypatch.setitem(OPERATIONS, "Cube", row)
    return Cube


def captions(run, kind):
    return [step.caption for step in run.steps if step.kind == kind]


def test_a_node_with_a_row_is_checked(cube):
    check_node(cube, torch.tensor([1.0, -2.0, 3.0]))
    cube.backward = lambda self: [2 * self.input(0) ** 2 * self.gradient]
    with pytest.raises(CheckFailed, match="The downstream gradient of Cube"):
        check_node(cube, torch.tensor([1.0, -2.0, 3.0]))


def test_a_node_with_a_row_is_drawn_by_its_symbol(cube):
    picture = draw(cube(Leaf(2.0, "x"), name="y")).svg
    assert "y = x³" in picture


def test_a_node_with_a_row_can_be_played_with_and_without_an_engine(cube):
    text = "y = cube(x)", "x = [1, 2, 3]"
    run = record_run(read_graph(*text), forward_algorithm, backward_algorithm)
    simulated = simulated_run(read_graph(*text, sketch=True))
    assert run.first_problem is simulated.first_problem is None
    (said,) = set(captions(run, "local")) | set(captions(simulated, "local"))
    assert re.search(r"\[3, 12, 27\].* it kept x", said)


@pytest.mark.parametrize("text", ["cube(x)", "Cube(x)", "third(x)", "cube x", "x.cube()"])
def test_a_node_with_a_row_can_be_typed_in_all_kinds_of_expressions(cube, text):
    x = torch.tensor([1.0, -2.0])
    assert compute(text, {"x": x}).tolist() == [1, -8]
    assert isinstance(graph_of({"y": text}, {"x": x}), cube)
    assert isinstance(read_graph(text), cube)
    assert part_right(check_blanks, {"y": text}, {"y": 27.0}, names={"x": 3}) == 1


def test_a_subclass_is_drawn_as_the_class_whose_row_it_has():
    class Cube(IntPow):
        pass

    class Grow(Exp):
        pass

    assert box_title(Cube(Leaf(2.0, "x"), 3)) == box_title(IntPow(Leaf(2.0, "x"), 3)) == "^3"
    assert box_title(Grow(Leaf(2.0, "x"), name="y")) == "y = exp"


def test_a_sketch_of_an_operation_with_attributes_is_drawn_by_its_name():
    assert box_title(Sketch("IntPow", Leaf(2.0, "x"))) == "intpow"


def test_a_node_without_a_row_runs_and_is_drawn_and_cannot_be_checked():
    class Odd(ComputationNode):
        def forward(self):
            self.result = 2 * self.input(0)

        def backward(self):
            return [2 * self.gradient]

    y = Odd(Leaf(2.0, "x"), name="y")
    forward_algorithm(y)
    backward_algorithm(y)
    assert y.input_nodes[0].gradient == 2
    assert "y = odd" in draw(y).svg
    with pytest.raises(NoFormula, match="no PyTorch formula for Odd"):
        check_node(Odd, 2.0)


@pytest.mark.parametrize("given", [1, 3])
def test_a_node_with_another_number_of_inputs_is_told_both_numbers(given):
    class Mul(ComputationNode):
        def __init__(self, a, b):
            super().__init__(*[a, b, a][:given])

        def forward(self):
            self.result = self.input(0)

    with pytest.raises(NoFormula, match=f"has {given} inputs?, but Mul takes 2"):
        check_node(Mul, 2.0, 3.0)


@pytest.mark.parametrize("formula", [softplus, leaky_relu])  # the latter has a slope with a default
def test_a_formula_whose_inputs_cannot_be_counted_is_refused(formula):
    with pytest.raises(TypeError, match=formula.__name__):
        Operation(formula, entrywise=True)


COMPLETE = [name for name, row in OPERATIONS.items() if not row.needs_attributes]


@pytest.mark.parametrize("operation", COMPLETE)
def test_an_operation_is_entrywise_if_and_only_if_its_jacobian_is_diagonal(operation):
    row = OPERATIONS[operation]
    x = torch.tensor([[1.0, 2.0, 0.5], [0.25, 3.0, 1.5], [2.5, 0.75, 4.0]])
    others = [x] * (row.arity - 1)
    jacobian = torch.autograd.functional.jacobian(lambda x: row.formula(x, *others), x)
    is_diagonal = jacobian.numel() == 81 and not jacobian.reshape(9, 9).fill_diagonal_(0).any()
    is_diagonal = is_diagonal and operation != "AddBias"  # whose second input is broadcast
    assert row.entrywise == is_diagonal
