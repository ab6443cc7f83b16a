"""A released file on its own, as a student has it in Google Colab: with Colab's versions, without
the package `course`, the clone and a network. And what its set-up cell does elsewhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import torch
from nbformat.v4 import new_code_cell, new_notebook

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.paths import ROOT, homeworks, released_path
from autograder.notebook.packed_course import course_version, packed_course
from autograder.notebook.release_choices import BadChoice, ReleaseChoices, kept_choices
from autograder.notebook.set_up import (
    insert_set_up,
    set_up_code,
    without_copy,
    without_set_up,
)
from autograder.repairing.repair import repair
from autograder.repairing.repair_state import Release
from autograder.sandbox import bubblewrap
from autograder.sandbox.library import library
from course import (
    Exp,
    Leaf,
    Matsum,
    check_derivatives,
    check_gradients,
    check_node,
    check_results,
    draw,
)
from tests.helpers.damaged import as_colab_saves
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.jupyter import SCREENSHOTS
from tests.helpers.pages import capture

COLAB = ROOT / ".venv-colab"
PYTHON = COLAB / "bin" / "python"
VERSIONS = {
    "IPython": "7.34.0",
    "ipykernel": "6.17.1",
    "ipywidgets": "7.7.1",
    "matplotlib": "3.10.0",
    "notebook": "6.5.7",
}
PLACE = f"""
import importlib.util, {", ".join(VERSIONS)}
assert importlib.util.find_spec("course") is None
print(*[each.__version__ for each in ({", ".join(VERSIONS)})])
"""
CARRIED = ReleaseChoices()
REPOSITORY = ReleaseChoices("https://github.com/dept/backprop")


def solved(homework):
    return as_colab_saves(SampleSubmission("solution", homework).notebook())


@pytest.fixture(scope="module")
def carried(needed):
    """For tests that run a released file as it is."""
    needed(PYTHON, "make .venv-colab/.done")
    if kept_choices().url:
        pytest.skip("Here, released notebooks fetch the package from a repository.")


def cell(notebook, cell_id):
    return next(cell for cell in notebook.cells if cell.id == cell_id)


# The file alone


@pytest.fixture(scope="module")
def colab(carried):
    """Runs a notebook in a folder, without a network and with the clone out of sight."""

    def run(notebook, folder):
        nbformat.write(notebook, folder / "Copy of homework.ipynb")
        hidden = ["--dev-bind", "/", "/", "--tmpfs", ROOT, "--ro-bind", COLAB.resolve(), COLAB]
        alone = ["--unshare-net", "--die-with-parent", "--chdir", folder, "--clearenv"]
        env = {"HOME": folder, "TMPDIR": folder, "PATH": "/usr/bin:/bin"}
        execute = ["-m", "nbconvert", "--to", "notebook", "--execute", "--output", "ran.ipynb"]
        ran = subprocess.run(
            [
                *(bubblewrap.executable(), *hidden, *alone),
                *(part for name, value in env.items() for part in ("--setenv", name, value)),
                *("--", PYTHON, *execute, "Copy of homework.ipynb"),
            ],
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr[-3000:]
        return nbformat.read(folder / "ran.ipynb", as_version=4)

    return run


@pytest.mark.slow
@pytest.mark.by_day(1)
@pytest.mark.parametrize("homework", homeworks())
def test_a_released_file_runs_checks_and_draws_with_colabs_versions(homework, colab, tmp_path):
    notebook = solved(homework)
    notebook.cells.insert(0, new_code_cell(PLACE))
    notebook.cells.append(new_code_cell(cell(notebook, "setup").source, id="setup-again"))
    notebook.cells.append(new_code_cell("import course; print(course.__file__)", id="where"))
    ran = colab(notebook, tmp_path)
    place, *outputs = [o for c in ran.cells if c.cell_type == "code" for o in c.outputs]
    assert place.text.split() == list(VERSIONS.values())
    assert not [o for o in outputs if o.get("name") == "stderr"]
    # Homework 3 plays its graph instead of drawing it, and has plots.
    picture = "image/png" if homework == "hw3-polynomial" else "image/svg+xml"
    assert [o for o in outputs if picture in o.get("data", {})]
    # What is printed may come in several pieces on a busy machine.
    passed, where = (
        "".join(each.text for each in cell(ran, name).outputs) for name in ("summary", "where")
    )
    assert "exercises pass. Save the notebook and hand it in." in passed
    assert where.startswith(str(tmp_path / "course-"))
    assert not list(tmp_path.glob("course-*")), "the package was left behind"


@pytest.mark.parametrize("homework", homeworks())
def test_the_set_up_cell_of_a_released_notebook_is_fresh_and_short(homework):
    notebook = nbformat.read(released_path(homework), as_version=4)
    made = cell(notebook, "setup")
    stale = f"course/ has changed. Run: autograder release {homework}"
    assert made.source.startswith(set_up_code(kept_choices())), stale
    assert len(without_copy(made.source)) < 2000
    assert made.metadata.cellView == "form"


# No `interact`: its Output widget is broken in widgetsnbextension 3.6.10.
SLIDER = """
from ipywidgets import HTML, FloatSlider, VBox

