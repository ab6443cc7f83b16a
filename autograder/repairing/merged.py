"""Takes apart cells into which released cells were merged, and those with several answers."""

from collections import defaultdict
from dataclasses import replace

from autograder.notebook.cell_text import (
    comments_above,
    definitions,
    new_definitions,
    split_around,
    squeezed,
)
from autograder.repairing.pieces import MIN_LENGTH, Piece, Release, Repairs
from autograder.repairing.recognise import is_credible


def cut_out_released(pieces: list[Piece], release: Release, repairs: Repairs) -> list[Piece]:
    """Takes given cells out of the cells they were merged into, and the student's additions out
    of given cells."""
    places = {piece.place for piece in pieces}
    missing = [
        place
        for place in release.given
        if place not in places and len(release.cells[place].source) >= MIN_LENGTH
    ]
    result: list[Piece] = []
    for piece in pieces:
        for part in _with_additions(piece, release, repairs):
            if _is_given(part, release):
                result.append(part)
            else:
                result += _taken_apart(part, missing, release, repairs)
    for piece in result:
        if piece.place is None:  # what is left after cutting can be a copy of another cell
            piece.place = release.by_source.get(squeezed(piece.source))
    return result


def _is_given(piece: Piece, release: Release) -> bool:
    return piece.place is not None and not release.is_solution(piece.place)


def _taken_apart(
    piece: Piece, missing: list[int], release: Release, repairs: Repairs
) -> list[Piece]:
    """A piece, with the missing cells that are in it as pieces of their own."""
    for place in missing:
        parts = split_around(piece.source, release.cells[place].source)
        if parts is None:
            continue
        missing.remove(place)
        if release.has_grade_id(place):
            repairs.add("Cells that had been merged with others were taken apart", place)

        def rest(source: str) -> list[Piece]:
            """What is before or after the missing cell."""
            part = replace(piece, source=source)
            if part.place is not None and not is_credible(part, part.place, release):
                part.place = None
            return _taken_apart(part, missing, release, repairs) if source.strip() else []

        before, after = map(rest, parts)
        return [*before, replace(piece, source=release.cells[place].source, place=place), *after]
    return [piece]


def _with_additions(piece: Piece, release: Release, repairs: Repairs) -> list[Piece]:
    """A piece, and if it is a given cell, the student's additions to it before and after."""
    place = piece.place
    if place is None or release.is_solution(place):
        return [piece]
    released = release.cells[place].source
    if squeezed(piece.source) == squeezed(released):
        return [piece]
    additions = split_around(piece.source, released)
    if additions is None and piece.cell_type == "code":
        additions = (new_definitions(piece.source, released), "")
    if release.has_grade_id(place) and piece.source.strip():
        repairs.add("Cells that must not be changed had been, and were restored", place)
    before, after = (replace(piece, source=text, place=None) for text in additions or ("", ""))
    return [part for part in (before, piece, after) if part is piece or part.source.strip()]


def divide(pieces: list[Piece], release: Release, repairs: Repairs) -> list[Piece]:
    """Divides cells that hold the answers of several solution cells.

    An answer goes to its place if that is empty. It stays where it is as well if its place is still
    there and untouched, or is not the next one, since something in between may need it.
    """
    answered: set[int] = set()
    for piece in pieces:
        place = piece.place
        if (
            place is not None
            and release.is_solution(place)
            and not release.is_untouched(piece, place)
        ):
            answered.add(place)
    occupied = {piece.place for piece in pieces}
    result: list[Piece] = []
    for piece in pieces:
        segments = {} if _is_given(piece, release) else _segments(piece, release, answered)
        if len(segments) < 2:
            result.append(piece)
            continue
        first, *moved = places = list(segments)
        for place in moved:
            repairs.add("Answers in another answer's cell were put into their own", place)
        stays = not _neighbours(places, release) or not occupied.isdisjoint(moved)
        result.append(piece if stays else replace(piece, source=segments[first], place=first))
        result += [replace(piece, source=segments[place], place=place) for place in moved]
        answered |= set(places)
    return result


def _segments(piece: Piece, release: Release, answered: set[int]) -> dict[int, str]:
    """The lines of a piece, by the solution cell whose names they define."""
    place_at: dict[int, int] = {}  # by the line of a definition
    for name, line in definitions(piece.source).items():
        place = release.defined_in.get(name)
        if place is not None and (place == piece.place or place not in answered):
            place_at[line] = place
    lines = piece.source.split("\n")
    begins = [comments_above(lines, line) for line in sorted(place_at)]
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


def _neighbours(places: list[int], release: Release) -> bool:
    """Whether solution cells directly follow each other in the release."""
    ranks = sorted(release.solutions.index(place) for place in places)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))
