"""Makes a valid notebook, with all that matters for grading, from the JSON of any notebook, no
matter which program wrote it."""

import re
from itertools import chain, count, islice
from typing import NamedTuple
from urllib.parse import unquote

import nbformat
from nbformat import NotebookNode

from autograder.in_kernel.storable_text import storable
from autograder.notebook.cell_text import parsed
from autograder.submissions.unreadable import Unreadable

MAX_CELLS = 2000
MAX_SOURCE = 1_000_000
MAX_SOURCES = 4 * MAX_SOURCE  # all sources together
MAX_NOTES = 10  # notes about cells, since each cell could have one
MAX_ATTACHED = 100  # attachments of all cells together
MAX_FORMATS = 4  # formats of one attachment
MAX_METADATA = 200  # characters of an entry in the metadata

_CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ATTACHED = re.compile(r"\battachment:((?:[^\s\"'<>()]|\([^\s\"'<>()]*\))+)")
# The entries of nbgrader's metadata, in all its versions.
_NBGRADER = {
    "cell_type",
    "checksum",
    "grade",
    "grade_id",
    "locked",
    "points",
    "schema_version",
    "solution",
    "task",
}
# The markers of a merge conflict, and which ones may precede each. One of git's styles also shows
# the common ancestor.
_CONFLICT_MARKERS = {
    ("", "<" * 7),
    ("<" * 7, "|" * 7),
    ("<" * 7, "=" * 7),
    ("|" * 7, "=" * 7),
    ("=" * 7, ">" * 7),
}
_PICTURE = re.compile(r"data:image/[\w.+-]+;base64,[A-Za-z0-9+/=\s]+")


class Note(NamedTuple):
    """A note for people on what had to be repaired to read a file."""

    text: str  # a sentence
    is_flag: bool = False  # whether an instructor should look at it


def tidy(raw: dict) -> tuple[NotebookNode, list[Note]]:
    """A notebook of any version, turned into a valid one of nbformat 4.5.

    The result has what matters for grading: the cells' types, ids and sources, nbgrader's metadata,
    and the attachments that a text shows. The size of everything is limited. If a cell's id had to
    be replaced, `metadata.id` has the old one; Colab keeps ids there, too.
    """
    cells = raw_cells(raw)
    if len(cells) > MAX_CELLS:
        raise Unreadable(f"The notebook has {len(cells)} cells; {MAX_CELLS} are allowed.")
    notes: list[Note] = []
    ids: set[str] = set()
    tidied = [_tidy_cell(cell, number, ids, notes) for number, cell in enumerate(cells)]
    _attach(tidied, cells, notes)
    if (more := len(notes) - MAX_NOTES) > 0:
        notes[MAX_NOTES:] = [Note(f"The same goes for other cells ({more} more notes like these).")]
    if sum(len(cell.source) for cell in tidied) > MAX_SOURCES:
        raise Unreadable(f"The notebook has more than {MAX_SOURCES:,} characters of code and text.")
    return NotebookNode(nbformat=4, nbformat_minor=5, metadata=NotebookNode(), cells=tidied), notes


def raw_cells(raw: dict) -> list[dict]:
    """The cells of a notebook's JSON; nbformat 3 and older keep them in worksheets."""
    sheets = [raw] if isinstance(raw.get("cells"), list) else raw.get("worksheets") or []
    lists = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    return [
        cell
        for cells in lists
        if isinstance(cells, list)
        for cell in cells
        if isinstance(cell, dict)
    ]


def _tidy_cell(raw: dict, number: int, ids: set[str], notes: list[Note]) -> NotebookNode:
    kind = raw.get("cell_type")
    source = source_of(raw)
    if kind == "heading":  # nbformat 3
        level = int(raw["level"]) if raw.get("level") in range(1, 7) else 1
        kind, source = "markdown", "#" * level + " " + source
    elif kind not in ("code", "markdown", "raw"):
        unknown = repr(kind)[:40]
        kind = "code" if "outputs" in raw or "execution_count" in raw else "markdown"
        note = f"Cell {number + 1} had the unknown type {unknown}; it was read as {kind}."
        notes.append(Note(note))
    if kind != "code" and len(source) > MAX_SOURCE:
        source, pictures = _PICTURE.subn("", source)
        if pictures:
            notes.append(Note(f"A large picture in the text of cell {number + 1} was left out."))
    if sides := sides_of_merge(source):
        first = sides[0].strip() and (parsed(sides[0]) is not None or parsed(sides[1]) is None)
        source = sides[0] if first else sides[1]
        which = "the first" if first else "the second"
        notes.append(merged_note(f"cell {number + 1}", which))
    if len(source) > MAX_SOURCE:
        raise Unreadable(f"Cell {number + 1} is longer than {MAX_SOURCE:,} characters.")
    cell = new_cell(kind, source)
    cell.metadata = nbformat.from_dict(_tidy_metadata(raw.get("metadata")))
    _set_id(cell, raw, number, ids)
    return cell


