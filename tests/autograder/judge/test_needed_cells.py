"""Which cells are run in grading: all that something judged depends on, and no others."""

import nbformat
import pytest

from autograder.authoring.runs import run_checks
from autograder.base.paths import homeworks
from autograder.grading.submission import grade_submission
from autograder.judge.author_run import code_cells, demos, run_author, run_code
from autograder.judge.needed_cells import not_needed
from autograder.notebook.cells import has_solution
from autograder.notebook.source import read_source
from autograder.sandbox.limits import Limits
from tests.helpers.submissions import submissions_of


def is_run(demo: str, then: str = "answer = {}", *, before: str = "") -> bool:
    """Whether a cell is run that stands between these."""
    cells = {"setup": "from course import *\nimport torch, math\nfrom matplotlib import pyplot"}
    cells |= {"before": before, "demo": demo, "then": then}
    return "demo" not in not_needed(cells, {"demo"})


@pytest.mark.parametrize(
    ("demo", "then"),
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
        ("limit = 3", "if late:\n    limit = 2\ncheck(limit)"),
    ],
)
def test_a_cell_is_run_if_a_name_it_defines_is_read(demo, then):
    assert is_run(demo, then)


@pytest.mark.parametrize(
    "demo",
    [
        "table[0] = 1",
        "table.append(1)",
        "table.size = 3",
        "del table[0]",
        "other = table\nother.append(1)",
        "fill(table)",
        "fill([table])",
        "table += [1]",
    ],
)
def test_a_cell_is_run_if_it_may_change_a_value_that_is_read(demo):
    assert is_run(demo, "check(table)", before="table = [1]")
    assert not is_run(demo, "check(1)", before="table = [1]")


def test_a_cell_is_run_if_a_function_it_calls_may_change_a_value_that_is_read():
    assert is_run(
        "extend()", "check(table)", before="table = []\ndef extend():\n    table.append(1)"
    )


@pytest.mark.parametrize(
    ("before", "demo"),
    [
        ("model = Model()\nother = model", "other.size = 1"),
        ("model = Model()\nother = model\nthird = other", "third.size = 1"),
        ("model = Model()\nlast = model.layers[-1]", "last.size = 1"),
        ("model = Model()\n_, (last, *_) = 1, model.layers", "last.size = 1"),
        ("model = Model()\nboth = [model, 1]", "both[0].size = 1"),
        ("model = Model()\ntable = {}\ntable[0] = model", "table[0].size = 1"),
        ("model = Model()\nfor layer in model.layers:\n    pass", "layer.size = 1"),
        ("model = Model()\nwith model as other:\n    pass", "other.size = 1"),
        ("model = Model()\nother = model if late else None", "other.fill(1)"),
    ],
)
def test_a_cell_is_run_if_it_may_change_a_value_that_is_read_by_another_name(before, demo):
    assert is_run(demo, "check(model)", before=before)
    assert not is_run(demo, "check(1)", before=before)


def test_a_cell_is_run_if_an_alias_of_what_it_changes_was_made_by_a_demo():
    cells = {"a": "m = Model()", "b": "m2 = m", "c": "m2.w = 1", "d": "check_x(m)"}
    assert not_needed(cells, ["b", "c"]) == set()


@pytest.mark.parametrize(
    "demo",
    [
        "class Log(ComputationNode):\n    pass",
        "if True:\n    class Log(ComputationNode):\n        pass",
        "torch.set_default_dtype(torch.float64)",
        "from torch import set_default_dtype\nset_default_dtype(1)",
        "t = torch\nt.set_default_dtype(torch.float64)",
        "t = torch\nu = t\nu.set_default_dtype(torch.float64)",
        "f = torch.set_default_dtype\nf(torch.float64)",
        "done = torch.set_default_dtype(torch.float64)",
        "import numpy as np\nbefore = np.seterr(all='raise')",
        "import os\nkind = os.environ.setdefault('A', 'b')",
        "from pathlib import Path\nPath('a').write_text('b')",
        "file = open('a', 'w')",
        "setattr(torch, 'a', 1)",
        "import course\ncourse.subject.ask = None",
        "import course\ndoor = course.subject\ndoor.ask = None",
        "import sys\ndoor, kept = sys.modules['course.subject'], (1, 2)\ndoor.ask = None",
        "exec('limit = 3')",
        "globals()['limit'] = 3",
        "%matplotlib inline",
        "from elsewhere import *",
        "def f(:",
        "settle()",
    ],
)
def test_a_cell_is_run_if_it_has_an_effect_without_a_name(demo):
    assert is_run(demo, before="def settle():\n    torch.set_default_dtype(torch.float64)")


@pytest.mark.parametrize(
    ("demo", "then"),
    [
        ("x = Leaf(2.0)\ndraw(x)", "x = Leaf(3.0)\ncheck(x)"),
        ("x = Leaf(2.0)\ndraw(x)", "check([x for x in range(3)])"),
        ("x = Leaf(2.0)\ndraw(x)", "def f(x):\n    return x"),
        ("draw(forward_algorithm(Leaf(2.0)))", "check(forward_algorithm)"),
        ("pyplot.plot([1])\npyplot.show()", "pyplot = 3"),
        ("print(torch.linspace(0, 1, 3).sum(), math.pi)", "check(torch, math)"),
        ("torch.manual_seed(0)\nprint(torch.randn(3))", "check(torch)"),
        ("torch.set_num_threads(1)", "check(torch)"),
        ("from ipywidgets import HTML\nx = HTML()\nx.observe(print)\nx", "check(print)"),
        ("import gc, sys\ngc.collect()\nprint(sys.getsizeof([1]))", "check(torch)"),
        ("import timeit\nprint(timeit.timeit(forward_algorithm))", "check(forward_algorithm)"),
    ],
)
def test_a_cell_that_only_shows_something_is_not_run(demo, then):
    assert not is_run(demo, then, before="def forward_algorithm(graph):\n    return [graph]")


