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
from autograder.base.paths import ROOT, homeworks, released
from autograder.hand_out import release
from autograder.hand_out.pools import wrong_pools
from autograder.hand_out.release import ReleaseRefused
from autograder.hand_out.unmarked import unmarked_solutions
from autograder.judge.question_plan import BadPlan, plan_for
from autograder.notebook import source
from autograder.notebook.markers import MARKERS
from autograder.notebook.source import FOLDED, BadSource, read_source
from autograder.notebook.titles import title_of
from autograder.repairing.earlier import earlier_releases, prints_of
from course.check.paper.choice import mark_of_option
from tests.helpers.worked_example import copy_clone

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

# %% grade_id="mul-check" points=3 title="1 Mul"
check_node(Mul, 2.0, -6.0)

# %% grade_id="blanks"
blanks = {
    "two": 2,  ### SOLUTION
}

# %% grade_id="blanks-check" extra=1 title="2 Blanks"
check_blanks(blanks, {"two": 1 + 1})
"""
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
    monkeypatch.setattr(source, "SOLUTIONS", tmp_path / "solutions")
    monkeypatch.setattr(source, "SOURCE", tmp_path / "build/source")

    def write(text, then=release.release):
        (tmp_path / "solutions" / "hw9-small.py").write_text(text)
        return then("hw9-small")

    return write


@pytest.fixture
def write(author):
    """Writes a text, and gives its cells as students get them, by id."""
    return lambda text: {cell.id: cell for cell in author(text, then=read_source).cells}


def test_only_checks_that_spell_out_answers_or_clues_are_folded(write):
    header = '# %% grade_id="{0}-check" points=1 title="{0}"\n'
    spelled = {
        "a": 'right = {"x": 2}\ncheck_blanks(answers, right)\n',
        "b": 'clues = {"x": "Look."}\ncheck_blanks(answers, {}, clues=clues)\n',
        "c": "def right_for(n):\n    return {}\n\ncheck_formulas(answers, right_for, {})\n",
        "d": "right = Exp(Leaf(1.0))\ncheck_node(Exp, 1.0)\n",
    }
    cells = write("\n".join(header.format(name) + code for name, code in spelled.items()))
    told = {
        i: cell.metadata for i, cell in cells.items() if FOLDED.items() <= cell.metadata.items()
    }
    assert set(told) == {"a-check", "b-check", "c-check"}
    assert not any({*FOLDED} & {*cells[i].metadata} for i in cells if i not in told)


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
    assert not released("hw9-small").exists()


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
        author(text, then=lambda name: plan_for(name, "trial"))


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
    assert not released("hw9-small").exists()


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
        author(text, then=lambda name: plan_for(name, "trial"))
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


POINTS_TABLE = "homework\n#\n# | section | topic | points |\n# |---|---|---|\n# {row}\n"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("| 1 | a node | {points} |", "| 1 | a node | 3 |"),
        ("| 1, 2 | a node, and | {points} |", "| 1, 2 | a node, and | 3 + 1 extra |"),
        ("| 2 | blanks | {points} |", "| 2 | blanks | 1 extra |"),
        ("| 3 | more | ungraded |", "| 3 | more | ungraded |"),
    ],
)
def test_a_table_of_points_says_what_the_headers_say(write, row, told):
    cells = write(SMALL.replace("homework\n", POINTS_TABLE.replace("{row}", row)))
    assert cells["text-00"].source.splitlines()[-1] == told


def test_a_table_of_points_leaves_out_what_does_not_count(write):
    table = POINTS_TABLE.replace("{row}", "| 1, 2 | a node, and | {points} |")
    text = SMALL.replace("homework\n", table).replace("points=3", "points=3 void=true")
    assert write(text)["text-00"].source.endswith("| 1 extra |")
    assert write(text.replace("1, 2", "1"))["text-00"].source.endswith("| 0 |")


def test_an_answer_in_words_counts_for_the_section_it_is_in(write):
    words = (
        '# %% [markdown]\n# ## 4 More\n\n# %% [markdown] grade_id="why" points=2\n'
        "# Why?\n# ### BEGIN SOLUTION\n# So.\n# ### END SOLUTION\n"
    )
    table = POINTS_TABLE.replace("{row}", "| 4 | why | {points} |")
    cells = write(SMALL.replace("homework\n", table) + words)
    assert cells["text-00"].source.endswith("| 4 | why | 2 |")


def test_a_row_about_a_section_without_points_is_refused(author):
    table = POINTS_TABLE.replace("{row}", "| 3 | more | {points} |")
    with pytest.raises(BadSource, match=r"hw9-small\.py: .*section 3"):
        author(SMALL.replace("homework\n", table))


def test_a_table_of_anything_else_is_left_alone(write):
    rows = "| $x$ | | $x^2$ |\n# | 2 | gives | 4 |\n# | a | is | {points} |"
    cells = write(SMALL.replace("homework\n", f"homework\n#\n# {rows}\n"))
    assert cells["text-00"].source.endswith(rows.replace("# ", ""))


def test_title_and_points_of_a_header_become_the_first_line_of_the_check(write):
    mul, blanks, summary = (write(SMALL)[name] for name in ("mul-check", "blanks-check", "summary"))
    assert mul.source == ('with check_exercise("1 Mul", points=3):\n    check_node(Mul, 2.0, -6.0)')
    assert (mul.metadata["title"], mul.metadata["nbgrader"]["points"]) == ("1 Mul", 3)
    assert blanks.source.startswith(
        '# Extra credit: 1 point.\nwith check_exercise("2 Blanks", points=1):\n'
    )
    assert summary.source == 'show_summary(\n    "1 Mul",\n    "2 Blanks",\n)'


WORDS = """
# %% [markdown] grade_id="why" points=2
# **Exercise 3.** Why?
#
# ### BEGIN SOLUTION
# Because.
# ### END SOLUTION
"""


def test_the_summary_names_the_answers_in_words(write):
    assert 'by_hand=["3"]' in write(SMALL + WORDS)["summary"].source


def test_an_answer_in_words_is_named_by_its_title_or_its_exercises_number(write):
    titled = WORDS.replace("points=2", 'points=2 title="3 The reason"')
    unnumbered = WORDS.replace("**Exercise 3.** ", "")
    names = [title_of(write(SMALL + each)["why"]) for each in (titled, WORDS, unnumbered)]
    assert names == ["3 The reason", "3 In words", "why"]


def test_a_check_without_points_still_has_a_title(write):
    free = '\n# %% grade_id="all" title="3 All"\ncheck_node(Mul, 1.0, 2.0)\n'
    cells = write(SMALL + free)
    assert cells["all"].source.startswith('with check_exercise("3 All"):\n')
    assert not cells["all"].metadata["nbgrader"]["grade"]
    assert '"3 All"' in cells["summary"].source


@pytest.mark.slow
def test_the_chosen_options_of_the_solution_become_marks_in_the_check(author, write):
    assert mark_of_option("3 Card", "node", "b") in write(SMALL + CHOICE)["card-check"].source
    assert author(SMALL + CHOICE).points == 4


FOLD = '# <details name="blanks"><summary>Hint: a</summary>\n#\n# b'
HINT = f"\n# %% [markdown]\n{FOLD}\n# </details>\n"


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


def test_an_unknown_homework_is_refused_by_name(author):
    with pytest.raises(BadSource, match=r"no hw8\.py"):
        read_source("hw8")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('# %% grade_id="setup"', "# %%"), "a code cell needs a name"),
        (('grade_id="setup"', 'grade_id="mul"'), "line 7: another cell also has grade_id='mul'"),
        (('grade_id="mul"', 'grade_id="mul" points=2'), "a solution cell cannot have points"),
        (('grade_id="mul"', 'grade_id="mul" worth=2'), "unknown metadata worth.*points, extra"),
        (("points=3", "Point=3"), r"line 19: unknown metadata Point\. Did you mean points\?"),
        (("points=3", "points=3,"), r"line 19: points=\.\.\. has no comma after it"),
        (('"1 Mul"', "1 Mul"), "line 19: Mul stands by itself.*double quotes"),
        (("[markdown]", "[markdwon]"), r"line 1: \[markdwon\] is not a kind of cell"),
        (("[markdown]", '[markdwon] grade_id="a" points=2'), r"line 1: \[markdwon\] is not a kind"),
        (("[markdown]", "[raw]"), r"line 1: \[raw\] is not a kind of cell"),
        (("[markdown]", "[md]"), r"line 1: \[md\] is not a kind of cell"),
        (('"1 Mul"', '"1 Mul",'), r"line 19: title=\.\.\. has no comma after it"),
        (("homework\n", f"homework\n#\n{FOLD}\n"), r"line 1: .* Add </details>"),
        (("homework\n", "homework\n#\n# </details>\n"), r"line 1: .* Add <details>"),
        ((" points=3", ""), r"line 19: a check needs points=\.\.\. or"),
        (("points=3", "points=three"), r"line \d+: I cannot read `.*points=three`"),
        (('grade_id="mul"', 'grade_id="the mul"'), "consists of letters"),
        (("points=3", 'points="3"'), r"line 19: points must be a number without quotes"),
        (("points=3", "points=-3"), r"line 19: points must be a number without quotes"),
        (("points=3", "points=true"), r"line 19: points must be a number without quotes"),
        (("points=3", "points=3 extra=1"), r"line 19: .* not both"),
        (("points=3", "extra=1.5"), r"line 19: extra credit must be a whole number"),
        (('"mul-check" points', '"mul-check", points'), r"line 19: .* no comma after it"),
        ((' title="1 Mul"', ""), r"line 19: the check mul-check needs a title"),
        (("1 Mul", "2 Blanks"), r"line 27: another check is also called '2 Blanks'"),
        (('title="1 Mul"', "title=1"), r"line 19: a title must be text in double quotes"),
        (('title="1 Mul"', "title=Mul"), r"line 19: I cannot read"),
        ((' points=3 title="1 Mul"', ""), r"line 19: a check needs points=\.\.\. or"),
        (('-check" points=3 title="1 Mul"', '-all"'), r"line 19: the check mul-all needs a title"),
        (
            ('grade_id="mul"', 'grade_id="mul" title="1"'),
            "the solution cell mul cannot have a title",
        ),
        (('grade_id="setup"', 'grade_id="setup" title="1"'), "setup has a title but no check"),
        (
            ('*\n\n# %% grade_id="mul"', '*\na = """\n# %% b\n"""\n\n# %% grade_id="the mul"'),
            "line 10: a grade_id consists",
        ),
        (("check_node(Mul, 2.0, -6.0)", "# later"), r"line 19: the cell has no check"),
        (("check_node(Mul,", 'a = """\n"""\ncheck_node(Mul,'), "can span several lines"),
        (('grade_id="blanks"', 'grade_id="summary"'), "the release adds the summary"),
        (('{"two": 1 + 1}', "marks_of(blank)"), r"line 27: marks_of\(blank\): no solution cell"),
        (("### END SOLUTION", ""), r"line 7: this cell has 2 of ### BEGIN SOLUTION and 0"),
        (("SOLUTION\n", "Solution\n"), r"line 10: `### BEGIN Solution` hides nothing"),
        (("END SOLUTION", "END SOLUTIONS"), r"line 12: `### END SOLUTIONS` hides nothing"),
        (("2,  ### SOLUTION", "2,  # SOLUTION"), r"line 24: `.*# SOLUTION` hides nothing"),
        (("2,  ### SOLUTION", "2,  ### SOLUTION: 2"), r"line 24: `.*: 2` hides nothing"),
        (("2,  ### SOLUTION", "2,  ### SOLUTON"), r"line 24: `.*SOLUTON` hides nothing"),
        (('"two": 2,', '**{"two": 2},'), r"line 24: .* hides nothing"),
        (("homework\n", "homework\n# BEGIN SOLUTION\n"), r"line 3: .* hides nothing"),
        (('# %% grade_id="blanks-', '# % grade_id="blanks-'), r"22: `# %.*` does not begin a cell"),
        (('# %% grade_id="blanks-', '#  grade_id="blanks-'), r"22: `#  .*` does not begin a cell"),
        (('grade_id="setup"', 'grade_id="setup" show=true'), r"line 4: .* Did you mean shows\?"),
        (('grade_id="setup"', 'grade_id="setup" shows=false'), "shows can only be true"),
        (('grade_id="mul"', 'grade_id="mul" shows=true'), "a solution cell or a check is always"),
        (('grade_id="setup"', 'grade_id="setup" ai="no"'), "line 4: only the set-up cell can have"),
        (('grade_id="mul"', 'grade_id="mul" ai="off"'), "only the set-up cell can have"),
        (("points=3", "points=3 shows=true"), "a solution cell or a check is always"),
        (("points=3", "points=3 void=true everybody=true"), "write everybody=true, void=true"),
        (("points=3", "points=3 void=1"), "write everybody=true, void=true"),
        (("points=3", "void=true"), "needs points"),
        (("[markdown]", '[markdown] grade_id="a" shows=true'), "a text cell is not run"),
        (("def forward(self):", "def forward(self)"), r"line \d+: in this cell, expected ':'"),
        (('# %% grade_id="mul"', '#%% grade_id="the mul"'), "line 7: a grade_id consists"),
        (('# %% grade_id="mul"', '  # %% grade_id="the mul"'), "line 7: a grade_id consists"),
        (("# %% [markdown]", "import torch\n\n# %% [markdown]"), "line 1: a code cell needs"),
        (('grade_id="mul"', "grade_id=7"), "line 7: a grade_id consists of .* double quotes"),
    ],
)
def test_a_malformed_text_is_refused_with_advice(author, change, complaint):
    with pytest.raises(BadSource, match=complaint):
        author(SMALL.replace(*change))


