"""The demos of the lectures: they run and become slides, their controls can be moved over
their whole range, and what the pictures say is true."""

import base64
import bz2
import json
import math
import re
import shutil
import sys
import time
import urllib.request
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
import torch
from ipywidgets import SelectionSlider
from nbclient import NotebookClient
from nbconvert import HTMLExporter, SlidesExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

from autograder.base.paths import LECTURES
from autograder.notebook.set_up import packed_course
from course.as_text import typeset
from course.lecture import (
    attention,
    chain,
    linear,
    matmul,
    mlp,
    nudge,
    polynomial,
    saturation,
    timeline,
    training,
)
from course.lecture.demo import Demo, slider
from course.lecture.memory import MODES, by_model, by_pytorch
from course.lecture.plot import WIDTH
from course.picture.scale import decades, ticks
from course.picture.shapes import COLOURS
from course.player.explorer import WIDGET_VIEW
from course.running.settings import one_thread
from tests.jupyter import SCREENSHOTS, voila
from tests.pages import violations

NOTEBOOKS = sorted(LECTURES.glob("*.ipynb"))


def checkpointed():
    """The timeline with checkpoints, where each of its controls changes something."""
    demo = timeline.timeline()
    demo.controls["mode"].value = MODES[1]
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
# Those without a kernel: of each picture all texts are in its text alternative, and so on.
FRAMES = {
    "rectangle": linear.rectangle,
    "nudge": nudge.nudge,
    "entry": matmul.entry,
    "attention": attention.attention,
}


@pytest.fixture(autouse=True)
def on_one_thread():
    with one_thread():
        yield


by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def svg(drawn):
    """A picture, or that of a demo, as a parsed tree; it must hold no number that is none."""
    text = drawn if isinstance(drawn, str) else drawn.picture.value
    assert not re.search(r"\b(nan|inf)\b", text)
    return ElementTree.fromstring(text)


def words(drawn):
    return [element.text for element in svg(drawn).iter() if element.tag.endswith("text")]


def told(drawn):
    """The picture's text alternative."""
    return svg(drawn).get("aria-label")


# The notebooks


