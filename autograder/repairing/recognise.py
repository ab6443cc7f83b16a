"""Finds out to which cell of the release each of a student's cells corresponds. Refuses notebooks
that are not this homework, or have no answers to it."""

import re
from collections.abc import Mapping
from pathlib import Path

from nbformat import NotebookNode

from autograder.notebook.cell_text import definitions
from autograder.notebook.cells import colab_id, grade_id, nbgrader_of
from autograder.notebook.set_up import without_copy
from autograder.repairing.compared_text import are_alike, split_around, squeezed, without_fences
from autograder.repairing.repair_state import (
    MAX_UNKNOWN,
    MIN_LENGTH,
    Piece,
    Release,
    Repair,
    release_in,
)
from autograder.submissions.unreadable import Unreadable

_SETTINGS = ("grade", "solution", "locked", "task", "points")  # nbgrader's settings of a cell
_RIGHT_ONE = "hand in the right notebook"  # what students are asked to do


def pieces_of(notebook: NotebookNode) -> list[Piece]:
    """The cells of a notebook, without the link that Colab puts on top when it saves to GitHub."""

    def is_link(piece: Piece) -> bool:
        has_colabs_id = "view-in-github" in (piece.cell.id, colab_id(piece.cell))
        begin = piece.source[:1000]
        is_badge = has_colabs_id or ("href=" in begin and "colab-badge.svg" in begin)
        return piece.cell_type == "markdown" and is_badge

    pieces = [Piece(cell, without_copy(cell.source)) for cell in notebook.cells]
    return [piece for piece in pieces if not is_link(piece)]


def claim_pieces(repair: Repair, *, is_of_today: bool) -> None:
    """Finds the place of each piece in the release: by its text, or by its ids if its text does not
    contradict them, or else by its similarity to a given cell that is missing.

    Args:
        is_of_today: whether the notebook was made with this release, and not with an earlier one,
            which may have had other settings.
    """
    release = repair.release
    for piece in repair.pieces:
        exact = release.by_source.get(squeezed(piece.source))
        claimed, by_grade_id = _claimed(piece, release)
        if exact is not None and (not release.is_solution(claimed) or piece.source.strip()):
            piece.place = exact
        elif claimed is not None and is_credible(piece, claimed, release):
            piece.place = claimed
        if piece.place is None or not release.has_grade_id(piece.place):
            continue
        settings, released = nbgrader_of(piece.cell), nbgrader_of(release.cells[piece.place])
        changed = [flag for flag in _SETTINGS if settings.get(flag) != released.get(flag)]
        if not by_grade_id:
            unmarked = "Cells without nbgrader's metadata were recognised by other marks"
            repair.note(unmarked, piece.place)
        elif is_of_today and settings.keys() & changed:
            restored = "nbgrader's settings had been changed and were restored"
            repair.note(restored, piece.place)
    _claim_by_similarity(repair.pieces, release)


def _claimed(piece: Piece, release: Release) -> tuple[int | None, bool]:
    """The place in the release to which the ids of a piece point, and whether it is nbgrader's id
    that does."""
    if (claimed := grade_id(piece.cell)) in release.index:
        return release.index[claimed], True
    for claimed in (colab_id(piece.cell), piece.cell.id):
        if claimed in release.index:
            return release.index[claimed], False
    return None, False


def is_credible(piece: Piece, place: int, release: Release) -> bool:
    """Whether the content of a piece agrees with the place to which its ids point.

    It may not: Colab copies cells with their ids, and students write something else into the copy.
    """
    released = release.cells[place].source
    if not release.is_solution(place):
        return (
            not piece.source.strip()
            or are_alike(piece.source, released, 0.5)
            or split_around(piece.source, released) is not None
        )
    defined = set(definitions(piece.source)) & set(release.defined_in)
    return not defined or bool(defined & release.defined_names.get(place, defined))


def _claim_by_similarity(pieces: list[Piece], release: Release) -> None:
    claimed = {piece.place for piece in pieces}
    missing = [place for place in release.given if place not in claimed]
    unknown = [piece for piece in pieces if piece.place is None and piece.source.strip()]
    for piece in unknown[:MAX_UNKNOWN]:
        if set(definitions(piece.source)) & set(release.defined_in):
            continue
        for place in missing:
            if are_alike(piece.source, release.cells[place].source, 0.8):
                piece.place = place
                missing.remove(place)
                break


def refuse_another_homework(
    pieces: list[Piece], release: Release, others: Mapping[str, Path]
) -> None:
    """Refuses a notebook that has far more of another homework in it than of this one, or nothing
    of this one.

    Raises:
        Unreadable: the notebook is refused. The message names the other homework, if any.
    """
    fraction = _fraction_in(pieces, release)
    if fraction > 0.5:
        return
    fractions = {name: _fraction_in(pieces, release_in(path)) for name, path in others.items()}
    best = max(fractions, key=fractions.__getitem__, default=None)
    if best is not None and fractions[best] > max(0.3, 2 * fraction):
        reason = f"This is another homework: it seems to be {best}."
        raise Unreadable(reason, _RIGHT_ONE)
    if fraction == 0:
        raise Unreadable("Nothing in this notebook belongs to this homework.", _RIGHT_ONE)


def _fraction_in(pieces: list[Piece], release: Release) -> float:
    """The fraction of a release that is in a notebook: given cells are counted by their text,
    solution cells by nbgrader's id or the functions and classes in them."""
    defined: set[str] = set()
    ids: set[str] = set()
    for piece in pieces:
        defined |= set(definitions(without_fences(piece.source)))
        ids |= {grade_id(piece.cell), piece.cell.id}
    texts = {squeezed(piece.source) for piece in pieces}
    functions = {
        place: names
        for place, names in release.defined_names.items()
        if re.search(r"^(?:class|def) ", release.cells[place].source, re.MULTILINE)
    }
    given = [place for place in release.given if len(release.cells[place].source) >= MIN_LENGTH]
    hits = sum(squeezed(release.cells[place].source) in texts for place in given)
    hits += sum(
        release.grade_id(place) in ids or bool(functions.get(place, set()) & defined)
        for place in release.solutions
    )
    return hits / (len(given) + len(release.solutions))


def refuse_without_answers(pieces: list[Piece], release: Release) -> None:
    """Refuses a notebook without any cell that could be an answer.

    Raises:
        Unreadable: there is no such cell.
    """
    for piece in pieces:
        is_own = piece.place is None and piece.source.strip()
        if is_own or release.is_solution(piece.place):
            return
    raise Unreadable(
        "The notebook has none of the cells to be filled in.", "hand in the whole notebook"
    )
