"""Mending a damaged submission before it is graded, as a fair teacher would.

The result is the released notebook with the student's answers in it. Cells are recognised by
nbgrader's id, then by the cell's own id, then by what they hold; the student's own cells stay where
they stood between their neighbours. What was mended is said in sentences.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import nbformat
from nbformat import NotebookNode

from autograder.pieces import (
    adds_nothing,
    alike,
    comments_above,
    cut,
    definitions,
    new_definitions,
    parsed,
    squeezed,
    without_fences,
)
from autograder.reading import Unreadable, new_cell, tidy
from autograder.set_up import without_copy

SHORTEST = 10  # characters of a released cell that is looked for inside another one
COMPARED = 200  # cells of a student that are compared with released ones word by word
MOST_PARTS = 4  # of a solution cell that was cut in parts, after the first
_METHOD = re.compile(r"\s+(?:async |def |@|return\b)")
_FLAGS = ("grade", "solution", "locked", "task", "points")


def repair(
    notebook: NotebookNode, released: NotebookNode, others: Mapping[str, NotebookNode] = {}
) -> tuple[NotebookNode, list[str]]:
    """The released notebook with the student's answers and own cells in it, and what was mended.

    Args:
        notebook: what the student handed in.
        released: what the student was given.
        others: the released notebooks of other homeworks, to name the one handed in instead.

    Raises:
        Unreadable: hardly anything in the notebook belongs to this homework.
    """
    tidied, read_notes = tidy(notebook)
    release, mended = Release(released), Notes()
    pieces = [piece for piece in map(_piece, tidied.cells) if not _is_colab_badge(piece)]
    _refuse_another_homework(pieces, release, others)
    _claim(pieces, release, mended)
    pieces = _cut_out_released(pieces, release, mended)
    pieces = _divide(pieces, release, mended)
    pieces = _rejoin(pieces, release, mended)
    _find_missing(pieces, release, mended)
    _refuse_nothing(pieces, release)
    pieces = _choose(pieces, release, mended)
    return _assemble(pieces, release, mended), read_notes + mended.sentences()


class Notes:
    """Sentences about what was mended, one for each kind of damage."""

    def __init__(self):
        self._cells: dict[str, list[str]] = defaultdict(list)

    def add(self, damage: str, cell: str) -> None:
        """Says that a kind of damage was found at one more cell."""
        if cell not in self._cells[damage]:
            self._cells[damage].append(cell)

    def sentences(self) -> list[str]:
        """A sentence for each kind of damage, with the cells it was found at."""
        return [f"{damage}: {', '.join(cells)}." for damage, cells in self._cells.items()]


@dataclass
class Piece:
    """A cell of the student's, or a part of one.

    Attributes:
        cell: the student's cell.
        kind: "code", "markdown" or "raw".
        source: what is in it.
        place: which cell of the release it is, by index; None for one of the student's own.
    """

    cell: NotebookNode
    kind: str
    source: str
    place: int | None = None


class Release:
    """The released notebook, and how its cells are recognised."""

    def __init__(self, notebook: NotebookNode):
        self.notebook = notebook
        self.cells = [_without_copy(cell) for cell in notebook.cells]
        self.grading = [cell.metadata.get("nbgrader", {}) for cell in self.cells]
        self.index = {cell.id: i for i, cell in enumerate(self.cells)}
        self.index |= {g["grade_id"]: i for i, g in enumerate(self.grading) if "grade_id" in g}

    @cached_property
    def solutions(self) -> list[int]:
        """The cells to be filled in."""
        return [i for i, grading in enumerate(self.grading) if grading.get("solution")]

    @cached_property
    def given(self) -> list[int]:
        """The cells that students are to leave as they are."""
        return [i for i in range(len(self.cells)) if i not in set(self.solutions)]

    @cached_property
    def by_source(self) -> dict[str, int]:
        """The given cells by what is in them."""
        return {squeezed(self.cells[i].source): i for i in reversed(self.given)}

    @cached_property
    def names(self) -> dict[int, set[str]]:
        """What each solution cell defines."""
        code = [i for i in self.solutions if self.cells[i].cell_type == "code"]
        return {i: set(definitions(self.cells[i].source)) for i in code}

    @cached_property
    def owner(self) -> dict[str, int]:
        """The solution cell that defines a name."""
        return {name: i for i, names in self.names.items() for name in names}

    def name(self, place: int) -> str:
        """What a cell is called."""
        return self.grading[place].get("grade_id") or self.cells[place].id

    def is_code(self, place: int) -> bool:
        """Whether a cell is run."""
        return self.cells[place].cell_type == "code"

    def is_solution(self, place: int | None) -> bool:
        """Whether a cell is to be filled in."""
        return place is not None and bool(self.grading[place].get("solution"))

    def holds_back(self, place: int) -> bool:
        """Whether the student's own cells must not slip behind this one when it is put back."""
        return self.is_solution(place) or bool(self.grading[place].get("grade"))

    def check(self, solution: int) -> int:
        """The first check after a solution cell; after the last cell if there is none. People read
        an answer in words when they have all of them."""
        if self.grading[solution].get("grade"):
            return len(self.cells)
        after = range(solution, len(self.cells))
        return next((i for i in after if self.grading[i].get("grade")), len(self.cells))

    def is_blank(self, piece: Piece, place: int) -> bool:
        """Whether the student added nothing to a solution cell."""
        blank = self.cells[place].source
        if not self.is_code(place):
            return squeezed(piece.source) in ("", squeezed(blank))
        return adds_nothing(piece.source, blank)


