"""What every test needs: the engine's classes in the registry, and no trace of the test before.

What is expensive and the same for many tests is made once, for all the processes that run tests:

- `made_once` shares a folder.
- `browser` is one Chromium, `window` one window of it, `lab` one JupyterLab, in which
  `run_in_jupyterlab` runs notebooks, and `run_in_colabs_jupyter` one classic notebook, for each
  process.

A test that is marked `by_day(n)` runs n of its rounds, which the day chooses, and all of them
nightly; TEST_DAY=2026-01-31 chooses as on that day.

Nothing here imports the autograder, so that the tests of `course` run without it.
"""

import fcntl
import gc
import json
import os
import random
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import hypothesis
import pytest
import torch

import course.scaffold.operators
from course.check.base.exercise import parts_right
from course.messages import misconceptions
from tests.helpers import ROOT, engine  # noqa: F401  registers Add, Mul, Matmul
from tests.helpers.clock import PATIENCE
from tests.helpers.jupyter import classic_notebook, jupyterlab, run_in_classic, run_in_lab
from tests.helpers.order import LONGEST_FIRST, LabTogether
from tests.helpers.own_folder import pytest_sessionfinish  # noqa: F401  pytest finds it here

NIGHT = "nightly"
REGISTERED = dict(course.scaffold.operators.latest_classes)
# More threads make small matrices no faster, and wait for each other while other tests run.
torch.set_num_threads(1)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # of which a new one takes half a second
]


# In the environment, which the processes that run tests inherit.
DAY = os.environ.setdefault("TEST_DAY", date.today().isoformat())


def is_by_night(config: pytest.Config) -> bool:
    """Whether only what is for the night is run."""
    return config.option.markexpr == NIGHT


