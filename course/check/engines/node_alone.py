"""Tests a node of a student's class alone, on leaves, to tell whether it makes a graph go wrong."""

from course.check.base.student_code import new_node
from course.check.engines.checked_algorithm import own_classes
from course.questions import Happened, NodeBackward, NodeForward
from course.recording.copies import copy_graph
from course.reference.cases import GraphCase, right_values
from course.right_results import has_tensors, results_as_held
from course.values.closeness import are_all_right
from course.values.gradients import summed_to
from course.values.tensors import as_float64


class NodeAlone:
    """A node on leaves, with an upstream gradient.

    Attributes:
        in_own_exercise: whether its values come from its own exercise, not from a graph.
        forward, backward: the questions about it.
    """

    def __init__(self, case: GraphCase, *, in_own_exercise: bool):
        self.case, self.in_own_exercise = case, in_own_exercise
        self.name = type(case.graph).__name__
        self.right = right_values(case, case.upstream[0])  # before code can write into a leaf
        self.forward = NodeForward(case.graph)
        self.backward = NodeBackward(case.graph, case.upstream[0])

    def is_wrong(self, forward: Happened, backward: Happened) -> bool:
        """Whether the answers differ from PyTorch's, or the node changed something that it must
        not."""
        node, upstream = self.case.graph, as_float64(self.case.upstream[0])
        right, nodes, shares = self.right, node.sorted_nodes(), backward.returned
        if forward.error or backward.error or not isinstance(shares, list | tuple):
            return True
        places = [nodes.index(source) for source in node.input_nodes]
        if len(shares) != len(places):
            return True
        if not self.in_own_exercise:  # in a graph, shares of inputs that were broadcast are summed
            given = zip(places, shares, strict=True)
            shares = [summed_to(right.results[i].shape, share) for i, share in given]
        return not (
            are_all_right(forward.results, right.results)
            and are_all_right(shares, [right.gradients[i] for i in places])
            and are_all_right(backward.results, right.results)
            and all(gradient is None for gradient in backward.gradients[:-1])
            and are_all_right(backward.gradients[-1:], [upstream])
        )


def node_is_unfinished(forward: Happened, backward: Happened) -> bool:
    """Whether a method is not written yet or does not end. Without an error: whether there is no
    result and backward returned None."""
    if errors := [answer.error for answer in (forward, backward) if answer.error]:
        return any(error.is_unwritten or error.took_too_long for error in errors)
    return forward.results[-1] is None and backward.returned is None


def nodes_alone(case: GraphCase) -> list[NodeAlone]:
    """Each node of a student's class in a graph, alone on leaves that hold the right inputs."""
    right = right_values(case, case.upstream[0])
    nodes = case.graph.sorted_nodes()
    values = dict(zip(nodes, results_as_held(nodes, right.results), strict=True))
    own, tensors = own_classes(case.graph), has_tensors(case.graph)
    alone: list[NodeAlone] = []
    for node, gradient in zip(nodes, right.gradients, strict=True):
        if type(node).__name__ in own:
            copy = new_node(type(node), *(values[source] for source in node.input_nodes))
            upstream = gradient if tensors else float(gradient)
            alone_case = GraphCase("alone", graph=copy_graph(copy), upstream=[upstream])
            alone.append(NodeAlone(alone_case, in_own_exercise=False))
    return alone
