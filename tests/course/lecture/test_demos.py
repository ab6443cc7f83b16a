"""The demos of the lectures: they run and become slides, and their controls can be moved over
their whole range."""

import json
import math
import re
import shutil
import sys
import time
import urllib.request
from functools import cache
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
import torch
from ipywidgets import SelectionSlider
from nbclient import NotebookClient
from nbconvert import SlidesExporter

from course.lecture import (
    attention,
    chain,
    data_sets,
    linear,
    polynomial,
    saturation,
    timeline,
    training,
)
from course.lecture.demo import Demo, slider
from course.lecture.kept import CHECKPOINT, model_moments
from course.picture.svg import COLOURS
from course.picture.widgets import WIDGET_VIEW
from course.values.as_text import typeset
from tests.helpers import LECTURES
from tests.helpers.clock import PATIENCE
from tests.helpers.demos import FRAMES, frames_of, notebook_of, numbers, svg, told, written
from tests.helpers.jupyter import voila

NOTEBOOKS = sorted(LECTURES.glob("*.ipynb"))


def checkpointed():
    """The timeline with checkpoints, where each of its controls changes something."""
    demo = timeline.timeline()
    demo.controls["mode"].value = CHECKPOINT
    return demo


DEMOS = {
    "zoom": linear.zoom,
    "error against step": linear.error_against_step,
    "order": chain.order,
    "prefixes": chain.prefixes,
    "polynomial": polynomial.polynomial,
    "train": training.train,
    "saturation": saturation.saturation,
    "timeline": checkpointed,
    "best k": timeline.best_k,
    "scale": attention.scale,
}

by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


# The notebooks


