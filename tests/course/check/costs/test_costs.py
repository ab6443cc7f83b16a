"""Formulas for costs: how they may be written, which are equal, and what a wrong one is told."""

import itertools
from fractions import Fraction

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from course import (
    CheckFailed,
    check_costs,
    last_layer_of,
    memory_of,
    multiplications_of,
    operations_of,
)
from course.check.costs.big_o import Count, NotACount, differences
from course.check.costs.count_reader import read_count
from course.check.costs.counted_costs import polynomials_of
from course.expressions.expression_error import ExpressionError
from course.expressions.reader import MAX_LENGTH
from tests.helpers.blanks import part_right
from tests.helpers.clock import takes_less_than
from tests.helpers.cost_formulas import MEMORY, TIMES, network
from tests.helpers.failing import fails

MND = ("m", "n", "d")


def same_growth(one, other, sizes=MND):
    return not differences(read_count(one, sizes), read_count(other, sizes))


def said_of(answer, capsys, blank="M_backward", counted=None, **kwargs):
    """What the check says of an answer, while all other blanks are open."""
    options = {"of": "m n d"} | kwargs
    try:
        check_costs({blank: answer}, counted or memory_of(network), **options)
    except CheckFailed as failure:
        assert "None of the" in str(failure)
    _, _, rest = capsys.readouterr().out.partition(f"\n{blank} ")
    lines = rest.splitlines()
    own = [line for line in lines[1:] if line.startswith("    ")]
    return "\n".join([lines[0].strip(), *own])


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


def test_the_place_is_pointed_at(capsys):
    lines = said_of("m n h^2", capsys).splitlines()
    assert lines[0].startswith("not yet: I cannot read `m n h^2`: `h` is not a name I know here")
    assert lines[1][lines[2].index("^")] == "h"


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


def test_a_number_is_told_what_to_write(capsys):
    """Where quotes were forgotten, and n, b and d happen to have values."""
    message = said_of(6291456, capsys)
    assert message == 'not yet: this is not a formula. Write one in quotes, such as "2 n".'


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


def sums(sizes=3, most=3, terms=5):
    """Sums of terms with positive coefficients, as they occur in costs."""
    powers = st.tuples(*[st.integers(0, most).map(Fraction)] * sizes)
    coefficients = st.integers(1, 20).map(Fraction)
    return st.dictionaries(powers, coefficients, min_size=1, max_size=terms).map(Count)


@given(sums())
def test_a_count_is_read_back_from_its_text(count):
    assert read_count(count.text(MND), MND) == count


@given(sums(terms=3), sums(terms=3))
def test_a_factored_formula_equals_its_expansion(one, other):
    factored = f"({one.text(MND)}) ({other.text(MND)})"
    assert read_count(factored, MND) == read_count((one * other).text(MND), MND)


@given(sums(), st.data())
def test_a_dominated_term_changes_nothing(count, data):
    powers = data.draw(st.sampled_from(sorted(count.terms)))
    smaller = tuple(Fraction(data.draw(st.integers(0, int(power)))) for power in powers)
    more = count + Count({smaller: Fraction(data.draw(st.integers(1, 9)))})
    assert more.dominant() == count.dominant()
    assert not differences(more, count)


@given(sums(), st.data())
def test_a_term_between_two_others_changes_nothing(count, data):
    """The geometric mean of two terms is never more than the larger one."""
    p, q = (data.draw(st.sampled_from(sorted(count.terms))) for _ in range(2))
    between = Count({tuple((x + y) / 2 for x, y in zip(p, q, strict=True)): Fraction(1)})
    assert not differences(count + between, count)


@given(sums(), sums())
def test_comparing_costs_in_reverse_reverses_each_difference(one, other):
    there, back = differences(one, other), differences(other, one)
    assert there == {ray: -sign for ray, sign in back.items()}


