"""From a key to the second frame after it, in the player in the page; and held keys.

The page is alone with Chromium: no kernel, no network. Run: python -m benchmarks.player_speed
"""

import shutil
import statistics

from rich.console import Console
from rich.table import Table

from course.player.explorer import PRESETS
from course.player.expression import read_graph
from course.player.page import page as page_of
from course.player.simulated_engine import MISTAKES
from course.player.story import rehearse
from tests.conftest import CHROMIUM_FLAGS

LARGE = "*".join(["x"] * 5 + ["(x+y)"] * 26)
KEYS = 50

# Notes when each key comes, and when the second frame after it is shown; and each step drawn.
OBSERVE = """() => {
    window.times = [];
    window.drawn = [];
    const root = document.querySelector('.backprop-player');
    root.addEventListener('keydown', event => {
        const came = event.timeStamp;
        requestAnimationFrame(() => requestAnimationFrame(() =>
            window.times.push(performance.now() - came)));
    }, true);
    const place = document.querySelector('.place');
    new MutationObserver(() => window.drawn.push(place.textContent))
        .observe(place, {childList: true});
}"""


def main() -> None:
    """Prints the table."""
    from playwright.sync_api import sync_playwright

    tanh = read_graph(*PRESETS["tanh"], sketch=True)
    wall = {name: rehearse(tanh, name, twice=True) for name in ("", *MISTAKES)}
    runs = {
        "tanh": {"": rehearse(tanh)},
        "as large as can be": {"": rehearse(read_graph(LARGE, sketch=True))},
        "nine engines side by side": wall,
    }
    columns = "player", "median, ms", "slowest, ms", "held keys", "of them drawn"
    table = Table(*columns)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        for name, stories in runs.items():
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.set_content(page_of(stories))
            page.locator(".bar").wait_for()
            page.locator(".backprop-player").focus()
            page.evaluate(OBSERVE)
            for _ in range(KEYS // 2):
                page.keyboard.press("ArrowRight")
                page.wait_for_timeout(100)
            times = page.evaluate("window.times")
            page.keyboard.press("Home")
            page.evaluate("window.drawn = []")
            for _ in range(KEYS):
                page.keyboard.down("ArrowRight")  # again and again without `up`: it is held
            page.wait_for_timeout(200)
            drawn = len(set(page.evaluate("window.drawn")))
            median, slowest = statistics.median(times), max(times)
            table.add_row(name, f"{median:.0f}", f"{slowest:.0f}", str(KEYS), str(drawn))
            page.close()
        browser.close()
    Console().print(table)


if __name__ == "__main__":
    main()
