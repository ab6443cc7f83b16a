"""Formulas as people write them: what they mean, and how meaningless ones are refused."""

import builtins
import math
import os

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course import Exp, Leaf
from course.expressions.expression_error import ExpressionError
from course.expressions.formula import evaluate
from course.expressions.reader import MAX_EXPRESSION_DEPTH, MAX_LENGTH

NAMES = {"x": 3.0, "a": 0.5, "c": -2.0, "d": 1.5, "x1": 7.0, "dz_dx": 11.0}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        # numbers
        (2, 2),
        (-0.75, -0.75),
        ("2", 2),
        ("0.5", 0.5),
        (".5", 0.5),
        ("5.", 5),
        ("1e-3", 0.001),
        ("2E3", 2000),
        ("  7\t", 7),
        # signs
        ("-2", -2),
        ("+2", 2),
        ("--2", 2),
        ("3 - -2", 5),
        ("2 * -3", -6),
        # sums and products
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("8 - 3 - 2", 3),
        ("8 / 4 / 2", 1),
        ("5/4", 1.25),
        ("x/d - a", 1.5),
        ("((((x))))", 3),
        # powers
        ("2^3", 8),
        ("2**3", 8),
        ("-2^2", -4),
        ("(-2)^2", 4),
        ("2^3^2", 512),
        ("2^-1", 0.5),
        ("2 * 3^2", 18),
        ("c^2", 4),
        ("x^2/2", 4.5),
        ("x^-x^0", 1 / 3),
        # products without a sign
        ("2x", 6),
        ("2 x", 6),
        ("2x^2", 18),
        ("-2x", -6),
        ("x a", 1.5),
        ("2(x + 1)", 8),
        ("(x + 1)(x - 1)", 8),
        ("(x + 1) x", 12),
        ("x(x + 1)", 12),
        ("1/2 x", 1.5),
        ("2 x a + 1", 4),
        ("2 exp(x)", 2 * math.exp(3)),
        # functions
        ("log(2)", math.log(2)),
        ("log 2", math.log(2)),
        ("ln 2", math.log(2)),
        ("math.log(2)", math.log(2)),
        ("½", 0.5),
        ("⅔ x", 2),
        ("3\\,x^2\\!+\\;1", 28),
        ("0.6.", 0.6),
        ("x \\div 2;", 1.5),
        ("e^{2}", math.e**2),
        ("-log 2", -math.log(2)),
        ("log 2^3", math.log(8)),
        ("log 2 x", math.log(2) * 3),
        ("log 2 + 1", math.log(2) + 1),
        ("log 8 / 2", math.log(8) / 2),
        ("exp -c", math.exp(2)),
        ("exp(-c)", math.exp(2)),
        ("exp(d)/2", math.exp(1.5) / 2),
        ("-exp(-c)/2", -math.exp(2) / 2),
        ("exp(x)/2 - exp(-x)/2", math.sinh(3)),
        ("exp(log(2) x)", 8),
        ("log log 3", math.log(math.log(3))),
        ("sqrt(2 x + x)", 3),
        ("sinh x + cosh x", math.exp(3)),
        ("tanh(x)^2", math.tanh(3) ** 2),
        ("1 - tanh(x)^2", 1 - math.tanh(3) ** 2),
        ("exp(x)^2", math.exp(6)),
        ("exp(x)^-1 * 2", 2 * math.exp(-3)),
        ("log(2)x", 3 * math.log(2)),
        # Euler's number
        ("e", math.e),
        ("e^x", math.exp(3)),
        ("e**x", math.exp(3)),
        ("e^-x", math.exp(-3)),
        ("e^(2x)", math.exp(6)),
        ("e^d/2", math.exp(1.5) / 2),
        ("2e", 2 * math.e),
        ("2e^x", 2 * math.exp(3)),
        ("(e^x - e^-x)/2", math.sinh(3)),
        # signs that are not on the keyboard
        ("−2", -2),
        ("–x", -3),
        ("2·x", 6),
        ("2×x", 6),
        ("x÷2", 1.5),
        ("x²", 9),
        ("x³ + 1", 28),
        ("x⁴", 81),
        ("2¹⁰", 1024),
        ("x⁻¹", 1 / 3),
        ("(x + 1)²", 16),
        ("e⁻²", math.exp(-2)),
        ("3²⁻¹ + 1", 4),
        # names
        ("x1", 7),
        ("dz_dx + 1", 12),
        ("2ac", -2),
        ("x_1 + X₁", 14),
        # what other homeworks ask for
        ("max(x, a)", 3),
        ("max(a)", 0.5),
        ("|c|", 2),
        ("$2 \\cdot x^{2}$", 18),
        ("-\\frac{x + 1}{\\dfrac{1}{2}}^2", -64),
        ("e^\\frac{1}{2}", math.exp(0.5)),
        ("\\frac12 x^2", 4.5),
        ("½(eˣ − e⁻ˣ)", math.sinh(3)),
        ("2²ˣ", 64),
        ("x^2 + (x).", 12),
        ("2 x.", 6),
        ("\\tfrac1{x}", 1 / 3),
        ("\\frac{1}4", 0.25),
        ("\\frac 1 2", 0.5),
        ("\\frac xc", -1.5),
        ("Log(2)", math.log(2)),
        ("√d", math.sqrt(1.5)),
        ("sigmoid(0)", 0.5),
        ("2x  # twice", 6),
        ("2  # so y = 2...\n + x # is 5", 5),
    ],
)
def test_a_formula_means_what_people_mean(formula, value):
    assert evaluate(formula, NAMES) == pytest.approx(value, rel=1e-12)