@given(sums(), sums())
def test_the_verdict_agrees_with_very_large_sizes(one, other):
    """Far out on every ray named, the costs differ as told; on a grid of rays, else they do not."""
    found = differences(one, other)
    far = 10**9
    for ray, sign in found.items():
        place = [far**w for w in ray]
        ratio = Fraction(one.at(place)) / Fraction(other.at(place))
        assert (ratio > 1000) if sign > 0 else (ratio < Fraction(1, 1000))
    if not found:
        for ray in [(i, j, k) for i in range(4) for j in range(4) for k in range(4)]:
            place = [far**w for w in ray]
            ratio = Fraction(one.at(place)) / Fraction(other.at(place))
            assert Fraction(1, 1000) < ratio < 1000


@given(sums(sizes=2))
def test_dropping_a_term_that_matters_is_a_difference(count):
    kept = count.dominant()
    for powers in kept:
        rest = Count({p: c for p, c in count.terms.items() if p in kept - {powers}})
        if rest.terms:
            assert -1 in differences(rest, count).values()


def test_the_counts_are_those_of_the_textbook():
    told = {
        name: count.text(MND) for name, count in polynomials_of(operations_of(network), MND).items()
    }
    assert told == {
        "T_run": "2 m n d^2 + m n d + 2 n d",
        "T_forward": "2 m n d^2 + m n d + 2 n d",
        "T_backward": "4 m n d^2 + m n d - 2 n d^2 + 4 n d",
        "T_backward_W1": "2 m n d^2 + m n d + 4 n d",
    }
    told = {
        name: count.text(MND) for name, count in polynomials_of(memory_of(network), MND).items()
    }
    assert told == {
        "M_run": "3 n d",
        "M_forward": "m n d + n d",
        "M_backward": "m n d + m d^2 + n d",
        "M_backward_W1": "m n d + n d + d^2",
    }


def test_a_count_that_is_not_a_polynomial_is_not_taken_for_one():
    with pytest.raises(ValueError, match="a is not a polynomial of degree 2 in"):
        polynomials_of(lambda m, n, d: {"a": 2**m}, MND)


def test_the_right_formulas_earn_all_points_and_show_the_counts(capsys):
    assert part_right(check_costs, TIMES, operations_of(network), of="m n d") == 1
    out = capsys.readouterr().out
    assert "T_run          right. Counted in PyTorch: 2 m n d^2 + m n d + 2 n d" in out


@pytest.mark.parametrize("count", [operations_of, memory_of, last_layer_of])
def test_a_given_network_that_was_changed_is_refused(count):
    def only_the_last(x, weights):
        return torch.tanh(x @ weights[-1]).square().mean()

    def one_more(x, weights):
        return network(x, [*weights, weights[0]])

    for changed in (only_the_last, one_more, lambda x, weights: None):
        assert "no longer computes" in fails(count, changed)


def test_counts_that_reveal_the_answer_to_an_unsolved_blank_are_not_shown(capsys):
    for other in ("m n d^3", ...):
        check_costs(TIMES | {"T_run": other}, operations_of(network), of="m n d")
        out = capsys.readouterr().out
        assert "T_forward      right" in out and "Counted" not in out


def test_a_formula_with_more_than_big_o_needs_is_right_and_a_shorter_one_suggested(capsys):
    longer = {"T_run": "m n d^2 + m d^2", "T_forward": "2 m n d^2"}
    assert part_right(check_costs, TIMES | longer, operations_of(network), of="m n d") == 1
    out = capsys.readouterr().out
    assert out.count("m n d^2 is enough") == 2


def test_each_right_blank_counts_the_same(capsys):
    answers = MEMORY | {"M_run": "m n d", "M_forward": ...}
    assert part_right(check_costs, answers, memory_of(network), of="m n d") == 0.5
    assert "M_forward      to be filled in" in capsys.readouterr().out


