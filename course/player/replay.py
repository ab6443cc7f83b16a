"""The functions with which a notebook steps through runs of engines: `replay` for a graph,
`explore` for any expression, and `diagnose` for several engines side by side.

They import what they need only when called, so notebooks that do not use them start quickly.
"""

from collections.abc import Callable
from functools import partial
from string import ascii_uppercase

from course.graph import ComputationNode
from course.picture.graph_picture import drawable_nodes


def replay(
    graph: ComputationNode,
    forward_algorithm: Callable | None = None,
    backward_algorithm: Callable | None = None,
    *,
    one: object = None,
):
    """Records a run of an engine on a copy of a graph, and shows it step by step.

    Args:
        graph: the output node.
        forward_algorithm: your function; without it, the run shows what a right engine does.
        backward_algorithm: your function; without it, only your forward pass is run.
        one: the upstream gradient at the output; 1 by default, or ones of the output's shape.

    Raises:
        ValueError: the graph has more nodes than a picture can show, or cannot have this `one`.
        TypeError: `graph` is not a node, backward_algorithm is given without forward_algorithm,
            they are swapped, or a function's result is given instead of the function.
    """
    from course.player.page import Player
    from course.player.recorded_run import record_run, simulated_run

    drawable_nodes(graph)
    _refuse_misplaced(forward_algorithm, backward_algorithm)
    if backward_algorithm and not forward_algorithm:
        raise TypeError("A backward pass needs results: give forward_algorithm, too.")
    if forward_algorithm:
        run = record_run(graph, forward_algorithm, backward_algorithm, one)
    else:
        run = simulated_run(graph, one=one)
    return Player({"": run})


def _refuse_misplaced(forward_algorithm: object, backward_algorithm: object) -> None:
    """Raises TypeError if the functions are swapped, or if a node is given, such as the result of
    calling one of them."""
    given = {"forward_algorithm": forward_algorithm, "backward_algorithm": backward_algorithm}
    for name, function in given.items():
        if isinstance(function, ComputationNode):
            raise TypeError(f"Give the function itself: `{name}`, without brackets.")
        if getattr(function, "__name__", name) in given.keys() - {name}:
            raise TypeError("Give forward_algorithm first, and then backward_algorithm.")


def explore(
    forward_algorithm: Callable | None = None,
    backward_algorithm: Callable | None = None,
    *,
    preset: str = "x*x + x",
):
    """Shows a text box for any expression, and a run of an engine on it, step by step.

    Args:
        forward_algorithm: your function; without it, the runs show what a right engine does.
        backward_algorithm: your function. Expressions then use your own `Add`, `Mul` and `Matmul`.
        preset: the expression to begin with: its name in the list, or one of your own like "x*y".

    Raises:
        ExpressionError: the expression cannot be read, or needs a class of yours that is not
            defined.
        TypeError: only one of the two algorithms is given, they are swapped, or an expression or a
            function's result is given instead of a function.
    """
    from course.player.explorer import Explorer
    from course.player.recorded_run import record_run, simulated_run

    if isinstance(forward_algorithm, str):
        raise TypeError(
            "Give an expression by name, because the algorithms come first: "
            f"explore(preset={forward_algorithm!r})."
        )
    _refuse_misplaced(forward_algorithm, backward_algorithm)
    if bool(forward_algorithm) != bool(backward_algorithm):
        raise TypeError("Give both, forward_algorithm and backward_algorithm, or neither.")
    if forward_algorithm:
        engines = {"yours": lambda graph: record_run(graph, forward_algorithm, backward_algorithm)}
        return Explorer(engines, preset=preset)
    return Explorer({"a right engine": simulated_run}, preset=preset, sketch=True)


def diagnose():
    """Shows many engines side by side, all but one of them broken: which one does what?

    They run on the same expression, in step. They are simulated and have no code to look at, so
    each mistake has to be found from what happens.
    """
    from course.player.explorer import Explorer
    from course.player.recorded_run import simulated_run
    from course.player.simulated_engine import MISTAKES

    mistakes = list(MISTAKES)
    mistakes.insert(4, "")  # the right one is among them
    engines = {
        letter: partial(simulated_run, mistake=mistake, twice=True)
        for letter, mistake in zip(ascii_uppercase, mistakes, strict=False)
    }
    return Explorer(engines, preset="tanh", sketch=True)
