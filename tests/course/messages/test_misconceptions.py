"""Known mistakes are named by their numbers, and only if nothing else fits."""

import pytest

from course import (
    CheckFailed,
    Exp,
    Leaf,
    Mean,
    check_blanks,
    check_costs,
    check_exercise,
    check_gradients,
    operations_of,
)
from course.messages import misconceptions
from course.messages.misconceptions import MAX_SUSPECTS
from course.reference.cases import cases
from tests.helpers.changed_engine import overwriting
from tests.helpers.cost_formulas import TIMES, network
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.failing import explained
from tests.helpers.student_code import cosh


def seen_by(check, *args):
    seen = []
    with misconceptions.lookups.hearing(seen.append), pytest.raises(CheckFailed):
        check(*args)
    return [each for told in seen for each in told]


def test_a_known_mistake_is_named_by_its_numbers(known):
    (seen,) = seen_by(check_gradients, cosh(), forward_algorithm, overwriting)
    known(("overwrites", "Overwrites.", "Add instead.", seen))
    assert "This looks like a known mistake:\n  Overwrites. Add instead." in explained(
        check_gradients, cosh(), forward_algorithm, overwriting
    )


def test_two_mistakes_with_the_same_numbers_are_both_named(known):
    (seen,) = seen_by(check_gradients, cosh(), forward_algorithm, overwriting)
    known(("a", "First.", "One.", seen), ("b", "Second.", "Two.", seen))
    text = explained(check_gradients, cosh(), forward_algorithm, overwriting)
    assert "one of these known mistakes:\n  1. First. One.\n  2. Second. Two." in text


def test_an_unknown_mistake_is_not_named_but_its_smallest_example_is_shown(known):
    text = explained(check_gradients, cosh(), forward_algorithm, overwriting)
    assert "looks like" not in text
    assert "y = Mean(a, a)" in text
    assert "replay(y, forward_algorithm, backward_algorithm, one=3)" in " ".join(text.split())


def test_a_mistake_is_also_named_on_another_graph(known):
    (seen,) = seen_by(check_gradients, cosh(), forward_algorithm, overwriting)
    known(("overwrites", "Overwrites.", "Add instead.", seen))
    x = Leaf(0.25, "x")
    other = Mean(Exp(x), Exp(-x))
    assert "Overwrites." in explained(check_gradients, other, forward_algorithm, overwriting)


def test_a_mistake_that_shows_only_on_random_values_is_not_named(known):
    def special(graph, one=1.0):
        backward_algorithm(graph, one)
        if graph.get("x").value != 0.5:
            graph.get("x").gradient = 0.0

    assert "looks like" not in explained(check_gradients, cosh(), forward_algorithm, special)
    assert seen_by(check_gradients, cosh(), forward_algorithm, special) == []


def test_signatures_are_rounded_and_have_no_negative_zero():
    assert misconceptions.signature((0.1 + 0.2, -0.0)) == misconceptions.signature((0.3, 0.0))
    assert misconceptions.signature((0.3001,)) != misconceptions.signature((0.3,))
    assert misconceptions.signature((0.1 + 0.2 - 0.3,)) == misconceptions.signature((0.0,))
    assert misconceptions.signature((1e-11,)) != misconceptions.signature((0.0,))
    assert misconceptions.looks_like(("half a character", "\ud800")) == []


def test_a_wrong_blank_is_named_by_its_value(known, capsys):
    known(("upstream", "Upstream only.", "And local?", ("blank", "By hand", "d", 0.25, 0.5)))
    with pytest.raises(CheckFailed), check_exercise("By hand"):
        check_blanks({"d": "1/2"}, {"d": 0.25})
    assert (
        "d  not yet: you have 1/2 = 0.5. That is also the result of a known mistake:"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("b", "named"),
    [(1, ["Of d."]), (2, ["Of both."]), (7, ["Of d."]), (..., ["Of d.", "Of both."])],
    ids=["right", "wrong by the other", "wrong otherwise", "not filled in"],
)
def test_other_blanks_decide_which_of_two_mistakes_is_named(b, named, known, capsys):
    known(
        ("one", "Of d.", "", ("blank", "By hand", "d", 0.25, 0.5)),
        ("two", "Of both.", "", ("blank", "By hand", "d", 0.25, 0.5)),
        ("two", "Of both.", "", ("blank", "By hand", "b", 1.0, 2.0)),
    )
    with check_exercise("By hand"):
        check_blanks({"c": 3, "d": 0.5, "b": b}, {"c": 3.0, "d": 0.25, "b": 1.0})
    (told,) = (part for part in capsys.readouterr().out.split("not yet") if "0.5" in part)
    assert [each for each in ("Of d.", "Of both.") if each in told] == named


@pytest.mark.parametrize(
    ("run", "backward", "named"),
    [
        ("m n d^2", "m n d^2", True),
        ("m^2 n d^2", "m n d^2", False),
        ("m n d^2", "m^2 n d^2", True),
        ("m^2 n d^2", "m^2 n d^2", False),
        ("n d^2", "m n d^2", True),
    ],
)
def test_a_formula_has_no_name_if_it_stands_elsewhere_without_one(
    run, backward, named, known, capsys
):
    known(
        ("one", "Of forward.", "", ("cost", "Time", "T_forward", "m^2 n d^2")),
        ("two", "Of backward.", "", ("cost", "Time", "T_backward", "m^2 n d^2")),
    )
    answers = {**TIMES, "T_run": run, "T_forward": "m^2 n d^2", "T_backward": backward}
    with check_exercise("Time"):
        check_costs(answers, operations_of(network), of="m n d")
    assert ("Of forward." in capsys.readouterr().out) is named


def test_cases_on_given_values_have_a_key_and_random_ones_do_not():
    first, *rest = cases(cosh(), 2)
    assert first.key
    assert [case.key for case in rest] == [None, None]


def test_of_several_symptoms_a_mistake_has_to_have_all_that_are_known(known):
    texts = ("Title.", "Sentence.")
    known(("both", *texts, ("one",)), ("both", *texts, ("two",)), ("first", *texts, ("one",)))
    found = misconceptions.looks_like(("one",), ("unknown",), ("two",))
    assert [mistake.id for mistake in found] == ["both"]


def test_mistakes_made_on_purpose_are_named_if_they_are_few_and_known(known):
    ids = [*"abcd"]
    known(*((each, "Title.", "Sentence.", (each,)) for each in ids))
    for count in (1, MAX_SUSPECTS):
        assert misconceptions.ids_of((misconceptions.ON_PURPOSE, *ids[:count])) == ids[:count]
    for seen in (ids[: MAX_SUSPECTS + 1], ["a", "unknown"]):
        assert misconceptions.ids_of((misconceptions.ON_PURPOSE, *seen)) == []
