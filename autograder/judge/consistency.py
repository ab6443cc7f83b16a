"""Checks that what the scaffold's nodes reportedly returned follows from what they received."""

import numpy as np

from autograder.in_kernel.portable import Foreign
from course.recording.calls import Record
from course.subject import Question
from course.values.compare import all_right
from course.values.tensors import as_tensor


def contradiction(happened: list[tuple[Question, Record]]) -> str:
    """A sentence about a `backward` of one of the scaffold's nodes that cannot have returned what
    was reported; empty if there is none.

    What such a node returns follows from its upstream gradient and the results of its inputs. The
    engine does not affect that, so numbers that do not fit were not computed by an engine.
    """
    backward_calls = [
        call for _, answer in happened for call in answer.calls if call.method == "backward"
    ]
    for call in backward_calls:
        node = call.node
        if type(node).__module__ != "course.graph" or not node.input_nodes:
            continue
        if not call.finished or call.upstream is None or isinstance(call.upstream, Foreign):
            return (
                f"backward of {node.label} was called and did not end, or had no upstream "
                "gradient, so the right numbers came from elsewhere."
            )
        for recorded in (node, *node.input_nodes):
            recorded.result = _tensor_for(recorded.result)
        gradient = node.gradient
        node.gradient = _tensor_for(call.upstream)
        try:
            right = [
                tensor
                for downstream in node.backward()
                if (tensor := as_tensor(downstream)) is not None
            ]
        except Exception:
            continue
        finally:
            node.gradient = gradient
        if not isinstance(call.returned, list) or not all_right(call.returned, right):
            return (
                f"What backward of {node.label} reportedly returned does not follow from what it "
                "received."
            )
    return ""


def _tensor_for(value: object) -> object:
    """A NumPy array as a tensor, because some of the scaffold's nodes do not work with arrays."""
    return as_tensor(value) if isinstance(value, np.ndarray) else value
