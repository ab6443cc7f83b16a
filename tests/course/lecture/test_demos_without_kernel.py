"""The demos without a kernel: in pages, slides and JupyterLab, by mouse and by keys."""

import json

import pytest
from nbconvert import HTMLExporter, SlidesExporter

from course.lecture import attention, linear, matmul, nudge
from course.lecture.slide import WIDTH
from tests.helpers.clock import takes_less_than
from tests.helpers.demos import FRAMES, frames_of, notebook_of, numbers, svg, told, words, written
from tests.helpers.jupyter import SCREENSHOTS
from tests.helpers.pages import capture, violations


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


def test_only_the_finger_that_touched_a_part_first_drags_it(open_frames):
    page = open_frames(linear.rectangle())
    grip = page.locator("[data-drag] circle").first.bounding_box()
    first = {"x": grip["x"] + 5, "y": grip["y"] + 5, "id": 1}
    second = {**first, "id": 2}
    fingers = page.context.new_cdp_session(page)
    before = chosen(page)
    for kind, points in (
        ("touchStart", [first]),
        ("touchStart", [first, second]),
        ("touchMove", [first, {**second, "x": second["x"] - 60}]),
        ("touchEnd", []),
    ):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert chosen(page) == before
    for kind, points in (
        ("touchStart", [first]),
        ("touchMove", [{**first, "x": first["x"] + 60}]),
        ("touchEnd", []),
    ):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert chosen(page) != before


def test_a_browser_that_cannot_unpack_the_pictures_shows_the_first_and_says_so(page):
    shown = matmul.entry()._repr_mimebundle_()["text/html"]
    page.set_content(f"<script>delete window.DecompressionStream</script>{shown * 2}")
    page.locator(".backprop-frames .failed").last.wait_for()
    notices = page.locator(".backprop-frames .failed").all_text_contents()
    assert len(notices) == page.locator(".backprop-frames img").count() == 2
    assert "DecompressionStream" in notices[0]


def test_each_picture_of_a_demo_without_kernel_is_good_and_unique(frames):
    assert len(set(frames.pictures.values())) == len(frames.pictures)
    for text in [*frames.pictures.values()][::7]:
        assert numbers(told(text)) >= numbers(" ".join(written(svg(text))))


def test_a_demo_without_kernel_takes_little_time_and_space(frames):
    assert len(frames._repr_mimebundle_()["text/html"]) < 150_000
    with takes_less_than(2):
        type(frames)(frames.draw, **frames.controls)


def test_the_rectangles_numbers_follow_when_its_edges_and_corner_are_dragged(open_frames):
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


def test_an_entry_is_chosen_by_pressing_it_or_the_value_it_is_the_gradient_of(open_frames):
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


def test_keys_choose_an_entry_starting_from_the_last_one(open_frames):
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
    for node in nudge.example_graph().sorted_nodes():
        part = page.get_by_role("button", name=f"nudge {node.name}", exact=True)
        drag(page, part, 3, -10.2 * step)
        h = 0.4 if node.name == "x" else 0.2  # where it was, 0.2 for x and 0 for others
        assert seen(page) == words(demo.pictures[node.name, h])
        page.keyboard.press("ArrowLeft")
        assert seen(page) == words(demo.pictures[node.name, round(h - 0.02, 2)])
    announced = page.locator("[aria-live]").text_content()
    assert announced == "∂L/∂L · h, promised: 0.18; change of L: 0.18; missed: 0; missed / h: 0"
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
    capture(page, path=SCREENSHOTS / f"{next(iter(frames.controls))}-{scheme}.png")
    sizes = page.evaluate("""() => [...document.querySelectorAll('.bar :not(input), text')]
        .map(each => parseFloat(getComputedStyle(each).fontSize))""")
    assert min(sizes) >= 16


@pytest.mark.parametrize("exporter", [HTMLExporter, SlidesExporter])
def test_demos_without_kernel_work_offline_in_pages_and_slides(page, tmp_path, exporter):
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


def test_keys_in_jupyterlab_move_the_picture_and_not_the_notebook(page, run_in_jupyterlab):
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
