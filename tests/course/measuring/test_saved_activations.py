"""What a node keeps for its backward pass is measured wherever a student puts it in good faith, and
nothing else is."""

import functools
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from course import (
    Chain,
    ComputationNode,
    Exp,
    IntPow,
    Leaf,
    Negate,
)
from course.measuring.saved_activations import kept_table, measure, total_bytes
from tests.helpers.memory_nodes import Checkpoint, Relu, X, measured


def roles(node):
    return [each.role or each.type for each in measured(node).kept]


class LooksAtShape(Negate):
    def backward(self):
        return [-self.gradient * torch.ones(self.input(0).shape)]


class KeepsShape(Negate):
    def forward(self):
        super().forward()
        self.ones = self.input(0).shape

    def backward(self):
        return [-self.gradient * torch.ones(self.ones)]


class KeepsTuple(KeepsShape):
    def forward(self):
        super().forward()
        self.ones = tuple(self.ones)


class KeepsPlaces(Relu):
    def keep(self, mask):
        self.mask = mask
        self.places = (0, 1, 2, 3) * 3


@pytest.mark.parametrize(
    ("node", "kept"),
    [
        (Exp, ["output"]),
        (lambda x: IntPow(x, 3), ["input"]),
        (Negate, []),
        (LooksAtShape, []),
        (KeepsShape, []),
        (KeepsTuple, []),
        (KeepsPlaces, ["bool", "number"]),
    ],
)
def test_only_values_that_backward_needs_count_as_saved_and_shapes_do_not(node, kept):
    assert roles(node(Leaf(X))) == kept


def test_a_boolean_mask_takes_one_byte_per_entry_and_a_copy_of_the_input_eight():
    class KeepsInput(Relu):
        def keep(self, mask):
            self.x = self.input(0)
            self.mask = mask

    assert total_bytes(measured(Relu(Leaf(X))).kept) == 12
    kept = measured(KeepsInput(Leaf(X))).kept
    assert total_bytes(kept) == 12 + 96
    assert "self.x     12 x float64, which is the input: 96 bytes" in kept_table(kept)


def test_a_line_of_the_table_says_how_many_entries_there_are_of_each_type():
    class KeepsBoth(Relu):
        def keep(self, mask):
            self.saved = self.input(0), mask
            self.mask = mask

    line = "self.saved  12 x bool and 12 x float64, in 2 tensors, the input among them: 108 bytes"
    assert line in kept_table(measured(KeepsBoth(Leaf(X))).kept)


@pytest.mark.parametrize("of", [bytes, bytearray])
def test_bytes_are_counted(of):
    class KeepsBytes(Relu):
        def keep(self, mask):
            self.packed = of(mask.flatten().tolist())
            self.mask = mask

    assert "self.packed  12 x byte: 12 bytes" in kept_table(measured(KeepsBytes(Leaf(X))).kept)


def test_plain_numbers_that_are_free_are_not_said_to_be_nothing():
    class KeepsFew(Negate):
        def forward(self):
            super().forward()
            self.few = [1.5, 2.5]

    assert kept_table(measured(KeepsFew(Leaf(X))).kept) == "  no tensors: 0 bytes"


def test_a_tensor_whose_place_is_unknown_is_said_to_be_made_in_forward():
    class Slotted(Relu):
        __slots__ = ("mask",)

        def keep(self, mask):
            self.mask = mask

    assert [each.name for each in measured(Slotted(Leaf(X))).kept] == ["made in forward"]


def held_in(wrapped):
    """Keeps a mask as an attribute, in what `wrapped` makes of it."""
    return lambda node, mask: setattr(node, "kept", wrapped(mask))