def pytest_configure(config: pytest.Config) -> None:
    """By day, Hypothesis tries the same examples each time, so that no change fails by the luck of
    the draw; by night, it looks for new ones."""
    hypothesis.settings.register_profile(
        "busy machine",
        deadline=None,
        derandomize=not is_by_night(config),
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("busy machine")


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: tests spend half of their time waiting."""
    return 2 * (os.cpu_count() or 1)


def pytest_xdist_make_scheduler(config: pytest.Config, log) -> LabTogether | None:
    # By night, these files take far longer than others.
    together = config.option.dist == "loadfile" and not is_by_night(config)
    return LabTogether(config, log) if together else None


def pytest_collection_finish() -> None:
    """Looking for garbage among half a million objects that were imported takes half a second, and
    any test might have to wait for that."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter) -> None:
    terminalreporter.write_line(f"TEST_DAY={DAY} runs the same rounds again.")


@pytest.hookimpl(tryfirst=True)  # before pytest looks at the markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what needs a browser, and leaves rounds to the night. Files that take long come first,
    so that no process is left alone with one in the end."""
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker("browser")
        if {"browser", "made_once"} & set(item.fixturenames):
            item.add_marker("slow")
        if is_by_night(config) and hypothesis.is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(NIGHT)
    rounds = defaultdict(list)
    for item in items:
        if marker := item.get_closest_marker("by_day"):
            rounds[item.path, item.originalname, *marker.args].append(item)
    for (_, name, count), each in rounds.items():
        by_day = [] if is_by_night(config) else for_today(each, count, name)
        for item in each:
            if item not in by_day:
                item.add_marker(NIGHT)
    place = {name: i for i, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))


def for_today(every: list, count: int, name: str) -> list:
    """Some of many, which the day chooses."""
    return random.Random(f"{DAY} {name}").sample(every, min(count, len(every)))


def _restore():
    course.scaffold.operators.latest_classes.clear()
    course.scaffold.operators.latest_classes.update(REGISTERED)
    parts_right.clear()


@pytest.fixture(autouse=True)
def clean_scaffold():
    _restore()
    torch.manual_seed(0)  # so that no test draws what depends on those before
    yield
    _restore()


@pytest.fixture
def known(tmp_path, monkeypatch):
    """A file of known mistakes: write (id, title, sentence, seen) into it."""

    def write(*mistakes):
        bank = {}
        for name, *text, seen in mistakes:
            of_blank = misconceptions.signature_of_blank(seen)
            bank.setdefault(name, text).extend([misconceptions.signature(seen), *of_blank])
        path = tmp_path / "misconceptions.json"
        path.write_text(json.dumps(bank))
        monkeypatch.setattr(misconceptions, "BANK_FILE", path)
        misconceptions.read_bank.cache_clear()

    write()
    yield write
    misconceptions.read_bank.cache_clear()


@pytest.fixture
def plt():
    """The plots, none of which is there yet."""
    import matplotlib
    from matplotlib import pyplot

    matplotlib.use("Agg")
    pyplot.close("all")
    return pyplot


def _missing(what: object, install: str) -> None:
    """Skips a test that needs something, saying how to get it; in CI, where it must be, fails."""
    verdict = pytest.fail if os.environ.get("CI") else pytest.skip
    verdict(f"This test needs {what}. To install it: {install}")


@pytest.fixture(scope="session")
def needed():
    """Call it with a file that the test cannot do without, and the command that makes it."""

    def check(path, install):
        if not path.exists():
            _missing(path.name, install)

    return check


@pytest.fixture(scope="session")
def needed_program():
    """Call it with a program and the command that installs it; returns the program's path."""

    def check(program, install):
        if shutil.which(program) is None:
            _missing(program, install)
        return shutil.which(program)

    return check


@pytest.fixture(scope="session")
def one_window(browser):
    """One for all tests, in which a page stays open, so that its processes do, too."""
    window = browser.new_context()
    window.new_page()
    return window


@pytest.fixture
def window(one_window):
    """The window, as if it were new."""
    yield one_window
    one_window.set_offline(False)
    one_window.clear_cookies()


@pytest.fixture
def page(window):
    """A page in a browser, for a busy machine; `complaints` lists what its console says."""
    page = window.new_page()
    page.set_viewport_size({"width": 1300, "height": 1000})
    page.set_default_timeout(1000 * PATIENCE)
    page.complaints = []
    page.on("console", lambda m: m.type == "error" and page.complaints.append(m.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    page.close()


@pytest.fixture(scope="session")
def made_once(tmp_path_factory) -> Callable[[str, Callable[[Path], object]], Path]:
    """Call it with a name and with what fills a new folder. The first process that asks does it,
    the others wait; all get the same folder, so nobody may write to it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def folder_of(name: str, make: Callable[[Path], object]) -> Path:
        folder, done = shared / f"shared-{name}", shared / f"shared-{name}.done"
        with (shared / f"shared-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)  # of a process that failed
                folder.mkdir()
                make(folder)
                done.touch()
        return folder

    return folder_of


@pytest.fixture(scope="session")
def lab_class(tmp_path_factory) -> Path:
    """The folder of the class that formgrader shows in `lab`; empty at first."""
    return tmp_path_factory.mktemp("lab") / "class"


@pytest.fixture(scope="session")
def lab(lab_class) -> Iterator[str]:
    """The address of a JupyterLab in the clone, as `make lab` starts it."""
    with jupyterlab(ROOT, {"CLASS_DIR": str(lab_class)}) as url:
        yield url


@pytest.fixture
def in_lab() -> Callable[[dict, str], str]:
    """Call it with a notebook and a name; returns the path by which `lab` knows it."""

    def put(notebook: dict, name: str) -> str:
        path = ROOT / "build" / "browser" / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(notebook))
        return path.relative_to(ROOT).as_posix()

    return put


@pytest.fixture
def run_in_jupyterlab(lab, in_lab) -> Callable[..., None]:
    """Call it with a page, a notebook and a name, to run it in `lab`."""

    def run(page, notebook: dict, name: str) -> None:
        run_in_lab(page, lab, in_lab(notebook, name))

    return run


@pytest.fixture(scope="session")
def run_in_colabs_jupyter(needed, tmp_path_factory) -> Iterator[Callable[..., None]]:
    """Call it with a page, a notebook and a name, to run that file alone in the classic notebook,
    from which Colab's descends, with Colab's versions."""
    python = ROOT / ".venv-colab" / "bin" / "python"
    needed(python, "make .venv-colab/.done")
    folder = tmp_path_factory.mktemp("classic")
    with classic_notebook(python, folder) as url:

        def run(page, notebook: dict, name: str) -> None:
            path = folder / name / f"{name}.ipynb"
            path.parent.mkdir()
            path.write_text(json.dumps(notebook))
            run_in_classic(page, url, f"{name}/{name}.ipynb")

        yield run


@pytest.fixture(scope="session")
def browser(needed_program):
    chromium = needed_program("chromium", "apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=chromium, args=CHROMIUM_FLAGS, timeout=1000 * PATIENCE
        )
