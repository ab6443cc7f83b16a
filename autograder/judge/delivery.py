"""Whether the right gradients of an engine came from what `backward` of the nodes returned.

It is tried out: each engine that passes a check runs once more, with nodes whose `backward` returns
something else (`in_kernel/bent.py`). Whatever an engine makes of that, in whichever order and in as
many parts, it must arrive at the same as the author's.
"""

from autograder.in_kernel.bent import Followed, RunBent
from autograder.in_kernel.wire import codec
from course.check.base.cases import RandomValues, copy_graph
from course.recording.calls import Record
from course.subject import Question, RunEngine
from course.values.closeness import tensors_agree
from course.values.tensors import as_tensor

BENT = "With other gradients returned by `backward` of each node"


def bent_run(happened: list[tuple[Question, Record]]) -> RunBent | None:
    """The question whether the engine that a check is about follows what `backward` returns; None
    if the check is not about an engine."""
    runs = [question for question, _ in happened if isinstance(question, RunEngine)]
    backward = [run for run in runs if run.one is not None][-1:]
    forward = [run for run in runs if run.one is None][-1:]
    if not (backward and forward):
        return None
    (last,), (first,), random_values = backward, forward, RandomValues(2)
    factors = [random_values.upstream(None) for _ in last.graph.sorted_nodes()]
    return RunBent(copy_graph(last.graph), first.function, last.function, last.one, factors)


def not_delivered(answer: dict, authors: dict) -> str:
    """A sentence about what shows that an engine's right gradients did not come from `backward`;
    empty if they are the author's here, too.

    Raises:
        BadEvidence: no agent answers like this.
    """
    if answer.get("skipped"):
        return f"{BENT}, there was no time or space to run the engine."
    found, right = (codec(Followed).decode(each, []) for each in (answer, authors))
    if found.error:
        return f"{BENT}, the engine raised {found.error.name}."
    pairs = zip(found.gradients, right.gradients, strict=False)
    if len(found.gradients) == len(right.gradients) and all(_agree(*pair) for pair in pairs):
        return ""
    return f"{BENT}, the engine's gradients were not made of these."


def _agree(yours: object, authors: object) -> bool:
    yours, authors = as_tensor(yours), as_tensor(authors)
    if authors is None:  # too large to be reported
        return True
    return yours is not None and yours.shape == authors.shape and tensors_agree(yours, authors)
