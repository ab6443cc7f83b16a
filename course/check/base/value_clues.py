"""Says where a mistake may be, using the recorded calls and the values."""

from collections.abc import Iterable

import torch

from course.check.base.downstream import FROM_MAX, TENSOR_OF_LIST, bad_return, gradients_in
from course.check.base.error_table import NOT_CALLED
from course.graph import ComputationNode
from course.recording.records import Call
from course.reference.twin import Twin
from course.running.attempt import Raised
from course.scaffold.node_messages import was_broadcast
from course.scaffold.operators import is_node_or_stand_in
from course.values.as_text import in_text, told_apart
from course.values.closeness import are_all_right, is_right, values_agree
from course.values.compare import Row
from course.values.plain import MAX_AXES
from course.values.tensors import as_tensor, has_too_many_entries

BROADCAST = (
    "was broadcast, which is a fork, too: pass every gradient on with accumulate_gradient, which "
    "adds up what comes back."
)
CHANGED_SINCE = "It was right when its own {} ran; something changed it afterwards."
ONE_TENSOR = f"`self.result` holds one tensor, or one number. {FROM_MAX}"
REAL_NUMBERS = "It should be a tensor of real numbers, or one real number."
A_NODE = "That is a node, and a value is needed: use self.input(i)."


def was_right(node: ComputationNode, row: Row, calls: list[Call]) -> bool:
    """Whether a node's value, which is wrong now, was right when the node's own method ran. `calls`
    are the calls of this method."""
    own_calls = [call for call in calls if call.node is node]
    values = [call.made if call.method == "forward" else call.upstream for call in own_calls]
    return any(is_right(value, row.pytorch) for value in values)


def clue_to_result(node: ComputationNode, calls: list[Call]) -> str:
    """Why the first wrong result may be wrong, if it was never right. `calls` are the calls of
    forward."""
    if is_node_or_stand_in(node.result):
        return A_NODE
    last_call = {call.node: i for i, call in enumerate(calls)}
    if node not in last_call:
        return "In this call, its forward never ran."
    if not node.input_nodes:
        return ""
    for source in node.input_nodes:
        if last_call.get(source, -1) > last_call[node]:
            return f"Its forward ran before that of {source.label}, its input."
    return f"Its inputs are right, so look at forward of {type(node).__name__}."


def clue_to_own_result(row: Row, returned: object) -> str:
    """Why the result of a node checked alone may be wrong; `returned` is what forward returned."""
    if is_node_or_stand_in(row.yours):
        return A_NODE
    if row.yours is None and returned is not None:
        return "forward does not return its value: it puts it into self.result."
    if row.yours is None:
        return (
            "forward has not set `self.result`. A value under another name, such as `result` or "
            "`self.output`, is not seen."
        )
    if type(row.yours).__name__ in ("method", "function", "builtin_function_or_method"):
        return NOT_CALLED
    if row.is_too_large and not row.pytorch.shape:
        return "It should be a single number: is a sum or a mean missing?"
    yours, right = as_tensor(row.yours), row.pytorch
    if has_too_many_entries(row.yours) or row.misfit == "a Tensor":
        return ""  # in grading, a tensor too large to be sent is known only by its class
    if yours is None:
        of_kinds = {"tuple": ONE_TENSOR, "list": f"It should be a tensor. {TENSOR_OF_LIST}"}
        return of_kinds.get(type(row.yours).__name__, REAL_NUMBERS)
    is_deeper = right.dim() < yours.dim() <= MAX_AXES  # in grading, only these arrive
    if is_deeper and is_right(yours.squeeze(), right.squeeze()):
        return "Its numbers are right, but axes of length 1 are left over."
    return ""


