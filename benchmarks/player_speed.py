"""How fast the player in a page is: the time from a key press to the second frame after it, and how
many steps it draws while a key is held. For comparison, a player that the kernel redraws in
JupyterLab, with and without the delay that messages have in Colab.

The player's page has no kernel and no network. Run: python -m benchmarks.player_speed
"""

import shutil
import statistics
import tempfile
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from rich.console import Console
from rich.table import Table

from course.expressions.typed_graph import read_graph
from course.player.explorer import PRESETS
from course.player.page import page as page_of
from course.player.recorded_run import simulated_run
from course.player.simulated_engine import MISTAKES
from tests.conftest import CHROMIUM_FLAGS
from tests.helpers.jupyter import jupyterlab, run_in_lab

LARGE = "*".join(["x"] * 5 + ["(x+y)"] * 26)
KEYS = 50

# Records the time from each key press to the second frame after it, and each step that is drawn.
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


# A player of the same run, to which the kernel sends the caption and the same SVG at each step.
REDRAWN = """
from ipywidgets import HTML, IntSlider, VBox
from course.player.explorer import PRESETS
from course.expressions.typed_graph import read_graph
from course.player.page import step_svg
from course.player.scene import Scene
from course.player.recorded_run import simulated_run

run = simulated_run(read_graph(*PRESETS["tanh"], sketch=True))
scene, picture, slider = Scene(run), HTML(), IntSlider(max=len(run.steps) - 1)

def redraw(_):
    said = run.steps[slider.value].caption
    picture.value = f"<p>{said}</p>{step_svg(scene, run, slider.value, reveal=True)}"

slider.observe(redraw, "value")
redraw(None)
VBox([slider, picture])
"""
DELAY = 150  # milliseconds by which each message from the kernel to the page is delayed
SLOW = f"""window.WebSocket = class extends WebSocket {{
    set onmessage(act) {{ super.onmessage = act && (e => setTimeout(() => act(e), {DELAY})); }}
    get onmessage() {{ return super.onmessage; }}
}}"""
OBSERVE_REDRAWN = """() => {
    window.times = [];
    let came = null;
    document.addEventListener('keydown', event => came = event.timeStamp, true);
    new MutationObserver(() => {
        if (came === null) return;
        const began = came;
        came = null;
        requestAnimationFrame(() => requestAnimationFrame(() =>
            window.times.push(performance.now() - began)));
    }).observe(document.querySelector('.widget-html'), {childList: true, subtree: true});
}"""


def redrawn_by_the_kernel(browser, script: str = "") -> list[float]:
    """The milliseconds that each step takes in JupyterLab, in a page that first runs a script."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = new_notebook(cells=[new_code_cell(REDRAWN)], metadata={"kernelspec": kernel})
    with tempfile.TemporaryDirectory() as folder, jupyterlab(Path(folder), {}) as url:
        nbformat.write(notebook, Path(folder) / "redrawn.ipynb")
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.add_init_script(script)
        run_in_lab(page, url, "redrawn.ipynb")
        page.locator(".widget-html svg").wait_for()
        page.evaluate(OBSERVE_REDRAWN)
        page.locator(".noUi-handle").focus()
        for i in range(KEYS // 2):
            page.keyboard.press("ArrowRight")
            page.wait_for_function(f"window.times.length > {i}")
            page.wait_for_timeout(100)
        times = page.evaluate("window.times")
        page.close()
        return times


def main() -> None:
    """Prints the table."""
    from playwright.sync_api import sync_playwright

    tanh = read_graph(*PRESETS["tanh"], sketch=True)
    wall = {name: simulated_run(tanh, name, twice=True) for name in ("", *MISTAKES)}
    runs = {
        "tanh": {"": simulated_run(tanh)},
        "as large as can be": {"": simulated_run(read_graph(LARGE, sketch=True))},
        "nine engines side by side": wall,
    }
    columns = "player", "median, ms", "slowest, ms", "held keys", "of them drawn"
    table = Table(*columns)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        for name, shown in runs.items():
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.set_content(page_of(shown))
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
                page.keyboard.down("ArrowRight")  # repeated without `up`: the key is held
            page.wait_for_timeout(200)
            drawn = len(set(page.evaluate("window.drawn")))
            median, slowest = statistics.median(times), max(times)
            table.add_row(name, f"{median:.0f}", f"{slowest:.0f}", str(KEYS), str(drawn))
            page.close()
        late = f"redrawn by the kernel, messages {DELAY} ms late"
        for name, script in (("redrawn by the kernel in JupyterLab", ""), (late, SLOW)):
            times = redrawn_by_the_kernel(browser, script)
            table.add_row(name, f"{statistics.median(times):.0f}", f"{max(times):.0f}", "", "")
        browser.close()
    Console().print(table)


if __name__ == "__main__":
    main()
