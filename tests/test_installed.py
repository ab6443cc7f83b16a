"""The two packages installed from a wheel, used in a folder that is not a clone."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

import course
from autograder.base.paths import ROOT
from tests.helpers.submissions import submissions_of

pytestmark = pytest.mark.slow

# The clone's packages are installed for editing here, which would be found first.
NOT_THE_CLONE = "import sys; sys.meta_path = [f for f in sys.meta_path if 'editable' not in str(f)]"
COMMAND = (
    f"{NOT_THE_CLONE}; sys.argv[0] = 'autograder'; from autograder.__main__ import main; main()"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """As `python -m build` makes it, with the tools that are here."""
    folder = tmp_path_factory.mktemp("wheel")
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, tracked.stdout.split("\0")):
        if (ROOT / name).exists():
            (folder / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / "clone" / name)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder]
    environment = os.environ | {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    subprocess.run([*pip, folder / "clone"], env=environment, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel) -> Path:
    folder = wheel.parent / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, code: str, *arguments: object, cwd: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_contains_both_packages_completely(wheel):
    assert wheel.name.startswith(f"backprop_by_hand-{course.__version__}-")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    for package in ("course", "autograder"):
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path.relative_to(ROOT).as_posix() in held
    assert not any(name.startswith(("solutions", "notebooks", "tests")) for name in held)


def test_a_student_can_import_the_course_anywhere(installed, tmp_path):
    use = "from course import *; import course; print(course.__file__); replay(Exp(Leaf(1.0)))"
    ran = run(installed, f"{NOT_THE_CLONE}; {use}", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(str(installed))


def test_a_command_outside_a_clone_says_where_it_belongs(installed, tmp_path):
    ran = run(installed, COMMAND, "grade", "hw2-tanh", cwd=tmp_path)
    assert ran.returncode == 2
    assert "Run this in a clone of the project" in " ".join(ran.stderr.split())


def test_an_instructor_grades_in_a_clone_with_the_installed_command(installed, wheel, tmp_path):
    clone = tmp_path / "clone"
    shutil.copytree(wheel.parent / "clone", clone)
    for package in ("course", "autograder"):
        shutil.rmtree(clone / package)
    ada = submissions_of("hw1-cosh")["ada"]
    path = clone / "class" / "submitted" / "ada" / "hw1-cosh" / "hw1-cosh.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(ada.notebook(), path)
    ran = run(installed, COMMAND, "grade", "hw1-cosh", cwd=clone)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "ada" in ran.stdout
    assert (clone / "class" / "gradebook.db").exists()
