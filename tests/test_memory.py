"""What a node saves is measured wherever it is saved; choices and trade-offs are checked."""

import functools
import itertools
import operator
import struct
import sys
import weakref
from array import array
from collections import deque
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import CellType, ModuleType, SimpleNamespace

import matplotlib
import numpy as np
import pytest
import torch
from matplotlib import pyplot

from autograder.in_kernel.portable import BadEvidence
from autograder.judge.remote_subject import RemoteSubject
from autograder.notebook.source import read_source
from course import (
    Chain,
    CheckFailed,
    ComputationNode,
    Exp,
    IntPow,
    Leaf,
    Negate,
    Plain,
    check_choices,
    check_exercise,
    check_kept,
    check_node,
    check_tradeoff,
    refusals,
    show_kept,
)
from course.check.costs.tradeoff import divisors, run_through
from course.check.costs.tradeoff_plot import show_tradeoff
from course.check.paper.choice import mark
from course.measuring.kept_table import kept_table, total_bytes
from course.measuring.saved_activations import measure
from course.subject import MeasureSaved

X = torch.tensor([[0.5, -1.0, 2.0], [-0.3, 0.7, 1.5]], dtype=torch.float64)


@pytest.fixture
def plt():
    """The plots, none of which is there yet."""
    matplotlib.use("Agg")
    pyplot.close("all")
    return pyplot


class Relu(ComputationNode):
    """With its mask in whatever `keep` makes of it."""

    def keep(self, mask):
        self.mask = mask

    def forward(self):
        self.keep(self.input(0) > 0)
        self.result = self.input(0).clamp(min=0)

    def backward(self):
        return [self.gradient * self.mask]


class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        return [again.backward(self.gradient)]


def measured(node):
    return measure(node, torch.ones_like(X))


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
        self.places = (0, 1, 2, 0, 1, 2)


@pytest.mark.parametrize(
    ("node", "kept"),
    [
        (Exp, ["output"]),
        (lambda x: IntPow(x, 3), ["input"]),
        (Negate, []),
        (LooksAtShape, []),
        (KeepsShape, []),
        (KeepsTuple, []),
        (KeepsPlaces, ["bool", "int64"]),
    ],
)
def test_only_values_that_backward_needs_count_as_saved_and_shapes_do_not(node, kept):
    assert roles(node(Leaf(X))) == kept


def test_a_boolean_mask_takes_one_byte_per_entry_and_a_copy_of_the_input_eight():
    class KeepsInput(Relu):
        def keep(self, mask):
            self.x = self.input(0)
            self.mask = mask

    assert total_bytes(measured(Relu(Leaf(X))).kept) == 6
    kept = measured(KeepsInput(Leaf(X))).kept
    assert total_bytes(kept) == 6 + 48
    assert "self.x     6 x float64, which is the input: 48 bytes" in kept_table(kept)


def test_an_attribute_name_already_in_use_is_reported():
    class Shaped(Relu):
        def keep(self, mask):
            self.shape = mask.shape

    with pytest.raises(CheckFailed, match="already has an attribute `shape`, the shape of its"):
        check_kept(Shaped, X, at_most=6)


class Box:
    __slots__ = ("held",)


def boxed(mask):
    made = Box()
    made.held = mask
    return made


def endlessly(mask):
    while True:
        yield mask


def held_in(wrapped):
    """Keeps a mask as an attribute, in what `wrapped` makes of it."""
    return lambda node, mask: setattr(node, "kept", wrapped(mask))


PLACES = {
    "list": held_in(lambda mask: [mask]),
    "dictionary": held_in(lambda mask: {"mask": (1, {"deep": mask})}),
    "closure": held_in(lambda mask: lambda gradient: gradient * mask),
    "array": held_in(lambda mask: mask.numpy()),
    "node": held_in(Leaf),
    "bytes": held_in(lambda mask: mask.numpy().tobytes()),
    "slots": held_in(boxed),
    "iterator": held_in(lambda mask: iter([mask])),
    "method": held_in(lambda mask: mask.clone),
    "module": lambda node, mask: setattr(sys.modules["math"], "_kept_here", mask),
    "globals": lambda node, mask: globals().update(kept_here=mask),
    "input": lambda node, mask: setattr(node.input_nodes[0], "kept", mask),
    "generator": lambda node, mask: next(node.__dict__.setdefault("kept", endlessly(mask))),
}


@pytest.mark.parametrize("keep", PLACES.values(), ids=PLACES)
def test_a_tensor_is_found_wherever_it_is_kept(keep):
    class Hides(Relu):
        def keep(self, mask):
            keep(self, mask)

        def backward(self):
            return [self.gradient]

    try:
        assert total_bytes(measured(Hides(Leaf(X))).kept) == 6
    finally:
        vars(sys.modules["math"]).pop("_kept_here", None)
        globals().pop("kept_here", None)


