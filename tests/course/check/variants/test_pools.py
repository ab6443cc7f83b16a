"""The pools of individual exercises."""

from collections import Counter

import pytest

from course import show_variant, variant
from course.check.variants.variant import (
    POOLS,
    VARIANT_COUNT,
    variant_number,
    work_as,
    working_as,
)

DRAWN = {  # the first sentence of exercise 7 of each pool
    "one fork": "Let x = log(3/4).",
    "two forks": "Let a = 6.",
    "hasty engine": "Follow `hasty_backward(c, 59)`: 59 arrives at c, not 1.",
    "polynomial": "y = 4 x^5 - 9 x^3 + 4 x^2 - 8 x + 7",
    "matrix entries": "A = [-5 -7]\n    [-6 -9]\n    [-3  4]",
    "matrix loss": "A = [ 6  4]\n    [-3 -4]",
    "network": "Let x = -5, y = -2, W1 = -0.375, W2 = -3.65 and lam = 2.45.",
    "softmax": "Let p = (0.45, 0.4, 0.15) and G = (0, 4, -6).",
}


@pytest.mark.parametrize("pool", POOLS)
def test_a_number_gives_the_same_exercise_in_every_version(pool):
    """Students have begun to work on theirs: a change of DRAWN gives them another one."""
    assert POOLS[pool](7).given()[0] == DRAWN[pool]


def test_an_id_gives_a_number_whatever_its_case_and_spaces_and_no_id_gives_0():
    assert variant_number("", "one fork") == variant_number("  ", "one fork") == 0
    assert variant_number(" Jdoe ", "one fork") == variant_number("jdoe", "one fork") > 0
    assert variant_number("jdoe", "one fork") != variant_number("jdoe", "two forks")
    found = Counter(variant_number(each, "one fork") for each in map(str, range(2000)))
    assert max(found.values()) <= 4 and 1 <= min(found) < 50
    assert VARIANT_COUNT - 50 < max(found) <= VARIANT_COUNT


def test_a_pool_that_does_not_exist_is_refused_with_or_without_an_id():
    for someone in ("", "ada"):
        with working_as(someone):
            with pytest.raises(ValueError, match=r'"onefork".* "one fork"'):
                variant("onefork", 1)
            with pytest.raises(ValueError, match=r'"onefork".* "one fork"'):
                show_variant("onefork", "exercise 1")


@pytest.mark.parametrize("student_id", [12345, None, ...])
def test_an_id_without_quotes_is_none_in_the_notebook_either(student_id, capsys):
    with working_as("jdoe") as student:
        work_as(student_id)
        assert student.id == ""
    assert "between the quotes" in capsys.readouterr().out


def test_the_shown_exercise_is_the_checked_one(capsys):
    with working_as("jdoe"):
        show_variant("one fork", "exercise 4", "L")
        recipe = POOLS["one fork"](variant_number("jdoe", "one fork"))
    printed = capsys.readouterr().out
    assert f"x = {recipe.written}." in printed
    assert f"L = {recipe.one} z" in printed
    nodes = recipe.right.sorted_nodes()
    halved = [(n.name, *n.input_nodes) for n in nodes if n.class_name == "HalfDifference"]
    assert all(f"{name} = ({u.name} - {v.name})/2" in printed for name, u, v in halved)
