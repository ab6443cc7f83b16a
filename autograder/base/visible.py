"""Texts that others wrote, fit for a terminal: nothing in them moves, hides, colours or turns."""

import json
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table


def visible(text: str) -> str:
    """A text in which each character that a terminal would act on is replaced by a sign."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def json_text(value: object) -> str:
    """JSON for people and scripts: what is not printable is written as JSON writes it."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


class SafeConsole(Console):
    """A console through which all that is printed is `visible`."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is to be written; Rich's own signs to the terminal are marked as such."""
        for segment in super().render(renderable, options):
            yield (segment if segment.control else segment._replace(text=visible(segment.text)))


def plain_table(title: str, gap: int = 2) -> Table:
    """A table without lines, below its title."""
    return Table(title=title, title_justify="left", box=None, padding=(0, gap, 0, 0))