@pytest.mark.slow
@pytest.mark.by_day(1)
@by_name
def test_a_lecture_runs_with_the_newest_jupyter_and_becomes_slides(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    here = {"metadata": {"path": tmp_path}}
    NotebookClient(notebook, resources=here, store_widget_state=False, timeout=120).execute()
    pictures, players = demos_in(
        [output for cell in notebook.cells for output in cell.get("outputs", [])]
    )
    page, _ = SlidesExporter().from_notebook_node(notebook)
    drawn = page.count('data-mime-type="image/svg+xml"') + page.count("data:image/svg+xml;base64")
    assert drawn >= len(pictures) + len(players)
    assert page.count("data-run=") >= len(players)
    assert '<aside class="notes">' in page and "For the lecturer" in page


def test_a_homework_does_not_carry_the_demos():
    carried = [unpacked(packed_course(lecture=lecture)) for lecture in (False, True)]
    assert carried[1].keys() - carried[0].keys() > {"lecture/__init__.py", "lecture/demo.py"}
    assert not [name for name in carried[0] if "lecture" in name]


def unpacked(packed):
    return json.loads(bz2.decompress(base64.b64decode(packed)))


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


def notebook_of(*sources):
    """A notebook of these cells; of a demo, as it is when it has run."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = []
    for source in sources:
        is_code = isinstance(source, str)
        shown = [] if is_code else [new_output("display_data", source._repr_mimebundle_())]
        cells.append(new_code_cell(source if is_code else "demo()", outputs=shown))
        cells[-1].metadata["slideshow"] = {"slide_type": "-"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


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
    page = urllib.request.urlopen(f"{in_voila}/lecture.ipynb", timeout=60).read().decode()
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
def test_each_control_draws_a_good_picture_over_all_of_its_range(demo):
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


def numbers(words):
    return set(re.findall(r"\d[\d.,]*", re.sub(r"[.,](?!\d)", " ", words)))


def written(element):
    """The texts of a picture, but those around the frame of a plot."""
    if any(child.get("fill") == "none" and child.tag.endswith("rect") for child in element):
        return
    for child in element:
        if child.tag.endswith("text"):
            yield child.text or ""
        yield from written(child)


def points(name, xs, ys):
    return (
        f"{name}: {', '.join(f'({typeset(x)}, {typeset(y)})' for x, y in zip(xs, ys, strict=True))}"
    )


def kept_at():
    moments = by_model(MODES[1], 12, 64, 32, 4)
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
    "train": lambda: f"{mlp.POINTS} points of two classes, ",
    "saturation": lambda: points(
        "sigmoid", range(11), saturation.gradients_by_layer(torch.sigmoid, 10, 1.0)[0]
    ),
    "timeline": kept_at,
    "best k": lambda: "(3, 8), (4, 8), (5, 8)",
    "attention": lambda: "K, 4×2: rows (2, 0.5), (−0.5, 1.5), (1, −1), (−1.5, −1), marked (1, 1)",
    "scale": lambda: f"(64, {typeset(attention.passed_on(64, 8, 0))}), (128, ",
}


@cache
def frames_of(name):
    """A demo without a kernel, which nothing changes."""
    return FRAMES[name]()


@cache
def picture_of(name):
    """The picture that a demo opens with."""
    return DEMOS[name]().picture.value if name in DEMOS else frames_of(name).first


@pytest.mark.parametrize("name", [*DEMOS, *FRAMES])
def test_what_is_drawn_is_told_with_its_numbers(name):
    said = told(picture_of(name))
    assert TOLD[name]() in said
    assert len(said) < 1500, "it is read aloud"


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


def test_a_picture_is_drawn_again_quickly(demo):
    control = next(iter(demo.controls.values()))
    spent = []
    for value in values_of(control, 4) * 2:
        start = time.perf_counter()
        control.value = value
        spent.append(time.perf_counter() - start)
    assert sorted(spent)[len(spent) // 2] < 0.15


def test_an_option_is_chosen_by_its_slider_and_cannot_be_typed_and_lost(demo):
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


# Without a kernel


@pytest.fixture(params=FRAMES)
def frames(request):
    return frames_of(request.param)


@pytest.fixture
def open_frames(page):
    """Call it with a demo, to see it alone in a page, as on a small projector."""
    page.set_viewport_size({"width": 1280, "height": 720})

    def show(demo):
        shown = demo._repr_mimebundle_()["text/html"]
        page.set_content(
            f"<!doctype html><html lang=en><title>A demo</title><main><h1>A demo</h1>{shown}"
        )
        page.context.set_offline(True)
        page.locator(".backprop-frames .bar").wait_for()
        return page

    yield show
    assert page.complaints == []


def drag(page, part, right, down):
    """Drags a part of a picture by so many of the picture's own units."""
    box, wide = part.bounding_box(), page.locator(".stage svg").bounding_box()["width"]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * wide / WIDTH, y + down * wide / WIDTH, steps=3)
    page.mouse.up()


def seen(page):
    """The texts of the picture in the page."""
    return [text or None for text in page.locator(".stage svg text").all_text_contents()]


VALUE = "control => control.ariaValueText ?? control.selectedOptions[0].text"


def chosen(page):
    """Where the controls are, in words; and what a screen reader says of the picture."""
    controls = page.locator(".bar :is(input, select)").all()
    label = page.locator(".stage svg").get_attribute("aria-label")
    return tuple(each.evaluate(VALUE) for each in controls), label


def test_each_picture_of_a_demo_without_kernel_is_good_and_differs_from_the_others(frames):
    assert len(set(frames.pictures.values())) == len(frames.pictures)
    for text in [*frames.pictures.values()][::7]:
        assert numbers(told(text)) >= numbers(" ".join(written(svg(text))))


def test_a_demo_without_kernel_takes_little_time_and_little_room_in_the_notebook(frames):
    assert len(frames._repr_mimebundle_()["text/html"]) < 150_000
    start = time.process_time()
    type(frames)(frames.draw, **frames.axes)
    assert time.process_time() - start < 2


