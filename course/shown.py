"""What a check shows, in the order in which it comes: lines, pictures, and what is folded away."""

import contextlib
import html
import io
import sys
from collections.abc import Iterator

from IPython import get_ipython
from IPython.display import display

_PASSED = "background:#1a7f37;color:#fff;padding:3px 8px"  # 5.1 to 1, on any page


class Folded:
    """Lines that are folded away below one that says what they are; as text, all of them.

    Attributes:
        data: what an output of a notebook holds of it, by kind.
    """

    def __init__(self, summary: str, text: str, style: str = "cursor:pointer"):
        said = f'<summary style="{style}">{html.escape(summary)}</summary>'
        lines = f"<pre>{html.escape(text)}</pre>"
        self.data = {
            "text/html": f"<details>{said}{lines}</details>",
            "text/plain": text,
        }

    def _repr_mimebundle_(self, **kwargs) -> dict:
        return self.data


viewers: list = []  # functions that are shown everything, where there is no notebook
_held: list["_Held"] = []  # the innermost last


class _Held(io.StringIO):
    """What was printed, and has not gone where it was to go."""

    def __init__(self, to):
        super().__init__()
        self.to = to

    def release(self) -> None:
        self.to.write(self.getvalue())
        self.to.flush()  # before anything is displayed
        self.seek(0)
        self.truncate()


@contextlib.contextmanager
def held_back() -> Iterator[_Held]:
    """Holds back what is printed in this context until something is shown, or an error ends it;
    what is left at its end is whoever opened it to print or to fold."""
    held = _Held(sys.stdout)
    _held.append(held)
    try:
        with contextlib.redirect_stdout(held):
            yield held
    except BaseException:
        held.release()
        raise
    finally:
        _held.remove(held)


def show(thing) -> None:
    """Shows a picture or something folded, in the notebook or to whoever is viewing; where nobody
    looks, what is folded is printed."""
    for held in reversed(_held):
        held.release()
    for view in viewers:
        view(thing)
    if viewers:
        return
    if get_ipython() is not None:
        display(thing)
    elif isinstance(thing, Folded):
        print(thing.data["text/plain"])


def show_passed(line: str, text: str) -> None:
    """Says that a check has passed: in a notebook in one green line, with what the check printed
    folded below it."""
    if viewers or get_ipython() is None:
        print(f"{text}{line}")
    else:
        show(Folded(line, f"{text}{line}", _PASSED))
