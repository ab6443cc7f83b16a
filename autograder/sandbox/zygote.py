"""The zygote: a Python process that has imported everything, and forks a kernel on request.

A kernel is talked to through one socket; see pipe_kernel.py.

It runs inside bubblewrap, where the network is gone and of the machine's files only Python's are
there, read-only. Each kernel then gets namespaces of its own, so it can neither see, signal nor
trace the zygote or another kernel, and nothing it leaves behind is there for the next one:

    zygote ── clone ── warden: process 1 of the kernel's own namespaces; holds it to its limits
                         └── fork ── the kernel, which runs the student's code

This file is run by itself, and with it of the autograder only what library.py copies. It is asked
over the socket `--socket N`, one JSON object a request; the warden answers with file descriptors
(see warden.py).
"""

import argparse
import contextlib
import gc
import importlib
import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

import linux
from warden import Warden

if TYPE_CHECKING:
    from pipe_kernel import PipeKernel

MAX_REQUEST = 65536
READY = b'{"ready": true}'
HUGE = 2 << 20  # bytes of a large page

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
     {"do": "Run", "graph": 0, "functions": {"function": "f"}, "values": {}}]
)
agent.replaced.replaced()
show_source(Mean)
display(draw(y))
print(torch.linspace(0.0, 1.0, 3), torch.tensor([1.0]).numpy(), repr(y))
plt.plot([0, 1], label="a"); plt.xlabel("$x$"); plt.legend(); plt.show()
undefined
"""


def main() -> None:
    """Imports, tells that it is ready, and forks until the process that started it has gone."""
    arguments = _arguments()
    if arguments.become is not None:
        os.setgroups([])
        os.setresgid(arguments.become, arguments.become, arguments.become)
        os.setresuid(arguments.become, arguments.become, arguments.become)
    # As in bubblewrap: no setuid program gives more than there is.
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    control = socket.socket(fileno=arguments.socket)
    kernel = _prepare()
    linux.prctl(linux.PR_SET_DUMPABLE, 0)  # nobody reads its memory or traces it
    control.send(READY)
    _use_huge_pages()  # who has to wait for that does so once; without, everybody waits
    for request in _requests(control):
        _fork_kernel(request, control, kernel, isolated=not arguments.unsafe)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--become", type=int, help="user and group id to continue as")
    parser.add_argument("--unsafe", action="store_true", help="no namespaces of its own")
    return parser.parse_args()


def _requests(control: socket.socket) -> Iterator[dict]:
    """What is asked, until the other end has gone."""
    with contextlib.suppress(OSError):
        while request := control.recv(MAX_REQUEST):
            yield json.loads(request)


def _prepare() -> "PipeKernel":
    """Imports what kernels would each import, and makes the one that they all are copies of.

    No thread or autograd run may exist yet: none of them survives a fork."""
    gc.disable()  # next to nothing of what imports make is garbage
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
    gc.enable()
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
                linux.collapse(first, last)


def _fork_kernel(
    request: dict, control: socket.socket, kernel: "PipeKernel", isolated: bool
) -> None:
    """Forks the warden. It is not a child of this process, so nobody here has to wait for it."""

    def tell(error: BaseException) -> None:
        problem = f"{type(error).__name__}: {error}"[:1000]
        control.send(json.dumps({"id": request["id"], "problem": problem}).encode())

    user = os.getuid(), os.getgid()  # in new namespaces one is nobody at first
    try:
        alone = linux.NAMESPACES | linux.CLONE_PARENT
        if (linux.clone(alone) if isolated else _fork_an_orphan()) != 0:
            return
    except OSError as error:
        tell(error)
        return
    try:
        os.closerange(3, control.fileno())  # who else asks is no concern of the warden's
        os.closerange(control.fileno() + 1, 4096)
        if isolated:
            _map_ids(*user)
        Warden(request, control, isolated).run(kernel)
    except BaseException as error:
        with contextlib.suppress(OSError):
            tell(error)
    finally:
        os._exit(1)


def _fork_an_orphan() -> int:
    """Forks by way of a process that ends. The orphan must not ask to be ended with its parent,
    which may be there for another moment."""
    between = os.fork()
    if between:
        os.waitpid(between, 0)
        return between
    if os.fork():
        os._exit(0)
    return 0


def _map_ids(uid: int, gid: int) -> None:
    """In the new user namespace, this user is who they were."""
    # Or the files below would not be ours; nobody is here to trace us.
    linux.prctl(linux.PR_SET_DUMPABLE, 1)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")


if __name__ == "__main__":
    main()
