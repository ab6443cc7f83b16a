"""Shows what nodes and PyTorch keep for a backward pass, and how much memory computations take. The
homework on memory uses this."""

import math
from collections.abc import Callable, Mapping, Sequence

import torch
from torch.autograd.graph import saved_tensors_hooks

from course.graph import ComputationNode, Leaf
from course.measuring.meter import MemoryMeter, Program, saved_numbers
from course.measuring.needed_results import run_forward
from course.measuring.reachable import address_of, found_tensor
from course.measuring.saved_activations import kept_table, measure
from course.running.attempt import raised
from course.running.settings import usual_settings
from course.sentences.words import listed
from course.values.kinds import kind_in_words


def show_kept(node_class: Callable[..., ComputationNode], *inputs) -> None:
    """Runs a node on these inputs, and prints what it keeps for its backward pass.

    Args:
        node_class: a class of nodes, or a function that builds a node from its inputs.
        inputs: a tensor or a number for each input.
    """
    inputs = tuple(map(torch.as_tensor, inputs))  # plain numbers, too
    node = node_class(*map(Leaf, inputs))
    name = type(node).__name__
    try:
        run_forward(node)
        if not isinstance(node.result, torch.Tensor):
            print(f"The result of {name} is {kind_in_words(node.result)}, not a tensor.")
            return
        measured = measure(node, torch.ones_like(node.result))
    except Exception as error:
        print(f"{name} {why_not_measured(error)}")
        return
    if not _is_gradients(measured.returned, inputs):  # then what backward needs cannot be measured
        print(
            f"backward of {node.label} did not return a list of gradients, one for each input and "
            "of its shape."
        )
        return
    print(f"What {name} keeps, for an input of {inputs[0].numel()} entries:")
    print(kept_table(measured.kept))


def _is_gradients(returned: object, inputs: Sequence[torch.Tensor]) -> bool:
    """Whether backward returned a list with a gradient for each input, each of the input's
    shape."""
    if not isinstance(returned, list | tuple):
        return False
    shapes = [tuple(getattr(gradient, "shape", ())) for gradient in returned]
    return shapes == [tuple(value.shape) for value in inputs]


def why_not_measured(error: Exception) -> str:
    """Why a student's node could not be measured, as the end of a sentence."""
    problem = raised(error)
    if problem.is_unwritten:
        return "is not written yet."
    return f"does not run yet ({problem.name_and_text})."


@usual_settings()
def values_kept(m: int, create_graph: bool) -> int:
    """The number of values that PyTorch keeps for m successive tanh layers, for each entry of the
    input: for first derivatives or, with `create_graph`, for second derivatives."""

    def run():
        x = torch.full((10,), 0.5, requires_grad=True)
        y = x
        for _ in range(m):
            y = y.tanh()
        return torch.autograd.grad(y.sum(), x, create_graph=True) if create_graph else y

    return round(saved_numbers(run) / 10)


@usual_settings()
def kept_by_pytorch(function: Callable[[torch.Tensor], torch.Tensor]) -> str:
    """What PyTorch keeps for the backward pass of a function, in words."""
    x = torch.randn(2, 12, requires_grad=True)
    kept: dict[object, torch.Tensor] = {}

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        kept[address_of(tensor)] = tensor
        return tensor

    with saved_tensors_hooks(keep, lambda tensor: tensor):
        y = function(x)
    names = {address_of(y): "output", address_of(x): "input"}
    words = []
    for place, tensor in kept.items():
        found = found_tensor("", tensor)
        words.append(names.get(place, f"{found.entries} x {found.type}"))
    return listed(words) or "nothing"


def plot_memory(runs: Mapping[str, Program]) -> None:
    """Plots how many numbers each run has in memory, after each operation and at the end."""
    from matplotlib import pyplot as plt

    columns = min(3, len(runs))
    rows = math.ceil(len(runs) / columns)
    _, axes = plt.subplots(
        rows,
        columns,
        figsize=(11, 2.8 * rows),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="tight",
    )
    for place, (label, run) in zip(axes.flat, runs.items(), strict=False):
        with MemoryMeter() as meter:
            run()
        heights = [*meter.history, meter.now]
        place.fill_between(range(len(heights)), heights, step="post", alpha=0.4, lw=0)
        place.step(range(len(heights)), heights, where="post", lw=1)  # shows the shortest peak, too
        place.axhline(meter.now, color="gray", ls="--", lw=1)
        title = f"{label}\nat most {meter.peak:,}, {meter.now:,} left"
        place.set_title(title, fontsize="medium")
    for place in axes[-1]:
        place.set_xlabel("operations so far")
    for row in axes:
        row[0].set_ylabel("numbers in memory")
    plt.show()