def test_an_x_that_is_no_name_is_taken_for_a_sign():
    for formula in ("s x t", "s x (1 - t)"):
        with pytest.raises(ExpressionError, match="if you mean a product, write `\\*`"):
            evaluate(formula, {"s": 0.5, "t": 2.0})


def test_e_is_a_name_where_it_is_given_but_not_as_the_base_of_a_power():
    names = {"e": 0.5, "d": 2.0}
    assert evaluate("e", names) == 0.5
    assert evaluate("e/2", names) == 0.25
    assert evaluate("2e", names) == 1.0
    assert evaluate("e^d", names) == pytest.approx(math.e**2)
    assert evaluate("e**d", names) == pytest.approx(math.e**2)
    assert evaluate("exp(e)", names) == pytest.approx(math.exp(0.5))


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("", "The expression is empty."),
        ("   ", "The expression is empty."),
        ("|1 - |2||", "I cannot read `|1 - |2||`: `|` is not expected there."),
        ("2 +", "I cannot read `2 +`: something is missing at the end."),
        ("log", "I cannot read `log`: something is missing at the end."),
        ("log(2", "I cannot read `log(2`: a closing bracket is missing."),
        ("(1 + 2", "I cannot read `(1 + 2`: a closing bracket is missing."),
        ("1 + 2)", "I cannot read `1 + 2)`: `)` is not expected there."),
        ("()", "I cannot read `()`: `)` is not expected there."),
        ("50%", "I cannot read `50%`: write a fraction as 1/2 or 0.5, without a percent sign."),
        ("* 2", "I cannot read `* 2`: `*` is not expected there."),
        ("2 / / 3", "I cannot read `2 / / 3`: `/` is not expected there."),
        ("log3", "if you mean a function, write `log(3)`"),
        ("3 1/3", "I cannot read `3 1/3`: a mixed number is written with a plus"),
        ("1,5", "a decimal number with a point"),
        (
            "1,024",
            "only one value fits here, and a number is written without commas",
        ),
        ("(1, 5)", "only one value fits here"),
        ("(1,5)", "only one value fits here"),
        ((1, 5), "is not an answer"),
        ("min(1, 2)", "(known: sin, exp"),
        ("1.2.3", "I cannot read `1.2.3`: `.3` is not expected there."),
        ("2 3", "I cannot read `2 3`: `3` is not expected there."),
        ("x 2", "I cannot read `x 2`: `2` is not expected there."),
        ("2 & 3", "I cannot read `2 & 3`: `&` is not expected there."),
        ("2½", "is not expected there"),
        ("\\sum_{i=1}^x i", "without a sum sign"),
        ("A[0]", "a single entry cannot be picked out"),
        ("exp[2] + x1[0]", "a single entry cannot be picked out, as in `x1[0]`"),
        (r"\sqrt[3]{8}", "a root with an index"),
        ("|x", "I cannot read `|x`: a bar is missing"),
        ("|2 - 5", "a bar is missing"),
        ("2|", "a bar is missing"),
        (".", "I cannot read `.`: `.` is not expected there."),
        ("tanh^2 x", "write the power of a function at the end: tanh(x)^2."),
        ("y", "`y` is not a name I know here (known: x, a, c, d, x1, dz_dx)"),
        (
            "x2",
            "`x2` is not a name I know here (known: x, a, c, d, x1, dz_dx); if you mean a power",
        ),
        ("O(x)", "leaves factors out"),
        ("log(x, 2)", "log takes 1 input, and there are 2"),
        ("2 @ 3", "is for matrices"),
        ("attention(1, 2, 3)", "is for matrices"),
        ("log2", "`log2` is not a name I know here"),
        ("arctan(x)", "`arctan` is not a function I know (known: exp"),
        ("π", "`π` is not a name I know here"),
        ("log(0)", "`log(0)` has no finite value."),
        ("log -1", "`log -1` has no finite value."),
        ("1/0", "`1/0` has no finite value."),
        ("0^-1", "`0^-1` has no finite value."),
        ("(-8)^0.5", "`(-8)^0.5` has no finite value."),
        ("exp((-8)^0.5)", "`exp((-8)^0.5)` has no finite value."),
        ("exp(1000)", "`exp(1000)`: an intermediate number is too large"),
        ("9**9**9**9", "`9**9**9**9`: an intermediate number is too large"),
        ("1e999", "`1e999` has no finite value."),
        ("1e999 - 1e999", "`1e999 - 1e999` has no finite value."),
        ("-log(e^1000/(3 e^1000))", "an intermediate number is too large"),
        ("1 + ... + x", "dots do not say which terms are meant"),
        ("sum(1..x)", "dots do not say which terms are meant"),
        ("203,264", "a number is written without commas"),
        ("2 x - 203 264", "a number is written without spaces"),
        ("x 264", "`264` is not expected there"),
        ("y = 2 x", "leave out `y =`"),
        ("x = 2 x", "leave out `x =`"),
        ("x=2 x", "leave out `x=`"),
        ("x += 2", "leave out `x +=`"),
        ("x := 2", "leave out `x :=`"),
        ("-4 x + 2 = 0", "`=` is not expected"),
        ("2 (5 - 1) = 8", "leave out `2 (5 - 1) =`"),
        ("x <= 2", "`<` is not expected there"),
        ("x<=2", "`<` is not expected there"),
        ("x" * 301, "An expression has at most 300 characters."),
        (None, "None is not an answer: write a number such as 0.5, or text such as"),
        ([1, 2], "[1, 2] is not an answer"),
        (1j, "1j is not an answer"),
        (True, "True is not an answer"),
        (np.True_, "is not an answer"),
        (b"0.5", "b'0.5' is not an answer"),
        (torch.zeros(200), "A tensor of shape (200,) is not an answer"),
        (Exp, "A class, Exp, is not an answer"),
        (Exp(Leaf(1.0)), "A node, Exp, is not an answer"),
        (math.inf, "inf is not a finite number."),
        (math.nan, "nan is not a finite number."),
        (10**400, "is not an answer"),
        ("\\frac{1}", "something is missing at the end"),
        ("\\frac123", "write a fraction as a/b"),
        ("\\frac 5. 2", "write a fraction as a/b"),
        (
            "\\sigma(1 - \\sigma)",
            "`\\sigma` is a function here: write of what, as in \\sigma(...), or a name (known: x",
        ),
        ("4pow(x, 3)", "a power is written x^3"),
        ("x * (1 + tanh)", "`tanh` is a function here: write of what"),
        ("Mean(x)", "Mean(a, b) is (a + b)/2"),
        ("1 - dz/dx", "`dz/dx` is written dz_dx."),
        ("dz/dy", "`dz` is not a name I know here"),
        ("\frac{x}{2}", "put an r before the quotes"),
        ("2 \times x", "put an r before the quotes"),
    ],
)
def test_text_that_is_not_a_formula_is_refused_in_a_sentence(formula, message):
    with pytest.raises(ExpressionError) as caught:
        evaluate(formula, NAMES)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "gradient",
    [
        "∂J/∂W_2",
        "\\partial J / \\partial W_{2}",
        "\\left{∂J/∂W2\\right}",
        "\\frac{\\partial J}{\\partial W_2}",
        "\\dfrac{ \\partial J }{ \\partial W2 }",
    ],
)
def test_a_gradient_is_read_as_it_is_written_in_calculus(gradient):
    assert evaluate(f"1 + 2 {gradient} - x", {"dJ_dW2": 5.0, "x": 3.0}) == 8.0


