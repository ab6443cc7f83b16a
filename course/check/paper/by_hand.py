"""Checking a forward or a backward pass that a student worked out on paper."""

from collections.abc import Mapping, Sequence

from course.check.base.blank_by_blank import Answers
from course.check.base.twin import twin
from course.check.paper.answers import are_right, names_used
from course.check.paper.blanks import NumberBlank, check_numbers
from course.check.paper.edges import as_graph
from course.check.paper.follow_on import (
    NAMES_ARE_VALUES,
    following_gradients,
    following_results,
    names_for_gradients,
)
from course.check.paper.number_pools import NumberRecipe
from course.check.paper.variants import Variant, as_variant
from course.expressions.formula import Values
from course.graph import ComputationNode
from course.sketch import class_name
from course.values.words import listed

_OF_THE_OUTPUT = "Move the output itself by h. How far does it move?"
_KINDS = {"Add": "the sum", "Mul": "the product", "Matmul": "the matrix product"}


def check_results_by_hand(graph: ComputationNode | Variant, answers: Answers) -> float:
    """Checks a forward pass on paper: the result of each named node that is not a leaf.

    Formulas may use the names of the leaves, whose values are given. `answers`, what is returned
    and what is raised are those of `check_blanks`.
    """
    yours = as_variant(graph)
    graph = yours.right
    results, _ = _named_values(graph)
    named = [n for n in graph.sorted_nodes() if n.name and n.input_nodes]
    inputs = {n: listed(map(_in_words, n.input_nodes)) for n in named}
    clues = {
        n.name: f"It is {_KINDS.get(class_name(n), class_name(n))} of {inputs[n]}." for n in named
    }
    right = {n.name: results[n.name] for n in named}
    given = {name: value for name, value in results.items() if name not in right}
    if yours.is_only_compared:
        # Of 10^5 wrong passes, a few end with the values of another variant's graph.
        is_of_numbers = isinstance(yours.recipe, NumberRecipe)
        return yours.compared(are_right(answers, right, given), identifies=is_of_numbers)
    yours.introduce(lambda: _fit_standard(answers, yours, right, given))
    certain = following_results(graph, answers, given)
    blanks = {
        name: NumberBlank(value, given, clues[name], certain.get(name, ""))
        for name, value in right.items()
    }
    return check_numbers(answers, blanks, yours.seen())


def check_gradients_by_hand(
    graph: ComputationNode | Variant, answers: Answers, of: Sequence[str] = ()
) -> float:
    """Checks a backward pass on paper: for each named node, d(output) / d(that node).

    The names in a formula stand for the results of the nodes. What is returned and what is raised
    are those of `check_blanks`.

    Args:
        graph: the output node.
        answers: what the student wrote, by name of the node.
        of: the nodes asked for, if not all. Then the blank for the node z is called `dJ_dz` for the
            output J, and formulas may use no names: with names, the expressions asked for by
            `check_gradients_by_expression` would pass.
    """
    yours = as_variant(graph)
    graph = yours.right
    results, gradients = _named_values(graph, yours.one)
    called = f"d{graph.name}_d{{}}" if of else "{}"
    right = {called.format(name): gradients[name] for name in of or reversed(gradients)}
    names = {} if of else results
    clue = "Upstream gradient times local gradient, and at a fork the shares add up."
    if yours.is_only_compared:
        return yours.compared(are_right(answers, right, names))
    yours.introduce(
        lambda: _fit_standard(answers, yours, right, names, called),
        f" Begin with {yours.one} at {graph.name}." if yours.one != 1 else "",
    )
    written = answers if isinstance(answers, Mapping) else {}
    misread = names_for_gradients(written, names, gradients)
    clues = dict.fromkeys(right, clue)
    if (output := called.format(graph.name)) in right:
        clues[output] = _OF_THE_OUTPUT if yours.one == 1 else "It is given above."
    for blank in right:
        if names_used(written.get(blank), names):
            clues[blank] += f" {NAMES_ARE_VALUES}"
    certain = following_gradients(graph, answers, names, yours.one, called) | misread
    blanks = {
        name: NumberBlank(value, names, clues[name], certain.get(name, ""))
        for name, value in right.items()
    }
    return check_numbers(answers, blanks, yours.seen(backward=True))


def _fit_standard(
    answers: Answers, yours: Variant, blanks: Values, names: Values, called: str = ""
) -> bool:
    """Whether answers fit the standard graph and not this one. They do not if the notebook's name
    for the standard graph now stands for something else.

    Args:
        names: what a formula may name, with its values here.
        called: for gradients, what the blank of a node is called; empty for results.
    """
    graph = yours.standard
    results, gradients = _named_values(graph) if isinstance(graph, ComputationNode) else ({}, {})
    found = {called.format(name): value for name, value in gradients.items()} if called else results
    return (
        blanks.keys() <= found.keys()
        and are_right(answers, {blank: found[blank] for blank in blanks}, results if names else {})
        and not are_right(answers, blanks, names)
    )


def _in_words(node: ComputationNode) -> str:
    if node.name or not node.input_nodes:
        return node.name or node.label
    return f"{class_name(node)}({', '.join(map(_in_words, node.input_nodes))})"


def _named_values(
    graph: ComputationNode, one: float = 1.0
) -> tuple[dict[str, float], dict[str, float]]:
    """PyTorch's result and gradient of each named node."""
    return twin(as_graph(graph), one).by_name(float)
