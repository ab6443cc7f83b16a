"""Says in words what kind of thing a value is, by the name of its class."""

import textwrap
from collections.abc import Mapping

from course.sentences.words import capitalised, plural
from course.values.as_text import TOO_LONG, looks_like_node, on_one_line
from course.values.tensors import MAX_CLASS_NAME


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


def value_in_words(value: object) -> str:
    """An answer that is not text, in a few words; a tensor or a node itself would fill the page."""
    kind = type(value).__name__
    if isinstance(value, type):
        return f"A class, {value.__name__},"
    if looks_like_node(value):
        return f"A node, {kind},"
    if hasattr(value, "shape"):
        return f"A {kind.lower()} of shape {tuple(value.shape)}"
    text = on_one_line(value)
    return capitalised(text) if text == TOO_LONG else text


def returned_in_words(value: object) -> str:
    """What kind of thing a function returned. A list may have been made of any other iterable
    (`as_lists`), so it is not called one."""
    if isinstance(value, list):
        return f"{len(value)} {plural(len(value), 'value')}"
    return kind_in_words(value) + (f" of {len(value)}" if isinstance(value, tuple) else "")


def with_article(kind: str) -> str:
    """The name of a class after `a` or `an`: `a list`, `an int`, but `a uint8`. NumPy's arrays go
    by the name that people use."""
    if kind == "ndarray":
        return "a NumPy array"
    name = safe_class_name(kind)
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"


def safe_class_name(text: str) -> str:
    """The name of a class, for which a student's kernel may send any text; "object" if it is none,
    or too long."""
    return text if text.isidentifier() and len(text) <= MAX_CLASS_NAME else "object"


def stand_in(class_name: str, base: type = object, **attributes) -> object:
    """Something in place of a value of which little more is known than the name of its class."""
    return type(safe_class_name(class_name), (base,), attributes)()