def in_a_future(value):
    future: torch.futures.Future = torch.futures.Future()
    future.set_result(value)
    return future.wait


def in_a_finalizer(value):
    finalizer = weakref.finalize(Relu, id, value)
    return lambda: finalizer.peek()[2][0]


OUT_OF_SIGHT = {
    "a future": in_a_future,
    "TorchScript's list": lambda value: partial(operator.getitem, torch.jit.script([value]), 0),
    "a finalizer": in_a_finalizer,
}


@pytest.mark.parametrize("of_leaf", [False, True], ids=["result", "value"])
@pytest.mark.parametrize("hide", OUT_OF_SIGHT.values(), ids=OUT_OF_SIGHT)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_input_that_a_node_holds_out_of_sight_counts_as_kept(hide, of_leaf):
    class Hides(Relu):
        def forward(self):
            (source,) = self.input_nodes
            self.shown = hide(source.value if of_leaf else source.result)
            self.result = self.input(0).clamp(min=0)

        def backward(self):
            return [self.gradient * (self.shown() > 0)]

    leaf = Leaf(X.clone())
    assert [each.role for each in measured(Hides(leaf)).kept] == ["input"]
    assert torch.equal(leaf.value, X)


def in_objects(mask):
    made = np.empty(1, dtype=object)
    made[0] = mask
    return made


@pytest.mark.parametrize(
    ("kept_as", "size"),
    [
        (lambda mask: mask.numpy()[::-1], 6),
        (lambda mask: mask.numpy().astype(">i2"), 12),
        (lambda mask: np.where(mask.numpy(), "a", "b"), 6 * 4),
        (in_objects, 6),
        (lambda mask: mask.double().numpy().astype(object), 6 * 8),
        (lambda mask: mask.double().to_sparse(), 4 * (8 + 8 + 8)),  # row, column and value
    ],
    ids=["reversed", "other byte order", "text", "object", "objects", "sparse"],
)
def test_tensors_without_accessible_entries_are_measured_too(kept_as, size):
    class Keeps(Relu):
        def keep(self, mask):
            self.kept = kept_as(mask)

        def backward(self):
            return [self.gradient]

    assert total_bytes(measured(Keeps(Leaf(X))).kept) == size


@pytest.mark.parametrize(
    "written",
    [
        lambda numbers: str(numbers),
        lambda numbers: int("1" + "".join(f"{int(each):020d}" for each in numbers)),
        lambda numbers: array("d", numbers),
        lambda numbers: iter(numbers),
        lambda numbers: (each for each in numbers),
        lambda numbers: itertools.cycle(numbers),
        lambda numbers: boxed(numbers),
        lambda numbers: [None, *numbers],
        lambda numbers: {each + i / 10: None for i, each in enumerate(numbers)},
        lambda numbers: [Fraction(each / 3) for each in numbers],
        lambda numbers: [each + 0j for each in numbers],
        lambda numbers: [Decimal(each / 3) for each in [0.1, *numbers]],
        lambda numbers: (int("1" + "".join(f"{int(each):020d}" for each in numbers)), 6),
        lambda numbers: functools.partial(print, numbers),
        lambda numbers: lambda held=numbers: held,
        lambda numbers: lambda *, held=numbers: held,
        lambda numbers: type("Held", (), {"held": numbers, "__module__": __name__}),
        lambda numbers: ValueError(numbers),
        lambda numbers: [f"{each + i:.13f}" for i, each in enumerate(numbers)],
    ],
    ids=[
        *("text", "integer", "array", "iterator", "generator", "cycle", "slots", "mixed", "keys"),
        *("fractions", "complex numbers", "decimals", "shape of a huge integer", "partial"),
        *("default", "keyword default", "class", "exception", "short texts"),
    ],
)
def test_saved_numbers_count_in_any_format(written):
    class Hides(Relu):
        def keep(self, mask):
            self.mask = mask
            self.hidden = written(mask.double().flatten().tolist())

    assert total_bytes(measured(Hides(Leaf(X))).kept) > 6 + 6


def test_single_numbers_count_if_there_are_many():
    class Hides(Relu):
        def keep(self, mask):
            self.mask = mask
            for i, each in enumerate(mask.double().flatten().tolist()):
                setattr(self, f"number_{i}", each)
                setattr(self, f"shape_{i}", (int(each), i))

    class Sizes(Relu):
        def keep(self, mask):
            self.mask = mask
            self.rows, self.columns = self.sizes = tuple(mask.shape)

    assert total_bytes(measured(Hides(Leaf(X))).kept) > 6 + 6 * 8
    assert total_bytes(measured(Sizes(Leaf(X))).kept) == 6


class OtherNode(ComputationNode):
    pass


class Listing(list):
    pass


def on_a_leaf_beside_the_inputs(node, numbers):
    node.input_nodes[1:] = [Leaf(0.0)]
    node.input_nodes[1].hidden = numbers


