"""Says why a student's code may have raised an error, using the recorded calls."""

import re

from course.check.base.downstream import bad_return, downstream_problem, gradients_in
from course.check.base.error_table import IN_A_METHOD, clue_by_text
from course.check.base.value_clues import BROADCAST
from course.graph import ComputationNode
from course.recording.records import Call, calls_of, running_call
from course.running.attempt import Raised
from course.scaffold.node_messages import was_broadcast
from course.values.as_text import in_text

SETS_GRAD = "You have set `grad`, as tensors call it. In a node it is called `gradient`."
_READS_EMPTY_LIST = r"list index out of range|not enough values to unpack .* got 0\)"


def clue_to_error(error: Raised, calls: list[Call], graph: ComputationNode) -> str:
    """Why the student's code may have raised an error on this graph."""
    running = running_call(calls)
    # Any other unfinished call either raised an error that was caught, or made the running call.
    known = [call for call in calls if call.finished or call is running]
    first = next((i for i, call in enumerate(known) if _has_nothing_to_pass_on(call)), len(known))
    if problem := bad_return(known[:first]):  # what a node without a gradient returns says little
        return problem
    if "takes 1 positional argument" in error.text:  # about the call itself
        return clue_by_text(error)
    if first < len(known):
        return _clue_to_none(known[first].node, known[:first], graph)
    if running is not None and running.method == "forward" and "reads the result of" in error.text:
        return _clue_to_missing_result(error.text, running.node, calls)
    if running is not None and isinstance(running.upstream, list) and "sequence" in error.text:
        return (
            f"The gradient of {running.node.label} is a list. Of the list that `node.backward()` "
            "returns, each input gets one entry."
        )
    last = calls[-1] if calls else None
    if last and last.finished and last.method == "backward":
        if not (broadcast := _broadcast_input(last)):
            problem = downstream_problem(last.node, last.returned, last.upstream)
            return problem or clue_by_text(error) or _clue_to_empty_list(error, last)
        if "the broadcast shape" in error.text:  # `+=` cannot enlarge a tensor
            return f"{broadcast.label} {BROADCAST}"
    # An engine called a method of a node that is not watched. (A method may use nodes of its own.)
    is_of_an_engine = not any(re.search(IN_A_METHOD, line) for line in error.lines)
    is_elsewhere = running is None and re.search(r"\.(forward|backward)\(\)", error.line)
    if is_of_an_engine and is_elsewhere and "which is None: forward of" in error.text:
        return "This is a node of another graph: work on the one that is given."
    return clue_by_text(error)


def _clue_to_empty_list(error: Raised, last: Call) -> str:
    """The clue if the error is about a list that is too short, and the last call was backward of a
    leaf, which returns []; else empty."""
    if last.node.input_nodes or not re.search(_READS_EMPTY_LIST, error.text):
        return ""
    return f"backward of {last.node.label}, which ran last, returned []: a leaf has no inputs."


def _broadcast_input(call: Call) -> ComputationNode | None:
    """The first input whose share has a different shape, if that is the shape to which the node
    broadcast the input. Such a share is right: accumulate_gradient sums it."""
    node = call.node
    for source, share in zip(node.input_nodes, gradients_in(call.returned), strict=True):
        shape = tuple(getattr(share, "shape", ()))
        if shape != source.shape:
            return source if shape == node.shape and was_broadcast(source.shape, shape) else None
    return None


def _has_nothing_to_pass_on(call: Call) -> bool:
    """Whether backward ran on a node whose gradient was None, and then raised an error or returned
    None as a share."""
    if call.method != "backward" or call.upstream is not None:
        return False
    return not call.finished or any(share is None for share in gradients_in(call.returned))


def _clue_to_none(node: ComputationNode, calls: list[Call], graph: ComputationNode) -> str:
    """Why the gradient of a node may have been None when its backward ran after these calls."""
    if node is graph:
        return "The output's gradient is None: nothing was put there, or it was forgotten."
    lead = f"The gradient of {node.label} was"
    users = [user for user in graph.sorted_nodes() if node in user.input_nodes]
    returned = {call.node: call.returned for call in calls_of("backward", calls) if call.finished}
    if late := [user for user in users if user not in returned]:
        return f"{lead} still None: backward of {late[-1].label}, which it feeds, had not run."
    last = users[-1]
    shares = ", ".join(map(in_text, gradients_in(returned[last])))
    return (
        f"{lead} None: {last.label} returned [{shares}], but none of that arrived there, or it was "
        "forgotten."
    )


def _clue_to_missing_result(text: str, node: ComputationNode, calls: list[Call]) -> str:
    """The clue if forward had not run on the input whose missing result a node reads; else empty.
    The error's `text` names the input."""
    sources = [source for source in node.input_nodes if f"result of {source.label}, which" in text]
    have_run = {call.node for call in calls_of("forward", calls) if call.finished}
    return "" if have_run.intersection(sources) else "It had not run yet."
