"""The player in the page can be seen and read, whatever the size of the window and the theme."""

import re
from itertools import product

import pytest

from course import Exp, Leaf, draw
from course.expressions.typed_graph import read_graph
from course.picture.svg import COLOURS
from course.player.explorer import PRESETS
from course.player.recorded_run import record_run, simulated_run
from tests.helpers.changed_engine import overwriting
from tests.helpers.colours import contrast
from tests.helpers.engine import forward_algorithm
from tests.helpers.player import right_run, said

LONG = "loss = (sigmoid(w*x + b) - y)^2 + 0.1*(w^2 + v^2) + exp(-(u*v))"


def boxes_of(page, which):
    boxes = page.evaluate(
        f"[...document.querySelectorAll('{which}')].map(each => each.getBoundingClientRect())"
        ".filter(b => b.width).map(b => [b.left, b.right, b.top, b.bottom])"
    )
    return [tuple(box) for box in boxes]


def covering(page):
    """What stands beside an edge and covers a box, with that box."""
    pairs = product(boxes_of(page, ".stage .share"), boxes_of(page, ".stage .node rect"))
    return [
        ((a, b, c, d), box)
        for (a, b, c, d), box in pairs
        if not (b <= box[0] or box[1] <= a or d <= box[2] or box[3] <= c)
    ]


def test_the_sizes_of_jacobians_stand_beside_their_edges_and_cover_no_box(play):
    run = right_run("small matmul")
    step = next(i for i, s in enumerate(run.steps) if "Jacobians of 4×6 and 4×6" in s.caption)
    page = play(run, start=step)
    assert page.locator(".stage [data-is=local] .share").all_text_contents() == ["4×6", "4×6"]
    assert covering(page) == []


def test_no_number_beside_an_edge_covers_a_number_in_a_box(play):
    neuron = read_graph("s = w*x + b; a = sigmoid(s)", "w = 5, x = 4, b = 0", sketch=True)
    page = play(simulated_run(neuron))
    page.keyboard.press("End")
    assert len(boxes_of(page, ".stage .share")) == len(boxes_of(page, ".stage .node rect")) == 10
    assert covering(page) == []
    texts = page.locator(".stage .share").all_text_contents()
    assert "8.24·10⁻⁹" in texts and "e−" not in page.locator(".stage").inner_text()


def test_a_small_matrix_product_fits_a_small_projector_at_each_step(play):
    run = right_run("small matmul")
    page = play(run)
    for _ in run.steps:
        hidden = page.evaluate(
            "(s => [s.scrollWidth - s.clientWidth, s.scrollHeight - s.clientHeight])"
            "(document.querySelector('.stage'))"
        )
        assert max(hidden) <= 4, said(page)
        page.keyboard.press("PageDown")


def test_the_running_line_and_the_picture_fit_a_small_projector(play):
    page = play(record_run(read_graph(*PRESETS["tanh"]), forward_algorithm, overwriting))
    page.get_by_role("button", name="First problem").click()
    ((_, _, _, bottom),) = boxes_of(page, "pre .running")
    ((_, _, top, _),) = boxes_of(page, ".backprop-player")
    assert bottom - top < 530


@pytest.mark.by_day(1)
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (700, 900)])
def test_the_current_node_is_visible_and_text_is_large_at_each_step(play, page, width, height):
    run = simulated_run(read_graph(LONG, sketch=True))
    play(run)
    page.set_viewport_size({"width": width, "height": height})
    for step in run.steps:
        if step.node is not None:
            here = page.locator(".stage .node").nth(step.node).bounding_box()
            stage = page.locator(".stage").bounding_box()
            assert stage["x"] <= here["x"] + 1
            assert here["x"] + here["width"] <= stage["x"] + stage["width"] + 1
            assert stage["y"] <= here["y"] + 25 and here["y"] < stage["y"] + stage["height"]
        page.keyboard.press("PageDown")
    sizes = page.evaluate(
        "[...document.querySelectorAll('.stage svg text')].map(text =>"
        " parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
    )
    assert min(sizes) >= 15.9


