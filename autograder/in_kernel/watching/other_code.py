"""Tells the grader of code that is in no cell: texts that the notebook has other code run, modules
that it writes and imports, names that unpickling looks up, and code that was put together without a
text, such as machine code. It also tells of what code looks up by names that were put together: our
own modules, frames, all objects, and memory.

A cell is code that the grader has read only if IPython runs what stands in it. So a cell that it
turns into other Python, as it does with magics, is told as such, and so is each statement that it
runs and that is not one of the cell's.

Words to flag are searched in cells, where none of this would be found. Python itself calls a hook
before all of it, and what the hook has to tell is sent at once, so the code cannot take it back.
The code of libraries counts as known, and so does what they make of names alone.

A library may look up any name that it is given, such as one that was put together so that no cell
contains it. So the modules that answer are put out of reach before any of a notebook's code runs:
what is no longer among Python's modules cannot be found like that, and an import makes a copy,
which takes no part in answering.
"""

import ast
import bdb
import collections
import ctypes
import dataclasses
import inspect
import logging
import os
import pdb
import profile
import re
import sys
import trace
import traceback
import warnings
from asyncio import base_tasks
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from threading import get_ident
from types import BuiltinFunctionType, FrameType, FunctionType
from typing import Any

from course.running.whose_code import is_in, is_ours

