"""Turns LaTeX into MathML, which browsers show by themselves."""

import html
import re
from xml.etree import ElementTree

from latex2mathml.converter import convert_to_element
from markupsafe import Markup

from autograder.pages.safe_html import preformatted

MAX_FORMULA = 2000  # characters; a longer one is shown as it is written
MAX_NESTED = 20  # levels of elements in a formula; Chromium's time grows as their cube
_ALIGNED = re.compile(r"\\(begin|end)\{(?:aligned|split)\}")  # latex2mathml does not know these
_SPACE = re.compile(r"-?[0-2](?:\.\d+)?em")
_MATH_ATTRIBUTES = {
    "accent", "columnalign", "columnspacing", "display", "displaystyle", "fence", "form",
    "linethickness", "lspace", "mathvariant", "maxsize", "minsize", "movablelimits", "rowspacing",
    "rspace", "scriptlevel", "separator", "stretchy", "symmetric", "xmlns",
}  # fmt: skip


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


def _is_deep(math: ElementTree.Element) -> bool:
    level = [math]
    for _ in range(MAX_NESTED):
        level = [inner for element in level for inner in element]
    return bool(level)
