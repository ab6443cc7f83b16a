"""What a node keeps for its backward pass is measured wherever it keeps it, and nothing else is."""

import functools
import itertools
import operator
import struct
import sys
import weakref
from array import array
from collections import deque
from fractions import Fraction
from functools import partial
from types import CellType, ModuleType, SimpleNamespace

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
from course.measuring.kept_table import kept_table, total_bytes
from course.measuring.saved_activations import measure
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


def test_plain_numbers_that_are_free_are_not_said_to_be_nothing():
    class KeepsFew(Negate):
        def forward(self):
            super().forward()
            self.few = [1.5, 2.5]

    assert kept_table(measured(KeepsFew(Leaf(X))).kept) == "  no tensors: 0 bytes"


def test_a_text_counts_once_whether_or_not_its_copies_are_one_object():
    class Noted(Negate):
        copies = 1

        def forward(self):
            super().forward()
            self.notes = [chr(97 + i) * 10 for i in range(4)] + ["".join(["a"] * 10)] * self.copies

    class NotedTwice(Noted):
        copies = 2

    assert not measured(Noted(Leaf(X))).kept
    assert not measured(NotedTwice(Leaf(X))).kept


def test_a_tensor_whose_place_is_unknown_is_said_to_be_made_in_forward():
    class Slotted(Relu):
        __slots__ = ("mask",)

        def keep(self, mask):
            self.mask = mask

    assert [each.name for each in measured(Slotted(Leaf(X))).kept] == ["made in forward"]


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
        assert total_bytes(measured(Hides(Leaf(X))).kept) == 12
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
        (lambda mask: mask.numpy()[::-1], 12),
        (lambda mask: mask.numpy().astype(">i2"), 24),
        (lambda mask: np.where(mask.numpy(), "a", "b"), 12 * 4),
        (in_objects, 12),
        (lambda mask: mask.double().numpy().astype(object), 12 * 8),
        (lambda mask: mask.double().to_sparse(), 8 * (8 + 8 + 8)),  # row, column and value
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


@pytest.mark.parametrize("kept_as", [lambda mask: mask, lambda mask: mask.tolist(), lambda mask: 1])
def test_what_a_node_keeps_as_its_value_is_not_its_result(kept_as):
    class Keeps(Relu):
        def keep(self, mask):
            super().keep(mask)
            self.value = kept_as(mask)

    kept = measured(Keeps(Leaf(X))).kept
    assert "output" not in [each.role for each in kept]


@pytest.mark.parametrize("layout", ["to_sparse", "to_sparse_csr"])
def test_a_sparse_tensor_that_was_there_before_is_not_kept(layout):
    class Keeps(Relu):
        given = getattr(torch.eye(3), layout)()

    kept_without, kept = measured(Relu(Leaf(X))).kept, measured(Keeps(Leaf(X))).kept
    assert kept == kept_without


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
        *("fractions", "complex numbers", "shape of a huge integer", "partial"),
        *("default", "keyword default", "class", "exception", "short texts"),
    ],
)
def test_saved_numbers_count_in_any_format(written):
    class Hides(Relu):
        def keep(self, mask):
            self.mask = mask
            self.hidden = written(mask.double().flatten().tolist())

    assert total_bytes(measured(Hides(Leaf(X))).kept) > 12 + 12


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

    assert total_bytes(measured(Hides(Leaf(X))).kept) > 12 + 12 * 8
    assert total_bytes(measured(Sizes(Leaf(X))).kept) == 12


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
    "on another class of nodes": lambda node, numbers: setattr(OtherNode, "held", numbers),
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
    "on a whole number": on_an_attribute_of(type("Number", (int,), {})()),
    "on a list": on_an_attribute_of(Listing()),
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

    assert total_bytes(measured(Reads(Leaf(X))).kept) == 12


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


def in_storage(node, numbers):
    node.hidden = torch.tensor(numbers, dtype=torch.float64).untyped_storage()


def on_the_result(node, numbers):
    node.result.hidden = numbers


class Store:
    def put(self, node, numbers):
        elsewhere[id(node)] = numbers


store = Store()


class ByStore(Relu):
    def keep(self, mask):
        self.mask = mask
        store.put(self, mask.double().flatten().tolist())


@pytest.mark.parametrize("hide", [in_storage, on_the_result])
def test_numbers_count_wherever_a_node_or_its_values_hold_them(hide):
    class Hides(Relu):
        def forward(self):
            super().forward()
            hide(self, self.input(0).double().flatten().tolist())

    assert total_bytes(measured(Relu(Leaf(X))).kept) == 12
    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 12 + 12 * 8


def test_numbers_count_that_a_method_of_an_object_puts_into_a_variable():
    assert total_bytes(measured(ByStore(Leaf(X))).kept) >= 12 + 12 * 8


