"""Starts Jupyter servers for tests in a browser, and presses their buttons."""

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.helpers import ROOT
from tests.helpers.clock import PATIENCE

SCREENSHOTS = ROOT / "artefacts"
RAN = """() => {
    const places = '.jp-CodeCell .jp-InputPrompt, .code_cell .input_prompt';
    const prompts = [...document.querySelectorAll(places)];
    // A folded cell has no prompt to read; the cells after it have.
    return prompts.length && prompts.every(p => !p.textContent || /\\[\\d+\\]/.test(p.textContent));
}"""
OUTPUT_GONE_WRONG = (
    '[data-mime-type="application/vnd.jupyter.stderr"], '
    '[data-mime-type="application/vnd.jupyter.error"], .output_stderr, .output_error'
)
# Complaints that the classic notebook itself causes, even without any output.
FONT = ("Access to font at 'about:blank'", "Failed to load resource: net::ERR_FAILED")
EITHER = ["run_in_jupyterlab", "run_in_colabs_jupyter"]  # the fixtures
POLLING = 250  # milliseconds; the default looks sixty times a second, and draws the page each time


@contextmanager
def jupyterlab(clone: Path, env: dict[str, str]) -> Iterator[str]:
    """Starts JupyterLab in a clone, as `make lab` does; yields its address. The token is `test`.

    The page has all cells of a notebook; usually JupyterLab removes those that are far from view.
    """
    settings = [
        "--ServerApp.token=test",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--allow-root",
    ]
    command = [sys.executable, "-m", "jupyterlab", *settings]
    with tempfile.TemporaryDirectory() as folder:
        tracker = (
            Path(folder) / "@jupyterlab" / "notebook-extension" / "tracker.jupyterlab-settings"
        )
        tracker.parent.mkdir(parents=True)
        tracker.write_text('{"windowingMode": "none"}')
        env = os.environ | {"JUPYTERLAB_SETTINGS_DIR": folder} | env
        with _serving(command, clone, env) as url:
            yield url


@contextmanager
def classic_notebook(python: Path, folder: Path) -> Iterator[str]:
    """Starts the classic notebook of another environment in a folder; the token is `test`."""
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "JUPYTER_PLATFORM_DIRS": "1"}
    command = [python, "-m", "notebook", "--NotebookApp.token=test", "--allow-root"]
    with _serving(command, folder, env) as url:
        yield url


@contextmanager
def voila(folder: Path) -> Iterator[str]:
    """Serves the notebooks in a folder as pages; yields the address under which they are."""
    command = [sys.executable, "-m", "voila", folder]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with _serving(command, ROOT, env, "voila/static/voila.js") as url:
        yield f"{url}/voila/render"


def run_in_lab(page, url: str, path: str) -> None:
    """Opens a notebook in JupyterLab and runs all its cells."""
    page.goto(f"{url}/doc/tree/{path}?token=test&reset")
    page.get_by_text("| Idle").wait_for()  # before that, the kernel may miss what it is asked
    page.locator(".jp-Notebook .jp-Cell").first.click()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(RAN, timeout=1000 * PATIENCE, polling=POLLING)


def run_in_classic(page, url: str, path: str) -> None:
    """Opens a notebook in the classic notebook and runs all its cells."""
    page.goto(f"{url}/notebooks/{path}?token=test")
    page.locator("#kernel_indicator_icon.kernel_idle_icon").wait_for()
    page.get_by_role("link", name="Cell", exact=True).click()
    page.locator("#run_all_cells").click()
    page.wait_for_function(RAN, timeout=1000 * PATIENCE, polling=POLLING)


@contextmanager
def _serving(
    command: list, folder: Path, env: dict[str, str], answers: str = "api?token=test"
) -> Iterator[str]:
    port = _free_port()
    SCREENSHOTS.mkdir(exist_ok=True)
    started = [*command, "--no-browser", f"--port={port}"]
    with (SCREENSHOTS / f"{command[2]}.log").open("w") as log:
        server = subprocess.Popen(started, cwd=folder, env=env, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(f"{url}/{answers}", server)
            yield url
        finally:
            server.terminate()
            with suppress(subprocess.TimeoutExpired):  # which would hide why a test failed
                server.wait(PATIENCE)
            server.kill()


def _free_port() -> int:
    """A port that stays free until a server takes it. Linux gives only higher ones to programs that
    ask for any port, as kernels and browsers do meanwhile."""
    given = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()
    while True:
        port = random.SystemRandom().randrange(10_000, max(20_000, int(given[0])))
        with closing(socket.socket()) as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def _wait_for(url: str, server: subprocess.Popen) -> None:
    """Waits until a server answers. On a cold machine, it first reads much from the disk."""
    for _ in range(2 * PATIENCE * 4):
        assert server.poll() is None, "The server ended; see its log in artefacts/"
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    raise TimeoutError(url)
