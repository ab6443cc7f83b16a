"""The warden, process 1 of a kernel's own namespaces. It makes the namespaces private, forks the
kernel in them, and ends it if it exceeds its limits."""

import contextlib
import os
import random
import resource
import select
import signal
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

import linux
import seccomp
from usage import Process, Usage

if TYPE_CHECKING:
    from pipe_kernel import PipeKernel

CHANNEL = 3  # the descriptor of a kernel's socket
SCRATCH = "/tmp"
MAX_FILES = 20_000  # in a kernel's scratch folder
EMPTY = "size=4k,nr_inodes=2,mode=555"  # the options of a file system in which nothing is
ADDRESS_SLACK = 1 << 30  # bytes; libraries map memory that they never use
# The shortest and the longest time between two measurements, in seconds. The time is random, so
# that a kernel cannot keep still just when it is measured.
POLL = 0.1, 0.3
BUSY = 2  # after so many measurements with several threads computing, they must share one core
LOWEST = 19  # the lowest priority
_OUT_OF_TIME = "It used up its processor time."
_SEED = 0
_FILTER = seccomp.filter_program()


class Warden:
    """Process 1 of a kernel's namespaces. When it ends, everything in them is killed."""

    def __init__(self, request: dict, control: socket.socket, *, isolated: bool):
        self.request, self.limits, self.isolated = request, request["limits"], isolated
        self.outer_proc = os.open("/proc", os.O_DIRECTORY | os.O_CLOEXEC)
        pid = int(str(Path("/proc/self").readlink()))  # /proc is still the zygote's here
        self.process = Process(self.outer_proc, pid)
        if isolated:
            _make_private(self.limits["disk_mib"])
            self.work = _free_name(SCRATCH, "work")
        else:
            self.work = request["scratch"] + "/work"
        reading, self.report = os.pipe()  # for the reason why the kernel ended
        self.theirs, ours = socket.socketpair()  # between the kernel and the host
        self.socket_size = 2 * ours.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        self._answer(control, ours.detach(), reading)
        # `run` measures the first two before it forks the kernel.
        self.memory_before = self.sockets_before = self.busy = 0

    def _answer(self, control: socket.socket, *more: int) -> None:
        """Sends a descriptor of this process and those given, and closes all of them here."""
        fds = [os.pidfd_open(os.getpid()), *more]
        socket.send_fds(control, [b"forked"], fds)
        for fd in (*fds, control.fileno()):
            os.close(fd)

    def run(self, pipe_kernel: "PipeKernel") -> None:
        """Forks the kernel and waits for its end, or ends it if it exceeds a limit."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        linux.prctl(linux.PR_SET_DUMPABLE, 0)
        mapped = self.process.mapped()
        self.memory_before, self.sockets_before = self.process.usage().memory, self._sockets()
        kernel = os.fork()
        if kernel == 0:
            os.close(self.report)
            os.close(self.outer_proc)
            self._become_the_kernel(pipe_kernel, mapped)
        self.theirs.close()
        descriptor = os.pidfd_open(kernel)
        reason = self._wait_for_the_end(kernel, descriptor)
        os.write(self.report, reason.encode())
        if not self.isolated:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        os._exit(0)

    def _wait_for_the_end(self, kernel: int, descriptor: int) -> str:
        """Waits until the kernel has ended or must be ended, and returns the reason."""
        process = self.process.child()
        started, chance = time.monotonic(), random.SystemRandom()
        # Normally the host ends the kernel when its time is up, not counting the time for which the
        # kernel only waits for the judge. This limit is for the case that the host fails to.
        most = 10 * self.limits["submission_seconds"]
        ended = select.poll()
        # The warden waits for a descriptor, not for a signal: the kernel can send it signals, and
        # could wake it at any time.
        ended.register(descriptor, select.POLLIN)
        while not ended.poll(1000 * chance.uniform(*POLL)):
            if time.monotonic() - started > most:
                return f"It ran longer than {most:g} s."
            if reason := self._measure(process):
                return reason
        return _ending(os.waitpid(kernel, 0)[1])

    def _measure(self, kernel: Process) -> str:
        """Measures what the kernel uses. Returns why it must be ended; empty if it need not be.
        Also keeps a busy kernel off the processors that its neighbours use."""
        usage = kernel.usage()
        if usage.processor > self.limits["processor_seconds"]:
            return _OUT_OF_TIME
        # Memory that comes from the zygote does not count.
        memory = usage.memory - self.memory_before
        memory += (self._sockets() - self.sockets_before) * self.socket_size
        if memory > self.limits["memory_mib"] << 20:
            return f"It used more than {self.limits['memory_mib'] / 1024:.3g} GiB of memory."
        if usage.computing > 1:
            self.busy += 1
        if self.busy >= BUSY:
            _send_to_the_back(kernel, usage)
        return ""

    def _sockets(self) -> int:
        """The number of sockets in the kernel's network namespace, if it has one."""
        return self.process.sockets() if self.isolated else 0

    def _become_the_kernel(self, pipe_kernel: "PipeKernel", mapped: int) -> None:
        """Runs the kernel in this process, and never returns."""
        try:
            # This makes a process group and not a session: sessions share the processors equally,
            # whatever the priority of their processes.
            os.setpgid(0, 0)
            linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
            linux.prctl(linux.PR_SET_DUMPABLE, 1)
            # No huge pages: a student's code could unmap most of one, so that it no longer counts,
            # but Linux keeps such a page whole until memory runs out.
            linux.prctl(linux.PR_SET_THP_DISABLE, 1)
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(null, fd)
            os.dup2(self.theirs.detach(), CHANNEL, inheritable=False)
            os.closerange(CHANNEL + 1, 4096)
            os.dup2(CHANNEL, seccomp.TO_HOST, inheritable=False)
            Path(self.work).mkdir(parents=True, exist_ok=True)
            os.chdir(self.work)
            os.environ.clear()
            os.environ.update(
                self.request["environment"],
                HOME=self.work,
                TMPDIR=self.work,
                IPYTHONDIR=self.work + "/.ipython",
                MPLBACKEND=pipe_kernel.BACKEND,
            )
            _set_limits(self.limits, mapped)
            _seed()
            # Without a sandbox, nothing is promised, and the machine may be an emulated one.
            with contextlib.nullcontext() if self.isolated else contextlib.suppress(OSError):
                linux.load_filter(_FILTER)
            pipe_kernel.serve(CHANNEL, seccomp.TO_HOST, self.work)
            os._exit(0)
        finally:
            os._exit(70)


