"""Building the graph that expressions describe."""

from collections.abc import Iterable, Mapping

from course.expressions.algebras import Composed, NamedValues, Tensors, filled_in, text_of
from course.expressions.interpreter import Refusal, interpret
from course.expressions.reader import ExpressionError, statements
from course.graph import ComputationNode, IntPow, Leaf
from course.operations import OPERATIONS, functions
from course.operators import latest_classes
from course.sketch import Sketch

DEFAULTS = (2.0, 3.0, -1.0, 0.5, 4.0, -2.0)  # for new names, in the order they appear


class Nodes(Composed):
    """Builds nodes of the latest classes; an operation without a class becomes several nodes.

    Args:
        values: the values of the leaves, by name.
        takes_new_names: whether unknown words become leaves.
    """

    def __init__(self, values: NamedValues, *, takes_new_names: bool = False):
        super().__init__(
            {
                name: value if isinstance(value, ComputationNode) else self.leaf(value, name)
                for name, value in values.items()
            }
        )
        self.takes_new_names = takes_new_names

    def built(self, name: str, expression: object) -> ComputationNode:
        """The node for an expression, named if it has no name yet; later ones may use the name."""
        made = interpret(text_of(expression), self)
        node = self.names[name] = made if isinstance(made, ComputationNode) else self.leaf(made)
        node.name = node.name or name
        return node

    def last_of(self, expressions: Iterable[tuple[str, object]]) -> object:
        """The node of the last expression, or its number if it has no name and needs no node. Each
        expression may use the named ones before it.

        Raises:
            ExpressionError: one cannot be read, or there is none.
        """
        made = None
        for name, expression in expressions:
            made = self.built(name, expression) if name else interpret(expression, self)
        if made is None:
            raise ExpressionError("The expression is empty: write for example x*x + x.")
        return made

    def named(self, name: str) -> ComputationNode:
        """A node by its name."""
        if name not in self.names:
            leaves = sum(isinstance(node, Leaf) for node in self.names.values())
            self.names[name] = self.leaf(DEFAULTS[leaves % len(DEFAULTS)], name)
        return self.names[name]

    def leaf(self, value, name: str | None = None) -> Leaf:
        """A leaf."""
        return Leaf(value, name)

    def operate(self, operation: str, *inputs) -> ComputationNode:
        """A node of the class that the operation names."""
        if operation in latest_classes:
            return latest_classes[operation](*inputs)
        return self.composed(operation, *inputs)

    def composed(self, operation: str, x: ComputationNode, *_) -> ComputationNode:
        """Nodes that together do what a node of a missing class would do."""
        if not OPERATIONS[operation].made_of:
            there = sorted(latest_classes.keys() & functions().values())
            raise Refusal(
                f"it needs a node class {operation}, but there is none yet. Define one, or write "
                f"it with the classes that there are: {', '.join(there)}"
            )
        outside, self.names = self.names, {"x": x}
        for name, expression in statements(OPERATIONS[operation].made_of):
            self.names[name] = interpret(expression, self)
        inside, self.names = self.names, outside
        return inside[name]

    def raised(self, base: ComputationNode, power: int) -> ComputationNode:
        """A node for a power."""
        return IntPow(base, power)

    def power(self, base: object, exponent: object) -> ComputationNode:
        """Nodes that together compute a power with any other exponent."""
        if isinstance(base, float) and base <= 0:
            raise Refusal("such a power is exp(y log(x)), and only a positive number has a log")
        return self.apply("Exp", self.apply("Mul", exponent, self.apply("Log", base)))


class Sketches(Nodes):
    """Builds the same graphs as `Nodes`, of sketches, which have results and need no classes.

    With new names, as in the player, an operation without a class is sketched as the nodes it is
    made of.
    """

    def leaf(self, value, name: str | None = None) -> Leaf:
        """A leaf with its result."""
        return _with_result(Leaf(value, name), value)

    def operate(self, operation: str, *inputs) -> ComputationNode:
        """A sketch of a node."""
        is_composed = OPERATIONS[operation].made_of and operation not in latest_classes
        if self.takes_new_names and is_composed:
            return self.composed(operation, *inputs)
        nodes = [each if isinstance(each, ComputationNode) else self.leaf(each) for each in inputs]
        result = Tensors({}).operate(operation, *(node.result for node in nodes))
        return _with_result(Sketch(operation, *nodes), result)

    def raised(self, base: ComputationNode, power: int) -> ComputationNode:
        """A node for a power, with its result."""
        return _with_result(IntPow(base, power), Tensors({}).raised(base.result, power))


def _with_result(node: ComputationNode, result) -> ComputationNode:
    node.result = result
    return node


def graph_of(
    table: Mapping[str, str], values: NamedValues, *, sketch: bool = False
) -> ComputationNode:
    """The graph of a table of expressions, each of which may use those before it.

    graph_of({"z": "W @ x", "h": "tanh(z)"}, {"W": W, "x": x})

    Args:
        table: an expression for each named value; the last one is the output.
        values: the values of the leaves, by name; a node in place of a value continues its graph.
        sketch: whether to build a graph only to look at, with its results, which needs no classes
            of nodes; otherwise it consists of nodes of the latest classes and can be run.

    Returns:
        The output node.

    Raises:
        ExpressionError: an expression cannot be read, its shapes do not fit, one of its operations
            has no class of nodes, or there is no expression at all.
    """
    return (Sketches if sketch else Nodes)(values).last_of(filled_in(table))
