"""Two sessions of pytest at the same time."""

import os
import subprocess
import sys

from tests.helpers import ROOT

CONFTEST = """
import _pytest.tmpdir
from tests.helpers.own_folder import pytest_sessionfinish

remove = _pytest.tmpdir.rmtree

def removed_and_made_by_another_session(folder, **options):
    remove(folder, **options)
    if folder.name == "pytest-0":
        folder.mkdir()
        (folder / ".lock").touch()

_pytest.tmpdir.rmtree = removed_and_made_by_another_session
"""


def test_a_session_that_ends_leaves_the_lock_of_one_that_gets_its_number(tmp_path):
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_it.py").write_text("def test_it(tmp_path): pass")
    (tmp_path / "pytest.ini").write_text("[pytest]\ntmp_path_retention_policy = failed")
    folders = tmp_path / "folders"
    folders.mkdir()
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tmp_path],
        cwd=tmp_path,
        env=os.environ | {"PYTEST_DEBUG_TEMPROOT": str(folders), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert [*folders.glob("*/pytest-0/.lock")]
