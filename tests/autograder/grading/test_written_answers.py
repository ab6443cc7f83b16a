"""Answers in words: released without the model answer, graded by hand, and never graded away.

All of it in a clone of its own, by its commands, and in formgrader in a real browser.
"""

import copy
import json
import re
import shutil

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbgrader.api import Gradebook

from autograder.base.paths import ROOT
from autograder.on_nbgrader.save_grades import answers_as_before
from autograder.on_nbgrader.settings import COURSE_ID
from tests.helpers.attack_pages import attacked
from tests.helpers.jupyter import SCREENSHOTS, jupyterlab
from tests.helpers.pages import capture, html_in
from tests.helpers.worked_example import commands, copy_clone

HOMEWORK = "hw0-words"

ATTACK = """
from IPython.display import HTML, Javascript, Latex, Markdown, display
act = "<script>document.title = 'caught'</script>"
display(HTML(act + "<b>bold</b>"), Markdown(act), Latex("$x^2$" + act))
display(Javascript("document.title = 'caught'"))
"""


class Clone:
    """A copy of the clone whose only homework has an answer in words, and a class in it."""

    def __init__(self, folder, run):
        self.folder, self._run = folder, run
        self.env = {"PYTHONPATH": str(folder)}
        self.run("release")

    def run(self, command: str, *options: str) -> str:
        """Runs a command on the homework, and gives what it prints."""
        return self._run(command, HOMEWORK, *options)

    def released(self):
        """The notebook for students."""
        path = self.folder / "notebooks" / "homework" / HOMEWORK / f"{HOMEWORK}.ipynb"
        return nbformat.read(path, as_version=4)

    def file(self, step: str, student: str, ending: str = "ipynb"):
        """A student's notebook or page in one of the class's folders."""
        return self.folder / "class" / step / student / HOMEWORK / f"{HOMEWORK}.{ending}"

    def hand_in(self, student: str, change) -> None:
        """Hands in the released notebook with the slope filled in, after `change(cells)`."""
        notebook = self.released()
        for cell in notebook.cells:
            cell.source = cell.source.replace("...", "2")
        change(notebook.cells)
        path = self.file("submitted", student)
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)

    def submission(self, student: str) -> str:
        """The id that formgrader knows a student's notebook by."""
        url = f"sqlite:///{self.folder / 'class' / 'gradebook.db'}"
        with Gradebook(url, COURSE_ID) as book:
            return book.find_submission_notebook(HOMEWORK, HOMEWORK, student).id

    def facts(self) -> dict:
        """The report's JSON, with the students by id."""
        told = json.loads(self.run("report", "--json"))
        return told | {"students": {each["id"]: each for each in told["students"]}}

    def page(self, student: str) -> BeautifulSoup:
        """A student's feedback."""
        return html_in(self.file("feedback", student, "html"))


def place(cells) -> int:
    return [cell.id for cell in cells].index("why-once")


def answer(text: str):
    def change(cells):
        cells[place(cells)].source = text

    return change


def answer_twice(cells):
    i = place(cells)
    cells.insert(i + 1, copy.deepcopy(cells[i]))
    cells[i].source, cells[i + 1].source, cells[i + 1].id = "first try", "second try", "another"


def answer_as_code(cells):
    i = place(cells)
    cells[i] = nbformat.v4.new_code_cell(
        "in a code cell", metadata=cells[i].metadata, id="why-once"
    )


def answer_in_own_cell(cells):
    cells[place(cells)] = nbformat.v4.new_markdown_cell("without metadata")


def attack(cells):
    cells[place(cells)].source = "<img src=x onerror=\"document.title='caught'\"> $\\frac{1}{2}$"
    cells.insert(1, nbformat.v4.new_code_cell(ATTACK, id="attack"))


def no_answer(cells):
    pass


def no_cell(cells):
    del cells[place(cells)]


