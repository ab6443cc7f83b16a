"""Nothing private to one machine is in any file, and lint finds nothing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT


def test_no_file_contains_paths_of_one_machine():
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in files.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".png", ".svg"} or not path.exists():
            continue
        assert not re.search(r"(?<![\w.$])/(root|home|work|Users)/\w", path.read_text()), name


@pytest.mark.parametrize("command", ["ruff check .", "ruff format --check .", "mypy"])
def test_lint_finds_nothing(command):
    program, *arguments = command.split()
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
