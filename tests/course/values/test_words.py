"""Words around values, and values in sentences, whatever they are."""

import pytest
import torch

from course.graph import Exp, Leaf
from course.values.words import on_one_line, verb


class Unwritable:
    def __repr__(self):
        raise ValueError("no")


class Unsayable(Exception):
    def __str__(self):
        raise ValueError("no")


class RaisesUnsayable:
    def __repr__(self):
        raise Unsayable


CYCLE: list = [1]
CYCLE.append(CYCLE)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.5"),
        ("a\nb", r"'a\nb'"),
        (Unwritable(), "<Unwritable>"),
        (RaisesUnsayable(), "<RaisesUnsayable>"),
        ([Unwritable()], "<list>"),
        ([10**5000], "so long a number"),
        (CYCLE, "[1, [...]]"),
        (Exp(Leaf(2.0, "x")), "Exp(x)"),
        (torch.tensor([[1.0], [2.0]]), "tensor([[1.], [2.]])"),
    ],
    ids=lambda _: "",
)
def test_any_value_is_quoted_on_one_line(value, text):
    assert on_one_line(value) == text


def test_a_long_value_is_cut_and_says_so():
    assert on_one_line("x" * 100, 20) == "'xxxxxxxxxxxxxxx ..."
    assert len(on_one_line([*range(100)])) == 40


def test_a_leaf_that_cannot_hold_a_value_says_so_even_if_python_cannot_write_it():
    with pytest.raises(TypeError, match="so long a number"):
        Leaf([10**5000])


@pytest.mark.parametrize("many", ["grow", "pass", "stand", "are", "were", "do"])
def test_a_verb_agrees_with_the_number_of_its_subject(many):
    one = {"grow": "grows", "pass": "passes", "stand": "stands"}
    assert verb(1, many) == (one | {"are": "is", "were": "was", "do": "does"})[many]
    assert verb(0, many) == verb(2, many) == many