STUDENTS = {
    "ann": answer("Each gradient is complete <script>alert(1)</script>, for all: $\\frac{1}{2}$"),
    "mallory": attack,
    "bob": no_answer,
    "cleo": answer_twice,
    "dan": answer_as_code,
    "eve": no_cell,
    "fay": answer_in_own_cell,
}


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clone")
    copy_clone(folder)
    (folder / "solutions").mkdir()
    shutil.copy(ROOT / "tests" / "data" / "hw0_words.txt", folder / "solutions" / f"{HOMEWORK}.py")
    with commands(folder, folder / "class") as run:
        clone = Clone(folder, run)
        for student, change in STUDENTS.items():
            clone.hand_in(student, change)
        clone.said = clone.run("grade", "--workers", "0")
        clone.facts_at_first = clone.facts()
        yield clone


@pytest.fixture(scope="module")
def lab(clone):
    """The address of a JupyterLab in that clone."""
    with jupyterlab(clone.folder, clone.env) as url:
        yield url


@pytest.mark.slow
def test_the_released_notebook_has_the_question_and_not_the_rubric(clone):
    cell = clone.released().cells[place(clone.released().cells)]
    assert cell.source.startswith("**Why once?**")
    assert cell.source.endswith("YOUR ANSWER HERE")
    assert "complete before" not in json.dumps(clone.released())


@pytest.mark.slow
def test_answers_wait_for_grading_by_hand_and_blank_ones_get_nothing(clone):
    facts = clone.facts_at_first
    waiting = {s for s, told in facts["students"].items() if told["waiting"] == ["why-once"]}
    assert waiting == {"ann", "cleo", "dan", "fay", "mallory"}
    for student in ("bob", "eve"):
        assert facts["students"][student]["marks"]["why-once"] == 0
    assert {told["marks"]["slope-check"] for told in facts["students"].values()} == {2}
    assert "by hand" in clone.run("report")
    printed = " ".join(clone.said.split())
    assert "why once: 5." in printed and "Manual Grading, hw0-words" in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("student", "told"),
    [("cleo", "second try"), ("dan", "in a code cell"), ("fay", "without metadata")],
)
def test_an_answer_is_found_wherever_it_was_written(clone, student, told):
    cells = nbformat.read(clone.file("autograded", student), as_version=4).cells
    cell = cells[place(cells)]
    assert (cell.cell_type, cell.source) == ("markdown", told)


@pytest.mark.slow
def test_feedback_shows_what_is_still_to_be_graded_and_hides_the_rubric(clone):
    clone.run("feedback")
    page = clone.page("ann")
    assert "so far" in page.find(class_="total").text
    assert page.find(id="why-once")["data-mark"] == "waiting"
    assert page.find(id="why-once").math
    assert not page.find_all("script")
    assert "complete before" not in page.text
    assert clone.page("bob").find(id="why-once")["data-mark"] == "none"


def test_a_mark_given_in_formgrader_survives_grading_again(clone, lab, page):
    """The person who grades sees the answer and the rubric, and writes a mark and a comment."""
    clone.hand_in("hal", STUDENTS["ann"])
    clone.run("grade", "--workers", "0")
    page.goto(f"{lab}/formgrader?token=test")
    page.get_by_role("link", name=HOMEWORK, exact=True).wait_for()
    page.goto(f"{lab}/formgrader/gradebook/{HOMEWORK}/{HOMEWORK}")
    page.get_by_role("link", name=re.compile("Submission #")).first.wait_for()
    assert page.locator("td.needs-manual-grade .glyphicon-ok").count() == 6
    page.goto(f"{lab}/formgrader/submissions/{clone.submission('hal')}")
    page.get_by_role("main").locator("mfrac").wait_for()
    assert page.get_by_role("main").locator("script").count() == 0
    score = page.locator("input.score#why-once")
    score.wait_for()
    page.wait_for_load_state("networkidle")  # until then, what is typed is not sent
    text = page.get_by_role("main").inner_text()
    assert "Each gradient is complete" in text
    assert "For graders only" in text
    assert "2 points: complete before it is passed on" in text
    page.locator("textarea#why-once-comment").fill("Good. $\\frac{3}{4}$ of it.")
    with page.expect_response("**/api/comment/*"):
        score.fill("2.5")
    with page.expect_response("**/api/grade/*"):
        score.press("Tab")
    capture(page, path=SCREENSHOTS / "formgrader-by-hand.png", full_page=True)

    assert clone.facts()["students"]["hal"]["marks"]["why-once"] == 2.5
    clone.run("grade", "--workers", "0", "--force")
    assert clone.facts()["students"]["hal"]["total"] == 4.5

    # formgrader's own button makes the same page as the command
    clone.run("feedback", "--student", "hal")
    by_command = clone.file("feedback", "hal", "html").read_text()
    clone.file("feedback", "hal", "html").unlink()
    page.goto(f"{lab}/formgrader/manage_submissions/{HOMEWORK}")
    row = page.locator("tr", has=page.get_by_text("hal", exact=True))
    row.locator("td.generate-feedback a").click()
    page.get_by_text("Successfully generated feedback").first.wait_for()
    assert clone.file("feedback", "hal", "html").read_text() == by_command
    feedback = clone.page("hal")
    assert feedback.find(class_="total").text.split()[:3] == ["4.5", "of", "5"]
    assert "Good." in feedback.find(id="why-once").aside.text
    assert feedback.find(id="why-once").aside.math
    assert "complete before" not in feedback.text


