"""Builds the graph that expressions describe."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from course.expressions.algebras import Composed, NamedValues, Tensors
from course.expressions.equations import filled_in_table, text_of
from course.expressions.expression_error import ExpressionError
from course.expressions.interpreter import Refusal, interpret
from course.expressions.statements import statements
from course.graph import ComputationNode, IntPow, Leaf, value_of
from course.operations import OPERATIONS, Sketch, classes_by_function
from course.scaffold.operators import latest_classes

Node = TypeVar("Node", bound=ComputationNode)


class Nodes(Composed[ComputationNode]):
    """Builds nodes of the latest classes. An operation without a class becomes several nodes.

    Args:
        values: the values of the leaves, by name.
        sketch: whether to build the graph from sketches instead, which have results and need no
            classes.
    """

    def __init__(self, values: NamedValues, *, sketch: bool = False):
        self.sketch = sketch
        super().__init__(
            {
                name: value if isinstance(value, ComputationNode) else self.leaf(value, name)
                for name, value in values.items()
            }
        )

    def built(self, name: str, expression: object) -> ComputationNode:
        """The node for an expression, named if it has no name yet. Later expressions may use the
        name."""
        value = interpret(text_of(expression), self)
        node = value if isinstance(value, ComputationNode) else self.leaf(value)
        node.name = node.name or name
        self.names[name] = node
        return node

    def last_of(self, expressions: Iterable[tuple[str, object]]) -> ComputationNode | float:
        """The node for the last expression, or a number if the expression has no name and needs no
        node. Each expression may use the named ones before it.

        Raises:
            ExpressionError: an expression cannot be read, or there is none.
        """
        last: ComputationNode | float | None = None
        for name, expression in expressions:
            last = self.built(name, expression) if name else interpret(text_of(expression), self)
        if last is None:
            raise ExpressionError("The expression is empty: write, for example, x*x + x.")
        return last

    def leaf(self, value: object, name: str | None = None) -> Leaf:
        return self._with_result(Leaf(value, name), value)

    def operate(self, operation: str, *inputs: ComputationNode | float) -> ComputationNode | float:
        """A node of the operation's class or a sketch of one; without a class, several nodes."""
        if not self.sketch and operation in latest_classes:
            return latest_classes[operation](*inputs)
        if not self.sketch:
            return self.composed(operation, *inputs)
        nodes = [node if isinstance(node, ComputationNode) else self.leaf(node) for node in inputs]
        result = Tensors().operate(operation, *map(value_of, nodes))
        return self._with_result(Sketch(operation, *nodes), result)

    def composed(self, operation: str, *inputs: ComputationNode | float) -> ComputationNode | float:
        """Nodes that together compute what a node of the missing class would."""
        if not OPERATIONS[operation].made_of:
            there = sorted(latest_classes.keys() & classes_by_function().values())
            raise Refusal(
                f"it needs a node class {operation}, but there is none yet. Define one, or write "
                f"it with the classes you have: {', '.join(there)}"
            )
        inside = type(self)({"x": inputs[0]}, sketch=self.sketch)
        for name, expression in statements(OPERATIONS[operation].made_of):
            inside.names[name] = interpret(expression, inside)
        return inside.names[name]

    def whole_power(self, base: ComputationNode | float, exponent: int) -> ComputationNode:
        node = IntPow(base, exponent)
        if not self.sketch:
            return node
        (source,) = node.input_nodes
        return self._with_result(node, Tensors().whole_power(value_of(source), exponent))

    def other_power(
        self, base: ComputationNode | float, exponent: ComputationNode | float
    ) -> ComputationNode | float:
        """Nodes that together compute a power whose exponent is not a whole number."""
        if isinstance(base, float) and base <= 0:
            raise Refusal("such a power is exp(y log(x)), and only a positive number has a log")
        return self.apply("Exp", self.apply("Mul", exponent, self.apply("Log", base)))

    def _with_result(self, node: Node, result) -> Node:
        """The node itself; with its result, if the graph is a sketch."""
        if self.sketch:
            node.result = result
        return node


def graph_of(
    table: Mapping[str, str], values: NamedValues, *, sketch: bool = False
) -> ComputationNode:
    """The graph of a table of expressions, each of which may use the ones before it.

    graph_of({"z": "W @ x", "h": "tanh(z)"}, {"W": W, "x": x})

    Args:
        table: an expression for each named value; the last one is the output.
        values: the values of the leaves, by name; a node in place of a value continues its graph.
        sketch: whether to build a graph only for display, which has results and needs no classes of
            nodes. Otherwise it consists of nodes of the latest classes and can run.

    Returns:
        The output node.

    Raises:
        ExpressionError: an expression cannot be read, its shapes do not fit, one of its operations
            has no class of nodes, or there is no expression at all.
    """
    nodes = Nodes(values, sketch=sketch)
    output = nodes.last_of(filled_in_table(table))
    return output if isinstance(output, ComputationNode) else nodes.leaf(output)
