"""Bounds the total of what a page shows of a student's texts and outputs.

Each may be harmless by itself, and yet there can be so many that a browser takes minutes.
"""

from html import unescape

from markupsafe import Markup

from autograder.pages.pictures import pixels_in
from autograder.pages.safe_html import letters_beyond_ascii, preformatted

MAX_PAGE = 10_000_000  # characters of HTML
TAG = 200  # characters that a tag counts as
LINE = 200  # characters that the end of a line counts as: a browser lays out each line
LETTER = 100  # characters that a letter beyond ASCII counts as: each may need a search for a font
PIXELS = 50  # pixels of a picture that count as a character
SOURCE_LEFT_OUT = Markup("<p>(This text is not shown here, because the page is too long.)</p>")


class PageBudget:
    """What is left of a page for one student's texts."""

    def __init__(self) -> None:
        self._left = MAX_PAGE

    def take(self, shown: str) -> bool:
        """Takes what some HTML needs, if that much is left; returns whether it was."""
        text = unescape(shown)
        needed = len(shown) + TAG * shown.count("<") + LETTER * letters_beyond_ascii(text)
        needed += LINE * (text.count("\n") + text.count("\r"))
        needed += pixels_in(shown) // PIXELS
        if needed > self._left:
            return False
        self._left -= needed
        return True

    def of_source(self, shown: Markup, source: str) -> Markup:
        """The HTML made of a cell's source, if it is within the budget; else the source as written,
        if that is; else a sentence that it is left out."""
        choices = (shown, preformatted(source))
        return next((html for html in choices if self.take(html)), SOURCE_LEFT_OUT)
