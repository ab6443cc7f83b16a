"""Checks that what the scaffold's nodes reportedly returned follows from what they received."""

import numpy as np

from autograder.in_kernel.portable import Foreign, Untold
from course.recording.calls import Call, Record
from course.subject import Question
from course.values.compare import all_right
from course.values.tensors import as_tensor


def contradiction(happened: list[tuple[Question, Record]]) -> str:
    """A sentence about a `backward` of one of the scaffold's nodes that cannot have returned what
    was reported; empty if there is none.

    What such a node returns follows from its upstream gradient and the results of its inputs. The
    engine does not affect that, so numbers that do not fit were not computed by an engine.
    """
    calls = [call for _, answer in happened for call in answer.calls if call.method == "backward"]
    for call in calls:
        node = call.node
        if type(node).__module__ != "course.graph" or not node.input_nodes:
            continue
        if not call.finished or call.upstream is None or isinstance(call.upstream, Foreign):
            return (
                f"backward of {node.label} was called and did not end, or had no upstream "
                "gradient, so the right numbers came from elsewhere."
            )
        if not _follows(call):
            return (
                f"What backward of {node.label} reportedly returned does not follow from what it "
                "received."
            )
    return ""


def _follows(call: Call) -> bool:
    """Whether what `backward` returned follows from what it received, as far as one can tell."""
    node = call.node
    results = [recorded.result for recorded in (node, *node.input_nodes)]
    returned = call.returned if isinstance(call.returned, list) else []
    if any(isinstance(value, Untold) for value in [*results, call.upstream, *returned]):
        return True
    for recorded in (node, *node.input_nodes):
        recorded.result = _tensor_for(recorded.result)
    gradient, node.gradient = node.gradient, _tensor_for(call.upstream)
    try:
        right = [tensor for tensor in map(as_tensor, node.backward()) if tensor is not None]
    except Exception:
        return True
    finally:
        node.gradient = gradient
    return isinstance(call.returned, list) and all_right(call.returned, right)


def _tensor_for(value: object) -> object:
    """A NumPy array as a tensor, because some of the scaffold's nodes do not work with arrays."""
    return as_tensor(value) if isinstance(value, np.ndarray) else value