def _attach(cells: list[NotebookNode], raw: list[dict], notes: list[Note]) -> None:
    """Gives cells the attachments that their texts show, in the order in which the texts do."""
    left = MAX_ATTACHED
    for cell, raw_cell in zip(cells, raw, strict=True):
        attached = raw_cell.get("attachments")
        if cell.cell_type == "code" or not isinstance(attached, dict) or not attached:
            continue
        written = _ATTACHED.findall(cell.source)
        names = dict.fromkeys(chain.from_iterable((name, unquote(name)) for name in written))
        shown = [
            name
            for name in names
            if isinstance(formats := attached.get(name), dict)
            and all(isinstance(data, str) for data in formats.values())
        ]
        kept = {
            name: dict(islice(attached[name].items(), MAX_FORMATS))
            for name in shown[: max(left, 0)]
        }
        if kept:
            cell.attachments = nbformat.from_dict(kept)
        left -= len(shown)
    if left < 0:
        notes.append(Note(f"Attached pictures beyond the first {MAX_ATTACHED} were left out."))


def new_cell(kind: str, source: str, cell_id: str = "") -> NotebookNode:
    """A cell like those that nbformat's functions make. It is valid by construction, so this leaves
    out their validation, which is slow."""
    cell = NotebookNode(id=cell_id, cell_type=kind, metadata=NotebookNode(), source=source)
    if kind == "code":
        cell |= {"outputs": [], "execution_count": None}
    return cell


def source_of(raw: dict) -> str:
    """The source of a cell's JSON; empty if it has none."""
    source = raw.get("source", raw.get("input", ""))
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        source = ""
    source = source.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    return storable(source)


def _tidy_metadata(metadata: object) -> dict:
    kept: dict[str, object] = {}
    if not isinstance(metadata, dict):
        return kept
    if isinstance(metadata.get("nbgrader"), dict):
        kept["nbgrader"] = {
            key: value[:MAX_METADATA] if isinstance(value, str) else value
            for key, value in metadata["nbgrader"].items()
            if key in _NBGRADER and isinstance(value, str | int | float | bool)
        }
    if isinstance(metadata.get("id"), str):
        kept["id"] = metadata["id"][:64]
    return kept


def _set_id(cell: NotebookNode, raw: dict, number: int, ids: set[str]) -> None:
    """Gives a cell the id that it has, or Colab's, or a new one. The new id is the same each time
    the notebook is read."""
    claimed = raw.get("id") or cell.metadata.get("id")
    claimed = claimed if isinstance(claimed, str) and _CELL_ID.fullmatch(claimed) else None
    names = (f"cell-{n}" for n in count(number, MAX_CELLS))
    cell.id = next(name for name in chain([claimed], names) if name and name not in ids)
    ids.add(cell.id)
    if claimed and claimed != cell.id:
        cell.metadata["id"] = claimed


def sides_of_merge(text: str) -> tuple[str, str] | None:
    """Both versions of a text that has git's markers of a merge conflict; None if it has none or
    only some of them."""
    if "<<<<<<<" not in text:
        return None
    ours: list[str] = []
    theirs: list[str] = []
    inside = ""  # the last marker so far
    merged = False
    for line in text.split("\n"):
        marker = line[:7] if line[7:8] in ("", " ", "\r") else ""
        if (inside, marker) in _CONFLICT_MARKERS:
            inside = "" if marker == ">" * 7 else marker
            merged = True
            continue
        if inside in ("", "<" * 7):
            ours.append(line)
        if inside in ("", "=" * 7):
            theirs.append(line)
    return ("\n".join(ours), "\n".join(theirs)) if merged and not inside else None


def merged_note(where: str, which: str) -> Note:
    """The note that one side of a merge conflict was taken."""
    return Note(f"Both sides of a merge stood in {where}; {which} was taken.", is_flag=True)
