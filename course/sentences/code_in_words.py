"""Formats sentences for a web page. Text between backticks is code."""

import re
from html import escape

_CODE = re.compile(r"`([^`]+)`")


def words_as_html(words: str) -> str:
    """Words as HTML, with code in `<code>` elements."""
    return _CODE.sub(r"<code>\1</code>", escape(words))


def as_read_aloud(words: str) -> str:
    """Words for a screen reader: without the backticks around code."""
    return _CODE.sub(r"\1", words)
