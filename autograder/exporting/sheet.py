"""Reads a CSV file that a learning management system exported, and writes it with changed cells, to
be imported again."""

import re
from dataclasses import dataclass
from pathlib import Path

from autograder.base.csv_file import CsvFile, cell_at, read_csv_file
from autograder.base.failure import Failure
from autograder.base.visible import without_controls
from autograder.people.headings import plain_heading
from autograder.systems.all_systems import WITHOUT_MARKS

_STARTS = tuple("=+-@\t\r\n＝＋－＠")  # of text that spreadsheets evaluate
_NUMBER = re.compile(r"[+-]?[\d\s.,]*%?")
_UNSEEN = "\0\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
# A spreadsheet may split a line at other separators than ours. A cell may then begin after them,
# and it may begin with quotation marks, which are not shown.
_LATER = re.compile(
    rf"(?<=[,;|\t\r\n])((?:[^\S\t\r\n]|[\"{_UNSEEN}])*)"
    r"(?=[=@＝＠]|[+\-＋－](?![\d\s.,]*%?(?:[,;|\t\r\n]|$)))"
)
_PLAIN = re.compile(r"[+-]?\d+(?:[.,]\d{1,5})?")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")  # may also be three decimal places


@dataclass
class Sheet(CsvFile):
    """Rows of cells with marks among them."""

    comma: bool = False  # whether numbers have a decimal comma

    @classmethod
    def read(cls, path: Path) -> "Sheet":
        """Reads a CSV, whatever its separator and encoding.

        Raises:
            Failure: it is not a CSV, or too large.
        """
        file = read_csv_file(path)
        # What cannot be read cannot be written back either.
        if not file.is_whole or any("\0" in cell for row in file.rows for cell in row):
            raise Failure(f"{path.name} is not text. Use the CSV file as it was downloaded.")
        if not file.rows or len(file.rows[0]) < 2:
            raise Failure(
                f"{path.name} does not begin with a row of headings. Use the file as downloaded."
            )
        comma = _has_decimal_comma(file.rows, file.separator)
        return cls(**vars(file), comma=comma)

    @property
    def headings(self) -> list[str]:
        """The first row."""
        return self.rows[0]

    def number(self, value: float | None) -> str:
        """A number in this file's format; empty for None."""
        if value is None:
            return ""
        text = f"{value:z.4f}".rstrip("0").rstrip(".")
        return text.replace(".", ",") if self.comma else text

    def as_number(self, text: str) -> float | None:
        """The number in a cell, with a decimal point or comma. None if it is not a number, or if it
        is ambiguous: 1,000 means a thousand where numbers have a decimal point."""
        number = text.strip()
        if _THOUSANDS.fullmatch(number) and ("," in number) != self.comma:
            return None
        return float(number.replace(",", ".")) if _PLAIN.fullmatch(number) else None


def put(row: list[str], column: int, text: str) -> None:
    """Writes into a cell of a row, which may be too short."""
    row.extend([""] * (column + 1 - len(row)))
    row[column] = text


def defused(text: str) -> str:
    """The text without control and direction characters, and changed so that no spreadsheet takes
    it for a formula: if it begins like one, or has a part after a separator that does, an
    apostrophe is put there. Numbers stay numbers."""
    text = without_controls(text)
    if _NUMBER.fullmatch(text):
        return text
    begins = text.startswith(_STARTS) or text.lstrip().lstrip(_UNSEEN).startswith(_STARTS)
    return ("'" if begins else "") + _LATER.sub(r"\1'", text)


def _has_decimal_comma(rows: list[list[str]], separator: str) -> bool:
    """Whether numbers have a decimal comma. The columns with numbers decide. Columns about people
    do not count, since a section may be called 1,2."""
    numbers: list[str] = []
    for i, heading in enumerate(rows[0]):
        cells = list(filter(None, (cell_at(row, i) for row in rows[1:])))
        plain = [cell for cell in cells if _PLAIN.fullmatch(cell)]
        if plain_heading(heading) not in WITHOUT_MARKS and 2 * len(plain) > len(cells):
            numbers += [cell for cell in plain if not _THOUSANDS.fullmatch(cell)]
    if any("." in number for number in numbers):
        return False
    return separator == ";" or any("," in number for number in numbers)
