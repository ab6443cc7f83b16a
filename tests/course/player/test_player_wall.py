"""Many engines side by side in the page."""

import re

from tests.helpers.player import said, step_of, wall


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
