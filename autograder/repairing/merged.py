"""Restores released cells that were merged with others or cut into parts."""

import re
from dataclasses import replace

from autograder.notebook.cell_text import (
    comments_above,
    cut,
    definitions,
    new_definitions,
    parsed,
    squeezed,
)
from autograder.repairing.pieces import MIN_LENGTH, Piece, Release, Repairs
from autograder.repairing.recognise import credible

MAX_PARTS = 4  # of a solution cell that was cut into parts, besides the first
MAX_JOINED = 100_000  # characters that are joined, to see whether they are one cell, in all
_METHOD = re.compile(r"\s+(?:async |def |@|return\b)")


def cut_out_released(pieces: list[Piece], release: Release, repairs: Repairs) -> list[Piece]:
    """Takes given cells out of the cells they were merged into, and the student's additions out
    of given cells."""
    here = {piece.place for piece in pieces}
    missing = [
        i for i in release.given if i not in here and len(release.cells[i].source) >= MIN_LENGTH
    ]
    made: list[Piece] = []
    for piece in pieces:
        parts = _with_additions(piece, release, repairs) if _is_given(piece, release) else [piece]
        for part in parts:
            is_given = _is_given(part, release)
            made += [part] if is_given else _without(part, missing, release, repairs)
    for piece in made:
        if piece.place is None:  # what is left after cutting can be a copy of another cell
            piece.place = release.by_source.get(squeezed(piece.source))
    return made


def _is_given(piece: Piece, release: Release) -> bool:
    return piece.place is not None and not release.is_solution(piece.place)


def _without(piece: Piece, missing: list[int], release: Release, repairs: Repairs) -> list[Piece]:
    """A piece, with the missing cells that are in it as pieces of their own."""
    for place in missing:
        parts = cut(piece.source, release.cells[place].source)
        if parts is None:
            continue
        missing.remove(place)
        if release.is_named(place):
            repairs.add("Cells that had been merged with others were taken apart", place)
        before, after = (replace(piece, source=part) for part in parts)
        around: list[list[Piece]] = []
        for part in (before, after):
            if part.place is not None and not credible(part, part.place, release):
                part.place = None
            is_blank = not part.source.strip()
            around.append([] if is_blank else _without(part, missing, release, repairs))
        middle = replace(piece, source=release.cells[place].source, place=place)
        return [*around[0], middle, *around[1]]
    return [piece]


def _with_additions(piece: Piece, release: Release, repairs: Repairs) -> list[Piece]:
    """A given cell, with the student's additions to it before and after."""
    released = release.cells[piece.place].source
    if squeezed(piece.source) == squeezed(released):
        return [piece]
    parts = cut(piece.source, released)
    if parts is None and piece.kind == "code":
        parts = (new_definitions(piece.source, released), "")
    if release.is_named(piece.place) and piece.source.strip():
        repairs.add("Cells that must not be changed had been, and were restored", piece.place)
    before, after = (replace(piece, source=part, place=None) for part in parts or ("", ""))
    return [part for part in (before, piece, after) if part is piece or part.source.strip()]


def divide(pieces: list[Piece], release: Release, repairs: Repairs) -> list[Piece]:
    """Divides cells that hold the answers of several solution cells.

    An answer goes to its place if that is empty. It also stays where it is if its place is still
    there, blank, or is not the next one: something in between may need it.
    """
    answered = {
        p.place for p in pieces if release.is_solution(p.place) and not release.is_blank(p, p.place)
    }
    there = {piece.place for piece in pieces}
    made: list[Piece] = []
    for piece in pieces:
        if piece.place is not None and not release.is_solution(piece.place):
            made.append(piece)
            continue
        segments = _segments(piece, release, answered)
        places = list(dict.fromkeys(segment.place for segment in segments))
        if len(places) < 2:
            made.append(piece)
            continue
        for place in places[1:]:
            repairs.add("Answers in another answer's cell were put into their own", place)
        near = _neighbours(places, release)
        stays = not near or bool(set(places[1:]) & there)
        made += [piece, *segments[1:]] if stays else segments
        answered |= set(places)
    return made


