"""Estimates whether a browser can draw a student's SVG at once.

A few lines of SVG can stand for more shapes than any computer can draw: a shape that is used ten
times, these ten used ten times again, and so on. The browser's tab would then no longer respond. So
the work is estimated here, in shapes, before a drawing is shown.
"""

import html
import re
from base64 import b64decode
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

MAX_DRAWING = 1_000_000  # characters
MAX_SHAPES = 50_000  # shapes; a plot of Matplotlib's with 2000 points has 7000
_MAX_DEPTH = 100  # of elements in each other
_CHARACTERS = 100  # of an element that count as one shape; tenfold if it has dashes
_LAYER = 10  # shapes for what is drawn apart and then cut out or repeated
_DASHED, _FINELY_DASHED = 20, 5000  # shapes for an element with dashes
_MIN_DASH = 0.5
# In an image, scripts do not run.
_SHAPES = {
    "a", "circle", "clipPath", "defs", "desc", "ellipse", "g", "image", "line", "linearGradient",
    "marker", "metadata", "path", "pattern", "polygon", "polyline", "radialGradient", "rect",
    "script", "stop", "style", "svg", "symbol", "text", "title", "tspan", "use",
}  # fmt: skip
_SVG = "{http://www.w3.org/2000/svg}"
_USED = re.compile(r"""url\(\s*["']?\s*#([^"')\s]*)""", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(?:png|jpe?g|gif|webp)[;,]|(?!data:)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:\.\d*)?|\.\d+")
_DASHES = re.compile(r"dasharray[\s:=\"']*([^;}\"']*)")
_PLACES = ("d", "points", "x1", "x2", "y1", "y2", "r", "rx", "ry", "width", "height", "transform")
_LONG = re.compile(r"(?<![.\d])\d{5}|\d[eE]")  # numbers far outside of any drawing
# In a style sheet or a style, what could refer to or repeat something without being seen here.
_UNSEEN = re.compile(r"\\|@import|animation|filter|mask", re.IGNORECASE)
_DRAWING = re.compile(r"data:image/svg\+xml(?P<facts>[^,]*),(?P<data>.*)", re.DOTALL | re.I)


def is_drawable(svg: str) -> bool:
    """Whether a text is a drawing that takes a browser no longer than a page does."""
    tags = svg.count("<") - svg.count("</")
    if (
        len(svg) > MAX_DRAWING
        or tags > MAX_SHAPES
        or "<!ENTITY" in svg
        or "<?xml-stylesheet" in svg
    ):
        return False
    try:
        return _Work(ElementTree.fromstring(svg)).total <= MAX_SHAPES
    except (ElementTree.ParseError, ValueError, _TooMuch):
        return False


def is_drawable_address(address: str) -> bool:
    """Whether an address of a picture, as an attribute has it, holds a drawable SVG, or none."""
    address = re.sub(r"[\t\n\r]", "", html.unescape(address))  # as browsers do
    if not address.lower().startswith("data:image/svg"):
        return True
    parts = _DRAWING.fullmatch(address)
    if not parts:
        return False
    return is_drawable(_svg_in(parts["data"], is_base64=";base64" in parts["facts"].lower()))


def is_drawable_base64(data: str) -> bool:
    """Whether a drawable SVG is encoded in a text."""
    return is_drawable(_svg_in(data, is_base64=True))


def _svg_in(data: str, is_base64: bool) -> str:
    try:
        svg = b64decode(unquote(data)) if is_base64 else unquote(data).encode()
        return svg.decode()
    except ValueError:
        return ""


class _TooMuch(Exception):
    """The work has no bound, or cannot be told."""