@pytest.mark.parametrize("typed", ["lambda", "λ", "lam"])
def test_a_name_that_is_not_known_is_quoted_as_it_was_typed(typed):
    with pytest.raises(ExpressionError, match=f"`{typed}` is not a name I know here"):
        evaluate(f"2 * {typed}", {"x": 1.0})


def test_a_number_too_long_to_be_written_is_refused_in_a_sentence():
    for answer in (10**5000, [10**5000]):
        with pytest.raises(ExpressionError, match="So long a number is not an answer"):
            evaluate(answer, NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "().__class__.__bases__[0]",
        "exp.__globals__",
        "open('/etc/passwd')",
        "print(1)",
        "[x for x in (1,)]",
        "lambda: 1",
        "x if x else a",
        "x; a",
        "f'{x}'",
        "round(-1)",
        "os.log(2)",
        "True",
        "None",
        "1_000",
        "0x10",
        "1j",
        "2 // 1",
        "3 % 2",
        "1 < 2",
        "x\nimport os",
    ],
)
def test_a_formula_is_never_run_as_python(text, monkeypatch):
    def forbidden(*args, **kwargs):
        raise AssertionError("Python was run")

    monkeypatch.setattr(os, "system", forbidden)
    for name in ("eval", "exec", "compile", "open", "__import__"):
        monkeypatch.setattr(builtins, name, forbidden)
    failure = None
    try:
        evaluate(text, NAMES)
    except ExpressionError as error:
        failure = error
    finally:
        monkeypatch.undo()
    assert failure is not None


