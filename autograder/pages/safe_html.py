"""Turns students' texts into HTML that can only be read.

The HTML has no scripts and no styles, and loads nothing from elsewhere. LaTeX becomes MathML, which
browsers show by themselves.
"""

import html
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import bleach
from latex2mathml.converter import convert_to_element
from markupsafe import Markup, escape
from nbconvert.filters import strip_ansi
from nbconvert.filters.markdown_mistune import InvalidNotebook, IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from autograder.pages.pictures import data_in_address, from_base64, is_showable_picture

SVG = "image/svg+xml"
PICTURES = ("image/png", "image/jpeg")  # a notebook holds them as base64
MAX_MARKDOWN = 20_000  # characters; a longer text is shown as it is
MAX_HTML = 100_000
MAX_FORMULA = 2000
MAX_NESTED = 20  # elements of a formula within each other; Chromium's time grows as their cube
MAX_LEVELS = 40  # elements of HTML within each other; Chromium's time grows faster than they do
MAX_TAGS = 10_000
MAX_WORK = 200_000  # tags times tags open at once: the parser reopens them
MAX_ATTRIBUTES = 200  # of one tag; the parser compares each with all the others
MAX_LETTERS = 10_000  # letters beyond ASCII in HTML, which may be one long line
# Letters beyond ASCII may pile up on one, as accents do, or change the font again and again. A
# browser's time grows as the square of such a pile or line.
MAX_LINE = 1000
# Lines with nothing in them, so many that the lexer would go over them again and again.
_WASTE = re.compile(r"\s{500}")
_PILE = re.compile(rf"[^\x00-\x7f]{{{MAX_LINE}}}")
_LONG = re.compile(rf".{{{MAX_LINE}}}")
_ASCII = re.compile(r"[\x00-\x7f]+")

_TAGS = {
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "dd", "del", "details", "div", "dl",
    "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol", "p", "pre",
    "q", "s", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot",
    "th", "thead", "tr", "u", "ul",
}  # fmt: skip
_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*)")
_EMPTY = {"br", "hr", "img", "input", "col", "wbr", "meta", "link", "source", "area"}
_DOLLARS = re.compile(r"(?<![\\$])\$([^$\n<>]+)\$(?!\$)")
_PICTURE = re.compile(r'(data:([^;,"]*);base64,)attached(\d{1,4})(?=")')
_HELD = re.compile(r"data:[^;,]*;base64,attached\d{1,4}")
_FORMULA = re.compile("\ue000(\\d{1,5})\ue001")
# In what was cleaned, every "<" begins a tag.
_TAG_OR_FORMULA = re.compile(rf"""<(?:"[^"]*"|'[^']*'|[^"'>])*>|{_FORMULA.pattern}""")
_ALIGNED = re.compile(r"\\(begin|end)\{(?:aligned|split)\}")  # latex2mathml does not know these
_SPACE = re.compile(r"-?[0-2](?:\.\d+)?em")
_MATH_ATTRIBUTES = {
    "accent", "columnalign", "columnspacing", "display", "displaystyle", "fence", "form",
    "linethickness", "lspace", "mathvariant", "maxsize", "minsize", "movablelimits", "rowspacing",
    "rspace", "scriptlevel", "separator", "stretchy", "symmetric", "xmlns",
}  # fmt: skip


def markdown(text: str, attachments: dict | None = None) -> Markup:
    """Markdown with LaTeX, as in a notebook, with attached pictures."""
    if len(text) > MAX_MARKDOWN:
        return preformatted(text)
    renderer = _Renderer(attachments or {})
    try:
        unclean = MarkdownWithMath(renderer).render(re.sub("[\ue000\ue001]", "", text))
    except (InvalidNotebook, RecursionError, ValueError):  # such as a missing attachment
        return preformatted(text)
    if len(unclean) > MAX_HTML:
        return preformatted(text)
    return Markup(_TAG_OR_FORMULA.sub(renderer.put_in, clean(unclean)))


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
    # Here, every element is closed where it ends, unlike in what people write.
    is_deep = any(levels > MAX_LEVELS for _, levels in _tags_and_levels(cleaned))
    return preformatted(text) if is_deep else Markup(cleaned)


def _is_burden(text: str) -> bool:
    """Whether HTML has so many tags, open tags or attributes that parsing it takes long, or so many
    letters beyond ASCII that showing it does."""
    if letters_beyond_ascii(text) > MAX_LETTERS:
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


def latex(text: str) -> Markup:
    """A text in which `$...$` and `$$...$$` are formulas, as a cell displays it."""
    if len(text) > MAX_FORMULA:
        return preformatted(text)
    match = re.fullmatch(r"\s*\$(\$?)(.+?)\$?\$\s*", text, re.DOTALL)
    return formula(match[2], display=bool(match[1])) if match else preformatted(text)


