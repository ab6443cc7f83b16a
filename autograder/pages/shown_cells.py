"""Turns a notebook's cells into HTML: their sources, and what they displayed."""

import html
import re
from base64 import b64encode

from markupsafe import Markup
from nbformat import NotebookNode

from autograder.notebook.cells import grade_id
from autograder.notebook.set_up import SET_UP, without_set_up
from autograder.pages import safe_html
from autograder.pages.formulas import latex
from autograder.pages.markdown import markdown
from autograder.pages.pictures import PICTURES, SVG, from_base64, is_showable_picture

_HINT = re.compile(r'<details name="(\w+)"><summary>Hint: ')
_SCROLLS = re.compile(r'<(pre|table|div class="drawing"|math(?=[^>]* display="block"))(?=[ >])')
_LABEL = re.compile(r'<svg[^>]* aria-label="([^"<>]*)"')
MAX_DESCRIPTION = 5000  # characters of a picture's description
NOT_DRAWN = "(A drawing, which only the notebook shows.)"
TOO_LARGE = "(This picture is not shown, because a browser could take very long to show it.)"
# The formats that a cell may display, richest first.
_CONVERTERS = {
    "text/html": safe_html.clean,
    "text/markdown": markdown,
    "text/latex": latex,
    "text/plain": safe_html.printed,
}


def source_as_html(cell: NotebookNode, css: str = "code") -> Markup:
    """The source of a cell as HTML; code is in an element of this class."""
    if cell.cell_type == "code":
        # In any other cell, a student could hide code behind the lines of a set-up.
        source = without_set_up(cell.source) if grade_id(cell) == SET_UP else cell.source
        return safe_html.code(source, css)
    if cell.cell_type == "markdown":
        return markdown(_with_named_hints(cell.source), cell.get("attachments"))
    return safe_html.preformatted(cell.source)


def _with_named_hints(text: str) -> str:
    """A text in which each hint says what it is for, if there are hints for several things."""
    several = len(set(_HINT.findall(text))) > 1
    return _HINT.sub(r"<details><summary>Hint for \1: ", text) if several else text


def accessible(html: Markup) -> Markup:
    """Makes whatever may be wider than the screen scrollable by keyboard, and the empty corner of a
    table a plain cell."""
    text = str(html).replace("<th></th>", "<td></td>")  # `Markup.replace` escapes its arguments
    return Markup(_SCROLLS.sub(r'<\1 tabindex="0"', text))


def shown_output(output: NotebookNode, *, is_ours: bool) -> Markup | None:
    """What a cell printed or displayed, or the error that ended it.

    Args:
        is_ours: whether it comes from our own code, not from a student's kernel.
    """
    if output.output_type == "stream":
        return safe_html.printed(output.text)
    if output.output_type == "error":
        return safe_html.printed("\n".join(output.traceback), "error")
    return displayed(output.data, is_ours=is_ours)


def displayed(data: dict, *, is_ours: bool = False) -> Markup | None:
    """The richest form of what a cell displayed that is safe to show.

    A few lines of SVG can stand for more shapes than any computer can draw, so a drawing is shown
    only if it is ours.
    """
    texts = {media_type: text for media_type, text in data.items() if isinstance(text, str)}
    svg = texts.get(SVG)
    if svg and is_ours:
        # As an image, it can neither run scripts nor load anything.
        drawing = b64encode(svg.encode("utf-8", "replace")).decode()
        label = _LABEL.search(svg[:MAX_DESCRIPTION])
        description = html.unescape(label[1]) if label else texts.get("text/plain", "A drawing")
        return _picture(SVG, drawing, description)
    for media_type in PICTURES:
        if media_type in texts:
            if is_showable_picture(from_base64(texts[media_type])):
                return _picture(media_type, texts[media_type], texts.get("text/plain", "A picture"))
            texts.setdefault("text/plain", TOO_LARGE)
    if svg:
        return safe_html.preformatted(NOT_DRAWN)
    for media_type, convert in _CONVERTERS.items():
        if texts.get(media_type):
            return convert(texts[media_type])
    return None


def _picture(media_type: str, data: str, description: str) -> Markup:
    css = "drawing" if media_type == SVG else "picture"
    return Markup('<div class="{}"><img src="data:{};base64,{}" alt="{}"></div>').format(
        css, media_type, "".join(data.split()), description[:MAX_DESCRIPTION]
    )
