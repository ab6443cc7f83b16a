"""Checks a forward or a backward pass that a student worked out on paper."""

from collections.abc import Mapping, Sequence
from functools import partial

from course.check.base.blank_by_blank import Blanks
from course.check.base.student_code import as_graph
from course.check.paper.answers import are_right, names_used
from course.check.paper.blanks import check_number_blanks, number_blanks
from course.check.paper.follow_on import implied_gradients, implied_results
from course.check.variants.recipes import NumberRecipe
from course.check.variants.variant import Variant, as_variant
from course.expressions.formula import NamedNumbers
from course.graph import ComputationNode
from course.picture.labels import own_or_caption_name
from course.reference.twin import twin
from course.sentences.words import listed

_SHARES_ADD_UP = "Upstream gradient times local gradient, and at a fork the shares add up."
_NAMES_ARE_VALUES = "Names in a formula stand for values, not for gradients."
_OF_THE_OUTPUT = "Move the output itself by h. How far does it move?"
_KINDS = {
    "Add": "the sum",
    "Mean": "the mean",
    "Mul": "the product",
    "Matmul": "the matrix product",
    "Negate": "the negative",
    "HalfDifference": "half the difference",
    "Copy": "a copy",
    "Exp": "exp",
    "Square": "the square",
}


def check_results_by_hand(
    graph: ComputationNode | Variant[ComputationNode], answers: Blanks
) -> None:
    """Checks a forward pass on paper: the result of each named node that is not a leaf.

    Formulas may use the names of the leaves, whose values are given.
    """
    exercise = as_variant(graph)
    results, _ = _named_values(exercise.right)
    asked = [node for node in exercise.right.sorted_nodes() if node.name and node.input_nodes]
    right = {node.name: results[node.name] for node in asked}
    given = {name: value for name, value in results.items() if name not in right}
    exercise.introduce(
        partial(_fit, answers, exercise, right, given),
        # A few in 10^5 wrong passes through a graph lead to the right values of another variant.
        is_ambiguous=not isinstance(exercise.recipe, NumberRecipe),
    )
    clues = {node.name: _operation_clue(node) for node in asked}
    blanks = number_blanks(answers, right, given, clues, implied_results(exercise.right))
    check_number_blanks(answers, blanks, exercise.symptom_function())


def _operation_clue(node: ComputationNode) -> str:
    kind = _KINDS.get(node.class_name, node.class_name)
    return f"{node.name} is {kind} of {listed(map(_as_written, node.input_nodes))}."


def _as_written(node: ComputationNode, levels: int = 2) -> str:
    """A node's name or, if it has none, its class and inputs, down to this many levels."""
    if node.name or not node.input_nodes or not levels:
        return own_or_caption_name(node)
    inputs = (_as_written(each, levels - 1) for each in node.input_nodes)
    return f"{node.class_name}({', '.join(inputs)})"


def check_gradients_by_hand(
    graph: ComputationNode | Variant[ComputationNode], answers: Blanks, of: Sequence[str] = ()
) -> None:
    """Checks a backward pass on paper: for each named node, d(output) / d(that node).

    The names in a formula stand for the results of the nodes.

    Args:
        graph: the output node.
        answers: what the student wrote for each node, by its name.
        of: the nodes asked for, by default all. If given, the blank for the node z is called
            `dJ_dz` for the output J, and formulas may use no names. With names, the expressions
            that `check_gradients_by_expression` asks for would pass here.
    """
    exercise = as_variant(graph)
    output, one = exercise.right, exercise.one
    results, gradients = _named_values(output, one)
    called = f"d{output.name}_d{{}}" if of else "{}"
    right = {called.format(name): gradients[name] for name in of or reversed([*gradients])}
    names = {} if of else results
    exercise.introduce(
        partial(_fit, answers, exercise, right, names, called=called),
        f" Begin with {one} at {output.name}." if one != 1 else "",
    )
    written = answers if isinstance(answers, Mapping) else {}
    clues = dict.fromkeys(right, _SHARES_ADD_UP)
    blank_of_output = called.format(output.name)
    if blank_of_output in right:
        clues[blank_of_output] = _OF_THE_OUTPUT if one == 1 else "It is given above."
    for blank in right:
        if used := names_used(written.get(blank), names):
            clues[blank] += f" {_NAMES_ARE_VALUES}"
        for word, parts in used.items():
            if len(parts) > 1:
                clues[blank] += f" `{word}` is read as {' '.join(parts)}, a product."
    implied = implied_gradients(output, one, called)
    blanks = number_blanks(answers, right, names, clues, implied)
    check_number_blanks(answers, blanks, exercise.symptom_function(backward=True))


def _fit(
    answers: Blanks,
    exercise: Variant,
    right: NamedNumbers,
    names: NamedNumbers,
    graph: ComputationNode,
    called: str = "",
) -> bool:
    """Whether the answers fit a graph, either the student's own or the standard one. Returns False
    if the notebook's name for the standard graph now stands for something else.

    Args:
        right: the right value of each blank, on the student's own graph.
        names: the names that a formula may use, with their values on the student's own graph.
        called: for gradients, the name of a node's blank, with {} for the node's name; empty for
            results.
    """
    if graph is exercise.right:
        return are_right(answers, right, names)
    if not getattr(graph, "name", None):
        return False
    results, gradients = _named_values(graph)
    standard = {called.format(name): g for name, g in gradients.items()} if called else results
    if not right.keys() <= standard.keys():
        return False
    asked = {blank: standard[blank] for blank in right}
    return are_right(answers, asked, results if names else {})


def _named_values(
    graph: ComputationNode, one: float = 1.0
) -> tuple[dict[str, float], dict[str, float]]:
    """PyTorch's result and gradient of each named node."""
    return twin(as_graph(graph, is_named=True), one).by_name(float)
