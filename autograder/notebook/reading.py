"""From whatever a student handed in to a notebook: finding the file, and reading it.

Nothing in here evaluates, unpickles or follows anything. Whatever cannot be read is `Unreadable`,
with a sentence that says what there is and what to ask the student for.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.base.paths import homeworks, released
from autograder.in_kernel.text import storable
from autograder.notebook.pieces import parsed

MAX_BYTES = 20_000_000  # of a notebook without its outputs
MAX_FILE = 100_000_000  # with them
MAX_TOKENS = 2_000_000  # brackets and texts in the outputs of a large file
MAX_CELLS = 2000
MAX_SOURCE = 1_000_000
MAX_TEXT = 4 * MAX_SOURCE  # all sources together
MAX_CODE = 1_000_000  # all code, which is parsed while others wait; homeworks have up to 200,000
MAX_FILES = 1000
MAX_NOTES = 10  # on cells; there may be one on each

NO_NOTEBOOK = "no-notebook.txt"  # in which `collect` says what was handed in instead of one
ASK = 'Please ask the student for the notebook itself, the file that ends in ".ipynb".'

# What a file that is not a notebook begins with.
_SIGNATURES = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip archive or an office document",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"{\\rtf": "a text document (RTF)",
    b"\x00\x05\x16\x07": "a file in which macOS keeps notes about another file",
}
_BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_CELLS = re.compile(r'(?<!\\)"cells"\s*:\s*\[')
_CELL = re.compile(
    r'\{\s*"(?:cell_type|attachments|metadata|id|execution_count|outputs|source)"\s*:'
)
_GRADE_ID = re.compile(rb'"grade_id"\s*:\s*"([\w-]{1,100})"')
_CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_OUTPUTS = re.compile(rb'(?<!\\)"outputs"\s*:\s*(?=\[)')
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+\\?(?:"|\Z)|[][{}]', re.DOTALL)
# The marks of a merge, each after the one before it; in one style the ancestor stands between.
_MARKS = {
    *(("", "<" * 7), ("<" * 7, "|" * 7), ("<" * 7, "=" * 7), ("|" * 7, "=" * 7)),
    ("=" * 7, ">" * 7),
}
MERGED = "Both sides of a merge stood in"  # how a note on that begins
_PICTURE = re.compile(r"data:image/[\w.+-]+;base64,[A-Za-z0-9+/=\s]+")
# Ints as long as a file would take minutes to convert, and Python refuses them with an error.
_DECODER = json.JSONDecoder(parse_int=lambda digits: int(digits) if len(digits) < 20 else 0)


class Unreadable(Exception):
    """A submission that cannot be graded; the message says why, and what to ask for."""


def find_submission(folder: Path, assignment: str) -> Path:
    """The notebook in a student's folder: by name, else by what is in it, else the newest.

    Links are never followed.

    Raises:
        Unreadable: there is none, or it is too large; the sentence says what is there.
    """
    if folder.is_symlink() or not folder.is_dir():
        raise Unreadable(f"There is no folder {folder.name} with a submission in it.")
    files, odd = _files(folder)
    note = folder / NO_NOTEBOOK
    is_noted = str(note) in files
    files = [file for file in files if file != str(note)]
    exact = f"{assignment}.ipynb"
    candidates = [file for file in files if _may_be_notebook(Path(file), exact)]
    if candidates:
        return Path(max(candidates, key=lambda file: _preference(file, folder, exact)))
    if is_noted:
        raise Unreadable(
            storable(note.read_text(encoding="utf-8", errors="replace")).strip()[:1000]
        )
    there = odd + [_shown(file, folder) for file in files]
    if not there:
        raise Unreadable(f"The folder of the submission is empty. {ASK}")
    listed = ", ".join(sorted(there)[:10])
    raise Unreadable(f"There is no notebook that can be read, only {listed}. {ASK}")


def read_released(path: Path) -> NotebookNode:
    """A released notebook, which is read once as long as the file is the same. It is shared, so
    nobody may change it."""
    return _read_released(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read_released(path: Path, _changed: int) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def read_notebook(data: bytes) -> tuple[NotebookNode, list[str]]:
    """The notebook in a file's bytes, without outputs, and what had to be mended to read it.

    Raises:
        Unreadable: the file is not a notebook, or too large, or made to be a burden.
    """
    size = len(data)
    if size > MAX_BYTES:
        data = _without_outputs(data) if size <= MAX_FILE else data
        if len(data) > MAX_BYTES:
            raise Unreadable(too_large(size))
    if not data.strip(b"\0 \t\r\n"):
        raise Unreadable(f"The file is empty. {ASK}")
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            raise Unreadable(f"The file is {kind} and not a notebook. {ASK}")
    text, notes = _decode(data)
    if size > len(data):
        notes.append(f"The file has {size / 1e6:.0f} MB, and was read without its outputs.")
    raw, more = _parse(text)
    notebook, still_more = tidy(raw)
    return notebook, notes + more + still_more


def tidy(raw: dict) -> tuple[NotebookNode, list[str]]:
    """A notebook of any version as a valid one of nbformat 4.5, with what matters for grading:
    the cells' types, ids, sources, attachments and nbgrader's metadata.

    A cell whose id had to be replaced keeps the old one in `metadata.id`, where Colab has it too.
    """
    cells = [cell for cell in _raw_cells(raw) if isinstance(cell, dict)]
    if len(cells) > MAX_CELLS:
        raise Unreadable(f"The notebook has {len(cells)} cells; {MAX_CELLS} are allowed.")
    notes: list[str] = []
    ids: set[str] = set()
    made = [_tidy_cell(cell, number, ids, notes) for number, cell in enumerate(cells)]
    if (more := len(notes) - MAX_NOTES) > 0:
        notes[MAX_NOTES:] = [f"So it was with other cells ({more} more notes like these)."]
    if sum(len(cell.source) for cell in made) > MAX_TEXT:
        raise Unreadable(f"The notebook has more than {MAX_TEXT:,} characters of code and text.")
    if sum(len(cell.source) for cell in made if cell.cell_type == "code") > MAX_CODE:
        raise Unreadable(f"The notebook has more than {MAX_CODE:,} characters of code.")
    return NotebookNode(nbformat=4, nbformat_minor=5, metadata=NotebookNode(), cells=made), notes


# Finding a file


def _files(folder: Path) -> tuple[list[str], list[str]]:
    """The regular files of a folder that are not too large, and words about all else in it."""
    files: list[str] = []
    odd: list[str] = []
    for entry in _entries(folder):
        name = _shown(entry.path, folder)
        if entry.is_symlink():
            odd.append(f"{name} (a link, which is not followed)")
        elif not entry.is_file(follow_symlinks=False):
            odd.append(f"{name} (no regular file)")
        elif entry.stat(follow_symlinks=False).st_size > MAX_FILE:
            odd.append(f"{name} ({too_large(entry.stat(follow_symlinks=False).st_size)})")
        else:
            files.append(entry.path)
    return files, odd


def _entries(folder: Path) -> Iterator[os.DirEntry]:
    """What is in a folder and below, hidden things and copies made by programs left out."""
    waiting, seen = [folder], 0
    while waiting:
        with os.scandir(waiting.pop(0)) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                seen += 1
                if seen > MAX_FILES:
                    return
                if entry.name.startswith(".") or entry.name == "__MACOSX":
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))
                else:
                    yield entry


def _may_be_notebook(file: Path, exact: str) -> bool:
    """Whether a file is named like a notebook, also as browsers name one: `hw.ipynb.txt`."""
    if file.name == exact or re.search(r"\.ipynb($|\W)", file.name, re.IGNORECASE):
        return True
    if file.suffix.lower() not in ("", ".json", ".txt"):
        return False
    return b'"cells"' in file.read_bytes()


def _preference(file: str, folder: Path, exact: str) -> tuple:
    path = Path(file)
    name = path.name
    return (
        path == folder / exact,
        name == exact,
        name.lower() == exact.lower(),
        is_of(exact.removesuffix(".ipynb"), path.read_bytes()),
        path.stat().st_mtime_ns,
        [-ord(letter) for letter in file],
    )


def is_of(assignment: str, data: bytes) -> bool:
    """Whether most of nbgrader's ids in a file are those of this assignment, as released."""
    path = released(assignment)
    if not path.exists():  # it is being released for the first time
        return False
    wanted = _released_ids(path, path.stat().st_mtime_ns)
    there = set(_GRADE_ID.findall(data))
    return len(wanted & there) > len(wanted | there) / 2


