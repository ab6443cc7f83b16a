"""The zygote: a Python process that has imported everything, and forks a kernel on request.

A kernel is talked to through one socket; see pipe_kernel.py.

It runs inside bubblewrap, where the network is gone and of the machine's files only Python's are
there, read-only. Each kernel then gets namespaces of its own, so it can neither see, signal nor
trace the zygote or another kernel, and nothing it leaves behind is there for the next one:

    zygote ── clone ── warden: process 1 of the kernel's own namespaces; holds it to its limits
                         └── fork ── the kernel, which runs the student's code

This file is run by itself and imports nothing of the autograder but pipe_kernel.py. It is asked
over the socket `--socket N`, or by whoever connects to `--others N`, one JSON object a request; the
warden answers with file descriptors (see `_answer`).
"""

import argparse
import contextlib
import ctypes
import gc
import importlib
import json
import os
import platform
import resource
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipe_kernel import PipeKernel

CHANNEL = 3  # the descriptor of a kernel's socket
SCRATCH = "/tmp"
ADDRESS_LIMIT_SLACK = 1 << 30  # bytes; imported libraries map memory that they never use
MAX_REQUEST = 65536
READY = b'{"ready": true}'
INLINE = "module://matplotlib_inline.backend_inline"

# What libraries import late.
IMPORTED_LATER = (
    "IPython.core.debugger",
    "IPython.extensions.storemagic",
    "numpy.random",
    "torch._subclasses.schema_check_mode",  # by the first backward()
)
# What makes libraries find out things that they keep. No autograd: its threads survive no fork.
REHEARSAL = """
from course import *
import agent.agent, torch, numpy, matplotlib.pyplot as plt
x = Leaf(1.0, "x")
y = Mean(Exp(x), Exp(-x))
agent.agent.Agent({"f": lambda graph: [node.forward() for node in graph.sorted_nodes()]}).answer(
    [{"do": "build", "graph": 0, "nodes": agent.portable.pack_graph(y)},
     {"do": "forward", "graph": 0, "function": "f"}]
)
show_source(Mean)
display(draw(y))
print(torch.linspace(0.0, 1.0, 3), torch.tensor([1.0]).numpy(), repr(y))
plt.plot([0, 1], label="a"); plt.xlabel("$x$"); plt.legend(); plt.show()
undefined
"""

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
CLONE_PARENT = 0x00008000
HUGE, MADV_COLLAPSE = 2 << 20, 25
NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Imports, tells that it is ready, and forks until the process that started it has gone."""
    arguments = _arguments()
    if arguments.become is not None:
        os.setgroups([])
        os.setresgid(arguments.become, arguments.become, arguments.become)
        os.setresuid(arguments.become, arguments.become, arguments.become)
    _prctl(PR_SET_NO_NEW_PRIVS, 1)  # as in bubblewrap: no setuid program gives more than there is
    control = socket.socket(fileno=arguments.socket)
    sys.path.insert(0, arguments.path)
    kernel = _prepare()
    _prctl(PR_SET_DUMPABLE, 0)  # nobody reads its memory or traces it
    control.send(READY)
    _use_huge_pages()  # who has to wait for that does so once; without, everybody waits
    for request, asker in _requests(control, socket.socket(fileno=arguments.others)):
        _fork_kernel(json.loads(request), asker, kernel, isolated=not arguments.unsafe)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--others", type=int, required=True)
    parser.add_argument("--path", required=True, help="folder with the package `course`")
    parser.add_argument("--become", type=int, help="user and group id to continue as")
    parser.add_argument("--unsafe", action="store_true", help="no namespaces of its own")
    return parser.parse_args()


def _requests(
    control: socket.socket, others: socket.socket
) -> Iterator[tuple[bytes, socket.socket]]:
    """What is asked, and by whom, until the other end of `control` has gone."""
    askers = [control, others]
    while True:
        for asker in select.select(askers, [], [])[0]:
            if asker is others:
                askers.append(others.accept()[0])
                with contextlib.suppress(OSError):
                    askers[-1].send(READY)
                continue
            try:
                request = asker.recv(MAX_REQUEST)
            except OSError:
                request = b""
            if request:
                yield request, asker
            elif asker is control:
                return
            else:
                askers.remove(asker)
                asker.close()


def _prepare() -> "PipeKernel":
    """Imports what kernels would each import, and makes the one that they all are copies of.

    No thread or autograd run may exist yet: none of them survives a fork."""
    import torch

    torch.set_num_threads(1)
    sys.modules["debugpy"] = None  # no debugger in graded kernels, and half a second less to import
    for name in IMPORTED_LATER:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    kernel = importlib.import_module("pipe_kernel").PipeKernel()
    kernel.rehearse(REHEARSAL)
    gc.collect()
    gc.freeze()  # so that a collection in a kernel does not copy the zygote's pages
    return kernel


def _use_huge_pages() -> None:
    """Has Linux gather this process's memory in large pages, where it can: a fork copies the table
    of pages, which then is much shorter."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        addresses, access, *_, inode = line.split()[:5]
        first, last = (int(each, 16) for each in addresses.split("-"))
        if inode == "0" and access == "rw-p":
            first, last = -(-first // HUGE) * HUGE, last // HUGE * HUGE
            if first < last:
                _libc.madvise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), MADV_COLLAPSE)


