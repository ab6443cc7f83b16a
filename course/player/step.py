"""One step of a recorded run: what happened, and what every node held then."""

from dataclasses import dataclass, field

from course.recording.player_recorder import Line


@dataclass(frozen=True)
class Step:
    """A moment of a run."""

    kind: str  # build, forward, upstream, local, downstream, share, set, forget, end or error
    phase: str  # which pass it belongs to, for example "backward pass"
    # The place of the node it is about among the sorted nodes; None for all of them.
    node: int | None
    caption: str  # what happens, in words
    problem: str = ""  # what is wrong about it, in words; empty if nothing is
    line: Line | None = None  # the line of the engine that did it, in the code of the story
    results: tuple = ()  # the result of each node at that moment
    gradients: tuple = ()  # the gradient of each node at that moment
    built: int | None = None  # how many of the nodes exist
    local: tuple = ()  # the local gradient for each input, where it can be written down
    # The inputs for which backward returned something else than upstream times local.
    unequal: tuple = ()
    before: object = None  # the gradient that the node had before
    came: tuple = ()  # the edges along which something came in this step
    # What came along each edge so far, by (user, input number), as (value, delivered).
    edges: dict = field(default_factory=dict)
    visits: dict = field(default_factory=dict)  # how often each node's method of this pass has run
    wrong: dict = field(default_factory=dict)  # the right values of nodes that ended wrong, by node
    never: tuple = ()  # nodes that this pass left out
    together: int = 1  # how many such moments this step stands for
    verdict: str = ""  # at the end of a pass, that PyTorch agrees, if it does
    # Whether the problem lies in the values, for which PyTorch has no finite result either.
    blames_values: bool = False
