"""Counts how often the layers of a node run, such as the layers of a checkpoint."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from course.graph import ComputationNode
from course.operations import settings_of
from course.scaffold.operators import latest_class


def layers_of(node: ComputationNode) -> list[str | type] | None:
    """A node's layers, each of them a class of nodes or the name of one. None if the node has no
    layers, or if one is anything else, such as a function, whose runs cannot be counted."""
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
    """Yields a function that returns how often these layers' `forward` has run in this context."""
    runs = 0

    def counted(forward: Callable) -> Callable:
        def wrapper(self):
            nonlocal runs
            runs += 1
            return forward(self)

        return wrapper

    classes: set = {latest_class(layer) if isinstance(layer, str) else layer for layer in layers}
    # Read every `forward` before replacing any, or a class may inherit one that counts already.
    forwards = {cls: cls.forward for cls in classes}
    with ExitStack() as replaced:
        for cls, forward in forwards.items():
            replaced.enter_context(patch.object(cls, "forward", counted(forward)))
        yield lambda: runs
