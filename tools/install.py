"""Installs packages into an environment, PyTorch first, and shows the progress.

    python3 tools/install.py FOLDER [ARGUMENTS OF PIP INSTALL]

It can be stopped at any moment and started again: pip keeps what it has fetched, and packages that
were only half installed are installed again.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

LOCK = Path("requirements.lock")
MADE_IN = ".made-in"  # in the environment: says where it was made, since it works nowhere else
# On Linux, PyPI's PyTorch brings gigabytes of CUDA that nothing here uses. PyTorch's own index has
# builds without CUDA. To use pip's default index instead: make TORCH_INDEX=
TORCH_INDEX = os.environ.get("TORCH_INDEX", "https://download.pytorch.org/whl/cpu")
PATIENCE = 6  # seconds to find out whether that index can be reached


def main(folder: Path, arguments: Sequence[str]) -> None:
    """Makes the environment if there is none, and installs what is missing."""
    _keep_what_is_whole(folder)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    (folder / MADE_IN).write_bytes(os.fsencode(Path.cwd()) + b"\n")
    _install_torch(folder)
    _install(folder, arguments)


def _keep_what_is_whole(folder: Path) -> None:
    """Removes an environment that cannot work, or packages that were only half installed.

    An environment works only where it was made, and with the same version of Python.
    """
    if not folder.exists():
        return
    here, version = os.fsencode(Path.cwd()), "{}.{}".format(*sys.version_info)
    made_in = folder / MADE_IN
    moved = made_in.exists() and made_in.read_bytes().strip() != here
    if _version(folder) == version and not moved:
        for package in _packages(folder):
            if not (package / "RECORD").exists():
                shutil.rmtree(package)
        return
    print(f"{folder} was made in another place, or by another Python: it is made again.")
    shutil.rmtree(folder)


def _version(folder: Path) -> str:
    """The version of the environment's Python; empty if it does not start."""
    command = [folder / "bin" / "python", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def _install_torch(folder: Path) -> None:
    torch = next(line for line in _text(LOCK).splitlines() if line.startswith("torch=="))
    index = []
    if sys.platform == "linux" and _has_cpu_build(torch):
        torch, index = f"{torch}+cpu", ["--index-url", TORCH_INDEX]
        print(f"{folder}, 1 of 2: {torch}, about 200 MB", flush=True)
    else:
        print(f"{folder}, 1 of 2: {torch}; on Linux it may bring CUDA, 3 GB to fetch", flush=True)
    pip = subprocess.run([*_pip(folder), "--no-deps", *index, torch], check=False)
    if pip.returncode:
        sys.exit("PyTorch could not be installed; pip says why above.")


def _has_cpu_build(torch: str) -> bool:
    """Whether PyTorch's index answers, and has a build of this version for this Python."""
    pages = []

    def look() -> None:
        with (
            suppress(OSError, ValueError),
            urllib.request.urlopen(f"{TORCH_INDEX}/torch/", timeout=PATIENCE) as page,
        ):
            pages.append(unquote(page.read().decode()))

    # In a thread, because the timeout of `urlopen` does not bound the DNS lookup.
    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    python = "cp{}{}".format(*sys.version_info)
    name = f"{re.escape(torch.replace('==', '-'))}\\+cpu-{python}-{python}-"
    return any(re.search(f"{name}\\w*linux\\w*_{platform.machine()}\\.whl", p) for p in pages)


def _install(folder: Path, arguments: Sequence[str]) -> None:
    """Installs the rest, and prints a line for each fifth of the packages or after 20 s: there are
    too many to name each."""
    about = _text(LOCK).count("==")
    print(f"{folder}, 2 of 2: about {about} packages", flush=True)
    log, before, start = folder / "install.log", len(_packages(folder)), time.monotonic()
    with log.open("w", encoding="utf-8") as written:
        command = [*_pip(folder), *arguments]
        pip = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT)
        printed_step, printed_at = ("looked up", 0), start
        while pip.poll() is None:
            time.sleep(0.2)
            activity, count = _progress(_text(log), len(_packages(folder)) - before)
            step = (activity, 5 * count // about)
            if step != printed_step or time.monotonic() - printed_at > 20:
                print(f"  {activity}: {count}", flush=True)
                printed_step, printed_at = step, time.monotonic()
    if pip.returncode:
        last_lines = [line for line in _text(log).splitlines() if line.strip()][-15:]
        sys.exit("\n".join([*last_lines, f"pip did not get to the end. All that it said: {log}"]))
    _compile(folder)
    print(f"  all installed, in {time.monotonic() - start:.0f} s", flush=True)


def _progress(log: str, in_place: int) -> tuple[str, int]:
    """What pip is doing, and how many packages it has done it to."""
    if "\nInstalling collected packages: " in log:
        return "installed", in_place
    # If the index states what packages depend on, pip resolves all of them before it fetches any.
    if fetched := re.findall(r"^ +(?:Downloading|Using cached) \S+\.whl ", log, re.MULTILINE):
        return "fetched", len(fetched) + len(re.findall("^Processing ", log, re.MULTILINE))
    return "looked up", len(re.findall("^Collecting ", log, re.MULTILINE))


def _pip(folder: Path) -> list[str]:
    python, options = str(folder / "bin" / "python"), ["--disable-pip-version-check"]
    return [python, "-m", "pip", "install", "--no-compile", *options]


def _compile(folder: Path) -> None:
    """Compiles on all cores; pip would spend half of its time on it with one. Errors are ignored: a
    package may hold files that are not Python."""
    compiler = [folder / "bin" / "python", "-m", "compileall", "-qq", "-j", "0"]
    subprocess.run([*compiler, folder / "lib"], check=False)


def _packages(folder: Path) -> list[Path]:
    return list(folder.glob("lib/python*/site-packages/*.dist-info"))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), sys.argv[2:])
    except KeyboardInterrupt:
        sys.exit("Interrupted. Give the same command again, and it goes on from here.")
