"""Shows the output of a check in order: lines, pictures, and folded text."""

import contextlib
import html
import io
import sys
from collections.abc import Iterator
from typing import TextIO

from IPython import get_ipython
from IPython.display import display

from course.messages.listeners import Listeners

_UNFINISHED = "background:#ffd33d;color:#1f2328;padding:3px 8px"  # contrast 11 to 1
_PASSED = "background:#1a7f37;color:#fff;padding:3px 8px"  # contrast 5.1 to 1, on any page


class Folded:
    """Lines that are folded away below a summary. As plain text, only the lines are shown.

    Attributes:
        data: the content as a notebook's output, by MIME type.
    """

    def __init__(self, summary: str, text: str, style: str = "cursor:pointer"):
        always = f'<summary style="{style}">{html.escape(summary)}</summary>'
        folded = f"<pre>{html.escape(text)}</pre>"
        self.data = {"text/html": f"<details>{always}{folded}</details>", "text/plain": text}

    def _repr_mimebundle_(self, **kwargs) -> dict[str, str]:
        return self.data


viewers = Listeners[object]()  # called with everything that is shown, in place of a notebook
_waiting: list["_Printed"] = []  # printed text that is held back, innermost context last


class _Printed(io.StringIO):
    """Printed text that has not been passed on yet, and the lead that goes in front of it."""

    def __init__(self, stream: TextIO, lead: str):
        super().__init__()
        self.stream, self.lead = stream, lead

    def release(self) -> None:
        """Passes the text on, the first time with the lead in front."""
        self.stream.write(self.lead + self.getvalue())
        self.stream.flush()  # before anything is displayed
        self.lead = ""
        self.seek(0)
        self.truncate()


@contextlib.contextmanager
def held_back(lead: str) -> Iterator[_Printed]:
    """Holds back what is printed in this context. If something is shown or an error ends the
    context, the text held back so far is printed, with `lead` in front. The caller prints or folds
    the rest."""
    printed = _Printed(sys.stdout, lead)
    _waiting.append(printed)
    try:
        with contextlib.redirect_stdout(printed):
            yield printed
    except BaseException:
        printed.release()
        raise
    finally:
        _waiting.remove(printed)


def show_or_print(thing: object) -> None:
    """Shows a picture or something folded, to the viewers or else in the notebook. Without either,
    folded text is printed, and a picture is not shown."""
    for printed in reversed(_waiting):
        printed.release()
    viewers.tell(thing)
    if viewers:
        return
    if get_ipython() is not None:
        display(thing)
    elif isinstance(thing, Folded):
        print(thing.data["text/plain"])


def show_unfinished(line: str) -> None:
    """Shows a yellow line in a notebook, which says that something below is wrong or missing."""
    if not viewers and get_ipython() is not None:
        as_html = f'<div style="{_UNFINISHED}">{html.escape(line)}</div>'
        display({"text/html": as_html, "text/plain": line}, raw=True)


def show_passed(line: str, text: str) -> None:
    """Says that a check has passed. In a notebook, the line is green, and the check's output is
    folded below it."""
    if viewers or get_ipython() is None:
        print(f"{text}{line}")
    else:
        show_or_print(Folded(line, f"{text}{line}", _PASSED))