def test_the_picture_grows_with_the_window(play, page):
    play(right_run("cosh"))

    def height():
        return page.locator(".stage svg").bounding_box()["height"]

    small = height()
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert 300 < small < 340 and 440 < height() < 500


@pytest.mark.parametrize(("scheme", "shade"), [("light", 0), ("dark", 1)])
def test_the_outline_of_an_unbuilt_node_is_visible(play, page, scheme, shade):
    page.emulate_media(color_scheme=scheme)
    play(right_run())
    outlines = page.evaluate("""() =>
        [...document.querySelectorAll('.stage [data-is~=faint] rect')].map(rect => {
            const { stroke, opacity } = getComputedStyle(rect);
            return [stroke, opacity, getComputedStyle(rect.parentNode).opacity];
        })""")
    assert len(outlines) == len(right_run().nodes) - 1
    for stroke, *opacities in outlines:
        colour = "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", stroke))
        assert contrast(colour, COLOURS["card"][shade]) >= 3 and opacities == ["1", "1"]


CARDS = """[
    getComputedStyle(document.querySelector('.backprop-player')).backgroundColor,
    getComputedStyle(document.querySelector('.backprop-drawing rect')).fill,
]"""


@pytest.mark.parametrize(
    ("attribute", "system", "card"),
    [
        ("", "light", 0),
        ("", "dark", 1),
        ('data-jp-theme-light="true"', "dark", 0),
        ('data-jp-theme-light="false"', "light", 1),
        ('theme="dark"', "light", 1),
        ('class="vscode-dark"', "light", 1),
    ],
)
def test_the_colours_follow_the_notebook_or_else_the_system(play, page, attribute, system, card):
    page.emulate_media(color_scheme=system)
    play(right_run("cosh"), before=f"<html {attribute}>", after=draw(Leaf(1.0, "x")).svg)
    red = int(COLOURS["card"][card][1:3], 16)
    assert all(each.startswith(f"rgb({red},") for each in page.evaluate(CARDS))


def test_the_longest_title_fits_into_its_box(play):
    graph = Exp(Leaf(0.5, "x"), name="a_smooth_maximum")
    page = play(simulated_run(graph), after=draw(graph).svg)
    outside = page.evaluate("""
        [...document.querySelectorAll('svg text')].filter(text => {
            if (!/smooth/.test(text.textContent)) return false;
            const { left, right } = text.getBoundingClientRect();
            const box = text.parentNode.querySelector(':scope > rect:nth-last-of-type(1)');
            const { left: from, right: to } = box.getBoundingClientRect();
            return left < from || to < right;
        }).map(text => text.textContent)
    """)
    assert outside == []


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_gradients_travel_along_edges_unless_reduced_motion_is_set(play, page, wish, moves):
    page.emulate_media(reduced_motion=wish)
    run = right_run("cosh")
    play(run, start=next(i for i, s in enumerate(run.steps) if s.kind == "share") - 1)
    dots = page.evaluate(
        """() => {
            const keys = {key: 'PageDown', bubbles: true};
            document.querySelector('.stage').dispatchEvent(new KeyboardEvent('keydown', keys));
            return document.querySelectorAll('.travels').length;
        }"""
    )
    assert (dots > 0) == moves
    page.wait_for_function("document.querySelectorAll('.travels').length === 0")


def test_no_line_is_broken_in_a_fraction(play):
    run = right_run("small matmul")
    page = play(run, start=run.phase_starts["backward pass"])
    page.set_viewport_size({"width": 400, "height": 720})
    lines = set()
    for _ in run.steps[run.phase_starts["backward pass"] :]:
        page.keyboard.press("ArrowRight")
        words = page.locator(".cell span")
        lines |= {*words.evaluate_all("each => each.map(e => e.getClientRects().length)")}
    assert lines == {1}
