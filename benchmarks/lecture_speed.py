"""How long a lecture's pictures take: to record a run of the player, in the kernel, and after any
slider is moved, as a browser sees it in JupyterLab. The player's own steps: `player_speed.py`.

Run: python -m benchmarks.lecture_speed, about 5 minutes; --kernel-only needs no browser.
"""

import argparse
import shutil
import statistics
import time
from itertools import pairwise

from rich.console import Console
from rich.table import Table

from autograder.base.paths import LECTURES, ROOT
from course.expressions.typed_graph import read_graph
from course.player.explorer import PRESETS
from course.player.page import figure, packed
from course.player.recorded_run import simulated_run
from tests.conftest import CHROMIUM_FLAGS
from tests.helpers.jupyter import jupyterlab, run_in_lab
from tests.helpers.lectures import NAMES, SLIDER, controls, demos

LARGE = "*".join(["x"] * 5 + ["(x+y)"] * 26)
MOVES = 8

# Times, by the page's clock, from the key press that moves the slider to the changed picture.
OBSERVE = """demo => {
    window.times = [];
    if (demo.isObserved) return;
    demo.isObserved = true;
    let pressed = null;
    demo.addEventListener('keydown', () => pressed = performance.now(), true);
    new MutationObserver(changes => {
        const drawn = changes.some(change => change.target.closest('.widget-html'));
        if (pressed === null || !drawn) return;
        const began = pressed;
        pressed = null;
        requestAnimationFrame(() => window.times.push(performance.now() - began));
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
    """The time to record a run and to write its HTML, for each preset and the largest graph."""
    columns = "graph", "nodes", "steps", "to record, ms", "to write, ms", "size, kB"
    table = Table(*columns)
    for name, (text, values) in {**PRESETS, "as large as can be": (LARGE, "")}.items():
        graph = read_graph(text, values, sketch=True)
        times = [time.perf_counter()]
        run = simulated_run(graph)
        times.append(time.perf_counter())
        html = figure(packed({"": run}))
        times.append(time.perf_counter())
        durations = (f"{1000 * (end - start):.1f}" for start, end in pairwise(times))
        size = f"{len(html) / 1000:.0f}"
        table.add_row(name, str(len(run.nodes)), str(len(run.steps)), *durations, size)
    return table


def in_the_browser() -> Table:
    """The time from a key press on a slider to the next picture, for each slider there is."""
    from playwright.sync_api import sync_playwright

    table = Table("lecture", "demo", "slider", "median, ms", "slowest, ms")
    folder = ROOT / "build" / "browser"
    folder.mkdir(parents=True, exist_ok=True)
    with jupyterlab(ROOT, {}) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        for name in NAMES:
            shutil.copy(LECTURES / f"{name}.ipynb", folder)
            page = browser.new_page(viewport={"width": 1300, "height": 9000})
            run_in_lab(page, url, f"build/browser/{name}.ipynb")
            for number, demo in enumerate(demos(page, name), start=1):
                for label, control in controls(demo):
                    if control.evaluate("(c, kind) => c.matches(kind)", SLIDER):
                        times = times_to_draw(page, demo, control)
                        cells = f"{statistics.median(times):.0f}", f"{max(times):.0f}"
                        row = name[:1], str(number), label, *cells
                        table.add_row(*row)
                        Console().print(*row)
            page.close()
        browser.close()
    return table


def times_to_draw(page, demo, slider) -> list[float]:
    """Milliseconds until the picture changes, for each key press on a slider that changes it."""
    demo.evaluate(OBSERVE)
    for key in ["ArrowRight"] * MOVES + ["ArrowLeft"] * MOVES:
        slider.press(key)
        page.wait_for_timeout(250)
    return page.evaluate("window.times")


if __name__ == "__main__":
    main()
