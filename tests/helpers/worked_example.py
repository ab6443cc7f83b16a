"""Follows the worked example of docs/authors.md in a clone that has no other homework."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.base.paths import ROOT
from tests.helpers.clock import PATIENCE

HOMEWORK = "hw9-square"
HOUSE = ("course", "autograder", "nbgrader_config.py", "pyproject.toml", "LICENSE")


def page() -> str:
    """The page for authors."""
    return (ROOT / "docs" / "authors.md").read_text(encoding="utf-8")


def written_files() -> list[tuple[str, str]]:
    """What the page says to write: a name, a colon, and a block."""
    return re.findall(r"^`([^`]+)`:\n\n```python\n(.*?)^```$", page(), re.MULTILINE | re.DOTALL)


def copy_clone(clone: Path, *more: str) -> None:
    """Copies what any clone has, and more folders."""
    for name in (*HOUSE, *more):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, clone / name)


def follow(clone: Path) -> None:
    """Does in a copy of the clone what the page says."""
    copy_clone(clone)
    for folder in ("docs", "notebooks", "solutions/bank"):
        (clone / folder).mkdir(parents=True)
    for name, text in written_files():
        path = clone / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    table = clone / "course" / "operations.py"
    (row,) = re.findall(r"^```python\n( +\"Cube\":.*\n)```", page(), re.MULTILINE)
    rows = table.read_text(encoding="utf-8").replace('    "Add": ', row + '    "Add": ')
    table.write_text(rows, encoding="utf-8")


def run(clone: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Runs `autograder` in that clone."""
    environment = os.environ | {"PYTHONPATH": str(clone)}
    command = [sys.executable, "-m", "autograder", *map(str, arguments)]
    return subprocess.run(
        command, cwd=clone, env=environment, capture_output=True, text=True, check=False
    )


DRIVER = """
import json, runpy, sys
from typer.testing import CliRunner
from autograder.cli import app
runpy.run_path(sys.argv[1])
for line in sys.stdin:
    done = CliRunner().invoke(app, json.loads(line))
    print("DONE", json.dumps([done.exit_code, done.output, repr(done.exception)]), flush=True)
"""


@contextmanager
def commands(clone: Path, classroom: Path) -> Iterator[Callable[..., str]]:
    """Yields a function that runs commands in the clone, all in one process, to import PyTorch
    once. Only the next process sees what an author changes."""
    environment = os.environ | {"PYTHONPATH": str(clone), "CLASS_DIR": str(classroom)}
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, ROOT / "tests" / "helpers" / "unsynced.py"],
        cwd=clone,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def run(*words: object, code: int = 0) -> str:
        process.stdin.write(json.dumps([*map(str, words)]) + "\n")
        process.stdin.flush()
        told = next(line for line in process.stdout if line.startswith("DONE "))
        found, output, error = json.loads(told.removeprefix("DONE "))
        assert found == code, (words, output, error)
        return output

    try:
        yield run
    finally:
        process.stdin.close()
        process.wait(PATIENCE)
