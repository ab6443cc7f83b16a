"""The player in the page shows what the kernel said, whichever keys are used."""

import re
from base64 import b64encode
from hashlib import sha256
from io import BytesIO
from itertools import product
from xml.etree import ElementTree

import pytest
from matplotlib.image import imread
from nbconvert import HTMLExporter, SlidesExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

from course import Exp, Leaf, draw, draw_blocks
from course.expressions.typed_graph import read_graph
from course.lecture.linear import rectangle
from course.lecture.slide import WIDTH
from course.picture.shapes import COLOURS
from course.player.explorer import PRESETS
from course.player.page import PlayedPicture, Player, figure, packed, script
from course.player.page import page as page_of
from course.player.recorded_run import record_run, simulated_run
from course.player.scene import Scene
from course.player.simulated_engine import MISTAKES
from course.sentences.code_in_words import as_read_aloud
from course.values.as_text import in_page
from tests.helpers import ROOT
from tests.helpers.changed_engine import overwriting
from tests.helpers.demos import notebook_of
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.jupyter import EITHER, FONT
from tests.helpers.pages import capture

LONG = "loss = (sigmoid(w*x + b) - y)^2 + 0.1*(w^2 + v^2) + exp(-(u*v))"
FORWARD = ["ArrowRight", "ArrowDown", "PageDown"]
BACK = ["ArrowLeft", "ArrowUp", "PageUp"]


def right(preset="tanh"):
    return simulated_run(read_graph(*PRESETS[preset], sketch=True))


def wrong():
    return record_run(read_graph(*PRESETS["x*x + x"]), forward_algorithm, overwriting)


@pytest.fixture
def play(page):
    """Call it with runs, to have a page that plays them; the page is returned."""
    page.set_viewport_size({"width": 1280, "height": 720})

    def show(*recorded, before="", after="<p style='height:3000px'>", **how):
        runs = dict(zip("ABCDEFGHI" if len(recorded) > 1 else [""], recorded, strict=False))
        html = f"{figure(packed(runs, **how))}<script>{script()}</script>"
        page.set_content(f"<!doctype html>{before}<body>{html}{after}")
        page.locator(".backprop-player .bar").wait_for()
        page.locator(".backprop-player").focus()
        return page

    yield show
    assert page.complaints == []


def step_of(page):
    return int(re.search(r"Step (\d+) of", page.locator(".place").inner_text())[1]) - 1


def said(page):
    return page.locator(".say").inner_text()


def slots(page):
    return page.evaluate(
        "[...document.querySelectorAll('.stage [data-slot]')]"
        ".map(slot => slot.localName === 'g' ? slot.dataset.is : slot.textContent)"
    )


# The texts are the kernel's


@pytest.mark.parametrize("run", [right, wrong], ids=["right", "wrong"])
def test_each_step_in_the_page_has_the_words_and_the_picture_of_the_kernel(play, run):
    run = run()
    page, scene = play(run), Scene(run)
    for number, step in enumerate(run.steps):
        assert step_of(page) == number
        words = said(page)
        assert words.startswith(in_page(step.caption))
        assert words.endswith(in_page(step.problem or step.verdict))
        assert slots(page) == scene.fill(step, reveal=True)
        page.keyboard.press(FORWARD[number % 3])
    assert step_of(page) == len(run.steps) - 1


def test_code_in_a_caption_is_shown_and_read_aloud_without_its_backticks(play):
    def makes_up(graph, one=1.0):
        for node in graph.sorted_nodes()[::-1]:
            node.accumulate_gradient(one if node is graph else 5.0)

    run = record_run(read_graph(*PRESETS["x*x + x"]), forward_algorithm, makes_up)
    page = play(run, start=run.first_problem)
    assert page.locator(".say code").all_inner_texts() == ["node.backward()"]
    assert (
        page.locator(".say")
        .inner_text()
        .endswith(as_read_aloud(run.steps[run.first_problem].problem))
    )
    alternative = re.search('alt="([^"]*)"', figure(packed({"": run})))[1]
    assert " node.backward() " in alternative and "`" not in alternative


def rebuilt(text):
    """Inputs, result and gradient of each node by its number, from a text alternative."""
    found = {}
    for number, inputs, numbers in re.findall(
        r"Node (\d+), .*?, (a leaf|from [^:.]*)(.*?)\.(?= Node|$)", text
    ):
        values = [
            (match := re.search(rf"{what} (\S+?)(,|$)", numbers)) and match[1]
            for what in ("result", "gradient")
        ]
        found[int(number)] = [int(n) for n in re.findall(r"\d+", inputs)], *values
    return found


