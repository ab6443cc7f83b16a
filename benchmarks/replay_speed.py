"""How long a step of a run takes: to draw in the kernel, and as a browser sees it in JupyterLab.

Run: python -m benchmarks.replay_speed, from the house; --kernel-only needs no browser.
"""

import argparse
import shutil
import statistics
import time

from rich.console import Console
from rich.table import Table

from autograder.house import LECTURES, ROOT
from course.explorer import PRESETS
from course.expression import read_graph
from course.player import Player
from course.story import rehearse
from tests.conftest import CHROMIUM_FLAGS
from tests.jupyter import jupyterlab
from tests.lectures import SLIDER, demos, run_in_lab

LARGE = "*".join(["x"] * 5 + ["(x+y)"] * 26)
MOVES = 25

# From a key that moves the slider to the picture that is another one, both by the page's own clock.
OBSERVE = """demo => {
    const times = window.times = [];
    let pressed = null;
    demo.addEventListener('keydown', () => pressed = performance.now(), true);
    new MutationObserver(changes => {
        const drawn = changes.some(change => change.target.closest('.widget-html'));
        if (pressed === null || !drawn) return;
        const began = pressed;
        pressed = null;
        requestAnimationFrame(() => times.push(performance.now() - began));
    }).observe(demo, {childList: true, subtree: true});
}"""


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernel-only", action="store_true")
    kernel_only = parser.parse_args().kernel_only
    Console().print(in_the_kernel())
    if not kernel_only:
        Console().print(in_the_browser())


def in_the_kernel() -> Table:
    """The time of each step, of each preset and of a graph as large as a picture can be."""
    table = Table("graph", "nodes", "steps", "to record, ms", "a step, ms", "slowest step, ms")
    for name, (text, values) in {**PRESETS, "as large as can be": (LARGE, "")}.items():
        graph = read_graph(text, values, sketch=True)
        started = time.perf_counter()
        story = rehearse(graph)
        recorded = time.perf_counter() - started
        player = Player(story)
        times = []
        for number in range(1, len(story.steps)):
            started = time.perf_counter()
            player.go(number)
            times.append(time.perf_counter() - started)
        shown = [recorded, statistics.mean(times), max(times)]
        cells = (f"{1000 * seconds:.1f}" for seconds in shown)
        table.add_row(name, str(len(story.nodes)), str(len(story.steps)), *cells)
    return table


def in_the_browser() -> Table:
    """The time from a key press on the slider to the next picture, for each demo of lecture 3."""
    from playwright.sync_api import sync_playwright

    table = Table("demo of lecture 3", "a step, ms", "slowest step, ms")
    (lecture,) = LECTURES.glob("3-*.ipynb")
    copy = ROOT / "build" / "browser" / lecture.name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(lecture.read_bytes())
    with jupyterlab(ROOT, {}) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        page = browser.new_page(viewport={"width": 1300, "height": 9000})
        run_in_lab(page, url, f"build/browser/{lecture.name}")
        for number, demo in enumerate(demos(page, lecture.stem), start=1):
            demo.evaluate(OBSERVE)
            slider = demo.locator(SLIDER).first
            for _ in range(MOVES):
                slider.press("ArrowRight")
                page.wait_for_timeout(150)
            times = page.evaluate("window.times")
            table.add_row(str(number), f"{statistics.mean(times):.0f}", f"{max(times):.0f}")
        browser.close()
    return table


if __name__ == "__main__":
    main()
