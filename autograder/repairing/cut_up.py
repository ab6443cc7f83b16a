"""Joins the parts of cells that were cut up."""

import re
from dataclasses import replace

from autograder.notebook.cell_text import definitions, parsed, squeezed
from autograder.repairing.pieces import Piece, Release, Repairs

MAX_PARTS = 4  # of a solution cell that was cut into parts, besides the first
MAX_JOINED = 100_000  # characters that are joined, to see whether they are one cell, in all
_METHOD = re.compile(r"\s+(?:async |def |@|return\b)")


def rejoin(pieces: list[Piece], release: Release, repairs: Repairs) -> list[Piece]:
    """Joins the parts of a solution cell that was cut in two or more."""
    result: list[Piece] = []
    waiting = list(reversed(pieces))
    characters_left = MAX_JOINED
    while waiting:
        piece = waiting.pop()
        following, joined = _parts_after(piece, waiting, release, characters_left)
        characters_left -= joined
        if not following:
            result.append(piece)
            continue
        del waiting[-len(following) :]
        parts = [piece, *following]
        source = "\n".join(part.source for part in parts)
        claimed = next((part.place for part in parts if part.place is not None), None)
        # The parts of a given cell may have another's marks, as in `claim`.
        place = release.by_source.get(squeezed(source), claimed)
        waiting.append(replace(piece, source=source, place=place))
        if place is not None:
            repairs.add("Cells that had been cut into parts were joined", place)
    return result


def _parts_after(
    piece: Piece, waiting: list[Piece], release: Release, most: int
) -> tuple[list[Piece], int]:
    """The pieces that follow a piece and belong in one cell with it, and how many characters were
    joined to find that out.

    Args:
        waiting: the following pieces, in reverse order.
        most: how many characters may be joined.
    """
    parts: list[Piece] = []
    source = piece.source
    joined = 0
    for part in reversed(waiting[-MAX_PARTS:]):
        if not _may_follow(piece, part, release):
            break
        parts.append(part)
        source += "\n" + part.source
        if joined + len(source) > most:
            break
        joined += len(source)
        if _are_one_cell(piece, part, source, release):
            return parts, joined
    return [], joined


def _are_one_cell(piece: Piece, part: Piece, joined: str, release: Release) -> bool:
    """Whether a piece and what follows it, up to `part`, are valid Python only when joined, or
    define different names of one solution cell."""
    is_python = parsed(piece.source) is not None
    if not is_python or parsed(part.source) is None:
        # The student's own cell may have a mistake: only the rest of a class surely belongs here.
        is_sure = not is_python or part.place is not None or _METHOD.match(part.source)
        return bool(is_sure) and parsed(joined) is not None
    if piece.place is None or piece.place != part.place:
        return False
    wanted = release.defined_names.get(piece.place, set())  # an answer in words defines none
    names, part_names = (wanted & set(definitions(cell.source)) for cell in (piece, part))
    return bool(names and part_names) and names.isdisjoint(part_names)


def _may_follow(piece: Piece, part: Piece, release: Release) -> bool:
    if piece.cell_type != "code" or part.cell_type != "code":
        return False
    if piece.place is None and part.place is None:
        return not release.defined_in.keys().isdisjoint(definitions(piece.source))
    places = {place for place in (piece.place, part.place) if place is not None}
    return len(places) == 1 and release.is_solution(places.pop())
