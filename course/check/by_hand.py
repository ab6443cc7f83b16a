"""Checking what a student worked out on paper, blank by blank, without giving the answers away."""

import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import TypeVar

from course.check.exercise import record_outcome
from course.check.formula import FormulaError, Values, evaluate
from course.check.twin import twin
from course.failure import CheckFailed
from course.graph import ComputationNode, Leaf
from course.misconceptions import looks_like, sentences
from course.sketch import kind

Answers = Mapping[str, object]
RIGHT = "right"
UNFILLED = "to be filled in"
T = TypeVar("T")


def check_blanks(
    answers: Answers,
    right: Values,
    *,
    exercise: str,
    points: float,
    names: Values = {},
    formulas: Mapping[str, str] = {},
    clues: Mapping[str, str] = {},
) -> float:
    """Checks blanks one by one, each a number or a formula such as "-log 2" or "exp(d)/2".

    Args:
        answers: what the student wrote in each blank; `...` where nothing is written yet.
        right: the right value of each blank.
        exercise: what the summary calls this exercise.
        points: what all blanks together are worth.
        names: the values of the names that a formula may use.
        formulas: for a blank that asks for a formula, the letter in it; no number will do.
        clues: for a blank that is wrong, where to look again.

    Returns:
        The points earned, each blank counting the same. As the last value of a graded cell it is
        what nbgrader records.

    Raises:
        CheckFailed: no blank is right yet.
    """

    def verdict(answer: object, value: float, blank: tuple[str, str]) -> str:
        clue = clues.get(blank[-1], "")
        if blank[-1] in formulas and not isinstance(answer, str):
            clue = formula_asked_for(formulas[blank[-1]])
        return _verdict(answer, value, names, clue, blank)

    return check_each(answers, right, verdict, exercise=exercise, points=points)


def check_each(
    answers: Answers,
    right: Mapping[str, T],
    verdict: Callable[[object, T, tuple[str, str]], str],
    *,
    exercise: str,
    points: float,
) -> float:
    """Checks blanks one by one, prints the verdicts, and returns the points.

    Args:
        answers: what the student wrote in each blank; `...` where nothing is written yet.
        right: for each blank, what its verdict is reached with.
        verdict: of an answer, what is right, and (exercise, blank), a sentence that begins with
            RIGHT or says what is not.
        exercise: what the summary calls this exercise.
        points: what all blanks together are worth, each counting the same.

    Raises:
        CheckFailed: no blank is right yet.
    """
    _check_names(answers, right)
    verdicts = {}
    for name, value in right.items():
        answer = answers.get(name, ...)
        filled_in = answer is not ...
        verdicts[name] = verdict(answer, value, (exercise, name)) if filled_in else UNFILLED
    return _points_for(verdicts, exercise, points)


def known_mistake(written: object, seen: tuple) -> str:
    """The verdict on a wrong answer, if what was seen of it is known; else nothing."""
    why = sentences(looks_like(seen))
    return f"not yet: you have {written}. " + why.replace("\n", "\n    ") if why else ""


def _points_for(verdicts: Mapping[str, str], exercise: str, points: float) -> float:
    width = max(map(len, verdicts))
    for name, verdict in verdicts.items():
        print(f"{name.ljust(width)}  {verdict}")
    correct = sum(verdict.startswith(RIGHT) for verdict in verdicts.values())
    record_outcome(exercise, passed=correct == len(verdicts))
    if correct == 0:
        raise CheckFailed(f"none of the {len(verdicts)} blanks is right.")
    earned = round(points * correct / len(verdicts), 2)
    print(f"\n{correct} of {len(verdicts)} blanks are right: {earned:g} of {points:g} points.")
    return float(earned)


def formula_asked_for(letters: str) -> str:
    """What is said of a number where a formula in these letters is asked for."""
    return f"That is a number. A formula in {letters} is asked for: write it as text, in quotes."


def _check_names(answers: object, blanks: Iterable[str]) -> None:
    if not isinstance(answers, Mapping):
        raise CheckFailed('write the blanks as a dictionary, such as {"x": 2, "y": "log(2)"}.')
    for name in answers:
        if name not in blanks:
            raise CheckFailed(f"There is no blank called {name!r}. Blanks: {', '.join(blanks)}.")


def check_results_by_hand(
    graph: ComputationNode, answers: Answers, *, exercise: str, points: float
) -> float:
    """Checks a forward pass on paper: the result of each named node, leaves apart.

    A formula may use the names of the leaves, whose values are given. Otherwise as `check_blanks`.
    """
    results, _ = _named_values(graph)
    named = [n for n in graph.sorted_nodes() if n.name and n.input_nodes]
    inputs = {n: " and ".join(map(_in_words, n.input_nodes)) for n in named}
    clues = {n.name: f"It is {kind(n)} of {inputs[n]}." for n in named}
    right = {n.name: results[n.name] for n in named}
    given = {name: value for name, value in results.items() if name not in right}
    return check_blanks(answers, right, exercise=exercise, points=points, names=given, clues=clues)