def homework_of(data: bytes) -> str:
    """The released homework that a file is of, by most of nbgrader's ids; empty if of none."""
    return next((hw for hw in homeworks() if is_of(hw, data)), "")


@lru_cache
def _released_ids(path: Path, _changed: int) -> frozenset[bytes]:
    return frozenset(_GRADE_ID.findall(path.read_bytes()))


def _shown(file: str, folder: Path) -> str:
    name = os.path.relpath(file, folder)
    return storable(name)[:100]


def too_large(size: int) -> str:
    """The sentence on a file that is larger than notebooks may be."""
    return (
        f"The file has {size / 1e6:.0f} MB, more than the {MAX_FILE // 10**6} MB allowed, or "
        f"{MAX_BYTES // 10**6} MB without outputs; please ask the student to clear the outputs and "
        "hand in again."
    )


# Reading a file


def _without_outputs(data: bytes) -> bytes:
    """A file without what stands in the lists of outputs; the rest of it, whatever that is, stays
    as it is."""
    kept, at, tokens = [], 0, 0
    while found := _OUTPUTS.search(data, at):
        depth, end = 0, found.end()
        for token in _TOKEN.finditer(data, found.end()):
            tokens += 1
            depth += {b"[": 1, b"{": 1, b"]": -1, b"}": -1}.get(token[0], 0)
            end = token.end()
            if depth == 0 or tokens > MAX_TOKENS:
                break
        if depth:  # it breaks off in there, or is no notebook that anybody has made
            break
        kept += [data[at : found.end()], b"[]"]
        at = end
    return b"".join([*kept, data[at:]])


