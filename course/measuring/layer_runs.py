"""Counts how often the layers of a node run, such as those of a checkpoint."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from course.graph import ComputationNode
from course.operations import settings_of
from course.scaffold.operators import latest_class


def layers_of(node: ComputationNode) -> list[str | type] | None:
    """A node's layers, each of them a class of nodes or the name of one. None if it has none, or if
    they are anything else, such as functions, whose runs cannot be counted."""
    layers = settings_of(node).get("layers", getattr(node, "layers", None))
    if not isinstance(layers, Sequence):
        return None
    are_known = all(
        isinstance(layer, str) or (isinstance(layer, type) and issubclass(layer, ComputationNode))
        for layer in layers
    )
    return list(layers) if are_known else None


@contextmanager
def runs_counted(layers: Iterable[str | type]) -> Iterator[Callable[[], int]]:
    """Yields a function that returns how often forward of these layers has run in this context."""
    runs = 0

    def counted(forward: Callable) -> Callable:
        def wrapper(self):
            nonlocal runs
            runs += 1
            return forward(self)

        return wrapper

    classes: set = {latest_class(layer) if isinstance(layer, str) else layer for layer in layers}
    # All are read before the first is replaced, so that no class inherits a counted one.
    forwards = {cls: cls.forward for cls in classes}
    with ExitStack() as replaced:
        for cls, forward in forwards.items():
            replaced.enter_context(patch.object(cls, "forward", counted(forward)))
        yield lambda: runs
