"""The host's side of a kernel: has it run cells, and reads what it sends through its one socket.

Whatever comes through the socket may have been written by a student. So its size is limited, the
host waits for it no longer than the cell may take, and accepts it only if it is a valid output.
`pipe_kernel.py` describes what is sent.
"""

import json
import secrets
import select
import struct
import time
from collections.abc import Iterator

from nbformat import NotebookNode

from autograder.base.files import strict_json
from autograder.in_kernel.sealed import KEY_BYTES, SIGNED, sealer, signer, text_signed
from autograder.in_kernel.storable_text import storable
from autograder.in_kernel.watching.other_code import KIND as OTHER_CODE
from autograder.in_kernel.watching.other_code import MAX_TEXTS, MAX_TEXTS_LENGTH
from autograder.sandbox.failures import KernelLost, Stopped
from autograder.sandbox.limits import Limits
from autograder.sandbox.output_budget import CellBudget, NotebookBudget
from autograder.sandbox.outputs import MalformedOutput, Outputs, count_of
from autograder.sandbox.zygotes import zygote

MAX_FRAME = 4 * 2**20  # bytes; a kernel that sends more at once is killed
CHUNK = 1 << 18
READY_TIMEOUT = 60.0  # seconds for what a kernel does before it runs any student's code
FLOODED = "It printed without end, and was stopped."
GRACE = 5.0  # seconds for the warden, on a busy machine, to say why the kernel ended


