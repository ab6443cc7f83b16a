"""What every test needs: the engine's classes in the registry, and no trace of the test before."""

import json
import os
import shutil

import pytest

import course.operators
from autograder.authoring.sample_class import Submission, sample_class
from autograder.grading.grade import grade
from autograder.house import Class, homeworks
from autograder.nbgrader_api import Nbgrader
from course import misconceptions
from course.check.exercise import outcomes
from tests import engine  # noqa: F401  registers Add, Mul and Matmul

REGISTERED = dict(course.operators.latest_classes)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def pytest_collection_modifyitems(config, items):
    if "nightly" not in config.option.markexpr:
        items[:] = [item for item in items if "nightly" not in item.keywords]


def _restore():
    course.operators.latest_classes.clear()
    course.operators.latest_classes.update(REGISTERED)
    outcomes.clear()


@pytest.fixture(autouse=True)
def clean_scaffold():
    _restore()
    yield
    _restore()


@pytest.fixture
def known(tmp_path, monkeypatch):
    """A file of known mistakes: write (id, title, sentence, seen) into it."""

    def write(*mistakes):
        data = {"mistakes": {}, "signatures": {}}
        for name, title, sentence, seen in mistakes:
            data["mistakes"][name] = [title, sentence]
            data["signatures"].setdefault(misconceptions.signature(seen), []).append(name)
        path = tmp_path / "misconceptions.json"
        path.write_text(json.dumps(data))
        monkeypatch.setattr(misconceptions, "DATA", path)
        misconceptions._data.cache_clear()

    write()
    yield write
    misconceptions._data.cache_clear()


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


@pytest.fixture
def page(browser):
    """A page in a browser, for a busy machine; `complaints` lists what its console says."""
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    page.set_default_timeout(60_000)
    page.complaints = []
    page.on("console", lambda m: m.type == "error" and page.complaints.append(m.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    page.close()


@pytest.fixture(scope="session")
def sample(tmp_path_factory) -> tuple[Nbgrader, list[Submission]]:
    """The sample class, graded once for all tests by the same code as `autograder grade`."""
    of = Class(tmp_path_factory.mktemp("class"))
    nbgrader = Nbgrader(of)
    submissions = list(sample_class())
    for each in submissions:
        nbgrader.hand_in(each.student, each.assignment, each.notebook())
    for assignment in homeworks():
        assert [outcome for outcome in grade(of, assignment) if outcome.failure] == []
    for each in submissions:
        nbgrader.feedback(each.assignment, each.student)
    return nbgrader, submissions


@pytest.fixture(scope="session")
def browser(needed_program):
    chromium = needed_program("chromium", "apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
