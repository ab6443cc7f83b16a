"""Makes a notebook from whatever a student handed in.

Nothing in the file is run or unpickled, and no link is followed. If the file cannot be read, the
message of `Unreadable` says what it is and what to ask the student for.
"""

import json
import re

from nbformat import NotebookNode

from autograder.base.encodings import BOM, marked_encoding
from autograder.base.files import ZIP_BEGINS
from autograder.base.sentences import counted
from autograder.submissions.tidying import MAX_CELLS, Note, merged_note, sides_of_merge, tidy
from autograder.submissions.unreadable import (
    HAND_IN_NOTEBOOK,
    MAX_FILE,
    MAX_WITHOUT_OUTPUTS,
    Unreadable,
    too_large,
    too_large_without_outputs,
)

_MAX_DEPTH = 500  # brackets within brackets in outputs; Python's JSON can read about a thousand
TOO_DEEP = "The file is nested too deeply to be a notebook."
# The beginnings of files that are not notebooks.
_SIGNATURES = {
    b"%PDF": "a PDF",
    ZIP_BEGINS: "a zip archive or an office document",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"{\\rtf": "a text document (RTF)",
    b"\x00\x05\x16\x07": "a file in which macOS keeps notes about another file",
}
_WEB_PAGE = re.compile(r"\s*<(?:!doctype|html|\?xml|head|body)", re.IGNORECASE)
_CELLS = re.compile(r'(?<!\\)"cells"\s*:\s*\[')
_CELL = re.compile(
    r'\{\s*"(?:cell_type|attachments|metadata|id|execution_count|outputs|source)"\s*:'
)
_OUTPUTS = re.compile(rb'"(?<!\\")outputs"\s*:\s*(?=\[)')  # a search for its first letter is fast
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+\\?(?:"|\Z)|[][{}]', re.DOTALL)
# Huge integers become 0: Python refuses to convert them, as that could take minutes.
_DECODER = json.JSONDecoder(parse_int=lambda digits: int(digits) if len(digits) < 20 else 0)


def read_notebook(data: bytes) -> tuple[NotebookNode, list[Note]]:
    """The notebook in a file's bytes, without outputs, and what had to be repaired to read it.

    Raises:
        Unreadable: the file is not a notebook, is too large, or is nested too deeply.
    """
    try:
        raw, notes = read_whole(data)
    except ValueError:
        text, notes = _text_in(data)
        raw, more = _merged(text) or _salvage(text)
        notes += more
    notebook, more = tidy(raw)
    return notebook, notes + more


def read_whole(data: bytes) -> tuple[dict, list[Note]]:
    """The JSON of the notebook in a file's bytes, and what is odd about the file.

    Raises:
        ValueError: the file is damaged; `read_notebook` may be able to save part of it.
        Unreadable: as for `read_notebook`.
    """
    text, notes = _text_in(data)
    raw, more_notes = _whole(text)
    return raw, notes + more_notes


def _text_in(data: bytes) -> tuple[str, list[Note]]:
    size = len(data)
    if size > MAX_WITHOUT_OUTPUTS:
        if size > MAX_FILE:
            raise too_large(size)
        data = _without_outputs(data)
        if len(data) > MAX_WITHOUT_OUTPUTS:
            raise too_large_without_outputs(len(data))
    if not data.strip(b"\0 \t\r\n"):
        raise Unreadable("The file is empty.", HAND_IN_NOTEBOOK)
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            raise Unreadable(f"The file is {kind}, not a notebook.", HAND_IN_NOTEBOOK)
    text, notes = _decode(data)
    if size > len(data):
        note = f"The file has {size / 1e6:.0f} MB, so it was read without its outputs."
        notes.append(Note(note))
    return text, notes


def _without_outputs(data: bytes) -> bytes:
    """A file with all its lists of outputs emptied. Everything else stays as it is."""
    kept: list[bytes] = []
    position = 0
    while key := _OUTPUTS.search(data, position):
        end = _end_of_list(data, key.end())
        if end is None:  # it breaks off in the outputs
            break
        kept += [data[position : key.end()], b"[]"]
        position = end
    return b"".join([*kept, data[position:]])


def _end_of_list(data: bytes, start: int) -> int | None:
    """The end of the list that begins at `start`; None if it does not end."""
    depth = 0
    for token in _TOKEN.finditer(data, start):
        depth += {b"[": 1, b"{": 1, b"]": -1, b"}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
        if depth > _MAX_DEPTH:
            raise Unreadable(TOO_DEEP, HAND_IN_NOTEBOOK)
    return None


def _decode(data: bytes) -> tuple[str, list[Note]]:
    if marked := marked_encoding(data):
        text = data.decode(marked, "replace").removeprefix(BOM)
        return text, [] if marked == "utf-8" else [_unusual(marked)]
    if data[:4].count(0) == 2:
        encoding = "utf-16-le" if data[1] == 0 else "utf-16-be"
        return data.decode(encoding, "replace"), [_unusual(encoding)]
    try:
        return data.decode(), []
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if broken <= sum(letter > "\x7f" for letter in text) - broken:
        return text, [Note(f"{broken} characters of the file were damaged.")]
    return data.decode("cp1252", "replace"), [_unusual("Windows-1252")]


def _unusual(encoding: str) -> Note:
    name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
    return Note(f"The file was saved as {name} instead of UTF-8.")


def _whole(text: str) -> tuple[dict, list[Note]]:
    """The notebook's JSON.

    Raises:
        ValueError: it is cut short or broken somewhere.
        Unreadable: there is no notebook in the text, or it is nested too deeply.
    """
    start = text.find("{")
    if start < 0 or _WEB_PAGE.match(text):
        raise _no_notebook(text)
    try:
        raw, end = _DECODER.raw_decode(text, start)
    except RecursionError:
        raise Unreadable(TOO_DEEP, HAND_IN_NOTEBOOK) from None
    notebook = _unwrapped(raw)
    if notebook is None:
        if _CELLS.search(text):
            raise ValueError("The JSON ends before the cells.")
        raise _no_notebook(text)
    plain = notebook is raw and not text[:start].strip() and not text[end:].strip("\0 \t\r\n")
    around = Note("There was something around the notebook in the file.")
    return notebook, [] if plain else [around]


def _merged(text: str) -> tuple[dict, list[Note]] | None:
    """One side of a notebook with git's merge conflicts, if one of them is a notebook."""
    for side, which in zip(sides_of_merge(text) or (), ("the first", "the second"), strict=False):
        try:
            notebook = _unwrapped(_DECODER.decode(side.strip("\0 \t\r\n")))
        except (ValueError, RecursionError):
            continue
        if notebook:
            return notebook, [merged_note("the file", which)]
    return None


def _unwrapped(raw: object) -> dict | None:
    """The notebook in a JSON value: the value itself, or what a program has wrapped in it."""
    inner = list(raw.values()) if isinstance(raw, dict) else []
    for value in [raw, *inner]:
        lists = (value.get("cells"), value.get("worksheets")) if isinstance(value, dict) else ()
        if any(isinstance(cells, list) for cells in lists):
            return value
    return None


def _salvage(text: str) -> tuple[dict, list[Note]]:
    """The complete cells of JSON that is cut short or broken somewhere."""
    beginning = _CELLS.search(text)
    if beginning is None:
        raise _no_notebook(text)
    cells: list[dict] = []
    position = beginning.end()
    while (start := _CELL.search(text, position)) and len(cells) <= MAX_CELLS:
        try:
            cell, position = _DECODER.raw_decode(text, start.start())
            if "source" in cell or "input" in cell:  # else it is part of a broken cell
                cells.append(cell)
        except json.JSONDecodeError as error:
            position = max(error.pos, start.end())
        except RecursionError:
            raise Unreadable(TOO_DEEP, HAND_IN_NOTEBOOK) from None
    if not cells:
        raise Unreadable(
            "The file is cut short before the end of its first cell: the upload may have been "
            "interrupted.",
            "hand it in again",
        )
    count = counted(len(cells), "cell")
    note = f"The file is cut short or broken: {count} could be read; anything else in it is lost."
    return {"cells": cells}, [Note(note)]


def _no_notebook(text: str) -> Unreadable:
    start = text.lstrip(f"{BOM} \t\r\n")[:20_000]
    if _WEB_PAGE.match(start):
        seems = "a web page: the notebook exported as HTML, or a page that asks to sign in"
    elif re.match(r"[{\[]", start):
        link = re.search(r'"(?:url|doc_id)"\s*:', start)
        seems = "a link to a file in Google Drive" if link else "JSON without any cells"
    elif re.search(r"^(?:import |from \w+ import|def \w+\(|class \w+|# %%|# In\[)", start, re.M):
        seems = "a Python program, perhaps the notebook exported as .py"
    else:
        seems = f"a text that begins with {start[:40]!r}"
    return Unreadable(f"The file is not a notebook; it seems to be {seems}.", HAND_IN_NOTEBOOK)
