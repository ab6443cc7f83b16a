"""What an author's text becomes, and why another one is refused."""

import pytest

from autograder.notebook.cells import model_answer
from autograder.notebook.source import FOLDED, BadSource, read_source
from autograder.notebook.titles import title_of
from tests.helpers.small_homework import SMALL


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a text, and gives its cells as students get them, by id."""
    monkeypatch.setattr("autograder.base.paths.SOLUTIONS", tmp_path)

    def write(text: str | bytes) -> dict:
        data = text.encode() if isinstance(text, str) else text
        (tmp_path / "hw9-small.py").write_bytes(data)
        return {cell.id: cell for cell in read_source("hw9-small").cells}

    return write


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


@pytest.mark.parametrize("between", ["", '# %% grade_id="shown"\n## 5 comments\nx = 1\n\n'])
def test_an_answer_in_words_counts_for_the_section_it_is_in(write, between):
    words = (
        f'# %% [markdown]\n# ## 4 More\n\n{between}# %% [markdown] grade_id="why" points=2\n'
        "# Why?\n# ### BEGIN SOLUTION\n# So.\n# ### END SOLUTION\n"
    )
    table = POINTS_TABLE.replace("{row}", "| 4 | why | {points} |")
    cells = write(SMALL.replace("homework\n", table) + words)
    assert cells["text-00"].source.endswith("| 4 | why | 2 |")


def test_a_row_about_a_section_without_points_is_refused(write):
    table = POINTS_TABLE.replace("{row}", "| 3 | more | {points} |")
    with pytest.raises(BadSource, match=r"hw9-small\.py: .*section 3"):
        write(SMALL.replace("homework\n", table))


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


def test_an_answer_in_words_is_a_cell_graded_by_hand(write):
    cell = write(SMALL + WORDS)["why"]
    nbgrader = cell.metadata["nbgrader"]
    assert (nbgrader["grade"], nbgrader["solution"], nbgrader["locked"]) == (True, True, False)
    assert nbgrader["points"] == 2
    assert model_answer(cell) == "Because."


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("# ### BEGIN SOLUTION\n# Because.\n# ### END SOLUTION\n", ""), "model answer"),
        ((" points=2", ""), "points"),
        (("points=2", "extra=1"), "extra"),
    ],
)
def test_an_author_is_told_what_is_missing_from_an_answer_in_words(write, change, told):
    with pytest.raises(BadSource, match=told):
        write(SMALL + WORDS.replace(*change))


def test_an_unknown_homework_is_refused_by_name(write):
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
        (
            ("homework\n", "homework\n#\n# <details>\n"),
            r"line 1: .* Add </details>",
        ),
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
def test_a_malformed_text_is_refused_with_advice(write, change, complaint):
    with pytest.raises(BadSource, match=complaint):
        write(SMALL.replace(*change))


def test_a_text_in_another_encoding_is_refused_with_advice(write):
    text = SMALL.replace("homework", "h\xf6mework").encode("latin-1")
    with pytest.raises(BadSource, match=r"hw9-small\.py is not in UTF-8"):
        write(text)
