"""A CSV as a learning management system gave it, to be given back with some cells changed."""

import csv
import io
import re
from dataclasses import dataclass, field
from pathlib import Path

MAX_BYTES = 10_000_000
BOM = "\ufeff"

_STARTS = tuple("=+-@\t\r\n＝＋－＠")  # of what spreadsheets evaluate
_NUMBER = re.compile(r"[+-]?[\d\s.,]*%?")
_WITH_COMMA = re.compile(r"[+-]?\d+,\d{1,5}")
_WITH_POINT = re.compile(r"[+-]?\d+\.\d{1,5}")


class BadSheet(Exception):
    """A file that cannot be used; the message says why, and what to do."""


@dataclass
class Sheet:
    """Rows of cells, and how they are written.

    Attributes:
        rows: the first are the headings.
        separator: between cells.
        newline: between rows.
        bom: whether the file begins with a byte order mark, by which Excel tells UTF-8.
        comma: whether numbers have a decimal comma.
    """

    rows: list[list[str]] = field(default_factory=list)
    separator: str = ","
    newline: str = "\r\n"
    bom: bool = False
    comma: bool = False

    @classmethod
    def read(cls, path: Path) -> "Sheet":
        """Reads a CSV, whatever its separator and encoding.

        Raises:
            BadSheet: it is none, or too large.
        """
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise BadSheet(f"{path} cannot be read: {error.strerror}.") from None
        if len(data) > MAX_BYTES:
            raise BadSheet(f"{path.name} is too large for a gradebook.")
        text = _decoded(data, path.name)
        body = text.removeprefix(BOM)
        first = re.sub(r'"[^"]*"', "", body.partition("\n")[0])
        separator = max(",;\t", key=first.count)
        before = csv.field_size_limit(MAX_BYTES)
        try:
            rows = list(csv.reader(io.StringIO(body, newline=""), delimiter=separator))
        except csv.Error as error:
            raise BadSheet(f"{path.name} is no CSV file: {error}.") from None
        finally:
            csv.field_size_limit(before)
        if not rows or len(rows[0]) < 2:
            raise BadSheet(f"{path.name} does not begin with a row of headings, as a CSV does.")
        return cls(
            rows,
            separator,
            newline="\r\n" if "\r\n" in body else "\n",
            bom=text.startswith(BOM),
            comma=_has_decimal_comma(rows, separator),
        )

    @property
    def headings(self) -> list[str]:
        """The first row."""
        return self.rows[0]

    def cell(self, row: list[str], column: int | None) -> str:
        """What stands in a row, without blanks around it; empty where the row is too short."""
        return row[column].strip() if column is not None and column < len(row) else ""

    def put(self, row: list[str], column: int, text: str) -> None:
        """Writes into a cell."""
        row.extend([""] * (column + 1 - len(row)))
        row[column] = text

    def number(self, value: float) -> str:
        """A number as this file has them."""
        text = f"{value:.4f}".rstrip("0").rstrip(".")
        return text.replace(".", ",") if self.comma else text

    def text(self) -> str:
        """The file's text."""
        file = io.StringIO(newline="")
        writer = csv.writer(file, delimiter=self.separator, lineterminator=self.newline)
        writer.writerows(self.rows)
        return (BOM if self.bom else "") + file.getvalue()


def defused(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe goes before what begins like
    one. Numbers stay numbers."""
    begins = text.startswith(_STARTS) or text.lstrip().startswith(_STARTS)
    return f"'{text}" if begins and not _NUMBER.fullmatch(text) else text


def _decoded(data: bytes, name: str) -> str:
    """The text; a byte order mark, if there is one, is its first character."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ["utf-16"] if wide else ["utf-8", "cp1252"]:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return BOM + text if wide else text
    raise BadSheet(f"{name} is no text. Give it as it was downloaded, as a CSV.")


def _has_decimal_comma(rows: list[list[str]], separator: str) -> bool:
    cells = [cell.strip() for row in rows[1:] for cell in row]
    if any(_WITH_COMMA.fullmatch(cell) for cell in cells):
        return not any(_WITH_POINT.fullmatch(cell) for cell in cells)
    return separator == ";" and not any(_WITH_POINT.fullmatch(cell) for cell in cells)
