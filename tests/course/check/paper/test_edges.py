"""Edges that are read off a graph."""

import pytest

from course import CheckFailed, Copy, Exp, Leaf, Mean
from course.check.paper.edges import check_backward_order, check_edges
from course.reference.sketched_networks import network_on_a_batch
from tests.helpers.blanks import part_right

EDGES = {
    "Z": ["X", "W1", "b"],
    "H": ["Z"],
    "O": ["H", "W2"],
    "L": ["Y", "O"],
    "s": ["W1", "W2", "lam"],
    "J": ["L", "s"],
}


def test_edges_may_lead_through_any_number_of_nodes_without_names():
    x = Leaf(1.0, "x")
    y = x
    for _ in range(2000):
        y = Copy(y)
    for _ in range(40):
        y = Mean(y, y)
    assert part_right(check_edges, Mean(y, Leaf(1.0, "a"), name="y"), {"y": ["x", "a"]}) == 1


@pytest.mark.parametrize(
    ("name", "wrong"), [("Z", ["X", "W1"]), ("L", ["H", "Y"]), ("H", ["Q"]), ("O", "H and W2")]
)
def test_each_list_of_edges_counts_separately(name, wrong):
    assert part_right(check_edges, network_on_a_batch(), EDGES) == 1
    assert part_right(check_edges, network_on_a_batch(), EDGES | {name: wrong}) == pytest.approx(
        5 / 6
    )


def test_an_unknown_name_brings_the_names_of_the_network(capsys):
    check_edges(network_on_a_batch(), EDGES | {"s": ["μ", "W1", "W2"]})
    said = " ".join(capsys.readouterr().out.split())
    assert "there is no μ in this network; its names are" in said and ", lam," in said
    check_edges(network_on_a_batch(), EDGES | {"s": ["μ\nL     right"]})
    assert "there is no μ L right in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spelled", "points"),
    [
        (["λ", "W_1", "$W_{2}$"], 1),
        (["lambda", "w₁", "W2"], 5 / 6),  # w₁ is not W1
        (["lam", "-W1", "W2"], 5 / 6),
        (["lam", "W1 W2"], 5 / 6),
        (["lam", "W1.T", "W2"], 5 / 6),
    ],
)
def test_names_are_read_as_in_formulas(spelled, points):
    assert part_right(check_edges, network_on_a_batch(), EDGES | {"s": spelled}) == pytest.approx(
        points
    )


def test_names_may_stand_in_one_text():
    edges = {name: ", ".join(names) for name, names in EDGES.items()}
    assert part_right(check_edges, network_on_a_batch(), edges) == 1


@pytest.mark.parametrize("order", ["y, u, x", "y u x", "y -> u → x"])
def test_an_order_may_stand_in_one_text(order):
    y = Exp(Exp(Leaf(1.0, "x"), name="u"), name="y")
    check_backward_order(y, order)
    with pytest.raises(CheckFailed, match="u comes before y"):
        check_backward_order(y, "u, y, x")


def test_names_of_what_a_value_is_used_for_are_reported_as_turned_round(capsys):
    check_edges(network_on_a_batch(), EDGES | {"O": ["H", "L"], "J": ["L", "lam"]})
    printed = capsys.readouterr().out
    assert "L is computed from O, not O from L." in printed
    assert "lam is not used directly" in printed


def test_of_the_names_in_a_set_the_first_by_the_alphabet_is_quoted(capsys):
    with pytest.raises(CheckFailed):
        check_edges(Exp(1.0, name="z"), {"z": {f"a{i}" for i in range(10, 99)}})
    assert "no a10 in" in capsys.readouterr().out