FOLDER = f"{Path(__file__).parents[1]}{os.sep}"  # with the modules that answer
PRIVATE = "in_kernel", "pipe_kernel"  # no notebook has a reason to import these
KIND = "other code"  # of the message; its content is {"text": ...}, with null if there is no text
MAX_TEXTS = 200  # that one kernel tells of
MAX_TEXTS_LENGTH = 100_000  # characters of all of them; beyond these limits, no text is told
# Python's own events, with what is made into code.
_OF_A_TEXT = "compile"
_OF_A_NAME = "pickle.find_class"
_WITHOUT_TEXT = "code.__new__", "marshal.load", "marshal.loads"
_MADE = frozenset((_OF_A_TEXT, _OF_A_NAME, *_WITHOUT_TEXT))
_OF_A_FILE = "import", "ctypes.dlopen"  # if it is machine code, with the file's path
_MACHINE = "ctypes."  # the beginning of events by which code reaches memory and machine code
_CFFI = "_cffi_backend"  # does the same without events
_OF_AN_ATTRIBUTE = "object.__getattr__"
_FRAMES = frozenset(("ag_frame", "cr_frame", "gi_frame", "tb_frame"))  # attributes that are frames
_OBJECTS = "gc.get_objects", "gc.get_referents", "gc.get_referrers"
_GET_FRAME = "sys._getframe"
_FUNCTIONS = BuiltinFunctionType, FunctionType
_PROFILED = "sys.setprofile"
_INSPECTED = frozenset((*_OBJECTS, "sys._current_frames", "sys.settrace", _PROFILED, _GET_FRAME))
# These are told what other code does, and hand its frames to whoever inherits from their classes.
_DEBUGGERS = frozenset(module.__file__ for module in (bdb, pdb, profile, trace))
# Functions that hand frames on to the code that called them, and the name by which they are called;
# empty if they are generators, which anybody may iterate over.
_HAND_ON_FRAMES = {
    base_tasks._task_get_stack.__code__: "get_stack",  # of asyncio
    inspect.currentframe.__code__: "currentframe",
    inspect.getinnerframes.__code__: "getinnerframes",
    inspect.stack.__code__: "stack",
    inspect.trace.__code__: "trace",
    logging.currentframe.__code__: "currentframe",
    traceback.walk_stack.__code__: "",
    traceback.walk_tb.__code__: "",
}
_HEADER = 16  # bytes of a file with bytecode, before that
_IMPORT = "<frozen importlib"
_IPYTHON = f"{os.sep}IPython{os.sep}core{os.sep}"  # runs the cells
_COMPILER = f"{os.sep}codeop.py"  # which IPython uses for this
_PARSER = ast.parse.__code__  # which runs nothing
# What Python's own statements and expressions consist of, by class, besides where they stand.
_FIELDS: dict[type, tuple[str, ...]] = {
    kind: vars(kind).get("_fields", ())
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
_PLACE = "lineno", "col_offset", "end_lineno", "end_col_offset"
_PLAIN = frozenset((bool, bytes, complex, float, int, str, type(None), type(...)))
_NAMEDTUPLE = collections.namedtuple.__code__  # in its text, only names are the notebook's
_DATACLASS = dataclasses._process_class.__code__  # type: ignore[attr-defined]
# A first or second line that says that the file is not in UTF-8.
_ENCODED = re.compile(rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*coding[:=][ \t]*(?!utf-?8|ascii)", re.I)
# Bound here, as a notebook can replace what stands in a module.
_get_frame, _thread_id, _file_name = sys._getframe, get_ident, os.fsdecode
_open, _read, _close = os.open, os.read, os.close
_compile, _unparse = compile, ast.unparse
_what_is_in = vars(type)["__dict__"].__get__
_get_code = SourceFileLoader.get_code.__code__


class OtherCode:
    """What a kernel tells of."""

    def __init__(self, say: Callable[[str, dict], None]):
        """
        Args:
            say: raises an error if the grader may not have heard; then the code does not run.
        """
        self._known: tuple[str, ...] = ()
        self._statements: dict[int, list[ast.AST]] = {}  # that the grader has read, by line
        self._say = say
        self._told: set[str | None] = set()
        self._left = MAX_TEXTS_LENGTH
        places = set(sys.path) - {"", str(Path.cwd())}
        self._libraries = tuple(f"{place}{os.sep}" for place in places)

    def begin_cell(self, source: str = "", transformed: str = "") -> None:
        """Begins a cell; without a source, a request of the judge's.

        Args:
            transformed: what IPython will run. It is told if it says anything else.
        """
        self._told.discard(None)
        self._known, self._statements = (source, transformed) if source else (), {}
        tree = _tree_of(transformed)
        is_plain = transformed.rstrip() == source.rstrip()
        if tree and not is_plain and not _are_same(tree, _tree_of(source)):
            self._known = (source,)
            self._tell(transformed)
        self._note_statements(tree)

    def _note_statements(self, tree: Any) -> None:
        """Notes statements that the grader has read, in a cell or in a text that was told."""
        for statement in tree.body if tree else []:
            self._statements.setdefault(statement.lineno, []).append(statement)

    def begin(self) -> None:
        """From now on, tells of such code, of each text once."""

        looking: set[int] = set()  # the threads in which the hook itself asks for a frame

        def caller() -> FrameType:
            thread = _thread_id()
            looking.add(thread)
            try:
                return _get_frame(2)
            finally:
                looking.discard(thread)

        def hook(event: str, arguments: tuple) -> None:
            if event == _OF_AN_ATTRIBUTE:  # first, as `replaced` reads the code of many functions
                if arguments[1] in _FRAMES and self._is_for_student(caller(), arguments[1]):
                    self._tell(arguments[1])
            elif event in _MADE:
                frame = caller()
                if _is_ipythons(frame, arguments):
                    if not self._was_read(arguments[0]):
                        self._tell(_text_of_tree(arguments[0]))
                elif not self._is_librarys(frame, arguments):
                    text = _text_of(event, arguments)
                    is_new = text not in self._told
                    self._tell(text)
                    if is_new and text in self._told and event == _OF_A_TEXT:
                        self._note_statements(_tree_of(text))  # which comes here again
                elif name := _private_module(frame):
                    self._tell(name)
            elif event.startswith(_MACHINE) and self._is_students(caller()):
                self._tell(event)
            elif event in _OF_A_FILE:
                if self._is_from_elsewhere(event, arguments):
                    self._tell(None)
                elif arguments[0] == _CFFI:
                    self._tell(_CFFI)
            elif event == _GET_FRAME and _thread_id() in looking:
                pass
            elif event in _INSPECTED and self._is_inspected_for_student(caller(), event):
                self._tell(event)

        sys.addaudithook(hook)
        # So that a module of the notebook's is always read as a text.
        sys.dont_write_bytecode = True

    def _tell(self, text: str | None) -> None:
        if text is not None and text not in self._known and text not in self._told:
            self._left -= len(text)
            if self._left < 0 or len(self._told) >= MAX_TEXTS:
                text = None
        if text not in self._known and text not in self._told:
            self._say(KIND, {"text": text})  # first, as a signal may end this at any moment
            self._told.add(text)

    def _is_librarys(self, frame: FrameType, arguments: tuple) -> bool:
        """Whether what is made into code in this frame is a library's, or harmless."""
        place = frame.f_code.co_filename
        if place.startswith(_IMPORT):
            return self._is_imported(frame, arguments)
        if frame.f_code is _PARSER or frame.f_code is _NAMEDTUPLE or _makes_a_dataclass(frame):
            return True
        caller: FrameType | None = frame
        while caller and is_in(caller.f_code.co_filename, self._libraries):
            caller = caller.f_back
        return caller is not None and caller.f_code.co_filename.startswith(_IMPORT)

    def _was_read(self, tree: Any) -> bool:
        """Whether the grader has read all statements of a tree that IPython compiles."""
        if not (_is_as_it_was(type(tree)) and type(getattr(tree, "body", None)) is list):
            return False
        return all(
            _is_as_it_was(type(statement))
            and any(
                _are_same(statement, own)
                for own in self._statements.get(getattr(statement, "lineno", 0), ())
            )
            for statement in tree.body
        )

    def _is_students(self, frame: FrameType | None) -> bool:
        """Whether a student's code has called that of `ctypes` in this frame."""
        while frame and frame.f_code.co_filename == ctypes.__file__:
            frame = frame.f_back
        return frame is not None and not is_in(frame.f_code.co_filename, self._libraries)

    def _is_for_student(self, frame: FrameType | None, name: str) -> bool:
        """Whether what has this name is reached by a student's code, or for it: a library that
        looks up or calls what it was given does not contain the name."""
        while frame and self._is_in_library(frame):
            if name and not _is_written(name, frame):
                return True
            if frame.f_code not in _HAND_ON_FRAMES:
                return False
            name, frame = _HAND_ON_FRAMES[frame.f_code], frame.f_back
        return frame is not None

    def _is_in_library(self, frame: FrameType) -> bool:
        file = frame.f_code.co_filename
        return is_in(file, self._libraries) and file not in _DEBUGGERS

    def _is_inspected_for_student(self, frame: FrameType, event: str) -> bool:
        """Whether a student's code inspects the interpreter. Calls in a cell may also be counted,
        which C code does."""
        if event == _PROFILED and self._known and frame.f_code.co_filename not in _DEBUGGERS:
            return False
        return self._is_for_student(frame, event.partition(".")[2])

    def _is_from_elsewhere(self, event: str, arguments: tuple) -> bool:
        """Whether machine code is loaded from a file that is not a library's. Names without a
        folder are those of the system's libraries."""
        file = arguments[1] if event == "import" else arguments[0]
        if isinstance(file, bytes):
            file = _file_name(file)
        return isinstance(file, str) and os.sep in file and not is_in(file, self._libraries)

    def _is_imported(self, frame: FrameType, arguments: tuple) -> bool:
        """Whether what is made into code is what a library's file contains."""
        while frame.f_code is not _get_code:
            if frame.f_back is None:
                return False
            frame = frame.f_back
        is_source = len(arguments) > 1  # or else it is bytecode
        file = frame.f_locals.get("source_path" if is_source else "bytecode_path")
        data = arguments[0]
        if type(data) is not bytes or not is_in(file, self._libraries):
            return False
        try:
            return data == _content(file)[0 if is_source else _HEADER :]
        except OSError:
            return False


def _is_ipythons(frame: FrameType, arguments: tuple) -> bool:
    """Whether IPython makes a tree into code, as it does with each statement of a cell."""
    is_tree = frame.f_code.co_filename.endswith(_COMPILER) and isinstance(arguments[0], ast.AST)
    return is_tree and frame.f_back is not None and _IPYTHON in frame.f_back.f_code.co_filename


def _tree_of(source: str | None) -> Any:
    """A source as a tree, an `ast.Module`; None if it is not plain Python."""
    if source is None:
        return None
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # IPython will warn
            return _compile(source, "", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _are_same(one: Any, other: Any) -> bool:
    """Whether two trees are the same, wherever they stand in their texts."""
    pairs = [(one, other)]
    kinds: set[type] = set()  # those that are as they were; each is looked at before it is used
    while pairs:
        one, other = pairs.pop()
        kind = type(one)
        if kind is not type(other):
            return False
        if kind in _PLAIN:
            if one != other:
                return False
        elif kind is list:
            if len(one) != len(other):
                return False
            pairs += zip(one, other, strict=True)
        elif kind in kinds or _is_as_it_was(kind):
            kinds.add(kind)
            pairs += [
                (getattr(one, name, None), getattr(other, name, None)) for name in _FIELDS[kind]
            ]
        else:
            return False
    return True


def _is_as_it_was(kind: type) -> bool:
    """Whether a class is one of Python's own for trees, and what its instances hold can be read. A
    notebook could put a property in front of it."""
    return kind in _FIELDS and all(
        _what_is_in(each).get(name) is None
        for each in kind.__mro__
        for name in (*_FIELDS[kind], *_PLACE)
    )


def _text_of_tree(tree: Any) -> str | None:
    """A tree as a text that says the same; None if there is none."""
    try:
        text = _unparse(tree) if _are_same(tree, tree) else ""
        read = _tree_of(text)
        body = read.body[0].value if isinstance(tree, ast.Expression) else read.body
        return text if _are_same(tree.body, body) else None
    except Exception:
        return None


def _is_written(name: str, frame: FrameType) -> bool:
    """Whether the code in a frame contains a name, or another name for the same function."""
    code = frame.f_code
    if name in code.co_names or name in code.co_consts:
        return True
    known = map(frame.f_globals.get, code.co_names)
    return any(isinstance(each, _FUNCTIONS) and each.__name__ == name for each in known)


def _private_module(frame: FrameType | None) -> str:
    """The name of the module out of reach that is being imported here; empty if there is none, or
    if our own code imports it."""
    name = ""
    while frame and frame.f_code.co_filename.startswith(_IMPORT):
        if frame.f_code is _get_code:
            name = frame.f_locals["fullname"]
        frame = frame.f_back
    file = frame.f_code.co_filename if frame else ""
    return "" if not _is_private(name) or is_in(file, (FOLDER,)) or is_ours(file) else name


def put_out_of_reach() -> None:
    """Forgets all of these modules; those that have imported them still work."""
    for name in filter(_is_private, [*sys.modules]):
        del sys.modules[name]


def _is_private(module: str) -> bool:
    return module.partition(".")[0] in PRIVATE


def _content(file: str) -> bytes:
    """What is in a file, whatever the notebook has made of the functions that open files."""
    parts: list[bytes] = []
    descriptor = _open(file, os.O_RDONLY)
    try:
        while part := _read(descriptor, 1 << 20):
            parts.append(part)
    finally:
        _close(descriptor)
    return b"".join(parts)


def _makes_a_dataclass(frame: FrameType) -> bool:
    """Whether a frame writes a method of a dataclass, in which only names are the notebook's."""
    caller: FrameType | None = frame
    while caller and caller.f_code.co_filename == _DATACLASS.co_filename:
        if caller.f_code is _DATACLASS:
            fields = caller.f_locals["fields"]
            are_plain = all(type(field) is dataclasses.Field for field in fields.values())
            return are_plain and all(type(name) is str and name.isidentifier() for name in fields)
        caller = caller.f_back
    return False


def _text_of(event: str, arguments: tuple) -> str | None:
    """The text of what is made; None if there is none, as if a tree is compiled, or if it is in
    another encoding."""
    if event == _OF_A_NAME:
        return f"{arguments[0]}.{arguments[1]}"
    source = arguments[0] if event == _OF_A_TEXT else None
    if isinstance(source, bytes):
        return None if _ENCODED.match(source) else source.decode("utf-8", "replace")
    return source if isinstance(source, str) else None
