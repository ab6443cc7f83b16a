"""Tells the grader of code that is in no cell: texts that the notebook has other code run, modules
that it writes and imports, names that unpickling looks up, and code that was put together without a
text.

Words to flag are searched in cells, where such code would not be found. Python itself calls a hook
before it makes code or unpickles, and what the hook has to tell is sent at once, so the code cannot
take it back. The code of libraries counts as known, and so does what they make of names alone.
"""

import ast
import collections
import dataclasses
import os
import re
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FrameType

KIND = "other code"  # of the message; its content is {"text": ...}, with null if there is no text
MAX_TEXTS = 200  # that one kernel tells of
MAX_TEXTS_LENGTH = 100_000  # characters of all of them; beyond these limits, no text is told
# Python's own events, with what is made into code.
_OF_A_TEXT = "compile"
_OF_A_NAME = "pickle.find_class"
_WITHOUT_TEXT = "code.__new__", "marshal.load", "marshal.loads"
_EVENTS = frozenset((_OF_A_TEXT, _OF_A_NAME, *_WITHOUT_TEXT))
_IMPORT = "<frozen importlib"
_IPYTHON = f"{os.sep}IPython{os.sep}core{os.sep}"  # runs the cells
_COMPILER = f"{os.sep}codeop.py"  # which IPython uses for this
_PARSER = ast.parse.__code__  # which runs nothing
_NAMEDTUPLE = collections.namedtuple.__code__  # in its text, only names are the notebook's
_DATACLASS = dataclasses._process_class.__code__  # type: ignore[attr-defined]
# A first or second line that says that the file is not in UTF-8.
_ENCODED = re.compile(rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*coding[:=][ \t]*(?!utf-?8|ascii)", re.I)
# Bound here, as a notebook can replace what stands in a module.
_get_frame, _file_name = sys._getframe, os.fsdecode
_Loader = SourceFileLoader
_get_code = _Loader.get_code.__code__


class OtherCode:
    """What a kernel tells of."""

    def __init__(self, say: Callable[[str, dict], None]):
        """
        Args:
            say: raises an error if the grader may not have heard; then the code does not run.
        """
        self._known: tuple[str, ...] = ()
        self._say = say
        self._told: set[str | None] = set()
        self._left = MAX_TEXTS_LENGTH
        places = set(sys.path) - {"", str(Path.cwd())}
        self._libraries = tuple(f"{place}{os.sep}" for place in places)

    def begin_cell(self, *texts: str) -> None:
        """Begins a cell, whose own texts are not told."""
        self._known = texts
        self._told.discard(None)

    def begin(self) -> None:
        """From now on, tells of such code, of each text once."""

        def hook(event: str, arguments: tuple) -> None:
            if event in _EVENTS and not self._is_librarys(_get_frame(1), arguments):
                self._tell(_text_of(event, arguments))

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
        if place.endswith(_COMPILER) and not isinstance(arguments[0], str | bytes):
            return frame.f_back is not None and _IPYTHON in frame.f_back.f_code.co_filename
        caller: FrameType | None = frame
        while caller and caller.f_code.co_filename.startswith(self._libraries):
            caller = caller.f_back
        return caller is not None and caller.f_code.co_filename.startswith(_IMPORT)

    def _is_imported(self, frame: FrameType, arguments: tuple) -> bool:
        """Whether Python's own loader is reading a library's file."""
        files = [_file_name(file) for file in arguments[1:2] if isinstance(file, str | bytes)]
        if bytecode := frame.f_locals.get("bytecode_path"):
            files.append(bytecode)
        while frame.f_code is not _get_code:
            if frame.f_back is None:
                return False
            frame = frame.f_back
        loader = frame.f_locals["self"]
        files.append(loader.path)
        return (
            type(loader) is _Loader
            and _reading() == _READING
            and all(file.startswith(self._libraries) for file in files)
        )


def _reading() -> tuple[object, ...]:
    """The functions by which Python's own loader reads a file."""
    return _Loader.get_data, _Loader.get_filename, _Loader.source_to_code


_READING = _reading()


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
