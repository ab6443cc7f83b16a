"""The player in the page shows what the kernel said."""

import re
from base64 import b64encode
from hashlib import sha256
from xml.etree import ElementTree

import pytest
from nbconvert import HTMLExporter, SlidesExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

from course import Exp, Leaf
from course.expressions.typed_graph import read_graph
from course.lecture.linear import rectangle
from course.lecture.slide import WIDTH
from course.player.explorer import PRESETS
from course.player.page import PlayedPicture, Player, figure, packed, script
from course.player.page import page as page_of
from course.player.recorded_run import record_run, simulated_run
from course.player.scene import Scene
from course.sentences.code_in_words import as_read_aloud
from course.values.as_text import in_page
from tests.helpers.demos import notebook_of
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.player import FORWARD, rebuilt, right_run, said, slots, step_of, wrong_run


@pytest.mark.parametrize("run", [right_run, wrong_run], ids=["right", "wrong"])
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


def test_graph_and_numbers_can_be_rebuilt_from_the_text_alternative(play):
    run = right_run("cosh")
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
    page.set_content(page_of({"": wrong_run()}))
    picture = page.locator(".backprop-player img")
    assert picture.bounding_box()["width"] > 300
    assert "1 is added to" not in (said := picture.get_attribute("alt"))
    assert said.startswith(f"Step {wrong_run().first_problem + 1} of ")
    assert "is lost" in said
    context.close()


def test_a_browser_that_cannot_unpack_a_run_shows_its_picture_and_says_so(page):
    html = page_of({"": right_run()})
    page.set_content(f"<script>delete window.DecompressionStream</script>{html}")
    page.locator(".backprop-player .failed").wait_for()
    assert "DecompressionStream" in page.locator(".failed").inner_text()
    assert page.locator(".backprop-player img").count() == 1


def test_a_wrong_run_opens_with_a_line_that_leads_to_the_step(play):
    run = wrong_run()
    page = play(run)
    assert f"wrong at step {run.first_problem + 1}" in page.locator(".alert").inner_text()
    assert "wrong" not in said(page)
    page.locator(".alert button").click()
    assert step_of(page) == run.first_problem
    assert "Here it goes wrong." in said(page)
    assert page.locator(".stage [data-is~=wrong]").count() >= 1
    assert "Code" in page.locator(".bar").inner_text()
    assert page.locator("pre .running").inner_text().strip() == "input_node.gradient = gradient"


def test_mistakes_can_be_hidden_for_the_class_to_find(play):
    run = wrong_run()
    page = play(run, reveal=False)
    for _ in run.steps:
        shown = page.locator(".backprop-player").inner_text()
        assert "wrong" not in shown and "PyTorch" not in shown and "≠" not in shown
        page.keyboard.press("PageDown")
    page.get_by_role("button", name="First problem").click()
    assert step_of(page) == run.first_problem and "Here it goes wrong." in said(page)


def test_a_right_engine_is_reported_to_have_no_problem(play):
    page = play(right_run())
    page.get_by_role("button", name="First problem").click()
    assert "No step goes wrong" in page.locator(".place").inner_text()
    page.get_by_role("button", name="Hide").click()
    assert "PyTorch" not in said(page)
    page.get_by_role("button", name="Reveal").click()
    assert "PyTorch" in said(page)


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


def test_the_next_number_is_asked_for_before_the_page_contains_it(play):
    run = right_run()
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
    run = right_run("cosh")
    before_last = run.phase_starts["backward pass"] - 3
    page = play(run, start=before_last)
    page.keyboard.press("p")
    page.keyboard.press("ArrowRight")
    page.locator(".ask input").fill(said)
    page.keyboard.press("Enter")
    assert told in page.locator(".place").inner_text()


def test_the_player_works_where_a_policy_allows_only_its_script(page):
    digest = b64encode(sha256(script().encode()).digest()).decode()
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    policy += f"script-src 'sha256-{digest}'"
    page.set_content(
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"{page_of({'': right_run('cosh')})}<script>document.title = 'no'</script>"
    )
    page.locator(".backprop-player .bar").wait_for()
    assert page.title() == ""


@pytest.mark.parametrize("exporter", [HTMLExporter, SlidesExporter])
def test_the_player_works_in_pages_and_slides_without_kernel_or_network(page, tmp_path, exporter):
    shown = new_output("display_data", {"text/html": page_of({"": wrong_run()})})
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
    shown = new_output("display_data", {"text/html": page_of({"": wrong_run()})})
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
