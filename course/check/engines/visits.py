"""Checks how often an engine runs the methods of nodes."""

from collections import Counter
from collections.abc import Sized

from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.recording.calls import Call, calls_of


def most_visits(method: str, inputs: Sized) -> int:
    """How often a method of a node with these inputs may run in one pass. Backward may run once for
    each input, as long as the numbers are right."""
    return max(1, len(inputs)) if method == "backward" else 1


def check_visits(nodes: list[ComputationNode], calls: list[Call], name: str) -> None:
    """Checks how often an engine whose numbers are right has run a method of each node: at least
    once unless the node is a leaf, and at most once (forward) or once for each input (backward).

    Args:
        nodes: all nodes of the graph, in topological order.
        calls: the recorded calls, of either method.
        name: the name of the engine's function, such as "backward_algorithm".
    """
    method = name.removesuffix("_algorithm")
    count = Counter(call.node for call in calls_of(method, calls))
    for node in nodes if method == "forward" else reversed(nodes):
        if count[node] > most_visits(method, node.input_nodes):
            message = (
                f"The numbers are right here, but {name} ran {method} of {node.label} "
                f"{count[node]} times. Once is enough."
            )
            if all(count[other] in (0, paths) for other, paths in _paths_to(nodes).items()):
                message += (
                    " It ran once for each path between the node and the output, and a deep graph "
                    "can have exponentially many."
                )
        elif count[node] == 0 and node.input_nodes:
            message = (
                f"The numbers are right here, but {name} did not call `node.{method}()` on "
                f"{node.label}. Let each node do its own {method} step."
            )
        else:
            continue
        raise CheckFailed(message)


def _paths_to(nodes: list[ComputationNode]) -> Counter[ComputationNode]:
    """The number of paths from the output to each node, for nodes in topological order."""
    paths = Counter({nodes[-1]: 1})
    for node in reversed(nodes):
        for source in node.input_nodes:
            paths[source] += paths[node]
    return paths
