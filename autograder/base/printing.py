"""Prints tables on a console and, safely, text by other people."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.table import Table

from autograder.base.visible import visible


class SafeConsole(Console):
    """A console that prints everything as `visible` text, and leaves `:x:` as it is, where Rich
    would print an emoji."""

    def __init__(self, **options: Any):
        super().__init__(emoji=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The text to write; Rich's own control codes, which are marked as such, are kept."""
        for segment in super().render(renderable, options):
            yield (segment if segment.control else segment._replace(text=visible(segment.text)))


def plain_table(title: str, gap: int = 2) -> Table:
    """A table without lines, below its title."""
    return Table(title=title, title_justify="left", box=None, padding=(0, gap, 0, 0))


def remarks_table(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    """A table without headings: who or what, and what is said about it."""
    table = plain_table(title)
    table.show_header = False
    table.add_column(overflow="fold")  # however long, as students may choose it
    table.add_column()
    for row in rows:
        table.add_row(*map(escape, row))
    return table
