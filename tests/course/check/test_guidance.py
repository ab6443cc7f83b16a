"""Beyond right and wrong: shares, the likely mistake, hints, and the end of the time."""

import contextlib
import sys
import time

import pytest
import torch

import course
from course import *
from course.check.base.cases import cases
from course.messages import hints, misconceptions
from course.running import limit
from course.running.attempt import attempt
from tests.helpers.engine import *


def overwrites(graph, one=1.0):
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for input_node, downstream in zip(node.input_nodes, node.backward(), strict=True):
            input_node.gradient = downstream


def cosh():
    x = Leaf(0.5, "x")
    return Mean(Exp(x), Exp(-x))


def seen_by(check, *args):
    seen = []
    with misconceptions.lookups.hearing(seen.append), pytest.raises(CheckFailed):
        check(*args)
    return [each for told in seen for each in told]


def shown(check, *args) -> str:
    return "\n".join(failure(check, *args)._render_traceback_())


def test_the_shares_at_the_first_wrong_node_are_spelled_out(capsys):
    with pytest.raises(CheckFailed):
        check_gradients(cosh(), forward_algorithm, overwrites)
    printed = capsys.readouterr().out
    assert "What should arrive at Leaf x:" in printed
    assert (
        "from Exp(x): upstream 1.5 * local 1.64872 = 2.47308; backward returned 2.47308" in printed
    )
    assert "together 1.56329; yours 2.47308" in printed


def test_returned_gradients_are_reported_only_if_backward_ran(capsys):
    def stops(graph, one=1.0):
        graph.gradient = one
        for node, gradient in zip(graph.input_nodes, graph.backward(), strict=True):
            node.accumulate_gradient(gradient)
        return graph

    with pytest.raises(CheckFailed):
        check_gradients(cosh(), forward_algorithm, stops)
    printed = capsys.readouterr().out
    assert "backward did not run" in printed
    assert "backward returned" not in printed


def test_a_known_mistake_is_named_by_its_numbers(known):
    (seen,) = seen_by(check_gradients, cosh(), forward_algorithm, overwrites)
    known(("overwrites", "Overwrites.", "Add instead.", seen))
    assert "This looks like a known mistake:\n  Overwrites. Add instead." in shown(
        check_gradients, cosh(), forward_algorithm, overwrites
    )


def test_two_mistakes_with_the_same_numbers_are_both_named(known):
    (seen,) = seen_by(check_gradients, cosh(), forward_algorithm, overwrites)
    known(("a", "First.", "One.", seen), ("b", "Second.", "Two.", seen))
    text = shown(check_gradients, cosh(), forward_algorithm, overwrites)
    assert "one of these known mistakes:\n  1. First. One.\n  2. Second. Two." in text


def test_an_unknown_mistake_is_not_named_but_its_smallest_example_is_shown(known):
    text = shown(check_gradients, cosh(), forward_algorithm, overwrites)
    assert "looks like" not in text
    assert "y = Mean(a, a)" in text
    assert "replay(y, forward_algorithm, backward_algorithm, one=3)" in " ".join(text.split())


def test_a_mistake_is_also_named_on_another_graph(known):
    (seen,) = seen_by(check_gradients, cosh(), forward_algorithm, overwrites)
    known(("overwrites", "Overwrites.", "Add instead.", seen))
    x = Leaf(0.25, "x")
    other = Mean(Exp(x), Exp(-x))
    assert "Overwrites." in shown(check_gradients, other, forward_algorithm, overwrites)


def test_a_mistake_that_shows_only_on_random_values_is_not_named(known):
    def special(graph, one=1.0):
        backward_algorithm(graph, one)
        if graph.get("x").value != 0.5:
            graph.get("x").gradient = 0.0

    assert "mistake I know" not in shown(check_gradients, cosh(), forward_algorithm, special)
    assert seen_by(check_gradients, cosh(), forward_algorithm, special) == []


def test_signatures_are_rounded_and_have_no_negative_zero():
    assert misconceptions.signature((0.1 + 0.2, -0.0)) == misconceptions.signature((0.3, 0.0))
    assert misconceptions.signature((0.3001,)) != misconceptions.signature((0.3,))
    assert misconceptions.looks_like(("half a character", "\ud800")) == []