def sides_of_merge(text: str) -> tuple[str, str] | None:
    """Both versions of a text in which git has left the marks of a merge; None if there are none,
    or they are not whole."""
    if "<<<<<<<" not in text:
        return None
    ours: list[str] = []
    theirs: list[str] = []
    inside = ""  # of the marks: of which the last one was met
    merged = False
    for line in text.split("\n"):
        mark = line[:7] if line[7:8] in ("", " ", "\r") else ""
        if (inside, mark) in _MARKS:
            inside = "" if mark == ">" * 7 else mark
            merged = True
            continue
        if inside in ("", "<" * 7):
            ours.append(line)
        if inside in ("", "=" * 7):
            theirs.append(line)
    return ("\n".join(ours), "\n".join(theirs)) if merged and not inside else None


def _decode(data: bytes) -> tuple[str, list[str]]:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            unusual = encoding != "utf-8-sig"
            return data.decode(encoding, "replace"), [_unusual(encoding)] if unusual else []
    if data[:4].count(0) == 2:
        encoding = "utf-16-le" if data[1] == 0 else "utf-16-be"
        return data.decode(encoding, "replace"), [_unusual(encoding)]
    try:
        return data.decode(), []
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if broken <= sum(letter > "\x7f" for letter in text) - broken:
        return text, [f"{broken} characters of the file were damaged."]
    return data.decode("cp1252", "replace"), [_unusual("Windows-1252")]