def test_graph_and_numbers_can_be_rebuilt_from_the_text_alternative(play):
    run = right("cosh")
    page = play(run, start=len(run.steps) - 1)
    alternative = page.locator(".stage svg").get_attribute("aria-label")
    assert rebuilt(alternative) == {
        1: ([], "0.693", "0.75"),
        2: ([1], "2", "0.5"),
        3: ([1], "−0.693", "0.25"),
        4: ([3], "0.5", "0.5"),
        5: ([2, 4], "1.25", "1"),
    }
    still = figure(packed({"": run}))
    assert alternative in still, "the still and the player say the same"


def test_a_drawn_graph_has_a_text_alternative_too():
    graph = forward_algorithm(read_graph("z = x*y + x", "x = 2, y = -3"))
    backward_algorithm(graph)
    (label,) = re.findall('aria-label="([^"]*)"', draw(graph).svg)
    assert [found[1:] for found in rebuilt(label).values()] == [
        ("2", "-2"),
        ("-3", "2"),
        ("-6", "1"),
        ("-4", "1"),
    ]


def test_names_are_escaped_wherever_they_are_shown():
    html = figure(packed({"": simulated_run(Exp(Leaf(1.0, "<script>alert(1)</script>{0}")))}))
    assert "<script" not in html


def test_a_name_that_is_markup_stays_a_name(play):
    name = "<img src=x onerror=alert(1)>"
    page = play(simulated_run(Exp(Leaf(1.0, name))))
    page.keyboard.press("End")
    assert page.locator(".stage .title").first.text_content() == name
    assert page.locator("img").count() == 0


