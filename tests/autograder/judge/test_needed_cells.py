"""Which cells are run in grading: all but those that only show something and that nobody needs."""

from resource import RUSAGE_SELF, getrusage

import nbformat
import pytest

from autograder.authoring.answer_runs import run_checks
from autograder.base.paths import homeworks
from autograder.grading.submission import grade_submission
from autograder.judge.author_run import code_cells, ids_that_show, run_author, run_code
from autograder.judge.needed_cells import not_needed
from autograder.notebook.cells import has_solution
from autograder.notebook.source import read_source
from autograder.sandbox.limits import Limits
from tests.helpers.clock import takes_less_than
from tests.helpers.submissions import submissions_of


def is_run(shows: str, students: str) -> bool:
    """Whether a cell that only shows something is run beside this cell of a student's."""
    return not_needed({"shows": shows}, [students]) == set()


@pytest.mark.parametrize(
    ("shows", "students"),
    [
        ("limit = 3\nplt.plot([limit])", "check(limit)"),
        ("def f(x):\n    return x", "check(f(1))"),
        ("for limit in range(3):\n    pass", "check(limit)"),
        ("with open_one() as limit:\n    pass", "check(limit)"),
        ("if True:\n    limit = 3", "check(limit)"),
        ("(limit := 3)", "check(limit)"),
        ("[limit := i for i in range(3)]", "check(limit)"),
        ("import cmath", "check(cmath.pi)"),
        ("match 3:\n    case limit:\n        pass", "check(limit)"),
        ("def f():\n    global limit\n    limit = 3\nf()", "check(limit)"),
        ("limit = 3", "check([i for i in range(3) if i < limit])"),
        ("limit = 3", "def f(x):\n    return x < limit"),
        ("limit = 3", "f = lambda x: x < limit"),
        ("limit = 3", "with check_exercise('a'):\n    limit = limit + 1"),
        ("limit = 3", "limit += 1"),
        ("limit = 3", "del limit"),
        ("limit = 3", "if late:\n    limit = 2\ncheck(limit)"),
        ("limit = 3", "try:\n    limit = f()\nexcept ValueError:\n    pass\ncheck(limit)"),
        ("limit = 3", "check([1 for limit in range(3)])\ncheck(limit)"),
        ("limit = 3", "check(limit)\nlimit = 2"),
        ("limit = 3", "late and (limit := 2)\ncheck(limit)"),
        ("limit = 3", "limit: int\ncheck(limit)"),
        ("limit = 3", "for limit in []:\n    pass\ncheck(limit)"),
        ("limit = 3", "for limit in []:\n    pass\nelse:\n    check(limit)"),
        ("limit = 3", "@shown(limit)\ndef f(x=1):\n    pass"),
        ("limit = 3", "check([x for x in limit])"),
        ("limit = 3", "class Log(ComputationNode):\n    most = limit"),
        ("limit = 3", "class Log(ComputationNode):\n    most = limit\nlimit = 2"),
        ("limit = 3", "class Log(ComputationNode):\n    limit = limit\nlimit = 2"),
        ("limit = 3", "class Log:\n    if True:\n        most = limit\nlimit = 2"),
        ("limit = 3", "class Log:\n    limit = 1\n    all = [limit for x in 'ab']\nlimit = 2"),
        ("limit = 3", "class Log:\n    def f(self, most=limit):\n        pass\nlimit = 2"),
        ("limit = 3", "class Log:\n    limit = 2\ncheck(limit)"),
        ("limit = 3", "await shown(limit)"),
        ("class Log(ComputationNode):\n    pass", "Log(x)"),
        ("table = {}\ntable[0] = 1", "check(table)"),
    ],
)
def test_a_cell_is_run_if_a_student_uses_a_name_that_it_binds(shows, students):
    assert is_run(shows, students)
    assert not is_run(shows, "check(other)")


@pytest.mark.parametrize("shows", ["from cmath import *", "%matplotlib inline\nlimit = 3"])
def test_a_cell_is_run_if_nobody_can_say_which_names_it_binds(shows):
    assert is_run(shows, "check(limit)")


@pytest.mark.parametrize(
    "students",
    [
        "x = Leaf(3.0)\ncheck(x)",
        "check([x for x in range(3)])",
        "for x in range(3):\n    check(x)",
        "import x\ncheck(x)",
        "def x(y):\n    return y\ncheck(x(1))",
        "with shown() as x:\n    check(x)",
        "with shown() as x:\n    pass\ncheck(x)",
        "x: float = 3.0\ncheck(x)",
        "check(lambda x: x)",
        "def f(x):\n    return x",
        "class Log(ComputationNode):\n    def forward(self, x):\n        self.x = x",
        "class Log:\n    def f(self):\n        check(x)\nx = 1",
        "x = 1\nclass Log:\n    y = x",
        "check(node.x)",
    ],
)
def test_a_name_of_the_students_own_does_not_count(students):
    assert not is_run("x = Leaf(2.0)\ndraw(x)", students)


def test_cells_needed_by_a_run_cell_are_run_and_others_are_not():
    cells = {"a": "one = 1", "b": "two = one + 1", "c": "three = 3"}
    assert not_needed(cells, ["f(two)"]) == {"c"}
    assert not_needed(cells, ["f(one)", "g(three)"]) == {"b"}