class SandboxedKernel:
    """A kernel that runs cell by cell. It has been forked, but may not be ready yet.

    Args:
        limits: what it may use.
        budget: what its notebook may display.

    Attributes:
        other_code: the texts of code that it has run and that is in no cell. None stands for code
            whose text is not known.
    """

    def __init__(self, limits: Limits, budget: NotebookBudget):
        self.limits, self.budget = limits, budget
        self._number = 0  # of the request
        self._received = bytearray()
        self.other_code: list[str | None] = []
        self._kernel = zygote(unsafe=limits.unsafe).fork(limits)
        key = secrets.token_bytes(KEY_BYTES)
        self._sealed, self._signed = sealer(key), signer(key)
        try:
            self._kernel.channel.send(key)
        except ConnectionError as error:
            self._kernel.end()
            raise KernelLost(f"The kernel did not start: {error}.") from None
        self._kernel.channel.setblocking(False)

    def wait_until_ready(self) -> None:
        """Waits until it can run cells.

        Raises:
            KernelLost: it did not start, which is not the student's fault.
        """
        try:
            for frame in self._frames(time.monotonic() + READY_TIMEOUT):
                if self._message(frame)[0] == "done":
                    return
        except TimeoutError:
            raise KernelLost(f"The kernel did not start within {READY_TIMEOUT:g} s.") from None
        raise KernelLost(f"The kernel did not start. {self._why_it_ended()}")

    def execute(self, cell: NotebookNode, seconds: float, *, keep: bool = True) -> None:
        """Runs one cell.

        Args:
            cell: changed in place.
            seconds: how long it may take.
            keep: whether to keep what it displays; what is not kept does not use up the budget,
                except for the time to read it.

        Raises:
            Stopped: the cell did not end by itself.
            KernelLost: the kernel was killed from outside.
        """
        most = self.limits.cell_output_bytes
        outputs = Outputs(CellBudget(most, self.budget, is_kept=keep))
        try:
            count = self._run(cell.source, outputs, time.monotonic() + seconds)
        except TimeoutError:
            took = f"{seconds:.3g}" if seconds < self.limits.cell_seconds else f"{seconds:g}"
            raise Stopped(f"It was still running after {took} s, and was stopped.") from None
        except EOFError:
            raise Stopped(f"It ended the kernel. {self._why_it_ended()}".rstrip()) from None
        except (MalformedOutput, RecursionError) as error:
            reason = str(error) or type(error).__name__
            raise Stopped(f"Its kernel sent invalid messages ({reason}).") from None
        finally:
            if keep:
                cell.outputs = outputs.nodes()
        if keep:
            cell.execution_count = count

    def end(self) -> None:
        """Ends the kernel and everything that it started."""
        self._kernel.end()

    def _why_it_ended(self) -> str:
        """A sentence on why the kernel ended; empty if there is none.

        Raises:
            KernelLost: its warden, which no student can reach, was killed before it could say why.
        """
        has_ended = self._kernel.wait(GRACE)
        reason = self._kernel.ending()
        if has_ended and not reason:
            raise KernelLost("The sandbox was killed from outside.")
        return reason

    def _run(self, source: str, outputs: Outputs, deadline: float) -> int | None:
        """Runs some source and returns the number of its prompt."""
        self._number += 1
        request = json.dumps({"cell": self._number, "source": source}).encode()
        self._send(self._sealed(request), deadline)
        budget, spent = outputs.budget, time.thread_time()
        for frame in self._frames(deadline):
            taken = budget.taken + len(frame)
            kind, content, is_signed = self._message(frame)
            if kind == "done":
                return count_of(content)
            if kind == OTHER_CODE:
                self._note_other_code(content.get("text"))
            elif kind:
                outputs.take(kind, content, is_signed=is_signed)
            budget.count(taken - budget.taken)  # parts of a frame that are not kept count, too
            spent, before = time.thread_time(), spent
            budget.spend(spent - before)
            if budget.is_flooded:
                raise Stopped(FLOODED)
        raise EOFError

    def _message(self, frame: bytes) -> tuple[str, dict, bool]:
        """The kind and the content of a message about the cell being run, and whether it is signed.
        For a message about another cell, the kind is empty, unless it is about other code.

        Raises:
            MalformedOutput: it is not a message, or it says without a signature that the cell is
                done. If that were believed, a cell could get the next request, and answer it in
                the kernel's place.
        """
        is_signed = frame.startswith(SIGNED)
        text = text_signed(frame) if is_signed else frame
        if is_signed and frame != self._signed(text):
            raise MalformedOutput("a wrong signature")
        try:
            message = strict_json(text)
        except ValueError:
            raise MalformedOutput("not JSON") from None
        match message:
            case {"cell": int(number), "type": str(kind), "content": dict(content)}:
                if kind == "done" and not is_signed:
                    raise MalformedOutput("it is not done")
                # The code of an earlier cell may still be running.
                is_meant = number == self._number or kind == OTHER_CODE
                return kind if is_meant else "", content, is_signed
        raise MalformedOutput("not a message")

    def _note_other_code(self, text: object) -> None:
        left = MAX_TEXTS_LENGTH - sum(len(earlier or "") for earlier in self.other_code)
        if len(self.other_code) <= MAX_TEXTS:
            is_told = isinstance(text, str) and len(text) <= left
            self.other_code.append(storable(str(text)) if is_told else None)

    def _send(self, text: bytes, deadline: float) -> None:
        """Sends a request; gives up at the deadline if the kernel does not read."""
        unsent = memoryview(struct.pack(">I", len(text)) + text)
        while unsent:
            self._wait(select.POLLOUT, deadline)
            try:
                unsent = unsent[self._kernel.channel.send(unsent) :]
            except BlockingIOError:
                continue
            except OSError:
                raise EOFError from None

    def _frames(self, deadline: float) -> Iterator[bytes]:
        """Yields what the kernel sends, frame by frame, until it ends."""
        received = self._received
        while True:
            while len(received) >= 4:
                (size,) = struct.unpack_from(">I", received)
                if size > MAX_FRAME:
                    raise Stopped("It displayed more at once than can be kept, and was stopped.")
                if len(received) < 4 + size:
                    break
                frame = bytes(memoryview(received)[4 : 4 + size])
                del received[: 4 + size]
                yield frame
            if not self._receive(deadline):
                return

    def _receive(self, deadline: float) -> bool:
        """Waits for more, and returns whether anything came before the kernel ended."""
        self._wait(select.POLLIN, deadline)
        try:
            chunk = self._kernel.channel.recv(CHUNK)
        except BlockingIOError:
            return self._kernel.is_alive
        except OSError:
            return False
        self._received += chunk
        return bool(chunk)

    def _wait(self, event: int, deadline: float) -> None:
        """Waits until the socket is ready or the kernel has ended.

        Raises:
            TimeoutError: the deadline has passed, even if there is something to read.
        """
        poll = select.poll()
        poll.register(self._kernel.pidfd, select.POLLIN)
        poll.register(self._kernel.channel, event)
        seconds = deadline - time.monotonic()
        if seconds <= 0 or not poll.poll(seconds * 1000):
            raise TimeoutError