SCATTERED = {
    "behind many other things": lambda node, numbers: node.keep([numbers, *many_objects()]),
    "in pairs": lambda node, numbers: node.keep([(each, None) for each in numbers]),
    "in pairs, on one attribute each": lambda node, numbers: [
        setattr(node, f"hidden_{i}", (each, None)) for i, each in enumerate(numbers)
    ],
    "in objects": lambda node, numbers: node.keep(
        [SimpleNamespace(held=each, name="") for each in numbers]
    ),
    "in closures": lambda node, numbers: node.keep(
        [functools.partial(max, each, "") for each in numbers]
    ),
    "in methods": lambda node, numbers: node.keep([each.__mul__ for each in numbers]),
    "in a class that claims to be a library's": lambda node, numbers: node.keep(
        type("Held", (), {"held": numbers, "__module__": "math"})
    ),
    "in a new class of nodes": lambda node, numbers: node.keep(
        type("New", (ComputationNode,), {"held": numbers})
    ),
    "on another class of nodes": lambda node, numbers: setattr(OtherNode, "held", numbers),
    "in an array's iterator": lambda node, numbers: node.keep(np.array(numbers).flat),
    "in a broadcast array": lambda node, numbers: node.keep(np.broadcast(numbers, 1.0)),
    "in an iterator over arrays": lambda node, numbers: node.keep(np.nditer([numbers])),
    "on a leaf beside the inputs": on_a_leaf_beside_the_inputs,
}


SMALL, LARGE = 1000.5, 1001.5


def one_at_each(holder, values):
    for i, value in enumerate(values):
        setattr(holder, f"hidden_{i}", value)


def on_an_attribute_of(value):
    def hide(node, numbers):
        node.keep(value)
        value.hidden = numbers

    return hide


class WithLetters(str):
    __slots__ = ("__hidden",)

    def put(self, node, numbers):
        node.keep(self)
        self.__hidden = numbers


SCATTERED |= {
    "as texts of 16 digits, on one attribute each": lambda node, numbers: one_at_each(
        node, [struct.pack(">d", each).hex() for each in numbers]
    ),
    "as a few letters from the end of Unicode": lambda node, numbers: node.keep(
        [chr(0x10000 + each) * 5 for each in range(12)]
    ),
    "on its class, on one attribute each": lambda node, numbers: one_at_each(type(node), numbers),
    "on its class, as numbers that are there before": lambda node, numbers: one_at_each(
        type(node), [LARGE if each > 0 else SMALL for each in numbers]
    ),
    "on a text": on_an_attribute_of(type("Text", (str,), {})()),
    "in a slot of a text": WithLetters().put,
    "on a whole number": on_an_attribute_of(type("Number", (int,), {})()),
    "on a list": on_an_attribute_of(Listing()),
    "on a dictionary": on_an_attribute_of(type("Mapping", (dict,), {})()),
    "on a tensor": lambda node, numbers: on_an_attribute_of(torch.zeros(1))(node, numbers),
    "on an array": on_an_attribute_of(np.zeros(1).view(type("Array", (np.ndarray,), {}))),
    "on the input's new name": lambda node, numbers: setattr(
        node.input_nodes[0], "name", with_numbers(type("Name", (str,), {})("x"), numbers)
    ),
}


def with_numbers(value, numbers):
    value.hidden = numbers
    return value


def many_objects():
    return [object() for _ in range(10_000)]


@pytest.mark.parametrize("hide", SCATTERED.values(), ids=SCATTERED)
def test_numbers_count_among_whatever_they_are_scattered(hide):
    class Hides(ComputationNode):
        def forward(self):
            self.result = self.input(0).clamp(min=0)
            hide(self, self.input(0).flatten().tolist())

        def keep(self, held):
            self.held = held

        def backward(self):
            return [self.gradient]

    values = torch.arange(12, dtype=torch.float64).reshape(3, 4) - 5.5
    try:
        assert total_bytes(measured(Hides(Leaf(values))).kept) >= 12 * 8
    finally:
        if "held" in vars(OtherNode):
            del OtherNode.held


def test_what_has_always_been_scattered_outside_a_node_does_not_count():
    class Reads(Relu):
        def keep(self, mask):
            self.mask = mask * bool(SIZES)

    assert total_bytes(measured(Reads(Leaf(X))).kept) == 6


class InPlaceOfEachOther(ComputationNode):
    def forward(self):
        self.result = self.input(0).clamp(min=0)

    def backward(self):
        x = self.output() if self.input(0).isnan().any() else self.input(0)
        return [self.gradient * (x > 0)]


class Varies(InPlaceOfEachOther):
    def backward(self):
        return [self.gradient * (self.input(0) > 0) * (1 + 1e-12 * torch.rand(()))]


class VariesMuch(InPlaceOfEachOther):
    def backward(self):
        return [self.gradient * (self.input(0) > 0) * torch.rand(())]