# Recognising cells


def _piece(cell: NotebookNode) -> Piece:
    return Piece(cell, cell.cell_type, without_copy(cell.source))


def _without_copy(cell: NotebookNode) -> NotebookNode:
    return NotebookNode({**cell, "source": without_copy(cell.source)})


def _is_colab_badge(piece: Piece) -> bool:
    """The link that Colab puts on top when it saves to GitHub."""
    own = (piece.cell.id, piece.cell.metadata.get("id"))
    is_link = "href=" in piece.source[:1000] and "colab-badge.svg" in piece.source[:1000]
    return piece.kind == "markdown" and ("view-in-github" in own or is_link)


def _claim(pieces: list[Piece], release: Release, mended: Notes) -> None:
    """Finds the place of each piece: by its text, by its ids if its text does not gainsay them,
    and of the rest by similarity to the given cells that are not there."""
    for piece in pieces:
        exact = release.by_source.get(squeezed(piece.source))
        claimed, by_grade_id = _claimed(piece, release)
        if exact is not None and (not release.is_solution(claimed) or piece.source.strip()):
            piece.place = exact
        elif claimed is not None and _credible(piece, claimed, release):
            piece.place = claimed
        if piece.place is not None:
            _compare_metadata(piece, by_grade_id, release, mended)
    _claim_by_similarity(pieces, release)


def _claimed(piece: Piece, release: Release) -> tuple[int | None, bool]:
    """Which place a piece says it has, and whether nbgrader's id says so."""
    grade_id = piece.cell.metadata.get("nbgrader", {}).get("grade_id")
    if grade_id in release.index:
        return release.index[grade_id], True
    for own in (piece.cell.metadata.get("id"), piece.cell.id):
        if own in release.index:
            return release.index[own], False
    return None, False


def _credible(piece: Piece, place: int, release: Release) -> bool:
    """Whether the content of a piece agrees with the place it claims.

    Students write something else into a copy of a cell, which Colab copies with its ids.
    """
    released = release.cells[place].source
    if not release.is_solution(place):
        return (
            not piece.source.strip()
            or alike(piece.source, released, 0.5)
            or cut(piece.source, released) is not None
        )
    defined = set(definitions(piece.source)) & set(release.owner)
    return not defined or bool(defined & release.names.get(place, defined))


def _compare_metadata(piece: Piece, by_grade_id: bool, release: Release, mended: Notes) -> None:
    wanted = release.grading[piece.place]
    if not wanted:
        return
    name = release.name(piece.place)
    if not by_grade_id:
        mended.add("Cells without nbgrader's metadata were recognised by other marks", name)
        return
    given = piece.cell.metadata["nbgrader"]
    if any(given.get(flag) != wanted.get(flag) for flag in _FLAGS if flag in given):
        mended.add("nbgrader's settings had been changed and were restored", name)


def _claim_by_similarity(pieces: list[Piece], release: Release) -> None:
    here = {piece.place for piece in pieces}
    missing = [i for i in release.given if i not in here]
    unknown = [p for p in pieces if p.place is None and p.source.strip()]
    for piece in unknown[:COMPARED]:
        if set(definitions(piece.source)) & set(release.owner):
            continue
        for place in missing:
            if alike(piece.source, release.cells[place].source, 0.8):
                piece.place = place
                missing.remove(place)
                break


