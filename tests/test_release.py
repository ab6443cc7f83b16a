"""Release: what is fit for students, and what is refused, with the reason."""

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autograder.base import paths
from autograder.base.paths import homeworks, released
from autograder.hand_out import release
from autograder.hand_out.release import ReleaseRefused
from autograder.notebook import source
from autograder.notebook.source import MARKERS, BadSource, has_solution, read_source
from tests.worked_example import copy_house

SMALL = """\
# %% [markdown]
# # A small homework

# %% grade_id="setup"
from course import *

# %% grade_id="mul"
class Mul(ComputationNode):
    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0) * self.input(1)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
        ### END SOLUTION

# %% grade_id="mul-check" points=3
with exercise("Mul"):
    check_node(Mul, 2.0, -6.0)

# %% grade_id="blanks"
blanks = {
    "two": 2,  ### SOLUTION
}

# %% grade_id="blanks-check" extra=1
check_blanks(blanks, {"two": 1 + 1}, exercise="Blanks", points=1)

# %% grade_id="summary"
summary("Mul", "Blanks")
"""


@pytest.fixture
def author(tmp_path, monkeypatch):
    """An author with a house of their own: write a text, release it."""
    places = {"SOLUTIONS": "solutions", "SOURCE": "build/source", "RELEASED": "notebooks/homework"}
    for name, folder in places.items():
        (tmp_path / folder).mkdir(parents=True)
        monkeypatch.setattr(paths, name, tmp_path / folder)
    monkeypatch.setattr(source, "SOLUTIONS", tmp_path / "solutions")
    monkeypatch.setattr(source, "SOURCE", tmp_path / "build/source")
    monkeypatch.setattr("autograder.classroom.settings.SOURCE", tmp_path / "build/source")

    def write_and_release(text):
        (tmp_path / "solutions" / "hw9-small.py").write_text(text)
        return release.release("hw9-small")

    return write_and_release


@pytest.mark.slow
def test_a_sound_homework_is_released_and_again_byte_for_byte(author):
    made = author(SMALL)
    assert made.changed
    assert (made.points, made.extra) == (3, 1)
    first = made.notebook.read_bytes()
    again = author(SMALL)
    assert not again.changed
    assert again.notebook.read_bytes() == first


@pytest.mark.slow
def test_a_solution_that_fails_its_own_check_is_refused_and_says_why(author):
    wrong = SMALL.replace("self.gradient * self.input(0)]", "self.gradient]")
    with pytest.raises(ReleaseRefused, match=r"solution does not pass mul-check") as refusal:
        author(wrong)
    assert "downstream gradient" in str(refusal.value)
    assert not released("hw9-small").exists()


@pytest.mark.slow
def test_a_cell_that_only_shows_something_is_run_before_it_is_released(author):
    demo = '# %% grade_id="demo"\nprint(Mul(Leaf(2.0), 3.0).result + 1)\n\n'
    with pytest.raises(ReleaseRefused, match="cell 'demo' of the solution raises TypeError"):
        author(SMALL.replace('# %% grade_id="summary"', demo + '# %% grade_id="summary"'))


@pytest.mark.slow
def test_a_blank_notebook_that_earns_a_point_is_refused(author):
    generous = SMALL.replace("    check_node(Mul, 2.0, -6.0)", "    pass")
    with pytest.raises(ReleaseRefused, match=r"the blank notebook earns 3 points in mul-check"):
        author(generous)


@pytest.mark.slow
def test_solution_text_in_a_released_cell_is_refused(author):
    leaky = SMALL.replace(
        "# # A small homework",
        "# # A small homework\n#\n#     self.result = self.input(0) * self.input(1)",
    )
    with pytest.raises(ReleaseRefused, match=r"solution line .* in cell `# A small homework"):
        author(leaky)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('"Mul", "Blanks")', '"Mul", "Blank")'), "the summary lacks the exercise 'Blanks'"),
        (('"Mul", "Blanks")', '"Mul", "Blank")'), "the summary has 'Blank', and no check"),
        (('"Mul", "Blanks")', '"Blanks", "Mul")'), "in another order than the checks"),
        (('summary("Mul", "Blanks")', "pass"), "there is no summary"),
        (('exercise="Blanks"', 'exercise="Mul"'), "two checks are called 'Mul'"),
        (("points=1)", "points=1)\nprint(1)"), "blanks-check: the check that counts points has"),
        (("check_blanks(", "earned = check_blanks("), "blanks-check: the check that counts points"),
    ],
)
def test_a_text_that_would_mislead_students_is_refused(author, change, complaint):
    assert SMALL.count(change[0]) == 1
    with pytest.raises(ReleaseRefused, match=complaint):
        author(SMALL.replace(*change))


