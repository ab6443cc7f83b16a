"""Turns students' texts into HTML that can only be read.

The HTML has no scripts and no styles, and loads nothing from elsewhere.
"""

import html
import re
from collections.abc import Iterator

import bleach
from markupsafe import Markup
from nbconvert.filters import strip_ansi
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from autograder.pages.pictures import data_in_address, is_showable_picture

MAX_HTML = 100_000  # characters; a longer text is shown as it is
MAX_LEVELS = 40  # levels of elements in HTML; Chromium's time grows faster than they do
MAX_TAGS = 10_000
MAX_WORK = 200_000  # tags times tags open at once: the parser reopens them
MAX_ATTRIBUTES = 200  # of one tag; the parser compares each with all the others
MAX_LETTERS = 10_000  # letters beyond ASCII in HTML, which may be one long line
# Letters beyond ASCII may pile up on one, as accents do, or change the font again and again. A
# browser's time grows as the square of such a pile or line.
MAX_LINE = 1000
# So much white space that the lexer would go over it again and again.
_WASTE = re.compile(r"\s{500}")
_PILE = re.compile(rf"[^\x00-\x7f]{{{MAX_LINE}}}")
_LONG = re.compile(rf".{{{MAX_LINE}}}")
_ASCII = re.compile(r"[\x00-\x7f]+")

# Not q: Chromium's time for quotation marks grows as the square of their number.
_TAGS = {
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "dd", "del", "details", "div", "dl",
    "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol", "p", "pre",
    "s", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot",
    "th", "thead", "tr", "u", "ul",
}  # fmt: skip
_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*)")
_EMPTY = {"br", "hr", "img", "input", "col", "wbr", "meta", "link", "source", "area"}
_HELD = re.compile(r"data:[^;,]*;base64,attached\d{1,4}")


def clean(text: str) -> Markup:
    """HTML without scripts, forms or anything loaded; pictures only if embedded."""
    if len(text) > MAX_HTML or _is_burden(text):
        return preformatted(text)
    cleaned = bleach.clean(
        _PILE.sub("\\g<0>\n", text),
        tags=_TAGS,
        attributes=_is_harmless,
        protocols={"http", "https", "mailto", "data"},
        strip=True,
    )
    # Unlike in what people write, every element is closed here, so that levels can be counted.
    is_deep = any(levels > MAX_LEVELS for _, levels in _tags_and_levels(cleaned))
    return preformatted(text) if is_deep else Markup(cleaned)


def _is_harmless(tag: str, name: str, value: str) -> bool:
    """Whether an attribute stays. Table cells lose their spans, since a browser makes each column
    of a span."""
    if tag == "img":
        return name == "alt" or (name == "src" and _is_harmless_picture(value))
    if tag == "a":
        return name == "href" and value.startswith(("https://", "http://", "mailto:", "#"))
    return name in ("start", "open")


def _is_harmless_picture(address: str) -> bool:
    if not address.startswith("data:image/"):
        return False
    if _HELD.fullmatch(address):
        return True  # a placeholder; the attached picture itself is checked before it is put in
    held = data_in_address(html.unescape(address))
    return held is not None and is_showable_picture(held)


def _is_burden(text: str) -> bool:
    """Whether HTML has so many tags, open tags or attributes that parsing takes long, or so many
    letters beyond ASCII that showing it takes long."""
    if letters_beyond_ascii(html.unescape(text)) > MAX_LETTERS:
        return True
    most_open = 0
    for tags, (tag, open_now) in enumerate(_tags_and_levels(text), start=1):
        most_open = max(most_open, open_now)
        if tags > MAX_TAGS or tags * most_open > MAX_WORK or len(tag[3].split()) > MAX_ATTRIBUTES:
            return True
    return False


def _tags_and_levels(text: str) -> Iterator[tuple[re.Match, int]]:
    """Each tag of some HTML, and how many elements are open after it."""
    open_now = 0
    for tag in _TAG.finditer(text):
        if tag[2].lower() not in _EMPTY:
            open_now = max(0, open_now + (-1 if tag[1] else 1))
        yield tag, open_now


def letters_beyond_ascii(text: str) -> int:
    """How many letters beyond ASCII a text has."""
    return len(_ASCII.sub("", text))


def code(text: str, css: str) -> Markup:
    """Python, highlighted, in an element of this class."""
    if len(text) > MAX_HTML or _WASTE.search(text):
        return preformatted(text)
    return Markup(highlight(_in_lines(text), PythonLexer(), HtmlFormatter(cssclass=css)))


def printed(text: str, css: str = "") -> Markup:
    """What a cell printed, without its colours, in an element of this class."""
    return Markup('<pre class="{}">{}</pre>').format(css, _in_lines(strip_ansi(text)))


def preformatted(text: str) -> Markup:
    """A text as it is."""
    return Markup("<pre>{}</pre>").format(_in_lines(text))


def _in_lines(text: str) -> str:
    """A text with its long lines broken, except those of pure ASCII."""
    if text.isascii():
        return text
    lines = text.split("\n")
    return "\n".join(line if line.isascii() else _LONG.sub("\\g<0>\n", line) for line in lines)