def _send_to_the_back(kernel: Process, usage: Usage) -> None:
    """Moves a kernel whose threads use more than one core to the last core, at the lowest priority.
    All such kernels share that core, and none of them can undo this."""
    last = {max(os.sched_getaffinity(0))}
    for thread in kernel.inner_ids(usage.threads):
        with contextlib.suppress(OSError):  # it may have just ended
            os.sched_setaffinity(thread, last)
            os.setpriority(os.PRIO_PROCESS, thread, LOWEST)


def _make_private(disk_mib: int) -> None:
    """Gives this process a scratch folder of its own. Takes away /proc, all privileges, and the
    right to make further namespaces."""
    linux.mount(None, "/", None, linux.MS_REC | linux.MS_PRIVATE)
    with contextlib.suppress(OSError):
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
    quiet = linux.MS_NOSUID | linux.MS_NODEV
    no_programs = quiet | linux.MS_NOEXEC
    _mount_scratch(quiet, f"size={disk_mib}m,nr_inodes={MAX_FILES},mode=700")
    linux.mount("tmpfs", "/dev/shm", "tmpfs", no_programs, "size=16m,nr_inodes=1000,mode=700")
    none = no_programs | linux.MS_RDONLY
    # No terminals: Linux serves them in threads of its own, whose work nobody counts.
    linux.mount("tmpfs", "/dev/pts", "tmpfs", none, EMPTY)
    # These are the machine's own devices. Whoever may write to them could set their timestamps.
    for device in Path("/dev").iterdir():
        if device.is_char_device() and not device.is_symlink():
            kept = os.statvfs(device).f_flag & no_programs
            again = linux.MS_BIND | linux.MS_REMOUNT | linux.MS_RDONLY
            linux.mount(None, str(device), None, again | kept)
    linux.mount("tmpfs", "/proc", "tmpfs", none, EMPTY)
    linux.drop_privilege()


def _mount_scratch(flags: int, options: str) -> None:
    """Mounts an empty /tmp, into which only Python's own files are put back, still read-only."""
    kept = [(path, os.open(path, os.O_PATH | os.O_NOFOLLOW)) for path in Path(SCRATCH).iterdir()]
    links = {path: path.readlink() for path, _ in kept if path.is_symlink()}
    linux.mount("tmpfs", SCRATCH, "tmpfs", flags, options)
    for path, fd in kept:
        if path in links:
            path.symlink_to(links[path])
        else:
            path.mkdir()
            bind = linux.MS_BIND | linux.MS_REC
            linux.mount(f"/proc/self/fd/{fd}", str(path), None, bind)
        os.close(fd)


def _free_name(folder: str, name: str) -> str:
    while Path(folder, name).exists():
        name += "-"
    return f"{folder}/{name}"


def _ending(status: int) -> str:
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        if name == "SIGXCPU":
            return _OUT_OF_TIME
        return f"The kernel was killed by {name}."
    return f"The kernel ended itself with exit code {os.WEXITSTATUS(status)}."


def _set_limits(limits: dict, mapped: int) -> None:
    """Sets the limits that Linux enforces. That of the address space is generous, and comes on top
    of what is already mapped: what counts is the memory in use, which the warden measures."""
    processor = int(limits["processor_seconds"])
    # The first signal says why the kernel ends. The kernel cannot ignore the one a second later.
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))
    for limit, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, limits["file_mib"] << 20),
        (resource.RLIMIT_NOFILE, seccomp.TO_HOST + 1),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_SIGPENDING, 1024),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_AS, mapped + (limits["memory_mib"] << 20) + ADDRESS_SLACK),
    ):
        resource.setrlimit(limit, (most, most))


def _seed() -> None:
    """Seeds random numbers, so that they are the same in every run and for everybody."""
    import numpy
    import torch

    random.seed(_SEED)
    numpy.random.seed(_SEED)
    torch.default_generator.manual_seed(_SEED)  # the CPU's, which is the only one here
