"""Reads and writes CSV files about people, in the ways of learning management systems and
spreadsheets."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.base.encodings import BOM, decoded, marked_encoding
from autograder.base.failure import Failure
from autograder.base.files import ZIP_BEGINS

MAX_CSV_BYTES = 10_000_000
_SEPARATORS = ",;\t"  # those that are recognised
_QUOTED_CELL = re.compile(r'(?<![^,;\t\n])"(?:[^"]|"")*+"')


@dataclass
class CsvFile:
    """The cells of a CSV file, and how it is written."""

    rows: list[list[str]]  # the cells of each row; the first row should be the headings
    separator: str = ","  # between cells
    newline: str = "\r\n"  # between rows
    bom: bool = False  # whether it begins with a byte order mark, by which Excel recognises UTF-8
    encoding: str = "utf-8"  # for writing it back; Blackboard's files are UTF-16
    quoted: bool = False  # whether to write every cell in quotes
    lines: list[int] = field(default_factory=list)  # the line of the file at which each row ends
    is_whole: bool = True  # whether all its bytes could be read

    def text(self) -> str:
        """The file's text."""
        lines = "".join(f"{self._line(row)}{self.newline}" for row in self.rows)
        return (BOM if self.bom else "") + lines

    def _line(self, row: list[str]) -> str:
        """A row's text, without the end of its line."""
        end = "\r\n"  # Python 3.11 quotes a cell for only those line breaks that end its lines
        file = io.StringIO(newline="")
        writer = csv.writer(
            file,
            delimiter=self.separator,
            lineterminator=end,
            quoting=csv.QUOTE_ALL if self.quoted else csv.QUOTE_MINIMAL,
        )
        writer.writerow(row)
        return file.getvalue().removesuffix(end)

    def data(self) -> bytes:
        """The file's bytes."""
        return self.text().encode(self.encoding)


def cell_at(row: list[str], column: int | None) -> str:
    """The text of a cell, stripped; empty if the row is too short."""
    return row[column].strip() if column is not None and column < len(row) else ""


def find_column(headings: list[str], words: Iterable[str]) -> int | None:
    """The column whose heading is one of the words. Earlier words are tried first; if several
    columns have the same heading, the first of them counts."""
    return next((headings.index(word) for word in words if word in headings), None)


def read_csv_file(path: Path, refusal: type[Failure] = Failure) -> CsvFile:
    """Reads a CSV file.

    Raises:
        refusal: it cannot be read, is too large, or is not a CSV; the message says which.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_CSV_BYTES + 1)
    except OSError as error:
        raise refusal(f"{path} cannot be read: {error.strerror}.") from None
    if data.startswith(ZIP_BEGINS):
        raise refusal(f"{path.name} is a zip or a spreadsheet. Export it as CSV.")
    if len(data) > MAX_CSV_BYTES:
        raise refusal(f"{path.name} is too large: a CSV about a class has less than 10 MB.")
    try:
        return read_csv(data)
    except csv.Error as error:
        raise refusal(
            f"{path.name} is not a CSV file, {error}. Look for a quotation mark without a partner "
            "there, or export it again, as CSV."
        ) from None


def read_csv(data: bytes) -> CsvFile:
    """Reads a CSV in any usual encoding, and drops empty lines above the headings.

    The separator is the one named in a first line such as `sep=;`, which is meant for Excel.
    Without such a line, it is the comma, semicolon or tab, whichever the headings have most of.

    Raises:
        csv.Error: it is not a CSV; the message says from which line on. A quotation mark without a
            partner, which would swallow the lines below it, counts as an error.
    """
    try:
        text, is_whole = decoded(data, "strict"), True
    except UnicodeDecodeError:
        text, is_whole = decoded(data), False
    marked = marked_encoding(data)
    body = text.lstrip("\r\n")
    newline = "\r\n" if "\r\n" in body else "\n"
    first_line, _, rest = body.partition("\n")
    if declared := re.fullmatch(r"sep=(.)\s*", first_line):
        separator, body = declared[1], rest.lstrip("\r\n")
    else:
        headings, *_ = _QUOTED_CELL.sub("", body).partition("\n")  # one in quotes may span lines
        separator = max(_SEPARATORS, key=headings.count)
    lines_above = len(text[: len(text) - len(body)].splitlines())
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator, strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    limit_before = csv.field_size_limit(MAX_CSV_BYTES)
    try:
        for row in reader:
            rows.append(row)
            lines.append(lines_above + reader.line_num)
    except csv.Error as error:
        begin = (lines[-1] if lines else lines_above) + 1
        raise csv.Error(f"from line {begin}: {error}") from None
    finally:
        csv.field_size_limit(limit_before)
    return CsvFile(
        rows,
        # Without the line that names it, another separator would not be recognised again.
        separator=separator if separator in _SEPARATORS else ",",
        newline=newline,
        bom=marked is not None,
        encoding=marked or "utf-8",
        lines=lines,
        is_whole=is_whole,
    )
