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
    # Whether the problem is the given values, for which PyTorch has no finite result either.
    blames_values: bool = False
    # The place of its node among the sorted nodes; None if it is not about a single node.
    node: int | None = None
    line: Line | None = None  # the line of the engine that did it, in the code of the run
    # At that moment:
    results: tuple = ()  # the result of each node
    gradients: tuple = ()  # the gradient of each node
    edges: dict[Edge, SentShare] = field(default_factory=dict)  # what was last sent along each edge
    visits: Counter[int] = field(default_factory=Counter)  # how often each node's method has run
    # For downstream gradients and changes of values:
    before: object = None  # the value that was changed
    came: tuple[Edge, ...] = ()  # the edges along which a share was sent or arrived in this step
    # For local and downstream gradients:
    local: tuple = ()  # the local gradient for each input; None if too large to write down
    unequal: tuple[int, ...] = ()  # for which inputs backward did not return upstream times local
    # For the end of a pass:
    wrong: Mapping[int, object] = field(default_factory=dict)  # the right value of each wrong node
    never: tuple[int, ...] = ()  # nodes that this pass left out
    verdict: str = ""  # says that PyTorch agrees; empty if it does not

    def has(self, node: int) -> bool:
        """Whether a node exists already: nodes are built one after another."""
        return self.kind != "build" or (self.node is not None and node <= self.node)
