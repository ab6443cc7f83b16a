"""Asks a class, before a step is shown, for the number that it brings."""

from collections.abc import Iterator

from course.graph import ComputationNode
from course.picture.labels import called
from course.player.step import Step
from course.values.as_text import in_text
from course.values.tensors import as_tensor


def question(nodes: list[ComputationNode], step: Step) -> tuple[str, str] | None:
    """A question and its answer, as the engine that runs gives it; None without one number."""
    for words, value in dict(_questions(nodes, step)).items():
        tensor = as_tensor(value)
        if tensor is not None and not tensor.shape:
            return words, in_text(value)
    return None


def _questions(nodes: list[ComputationNode], step: Step) -> Iterator[tuple[str, object]]:
    """All that could be asked at a step, each with its answer."""
    if step.node is None:
        return
    node = nodes[step.node]
    name, names = called(node), [called(source) for source in node.input_nodes]
    if step.kind == "forward" and node.input_nodes:
        yield f"What is the result of {name}?", step.results[step.node]
    elif step.kind == "local":
        for source, local in zip(names, step.local, strict=True):
            yield f"What is the local gradient of {name} for {source}?", local
    elif step.kind == "downstream":
        for k, source in enumerate(names):
            share, _ = step.edges.get((step.node, k), (None, False))
            yield f"Upstream times local: what does {name} return for {source}?", share
    elif step.kind in ("share", "set") and "backward" in step.phase:
        yield f"What is the gradient of {name} now?", step.gradients[step.node]
