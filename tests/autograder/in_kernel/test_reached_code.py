"""Whether functions are still the same, with all that they call by name."""

import pytest

from autograder.in_kernel.reached_code import NamedCode

NOTEBOOK = """
from collections import deque
from functools import lru_cache, partial, wraps
from course import *

limit = 3

def visit(node):
    return [name for name in other(node)]

def other(node):
    return deque([node])

def engine(graph):
    def inner(node):
        return visit(node)
    return [inner(node) for node in graph.sorted_nodes()]
"""


def defined(*more):
    """What a notebook has defined after these cells."""
    names = {"__name__": "__main__"}
    for code in (NOTEBOOK, *more):
        exec(code, names)
    return names


def are_the_same(*later, before=()):
    """Whether `engine` reaches the same code after some more cells."""
    names, named = defined(*before), NamedCode()
    first = named.name_of(["engine"], names)
    for code in later:
        exec(code, names)
    return bool(first) and named.name_of(["engine"], names) == first


@pytest.mark.parametrize(
    "later",
    [
        "limit = 4",
        "class Add(ComputationNode): pass",
        "def unrelated(graph): return visit(graph)",
        "x = Leaf(1.0)",
    ],
)
def test_what_the_functions_do_not_call_makes_no_difference(later):
    assert are_the_same(later)


@pytest.mark.parametrize(
    "later",
    [
        "def engine(graph): pass",
        "def visit(node): return other(node)",
        "def other(node): return deque([node])",
        "from queue import LifoQueue as deque",
        "class Exp(Exp): pass",  # of which the graphs are made on which the functions are tried
        "del other",
        "def sorted_nodes(graph): pass",  # may be what `graph.sorted_nodes` is about
        "class LookedUp:\n    def __call__(self): pass\nvisit = LookedUp()",
    ],
)
def test_what_the_functions_call_makes_a_difference(later):
    assert not are_the_same(later)


def test_a_function_that_was_missing_makes_a_difference():
    names = defined("def engine(graph): return missing(graph)")
    named = NamedCode()
    first = named.name_of(["engine"], names)
    exec("def missing(graph): pass", names)
    assert first and named.name_of(["engine"], names) not in ("", first)


def test_code_that_comes_back_has_its_name_again():
    names, named = defined(), NamedCode()
    first, visit = named.name_of(["engine"], names), names["visit"]
    names["visit"] = names["other"]
    second = named.name_of(["engine"], names)
    names["visit"] = visit
    assert named.name_of(["engine"], names) == first != second


@pytest.mark.parametrize(
    "code",
    [
        "engine = lru_cache(engine)",
        "engine = partial(engine)",
        "class Visits:\n    def run(self): return other(1)\nvisits = Visits()\n"
        "def engine(graph): return visits.run()",
        "class Visit:\n    def __init__(self): other(1)\ndef engine(graph): return Visit()",
        "Visit = eval('type(\"Visit\", (), {})', {})\ndef engine(graph): return Visit()",
        "def made(visit):\n    def engine(graph): return visit(graph)\n    return engine\n"
        "engine = made(visit)",
        "def engine(graph): return globals()['visit'](graph)",
        "def engine(graph): return eval('visit(graph)')",
        "def decorated(f):\n    @wraps(f)\n    def run(graph): return f(graph)\n    return run\n"
        "engine = decorated(engine)",
        "import torch\nengine = torch.no_grad()(engine)",
    ],
)
def test_code_whose_calls_cannot_be_seen_has_no_name(code):
    assert NamedCode().name_of(["engine"], defined(code)) == ""


def test_the_names_of_two_notebooks_differ():
    one, other = (NamedCode().name_of(["engine"], defined()) for _ in range(2))
    assert one and other and one != other


def test_functions_are_not_found_by_their_equality():
    """What a notebook defines may claim to be equal to anything."""
    equal = "class Equal(type):\n    def __eq__(*_): return True\n    __hash__ = type.__hash__\n"
    equal += "class deque(metaclass=Equal): __module__ = 'collections'"
    assert not are_the_same(equal)


@pytest.mark.parametrize(
    "odd",
    [
        "class Meta(type): __module__ = property(told.append)\nclass Odd(metaclass=Meta): pass",
        "class Name(str):\n    def __eq__(self, other): told.append(self)\n"
        "    __ne__ = __hash__ = __eq__\nclass Odd: __module__ = Name('collections')",
    ],
)
@pytest.mark.parametrize("made", ["Odd", "Odd()"])
def test_no_code_of_the_notebooks_is_run(odd, made):
    names = defined(f"told = []\n{odd}\nIntPow = {made}\ntold.clear()")
    assert NamedCode().name_of(["engine"], names) == ""
    assert names["told"] == []


def test_a_function_may_say_that_it_is_of_anything():
    equal = "class Equal:\n    def __ne__(self, other): told.append(self)\ntold = []\n"
    wrapped = "from collections import namedtuple as visit\nvisit.__module__ = Equal()"
    names = defined(f"{equal}{wrapped}")
    try:
        assert NamedCode().name_of(["engine"], names) == ""
        assert names["told"] == []
    finally:
        names["visit"].__module__ = "collections"


def test_a_constant_in_code_may_be_anything():
    odd = "class Odd:\n    @property\n    def __class__(self): told.append(self)\ntold = []\n"
    names = defined(f"{odd}engine.__code__ = engine.__code__.replace(co_consts=(None, Odd()))")
    NamedCode().name_of(["engine"], names)
    assert names["told"] == []