class Remembers(InPlaceOfEachOther):
    def backward(self):
        if not self.input(0).isnan().any():
            self.last = [self.gradient * (self.input(0) > 0)]
        return self.last


class RemembersElsewhere(InPlaceOfEachOther):
    def backward(self):
        if not self.input(0).isnan().any():
            elsewhere["last"] = [self.gradient * (self.input(0) > 0)]
        return elsewhere["last"]


@pytest.mark.parametrize(
    ("node", "needed"),
    [
        (RemembersElsewhere, {"input"}),
        (InPlaceOfEachOther, {"input", "output"}),
        (Varies, {"input"}),
        (VariesMuch, {"input", "output"}),
        (Remembers, {"input"}),
    ],
)
def test_results_are_missed_whatever_takes_their_place(node, needed):
    assert set(roles(node(Leaf(X)))) == needed


class WithSlot(Relu):
    __slots__ = ("hidden",)


def in_storage(node, numbers):
    node.hidden = torch.tensor(numbers, dtype=torch.float64).untyped_storage()


def on_the_inputs(node, numbers):
    node.input_nodes = Listing(node.input_nodes)
    node.input_nodes.hidden = numbers


def on_the_result(node, numbers):
    node.result.hidden = numbers


def in_a_slot(node, numbers):
    node.hidden = numbers


class Store:
    def put(self, node, numbers):
        elsewhere[id(node)] = numbers


store = Store()


class ByStore(Relu):
    def keep(self, mask):
        self.mask = mask
        store.put(self, mask.double().flatten().tolist())


@pytest.mark.parametrize(
    ("hide", "base"),
    [
        (in_storage, Relu),
        (on_the_inputs, Relu),
        (on_the_result, Relu),
        (in_a_slot, WithSlot),
    ],
)
def test_numbers_count_wherever_a_node_or_its_values_hold_them(hide, base):
    class Hides(base):
        def forward(self):
            super().forward()
            hide(self, self.input(0).double().flatten().tolist())

    assert total_bytes(measured(base(Leaf(X))).kept) == 6
    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 6 + 6 * 8


def test_numbers_count_that_a_method_of_an_object_puts_into_a_variable():
    assert total_bytes(measured(ByStore(Leaf(X))).kept) >= 6 + 6 * 8


def put_away(node, numbers):
    elsewhere[id(node)] = numbers


class Base:
    def put(self, node, numbers):
        put_away(node, numbers)


class Elsewhere(Base):
    def __call__(self, node, numbers):
        self.put(node, numbers)


class Meta(type(ComputationNode)):
    def put(cls, node, numbers):
        put_away(node, numbers)


table = {"put": put_away}
helpers = [Elsewhere()]
bound = functools.partial(put_away)
on_class = Base


@pytest.mark.parametrize(
    "put",
    [
        lambda node, numbers: table["put"](node, numbers),
        lambda node, numbers: helpers[0](node, numbers),
        lambda node, numbers: bound(node, numbers),
        lambda node, numbers: on_class.put(None, node, numbers),
        lambda node, numbers: node.put_static(node, numbers),
        lambda node, numbers: setattr(node, "away", numbers),
        lambda node, numbers: type(node).put(node, numbers),
    ],
)
def test_numbers_count_that_are_put_into_a_variable_by_whatever_leads_to_it(put):
    class Hides(Relu, metaclass=Meta):
        put_static = staticmethod(put_away)
        away = property(fset=put_away)
        hide = put

        def keep(self, mask):
            self.mask = mask
            self.hide(mask.double().flatten().tolist())

    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 6 + 6 * 8


many_pairs = [(i, object()) for i in range(10_000)]


@pytest.mark.parametrize("is_on_class", [True, False])
def test_numbers_count_that_are_put_away_by_a_node_that_leads_to_many_objects_too(is_on_class):
    class Hides(Relu):
        def keep(self, mask):
            self.mask = mask
            put_away(self, mask.double().flatten().tolist())

        def names_many(self):
            return many_pairs

    if is_on_class:
        Hides.many = [object() for _ in range(10_000)]
        del Hides.names_many
    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 6 + 6 * 8


def test_numbers_count_in_place_of_a_gradient_that_a_node_keeps_under_another_name():
    class Hides(Relu):
        @property
        def gradient(self):
            return self.upstream

        @gradient.setter
        def gradient(self, gradient):
            self.upstream = gradient

        def keep(self, mask):
            self.mask = mask
            self._gradient = mask.double().flatten().tolist()

    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 6 + 6 * 8


def test_a_list_counts_in_what_looks_as_if_the_node_had_been_given_it():
    class Hides(Relu):
        def __init__(self, x):
            super().__init__(x)
            self.box = type(self._given)([], ())

        def keep(self, mask):
            self.mask = mask
            self.box.arguments[:] = mask.double().flatten().tolist()

    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 6 + 6 * 8


