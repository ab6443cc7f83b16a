"""Tests are where one looks for them."""

from collections import Counter
from pathlib import Path

from tests.helpers import ROOT
from tests.helpers.order import IN_THE_LAB, LONGEST_FIRST
from tests.helpers.project import PACKAGES


def test_each_package_has_its_folder_of_tests_and_no_other_folder_has_any():
    files = [path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")]
    of_several = map(Path, (".", "autograder", "course", "house"))
    folders = {path.parent for path in files}.difference(of_several)
    assert folders == {path.relative_to(ROOT) for path in PACKAGES}
    of_tests = [ROOT / "tests" / each for each in folders]
    assert [each for each in of_tests if not (each / "__init__.py").exists()] == []
    page = (ROOT / "tests" / "README.md").read_text()
    beside = {path.name for path in files if path.parent == Path()}
    assert {name for name in beside if f"`{name}`" not in page} == set()


def test_files_that_start_early_exist_and_have_names_of_their_own():
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert {name for name, times in names.items() if times > 1} == set()
    assert {*LONGEST_FIRST, *IN_THE_LAB} <= names.keys()
