"""Checking a student's formulas for the cost of a computation against counts in PyTorch."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, permutations

from course.check.base.blank_by_blank import RIGHT, Answers, check_each, known_mistake
from course.check.base.exercise import exercise_title
from course.check.costs.big_o import Count, NotACount, Ray, differences
from course.check.costs.count_reader import read_count
from course.check.costs.counted import Counted, counts
from course.expressions.reader import ExpressionError
from course.messages.misconceptions import Symptom
from course.values.words import listed, verb

MAX_PRIME_POWER = 20  # of the primes at which two counts are compared


def check_costs(answers: Answers, counted: Counted, *, of: str, exact: bool = False) -> float:
    """Checks formulas for costs, one blank each, such as "O(n b d)".

    `answers`, what is returned and what is raised are those of `check_each`.

    Args:
        counted: a function that counts, at given sizes, what the blanks ask for.
        of: the names of the sizes, as in "n b d".
        exact: whether the count itself is asked for; otherwise its growth in big-O notation,
            whichever sizes are large.
    """
    sizes = tuple(of.split())
    right = counts(counted, sizes)
    written = answers if isinstance(answers, Mapping) else {}
    read = {n: _judged_count(written.get(n), count, sizes, exact) for n, count in right.items()}

    def see(blank: str) -> Symptom:
        if isinstance(found := read[blank], str):
            return ("cost", exercise_title(), blank, found)
        yours = found[0] if exact else found[0].growth()
        return ("cost", exercise_title(), blank, yours.text(sizes))

    wrong = [see(name) for name, each in read.items() if isinstance(each, str) or each[1]]
    is_done = not wrong  # until then, one count could give away the answer to another blank

    def verdict(answer: object, count: Count, blank: str) -> str:
        if isinstance(found := read[blank], str):
            return found
        yours, gaps = found
        if not gaps:
            said = [f"Counted in PyTorch: {count.text(sizes)}"] if is_done else []
            if not exact and yours != yours.growth():
                said.insert(0, f"In big-O, {yours.growth().text(sizes)} is enough.")
            return ". ".join([RIGHT, " ".join(said)]) if said else RIGHT
        if known := known_mistake(answer, see(blank), wrong):
            return known
        if exact:
            return f"not yet: {_example(answer, yours, count, sizes)}"
        ray, sign = next(iter(gaps.items()))
        return (
            f"not yet: {answer} grows too {'fast' if sign > 0 else 'slowly'} {_when(ray, sizes)}."
        )

    return check_each(answers, right, verdict)


def _judged_count(answer, right: Count, sizes: tuple[str, ...], exact: bool) -> tuple | str:
    """An answer's count and how it is wrong, if it is; or why the answer cannot be read."""
    try:
        yours = read_count(answer, sizes, exact=exact)
        return yours, yours != right if exact else differences(yours, right)
    except ExpressionError as error:
        return f"not yet: {error}{_pointed(answer, error.place)}"
    except NotACount as problem:
        return f"not yet: I cannot use `{answer}`: {problem}."


def _pointed(formula: str, place: int | None) -> str:
    """Two lines that point at a character of a formula."""
    if place is None:
        return ""
    return f"\n    {formula}\n    {' ' * place}^"


def _when(ray: Ray, sizes: tuple[str, ...]) -> str:
    """Which sizes grow along a ray: `when only d grows`, `when b grows and d grows even faster`."""
    growing = sorted((w, name) for w, name in zip(ray, sizes, strict=True) if w)
    if len(growing) == 1:
        return f"when only {growing[0][1]} grows"
    slowest = [name for w, name in growing if w == growing[0][0]]
    faster = [name for _, name in growing if name not in slowest]
    text = f"when {listed(slowest)} {verb(len(slowest), 'grow')}"
    grow = verb(len(faster), "grow")
    return text + (f" and {listed(faster)} {grow} even faster" if faster else " together")


def _example(answer, yours: Count, right: Count, sizes: tuple[str, ...]) -> str:
    """How far a formula is off: twice as much, or else what it gives at small sizes, and which of
    its terms are wrong."""
    if yours == right + right:
        return f"{answer} is exactly twice as much: additions do not count here."
    different = (each for each in _sizes_to_try(len(sizes)) if yours.at(each) != right.at(each))
    if not (place := next(different, None)):  # by less than can be told of roots
        return f"{answer} is not {right.text(sizes)}."
    told = ", ".join(f"{name} = {value}" for name, value in zip(sizes, place, strict=True))
    far = f"at {told} you say {yours.at(place)}, and PyTorch takes {right.at(place)}."
    return f"{far} {_term_by_term(yours, right, sizes)}".rstrip()


def _term_by_term(yours: Count, right: Count, sizes: tuple[str, ...]) -> str:
    """Which terms of a formula are right, and which sizes would make all of it right."""
    texts: dict[str, list[str]] = {"right": [], "wrong": [], "number": []}
    for powers, factor in yours.terms.items():
        wanted = right.terms.get(powers, 0)
        kind = "right" if wanted == factor else "number" if wanted else "wrong"
        texts[kind].append(Count({powers: factor}).text(sizes))
    if not yours.terms:
        return ""
    if not texts["wrong"] and not texts["number"]:
        return "What you have is right, but something is missing."
    told = {
        "right": "right",
        "number": "right except for the number in front",
        "wrong": "not right",
    }
    kinds = [kind for kind in told if texts[kind]]
    parts = [f"{listed(texts[k])} {verb(len(texts[k]), 'are')} {told[k]}" for k in kinds]
    said = f"Of your terms, {'; '.join(parts)}."
    for i, name in enumerate(sizes):
        if _with_one(yours, i) == _with_one(right, i):
            return f"{said} For {name} = 1 it would be right."
    for i, j in combinations(range(len(sizes)), 2):
        if _swapped(yours, i, j) == right:
            return f"{said} With {sizes[i]} and {sizes[j]} swapped it would be right."
    return said


def _with_one(count: Count, i: int) -> Count:
    """A count in which one of the sizes is 1."""
    parts = (Count({(*p[:i], Fraction(), *p[i + 1 :]): c}) for p, c in count.terms.items())
    return sum(parts, start=Count({}))


def _swapped(count: Count, i: int, j: int) -> Count:
    """A count in which two of the sizes have changed places."""
    order = [{i: j, j: i}.get(k, k) for k in range(len(next(iter(count.terms), ())))]
    return Count({tuple(powers[k] for k in order): c for powers, c in count.terms.items()})


def _sizes_to_try(number: int) -> Iterator[tuple[int, ...]]:
    """Sizes at which to look for a difference, small ones first. At some of the last ones, nearly
    any two counts differ, because at powers of primes no two terms have the same value."""
    yield from permutations(range(2, 2 + number))
    primes = (2, 3, 5, 7, 11, 13, 17, 19)[:number]
    for power in range(1, MAX_PRIME_POWER + 1):
        yield tuple(prime**power for prime in primes)