# Merged and split cells


def _cut_out_released(pieces: list[Piece], release: Release, mended: Notes) -> list[Piece]:
    """Takes given cells out of the cells they were merged into, and the student's additions out
    of given cells."""
    here = {piece.place for piece in pieces}
    missing = [
        i for i in release.given if i not in here and len(release.cells[i].source) >= SHORTEST
    ]
    made: list[Piece] = []
    for piece in pieces:
        if piece.place is None or release.is_solution(piece.place):
            made += _without(piece, missing, release, mended)
        else:
            made += _additions(piece, release, missing, mended)
    for piece in made:
        if piece.place is None:  # what is left when one was cut out can be a copy of another
            piece.place = release.by_source.get(squeezed(piece.source))
    return made


def _without(piece: Piece, missing: list[int], release: Release, mended: Notes) -> list[Piece]:
    for place in missing:
        parts = cut(piece.source, release.cells[place].source)
        if parts is None:
            continue
        missing.remove(place)
        if release.grading[place]:
            mended.add(
                "Cells that had been merged with others were taken apart", release.name(place)
            )
        before, after = (replace(piece, source=part) for part in parts)
        for part in (before, after):
            if part.place is not None and not _credible(part, part.place, release):
                part.place = None
        middle = replace(piece, source=release.cells[place].source, place=place)
        around = [
            _without(part, missing, release, mended) if part.source.strip() else []
            for part in (before, after)
        ]
        return [*around[0], middle, *around[1]]
    return [piece]


def _additions(piece: Piece, release: Release, missing: list[int], mended: Notes) -> list[Piece]:
    """A given cell, and around it what the student added to it."""
    released = release.cells[piece.place].source
    if squeezed(piece.source) == squeezed(released):
        return [piece]
    parts = cut(piece.source, released)
    if parts is None and piece.kind == "code":
        parts = (new_definitions(piece.source, released), "")
    before, after = (replace(piece, source=part, place=None) for part in parts or ("", ""))
    if release.grading[piece.place] and piece.source.strip():
        mended.add(
            "Cells that are not to be changed had been, and were restored",
            release.name(piece.place),
        )
    around = [
        _without(part, missing, release, mended) if part.source.strip() else []
        for part in (before, after)
    ]
    return [*around[0], piece, *around[1]]


