"""Says what is wrong with the form of the list that backward returned: the number of downstream
gradients, their kinds, and their shapes."""

from collections.abc import Sequence

import numpy as np
import torch

from course.graph import ComputationNode
from course.recording.records import Call, calls_of
from course.reference.twin import pytorch_shares
from course.scaffold.operators import is_node_or_stand_in
from course.sentences.words import plural
from course.values.as_text import in_text, on_one_line
from course.values.closeness import are_all_right, is_right
from course.values.compare import Row
from course.values.kinds import kind_in_words
from course.values.tensors import as_tensor, has_too_many_entries

FORGOT_RETURN = " Did you forget `return`?"
STAY_WITH_TENSORS = "Stay with tensors, which all other nodes work with."
TENSOR_OF_LIST = (
    "`torch.stack` makes a tensor of a list of tensors, `torch.tensor` one of a list of numbers."
)
FROM_MAX = (
    "If it comes from `max` or `min` with an axis: these return two tensors, the values and their "
    "places. Take `.values`."
)


def gradients_in(returned: object) -> Sequence:
    """The downstream gradients that backward returned; none if it did not return a list or
    tuple."""
    return returned if isinstance(returned, list | tuple) else []


def downstream_rows(returned: object, right: Sequence[torch.Tensor]) -> list[Row]:
    """Compares each downstream gradient, in a list of the right length, with the right one."""
    pairs = zip(gradients_in(returned), right, strict=True)
    return [Row(f"downstream gradient {i}", *pair) for i, pair in enumerate(pairs)]


def bad_return(calls: list[Call]) -> str:
    """The problem with the first call of backward that did not return a list of one gradient for
    each input, whatever their shapes; empty if there is none."""
    finished = (call for call in calls_of("backward", calls) if call.finished)
    return next(filter(None, (_form_problem(call.node, call.returned) for call in finished)), "")


def downstream_problem(node: ComputationNode, downstream: object, upstream: object) -> str:
    """What is wrong with the form of the list that backward returned for this upstream gradient,
    including the shapes of the gradients; empty if the form is right."""
    if problem := _form_problem(node, downstream):
        return problem
    gradients = gradients_in(downstream)
    for i, (gradient, input_node) in enumerate(zip(gradients, node.input_nodes, strict=True)):
        shape = tuple(getattr(gradient, "shape", ()))
        if not is_node_or_stand_in(gradient) and shape != input_node.shape:
            form = f"a downstream gradient of shape {shape}"
            if isinstance(gradient, int | float | np.generic):
                form = f"the plain number {in_text(gradient)}"
            return (
                f"backward of {node.label} returned {form} for input {i}, which has shape "
                f"{input_node.shape}. The two shapes must agree. "
                + _clue_to_shape(node, gradients, as_tensor(upstream), i)
            ).rstrip()
    return ""


def _clue_to_shape(
    node: ComputationNode, gradients: Sequence, upstream: torch.Tensor | None, i: int
) -> str:
    """Says what led to the wrong shape of the i-th downstream gradient; empty if unclear."""
    if upstream is None or upstream.shape != node.shape:
        return ""
    try:
        right = pytorch_shares(node, upstream)
    except Exception:  # the inputs may hold anything by now
        return ""
    if len(right) == 2 and are_all_right(gradients, right[::-1]):
        return "Your two gradients are right, only in the wrong order."
    yours = as_tensor(gradients[i])
    if yours is not None and yours.dim() == 2 and is_right(yours.mT, right[i]):
        return "Yours is the transpose of the right one."
    return ""


def _form_problem(node: ComputationNode, downstream: object) -> str:
    """Why `downstream` is not a list of one gradient for each input, ignoring shapes; empty if it
    is."""
    wanted = len(node.input_nodes)
    if not isinstance(downstream, list | tuple):
        forgot = FORGOT_RETURN if downstream is None else ""
        return (
            f"backward of {node.label} returned {kind_in_words(downstream)}. It has to return a "
            f"list of downstream gradients, one for each input.{forgot}"
        )
    if len(downstream) != wanted:
        return (
            f"backward of {node.label} returned {len(downstream)} downstream "
            f"{plural(len(downstream), 'gradient')}, but it has {wanted} "
            f"{plural(wanted, 'input')}."
        )
    for i, gradient in enumerate(downstream):
        if isinstance(gradient, np.ndarray) and node.shape:
            return (
                f"backward of {node.label} returned a NumPy array as downstream gradient {i}. "
                f"{STAY_WITH_TENSORS}"
            )
        is_gradient = is_node_or_stand_in(gradient) or has_too_many_entries(gradient)
        if not is_gradient and as_tensor(gradient) is None:
            is_complex = kind_in_words(gradient) == "a complex number"
            expected = "real numbers were" if is_complex else "a number or a tensor was"
            return (
                f"backward of {node.label} returned {_in_words(gradient)} as downstream gradient "
                f"{i}; {expected} expected.{_way_out(gradient)}"
            )
    return ""


def _in_words(value: object) -> str:
    """Describes a value in place of a gradient. A list of tensors itself would fill a page."""
    if type(value).__name__ == "int":  # in grading, this may be a stand-in
        return "too large a number"
    if not isinstance(value, list | tuple) or not any(isinstance(e, torch.Tensor) for e in value):
        return on_one_line(value)
    return "a list" if isinstance(value, list) else "a tuple"  # also for PyTorch's tuple classes


def _way_out(value: object) -> str:
    """How to turn a list into a gradient, or a tuple such as `max` returns with `dim`."""
    if not isinstance(value, list | tuple):
        return ""
    if len(value) == 1 and not isinstance(value[0], list | tuple):
        return " Is there a bracket around it, or a comma after it, that should not be there?"
    are_two = len(value) == 2 and all(isinstance(each, torch.Tensor) for each in value)
    return f" {TENSOR_OF_LIST}" + (f" {FROM_MAX}" if are_two else "")