class _Work:
    """Estimates the work for a drawing, in shapes, as `total`.

    Raises:
        _TooMuch: as above.
    """

    def __init__(self, drawing: Element):
        self._by_id: dict[str, Element] = {}
        for element in drawing.iter():
            self._by_id.setdefault(element.get("id", ""), element)
        self._known: dict[Element, int | None] = {}  # None while it is being computed
        self._all_dashed = False
        for style in drawing.iter(f"{_SVG}style"):
            self._read_sheet("".join(style.itertext()))
        self.total = self._of(drawing, 0)

    def _read_sheet(self, text: str) -> None:
        if _UNSEEN.search(text) or "url(" in text.lower() or _are_fine(text):
            raise _TooMuch
        self._all_dashed |= "dasharray" in text

    def _of(self, element: Element, depth: int) -> int:
        """The work for an element, with all in it and all that it refers to."""
        if element in self._known:
            known = self._known[element]
            if known is None:
                raise _TooMuch  # it is in itself
            return known
        if depth > _MAX_DEPTH:
            raise _TooMuch
        if not element.tag.startswith(_SVG):
            return 0  # about the drawing, such as its author
        if element.tag.removeprefix(_SVG) not in _SHAPES:
            raise _TooMuch
        self._known[element] = None
        work = self._without_repeats(element, depth)
        if repeated := self._of_repeated(element, depth):
            points = len(_NUMBER.findall(element.get("d", "") + element.get("points", "")))
            work += repeated * (work if len(element) or _is_use(element) else 1 + points)
        self._known[element] = work
        return work

    def _without_repeats(self, element: Element, depth: int) -> int:
        """The work for what is drawn once for an element."""
        length = (len(element.text or "") + sum(map(len, element.attrib.values()))) // _CHARACTERS
        work = 1 + length + self._of_dashes(element, length)
        work += sum(self._of(child, depth + 1) for child in element)
        for key, value in element.attrib.items():
            if _is_link(key):
                work += self._of_link(element, value, depth)
            elif key == "style" and _UNSEEN.search(value):
                raise _TooMuch
            elif key == "clip-path":
                work += self._of_used(value, depth)
        return work

    def _of_repeated(self, element: Element, depth: int) -> int:
        """The work for what is drawn again for all that is in an element or used by it, or at each
        of its points: filters, masks, markers, patterns."""
        return sum(
            self._of_used(value, depth)
            for key, value in element.attrib.items()
            if key != "clip-path" and not _is_link(key)
        )

    def _of_used(self, value: str, depth: int) -> int:
        """The work for what an attribute refers to."""
        return sum(_LAYER + self._of_named(name, depth) for name in _USED.findall(value))

    def _of_link(self, element: Element, address: str, depth: int) -> int:
        match element.tag.removeprefix(_SVG):
            case "a" | "script":
                return 0
            case "image":
                if not _PICTURE.match(address.strip()):
                    raise _TooMuch  # a drawing in the drawing
                return _LAYER
        return 1 + self._of_named(address.strip().removeprefix("#"), depth)

    def _of_named(self, name: str, depth: int) -> int:
        element = self._by_id.get(unquote(name))
        return 0 if element is None else self._of(element, depth + 1)

    def _of_dashes(self, element: Element, length: int) -> int:
        texts = [element.get("style", ""), f"dasharray:{element.get('stroke-dasharray', '')}"]
        if not self._all_dashed and not any(map(_dashes_in, texts)):
            return 0
        is_long = _LONG.search(" ".join(element.get(key, "") for key in _PLACES))
        is_fine = is_long or any(map(_are_fine, texts))
        return 9 * length + (_FINELY_DASHED if is_fine else _DASHED)


def _is_link(key: str) -> bool:
    return key.rpartition("}")[2] == "href"


def _is_use(element: Element) -> bool:
    return element.tag == f"{_SVG}use"


def _dashes_in(text: str) -> list[float]:
    return [float(dash) for dashes in _DASHES.findall(text) for dash in _NUMBER.findall(dashes)]


def _are_fine(text: str) -> bool:
    """Whether there are dashes so short that there may be very many."""
    return any(dash < _MIN_DASH for dash in _dashes_in(text))
