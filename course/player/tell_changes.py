"""Tells in words what each change of a gradient brought to its node."""

from course.player.narration import Narration, instead
from course.player.step import Step
from course.recording.account import Arrival, senders
from course.recording.records import Event
from course.sentences.words import capitalised, listed, verb
from course.values.as_text import in_text
from course.values.closeness import values_agree
from course.values.gradients import is_nothing, total, zero_if_list


def tell_set(narration: Narration, event: Event) -> list[Step]:
    """The step for a change of a gradient, by `accumulate_gradient` or otherwise."""
    i, new, name = event.node, event.value, narration.name(event.node)
    arrival = narration.account.arrival(event)
    is_set = "is changed in place, to" if event.in_place else "is set to"
    caption = f"The gradient of {name} {is_set} {in_text(new)}."
    problem = ""
    if arrival.is_on_old:
        problem = f"{name} still held {in_text(event.before)} from the pass before."
    match arrival.kind:
        case "forgotten" if event.before is None and new is None:
            # There was nothing to forget: accumulate_gradient was called with None.
            undue = _counted_as_undue(narration, event)
            return [narration.step_at("share", event, _added(narration, event, None), undue)]
        case "forgotten":
            return [narration.step_at("forget", event, caption)]
        case "wiped":
            gone = capitalised(in_text(event.before))
            problem = f"{gone} had arrived in this pass, and is taken away."
        case "started":
            caption = f"The backward pass starts: the gradient of the output is {in_text(new)}."
            if not values_agree(event.came, narration.one):
                problem = problem or f"It should start with {instead(narration.one, new)}."
        case "added":
            share = event.share
            if share is None:
                share = total(narration.account.edges[edge].share for edge in arrival.edges)
            return [narration.step_at("share", event, _added(narration, event, share), problem)]
        case "put" | "lost":
            return [_replaced(narration, event, arrival)]
        case "undue" if event.share is not None:
            undue = _counted_as_undue(narration, event)  # before the caption tells the count
            caption = _added(narration, event, event.share)
            return [narration.step_at("share", event, caption, problem or undue)]
        case "undue":
            if values_agree(new, narration.right.gradients[i]):
                narration.account.arrived(narration.account.waiting_for(i))
            else:
                problem = "No `node.backward()` has returned this as a share."
                if event.in_place:
                    problem += " A tensor changed in place changes at every node that holds it."
    return [narration.step_at("set", event, caption, problem)]


def _counted_as_undue(narration: Narration, event: Event) -> str:
    """Returns what is wrong about a share that was not due. It counts as a repeat of an equal
    share, or else as one that came in place of the first share waiting for the node, if any."""
    name, waiting = narration.name(event.node), narration.account.waiting_for(event.node)
    for edge, sent in narration.account.edges.items():
        is_its = sent.has_arrived and narration.account.receiver(edge) == event.node
        may_come_again = not waiting or narration.account.runs[edge[0]] > 1
        if is_its and may_come_again and values_agree(event.share, sent.share):
            narration.account.arrived([edge])
            return f"{narration.name(edge[0])} has brought this share before."
    for edge, due in waiting.items():
        narration.account.arrived([edge], instead=event.share)
        return f"Backward of {narration.name(edge[0])} returned {instead(due, event.came)} for it."
    return f"No `node.backward()` has returned this share for {name}."


def _replaced(narration: Narration, event: Event, arrival: Arrival) -> Step:
    """The step in which shares replace what a node held as its gradient."""
    i, old = event.node, event.before
    users = senders(arrival.edges)
    bring = verb(len(users), "bring")
    caption = f"{listed(map(narration.name, users))} {bring} {in_text(event.value)}"
    caption += f" to {narration.name(i)}"
    if arrival.kind == "put":
        return narration.step_at("share", event, f"{caption}. {_arrived(narration, i)}")
    problem = f"{capitalised(in_text(old))} is lost: "
    problem += "shares add up where a value is used more than once."
    return narration.step_at("share", event, f"{caption}, in place of {in_text(old)}.", problem)


def _added(narration: Narration, event: Event, share: object) -> str:
    """The caption for a share that arrives."""
    i, name = event.node, narration.name(event.node)
    come, before, after = map(in_text, (share, event.before, narration.gradients[i]))
    caption = f"{capitalised(come)} arrives at {name}."
    if not is_nothing(zero_if_list(event.before)):
        shows_numbers = not come == before == after  # else these are only shapes
        sum_ = f" to {before} at {name}, making {after}" if shows_numbers else f" at {name}"
        caption = f"{capitalised(come)} is added{sum_}."
    return f"{caption} {_arrived(narration, i)}"


def _arrived(narration: Narration, i: int) -> str:
    """A sentence that counts the shares that have arrived at a node."""
    if not narration.account.users[i]:
        return "No other node uses it."
    return f"Shares so far: {narration.shares_so_far(i)}."
