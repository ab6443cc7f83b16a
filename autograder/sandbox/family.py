"""Finds out from /proc what a kernel and all the processes that it starts use.

Like zygote.py, this file is used inside the sandbox and imports nothing of the autograder.
"""

import contextlib
import os
import resource
from collections.abc import Iterator
from typing import NamedTuple

TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds; the unit of times in /proc


class FamilyMember(NamedTuple):
    """One process of the kernel's family, as the zygote's /proc shows it."""

    started: float  # seconds since the machine's start
    own: float  # seconds of its own processor time
    processor: float  # likewise, plus that of children that it has waited for
    memory: int  # bytes that it holds
    threads: list[str]  # the ids of its threads
    computing: int  # how many of its threads are computing


class Family:
    """A warden, the kernel that it forks, and all processes that the kernel starts, even if they
    have another parent by now."""

    def __init__(self, outer_proc: int, warden: int):
        """Does not look at any process yet.

        Args:
            outer_proc: a descriptor of the zygote's /proc.
            warden: the id that the warden has there.
        """
        self._outer_proc, self._warden = outer_proc, warden

    def members(self) -> dict[int, FamilyMember]:
        """All processes by their ids."""
        found: dict[int, FamilyMember] = {}
        pids = [self._warden]
        for pid in pids:  # the list grows meanwhile
            with contextlib.suppress(OSError, ValueError, IndexError):  # it may have just ended
                found[pid] = self._member(pid)
                for children in self._of_threads(pid, found[pid].threads, "children"):
                    pids += map(int, children.split())
        return found

    def warden(self) -> FamilyMember:
        """The warden alone."""
        return self._member(self._warden)

    def mapped(self) -> int:
        """The bytes of address space that the warden has mapped."""
        return int(self._read(f"{self._warden}/statm").split()[0]) * resource.getpagesize()

    def sockets(self) -> int:
        """The number of sockets in the warden's network namespace, whoever holds them."""
        return int(self._read(f"{self._warden}/net/sockstat").split()[2])

    def inner_ids(self, pid: int, threads: list[str]) -> Iterator[int]:
        """The ids that a process's threads have in the warden's own namespaces."""
        for status in self._of_threads(pid, threads, "status"):
            with contextlib.suppress(ValueError, IndexError):  # it may have just ended
                # Only at the start of a line, because an earlier line has the thread's name, which
                # the student can choose.
                yield int(status.split(b"\nNSpid:", 1)[1].split(b"\n", 1)[0].split()[-1])

    def _member(self, pid: int) -> FamilyMember:
        fields = _fields(self._read(f"{pid}/stat"))
        threads = self._threads(pid)
        states = [fields[0]]
        if len(threads) > 1:
            states = [_fields(stat)[0] for stat in self._of_threads(pid, threads, "stat")]
        # All threads share the memory, but the first may have ended, and then shows none.
        held = next(filter(None, map(_held, self._of_threads(pid, threads, "status"))), 0)
        return FamilyMember(
            started=TICK * int(fields[19]),
            own=TICK * sum(map(int, fields[11:13])),
            processor=TICK * sum(map(int, fields[11:15])),
            memory=held,
            threads=threads,
            computing=states.count(b"R"),
        )

    def _of_threads(self, pid: int, threads: list[str], file: str) -> Iterator[bytes]:
        """This file of each thread, except those that have just ended."""
        for thread in threads:
            with contextlib.suppress(OSError):
                yield self._read(f"{pid}/task/{thread}/{file}")

    def _threads(self, pid: int) -> list[str]:
        fd = os.open(f"{pid}/task", os.O_DIRECTORY, dir_fd=self._outer_proc)
        try:
            return os.listdir(fd)  # noqa: PTH208  a descriptor
        finally:
            os.close(fd)

    def _read(self, path: str) -> bytes:
        fd = os.open(path, os.O_RDONLY, dir_fd=self._outer_proc)
        try:
            return os.read(fd, 65536)
        finally:
            os.close(fd)


def _fields(stat: bytes) -> list[bytes]:
    """The fields of /proc/*/stat from the state on. They come after the name, which may contain
    anything."""
    return stat.rsplit(b")", 1)[1].split()


def _held(status: bytes) -> int:
    """The bytes that a thread's process holds; 0 if the thread has ended and shows none."""
    lines = (line.partition(b":") for line in status.split(b"\n"))
    kinds = (b"RssAnon", b"RssShmem", b"VmPTE", b"VmSwap", b"HugetlbPages")
    return sum(int(value.split()[0]) * 1024 for kind, _, value in lines if kind in kinds)
