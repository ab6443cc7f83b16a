"""The scaffold: computation graphs in which each node knows its own mathematics, and nothing else.

A graph is made of `ComputationNode`s, each of which holds its inputs. Building a graph computes
nothing. Students write `forward_algorithm` and `backward_algorithm`, which visit the nodes, and the
classes of nodes `Add`, `Mul` and `Matmul`.

    x = Leaf(2.0, "x")
    y = Exp(-x)               # two more nodes; y.result is None until a forward pass
"""

import math
from contextlib import AbstractContextManager
from contextvars import ContextVar

from course.running.in_force import in_force
from course.scaffold.node_messages import (
    needs_method,
    number_or_tensor,
    only_node_called,
    refuse_shape,
    result_read_by,
    tensor_arrived_at,
    whole_number,
)
from course.scaffold.operators import Operators, unwatched
from course.scaffold.order import topological_order


class ComputationNode(Operators):
    """One value of a graph, computed from the values of its input nodes.

    Attributes:
        name: what it is called in expressions and pictures; None if it has no name.
        input_nodes: the nodes this one is computed from; plain numbers become `Leaf`s.
        result: the value, filled in by `forward`; None before that.
        gradient: the upstream gradient, d(output of the graph) / d(this node's result), summed
            over every path between the two; None until the backward pass arrives.
    """

    def __init__(self, *input_nodes, name=None):
        self.name = None if name is None else str(name)
        # `Operators`, not `ComputationNode`: nodes made before a reload of this module count, too.
        self.input_nodes = [
            node if isinstance(node, Operators) else Leaf(node) for node in input_nodes
        ]
        self.result = None
        self.gradient = None

    def forward(self):
        """One step of the forward pass: fill in `self.result` from `self.input(i)`."""
        raise NotImplementedError(needs_method(self, "forward"))

    def backward(self):
        """One step of the backward pass.

        Combines the upstream gradient `self.gradient` with the local gradients and returns a
        list of downstream gradients, one for each input and of that input's shape.
        """
        raise NotImplementedError(needs_method(self, "backward"))

    def accumulate_gradient(self, share):
        """Add one more share to this node's gradient: shares add up at forks.

        Broadcasting this node's value to a larger shape is a fork, too: the share is first
        summed back to the shape of the value.
        """
        share = sum_to_shape_of(self, share)
        self.gradient = share if self.gradient is None else self.gradient + share

    def sorted_nodes(self):
        """All nodes of the graph that ends here, in topological order: inputs first, self last."""
        return topological_order(self)

    def get(self, name):
        """The only node of this graph that has this name.

        Raises:
            LookupError: no node has this name, or several have it.
        """
        return only_node_called(name, self.sorted_nodes())

    def input(self, i):
        """The value of the i-th input. Inside `build_graph()`, the input node itself."""
        return _as_read(self.input_nodes[i], reader=self)

    def output(self):
        """The value of this node. Inside `build_graph()`, the node itself."""
        return _as_read(self, reader=self)

    @property
    def gradient(self):
        return self._gradient

    @gradient.setter
    def gradient(self, gradient):
        self._gradient = _as_held(gradient)

    @property
    def shape(self):
        """The shape of the result; () if it is a number or there is no result yet."""
        return tuple(getattr(self.result, "shape", ()))


class Leaf(ComputationNode):
    """A given value: a number or a tensor."""

    def __init__(self, value, name=None):
        super().__init__(name=name)
        self.value = number_or_tensor(value, name)

    def forward(self):
        self.result = self.value

    def backward(self):
        return []  # no inputs, so no downstream gradients


class Copy(ComputationNode):
    """Passes its input on unchanged: one branch of a fork, made visible."""

    def forward(self):
        self.result = self.input(0)

    def backward(self):
        return [self.gradient]


class Negate(ComputationNode):
    def forward(self):
        self.result = -self.input(0)

    def backward(self):
        return [-self.gradient]