def _fork_kernel(
    request: dict, control: socket.socket, kernel: "PipeKernel", isolated: bool
) -> None:
    """Forks the warden. It is no child of this process, so nobody here has to wait for it."""

    def tell(error: BaseException) -> None:
        problem = f"{type(error).__name__}: {error}"[:1000]
        control.send(json.dumps({"id": request["id"], "problem": problem}).encode())

    user = os.getuid(), os.getgid()  # in new namespaces one is nobody at first
    try:
        if (_clone(NAMESPACES | CLONE_PARENT) if isolated else _fork_an_orphan()) != 0:
            return
    except OSError as error:
        tell(error)
        return
    try:
        os.closerange(3, control.fileno())  # who else asks is no concern of the warden's
        os.closerange(control.fileno() + 1, 4096)
        if isolated:
            _map_ids(*user)
        _Warden(request, control, isolated).run(kernel)
    except BaseException as error:
        with contextlib.suppress(OSError):
            tell(error)
    finally:
        os._exit(1)


def _clone(flags: int) -> int:
    """As os.fork, which takes no flags. With unshare, each kernel would cost a further fork: a
    process cannot itself become process 1 of new namespaces."""
    python, libc = ctypes.pythonapi, ctypes.PyDLL(None, use_errno=True)  # which keeps the lock
    number = 56 if platform.machine() == "x86_64" else 220
    arguments = map(ctypes.c_long, (number, flags | signal.SIGCHLD, 0, 0, 0, 0))
    python.PyOS_BeforeFork()
    child = libc.syscall(*arguments)
    if child == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    _check(min(child, 0), "clone")
    return child


def _fork_an_orphan() -> int:
    """Forks by way of a process that ends."""
    between = os.fork()
    if between:
        os.waitpid(between, 0)
        return between
    if os.fork():
        os._exit(0)
    return 0


def _map_ids(uid: int, gid: int) -> None:
    """In the new user namespace, this user is who they were."""
    _prctl(PR_SET_DUMPABLE, 1)  # or the files below would not be ours; nobody is here to trace us
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")


