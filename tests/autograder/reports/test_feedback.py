"""A student's feedback page: all they should read, nothing they should not, on any screen."""

import re
import shutil
from base64 import b64encode

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.classroom import Classroom
from autograder.base.paths import homeworks, released_path
from autograder.grading.draw_rounds import DrawRounds
from autograder.judge.cell_verdict import as_error
from autograder.marks.class_marks import class_marks
from autograder.notebook.cells import is_locked
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from autograder.on_nbgrader.steps import Nbgrader
from autograder.pages.rendering import content_policy
from autograder.pages.shown_cells import NOT_DRAWN
from autograder.reports import feedback
from autograder.reports.diagnosis import diagnosis, in_brief
from autograder.reports.feedback_page import NO_MORE_ROOM, PageFacts, make_page
from autograder.reports.page_state import outdated_pages
from course.check.quiz.quiz_run import NoQuiz
from course.expressions.typed_graph import read_graph
from course.messages.failure import (
    CheckFailed,
    Diagnosis,
)
from course.player.page import RUN_MIME_TYPE, figure, packed, script
from course.player.recorded_run import record_run
from course.sentences.lines import LINE_WIDTH
from tests.autograder.conftest import copied, put, run
from tests.helpers.attack_pages import ACT, CONTROLLING, CONTROLS, attacked
from tests.helpers.changed_engine import overwriting
from tests.helpers.engine import forward_algorithm
from tests.helpers.jupyter import SCREENSHOTS
from tests.helpers.pages import (
    capture,
    either_dark,
    html_in,
    loaded_from_elsewhere,
    look_at,
    markup_to_read,
    opened,
)
from tests.helpers.submissions import submissions

HOMEWORK = "hw1-cosh"


def words(html: str) -> str:
    return " ".join(html_in(html).get_text().split())


def test_a_diagnosis_is_shown_in_paragraphs_and_keeps_separate_lines():
    message = "the gradient of Leaf x is 3, but PyTorch says 2.25. " * 4
    mistake = "Overwrites `x.gradient`. " + "It should add to it. " * 10
    failure = CheckFailed(message, Diagnosis(f"This looks like a known mistake:\n  {mistake}"))
    lines = [*failure._render_traceback_(), "", "  line 3, in backward:  x = <b>", "TypeError: no"]
    soup = html_in(diagnosis(lines))
    assert [p.text for p in soup.find_all("p")] == [
        f"Not yet: {message.strip()}",
        "This looks like a known mistake:",
        "Overwrites x.gradient. " + ("It should add to it. " * 10).strip(),
        "TypeError: no",
    ]
    assert soup.code.text == "x.gradient"
    assert soup.pre.text == "  line 3, in backward:  x = <b>"


@pytest.mark.parametrize(
    ("why", "brief"),
    [
        ("", "relu keeps 9.5 bytes."),
        (
            "This looks like a known mistake:\n  Keeps `x` <b>. Ask.",
            "Looks like: Keeps <code>x</code> &lt;b&gt;.",
        ),
        (
            "This looks like one of these known mistakes:\n  1. A. Why.\n  2. B.",
            "relu keeps 9.5 bytes.",
        ),
        ("\n", "relu keeps 9.5 bytes."),
    ],
)
def test_a_brief_diagnosis_is_the_only_likely_mistake_or_the_first_sentence(why, brief):
    failure = CheckFailed("relu keeps 9.5 bytes. It can do without.", Diagnosis(why))
    assert in_brief(failure._render_traceback_()) == brief


def test_a_brief_diagnosis_leaves_names_in_code_as_they_are():
    lines = CheckFailed("forward_algorithm is not written yet. (...)")._render_traceback_()
    assert in_brief(lines) == "forward_algorithm is not written yet."


def test_a_brief_diagnosis_does_not_end_at_a_colon():
    lines = CheckFailed("at x = -1: you have 0.119. A factor is wrong.")._render_traceback_()
    assert in_brief(lines) == "at x = -1: you have 0.119."


