"""Engines as a student writes them, from their bodies."""

import linecache
from types import CodeType, SimpleNamespace

import torch

from course.check.engines.battery import reserve_battery
from course.graph import ComputationNode, Exp, Leaf, Mean
from course.questions import TryBattery
from course.running import cell_lines
from tests.helpers.engine import forward_algorithm

WALK = "for node in graph.sorted_nodes()[::-1]:\n  "


def cosh():
    x = Leaf(0.5, "x")
    return Mean(Exp(x), Exp(-x))


def compiled(source: str) -> CodeType:
    """A cell as a notebook compiles it, with lines that can be looked up."""
    name = f"<ipython-input-{abs(hash(source))}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    return compile(source, name, "exec")


def written(function: str, body: str):
    """A function that is compiled as a notebook compiles it."""
    lines = [f"def {function}:", *(f"  {line}" for line in body.splitlines())]
    names = {}
    exec(compiled("\n".join(lines) + "\n"), names)
    return names[function.partition("(")[0]]


def run_in_cell(cell: str, monkeypatch) -> dict:
    """Runs a cell as if IPython ran and remembered it; returns what it defines, by name."""
    name, names = "cell_lines_of_ipython", {}
    remembered = [f"{line}\n" for line in cell.splitlines()]  # as its compiler does
    monkeypatch.setitem(linecache.cache, name, (len(cell), None, remembered, name))
    remember_cells(["x = 1", cell, "check()"], monkeypatch)
    exec(compile(cell, name, "exec"), names)
    return {name: value for name, value in names.items() if name != "__builtins__"}


def remember_cells(cells: list[str], monkeypatch) -> None:
    """Makes IPython remember these cells, of which the last is running."""
    history = SimpleNamespace(input_hist_parsed=["", *cells])
    monkeypatch.setattr(cell_lines, "get_ipython", lambda: SimpleNamespace(history_manager=history))


def algorithms(code: str) -> list[tuple[str, object]]:
    """The algorithms that some code defines, each after its method."""
    names = {"ComputationNode": ComputationNode, "Leaf": Leaf, "torch": torch}
    exec(code, names)
    methods = ("forward", "backward")
    return [(m, names[f"{m}_algorithm"]) for m in methods if f"{m}_algorithm" in names]


def defined(code: str):
    """The only algorithm that some code defines."""
    ((_, algorithm),) = algorithms(code)
    return algorithm


def tried(algorithm, method="backward", tensors=False):
    return reserve_battery(
        TryBattery(algorithm, method, tensors, with_steps=True), broadcasts=False
    )()


def keeping_the_order():
    """An engine whose forward algorithm keeps the order for the backward algorithm."""
    orders = {}

    def forward(graph):
        orders[graph] = graph.sorted_nodes()
        return forward_algorithm(graph)

    def backward(graph, one=1.0):
        nodes = orders[graph]
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in reversed(nodes):
            for source, share in zip(node.input_nodes, node.backward(), strict=True):
                source.accumulate_gradient(share)

    return forward, backward