def test_the_edges_and_the_corner_of_the_rectangle_are_dragged_and_its_numbers_follow(open_frames):
    demo = linear.rectangle()
    page = open_frames(demo)
    right, top, corner = page.locator("[data-drag] circle").all()
    step = json.loads(page.locator("[data-drag]").first.get_attribute("data-drag"))["dx"][0]
    assert seen(page) == words(demo.pictures[0.5, 0.5])
    drag(page, right, 6 * step, 40)
    assert seen(page) == words(demo.pictures[0.8, 0.5])
    assert {"y Δx = 1.6", "x Δy = 1.5", "Δx Δy = 0.4"} < set(seen(page))
    drag(page, top, 40, 4 * step)
    assert seen(page) == words(demo.pictures[0.8, 0.3])
    drag(page, corner, -6 * step, -2 * step)
    assert seen(page) == words(demo.pictures[0.5, 0.4])
    drag(page, corner, -300, 300)  # further than it goes
    assert seen(page) == words(demo.pictures[0, 0])
    drag(page, right, 900, 0)
    page.keyboard.press("ArrowLeft")
    picture = demo.pictures[0.95, 0]
    assert seen(page) == words(picture) and chosen(page) == (("0.95", "0"), told(picture))
    assert "true change: 1.9" in page.locator("[aria-live]").text_content()


def test_an_entry_is_chosen_by_pressing_it_or_what_it_is_the_gradient_of(open_frames):
    demo = matmul.entry()
    page = open_frames(demo)
    weighted, plain = matmul.LOSSES

    def press(name):
        page.get_by_role("button", name=name).first.click()

    press("A (2, 3):")
    assert seen(page) == words(demo.pictures["∂L/∂A (2, 3)", weighted])
    press("∂L/∂A (3, 4):")
    assert seen(page) == words(demo.pictures["∂L/∂A (3, 4)", weighted])
    page.get_by_label("the loss is").select_option(plain)
    press("B (4, 1):")
    assert seen(page) == words(demo.pictures["∂L/∂B (4, 1)", plain])
    press("C = A B (3, 2):")
    picture = demo.pictures["C (3, 2)", plain]
    assert seen(page) == words(picture) and chosen(page) == (("C (3, 2)", plain), told(picture))
    assert "C, row 3, column 2" in page.locator("[aria-live]").text_content()


def test_a_query_a_key_or_a_value_is_chosen_by_pressing_its_row(open_frames):
    demo = attention.attention()
    page = open_frames(demo)
    back, everywhere = attention.MASKS
    for row, which in (("Q (1, 2):", "query 1"), ("K (2, 1):", "key 2"), ("V (4, 2):", "value 4")):
        page.get_by_role("button", name=row).click()
        assert seen(page) == words(demo.pictures[which, back])
    page.get_by_label("mask").select_option(everywhere)
    assert seen(page) == words(demo.pictures["value 4", everywhere])


def test_an_entry_is_chosen_by_keys_from_where_the_last_one_was(open_frames):
    demo = matmul.entry()
    page = open_frames(demo)
    page.get_by_label("the loss is").focus()
    page.keyboard.press("Tab")
    steps = {
        "ArrowDown Enter": "C (2, 1)",
        "ArrowRight ArrowDown Enter": "C (3, 2)",
        "ArrowLeft ArrowLeft Space": "∂L/∂B (3, 2)",
        "ArrowLeft ArrowLeft ArrowUp ArrowUp Enter": "∂L/∂A (1, 4)",
    }
    for keys, entry in steps.items():
        for key in keys.split():
            page.keyboard.press(key)
        assert seen(page) == words(demo.pictures[entry, matmul.LOSSES[0]])
        focused = page.locator("[data-pick]:focus")
        assert focused.get_attribute("aria-pressed") == "true"
        assert focused.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    page.keyboard.press("Shift+Tab")
    assert page.get_by_label("the loss is").evaluate("each => each.matches(':focus')")


