"""How formulas for costs may be written, and what is refused."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course.check.costs.big_o import NotACount, differences
from course.check.costs.count_reader import read_count
from course.expressions.expression_error import ExpressionError
from course.expressions.reader import MAX_LENGTH
from tests.helpers.clock import takes_less_than

MND = ("m", "n", "d")


def same_growth(one, other, sizes=MND):
    return not differences(read_count(one, sizes), read_count(other, sizes))


@pytest.mark.parametrize(
    "spelling",
    [
        "m n d^2",
        "mnd^2",
        "mndd",
        "m*n*d**2",
        "m*n*d*d",
        "m·n·d²",
        "m × n × d²",
        "m⋅n⋅d^2",
        "m n d^{2}",
        "$m \\cdot n \\cdot d^{2}$",
        "M N D^2",
        "O(m n d^2)",
        "O(mnd²)",
        "Θ(mnd²)",
        "𝒪(mnd²)",
        "Theta(m n d^2)",
        "O(m n d^2) + O(m n d)",
        "m (O(n d^2) + O(n d))",
        "m[O(nd^2) + O(nd)]",
        "2 O(m n d^2)",
        "2m n d^2 + 7",
        "½ m n d²",
        "0.5mnd^2",
        "1e3 m n d^2",
        "m n d^2 / 2",
        "m n d^3 / d",
        "m n d^2 − m n d",
        "(m - 1) n d^2",
        "(2m - 1) * 2 n d^2 + m n d",
        "m*n*(d^2 + d)",
        "d (m n d + m n)",
        "m n d^(1 + 1)",
        "m n d^2.0",
        "m n sqrt(d^4)",
        "m n d^1.5 d^.5",
        "m n d^2 log 2",
        "max(m n d^2, m n d)",
        "  m   n d ^ 2 ",
        "--m n d^2",
        "\\left(m n d^2\\right)",
        "$\\mathcal{O}(m n d^2)$",
        "\\mathcal O(m n d^2)",
        "\\mathrm{ O }\\left(m n d^{2}\\right)",
    ],
)
def test_spellings_of_m_n_d_squared_are_equal(spelling):
    assert same_growth(spelling, "m n d^2")


@pytest.mark.parametrize(
    "spelling",
    [
        "O(mnd + md^2)",
        "O(mnd) + O(md²)",
        "m*(n*d + d**2)",
        "m d (n + d)",
        "d*(m*n + m*d)",
        "(n + d) m d",
        "m d max(n, d)",
        "max(m n d, m d^2)",
        "max(m n d, m d^2, n d, d)",
        "m d² + 2 m n d",
        "m n d + m d^2 + n d",
        "m n d + m d^2 + m d",
        "(m + 1) n d + m d^2",
        "m n d + m d^2 + 3 d^2",
        "m d sqrt(n^2) + m d^2",
        "m n d + m d^1.5 sqrt(d)",
        "m d^2 (1 + n / d)",
        "m (n + d)^2 - m n^2 - m d^2 + m d^2",
        "m n d + m d^2 + m d sqrt(n d)",  # never more than the larger of the two
    ],
)
def test_spellings_of_m_n_d_plus_m_d_squared_are_equal(spelling):
    assert same_growth(spelling, "m n d + m d^2")


@pytest.mark.parametrize(
    ("spelling", "ray"),
    [
        ("m n d", (0, 0, 1)),
        ("m d^2", (0, 1, 0)),
        ("m n d + d^2", None),
        ("n d + m d^2", None),
        ("m n d + m d", (0, 0, 1)),
        ("m n + m d^2", None),
        ("m n d^2", None),
        ("m n d * m d^2", (0, 0, 1)),
        ("m (n + d)", (0, 0, 1)),
        ("m (n + d)^2", (0, 1, 0)),
        ("m^2 n d + m d^2", (1, 0, 0)),
        ("m n d + m d^2.1", (0, 0, 1)),
        ("m n d + m d^3 / n", None),
        ("m d sqrt(n d)", None),
        ("7", (0, 0, 1)),
    ],
)
def test_different_formulas_are_told_apart_by_the_first_size_that_differs(spelling, ray):
    found = differences(read_count(spelling, MND), read_count("m n d + m d^2", MND))
    assert found
    assert ray is None or next(iter(found)) == ray


@pytest.mark.parametrize(
    "spelling",
    [
        "z3 z2 + z2 z1 + z1 x",
        "z3z2+z2z1+z1x",
        "1*z3*z2 + 1*z2*z1 + 1*z1*x",
        "|z3||z2| + |z2||z1| + |z1||x|",
        "|z_3| |z_2| + |z_2| |z_1| + |z_1| |x|",
        "z₃·z₂ + z₂·z₁ + z₁·x",
        "$z_{3} z_{2} + z_{2} z_{1} + z_{1} x$",
        "z2*(z3 + z1) + z1*x",
        "Z3 Z2 + Z2 Z1 + Z1 X",
        "O(z3 z2) + O(z2 z1) + O(z1 x)",
        "(z3 + z1)(z2 + x) - z3 x",
    ],
)
def test_exact_counts_may_be_written_in_many_ways(spelling):
    names = ("z3", "z2", "z1", "x")
    right = read_count("z3*z2 + z2*z1 + z1*x", names)
    assert read_count(spelling, names, exact=True) == right


@pytest.mark.parametrize("small", ["n/10^10", "1e-10 n", "n sqrt(1/10^10/10^10)"])
def test_a_small_factor_is_no_zero(small):
    assert read_count(small, ["n"]).growth() == read_count("n", ["n"])
    assert read_count(small, ["n"], exact=True) == read_count("n/10^10", ["n"], exact=True)


def test_a_power_may_be_as_large_as_twelve():
    assert read_count("m^12", ["m"]).terms == {(12,): 1}


def test_an_exact_count_keeps_factors_and_smaller_terms():
    assert read_count("2 m", ["m"]) != read_count("m", ["m"])
    assert read_count("m^2 + m", ["m"]) != read_count("m^2", ["m"])


@pytest.mark.parametrize(
    ("formula", "place", "why"),
    [
        ("m n h^2", 4, "`h` is not a name I know here (known: m, n, d)"),
        ("m (T_mm + n d)", 3, "`T_mm` is not a name I know here"),
        ("m n d2", 4, "if you mean a power, write `d^2`"),
        ("m n d 2", 6, "`2` is not expected there"),
        ("m n d^2 operations", 8, "`operations` is not a name I know here"),
        ("O(m n d^2", 9, "a closing bracket is missing"),
        ("O(m n d^2))", 10, "`)` is not expected there"),
        ("m n +", 5, "something is missing at the end"),
        ("m * / d", 4, "`/` is not expected there"),
        ("m n d or m d^2", 6, "`or` is not a name I know here"),
        ("m, n, d", 1, "`,` is not expected there"),
        ("m n = d", 0, "leave out `m n =`"),
        ("m! n", 1, "`!` is not expected there"),
        ("2^m n", 2, "an exponent has to be a number"),
        ("m log n", 6, "log of a number, not of a size"),
        ("m @ n", 4, "`@` is for matrices, and these are sizes: write `*`"),
        ("m / (n + d)", 10, "by a single term only"),
        ("m / 0", 4, "divides by zero"),
        ("m + 0^-1", 7, "divides by zero"),
        ("m^13", 2, "power is too large"),
        ("m^-13", 3, "power is too large"),
        ("sqrt(-m)", 7, "root of something negative"),
        ("((m^12)^10)^2", 12, "too large to multiply out"),
        ("(2^12)^12 m (2^12)^12", 19, "too large to multiply out"),
        ("sqrt(m + n)", 10, "only whole powers"),
        ("z_{3} h", 6, "`h` is not a name I know here"),
    ],
)
def test_a_formula_that_is_not_understood_is_refused_with_its_place(formula, place, why):
    names = ("z3", "m") if "z_" in formula else MND
    with pytest.raises(ExpressionError) as caught:
        read_count(formula, names)
    assert why in str(caught.value)
    assert f"`{formula}`" in str(caught.value)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("formula", "exact"),
    [
        ("max(n, d) - n", False),
        ("-n + max(n, d)", False),
        ("max(n, d - n)", False),
        ("m (max(n, d) + 1) - m n", False),
        ("O(n + d) - O(n)", False),
        ("d + n - O(n)", True),
        ("|d - n|", False),
        ("|d - n|", True),
    ],
)
def test_what_the_signs_of_max_and_bars_and_o_hide_is_not_subtracted(formula, exact):
    with pytest.raises(ExpressionError, match=r"subtract|same sign"):
        read_count(formula, MND, exact=exact)


@pytest.mark.parametrize(
    ("formula", "same"),
    [
        ("m max(n, d) - m", "m n + m d"),
        ("m n d - max(n, d)", "m n d"),
        ("n^(3 - 1) O(n) / n", "n n"),
        ("n^max(2, 3)", "n^3"),
        ("|-2| n |-3|", "6 n"),
        ("|-n d| + |n d|", "2 n d"),
        ("|n - n d|", "n d - n"),
    ],
)
def test_max_and_bars_and_o_may_stand_where_nothing_cancels(formula, same):
    assert same_growth(formula, same)
    if "max" not in formula or "2, 3" in formula:
        assert read_count(formula, MND, exact=True) == read_count(same, MND, exact=True)


@pytest.mark.parametrize("answer", [None, 1, 0.5, 10**5000, [1], lambda n: n, b"m"], ids=type)
def test_an_answer_that_is_not_text_is_told_what_to_write(answer):
    with pytest.raises(ExpressionError, match='Write one in quotes, such as "2 n"'):
        read_count(answer, MND)


@pytest.mark.parametrize("formula", ["-m n d", "m n - m d^2", "m - m", "0", "m n d - m d^3"])
def test_a_cost_that_is_not_positive_is_refused(formula):
    with pytest.raises(NotACount):
        read_count(formula, MND).dominant()


@pytest.mark.parametrize(
    "formula",
    [
        "m^12" * 40,
        "(" * 199,
        "(m + n + d)^12 (m + n + d)^12",
        "((((m + n)^12)^12)^12)^12",
        "9^9^9^9",
        "((((9^12)^12)^12)^12)^12",
        "1e308 1e308 m",
        "m" * (MAX_LENGTH + 1),
        "O" * 150 + "m",
        "__import__('os')",
        "m.__class__",
        "max(" * 50,
        "\0",
    ],
)
def test_a_formula_that_is_too_large_is_refused_at_once(formula):
    with pytest.raises((ExpressionError, NotACount)):
        read_count(formula, MND).dominant()


@given(st.text(st.sampled_from("mnd 0129.+-*/^()O,|{}_$\\²½²·log max"), max_size=40))
@settings(max_examples=300)
def test_any_text_is_a_count_or_an_error_in_a_sentence(text):
    try:
        count = read_count(text, MND)
        count.dominant()
    except (ExpressionError, NotACount):
        return
    assert not differences(count, count)


def test_sums_in_which_no_term_dominates_take_little_time():
    sizes = tuple("abcde")
    terms = " + ".join(map(" ".join, itertools.combinations(sizes, 2)))
    with takes_less_than(3):
        assert len(read_count(terms, sizes).dominant()) == 10
        assert len(read_count("a b + b c + c d + d e", sizes).dominant()) == 4


def test_a_nearly_right_exponent_is_wrong():
    assert same_growth("m n d^2", "m^0.5 m^(1/2) n d^2")
    assert not same_growth("m n d^2", "m n d^1.9999999")