def test_a_wrong_blank_is_named_by_its_value(known, capsys):
    known(("upstream", "Upstream only.", "And local?", ("blank", "By hand", "d", 0.5)))
    with pytest.raises(CheckFailed), check_exercise("By hand"):
        check_blanks({"d": "1/2"}, {"d": 0.25})
    assert (
        "d  not yet: you have 1/2 = 0.5. This looks like a known mistake:"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("b", "named"),
    [(1, ["Of d."]), (2, ["Of both."]), (7, ["Of d."]), (..., ["Of d.", "Of both."])],
    ids=["right", "wrong by the other", "wrong otherwise", "not filled in"],
)
def test_other_blanks_decide_which_of_two_mistakes_is_named(b, named, known, capsys):
    known(
        ("one", "Of d.", "", ("blank", "By hand", "d", 0.5)),
        ("two", "Of both.", "", ("blank", "By hand", "d", 0.5)),
        ("two", "Of both.", "", ("blank", "By hand", "b", 2.0)),
    )
    with check_exercise("By hand"):
        check_blanks({"c": 3, "d": 0.5, "b": b}, {"c": 3.0, "d": 0.25, "b": 1.0})
    (told,) = (part for part in capsys.readouterr().out.split("not yet") if "0.5" in part)
    assert [each for each in ("Of d.", "Of both.") if each in told] == named


def test_cases_on_given_values_have_a_key_and_random_ones_do_not():
    first, *rest = cases(cosh(), 2)
    assert first.key
    assert [case.key for case in rest] == [None, None]


def test_an_endless_loop_is_stopped_and_reported(monkeypatch):
    monkeypatch.setattr(limit, "TIME_LIMIT", 0.2)

    def endless(graph, one=1.0):
        while True:
            with contextlib.suppress(Exception):
                sum(range(100))

    text = shown(check_gradients, cosh(), forward_algorithm, endless)
    assert "backward_algorithm was stopped after computing for 0.2 s" in text
    assert "loop that never" in text


def test_a_loop_is_stopped_even_if_python_drops_the_first_error(monkeypatch):
    monkeypatch.setattr(limit, "TIME_LIMIT", 0.2)

    class Slow:
        def __del__(self):
            finish = time.process_time() + 0.4
            while time.process_time() < finish:
                pass

    def endless():
        Slow()
        finish = time.process_time() + 10
        while time.process_time() < finish:
            pass

    dropped = []
    monkeypatch.setattr(sys, "unraisablehook", lambda error: dropped.append(error.exc_type))
    assert attempt(endless)[1].is_a("TookTooLong")
    assert dropped == [limit.TookTooLong]


def test_a_missing_return_in_backward_is_suggested():
    class Forgetful(Add):
        def backward(self):
            downstream = [self.gradient, self.gradient]
            assert downstream

    assert "Did you forget `return`?" in shown(check_node, Forgetful, 1.0, 2.0)


def test_a_forward_that_returns_its_value_is_told_where_to_put_it():
    class Returning(Add):
        def forward(self):
            return self.input(0) + self.input(1)

    assert "puts it into self.result" in shown(check_node, Returning, 1.0, 2.0)


@pytest.mark.parametrize("passed_on", [lambda share: share, lambda share: share.sum(0)[None]])
def test_an_engine_that_adds_gradients_itself_is_told_of_broadcasting(passed_on):
    def own(graph, one=1.0):
        nodes = graph.sorted_nodes()
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in reversed(nodes):
            for input_node, share in zip(node.input_nodes, node.backward(), strict=True):
                before = input_node.gradient
                if input_node.shape != share.shape:
                    share = passed_on(share)
                input_node.gradient = share if before is None else before + share

    graph = Add(Leaf(torch.ones(2, 3), "A"), Leaf(torch.ones(2, 1), "b"))
    text = shown(check_gradients, graph, forward_algorithm, own)
    assert "Leaf b was broadcast" in text and "broadcast to that shape" not in text
    assert "accumulate_gradient" in text


def test_only_what_was_broadcast_is_said_to_be():
    class Exp(ComputationNode):
        def forward(self):
            self.result = self.input(0).exp()

        def backward(self):
            return [torch.stack(2 * [self.gradient * self.output()])]

    def own(graph, one=1.0):
        nodes = graph.sorted_nodes()
        graph.gradient = one
        for node in reversed(nodes):
            for input_node, share in zip(node.input_nodes, node.backward(), strict=True):
                input_node.gradient = share

    text = shown(check_gradients, Exp(Leaf(torch.ones(2, 3), "A")), forward_algorithm, own)
    assert "is that of Leaf A" in text and "Leaf A was broadcast" not in text


def test_tensors_are_compared_at_the_entry_that_differs_most(capsys):
    class Late(Mul):
        def backward(self):
            good = self.gradient * self.input(1)
            good[1, 2] += 1
            return [good, self.gradient * self.input(0)]

    with pytest.raises(CheckFailed, match=r"is 4 in entry \[1, 2\], and "):
        check_node(Late, torch.ones(2, 3), torch.ones(2, 3))


