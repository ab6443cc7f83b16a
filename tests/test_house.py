"""The house is in order: lists of dependencies agree, commands exist, nothing private is in it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from autograder.house import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def requirements(*groups) -> dict[str, Requirement]:
    texts = [text for group in groups for text in group]
    return {Requirement(text).name: Requirement(text) for text in texts}


def locked() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def test_the_lock_file_pins_a_version_of_each_dependency_that_pyproject_allows():
    versions = {name.lower(): version for name, version in locked().items()}
    for name, wanted in requirements(PROJECT["dependencies"], *EXTRAS.values()).items():
        assert wanted.specifier.contains(versions[name.lower()]), name


def test_environment_yml_lists_what_pyproject_lists():
    text = (ROOT / "environment.yml").read_text()
    listed = requirements(
        re.findall(r"^ +- \"?([\w-]+(?:\[\w+\])?[<>=][^\"\n]*)\"?$", text, re.MULTILINE)
    )
    python = listed.pop("python")
    assert str(python.specifier) == PROJECT["requires-python"]
    wanted = requirements(PROJECT["dependencies"], *EXTRAS.values())
    assert {n: str(r.specifier) for n, r in listed.items()} == {
        n: str(r.specifier) for n, r in wanted.items()
    }


def test_the_colab_environment_has_the_pinned_torch():
    makefile = (ROOT / "Makefile").read_text()
    assert makefile.count("$(PIP) $(TORCH)") == 2
    assert re.search(r"^torch==\d", (ROOT / "requirements.lock").read_text(), re.MULTILINE)


def test_an_old_python_gets_a_short_error(tmp_path):
    old = tmp_path / "python3.9"
    old.write_text('#!/bin/sh\nexec python3 -c "import sys; sys.version_info = (3, 9, 1)\n$2"\n')
    old.chmod(0o755)
    made = subprocess.run(
        ["make", "-C", ROOT, "-B", ".venv/.done", f"PYTHON={old}"], capture_output=True, text=True
    )
    assert made.returncode != 0
    assert "needs Python 3.11 or newer" in made.stderr


def test_every_file_is_free_of_paths_of_one_machine():
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in files.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".png", ".svg"} or not path.exists():
            continue
        assert not re.search(r"(?<![\w.$])/(root|home|work|Users)/\w", path.read_text()), name


@pytest.mark.parametrize("command", ["make demo", "make test", "make lab"])
def test_the_readme_names_the_commands_that_the_makefile_has(command):
    assert command in (ROOT / "README.md").read_text()
    assert re.search(rf"^{command.split()[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_picture_in_the_readme_is_fresh():
    from tests.readme_picture import picture

    is_fresh = (ROOT / "docs" / "cosh.svg").read_text() == picture()
    assert is_fresh, "docs/cosh.svg is stale. Run: make picture"


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]])
def test_ruff_finds_nothing(check):
    done = subprocess.run(
        [Path(sys.executable).with_name("ruff"), *check, "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
