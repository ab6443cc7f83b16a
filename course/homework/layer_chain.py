"""Runs a chain of layers without an engine. It is the building block of a `Checkpoint`."""

from collections.abc import Callable, Iterable

from course.graph import ComputationNode, Leaf
from course.scaffold.operators import latest_class


class Sine(ComputationNode):
    """The sine of every entry of one input."""

    def forward(self):
        self.result = self.input(0).sin()

    def backward(self):
        return [self.gradient * self.input(0).cos()]


class Shift(ComputationNode):
    """Moves every entry of a row to the next place, and the last one to the front."""

    def forward(self):
        self.result = self.input(0).roll(1, dims=-1)

    def backward(self):
        return [self.gradient.roll(-1, dims=-1)]


class Chain:
    """A chain of layers, each a node with one input.

    chain = Chain(["Sine", "Exp"])
    y = chain.forward(x)              # exp(sin(x)); now the chain holds a node for each layer
    gradient = chain.backward(one)    # drops each node when done with it

    Attributes:
        nodes: between a forward and a backward pass, the layers' nodes, first layer first.
    """

    def __init__(self, layers: Iterable[str | Callable[..., ComputationNode]]):
        """Takes the layers' classes, or functions that build them, or their names. Computes
        nothing yet."""
        self.layers = [*layers]
        self.nodes: list[ComputationNode] = []

    def forward(self, value):
        """The output of the last layer for this input.

        Raises:
            TypeError: the input is a node.
        """
        if isinstance(value, ComputationNode):
            raise TypeError("A chain takes a value, such as self.input(0), not a node.")
        self.nodes = []
        for layer in self.layers:
            source = Leaf(value)
            node = (latest_class(layer) if isinstance(layer, str) else layer)(source)
            source.forward()
            node.forward()
            self.nodes.append(node)
            value = node.result
        return value

    def backward(self, gradient):
        """The gradient of the chain's input, from the upstream gradient of its output.

        Raises:
            RuntimeError: there was no forward pass, or its nodes are used up.
        """
        if len(self.nodes) != len(self.layers):
            raise RuntimeError(
                "This chain holds no values: each backward pass needs a forward pass before it, "
                "by the same chain."
            )
        while self.nodes:
            node = self.nodes.pop()
            node.gradient = gradient
            (gradient,) = node.backward()
        return gradient


class Plain(ComputationNode):
    """A node of several layers that keeps all their values."""

    def __init__(self, x, layers, name=None):
        """Takes an input and layers, as a `Chain` takes them."""
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.chain = Chain(self.layers)
        self.result = self.chain.forward(self.input(0))

    def backward(self):
        return [self.chain.backward(self.gradient)]
