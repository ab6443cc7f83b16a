"""Runs cells with ipykernel's shell, but without ipykernel's sockets and threads: this kernel
communicates through one socket.

The shell is made before the fork, so that hardly anything is left to do after it. Everything that
ipykernel's shell publishes goes through its `session`, which here writes frames to the socket:

    frame       4 bytes, big-endian: the length of the JSON that follows
    key         comes first from the host, not in a frame: 16 bytes, see in_kernel/sealed.py
    request     {"cell": 3, "source": "..."}, from the host, sealed with this key
    message     {"cell": 3, "type": "stream", "content": {...}}, with the content as in Jupyter
    evidence    {"cell": 3, "type": "display_data", "content": {...}}, signed with this key
    other code  {"cell": 3, "type": "other code", "content": {"text": "..."}}, signed; see in_kernel
    last of all {"cell": 3, "type": "done", "content": {"execution_count": 3}}, signed
    when ready  {"cell": 0, "type": "done", "content": {}}, signed
"""

import asyncio
import builtins
import getpass
import hashlib
import importlib
import io
import os
import selectors
import struct
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from typing import NoReturn

from ipykernel.compiler import XCachingCompiler, get_tmp_directory
from ipykernel.displayhook import ZMQDisplayHook
from ipykernel.zmqshell import ZMQInteractiveShell
from IPython.core.error import StdinNotImplementedError
from IPython.core.magics.script import ScriptMagics
from IPython.core.pylabtools import activate_matplotlib
from IPython.utils.text import LSString, SList
from jupyter_client.session import Session
from matplotlib_inline.backend_inline import configure_inline_support
from traitlets.config import Config

PROMPT = 100  # lines of a cell that are sent as soon as they are printed; later ones are gathered
NOT_RUN = "`{}` was not run: a notebook cannot start programs while it is graded."
GATHERED = 1 << 14  # characters; when there are more, they are sent
# Bound here, before a student's code runs and can replace the functions in the modules.
_pack, _unpack = struct.pack, struct.unpack
_evidence = importlib.import_module("in_kernel.evidence")
_other_code = importlib.import_module("in_kernel.watching.other_code")
_sealed = importlib.import_module("in_kernel.sealed")
_REQUEST = _evidence.REQUEST
_encoded, _decoded = _evidence.encoder(allow_nan=True), _evidence.decoder()


class _Wire(Session):
    """A session that sends whatever is published through the socket, without signatures."""

    out: io.RawIOBase | None = None  # None in the zygote
    cell = -1  # the number of the cell being run
    lock = threading.Lock()

    def msg(self, msg_type, content=None, parent=None, header=None, metadata=None):
        """A message as hooks expect it."""
        return {"msg_type": msg_type, "header": {"msg_type": msg_type}, "content": content}

    def send(self, stream, msg_or_type, content=None, *_, **__):
        """Sends one message."""
        if isinstance(msg_or_type, dict):
            self.say(msg_or_type["msg_type"], msg_or_type["content"])
        else:
            self.say(msg_or_type, content)

    def say(self, kind: str, content: object) -> None:
        """Sends one message about the cell that is being run."""
        if self.out is None:
            return
        frame = _framed(_message(self.cell, kind, content))
        with self.lock:
            while frame:
                frame = frame[self.out.write(frame) :]


def _message(cell: int, kind: str, content: object) -> bytes:
    return _encoded({"cell": cell, "type": kind, "content": content}).encode()


def _framed(text: bytes) -> memoryview:
    return memoryview(_pack(">I", len(text)) + text)


def _private_wire(descriptor: int, sign: Callable[[bytes], bytes]) -> Callable[..., None]:
    """A function that sends signed messages about a cell, or about none in particular. A notebook
    cannot reach it, whereas it can reach a `_Wire` through the standard output.

    Args:
        descriptor: leads to the host; no notebook can close or replace it.
        sign: as `in_kernel.sealed` makes it.
    """
    out, lock = os.fdopen(descriptor, "wb", buffering=0), _Wire.lock
    write, message, framed = out.write, _message, _framed

    def say(kind: str, content: dict, cell: int = -1) -> None:
        frame = framed(sign(message(cell, kind, content)))
        with lock:
            while frame:
                frame = frame[write(frame) :]

    return say


