"""How processor time and memory of both passes grow with the graph: the scaffold with a
simple engine, recursion over closures, as micrograd sorts and differentiates, and PyTorch.

The graph repeats y = (y + -(-y)) / 2: every y is a fork, there are 2^steps paths, and the gradient
is 1.

Run: python -m benchmarks.large_graphs, about a minute
"""

import argparse
import resource
import subprocess
import sys
import time

import torch
from rich.console import Console
from rich.table import Table

SIZES = (1_000, 10_000, 100_000)
NODES_A_STEP = 3
START = 0.3
DEEP = 10**6  # the raised recursion limit; Python's default is 1,000


class Scalar:
    """A number that knows its inputs and how to pass its gradient on to them."""

    def __init__(self, value: float, inputs: tuple = (), local_gradients: tuple = ()):
        self.value, self.inputs, self.gradient = value, inputs, 0.0

        def backward():
            for node, local in zip(inputs, local_gradients, strict=True):
                node.gradient += local * self.gradient

        self.backward = backward


def by_recursion(steps: int) -> tuple[float, float]:
    """The result and the gradient of the leaf. A recursive function sorts the nodes."""
    x = y = Scalar(START)
    for _ in range(steps):
        negated = Scalar(-y.value, (y,), (-1.0,))
        again = Scalar(-negated.value, (negated,), (-1.0,))
        y = Scalar((y.value + again.value) / 2, (y, again), (0.5, 0.5))
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for input_node in node.inputs:
                visit(input_node)
            order.append(node)

    visit(y)
    y.gradient = 1.0
    for node in reversed(order):
        node.backward()
    return y.value, x.gradient


def by_deep_recursion(steps: int) -> tuple[float, float]:
    """The same, with Python's limit raised."""
    sys.setrecursionlimit(DEEP)
    return by_recursion(steps)


def by_engine(steps: int) -> tuple[float, float]:
    """The same, by the scaffold and a student's engine."""
    from course import Leaf, Mean, Negate
    from tests.helpers.engine import backward_algorithm, forward_algorithm

    x = y = Leaf(START)
    for _ in range(steps):
        y = Mean(y, Negate(Negate(y)))
    backward_algorithm(forward_algorithm(y))
    return y.result, x.gradient


def by_pytorch(steps: int) -> tuple[float, float]:
    """The same, by PyTorch's autograd."""
    x = torch.tensor(START, dtype=torch.float64, requires_grad=True)
    y = x
    for _ in range(steps):
        y = torch.lerp(y, y.neg().neg(), 0.5)
    y.backward()
    return y.item(), x.grad.item()


WAYS = {
    "the scaffold and a student's engine": by_engine,
    "recursion": by_recursion,
    "recursion, the limit raised": by_deep_recursion,
    "PyTorch": by_pytorch,
}


def measure(way: str, nodes: int) -> str:
    """Runs a way in this process: its processor time, growth of peak memory, and gradient."""
    torch.set_num_threads(1)
    WAYS[way](1)  # imports
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    try:
        _, gradient = WAYS[way](nodes // NODES_A_STEP)
    except RecursionError:
        return "RecursionError"
    seconds = time.process_time() - began
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return f"{seconds:.3f} s, {memory:.0f} MB (gradient {gradient:g})"


def main() -> None:
    """Prints the table; each measurement runs in its own process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--one", nargs=2, metavar=("WAY", "NODES"))
    if measurement := parser.parse_args().one:
        way, nodes = measurement
        print(measure(way, int(nodes)))
        return
    table = Table("", *(f"{nodes:,} nodes" for nodes in SIZES))
    for way in WAYS:
        table.add_row(way, *(_in_a_process(way, nodes) for nodes in SIZES))
    Console(width=160).print(table)


def _in_a_process(way: str, nodes: int) -> str:
    command = [sys.executable, "-m", "benchmarks.large_graphs", "--one", way, str(nodes)]
    ran = subprocess.run(command, capture_output=True, text=True)
    return ran.stdout.strip() or f"ended with code {ran.returncode}"


if __name__ == "__main__":
    main()
