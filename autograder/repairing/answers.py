"""Finds a student's answers among the cells, wherever they are and however many there are."""

from autograder.notebook.cell_text import alike, definitions, without_fences
from autograder.repairing.pieces import MAX_UNKNOWN, Piece, Release, Repairs


def find_missing(pieces: list[Piece], release: Release, repairs: Repairs) -> None:
    """Looks for answers in the student's own cells: by what they define, by similarity to the
    blank, by their neighbours."""
    for place in release.solutions:
        claimed = [piece for piece in pieces if piece.place == place]
        if any(not release.is_blank(piece, place) for piece in claimed):
            continue
        found = _by_names(pieces, place, release)
        if not found and not claimed:
            found = _by_similarity(pieces, place, release) or _by_neighbours(pieces, place, release)
        for piece in found:
            piece.place = place
            repairs.add("Answers outside their cell were put into it", place)


def _by_names(pieces: list[Piece], place: int, release: Release) -> list[Piece]:
    names = release.names.get(place, set())
    own = [piece for piece in pieces if piece.place is None]
    for kinds in (("code",), ("markdown", "raw")):
        found = [
            piece
            for piece in own
            if piece.kind in kinds and names & set(definitions(without_fences(piece.source)))
        ]
        answers = [piece for piece in found if not release.is_blank(piece, place)]
        if found:
            return answers or found
    return []


def _by_similarity(pieces: list[Piece], place: int, release: Release) -> list[Piece]:
    """A cell much like the blank that defines nothing: an answer inside an `if`, for example."""
    own = [piece for piece in pieces if piece.place is None and piece.kind == "code"]
    blank = release.cells[place].source
    return [
        piece
        for piece in own[:MAX_UNKNOWN]
        if not definitions(piece.source) and alike(piece.source, blank, 0.7)
    ][:1]


def _by_neighbours(pieces: list[Piece], place: int, release: Release) -> list[Piece]:
    around = zip(pieces, pieces[1:], pieces[2:], strict=False)
    kind = release.cells[place].cell_type
    return [
        two
        for one, two, three in around
        if (one.place, two.place, three.place) == (place - 1, None, place + 1) and two.kind == kind
    ][:1]


def choose_copies(pieces: list[Piece], release: Release, repairs: Repairs) -> list[Piece]:
    """Makes one of several copies of a solution cell the answer. Blank copies go. Copies before the
    check run in their order, so the last one counts; those after it stay there, unless there is
    none before."""
    dropped: set[int] = set()
    for place in release.solutions:
        copies = [i for i, piece in enumerate(pieces) if piece.place == place]
        if len(copies) < 2:
            continue
        filled = [i for i in copies if not release.is_blank(pieces[i], place)]
        filled = filled or [max(copies, key=lambda i: len(pieces[i].source))]
        code = [i for i in filled if pieces[i].kind == release.cells[place].cell_type]
        filled = _without_repetition(pieces, code or filled)
        dropped |= set(copies) - set(filled)
        repairs.add("Of several copies of a cell, the one that is filled in counts", place)
        check = _position_of_check(pieces, place, release)
        before = [i for i in filled if i < check] or filled
        answer = before[-1]
        if len(filled) > 1:
            repairs.add("There were different answers; the last one before the check counts", place)
        for i in filled:
            if i != answer:
                pieces[i].place = None
    return [piece for i, piece in enumerate(pieces) if i not in dropped]


def _without_repetition(pieces: list[Piece], copies: list[int]) -> list[int]:
    pairs = zip([None, *copies], copies, strict=False)
    return [i for last, i in pairs if last is None or pieces[last].source != pieces[i].source]


def _position_of_check(pieces: list[Piece], solution: int, release: Release) -> int:
    """The position of a solution cell's check: that of its last copy, which the student saw
    last."""
    check = release.check(solution)
    copies = [i for i, piece in enumerate(pieces) if piece.place == check]
    if copies:
        return copies[-1]
    later = (
        i
        for i, piece in enumerate(pieces)
        if piece.place is not None and piece.place > check and release.is_code(piece.place)
    )
    return next(later, len(pieces))
