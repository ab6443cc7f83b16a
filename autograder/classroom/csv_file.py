"""CSV files about people, as learning management systems and spreadsheets write them."""

import csv
import io
import re
from dataclasses import dataclass, field

MAX_BYTES = 10_000_000
BOM = "\ufeff"

# Headings that say who a row is about, reduced to letters: those of Canvas, Moodle, Gradescope,
# Blackboard, Brightspace and nbgrader. The first one present is used: of Canvas's two names, the
# sortable one, "De Luca, Maria", because it tells the family name.
_HEADINGS = {
    "name": "sortablename, name, fullname, studentname, vollstandigername, nomcomplet, "
    "nombrecompleto, student",
    "first": "firstname, givenname, vorname, prenom, nombre, first",
    "last": "lastname, surname, familyname, nachname, nom, apellidos, apellido, last",
    "email": "email, emailaddress, mail, emailadresse, adressedecourriel, direcciondecorreo",
    "id": "sisloginid, id, username, benutzername, anmeldename, login, loginid, idnumber, "
    "idnummer, sid, studentid, studentnumber, matrikelnummer, matriculationnumber, sisuserid, "
    "orgdefinedid, lmsuserid",
}
HEADINGS = {kind: words.split(", ") for kind, words in _HEADINGS.items()}
PARTICIPANT = "identifier"  # in Moodle's grading worksheets: "Participant 1327627"
_UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}  # by their byte order marks
TEST_STUDENTS = {"teststudent", "studenttest"}  # Canvas's, letters only
NOT_STUDENTS = {"points possible", "student, test", "test student"}  # Canvas's rows, in lower case


@dataclass
class CsvFile:
    """The cells of a CSV file, and how it is written."""

    rows: list[list[str]]  # of cells; the first should be the headings
    separator: str = ","  # between cells
    newline: str = "\r\n"  # between rows
    bom: bool = False  # whether it begins with a byte order mark, by which Excel knows UTF-8
    encoding: str = "utf-8"  # in which to write it back; Blackboard's files are UTF-16
    quoted: bool = False  # whether to write every cell in quotes
    lines: list[int] = field(default_factory=list)  # of the file, at which the rows end

    def text(self) -> str:
        """The file's text."""
        file = io.StringIO(newline="")
        quoting = csv.QUOTE_ALL if self.quoted else csv.QUOTE_MINIMAL
        form = {"delimiter": self.separator, "lineterminator": self.newline, "quoting": quoting}
        writer = csv.writer(file, **form)
        writer.writerows(self.rows)
        return (BOM if self.bom else "") + file.getvalue()

    def data(self) -> bytes:
        """The file's bytes."""
        return self.text().encode(self.encoding)


def cell_at(row: list[str], column: int | None) -> str:
    """The text of a cell, stripped; empty if the row is too short."""
    return row[column].strip() if column is not None and column < len(row) else ""


def read_csv(data: bytes) -> CsvFile:
    """Reads a CSV in UTF-8, UTF-16 or Windows-1252, and drops empty lines above the headings.

    The separator is what a first line `sep=;`, meant for Excel, names; else the comma, semicolon or
    tab, whichever the headings have most of.

    Raises:
        csv.Error: it is not a CSV.
    """
    text = _decoded(data)
    body = text.removeprefix(BOM).lstrip("\r\n")
    newline = "\r\n" if "\r\n" in body else "\n"
    first, _, rest = body.partition("\n")
    if told := re.fullmatch(r"sep=(.)\s*", first):
        separator, body = told[1], rest.lstrip("\r\n")
    else:
        separator = max(",;\t", key=re.sub(r'"[^"]*"', "", first).count)
    before = csv.field_size_limit(MAX_BYTES)
    try:
        reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator)
        above = len(text[: len(text) - len(body)].removeprefix(BOM).splitlines())
        numbered = [(row, above + reader.line_num) for row in reader]
    finally:
        csv.field_size_limit(before)
    encoding = _UTF_16.get(data[:2], "utf-8")
    rows, lines = [row for row, _ in numbered], [line for _, line in numbered]
    form = separator, newline, text.startswith(BOM), encoding
    return CsvFile(rows, *form, lines=lines)


def _decoded(data: bytes) -> str:
    """The text; a byte order mark, if there is one, is its first character."""
    if encoding := _UTF_16.get(data[:2]):
        return data.decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
