"""Which costs grow alike."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from course.check.costs.big_o import Count, differences
from course.check.costs.count_reader import read_count

MND = ("m", "n", "d")


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
