"""What marks depend on: a submission is graded again if any of it has changed."""

import ast
import json
import re
from pathlib import Path

import pytest

from autograder.base.paths import ROOT, released_path
from autograder.grading import ingredients
from autograder.grading.ingredients import IRRELEVANT, code_files, shared_ingredients
from autograder.sandbox.limits import Limits
from tests.helpers.grading import HOMEWORK


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ({"a": "1", "b": "1", "c": "1"}, ""),
        ({"a": "2", "b": "1", "c": "1"}, "a has changed since"),
        ({"a": "2", "b": "1", "c": "2"}, "a and c have changed since"),
        ({"a": "2", "b": "2", "c": "2"}, "a, b and c have changed since"),
    ],
)
def test_changes_since_the_last_grading_are_reported_in_a_sentence(before, says):
    assert ingredients.what_changed(before, {"a": "1", "b": "1", "c": "1"}) == says


# What grading imports, and no mark depends on, nor on what only these import. Penalties are
# recomputed each time; an id is an ingredient by itself.
WITHOUT_A_MARK = {
    f"{room}/{path.name}"
    for room in ("rules", "people")
    for path in (ROOT / "autograder" / room).glob("*.py")
}


def test_marks_depend_on_the_files_that_grading_imports_and_on_no_others():
    package = ROOT / "autograder"
    kernel = [path for room in ("in_kernel", "sandbox") for path in (package / room).rglob("*.py")]
    without = {package / name for name in WITHOUT_A_MARK}
    imported = closure(package / "grading" / "grade.py", *kernel, without=without)
    entered = set(code_files("autograder", without=IRRELEVANT))
    assert (entered - imported, imported - entered) == (set(), set())
    assert [name for name in IRRELEVANT if not (package / name).exists()] == []


def closure(*paths: Path, without: set[Path]) -> set[Path]:
    """Files of the autograder and all those of it that they import, anywhere, but for some and what
    only these import."""
    found, ahead = set(), list(paths)
    while ahead:
        path = ahead.pop()
        if path in found | without:
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("autograder"):
                module = ROOT / node.module.replace(".", "/")
                modules = [module, module.parent, *(module / each.name for each in node.names)]
                files = {p for m in modules for p in (m.with_suffix(".py"), m / "__init__.py")}
                ahead += filter(Path.is_file, files)
    return found


def test_marks_do_not_depend_on_the_copy_of_the_package_in_a_notebook(tmp_path, monkeypatch):
    """Of the package, the checks and the player are ingredients, and the demos are not."""
    notebook = released_path(HOMEWORK).read_text()
    assert 'packed_course = \\"' in notebook
    other = re.sub(r'(packed_course = \\")[^\\]+', r"\1QUJD", notebook)
    assert len(other) < len(notebook) / 2
    changed = other.replace("**Exercise 5.**", "**Exercise 55.**")
    monkeypatch.setattr(ingredients, "released_path", lambda _: tmp_path / "hw.ipynb")
    hashes = []
    for text in (notebook, other, changed):
        (tmp_path / "hw.ipynb").write_text(text)
        hashes.append(shared_ingredients(HOMEWORK, Limits())["the homework"])
    assert hashes[0] == hashes[1] != hashes[2]


def test_marks_depend_on_the_earlier_releases_of_their_own_homework(tmp_path, monkeypatch):
    notebook = released_path(HOMEWORK)
    monkeypatch.setattr("autograder.base.paths.RELEASED", tmp_path)
    monkeypatch.setattr(ingredients, "released_path", lambda _: notebook)
    versions = []
    for kept in ({}, {"hw0": [{"mul": "a"}]}, {HOMEWORK: [{"mul": "a"}]}):
        (tmp_path / "earlier.json").write_text(json.dumps(kept))
        versions.append(shared_ingredients(HOMEWORK, Limits()))
    assert versions[0] == versions[1] != versions[2]
