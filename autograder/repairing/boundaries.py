"""Restores the boundaries between cells: takes merged cells apart, divides cells with several
answers, and joins the parts of cells that were split."""

import re
from collections import defaultdict
from dataclasses import replace

from autograder.notebook.cell_text import definitions, parsed
from autograder.repairing.compared_text import new_definitions, split_around, squeezed
from autograder.repairing.recognise import is_credible
from autograder.repairing.repair_state import MIN_LENGTH, Piece, Release, Repair

MAX_PARTS = 4  # of a solution cell that was cut into parts, besides the first
MAX_JOINED = 100_000  # characters, in all, of texts that are joined to see if they are one cell
_METHOD = re.compile(r"\s+(?:async |def |@|return\b)")


def cut_out_released(repair: Repair) -> None:
    """Takes given cells out of the cells they were merged into, and the student's additions out
    of given cells."""
    release, places = repair.release, {piece.place for piece in repair.pieces}
    missing = [
        place
        for place in release.given
        if place not in places and len(release.cells[place].source) >= MIN_LENGTH
    ]
    result: list[Piece] = []
    for piece in repair.pieces:
        for part in _with_additions(piece, repair):
            if part.place in release.given:
                result.append(part)
            else:
                result += _taken_apart(part, missing, repair)
    for piece in result:
        if piece.place is None:  # what is left after cutting can be a copy of another cell
            piece.place = release.by_source.get(squeezed(piece.source))
    repair.pieces = result


def _taken_apart(piece: Piece, missing: list[int], repair: Repair) -> list[Piece]:
    """A piece, taken apart so that the missing cells in it become pieces of their own."""
    release = repair.release
    for place in missing:
        parts = split_around(piece.source, release.cells[place].source)
        if parts is None:
            continue
        missing.remove(place)
        if release.has_grade_id(place):
            repair.note("Cells that had been merged with others were taken apart", place)

        def rest(source: str) -> list[Piece]:
            """What is before or after the missing cell."""
            part = replace(piece, source=source)
            if part.place is not None and not is_credible(part, part.place, release):
                part.place = None
            return _taken_apart(part, missing, repair) if source.strip() else []

        before, after = map(rest, parts)
        return [*before, replace(piece, source=release.cells[place].source, place=place), *after]
    return [piece]


def _with_additions(piece: Piece, repair: Repair) -> list[Piece]:
    """A piece, and if it is a given cell, the student's additions to it before and after."""
    release, place = repair.release, piece.place
    if place is None or release.is_solution(place):
        return [piece]
    released = release.cells[place].source
    if squeezed(piece.source) == squeezed(released):
        return [piece]
    additions = split_around(piece.source, released)
    if additions is None and piece.cell_type == "code":
        additions = (new_definitions(piece.source, released), "")
    if release.has_grade_id(place) and piece.source.strip():
        repair.note("Cells that must not be changed had been, and were restored", place)
    before, after = (replace(piece, source=text, place=None) for text in additions or ("", ""))
    return [part for part in (before, piece, after) if part is piece or part.source.strip()]


def divide_pieces(repair: Repair) -> None:
    """Divides cells that hold the answers of several solution cells.

    Each answer goes to its own place, unless there is one already. The cell is cut up only if these
    places are neighbours and the others are missing. Otherwise, the whole cell also stays where it
    is, since something in between may need its answers.
    """
    release = repair.release
    answered: set[int] = set()
    for piece in repair.pieces:
        place = piece.place
        if (
            place is not None
            and release.is_solution(place)
            and not release.is_untouched(piece, place)
        ):
            answered.add(place)
    occupied = {piece.place for piece in repair.pieces}
    result: list[Piece] = []
    for piece in repair.pieces:
        is_given = piece.place in release.given
        segments = {} if is_given else _segments(piece, release, answered)
        if len(segments) < 2:
            result.append(piece)
            continue
        first, *moved = places = list(segments)
        for place in moved:
            repair.note("Answers in another answer's cell were put into their own", place)
        ranks = sorted(map(release.solutions.index, places))
        are_neighbours = ranks[-1] - ranks[0] == len(ranks) - 1
        stays = not are_neighbours or not occupied.isdisjoint(moved)
        result.append(piece if stays else replace(piece, source=segments[first], place=first))
        result += [replace(piece, source=segments[place], place=place) for place in moved]
        answered |= set(places)
    repair.pieces = result


def _segments(piece: Piece, release: Release, answered: set[int]) -> dict[int, str]:
    """The lines of a piece, by the solution cell whose names they define."""
    place_at: dict[int, int] = {}  # by the line of a definition
    for name, line in definitions(piece.source).items():
        place = release.defined_in.get(name)
        if place is not None and (place == piece.place or place not in answered):
            place_at[line] = place
    lines = piece.source.split("\n")
    begins = [_comments_above(lines, line) for line in sorted(place_at)]
    places = [place_at[line] for line in sorted(place_at)]
    if not places:
        return {}
    if piece.place is not None and piece.place not in places:
        begins, places = [0, *begins], [piece.place, *places]
    begins[0] = 0
    texts: dict[int, list[str]] = defaultdict(list)
    for begin, end, place in zip(begins, [*begins[1:], len(lines)], places, strict=True):
        texts[place].append("\n".join(lines[begin:end]).strip("\n"))
    return {place: "\n\n\n".join(parts) for place, parts in texts.items()}


def _comments_above(lines: list[str], line: int) -> int:
    """The line where the comments directly above a line begin."""
    while line > 0 and lines[line - 1].startswith("#"):
        line -= 1
    return line


def rejoin_pieces(repair: Repair) -> None:
    """Joins the parts of a solution cell that was split into two or more."""
    result: list[Piece] = []
    waiting = list(reversed(repair.pieces))
    characters_left = MAX_JOINED
    while waiting:
        piece = waiting.pop()
        following, joined = _parts_after(piece, waiting, repair.release, characters_left)
        characters_left -= joined
        if not following:
            result.append(piece)
            continue
        del waiting[-len(following) :]
        parts = [piece, *following]
        source = "\n".join(part.source for part in parts)
        claimed = next((part.place for part in parts if part.place is not None), None)
        # The parts of a given cell may have the ids of another; as in `claim_pieces`, text decides.
        place = repair.release.by_source.get(squeezed(source), claimed)
        waiting.append(replace(piece, source=source, place=place))
        if place is not None:
            repair.note("Cells that had been cut into parts were joined", place)
    repair.pieces = result


def _parts_after(
    piece: Piece, waiting: list[Piece], release: Release, most: int
) -> tuple[list[Piece], int]:
    """The pieces that follow a piece and belong into the same cell, and the number of characters
    that were joined to find that out.

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
        # A cell of the student's own may just have a mistake. Only the rest of a class is sure to
        # belong here.
        is_sure = not is_python or part.place is not None or _METHOD.match(part.source)
        return bool(is_sure) and parsed(joined) is not None
    if piece.place is None or piece.place != part.place:
        return False
    wanted = release.defined_names.get(piece.place, set())  # none for an answer in words
    names, part_names = (wanted & set(definitions(cell.source)) for cell in (piece, part))
    return bool(names and part_names) and names.isdisjoint(part_names)


def _may_follow(piece: Piece, part: Piece, release: Release) -> bool:
    if piece.cell_type != "code" or part.cell_type != "code":
        return False
    if piece.place is None and part.place is None:
        return not release.defined_in.keys().isdisjoint(definitions(piece.source))
    places = {place for place in (piece.place, part.place) if place is not None}
    return len(places) == 1 and release.is_solution(places.pop())
