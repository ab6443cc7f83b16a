"""Checking what a student worked out on paper, blank by blank, without giving the answers away."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import TypeVar

import torch

from course.check.cases import Draw
from course.check.exercise import count_blanks, title
from course.check.follow_on import (
    NAMES_ARE_VALUES,
    fit,
    following_gradients,
    following_results,
    has_names,
    is_close,
    names_for_gradients,
    value_of,
)
from course.check.formula import Values, evaluate
from course.check.twin import twin
from course.check.variants import Variant, as_variant
from course.compare import RTOL
from course.failure import CheckFailed, wrapped
from course.graph import ComputationNode, Leaf
from course.misconceptions import Seen, likeliest, looks_like, sentences
from course.operations import functions
from course.reader import ExpressionError
from course.sketch import kind

Answers = Mapping[str, object]
RIGHT = "right"
UNFILLED = "to be filled in"
DRAWS = 3  # random places at which a formula is compared, besides those that a person can follow
BY_CHANCE = "fits where you can follow it, and not elsewhere."
T = TypeVar("T")


def check_blanks(
    answers: Answers,
    right: Values | Variant,
    *,
    names: Values = {},
    formulas: Mapping[str, str] = {},
    clues: Mapping[str, str] = {},
    certain: Mapping[str, str] = {},
    elsewhere: Sequence[tuple[Values, Values]] = (),
    seen: Callable[[Values], Seen] | None = None,
) -> float:
    """Checks blanks one by one, each a number or a formula such as "-log 2" or "exp(d)/2".

    Args:
        answers: what the student wrote in each blank; `...` where nothing is written yet.
        right: the right value of each blank.
        names: the values of the names that a formula may use.
        formulas: for a blank that asks for a formula, the letter in it; no number will do.
        clues: for a blank that is wrong, where to look again.
        certain: for a blank of which it is certain why it is wrong, that.
        elsewhere: the same answers have to be right there too: the right values, and those of the
            names.
        seen: of wrong values by blank, what is looked up among the known mistakes; by default just
            these, as they are in this exercise for everybody.

    Returns:
        The share of the blanks that is right.

    Raises:
        CheckFailed: no blank is right yet.
    """

    yours = as_variant(right)
    right, seen = yours.right, seen or yours.seen()
    if yours.is_compared:
        places = [(right, names), *elsewhere]
        return yours.compared(all(fit(answers, *place) for place in places))
    yours.introduce(lambda: fit(answers, yours.standard, names))

    def see(name: str, value: float) -> Seen:
        return seen({name: value}) if seen else ("blank", title(), name, value)

    written = answers if isinstance(answers, Mapping) else {}
    values = {name: value_of(written.get(name), names) for name in right}
    wrong = [see(n, value) for n, value in values.items() if not is_close(value, right[n])]

    def verdict(answer: object, value: float, blank: tuple[str, str]) -> str:
        clue = clues.get(blank[-1], "")
        if blank[-1] in formulas and not isinstance(answer, str):
            clue = formula_asked_for(formulas[blank[-1]])
        said = _verdict(
            answer,
            value,
            names,
            clue,
            partial(see, blank[-1]),
            wrong,
            certain.get(blank[-1], ""),
        )
        fits = all(
            is_close(value_of(answer, others), there[blank[-1]]) for there, others in elsewhere
        )
        return said if said != RIGHT or fits else f"not yet: {answer} {BY_CHANCE} {clue}".rstrip()

    return check_each(answers, right, verdict)


def check_formulas(
    answers: Answers,
    right: Callable[..., tuple[Values, Values]] | Variant,
    at: Values,
    *,
    formulas: Mapping[str, str] = {},
    clues: Mapping[str, str] = {},
) -> float:
    """Checks blanks of which some are formulas, at values that a person can follow and at random
    ones near them. Otherwise as `check_blanks`.

    Args:
        answers: what the student wrote in each blank.
        right: called with the values in `at` by their names, it returns the right value of each
            blank, and the value of each name that a formula may use.
        at: the values; whole numbers stay whole.
        formulas: as in `check_blanks`.
        clues: as in `check_blanks`.
    """
    yours = as_variant(right)
    right = yours.right
    here, names = right(**at)
    standard, _ = yours.standard(**at)
    draw = Draw(0)
    near = [{name: _near(value, draw) for name, value in at.items()} for _ in range(DRAWS)]
    return check_blanks(
        answers,
        replace(yours, right=here, standard=standard),
        names=names,
        formulas=formulas,
        clues=clues,
        elsewhere=[right(**each) for each in near],
    )


def _near(value: float, draw: Draw) -> float:
    near = draw.near(value)
    return max(round(near), 1) if isinstance(value, int) else near


def check_each(
    answers: Answers,
    right: Mapping[str, T],
    verdict: Callable[[object, T, tuple[str, str]], str],
) -> float:
    """Checks blanks one by one, and prints the verdicts.

    Args:
        answers: what the student wrote in each blank; `...` where nothing is written yet.
        right: for each blank, what its verdict is reached with.
        verdict: of an answer, what is right, and (title, blank), a sentence that begins with
            RIGHT or says what is not.

    Raises:
        CheckFailed: no blank is right yet.
    """
    check_names(answers, right)
    verdicts = {}
    for name, value in right.items():
        answer = answers.get(name, ...)
        filled_in = answer is not ...
        verdicts[name] = verdict(answer, value, (title(), name)) if filled_in else UNFILLED
    return _share_of(verdicts)


def known_mistake(written: object, seen: Seen, wrong: Sequence[Seen] = ()) -> str:
    """The verdict on a wrong answer, if what was seen of it is known; else nothing.

    Args:
        written: the answer.
        seen: what was seen of it.
        wrong: what was seen of all wrong answers of the exercise.
    """
    why = sentences(likeliest(looks_like(seen), wrong))
    return f"not yet: you have {written}. " + why.replace("\n", "\n    ") if why else ""


def _share_of(verdicts: Mapping[str, str]) -> float:
    width = max(map(len, verdicts))
    for name, verdict in verdicts.items():
        print(name.ljust(width) + wrapped(f"  {verdict}"))
    right = sum(verdict.startswith(RIGHT) for verdict in verdicts.values())
    if all(verdict == UNFILLED for verdict in verdicts.values()):
        raise CheckFailed(f"fill in the blank{'s' * (len(verdicts) != 1)} first.")
    if right == 0:
        none = f"none of the {len(verdicts)} blanks" if len(verdicts) != 1 else "no blank"
        raise CheckFailed(f"{none} is right.")
    count_blanks(right, len(verdicts))
    return right / len(verdicts)


def formula_asked_for(letters: str) -> str:
    """What is said of a number where a formula in these letters is asked for."""
    return f"That is one number. A formula in {letters} is asked for: write it as text, in quotes."


def check_names(answers: object, blanks: Iterable[str]) -> None:
    """Raises CheckFailed if this is not a dictionary, or has other names than the blanks."""
    if not isinstance(answers, Mapping):
        raise CheckFailed('write the blanks as a dictionary, such as {"x": 2, "y": "log(2)"}.')
    for name in answers:
        if name not in blanks:
            raise CheckFailed(f"There is no blank called {name!r}. Blanks: {', '.join(blanks)}.")


def check_results_by_hand(graph: ComputationNode | Variant, answers: Answers) -> float:
    """Checks a forward pass on paper: the result of each named node, leaves apart.

    A formula may use the names of the leaves, whose values are given. Otherwise as `check_blanks`.
    """
    yours = as_variant(graph)
    graph = yours.right
    results, _ = _named_values(graph)
    named = [n for n in graph.sorted_nodes() if n.name and n.input_nodes]
    inputs = {n: " and ".join(map(_in_words, n.input_nodes)) for n in named}
    clues = {n.name: f"It is {kind(n)} of {inputs[n]}." for n in named}
    right = {n.name: results[n.name] for n in named}
    given = {name: value for name, value in results.items() if name not in right}
    if yours.is_compared:
        # Of 10^5 wrong passes some end in the values of another variant's graph.
        return yours.compared(fit(answers, right, given), tells=yours.wrong is not None)
    yours.introduce(lambda: _fit_standard(answers, yours, right, given))
    return check_blanks(
        answers,
        right,
        names=given,
        clues=clues,
        certain=following_results(graph, answers, given),
        seen=yours.seen(),
    )


def check_gradients_by_hand(
    graph: ComputationNode | Variant, answers: Answers, of: Sequence[str] = ()
) -> float:
    """Checks a backward pass on paper: for each named node, d(output) / d(that node).

    The names in a formula stand for the results of the nodes. Otherwise as `check_blanks`.

    Args:
        graph: the output node.
        answers: what the student wrote, by name of the node.
        of: the nodes asked for, if it is not about all. Then the blank of the node z is called
            `dJ_dz` for the output J, and formulas have no names: with them, those that
            `check_gradients_by_expression` asks for would do.
    """
    yours = as_variant(graph)
    graph = yours.right
    results, gradients = _named_values(graph, yours.one)
    called = f"d{graph.name}_d{{}}" if of else "{}"
    right = {called.format(name): gradients[name] for name in of or reversed(gradients)}
    names = {} if of else results
    clue = "Upstream gradient times local gradient, and at a fork the shares add up."
    if yours.is_compared:
        return yours.compared(fit(answers, right, names))
    yours.introduce(
        lambda: _fit_standard(answers, yours, right, names, called),
        f" Begin with {yours.one} at {graph.name}." if yours.one != 1 else "",
    )
    written = answers if isinstance(answers, Mapping) else {}
    misread = names_for_gradients(written, names, gradients)
    named = [blank for blank in right if has_names(written.get(blank), names)]
    return check_blanks(
        answers,
        right,
        names=names,
        clues=dict.fromkeys(right, clue) | dict.fromkeys(named, f"{clue} {NAMES_ARE_VALUES}"),
        certain=following_gradients(graph, answers, names, yours.one, called) | misread,
        seen=yours.seen(backward=True),
    )


def _fit_standard(
    answers: Answers, yours: Variant, blanks: Values, names: Values, called: str = ""
) -> bool:
    """Whether answers about a graph are those to the standard one and not to this, if the
    notebook's name of it does not stand for something else by now.

    Args:
        names: what a formula may name, with its values here.
        called: of gradients, how the blank of a node is called; empty if it is about results.
    """
    graph = yours.standard
    results, gradients = _named_values(graph) if isinstance(graph, ComputationNode) else ({}, {})
    found = {called.format(name): value for name, value in gradients.items()} if called else results
    return (
        blanks.keys() <= found.keys()
        and fit(answers, {blank: found[blank] for blank in blanks}, results if names else {})
        and not fit(answers, blanks, names)
    )


def check_formula_by_hand(
    function: Callable[..., ComputationNode | torch.Tensor] | Variant,
    derivative: object,
    *,
    at: list[float],
    hint: str = "",
) -> None:
    """Checks a derivative found with ordinary calculus, a formula in x, against PyTorch.

    Args:
        function: of a tensor x, or one that builds its graph from a leaf x.
        derivative: the formula, for example "2 x"; `...` where nothing is written yet.
        at: values of x to compare at; besides, it is compared at random ones between them.
        hint: the name under which `hint` helps; empty if there are no hints.

    Raises:
        CheckFailed: the formula cannot be read, or is wrong somewhere.
    """
    if derivative is ...:
        raise CheckFailed(f"the derivative is {UNFILLED}.")
    yours = as_variant(function)
    found = {value: value_of(derivative, {"x": value}) for value in at}
    yours.introduce(lambda: all(is_close(found[v], _slope(yours.standard, v)) for v in at))
    function = yours.right
    if not isinstance(derivative, str) and not math.isnan(value_of(derivative, {})):
        raise CheckFailed(formula_asked_for("x"), _formula_seen(found, yours))
    right = {value: _slope(function, value) for value in at}
    negated = all(is_close(found[value], -right[value]) for value in at)
    clue = "It is the same for every x." if len(set(found.values())) == 1 < len(at) else ""
    for value in at:
        verdict = _verdict(derivative, right[value], {"x": value}, clue, try_sign=negated)
        if verdict != RIGHT:
            raise CheckFailed(
                f"at x = {value:g}: {verdict.removeprefix('not yet: ')}",
                _formula_seen(found, yours),
                f"`hint({hint!r})` gives a hint." if hint else "",
            )
    draw = Draw(0).random
    for value in (draw.uniform(min(at), max(at)) for _ in range(DRAWS)):
        if not is_close(value_of(derivative, {"x": value}), _slope(function, value)):
            raise CheckFailed(f"{derivative} {BY_CHANCE}")
    print(f"Right at x = {', '.join(f'{value:g}' for value in at)} and between them.")


def _slope(function: Callable, value: float) -> float:
    """The derivative of a function at a value, by PyTorch, without the student's nodes if it can
    do without."""
    x = torch.tensor(value, dtype=torch.float64, requires_grad=True)
    y = function(x)
    if isinstance(y, ComputationNode):
        return float(twin(function(Leaf(value, "x"))).gradients[0])
    return float(torch.autograd.grad(y, x)[0])


def check_backward_order(graph: ComputationNode, order: list[str]) -> None:
    """Checks an order for the backward pass: each node after every node it feeds.

    Args:
        graph: the output node; every node has a name.
        order: the names of all nodes, first to be processed first.

    Raises:
        CheckFailed: a name is missing, unknown or twice, or a node comes too early.
    """
    nodes = {node.name: node for node in graph.sorted_nodes()}
    if problem := _no_order(order, nodes):
        raise CheckFailed(problem)
    seen = ("order", title(), tuple(order))
    if all(
        order.index(n.name) < order.index(u.name) for u in nodes.values() for n in u.input_nodes
    ):
        raise CheckFailed(
            "This looks like the forward order: each node comes before the nodes it feeds.", seen
        )
    for node in nodes.values():
        for source in node.input_nodes:
            if order.index(source.name) < order.index(node.name):
                raise CheckFailed(
                    f"{source.name} comes before {node.name}, which it feeds, so its gradient is "
                    f"not complete when it is processed: the share from {node.name} is missing.",
                    seen,
                )
    print("Right: every node comes after all the nodes it feeds.")


def _no_order(order: object, nodes: Iterable[str]) -> str:
    """What keeps an answer from being a list of all the names, each once; else nothing."""
    if order is ... or not isinstance(order, list | tuple):
        return 'write the order as a list of names in quotes, such as ["z", "y", "x"].'
    if any(not isinstance(name, str) for name in order):
        own = [getattr(each, "name", each) for each in order]
        known = [name for name in own if isinstance(name, str) and name in nodes]
        begun = [f'"{name}"' for name in known][:2] or [f'"{list(nodes)[-1]}"']
        return f"Write the names one after the other, in quotes: [{', '.join(begun)}, ...]."
    if unknown := [name for name in dict.fromkeys(order) if name not in nodes]:
        called = " or ".join(map(repr, unknown[:3]))
        return f"There is no node called {called}. The names are {', '.join(nodes)}."
    if twice := [name for name in nodes if order.count(name) > 1]:
        stands = "stands" if len(twice) == 1 else "stand"
        return f"{', '.join(twice)} {stands} in the list more than once. Each node has one turn."
    if missing := [name for name in nodes if name not in order]:
        are = "is" if len(missing) == 1 else "are"
        return f"{', '.join(missing)} {are} missing. The list needs each node once."
    return ""


def _in_words(node: ComputationNode) -> str:
    if node.name or not node.input_nodes:
        return node.name or node.label
    return f"{kind(node)}({', '.join(map(_in_words, node.input_nodes))})"


def _named_values(
    graph: ComputationNode, one: float = 1.0
) -> tuple[dict[str, float], dict[str, float]]:
    """Result and gradient of each named node, by PyTorch."""
    if not isinstance(graph, ComputationNode):
        raise CheckFailed(
            f"the name of the graph now stands for something else, {graph!r:.40}. Run the cell "
            "that builds the graph once more, and use other names for your own numbers."
        )
    pytorch = twin(graph, one)
    nodes = graph.sorted_nodes()
    named = [(i, node.name) for i, node in enumerate(nodes) if node.name]
    results = {name: float(pytorch.results[i]) for i, name in named}
    return results, {name: float(pytorch.gradients[i]) for i, name in named}


def _formula_seen(found: Mapping[float, float], yours: Variant) -> Seen | None:
    """The values of a wrong formula at all points, to be matched with known mistakes."""
    if any(map(math.isnan, found.values())):
        return None
    if seen := yours.seen():
        return seen({f"{x:g}": value for x, value in found.items()})
    return ("formula", title(), tuple(found.values()))


def _verdict(
    answer,
    right: float,
    names: Values,
    clue: str = "",
    seen: Callable[[float], Seen] | None = None,
    wrong: Sequence[Seen] = (),
    certain: str = "",
    *,
    try_sign: bool = True,
) -> str:
    try:
        value = evaluate(answer, names)
    except ExpressionError as error:
        return f"not yet: {error}"
    if is_close(value, right):
        return RIGHT
    written = f"{value:.6g}"
    if isinstance(answer, str) and answer.strip() != written:
        written = f"{answer} = {written}"
    known = known_mistake(written, seen(value), wrong) if seen else ""
    if certain:
        return f"not yet: you have {written}. {certain}"
    if isinstance(answer, str) and (read := _misread(answer)):
        return f"not yet: you have {written}. {read}"
    if known:
        return known
    if _is_rounded(answer, right):
        return f"not yet: {written} is right as far as it goes, but rounded. Write it as a formula."
    is_decimal = isinstance(answer, str) and re.search(r"\d[.,]\d", answer)
    if is_decimal and math.isclose(value, right, rel_tol=1e-3):
        return f"not yet: {written} is close. Is there a rounded number in it, such as 2.718 for e?"
    if try_sign and math.isclose(value, -right, rel_tol=RTOL):
        return f"not yet: {written} has the wrong sign."
    return f"not yet: you have {written}. {clue}".rstrip()


def _misread(formula: str) -> str:
    """How a function without brackets is read, where something may have been meant otherwise."""
    names = "|".join(map(re.escape, functions()))
    found = re.search(rf"\b({names})\s+([\w.]+)\s*[/*^]", formula)
    if not found:
        return ""
    name, argument = found.groups()
    return f"`{name} {argument}` is read first, as `{name}({argument})`. Write all the brackets."


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