class _Stream(io.TextIOBase):
    """The cells' standard output or error, including what is written to its file descriptor."""

    encoding = "UTF-8"

    def __init__(self, name: str, wire: _Wire):
        self.name, self._wire, self._number = name, wire, 1 if name == "stdout" else 2
        self._parts: list[str] = []
        self._size, self._lines = 0, 0
        self._file: io.FileIO | None = None  # receives what is written to the descriptor
        self._taken_in = 0  # bytes of this file that were taken in

    def attach(self, folder: str) -> None:
        """Begins to take in what is written to the descriptor, too."""
        self._file = tempfile.TemporaryFile("a+b", buffering=0, dir=folder)  # noqa: SIM115
        os.dup2(self._file.fileno(), self._number)

    def begin(self) -> None:
        """Begins a cell."""
        self._lines = 0

    def fileno(self) -> int:
        return self._number

    def writable(self) -> bool:
        return True

    def write(self, string: str) -> int:
        if not isinstance(string, str):
            raise TypeError(f"write() argument must be str, not {type(string)}")
        self._take_in()
        self._add(string)
        if self._size > GATHERED or (self._lines < PROMPT and string.endswith("\n")):
            self._lines += 1
            self._send()
        return len(string)

    def flush(self) -> None:
        self._take_in()
        self._send()

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._size += len(text)

    def _take_in(self) -> None:
        """Takes in what was written to the descriptor since the last call."""
        if self._file is None:
            return
        size = os.fstat(self._file.fileno()).st_size
        if size > self._taken_in:
            written = os.pread(self._file.fileno(), size - self._taken_in, self._taken_in)
            self._taken_in += len(written)
            self._add(written.decode("utf-8", "replace"))

    def _send(self) -> None:
        if self._parts:
            text = "".join(self._parts)
            self._parts, self._size = [], 0
            for i in range(0, len(text), 1 << 18):  # in parts, as the size of a frame is limited
                self._wire.say("stream", {"name": self.name, "text": text[i : i + (1 << 18)]})


class _Compiler(XCachingCompiler):
    """ipykernel's compiler, except that it does not name a cell's code by its hash. Only a debugger
    would need that name, and there is none. The hash is computed in Python, which is slow for the
    grader's long questions."""

    def get_code_name(self, raw_code, code, number):
        """The name of the file that a cell's code appears to come from."""
        name = hashlib.sha1(raw_code.encode("utf-8", "surrogatepass")).hexdigest()
        return f"{get_tmp_directory()}/{name}.py"


class _Shell(ZMQInteractiveShell):
    """ipykernel's shell. There is no kernel application around it, and no other program can be
    started. Cells that would start one, for example to install a package, go on without it."""

    def ask_exit(self) -> None:
        """Does nothing: a notebook cannot leave while it is graded."""

    def system(self, cmd: str) -> None:
        """Says that a command was not run."""
        command = cmd.strip().partition("\n")[0].removeprefix(f"{sys.executable} -m ")
        print(NOT_RUN.format(command))

    system_piped = system_raw = system

    def getoutput(self, cmd: str, split: bool = True, depth: int = 0) -> SList | LSString:  # noqa: FBT001
        """Says the same, and returns no output."""
        self.system(cmd)
        return SList() if split else LSString("")


def _say_not_run(_: ScriptMagics, line: str, cell: str) -> None:
    """Says that a cell in another language was not run."""
    print(NOT_RUN.format(f"%%{line}"))


