"""Makes system calls that Python lacks: for namespaces, mounts and privileges."""

import ctypes
import os
import platform
import signal
import struct

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
CLONE_PARENT = 0x00008000
NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC = 1, 2, 4, 8, 4096, 16384
MS_REMOUNT, MS_PRIVATE = 32, 1 << 18
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
PR_SET_SECCOMP, SECCOMP_FILTER = 22, 2
PR_SET_THP_DISABLE = 41

libc = ctypes.CDLL(None, use_errno=True)


def clone(flags: int) -> int:
    """Like os.fork, but with flags.

    This saves a fork for each kernel: a process that calls unshare cannot itself become process 1
    of the new namespaces, and would have to fork once more.
    """
    python, holding = ctypes.pythonapi, ctypes.PyDLL(None, use_errno=True)  # keeps the GIL
    number = 56 if platform.machine() == "x86_64" else 220
    arguments = map(ctypes.c_long, (number, flags | signal.SIGCHLD, 0, 0, 0, 0))
    python.PyOS_BeforeFork()
    child = holding.syscall(*arguments)
    if child == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    _check(min(child, 0), "clone")
    return child


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str = "") -> None:
    """Mounts something."""

    def encoded(text: str | None) -> bytes | None:
        return None if text is None else os.fsencode(text)

    done = libc.mount(
        encoded(source), encoded(target), encoded(kind), ctypes.c_ulong(flags), encoded(options)
    )
    _check(done, f"mount {target}")


def prctl(option: int, value: int) -> None:
    """Sets an option of this process."""
    _check(libc.prctl(option, value, 0, 0, 0), f"prctl {option}")


def load_filter(program: bytes) -> None:
    """Loads a filter of system calls. From then on, this thread and all that it starts can make
    only the calls that the filter allows."""
    held = ctypes.create_string_buffer(program, len(program))
    described = struct.pack("@HP", len(program) // 8, ctypes.addressof(held))
    _check(libc.prctl(PR_SET_SECCOMP, SECCOMP_FILTER, described, 0, 0), "seccomp")


def drop_privilege() -> None:
    """Drops all capabilities for good: none can be gained again."""
    for capability in range(64):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    header = struct.pack("Ii", 0x20080522, 0)
    _check(libc.capset(header, struct.pack("6I", *[0] * 6)), "capset")


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
