"""Runs Python as an ordinary user, for tests that root has started:
`python -m tests.helpers.ordinary_user ARGUMENTS`. The user can reach Python and the clone, even
below closed folders."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from autograder.base.paths import ROOT
from autograder.sandbox.inside import linux

USER = 54321  # an id that nobody has
CLONE_NEWNS = linux.CLONE_NEWNS


def pass_too(*tests: str) -> None:
    """Asserts that each of some tests passes as an ordinary user, too."""
    if os.geteuid() != 0:
        pytest.skip("This is an ordinary user.")
    done = run("-m", "pytest", "-x", "-m", "", *tests, "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout[-5000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= len(tests)


def run(*arguments: str) -> subprocess.CompletedProcess:
    """Runs Python as the user, whose files are removed at the end."""
    with tempfile.TemporaryDirectory(prefix="ordinary-") as folder:
        Path(folder).chmod(0o711)
        return subprocess.run(
            [sys.executable, "-m", "tests.helpers.ordinary_user", *arguments],
            cwd=ROOT,
            env=os.environ | {"TMPDIR": folder},
            capture_output=True,
            text=True,
        )


def main() -> None:
    """Becomes the user, and runs Python with the arguments."""
    if linux.libc.unshare(CLONE_NEWNS):
        raise OSError("This needs root.")
    linux.mount(None, "/", None, linux.MS_REC | linux.MS_PRIVATE)
    _open_up([Path(p).resolve() for p in (sys.prefix, sys.base_prefix, ROOT)])
    home = tempfile.mkdtemp()
    os.chown(home, USER, USER)
    os.setgroups([])
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)
    kept = {name: os.environ[name] for name in ("PATH", "CI") if name in os.environ}
    own = {"HOME": home, "TMPDIR": home, "USER": "ordinary", "PYTHONDONTWRITEBYTECODE": "1"}
    os.chdir(ROOT)
    os.execve(sys.executable, [sys.executable, *sys.argv[1:]], kept | own)


def _open_up(paths: list[Path]) -> None:
    """Replaces each folder above a path that is closed to others by an open one, which holds only
    the paths."""
    closed = {p for path in paths for p in path.parents if not p.stat().st_mode & 0o001}
    for folder in sorted(closed, key=lambda folder: len(folder.parts))[:1]:
        inside = [path for path in paths if path.is_relative_to(folder)]
        held = [os.open(path, os.O_PATH) for path in inside]
        linux.mount("tmpfs", str(folder), "tmpfs", linux.MS_NOSUID, "mode=755")
        for path, fd in zip(inside, held, strict=True):
            path.mkdir(parents=True)
            linux.mount(f"/proc/self/fd/{fd}", str(path), None, linux.MS_BIND | linux.MS_REC)
            os.close(fd)
        _open_up(paths)


if __name__ == "__main__":
    main()