def _segments(piece: Piece, release: Release, answered: set[int | None]) -> list[Piece]:
    """The lines of a piece, by the solution cell whose names they define."""
    starts = {
        line: release.defined_in[name]
        for name, line in definitions(piece.source).items()
        if name in release.defined_in
        and (release.defined_in[name] == piece.place or release.defined_in[name] not in answered)
    }
    lines = piece.source.split("\n")
    begins = [comments_above(lines, line) for line in sorted(starts)]
    places = [starts[line] for line in sorted(starts)]
    if not places or (piece.place is None and len(set(places)) < 2):
        return [piece]
    if piece.place is not None and piece.place not in places:
        begins, places = [0, *begins], [piece.place, *places]
    begins[0] = 0
    texts: dict[int, list[str]] = {}
    for begin, end, place in zip(begins, [*begins[1:], len(lines)], places, strict=True):
        texts.setdefault(place, []).append("\n".join(lines[begin:end]).strip("\n"))
    return [
        replace(piece, source="\n\n\n".join(parts), place=place) for place, parts in texts.items()
    ]


def _neighbours(places: list[int], release: Release) -> bool:
    """Whether solution cells directly follow each other in the release."""
    ranks = sorted(release.solutions.index(place) for place in places)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def rejoin(pieces: list[Piece], release: Release, repairs: Repairs) -> list[Piece]:
    """Joins the parts of a solution cell that was cut in two or more."""
    made: list[Piece] = []
    waiting = list(reversed(pieces))
    left = MAX_JOINED
    while waiting:
        piece = waiting.pop()
        parts, tried = _parts_after(piece, waiting, release, left)
        left -= tried
        if parts:
            del waiting[-len(parts) :]
            places = [p.place for p in [piece, *parts] if p.place is not None]
            source = "\n".join(part.source for part in [piece, *parts])
            # The parts of a given cell may have another's marks, as in `claim`.
            place = release.by_source.get(squeezed(source), next(iter(places), None))
            waiting.append(replace(piece, source=source, place=place))
            if place is not None:
                repairs.add("Cells that had been cut into parts were joined", place)
        else:
            made.append(piece)
    return made


def _parts_after(
    piece: Piece, waiting: list[Piece], release: Release, most: int
) -> tuple[list[Piece], int]:
    """The pieces that follow a piece and belong in one cell with it, and how many characters were
    joined to find out, which are `most` at most; `waiting` is reversed."""
    parts: list[Piece] = []
    source = piece.source
    tried = 0
    for part in reversed(waiting[-MAX_PARTS:]):
        if part.kind != "code" or piece.kind != "code" or not _may_follow(piece, part, release):
            break
        parts.append(part)
        source += "\n" + part.source
        if tried + len(source) > most:
            break
        tried += len(source)
        if _are_one_cell(piece, part, source, release):
            return parts, tried
    return [], tried


def _are_one_cell(piece: Piece, part: Piece, joined: str, release: Release) -> bool:
    """Whether a piece and what follows it, up to `part`, are valid Python only when joined, or
    define different names of one solution cell."""
    if parsed(piece.source) is None or parsed(part.source) is None:
        unsure = parsed(piece.source) is not None and part.place is None
        return parsed(joined) is not None and not (unsure and not _METHOD.match(part.source))
    if piece.place is None or piece.place != part.place:
        return False
    names = [set(definitions(p.source)) & release.names[piece.place] for p in (piece, part)]
    return bool(names[0] and names[1]) and not names[0] & names[1]


def _may_follow(one: Piece, two: Piece, release: Release) -> bool:
    if one.place is None and two.place is None:
        return bool(set(definitions(one.source)) & set(release.defined_in))
    places = {one.place, two.place} - {None}
    return len(places) == 1 and release.is_solution(places.pop())