def test_any_box_is_nudged_by_mouse_and_by_keys(open_frames):
    demo = nudge.nudge()
    page = open_frames(demo)
    step = nudge.LIFT / 50
    for node in nudge.example().sorted_nodes():
        part = page.get_by_role("button", name=f"nudge {node.name}", exact=True)
        drag(page, part, 3, -10.2 * step)
        h = 0.4 if node.name == "x" else 0.2  # where it was, 0.2 for x and 0 for others
        assert seen(page) == words(demo.pictures[node.name, h])
        page.keyboard.press("ArrowLeft")
        assert seen(page) == words(demo.pictures[node.name, round(h - 0.02, 2)])
    said = page.locator("[aria-live]").text_content()
    assert said == "∂L/∂L · h, promised: 0.18; change of L: 0.18; missed: 0; missed / h: 0"
    page.get_by_role("button", name="nudge y", exact=True).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    assert seen(page) == words(demo.pictures["y", -0.04])
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")  # on to a box beside it, which is not nudged yet
    picture = demo.pictures["y", -0.02]
    assert seen(page) == words(picture) and chosen(page) == (("y", "−0.02"), told(picture))
    assert page.locator("[data-pick]:focus").get_attribute("aria-label") == "nudge u"


@pytest.mark.by_day(4)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_demo_without_kernel_is_accessible_and_fits_a_small_projector(
    open_frames, page, frames, scheme
):
    page.emulate_media(color_scheme=scheme)
    open_frames(frames)
    assert violations(page) == []
    size = page.locator(".backprop-frames").bounding_box()
    assert size["width"] >= WIDTH and size["height"] <= 550  # the rest is JupyterLab's
    page.screenshot(path=SCREENSHOTS / f"{next(iter(frames.axes))}-{scheme}.png")
    sizes = page.evaluate("""() => [...document.querySelectorAll('.bar :not(input), text')]
        .map(each => parseFloat(getComputedStyle(each).fontSize))""")
    assert min(sizes) >= 16


@pytest.mark.parametrize("exporter", [HTMLExporter, SlidesExporter])
def test_demos_without_kernel_work_in_pages_and_slides_without_network(page, tmp_path, exporter):
    path = tmp_path / "page.html"
    notebook = notebook_of(linear.rectangle(), nudge.nudge())
    path.write_text(exporter().from_notebook_node(notebook)[0])
    page.context.set_offline(True)
    page.goto(path.as_uri())
    rectangle, nudged = page.locator(".backprop-frames").all()
    rectangle.get_by_role("slider", name="Δx", include_hidden=True).evaluate(
        "range => { range.value = 0; range.dispatchEvent(new Event('input')); }"
    )
    assert "y Δx = 0" in rectangle.locator("text").all_text_contents()
    nudged.locator("select").evaluate(
        "list => { list.value = 2; list.dispatchEvent(new Event('input')); }"
    )
    assert "∂L/∂y · h, promised" in nudged.locator("text").all_text_contents()


def test_in_a_notebook_that_is_not_trusted_the_first_picture_is_seen(page, lab, in_lab):
    path = in_lab(notebook_of(linear.rectangle()), "frames-still")
    page.goto(f"{lab}/doc/tree/{path}?token=test&reset")
    still = page.locator(".backprop-frames img")
    still.wait_for()
    assert "xy = 6" in still.get_attribute("alt")
    assert still.evaluate("image => image.naturalWidth") >= WIDTH


def test_in_jupyterlab_the_keys_move_the_picture_and_not_the_notebook(page, run_in_jupyterlab):
    source = "from course.lecture.matmul import entry\nentry()"
    notebook = notebook_of(source, "pass", "pass", "pass")
    run_in_jupyterlab(page, notebook, "frames-keys")
    page.get_by_role("button", name="A (1, 2):").click()
    active = (
        "[...document.querySelectorAll('.jp-Cell')].findIndex(c => c.matches('.jp-mod-active'))"
    )
    before = page.evaluate(active)
    for key in ("ArrowRight", "ArrowDown", "Enter", "d", "d"):
        page.keyboard.press(key)
    assert "∂L/∂A, row 2, column 3" in page.locator("[aria-live].said").text_content()
    assert page.evaluate(active) == before and page.locator(".jp-Cell").count() == 4
    assert page.complaints == []


# What they say is true


@pytest.mark.parametrize("curve", linear.SMOOTH)
def test_the_error_of_a_linear_approximation_falls_with_the_square_of_the_step(curve):
    steps = [10 ** (-k / 4) for k in range(17)]
    errors, changes = linear.errors_of_steps(curve, 0.8, steps)
    assert linear.steepness(steps, errors, 1e-12) == pytest.approx(2, abs=0.05)
    assert linear.steepness(steps, changes, 1e-12) == pytest.approx(1, abs=0.05)


