"""Prints a table of marks that fits the terminal, however many marks there are."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

from autograder.base.printing import plain_table

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
        """The parts, each with as many columns as fit."""
        headings = ["student", *(["name"] if self.named else []), *self.marks, "total", ""]
        numbers = range(1 + self.named, len(headings) - 1)
        widths = [
            _width([heading, *(row[place] for row in self.rows)], by_word=place not in numbers)
            for place, heading in enumerate(headings)
        ]
        parts = [[0]]
        for place in range(1, len(headings)):
            room = options.max_width - sum(widths[column] + 1 for column in parts[-1])
            if widths[place] >= room and len(parts[-1]) > 1:
                parts.append([0])
            parts[-1].append(place)
        for columns in parts:
            table = plain_table(self.title if columns is parts[0] else "", gap=1)
            for place in columns:
                table.add_column(
                    headings[place],
                    justify="right" if place in numbers else "left",
                    style={"total": "bold", "": "yellow"}.get(headings[place], ""),
                    overflow="fold",
                    min_width=widths[place],
                    max_width=widths[place] if place == 0 or place in numbers else None,
                )
            for row in self.rows:
                table.add_row(*(row[place] for place in columns))
            yield table


def _width(texts: list[str], *, by_word: bool) -> int:
    """The least width of a column: that of its longest line or word, at most `MAX_WORD`."""
    lines = (line for text in texts for line in Text.from_markup(text).plain.split("\n"))
    parts = (part for line in lines for part in (line.split() if by_word else [line]))
    return min(max((Text(part).cell_len for part in parts), default=0), MAX_WORD)
