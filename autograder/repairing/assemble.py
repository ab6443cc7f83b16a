"""The released notebook, with the student's answers and own cells in their places."""

from collections import defaultdict
from collections.abc import Container, Iterable
from itertools import pairwise

import nbformat
from nbformat import NotebookNode

from autograder.handed_in.tidying import new_cell
from autograder.notebook.cell_text import without_fences
from autograder.repairing.pieces import Piece, Release, Repairs


def assemble(
    pieces: list[Piece], release: Release, repairs: Repairs, had: Container[str] | None
) -> NotebookNode:
    """Puts answers into the released cells, and the student's own cells between them. If the
    student `had` an earlier release, cells that were not in it are not reported as missing."""
    answers = {p.place: p for p in pieces if release.is_solution(p.place)}
    slots = _slots_of_own_cells(pieces, release)
    ids = set(release.index)
    cells: list[NotebookNode] = []
    for place in range(len(release.cells)):
        cells += [_own_cell(piece, ids) for piece in slots[place]]
        cells.append(_filled(place, answers.get(place), release, repairs))
    cells += [_own_cell(piece, ids) for piece in slots[len(release.cells)]]
    _say_what_was_missing(pieces, release, repairs, had)
    metadata = nbformat.from_dict(dict(release.notebook.metadata))
    return NotebookNode(nbformat=4, nbformat_minor=5, metadata=metadata, cells=cells)


def _filled(place: int, answer: Piece | None, release: Release, repairs: Repairs) -> NotebookNode:
    """A released cell, with the student's answer if it is to be filled in."""
    cell = release.notebook.cells[place]
    made = nbformat.from_dict(cell)
    if made.cell_type == "code":
        made.outputs, made.execution_count = [], None
    if answer is None:
        return made
    made.source = answer.source
    if answer.kind != cell.cell_type:
        repairs.add("Cells that had been turned into another type were turned back", place)
        made.source = without_fences(answer.source) if cell.cell_type == "code" else answer.source
    if cell.cell_type != "code" and "attachments" in answer.cell:
        made.attachments = answer.cell.attachments
    return made


def _own_cell(piece: Piece, ids: set[str]) -> NotebookNode:
    """A cell of the student's own, which nbgrader ignores."""
    wanted = piece.cell.id
    number = 1
    while wanted in ids:
        wanted, number = f"own-{number}", number + 1
    ids.add(wanted)
    made = new_cell(piece.kind, piece.source, wanted)
    if "attachments" in piece.cell:
        made.attachments = piece.cell.attachments
    return made


def _slots_of_own_cells(pieces: list[Piece], release: Release) -> dict[int, list[Piece]]:
    """The student's own cells, by the released cell before which they go."""
    slots: dict[int, list[Piece]] = defaultdict(list)
    following = _following(pieces, release)
    last_code = last = -1
    for piece, (next_code, next_) in zip(pieces, following, strict=True):
        if piece.place is not None:
            last = piece.place
            last_code = last if release.is_code(last) else last_code
        elif piece.source.strip():
            after = last if last_code < last < next_code else last_code
            before = next_ if after < next_ < next_code else next_code
            slots[_slot(after, before, release)].append(piece)
    return slots


def _following(pieces: list[Piece], release: Release) -> Iterable[tuple[int, int]]:
    """For each piece, the places of the next released cell that is run, and of the next of any
    kind."""
    next_code = next_ = len(release.cells)
    found = []
    for piece in reversed(pieces):
        found.append((next_code, next_))
        if piece.place is not None:
            next_ = piece.place
            next_code = next_ if release.is_code(next_) else next_code
    return reversed(found)


def _slot(after: int, before: int, release: Release) -> int:
    """Where between two places a student's own cell goes: before the answer that follows it, if
    that was moved up; else after restored cells that it may need, but not after a check."""
    if after >= before:
        return before if release.is_solution(before) else after + 1
    slot = after + 1
    while slot < before and not release.holds_back(slot):
        slot += 1
    return slot


def _say_what_was_missing(
    pieces: list[Piece], release: Release, repairs: Repairs, had: Container[str] | None
) -> None:
    here = [p.place for p in pieces if p.place is not None and release.is_code(p.place)]
    for place in range(len(release.cells)):
        if not release.is_named(place) or place in here or any(p.place == place for p in pieces):
            continue
        if had is not None and release.grade_id(place) not in had:
            continue
        if release.is_solution(place):
            repairs.add("Cells to be filled in were missing and were replaced by blank ones", place)
        else:
            repairs.add("Cells that had been deleted were put back", place)
    first = list(dict.fromkeys(here))
    moved = [b for a, b in pairwise(first) if b < a]
    for place in moved:
        repairs.add("Cells in another order were moved to their places", place)
