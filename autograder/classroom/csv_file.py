"""CSV files about people, as learning management systems and spreadsheets write them."""

import csv
import io
import re
from dataclasses import dataclass

MAX_BYTES = 10_000_000
BOM = "\ufeff"

# The headings that tell who a row is, folded to plain letters; the first that is there is taken: of
# Canvas's names that which tells the family name, "De Luca, Maria".
# They are those of Canvas, Moodle, Gradescope, Blackboard, Brightspace and nbgrader.
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
TEST_STUDENTS = {"teststudent", "studenttest"}  # Canvas's, in letters alone
NOBODY = {"points possible", "student, test", "test student"}  # what Canvas adds, in lower case


@dataclass
class CsvFile:
    """What is in a CSV, and how it is written."""

    rows: list[list[str]]  # of cells; the first should be the headings
    separator: str = ","  # between cells
    newline: str = "\r\n"  # between rows
    bom: bool = False  # whether the file begins with a byte order mark, by which Excel tells UTF-8
    encoding: str = "utf-8"  # in which it can be given back; Blackboard's are in UTF-16
    quoted: bool = False  # whether every cell is given back in quotes

    def text(self) -> str:
        """The file's text."""
        file = io.StringIO(newline="")
        quoting = csv.QUOTE_ALL if self.quoted else csv.QUOTE_MINIMAL
        form = {"delimiter": self.separator, "lineterminator": self.newline, "quoting": quoting}
        writer = csv.writer(file, **form)
        writer.writerows(self.rows)
        return (BOM if self.bom else "") + file.getvalue()

    def data(self) -> bytes:
        """The file."""
        return self.text().encode(self.encoding)


def cell_at(row: list[str], column: int | None) -> str:
    """What stands in a row, without blanks around it; empty where the row is too short."""
    return row[column].strip() if column is not None and column < len(row) else ""


def read_csv(data: bytes) -> CsvFile:
    """Reads a CSV in UTF-8, UTF-16 or Windows-1252, without empty lines above the headings, and
    without a line `sep=;` there, which is meant for Excel.

    Its separator is what the headings have most of, of commas, semicolons and tabs.

    Raises:
        csv.Error: it is not one.
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
        rows = list(csv.reader(io.StringIO(body, newline=""), delimiter=separator))
    finally:
        csv.field_size_limit(before)
    encoding = _UTF_16.get(data[:2], "utf-8")
    return CsvFile(rows, separator, newline, text.startswith(BOM), encoding)


def _decoded(data: bytes) -> str:
    """The text; a byte order mark, if there is one, is its first character."""
    if encoding := _UTF_16.get(data[:2]):
        return data.decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
