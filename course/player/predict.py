"""Asks a class, before a step is shown, for the number that it brings."""

from course.picture.labels import called
from course.player.step import Step
from course.values.as_text import in_text
from course.values.tensors import as_tensor


def question(nodes: list, step: Step) -> tuple[str, str] | None:
    """A question and its answer, as the engine that runs gives it; None without one number."""
    if step.node is None:
        return None
    node = nodes[step.node]
    name, names = called(node), [called(n) for n in node.input_nodes]
    asked = {}
    if step.kind == "forward" and node.input_nodes:
        asked[f"What is the result of {name}?"] = step.results[step.node]
    elif step.kind == "local":
        asked = {
            f"What is the local gradient of {name} for {source}?": local
            for source, local in zip(names, step.local, strict=True)
        }
    elif step.kind == "downstream":
        sent = (step.edges.get((step.node, k), (None,))[0] for k in range(len(names)))
        asked = {
            f"Upstream times local: what does {name} return for {source}?": value
            for source, value in zip(names, sent, strict=True)
        }
    elif step.kind in ("share", "set") and "backward" in step.phase:
        asked[f"What is the gradient of {name} now?"] = step.gradients[step.node]
    for words, value in asked.items():
        tensor = as_tensor(value)
        if tensor is not None and not tensor.shape:
            return words, in_text(value)
    return None