def test_the_rectangle_adds_up():
    pictures = linear.rectangle().pictures
    said = words(pictures[0.5, 0.2])
    assert {"x Δy = 0.6", "y Δx = 1", "Δx Δy = 0.1"} < set(said)
    assert said[said.index("true change") + 1] == "1.7"
    assert said[said.index("the corner, Δx Δy") + 1] == "0.1"
    assert words(pictures[0, 0.2])[said.index("the corner, Δx Δy") + 1] == "0"
    assert "y Δx = 0.5" in words(linear.rectangle(x=4, y=1).first)


def test_a_nudge_changes_the_output_as_the_formula_says_and_nearly_as_the_gradient_promises():
    nodes = nudge.example().sorted_nodes()

    def output(x=0.5, y=3.0, u=None):
        return (x * y if u is None else u) * math.exp(x) + y

    for name, value in {"x": 0.5, "y": 3.0, "u": 1.5}.items():
        gradient = next(node.gradient.item() for node in nodes if node.name == name)
        change = nudge.changes(nodes, name, 0.01)[-1]
        assert change == pytest.approx(output(**{name: value + 0.01}) - output())
        assert change == pytest.approx(gradient * 0.01, rel=0.02)
    said = words(nudge.nudge().pictures["y", 0.3])
    assert said[said.index("missed") + 1] == "0"


@pytest.mark.parametrize("sizes", [(1, 9, 8, 7), (5, 4, 3, 2, 1), (3, 8, 2, 9, 4)])
def test_multiplications_are_those_of_the_products_that_are_made(sizes):
    counted = []

    class Counted:
        def __init__(self, rows, columns):
            self.shape = rows, columns

        def __matmul__(self, other):
            assert self.shape[1] == other.shape[0]
            counted.append(self.shape[0] * self.shape[1] * other.shape[1])
            return Counted(self.shape[0], other.shape[1])

    matrices = [Counted(a, b) for a, b in pairwise(sizes)]
    for order in (chain.from_left, chain.from_right):
        counted.clear()
        plan = order(len(matrices))
        chain.multiply(matrices, plan)
        assert counted == chain.cost(sizes, plan)
        assert chain.cheapest(sizes) <= sum(counted)


def test_the_products_of_the_chain_are_made_one_after_the_other_in_the_chosen_order():
    def matrices():
        boxes = [g for g in svg(demo).iter() if g[:] and re.match(r"(J.)+ \d", g[0].text or "")]
        sizes = [(float(g[1].get("width")), float(g[1].get("height"))) for g in boxes]
        return [g[0].text for g in boxes], sizes

    demo = chain.order()
    demo.controls["outputs"].value, demo.controls["depth"].value = 64, 3
    said, sizes = matrices()
    assert said == ["J₃ 64×256", "J₂ 256×256", "J₁ 256×256"]
    assert sizes[0][0] == 4 * sizes[0][1] == sizes[1][1]
    demo.controls["made"].value = 1
    assert matrices()[0] == [f"J₃J₂ 64×256 {64 * 256**2:,} for this one", "J₁ 256×256"]
    demo.controls["way"].value = "at the input"
    assert matrices()[0] == ["J₃ 64×256", f"J₂J₁ 256×256 {256**3:,} for this one"]
    demo.controls["made"].value = 7  # more than there are
    assert matrices()[0] == [f"J₃J₂J₁ 64×256 {64 * 256**2:,} for this one"]
    assert f"2 of 2, with {64 * 256**2 + 256**3:,} multiplications" in told(demo)