slider, picture = FloatSlider(value=0.5, min=0, max=2, step=0.5), HTML()

def show(change=None):
    x = Leaf(slider.value, "x")
    picture.value = draw(forward_algorithm(Mean(Exp(x), Exp(-x)))).svg

slider.observe(show, "value")
show()
VBox([slider, picture])
"""


def test_the_classic_notebook_shows_checks_pictures_and_sliders(
    page, carried, run_in_colabs_jupyter
):
    """Colab's front end descends from it, and has these versions of its widgets."""
    notebook = solved("hw1-cosh")
    notebook.cells.append(new_code_cell(SLIDER, id="slider"))
    broken = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    run_in_colabs_jupyter(page, notebook, "hw1-cosh")
    page.get_by_text(re.compile("All . exercises pass")).wait_for()
    assert page.get_by_text("Passed:").count() > 3
    pictures = page.locator("div.output_html img:visible")
    assert pictures.count() >= 3
    assert all(size["width"] > 100 for size in (p.bounding_box() for p in pictures.all()))

    picture = page.locator(".widget-html svg").last
    picture.get_by_text("0.5", exact=True).wait_for()
    page.locator(".widget-slider .ui-slider-handle").last.press("ArrowRight")
    picture.get_by_text("2.71828", exact=True).wait_for()
    assert picture.bounding_box()["width"] > 100
    capture(page, path=SCREENSHOTS / "classic-notebook.png")
    assert broken == []


# The set-up cell elsewhere


BEGIN = "import importlib.util, json, sys\nfrom pathlib import Path\ncopies = []\n"