@pytest.mark.parametrize(
    ("add", "name"), [("raise NotImplementedError()", "Add"), ("return 1", "Mul")]
)
def test_a_hint_in_a_cell_of_two_exercises_is_for_the_first_unwritten_one(add, name, monkeypatch):
    class Shell:
        user_ns = {"In": [f"def Add():\n    {add}\n\ndef Mul():\n    pass\n\nhint()"]}

    shown = []
    monkeypatch.setattr(hints, "get_ipython", Shell)
    monkeypatch.setattr(hints, "_hints", lambda: {"Add": [["x", "y"]], "Mul": [["Why?", "A."]]})
    monkeypatch.setattr(hints, "_numbers_given", {})
    monkeypatch.setattr(hints, "display", lambda markdown: shown.append(markdown.data))
    hint()
    assert f"`{name}`" in shown[0]


def test_hints_come_one_after_the_other_and_then_repeat_the_last(monkeypatch):
    shown = []
    monkeypatch.setattr(hints, "_hints", lambda: {"Mul": [["Why?", "A."], ["Look.", "B."]]})
    monkeypatch.setattr(hints, "_numbers_given", {})
    monkeypatch.setattr(hints, "display", lambda markdown: shown.append(markdown.data))
    for _ in range(3):
        hint("Mul")
    assert [text.splitlines()[-1] for text in shown] == ["A.", "B.", "B."]
    assert shown[0].startswith("**Hint 1 of 2 for `Mul`: Why?**")
    assert "This is the last one." in shown[1]


def test_a_hint_finds_the_exercise_in_whose_cell_it_stands(monkeypatch):
    class Shell:
        user_ns = {"In": ["", "class Mul(ComputationNode):\n    pass\n\nhint()"]}

    shown = []
    monkeypatch.setattr(hints, "get_ipython", Shell)
    monkeypatch.setattr(hints, "_hints", lambda: {"Add": [["x", "y"]], "Mul": [["Why?", "A."]]})
    monkeypatch.setattr(hints, "_numbers_given", {})
    monkeypatch.setattr(hints, "display", lambda markdown: shown.append(markdown.data))
    hint()
    assert "`Mul`" in shown[0]


def test_a_hint_without_a_known_exercise_does_not_list_other_exercises(capsys, monkeypatch):
    class Shell:
        user_ns = {"In": ["", "hint()"], "sizes": [3, 4]}

    monkeypatch.setattr(hints, "get_ipython", Shell)
    monkeypatch.setattr(hints, "_hints", lambda: {"sizes": [["Why?", "A."]]})
    for name in ("Div", None):
        hint(name)
        printed = capsys.readouterr().out
        assert "the last line of the cell you fill in" in printed
        assert ("no hints called 'Div'" in printed) is bool(name)
        assert "sizes" not in printed


def test_a_check_whose_answers_have_not_been_run_says_which_cell_to_run(capsys):
    with pytest.raises(CheckFailed) as caught:
        exec(_a_check("check_node(Rrelu, 1.0)"), vars(course) | {"__name__": "notebook"})
    assert str(caught.value).startswith("There is no `Rrelu` yet. First run the cell above")


@pytest.mark.parametrize("name", ["torch", "Rrelu"])
def test_advice_on_importing_is_given_only_for_modules(name, capsys):
    with pytest.raises(CheckFailed) as caught:
        exec(_a_check(f"{name}.exp(1.0)"), {"check_exercise": course.check_exercise})
    assert (f"`import {name}`" in str(caught.value)) is (name == "torch")


def test_a_missing_name_in_a_students_line_is_reported_as_theirs(capsys):
    made = (
        "class Relu(ComputationNode):\n    def __init__(self, x):\n        super().__init__(xx)\n"
    )
    names = vars(course) | {"__name__": "notebook"}
    exec(compile(made, "the student's cell", "exec"), names)
    with pytest.raises(CheckFailed) as caught:
        exec(_a_check("Relu(Leaf(1.0))"), names)
    assert str(caught.value).startswith("Your code raised NameError")


def _a_check(line):
    return f'with check_exercise("1 A check"):\n    {line}\n'


def test_a_sketch_is_computed_by_the_operation_it_names():
    a = Leaf(1.0, "a")
    b = Sketch("Add", a, a, name="b")
    c = Sketch("Mul", b, b, name="c")
    assert check_gradients_by_hand(c, {"c": 1, "b": 4, "a": 8}) == 1
    assert "c = ×" in draw(c).svg