def test_ways_take_turns_while_they_are_measured():
    taken = []
    chain.steady_seconds([lambda _: taken.append("a"), lambda _: taken.append("b")], [])
    assert len(taken) >= 6 and taken == ["a", "b"] * (len(taken) // 2)


@pytest.mark.parametrize(("growth", "is_shown"), [(1.05, True), (1.5, False)])
def test_a_time_is_shown_only_where_the_best_runs_took_nearly_as_long(
    monkeypatch, growth, is_shown
):
    clock, lasts = [0.0], [1e-3]

    def run(_):
        clock[0] += lasts[0]
        lasts[0] *= growth

    monkeypatch.setattr(chain.time, "perf_counter", lambda: clock[0])
    assert chain.steady_seconds([run], []) == ([pytest.approx(1e-3)] if is_shown else [])
    monkeypatch.setattr(chain, "steady_seconds", lambda ways, _: [1e-3] * len(ways) * is_shown)
    for demo in (chain.order(), chain.prefixes()):
        assert sum(bool(re.fullmatch(r"[\d.]+ ms", each)) for each in words(demo)) == 2 * is_shown
        assert words(demo).count(chain.UNSTEADY) == 2 * (not is_shown)


def test_all_orders_give_the_same_product():
    matrices = chain.jacobians((3, 8, 2, 9, 4))
    left, right = (chain.multiply(matrices, o(4)) for o in (chain.from_left, chain.from_right))
    assert torch.allclose(left, right, atol=1e-5)
    for anew, cached in zip(chain.all_anew(matrices), chain.all_cached(matrices), strict=True):
        assert torch.allclose(anew, cached)


def test_the_derivatives_of_the_polynomial_are_right():
    points = torch.linspace(-2, 2, 9, dtype=torch.float64)
    curves = polynomial.curves_of([1.0, -2.0, 0.5, 3.0], points)
    right = [
        1 - 2 * points + 0.5 * points**2 + 3 * points**3,
        -2 + points + 9 * points**2,
        1 + 18 * points,
        torch.full_like(points, 18),
    ]
    for curve, expected in zip(curves, right, strict=True):
        assert torch.allclose(curve, expected)


@pytest.mark.parametrize("loss", matmul.LOSSES)
def test_a_row_times_a_column_is_what_pytorch_says(loss):
    a, b, g = matmul.example(loss)
    pytorch = matmul.by_pytorch(a, b, g)
    assert torch.equal(pytorch["∂L/∂A"], g @ b.T) and torch.equal(pytorch["∂L/∂B"], a.T @ g)
    demo = matmul.entry()
    for entry in matmul.ENTRIES:
        made, theirs = words(demo.pictures[entry, loss])[-2:]
        assert made.split("=")[-1].strip() == theirs.split(":")[1].strip()


@pytest.mark.parametrize("mask", [True, False])
def test_the_terms_of_a_gradient_through_attention_add_up_to_pytorchs(mask):
    matrices, pytorch = attention.passes(mask)
    for kind, i in product(("query", "key", "value"), range(attention.T)):
        made = attention.gradient_of(kind, i, mask)
        total = made.scale * sum(factor * row for _, factor, row in made.terms(matrices))
        matrix, row = made.place
        assert torch.allclose(total, pytorch[matrix][row])


def test_the_notes_on_attention_say_what_happens():
    matrices, pytorch = attention.passes(mask=True)
    assert matrices["∂L/∂S"].sum(dim=1).abs().max() < 1e-12
    assert not pytorch["Q"][0].any() and attention.passes(mask=False)[1]["Q"][0].all()
    assert [j for j, *_ in attention.gradient_of("key", 1, True).terms(matrices)] == [1, 2, 3]
    assert len(attention.gradient_of("key", 1, False).used) == 4
    assert matrices["∂L/∂A"].triu(1).count_nonzero() == 6


def test_only_the_root_of_the_width_keeps_what_the_softmax_lets_through_level():
    at = {power: [attention.passed_on(h, 8, power) for h in (1, 1024)] for power in (0, 0.5, 1)}
    assert at[0][1] < at[0][0] / 10
    assert at[0.5][1] == pytest.approx(at[0.5][0], abs=0.05)
    assert at[1][1] == pytest.approx(1 - 1 / 8, abs=0.01)


@pytest.mark.parametrize("data", mlp.DATA_SETS)
def test_training_separates_the_points(data):
    run = mlp.Training(data, "tanh", 16)
    snapshots = run.at(80, 0.5, 0.0)
    assert snapshots[-1].values["J"] < snapshots[0].values["J"] / 2
    assert snapshots[-1].accuracy > 0.85


def test_the_price_on_weights_makes_them_smaller_from_the_step_where_it_is_raised():
    run = mlp.Training("two moons", "ReLU", 8)
    free = run.at(40, 0.5, 0.0)[-1]
    kept = [snapshot.values["J"].item() for snapshot in run.at(20, 0.5, 0.0)]
    priced = run.at(20, 0.5, 0.1)
    assert [s.values["J"].item() for s in priced] == kept
    assert run.at(40, 0.5, 0.1)[-1].values["W1"].norm() < free.values["W1"].norm()


@pytest.mark.parametrize("shown", [0, 20, 40])
def test_a_new_rate_or_price_holds_from_every_step_that_one_goes_back_to(shown):
    run = mlp.Training("two moons", "ReLU", 8)
    old = [s.values["J"].item() for s in run.at(40, 0.3, 0.0)]
    assert [s.values["J"].item() for s in run.at(40, 1.0, 0.1)] == old
    at_once = mlp.Training("two moons", "ReLU", 8)
    at_once.at(shown, *((0.3, 0.0) if shown else (1.0, 0.1)))
    run.at(shown, 1.0, 0.1)
    for ours, right in zip(run.at(60, 1.0, 0.1), at_once.at(60, 1.0, 0.1), strict=True):
        assert torch.equal(ours.values["J"], right.values["J"])


def test_the_picture_of_training_marks_where_the_price_was_changed():
    def numbers(demo):
        return [word for word in words(demo) if re.match(r"[JLs] = \d", word or "")]

    demo = training.train()
    demo.controls["step"].value = 40
    assert "from here on:" not in words(demo)
    before = numbers(demo)
    demo.controls["l2"].value = 0.1
    assert words(demo)[words(demo).index("from here on:") - 1] == "rate 0.3, λ = 0.1"
    assert numbers(demo) == before
    demo.controls["step"].value = 0
    assert "from here on:" not in words(demo)


@pytest.mark.parametrize(("activation", "dead"), [("ReLU", 6), ("tanh", 0)])
def test_the_picture_of_training_crosses_out_dead_units_and_shows_the_size_of_weights(
    activation, dead
):
    demo = training.train()
    demo.controls["activation"].value, demo.controls["rate"].value = activation, 10.0
    demo.controls["step"].value = 1
    now = mlp.Training("two moons", activation, 8).at(1, 10.0, 0.0)[-1]
    assert (now.values["h"] == 0).all(0).sum() == dead
    assert f"dead units: {dead} of 8" in told(demo) or activation == "tanh"
    network = next(g for g in svg(demo).iter() if ((g[:] and g[0].text) or "").startswith("hidden"))
    assert network[0].text.count("dead") == dead
    drawn = [each for each in network if each.tag.endswith("path")]
    assert sum(COLOURS["gradient"][0] in each.get("stroke") for each in drawn) == dead
    weights = torch.cat([now.values["W1"].flatten(), now.values["W2"].flatten()])
    edges = [each for each in drawn if each.get("stroke") == COLOURS["line"][0]]
    widths = torch.tensor([float(each.get("stroke-width")) for each in edges])
    shown = weights[weights.abs() > 0.1]  # thinner lines may be left out
    scale = widths.max() / weights.abs().max()
    assert len(edges) >= len(shown)
    assert all((widths - scale * w.abs()).abs().min() < 0.02 for w in shown)
    assert sum("stroke-dasharray" in each.attrib for each in edges) >= (shown < 0).sum()


def test_the_notes_on_training_say_what_happens():
    def losses(run, *settings):
        return [s.values["L"].item() for s in run.at(80, *settings)]

    moons = mlp.Training("two moons", "ReLU", 8)
    assert losses(moons, 0.3, 0.0)[-1] == pytest.approx(0.12, abs=0.01)
    moons.at(40, 0.3, 0.1)
    priced = moons.at(80, 0.3, 0.1)
    assert [priced[i].values["s"].item() for i in (41, 80)] == pytest.approx([1.0, 0.16], abs=0.03)
    assert [priced[i].values["L"].item() for i in (40, 80)] == pytest.approx([0.2, 0.39], abs=0.01)
    fast = mlp.Training("two moons", "ReLU", 8)
    assert losses(fast, 10.0, 0.0)[1] > losses(fast, 10.0, 0.0)[0]
    assert min(losses(fast, 10.0, 0.0)) > 0.23
    assert all((s.values["h"].amax(0) == 0).sum() == 6 for s in fast.steps[1:])
    slow = mlp.Training("quarters", "sigmoid", 8)
    assert losses(slow, 0.3, 0.0)[5:41] == pytest.approx([0.69] * 36, abs=0.01)
    assert slow.at(0, 3.0, 0.0) and slow.at(20, 3.0, 0.0)[-1].accuracy > 0.97


def test_the_gradients_of_the_network_are_those_of_finite_differences():
    run = mlp.Training("a ring", "sigmoid", 3)
    run.x, run.t = run.x.double(), run.t.double()
    parameters = [p.double() for p in run.first]
    now, h = run.snapshot(parameters, 1.0, 0.1), 1e-6
    for which, name in enumerate(("W1", "b1", "W2", "b2")):
        moved = [p.clone() for p in parameters]
        moved[which].view(-1)[0] += h
        change = run.snapshot(moved, 1.0, 0.1).values["J"] - now.values["J"]
        assert change.item() / h == pytest.approx(now.gradients[name].view(-1)[0].item(), rel=1e-3)


@pytest.mark.parametrize(
    ("function", "scale", "low", "high"),
    [
        (torch.relu, 2**0.5, 0.1, 10),
        (torch.relu, 1.0, 1e-4, 1e-2),
        (torch.relu, 2.0, 1e2, 1e4),
        (torch.sigmoid, 2**0.5, 0, 1e-6),
    ],
)
def test_only_with_relu_and_weights_of_size_root_2_the_gradient_stays_level(
    function, scale, low, high
):
    gradients, _ = saturation.gradients_by_layer(function, 20, scale)
    assert low < gradients[0] / gradients[-1] < high


@pytest.mark.parametrize(("depth", "size"), list(product([2, 10, 20], [10**-0.5, 10**0.5])))
def test_the_picture_of_saturation_holds_the_gradients_of_all_layers(depth, size):
    demo = saturation.saturation()
    demo.controls["depth"].value, demo.controls["scale"].value = depth, size
    dots = [each for each in svg(demo).iter() if each.tag.endswith("circle")]
    assert len(dots) == 2 * (depth + 1) + 4


def noted(moments):
    return [(m.event, m.layer, m.floats) for m in moments]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("n", "b", "d"), [(2, 1, 1), (7, 3, 5), (12, 4, 2), (16, 2, 3)])
