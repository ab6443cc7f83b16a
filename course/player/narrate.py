"""Tells in words what an engine did, and finds the steps at which it goes wrong.

It uses the standard terms: a node's upstream gradient times its local gradients gives its
downstream gradients, and these add up where a value is used more than once.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from course.check.base.value_clues import undefined_results, values_to_blame
from course.check.base.visits import least_visits
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.picture.labels import caption_name, own_or_caption_name
from course.player.narration import Narration
from course.player.step import Step
from course.player.tell_calls import tell_call, tell_forward, tell_result, tell_returned
from course.player.tell_changes import tell_set
from course.questions import Played
from course.recording.player_recorder import Line
from course.recording.records import Event, EventKind
from course.values.closeness import values_agree
from course.values.compare import Row

_MAX_NAMED = 3  # how many wrong nodes are named; the picture marks them all
_TELL: dict[EventKind, Callable[[Narration, Event], list[Step]]] = {
    "forward": tell_forward,
    "result": tell_result,
    "call": tell_call,
    "read": lambda narration, event: [],  # told together with what backward returns
    "returned": tell_returned,
    "set": tell_set,
}


def tell_pass(narration: Narration, played: Played, failure: CheckFailed | None) -> list[Step]:
    """The steps of the whole pass. The last one says that it failed, what is wrong at the end, or
    that PyTorch agrees. If nothing is wrong at the end, no earlier step keeps a problem, because
    checks accept such a pass. The exception is a method that ran too often, which checks report."""
    steps = tell_events(narration, played.events, played.lines)
    narration.hold_what_nodes_hold()
    if failure:
        return [*steps, _stopped(narration, failure, played)]
    end = _ended(narration, played)
    if not end.problem:
        steps = [s if _is_run_too_many(narration, s) else _without_problem(s) for s in steps]
    return [*steps, end]


def tell_events(narration: Narration, events: list[Event], lines: list[Line]) -> list[Step]:
    """The steps that tell these events. The `line` of an event is a place in `lines`."""
    narration.begin(events, lines)
    steps: list[Step] = []
    together = 1  # how many steps are merged into the last one
    latest: EventKind | None = None  # what the last step tells
    for event in narration.account.follow(events):
        narration.hold(event)
        for step in _TELL[event.kind](narration, event):
            if steps and event.kind == latest and _belong_together(steps[-1], step):
                together += 1
                values = "results" if event.kind == "result" else "gradients"
                caption = f"The old {values} of {together} nodes are forgotten."
                steps[-1] = replace(step, node=None, caption=caption)
            else:
                together = 1
                steps.append(step)
            latest = event.kind
    return steps


def _is_run_too_many(narration: Narration, step: Step) -> bool:
    own = "upstream" if narration.method == "backward" else "forward"
    if step.node is None or step.kind != own:
        return False
    return step.visits[step.node] > 1 and narration.is_too_often(step.node)


def _stopped(narration: Narration, failure: CheckFailed, played: Played) -> Step:
    """The last step of a pass that the engine did not finish."""
    last = next((event for event in reversed(played.events) if event.kind != "read"), None)
    undefined = ""
    if narration.method == "forward":
        undefined = values_to_blame(failure.diagnosis.raised, narration.right)
    node, problem = last.node if last else None, undefined or str(failure)
    about = {"node": node, "line": played.line, "blames_values": bool(undefined)}
    return narration.step("error", "The engine stops here.", problem, **about)


def _ended(narration: Narration, played: Played) -> Step:
    """The last step of a pass that has finished: what is wrong, or that PyTorch agrees."""
    method, right, nodes = narration.method, narration.right, narration.nodes
    is_forward = method == "forward"
    values = "results" if is_forward else "gradients"
    left, expected = getattr(narration, values), getattr(right, values)
    rows = [Row("", yours, value) for yours, value in zip(left, expected, strict=True)]
    wrong = {
        i: row.pytorch for i, row in enumerate(rows) if not values_agree(row.yours, row.pytorch)
    }
    counts = narration.visits
    never = [i for i, node in enumerate(nodes) if counts[i] < least_visits(node.input_nodes)]
    in_order_of_pass = list(wrong if is_forward else reversed(wrong))
    problems = _wrong_values(nodes, rows, in_order_of_pass)
    if never:
        names = ", ".join(caption_name(nodes[i]) for i in never)
        problems.insert(0, f"{method} never ran at {names}.")
    where = f"all {len(nodes)} nodes" if len(nodes) > 1 else "the only node"
    undefined = undefined_results(right) if is_forward and not wrong else ""
    return narration.step(
        "end",
        f"The end of the {narration.phase}.",
        " ".join(filter(None, [*problems, undefined])),
        line=played.line,
        wrong=wrong,
        never=tuple(never),
        verdict="" if wrong else f"PyTorch has the same {values} at {where}.",
        blames_values=bool(undefined) and not problems,
    )


def _wrong_values(nodes: Sequence[ComputationNode], rows: list[Row], wrong: list[int]) -> list[str]:
    """Says which values are wrong at the end of a pass."""
    sentences = []
    for i in wrong[:_MAX_NAMED]:
        _, yours, pytorch, *_ = rows[i].cells()
        sentences.append(
            f"{own_or_caption_name(nodes[i])} ends with {yours}, but PyTorch says {pytorch}."
        )
    if len(wrong) > _MAX_NAMED:
        sentences.append(f"{len(wrong) - _MAX_NAMED} more are wrong.")
    return sentences


def _without_problem(step: Step) -> Step:
    return replace(step, problem="", unequal=())


def _belong_together(a: Step, b: Step) -> bool:
    """Whether both steps are about old values that the same line forgets."""
    return a.kind == b.kind == "forget" and a.line == b.line
