"""Checks, before anything is installed, whether this machine can do what `make` was asked for.

    python3 tools/preflight.py [GOALS]

Each refusal is a sentence that says what helps. Python 3.6 and newer can parse this file, so that
one that is too old is told so. What runs later may rely on the version.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
TRIED = ("3.12", "3.13", "3.11")  # in the order in which they are offered
# Earlier 3.13 releases do not always stop endless recursion (CPython's issues 132744 and 145008).
FIRST_313 = (3, 13, 13)
DISK = 3.5e9  # bytes: .venv and .venv-colab with PyTorch's CPU build, and a graded class
DISK_WITH_CUDA = 8e9
WITHOUT_SANDBOX = {"venv", "lab", "lint", "lock", "picture"}  # goals that run no student's code

# Does what bubblewrap does: makes namespaces (an ordinary user needs a user namespace for that) and
# mounts /proc.
LIKE_BUBBLEWRAP = """
import ctypes, os, sys
namespaces, user_namespace, private, harmless = %d, %d, %d, %d
libc = ctypes.CDLL(None, use_errno=True)
def must(call, *arguments):
    if call(*arguments): sys.exit(f"{call.__name__}: {os.strerror(ctypes.get_errno())}")
user, group, ordinary = os.geteuid(), os.getegid(), os.geteuid() != 0
must(libc.unshare, namespaces if ordinary else namespaces & ~user_namespace)
if ordinary:
    maps = {"setgroups": "deny", "uid_map": f"0 {user} 1", "gid_map": f"0 {group} 1"}
    for name, text in maps.items(): open("/proc/self/" + name, "w").write(text)
child = os.fork()
if child: sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
must(libc.mount, None, b"/", None, private, None)
must(libc.mount, b"proc", b"/proc", b"proc", harmless, None)
"""


class Refusal(Exception):
    """What is missing, and what helps."""


def python():
    """Checks the version, and the modules that Debian and Ubuntu put in a separate package."""
    version = "{}.{}".format(*sys.version_info)
    if sys.version_info < OLDEST:
        newer = another_python()
        if newer:
            advice = f"This one will do: make PYTHON={newer}"
        else:
            advice = "Install a newer one: from python.org/downloads, or by conda, uv or pyenv."
        raise Refusal(
            f"This project needs Python 3.11 or newer, and this one is {version}. {advice}"
        )
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        raise Refusal(
            "This Python cannot make environments: its ensurepip is missing. On Debian and Ubuntu: "
            f"apt install python{version}-venv"
        )
    if (3, 13) <= sys.version_info < FIRST_313:
        print(
            "Python {}.{}.{} may not stop endless recursion: a submission with it uses up its "
            "memory, and can lose the points of later checks. Python 3.12 and 3.13.13 stop "
            "it.".format(*sys.version_info)
        )


def another_python():
    """The name of a Python on PATH that is new enough, or None. Each is started, because pyenv's
    names may lead nowhere."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    paths = filter(None, (shutil.which("python" + version) for version in TRIED))
    started = {path: subprocess.Popen([path, "-c", ""], **quiet) for path in paths}
    for path, process in started.items():
        if process.wait() == 0:
            return Path(path).name
    return None


def folder():
    """Checks that this folder is writable and, unless it has a .venv, that enough space is free."""
    if not os.access(".", os.W_OK):
        raise Refusal("This folder cannot be written to: clone the project into one of your own.")
    free = shutil.disk_usage(".").free
    is_begun = Path(".venv").exists()
    if free < DISK and not is_begun:
        raise Refusal(f"{free / 1e9:.1f} GB are free here, and {DISK / 1e9:.1f} GB are needed.")
    if free < DISK_WITH_CUDA and not is_begun:
        print(f"{free / 1e9:.1f} GB are free here: enough, unless PyTorch brings CUDA.")


def sandbox():
    """Checks, by the grader's own rule, that students' code can be sandboxed. Nothing that this
    imports has to be installed."""
    if sys.platform != "linux":
        raise Refusal(
            "Students' code is graded in a sandbox that only Linux has. Here `make lab` works, "
            "with all notebooks and demos; the rest in a container: .devcontainer has one."
        )
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from autograder.sandbox import bubblewrap
    from autograder.sandbox.inside import linux

    numbers = (
        linux.NAMESPACES,
        linux.CLONE_NEWUSER,
        linux.MS_REC | linux.MS_PRIVATE,
        linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC,
    )
    try:
        if shutil.which("bwrap"):
            bubblewrap.require_sandbox()
        else:
            makes_namespaces = LIKE_BUBBLEWRAP % numbers + bubblewrap.PROBE
            bubblewrap.try_namespaces([sys.executable, "-c", makes_namespaces])
    except bubblewrap.NoSandbox as reason:
        raise Refusal(str(reason)) from None


def main(goals):
    """Exits with the first refusal. If only the sandbox is missing and no goal needs it, prints a
    note instead."""
    try:
        python()
        folder()
    except Refusal as refusal:
        sys.exit(str(refusal))
    try:
        sandbox()
    except Refusal as refusal:
        if not goals or set(goals) - WITHOUT_SANDBOX:
            sys.exit(str(refusal))
        print(f"Grading will not work on this machine. {refusal}")


if __name__ == "__main__":
    main(sys.argv[1:])