def test_the_model_of_memory_agrees_with_pytorch_at_every_moment(mode, n, b, d):
    for k in range(1, n + 1):
        assert noted(by_model(mode, n, b, d, k)) == noted(by_pytorch(mode, n, b, d, k)), k


@pytest.mark.parametrize(
    ("mode", "said"),
    [(MODES[1], "a checkpoint every 3 layers"), (MODES[2], "detached after layer 2")],
)
def test_the_timeline_says_which_k_it_shows_where_there_are_fewer_layers(mode, said):
    demo = timeline.timeline()
    for name, value in {"mode": mode, "k": 20, "n": 3}.items():
        demo.controls[name].value = value
    assert said in words(demo)


def test_where_the_timeline_opens_activations_take_more_than_weights():
    n, b, d = (timeline.timeline().controls[name].value for name in "nbd")
    assert (n + 1) * b * d > n * d * d


def test_a_checkpoint_every_root_of_n_layers_is_best():
    def peak(k):
        return max(moment.floats for moment in by_model(MODES[1], 16, 1, 1, k))

    assert min(map(peak, range(1, 17))) == peak(4) == 8
    assert max(moment.floats for moment in by_model(MODES[0], 16, 1, 1, 1)) == 17


# Axes


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-2.5, 2.5), (0.79999, 0.80001), (0, 37)])
def test_ticks_are_few_round_and_inside(low, high):
    found = ticks(low, high)
    assert 2 <= len(found) <= 7
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)


def test_decades_and_labels():
    assert decades(1e-3, 10) == pytest.approx([1e-3, 1e-2, 1e-1, 1, 10])
    assert [typeset(v) for v in (0, -0.5, 1e-8, 3e6)] == ["0", "−0.5", "10⁻⁸", "3·10⁶"]
