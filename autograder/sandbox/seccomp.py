"""What a student's kernel may not even ask Linux for: a seccomp filter, which bubblewrap loads.

Namespaces hide most of the machine. What is left are calls by which memory would be held where
nobody counts it, calls that take the limits of another process of the same user (the warden) away,
and parts of Linux that no notebook needs. They fail as on a Linux that has no such call: libraries
are prepared for that.
"""

import platform
import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

# Numbers of system calls: of x86_64, and of aarch64.
NEVER = {
    "memfd_create": (319, 279),  # holds memory without a process
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "add_key": (248, 217),  # keys outlive who made them
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
}
# Only where these arguments are 0, by which the caller mostly means itself.
ONLY_WITH_ZERO = {
    "prlimit64": ((302, 261), (0,)),  # pid
    "setpriority": ((141, 140), (0, 1)),  # kind: a process; which
    "ioprio_set": ((251, 30), (1,)),
    "sched_setscheduler": ((144, 119), (1,)),  # policy: the usual one; ZMQ asks for it
    "sched_setparam": ((142, 118), (0,)),
    "sched_setattr": ((314, 274), (0,)),
}
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, AUDIT_ARCH
OTHER_CALLS = 0x40000000  # from here on x86_64 has the same calls under other numbers

# Classic BPF, from linux/filter.h; the offsets are those of `struct seccomp_data`.
LOAD, JUMP_EQUAL, JUMP_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050026, 0x80000000  # refused with ENOSYS


class UnknownMachine(RuntimeError):
    """The numbers of this machine's system calls are not known."""


def program() -> bytes:
    """The filter in the form that bubblewrap's `--seccomp` reads.

    Raises:
        UnknownMachine: it can only be made for x86_64 and aarch64.
    """
    if platform.machine() not in MACHINES:
        raise UnknownMachine(f"there is no system call filter for {platform.machine()}")
    column, architecture = MACHINES[platform.machine()]
    lines = [
        _line(LOAD, ARCHITECTURE),
        _line(JUMP_EQUAL, architecture, 1, 0),
        _line(RETURN, KILL),
        _line(LOAD, NUMBER),
        *_refuse_if(JUMP_AT_LEAST, OTHER_CALLS),
    ]
    for numbers in NEVER.values():
        lines += _refuse_if(JUMP_EQUAL, numbers[column])
    for numbers, arguments in ONLY_WITH_ZERO.values():
        tests = [line for each in arguments for line in _refuse_unless_zero(each)]
        tests.append(_line(RETURN, ALLOW))
        lines += [_line(JUMP_EQUAL, numbers[column], 0, len(tests)), *tests]
    return b"".join([*lines, _line(RETURN, ALLOW)])


@contextmanager
def opened() -> Iterator[int]:
    """A descriptor from which the filter can be read once."""
    with tempfile.TemporaryFile() as file:
        file.write(program())
        file.seek(0)
        yield file.fileno()


def _refuse_if(jump: int, number: int) -> list[bytes]:
    return [_line(jump, number, 0, 1), _line(RETURN, REFUSE)]


def _refuse_unless_zero(argument: int) -> list[bytes]:
    load = _line(LOAD, ARGUMENTS + 8 * argument)  # the lower half; these are ints
    return [load, _line(JUMP_EQUAL, 0, 1, 0), _line(RETURN, REFUSE)]


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)
