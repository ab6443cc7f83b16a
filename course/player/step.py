"""Holds one step of a recorded run: what happened, and what every node held at that moment."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from course.recording.account import Edge, SentShare
from course.recording.player_recorder import Line

StepKind = Literal[
    "build", "forward", "upstream", "local", "downstream", "share", "set", "forget", "end", "error"
]


@dataclass(frozen=True)
class Step:
    """A moment of a run."""

    kind: StepKind
    phase: str  # which pass it belongs to, for example "backward pass"
    caption: str  # what happens, in words
    problem: str = ""  # what is wrong about it, in words; empty if nothing is
    # The place, among the sorted nodes, of the node it is about; None if it is about all of them.
    node: int | None = None
    line: Line | None = None  # the line of the engine that did it, in the code of the run
    results: tuple = ()  # the result of each node at that moment
    gradients: tuple = ()  # the gradient of each node at that moment
    built: int | None = None  # how many nodes exist already; None once all are built
    local: tuple = ()  # the local gradient for each input; None if too large to write down
    # The numbers of inputs for which backward did not return upstream times local.
    unequal: tuple[int, ...] = ()
    before: object = None  # the gradient that the node had before
    came: tuple[Edge, ...] = ()  # the edges along which a share came in this step
    # What has been sent along each edge so far.
    edges: dict[Edge, SentShare] = field(default_factory=dict)
    # How often each node's method of this pass has run.
    visits: Counter[int] = field(default_factory=Counter)
    # For nodes that ended wrong, the right values.
    wrong: Mapping[int, object] = field(default_factory=dict)
    never: tuple[int, ...] = ()  # nodes that this pass left out
    verdict: str = ""  # at the end of a pass, a sentence that PyTorch agrees; empty if it does not
    # Whether the problem is with the given values, for which PyTorch has no finite result either.
    blames_values: bool = False
