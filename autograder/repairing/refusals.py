"""Refuses notebooks that are not this homework, or that have no answers to it."""

import re
from collections.abc import Mapping

from nbformat import NotebookNode

from autograder.notebook.cell_text import definitions, squeezed, without_fences
from autograder.notebook.cells import grade_id
from autograder.repairing.repair_state import MIN_LENGTH, Piece, Release
from autograder.submissions.unreadable import Unreadable

_RIGHT_ONE = "hand in the right notebook"  # what students are asked to do


def refuse_another_homework(
    pieces: list[Piece], release: Release, others: Mapping[str, NotebookNode]
) -> None:
    """Refuses a notebook that has more of another homework in it, or nothing of this one.

    Raises:
        Unreadable: it has; the message names the other homework.
    """
    fraction = _fraction_in(pieces, release)
    if fraction > 0.5:
        return
    fractions = {name: _fraction_in(pieces, Release(other)) for name, other in others.items()}
    best = max(fractions, key=fractions.__getitem__, default=None)
    if best is not None and fractions[best] > max(0.3, 2 * fraction):
        why = f"This is another homework: it seems to be {best}."
        raise Unreadable(why, _RIGHT_ONE, other_homework=best)
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
        Unreadable: there is none.
    """
    for piece in pieces:
        is_own = piece.place is None and piece.source.strip()
        if is_own or release.is_solution(piece.place):
            return
    raise Unreadable(
        "The notebook has none of the cells to be filled in.", "hand in the whole notebook"
    )
