"""Describes what repairing works on: the pieces of a student's notebook, and its release."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nbformat import NotebookNode

from autograder.base.files import cached_until_changed
from autograder.notebook.cell_text import definitions
from autograder.notebook.cells import grade_id, is_graded, is_solution
from autograder.notebook.notebook_files import read_released
from autograder.notebook.set_up import without_copy
from autograder.notebook.titles import cell_names
from autograder.repairing.compared_text import is_untouched, squeezed
from autograder.repairing.earlier_releases import CellHashes, cell_hashes

MIN_LENGTH = 10  # characters; shorter released cells are not looked for inside other cells
MAX_UNKNOWN = 200  # how many of a student's cells are compared with released ones word by word


@dataclass
class Piece:
    """A cell of the student's, or a part of one."""

    cell: NotebookNode  # the student's cell
    source: str  # what is in it
    # Which cell of the release it is, by index; None for the student's own.
    place: int | None = None

    @property
    def cell_type(self) -> str:
        """Its type: "code", "markdown" or "raw"."""
        return self.cell.cell_type


class Release:
    """The released notebook, and how its cells are recognised."""

    def __init__(self, notebook: NotebookNode):
        self.notebook = notebook
        self.cells = [
            NotebookNode(cell, source=without_copy(cell.source)) for cell in notebook.cells
        ]
        self.index = {cell.id: i for i, cell in enumerate(self.cells)}
        self.index |= {grade_id(cell): i for i, cell in enumerate(self.cells) if grade_id(cell)}

    @cached_property
    def hashes(self) -> CellHashes:
        """The hashes by which it is recognised."""
        return cell_hashes(self.notebook)

    @cached_property
    def solutions(self) -> list[int]:
        """The cells to be filled in."""
        return [i for i, cell in enumerate(self.cells) if is_solution(cell)]

    @cached_property
    def given(self) -> list[int]:
        """The cells that students are to leave as they are."""
        return [i for i in range(len(self.cells)) if not self.is_solution(i)]

    @cached_property
    def by_source(self) -> dict[str, int]:
        """The given cells, by their text."""
        return {squeezed(self.cells[i].source): i for i in reversed(self.given)}

    @cached_property
    def defined_names(self) -> dict[int, set[str]]:
        """The names that each solution cell defines."""
        code = [i for i in self.solutions if self.cells[i].cell_type == "code"]
        return {i: set(definitions(self.cells[i].source)) for i in code}

    @cached_property
    def defined_in(self) -> dict[str, int]:
        """The solution cell that defines a name."""
        return {name: i for i, names in self.defined_names.items() for name in names}

    @cached_property
    def _titles(self) -> dict[str, str]:
        return cell_names(self.cells)

    def grade_id(self, place: int) -> str:
        """nbgrader's id of a cell; its own id if nbgrader ignores it."""
        return grade_id(self.cells[place]) or self.cells[place].id

    def title(self, place: int) -> str:
        """What people call a cell."""
        return self._titles.get(self.grade_id(place), self.grade_id(place))

    def has_grade_id(self, place: int) -> bool:
        """Whether nbgrader knows a cell."""
        return bool(grade_id(self.cells[place]))

    def is_code(self, place: int) -> bool:
        """Whether a cell is run."""
        return self.cells[place].cell_type == "code"

    def is_solution(self, place: int | None) -> bool:
        """Whether a cell is to be filled in."""
        return place is not None and is_solution(self.cells[place])

    def holds_back(self, place: int) -> bool:
        """Whether this cell, if it is put back, must come after the student's own cells."""
        return self.is_solution(place) or is_graded(self.cells[place])

    def check(self, solution: int) -> int:
        """The place of the first check after a solution cell. For an answer in words, which people
        read later, and if there is no check, it is the place after the last cell."""
        if is_graded(self.cells[solution]):
            return len(self.cells)
        after = range(solution, len(self.cells))
        return next((i for i in after if is_graded(self.cells[i])), len(self.cells))

    def is_untouched(self, piece: Piece, place: int) -> bool:
        """Whether the student added nothing to a solution cell."""
        cell = self.cells[place]
        return is_untouched(cell.cell_type, piece.source, cell.source)

    def has_all_of(self, cell: NotebookNode) -> bool:
        """Whether nothing was added to a cell of a repaired notebook; if it is a cell of the
        student's own, whether nothing is in it."""
        place = self.index.get(cell.id)
        if place is not None and not self.is_solution(place):
            return True
        released = "" if place is None else self.cells[place].source
        return is_untouched(cell.cell_type, cell.source, released)


@cached_until_changed
def release_in(path: Path) -> Release:
    """The release in a file. It is shared: do not change it."""
    return Release(read_released(path))


class Repair:
    """The state of one repair. Each step changes the pieces, and notes what was wrong with them.

    Whatever was handed in, the following holds when all steps are done:

    - Each cell of the release is there once, in its order and with its metadata.
    - Cells that are not to be filled in have the release's text.
    - What the student wrote into the other cells, or into cells of their own, is there, in its
      place or in a cell beside it. Only copies are dropped.
    - What the student wrote before or after the text of a cell that is not to be filled in is
      there, too. If the student changed that text, only new definitions in code are kept.

    Repairing a repaired notebook again changes nothing.
    """

    def __init__(self, release: Release, pieces: list[Piece]):
        self.release, self.pieces = release, pieces
        self._titles: dict[str, list[str]] = defaultdict(list)  # by the kind of damage

    def note(self, damage: str, place: int) -> None:
        """Notes that a kind of damage was found at a cell of the release."""
        titles, title = self._titles[damage], self.release.title(place)
        if title not in titles:
            titles.append(title)

    def sentences(self) -> list[str]:
        """A sentence for each kind of damage, with the cells it was found at."""
        return [f"{damage}: {', '.join(titles)}." for damage, titles in self._titles.items()]
