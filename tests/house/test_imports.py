"""Packages import only what they may."""

import ast
import graphlib
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import nbformat

import autograder
from tests.helpers import ROOT
from tests.helpers.project import imports_of


def test_each_package_of_the_autograder_imports_only_packages_below_it():
    """Imports inside functions included; the rooms stand in the package's docstring in order."""
    rooms = re.findall(r"^    (\w+) ", autograder.__doc__, re.MULTILINE)
    folders = {path.parent.name for path in (ROOT / "autograder").glob("*/__init__.py")}
    assert set(rooms) == folders
    arrows = imports_of(set(rooms), "autograder")
    up = {(a, b) for a, b in arrows if rooms.index(a) >= rooms.index(b)}
    assert not up
    assert len(arrows) <= 109  # to be raised only for a new package


def test_imports_in_course_do_not_go_round_in_a_circle():
    of: dict[str, set[str]] = {}
    for path in (ROOT / "course").rglob("*.py"):
        if path != ROOT / "course" / "__init__.py":
            of.setdefault(course_room(path), set()).update(
                course_room(ROOT / f"{name.replace('.', '/')}.py")
                for name in re.findall(r"from (course\.[\w.]+) import", path.read_text())
            )
    alone = {room: names - {room} for room, names in of.items()}
    assert {"check/engines", "check/base", "reference", "player", "subject.py"} <= set(
        graphlib.TopologicalSorter(alone).static_order()  # raises an error that shows the ring
    )


def test_what_lectures_and_solutions_import_exists():
    texts = {path.name: path.read_text() for path in (ROOT / "solutions").glob("*.py")}
    for path in (ROOT / "notebooks" / "lectures").glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        texts[path.name] = "\n".join(c.source for c in cells if c.cell_type == "code")
    found = [
        (name, imported[1], word)
        for name, text in texts.items()
        for imported in re.finditer(r"^from (course[\w.]*) import ([\w, ]+)$", text, re.MULTILINE)
        for word in imported[2].split(", ")
    ]
    assert {"4-tensors-and-matmul.ipynb", "hw8-transformer.py"} <= {name for name, _, _ in found}
    gone = [each for each in found if not hasattr(import_module(each[1]), each[2])]
    assert not gone


def course_room(path: Path) -> str:
    """The package of a module of `course`; a module beside the packages is a room by itself."""
    path = path.relative_to(ROOT / "course")
    return path.parent.as_posix() if path.parent.name else path.name


def test_the_package_for_students_knows_nothing_of_grading():
    for path in (ROOT / "course").rglob("*.py"):
        assert "autograder" not in path.read_text(), path


def test_the_tests_of_the_package_for_students_run_without_the_autograder():
    for path in (ROOT / "tests" / "course").rglob("*.py"):
        assert not re.search(r"^ *(?:from|import) autograder", path.read_text(), re.MULTILINE), path
    code = (
        "import sys; sys.modules['autograder'] = None; import pytest\n"
        "sys.exit(pytest.main(['--collect-only', '-qq', 'tests/course']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_what_runs_inside_the_sandbox_imports_nothing_of_the_autograder():
    for path in (ROOT / "autograder" / "sandbox" / "inside").glob("*.py"):
        assert not re.search(r"^ *(?:from|import) autograder", path.read_text(), re.MULTILINE), path


def test_the_modules_outside_on_nbgrader_that_use_nbgrader_or_its_tables_are_listed_there():
    package = ROOT / "autograder"
    importing = {
        path.relative_to(package).with_suffix("").as_posix()
        for path in package.rglob("*.py")
        if re.search(r"^ *(?:from|import) nbgrader\b|\bopen_gradebook\b", path.read_text(), re.M)
    }
    said = ast.get_docstring(ast.parse((package / "on_nbgrader" / "__init__.py").read_text()))
    listed = set(re.findall(r"`(\w+(?:/\w+)+)`", said))
    assert {name for name in importing if not name.startswith("on_nbgrader/")} == listed
