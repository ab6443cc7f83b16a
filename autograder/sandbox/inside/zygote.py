"""The zygote: a Python process that has imported everything, and forks a kernel on request.

Kernels communicate through one socket; see pipe_kernel.py.

The zygote runs inside bubblewrap, without network and with only Python's files, read-only. Each
kernel then gets namespaces of its own, so it can neither see, signal nor trace the zygote or
another kernel, and leaves nothing behind for the next one:

    zygote ── clone ── warden: process 1 of the kernel's own namespaces; holds it to its limits
                         └── fork ── the kernel, which runs the student's code

This file runs by itself, with only what library.py copies from the autograder. Requests come
through the socket `--socket N`, each as one JSON object. The warden answers with file descriptors
(see warden.py); if there is none, the answer says why.
"""

import argparse
import contextlib
import errno
import gc
import importlib
import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

sys.path.insert(0, str(Path(__file__).parent))

import linux
from warden import Warden

if TYPE_CHECKING:
    from pipe_kernel import PipeKernel

MAX_REQUEST = 65536

# Modules that libraries import only when they need them.
IMPORTED_LATER = (
    "IPython.core.debugger",
    "IPython.extensions.storemagic",
    "numpy.random",
    "torch._subclasses.schema_check_mode",  # imported by the first backward()
)
# Running this makes libraries fill their caches. It also has Python and PyTorch prepare what nearly
# all kernels run, the battery, which saves each kernel a tenth of its time. It must not use
# autograd, whose threads do not survive a fork.
REHEARSAL = """
from course import *
import in_kernel.agent as agent, torch, numpy, matplotlib.pyplot as plt
from in_kernel.graphs_as_json import pack_graph
from in_kernel.watching import replaced
x = Leaf(1.0, "x")
y = Mean(Exp(x), Exp(-x))
agent.Agent({
    "forward": lambda graph: [node.forward() for node in graph.sorted_nodes()],
    "backward": lambda graph, one: [node.backward() for node in graph.sorted_nodes()],
}).answer(
    [{"do": "build", "graph": 0, "nodes": pack_graph(y)},
     {"do": "RunEngine", "graph": 0, "functions": {"function": "forward"}, "values": {}},
     {"do": "MeasureSaved", "graph": 0, "functions": {}, "values": {"upstream": 1.0}},
     *({"do": "TryBattery", "graph": None, "functions": {"function": method},
        "values": {"method": {"text": method}, "tensors": True, "with_steps": True}}
       for method in ("forward", "backward"))]
)
replaced.replaced()
show_source(Mean)
display(draw(y))
print(torch.linspace(0.0, 1.0, 3), torch.tensor([1.0]).numpy(), repr(y))
plt.plot([0, 1], label="a"); plt.xlabel("$x$"); plt.legend(); plt.show()
undefined
"""


def main() -> None:
    """Imports everything, and forks kernels until the process that started it is gone."""
    arguments = _arguments()
    if arguments.become is not None:
        os.setgroups([])
        os.setresgid(arguments.become, arguments.become, arguments.become)
        os.setresuid(arguments.become, arguments.become, arguments.become)
    # So that no setuid program can give more rights; bubblewrap does the same.
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    control = socket.socket(fileno=arguments.socket)
    kernel = _prepare()
    linux.prctl(linux.PR_SET_DUMPABLE, 0)  # nobody can read its memory or trace it
    for request in _requests(control):
        _fork_kernel(request, control, kernel, isolated=not arguments.unsafe)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--become", type=int, help="user and group id to continue as")
    parser.add_argument("--unsafe", action="store_true", help="no namespaces of its own")
    return parser.parse_args()


def _requests(control: socket.socket) -> Iterator[dict]:
    """Yields requests until the other end is gone."""
    with contextlib.suppress(OSError):
        while request := control.recv(MAX_REQUEST):
            yield json.loads(request)


def _prepare() -> "PipeKernel":
    """Imports what each kernel would import, and makes the kernel of which all others are copies.

    This may start no thread and use no autograd, since neither survives a fork."""
    gc.disable()  # imports make hardly any garbage
    import torch

    torch.set_num_threads(1)
    # Graded kernels have no debugger, and this saves half a second of importing.
    cast(dict, sys.modules)["debugpy"] = None
    for name in IMPORTED_LATER:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    kernel = importlib.import_module("pipe_kernel").PipeKernel()
    gc.freeze()  # IPython collects garbage in the rehearsal, but not among what was imported
    kernel.rehearse(REHEARSAL)
    gc.collect()
    gc.freeze()  # else garbage collection in a kernel would copy the zygote's pages
    gc.enable()
    return kernel


def _fork_kernel(
    request: dict, control: socket.socket, kernel: "PipeKernel", *, isolated: bool
) -> None:
    """Forks the warden. It is not a child of this process, so nobody here has to wait for it."""

    def tell(error: BaseException) -> None:
        control.send(f"{type(error).__name__}: {error}"[:1000].encode())

    user = os.getuid(), os.getgid()  # before the fork, since in new namespaces we begin as nobody
    try:
        alone = linux.NAMESPACES | linux.CLONE_PARENT
        if (linux.clone(alone) if isolated else _fork_an_orphan()) != 0:
            return
    except OSError as error:
        tell(error)
        return
    try:
        os.closerange(3, control.fileno())  # descriptors of other requests are not for the warden
        os.closerange(control.fileno() + 1, 4096)
        if isolated:
            _map_ids(*user)
        Warden(request, control, isolated=isolated).run(kernel)
    except BaseException as error:
        with contextlib.suppress(OSError):
            tell(error)
    finally:
        os._exit(1)


def _fork_an_orphan() -> int:
    """Forks twice. The process in between ends, so the second child becomes an orphan. The orphan
    must not ask to die with its parent, because the process in between may exist a moment longer.

    `linux.clone` cannot be used here. This user's settings may start threads in the zygote, and
    `clone` would leave locked whatever locks those threads hold.

    Raises:
        OSError: one of the two could not be forked.
    """
    between = os.fork()
    if between:
        if os.waitpid(between, 0)[1]:
            raise BlockingIOError(errno.EAGAIN, "no more processes")
        return between
    try:
        orphan = os.fork()
    except OSError:  # if it were raised, this process would become another zygote
        os._exit(1)
    if orphan:
        os._exit(0)
    return 0


def _map_ids(uid: int, gid: int) -> None:
    """Maps this user to the same id in the new user namespace."""
    # Otherwise we could not write the files below. Nobody is here yet who could trace us.
    linux.prctl(linux.PR_SET_DUMPABLE, 1)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")


if __name__ == "__main__":
    main()