def _unusual(encoding: str) -> str:
    return f"The file was saved as {encoding.upper()} instead of UTF-8."


def _parse(text: str) -> tuple[dict, list[str]]:
    """The notebook's JSON, or of a damaged one the cells that are complete."""
    start = text.find("{")
    if start < 0 or re.match(r"\s*<(?:!doctype|html|\?xml|head|body)", text, re.IGNORECASE):
        raise Unreadable(_no_notebook(text))
    try:
        raw, end = _DECODER.raw_decode(text, start)
    except RecursionError:
        raise Unreadable(f"The file is nested too deeply to be a notebook. {ASK}") from None
    except ValueError:
        return _merged(text) or _salvage(text)
    notebook = _unwrapped(raw)
    if notebook is None:
        if _CELLS.search(text):
            return _salvage(text)
        raise Unreadable(_no_notebook(text))
    plain = notebook is raw and not text[:start].strip() and not text[end:].strip("\0 \t\r\n")
    return notebook, [] if plain else ["There was something around the notebook in the file."]


def _merged(text: str) -> tuple[dict, list[str]] | None:
    """One side of a notebook that git has merged line by line, if one of them is a notebook."""
    note = f"{MERGED} the file; {{}} was taken, please ask the student which one is meant."
    for side, which in zip(sides_of_merge(text) or (), ("the first", "the second"), strict=False):
        try:
            notebook = _unwrapped(_DECODER.decode(side.strip("\0 \t\r\n")))
        except (ValueError, RecursionError):
            continue
        if notebook:
            return notebook, [note.format(which)]
    return None


def _unwrapped(raw: object) -> dict | None:
    """The notebook in a JSON value: the value itself, or what a program wrapped in another one."""
    inner = list(raw.values()) if isinstance(raw, dict) else []
    for value in [raw, *inner]:
        if isinstance(value, dict) and isinstance(value.get("cells"), list):
            return value
        if isinstance(value, dict) and isinstance(value.get("worksheets"), list):
            return value
    return None


def _salvage(text: str) -> tuple[dict, list[str]]:
    """The complete cells of a JSON that is cut short or broken in some place."""
    found = _CELLS.search(text)
    if found is None:
        raise Unreadable(_no_notebook(text))
    cells: list[dict] = []
    at = found.end()
    while (start := _CELL.search(text, at)) and len(cells) <= MAX_CELLS:
        try:
            cell, at = _DECODER.raw_decode(text, start.start())
            if "source" in cell or "input" in cell:  # or else a part of a broken cell
                cells.append(cell)
        except json.JSONDecodeError as error:
            at = max(error.pos, start.end())
        except RecursionError:
            raise Unreadable(f"The file is nested too deeply to be a notebook. {ASK}") from None
    if not cells:
        raise Unreadable(
            f"The file is cut short before the end of its first cell. {ASK} "
            "The upload may have been broken off."
        )
    count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
    note = f"The file is cut short or broken; {count} of it could be saved, the rest is lost."
    return {"cells": cells}, [note]


def _no_notebook(text: str) -> str:
    start = text.lstrip("\ufeff \t\r\n")[:20_000]
    if re.match(r"<(?:!doctype|html|\?xml|head|body)", start, re.IGNORECASE):
        seems = "a web page: the notebook exported as HTML, or a page that asks to sign in"
    elif re.match(r"[{\[]", start):
        link = re.search(r'"(?:url|doc_id)"\s*:', start)
        seems = "a link to a file in Google Drive" if link else "JSON without any cells"
    elif re.search(r"^(?:import |from \w+ import|def \w+\(|class \w+|# %%|# In\[)", start, re.M):
        seems = "a Python program, perhaps the notebook exported as .py"
    else:
        seems = f"a text that begins with {start[:40]!r}"
    return f"The file is not a notebook; it seems to be {seems}. {ASK}"


# Tidying cells


