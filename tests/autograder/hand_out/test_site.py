"""The course as a site: it loads nothing, plays without a kernel, and all its links work."""

from pathlib import Path
from urllib.parse import unquote, urldefrag

import nbformat
import pytest
from typer.testing import CliRunner

from autograder.base.paths import LECTURES, homeworks
from autograder.cli import app
from course.player.explorer import PRESETS
from tests.helpers.pages import (
    either_dark,
    html_in,
    loaded_from_elsewhere,
    look_at,
    markup_to_read,
    opened,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(made_once) -> Path:
    def publish(folder):
        ran = CliRunner().invoke(app, ["publish", "--site", str(folder / "site")])
        assert ran.exit_code == 0, ran.output

    return made_once("site", publish) / "site"


def pages(site):
    return sorted(site.rglob("*.html"))


def test_there_is_a_page_for_each_homework_lecture_and_preset(site):
    names = {path.relative_to(site).as_posix() for path in pages(site)}
    assert {"index.html", "syllabus.html", "gallery.html"} <= names
    for homework in homeworks():
        assert f"homework/{homework}.html" in names
        taken = nbformat.read(site / "homework" / f"{homework}.ipynb", as_version=4)
        assert not any(cell.get("outputs") for cell in taken.cells)
    assert {f"lectures/{path.stem}.html" for path in LECTURES.glob("*.ipynb")} <= names
    assert len([name for name in names if name.startswith("gallery/")]) == len(PRESETS) + 1


def test_no_page_loads_anything_and_every_link_on_the_site_works(site):
    for path in pages(site):
        assert loaded_from_elsewhere(path) == []
        soup = html_in(path)
        for link in soup.find_all("a", href=True):
            address, part = urldefrag(link["href"])
            if address.startswith("https://"):
                continue
            there = (path.parent / unquote(address)) if address else path
            assert there.is_file(), (path, link["href"])
            assert address or not part or soup.find(id=part), (path, link["href"])


def test_no_raw_markup_is_visible_on_the_site(site):
    for path in pages(site):
        assert markup_to_read(path) == [], path


def test_notes_for_the_lecturer_are_not_on_the_site(site):
    for path in LECTURES.glob("*.ipynb"):
        text = (site / "lectures" / f"{path.stem}.html").read_text(encoding="utf-8")
        assert "For the lecturer" not in text


def test_a_link_to_a_step_opens_at_that_step_without_a_network(window, site):
    with opened(window, site / "gallery" / "tanh.html", at="#step=12") as page:
        page.context.set_offline(True)
        player = page.locator(".backprop-player")
        player.locator(".bar").wait_for()
        assert "Step 12 of 57" in player.inner_text()
        player.focus()
        page.keyboard.press("ArrowRight")
        assert "Step 13 of 57" in player.inner_text()
        page.evaluate("location.hash = '#step=30'")
        player.get_by_text("Step 30 of 57").wait_for()
        assert page.complaints == []


def test_each_player_in_a_lecture_works(window, site):
    with opened(window, site / "lectures" / "3-step-through-backprop.html") as page:
        players = page.locator(".backprop-player").all()
        assert len(players) == 5
        for player in players:
            player.locator(".bar").wait_for()
            player.focus()
            before = player.locator(".place").inner_text()
            page.keyboard.press("ArrowRight")
            assert player.locator(".place").inner_text() != before
        assert page.complaints == []


@pytest.mark.parametrize("lecture", ["1-linear-approximation", "3-step-through-backprop"])
def test_each_demo_without_kernel_in_a_lecture_works(window, site, lecture):
    with opened(window, site / "lectures" / f"{lecture}.html") as page:
        (demo,) = page.locator(".backprop-frames").all()
        slider = demo.get_by_role("slider").first
        before = demo.locator(".stage svg").get_attribute("aria-label")
        slider.press("ArrowLeft")
        assert demo.locator(".stage svg").get_attribute("aria-label") != before
        assert page.complaints == []


PAGES = ["index", "syllabus", "gallery", "gallery/tanh", "gallery/nine-engines"]
PAGES += [f"lectures/{path.stem}" for path in sorted(LECTURES.glob("*.ipynb"))]
PAGES += ["homework/hw5-mlp"]


@pytest.mark.by_day(1)
@either_dark
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_readable_and_accessible_on_any_screen(window, site, name, schemes):
    look_at(window, site / f"{name}.html", f"site-{name.split('/')[-1]}", schemes)
