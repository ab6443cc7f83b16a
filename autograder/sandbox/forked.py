"""A kernel that the zygote has forked, as the host holds it."""

import contextlib
import math
import os
import select
import signal
import tempfile
from dataclasses import dataclass


@dataclass
class Forked:
    """A kernel that has been forked."""

    pidfd: int  # of the warden; readable when it has ended
    channel: int | None  # a socket to talk to it
    report: int  # a pipe that says, at the end, why the kernel ended
    # Where an unsafe kernel works; a sandboxed one has a place that ends with it.
    scratch: tempfile.TemporaryDirectory | None = None

    def alive(self) -> bool:
        """Whether it still runs."""
        return not self.wait(0)

    def wait(self, seconds: float) -> bool:
        """Waits for its end; whether that came."""
        return is_readable(self.pidfd, seconds)

    def kill(self) -> None:
        """Ends the kernel and everything it started."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def ending(self) -> str:
        """Why it ended, in a sentence; empty if the warden was killed."""
        if not is_readable(self.report, 0):
            return ""
        return os.read(self.report, 1000).decode("utf-8", "replace")

    def take_channel(self) -> int:
        """The channel, which is the caller's to close from now on."""
        channel, self.channel = self.channel, None
        return channel

    def close(self) -> None:
        """Lets go of it."""
        for fd in (self.pidfd, self.channel, self.report):
            if fd is not None:
                os.close(fd)
        if self.scratch:
            self.scratch.cleanup()


def is_readable(fd: int, seconds: float) -> bool:
    """Whether a descriptor can be read, or its other end has been closed, within some seconds."""
    poll = select.poll()  # which, unlike select, takes descriptors above 1024
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(None if seconds == math.inf else max(seconds, 0) * 1000))