def _divide(pieces: list[Piece], release: Release, mended: Notes) -> list[Piece]:
    """Divides cells that hold the answers of several solution cells.

    An answer goes to its place if that is empty. It stays where it is as well if the place is
    still there, blank, or is not the next one: something in between may need it.
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
            mended.add(
                "Answers that stood in the cell of another were put into their own",
                release.name(place),
            )
        near = _neighbours(places, release)
        stays = not near or bool(set(places[1:]) & there)
        made += [piece, *segments[1:]] if stays else segments
        answered |= set(places)
    return made


def _segments(piece: Piece, release: Release, answered: set[int | None]) -> list[Piece]:
    """The lines of a piece, by the solution cell whose names they define."""
    starts = {
        line: release.owner[name]
        for name, line in definitions(piece.source).items()
        if name in release.owner
        and (release.owner[name] == piece.place or release.owner[name] not in answered)
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
    """Whether solution cells follow each other in the release."""
    ranks = sorted(release.solutions.index(place) for place in places)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _rejoin(pieces: list[Piece], release: Release, mended: Notes) -> list[Piece]:
    """Joins the parts of a solution cell that was cut in two, or more."""
    made: list[Piece] = []
    waiting = list(reversed(pieces))
    while waiting:
        piece = waiting.pop()
        parts = _parts_after(piece, waiting, release)
        if parts:
            del waiting[-len(parts) :]
            places = [p.place for p in [piece, *parts] if p.place is not None]
            source = "\n".join(part.source for part in [piece, *parts])
            waiting.append(replace(piece, source=source, place=next(iter(places), None)))
            if places:
                mended.add("Cells that had been cut in parts were joined", release.name(places[0]))
        else:
            made.append(piece)
    return made


def _parts_after(piece: Piece, waiting: list[Piece], release: Release) -> list[Piece]:
    """The pieces that follow a piece and belong into one cell with it; `waiting` is reversed."""
    parts: list[Piece] = []
    source = piece.source
    for part in reversed(waiting[-MOST_PARTS:]):
        if part.kind != "code" or piece.kind != "code" or not _may_follow(piece, part, release):
            return []
        parts.append(part)
        source += "\n" + part.source
        if _are_one_cell(piece, part, source, release):
            return parts
    return []


def _are_one_cell(piece: Piece, part: Piece, joined: str, release: Release) -> bool:
    """Whether a piece and what follows it, up to a part, are Python only together, or else define
    different names of one solution cell."""
    if parsed(piece.source) is None or parsed(part.source) is None:
        unsure = parsed(piece.source) is not None and part.place is None
        return parsed(joined) is not None and not (unsure and not _METHOD.match(part.source))
    if piece.place is None or piece.place != part.place:
        return False
    names = [set(definitions(p.source)) & release.names[piece.place] for p in (piece, part)]
    return bool(names[0] and names[1]) and not names[0] & names[1]


def _may_follow(one: Piece, two: Piece, release: Release) -> bool:
    if one.place is None and two.place is None:
        return bool(set(definitions(one.source)) & set(release.owner))
    places = {one.place, two.place} - {None}
    return len(places) == 1 and release.is_solution(places.pop())


# Choosing answers


def _find_missing(pieces: list[Piece], release: Release, mended: Notes) -> None:
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
            mended.add(
                "Answers that stood outside their cell were put into it", release.name(place)
            )


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
        for piece in own[:COMPARED]
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


def _choose(pieces: list[Piece], release: Release, mended: Notes) -> list[Piece]:
    """Of several copies of a solution cell, makes one the answer. Blank copies go. Those before
    the check run in the order in which they stand, so that the last one counts; those after it
    stay there, unless there is none before."""
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
        mended.add(
            "Of several copies of a cell the one that is filled in counts", release.name(place)
        )
        check = _position_of_check(pieces, place, release)
        before = [i for i in filled if i < check] or filled
        answer = before[-1]
        if len(filled) > 1:
            mended.add(
                "There were different answers; the last one before the check counts",
                release.name(place),
            )
        for i in filled:
            if i != answer:
                pieces[i].place = None
    return [piece for i, piece in enumerate(pieces) if i not in dropped]


def _without_repetition(pieces: list[Piece], copies: list[int]) -> list[int]:
    pairs = zip([None, *copies], copies, strict=False)
    return [i for last, i in pairs if last is None or pieces[last].source != pieces[i].source]


def _position_of_check(pieces: list[Piece], solution: int, release: Release) -> int:
    """Where the check of a solution cell stands: the last copy, which the student saw last."""
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


# Putting cells in their places


def _assemble(pieces: list[Piece], release: Release, mended: Notes) -> NotebookNode:
    answers = {p.place: p for p in pieces if release.is_solution(p.place)}
    slots = _slots_of_own_cells(pieces, release)
    ids = set(release.index)
    cells: list[NotebookNode] = []
    for place, cell in enumerate(release.notebook.cells):
        cells += [_own_cell(piece, ids) for piece in slots[place]]
        cells.append(_filled(cell, answers.get(place), release, mended))
    cells += [_own_cell(piece, ids) for piece in slots[len(release.cells)]]
    _say_what_was_missing(pieces, release, mended)
    metadata = nbformat.from_dict(dict(release.notebook.metadata))
    return NotebookNode(nbformat=4, nbformat_minor=5, metadata=metadata, cells=cells)


def _filled(
    cell: NotebookNode, answer: Piece | None, release: Release, mended: Notes
) -> NotebookNode:
    """A released cell, with the student's answer if it is one to be filled in."""
    made = nbformat.from_dict(cell)
    if made.cell_type == "code":
        made.outputs, made.execution_count = [], None
    if answer is None:
        return made
    made.source = answer.source
    if answer.kind != cell.cell_type:
        mended.add("Cells had been turned into another type and were turned back", cell.id)
        made.source = without_fences(answer.source) if cell.cell_type == "code" else answer.source
    if cell.cell_type != "code" and "attachments" in answer.cell:
        made.attachments = answer.cell.attachments
    return made


def _own_cell(piece: Piece, ids: set[str]) -> NotebookNode:
    """A cell of the student's own, which nbgrader takes no notice of."""
    wanted = piece.cell.id
    number = 1
    while wanted in ids:
        wanted, number = f"own-{number}", number + 1
    ids.add(wanted)
    made = new_cell(piece.kind, piece.source, wanted)
    if "attachments" in piece.cell:
        made.attachments = piece.cell.attachments
    return made


