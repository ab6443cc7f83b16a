"""Repairs a damaged submission before it is graded, as a fair teacher would.

The result is the released notebook with the student's answers in it. Cells are recognised by
nbgrader's id, then by the cell's own id, then by their content; the student's own cells stay
between their neighbours. Sentences tell what was repaired.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from nbformat import NotebookNode

from autograder.base import paths
from autograder.base.failure import Failure
from autograder.notebook.notebook_files import read_released
from autograder.notebook.notes import RepairNotes
from autograder.notebook.set_up import asks_for_id, typed_id
from autograder.repairing.answers import choose_copies, find_missing
from autograder.repairing.assemble import assemble
from autograder.repairing.boundaries import cut_out_released, divide, rejoin
from autograder.repairing.earlier import (
    Prints,
    bring_up_to_date,
    earlier_releases,
    release_of,
)
from autograder.repairing.recognise import (
    claim,
    pieces_of,
    refuse_another_homework,
    refuse_without_answers,
)
from autograder.repairing.repair_state import Release, Repair
from autograder.submissions.note import MERGED, Note
from autograder.submissions.tidying import tidy


def repair_for(
    homework: str,
    notebook: NotebookNode,
    notes: Sequence[Note] = (),
    release_folder: Path | None = None,
) -> NotebookNode:
    """The released notebook with a student's answers in it, and with `RepairNotes`.

    Args:
        notes: on what had to be repaired to read it.
        release_folder: where the released notebooks are, if not in the usual folder.

    Raises:
        Unreadable: it is not a notebook of this homework.
        Failure: the homework is not released.
    """
    folder = release_folder or paths.RELEASED
    released = {
        path.stem: read_released(path)
        for path in folder.glob("*/*.ipynb")
        if path.stem == path.parent.name
    }
    if homework not in released:
        raise Failure(f"{homework} is not released. First: autograder release {homework}")
    as_released, earlier = released.pop(homework), earlier_releases(folder, homework)
    repaired, about = repair(notebook, as_released, released, earlier, notes)
    if asks_for_id(repaired):
        about.shown = typed_id(notebook)
    about.put_into(repaired)
    return repaired


def repair(
    notebook: NotebookNode,
    released: NotebookNode,
    others: Mapping[str, NotebookNode] = {},
    earlier: Sequence[Prints] = (),
    notes: Sequence[Note] = (),
) -> tuple[NotebookNode, RepairNotes]:
    """The released notebook with the student's answers and own cells in it, and what was repaired.

    Args:
        others: the released notebooks of other homeworks, to name the one handed in instead.
        earlier: earlier releases that the student may have had.
        notes: as for `repair_for`.

    Raises:
        Unreadable: hardly anything in the notebook belongs to this homework.
    """
    tidied, more_notes = tidy(notebook)
    read_notes = [Note(*note) for note in (*notes, *more_notes)]  # JSON has made lists of them
    had = release_of(tidied, released, earlier)
    is_earlier = had is not None and bring_up_to_date(tidied, released, had)
    repairing = Repair(Release(released), pieces_of(tidied))
    refuse_another_homework(repairing.pieces, repairing.release, others)
    claim(repairing)
    cut_out_released(repairing)
    divide(repairing)
    rejoin(repairing)
    find_missing(repairing)
    refuse_without_answers(repairing.pieces, repairing.release)
    choose_copies(repairing)
    repaired = assemble(repairing, had)
    about = RepairNotes(
        mended=[note.text for note in read_notes] + repairing.sentences(),
        flags=[note.text for note in read_notes if note.kind == MERGED],
        earlier=is_earlier,
    )
    return repaired, about