def test_the_most_telling_step_is_shown_where_scripts_may_not_run(browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_content(page_of({"": wrong()}))
    picture = page.locator(".backprop-player img")
    assert picture.bounding_box()["width"] > 300
    assert "1 is added to" not in (said := picture.get_attribute("alt"))
    assert said.startswith(f"Step {wrong().first_problem + 1} of ")
    assert "is lost" in said
    context.close()


def test_a_browser_that_cannot_unpack_a_run_shows_its_picture_and_says_so(page):
    html = page_of({"": right()})
    page.set_content(f"<script>delete window.DecompressionStream</script>{html}")
    page.locator(".backprop-player .failed").wait_for()
    assert "DecompressionStream" in page.locator(".failed").inner_text()
    assert page.locator(".backprop-player img").count() == 1


# Keys


def test_all_keys_work_wherever_the_focus_is_and_the_page_does_not_move(play):
    page = play(right())
    last = len(right().steps) - 1
    places = page.locator(".backprop-player button:visible, .bar input, .stage").all()
    assert len(places) > 8
    for place in places:
        place.focus()
        page.keyboard.press("Home")
        for key in FORWARD:
            page.keyboard.press(key)
        assert step_of(page) == 3
        for key in BACK[:2]:
            page.keyboard.press(key)
        assert step_of(page) == 1
        page.keyboard.press("End")
        assert step_of(page) == last
    assert page.evaluate("scrollY") == 0


def test_arrow_keys_on_a_node_follow_the_edges_and_each_node_is_announced(play):
    page = play(right("cosh"), start=len(right("cosh").steps) - 1)
    last, heard = step_of(page), []
    page.locator(".stage").focus()
    page.keyboard.press("Tab")
    keys = ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown"]
    for key in ["", *keys, "ArrowDown"]:
        page.keyboard.press(key) if key else None
        heard.append(page.evaluate("document.activeElement.ariaLabel"))
    alternative = page.locator(".stage svg").get_attribute("aria-label")
    assert [int(words.split(",")[0].removeprefix("Node ")) for words in heard] == [
        *(1, 2, 3, 4, 5),
        *(2, 4, 4),  # the inputs of node 5, of which there are no more
    ]
    assert all(words in alternative for words in heard)
    assert rebuilt(heard[3]) == {4: ([3], "0.5", "0.5")}
    assert step_of(page) == last
    page.keyboard.press("PageUp")
    assert step_of(page) == last - 1
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Node 4,")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == last - 2
    assert page.locator(".stage .node[tabindex='0']").count() == 1


def test_space_plays_and_pauses_even_after_a_click_on_a_button(play):
    page = play(right())
    page.get_by_role("button", name="Step", exact=True).click()
    page.get_by_role("button", name="Speed: normal").click()  # now fast
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.wait_for_function("/Step [3-9]/.test(document.querySelector('.place').textContent)")
    page.keyboard.press(" ")
    at = step_of(page)
    page.wait_for_timeout(600)
    assert step_of(page) == at


def test_the_surrounding_notebook_receives_none_of_the_players_keys(play):
    page = play(right())
    page.evaluate("window.heard = []; addEventListener('keydown', e => heard.push(e.key))")
    for key in [*FORWARD, *BACK, "Home", "End", " ", "p", "d", "Escape"]:
        page.keyboard.press(key)
    assert page.evaluate("heard") == []
    assert page.locator("[data-lm-suppress-shortcuts]").count() == 1


def test_each_button_goes_where_it_says(play):
    run = right()
    page = play(run)

    def press(name):
        page.get_by_role("button", name=name, exact=True).click()

    press("Step")
    press("Step")
    press("Back")
    assert step_of(page) == 1
    press("Next pass")
    assert step_of(page) == run.phase_starts["forward pass"]
    press("End")
    assert "PyTorch has the same gradients" in said(page)


# What is wrong


def test_a_wrong_run_opens_with_a_line_that_leads_to_the_step(play):
    run = wrong()
    page = play(run)
    assert f"wrong at step {run.first_problem + 1}" in page.locator(".alert").inner_text()
    assert "wrong" not in said(page)
    page.locator(".alert button").click()
    assert step_of(page) == run.first_problem
    assert "Here it goes wrong." in said(page)
    assert page.locator(".stage [data-is~=wrong]").count() >= 1
    assert "Code" in page.locator(".bar").inner_text()
    assert page.locator("pre .running").inner_text().strip() == "input_node.gradient = gradient"


def test_keys_still_work_after_a_focused_button_was_redrawn(play):
    page = play(wrong())
    page.locator(".backprop-player .alert button").focus()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert step_of(page) == 3


def test_mistakes_can_be_hidden_for_the_class_to_find(play):
    run = wrong()
    page = play(run, reveal=False)
    for _ in run.steps:
        shown = page.locator(".backprop-player").inner_text()
        assert "wrong" not in shown and "PyTorch" not in shown and "≠" not in shown
        page.keyboard.press("PageDown")
    page.get_by_role("button", name="First problem").click()
    assert step_of(page) == run.first_problem and "Here it goes wrong." in said(page)


@pytest.mark.parametrize("mistake", ["", *MISTAKES])
def test_captions_do_not_state_a_product_that_is_wrong(mistake):
    run = simulated_run(read_graph(*PRESETS["tanh"], sketch=True), mistake)
    captions = [step.caption for step in run.steps if step.kind == "downstream"]
    assert captions and not [words for words in captions if "times" in words]


def test_a_mistake_that_does_not_exist_is_refused():
    with pytest.raises(KeyError, match="overwrite'"):
        simulated_run(Exp(Leaf(1.0, "x")), "overwrite")


def wall():
    graph = read_graph(*PRESETS["tanh"], sketch=True)
    return [simulated_run(graph, mistake, twice=True) for mistake in ("", *MISTAKES)]


def test_a_right_engine_is_reported_to_have_no_problem(play):
    page = play(right())
    page.get_by_role("button", name="First problem").click()
    assert "No step goes wrong" in page.locator(".place").inner_text()
    page.get_by_role("button", name="Hide").click()
    assert "PyTorch" not in said(page)
    page.get_by_role("button", name="Reveal").click()
    assert "PyTorch" in said(page)


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
    run = right("small matmul")
    step = next(i for i, s in enumerate(run.steps) if "Jacobians of 4×6 and 4×6" in s.caption)
    page = play(run, start=step)
    assert page.locator(".stage [data-is=local] .share").all_text_contents() == ["4×6", "4×6"]
    assert covering(page) == []


def test_a_small_matrix_product_fits_a_small_projector_at_each_step(play):
    run = right("small matmul")
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


def test_numbers_on_the_wall_stay_inside_their_boxes(play):
    page = play(*wall())
    page.keyboard.press("End")
    for which in ("result", "gradient"):
        texts = page.evaluate(
            "which => [...document.querySelectorAll('.wall .node')].map(node => ["
            "node.querySelector(which), node.querySelector('rect')]"
            ".map(each => each.getBoundingClientRect().width))",
            f".{which}",
        )
        assert len(texts) == 9 * len(wall()[0].nodes)
        assert all(text < rect for text, rect in texts)


def test_an_engine_of_the_wall_shown_alone_has_all_digits_of_its_numbers(play):
    page = play(*wall())
    page.keyboard.press("End")
    page.keyboard.press("a")
    texts = page.locator(".stage .gradient, .stage .share").all_text_contents()
    assert texts.count("−0.518") == 4 and "−0.52" not in texts


def test_values_that_overflow_are_not_blamed_on_the_engine(play):
    overflowing = simulated_run(read_graph("exp(1000*x)", "x = 2", sketch=True))
    page = play(overflowing)
    alert = page.locator(".alert").inner_text()
    assert "values" in alert and "wrong" not in alert
    page.keyboard.press("End")
    assert "wrong" not in said(page).lower() and "no finite value" in said(page)
    assert "Wrong" not in repr(Player({"": overflowing}))


@pytest.mark.parametrize(("text", "values"), [("exp(x)", "x = 800"), ("1 / x", "x = 0")])
def test_an_error_is_not_blamed_on_the_engine_if_there_is_no_finite_value(text, values):
    run = record_run(read_graph(text, values), forward_algorithm, backward_algorithm)
    simulated = simulated_run(read_graph(text, values))
    assert run.steps[-1].problem == simulated.steps[-1].problem
    assert "Wrong" not in repr(Player({"": run}))


@pytest.mark.parametrize("name", ["a\x01b", "y\ud800"])
def test_a_run_with_characters_that_xml_forbids_in_a_name_is_drawn(name):
    run = record_run(Exp(Leaf(1.0, name), name=name), forward_algorithm, backward_algorithm)
    ElementTree.fromstring(PlayedPicture(run).svg)
    page_of({"": run}).encode()
    assert PlayedPicture(run).text.encode()


def test_no_number_beside_an_edge_covers_a_number_in_a_box(play):
    neuron = read_graph("s = w*x + b; a = sigmoid(s)", "w = 5, x = 4, b = 0", sketch=True)
    page = play(simulated_run(neuron))
    page.keyboard.press("End")
    assert len(boxes_of(page, ".stage .share")) == len(boxes_of(page, ".stage .node rect")) == 10
    assert covering(page) == []
    texts = page.locator(".stage .share").all_text_contents()
    assert "8.24·10⁻⁹" in texts and "e−" not in page.locator(".stage").inner_text()


def test_the_first_problem_on_the_wall_is_the_first_of_any_engine(play):
    runs = wall()
    page = play(*runs)
    page.get_by_role("button", name="First problem").click()
    firsts = [each.first_problem for each in runs if each.first_problem is not None]
    assert step_of(page) == min(firsts) < len(runs[0].steps) - 1


def test_the_wall_moves_in_lockstep_and_reveals_nothing_early(play):
    runs = wall()
    page = play(*runs, reveal=False)
    panes = page.locator(".wall section")
    assert panes.count() == 9 == panes.locator("svg:visible").count()
    alike = [panes.nth(i).locator("button").inner_text() for i in range(9)]
    assert alike == list("ABCDEFGHI")
    passes = {tuple(run.phase_starts) for run in runs}
    assert len(passes) == 1, "the passes would tell which engines are right"
    for _ in range(40):
        page.keyboard.press("PageDown")
        text = page.locator(".backprop-player").inner_text()
        assert not re.search("wrong|right|PyTorch|visits of", text)
    gradients = [panes.nth(i).locator(".gradient").all_text_contents() for i in range(9)]
    assert len({*map(tuple, gradients)}) > 3, "by now they have parted"
    page.get_by_role("button", name="Reveal").click()
    verdicts = panes.locator(".verdict").all_inner_texts()
    assert verdicts[0] == "right"
    assert verdicts[1:] == [f"wrong: {run.first_problem + 1}" for run in runs[1:]]
    page.keyboard.press("c")
    assert "Engine C" in page.locator(".place").inner_text() and said(page)
    page.keyboard.press("Escape")
    assert panes.first.is_visible()


def test_next_pass_leads_an_engine_that_ended_before_the_others_to_the_end(play):
    runs = wall()
    page = play(*runs)
    lengths = [len(run.steps) for run in runs]
    page.keyboard.press("End")
    page.keyboard.press("abcdefghi"[lengths.index(min(lengths))])
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == max(lengths) - 2 > min(lengths)
    page.get_by_role("button", name="Next pass").click()
    assert step_of(page) == max(lengths) - 1


# Predict


def test_the_next_number_is_asked_for_before_the_page_contains_it(play):
    run = right()
    page = play(run, start=run.phase_starts["forward pass"])  # at the leaf, which is given
    page.keyboard.press("p")
    page.keyboard.press("PageDown")
    assert "result of Exp p" in page.locator(".ask").inner_text()
    assert step_of(page) == run.phase_starts["forward pass"]
    everything = page.evaluate(
        """[...document.querySelectorAll('.backprop-player, .backprop-player *')].flatMap(
            each => [each.textContent, ...[...each.attributes].map(a => a.value)]).join(' ')"""
    )
    assert "1.65" not in everything and "1.648" not in everything
    page.locator(".ask input").fill("-100")
    page.keyboard.press("PageDown")
    assert step_of(page) == run.phase_starts["forward pass"] + 1
    assert "It is 1.64872, not -100" in page.locator(".place").inner_text()
    assert "1.65" in slots(page)


@pytest.mark.parametrize(
    ("said", "told"), [("5/4", "as predicted"), ("1.25", "as predicted"), ("2", ", not 2")]
)
def test_a_prediction_may_be_a_fraction_and_is_compared_with_the_number(play, said, told):
    run = right("cosh")
    before_last = run.phase_starts["backward pass"] - 3
    page = play(run, start=before_last)
    page.keyboard.press("p")
    page.keyboard.press("ArrowRight")
    page.locator(".ask input").fill(said)
    page.keyboard.press("Enter")
    assert told in page.locator(".place").inner_text()


# How it looks


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a, b):
    low, high = sorted([luminance(a), luminance(b)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("shade", [0, 1], ids=["light", "dark"])
def test_text_and_lines_contrast_with_their_background(shade):
    grounds = [COLOURS[name][shade] for name in ("card", "leaf", "node", "mark")]
    for name, ground in product(["ink", "soft", "value", "gradient", "local", "share"], grounds):
        assert contrast(COLOURS[name][shade], ground) >= 4.5, (name, ground)
    assert min(contrast(COLOURS["line"][shade], ground) for ground in grounds) >= 3
    for ground in ("here", "pale-value", "pale-gradient", "low", "high"):
        assert contrast(COLOURS["ink"][shade], COLOURS[ground][shade]) >= 4.5
    assert contrast(COLOURS["value"][shade], COLOURS["pale-value"][shade]) >= 4.5
    assert contrast(COLOURS["best"][shade], COLOURS["card"][shade]) >= 3


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
    play(right("cosh"))

    def height():
        return page.locator(".stage svg").bounding_box()["height"]

    small = height()
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert 300 < small < 340 and 440 < height() < 500


@pytest.mark.parametrize(("scheme", "shade"), [("light", 0), ("dark", 1)])
def test_the_outline_of_an_unbuilt_node_is_visible(play, page, scheme, shade):
    page.emulate_media(color_scheme=scheme)
    play(right())
    outlines = page.evaluate("""() =>
        [...document.querySelectorAll('.stage [data-is~=faint] rect')].map(rect => {
            const { stroke, opacity } = getComputedStyle(rect);
            return [stroke, opacity, getComputedStyle(rect.parentNode).opacity];
        })""")
    assert len(outlines) == len(right().nodes) - 1
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
    play(right("cosh"), before=f"<html {attribute}>", after=draw(Leaf(1.0, "x")).svg)
    red = int(COLOURS["card"][card][1:3], 16)
    assert all(each.startswith(f"rgb({red},") for each in page.evaluate(CARDS))


def test_all_colours_of_a_drawn_graph_follow_the_theme():
    graph = backward_algorithm(forward_algorithm(read_graph("z = x*y + x", "x = 2, y = -3")))
    wrong = {graph.get("x"): 1.0}
    drawn = draw(graph, "a caption", wrong).svg + draw_blocks(graph, {graph: "all"}).svg
    used = set(re.findall(r'(?:fill|stroke)="(#\w+)"', drawn))
    assert len(used) > 5 and used <= {light for light, _ in COLOURS.values()}


@pytest.mark.parametrize(("scheme", "shade"), [("light", 0), ("dark", 1)])
def test_a_drawn_graph_shown_as_an_image_follows_the_theme_of_its_page(page, scheme, shade):
    address = b64encode(draw(Leaf(1.0, "x")).svg.encode()).decode()
    page.set_content(
        f'<body style="color-scheme:{scheme}"><img src="data:image/svg+xml;base64,{address}">'
    )
    red, green, blue, *_ = imread(BytesIO(capture(page.locator("img"))))[6, 20]
    seen = "".join(f"{round(255 * float(part)):02x}" for part in (red, green, blue))
    assert f"#{seen}" == COLOURS["card"][shade]


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
    run = right("cosh")
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


def test_the_player_works_where_a_policy_allows_only_its_script(page):
    digest = b64encode(sha256(script().encode()).digest()).decode()
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    policy += f"script-src 'sha256-{digest}'"
    page.set_content(
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"{page_of({'': right('cosh')})}<script>document.title = 'no'</script>"
    )
    page.locator(".backprop-player .bar").wait_for()
    assert page.title() == ""


# In notebooks

CELLS = [
    f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfrom course import *",
    "x = Leaf(0.5, 'x'); replay(Mean(Exp(x), Exp(-x)))",
    *["pass"] * 9,  # so that the notebook could move
]
ACTIVE = """() => [...document.querySelectorAll('.jp-Cell, .cell')].findIndex(
    cell => cell.matches('.jp-mod-active, .selected'))"""


def notebook():
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [new_code_cell(source) for source in CELLS]
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


@pytest.mark.by_day(1)
@pytest.mark.parametrize("jupyter", EITHER)
def test_keys_in_jupyter_move_the_player_and_not_the_notebook(page, request, jupyter):
    request.getfixturevalue(jupyter)(page, notebook(), "keys")
    player = page.locator(".backprop-player")
    player.locator(".bar").wait_for()
    player.get_by_role("button", name="Next pass").click()
    began, active = step_of(page), page.evaluate(ACTIVE)
    top = player.bounding_box()["y"]
    for key in [*FORWARD, *FORWARD, *BACK, "d", "d"]:
        page.keyboard.press(key)
    assert step_of(page) == began + 3
    assert page.evaluate(ACTIVE) == active and player.bounding_box()["y"] == top
    page.keyboard.press("End")
    assert "PyTorch has the same gradients at all 5 nodes" in said(page)
    assert page.locator(".jp-CodeCell, .code_cell").count() == len(CELLS)
    assert [each for each in page.complaints if not each.startswith(FONT)] == []


@pytest.mark.parametrize("exporter", [HTMLExporter, SlidesExporter])
def test_the_player_works_in_pages_and_slides_without_kernel_or_network(page, tmp_path, exporter):
    shown = new_output("display_data", {"text/html": page_of({"": wrong()})})
    cell = new_code_cell(
        "replay(y)", outputs=[shown], metadata={"slideshow": {"slide_type": "slide"}}
    )
    path = tmp_path / "page.html"
    path.write_text(exporter().from_notebook_node(new_notebook(cells=[cell]))[0])
    page.context.set_offline(True)
    page.goto(path.as_uri())
    page.locator(".backprop-player .bar").wait_for(state="attached")
    page.locator(".backprop-player .alert button").evaluate("button => button.click()")
    assert "Here it goes wrong." in page.locator(".say").text_content()


def test_an_untrusted_notebook_shows_still_pictures(page, lab, in_lab):
    """Of a player, and of a demo without a kernel."""
    shown = new_output("display_data", {"text/html": page_of({"": wrong()})})
    cells = [new_code_cell("replay(y)", outputs=[shown]), *notebook_of(rectangle()).cells]
    page.goto(f"{lab}/doc/tree/{in_lab(new_notebook(cells=cells), 'stills')}?token=test&reset")
    for kind, told, wide in (
        (".backprop-player", "is lost", 300),
        (".backprop-frames", "xy = 6", WIDTH),
    ):
        still = page.locator(f"{kind} img")
        still.wait_for()
        assert told in still.get_attribute("alt")
        assert still.evaluate("image => image.naturalWidth") >= wide
