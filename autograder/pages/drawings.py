"""Estimates whether a browser can draw a student's SVG at once.

A few lines of SVG can stand for more shapes than any computer can draw: a shape that is used ten
times, these ten used ten times again, and so on. The browser's tab would then no longer respond. So
what a drawing refers to must not refer to anything itself, and the work that is left is estimated
here, in shapes, before a drawing is shown.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from autograder.pages.pictures import held_in, is_showable

MAX_DRAWING = 1_000_000  # characters
MAX_SHAPES = 50_000  # shapes; a plot of Matplotlib's with 2000 points has 7000
_MAX_DEPTH = 100  # of elements in each other
_CHARACTERS = 100  # of an element that count as one shape; tenfold if it has dashes
_LAYER = 10  # shapes for what is drawn apart and then cut out or repeated
_DASHED = 20  # shapes for an element with dashes
_MIN_DASH = 0.5
# In an image, scripts do not run.
_SHAPES = {
    "a", "circle", "clipPath", "defs", "desc", "ellipse", "g", "image", "line", "linearGradient",
    "marker", "metadata", "path", "pattern", "polygon", "polyline", "radialGradient", "rect",
    "script", "stop", "style", "svg", "symbol", "text", "title", "tspan", "use",
}  # fmt: skip
_SVG = "{http://www.w3.org/2000/svg}"
_USED = re.compile(r"""url\(\s*["']?\s*#([^"')\s]*)""", re.IGNORECASE)
_NUMBER = re.compile(r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_DASHES = re.compile(r"dasharray[\s:=\"']*([^;}\"']*)")
_PLACES = ("d", "points", "x1", "x2", "y1", "y2", "r", "rx", "ry", "width", "height", "transform")
_LONG = re.compile(r"(?<![.\d])\d{5}|\d[eE]")  # numbers far outside of any drawing
# In a style sheet or a style, what could refer to or repeat something without being seen here.
_UNSEEN = re.compile(r"\\|@import|animation|filter|mask", re.IGNORECASE)
_UNSEEN_IN_SHEET = re.compile(rf"{_UNSEEN.pattern}|url\(", re.IGNORECASE)


def is_drawable(svg: str) -> bool:
    """Whether a text is a drawing that takes a browser no longer than a page does."""
    if len(svg) > MAX_DRAWING or "<!ENTITY" in svg or "<?xml-stylesheet" in svg:
        return False
    work = 0
    try:
        for cost in _costs(ElementTree.fromstring(svg)):
            work += cost
            if work > MAX_SHAPES:
                return False
    except (ElementTree.ParseError, ValueError, _CannotTell):
        return False
    return True


class _CannotTell(Exception):
    """The work for a drawing may have no bound."""


def _costs(drawing: Element) -> Iterator[int]:
    """The work for a drawing, bit by bit, so that nobody need wait for the whole of it."""
    shapes = list(_shapes_in(drawing))
    by_id = {shape.get("id", ""): shape for shape in reversed(shapes)}
    sheets = drawing.iter(f"{_SVG}style")
    dashes = _dashes_in(";".join(text for sheet in sheets for text in sheet.itertext()))[:1]
    for shape in shapes:
        yield _cost(shape, dashes)
        for key, other in _used_by(shape, by_id):
            if key not in ("href", "clip-path") and (len(shape) or shape.tag == f"{_SVG}use"):
                raise _CannotTell  # all in it inherits this
            points = f"{shape.get('d')} {shape.get('points')}" if key == "marker" else ""
            times = 1 + len(_NUMBER.findall(points))
            yield _LAYER * times if key != "href" else 0
            for inner in _shapes_in(other):
                if any(_used_by(inner, by_id)):
                    raise _CannotTell
                yield _cost(inner, dashes) * times


def _shapes_in(element: Element, depth: int = 0) -> Iterator[Element]:
    """An element and all in it, without what is about the drawing, such as its author."""
    if not element.tag.startswith(_SVG):
        return
    name = element.tag.removeprefix(_SVG)
    if depth > _MAX_DEPTH or name not in _SHAPES:
        raise _CannotTell
    if name == "style" and _UNSEEN_IN_SHEET.search("".join(element.itertext())):
        raise _CannotTell
    yield element
    for child in element:
        yield from _shapes_in(child, depth + 1)


def _used_by(shape: Element, by_id: dict[str, Element]) -> Iterator[tuple[str, Element]]:
    """What a shape refers to, each with the attribute, or with what it is used as."""
    tag = shape.tag.removeprefix(_SVG)
    for key, value in shape.attrib.items():
        key = key.rpartition("}")[2]
        names = _USED.findall(value)
        if key == "style" and _UNSEEN.search(value):
            raise _CannotTell
        held = held_in(value) if key == "href" and tag == "image" else None
        if held and not is_showable(held[1]):
            raise _CannotTell  # a drawing in the drawing, or a picture that takes long
        if key == "href":
            names = [] if tag in ("a", "image", "script") else [value.strip().removeprefix("#")]
        key = "marker" if "marker" in key + value else key
        yield from ((key, by_id[unquote(name)]) for name in names if unquote(name) in by_id)


def _cost(element: Element, dashes: list[float]) -> int:
    """The work for an element alone, which has such dashes if it has none of its own."""
    length = (len(element.text or "") + sum(map(len, element.attrib.values()))) // _CHARACTERS
    attribute = f"dasharray:{element.get('stroke-dasharray', '')}"
    dashes = _dashes_in(f"{element.get('style', '')};{attribute}") or dashes
    if not dashes:
        return 1 + length
    if dashes[0] < _MIN_DASH or _LONG.search(" ".join(element.get(key, "") for key in _PLACES)):
        raise _CannotTell  # there may be very many
    return _DASHED + 10 * length


def _dashes_in(text: str) -> list[float]:
    """The lengths of dashes in a style sheet or a style, the shortest first."""
    texts = _DASHES.findall(text)
    if any("(" in dashes for dashes in texts):
        raise _CannotTell  # they are computed
    return sorted(float(dash) for dashes in texts for dash in _NUMBER.findall(dashes))