def test_a_hint_for_something_that_no_cell_defines_is_refused(author):
    folded = '<details name="Mull"><summary>Hint: a</summary>\n#\n# b\n# </details>'
    hint = f"\n# %% [markdown]\n# {folded}\n"
    with pytest.raises(BadSource, match="name='Mull', which no solution cell defines"):
        author(SMALL + hint)


def test_a_homework_that_does_not_exist_is_named(author):
    with pytest.raises(BadSource, match=r"no hw8\.py"):
        read_source("hw8")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('# %% grade_id="setup"', "# %%"), "a code cell needs a name"),
        (('grade_id="setup"', 'grade_id="mul"'), "two cells have grade_id='mul'"),
        (('grade_id="mul"', 'grade_id="mul" points=2'), "a solution cell has no points"),
        (('grade_id="mul"', 'grade_id="mul" worth=2'), "unknown metadata worth"),
        ((" points=3", ""), r"line 19: a check needs points=\.\.\. or"),
        (("points=3", "points=three"), r"line \d+: I cannot read `.*points=three`"),
        (('grade_id="mul"', 'grade_id="the mul"'), "is made of letters"),
        (("points=3", 'points="3"'), r"line 19: points are a number without quotes"),
        (('"mul-check" points', '"mul-check", points'), r"line 19: .* no comma follows it"),
        (("### END SOLUTION", ""), r"line \d+: this cell has 2 of ### BEGIN SOLUTION and 0 of"),
        (('grade_id="setup"', 'grade_id="setup" run=false'), "only run=true can be said"),
        (('grade_id="mul"', 'grade_id="mul" run=true'), "a solution cell or a check needs no run"),
        (("points=3", "points=3 run=true"), "a solution cell or a check needs no run"),
        (("[markdown]", '[markdown] grade_id="a" run=true'), "a text is not run"),
        (("def forward(self):", "def forward(self)"), r"in the cell of line \d+: expected ':'"),
    ],
)
def test_a_malformed_text_is_refused_with_what_to_change(author, change, complaint):
    with pytest.raises(BadSource, match=complaint):
        author(SMALL.replace(*change))


@pytest.mark.slow
@pytest.mark.parametrize("assignment", homeworks())
def test_released_notebooks_are_fresh(assignment):
    stale = f"solutions/ or course/ have changed. Run: autograder release {assignment}"
    assert release.is_fresh(assignment), stale


@pytest.mark.parametrize("assignment", homeworks())
def test_released_notebooks_hold_no_solution_and_no_output(assignment):
    notebook = nbformat.read(released(assignment), as_version=4)
    nbformat.validate(notebook)
    assert release.leaks(read_source(assignment), notebook) == []
    text = "\n".join(cell.source for cell in notebook.cells)
    assert not any(marker in text for marker in MARKERS)


@pytest.mark.parametrize("assignment", homeworks())
def test_blanks_keep_their_names_in_the_released_notebook(assignment):
    blanks = {cell.id: cell for cell in nbformat.read(released(assignment), as_version=4).cells}
    with_blanks = [c for c in read_source(assignment).cells if c.source.count("### SOLUTION")]
    assert with_blanks
    for cell in with_blanks:
        assert blanks[cell.id].source.count("...") == cell.source.count("### SOLUTION"), cell.id
        assert "raise NotImplementedError" not in blanks[cell.id].source


@pytest.mark.parametrize("assignment", homeworks())
def test_the_summary_lists_every_exercise_that_a_check_records(assignment):
    text = read_source(assignment)
    (summary,) = [c for c in text.cells if c.source.startswith("summary(")]
    assert release.summary_slips(text) == []
    summary.source = summary.source.replace('"2', '"7', 1)
    lacks, has = release.summary_slips(text)
    assert lacks.startswith("the summary lacks the exercise '2")
    assert has.startswith("the summary has '7")


@pytest.mark.parametrize("assignment", homeworks())
def test_the_points_a_check_prints_are_those_it_is_worth(assignment):
    for cell in read_source(assignment).cells:
        printed = re.search(r"points=(\d+)", cell.source)
        if printed and not has_solution(cell):
            assert cell.metadata["nbgrader"]["points"] == int(printed.group(1)), cell.id


def test_no_course_file_imports_the_autograder():
    for path in (paths.ROOT / "course").rglob("*.py"):
        assert "autograder" not in path.read_text(), path.name


@pytest.mark.slow
def test_nbgrader_itself_generates_the_same_notebook(tmp_path):
    """`nbgrader generate_assignment`, started in a copy of the house, uses the same steps."""
    copy_house(tmp_path, "solutions", "notebooks")
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
    assert generated.read_bytes().rstrip() == released("hw4-matmul").read_bytes().rstrip()