def _raw_cells(raw: dict) -> list:
    """The cells, which nbformat 3 and older keep in worksheets."""
    if isinstance(raw.get("cells"), list):
        return raw["cells"]
    sheets = raw.get("worksheets")
    sheets = [sheet for sheet in sheets if isinstance(sheet, dict)] if sheets else []
    return [
        cell
        for sheet in sheets
        for cell in (sheet.get("cells") if isinstance(sheet.get("cells"), list) else [])
    ]


def _tidy_cell(raw: dict, number: int, ids: set[str], notes: list[str]) -> NotebookNode:
    kind = raw.get("cell_type")
    metadata = raw.get("metadata") if isinstance(raw.get("metadata"), dict) else {}
    source = _source(raw)
    if kind == "heading":  # nbformat 3
        level = int(raw["level"]) if raw.get("level") in range(1, 7) else 1
        kind, source = "markdown", "#" * level + " " + source
    elif kind not in ("code", "markdown", "raw"):
        was = repr(kind)[:40]
        kind = "code" if "outputs" in raw or "execution_count" in raw else "markdown"
        notes.append(f"Cell {number + 1} was of the unknown type {was}; it was read as {kind}.")
    if kind != "code" and len(source) > MAX_SOURCE:
        source = _PICTURE.sub("", source)
        notes.append(f"A large picture in the text of cell {number + 1} was left out.")
    if sides := sides_of_merge(source):
        first = sides[0].strip() and (parsed(sides[0]) is not None or parsed(sides[1]) is None)
        source = sides[0] if first else sides[1]
        which = "the first" if first else "the second"
        notes.append(f"{MERGED} cell {number + 1}; {which} was taken.")
    if len(source) > MAX_SOURCE:
        raise Unreadable(f"Cell {number + 1} is longer than {MAX_SOURCE:,} characters.")
    made = new_cell(kind, source)
    made.metadata = nbformat.from_dict(_tidy_metadata(metadata))
    _set_id(made, raw, number, ids)
    attachments = raw.get("attachments")
    if kind != "code" and _are_attachments(attachments):
        made.attachments = nbformat.from_dict(attachments)
    return made


def new_cell(kind: str, source: str, cell_id: str = "") -> NotebookNode:
    """A cell as nbformat's own functions make it, without their validation: it is valid by
    construction, and there are many."""
    made = NotebookNode(id=cell_id, cell_type=kind, metadata=NotebookNode(), source=source)
    if kind == "code":
        made |= {"outputs": [], "execution_count": None}
    return made


def _source(raw: dict) -> str:
    source = raw.get("source", raw.get("input", ""))
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        source = ""
    source = source.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    return storable(source)


def _tidy_metadata(metadata: dict) -> dict:
    kept = {}
    if isinstance(metadata.get("nbgrader"), dict):
        plain = (str, int, float, bool)
        kept["nbgrader"] = {k: v for k, v in metadata["nbgrader"].items() if isinstance(v, plain)}
    if isinstance(metadata.get("id"), str):
        kept["id"] = metadata["id"][:64]
    return kept


def _set_id(made: NotebookNode, raw: dict, number: int, ids: set[str]) -> None:
    """Gives a cell its own id, Colab's, or a new one; the same one each time the file is read."""
    claimed = raw.get("id") or made.metadata.get("id")
    claimed = claimed if isinstance(claimed, str) and _CELL_ID.fullmatch(claimed) else None
    made.id = claimed if claimed and claimed not in ids else _unused(f"cell-{number}", ids)
    ids.add(made.id)
    if claimed and claimed != made.id:
        made.metadata["id"] = claimed


def _unused(wanted: str, ids: set[str]) -> str:
    while wanted in ids:
        wanted += "x"
    return wanted[-64:]


def _are_attachments(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(bundle, dict) and all(isinstance(data, str) for data in bundle.values())
        for bundle in value.values()
    )
