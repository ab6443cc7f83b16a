"""Finding the wrong engine: a student's tests are judged on wrong engines and a few right ones."""

import re

import numpy as np
import pytest
import torch

from autograder.base.paths import SOLUTIONS
from autograder.in_kernel.values_as_json import pack, unpack
from course import *
from course.check.base.exercise import parts_right
from course.check.wrong_engines.find_engines import (
    TESTS,
    _read_test,
    check_wrong_engines,
)
from course.check.wrong_engines.simulated_pass import (
    FOR_MATRICES,
    FOR_NUMBERS,
    RIGHT_ENGINES,
    SimulatedPass,
    differs,
)
from course.expressions.graph_of import Nodes
from course.expressions.interpreter import interpret
from course.expressions.statements import statements
from tests.helpers.bank_engines import read_mistakes
from tests.helpers.clock import takes_less_than
from tests.helpers.engine import Add, Mul

NUMBERS = {"a": 1.3, "b": -0.6, "c": 0.8}
RICH = "p = a * b; q = p + p; exp(q) * p - q * c"


def given(homework):
    """What a homework's own text says: the reference's tests and the values of the leaves."""
    text = (SOLUTIONS / f"{homework}.py").read_text()
    names: dict = {}
    exec(
        "import torch\n" + re.search(r"^given = \{.*?^\}", text + "\ngiven = {\n}", re.M | re.S)[0],
        names,
    )
    exec(re.search(r"^(engine|matrix)_tests = \{.*?^\}", text, re.M | re.S)[0], names)
    values = names["given"] or NUMBERS
    return names.get("engine_tests") or names["matrix_tests"], values


def share(tests, values):
    """How much of an exercise these tests are worth."""
    with check_exercise("tests", points=1):
        check_wrong_engines(tests, values)
    return parts_right["tests"]


def test_matrices_may_be_given_as_lists_of_rows():
    rows = {"a": [[1.0, 2.0], [0.5, -1.0]], "b": 2}
    tensors = {name: torch.tensor(value) for name, value in rows.items()}
    test = {"first": ("c = a * b; c * c", 1)}
    assert share(test, rows) == share(test, tensors) > 0


@pytest.mark.parametrize("homework", ["hw2-tanh", "hw4-matmul"])
def test_the_reference_catches_all_engines_in_less_than_a_second(homework):
    tests, values = given(homework)
    with takes_less_than(1):
        assert share(tests, values) == 1


@pytest.mark.parametrize(
    ("homework", "obvious"),
    [
        ("hw2-tanh", ("exp(-a)", 1)),
        ("hw2-tanh", ("exp(-(a * b))", 2.5)),
        ("hw2-tanh", ("a * b + c", 1)),
        ("hw4-matmul", ("A @ B", 1)),
        ("hw4-matmul", ("S @ S", 1)),
    ],
)
def test_the_obvious_answer_catches_two_in_five_at_most(homework, obvious):
    assert 0 < share({"first": obvious}, given(homework)[1]) <= 0.4


def test_there_are_forty_different_wrong_engines():
    for engines in (FOR_NUMBERS, FOR_MATRICES):
        assert len(set(engines)) == len(engines) >= 40
        assert not {*RIGHT_ENGINES.values()} & {*engines}


@pytest.mark.parametrize("name", RIGHT_ENGINES)
def test_right_engines_have_pytorchs_gradients(name):
    for homework in ("hw2-tanh", "hw4-matmul"):
        tests, values = given(homework)
        for test in tests.values():
            tape, ones = _read_test(test, values)
            assert not differs(RIGHT_ENGINES[name], tape, ones, [tape.right(one) for one in ones])


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
    tape, _ = _read_test((RICH, 1), NUMBERS)
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


def test_a_test_that_accuses_a_right_engine_is_named_and_does_not_count(capsys):
    large = ("p = exp(exp(5 * a - 2)); p * p / p + p", 1, -1)
    with pytest.raises(CheckFailed, match=r"none of the \d+ wrong engines"):
        check_wrong_engines({"first": large}, NUMBERS)
    assert "accuses a right engine, the one that computes in float32" in capsys.readouterr().out
    tests = {"first": large, "second": (RICH, -2.5, 1.5)}
    assert share(tests, NUMBERS) == share({"second": (RICH, -2.5, 1.5)}, NUMBERS)


def test_the_students_own_classes_do_not_matter(monkeypatch):
    from course.scaffold import operators

    before = share({"first": (RICH, -2.5, 1.5)}, NUMBERS)
    monkeypatch.setitem(operators.latest_classes, "Mul", Add)
    monkeypatch.setitem(operators.latest_classes, "Tanh", Add)
    assert share({"first": (RICH, -2.5, 1.5)}, NUMBERS) == before


def test_tests_earn_the_same_after_being_sent_to_the_judge():
    for homework in ("hw2-tanh", "hw4-matmul"):
        tests, values = given(homework)
        assert share(unpack(pack(tests)), values) == 1


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("a * b", "an upstream gradient, as in"),
        (("a * b",), "an upstream gradient, as in"),
        (("a * d", 1), "d"),
        (("a", 1), "no node except a leaf"),
        (("2 * 3", 1), "no node except a leaf"),
        (("a * b", "one"), "not an upstream gradient"),
        (("a * b", float("nan")), "is not an upstream gradient"),
        (("a * b", 10**400), "is not an upstream gradient"),
        (("a * b", [1, 2]), "the output is one number"),
        (("a * b", 1, 2, 3, 4, 5), "4 calls are enough"),
        (("a / (b - b)", 1), "finite"),
        ((" + ".join(["a"] * 30), 1), "24 nodes"),
        (("a + " * 200 + "a", 1), "300 characters"),
    ],
)
def test_a_test_that_cannot_be_judged_is_told_why(test, said, capsys):
    with pytest.raises(CheckFailed, match=r"none of the \d+ wrong engines"):
        check_wrong_engines({"first": test}, NUMBERS)
    assert said in capsys.readouterr().out


def test_at_most_three_tests_are_accepted():
    with pytest.raises(CheckFailed, match="fourth"):
        check_wrong_engines({"fourth": (RICH, 1)}, NUMBERS)


def test_the_most_expensive_graphs_are_judged_in_two_seconds():
    _, values = given("hw4-matmul")
    doubling = "p=S+S;" + "p=p@p;" * 22
    tests = dict.fromkeys(TESTS, (doubling, 0.1, 0.2, 0.1, 0.3))
    with takes_less_than(2):
        share(tests, {**values, "S": values["S"] / 9})


def test_what_is_said_of_all_tests_is_not_said_beside_a_test_that_does_not_count(capsys):
    chains = {"first": ("exp(-(a * b))", 2.5)}
    refused = {"second": (RICH, 1, "2 and 3")}
    told = []
    for tests in (chains, chains | refused):
        with check_exercise("5c Find the wrong engine", points=3):
            check_wrong_engines(tests, NUMBERS)
        told.append(capsys.readouterr().out)
    assert ["no node that is used twice" in text for text in told] == [True, False]
