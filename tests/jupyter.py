"""A JupyterLab of its own, for tests that press its buttons in a browser."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from autograder.house import ROOT

SCREENSHOTS = ROOT / "artefacts"


@contextmanager
def jupyterlab(house: Path, env: dict[str, str]) -> Iterator[str]:
    """Starts JupyterLab in a house, as `make lab` does; gives its address. The token is `test`."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    settings = [
        "--ServerApp.token=test",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    SCREENSHOTS.mkdir(exist_ok=True)
    with (SCREENSHOTS / "jupyterlab.log").open("w") as log:
        server = subprocess.Popen(
            [*command, *settings], cwd=house, env=os.environ | env, stdout=log, stderr=log
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(f"{url}/api?token=test", server)
            yield url
        finally:
            server.terminate()
            server.wait(30)


def _wait_for(url: str, server: subprocess.Popen, seconds: int = 60) -> None:
    for _ in range(seconds * 4):
        assert server.poll() is None, "JupyterLab ended; see artefacts/jupyterlab.log"
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    raise TimeoutError(url)