@pytest.mark.parametrize(("score", "is_told"), [(0.0, True), (1.0, True), (2.0, False)])
def test_the_mistake_is_shown_beside_a_mark_only_if_the_mark_is_not_full(score, is_told):
    failure = CheckFailed("3 is wrong.", Diagnosis("This looks like a known mistake:\n  Adds."))
    output = new_output("error", ename="CheckFailed", traceback=failure._render_traceback_())
    marks = {"grade": True, "solution": False, "locked": True, "grade_id": "a-check"}
    marks |= {"score": score, "points": 2.0}  # full by a ruling or a person
    cell = new_code_cell("check(1)", id="a-check", outputs=[output], metadata={"nbgrader": marks})
    row = html_in(page_of(new_notebook(cells=[cell]), score)).find(class_="marks").tbody.tr
    assert ("Looks like: Adds." in row.text) == is_told


@pytest.mark.parametrize(
    "failure",
    [
        CheckFailed("`f` is not written yet."),
        NoQuiz("`f` has too many nodes."),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_each_kind_of_failed_check_is_shown_as_a_diagnosis(failure):
    marks = {"grade": True, "solution": False, "locked": True, "grade_id": "a-check"}
    about = {"nbgrader": marks | {"score": 0.0, "points": 2.0}, "title": "1 A"}
    cell = new_code_cell("check(1)", id="a-check", outputs=[as_error(failure)], metadata=about)
    shown = html_in(page_of(new_notebook(cells=[cell]))).find(id="a-check")
    assert shown.find(class_="diagnosis") and not shown.find("pre", class_="error")


def page_of(notebook: NotebookNode, score: float = 0.0) -> str:
    """The page of a notebook, as if the gradebook knew of this total."""
    facts = PageFacts(
        notebook,
        title="A",
        homework=HOMEWORK,
        student="ada",
        name="Ada",
        mark=score,
        points=2.0,
        late_penalty=0.0,
        lateness="",
    )
    return make_page(facts)


def test_no_text_of_a_student_turns_round_or_controls_what_follows_it():
    cells = [new_code_cell(CONTROLLING, outputs=[new_output("stream", text=CONTROLLING)])]
    page = page_of(new_notebook(cells=[*cells, new_markdown_cell(CONTROLLING)]))
    assert not CONTROLS & {*page}
    assert page.count("1 of 2") == 3


def test_a_table_with_an_empty_corner_has_no_empty_heading():
    text = "|   | of X | of W |\n|---|---|---|\n| shape | (2, 3) | (3, 4) |"
    page = page_of(new_notebook(cells=[new_markdown_cell(text)]))
    headings = html_in(page).find(class_="text").table.thead.find_all(["td", "th"])
    assert [(each.name, each.text) for each in headings] == [
        ("td", ""),
        ("th", "of X"),
        ("th", "of W"),
    ]
    assert markup_to_read(page) == []


@pytest.mark.parametrize("homework", homeworks())
def test_no_raw_markup_is_visible_in_the_texts_of_a_homework(homework):
    given = nbformat.read(released_path(homework), as_version=4).cells
    texts = [new_markdown_cell(each.source) for each in given if each.cell_type == "markdown"]
    assert markup_to_read(page_of(new_notebook(cells=texts))) == []


def test_the_page_begins_with_the_total_and_links_to_each_exercise(sample_page):
    soup = html_in(sample_page("emeka", HOMEWORK))
    assert soup.find(class_="total").text.split()[:4] == ["21", "of", "30", "points"]
    rows = [[words(str(cell)) for cell in row.find_all("td")] for row in soup.table.tbody("tr")]
    assert rows[0] == ["1 Linear approximation", "2 of 2"]
    mistake = "Looks like: Overwrites a gradient where it should add to it."
    assert [f"6a backward_algorithm on cosh {mistake}", "0 of 5"] in rows
    for link in soup.table.find_all("a"):
        assert soup.find(id=link["href"][1:])["data-mark"] in ("full", "part", "none")


def test_the_page_shows_the_verdict_the_diagnosis_and_the_picture(sample_page):
    soup = html_in(sample_page("emeka", HOMEWORK))
    check = soup.find(id="backward-algorithm-check")
    text = words(str(check))
    assert "<- first wrong" in text
    assert "Not yet: The first wrong gradient on the way back" in text
    assert "This looks like a known mistake:" in text
    assert check.find("img")["src"].startswith("data:image/svg+xml;base64,")


@pytest.mark.parametrize("given", [{}, {"locked": True, "grade": False, "solution": False}])
def test_an_error_in_a_cell_without_points_does_not_look_like_a_verdict(graded_pair, given):
    """A locked cell that only shows something runs the student's code, too."""
    classroom = graded_pair
    path = classroom.autograded("emeka", HOMEWORK)
    notebook = nbformat.read(path, as_version=4)
    lines = ["Right: all. Earned 5 of 5 points, checked by your instructor."]
    forged = nbformat.v4.new_output("error", ename="CheckFailed", evalue="", traceback=lines)
    about = {"nbgrader": {"grade_id": "forged", "schema_version": 3} | given} if given else {}
    cell = nbformat.v4.new_code_cell("1", id="forged", outputs=[forged], metadata=about)
    notebook.cells.append(cell)
    nbformat.write(notebook, path)
    Nbgrader(classroom).feedback(HOMEWORK, "emeka")
    soup = html_in(classroom.feedback("emeka", HOMEWORK))
    assert soup.find(id="forged").find("pre", class_="error")
    assert not soup.find(id="forged").find(class_="diagnosis")
    assert soup.find(id="backward-algorithm-check").find(class_="diagnosis")


def test_passed_checks_are_folded_and_failed_ones_are_not(sample_page):
    soup = html_in(sample_page("emeka", HOMEWORK))
    assert soup.find(id="forward-algorithm-check").find(class_="outputs").find_parent("details")
    failed = soup.find(id="backward-algorithm-check").find(class_="outputs")
    assert not failed.find_parent("details")


def test_a_cell_that_was_not_filled_in_has_no_comment(sample_page):
    assert "No response" not in sample_page("goro", HOMEWORK).read_text()


def test_hints_for_several_names_say_which_they_are_for(sample_page):
    soup = html_in(sample_page("ada", "hw2-tanh"))
    hints = [each.text for each in soup.find_all("summary") if each.text.startswith("Hint")]
    assert {"Hint for Add: a sketch", "Hint for Mul: a sketch"} <= set(hints)
    assert "Hint: how many arrows?" in hints  # there are no others beside it


@pytest.fixture
def sample_copy(sample, tmp_path) -> Classroom:
    """The graded sample class, to be changed."""
    return copied(sample[0], tmp_path / "class")


def test_the_page_has_the_students_name_and_says_what_was_changed_by_hand(sample_copy):
    classroom = sample_copy
    (classroom.folder / "roster.csv").write_text("id,name\nemeka,Emeka <i>Okafor\n")
    where = HOMEWORK, HOMEWORK, "emeka"
    with open_gradebook(classroom) as book:
        book.find_grade("backward-algorithm-check", *where).manual_score = 3
        book.find_comment("backward-algorithm", *where).manual_comment = "By **hand**"
        book.db.commit()
    Nbgrader(classroom).feedback(HOMEWORK, "emeka")
    soup = html_in(classroom.feedback("emeka", HOMEWORK))
    assert "Feedback for Emeka <i>Okafor (emeka)" in soup.header.text
    check = soup.find(id="backward-algorithm-check")
    assert "3 of 5" in check.h3.text
    assert "the check's own verdict, which gave 0." in check.find(class_="changed").text
    assert soup.find_all(class_="changed") == [check.find(class_="changed")]
    assert soup.aside.strong.find_next("strong").text == "hand"


def test_the_page_does_not_show_the_package_inside_the_notebook(sample_page):
    html = sample_page("ada", HOMEWORK).read_text()
    assert "from course import *" in words(html)
    assert "packed_course" not in html
    assert "course_is_here" not in html


def test_extra_credit_is_shown_separately(sample_page):
    for student, told in (("ada", "+2 of +2 extra"), ("ivo", "– of +2 extra")):
        assert told in words(sample_page(student, "hw3-polynomial").read_text())


@pytest.mark.by_day(9)
@pytest.mark.parametrize("each", submissions(), ids=lambda each: f"{each.student}-{each.homework}")
def test_the_page_holds_no_code_that_the_student_did_not_have(sample_page, each):
    page = sample_page(each.student, each.homework)
    soup = html_in(page)
    given = nbformat.read(released_path(each.homework), as_version=4)
    had = {line.strip() for cell in given.cells for line in cell.source.split("\n")}
    had |= {line.strip() for c in each.notebook().cells for line in c.source.split("\n")}
    shown = [line.strip() for pre in soup.select("div.code pre") for line in pre.text.split("\n")]
    assert set(shown) <= had | {""}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """The page of a student whose notebook does what it should not, was damaged, and is flagged."""
    classroom = Classroom(tmp_path_factory.mktemp("hostile"))
    notebook = SampleSubmission("mallory", HOMEWORK).notebook()
    cells = {cell.id: cell for cell in notebook.cells}
    cells["linear"].source += (
        "\nfrom IPython.display import HTML, SVG, Image, Latex, Javascript, Markdown"
        '\ndisplay(HTML("<script>document.title = 1</script><b>bold</b>'
        '<img src=https://evil.example/a.png>"), Javascript("alert(1)"))'
        '\ndisplay(SVG(\'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script>'
        '<image href="https://evil.example/b.png"/></svg>\'))'
        '\ndisplay(Latex("$x^2$"), Markdown("![](https://evil.example/c.png)"))'
        '\nprint("\\x1b[31mred\\x1b[0m <script>alert(2)</script>", "wide" * 500)'
    )
    cells["sinh-formula"].source += "\nimport os\nos._exit(3)"
    cells["backward-algorithm"].source += "\ntorch.autograd.grad"
    del cells["forward-by-hand-check"]
    notebook.cells = [cell for cell in notebook.cells if cell.id != "forward-by-hand-check"]
    notebook.cells.insert(
        0, nbformat.v4.new_markdown_cell("# <i>Mine</i>\n\n$\\frac{1}$ " + "w" * 900)
    )
    put(classroom, "mallory", HOMEWORK, notebook)
    run(classroom, "grade", HOMEWORK, "--workers", "0")
    run(classroom, "feedback", HOMEWORK)
    return classroom.feedback("mallory", HOMEWORK)


@pytest.mark.slow
def test_students_are_told_of_repairs_and_stopped_cells_but_not_of_flags(hostile):
    text = words(hostile.read_text())
    assert "were put back: the check of 3 Forward pass by hand." in text
    assert "2 The derivative of cosh: It ended the kernel." in text
    assert "The kernel ended itself with exit code 3" in text
    graded = hostile.parents[3] / "autograded" / "mallory" / HOMEWORK / f"{HOMEWORK}.ipynb"
    (flag,) = nbformat.read(graded, as_version=4).metadata["flags"]
    assert flag not in text
    assert "Please look" not in text


@pytest.mark.parametrize("metadata", [{"title": "5 All together"}, {}], ids=["check", "own cell"])
def test_a_drawing_is_shown_if_a_check_made_it_even_one_without_points(metadata):
    data = {"image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"/>'}
    output = new_output("display_data", data=data)
    cell = new_code_cell("check(1)", id="all", outputs=[output], metadata=metadata)
    shown = html_in(page_of(new_notebook(cells=[cell]))).find(id="all")
    assert (shown.img is not None) == bool(metadata) == (NOT_DRAWN not in shown.text)


def test_a_page_that_would_be_very_long_still_has_the_given_texts_and_the_verdicts():
    long = new_output("stream", text="中" * 60_000)
    verdict = as_error(CheckFailed("Not yet: 2 is wrong."))
    matrix = f"$\\begin{{matrix}}{'a&' * 400}a\\end{{matrix}}$ "
    own = [new_markdown_cell(matrix * 10) for _ in range(20)]
    given = new_markdown_cell("as *given*", metadata={"nbgrader": {"locked": True}})
    check = new_code_cell("check(1)", outputs=[long, long, verdict], metadata={"title": "5 All"})
    mine = new_code_cell("show()", outputs=[long, new_output("stream", text="short")])
    shown = html_in(page_of(new_notebook(cells=[*own, check, mine, given])))
    assert 10_000 < len(shown.find_all("mtd")) < 60_000
    assert matrix.strip() in shown.text
    assert "2 is wrong." in shown.text and "short" in shown.text
    assert shown.em.text == "given"
    assert NO_MORE_ROOM in str(shown)


@pytest.mark.slow
def test_the_outputs_of_a_students_cells_are_shown_and_run_no_code(hostile):
    soup = html_in(hostile)
    outputs = soup.find(id="linear").find(class_="outputs")
    assert outputs.b.text == "bold"
    assert outputs.math
    assert not outputs.find(src=True) and NOT_DRAWN in outputs.text
    assert "<script>alert(2)</script>" in outputs.text
    assert "red <script>" in outputs.text and "[31m" not in outputs.text
    assert not soup.find_all("script")


def test_the_page_loads_nothing(sample_page, hostile):
    pages = [sample_page(student, HOMEWORK) for student in ("ada", "emeka")]
    for page in (*pages, sample_page("ada", "hw3-polynomial"), hostile):
        assert loaded_from_elsewhere(page) == []


PAGES = [
    ("ada", "hw1-cosh"), ("emeka", "hw1-cosh"), ("hana", "hw2-tanh"), ("ada", "hw3-polynomial"),
    ("fatima", "hw5-mlp"), ("dmitri", "hw8-transformer"),
]  # fmt: skip


@pytest.mark.by_day(1)
@either_dark
@pytest.mark.parametrize(("student", "homework"), PAGES)
def test_the_page_is_readable_and_accessible_on_any_screen(
    window, sample_page, student, homework, schemes
):
    look_at(window, sample_page(student, homework), f"feedback-{student}-{homework}", schemes)


@pytest.mark.by_day(1)
@either_dark
def test_the_page_of_a_hostile_submission_is_readable_too(window, hostile, schemes):
    look_at(window, hostile, "feedback-hostile", schemes, ours=False)


@pytest.mark.slow
def test_a_long_word_in_an_error_does_not_widen_the_page(window, tmp_path):
    classroom = Classroom(tmp_path)
    notebook = SampleSubmission("mallory", HOMEWORK).notebook()
    (cell,) = (cell for cell in notebook.cells if cell.id == "forward-algorithm")
    cell.source = 'def forward_algorithm(graph):\n    raise ValueError("wide" * 500)'
    put(classroom, "mallory", HOMEWORK, notebook)
    run(classroom, "grade", HOMEWORK, "--workers", "0")
    run(classroom, "feedback", HOMEWORK)
    with opened(window, classroom.feedback("mallory", HOMEWORK), width=1400) as page:
        assert page.locator(".marks").inner_text().count("wide") > 1
        assert page.locator(".backprop-player").count()
        assert page.evaluate("document.documentElement.scrollWidth") <= 1400


def test_a_line_of_a_check_fits_on_a_laptop(window, sample_page):
    with opened(window, sample_page("ada", HOMEWORK)) as page:
        page.set_viewport_size({"width": 1280, "height": 720})
        needed, there = page.locator(".check .outputs pre").first.evaluate(
            "(pre, n) => (pre.textContent = 'm'.repeat(n), [pre.scrollWidth, pre.clientWidth])",
            LINE_WIDTH,
        )
        assert needed <= there


def test_formulas_are_drawn_by_the_browser_itself(window, sample_page):
    with opened(window, sample_page("ada", HOMEWORK)) as page:
        high = page.eval_on_selector_all(
            "main > section > p mfrac", "all => all.map(e => e.getBoundingClientRect().height)"
        )
        assert high
        assert min(high) > 10
        page.get_by_role("link", name="6c A fork in the middle").click()
        assert re.search("#fork-check$", page.url)


def wrong_run():
    """A run of an engine that overwrites where it should add."""
    return record_run(read_graph("y = x*x + x", "x = 3"), forward_algorithm, overwriting)


def hostile_run():
    """A run that a student displays, whose picture would act."""
    evil = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{ACT}"><script>{ACT}</script></svg>'
    return packed({"": wrong_run()}) | {"still": b64encode(evil.encode()).decode()}


def test_only_a_failed_check_plays_the_run_from_its_first_problem(window, graded_pair):
    classroom = graded_pair
    path = classroom.autograded("emeka", HOMEWORK)
    notebook = attacked(nbformat.read(path, as_version=4))
    for cell in notebook.cells:
        if cell.cell_type == "code" and not is_locked(cell):
            cell.outputs.append(new_output("display_data", data={RUN_MIME_TYPE: hostile_run()}))
    nbformat.write(notebook, path)
    Nbgrader(classroom).feedback(HOMEWORK, "emeka")
    page_path = classroom.feedback("emeka", HOMEWORK)
    with opened(window, page_path) as page:
        assert page.locator(".backprop-player").count() == 3
        assert page.locator("section.check .backprop-player").count() == 3
        player = page.locator("#fork-check .backprop-player")
        player.locator(".bar").wait_for()
        assert "1.5 is lost" in player.inner_text()
        capture(player, path=SCREENSHOTS / "feedback-player.png")
        assert "Homework 1" in page.title()
        assert [u for u in page.requests if not u.startswith("data:")] == [page_path.as_uri()]
        assert page.complaints == []


def test_a_hostile_picture_in_a_run_cannot_run_code_even_in_the_player(window, tmp_path):
    html = (
        f'<title>calm</title><meta http-equiv="Content-Security-Policy" content="'
        f'{content_policy(script())}">{figure(hostile_run())}<script>{script()}</script>'
    )
    (tmp_path / "page.html").write_text(html)
    with opened(window, tmp_path / "page.html") as page:
        page.locator(".backprop-player .bar").wait_for()
        page.wait_for_timeout(500)
        assert page.title() == "calm"


def test_a_late_students_page_is_outdated_only_if_mark_or_penalty_changes(graded_pair):
    rules = graded_pair.folder / "policy.toml"
    rules.write_text('[due]\nhw1-cosh = "2026-02-02"\n[late]\nper_day = "10 %"\n')
    note = graded_pair.timestamp("ada", HOMEWORK)
    note.write_text("2026-02-04 12:00:00 UTC")
    run(graded_pair, "grade", HOMEWORK)
    run(graded_pair, "feedback", HOMEWORK)
    assert ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"].penalty > 0
    assert outdated_pages(class_marks(graded_pair, HOMEWORK)) == []
    shown = words(graded_pair.feedback("ada", HOMEWORK).read_text())
    assert "due 2026-02-02 23:59" in shown and "2 days late" in shown
    rules.write_text(rules.read_text().replace("10 %", "20 %"))
    run(graded_pair, "report", HOMEWORK)
    assert outdated_pages(class_marks(graded_pair, HOMEWORK)) == ["ada"]


@pytest.mark.slow
def test_a_student_whose_id_would_be_a_pattern_has_a_page(graded_pair):
    student = "ada [section 2]?*"
    shutil.copytree(*(graded_pair.folder / "submitted" / each for each in ("ada", student)))
    run(graded_pair, "grade", "hw1-cosh", "--student", student)
    run(graded_pair, "feedback", "hw1-cosh", "--student", student)
    assert graded_pair.feedback(student, "hw1-cosh").exists()


def test_the_draws_are_read_again_for_a_page_only_if_they_have_changed(graded_pair, monkeypatch):
    file = graded_pair.draws("hw1-cosh")
    of_no_page = file.read_bytes()
    assert "2 pages" in run(graded_pair, "feedback", "hw1-cosh")
    made = []
    monkeypatch.setattr(feedback, "DrawRounds", lambda *of: made.append(of) or DrawRounds(*of))
    run(graded_pair, "feedback", "hw1-cosh")
    assert len(made) <= 1
    file.unlink()
    file.write_bytes(of_no_page)  # a copy, while formgrader is running
    run(graded_pair, "feedback", "hw1-cosh", "--student", "ada")
    assert b"page" in file.read_bytes()