def _slots_of_own_cells(pieces: list[Piece], release: Release) -> dict[int, list[Piece]]:
    """The student's own cells by the released cell that they go before."""
    slots: dict[int, list[Piece]] = defaultdict(list)
    following = _following(pieces, release)
    last_code = last = -1
    for piece, (next_code, next_) in zip(pieces, following, strict=True):
        if piece.place is not None:
            last = piece.place
            last_code = last if release.is_code(last) else last_code
        elif piece.source.strip():
            after = last if last_code < last < next_code else last_code
            before = next_ if after < next_ < next_code else next_code
            slots[_slot(after, before, release)].append(piece)
    return slots


def _following(pieces: list[Piece], release: Release) -> Iterable[tuple[int, int]]:
    """For each piece the place of the next one that has one: of those that are run, and of all."""
    next_code = next_ = len(release.cells)
    found = []
    for piece in reversed(pieces):
        found.append((next_code, next_))
        if piece.place is not None:
            next_ = piece.place
            next_code = next_ if release.is_code(next_) else next_code
    return reversed(found)


def _slot(after: int, before: int, release: Release) -> int:
    """Where between two places a student's own cell goes: with the answer that follows it if that
    was moved up, and else behind restored cells that it may need, but not behind a check."""
    if after >= before:
        return before if release.is_solution(before) else after + 1
    slot = after + 1
    while slot < before and not release.holds_back(slot):
        slot += 1
    return slot


def _say_what_was_missing(pieces: list[Piece], release: Release, mended: Notes) -> None:
    here = [p.place for p in pieces if p.place is not None and release.is_code(p.place)]
    for place, grading in enumerate(release.grading):
        if not grading or place in here or any(p.place == place for p in pieces):
            continue
        if release.is_solution(place):
            mended.add(
                "Cells to be filled in were missing; blank ones stand in for them",
                release.name(place),
            )
        else:
            mended.add("Cells that had been deleted were put back", release.name(place))
    first = list(dict.fromkeys(here))
    moved = [b for a, b in pairwise(first) if b < a]
    for place in moved:
        mended.add(
            "Cells stood in another order and were moved to their places", release.name(place)
        )


# Notebooks that are not this homework


def _refuse_another_homework(
    pieces: list[Piece], release: Release, others: Mapping[str, NotebookNode]
) -> None:
    share = _share(pieces, release)
    if share > 0.5:
        return
    shares = {name: _share(pieces, Release(other)) for name, other in others.items()}
    best = max(shares, key=shares.__getitem__, default=None)
    if best is not None and shares[best] > max(0.3, 2 * share):
        raise Unreadable(
            f"This is another homework: it seems to be {best}. "
            "Please ask the student for the right notebook."
        )
    if share == 0:
        raise Unreadable(
            "Nothing in this notebook belongs to this homework. "
            "Please ask the student for the right notebook."
        )


def _share(pieces: list[Piece], release: Release) -> float:
    """How much of a release is in a notebook: given cells by their text, solution cells by
    nbgrader's id or the functions and classes in them."""
    defined: set[str] = set()
    ids: set[object] = set()
    for piece in pieces:
        defined |= set(definitions(without_fences(piece.source)))
        ids |= {piece.cell.metadata.get("nbgrader", {}).get("grade_id"), piece.cell.id}
    here = {squeezed(piece.source) for piece in pieces}
    functions = {
        place: names
        for place, names in release.names.items()
        if re.search(r"^(?:class|def) ", release.cells[place].source, re.MULTILINE)
    }
    given = [i for i in release.given if len(release.cells[i].source) >= SHORTEST]
    hits = sum(squeezed(release.cells[i].source) in here for i in given)
    hits += sum(
        release.name(i) in ids or bool(functions.get(i, set()) & defined) for i in release.solutions
    )
    return hits / (len(given) + len(release.solutions))


def _refuse_nothing(pieces: list[Piece], release: Release) -> None:
    is_answer = [release.is_solution(piece.place) for piece in pieces]
    own = [piece.place is None and piece.source.strip() for piece in pieces]
    if not any(is_answer) and not any(own):
        raise Unreadable(
            "The notebook has none of the cells that are to be filled in. "
            "Please ask the student to hand in the whole notebook."
        )
