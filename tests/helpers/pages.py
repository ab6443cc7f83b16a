"""Looks at our pages as their readers do: in Chromium, at the widths of a desktop and a phone, in
light and dark colours, and as a screen reader does (WCAG by axe-core)."""

import re
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from playwright.sync_api import Error

from tests.helpers.clock import PATIENCE
from tests.helpers.jupyter import SCREENSHOTS

WIDTHS = (1400, 390)
MOST_PIXELS = 16_384  # of a side; Chromium sometimes fails to capture larger pictures
# For tests that call `look_at`: one width is light and the other dark.
either_dark = pytest.mark.parametrize(
    "schemes", [("light", "dark"), ("dark", "light")], ids=["dark when narrow", "dark when wide"]
)
REFUSED = "Unable to capture screenshot"
MARKUP = re.compile(r"</?[a-z][^<>]*>|&#?\w+;", re.IGNORECASE)
LOADS = re.compile(r"url\((?!['\"]?data:)|@import|\bsrcset\b", re.IGNORECASE)


@contextmanager
def opened(window, path: Path, *, width: int = 1400, scheme: str = "light", at: str = ""):
    """A new page of the window; `requests` and `complaints` list what it loads and what fails."""
    page = window.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.set_default_timeout(1000 * PATIENCE)
    page.requests, page.complaints = [], []
    page.on("request", lambda r: page.requests.append(r.url))
    page.on("console", lambda m: page.complaints.append(m.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    try:
        page.goto(path.as_uri() + at)
        yield page
    finally:
        page.close()


def capture(page_or_part, **how) -> bytes:
    """A screenshot, as PNG. Chromium sometimes refuses the first capture after its start, and
    succeeds when asked again (robotframework-browser, issue 5237)."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return page_or_part.screenshot(**how)
        except Error as error:
            if REFUSED not in error.message or time.monotonic() > deadline:
                raise
            time.sleep(0.25)


def violations(page) -> list[str]:
    """What axe complains of, and where."""
    for live in page.locator(".backprop-player, .backprop-frames").all():
        live.locator(".bar").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


def look_at(window, path: Path, name: str, schemes: tuple, ours: bool = True) -> None:
    """Asserts that a page loads nothing, logs nothing, never scrolls sideways and, if all of it is
    ours, is accessible; keeps screenshots. Each width has its colour scheme."""
    SCREENSHOTS.mkdir(exist_ok=True)
    for scheme, width in zip(schemes, WIDTHS, strict=True):
        with opened(window, path, width=width, scheme=scheme) as page:
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            file = SCREENSHOTS / f"{name}-{scheme}-{width}.png"
            height = page.evaluate("document.documentElement.scrollHeight")
            part = {"x": 0, "y": 0, "width": width, "height": min(height, MOST_PIXELS)}
            capture(page, path=file, full_page=True, clip=part)
            assert [u for u in page.requests if not u.startswith("data:")] == [path.as_uri()]
            assert not ours or violations(page) == [], (scheme, width)
            assert page.complaints == []


def html_in(page: Path | str) -> BeautifulSoup:
    """The parsed HTML of a page, from its file or its text."""
    text = page.read_text(encoding="utf-8") if isinstance(page, Path) else page
    return BeautifulSoup(text, "html.parser")


def markup_to_read(page: Path | str) -> list[str]:
    """Tags and entities that a reader of a page sees as text, other than in code."""
    soup = html_in(page)
    for shown_as_written in soup.find_all(["code", "pre", "script", "style"]):
        shown_as_written.decompose()
    return MARKUP.findall(soup.get_text())


def loaded_from_elsewhere(path: Path) -> list[str]:
    """What in a page's text would make a browser load something."""
    found = LOADS.findall(path.read_text(encoding="utf-8"))
    for tag in html_in(path).find_all(
        ["script", "img", "link", "iframe", "object", "embed", "video", "use"]
    ):
        address = tag.get("src") or tag.get("href") or tag.get("data") or ""
        if address and not address.startswith("data:image/"):
            found.append(str(tag)[:200])
    return found