def test_a_shape_inside_something_else_does_not_count_unless_there_are_many():
    class Context(Relu):
        def keep(self, mask):
            self.context = {"mask": mask, "saved": [(tuple(mask.shape), mask.dtype)] * self.times}

        def backward(self):
            return [self.gradient * self.context["mask"]]

    def bytes_kept(times):
        node = Context(Leaf(X))
        node.times = times
        return total_bytes(measured(node).kept)

    assert bytes_kept(1) == 6

    class Many(Context):
        def keep(self, mask):
            super().keep(mask)
            self.context["more"] = [(int(x), i, 0) for i, x in enumerate(mask.flatten())]

    node = Many(Leaf(X))
    node.times = 1
    assert total_bytes(measured(node).kept) > 6 + 6 * 8


SIZES = [{"name": "layer", "size": (i, i + 1)} for i in range(9)]
elsewhere: dict = {}
prepared = torch.zeros(6, dtype=torch.float64)
CONSTANT = torch.ones(100)


def keep_away(node, mask):
    elsewhere[id(node)] = mask.tolist()


class ByHelper(Relu):
    def keep(self, mask):
        keep_away(self, mask)
        self.mask = mask


class InClass(Relu):
    masks = deque()

    def keep(self, mask):
        self.masks.append(mask)
        self.mask = mask


class InPlace(Relu):
    def keep(self, mask):
        prepared[:] = self.input(0).flatten()
        self.mask = mask * (CONSTANT[0] > 0)


@pytest.mark.parametrize(
    ("node_class", "where", "size"),
    [(ByHelper, "elsewhere", 6), (InClass, "InClass.masks", 0), (InPlace, "prepared", 48)],
)
def test_values_newly_saved_outside_the_node_count(node_class, where, size):
    for i in range(2):  # what another node has left there is not this one's
        kept = measured(node_class(Leaf(X + i))).kept
        assert total_bytes(kept) == 6 + size
        assert size == 0 or where in [each.name for each in kept]


@pytest.mark.parametrize(
    "held",
    [
        *(np, torch, np.random, {"best": float("nan"), "worst": 1.0}, [complex("nan")]),
        [each for i in range(12) for each in (f"colour{i}", i)],
    ],
)
def test_what_another_class_of_nodes_holds_does_not_count_if_it_stays_as_it_is(held):
    other = type("Other", (ComputationNode,), {"held": held})
    assert total_bytes(measured(Relu(Leaf(X))).kept) == 6
    other.held = None  # the class may be there for as long as the tests


@pytest.mark.parametrize("wrapped", [lambda box: box, CellType])
def test_values_in_a_module_that_a_node_has_made_count(wrapped):
    class Hides(Relu):
        def keep(self, mask):
            self.mask = mask
            box = ModuleType("operator")
            box.held = self.input(0).tolist()
            self.box = wrapped(box)

    assert total_bytes(measured(Hides(Leaf(X))).kept) == 6 + 48


@pytest.mark.parametrize(
    "remember",
    [
        lambda node, numbers: setattr(node, "_given", numbers),
        lambda node, numbers: setattr(node, "_given", bytes(map(int, numbers)) * 8),
        lambda node, numbers: node._given.extend(numbers),
        lambda node, numbers: setattr(node, "_given", node.first._replace(named=tuple(numbers))),
    ],
)
def test_values_count_that_a_node_puts_where_it_remembers_what_it_was_given(remember):
    class Hides(Relu):
        def __init__(self, x, size, name=None):
            self.first = self._given
            self._given = []
            super().__init__(x, name=name)

        def keep(self, mask):
            self.mask = mask
            remember(self, self.input(0).abs().flatten().tolist())

    assert total_bytes(measured(Hides(Leaf(X), 3)).kept) >= 6 + 48


def test_what_a_node_was_given_does_not_count():
    class Sized(Relu):
        def __init__(self, x, sizes, name=None):
            super().__init__(x, name=name)

    assert total_bytes(measured(Sized(Leaf(X), range(100))).kept) == 6


@pytest.mark.parametrize(
    "leave",
    [
        lambda leaf, x: setattr(leaf, "seen", x),
        lambda leaf, x: setattr(leaf, "seen", x.tolist()),
        lambda leaf, x: setattr(leaf, "gradient", x),
        lambda leaf, x: setattr(leaf, "gradient", x.clone()),
        lambda leaf, x: setattr(leaf, "name", repr(x.tolist())),
        lambda leaf, x: leaf.input_nodes.append(Leaf(x.clone())),
        lambda leaf, x: leaf.input_nodes.append(x.tolist()),
    ],
)
def test_values_newly_saved_at_an_input_count(leave):
    class AtInput(Relu):
        def keep(self, mask):
            leave(self.input_nodes[0], self.input(0))
            self.mask = mask

    leaf = Leaf(X, name="x")
    leaf.before = X + 1
    assert total_bytes(measured(Relu(leaf)).kept) == 6
    assert total_bytes(measured(AtInput(leaf)).kept) in (6 + 48, 6 + len(repr(X.tolist())))


