"""A known mistake is the same as one of the wrong engines that students' tests are to find."""

import numpy as np
import pytest

from course.check.paper.find_engines import read_test
from course.expressions.graph_of import Nodes
from course.expressions.interpreter import interpret
from course.expressions.statements import statements
from course.simulated.simulated_pass import SimulatedPass
from tests.helpers.bank_engines import read_mistakes
from tests.helpers.engine import Add, Mul
from tests.helpers.found_engines import NUMBERS, RICH

BANK = {
    "overwrites": SimulatedPass(add="overwrites"),
    "keeps-first-share": SimulatedPass(add="keeps the first"),
    "averages-shares": SimulatedPass(add="mean"),
    "multiplies-shares": SimulatedPass(add="product"),
    "breadth-first": SimulatedPass(order="breadth first"),
    "depth-first": SimulatedPass(order="once, at once"),
    "passes-on-totals": SimulatedPass(order="all that is there, at once"),
    "by-shortest-distance": SimulatedPass(order="shortest way first"),
    "each-input-once": SimulatedPass(inputs="the same once"),
    "splits-among-inputs": SimulatedPass(scale="over the inputs"),
    "ignores-one": SimulatedPass(seed="1"),
    "forgets-leaves-only": SimulatedPass(reset="leaves"),
}


@pytest.mark.parametrize("mistake", BANK)
def test_a_mistake_does_the_same_on_a_tape_as_on_nodes(mistake, latest_nodes):
    names = {"__name__": "bank"}
    exec("from course import *", names)
    exec(next(each.code for each in read_mistakes() if each.id == mistake), names)
    algebra = Nodes(NUMBERS)
    for name, expression in statements(RICH):
        graph = algebra.built(name, expression) if name else interpret(expression, algebra)
    for node in graph.sorted_nodes():
        node.forward()
    found = []
    for one in (-2.5, 1.5):
        names["backward_algorithm"](graph, one=one)
        found.append([node.gradient for node in graph.sorted_nodes()])
    tape, _ = read_test((RICH, 1), NUMBERS)
    same = BANK[mistake].run(tape, [np.array(-2.5), np.array(1.5)])
    for nodes, numbers in zip(found, same, strict=True):
        for yours, theirs in zip(nodes, numbers, strict=True):
            assert (yours is None) == (theirs is None)
            assert yours is None or yours == pytest.approx(float(theirs))


@pytest.fixture
def latest_nodes(monkeypatch):
    """Right nodes are what expressions are built of."""
    from course.scaffold import operators

    monkeypatch.setitem(operators.latest_classes, "Add", Add)
    monkeypatch.setitem(operators.latest_classes, "Mul", Mul)
