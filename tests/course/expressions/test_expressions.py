"""Expressions in matrices and nodes: what is allowed, what it means, and how others are refused."""

import math
import re
from dataclasses import replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course.check.costs.count_reader import read_count
from course.expressions.equations import compute, compute_all
from course.expressions.expression_error import ExpressionError
from course.expressions.formula import evaluate
from course.expressions.graph_of import graph_of
from course.expressions.reader import parts_of
from course.expressions.spelling import on_keyboard
from course.expressions.typed_graph import (
    MAX_TYPED_ENTRIES,
    read_graph,
    read_values,
    unused_names,
)
from course.expressions.vocabulary import Vocabulary
from course.graph import Leaf
from course.operations import classes_by_function
from course.player.recorded_run import simulated_run
from tests.helpers.engine import forward_algorithm

A = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=torch.float64)
B = torch.tensor([[0.5, -1.0, 2.0], [1.0, 0.0, -0.5]], dtype=torch.float64)
NAMES = {"A": A, "B": B, "lam": 0.1}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("A @ B.T", A @ B.T),
        ("A @ Bᵀ", A @ B.T),
        ("A @ B^T", A @ B.T),
        ("A @ B^\\top", A @ B.T),
        ("A @ B.t()", A @ B.T),
        ("A @ transpose(B)", A @ B.T),
        ("3.T * A", 3 * A),
        ("-A * B", -A * B),
        ("A ⊙ B − A", A * B - A),
        ("A \\odot B", A * B),
        ("A / 2 + lam", A / 2 + 0.1),
        ("2 A + lam B", 2 * A + 0.1 * B),
        ("lamA", 0.1 * A),
        ("tanh A", A.tanh()),
        ("e^A", A.exp()),
        ("relu(B)", B.relu()),
        ("torch.sum(A, 0, keepdim=True)", A.sum(0, keepdim=True)),
        ("λ * A", 0.1 * A),
        ("σ(A)", A.sigmoid()),
        ("lambda * A", 0.1 * A),
        ("A^2", A**2),
        ("A²", A**2),
        ("A**-1", 1 / A),
        ("torch.tanh(A)", A.tanh()),
        ("A.tanh()", A.tanh()),
        ("sigmoid(B) - exp(B)", B.sigmoid() - B.exp()),
        ("log(A)", A.log()),
        ("RowSums(A)", A.sum(1, keepdim=True)),
        ("A.sum(1, keepdim=True)", A.sum(1, keepdim=True)),
        ("A.sum(-1, keepdim=True)", A.sum(1, keepdim=True)),
        ("A.sum(dim=-2, keepdims=True)", A.sum(0, keepdim=True)),
        ("A.sum()", A.sum()),
        ("((A - B)**2).sum() / 2", ((A - B) ** 2).sum() / 2),
        ("SquaredLoss(A, B)", ((A - B) ** 2).sum() / 2),
        ("Mean(SquaredNorm(A), Sum(B))", ((A**2).sum() + B.sum()) / 2),
        (
            "LogisticLoss(1000 * B, A)",
            torch.nn.functional.binary_cross_entropy_with_logits(1000 * B, A),
        ),
        (3, torch.tensor(3.0)),
    ],
)
def test_an_expression_means_what_it_means_in_python(expression, value):
    found = compute(expression, NAMES)
    assert found.shape == value.shape
    assert torch.allclose(found, value.double())


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("A @ B", "the shapes of Matmul do not fit: (2, 3) and (2, 3)"),
        ("A * B.T", "the shapes of Mul do not fit: (2, 3) and (3, 2)"),
        ("A * B.T", "a matrix product is written with @"),
        ("A B", "A matrix product is written A @ B"),
        ("A(B)", "A matrix product is written A @ B"),
        ("", "empty"),
        ("A x B", "if you mean a product, write `*`"),
        ("a @ B.T", "`a` is not a name I know here (known: A, B, lam), but `A` is."),
        ("A @ C", "`C` is not a name I know here (known: A, B, lam)"),
        ("selu(A)", "`selu` is not a function I know (known: relu"),
        ("tanh", "something is missing at the end"),
        ("tanh²(A)", "at the end: tanh(x)^2"),
        ("A**lam", "a power has to be a whole number"),
        ("Mean(A)", "Mean takes 2 inputs, and there is 1"),
        ("A.mean(0)", "Mean(a, b) is (a + b)/2"),
        ("A.mean()", "Mean(a, b) is (a + b)/2"),
        ("np.mean(A, 0)", "`np` is not a name I know here"),
        ("A.sum(1)", "RowSums(A)"),
        ("A.sum(0)", "ColumnSums(A)"),
        ("sum(A, dim=-2)", "ColumnSums(A)"),
        ("log(-A)", "no finite value in entry [0, 0]."),
        ("log(log(A))", "no finite value in entry [0, 0]."),
        ("1e999", "no finite value"),
        ("A" + " + A" * 200, "at most 300 characters"),
        ("A\0", "I cannot read"),
        ("A * 0,5", "with a point"),
        (None, "A formula is text, in quotes"),
        (True, "A formula is text, in quotes"),
        (torch.ones(2), "A formula is text, in quotes"),
        ("||A||^2", "a squared norm is written SquaredNorm(A)"),
        ("lam/2 (\\|A\\|^2 + \\|B\\|^2)", "a squared norm is written SquaredNorm(A)"),
        ("\\lVert A - B \\rVert^2", "a squared norm is written SquaredNorm(A)"),
    ],
)
def test_an_unreadable_or_incomputable_expression_is_refused_in_a_sentence(expression, said):
    with pytest.raises(ExpressionError) as caught:
        compute(expression, NAMES)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').getcwd()",
        "A.__class__",
        "A[0]",
        "[x for x in A]",
        "lambda: A",
        "(A := B)",
        "A if B else A",
        "'text'",
        "f'{A}'",
        "A.tolist()",
        "tanh(*A)",
        "9**9**9",
        "A if 1 < 2 else B",
    ],
)
def test_only_arithmetic_is_carried_out(expression):
    with pytest.raises(ExpressionError):
        compute(expression, NAMES)