class PipeKernel:
    """The kernel. It is made in the zygote; in the fork, it serves requests."""

    BACKEND = "module://matplotlib_inline.backend_inline"  # matplotlib's
    loop: asyncio.AbstractEventLoop | None = None

    def __init__(self):
        config = Config()
        config.HistoryManager.enabled = False
        config.IPCompleter.use_jedi = False
        self.wire = _Wire(key=b"")
        _see_the_working_folder()
        _other_code.give_no_frames()  # before `replaced` notes which functions there are
        selectors.DefaultSelector = selectors.PollSelector  # no kernel has the calls of epoll
        ScriptMagics.shebang = _say_not_run
        self.shell = _Shell.instance(config=config, compiler_class=_Compiler)
        hook, publisher = self.shell.displayhook, self.shell.display_pub
        hook.session = publisher.session = self.wire
        hook.topic = b"execute_result"
        self.streams = _Stream("stdout", self.wire), _Stream("stderr", self.wire)
        self.plain_hook = ZMQDisplayHook(self.wire, None)

    def rehearse(self, source: str) -> None:
        """Runs a cell in the zygote and forgets its names. What libraries have cached stays."""
        before = sys.stdout, sys.stderr, sys.displayhook
        self._take_over()
        activate_matplotlib(self.BACKEND)
        configure_inline_support(self.shell, self.BACKEND)
        self.shell.run_cell(source, silent=True)
        self.shell.reset(new_session=False)
        self.shell.user_ns.pop("_exit_code", None)
        for name in ("last_type", "last_value", "last_traceback", "last_exc"):
            if hasattr(sys, name):
                delattr(sys, name)
        self.shell._last_traceback = None
        sys.stdout, sys.stderr, sys.displayhook = before

    def serve(self, channel: int, to_host: int, work: str) -> None:
        """Runs the cells that come through a socket, until it closes.

        Args:
            channel: a descriptor of the socket.
            to_host: another one, which no notebook can close or replace.
            work: the folder for temporary files.
        """
        requests = os.fdopen(os.dup(channel), "rb")
        opened, sign = _with_key(requests.read(_sealed.KEY_BYTES))
        self.wire.out = os.fdopen(channel, "wb", buffering=0)
        for stream in self.streams:
            stream.attach(work)
        self._take_over()
        self.shell.init_environment()
        tempfile.tempdir = None
        # Looked up here, before a student's code can replace it.
        answer = importlib.import_module("in_kernel.agent").show
        say = _private_wire(to_host, sign)
        # Not kept as an attribute: a notebook may find this object, and so could get at `say`.
        other_code = _other_code.OtherCode(say)
        other_code.begin()
        _other_code.put_out_of_reach()
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        say("done", {}, cell=0)
        while head := requests.read(4):
            request = _decoded(opened(requests.read(*_unpack(">I", head))).decode())
            self.wire.cell = request["cell"]
            for stream in self.streams:
                stream.begin()
            source = request["source"]
            asks = source.startswith(_REQUEST)
            about_it = partial(say, cell=request["cell"])
            other_code.begin_cell("" if asks else source)
            self.loop.run_until_complete(
                self._answer(answer, source, about_it) if asks else self._run(source)
            )
            for stream in self.streams:
                stream.flush()
            count = self.shell.execution_count - 1
            about_it("done", {"execution_count": count})

    def _take_over(self) -> None:
        sys.stdout, sys.stderr = self.streams
        sys.displayhook = self.plain_hook
        shell = self.shell
        self.plain_hook.get_execution_count = lambda: shell.execution_count
        sys.argv = ["ipykernel_launcher.py"]

    async def _answer(self, answer: Callable, source: str, say: Callable) -> None:
        """Answers a request of the judge's. This is hidden from the notebook's code: IPython does
        not run the request as a cell, because a notebook can read and change IPython's
        transformers, events and history."""
        shell, builtins.input = self.shell, _no_input
        try:
            with shell.builtin_trap:  # as in a cell, so that `display` is known everywhere
                answer(_decoded(source, len(_REQUEST)), say)
        except BaseException:
            shell.showtraceback()
        shell.history_manager.store_inputs(shell.execution_count, "", "")
        shell.execution_count += 1
        shell.events.trigger("post_execute")  # this shows the figures that were drawn meanwhile

    async def _run(self, source: str) -> None:
        """Runs a cell as ipykernel's `do_execute` does: inside a running loop, but synchronously if
        the cell allows it."""
        shell, problem = self.shell, None
        builtins.input = getpass.getpass = _no_input
        try:
            transformed = shell.transform_cell(source)
        except Exception:
            transformed, problem = source, sys.exc_info()
        prepared = {"transformed_cell": transformed, "preprocessing_exc_tuple": problem}
        if not shell.should_run_async(source, **prepared):
            shell.run_cell(source, store_history=True)
            return
        result = None
        try:
            result = await shell.run_cell_async(source, store_history=True, **prepared)
        finally:
            shell.events.trigger("post_execute")
            shell.events.trigger("post_run_cell", result)


def _with_key(key: bytes) -> tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]:
    """Two functions: one opens requests, the other signs messages. Neither has the key itself, nor
    has any function that is running while a notebook's code runs, because that code can print the
    variables of these functions."""
    return _sealed.sealer(key), _sealed.signer(key)


def _no_input(*_: object, **__: object) -> NoReturn:
    raise StdinNotImplementedError(
        "raw_input was called, but this frontend does not support input requests."
    )


def _see_the_working_folder() -> None:
    """Makes modules in the working folder importable, as in a notebook."""
    sites = [i for i, path in enumerate(sys.path) if path.endswith("-packages")]
    if "" not in sys.path:
        sys.path.insert(min(sites, default=len(sys.path)), "")