def test_blanks_left_open_earn_no_points():
    blanks = dict.fromkeys(MEMORY, ...)
    with pytest.raises(CheckFailed, match="Fill in the blanks first"):
        check_costs(blanks, memory_of(network), of="m n d")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("m^3 n d", "not yet: m^3 n d grows too slowly when only d grows."),
        ("m n d + m d^4", "not yet: m n d + m d^4 grows too fast when only d grows."),
        (
            "m n d + d^2 + d",
            "not yet: m n d + d^2 + d grows too slowly when d and m grow together.",
        ),
        (
            "m n + m d^2",
            "not yet: m n + m d^2 grows too slowly when d grows and n grows even faster.",
        ),
        ("m n d - m d^2", "that becomes negative for some large sizes."),
    ],
)
def test_a_wrong_formula_is_told_which_size_to_let_grow(answer, said, capsys, monkeypatch):
    monkeypatch.setattr("course.check.base.blank_by_blank.looks_like", lambda *seen: [])
    message = said_of(answer, capsys)
    assert message.endswith(said)
    assert "Counted" not in message


def test_a_wrong_exact_count_is_answered_with_an_example(capsys):
    def product(p, q):
        return torch.zeros(p, q) @ torch.zeros(q, 3)

    def check(answer):
        options = {"of": "p q", "exact": True}
        return said_of(
            answer, capsys, "other", multiplications_of(one=product, other=product), **options
        )

    assert check("3 p q").startswith("right")
    assert check("p q").startswith("not yet: at p = 2, q = 3 you say 6, but PyTorch takes 18.")
    assert check("6 p q").startswith("not yet: at p = 2, q = 3 you say 36, but PyTorch takes 18.")
    assert check("9 p").startswith("not yet: at p = 3, q = 2 you say 27, but PyTorch takes 18.")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("3 p r", "at p = 2, q = 4, r = 3 you say 18, but PyTorch takes 24."),
        ("p q r (p + q + r) / 9", "p q r (p + q + r) / 9 is not right."),  # but at 2, 3, 4 it is
    ],
)
def test_a_wrong_count_is_wrong_at_the_example(answer, said, capsys):
    def product(p, q, r):
        return torch.zeros(p, q) @ torch.zeros(q, r)

    counted = multiplications_of(one=product, other=product)
    options = {"of": "p q r", "exact": True}
    assert said_of(answer, capsys, "other", counted, **options).startswith(f"not yet: {said}")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("p q r + q", "Of your terms, p q r is right; q is not right."),
        ("p q r", "Of your terms, p q r is right, but something is missing."),
        ("p q r + p", "Of your terms, p q r is right; p is not right."),
        (
            "p q r + 2 p r",
            "Of your terms, p q r is right; 2 p r is right except for the number in front.",
        ),
    ],
)
def test_right_terms_of_a_wrong_exact_count_are_reported(answer, said, capsys):
    def counted(p, q, r):
        return {"cost": p * q * r + p * r}

    with pytest.raises(CheckFailed):
        check_costs({"cost": answer}, counted, of="p q r", exact=True)
    assert said in " ".join(capsys.readouterr().out.split())


def test_sums_in_which_no_term_dominates_take_little_time():
    sizes = tuple("abcde")
    terms = " + ".join(map(" ".join, itertools.combinations(sizes, 2)))
    with takes_less_than(3):
        assert len(read_count(terms, sizes).dominant()) == 10
        assert len(read_count("a b + b c + c d + d e", sizes).dominant()) == 4


def test_a_nearly_right_exponent_is_wrong():
    assert same_growth("m n d^2", "m^0.5 m^(1/2) n d^2")
    assert not same_growth("m n d^2", "m n d^1.9999999")


def test_exact_counts_that_barely_differ_are_still_told_apart(capsys):
    def counted(m, n):
        return {"one": 0, "other": m * n}

    answer, options = "m n + 0.000000001 m^(-11) n^(-11.5)", {"of": "m n", "exact": True}
    assert said_of("m n", capsys, "other", counted, **options).startswith("right")
    assert said_of(answer, capsys, "other", counted, **options).startswith("not yet: ")


@pytest.mark.parametrize(
    "answer", ["n d +\n q", "n d + q +\n d", "n d + " * 20 + "q" + " + n d" * 20]
)
def test_the_caret_is_below_the_letter_that_is_not_understood(answer, capsys):
    with pytest.raises(CheckFailed):
        check_costs({"M_backward": answer}, memory_of(network), of="m n d")
    *_, above, caret = capsys.readouterr().out.rstrip().rpartition("^")[0].splitlines()
    assert above[len(caret)] == "q"