@pytest.mark.parametrize(
    "again", [lambda leaf: leaf.value, lambda leaf: leaf.forward() or leaf.result]
)
def test_a_leaf_whose_value_is_read_again_counts(again):
    class Again(Relu):
        def keep(self, mask):
            self.mask = None

        def backward(self):
            return [self.gradient * (again(self.input_nodes[0]) > 0)]

    assert total_bytes(measured(Again(Leaf(X))).kept) == 48


def test_lists_count_number_by_number():
    class Lists(Relu):
        def keep(self, mask):
            self.rows = self.input(0).tolist()
            self.mask = mask

    assert total_bytes(measured(Lists(Leaf(X))).kept) == 6 + 48


def test_a_saved_chain_counts_with_all_its_values():
    class Keeps(Checkpoint):
        def forward(self):
            self.chain = Chain(self.layers)
            self.result = self.chain.forward(self.input(0))

    layers = ["Sine"] * 4
    assert total_bytes(measured(Keeps(Leaf(X), layers)).kept) == 5 * 48
    assert total_bytes(measured(Checkpoint(Leaf(X), layers)).kept) == 48


def test_forward_runs_of_layers_are_counted_without_changing_the_layers():
    before = Exp.forward
    found = measured(Checkpoint(Leaf(X), ["Exp", "Negate", "Exp"]))
    assert found.runs == (3, 3)
    assert Exp.forward is before


class ExpAgain(Exp):
    """Inherits its forward."""


def test_layers_may_be_classes_and_keep_an_inherited_forward():
    assert measured(Checkpoint(Leaf(X), [Exp, "Negate", Exp])).runs == (3, 3)
    assert measured(Checkpoint(Leaf(X), ["Exp", ExpAgain])).runs == (2, 2)
    assert "forward" not in vars(ExpAgain)
    check_kept(lambda x: Checkpoint(x, ["Sine", Exp]), X, at_most=48)


def in_other_words(keep, layers_of):
    """A checkpoint whose `__init__` keeps its layers in its own way, and a function that reads
    them."""

    class Checkpoint(ComputationNode):
        def __init__(self, x, layers, name=None):
            super().__init__(x, name=name)
            keep(self, layers)

        def forward(self):
            self.result = Chain(layers_of(self)).forward(self.input(0))

        def backward(self):
            again = Chain(layers_of(self))
            again.forward(self.input(0))
            return [again.backward(self.gradient)]

    return lambda x: Checkpoint(x, ("Exp", "Sine", "Shift"))


def test_a_checkpoint_may_keep_its_layers_under_a_name_of_its_own():
    def keep(node, layers):
        node.parts = layers

    node = in_other_words(keep, lambda node: node.parts)
    check_node(node, X)
    check_kept(node, X, at_most=48, without=["output"])


@pytest.mark.parametrize("other", [iter, list, lambda layers: layers[::-1], lambda layers: ()])
def test_a_checkpoint_is_judged_by_the_layers_that_it_was_given(other):
    def keep(node, layers):
        node.layers = other(layers)

    node = in_other_words(keep, lambda node: node.layers)
    if other is list:
        check_node(node, X)
    else:
        with pytest.raises(CheckFailed):
            check_node(node, X)


@pytest.mark.parametrize("layers", [3, [Exp, 3], [lambda x: Exp(x)]])
def test_an_attribute_layers_that_is_not_a_list_of_layers_is_ignored(layers):
    class Own(Exp):
        def __init__(self, x):
            super().__init__(x)
            self.layers = layers

    assert measured(Own(Leaf(X))).runs == (0, 0)
    check_kept(Own, X, at_most=48)


def test_a_chain_differentiates_and_releases_its_nodes():
    chain = Chain(["Sine", "Shift", "Exp"])
    x = X.clone().requires_grad_()
    y = x.sin().roll(1, dims=-1).exp()
    upstream = torch.linspace(1, 2, 6).reshape(2, 3).double()
    assert torch.allclose(chain.forward(X), y)
    assert torch.allclose(chain.backward(upstream), torch.autograd.grad(y, x, upstream)[0])
    assert chain.nodes == []
    with pytest.raises(RuntimeError, match="holds no values"):
        chain.backward(upstream)
    with pytest.raises(TypeError, match=r"such as self.input\(0\)"):
        chain.forward(Leaf(X))


def test_a_node_within_its_budget_passes(capsys):
    check_kept(Relu, X, at_most=6, without=["input", "output"])
    assert "Right: 6 bytes are enough, and Relu(input 0) keeps 6." in capsys.readouterr().out


