"""Reports to the grader the code that is in no cell: texts that a notebook passes to `exec` and the
like, and modules that it writes and imports.

The judge searches cells for words to flag, and would miss such code. Python calls an audit hook
before it compiles anything. The hook sends its report at once, so the code cannot take it back.
Code of libraries counts as known, and so does code that they generate from nothing but names.

A library may look up any name that it is given, even one that was assembled at run time and appears
in no cell. So the modules that answer are put out of reach before a notebook's code runs: they are
removed from `sys.modules`. Importing one then makes a copy, which takes no part in answering. The
modules could still be found through the frames of running functions, or among all objects. Python
also calls the hook when code asks for frames or objects, and the hook reports the name of that
request in the same way as a text. It reports the names of things that are unpickled by name, too.
Python does not tell the hook about the frames that it passes to signal handlers, so handlers get
none.
"""

import _signal
import ast
import collections
import dataclasses
import os
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import course
from course.running.whose_code import is_in

FOLDER = f"{Path(__file__).parents[1]}{os.sep}"  # with the modules that answer
_OURS = FOLDER, f"{Path(course.__file__).parent}{os.sep}"
PRIVATE = "in_kernel", "pipe_kernel"  # no notebook has a reason to import these
KIND = "other code"  # of the message; its content is {"text": ...}, with null if there is no text
MAX_TEXTS = 200  # that one kernel reports
MAX_TEXTS_LENGTH = 100_000  # characters of all of them; beyond these limits, texts are left out
_IMPORT = "<frozen importlib"
_IPYTHON = f"{os.sep}IPython{os.sep}core{os.sep}"  # runs the cells
_COMPILER = f"{os.sep}codeop.py"  # with which IPython compiles them
_PARSER = ast.parse.__code__  # which runs nothing
# The modules that create another interpreter. Python 3.13 raises no event when they do.
_INTERPRETERS = "_interpreters", "_testcapi", "_testinternalcapi"
_OF_NAMES = collections.__file__, dataclasses.__file__  # they compile texts with a caller's names
# The events that occur when code asks for frames or objects, which no notebook needs. The names of
# these events, and of the attributes below, are words to flag.
_REACHES = {
    "gc.get_objects",
    "gc.get_referents",
    "gc.get_referrers",
    "sys._current_frames",
    "sys._getframe",
    "sys.setprofile",
    "sys.settrace",
}
_OF_FRAMES = {"ag_frame", "cr_frame", "gi_frame", "tb_frame"}
# What unpickling a tensor asks for. None of it can look up a name.
_OF_TENSORS = {
    "collections.OrderedDict",
    "torch._utils._rebuild_parameter",
    "torch._utils._rebuild_tensor_v2",
    "torch.storage._load_from_bytes",
}
# Modules of libraries that ask for frames or objects for their own use, and hand none on. Any other
# library may ask on behalf of a notebook.
_FOR_THEMSELVES = tuple(
    f"{os.sep}{name}.py"
    for name in (
        "IPython/core/interactiveshell",
        "IPython/core/magic",
        "IPython/extensions/autoreload",
        "asyncio/coroutines",
        "asyncio/events",
        "asyncio/format_helpers",
        "asyncio/futures",
        "asyncio/streams",
        "cProfile",
        "collections/__init__",
        "enum",
        "ipykernel/zmqshell",
        "logging/__init__",
        "matplotlib/_api/__init__",
        "numpy/lib/_index_tricks_impl",
        "numpy/matrixlib/defmatrix",
        "subprocess",
        "sympy/core/symbol",
        "sympy/utilities/lambdify",
        "torch/cuda/__init__",
        "torch/library",
        "torch/mtia/__init__",
        "torch/xpu/__init__",
        "traceback",
        "traitlets/traitlets",
        "typing",
        "typing_extensions",
        "warnings",
    )
)
# Modules that ask on behalf of whoever calls them.
_FOR_OTHERS = tuple(
    f"{os.sep}{name}.py"
    for name in (
        "IPython/core/ultratb",
        "IPython/utils/frame",
        "asyncio/base_tasks",
        "bdb",
        "executing/executing",
        "inspect",
        "pdb",
        "profile",
        "stack_data/core",
        "stack_data/utils",
        "string",
        "threading",
        "trace",
    )
)
# A first or second line that declares an encoding other than UTF-8 or ASCII.
_ENCODED = re.compile(
    rb"(?:[^\r\n]*(?:\r\n?|\n))?[ \t\f]*#[^\r\n]*coding[:=](?![ \t]*(utf-?8|ascii))", re.I
)
_get_frame = sys._getframe  # bound here, as a notebook can replace functions in modules
_TRACEBACK = traceback.__file__


