"""Tells in words what the methods of nodes did in a pass: forward, and backward with its shares."""

from collections.abc import Sequence

from course.check.base.downstream import bad_return
from course.picture.labels import caption_name
from course.player.narration import Narration, instead
from course.player.right_shares import jacobian_size, local_gradients, right_shares
from course.player.step import Step
from course.recording.records import Call, Event
from course.sentences.words import listed
from course.values.as_text import in_text, told_apart
from course.values.closeness import values_agree
from course.values.gradients import is_nothing, summed_to


def tell_forward(narration: Narration, event: Event) -> list[Step]:
    """The step for a call of forward that has ended."""
    i, name = event.node, caption_name(narration.nodes[event.node])
    problem = ""
    if narration.method == "forward":
        if narration.visits[i] > 1:
            problem = f"{name} has been computed before: this is visit {narration.visits[i]}."
        elif not values_agree(event.value, narration.right.results[i]):
            problem = f"PyTorch gets {instead(narration.right.results[i], event.value)}."
    inputs = listed(_equation(narration, k) for k in dict.fromkeys(narration.account.inputs[i]))
    if inputs:
        caption = f"{name} computes {in_text(event.value)} from {inputs}."
    else:
        leaf = f"{name} is a leaf" if narration.nodes[i].name else "A leaf"
        caption = f"{leaf}: its value {in_text(event.value)} is given."
    return [narration.step_at("forward", event, caption, problem)]


def _equation(narration: Narration, i: int) -> str:
    """A node and its result, as in `x = 0.5`; only the number if the node has no name."""
    name, value = narration.name(i), in_text(narration.results[i])
    return value if name == value else f"{name} = {value}"


def tell_result(narration: Narration, event: Event) -> list[Step]:
    """The step for a result that the engine has set without running forward."""
    name, new = caption_name(narration.nodes[event.node]), event.value
    if not narration.visits[event.node] and is_nothing(new):
        return [narration.step_at("forget", event, f"The old result of {name} is forgotten.")]
    right = narration.right.results[event.node]
    problem = "" if values_agree(new, right) else f"PyTorch gets {instead(right, new)}."
    caption = f"The result of {name} is set to {in_text(new)}."
    return [narration.step_at("set", event, caption, problem)]


def tell_call(narration: Narration, event: Event) -> list[Step]:
    """The step for a call of backward, with the upstream gradient that it finds."""
    i, node = event.node, narration.nodes[event.node]
    upstream, runs = narration.gradients[i], narration.account.runs[i]
    is_final = node.input_nodes or not narration.changes_to_come[i]
    late = listed(map(narration.name, narration.account.users_to_come(i)))
    problem = ""
    if not is_final:
        pass  # a leaf passes nothing on, so it may have its turn at any time
    elif runs > 1 and narration.is_too_often(i):
        problem = f"{caption_name(node)} had its turn before: this is visit {runs}."
    elif late:
        problem = f"Too early: {narration.name(i)} is still to get its share from {late}."
    elif not values_agree(upstream, narration.right.gradients[i]):
        problem = f"PyTorch has {instead(narration.right.gradients[i], upstream)} there."
    caption = f"Backward at {caption_name(node)}. Its upstream gradient is {in_text(upstream)}"
    is_fork = len(narration.account.users[i]) > 1
    caption += f" (shares: {narration.shares_so_far(i)})." if is_fork else "."
    if not node.input_nodes and is_final and not late:
        caption += " A leaf passes nothing on: this is its final gradient."
    return [narration.step_at("upstream", event, caption, problem)]


def tell_returned(narration: Narration, event: Event) -> list[Step]:
    """Steps for a return of backward: one for the local gradients, and one for the downstream
    gradients. Only one step if the returned value is unusable, and none for a leaf."""
    i, node = event.node, narration.nodes[event.node]
    read, narration.read = narration.read, []
    call = Call(node, "backward", returned=event.value, finished=True)
    problem = bad_return([call])
    if problem or not isinstance(event.value, list | tuple):
        caption = f"Backward of {caption_name(node)} is done."
        return [narration.step_at("downstream", event, caption, problem)]
    if not node.input_nodes:
        return []
    local = local_gradients(node, narration.right)
    caption = _local_caption(narration, i, local, read)
    local_step = narration.step_at("local", event, caption, local=local)
    narration.account.returned(i, event.value, again=narration.is_too_often(i))
    names = map(narration.name, narration.account.inputs[i])
    returned = listed(
        f"{in_text(share)} for {name}" for share, name in zip(event.value, names, strict=True)
    )
    caption = f"Downstream gradients of {caption_name(node)}: {returned}."
    problems = _wrong_shares(narration, i, event.value)
    problem = next(iter(problems.values()), "")
    more = {"local": local, "unequal": tuple(problems)}
    return [local_step, narration.step_at("downstream", event, caption, problem, **more)]


def _wrong_shares(narration: Narration, i: int, returned: Sequence) -> dict[int, str]:
    """What is wrong with the shares that backward returned, by the number of the input."""
    right_ones = right_shares(narration.nodes[i], narration.gradients[i], narration.right)
    problems = {}
    for k, right in enumerate(right_ones):
        place, share = narration.account.inputs[i][k], returned[k]
        if not values_agree(summed_to(narration.right.results[place].shape, share), right):
            should = (
                f"Upstream times local is {told_apart(right, share)} for {narration.name(place)}"
            )
            problems[k] = f"{should}, not {told_apart(share, right)}."
    return problems


def _local_caption(narration: Narration, i: int, local: tuple, read: list[int]) -> str:
    """The caption of the step that shows the local gradients."""
    kept = listed(dict.fromkeys(map(narration.name, read)))
    kept = f" For this it kept {kept} from the forward pass." if kept else ""
    gradients = _local_gradients(narration, i, local)
    return f"Local gradients of {caption_name(narration.nodes[i])}: {gradients}.{kept}"


def _local_gradients(narration: Narration, i: int, local: tuple) -> str:
    """The local gradients in words, or the sizes of all Jacobians if one is too large to write."""
    inputs = narration.account.inputs[i]
    if all(gradient is not None for gradient in local):
        return listed(
            f"{in_text(gradient)} for {narration.name(place)}"
            for gradient, place in zip(local, inputs, strict=True)
        )
    sizes = [jacobian_size(narration.results[i], narration.results[place]) for place in inputs]
    if len(sizes) == 1:
        return f"a Jacobian of {sizes[0]} numbers, never needed by itself"
    return f"Jacobians of {listed(sizes)} numbers, never needed by themselves"