def test_a_node_over_its_budget_is_told_by_how_much():
    with pytest.raises(CheckFailed, match=r"keeps 48 bytes, but 6 are enough"):
        check_kept(Exp, X, at_most=6)
    with pytest.raises(CheckFailed, match=r"holds on to its output") as failed:
        check_kept(Exp, X, at_most=48, without=["output"])
    assert "are enough" not in str(failed.value)


def test_nothing_is_counted_while_the_gradient_is_wrong():
    class Wrong(Exp):
        def backward(self):
            return [self.gradient]

    with pytest.raises(CheckFailed, match="does not compute the right numbers yet"):
        check_kept(Wrong, X, at_most=48)


def test_a_checkpoint_that_runs_its_layers_too_often_is_reported():
    class Twice(Checkpoint):
        def backward(self):
            Chain(self.layers).forward(self.input(0))
            return super().backward()

    with pytest.raises(CheckFailed, match="run forward 2 times, and its backward 4 times more"):
        check_kept(lambda x: Twice(x, ["Sine", "Exp"]), X, at_most=48)


def test_showing_an_unwritten_node_is_not_an_error(capsys):
    show_kept(ComputationNode, X)
    assert "ComputationNode is not written yet." in capsys.readouterr().out


def test_a_kernels_report_on_saved_values_is_read_with_care():
    class Told:
        def __init__(self, kept):
            self.answer = {"kept": kept, "runs": [0, 0], "result": 1.0, "returned": {"list": [1.0]}}

        def put(self, act):
            return self.answer if act["do"] == "MeasureSaved" else {}

    def said(kept):
        return RemoteSubject(Told(kept).put).ask(MeasureSaved(Relu(Leaf(1.0)), 1.0))

    (found,) = said([["self.mask", "", "bool", 6, 6]]).kept
    assert (found.type, found.bytes) == ("bool", 6)
    for wrong in (
        [["self.mask", "", "bool", 6, -6]],
        [["self.mask", 6]],
        "kept",
        [[1, 2, 3, 4, 5]],
    ):
        with pytest.raises(BadEvidence):
            said(wrong)


def choose(**answers):
    right = {"colour": mark("2 Words", "colour", "b"), "size": "Large"}
    with check_exercise("2 Words"):
        return check_choices(answers, right, options=["a", "b", "Large"], clue="Look again.")


def test_a_mark_made_for_another_title_is_reported_to_the_author():
    right = {"q": mark("another title", "q", "a")}
    with pytest.raises(ValueError, match="none of the options"):
        check_choices({"q": "a"}, right, options=["a", "b"])


def test_a_choice_is_compared_with_the_answer_or_with_its_mark():
    assert choose(colour="b", size="Large") == 1
    assert choose(colour="(B)", size=" large ") == 1
    assert choose(colour="b", size=...) == 0.5
    assert mark("2 Words", "colour", "b") != mark("2 Words", "shape", "b")


@pytest.mark.parametrize("written", ["O(n)", "o(n)", "(O(n)).", " O(n) "])
def test_an_option_may_end_in_a_bracket(written):
    options = ["O(n)", "O(n^2)", "f()"]
    assert check_choices({"q": written}, {"q": "O(n)"}, options=options) == 1


def test_an_unknown_option_is_reported_with_the_known_ones(capsys):
    assert choose(colour=2, size="Large") == 0.5
    assert 'not one of the options, which are "a", "b", "Large"' in capsys.readouterr().out
    assert choose(colour=torch.zeros(200), size="Large") == 0.5
    assert "A tensor of shape (200,) is not one of the options" in capsys.readouterr().out
    with pytest.raises(CheckFailed, match="none of the 2 blanks is right"):
        choose(colour="a", size="b")


def test_a_wrong_choice_without_a_known_mistake_gets_the_clue(capsys):
    assert choose(colour="a", size="Large") == 0.5
    assert "Look again" in capsys.readouterr().out


def test_the_programs_that_pytorch_refuses_are_found():
    programs = {"exp": lambda x: x.exp().add_(1), "sine": lambda x: x.sin().add_(1)}
    assert refusals(programs) == {"exp": "error", "sine": "fine"}


TRADEOFF = {"kept": "c + m/c", "extra": "m", "best": "√m", "least": "2√m"}


@pytest.mark.parametrize(
    ("blank", "wrong"),
    [("kept", "c + m"), ("extra", "2m"), ("best", 12), ("best", "c"), ("least", "sqrt(m)")],
)
def test_a_trade_off_has_to_be_right_at_every_size(blank, wrong):
    assert check_tradeoff(TRADEOFF) == 1
    assert check_tradeoff(TRADEOFF | {blank: wrong}) == 0.75


@pytest.mark.parametrize(
    ("best", "is_told"), [("m^1/2", True), ("m**1 / 2", True), ("m^1/3", False), ("m/2", False)]
)
def test_a_power_that_ends_before_its_fraction_is_reported(best, is_told, capsys):
    check_tradeoff(TRADEOFF | {"best": best})
    assert ("so far, the exponent is 1." in capsys.readouterr().out) is is_told