@pytest.mark.slow
@pytest.mark.by_day(1)
@by_name
def test_a_lecture_runs_with_the_newest_jupyter_and_becomes_slides(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    here = {"metadata": {"path": tmp_path}}
    NotebookClient(notebook, resources=here, store_widget_state=False, timeout=PATIENCE).execute()
    pictures, players = demos_in(
        [output for cell in notebook.cells for output in cell.get("outputs", [])]
    )
    page, _ = SlidesExporter().from_notebook_node(notebook)
    drawn = page.count('data-mime-type="image/svg+xml"') + page.count("data:image/svg+xml;base64")
    assert drawn >= len(pictures) + len(players)
    assert page.count("data-run=") >= len(players)
    assert '<aside class="notes">' in page and "For the lecturer" in page


def demos_in(outputs):
    """What shows the demos among the outputs of a lecture; nothing went wrong in it."""
    assert not [o for o in outputs if o.get("name") == "stderr"]
    shown = [o.data for o in outputs if "data" in o]
    pictures = [data["image/svg+xml"] for data in shown if "image/svg+xml" in data]
    for picture in pictures:
        ElementTree.fromstring(picture)
    players = [data for data in shown if "backprop-player" in data.get("text/html", "")]
    assert len(pictures) + len(players) >= 2
    return pictures, players


EXPLORE = "from course import *\nexplore(preset='x*x + x')"


@pytest.fixture(scope="module")
def in_voila(needed, tmp_path_factory):
    """The address below which Voilà shows a lecture and a notebook with `explore`."""
    needed(Path(sys.executable).with_name("voila"), "pip install voila")
    folder = tmp_path_factory.mktemp("voila")
    shutil.copy(NOTEBOOKS[0], folder / "lecture.ipynb")
    nbformat.write(notebook_of(EXPLORE), folder / "explore.ipynb")
    with voila(folder) as url:
        yield url


@pytest.mark.slow
def test_voila_opens_a_lecture_as_a_page_without_code(in_voila):
    page = urllib.request.urlopen(f"{in_voila}/lecture.ipynb", timeout=PATIENCE).read().decode()
    assert page.count(WIDGET_VIEW) >= 2 and "data-frames=" in page
    assert "Zoom in" in page and "error_against_step()" not in page


def under_voila(page, request):
    page.goto(f"{request.getfixturevalue('in_voila')}/explore.ipynb")


def in_jupyterlab(page, request):
    request.getfixturevalue("run_in_jupyterlab")(page, notebook_of(EXPLORE), "explore")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("open_notebook", [under_voila, in_jupyterlab])
def test_a_new_preset_replaces_the_player(page, request, open_notebook):
    open_notebook(page, request)
    page.locator(".backprop-player .bar").wait_for()
    assert "Step 1 of 20" in page.locator(".place").inner_text()
    page.locator(".widget-dropdown select").select_option("cosh")
    page.get_by_text("Step 1 of 31").wait_for()
    assert page.locator(".backprop-player").count() == 1


# The controls


@pytest.fixture(params=DEMOS)
def demo(request):
    return DEMOS[request.param]()


def values_of(control, most):
    """Both ends of a control, and what is between them, evenly."""
    if hasattr(control, "options"):
        values = list(control.options)
    elif hasattr(control, "base"):
        ends = (control.min, (control.min + control.max) / 2, control.max)
        values = [control.base**exponent for exponent in ends]
    else:
        count = round((control.max - control.min) / control.step)
        values = [control.min + i * control.step for i in range(count + 1)]
    between = max(1, (len(values) - 1) // max(1, most - 1))
    return [*values[:-1:between], values[-1]]


@pytest.mark.by_day(5)
def test_each_control_draws_good_pictures_over_its_whole_range(demo):
    if "made" in demo.controls:
        demo.controls["made"].value = 1  # with no product made, each order looks the same
    pictures = {demo.picture.value}
    for control in demo.controls.values():
        before = control.value
        seen, heard = set(), set()
        for value in values_of(control, 12):
            control.value = value
            assert numbers(told(demo)) >= numbers(" ".join(written(svg(demo))))
            seen.add(demo.picture.value)
            heard.add(told(demo))
        assert len(seen) > 1, f"{control.description} changes nothing"
        assert len(heard) > 1, f"{control.description} changes nothing in words"
        pictures |= seen
        control.value = before
    assert len(pictures) > 2


def points(name, xs, ys):
    return (
        f"{name}: {', '.join(f'({typeset(x)}, {typeset(y)})' for x, y in zip(xs, ys, strict=True))}"
    )


def kept_at():
    moments = model_moments(CHECKPOINT, 12, 64, 32, 4)
    at = [i for i, moment in enumerate(moments) if 0 in moment.kept]
    return f"x kept at moments {at[0]} to {at[-1]};"


TOLD = {
    "zoom": lambda: points("the curve, sin", [-1.2, -0.8], [math.sin(-1.2), math.sin(-0.8)])[:-1],
    "rectangle": lambda: "xy = 6; x = 3; Δx = 0.5",
    "error against step": lambda: f"(0.1, {typeset(math.sin(0.9) - math.sin(0.8))})",
    "order": lambda: f"{3 * 256**3:,} multiplications, ",
    "prefixes": lambda: "∂y/∂h₃ = J₆ J₅ J₄;",
    "nudge": lambda: "Mul u, from node 1 and node 3: result 1.5, gradient 1.6487, moves by +0.6;",
    "polynomial": lambda: points("p", [-2.5, -2], [2.5 + 0.5 * 6.25 - 0.5 * 15.625, 0]),
    "entry": lambda: "∂L/∂C, 3×2: rows (−2, 1), (3, 1), (2, −1); C = A B; A, 3×4: rows (2, ",
    "train": lambda: f"{data_sets.POINTS} points of two classes, ",
    "saturation": lambda: points(
        "sigmoid", range(11), saturation.gradients_by_layer(torch.sigmoid, 10, 1.0)[0]
    ),
    "timeline": kept_at,
    "best k": lambda: "(3, 8), (4, 8), (5, 8)",
    "attention": lambda: "K, 4×2: rows (2, 0.5), (−0.5, 1.5), (1, −1), (−1.5, −1), marked (1, 1)",
    "scale": lambda: f"(64, {typeset(attention.passed_on(64, 8, 0))}), (128, ",
}


@cache
def picture_of(name):
    """The picture that a demo opens with."""
    return DEMOS[name]().picture.value if name in DEMOS else frames_of(name).first


@pytest.mark.parametrize("name", [*DEMOS, *FRAMES])
def test_the_text_alternative_of_a_picture_has_its_numbers(name):
    alternative = told(picture_of(name))
    assert TOLD[name]() in alternative
    assert len(alternative) < 1500, "it is read aloud"


@pytest.mark.parametrize("name", [*DEMOS, *FRAMES])
def test_the_colours_of_a_picture_follow_the_theme(name):
    used = set(re.findall(r'(?:fill|stroke)="(?!none")(.*?)"', picture_of(name)))
    assert used - set(training.CLASSES.values()) <= {light for light, _ in COLOURS.values()}


@pytest.mark.slow
@pytest.mark.by_day(3)
def test_controls_can_be_moved_together(demo):
    grid = list(product(*(values_of(control, 3) for control in demo.controls.values())))
    for values in grid[:: len(grid) // 16 + 1]:
        for control, value in zip(demo.controls.values(), values, strict=True):
            control.value = value
        svg(demo)


def test_a_picture_is_redrawn_quickly(demo):
    control = next(iter(demo.controls.values()))
    spent = []
    for value in values_of(control, 4) * 2:
        start = time.process_time()
        control.value = value
        spent.append(time.process_time() - start)
    assert sorted(spent)[len(spent) // 2] < 0.15


def test_an_option_is_chosen_by_its_slider_and_cannot_be_typed(demo):
    def parts(widget):
        yield widget
        for child in getattr(widget, "children", ()):
            yield from parts(child)

    for box in parts(demo.box):
        for each in getattr(box, "children", ()):
            if isinstance(each, SelectionSlider):
                assert not each.readout
                for option in (each.options[each.index], each.options[-1]):
                    each.index = each.options.index(option)
                    assert box.children[1].value == str(option)


def test_an_error_is_shown_in_the_picture_and_raised():
    def draw(n):
        return f"<svg>{1 / n}</svg>"

    demo = Demo(draw, n=slider("n", 1, 0, 3))
    with pytest.raises(ZeroDivisionError):
        demo.controls["n"].value = 0
    assert "ZeroDivisionError: division by zero" in demo.picture.value
    demo.controls["n"].value = 2
    assert demo.picture.value == "<svg>0.5</svg>"


def test_a_page_without_a_kernel_shows_the_picture():
    shown = linear.zoom()._repr_mimebundle_()
    json.dumps(shown)
    assert shown["image/svg+xml"].startswith("<svg") and WIDGET_VIEW in shown