def test_cells_needed_by_a_run_cell_are_run_and_later_ones_are_not():
    cells = {"a": "one = 1", "b": "two = one + 1", "c": "three = 3", "check": "f(two)"}
    assert not_needed(cells, {"a", "b", "c"}) == {"c"}
    cells = {"check": "f(late)", "a": "late = 1"}
    assert not_needed(cells, {"a"}) == {"a"}
    assert not_needed(cells | {"check": "def f():\n    return late"}, {"a"}) == set()


@pytest.mark.parametrize("students", ["%time print(shown)", "print(vars())", "print(shown"])
def test_all_cells_are_run_for_a_cell_whose_needs_are_unknown(students):
    assert not_needed({"a": "shown = 1", "own": students}, {"a"}) == set()


@pytest.mark.parametrize(
    "own",
    [
        "for cls in (Add,):\n    cls.grad = property(later)",
        "with_grad(Add)",
        "with_grad(cls=Add)",
        "with_grad(Leaf)",
        "A = Add\nA.grad = None",
        "A = Add\nwith_grad(A)",
        "_ = list(map(with_grad, [Add]))",
        "class_list[0].grad = None",
        "for cls in class_list:\n    with_grad(cls)",
        "[with_grad(cls) for cls in (Add,)]",
        "change_all()",
        "with_grad(engine)",
    ],
)
def test_a_students_cell_is_run_if_it_may_change_a_class_or_a_function(own):
    cells = {
        "setup": "from course import *",
        "add": "class Add:\n    pass\ndef engine(graph):\n    pass",
        "helpers": "class_list = [Add]\ndef with_grad(cls):\n    cls.grad = None\n"
        "def change_all():\n    Add.grad = None",
        "own": own,
        "add-check": "check(Add, Leaf, engine)",
    }
    assert not_needed(cells, (), {"own"}) == set()
    for compare in ("print(engine(Add(1, 2)))", "timeit.timeit(engine)", "isinstance(x, Add)"):
        assert not_needed(cells | {"own": compare}, (), {"own"}) == {"own"}


@pytest.mark.parametrize("assignment", homeworks())
def test_the_homeworks_run_needed_cells_and_skip_slow_ones(assignment):
    sources = {cell.id: cell.source for cell in code_cells(assignment)}
    left = not_needed(sources, demos(assignment))
    slow = {"training-plot", "orders-plot", "exponents", "tradeoff-plot", "saturation", "replay"}
    slow |= {"cost-of-a-step", "temperature-slider", "inside", "folded"}
    assert slow & sources.keys() <= left
    judged, _ = run_author(assignment)  # a missing name would raise an error here
    assert judged


def test_authors_checks_run_before_their_probes_only_if_another_cell_needs_them(
    monkeypatch,
):
    ran = []

    def noted(code, names):
        ran.append(code.co_filename.strip("<").split()[0])
        run_code(code, names)

    monkeypatch.setattr("autograder.judge.author_run.run_code", noted)
    judged, _ = run_author("hw5-mlp")
    checks = {cell.id for cell in judged}
    assert len(checks) > 15 and "tanh-check" in checks
    assert checks & set(ran) == {"network-check", "batch-network-check", "batch-gradients-check"}


def test_an_author_can_demand_that_a_cell_is_run(monkeypatch, tmp_path):
    text = '# %% grade_id="a"\nprint(1)\n\n# %% grade_id="b" run=true\nprint(2)\n'
    (tmp_path / "hw9-small.py").write_text(text)
    monkeypatch.setattr("autograder.notebook.source.SOLUTIONS", tmp_path)
    assert demos("hw9-small") == {"a"}


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
import timeit
p = torch.tensor(2.0, requires_grad=True)
p.exp().backward()
print(p.grad, timeit.timeit(lambda: forward_algorithm(Leaf(2.0)), number=3))
"""


@pytest.mark.parametrize(
    ("own", "is_left_out"),
    [
        (f"import torch{COMPARISON}", True),
        (f"import torch{COMPARISON}slope = p.grad", True),
        (f"import torch{COMPARISON}math.slope = p.grad", False),
        (f"import torch{COMPARISON}Exp.slope = p.grad", False),
        (f"import torch{COMPARISON}class Slope(Exp):\n    pass", False),
    ],
)
def test_a_test_of_ones_own_on_which_nothing_depends_is_neither_run_nor_flagged(own, is_left_out):
    def add(notebook):
        place = next(i for i, cell in enumerate(notebook.cells) if cell.id == "replay")
        notebook.cells.insert(place, nbformat.v4.new_code_cell(own, id="own"))

    notebook, not_run = graded(add)
    (cell,) = (cell for cell in notebook.cells if cell.id == "own")
    assert ("own" in not_run) == is_left_out
    assert bool(cell.outputs) == bool(notebook.metadata["flags"]) == (not is_left_out)


def test_a_cell_of_ones_own_without_flagged_words_is_always_run():
    notebook, not_run = graded(
        lambda notebook: notebook.cells.append(nbformat.v4.new_code_cell("print(3)", id="own"))
    )
    assert notebook.cells[-1].outputs
    assert "own" not in not_run
