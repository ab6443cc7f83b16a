"""Tells in words what an engine did, and finds the steps at which it goes wrong.

It uses the standard terms: a node's upstream gradient times its local gradients gives its
downstream gradients, and these add up where a value is used more than once.
"""

from collections.abc import Callable
from dataclasses import replace

from course.check.base.value_clues import values_to_blame
from course.messages.failure import CheckFailed
from course.player.ending import with_verdict
from course.player.narration import Narration
from course.player.step import Step
from course.player.tell_calls import tell_call, tell_forward, tell_result, tell_returned
from course.player.tell_changes import tell_set
from course.questions import Played
from course.recording.player_recorder import Line
from course.recording.records import Event, EventKind

_TELL: dict[EventKind, Callable[[Narration, Event], list[Step]]] = {
    "forward": tell_forward,
    "result": tell_result,
    "call": tell_call,
    "read": lambda narration, event: [],  # told with what backward returns
    "returned": tell_returned,
    "set": tell_set,
}


def tell_pass(narration: Narration, played: Played, failure: CheckFailed | None) -> list[Step]:
    """The steps of the whole pass. The last says how it ended: with a failure, or with what is
    wrong. If nothing is wrong in the end, no other step is said to be wrong either, however odd it
    is, except a run too many of a method: no check blames such a pass for anything else."""
    steps = tell_events(narration, played.events, played.lines)
    narration.hold_what_nodes_hold()
    if failure:
        return [*steps, _stopped(narration, failure, played)]
    end = narration.step("end", f"The end of the {narration.phase}.", line=played.line)
    end = with_verdict(end, narration.method, narration.right)
    if not end.problem:
        steps = [s if _is_run_too_many(narration, s) else _without_problem(s) for s in steps]
    return [*steps, end]


def tell_events(narration: Narration, events: list[Event], lines: list[Line]) -> list[Step]:
    """The steps that tell these events, which name their lines by their places in a list."""
    narration.begin(events, lines)
    steps: list[Step] = []
    together = 1  # how many moments the last step stands for
    for event in narration.account.follow(events):
        narration.hold(event)
        for step in _TELL[event.kind](narration, event):
            if steps and _belong_together(steps[-1], step):
                together += 1
                caption = f"The old gradients of {together} nodes are forgotten."
                steps[-1] = replace(step, node=None, caption=caption)
            else:
                together = 1
                steps.append(step)
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
    step = narration.step("error", "The engine stops here.", problem, node=node, line=played.line)
    return replace(step, blames_values=bool(undefined))


def _without_problem(step: Step) -> Step:
    return replace(step, problem="", unequal=())


def _belong_together(a: Step, b: Step) -> bool:
    """Whether both steps are about old values that the same line forgets."""
    return a.kind == b.kind == "forget" and a.line == b.line