PLACES = {
    "list": (held_in(lambda mask: [mask]), 12),
    "dictionary": (held_in(lambda mask: {"mask": (1, {"deep": mask})}), 12),
    "object": (held_in(lambda mask: SimpleNamespace(mask=mask)), 12),
    "closure": (held_in(lambda mask: lambda gradient: gradient * mask), 12),
    "default": (held_in(lambda mask: lambda gradient, mask=mask: gradient * mask), 12),
    "partial function": (held_in(lambda mask: functools.partial(torch.mul, mask)), 12),
    "method": (held_in(lambda mask: mask.clone), 12),
    "iterator": (held_in(lambda mask: iter(mask.tolist())), 12),
    "gradient": (lambda node, mask: vars(node).update(_gradient=mask.tolist()), 12),
    "node": (held_in(Leaf), 12),
    "array": (held_in(lambda mask: mask.numpy()), 12),
    "array turned around": (held_in(lambda mask: mask.numpy()[::-1]), 12),
    "part of a copied array": (held_in(lambda mask: mask.numpy().copy()[1:]), 12),
    "array of another type": (held_in(lambda mask: mask.numpy().astype(">i2")), 24),
    "array and a tensor of it": (
        held_in(lambda mask: (made := mask.numpy().copy(), torch.from_numpy(made))),
        12,
    ),
    "sparse tensor": (held_in(lambda mask: mask.to_sparse()), 12),
    "rows of truth values": (held_in(lambda mask: mask.tolist()), 12),
    "NumPy's truth values": (held_in(lambda mask: list(mask.numpy().flatten())), 12),
    "rows of numbers": (held_in(lambda mask: mask.double().tolist()), 12 * 8),
    "NumPy's numbers": (held_in(lambda mask: list(mask.double().numpy().flatten())), 12 * 8),
    "pairs of numbers": (held_in(lambda mask: mask.nonzero().tolist()), 2 * 8 * 8),
    "dictionary by place": (held_in(lambda mask: dict(np.ndenumerate(mask.numpy()))), 12),
    "input": (lambda node, mask: setattr(node.input_nodes[0], "kept", mask), 12),
    "class": (lambda node, mask: setattr(type(node), "kept", mask), 12),
    "variable": (lambda node, mask: elsewhere.update(kept=mask), 12),
}
elsewhere: dict = {}


@pytest.mark.parametrize(("keep", "size"), PLACES.values(), ids=PLACES)
def test_what_is_kept_counts_wherever_it_is(keep, size):
    class Keeps(Relu):
        def keep(self, mask):
            keep(self, mask)

        def backward(self):
            return [self.gradient]

    try:
        assert total_bytes(measured(Keeps(Leaf(X))).kept) == size
    finally:
        elsewhere.clear()


@pytest.mark.parametrize("again", [lambda leaf: leaf.value, lambda leaf: leaf.kept])
def test_an_input_counts_if_backward_gets_it_in_whatever_way(again):
    class Again(ComputationNode):
        def forward(self):
            self.input_nodes[0].kept = self.input(0)
            self.result = self.input(0).clamp(min=0)

        def backward(self):
            return [self.gradient * (again(self.input_nodes[0]) > 0)]

    leaf = Leaf(X.clone())
    assert [each.role for each in measured(Again(leaf)).kept] == ["input"]
    assert torch.equal(leaf.value, X)


def test_an_input_node_that_a_node_refers_to_is_not_its_value():
    class Refers(Relu):
        def keep(self, mask):
            self.mask = mask
            (self.source,) = self.input_nodes

    assert roles(Refers(Leaf(X))) == ["bool"]


@pytest.mark.parametrize("kept_as", [lambda mask: mask, lambda mask: mask.tolist(), lambda mask: 1])
def test_what_a_node_keeps_as_its_value_is_not_its_result(kept_as):
    class Keeps(Relu):
        def keep(self, mask):
            super().keep(mask)
            self.value = kept_as(mask)

    kept = measured(Keeps(Leaf(X))).kept
    assert "output" not in [each.role for each in kept]


