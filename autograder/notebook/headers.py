"""Reads the header of an author's cell, or says why it cannot; `source` has the syntax."""

import math
import re
from dataclasses import dataclass
from difflib import get_close_matches

from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.notebook.cells import (
    ALWAYS_RUN,
    EVERYBODY,
    TITLE,
    VOID,
    has_solution,
    nbgrader_metadata,
)
from autograder.notebook.check_cells import calls_a_check
from autograder.notebook.markers import BEGIN, END
from autograder.notebook.release_choices import AI_CHOICES
from autograder.notebook.set_up import SET_UP

AI = "ai"  # in the set-up cell's header, and a source notebook's metadata: one of AI_CHOICES
VARIANTS = "variants"  # in a cell's header: the cell is only for students' own versions
KNOWN = ("grade_id", "points", "extra", TITLE, EVERYBODY, VOID, ALWAYS_RUN, VARIANTS, AI)
ADDED = {"cell_marker", "lines_to_next_cell"}  # what Jupytext adds to a cell's metadata


class BadSource(Failure):
    """An author's text cannot become a notebook; the message says what to change."""


@dataclass(frozen=True)
class Header:
    """The contents of a cell's header."""

    nbgrader: dict | None  # nbgrader's metadata; None for a text without a name
    title: str  # the title of a check; empty if there is none
    ruling: str  # `EVERYBODY`, `VOID`, or empty
    ai: str  # one of AI_CHOICES, or empty
    is_for_variants: bool  # whether the cell is only there if students get their own versions
    points: float | None  # its points, as extra credit or not; None if it gives none
    extra: int | None  # its points as extra credit; None if it gives none


def read_header(cell: NotebookNode, where: str) -> Header:
    """The header of a cell of an author's text.

    Args:
        where: the file and the line, for messages.

    Raises:
        BadSource: it cannot be used.
    """
    metadata, is_void = _nbgrader_metadata(cell, where), VOID in cell.metadata
    extra = None if is_void else cell.metadata.get("extra")
    return Header(
        nbgrader=metadata,
        title=_title(cell, metadata, where),
        ruling=_ruling(cell, metadata, where),
        ai=_ai(cell, where),
        is_for_variants=_is_for_variants(cell, where),
        points=None if is_void else cell.metadata.get("points", extra),
        extra=extra,
    )


def _nbgrader_metadata(cell: NotebookNode, where: str) -> dict | None:
    _refuse_bad_syntax(cell, where)
    metadata = cell.metadata
    is_graded = "points" in metadata or "extra" in metadata
    if cell.cell_type != "code" and not is_graded and "grade_id" not in metadata:
        if has_solution(cell):
            raise BadSource(f"{where}: an answer in words needs grade_id=... and points=...")
        return None
    if "grade_id" not in metadata:
        raise BadSource(f'{where}: a code cell needs a name: # %% grade_id="...".')
    grade_id = metadata["grade_id"]
    if not re.fullmatch(r"[\w-]+", str(grade_id), re.ASCII):
        raise BadSource(f"{where}: a grade_id consists of letters, digits, - and _.")
    if not (_is_number(metadata.get("points", 0)) and _is_number(metadata.get("extra", 0))):
        raise BadSource(
            f"{where}: points must be a number without quotes, 0 or more, as in points=3."
        )
    if not isinstance(metadata.get("extra", 0), int):
        raise BadSource(f"{where}: extra credit must be a whole number, as in extra=2.")
    _refuse_bad_run(cell, where)
    is_solution = has_solution(cell)
    is_in_words = cell.cell_type == "markdown"
    if str(grade_id).endswith("-check") and not is_graded:
        raise BadSource(f"{where}: a check needs points=... or, for extra credit, extra=...")
    if is_solution and is_graded and not is_in_words:
        raise BadSource(f"{where}: a solution cell cannot have points; give them to its check.")
    if is_in_words and is_graded != is_solution:
        raise BadSource(
            f"{where}: an answer in words needs points=... and, between {BEGIN} and {END}, the "
            "model answer and the rubric."
        )
    if is_in_words and "extra" in metadata:
        raise BadSource(f"{where}: an answer in words has points, not extra credit.")
    points = 0 if VOID in metadata else metadata.get("points", 0)
    return nbgrader_metadata(grade_id, points if is_graded else None, solution=is_solution)


