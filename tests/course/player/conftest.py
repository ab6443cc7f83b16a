"""What the tests of the player in a page share."""

import pytest

from course.player.page import figure, packed, script


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
