"""Finding the wrong engine: a student's tests are judged on wrong engines and a few right ones."""

import pytest
import torch

from course import CheckFailed, check_exercise
from course.check.paper.find_engines import TEST_NAMES, check_wrong_engines
from tests.helpers.clock import takes_less_than
from tests.helpers.engine import Add
from tests.helpers.found_engines import NUMBERS, RICH, given, share


def test_matrices_may_be_given_as_lists_of_rows():
    rows = {"a": [[1.0, 2.0], [0.5, -1.0]], "b": 2}
    tensors = {name: torch.tensor(value) for name, value in rows.items()}
    test = {"first": ("c = a * b; c * c", 1)}
    assert share(test, rows) == share(test, tensors) > 0


@pytest.mark.parametrize("homework", ["hw2-tanh", "hw4-matmul"])
def test_the_reference_catches_all_engines_in_less_than_a_second(homework):
    tests, values = given(homework)
    with takes_less_than(1):
        assert share(tests, values) == 1


@pytest.mark.parametrize(
    ("homework", "obvious"),
    [
        ("hw2-tanh", ("exp(-a)", 1)),
        ("hw2-tanh", ("exp(-(a * b))", 2.5)),
        ("hw2-tanh", ("a * b + c", 1)),
        ("hw4-matmul", ("A @ B", 1)),
        ("hw4-matmul", ("S @ S", 1)),
    ],
)
def test_the_obvious_answer_catches_two_in_five_at_most(homework, obvious):
    assert 0 < share({"first": obvious}, given(homework)[1]) <= 0.4


def test_a_test_that_accuses_a_right_engine_is_named_and_does_not_count(capsys):
    large = ("p = exp(exp(5 * a - 2)); p * p / p + p", 1, -1)
    with pytest.raises(CheckFailed, match=r"None of the \d+ wrong engines"):
        check_wrong_engines({"first": large}, NUMBERS)
    assert "accuses a right engine, the one that computes in float32" in capsys.readouterr().out
    tests = {"first": large, "second": (RICH, -2.5, 1.5)}
    assert share(tests, NUMBERS) == share({"second": (RICH, -2.5, 1.5)}, NUMBERS)


def test_the_students_own_classes_do_not_matter(monkeypatch):
    from course.scaffold import operators

    before = share({"first": (RICH, -2.5, 1.5)}, NUMBERS)
    monkeypatch.setitem(operators.latest_classes, "Mul", Add)
    monkeypatch.setitem(operators.latest_classes, "Tanh", Add)
    assert share({"first": (RICH, -2.5, 1.5)}, NUMBERS) == before


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("a * b", "an upstream gradient, as in"),
        (("a * b",), "an upstream gradient, as in"),
        (("a * d", 1), "d"),
        (("a", 1), "no node except a leaf"),
        (("2 * 3", 1), "no node except a leaf"),
        (("b = a;\n\n a\n", 1), "`b = a; a` has no node"),
        (("a * b", "one"), "not an upstream gradient"),
        (("a * b", float("nan")), "is not an upstream gradient"),
        (("a * b", 10**400), "is not an upstream gradient"),
        (("a * b", [1, 2]), "the output is one number"),
        (("a * b", torch.ones(1).double().expand(2**50)), "the output is one number"),
        (("a * b", torch.ones(1).expand(2**50)), "is not an upstream gradient"),
        (("a * b", 1, 2, 3, 4, 5), "4 calls are enough"),
        (("a / (b - b)", 1), "finite"),
        ((" + ".join(["a"] * 30), 1), "24 nodes"),
        (("a + " * 200 + "a", 1), "300 characters"),
    ],
)
def test_a_test_that_cannot_be_judged_is_told_why(test, said, capsys):
    with pytest.raises(CheckFailed, match=r"None of the \d+ wrong engines"):
        check_wrong_engines({"first": test}, NUMBERS)
    assert said in capsys.readouterr().out


def test_at_most_three_tests_are_accepted():
    with pytest.raises(CheckFailed, match="fourth"):
        check_wrong_engines({"fourth": (RICH, 1)}, NUMBERS)


def test_the_most_expensive_graphs_are_judged_in_two_seconds():
    _, values = given("hw4-matmul")
    doubling = "p=S+S;" + "p=p@p;" * 22
    tests = dict.fromkeys(TEST_NAMES, (doubling, 0.1, 0.2, 0.1, 0.3))
    with takes_less_than(2):
        share(tests, {**values, "S": values["S"] / 9})


def test_what_is_said_of_all_tests_is_not_said_beside_a_test_that_does_not_count(capsys):
    chains = {"first": ("exp(-(a * b))", 2.5)}
    refused = {"second": (RICH, 1, "2 and 3")}
    told = []
    for tests in (chains, chains | refused):
        with check_exercise("5c Find the wrong engine", points=3):
            check_wrong_engines(tests, NUMBERS)
        told.append(capsys.readouterr().out)
    assert ["no node that is used twice" in text for text in told] == [True, False]