@pytest.mark.parametrize(
    "students",
    [
        "%time print(shown)",
        "print(shown",
        "print('{' * 999, shown)",
        "print(globals()['shown'])",
        "exec('print(shown)')",
    ],
)
def test_every_word_of_a_cell_that_is_not_plain_python_or_finds_names_by_text_counts(students):
    assert is_run("shown = 1", students)
    assert not is_run("print(1)", students)


NESTED = "".join(f"{' ' * i}try: a\n{' ' * i}finally:\n" for i in range(19)) + " " * 19 + "shown"
SUM = "x = " + "+".join(["'\\U0001f600' * 4000"] * 400) + "\nshown"


@pytest.mark.parametrize("students", [NESTED, SUM])
def test_a_cell_that_takes_compilers_long_is_read_at_once(students):
    """Python would repeat what is in `finally`, and keep the sum of each part with those before."""
    before = getrusage(RUSAGE_SELF).ru_maxrss
    with takes_less_than(1):
        assert is_run("shown = 1", students)
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 100_000  # kB


@pytest.mark.parametrize("homework", homeworks())
def test_the_homeworks_skip_slow_cells_and_need_no_other(homework):
    slow = {"training-plot", "orders-plot", "exponents", "tradeoff-plot", "saturation", "replay"}
    slow |= {"cost-of-a-step", "temperature-slider", "inside", "folded"}
    assert slow & {cell.id for cell in code_cells(homework)} <= ids_that_show(homework)
    judged, _ = run_author(homework)  # a missing name would raise an error here
    assert judged


def test_authors_checks_are_not_run_before_they_are_planned(monkeypatch):
    ran = []

    def noted(code, names):
        ran.append(code.co_filename.strip("<").split()[0])
        run_code(code, names)

    monkeypatch.setattr("autograder.judge.author_run.run_code", noted)
    judged, _ = run_author("hw5-mlp")
    checks = {cell.id for cell in judged}
    assert len(checks) > 15 and "tanh-check" in checks
    assert checks.isdisjoint(ran)


def test_an_author_says_which_cells_only_show_something(monkeypatch, tmp_path):
    text = '# %% grade_id="a" shows=true\nprint(1)\n\n# %% grade_id="b"\nprint(2)\n'
    (tmp_path / "hw9-small.py").write_text(text)
    monkeypatch.setattr("autograder.base.paths.SOLUTIONS", tmp_path)
    assert ids_that_show("hw9-small") == {"a"}


def test_the_bank_runs_the_cells_that_a_mistake_reads():
    uses_a_demo = "def forward_algorithm(graph):\n    return [cosh_x.result]\n"
    run = run_checks("hw1-cosh", {"backward-algorithm": uses_a_demo})
    assert "NameError" not in " ".join(run.complaints.values())


def graded(change):
    """The outputs of hw1's first submission, all of it right, with a change; and what was left."""
    each, *_ = submissions_of("hw1-cosh").values()
    notebook = read_source("hw1-cosh")
    change(notebook)
    data = nbformat.writes(notebook).encode()
    result = grade_submission(each.homework, data, "series", limits=Limits())
    return result.notebook, result.notebook.metadata["not_run"]


@pytest.mark.slow
def test_a_demo_is_run_for_the_student_whose_cell_reads_what_it_defines():
    def use(notebook):
        place = next(i for i, cell in enumerate(notebook.cells) if cell.id == "replay")
        notebook.cells.insert(place, nbformat.v4.new_code_cell("print(cosh_x.result)", id="own"))

    notebook, not_run = graded(use)
    (own,) = (cell for cell in notebook.cells if cell.id == "own")
    assert float(own.outputs[0].text) == pytest.approx(5 / 3)
    assert "cosh-backward" not in not_run

    notebook, not_run = graded(lambda notebook: None)
    assert {"cosh-backward", "replay"} <= set(not_run)
    solutions = [c for c in notebook.cells if has_solution(c)]
    assert solutions
    assert not any(c.outputs for c in notebook.cells if c.id in not_run)


COMPARISON = """
import timeit, torch
p = torch.tensor(2.0, requires_grad=True)
p.exp().backward()
print(p.grad, timeit.timeit(lambda: forward_algorithm(Leaf(2.0)), number=3))
"""


@pytest.mark.slow
def test_a_comparison_with_autograd_in_a_cell_of_ones_own_is_run_and_not_flagged():
    def add(notebook):
        place = next(i for i, cell in enumerate(notebook.cells) if cell.id == "replay")
        notebook.cells.insert(place, nbformat.v4.new_code_cell(COMPARISON, id="own"))

    notebook, not_run = graded(add)
    (cell,) = (cell for cell in notebook.cells if cell.id == "own")
    assert cell.outputs and "own" not in not_run
    assert not notebook.metadata.get("flags")


WITH_AUTOGRAD = """
import torch
mine = backward_algorithm
def backward_algorithm(graph, one=1.0):
    x = torch.zeros((), requires_grad=True)
    torch.autograd.grad(x.exp(), x)
    return mine(graph, one)
"""


@pytest.mark.slow
def test_autograd_in_a_cell_of_ones_own_is_flagged_if_it_answers_a_check():
    def add(notebook):
        place = next(i for i, cell in enumerate(notebook.cells) if cell.id == "backward-algorithm")
        notebook.cells.insert(place + 1, nbformat.v4.new_code_cell(WITH_AUTOGRAD, id="own"))

    notebook, _ = graded(add)
    flags = notebook.metadata["flags"]
    assert flags and all("autograd was at work" in flag for flag in flags)
