"""Repairs a damaged submission before it is graded, as a fair teacher would.

The result is the released notebook with the student's answers in it. Released cells are recognised
by their text, by nbgrader's id or by the cell's own id (see `claim_pieces`). Cells that the student
has added stay between their neighbours. Sentences say what was repaired.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from autograder.base import paths
from autograder.base.failure import Failure
from autograder.notebook.cells import is_solution
from autograder.notebook.notebook_files import require_released
from autograder.notebook.set_up import asks_for_id, typed_id
from autograder.repairing.answers import choose_copies, find_missing
from autograder.repairing.assemble import assemble
from autograder.repairing.boundaries import cut_out_released, divide_pieces, rejoin_pieces
from autograder.repairing.earlier_releases import (
    CellHashes,
    bring_up_to_date,
    earlier_release_of,
    earlier_releases,
)
from autograder.repairing.recognise import (
    claim_pieces,
    pieces_of,
    refuse_another_homework,
    refuse_without_answers,
)
from autograder.repairing.repair_state import Release, Repair, release_in
from autograder.submissions.tidying import Note, tidy
from autograder.submissions.unreadable import Unreadable


@dataclass
class Repaired:
    """A released notebook with a student's answers in it. No other notebooks are run and judged.
    JSON can hold all that `vars` returns for it."""

    notebook: NotebookNode
    mended: list[str]  # what was repaired, in sentences
    flags: list[str]  # those of these sentences that people should look at
    earlier: bool  # whether it was made with an earlier release, and brought up to date
    # The id of the student whose exercises the notebook showed; empty for the standard exercises;
    # None if all students have the same exercises.
    shown_id: str | None
    answered: int  # how many of the cells to be filled in have something in them
    is_untouched: bool  # whether none is filled in, and nothing was added elsewhere


def repair_for(
    homework: str,
    notebook: NotebookNode,
    notes: Sequence[Note] = (),
    release_folder: Path | None = None,
) -> Repaired:
    """The released notebook with a student's answers in it.

    Args:
        notes: on what had to be repaired to read it.
        release_folder: where the released notebooks are, if not in the usual folder.

    Raises:
        Unreadable: it is not a notebook of this homework.
        Failure: the homework is not released.
    """
    require_released(homework, release_folder)
    folder = release_folder or paths.RELEASED
    others = {path.stem: path for path in folder.glob("*/*.ipynb") if path.stem == path.parent.name}
    release, earlier = release_in(others.pop(homework)), earlier_releases(folder, homework)
    return repair(notebook, release, others, earlier, notes)


def repair(
    notebook: NotebookNode,
    release: Release,
    others: Mapping[str, Path] = {},
    earlier: Sequence[CellHashes] = (),
    notes: Sequence[Note] = (),
) -> Repaired:
    """The released notebook with the student's answers and own cells in it, and what was repaired.

    Args:
        others: the released files of other homeworks, to name the one that was handed in instead.
        earlier: earlier releases that the student may have had.
        notes: as for `repair_for`.

    Raises:
        Unreadable: hardly anything in the notebook belongs to this homework.
    """
    tidied, more_notes = tidy(notebook)
    read_notes = [*notes, *more_notes]
    shown_id = typed_id(tidied) if asks_for_id(release.notebook) else None
    had = earlier_release_of(tidied, release.hashes, earlier)
    is_earlier = had is not None and bring_up_to_date(tidied, release.notebook, had)
    repairing = Repair(release, pieces_of(tidied))
    refuse_another_homework(repairing.pieces, release, others)
    claim_pieces(repairing, is_of_today=had is None)
    cut_out_released(repairing)
    divide_pieces(repairing)
    rejoin_pieces(repairing)
    find_missing(repairing)
    refuse_without_answers(repairing.pieces, release)
    choose_copies(repairing)
    repaired = assemble(repairing, had)
    touched = [cell for cell in repaired.cells if not release.has_all_of(cell)]
    return Repaired(
        repaired,
        mended=[note.text for note in read_notes] + repairing.sentences(),
        flags=[note.text for note in read_notes if note.is_flag],
        earlier=is_earlier,
        shown_id=shown_id,
        answered=sum(map(is_solution, touched)),
        is_untouched=not touched,
    )


def answers_in(notebook: NotebookNode, homework: str) -> int | None:
    """How many of the cells to be filled in have something in them; None if the notebook is for
    another homework, or if the homework is not released."""
    try:
        return repair_for(homework, notebook).answered
    except (Unreadable, Failure):
        return None
