"""What is special about a trial of the battery, by which sentences name its kind of graph, and
whether it counts."""

import itertools

import pytest

from course.recording.trial import Trial

FORK = (("Exp", "a"), ("Negate", "a"), ("HalfDifference", 0, 1))
KINDS = [
    ("alone", Trial(())),
    ("chain", Trial((("Exp", "a"), ("Negate", 0)))),
    ("two inputs", Trial((("HalfDifference", "a", "b"),))),
    ("twice", Trial((("Exp", "a"), ("Mean", 0, 0)))),
    ("fork", Trial(FORK)),  # of a leaf
    ("fork", Trial((("Exp", "a"), ("Negate", 0), ("Exp", 0), ("HalfDifference", 1, 2)))),
    ("fork", Trial((("Exp", "a"), ("HalfDifference", "a", 0)))),  # whose lengths count only inside
    ("ways of different length", Trial((("Exp", "a"), ("Negate", 0), ("HalfDifference", 0, 1)))),
    ("zero", Trial(FORK, one=0.0)),
    ("second", Trial(FORK, call="second")),
    ("other values", Trial(FORK, call="other values")),
]


@pytest.mark.parametrize(("kind", "trial"), KINDS)
def test_a_trial_is_named_by_what_is_most_special_about_it(kind, trial):
    assert trial.kind == kind


@pytest.mark.parametrize(
    ("shapes", "counts_in"),
    [
        ({}, {(False, False), (False, True)}),
        ({"a": (2,), "b": (2,)}, {(True, False), (True, True)}),
        ({"a": (2, 2), "b": (2, 1)}, {(True, True)}),
    ],
)
def test_a_trial_counts_for_checks_of_graphs_with_values_like_its_own(shapes, counts_in):
    trial = Trial((("HalfDifference", "a", "b"),), shapes=tuple(shapes.items()))
    graphs = itertools.product((False, True), repeat=2)  # with tensors, with broadcasting
    assert {graph for graph in graphs if trial.counts(*graph)} == counts_in