def clue_to_gradient(node: ComputationNode, row: Row, right: Twin, calls: list[Call]) -> str:
    """Why the first wrong gradient on the way back may be wrong, if it was never right. `calls` are
    the calls of backward."""
    users = right.users_of(node)
    larger = [user.shape for user in users if user.shape != node.shape]
    if row.is_too_large and any(was_broadcast(node.shape, shape) for shape in larger):
        return f"{node.label} {BROADCAST}"
    if problem := bad_return(calls):
        return problem
    if not users:
        return "That is the output: its gradient has to be `one`, from the start."
    first_call: dict[ComputationNode, int] = {}
    for i, call in enumerate(calls):
        first_call.setdefault(call.node, i)
    for user in users:
        if user not in first_call:
            return f"In this call, backward of {user.label}, which it feeds, never ran."
        for late in right.users_of(user):
            if first_call.get(late, len(calls)) > first_call[user]:
                return (
                    f"It receives from {user.label}, whose backward ran before that of "
                    f"{late.label}: a node may pass its gradient on only when it is complete."
                )
    last_calls = {call.node: call for call in calls}
    wrong = [
        user
        for user in users
        if not are_all_right(gradients_in(last_calls[user].returned), right.shares(user))
    ]
    return changed_result((read for user in wrong for read in (user, *user.input_nodes)), right)


def changed_result(read: Iterable[ComputationNode], right: Twin) -> str:
    """Names the first of these nodes, whose results backward reads, with a result that is no longer
    right; empty if all are right."""
    for node in read:
        before, now = right.result_by_node[node], node.result
        # In grading, the numbers of a tensor that is too large to be sent are unknown.
        if not is_right(now, before) and (now is None or as_tensor(now) is not None):
            where = Row("", now, before).worst
            was, became = _both(before, now, where)
            entry = f", entry {list(where)}," if where else ""
            return (
                f"The result of {node.label}{entry} was {was} and has become {became}: backward "
                "reads the results, so leave them as they are."
            )
    return ""


def shares_text(node: ComputationNode, right: Twin, calls: list[Call]) -> str:
    """For a node with a wrong gradient: the share that each edge should bring to it, as upstream
    times local gradient, and the share that backward returned."""
    last_calls = {call.node: call for call in calls}
    gradient = right.gradient_by_node[node]
    where = Row("", node.gradient, gradient).worst
    lines = []
    for user in right.users_of(node):
        for i, source in enumerate(user.input_nodes):
            if source is node:
                share = right.shares(user)[i]
                did = "did not run"
                text = in_text(_at(where, share))
                if call := last_calls.get(user):
                    shares = gradients_in(call.returned)
                    text, yours = _both(share, shares[i] if i < len(shares) else None, where)
                    did = f"returned {yours}" if call.finished else "raised an error"
                product = _product_text(right.gradient_by_node[user], share, text)
                lines.append(f"  from {user.label}: {product}; backward {did}")
    if not lines:
        return ""
    total, yours = _both(gradient, node.gradient, where)
    entry = f", entry {list(where)}" if where else ""
    lines.append(f"  together {total}; yours {yours}")
    return "\n".join([f"What should arrive at {node.label}{entry}:", *lines])


def _product_text(upstream: torch.Tensor, right: torch.Tensor, text: str) -> str:
    """A right share, written as `text`; numbers are written as the upstream gradient times the
    local gradient."""
    if right.numel() == 1 and upstream.numel() == 1 and float(upstream):
        return f"upstream {in_text(upstream)} * local {in_text(right / upstream)} = {text}"
    return text


def _both(right: torch.Tensor, yours: object, where: tuple[int, ...]) -> tuple[str, str]:
    """The right value and the student's as text, or only their entries at `where`. If the two
    differ, there are enough digits to show it."""
    both = _at(where, right), _at(where, yours)
    if values_agree(*both):
        return in_text(both[0]), in_text(both[1])
    return told_apart(*both), told_apart(*both[::-1])


def _at(where: tuple[int, ...], value: object) -> object:
    """The entry of a value at `where`, if it has one; else the value."""
    tensor = as_tensor(value)
    return tensor[where] if where and tensor is not None and tensor.dim() == len(where) else value


def undefined_results(right: Twin) -> str:
    """Says at which nodes PyTorch has no finite result; empty if there are none."""
    results = right.result_by_node.items()
    names = ", ".join(node.label for node, result in results if not result.isfinite().all())
    return f"There is no finite value at {names}: choose other values." if names else ""


def values_to_blame(error: Raised | None, right: Twin) -> str:
    """Says at which nodes PyTorch has no finite result either, if this may be why a forward pass
    raised the error; else empty."""
    is_of_values = error is not None and error.is_a("ArithmeticError", "ValueError")
    return undefined_results(right) if is_of_values else ""