class OtherCode:
    """Reports code that is in no cell.

    Args:
        say: sends a report. It raises an error if the report may not have reached the grader; then
            the code does not run.
    """

    def __init__(self, say: Callable[[str, dict], None]):
        self._cell = ""  # the source of the cell that is run, without blanks around it
        self._say = say
        self._told: set[str | None] = set()
        self._left = MAX_TEXTS_LENGTH
        places = set(sys.path) - {"", str(Path.cwd())}
        self._libraries = tuple(f"{place}{os.sep}" for place in places)

    def begin_cell(self, source: str) -> None:
        """Begins a cell or, if the source is empty, a request of the judge's. From now on, this
        source counts as known. If it contains magics, IPython turns it into another text, which is
        reported."""
        self._told.discard(None)
        self._cell = source.strip()

    def begin(self) -> None:
        """Starts to report such code, each text once."""

        def hook(event: str, arguments: tuple) -> None:
            if event == "compile":
                if not self._is_known(_get_frame(1), *arguments):
                    self._tell(_text_of(arguments[0]))
                    if is_in(arguments[1], self._libraries):  # it claims to be a library's file
                        self._tell(None)
            elif event in _REACHES:
                is_running = event == "sys._getframe"
                is_own = is_running and arguments[0].f_code is code
                if not (is_own or self._is_of_library(_get_frame().f_back, is_running=is_running)):
                    self._tell(event)
            elif event == "object.__getattr__" and arguments[1] in _OF_FRAMES:
                if not self._is_of_library(_get_frame().f_back):
                    self._tell(f"object.{arguments[1]}")
            elif event == "pickle.find_class":
                if (name := ".".join(arguments)) not in _OF_TENSORS:
                    self._tell(name)
            elif event == "cpython.PyInterpreterState_New" or (
                event == "import" and arguments[0].rpartition(".")[2] in _INTERPRETERS
            ):
                self._tell(None)  # another interpreter has no such hook

        code = hook.__code__
        sys.addaudithook(hook)
        # This makes Python always compile the notebook's modules from their texts.
        sys.dont_write_bytecode = True

    def _tell(self, text: str | None) -> None:
        if text is not None and text not in self._told:
            if text.strip() == self._cell:
                return
            self._left -= len(text)
            if self._left < 0 or len(self._told) >= MAX_TEXTS:
                text = None
        if text not in self._told:
            self._say(KIND, {"text": text})  # first, as a signal may end this call at any moment
            self._told.add(text)

    def _is_of_library(self, frame: FrameType | None, *, is_running: bool = False) -> bool:
        """Whether the code in this frame, which asks for frames or objects, is ours, or belongs to
        a library that hands none on or is being imported.

        Args:
            is_running: whether it asks for the frames of running functions.
        """
        while frame and frame.f_code.co_filename.endswith(_FOR_OTHERS):
            frame = frame.f_back
        if frame and frame.f_code.co_filename == _TRACEBACK:
            frame = frame.f_back  # `traceback` uses most frames of tracebacks for itself
        while is_running and frame and frame.f_code.co_filename == _TRACEBACK:
            frame = frame.f_back
        if frame is None:
            return True
        place = frame.f_code.co_filename
        if is_in(place, _OURS):
            return True
        is_known = place.endswith(_FOR_THEMSELVES) and is_in(place, self._libraries)
        return is_known or self._is_importing(frame)

    def _is_known(self, frame: FrameType, source: object, name: object) -> bool:
        """Whether what this frame compiles belongs to a library or a cell, or is harmless."""
        place = frame.f_code.co_filename
        if place.startswith(_IMPORT):
            return is_in(name, self._libraries)
        if place in _OF_NAMES or frame.f_code is _PARSER or _is_ipythons(frame, source):
            return True
        return self._is_importing(frame)

    def _is_importing(self, frame: FrameType) -> bool:
        """Whether this frame runs the code of a library that is being imported, or library code
        that this calls."""
        caller: FrameType | None = frame
        while caller and is_in(caller.f_code.co_filename, self._libraries):
            caller = caller.f_back
        return caller is not None and caller.f_code.co_filename.startswith(_IMPORT)


def _is_ipythons(frame: FrameType, source: object) -> bool:
    """Whether IPython is compiling a statement of a cell, after parsing the cell's text."""
    is_tree = frame.f_code.co_filename.endswith(_COMPILER) and isinstance(source, ast.AST)
    return is_tree and frame.f_back is not None and _IPYTHON in frame.f_back.f_code.co_filename


def _text_of(source: object) -> str | None:
    """The text of what is compiled; None if there is no text, as when a syntax tree is compiled, or
    if it is in another encoding, in which words cannot be seen."""
    if isinstance(source, bytes):
        return None if _ENCODED.match(source) else source.decode("utf-8", "replace")
    return source if isinstance(source, str) else None


def put_out_of_reach() -> None:
    """Removes the modules that answer from `sys.modules`. Modules that have imported them still
    work."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in PRIVATE:
            del sys.modules[name]


def give_no_frames() -> None:
    """Makes Python call signal handlers with None in place of a frame. Nobody needs the frame, and
    it would lead to the frames of the functions that answer."""
    set_handler, handler_of = _signal.signal, _signal.getsignal

    def signal(number: int, handler: object, /) -> object:
        if callable(handler) and handler is not _signal.default_int_handler:
            handler = _WithoutFrame(handler)
        return _as_given(set_handler(number, handler))

    def getsignal(number: int, /) -> object:
        return _as_given(handler_of(number))

    _signal.signal, _signal.getsignal = signal, getsignal


class _WithoutFrame:
    """A signal handler that is called without the frame."""

    def __init__(self, handler: Callable):
        self.handler = handler

    def __call__(self, number: int, _: FrameType | None) -> object:
        return self.handler(number, None)


def _as_given(handler: object) -> object:
    return handler.handler if type(handler) is _WithoutFrame else handler
