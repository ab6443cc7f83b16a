"""Each lecture as a class sees it: in JupyterLab, and in the classic notebook with Colab's widgets.

Everything in `notebooks/lectures/` is run from top to bottom and each of its controls moved.
Screenshots of the last run are kept in artefacts/.
"""

import re

import nbformat
import pytest

from autograder.base.paths import ROOT
from autograder.notebook.release_choices import ReleaseChoices
from autograder.notebook.set_up import insert_set_up
from course.lecture import linear, training
from tests.conftest import for_today
from tests.helpers.jupyter import EITHER, FONT, OUTPUT_GONE_WRONG, SCREENSHOTS
from tests.helpers.lectures import (
    NAMES,
    PICTURE,
    controls,
    demos,
    lecture,
    move,
    shown_by,
    stop_playing,
    wait_for_change,
)
from tests.helpers.pages import capture

pytestmark = pytest.mark.slow


@pytest.fixture
def tall(page):
    """So tall that no cell has to be scrolled to."""
    page.set_viewport_size({"width": 1300, "height": 9000})
    return page


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("jupyter", EITHER)
def test_every_control_of_a_lecture_changes_its_picture(tall, request, name, jupyter):
    """As students get it: in the classic notebook, the package comes out of the set-up cell."""
    notebook = lecture(name)
    insert_set_up(notebook, f"notebooks/lectures/{name}.ipynb", ReleaseChoices())
    where = "import course.lecture; print(course.lecture.__file__)"
    notebook.cells.append(nbformat.v4.new_code_cell(where))
    request.getfixturevalue(jupyter)(tall, notebook, name)
    place = r"/course-\w+" if jupyter == "run_in_colabs_jupyter" else ROOT
    tall.get_by_text(re.compile(f"{place}/course/lecture/__init__")).wait_for()
    for number, demo in enumerate(demos(tall, name), start=1):
        for called, control in controls(demo):
            before = demo.evaluate(PICTURE)
            move(control, called)
            wait_for_change(demo, before)
            if called == "Play":
                stop_playing(demo)
        capture(demo, path=SCREENSHOTS / f"{name}-{number}-{jupyter}.png")
    assert tall.locator(OUTPUT_GONE_WRONG).count() == 0
    assert [each for each in tall.complaints if not each.startswith(FONT)] == []


# Of each cell with a picture: its code, how much of it is below the page where its first line is on
# top, and the size of the smallest text, in pixels; of a player at the step where they are worst.
SEEN = """() => {
    const room = document.querySelector('.jp-NotebookPanel-notebook').getBoundingClientRect();
    const size = (text) => parseFloat(getComputedStyle(text).fontSize)
        * (text.getScreenCTM?.().a ?? 1);
    const isSeen = (each) => each.getBoundingClientRect().width && each.textContent.trim();
    const seen = (cell, picture) => {
        cell.scrollIntoView();
        const texts = [...picture.querySelectorAll('text, p, b, small, td, button, pre')];
        const { bottom } = picture.getBoundingClientRect();
        return [bottom - room.bottom, Math.min(...texts.filter(isSeen).map(size))];
    };
    const next = new KeyboardEvent('keydown', {key: 'PageDown', bubbles: true});
    return [...document.querySelectorAll('.backprop-drawing, .backprop-player')].map((picture) => {
        const cell = picture.closest('.jp-Cell');
        const all = [seen(cell, picture)];
        const steps = Number(picture.querySelector('[type=range]')?.max ?? 0);
        for (let i = 0; i < steps; i++) {
            picture.dispatchEvent(next);
            all.push(seen(cell, picture));
        }
        const code = cell.querySelector('.cm-content').innerText;
        return [code, Math.max(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y))];
    });
}"""


@pytest.mark.parametrize("how_many", [2, pytest.param(len(NAMES), marks=pytest.mark.nightly)])
def test_each_picture_is_readable_with_its_controls_on_a_small_projector(
    page, run_in_jupyterlab, how_many
):
    page.set_viewport_size({"width": 1280, "height": 720})
    names, together = for_today(NAMES, how_many, "projector"), lecture(NAMES[0])
    cells = [cell for name in names for cell in lecture(name).cells if cell.cell_type == "code"]
    together.cells = [nbformat.v4.new_code_cell(cell.source) for cell in cells]
    run_in_jupyterlab(page, together, "lectures")
    count = len(shown_by(together))
    page.locator(".backprop-drawing, .backprop-player").nth(count - 1).wait_for()
    page.wait_for_timeout(1000)  # in which further ones appear
    seen = page.evaluate(SEEN)
    assert len(seen) >= count > 0
    assert [code for code, below, _ in seen if below > 0] == []
    assert [(code, size) for code, _, size in seen if size < 15.9] == []


@pytest.mark.parametrize("demo", [linear.zoom, training.train])
def test_a_picture_grows_with_the_page_while_it_fits_into_its_height(page, demo):
    def size_on(width, height):
        page.set_viewport_size({"width": width, "height": height})
        return page.locator("svg").bounding_box()

    page.set_content(demo().picture.value)
    projected = size_on(1920, 1000)
    assert 960 < projected["width"] <= 1600 and projected["height"] <= 801
    assert size_on(1280, 640)["width"] >= 959
    assert size_on(700, 900)["width"] <= 700
