"""The engines of the bank, replayed step by step."""

import linecache

import pytest

from course.expressions.typed_graph import read_graph
from course.player.recorded_run import record_run
from course.player.scene import Scene
from tests.helpers.bank_engines import engines_among, read_mistakes, read_right_answers
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.runs import captions, cosh, problem
from tests.helpers.spied_engines import COLLECTS_SHARES
from tests.helpers.spied_engines import engine as engine_in

NUMBERS = [
    cosh,
    lambda: read_graph("b = a + a; c = b + b", "a = 1.5"),
    lambda: read_graph("u = exp(x); y = u*u + x*u", "x = 0.5"),
    lambda: read_graph("u = exp(x); y = u*u + exp(-u)", "x = 0.5"),
    lambda: read_graph("u = exp(x); y = u + exp(-u)", "x = 0.5"),
    lambda: read_graph("u = exp(x); y = exp(u) + u*u", "x = 0.5"),
]
TENSORS = [
    lambda: read_graph("y = x^2 + x*x", "x = [1, 2, -1.5]"),
    lambda: read_graph("y = x + x", "x = [1, 2, -1.5]"),
    lambda: read_graph("J = sum(A @ B)", "A = [[1, 2, 3], [4, 5, 7]]; B = [[1], [2], [0.5]]"),
]
OF_HOMEWORK = {
    "hw1-cosh": [cosh],
    "hw2-tanh": NUMBERS,
    "hw3-polynomial": NUMBERS[3:] + TENSORS[:2],
    "hw4-matmul": TENSORS,
}


def algorithms(answer):
    """The functions that an answer of the bank defines, the others being right."""
    names = {"forward_algorithm": forward_algorithm, "backward_algorithm": backward_algorithm}
    exec("from course import *", names)
    file = f"<{answer.id}>"
    exec(compile(answer.code, file, "exec"), names)
    linecache.cache[file] = len(answer.code), None, answer.code.splitlines(True), file
    return names["forward_algorithm"], names["backward_algorithm"]


def runs(answer):
    graphs = {g: None for hw, _ in answer.exercises for g in OF_HOMEWORK.get(hw, [])}
    pair = algorithms(answer)
    return [record_run(graph(), *pair) for graph in graphs]


@pytest.mark.by_day(25)
@pytest.mark.parametrize("answer", engines_among(read_mistakes()), ids=lambda a: a.id)
def test_each_misconception_about_engines_is_shown_at_a_step_that_names_it(answer):
    wrong = [run for run in runs(answer) if run.first_problem is not None]
    assert wrong, "no step of any run is marked"
    step = problem(wrong[0])
    assert step.problem.endswith((".", "?"))
    hidden, shown = (Scene(wrong[0]).fill(step, reveal=reveal) for reveal in (False, True))
    marks = {"wrong", "never"}
    assert not marks & set(" ".join(hidden).split())
    if step.node is not None or step.wrong or step.never:
        assert marks & set(" ".join(shown).split()), "no node is marked in the picture"


@pytest.mark.by_day(12)
@pytest.mark.parametrize("answer", engines_among(read_right_answers()), ids=lambda a: a.id)
def test_no_step_of_a_right_engine_is_marked_in_any_style(answer, capsys):
    for run in runs(answer):
        assert run.first_problem is None, problem(run)
        assert run.steps[-1].verdict


def test_shares_are_counted_that_arrive_in_several_runs_of_one_node():
    (answer,) = [a for a in read_right_answers() if a.id == "backward-once-per-input"]
    run = record_run(read_graph("b = a + a; c = b + b", "a = 1.5"), *algorithms(answer))
    assert "1 is added to 1 at b, making 2. Shares so far: 2 of 2." in captions(run, "share")
    (answer,) = [a for a in read_mistakes() if a.id == "output-twice"]
    run = record_run(cosh(), *algorithms(answer))
    told = "0.5 is added to 0.5 at b, making 1. Shares so far: 2, along 1 arrow."
    assert told in captions(run, "share")


def test_none_that_arrives_as_a_share_is_a_problem_and_forgets_nothing():
    (answer,) = [a for a in read_mistakes() if a.id == "forgets-to-start"]
    run = record_run(read_graph("b = a + a; c = b + b", "a = 1.5"), *algorithms(answer))
    (step, *_) = [step for step in run.steps if step.caption.startswith("None arrives")]
    assert step.caption == "None arrives at b. Shares so far: 0 of 2."
    assert step.problem == "No `node.backward()` has returned this share for b."
    assert captions(run, "forget") == []


def test_shares_may_be_collected_in_lists():
    run = record_run(cosh(), *engine_in(COLLECTS_SHARES))
    assert not any(step.problem for step in run.steps)
    assert not any("added to [" in step.caption for step in run.steps)
