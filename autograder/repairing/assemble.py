"""Puts the student's answers and own cells into their places in the released notebook."""

from collections import defaultdict
from collections.abc import Container
from itertools import pairwise

import nbformat
from nbformat import NotebookNode

from autograder.repairing.compared_text import without_fences
from autograder.repairing.repair_state import Piece, Release, Repair
from autograder.submissions.tidying import new_cell


def assemble(repair: Repair, had: Container[str] | None) -> NotebookNode:
    """Puts answers into the released cells, and the student's own cells between them. If the
    student `had` an earlier release, cells that were not in it are not reported as missing."""
    release, pieces = repair.release, repair.pieces
    answers = {piece.place: piece for piece in pieces if release.is_solution(piece.place)}
    slots = _slots_of_own_cells(pieces, release)
    ids = set(release.index)
    cells: list[NotebookNode] = []
    for place in range(len(release.cells)):
        cells += [_own_cell(piece, ids) for piece in slots[place]]
        cells.append(_filled(place, answers.get(place), repair))
    cells += [_own_cell(piece, ids) for piece in slots[len(release.cells)]]
    _say_what_was_missing(repair, had)
    metadata = nbformat.from_dict(dict(release.notebook.metadata))
    return NotebookNode(nbformat=4, nbformat_minor=5, metadata=metadata, cells=cells)


def _filled(place: int, answer: Piece | None, repair: Repair) -> NotebookNode:
    """A released cell, with the student's answer if it is to be filled in."""
    cell = nbformat.from_dict(repair.release.notebook.cells[place])
    is_code = cell.cell_type == "code"
    if is_code:
        cell.outputs, cell.execution_count = [], None
    if answer is None:
        return cell
    cell.source = answer.source
    if answer.cell_type != cell.cell_type:
        repair.note("Cells that had been turned into another type were turned back", place)
        if is_code:
            cell.source = without_fences(answer.source)
    if not is_code and "attachments" in answer.cell:
        cell.attachments = answer.cell.attachments
    return cell


def _own_cell(piece: Piece, ids: set[str]) -> NotebookNode:
    """A cell of the student's own, which nbgrader ignores."""
    own_id = piece.cell.id
    number = 1
    while own_id in ids:
        own_id, number = f"own-{number}", number + 1
    ids.add(own_id)
    cell = new_cell(piece.cell_type, piece.source, own_id)
    if "attachments" in piece.cell:
        cell.attachments = piece.cell.attachments
    return cell


def _slots_of_own_cells(pieces: list[Piece], release: Release) -> dict[int, list[Piece]]:
    """The student's own cells, by the released cell before which they go."""
    slots: dict[int, list[Piece]] = defaultdict(list)
    last_code = last_cell = -1
    for piece, next_cells in zip(pieces, _next_cells(pieces, release), strict=True):
        if piece.place is not None:
            last_cell = piece.place
            last_code = last_cell if release.is_code(last_cell) else last_code
        elif piece.source.strip():
            next_code, next_cell = next_cells
            after = last_cell if last_code < last_cell < next_code else last_code
            before = next_cell if after < next_cell < next_code else next_code
            slots[_slot(after, before, release)].append(piece)
    return slots


def _next_cells(pieces: list[Piece], release: Release) -> list[tuple[int, int]]:
    """For each piece, the places of the next released cell that is run, and of the next of any
    kind."""
    next_code = next_cell = len(release.cells)
    next_cells = []
    for piece in reversed(pieces):
        next_cells.append((next_code, next_cell))
        if piece.place is not None:
            next_cell = piece.place
            next_code = next_cell if release.is_code(next_cell) else next_code
    return next_cells[::-1]


def _slot(after: int, before: int, release: Release) -> int:
    """The released cell before which a student's own cell goes, given the released cells that the
    student has before and after it. If the cells are out of order, it goes before the next one if
    that is a solution cell, and otherwise directly after the previous one. Else it goes after
    restored cells that it may need, but not after restored solution cells and checks."""
    if after >= before:
        return before if release.is_solution(before) else after + 1
    slot = after + 1
    while slot < before and not release.holds_back(slot):
        slot += 1
    return slot


def _say_what_was_missing(repair: Repair, had: Container[str] | None) -> None:
    release = repair.release
    places = [piece.place for piece in repair.pieces if piece.place is not None]
    for place in range(len(release.cells)):
        was_released = had is None or release.grade_id(place) in had
        if place in places or not release.has_grade_id(place) or not was_released:
            continue
        if release.is_solution(place):
            repair.note("Cells to be filled in were missing and were put back untouched", place)
        else:
            repair.note("Cells that had been deleted were put back", place)
    order = dict.fromkeys(place for place in places if release.is_code(place))
    for previous, place in pairwise(order):
        if place < previous:
            repair.note("Cells in another order were moved to their places", place)
