"""Every package that is needed is declared, pinned and listed, in agreement."""

import ast
import sys
import sysconfig
from importlib.metadata import Distribution, distributions, packages_distributions

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.helpers import ROOT
from tests.helpers.lock_file import locked
from tests.helpers.project import EXTRAS, PROJECT, PYTHONS


def requirements(*groups) -> dict[str, Requirement]:
    wanted = [Requirement(text) for group in groups for text in group]
    return {canonicalize_name(each.name): each for each in wanted}


def imported(folder: str) -> set[str]:
    """The modules that a folder's files import anywhere, but for Python's own and ours."""
    names = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module)
    ours = {path.stem for path in ROOT.rglob("autograder/**/*") if path.suffix in {".py", ""}}
    known = sys.stdlib_module_names | ours | {"course", "autograder", "tests", "benchmarks"}
    return {name.split(".")[0] for name in names} - known


@pytest.mark.parametrize(
    ("folder", "extras"),
    [("course", ()), ("autograder", ("grading",)), ("tests", ("grading", "postgresql", "dev"))],
)
def test_every_package_that_is_imported_is_declared(folder, extras):
    declared = requirements(PROJECT["dependencies"], *(EXTRAS[name] for name in extras))
    packages = packages_distributions()
    for name in imported(folder):
        brought_by = {canonicalize_name(package) for package in packages.get(name, [name])}
        assert brought_by & declared.keys(), f"{folder} imports {name}"


def test_the_lock_file_pins_a_version_of_each_dependency_that_pyproject_allows():
    versions = locked()
    for name, wanted in requirements(PROJECT["dependencies"], *EXTRAS.values()).items():
        assert wanted.specifier.contains(versions[name]), name


@pytest.fixture(scope="module")
def pinned() -> dict[str, Distribution]:
    """The pinned packages that this environment has. Those that only an older Python needs are
    missing on a newer one."""
    found = distributions(path=[sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    here = {canonicalize_name(each.name): each for each in found}
    missing = locked().keys() - here.keys()
    oldest = tuple(map(int, PYTHONS[0].split(".")[:2]))
    assert not missing or sys.version_info[:2] > oldest, f"{missing}. Run: make venv"
    return {name: here[name] for name in locked() if name in here}


def test_the_pinned_versions_are_the_tested_ones(pinned):
    for name, package in pinned.items():
        assert package.version.split("+")[0] == locked()[name], f"{name}. Run: make venv"


@pytest.mark.parametrize("python", PYTHONS)
def test_each_pinned_version_can_be_installed_on_each_python(pinned, python):
    assert SpecifierSet(PROJECT["requires-python"]).contains(python)
    refused = {
        name: asked
        for name, package in pinned.items()
        if (asked := package.metadata.get("Requires-Python"))
        and not SpecifierSet(asked).contains(python)
    }
    assert not refused


@pytest.mark.parametrize("python", PYTHONS)
def test_dependencies_of_pinned_versions_are_pinned_for_each_python(pinned, python):
    versions = locked()
    here = {"python_version": python.rpartition(".")[0], "python_full_version": python, "extra": ""}
    for name, package in pinned.items():
        for needed in map(Requirement, package.requires or []):
            if needed.marker and not needed.marker.evaluate(here):
                continue
            if needed.name.startswith(("nvidia-", "cuda-", "triton")):  # PyTorch pins its own
                continue
            pinned = versions.get(canonicalize_name(needed.name))
            if pinned is None and needed.name in {"setuptools", "pip"}:
                continue
            assert pinned, f"{name} needs {needed.name} with Python {python}"
            assert needed.specifier.contains(pinned, prereleases=True), f"{name}: {needed}"


def test_environment_yml_lists_what_pyproject_lists():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    python, packages = listed[0], listed[-1]["pip"]
    assert SpecifierSet(PROJECT["requires-python"]).contains(python.removeprefix("python="))
    wanted = requirements(PROJECT["dependencies"], *EXTRAS.values())
    named = [line for line in packages if not line.startswith("-")]
    assert {n: str(r) for n, r in requirements(named).items()} == {
        n: str(r) for n, r in wanted.items()
    }
