"""A name means one thing, and a docstring names what exists."""

import ast
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers import ROOT
from tests.helpers.project import PACKAGES


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_package_docstring_names_exactly_its_own_modules(package):
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text()))
    named = {word.partition(".")[0] for word in re.findall(r"`([a-z][\w.]*)`", text)}
    parts = {path.stem for path in package.iterdir() if path.suffix != ".css"}
    modules = {path.stem for path in package.glob("*.py")} | {
        p.parent.name for p in package.glob("*/__init__.py")
    }
    assert named <= parts | {"autograder"}
    assert modules - {"__init__"} <= named


def public_names(path: Path) -> set[str]:
    """The classes, functions and constants that a module defines, but for private ones."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        found |= {n.id for t in targets if t for n in ast.walk(t) if isinstance(n, ast.Name)}
        found |= {node.name} if isinstance(node, ast.FunctionDef | ast.ClassDef) else set()
    return {name for name in found if not name.startswith("_")}


def test_a_public_name_means_the_same_in_all_modules():
    paths = [path for each in PACKAGES for path in each.glob("*.py")]
    paths += (ROOT / "course").glob("*.py")
    names = Counter(name for path in paths for name in public_names(path))
    assert {"Classroom", "MAX_DEPTH", "CheckFailed"} <= names.keys()
    allowed = {"T", "main"}  # a type variable, and where a program begins
    assert {name for name, times in names.items() if times > 1} - allowed == set()


def test_modules_and_packages_of_the_course_have_names_of_their_own():
    paths = [*(ROOT / "course").rglob("*.py")]
    names = Counter(path.parent.name if path.stem == "__init__" else path.stem for path in paths)
    assert {"graph", "check"} <= names.keys()
    assert {name for name, times in names.items() if times > 1} == set()


def test_only_the_class_says_how_to_type_a_command_about_it():
    """`Classroom.command` adds the class's folder and database. Only the rules, which know no
    class, leave them out."""
    typed = re.compile(r"autograder (?!release |publish )[a-z]+ (.* )?$")
    found = []
    for path in {*(ROOT / "autograder").rglob("*.py")} - {ROOT / "autograder/rules/policy.py"}:
        for text in ast.walk(ast.parse(path.read_text())):
            parts = text.values if isinstance(text, ast.JoinedStr) else []
            for part, following in pairwise(parts):
                if isinstance(part, ast.Constant) and isinstance(following, ast.FormattedValue):
                    found += [(path.name, part.value)] * bool(typed.search(part.value))
    assert found == []
