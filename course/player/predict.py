"""Asks a class to predict the number that the next step brings."""

from collections.abc import Iterator

from course.graph import ComputationNode
from course.picture.labels import called
from course.player.step import Step
from course.values.as_text import in_text
from course.values.tensors import as_tensor


def question(nodes: list[ComputationNode], step: Step) -> tuple[str, str] | None:
    """A question about a step and the answer of the engine that runs; None if nothing at this step
    is a single number."""
    for words, value in dict(_questions(nodes, step)).items():
        tensor = as_tensor(value)
        if tensor is not None and not tensor.shape:
            return words, in_text(value)
    return None


def _questions(nodes: list[ComputationNode], step: Step) -> Iterator[tuple[str, object]]:
    """All questions that could be asked at a step, with their answers."""
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