class Exp(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.result = x.exp() if hasattr(x, "exp") else math.exp(x)

    def backward(self):
        local_gradient = self.output()  # the derivative of exp(x) is exp(x)
        return [local_gradient * self.gradient]


class Mean(ComputationNode):
    """The mean of two inputs."""

    def forward(self):
        self.result = (self.input(0) + self.input(1)) / 2

    def backward(self):
        return [self.gradient / 2, self.gradient / 2]


class HalfDifference(ComputationNode):
    """Half the difference of two inputs; unlike in Mean, their order matters."""

    def forward(self):
        self.result = (self.input(0) - self.input(1)) / 2

    def backward(self):
        return [self.gradient / 2, -self.gradient / 2]


class IntPow(ComputationNode):
    """The input raised to a constant integer power."""

    def __init__(self, base, int_power, name=None):
        super().__init__(base, name=name)
        self.int_power = whole_number(int_power)

    def forward(self):
        self.result = self.input(0) ** self.int_power

    def backward(self):
        n = self.int_power
        if n == 0:  # x**0 is constant, but at x = 0 there is no x**-1
            return [self.gradient * 0.0]
        local_gradient = n * self.input(0) ** (n - 1)
        return [self.gradient * local_gradient]


class Matsum(ComputationNode):
    """The sum of all entries of a tensor, or over just enough axes to leave `target_shape`."""

    def __init__(self, tensor, target_shape=(), name=None):
        super().__init__(tensor, name=name)
        self.target_shape = tuple(target_shape)

    def forward(self):
        self.result = self.input(0).sum_to_size(self.target_shape)

    def backward(self):
        return [tensor_arrived_at(self).expand(self.input_nodes[0].shape)]


class Matexpand(ComputationNode):
    """A tensor repeated to fill a larger shape, as in broadcasting."""

    def __init__(self, tensor, target_shape, name=None):
        super().__init__(tensor, name=name)
        self.target_shape = tuple(target_shape)

    def forward(self):
        self.result = self.input(0).expand(self.target_shape)

    def backward(self):
        return [tensor_arrived_at(self).sum_to_size(self.input_nodes[0].shape)]


_building_graph = ContextVar("building_graph", default=False)


def build_graph(on: bool = True) -> AbstractContextManager:
    """Inside this context, `backward` returns nodes of a graph, so that gradients can be
    differentiated again; outside it, `backward` returns values."""
    return in_force(_building_graph, on)


def value_of(node: ComputationNode):
    """The value of a node. If necessary, computes it, and first whatever it depends on."""

    def uncomputed_inputs(each: ComputationNode) -> list[ComputationNode]:
        return [source for source in each.input_nodes if source.result is None]

    if node.result is None:
        with build_graph(False):
            for uncomputed in topological_order(node, inputs_of=uncomputed_inputs):
                # Not recorded by a check: this is not a call by the engine.
                unwatched(uncomputed.forward)()
    return node.result


def sum_to_shape_of(node: ComputationNode, gradient):
    """The gradient, summed over the axes along which the node's value was broadcast; unchanged if
    the node has no result yet.

    Raises:
        ValueError: no value of the node's shape can have this gradient.
    """
    value = value_of(gradient) if isinstance(gradient, ComputationNode) else gradient
    shape = tuple(getattr(value, "shape", ()))
    if node.result is None or shape == node.shape:
        return gradient
    refuse_shape(node, shape)
    return gradient.sum_to_size(node.shape)


def _as_read(node: ComputationNode, reader: ComputationNode):
    return node if _building_graph.get() else result_read_by(reader, node)


def _as_held(gradient):
    """A gradient in the form that nodes hold: a node inside `build_graph()`, so it can be
    differentiated again, and a value outside. Both `one=Leaf(torch.tensor(1.0))` and
    `one=torch.tensor(1.0)` therefore work.
    """
    is_node = isinstance(gradient, ComputationNode)
    if _building_graph.get():
        return gradient if is_node or gradient is None else Leaf(gradient)
    return value_of(gradient) if is_node else gradient
