"""Releasing: which homeworks are fit for students, and why others are refused."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autograder.authoring.hint_texts import write_hints, wrong_hints
from autograder.base import paths
from autograder.base.paths import ROOT, homeworks, released_path
from autograder.hand_out import release
from autograder.hand_out.release import ReleaseRefused
from autograder.hand_out.unmarked import unmarked_solutions
from autograder.hand_out.wrong_pools import wrong_pools
from autograder.judge.question_plan import BadPlan, plan_for
from autograder.notebook.markers import MARKERS
from autograder.notebook.source import BadSource, read_source
from autograder.repairing.earlier_releases import cell_hashes, earlier_releases
from course.check.paper.multiple_choice import mark_of_option
from tests.helpers.small_homework import SMALL
from tests.helpers.worked_example import copy_clone

CHOICE = """
# %% grade_id="card"
card = {
    "node": "b",  ### SOLUTION
}

# %% grade_id="card-check" points=1 title="3 Card"
from course import check_choices

check_choices(card, marks_of(card), options=["a", "b"])
"""


@pytest.fixture
def author(tmp_path, monkeypatch):
    """An author with a clone of their own: write a text, release it."""
    places = {"SOLUTIONS": "solutions", "SOURCE": "build/source", "RELEASED": "notebooks/homework"}
    for name, folder in places.items():
        (tmp_path / folder).mkdir(parents=True)
        monkeypatch.setattr(paths, name, tmp_path / folder)

    def write(text, then=release.release):
        (tmp_path / "solutions" / "hw9-small.py").write_text(text)
        return then("hw9-small")

    return write


@pytest.mark.slow
def test_a_sound_homework_is_released_reproducibly(author):
    made = author(SMALL)
    assert made.is_changed
    assert (made.points, made.extra) == (3, 1)
    first = made.notebook.read_bytes()
    again = author(SMALL)
    assert not again.is_changed
    assert again.notebook.read_bytes() == first


@pytest.mark.slow
def test_a_solution_that_fails_its_own_check_is_refused_with_the_reason(author):
    wrong = SMALL.replace("self.gradient * self.input(0)]", "self.gradient]")
    with pytest.raises(ReleaseRefused, match=r"solution does not pass mul-check") as refusal:
        author(wrong)
    assert "downstream gradient" in str(refusal.value)
    assert not released_path("hw9-small").exists()


@pytest.mark.slow
def test_a_solution_that_stops_is_refused_with_the_cell_and_the_reason(author):
    text = SMALL.replace("from course import *", "from course import check_node, check_blanks")
    message = r"stops in mul: NameError: name 'ComputationNode' is not defined"
    with pytest.raises(ReleaseRefused, match=message):
        author(text)


@pytest.mark.slow
def test_a_node_without_a_pytorch_formula_is_not_called_unwritten(author):
    with pytest.raises(ReleaseRefused, match="no PyTorch formula for Odd") as refusal:
        author(SMALL.replace("Mul", "Odd"))
    assert "written" not in str(refusal.value)


@pytest.mark.slow
def test_a_check_that_uses_an_undefined_name_is_refused_with_the_name(author):
    text = SMALL.replace("1 + 1}", "int(torch.tensor(2))}")
    message = r"does not pass blanks-check: .*name 'torch' is not defined"
    with pytest.raises(BadPlan, match=message):
        author(text, then=lambda name: plan_for(name, "rehearsal"))


@pytest.mark.slow
def test_a_cell_that_only_shows_something_is_run_before_release(author):
    demo = '# %% grade_id="demo" shows=true\nprint(Mul(Leaf(2.0), 3.0).result + 1)\n\n'
    with pytest.raises(ReleaseRefused, match="cell 'demo' of the solution raises TypeError"):
        author(SMALL + "\n" + demo)


@pytest.mark.slow
def test_a_check_that_depends_unseen_on_a_cell_that_is_left_out_is_refused(author):
    table = '# %% grade_id="table"\ntable = [0]\n\n'
    other = '# %% grade_id="other"\nother = max(table, [])\n\n'
    demo = '# %% grade_id="demo" shows=true\nother[0] = 1\n\n'
    check = '# %% grade_id="last-check" points=1 title="3 Last"\nassert table == [1]\n'
    with pytest.raises(ReleaseRefused, match="solution does not pass last-check"):
        author("\n".join((SMALL, table, other, demo, check)))


@pytest.mark.slow
def test_a_blank_notebook_that_earns_a_point_is_refused(author):
    generous = SMALL.replace("check_node(Mul, 2.0, -6.0)", "pass")
    with pytest.raises(ReleaseRefused, match=r"the untouched notebook earns 3 of 3 in mul-check"):
        author(generous)


BARE = "        return [self.gradient * self.input(1), self.gradient * self.input(0)]\n"
BODY = f"        ### BEGIN SOLUTION\n{BARE}        ### END SOLUTION\n"
FUNCTION = '# %% grade_id="blanks"\ndef one():\n    return 1\n\n'


@pytest.mark.parametrize(
    ("forgotten", "told"),
    [
        ((BODY, BARE), r"line 14 of hw9-small\.py: .* `backward` of `Mul` in cell 'mul'"),
        (("blanks = {", "one: int = 1\nblanks = {"), r"line 23 .* `one` in cell 'blanks'"),
        (("blanks = {", "one += 1\nblanks = {"), r"line 23 .* `one` in cell 'blanks'"),
        (
            ("blanks = {", "if True:\n    def one():\n        return 1\nblanks = {"),
            r"line 24 .* `one` in cell 'blanks'",
        ),
        (('"two": 2', '"one": 1,\n    "two": 2'), r"line 24 .* 'one' of `blanks` in cell 'blanks'"),
        (("blanks = {", "one = 1\nblanks = {"), r"line 23 .* `one` in cell 'blanks'"),
        (('# %% grade_id="blanks"\n', FUNCTION), r"line 23 .* `one` in cell 'blanks'"),
        (("2,  ###", "...,  ###"), r"line 24 .* has no answer in cell 'blanks'"),
    ],
)
def test_finished_code_without_markers_is_named_unless_it_is_given(author, forgotten, told):
    (found,) = author(
        SMALL.replace(*forgotten), then=lambda name: unmarked_solutions(name, read_source(name))
    )
    assert re.search(told, found)


def test_given_code_may_be_finished_and_the_rest_must_be_hidden(author):
    def found(text):
        return author(text, then=lambda name: unmarked_solutions(name, read_source(name)))

    given = SMALL.replace("backward(self):", "backward(self):  # given").replace(BODY, BARE)
    helped = SMALL.replace(
        "class Mul", "class Two:\n    def half(self):\n        return 1\n\nclass Mul"
    )
    assert found(SMALL) == found(given) == found(helped) == []


@pytest.mark.slow
def test_a_homework_that_would_reveal_half_of_a_solution_is_refused(author):
    with pytest.raises(ReleaseRefused, match="`backward` of `Mul`"):
        author(SMALL.replace(BODY, BARE))
    assert not released_path("hw9-small").exists()


SHOWN = """
# %% grade_id="own" variants=true
show_variant("one fork", "exercise 3")