def test_what_was_there_before_or_is_let_go_does_not_count():
    class Reads(Relu):
        given = torch.eye(3).to_sparse()
        masks: list = []

        def keep(self, mask):
            self.masks[:] = [mask]

        def backward(self):
            return [self.gradient * self.masks[0]]

    for i in range(2):  # what another node has left there is not this one's
        assert total_bytes(measured(Reads(Leaf(X + i))).kept) == 12


def test_what_forward_lets_go_of_does_not_count_although_the_node_had_it_before():
    class Forgets(Checkpoint):
        def __init__(self, x, layers, name=None):
            super().__init__(x, layers, name)
            self.chain = Chain(layers)

        def forward(self):
            self.result = self.chain.forward(self.input(0))
            self.chain = Chain(self.layers)

    assert roles(Forgets(Leaf(X), ["Sine"] * 4)) == ["input"]


def test_what_backward_writes_about_spoiled_results_is_not_shown(capsys):
    class Prints(Relu):
        def backward(self):
            print(self.input(0))
            print(self.input(0), file=sys.stderr)
            return super().backward()

    measured(Prints(Leaf(X)))
    written = capsys.readouterr()
    assert "nan" not in written.out + written.err


def test_sizes_and_shapes_do_not_count():
    class Sizes(Relu):
        def keep(self, mask):
            self.mask = mask
            self.rows, self.columns = self.sizes = tuple(mask.shape)
            self.context = {"saved": (tuple(mask.shape), mask.dtype), "windows": (3, 2, 2)}

    assert total_bytes(measured(Sizes(Leaf(X))).kept) == 12


def test_what_a_node_was_given_does_not_count():
    class Sized(Relu):
        def __init__(self, x, sizes, name=None):
            super().__init__(x, name=name)

    assert total_bytes(measured(Sized(Leaf(X), range(100))).kept) == 12


def test_a_node_that_leads_to_very_many_objects_is_measured_soon():
    class Leads(Relu):
        def keep(self, mask):
            self.many = MANY
            self.mask = mask

    assert total_bytes(measured(Leads(Leaf(X))).kept) == 12


MANY = [[object()] for _ in range(200_000)]


class Remembers(ComputationNode):
    def forward(self):
        self.result = self.input(0).clamp(min=0)

    def backward(self):
        if "last" not in vars(self):
            self.last = [self.gradient * (self.input(0) > 0)]
        return self.last


class VariesALittle(Remembers):
    def backward(self):
        return [self.gradient * (self.input(0) > 0) * (1 + 1e-12 * torch.rand(()))]


class VariesMuch(Remembers):
    def backward(self):
        return [self.gradient * (self.input(0) > 0) * torch.rand(())]


@pytest.mark.parametrize(
    ("node", "needed"),
    [(Remembers, {"input"}), (VariesALittle, {"input"}), (VariesMuch, {"input", "output"})],
)
def test_results_are_missed_although_backward_remembers_or_varies(node, needed):
    assert set(roles(node(Leaf(X)))) == needed


def test_a_saved_chain_counts_with_all_its_values():
    class Keeps(Checkpoint):
        def forward(self):
            self.chain = Chain(self.layers)
            self.result = self.chain.forward(self.input(0))

    layers = ["Sine"] * 4
    assert total_bytes(measured(Keeps(Leaf(X), layers)).kept) == 5 * 96
    assert total_bytes(measured(Checkpoint(Leaf(X), layers)).kept) == 96


def test_a_node_that_returns_something_new_each_time_is_not_said_to_save_inputs():
    class Growing(Relu):
        def backward(self):
            self.total = self.__dict__.get("total", 0) + self.gradient * self.mask
            return [self.total]

    kept = measure(Growing(X), torch.ones_like(X)).kept
    assert [each.name for each in kept] == ["self.mask"]


def test_a_node_may_keep_a_sparse_result():
    class SparseRelu(ComputationNode):
        def forward(self):
            self.result = self.input(0).relu().to_sparse()

        def backward(self):
            return [self.gradient * (self.result.to_dense() > 0)]

    assert roles(SparseRelu(Leaf(X))) == ["output"]
