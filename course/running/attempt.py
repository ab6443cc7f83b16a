"""Runs a student's code within limits, and turns the errors that it raises into data."""

import builtins
import difflib
import dis
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import TypeVar

from course.running import limit
from course.running.cell_lines import line_at
from course.running.limit import TookTooLong, limited
from course.running.whose_code import is_ours, is_students
from course.sentences.lines import with_lines_indented

MAX_MESSAGE = 2000  # characters of an error's text
MAX_FRAMES = 12  # frames of an error's traceback
MAX_TRACED = 300  # characters of a line of the traceback, with its number
MAX_KINDS = 12  # an error's class and its base classes
_MAX_NAMES, _MAX_NAME = 50, 50  # attributes that are looked at, and characters of one
_MIN_LIKENESS = 0.8  # how similar to a missing attribute one must be to be suggested for it
_CALLED = re.compile(r"(?<![\w.])(\w+)\(")  # a plain name with an opening parenthesis after it

Returned = TypeVar("Returned")


@dataclass(frozen=True)
class Raised:
    """An error that a student's code raised."""

    # Its class and then its base classes that are errors, as `kind_of` writes them.
    kinds: list[str] = field(default_factory=list, metadata={"most": MAX_KINDS})
    text: str = ""  # its message
    # Its traceback without the frames of this package, one line for each call, outermost first.
    lines: list[str] = field(default_factory=list, metadata={"most": MAX_FRAMES})
    is_unwritten: bool = False  # whether it says that the student has not written something yet

    @property
    def name(self) -> str:
        """The name of its class."""
        name = without_module(self.kinds[0]) if self.kinds else ""
        return name if name.isidentifier() else "Exception"

    @property
    def line(self) -> str:
        """The line that raised it, and its function."""
        return self.lines[-1] if self.lines else ""

    @property
    def name_and_text(self) -> str:
        """The name of its class and its message, without a full stop at the end."""
        return f"{self.name}: {self.shown_text}".rstrip(".: ")

    @property
    def shown_text(self) -> str:
        """Its message, with all lines but the first indented."""
        return with_lines_indented(self.text)

    def is_a(self, *kinds: str) -> bool:
        """Whether its class is one of these, or derived from one."""
        return not set(kinds).isdisjoint(self.kinds)

    @property
    def took_too_long(self) -> bool:
        """Whether the code was stopped because its time was up."""
        return self.is_a(TookTooLong.__name__)


def attempt(
    function: Callable[..., Returned], *arguments, **options
) -> tuple[Returned | None, Raised | None]:
    """Runs a student's function within the limits.

    Returns:
        The function's result and None, or None and the error that it raised.

    Raises:
        KeyboardInterrupt: the student interrupted the cell.
    """
    try:
        with limited(limit.TIME_LIMIT):
            return function(*arguments, **options), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return None, raised(error)


def raised(error: BaseException) -> Raised:
    """An error as data."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not is_ours(frame.filename)
    ]
    while len(frames) > 1 and not is_students(frames[-1].filename):
        frames.pop()  # a library's frame; the error's text already says what happened there
    lines = [
        f"  line {at.lineno}, in {at.name}:  {line_at(at.filename, at.lineno)}"[:MAX_TRACED]
        for at in frames[-MAX_FRAMES:]
    ]
    kinds = [kind_of(cls) for cls in type(error).__mro__ if issubclass(cls, BaseException)]
    text = message_of(error) + _about_replaced_function(error) + _attribute_like(error)
    return Raised(kinds[:MAX_KINDS], text, lines, is_unwritten(error))


def kind_of(error_class: type[BaseException]) -> str:
    """The name of a class of errors. Its module stands in front unless the class is Python's or
    this package's, since a student's own class may have the same name as one of these."""
    module, name = str(error_class.__module__), error_class.__name__
    return name if module.partition(".")[0] in ("builtins", "course") else f"{module}.{name}"


def without_module(kind: str) -> str:
    """The name of a class without its module, as messages show it."""
    return kind.rpartition(".")[2]


def _about_replaced_function(error: BaseException) -> str:
    """What to add to the text of an error that was raised because the code uses the name of one of
    Python's functions for something else, and then calls it; else empty."""
    trace, text = _innermost(error), message_of(error)
    if not isinstance(error, TypeError) or trace is None or "is not callable" not in text:
        return ""
    frame = trace.tb_frame
    names = {**frame.f_globals, **frame.f_locals}
    for name in _CALLED.findall(line_at(frame.f_code.co_filename, trace.tb_lineno)):
        is_replaced = name in names and hasattr(builtins, name)
        kind = type(names.get(name)).__name__  # the text may have the module, too: `torch.dtype`
        if is_replaced and re.search(rf"['.]{re.escape(kind)}' object is not callable", text):
            away = f", and run `del {name}`" if name in frame.f_globals else ""
            return (
                f". `{name}` is Python's own, but stands for something else here: choose another "
                f"name for that{away}"
            )
    return ""


def _attribute_like(error: BaseException) -> str:
    """What to add to the text of an error about a missing attribute if the object has another one
    with a similar name; else empty."""
    if type(error) is not AttributeError:
        return ""
    try:
        given = [name for name in vars(error.obj) if len(name) <= _MAX_NAME and name[0] != "_"]
        like = difflib.get_close_matches(
            (error.name or "")[:_MAX_NAME], given[:_MAX_NAMES], 1, _MIN_LIKENESS
        )
    except Exception:  # the object has no attributes, or their names are not ordinary strings
        return ""
    return f"; it has `{like[0]}`" if like else ""


def is_unwritten(error: BaseException) -> bool:
    """Whether an error says that the student has not written something yet. The NotImplementedError
    that PyTorch raises if it lacks an operation for a type does not count."""
    if not isinstance(error, NotImplementedError):
        return False
    trace = _innermost(error)
    if trace is None:
        return True
    name = trace.tb_frame.f_code.co_filename
    return (is_ours(name) or is_students(name)) and is_by_raise(error)


def is_by_raise(error: BaseException) -> bool:
    """Whether an error comes from a `raise` statement, whose author chose the error's text."""
    trace = _innermost(error)
    at = trace.tb_frame.f_code.co_code[trace.tb_lasti] if trace else 0
    return dis.opname[at] == "RAISE_VARARGS"


def _innermost(error: BaseException) -> TracebackType | None:
    """The innermost frame of an error's traceback; None if it has not been raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace


def message_of(error: BaseException) -> str:
    """The message of an error; empty if `str` fails on it."""
    try:
        return str(error)[:MAX_MESSAGE]
    except Exception:
        return ""


def is_of_the_package(error: BaseException) -> bool:
    """Whether an error was raised in this package, or in a library that it called, and no function
    of the student's was running: the cell itself called the package."""
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    files = [name for name in files if is_ours(name) or is_students(name)]
    return is_ours(files[-1]) and sum(map(is_students, files)) == 1