def test_a_number_in_place_of_a_formula_is_reported(capsys):
    check_tradeoff(TRADEOFF | {"extra": 100})
    assert "you have 100. That is one number. A formula in m and c is" in capsys.readouterr().out


def test_the_square_root_keeps_the_fewest_values():
    kept = {k: run_through(144, k).kept for k in divisors(144)}
    assert min(kept, key=kept.get) == 12
    assert kept[12] == 24
    assert {run_through(144, k).extra for k in divisors(144)} == {144}


@pytest.mark.parametrize("node", [Checkpoint, ComputationNode])
def test_the_trade_off_is_plotted_with_the_students_node_or_without_it(node, plt):
    show_tradeoff(node, 36)
    line = plt.gca().lines[1]
    assert line.get_label().startswith("with your" if node is Checkpoint else "with PyTorch's")
    assert plt.gca().get_ylim()[0] == 0
    # Measured by tensors that are alive: three more than are counted on paper.
    assert [y - 3 for y in line.get_ydata()] == [run_through(36, k).kept for k in divisors(36)]


def test_a_checkpoint_that_runs_its_layers_in_reverse_is_told_so():
    class Reversed(Checkpoint):
        def backward(self):
            again = Chain(reversed(self.layers))
            again.forward(self.input(0))
            return [again.backward(self.gradient)]

    with pytest.raises(CheckFailed) as caught:
        check_node(lambda x: Reversed(x, ["Sine", "Exp", "Shift"]), torch.tensor([0.5, 1.0]))
    assert "if layers were in reverse order" in caught.value.diagnosis.findings


def test_a_checkpoint_that_keeps_its_chain_is_told_that_it_saves_nothing(plt, capsys):
    class Keeps(Checkpoint):
        def forward(self):
            self.chain = Chain(self.layers)
            self.result = self.chain.forward(self.input(0))

        def backward(self):
            return [self.chain.backward(self.gradient)]

    show_tradeoff(Keeps, 36)
    assert "it seems to keep its chain; see 8b" in capsys.readouterr().out


def test_the_plotted_gradient_shrinks_with_each_sigmoid(plt):
    (cell,) = [each for each in read_source("hw6-memory").cells if each.id == "saturation"]
    exec(cell.source, {"torch": torch, "plt": plt})
    left = torch.tensor(plt.gcf().axes[1].lines[0].get_ydata())
    value = torch.ones((), requires_grad=True)
    right, x = [], value
    for _ in left:
        x = x.sigmoid()
        right.append(torch.autograd.grad(x, value, retain_graph=True)[0])
    assert torch.allclose(left, torch.stack(right).double())


class Softmax(ComputationNode):
    def forward(self):
        self.result = self.input(0).softmax(dim=1)

    def backward(self):
        p = self.output()
        return [p * (self.gradient - (self.gradient * p).sum(dim=1, keepdim=True))]


@pytest.mark.parametrize("written", [("Relu", "Softmax", "Checkpoint"), ()])
def test_homework_6_trains_a_digit_classifier_with_the_right_nodes(written, plt, capsys):
    right = (Relu, Softmax, Checkpoint)
    blank = [type(node.__name__, (ComputationNode,), {}) for node in right]
    nodes = {
        b.__name__: r if b.__name__ in written else b for r, b in zip(right, blank, strict=True)
    }
    (cell,) = [each for each in read_source("hw6-memory").cells if each.id == "digits"]
    exec(cell.source, {"Chain": Chain, "Plain": Plain, "Leaf": Leaf, **nodes})
    *unfit, read = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in unfit] == [name for name in nodes if name not in written]
    assert float(read.split("%")[0]) > 90
    peaks = [
        int(axes.get_title().split("at most ")[1].split(", ")[0].replace(",", ""))
        for axes in plt.gcf().axes
    ]
    assert len(peaks) == (2 if "Checkpoint" in written else 1)
    assert peaks[-1] < 0.55 * peaks[0] or "Checkpoint" not in written


def test_a_node_that_returns_something_new_each_time_is_not_said_to_save_inputs():
    class Growing(Relu):
        def backward(self):
            self.total = self.__dict__.get("total", 0) + self.gradient * self.mask
            return [self.total]

    kept = measure(Growing(X), torch.ones_like(X)).kept
    assert [each.name for each in kept] == ["self.mask"]


def test_a_node_that_writes_into_its_input_is_compared_on_the_values_given():
    class Centred(Relu):
        def forward(self):
            x = self.input(0)
            x -= x.mean()
            super().forward()

    Centred.__name__ = "Relu"
    with pytest.raises(CheckFailed, match="right numbers"):
        check_kept(Centred, X, at_most=6)
