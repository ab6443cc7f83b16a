"""What people see, in a real headless Chromium on a real JupyterLab.

Screenshots of the last run are kept in artefacts/.
"""

import re
from urllib.parse import quote

import nbformat
import pytest

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.classroom import Classroom
from autograder.base.paths import homeworks
from autograder.on_nbgrader.gradebook import open_gradebook
from tests.autograder.conftest import copied
from tests.helpers.grading import recorded_scores
from tests.helpers.jupyter import OUTPUT_GONE_WRONG, SCREENSHOTS
from tests.helpers.pages import capture

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def graded(lab_class, sample) -> Classroom:
    """The sample class in formgrader."""
    return copied(sample[0], lab_class)


def test_formgrader_lists_the_homeworks_and_shows_a_graded_submission(page, lab, graded):
    page.goto(f"{lab}/formgrader?token=test")
    for homework in homeworks():
        page.get_by_role("link", name=homework, exact=True).wait_for()
    capture(page, path=SCREENSHOTS / "formgrader-assignments.png")

    page.goto(f"{lab}/formgrader/gradebook/hw1-cosh/hw1-cosh")
    page.get_by_role("link", name=re.compile("Submission #1")).click()
    page.get_by_role("heading", name=re.compile("Homework 1: cosh")).wait_for()
    assert page.locator("input.score").count() == 8
    capture(page, path=SCREENSHOTS / "formgrader-submission.png", full_page=True)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("homework", homeworks())
def test_a_notebook_runs_in_jupyterlab_and_shows_its_pictures(page, run_in_jupyterlab, homework):
    solved = SampleSubmission("solution", homework).notebook()
    page.set_viewport_size({"width": 1100, "height": 9000})  # for the picture
    run_in_jupyterlab(page, solved, homework)
    page.get_by_text(re.compile(r"All \d+ exercises pass")).wait_for()
    is_drawn = any("draw(" in cell.source for cell in solved.cells)  # homework 3 only plots
    kind = "svg" if is_drawn else "png"
    pictures = page.locator(f".jp-OutputArea img[src^='data:image/{kind}']")
    assert pictures.count() >= 1
    widths = "images => Promise.all(images.map(i => i.decode().then(() => i.naturalWidth)))"
    assert all(width > 100 for width in pictures.evaluate_all(widths))
    page.locator(".MathJax, mjx-container").first.wait_for()
    capture(page, path=SCREENSHOTS / f"{homework}.png")
    assert page.locator(OUTPUT_GONE_WRONG).count() == 0
    assert page.complaints == []


@pytest.mark.parametrize(
    "script", ['";document.title="run"+"";"', "<svg onload=document.title='run'>"]
)
def test_a_link_to_formgrader_brings_no_script_there(page, lab, graded, script):
    """A student's answer may contain one."""
    page.goto(f"{lab}/formgrader?token=test")
    linked = quote(script, safe="")
    for path in (
        f"manage_submissions/{linked}",
        f"manage_students/{linked}",
        f"manage_students/ada/{linked}",
        f"gradebook/{linked}",
        f"gradebook/hw1-cosh/{linked}",
    ):
        page.goto(f"{lab}/formgrader/{path}")
        assert page.locator("ol.breadcrumb li.active").text_content() == script
        assert page.title() == "nbgrader formgrade"
        assert page.locator("svg[onload]").count() == 0


def test_formgrader_finds_a_student_whose_id_has_an_apostrophe(page, lab, graded):
    page.goto(f"{lab}/formgrader?token=test")
    odd = "o'neil & co"
    page.goto(f"{lab}/formgrader/manage_students/{quote(odd)}")
    assert page.evaluate("student_id") == odd


def test_the_autograde_button_takes_the_same_steps(page, lab, graded):
    """formgrader runs inside the server's own event loop, unlike the command line."""
    right = recorded_scores(graded, "hw4-matmul", "ada")
    with open_gradebook(graded) as book:
        for grade in book.find_submission_notebook("hw4-matmul", "hw4-matmul", "ada").grades:
            grade.auto_score = 0
        book.db.commit()
    page.goto(f"{lab}/formgrader?token=test")
    page.get_by_role("link", name="hw4-matmul", exact=True).wait_for()
    page.goto(f"{lab}/formgrader/manage_submissions/hw4-matmul")
    row = page.locator("tr", has_text="ada")
    row.locator("td.autograde a").click()
    page.get_by_text("Successfully autograded").wait_for()
    capture(page, path=SCREENSHOTS / "formgrader-autograded.png")
    assert recorded_scores(graded, "hw4-matmul", "ada") == right
    notebook = nbformat.read(graded.autograded("ada", "hw4-matmul"), as_version=4)
    assert notebook.metadata["flags"] == []
