"""The engines of the bank, on all small graphs and in runs that are replayed."""

import re

import pytest
import torch

from course.check.engines.battery import WhichCalls
from course.check.engines.battery_symptoms import symptoms_of
from course.check.engines.checked_algorithm import CheckedAlgorithm
from course.graph import Exp, HalfDifference, Leaf, Negate
from course.messages.misconceptions import signature
from tests.helpers.bank_engines import engines_among, read_mistakes, read_right_answers
from tests.helpers.engine import forward_algorithm
from tests.helpers.student_code import algorithms, defined, tried


@pytest.mark.slow
@pytest.mark.parametrize("answer", engines_among(read_right_answers()), ids=lambda a: a.id)
def test_no_right_engine_is_refused_on_a_small_graph(answer):
    tensors = any(homework not in ("hw1-cosh", "hw2-tanh") for homework, _ in answer.exercises)
    written = dict(algorithms(answer.code))
    for method, algorithm in written.items():
        first = written.get("forward") if method == "backward" else None
        for graph in (Exp(Leaf(0.5)), *([Exp(Leaf(torch.ones(2)))] if tensors else [])):
            checked = CheckedAlgorithm(graph, algorithm, method, first)
            checked.check()
            assert checked.battery().smallest() is None


def test_every_known_wrong_engine_is_distinguished_from_every_other():
    known: dict[tuple, str] = {}
    for answer in engines_among(read_mistakes()):
        for method, algorithm in algorithms(answer.code):
            if seen := symptoms_of(tried(algorithm, method, True)):
                assert known.setdefault(tuple(map(signature, seen)), answer.id) == answer.id


ALWAYS_THE_SAME = [
    "overwrites", "forward-order", "forgets-to-start", "ignores-one", "never-forgets",
    "clears-at-the-end", "only-first-input", "output-twice", "depth-first", "breadth-first",
    "throws-away-what-backward-returns", "accumulates-into-itself",
]  # fmt: skip
STYLES = {
    "0.0 for None": lambda code: code.replace("= None", "= 0.0"),
    "other names": lambda code: re.sub(r"\bdownstream\b", "d", re.sub(r"\bnode\b", "v", code)),
    "a loop over indices": lambda code: code.replace(
        "for input_node, downstream in zip(node.input_nodes, node.backward()):",
        "them = node.backward()\n"
        "        for input_node, downstream in [\n"
        "            (node.input_nodes[i], them[i]) for i in range(len(them))\n"
        "        ]:",
    ),
}


@pytest.mark.by_day(8)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ALWAYS_THE_SAME)
def test_a_mistake_is_recognised_in_every_style_of_engine(name, style):
    (answer,) = [each for each in read_mistakes() if each.id == name]
    rewritten = STYLES[style](answer.code)
    seen = [symptoms_of(tried(defined(code)))[:1] for code in (rewritten, answer.code)]
    assert seen[0] == seen[1] != []


def test_the_text_on_breadth_first_order_has_an_example_that_fails_in_that_order():
    (answer,) = [each for each in read_mistakes() if each.id == "breadth-first"]
    assert "`u = -v; y = u + exp(-u)`" in answer.sentence
    v = Leaf(0.5)
    u = Negate(v)
    y = HalfDifference(u, Exp(Negate(u)))
    forward_algorithm(y)
    defined(answer.code)(y)
    assert v.gradient == -0.5


def test_a_check_of_second_calls_ignores_wrong_first_calls():
    breadth_first = defined(
        next(each.code for each in read_mistakes() if each.id == "breadth-first")
    )
    found = tried(breadth_first)
    assert found.smallest() is not None
    assert found.smallest(WhichCalls.LATER) is None
