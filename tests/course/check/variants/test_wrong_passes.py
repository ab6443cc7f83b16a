"""Which mistakes by hand can be made in a graph, and what they leave."""

import math

import pytest

from course.check.variants.wrong_passes import HandGraph
from course.graph import ComputationNode, Exp, HalfDifference, Leaf, Mean, Negate


def paper(build) -> HandGraph:
    """A graph of x = log 2, worked out by hand."""
    graph: ComputationNode = build(Leaf(math.log(2), "x"))
    for i, node in enumerate(graph.sorted_nodes()[1:]):
        node.name = node.name or f"n{i}"
    return HandGraph(graph, one=3.0)


@pytest.mark.parametrize(
    ("build", "can_come_out"),
    [(Exp, False), (lambda x: Exp(Negate(x)), True), (lambda x: Negate(Exp(x)), False)],
)
def test_a_minus_can_come_out_of_exp_only_where_one_is_in_it(build, can_come_out):
    names = dict(paper(build).wrong_results()).keys()
    assert ("forward-minus-comes-out" in names) == ("forward-sign-in-exp" in names) == can_come_out


def test_a_wrong_result_is_computed_from_right_inputs():
    wrong = dict(paper(lambda x: Exp(Negate(x))).wrong_results())
    assert wrong["forward-no-negation"] == pytest.approx(
        {"x": math.log(2), "n0": math.log(2), "n1": 0.5}
    )


@pytest.mark.parametrize(
    ("build", "features"),
    [
        (Negate, {"a slope"}),
        (lambda x: Mean(x, x), {"a fork"}),
        (lambda x: HalfDifference(x, x), {"a fork", "unlike shares"}),
    ],
)
def test_a_mistake_is_made_only_in_graphs_that_have_what_it_needs(build, features):
    graph = paper(build)
    assert graph.features & {"a fork", "unlike shares", "a slope"} == features
    made = dict(graph.wrong_gradients())
    assert ("backward-fork-averages" in made) == ("unlike shares" in features)
    assert ("backward-one-branch" in made) == ("a fork" in features)
    assert ("backward-upstream-only" in made) == ("a slope" in features)