def put_away(node, numbers):
    elsewhere[id(node)] = numbers


class Base:
    def put(self, node, numbers):
        put_away(node, numbers)


bound = functools.partial(put_away)
on_class = Base


class ByStatic(Relu):
    put = staticmethod(put_away)


class ByProperty(Relu):
    away = property(fset=put_away)


@pytest.mark.parametrize(
    ("base", "put"),
    [
        (Relu, lambda node, numbers: put_away(node, numbers)),
        (Relu, lambda node, numbers: bound(node, numbers)),
        (Relu, lambda node, numbers: on_class.put(None, node, numbers)),
        (ByStatic, lambda node, numbers: node.put(node, numbers)),
        (ByProperty, lambda node, numbers: setattr(node, "away", numbers)),
    ],
)
def test_numbers_count_that_are_put_into_a_variable_by_whatever_leads_to_it(base, put):
    class Hides(base):
        hide = put

        def keep(self, mask):
            self.mask = mask
            self.hide(mask.double().flatten().tolist())

    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 12 + 12 * 8


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
    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 12 + 12 * 8


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

    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 12 + 12 * 8


def test_a_list_counts_in_what_looks_as_if_the_node_had_been_given_it():
    class Hides(Relu):
        def __init__(self, x):
            super().__init__(x)
            self.box = type(self._given)([], ())

        def keep(self, mask):
            self.mask = mask
            self.box.arguments[:] = mask.double().flatten().tolist()

    assert total_bytes(measured(Hides(Leaf(X))).kept) >= 12 + 12 * 8


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

    assert bytes_kept(1) == 12

    class Many(Context):
        def keep(self, mask):
            super().keep(mask)
            self.context["more"] = [(int(x), i, 0) for i, x in enumerate(mask.flatten())]

    node = Many(Leaf(X))
    node.times = 1
    assert total_bytes(measured(node).kept) > 12 + 12 * 8


SIZES = [{"name": "layer", "size": (i, i + 1)} for i in range(9)]
elsewhere: dict = {}
prepared = torch.zeros(12, dtype=torch.float64)
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
    [(ByHelper, "elsewhere", 12), (InClass, "InClass.masks", 0), (InPlace, "prepared", 96)],
)
def test_values_newly_saved_outside_the_node_count(node_class, where, size):
    for i in range(2):  # what another node has left there is not this one's
        kept = measured(node_class(Leaf(X + i))).kept
        assert total_bytes(kept) == 12 + size
        assert size == 0 or any(where in each.name for each in kept)


@pytest.mark.parametrize(
    "held",
    [
        *(np, torch, np.random, {"best": float("nan"), "worst": 1.0}, [complex("nan")]),
        [each for i in range(12) for each in (f"colour{i}", i)],
    ],
)
def test_what_another_class_of_nodes_holds_does_not_count_if_it_stays_as_it_is(held):
    other = type("Other", (ComputationNode,), {"held": held})
    assert total_bytes(measured(Relu(Leaf(X))).kept) == 12
    other.held = None  # the class may be there for as long as the tests


@pytest.mark.parametrize("wrapped", [lambda box: box, CellType])
def test_values_in_a_module_that_a_node_has_made_count(wrapped):
    class Hides(Relu):
        def keep(self, mask):
            self.mask = mask
            box = ModuleType("operator")
            box.held = self.input(0).tolist()
            self.box = wrapped(box)

    assert total_bytes(measured(Hides(Leaf(X))).kept) == 12 + 96


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

    assert total_bytes(measured(Hides(Leaf(X), 3)).kept) >= 12 + 96


def test_what_a_node_was_given_does_not_count():
    class Sized(Relu):
        def __init__(self, x, sizes, name=None):
            super().__init__(x, name=name)

    assert total_bytes(measured(Sized(Leaf(X), range(100))).kept) == 12


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
    assert total_bytes(measured(Relu(leaf)).kept) == 12
    assert total_bytes(measured(AtInput(leaf)).kept) in (12 + 96, 12 + len(repr(X.tolist())))


@pytest.mark.parametrize(
    "again", [lambda leaf: leaf.value, lambda leaf: leaf.forward() or leaf.result]
)
def test_a_leaf_whose_value_is_read_again_counts(again):
    class Again(Relu):
        def keep(self, mask):
            self.mask = None

        def backward(self):
            return [self.gradient * (again(self.input_nodes[0]) > 0)]

    assert total_bytes(measured(Again(Leaf(X))).kept) == 96


def test_lists_count_number_by_number():
    class Lists(Relu):
        def keep(self, mask):
            self.rows = self.input(0).tolist()
            self.mask = mask

    assert total_bytes(measured(Lists(Leaf(X))).kept) == 12 + 96


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
