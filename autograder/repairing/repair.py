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
from autograder.notebook.cell_text import is_untouched
from autograder.notebook.cells import is_solution
from autograder.notebook.notebook_files import read_released, released_cells
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
from autograder.submissions.tidying import tidy
from autograder.submissions.unreadable import MERGED, Note, Unreadable


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
    others = {path.stem: path for path in folder.glob("*/*.ipynb") if path.stem == path.parent.name}
    if homework not in others:
        raise Failure(f"{homework} is not released. First: autograder release {homework}")
    as_released, earlier = read_released(others.pop(homework)), earlier_releases(folder, homework)
    repaired, about = repair(notebook, as_released, others, earlier, notes)
    about.put_into(repaired)
    return repaired


def repair(
    notebook: NotebookNode,
    released: NotebookNode,
    others: Mapping[str, Path] = {},
    earlier: Sequence[Prints] = (),
    notes: Sequence[Note] = (),
) -> tuple[NotebookNode, RepairNotes]:
    """The released notebook with the student's answers and own cells in it, and what was repaired.

    Args:
        others: the files of other homeworks as released, to name the one handed in instead.
        earlier: earlier releases that the student may have had.
        notes: as for `repair_for`.

    Raises:
        Unreadable: hardly anything in the notebook belongs to this homework.
    """
    tidied, more_notes = tidy(notebook)
    read_notes = [*notes, *more_notes]
    shown = typed_id(tidied) if asks_for_id(released) else None
    had = release_of(tidied, released, earlier)
    is_earlier = had is not None and bring_up_to_date(tidied, released, had)
    repairing = Repair(Release(released), pieces_of(tidied))
    refuse_another_homework(repairing.pieces, repairing.release, others)
    claim(repairing, is_of_today=had is None)
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
        shown=shown,
    )
    return repaired, about


def answers_in(notebook: NotebookNode, homework: str) -> int | None:
    """How many of the cells to be filled in have something in them; None if that cannot be told,
    because the notebook is for another homework, or the homework is not released."""
    try:
        repaired = repair_for(homework, notebook)
    except (Unreadable, Failure):
        return None
    released = released_cells(homework)
    sources = {cell.id: cell.source for cell in released if is_solution(cell)}
    answers = [cell for cell in repaired.cells if cell.id in sources]
    return sum(not is_untouched(cell.cell_type, cell.source, sources[cell.id]) for cell in answers)


def all_untouched(notebook: NotebookNode, homework: str) -> bool:
    """Whether a repaired notebook has nothing in it that the released one lacks."""
    sources = {cell.id: cell.source for cell in released_cells(homework)}
    return bool(sources) and all(  # without any, it is being released for the first time
        is_untouched(cell.cell_type, cell.source, sources.get(cell.id, ""))
        for cell in notebook.cells
    )
