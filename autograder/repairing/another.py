"""Refuses notebooks that are not this homework, or hold nothing of it."""

import re
from collections.abc import Mapping

from nbformat import NotebookNode

from autograder.handed_in.unreadable import Unreadable
from autograder.notebook.cell_text import definitions, squeezed, without_fences
from autograder.notebook.cells import grade_id
from autograder.repairing.pieces import MIN_LENGTH, Piece, Release

_OTHER = re.compile(r"This is another homework: it seems to be (.+?)\. ")


def other_homework(failure: str) -> str:
    """The homework that a student has handed in instead, according to why it was refused; empty if
    that was for another reason."""
    found = _OTHER.search(failure)
    return found[1] if found else ""


def refuse_another_homework(
    pieces: list[Piece], release: Release, others: Mapping[str, NotebookNode]
) -> None:
    """Refuses a notebook that has more of another homework in it, or nothing of this one.

    Raises:
        Unreadable: it has; the message names the other homework.
    """
    part = _part_in(pieces, release)
    if part > 0.5:
        return
    parts = {name: _part_in(pieces, Release(other)) for name, other in others.items()}
    best = max(parts, key=parts.__getitem__, default=None)
    if best is not None and parts[best] > max(0.3, 2 * part):
        raise Unreadable(
            f"This is another homework: it seems to be {best}. "
            "Please ask the student for the right notebook."
        )
    if part == 0:
        raise Unreadable(
            "Nothing in this notebook belongs to this homework. "
            "Please ask the student for the right notebook."
        )


def _part_in(pieces: list[Piece], release: Release) -> float:
    """The part of a release that is in a notebook: given cells are counted by their text, solution
    cells by nbgrader's id or the functions and classes in them."""
    defined: set[str] = set()
    ids: set[object] = set()
    for piece in pieces:
        defined |= set(definitions(without_fences(piece.source)))
        ids |= {grade_id(piece.cell), piece.cell.id}
    here = {squeezed(piece.source) for piece in pieces}
    functions = {
        place: names
        for place, names in release.names.items()
        if re.search(r"^(?:class|def) ", release.cells[place].source, re.MULTILINE)
    }
    given = [i for i in release.given if len(release.cells[i].source) >= MIN_LENGTH]
    hits = sum(squeezed(release.cells[i].source) in here for i in given)
    hits += sum(
        release.grade_id(i) in ids or bool(functions.get(i, set()) & defined)
        for i in release.solutions
    )
    return hits / (len(given) + len(release.solutions))


def refuse_nothing(pieces: list[Piece], release: Release) -> None:
    """Refuses a notebook without any cell that could be an answer.

    Raises:
        Unreadable: there is none.
    """
    is_answer = [release.is_solution(piece.place) for piece in pieces]
    own = [piece.place is None and piece.source.strip() for piece in pieces]
    if not any(is_answer) and not any(own):
        raise Unreadable(
            "The notebook has none of the cells to be filled in. "
            "Please ask the student to hand in the whole notebook."
        )