def check_gradients_by_hand(
    graph: ComputationNode, answers: Answers, *, exercise: str, points: float
) -> float:
    """Checks a backward pass on paper: for each named node, d(output) / d(that node).

    The names in a formula stand for the results of the nodes. Otherwise as `check_blanks`.
    """
    results, gradients = _named_values(graph)
    clue = "Upstream gradient times local gradient, and at a fork the shares add up."
    return check_blanks(
        answers,
        dict(reversed(gradients.items())),
        exercise=exercise,
        points=points,
        names=results,
        clues=dict.fromkeys(gradients, clue),
    )


def check_formula_by_hand(
    function: Callable[[Leaf], ComputationNode],
    derivative: object,
    *,
    at: list[float],
    exercise: str,
    points: float,
    hint: str = "",
) -> float:
    """Checks a derivative found with ordinary calculus, a formula in x, against PyTorch.

    Args:
        function: builds the graph of the function from a leaf x.
        derivative: the formula, for example "2 x"; `...` where nothing is written yet.
        at: the values of x to compare at.
        exercise: what the summary calls this exercise.
        points: what it is worth.
        hint: the name under which `hint` helps; empty if there are no hints.

    Returns:
        The points.

    Raises:
        CheckFailed: the formula cannot be read, or is wrong somewhere.
    """
    record_outcome(exercise, passed=False)
    if derivative is ...:
        raise CheckFailed(f"the derivative is {UNFILLED}.")
    for value in at:
        x = Leaf(value, "x")
        right = float(twin(function(x)).gradients[0])
        verdict = _verdict(derivative, right, {"x": value})
        if verdict != RIGHT:
            raise CheckFailed(
                f"at x = {value:g}: {verdict.removeprefix('not yet: ')}",
                _formula_seen(exercise, derivative, at),
                f"`hint({hint!r})` gives a hint." if hint else "",
            )
    print(f"Right at x = {', '.join(f'{value:g}' for value in at)}.")
    record_outcome(exercise, passed=True)
    return float(points)


def check_backward_order(
    graph: ComputationNode, order: list[str], *, exercise: str, points: float
) -> float:
    """Checks an order for the backward pass: each node after every node it feeds.

    Args:
        graph: the output node; every node has a name.
        order: the names of all nodes, first to be processed first.
        exercise: what the summary calls this exercise.
        points: what it is worth.

    Returns:
        The points.

    Raises:
        CheckFailed: a name is missing, unknown or twice, or a node comes too early.
    """
    record_outcome(exercise, passed=False)
    nodes = {node.name: node for node in graph.sorted_nodes()}
    if order is ... or not isinstance(order, list | tuple):
        raise CheckFailed('write the order as a list of names, such as ["z", "y", "x"].')
    if sorted(map(str, order)) != sorted(nodes):
        raise CheckFailed(f"the list needs each of {', '.join(nodes)} once; it is {list(order)}.")
    seen = ("order", exercise, tuple(order))
    for node in nodes.values():
        for source in node.input_nodes:
            if order.index(source.name) < order.index(node.name):
                raise CheckFailed(
                    f"{source.name} comes before {node.name}, which it feeds, so its gradient is "
                    f"not complete when it is processed: the share from {node.name} is missing.",
                    seen,
                )
    print("Right: every node comes after all the nodes it feeds.")
    record_outcome(exercise, passed=True)
    return float(points)


def _in_words(node: ComputationNode) -> str:
    if node.name or not node.input_nodes:
        return node.name or node.label
    return f"{kind(node)}({', '.join(map(_in_words, node.input_nodes))})"


def _named_values(graph: ComputationNode) -> tuple[dict[str, float], dict[str, float]]:
    """Result and gradient of each named node, by PyTorch."""
    pytorch = twin(graph)
    nodes = graph.sorted_nodes()
    named = [(i, node.name) for i, node in enumerate(nodes) if node.name]
    results = {name: float(pytorch.results[i]) for i, name in named}
    return results, {name: float(pytorch.gradients[i]) for i, name in named}


def _formula_seen(exercise: str, formula, at: list[float]) -> tuple | None:
    """The values of a wrong formula at all points, to be matched with known mistakes."""
    try:
        return ("formula", exercise, tuple(evaluate(formula, {"x": value}) for value in at))
    except FormulaError:
        return None


def _verdict(answer, right: float, names: Values, clue: str = "", blank: tuple = ()) -> str:
    try:
        value = evaluate(answer, names)
    except FormulaError as error:
        return f"not yet: {error}"
    if math.isclose(value, right, rel_tol=1e-6, abs_tol=1e-9):
        return RIGHT
    written = f"{value:.6g}"
    if isinstance(answer, str) and answer.strip() != written:
        written = f"{answer} = {written}"
    if blank and (known := known_mistake(written, ("blank", *blank, value))):
        return known
    if _is_rounded(answer, right):
        return f"not yet: {written} is right as far as it goes, but rounded. Write it as a formula."
    if math.isclose(value, -right, rel_tol=1e-6):
        return f"not yet: {written} has the wrong sign."
    return f"not yet: you have {written}. {clue}".rstrip()


def _is_rounded(answer, right: float) -> bool:
    """Whether an answer is a decimal number of several digits, to which the right one rounds."""
    try:
        number = Decimal(str(answer).strip())
    except InvalidOperation:
        return False
    _, digits, exponent = number.as_tuple()
    if len(digits) < 2 or exponent >= 0:
        return False
    return abs(float(number) - right) <= 0.5001 * 10.0**exponent