PIECES = [
    *"xAn2e()+-*/@^.,|=;[]{}#²ᵀ½√⁻λ",
    "0.5",
    ".T",
    "max(",
    "O(",
    "log ",
    ".sum(1, keepdim=True)",
]
EVERYWHERE = {
    "number": lambda text: evaluate(text, {"x": 2, "A": -3.0, "n": 5}),
    "matrix": lambda text: compute(text, {"x": 2.0, "A": A, "n": A.T}),
    "cost": lambda text: read_count(text, ["x", "A", "n"]),
    "graph": lambda text: read_graph(text, "A = [[1, 2]]", sketch=True),
}


@pytest.mark.parametrize("kind", EVERYWHERE)
@given(
    st.lists(
        st.sampled_from([*PIECES, *(f"{name}(" for name in classes_by_function())]), max_size=9
    )
    | st.lists(st.sampled_from("0123456789.eEx+-*/^() log,²⁻−_\n"), max_size=40)
)
def test_any_text_has_a_value_or_is_refused_in_a_sentence(kind, pieces):
    try:
        value = EVERYWHERE[kind]("".join(pieces))
    except ExpressionError as error:
        assert str(error).endswith(".")
    else:
        assert kind != "number" or math.isfinite(value)


@pytest.mark.parametrize("kind", EVERYWHERE)
@pytest.mark.parametrize(
    "text", ["2 x", "2*x", "x^2 + x**2", "x² / 4", "|x| - -x", "(x + 1) x", "nx"]
)
def test_text_that_is_legal_in_one_kind_of_expression_is_legal_in_all(kind, text):
    EVERYWHERE[kind](text)


def test_a_table_may_use_its_earlier_rows():
    found = compute_all({"C": "A @ B.T", "c": "Sum(C)"}, NAMES)
    assert list(found) == ["C", "c"]
    assert found["c"] == (A @ B.T).sum()


def test_a_missing_equation_is_named():
    with pytest.raises(ExpressionError, match="the equation of c is still to be filled in"):
        compute_all({"C": "A @ B.T", "c": ...}, NAMES)
    with pytest.raises(ExpressionError, match="the equation of C is still to be filled in"):
        graph_of({"C": ...}, NAMES)