def _refuse_bad_syntax(cell: NotebookNode, where: str) -> None:
    """Raises BadSource for a header that cannot be read, or says what no header does."""
    if "incorrectly_encoded_metadata" in cell.metadata:
        raise BadSource(
            f"{where}: I cannot read `{cell.metadata['incorrectly_encoded_metadata']}`. Write "
            'numbers and text in double quotes: points=3 grade_id="mul".'
        )
    for unknown in sorted(set(cell.metadata) - {*KNOWN} - ADDED):
        alike = get_close_matches(unknown.lower(), KNOWN, 1)
        meant = f" Did you mean {alike[0]}?" if alike else ""
        raise BadSource(
            f"{where}: unknown metadata {unknown}.{meant} A header can have {', '.join(KNOWN)}."
        )
    # If there is a comma, Jupytext reads what is before it as the first element of a list.
    if lists := [key for key, value in cell.metadata.items() if isinstance(value, list)]:
        raise BadSource(
            f"{where}: {lists[0]}=... has no comma after it, and no brackets: between the parts of "
            "a header are only spaces."
        )


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < math.inf


def _refuse_bad_run(cell: NotebookNode, where: str) -> None:
    """Raises BadSource for a `run` that is not true, or that is in a cell which is run anyway or
    never."""
    if ALWAYS_RUN not in cell.metadata:
        return
    if cell.metadata[ALWAYS_RUN] is not True:
        raise BadSource(f"{where}: run can only be true, for a cell to be run at grading.")
    if cell.cell_type != "code":
        raise BadSource(f"{where}: a text cell is not run; take out run=true.")
    if has_solution(cell) or {"points", "extra", TITLE} & set(cell.metadata):
        raise BadSource(f"{where}: a solution cell or a check needs no run=true.")


def _title(cell: NotebookNode, metadata: dict | None, where: str) -> str:
    """The title of a cell; empty if it has none.

    Raises:
        BadSource: it has a title but should not, lacks one, or has one that is not text.
    """
    if not metadata:
        return ""
    title, name = cell.metadata.get(TITLE, ""), metadata["grade_id"]
    is_code, is_solution = cell.cell_type == "code", metadata["solution"]
    if not isinstance(title, str):
        raise BadSource(f'{where}: a title must be text in double quotes, as in title="2b Mul".')
    if title and is_code and is_solution:
        raise BadSource(
            f"{where}: the solution cell {name} cannot have a title; give it to its check."
        )
    is_check = is_code and not is_solution and (metadata["grade"] or calls_a_check(cell.source))
    if is_check and not title.strip():
        raise BadSource(f'{where}: the check {name} needs a title, as in title="2b Mul".')
    if title and is_code and not is_check:
        raise BadSource(f"{where}: {name} has a title but no check.")
    return title


def _ruling(cell: NotebookNode, metadata: dict | None, where: str) -> str:
    """What a cell's header decides for everybody.

    Raises:
        BadSource: the cell gives no points, or its header has both rulings.
    """
    rulings = [ruling for ruling in (EVERYBODY, VOID) if ruling in cell.metadata]
    if not rulings:
        return ""
    ruling = rulings[0]
    if len(rulings) > 1 or cell.metadata[ruling] is not True:
        raise BadSource(f"{where}: write everybody=true, void=true, or neither.")
    if not (metadata and metadata["grade"]):
        raise BadSource(f"{where}: {ruling}=true belongs to a check or an answer with points.")
    return ruling


def _ai(cell: NotebookNode, where: str) -> str:
    """What the header of the set-up cell says about AI; empty if it says nothing."""
    if AI not in cell.metadata:
        return ""
    if cell.metadata.get("grade_id") != SET_UP or cell.metadata[AI] not in AI_CHOICES:
        raise BadSource(
            f'{where}: only the set-up cell can have ai="off", ai="tutor" or ai="open", for all '
            "of the homework."
        )
    return cell.metadata[AI]


def _is_for_variants(cell: NotebookNode, where: str) -> bool:
    """Whether a cell belongs to students' own versions of exercises."""
    if VARIANTS not in cell.metadata:
        return False
    if cell.metadata[VARIANTS] is not True or TITLE in cell.metadata or has_solution(cell):
        raise BadSource(
            f"{where}: only a text, or a cell that shows something, can have variants=true; it "
            "is only there if students get their own versions of exercises."
        )
    return True
