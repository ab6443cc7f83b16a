"""Finds a student's answers, wherever they are among the cells, and however many there are."""

from itertools import pairwise

from autograder.notebook.cell_text import definitions
from autograder.repairing.compared_text import without_fences
from autograder.repairing.repair_state import Piece, Release, Repair


def find_missing(repair: Repair) -> None:
    """Looks for answers in the student's own cells: by what they define, or by their
    neighbours."""
    release, pieces = repair.release, repair.pieces
    for place in release.solutions:
        claimed = [piece for piece in pieces if piece.place == place]
        if any(not release.is_untouched(piece, place) for piece in claimed):
            continue
        answers = _by_names(pieces, place, release)
        if not answers and not claimed:
            answers = _by_neighbours(pieces, place, release)
        for piece in answers:
            piece.place = place
            repair.note("Answers outside their cell were put into it", place)


def _by_names(pieces: list[Piece], place: int, release: Release) -> list[Piece]:
    """The student's cells that define a name of a solution cell: code or, if there is none, code
    that was turned into text."""
    names = release.defined_names.get(place, set())
    own = [piece for piece in pieces if piece.place is None]
    defining = [piece for piece in own if names & set(definitions(without_fences(piece.source)))]
    code = [piece for piece in defining if piece.cell_type == "code"]
    candidates = code or defining
    answers = [piece for piece in candidates if not release.is_untouched(piece, place)]
    return answers or candidates


def _by_neighbours(pieces: list[Piece], place: int, release: Release) -> list[Piece]:
    """The student's cell between the released neighbours of a missing one, if there is one."""
    cell_type = release.cells[place].cell_type
    for before, piece, after in zip(pieces, pieces[1:], pieces[2:], strict=False):
        is_between = before.place == place - 1 and after.place == place + 1
        if is_between and piece.place is None and piece.cell_type == cell_type:
            return [piece]
    return []


def choose_copies(repair: Repair) -> None:
    """Makes one of several copies of a solution cell the answer, and drops those that are untouched
    or repeat another. Copies before the check run in order, so the last of these counts. Only if
    there is none before the check, the last one after it counts. The other answers stay as the
    student's own cells."""
    release, pieces = repair.release, repair.pieces
    dropped: set[int] = set()
    for place in release.solutions:
        copies = [i for i, piece in enumerate(pieces) if piece.place == place]
        if len(copies) < 2:
            continue
        answers = _different_answers(copies, pieces, place, release)
        dropped |= set(copies) - set(answers)
        repair.note("Of several copies of a cell, the one that is filled in counts", place)
        if len(answers) > 1:
            repair.note("There were different answers; the last one before the check counts", place)
        check = _position_of_check(pieces, place, release)
        before_check = [i for i in answers if i < check]
        counts = (before_check or answers)[-1]
        for i in answers:
            if i != counts:
                pieces[i].place = None
    repair.pieces = [piece for i, piece in enumerate(pieces) if i not in dropped]


def _different_answers(
    copies: list[int], pieces: list[Piece], place: int, release: Release
) -> list[int]:
    """The positions of those copies of a solution cell whose answer differs from that of the copy
    before it. Only copies that are filled in count or, if there are none, the longest one."""
    filled = [i for i in copies if not release.is_untouched(pieces[i], place)]
    if not filled:
        return [max(copies, key=lambda i: len(pieces[i].source))]
    cell_type = release.cells[place].cell_type
    of_type = [i for i in filled if pieces[i].cell_type == cell_type] or filled
    repeated = {i for last, i in pairwise(of_type) if pieces[last].source == pieces[i].source}
    return [i for i in of_type if i not in repeated]


def _position_of_check(pieces: list[Piece], solution: int, release: Release) -> int:
    """The position of a solution cell's check. If the check has copies, this is the position of the
    last copy, whose verdict the student saw last."""
    check = release.check(solution)
    copies = [i for i, piece in enumerate(pieces) if piece.place == check]
    if copies:
        return copies[-1]
    for i, piece in enumerate(pieces):
        if piece.place is not None and piece.place > check and release.is_code(piece.place):
            return i
    return len(pieces)
