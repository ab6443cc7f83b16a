"""Keys and buttons move the player in the page, and nothing else."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.helpers import ROOT
from tests.helpers.jupyter import EITHER, FONT
from tests.helpers.player import BACK, FORWARD, rebuilt, right_run, said, step_of, wrong_run


def test_all_keys_work_wherever_the_focus_is_and_the_page_does_not_move(play):
    page = play(right_run())
    last = len(right_run().steps) - 1
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
    page = play(right_run("cosh"), start=len(right_run("cosh").steps) - 1)
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
    page = play(right_run())
    page.get_by_role("button", name="Step", exact=True).click()
    page.get_by_role("button", name="Speed: normal").click()  # now fast
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.wait_for_function("/Step [3-9]/.test(document.querySelector('.place').textContent)")
    page.keyboard.press(" ")
    at = step_of(page)
    page.wait_for_timeout(600)
    assert step_of(page) == at


def test_keys_still_work_after_a_focused_button_was_redrawn(play):
    page = play(wrong_run())
    page.locator(".backprop-player .alert button").focus()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert step_of(page) == 3


def test_the_surrounding_notebook_receives_none_of_the_players_keys(play):
    page = play(right_run())
    page.evaluate("window.heard = []; addEventListener('keydown', e => heard.push(e.key))")
    for key in [*FORWARD, *BACK, "Home", "End", " ", "p", "d", "Escape"]:
        page.keyboard.press(key)
    assert page.evaluate("heard") == []
    assert page.locator("[data-lm-suppress-shortcuts]").count() == 1


def test_each_button_goes_where_it_says(play):
    run = right_run()
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


CELLS = [
    f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfrom course import *",
    "x = Leaf(0.5, 'x'); replay(Mean(Exp(x), Exp(-x)))",
    *["pass"] * 9,  # so that the notebook could move
]
ACTIVE = """() => [...document.querySelectorAll('.jp-Cell, .cell')].findIndex(
    cell => cell.matches('.jp-mod-active, .selected'))"""


def notebook(sources=CELLS):
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [new_code_cell(source) for source in sources]
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


def test_a_list_above_a_player_keeps_its_keys_in_jupyterlab(page, run_in_jupyterlab):
    cells = [CELLS[0], "explore(preset='x*x + x')", *CELLS[2:]]
    run_in_jupyterlab(page, notebook(cells), "list")
    page.locator(".backprop-player .bar").wait_for()
    page.get_by_label("Preset").focus()
    active = page.evaluate(ACTIVE)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(ACTIVE) == active
    page.locator(".say", has_text="x is given: 0.693147").wait_for()  # that of cosh


@pytest.mark.parametrize(
    ("key", "typed", "goes"),
    [("ArrowRight", "", 1), ("ArrowLeft", "", -1), ("ArrowRight", "5", 0), ("Home", "", 0)],
)
def test_arrows_leave_a_question_only_if_nothing_is_typed_there(play, key, typed, goes):
    run = right_run("cosh")
    before = run.phase_starts["backward pass"] - 3
    page = play(run, start=before)
    page.keyboard.press("p")
    page.keyboard.press("ArrowRight")
    page.locator(".ask input").fill(typed)
    page.keyboard.press(key)
    assert step_of(page) == before + goes
    assert page.locator(".ask input").is_visible() is (goes == 0)
