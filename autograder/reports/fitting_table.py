"""A table of marks that fits the terminal, however many there are."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from autograder.terminal.printing import plain_table

ANY_WIDTH = 10_000
MAX_WORD = 24  # characters of an id, or of a word in a name; a longer one is continued below


@dataclass
class MarksTable:
    """Ids, marks, totals and remarks. If the terminal is too narrow for all marks, they are split
    into parts, one below the other, each with the ids. Cells are in Rich's markup."""

    title: str
    named: bool  # whether the cell after the id is a name
    marks: list[str]  # the headings of the marks
    rows: list[list[str]] = field(default_factory=list)  # id, name if any, marks, total, remark

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Table]:
        """The fewest parts that fit."""
        count = len(self.marks)
        for parts in range(1, max(count, 1) + 1):
            size = math.ceil(count / parts) or 1
            starts = range(0, max(count, 1), size)
            tables = [self._part(start, min(start + size, count)) for start in starts]
            wide = options.update(width=ANY_WIDTH)
            widths = [Measurement.get(console, wide, table).minimum for table in tables]
            if max(widths) <= options.max_width:
                break
        yield from tables

    def _part(self, start: int, stop: int) -> Table:
        """A part with the ids and the marks between these places; the first part also has names,
        the last one totals and remarks."""
        is_first, is_last = start == 0, stop == len(self.marks)
        names = 1 + self.named  # the number of cells before the marks
        total = names + len(self.marks)
        columns = [*range(names if is_first else 1), *range(names + start, names + stop)]
        columns += [total, total + 1] if is_last else []
        table = plain_table(self.title if is_first else "", gap=1)
        ids = min(max((_width(row[0]) for row in self.rows), default=0), MAX_WORD)
        table.add_column("student", overflow="fold", min_width=ids, max_width=MAX_WORD)
        if is_first and self.named:
            words = (word for row in self.rows for word in row[1].split())
            is_overlong = any(_width(word) > MAX_WORD for word in words)
            table.add_column("name", overflow="fold", max_width=MAX_WORD if is_overlong else None)
        for i in range(start, stop):
            self._add(table, self.marks[i], names + i)
        if is_last:
            self._add(table, "total", total, style="bold")
            table.add_column("", style="yellow")
        for row in self.rows:
            table.add_row(*(row[i] for i in columns))
        return table

    def _add(self, table: Table, heading: str, place: int, style: str = "") -> None:
        """Adds the column at this place of the rows, never narrower than its content."""
        texts = [*heading.split("\n"), *(row[place] for row in self.rows)]
        width = max(map(_width, texts))
        table.add_column(heading, justify="right", no_wrap=True, min_width=width, style=style)


def _width(text: str) -> int:
    """The width of a text with Rich's markup."""
    return Text.from_markup(text).cell_len