@pytest.mark.parametrize("sketch", [True, False])
def test_a_graph_cannot_be_made_without_expressions(sketch):
    with pytest.raises(ExpressionError, match="empty"):
        graph_of({}, {}, sketch=sketch)


def test_a_graph_without_a_class_for_an_operation_is_refused_in_a_sentence():
    with pytest.raises(ExpressionError, match="needs a node class Log, but there is none") as told:
        graph_of({"C": "log(A)"}, NAMES)
    assert {"Exp,", "Matmul,"} <= set(str(told.value).split())


def test_a_sketch_of_a_graph_has_names_and_results():
    sketch = graph_of({"C": "A * B", "c": "SquaredNorm(C)"}, NAMES, sketch=True)
    assert sketch.name == "c"
    assert sketch.get("C").shape == (2, 3)
    assert torch.allclose(torch.as_tensor(sketch.result), ((A * B) ** 2).sum())


# Graphs


@pytest.mark.parametrize("name", ["lambda", "λ", "lam"])
@pytest.mark.parametrize("written", ["lambda*x", "λ x", "2*lam*x - lam x"])
def test_a_leaf_may_be_called_lambda_in_any_spelling(name, written):
    graph = graph_of({"y": written}, {name: 2.0, "x": 3.0})
    forward_algorithm(graph)
    assert graph.result == 6.0 and graph.get(name)


@pytest.mark.parametrize(
    ("text", "values", "result"),
    [
        ("x*x + x", "x = 3", 12),
        ("e^x", "x = 0", 1),
        ("2 / x - 1", "x = 4", -0.5),
        ("p = exp(x); m = exp(-x); (p - m)/(p + m)", "x = 0.5", math.tanh(0.5)),
        ("tanh(x)", "x = 1/2", math.tanh(0.5)),
        ("sum(A @ B)", "A = [[1, 2]]; B = [[3], [4]]", 11),
        ("e = 3 x; e^2", "x = 2", 36),
        ("e = 3 x\n\nf = e +\n 1\n(f - 1)^2", "x = 2", 36),
        ("e^x", "x = 2", math.e**2),
        ("y = 2; y*x", "x = 4", 8),
        ("x(x + 1)", "", 6),
        ("2 x_1", "x_1 = 3", 6),
        ("sin(x)", "x = [0]", 0),
        ("lambda*x", "lambda = 5, x = 2", 10),
        ("λ x", "lambda = 5, x = 2", 10),
        ("λ = 3 x; λ*x", "x = 2", 12),
    ],
)
def test_an_expression_becomes_a_graph(text, values, result):
    assert float(forward_algorithm(read_graph(text, values)).result) == pytest.approx(result)


def test_suggested_replacements_for_a_function_are_accepted():
    with pytest.raises(ExpressionError, match=r"max\(x, 0\) is written relu\(x\)"):
        read_graph("max(x, 0)", sketch=True)
    assert float(read_graph("relu(x)", "x = -1", sketch=True).result) == 0
    with pytest.raises(ExpressionError, match="`min` is not a function I know") as refusal:
        read_graph("min(x, y)", sketch=True)
    (known,) = re.findall(r"known: (.*) and others", str(refusal.value))
    for each in known.split(", "):
        read_graph(f"{each}(x)", "x = 1", sketch=True)


@pytest.mark.parametrize(
    ("text", "result"),
    [("x^0.5", 2), ("x^-1.5", 1 / 8), ("x^y", 64), ("2^x", 16)],
)
def test_a_fractional_power_is_built_from_exp_and_log(text, result):
    graph = read_graph(text, "x = 4, y = 3", sketch=True)
    assert float(graph.result) == pytest.approx(result)
    assert simulated_run(graph).first_problem is None