@pytest.mark.parametrize(
    "open_, close", [("(", ")"), ("log(", ")"), ("-", ""), ("2^", ""), ("exp ", "")]
)
def test_deeply_nested_text_is_read_or_refused(open_, close):
    times = (MAX_LENGTH - 1) // len(open_ + close)
    try:
        value = evaluate(open_ * times + "1" + close * times, {})
    except ExpressionError:
        return
    assert math.isfinite(value)


def test_an_expression_may_be_as_deep_and_as_long_as_is_said():
    deepest, longest = MAX_EXPRESSION_DEPTH - 1, MAX_LENGTH  # the number itself is one level, too
    assert evaluate("(" * deepest + "2" + ")" * deepest, {}) == 2
    assert evaluate("2".ljust(longest), {}) == 2
    for too_much in ("(" * (deepest + 1) + "2" + ")" * (deepest + 1), "2".ljust(longest + 1)):
        with pytest.raises(ExpressionError, match=r"inside each other|at most"):
            evaluate(too_much, {})


@pytest.mark.parametrize("opening", ["(", "((2+", "-(", "log("])
def test_unclosed_brackets_are_refused(opening):
    text = (opening * MAX_LENGTH)[:MAX_LENGTH]
    with pytest.raises(ExpressionError):
        evaluate(text, {})


NUMBERS = st.integers(1, 9).map("{}.0".format)  # of whole numbers, Python's powers are endless
FORMULAS = st.recursive(
    NUMBERS | st.just("x") | st.just("-x"),
    lambda parts: (
        st.builds("({}) {} {}".format, parts, st.sampled_from(["+", "-", "*", "/", "**"]), parts)
        | parts.map("-({})".format)
    ),
    max_leaves=6,
)


@given(FORMULAS)
def test_a_formula_that_is_also_python_has_pythons_value(text):
    try:
        expected = eval(text, {"x": 3.0})
    except (ZeroDivisionError, OverflowError):
        expected = math.inf
    if isinstance(expected, complex) or not math.isfinite(expected):
        with pytest.raises(ExpressionError):
            evaluate(text, {"x": 3.0})
    else:
        assert evaluate(text, {"x": 3.0}) == expected