class _Warden:
    """Process 1 of a kernel's namespaces: when it ends, everything in them is killed."""

    def __init__(self, request: dict, control: socket.socket, isolated: bool):
        self.request, self.limits, self.isolated = request, request["limits"], isolated
        self.started = time.monotonic()
        self.outer_proc = os.open("/proc", os.O_DIRECTORY | os.O_CLOEXEC)
        self.pid = int(str(Path("/proc/self").readlink()))  # as /proc still is the zygote's
        if isolated:
            self._make_private()
        else:
            Path(request["scratch"]).mkdir(mode=0o700, exist_ok=True)
        self._answer(control)

    def _make_private(self) -> None:
        """Scratch space of its own; no /proc; no further namespaces; no privilege."""
        _mount(None, "/", None, MS_REC | MS_PRIVATE)
        with contextlib.suppress(OSError):
            Path("/proc/sys/user/max_user_namespaces").write_text("0")
        quiet = MS_NOSUID | MS_NODEV
        disk = f"size={self.limits['disk']},nr_inodes=20000,mode=700"
        _mount("tmpfs", SCRATCH, "tmpfs", quiet, disk)
        _mount("tmpfs", "/dev/shm", "tmpfs", quiet | MS_NOEXEC, "size=16m,mode=700")
        _mount("tmpfs", "/proc", "tmpfs", quiet | MS_NOEXEC, "size=4k,mode=555")
        _drop_privilege()

    def _answer(self, control: socket.socket) -> None:
        """Sends three descriptors: of this process, of the socket to talk to the kernel, and of a
        pipe that will say why the kernel ended."""
        reading, self.report = os.pipe()
        self.theirs, ours = socket.socketpair()
        fds = [os.pidfd_open(os.getpid()), ours.detach(), reading]
        socket.send_fds(control, [json.dumps({"id": self.request["id"]}).encode()], fds)
        for fd in (*fds, control.fileno()):
            os.close(fd)

    def run(self, pipe_kernel: "PipeKernel") -> None:
        """Forks the kernel and waits for its end, or ends it when a limit is passed."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _prctl(PR_SET_DUMPABLE, 0)
        kernel = os.fork()
        if kernel == 0:
            os.close(self.report)
            os.close(self.outer_proc)
            _run_kernel(self.request, self.isolated, self.theirs, pipe_kernel)
        self.theirs.close()
        if not self.isolated:
            _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        reason = self._watch(kernel)
        os.write(self.report, reason.encode())
        if not self.isolated:
            with contextlib.suppress(OSError):
                os.killpg(kernel, signal.SIGKILL)
        os._exit(0)

    def _watch(self, kernel: int) -> str:
        while True:
            signal.sigtimedwait({signal.SIGCHLD}, 0.2)
            while True:
                try:
                    pid, status = os.waitpid(-1, os.WNOHANG)
                except ChildProcessError:
                    return "The kernel ended."
                if pid == kernel:
                    return _ending(status)
                if pid == 0:
                    break
            if time.monotonic() - self.started > self.limits["submission"]:
                return f"It ran longer than {self.limits['submission']:g} s."
            memory = self._memory()
            if memory > self.limits["memory"]:
                return f"It used more than {self.limits['memory'] / 2**30:.3g} GiB of memory."

    def _memory(self) -> int:
        """Bytes that the kernel and all processes it started hold by themselves."""
        total, family = 0, [self.pid]
        for pid in family:
            with contextlib.suppress(OSError, ValueError, KeyError):  # it may have just ended
                for thread in self._threads(pid):
                    children = self._read(f"{pid}/task/{thread}/children").split()
                    family += map(int, children)
                status = dict(
                    line.split(b":", 1) for line in self._read(f"{pid}/status").splitlines()
                )
                kinds = (b"RssAnon", b"RssShmem")
                total += sum(int(status[kind].split()[0]) * 1024 for kind in kinds)
        return total

    def _threads(self, pid: int) -> list[str]:
        fd = os.open(f"{pid}/task", os.O_DIRECTORY, dir_fd=self.outer_proc)
        try:
            return os.listdir(fd)  # noqa: PTH208  a descriptor
        finally:
            os.close(fd)

    def _read(self, path: str) -> bytes:
        fd = os.open(path, os.O_RDONLY, dir_fd=self.outer_proc)
        try:
            return os.read(fd, 65536)
        finally:
            os.close(fd)


def _ending(status: int) -> str:
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        if name == "SIGXCPU":
            return "It used up its processor time."
        return f"The kernel was ended by {name}."
    return f"The kernel ended itself with exit code {os.WEXITSTATUS(status)}."


def _run_kernel(
    request: dict, isolated: bool, channel: socket.socket, pipe_kernel: "PipeKernel"
) -> None:
    """Becomes the kernel; never returns."""
    try:
        os.setsid()
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        _prctl(PR_SET_DUMPABLE, 1)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.dup2(channel.detach(), CHANNEL, inheritable=False)
        os.closerange(CHANNEL + 1, 4096)
        work = (SCRATCH if isolated else request["scratch"]) + "/work"
        Path(work).mkdir(exist_ok=True)
        os.chdir(work)
        os.environ.clear()
        os.environ.update(
            request["environment"],
            HOME=work,
            TMPDIR=work,
            IPYTHONDIR=work + "/.ipython",
            MPLBACKEND=INLINE,
        )
        _set_limits(request["limits"])
        _seed(request["seed"])
        pipe_kernel.serve(CHANNEL, work)
        os._exit(0)
    finally:
        os._exit(70)


def _set_limits(limits: dict) -> None:
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, limits["file"]),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_CPU, int(limits["processor"])),
        (resource.RLIMIT_AS, limits["memory"] + ADDRESS_LIMIT_SLACK),
    ):
        resource.setrlimit(kind, (most, most))


def _seed(seed: int) -> None:
    """Random numbers as in a kernel that starts afresh, the same whenever this one is run."""
    import random

    import numpy
    import torch

    random.seed(seed)
    numpy.random.seed(seed % 2**32)
    torch.default_generator.manual_seed(seed)  # of the processor; there is no other here


def _drop_privilege() -> None:
    """No capability is left, and none can be gained."""
    for capability in range(64):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    header = struct.pack("Ii", 0x20080522, 0)
    _check(_libc.capset(header, struct.pack("6I", *[0] * 6)), "capset")


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, options: str = ""
) -> None:
    def encoded(text: str | None) -> bytes | None:
        return None if text is None else text.encode()

    done = _libc.mount(
        encoded(source), target.encode(), encoded(kind), ctypes.c_ulong(flags), encoded(options)
    )
    _check(done, f"mount {target}")


def _prctl(option: int, value: int) -> None:
    _check(_libc.prctl(option, value, 0, 0, 0), f"prctl {option}")


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


if __name__ == "__main__":
    main()