def test_a_text_in_another_encoding_is_refused_with_advice(author):
    text = SMALL.replace("homework", "h\xf6mework").encode("latin-1")
    with pytest.raises(BadSource, match=r"hw9-small\.py is not in UTF-8"):
        author(
            "", then=lambda name: source.source_path(name).write_bytes(text) and read_source(name)
        )


@pytest.mark.slow
@pytest.mark.parametrize("homework", homeworks())
def test_released_notebooks_are_fresh(homework):
    stale = f"solutions/ or course/ have changed. Run: autograder release {homework}"
    assert release.is_fresh(homework), stale


@pytest.mark.parametrize("homework", homeworks())
def test_released_notebooks_hold_no_solution_and_no_output(homework):
    notebook = nbformat.read(released(homework), as_version=4)
    nbformat.validate(notebook)
    assert release.leaks_in_notebook(read_source(homework), notebook) == []
    text = "\n".join(cell.source for cell in notebook.cells)
    assert not any(marker in text for marker in MARKERS)


@pytest.mark.parametrize("homework", homeworks())
def test_blanks_keep_their_names_in_the_released_notebook(homework):
    blanks = {cell.id: cell for cell in nbformat.read(released(homework), as_version=4).cells}
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
    assert generated.read_bytes().rstrip() == released("hw4-matmul").read_bytes().rstrip()


@pytest.mark.slow
def test_a_decision_for_everybody_is_released_and_the_earlier_release_remembered(author):
    first = nbformat.read(author(SMALL).notebook, as_version=4)
    assert author(SMALL.replace("points=3", "points=3 everybody=true")).points == 3
    void = author(SMALL.replace("points=3", "points=3 void=true"))
    assert void.points == 0
    assert earlier_releases(void.notebook.parents[1], "hw9-small") == [prints_of(first)]
