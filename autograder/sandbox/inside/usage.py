"""Finds out from /proc what a kernel, which is one process, uses."""

import contextlib
import os
import resource
from collections.abc import Iterator
from typing import NamedTuple

TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds; the unit of times in /proc


class Usage(NamedTuple):
    """What a process uses at some moment."""

    processor: float  # seconds of processor time
    memory: int  # bytes that it holds
    threads: list[str]  # the ids of its threads
    computing: int  # how many of its threads are computing


class Process:
    """A process, as the zygote's /proc shows it.

    Args:
        outer_proc: a descriptor of the zygote's /proc.
        pid: the id that the process has there.
    """

    def __init__(self, outer_proc: int, pid: int):
        self._outer_proc, self._pid = outer_proc, pid

    def child(self) -> "Process":
        """The only child of this process, which has one thread."""
        return Process(self._outer_proc, int(self._read(f"task/{self._pid}/children")))

    def mapped(self) -> int:
        """The bytes of address space that it has mapped."""
        return int(self._read("statm").split()[0]) * resource.getpagesize()

    def sockets(self) -> int:
        """The number of sockets in its network namespace."""
        return int(self._read("net/sockstat").split()[2])

    def inner_ids(self, threads: list[str]) -> Iterator[int]:
        """The ids that its threads have in its own namespaces."""
        for status in self._of_threads(threads, "status"):
            with contextlib.suppress(ValueError, IndexError):  # it may have just ended
                # Only at the start of a line, because an earlier line has the thread's name, which
                # the student can choose.
                yield int(status.split(b"\nNSpid:", 1)[1].split(b"\n", 1)[0].split()[-1])

    def usage(self) -> Usage:
        """What it uses now."""
        threads = self._threads()
        states = [_fields(stat)[0] for stat in self._of_threads(threads, "stat")]
        # All threads share the memory, but the first may have ended, and then shows none.
        held = next(filter(None, map(_held, self._of_threads(threads, "status"))), 0)
        processor = TICK * sum(map(int, _fields(self._read("stat"))[11:13]))
        return Usage(processor, held, threads, states.count(b"R"))

    def _of_threads(self, threads: list[str], file: str) -> Iterator[bytes]:
        """This file of each thread, except those that have just ended."""
        for thread in threads:
            with contextlib.suppress(OSError):
                yield self._read(f"task/{thread}/{file}")

    def _threads(self) -> list[str]:
        fd = os.open(f"{self._pid}/task", os.O_DIRECTORY, dir_fd=self._outer_proc)
        try:
            return os.listdir(fd)  # noqa: PTH208  a descriptor
        finally:
            os.close(fd)

    def _read(self, path: str) -> bytes:
        fd = os.open(f"{self._pid}/{path}", os.O_RDONLY, dir_fd=self._outer_proc)
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
