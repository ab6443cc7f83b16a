"""Each lecture as a class sees it: in JupyterLab, and in the classic notebook with Colab's widgets.

Everything in `notebooks/lectures/` is run from top to bottom and each of its controls moved.
Screenshots of the last run are kept in artefacts/.
"""

import re

import nbformat
import pytest

from autograder.base.paths import LECTURES
from autograder.notebook.choices import ReleaseChoices
from autograder.notebook.set_up import insert_set_up
from course.lecture import linear, training
from tests.jupyter import OUTPUT_GONE_WRONG, SCREENSHOTS, run_in_lab
from tests.lectures import NAMES, PICTURE, controls, demos, move, stop_playing, wait_for_change

pytestmark = pytest.mark.slow

# What the classic notebook itself asks for from a page of nobody's, with no lecture open either.
FONT = ("Access to font at 'about:blank'", "Failed to load resource: net::ERR_FAILED")


@pytest.fixture
def tall(page):
    """So tall that no cell has to be scrolled to."""
    page.set_viewport_size({"width": 1300, "height": 9000})
    return page


def try_all_controls(page, name, where):
    for number, demo in enumerate(demos(page, name), start=1):
        for called, control in controls(demo):
            before = demo.evaluate(PICTURE)
            move(control, called)
            wait_for_change(demo, before)
            if called == "Play":
                stop_playing(demo)
        demo.screenshot(path=SCREENSHOTS / f"{name}-{number}-{where}.png")
    assert page.locator(OUTPUT_GONE_WRONG).count() == 0
    assert [each for each in page.complaints if not each.startswith(FONT)] == []


@pytest.mark.by_day(1)
@pytest.mark.parametrize("lecture", NAMES)
def test_in_jupyterlab_every_control_of_a_lecture_changes_its_picture(tall, lab, in_lab, lecture):
    notebook = nbformat.read(LECTURES / f"{lecture}.ipynb", as_version=4)
    run_in_lab(tall, lab, in_lab(notebook, lecture))
    try_all_controls(tall, lecture, "lab")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("lecture", NAMES)
def test_in_the_classic_notebook_too_from_the_file_alone(tall, run_in_colabs_jupyter, lecture):
    """As students get it, with Colab's versions: the package comes out of the set-up cell."""
    notebook = nbformat.read(LECTURES / f"{lecture}.ipynb", as_version=4)
    insert_set_up(notebook, f"notebooks/lectures/{lecture}.ipynb", ReleaseChoices())
    where = "import course.lecture; print(course.lecture.__file__)"
    notebook.cells.append(nbformat.v4.new_code_cell(where))
    run_in_colabs_jupyter(tall, notebook, lecture)
    tall.get_by_text(re.compile(r"/course-\w+/course/lecture/__init__")).wait_for()
    try_all_controls(tall, lecture, "classic")


def test_all_of_the_training_is_seen_below_its_controls_on_a_small_projector(page, lab, in_lab):
    page.set_viewport_size({"width": 1280, "height": 720})
    path = LECTURES / "5-mlp-as-data-flow.ipynb"
    run_in_lab(page, lab, in_lab(nbformat.read(path, as_version=4), path.stem))
    demo = demos(page, path.stem)[0]
    demo.evaluate("demo => demo.closest('.jp-Cell').scrollIntoView({block: 'start'})")
    picture = demo.locator("svg[role=img]").bounding_box()
    notebook = page.locator(".jp-NotebookPanel-notebook").bounding_box()
    assert picture["y"] + picture["height"] <= notebook["y"] + notebook["height"]


@pytest.mark.parametrize("demo", [linear.zoom, training.train])
def test_a_picture_grows_with_the_page_as_long_as_it_fits_into_its_height(page, demo):
    def size_on(width, height):
        page.set_viewport_size({"width": width, "height": height})
        return page.locator("svg").bounding_box()

    page.set_content(demo().picture.value)
    projected = size_on(1920, 1000)
    assert 960 < projected["width"] <= 1600 and projected["height"] <= 801
    assert size_on(1280, 640)["width"] >= 959
    assert size_on(700, 900)["width"] <= 700
