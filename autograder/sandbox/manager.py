"""A kernel manager whose kernels are sandboxed."""

from importlib.metadata import EntryPoint

import zmq
import zmq.asyncio
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.provisioning import KernelProvisionerFactory

MAX_MESSAGE = 4 * 2**20  # bytes; a kernel that sends more is cut off
QUEUE = 200  # messages that wait to be read

# What an entry point would register, without depending on how this package was installed.
PROVISIONER = EntryPoint(
    "autograder-sandbox",
    "autograder.sandbox.provisioner:SandboxProvisioner",
    "jupyter_client.kernel_provisioners",
)

_SPEC = KernelSpec(
    argv=["python"],
    display_name="Python 3 in a sandbox",
    language="python",
    interrupt_mode="message",
    metadata={"kernel_provisioner": {"provisioner_name": PROVISIONER.name}},
)


class SandboxKernelManager(AsyncKernelManager):
    """Starts kernels by the provisioner `autograder-sandbox`, whatever the notebook asks for."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        factory = KernelProvisionerFactory.instance(parent=self.parent)
        factory.provisioners.setdefault(PROVISIONER.name, PROVISIONER)

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
