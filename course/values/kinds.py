"""Describes in words what kind of object a value is, by the name of its class."""

import textwrap
from collections.abc import Mapping

from course.sentences.words import capitalised, plural
from course.values.as_text import TOO_LONG, looks_like_node, on_one_line
from course.values.tensors import MAX_CLASS_NAME


def kind_in_words(value: object) -> str:
    """The kind of a value, where another kind was expected: `None`, `a list`, or a dictionary with
    its names."""
    if isinstance(value, Mapping):
        if not value:
            return "an empty dictionary"
        names = ", ".join(key if isinstance(key, str) else on_one_line(key) for key in value)
        return f"a dictionary of {textwrap.shorten(names, 60, placeholder=' ...')}"
    kind = type(value).__name__  # in grading, perhaps that of a stand-in
    if "complex" in kind or "complex" in str(getattr(value, "dtype", "")):
        return "a complex number"
    return "None" if value is None else with_article(kind)


def value_in_words(value: object) -> str:
    """A few words for an answer that is not text. A tensor or a node in full would fill the
    page."""
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
    """The kind of value that a function returned. A list is called "values", because it may have
    been made from another iterable (`as_lists`)."""
    if isinstance(value, list):
        return f"{len(value)} {plural(len(value), 'value')}"
    return kind_in_words(value) + (f" of {len(value)}" if isinstance(value, tuple) else "")


def with_article(kind: str) -> str:
    """The name of a class with `a` or `an`: `a list`, `an int`, but `a uint8`. An ndarray is `a
    NumPy array`."""
    if kind == "ndarray":
        return "a NumPy array"
    name = safe_class_name(kind)
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"


def safe_class_name(text: str) -> str:
    """The name of a class. A student's kernel may send any text instead; "object" if the text is
    not a name or too long."""
    return text if text.isidentifier() and len(text) <= MAX_CLASS_NAME else "object"


def stand_in(class_name: str, base: type = object, **attributes) -> object:
    """An object that stands in for a value of which little is known but the name of its class."""
    return type(safe_class_name(class_name), (base,), attributes)()