def test_a_students_outputs_run_no_code_for_the_person_who_grades(clone, lab, page):
    """formgrader's pages are part of the instructor's own Jupyter."""
    path = clone.file("autograded", "mallory")
    nbformat.write(attacked(nbformat.read(path, as_version=4)), path)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{lab}/formgrader?token=test")
    page.get_by_role("link", name=HOMEWORK, exact=True).wait_for()
    page.goto(f"{lab}/formgrader/submissions/{clone.submission('mallory')}")
    main = page.get_by_role("main")
    main.get_by_text("bold", exact=True).wait_for()
    page.wait_for_load_state("networkidle")
    assert "caught" not in page.title()
    assert main.locator("script, [onerror]").count() == 0
    assert main.locator("mfrac").count() == 1
    assert main.locator("style, iframe, object, form, base, meta, [style*=fixed]").count() == 0
    assert [url for url in asked if "evil" in url] == []
    assert page.url.startswith(f"{lab}/formgrader/submissions/")
    # There is one box for those who grade: a student's words that imitate it are in none.
    assert main.get_by_text("For graders only").count() > 1
    assert main.locator("aside, .rubric").count() == 1
    assert "complete before it is passed on" in main.locator("aside").inner_text()


@pytest.mark.slow
def test_an_answer_in_words_is_to_be_graded_again_only_if_it_changed(clone):
    url, waits = f"sqlite:///{clone.folder / 'class' / 'gradebook.db'}", []
    for text in ("first", "first", "second"):
        clone.hand_in("gil", answer(text))
        printed = clone.run("grade", "--workers", "0", "--force")
        with Gradebook(url, COURSE_ID) as book:
            grade = book.find_grade("why-once", HOMEWORK, HOMEWORK, "gil")
            waits.append(grade.needs_manual_grade)
            graded = grade.manual_score is not None
            assert ("is that mark still right? gil" in printed) == (
                grade.needs_manual_grade and graded
            )
            grade.manual_score, grade.needs_manual_grade = 1.0, False
            book.db.commit()
    assert waits == [True, False, True]


def test_an_answer_is_another_if_a_picture_in_it_is_another():
    def graded(picture: str):
        cell = nbformat.v4.new_markdown_cell("![mine](attachment:a.png)", id="why")
        cell.metadata = nbformat.from_dict({"nbgrader": {"grade": True, "grade_id": "why"}})
        cell.metadata.nbgrader |= {"solution": True, "locked": False}
        cell.attachments = nbformat.from_dict({"a.png": {"image/png": picture}})
        return nbformat.v4.new_notebook(cells=[cell])

    assert answers_as_before(graded("iVBO"), graded("iVBO")) == {"why"}
    assert not answers_as_before(graded("iVBO"), graded("iVBP"))
