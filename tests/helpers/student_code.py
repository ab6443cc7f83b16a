"""Engines as a student writes them, from their bodies."""

import linecache

from course.graph import Exp, Leaf, Mean

WALK = "for node in graph.sorted_nodes()[::-1]:\n  "


def cosh():
    x = Leaf(0.5, "x")
    return Mean(Exp(x), Exp(-x))


def written(function: str, body: str):
    """A function that is compiled as a notebook compiles it, with lines that can be looked up."""
    lines = [f"def {function}:", *(f"  {line}" for line in body.splitlines())]
    source = "\n".join(lines) + "\n"
    name = f"<ipython-input-{abs(hash(source))}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    names = {}
    exec(compile(source, name, "exec"), names)
    return names[function.partition("(")[0]]
