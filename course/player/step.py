"""One step of a recorded run: what happened, and what every node held then."""

from dataclasses import dataclass, field

from course.watch import Line


@dataclass(frozen=True)
class Step:
    """A moment of a run.

    Attributes:
        kind: build, forward, upstream, local, downstream, share, set, forget, end or error.
        phase: which pass it belongs to, for example "backward pass".
        node: the place of the node it is about among the sorted nodes; None for all of them.
        caption: what happens, in words.
        problem: what is wrong about it, in words; empty if nothing is.
        line: the line of the engine that did it, in the code of the story.
        results: the result of each node at that moment.
        gradients: the gradient of each node at that moment.
        built: how many of the nodes exist.
        local: the local gradient for each input, where it can be written down.
        unequal: the inputs for which backward returned something else than upstream times local.
        arrows: what came along each arrow so far, by (user, input number), as (value, delivered).
        visits: how often each node's method of this pass has run.
        wrong: the right values of nodes that ended wrong, by node.
        never: nodes that this pass left out.
        together: how many such moments are told as this one.
        verdict: at the end of a pass, that PyTorch agrees, if it does.
    """

    kind: str
    phase: str
    node: int | None
    caption: str
    problem: str = ""
    line: Line | None = None
    results: tuple = ()
    gradients: tuple = ()
    built: int | None = None
    local: tuple = ()
    unequal: tuple = ()
    arrows: dict = field(default_factory=dict)
    visits: dict = field(default_factory=dict)
    wrong: dict = field(default_factory=dict)
    never: tuple = ()
    together: int = 1
    verdict: str = ""
