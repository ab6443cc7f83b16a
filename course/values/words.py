"""Makes the words of sentences: lists, singular and plural forms, and what to call a value. It also
breaks sentences into lines."""

import re
import textwrap
from collections.abc import Iterable, Mapping

LINE_WIDTH = 96  # characters that fit on a line of a notebook's output on a laptop
TABLE_ROW = re.compile(r"\S {2,}\S")  # in a row of a table, columns are parted by spaces
_TOO_LONG = "so long a number"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def listed(parts: Iterable[str]) -> str:
    """Texts as a list, `a, b and c`; empty if there are none."""
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def plural(count: int, noun: str) -> str:
    """A noun in the form for a number of things: `node` for one, otherwise `nodes`."""
    return noun if count == 1 else f"{noun}s"


def verb(count: int, many: str) -> str:
    """A verb in the form for a number of things: `grows` for one, otherwise `grow`."""
    if count != 1:
        return many
    ending = "es" if many.endswith(("s", "sh", "ch")) else "s"
    return {"are": "is", "were": "was", "do": "does"}.get(many, f"{many}{ending}")


def capitalised(text: str) -> str:
    """A text with a capital first letter. Unlike in `str.capitalize`, the rest stays as it is."""
    return text[:1].upper() + text[1:]


def kind_in_words(value: object) -> str:
    """What kind of thing a value is, where another kind was expected: `None`, `a list`, or a
    dictionary with its names."""
    if isinstance(value, Mapping):
        if not value:
            return "an empty dictionary"
        names = ", ".join(key if isinstance(key, str) else on_one_line(key) for key in value)
        return f"a dictionary of {textwrap.shorten(names, 60, placeholder=' ...')}"
    kind = type(value).__name__  # in grading, the value may be a stand-in for one of this class
    if "complex" in kind or "complex" in str(getattr(value, "dtype", "")):
        return "a complex number"
    return "None" if value is None else with_article(kind)


def with_article(kind: str) -> str:
    """The name of a class after `a` or `an`: `a list`, `an int`, but `a uint8`."""
    return f"{'an' if kind[0] in 'AEIOaeio' else 'a'} {kind}"


def value_in_words(value: object) -> str:
    """An answer that is not text, in a few words; a tensor or a node itself would fill the page."""
    kind = type(value).__name__
    if isinstance(value, type):
        return f"A class, {value.__name__},"
    if hasattr(value, "input_nodes"):
        return f"A node, {kind},"
    if hasattr(value, "shape"):
        return f"A {kind.lower()} of shape {tuple(value.shape)}"
    text = on_one_line(value)
    return capitalised(text) if text == _TOO_LONG else text


def on_one_line(value: object, most: int = 40) -> str:
    """A value as Python writes it, on one line and in at most so many characters, or its kind if
    that fails; a node by its label."""
    try:
        is_node = hasattr(value, "input_nodes")  # and its repr is that of a whole graph
        text = " ".join((getattr(value, "label", "") if is_node else repr(value)).split())
    except Exception as error:  # Python writes no number of thousands of digits
        is_too_long = any(isinstance(arg, str) and "integer string" in arg for arg in error.args)
        return _TOO_LONG if is_too_long else f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 4]} ..."


def in_lines(text: str) -> str:
    """Text with its lines broken between words, because Jupyter would break them anywhere."""
    return "\n".join(map(_broken, text.splitlines()))


def _broken(line: str) -> str:
    if TABLE_ROW.search(line):
        return line.rstrip()
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line.strip(),
        LINE_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
