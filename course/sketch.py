"""Makes graphs that are only drawn and worked out on paper."""

from course.graph import ComputationNode


class Sketch(ComputationNode):
    """A node that names its operation, for example "Add", and cannot run.

    PyTorch's formula for that operation computes its result, so a question about a graph does not
    depend on whether the student's own class is right or exists at all.
    """

    def __init__(self, operation: str, *input_nodes, name=None):
        super().__init__(*input_nodes, name=name)
        self.operation = operation


def class_name(node: ComputationNode) -> str:
    """The class of a node, or the operation that a sketch names."""
    return node.operation if isinstance(node, Sketch) else type(node).__name__
