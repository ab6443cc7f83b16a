"""A kernel manager whose kernels are sandboxed."""

import zmq
import zmq.asyncio
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpec

MAX_MESSAGE = 4 * 2**20  # bytes; a kernel that sends more is cut off
QUEUE = 200  # messages that wait to be read

_SPEC = KernelSpec(
    argv=["python"],
    display_name="Python 3 in a sandbox",
    language="python",
    interrupt_mode="message",
    metadata={"kernel_provisioner": {"provisioner_name": "autograder-sandbox"}},
)


class SandboxKernelManager(AsyncKernelManager):
    """Starts kernels by the provisioner `autograder-sandbox`, whatever the notebook asks for."""

    @property
    def kernel_spec(self) -> KernelSpec:
        """The sandbox's."""
        return _SPEC


def bounded_context() -> zmq.asyncio.Context:
    """A ZMQ context whose sockets hold no more of what a kernel sends than this process can."""
    context = zmq.asyncio.Context()
    context.setsockopt(zmq.MAXMSGSIZE, MAX_MESSAGE)
    context.setsockopt(zmq.RCVHWM, QUEUE)
    context.setsockopt(zmq.RECONNECT_IVL, 10)  # milliseconds, while the kernel is starting
    context.setsockopt(zmq.LINGER, 0)
    return context