def formula(source: str, *, display: bool) -> Markup:
    """LaTeX as MathML, or as written if it cannot be converted."""
    try:
        if len(source) > MAX_FORMULA:
            raise ValueError
        known = _ALIGNED.sub(r"\\\1{align*}", source)
        math = convert_to_element(known, display="block" if display else "inline")
        if _is_deep(math):
            raise ValueError
    except Exception:  # every kind of error that broken LaTeX can cause
        return Markup("<code>{}</code>").format(source.strip())
    for element in math.iter():
        # The library writes symbols as character references, and leaves students' text as it is.
        element.text = html.unescape(element.text or "")
        harmless = {
            name: value for name, value in element.attrib.items() if name in _MATH_ATTRIBUTES
        }
        width = element.get("width", "")
        if element.tag == "mspace" and _SPACE.fullmatch(width):
            harmless["width"] = width
        element.attrib = harmless
    return Markup(ElementTree.tostring(math, encoding="unicode"))


def letters_beyond_ascii(text: str) -> int:
    """How many letters beyond ASCII some HTML shows."""
    return len(_ASCII.sub("", html.unescape(text)))


def _is_deep(math: ElementTree.Element) -> bool:
    level = [math]
    for _ in range(MAX_NESTED):
        level = [inner for element in level for inner in element]
    return bool(level)


def code(text: str, css: str = "code") -> Markup:
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
    """A text without long lines, except of ASCII alone."""
    if text.isascii():
        return text
    lines = text.split("\n")
    return "\n".join(line if line.isascii() else _LONG.sub("\\g<0>\n", line) for line in lines)


def _is_harmless(tag: str, name: str, value: str) -> bool:
    """Whether an attribute stays. Cells of tables keep no spans, as a browser makes each column."""
    if tag == "img":
        return name == "alt" or (name == "src" and _is_harmless_picture(value))
    if tag == "a":
        return name == "href" and value.startswith(("https://", "http://", "mailto:", "#"))
    return name in ("start", "open")


def _is_harmless_picture(address: str) -> bool:
    if not address.startswith("data:image/"):
        return False
    if _HELD.fullmatch(address):
        return True  # what takes the place of an attached picture is looked at by itself
    held = data_in_address(html.unescape(address))
    return held is not None and is_showable_picture(held)


class _Renderer(IPythonRenderer):
    """Markdown's HTML, with placeholders for formulas and attached pictures, which are put in when
    it is clean."""

    def __init__(self, attachments: dict):
        # Media types, and what is in base64; empty once it was put in.
        self._pictures: list[tuple[str, str]] = []
        self._formulas: list[tuple[str, Markup]] = []  # as they were written, and as they are shown
        placeholders = {
            name: {
                media_type: self._hold_picture(media_type, data)
                for media_type, data in pictures.items()
            }
            for name, pictures in attachments.items()
        }
        super().__init__(escape=False, exclude_anchor_links=True, attachments=placeholders)

    def put_in(self, match: re.Match) -> str:
        """The formula that a placeholder stands for; or a tag, with pictures in it, and formulas as
        text."""
        if match[1] is None:
            tag = _FORMULA.sub(lambda held: escape(self._formula(held)[0]), match[0])
            return _PICTURE.sub(self._picture, tag)
        return self._formula(match)[1]

    def _hold_picture(self, media_type: str, data: object) -> str:
        is_fine = isinstance(data, str) and is_showable_picture(from_base64(data))
        self._pictures.append((media_type, str(data) if is_fine else ""))
        return f"attached{len(self._pictures) - 1}"

    def _picture(self, match: re.Match) -> str:
        """A picture, in the first place that wants it: a text must not make a page very long."""
        number = int(match[3])
        if number >= len(self._pictures) or self._pictures[number][0] != match[2]:
            return match[1]
        media_type, data = self._pictures[number]
        self._pictures[number] = media_type, ""
        return match[1] + data

    def _formula(self, match: re.Match) -> tuple[str, str]:
        number = int(match[1])
        return self._formulas[number] if number < len(self._formulas) else ("", "")

    def inline_math(self, body: str) -> str:
        """A formula in a line."""
        return self._hold(f"${body}$", formula(body, display=False))

    def block_math(self, body: str) -> str:
        """A formula that stands by itself."""
        return self._hold(f"$${body}$$", formula(body, display=True))

    def block_html(self, html: str) -> str:
        """HTML in Markdown, in which a notebook shows formulas as well."""
        return _DOLLARS.sub(lambda match: self.inline_math(match[1]), html)

    def latex_environment(self, name: str, body: str) -> str:
        """A formula in an environment, such as `align`."""
        source = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        return self._hold(source, formula(source, display=True))

    def block_code(self, code: str, info: str | None = None) -> str:
        """A block of code, as it is: what colours it would not survive the cleaning."""
        return f"<pre><code>{escape(code)}</code></pre>\n"

    def _hold(self, source: str, shown: Markup) -> str:
        self._formulas.append((source, shown))
        return f"\ue000{len(self._formulas) - 1}\ue001"