def set_up(folder, choices=CARRIED, times=1, **env):
    """Runs the set-up cell in a Python that was started in a folder; says which `course` would be
    imported, which takes seconds and is done elsewhere, and after each time which copies there are.
    """
    tell = "copies.append([place for place in sys.path if Path(place).name.startswith('course-')])"
    run = f"{set_up_code(choices)}\n{tell}\n"
    tell = "print(json.dumps([importlib.util.find_spec('course').origin, copies]))"
    ran = subprocess.run(
        [PYTHON if PYTHON.exists() else sys.executable, "-"],
        input=f"{BEGIN}{run * times}{tell}",
        cwd=folder,
        env={"PATH": os.environ["PATH"], "TMPDIR": str(folder), **env},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    path, copies = json.loads(ran.stdout)
    return Path(path), copies


def package(folder, number):
    """A package `course` that says it has a version."""
    (folder / "course").mkdir(parents=True)
    (folder / "course" / "__init__.py").write_text(f'__version__ = "{number}"\n')
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize("number", [course_version(), "99.0.1"])
def test_the_set_up_does_nothing_where_course_can_be_imported(number, tmp_path):
    path, _ = set_up(tmp_path, **package(tmp_path / "installed", number))
    assert path == tmp_path / "installed" / "course" / "__init__.py"
    assert [p.name for p in tmp_path.iterdir()] == ["installed"]


@pytest.mark.slow
def test_an_older_course_is_not_used(tmp_path, needed):
    needed(PYTHON, "make .venv-colab/.done")
    path, _ = set_up(tmp_path, **package(tmp_path / "installed", "0.0.9"))
    assert path.parts[-3].startswith("course-")


@pytest.mark.slow
def test_a_folder_that_happens_to_be_called_course_is_not_used(tmp_path, needed):
    needed(PYTHON, "make .venv-colab/.done")
    (tmp_path / "course").mkdir()
    path, _ = set_up(tmp_path, PYTHONPATH=str(tmp_path))
    assert path.parts[-3].startswith("course-")


@pytest.mark.slow
def test_the_set_up_does_nothing_when_run_again(tmp_path, needed):
    needed(PYTHON, "make .venv-colab/.done")
    _, (once, twice) = set_up(tmp_path, times=2)
    assert len(once) == 1 and twice == once


@pytest.mark.slow
def test_the_set_up_does_nothing_in_the_graders_sandbox(tmp_path):
    path, _ = set_up(tmp_path, PYTHONPATH=str(library()))
    assert path.is_relative_to(library())


@pytest.mark.slow
def test_a_package_that_cannot_be_fetched_is_named_with_advice(tmp_path, needed):
    needed(PYTHON, "make .venv-colab/.done")
    choices = ReleaseChoices(install_from="http://127.0.0.1:9/course.zip")
    with pytest.raises(AssertionError) as failed:
        set_up(tmp_path, choices, PIP_RETRIES="0")
    message = str(failed.value)
    assert "could not be fetched from http://127.0.0.1:9/course.zip" in message
    assert "connected to the internet? Then run this cell again" in message
    assert "Connection refused" in message


# Links


def test_a_repository_brings_a_badge_and_the_package_is_fetched_from_it():
    notebook = new_notebook(cells=[new_code_cell("from course import *", id="setup")])
    insert_set_up(notebook, "notebooks/homework/hw1/hw1.ipynb", REPOSITORY)
    badge, code = notebook.cells
    address = "https://colab.research.google.com/github/dept/backprop/blob/main/"
    assert f'href="{address}notebooks/homework/hw1/hw1.ipynb"' in badge.source
    url = "https://github.com/dept/backprop/archive/refs/heads/main.zip"
    assert f'install_course("{url}")' in code.source
    assert code.source.endswith("from course import *")
    assert without_copy(code.source) == code.source


@pytest.mark.parametrize("choices", [CARRIED, REPOSITORY])
def test_lines_added_to_the_authors_set_up_can_be_removed(choices):
    assert (
        without_set_up(f"{set_up_code(choices)}\n\nfrom course import *") == "from course import *"
    )
    assert without_set_up("# @title Mine\nx = 1\n\ny = 2") == "# @title Mine\nx = 1\n\ny = 2"


def test_no_badge_appears_without_a_repository():
    notebook = new_notebook(cells=[new_code_cell("from course import *", id="setup")])
    insert_set_up(notebook, "hw1.ipynb", ReleaseChoices())
    assert [c.id for c in notebook.cells] == ["setup"]


@pytest.mark.parametrize(
    ("given", "url"),
    [
        (
            {"repository": "https://github.com/o/n.git/", "branch": "fall"},
            "n/archive/refs/heads/fall",
        ),
        ({"repository": "https://github.com/o/n", "install_from": "copy"}, ""),
        ({"install_from": "git+https://gitlab.com/o/n"}, "git+https://gitlab.com/o/n"),
    ],
)
def test_notebooks_install_from_the_chosen_source(given, url):
    blank = {"repository": None, "branch": None, "install_from": None}
    found = ReleaseChoices().changed(**blank | given).url
    assert url in found and bool(url) == bool(found)


@pytest.mark.parametrize(
    "given",
    [
        {"repository": "https://gitlab.com/o/n"},
        {"repository": 'https://github.com/o/n"><script>'},
        {"branch": "main page"},
        {"install_from": "backprop"},
        {"install_from": 'https://x/"+evil+"'},
    ],
)
def test_a_link_that_cannot_work_is_refused(given):
    with pytest.raises(BadChoice):
        ReleaseChoices(**given)


# Grading what comes back


def test_a_file_from_an_earlier_release_needs_no_repair():
    release = nbformat.read(released_path("hw1-cosh"), as_version=4)
    cell(release, "setup").source = set_up_code(CARRIED) + "\n\nfrom course import *"
    handed_in = nbformat.from_dict(release)
    copy = packed_course(lecture=False)
    cell(handed_in, "setup").source = set_up_code(CARRIED).replace(copy, copy[::-1])
    cell(handed_in, "setup").source += "\n\nfrom course import *"
    repaired = repair(handed_in, Release(release))
    assert (repaired.earlier, repaired.mended) == (False, [])
    assert copy in cell(repaired.notebook, "setup").source


def test_a_missing_badge_needs_no_repair():
    release = nbformat.read(released_path("hw1-cosh"), as_version=4)
    insert_set_up(release, "hw1-cosh.ipynb", REPOSITORY)
    assert release.cells[0].id == "open-in-colab"
    given = nbformat.read(released_path("hw1-cosh"), as_version=4)
    given.cells = [cell for cell in given.cells if cell.id != "open-in-colab"]
    repaired = repair(given, Release(release))
    assert (repaired.earlier, repaired.mended) == (False, [])


# A GPU


def test_checks_and_pictures_run_on_the_cpu_whatever_the_default_device_is():
    """On the device "meta" nothing has a value: whatever strays to it cannot be compared."""

    weights = torch.tensor([[0.4, -1.1, 0.7], [1.3, 0.2, -0.6]])
    torch.set_default_device("meta")
    try:
        graph = Leaf(weights, "w") + Exp(Leaf(weights.exp(), "b"))
        check_results(graph, forward_algorithm)
        check_gradients(graph, forward_algorithm, backward_algorithm)
        check_node(Matsum, weights)
        x = Leaf(weights, "x")
        check_derivatives(x**3, x, forward_algorithm, backward_algorithm, order=2)
        assert "<svg" in draw(forward_algorithm(graph)).svg
    finally:
        torch.set_default_device(None)