def test_a_sketch_of_a_power_without_a_value_has_an_infinite_result():
    assert read_graph("1 / x", "x = 0", sketch=True).result == math.inf


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("", "", "is empty"),
        ("2 + 3", "", "needs a letter"),
        ("2 +\n3\n", "", "`2 + 3` is a number"),
        ("x +", "", "something is missing"),
        ("x^y", "", "needs a node class Log"),
        ("(-2)^x", "", "only a positive number has a log"),
        ("x^100", "", "a whole power is at most 99"),
        ("log(x)", "", "needs a node class Log"),
        ("__import__('os').getcwd()", "", "cannot read"),
        ("x", "x = [[1], [2, 3]]", "rows of a tensor have equal lengths"),
        ("x", "x = open", "not a name I know"),
        ("x // y", "", "`/` is not expected"),
        ("* x", "", "`*` is not expected"),
        ("x==x", "", "`=` is not expected"),
        ("f(x)", "", "`f` is not a function I know"),
        ("import os", "", "`import` cannot be a name"),
        ("x if x else y", "", "`if` cannot be a name"),
        ("log(-1) x", "", "no finite value"),
        ("x", "x = 0,5", "a decimal number has a point"),
        ("A @ x", "A = [[1, 2]]", "the shapes of Matmul do not fit: (1, 2) and ()"),
        ("(" * 150 + "x", "", "bracket"),
        ("x", f"x = {[0] * 101}", "between 1 and 100"),
    ],
)
def test_a_graph_that_cannot_be_read_is_refused_with_a_reason(text, values, said):
    with pytest.raises(ExpressionError, match=re.escape(said)):
        read_graph(text, values)


def test_a_comment_ends_with_its_line_and_hides_semicolons():
    graph = read_graph("y = x*x  # square; done +\ny + x", "x=3", sketch=True)
    assert float(graph.result) == 12


def test_values_may_be_numbers_formulas_and_tensors():
    values = read_values("x = log 2, A = [[1, 2], [3, 4]]; b = -0.5")
    assert values["x"] == math.log(2) and values["b"] == -0.5
    assert values["A"].tolist() == [[1, 2], [3, 4]]


def test_entries_of_tensors_are_written_as_numbers_are():
    assert read_values("x = [.5, 1., +1, -2e1]")["x"].tolist() == [0.5, 1, 1, -20]


@pytest.mark.parametrize(
    ("tensor", "reason"),
    [
        ("[1e400]", "no finite value"),
        (f"[{10**400}]", "no finite value"),
        ("[1 2]", "cannot read"),
        ("[1+2]", "cannot read"),
        ("[[1, 2], [3]]", "equal lengths"),
        ("[1, [2]]", "equal lengths"),
    ],
)
def test_a_tensor_that_cannot_be_read_is_refused_for_the_true_reason(tensor, reason):
    with pytest.raises(ExpressionError, match=reason):
        read_values(f"x = {tensor}")


def test_only_names_that_do_not_occur_are_unused_however_they_are_spelled():
    values = "lambda = 5, y = 2, z = 3, λ2 = 4"
    graph = read_graph("x y² + λ # z", values, sketch=True)
    assert unused_names("x y² + λ # z", values, graph) == ["z", "λ2"]


def meaning(text):
    """The parts of an expression, wherever they stand in it; None if it cannot be read."""
    try:
        return [replace(part, place=0) for part in parts_of(text, Vocabulary(["x", "A", "n"]))]
    except ExpressionError:
        return None


@given(st.lists(st.sampled_from([*PIECES, *" xA·−²³⁻½√ᵀ", "|x|", "**", "λ", "log "]), max_size=9))
def test_an_expression_as_on_a_keyboard_means_the_same(pieces):
    text = "".join(pieces)
    assert meaning(text) in (None, meaning(on_keyboard(text)))


def test_a_sketch_may_continue_a_graph_that_has_no_results_yet():
    assert graph_of({"y": "x*x"}, {"x": Leaf(2.0)}, sketch=True).result == 4.0


def test_a_typed_tensor_has_at_least_one_entry_and_not_too_many():
    typed = [str([1] * entries) for entries in (1, MAX_TYPED_ENTRIES, MAX_TYPED_ENTRIES + 1)]
    assert [len(read_values(f"A = {text}")["A"]) for text in typed[:2]] == [1, MAX_TYPED_ENTRIES]
    for text in ("[]", typed[2]):
        with pytest.raises(ExpressionError, match="between 1 and"):
            read_values(f"A = {text}")