# %% grade_id="own-check" points=1 title="3 Own"
check_gradients_by_hand(variant("one fork", z), blanks)
"""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("", ""), ""),
        (('variant("one fork", z)', 'variant("two forks", z)'), 'the cell above shows "one fork"'),
        (("show_variant", "print"), "no cell above shows one"),
    ],
)
def test_students_are_shown_the_variant_that_is_checked(author, change, told):
    found = author(SMALL + SHOWN.replace(*change), then=wrong_pools)
    assert bool(found) is bool(told) and told in "".join(found)


@pytest.mark.slow
def test_an_author_with_only_wrong_answers_about_the_engine_sees_the_questions(author):
    text = (ROOT / "solutions" / "hw2-tanh.py").read_text()
    for blank in ("first", "second", "third"):
        text = re.sub(rf'"{blank}": \d+,  ###', f'"{blank}": 1000,  ###', text)
    with pytest.raises(BadPlan, match="does not pass own-engine-check") as refusal:
        author(text, then=lambda name: plan_for(name, "rehearsal"))
    message = str(refusal.value)
    assert re.search(r"^first +\w", message, re.MULTILINE)
    assert "def backward_algorithm" in message


@pytest.mark.slow
def test_solution_text_in_a_released_cell_is_refused(author):
    leaky = SMALL.replace(
        "# # A small homework",
        "# # A small homework\n#\n#     self.result = self.input(0) * self.input(1)",
    )
    with pytest.raises(ReleaseRefused, match=r"solution line .* in cell `# A small homework"):
        author(leaky)


@pytest.mark.slow
def test_the_chosen_options_of_the_solution_become_marks_in_the_check(author):
    cells = {cell.id: cell for cell in author(SMALL + CHOICE, then=read_source).cells}
    assert mark_of_option("3 Card", "node", "b") in cells["card-check"].source
    assert author(SMALL + CHOICE).points == 4


HINT = """
# %% [markdown]
# <details name="blanks"><summary>Hint: a</summary>
#
# b
# </details>
"""


def test_a_hint_for_an_undefined_name_is_refused(author):
    with pytest.raises(BadSource, match="name='Mull', which no solution cell defines"):
        author(SMALL + HINT.replace("blanks", "Mull"))


def test_a_hint_for_a_name_without_markers_is_refused_with_a_question_about_them(author):
    with pytest.raises(BadSource, match=r"name='blanks', which no .* Are the markers .* missing"):
        author((SMALL + HINT).replace("  ### SOLUTION", ""))


@pytest.mark.parametrize("hint", ["blank", "Mul", "blanks"])
def test_a_check_refers_to_hints_that_exist(author, hint):
    text = SMALL.replace("1 + 1})", f'1 + 1}}, hint="{hint}")')
    found = author(text + HINT, then=lambda name: wrong_hints(read_source(name)))
    wanted = [f"blanks-check says hint={hint!r}, but there are no hints of this name."]
    assert [each.partition(" There are:")[0] for each in found] == wanted * (hint != "blanks")
    assert all(each.endswith("There are: blanks.") for each in found)


def test_a_release_updates_only_the_hints_of_its_own_homework(author, tmp_path, monkeypatch):
    shipped = tmp_path / "hints.json"
    others = {"hw1-other": {"Exp": [["Why?", "Because."]]}}
    shipped.write_text(json.dumps(others))
    monkeypatch.setattr("course.messages.hints.HINTS_FILE", shipped)
    author(SMALL + HINT, then=lambda name: write_hints([name]))
    assert json.loads(shipped.read_text()) == others | {"hw9-small": {"blanks": [["a", "b"]]}}
    author(SMALL, then=lambda name: write_hints([name]))
    assert json.loads(shipped.read_text()) == others


@pytest.mark.slow
@pytest.mark.parametrize("homework", homeworks())
def test_released_notebooks_are_fresh(homework):
    stale = f"solutions/ or course/ have changed. Run: autograder release {homework}"
    assert release.is_fresh(homework), stale


@pytest.mark.parametrize("homework", homeworks())
def test_released_notebooks_hold_no_solution_and_no_output(homework):
    notebook = nbformat.read(released_path(homework), as_version=4)
    nbformat.validate(notebook)
    assert release.leaks_in_notebook(read_source(homework), notebook) == []
    text = "\n".join(cell.source for cell in notebook.cells)
    assert not any(marker in text for marker in MARKERS)


@pytest.mark.parametrize("homework", homeworks())
def test_blanks_keep_their_names_in_the_released_notebook(homework):
    blanks = {cell.id: cell for cell in nbformat.read(released_path(homework), as_version=4).cells}
    with_blanks = [c for c in read_source(homework).cells if c.source.count("### SOLUTION")]
    assert with_blanks
    for cell in with_blanks:
        assert blanks[cell.id].source.count("...") == cell.source.count("### SOLUTION"), cell.id
        assert "raise NotImplementedError" not in blanks[cell.id].source


@pytest.mark.parametrize("homework", homeworks())
def test_no_check_defines_what_a_node_is_given(homework):
    """A node that forgets `self.` would find it in the notebook, and nowhere during grading."""
    given, defined = set(), set()
    code = (cell for cell in read_source(homework).cells if cell.cell_type == "code")
    for cell in code:
        is_check = cell.metadata.get("nbgrader", {}).get("grade")
        for each in ast.walk(ast.parse(cell.source)):
            if isinstance(each, ast.FunctionDef) and each.name == "__init__":
                given |= set(re.findall(r"self\.(\w+) = \1\b", ast.unparse(each)))
            elif is_check and isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                defined.add(each.id)
    assert not given & defined


@pytest.mark.slow
def test_nbgrader_itself_generates_the_same_notebook(tmp_path):
    """`nbgrader generate_assignment`, started in a copy of the clone, uses the same steps."""
    copy_clone(tmp_path, "solutions", "notebooks")
    generated = tmp_path / "notebooks/homework/hw4-matmul/hw4-matmul.ipynb"
    generated.unlink()
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = os.environ | {"CLASS_DIR": str(tmp_path / "class"), "PATH": path}
    (tmp_path / "class").mkdir()
    code = "from autograder.notebook.source import write_source; write_source('hw4-matmul')"
    generate = ["-m", "nbgrader", "generate_assignment", "hw4-matmul", "--force", "--create"]
    for command in (["-c", code], generate):
        subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            env=env | {"PYTHONPATH": str(tmp_path)},
            check=True,
            capture_output=True,
        )
    assert generated.read_bytes().rstrip() == released_path("hw4-matmul").read_bytes().rstrip()


@pytest.mark.slow
def test_a_decision_for_everybody_is_released_and_the_earlier_release_remembered(author):
    first = nbformat.read(author(SMALL).notebook, as_version=4)
    assert author(SMALL.replace("points=3", "points=3 everybody=true")).points == 3
    void = author(SMALL.replace("points=3", "points=3 void=true"))
    assert void.points == 0
    assert earlier_releases(void.notebook.parents[1], "hw9-small") == [cell_hashes(first)]
