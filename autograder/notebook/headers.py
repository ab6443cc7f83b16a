"""Reads the header of an author's cell, or says why it cannot; `source` has the syntax."""

import math
import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple, NoReturn

from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.notebook.cells import (
    EVERYBODY,
    ONLY_SHOWS,
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
KNOWN = ("grade_id", "points", "extra", TITLE, EVERYBODY, VOID, ONLY_SHOWS, VARIANTS, AI)
ADDED = {"cell_marker", "lines_to_next_cell"}  # what Jupytext adds to a cell's metadata
_NO_HEADER = re.compile(r"^\s*[#%][#%\s]*(?:\[\w*\]\s*)?grade_id\s*=.*", re.MULTILINE)


class BadSource(Failure):
    """An author's text that cannot be used; the message says what to change."""


class Header(NamedTuple):
    """What the header of a cell of an author's text says."""

    where: str  # the file and the line, for messages
    nbgrader: dict | None = None  # nbgrader's metadata; None for a text without a name
    title: str = ""  # of a check
    only_shows: bool = False  # whether the cell only shows something
    ruling: str = ""  # `EVERYBODY`, `VOID`, or empty
    ai: str = ""  # one of `AI_CHOICES`, or empty
    is_for_variants: bool = False  # whether it is only there if students get their own versions
    worth: float | None = None  # in points or extra credit; None if it gives none
    extra: int | None = None  # its extra credit; None if it gives none

    def refuse(self, reason: str) -> NoReturn:
        """Raises BadSource, with the line."""
        raise BadSource(f"{self.where}: {reason}")


def read_header(cell: NotebookNode, where: str) -> Header:
    """Reads the header of a cell.

    Args:
        where: the file and the line, for messages.

    Raises:
        BadSource: it cannot be used.
    """
    facts = cell.metadata
    if problem := next(_problems(cell), None):
        raise BadSource(f"{where}: {problem}")
    ruling = next((ruling for ruling in (EVERYBODY, VOID) if ruling in facts), "")
    extra = None if ruling == VOID else facts.get("extra")
    worth = None if ruling == VOID else facts.get("points", extra)
    nbgrader = None
    if "grade_id" in facts:
        points = facts.get("points", 0) if ruling != VOID else 0
        nbgrader = nbgrader_metadata(
            facts["grade_id"], points if _has_points(cell) else None, solution=has_solution(cell)
        )
    title = facts.get(TITLE, "") if nbgrader else ""
    shows, ai, is_for_variants = ONLY_SHOWS in facts, facts.get(AI, ""), VARIANTS in facts
    return Header(where, nbgrader, title, shows, ruling, ai, is_for_variants, worth, extra)


def _problems(cell: NotebookNode) -> Iterator[str]:
    """What is wrong with a header, in sentences, of which only the first is shown."""
    yield from _in_syntax(cell)
    yield from _in_name(cell)
    yield from _in_points(cell)
    yield from _in_shows(cell)
    yield from _in_place_of_points(cell)
    yield from _in_title(cell)
    yield from _in_ruling(cell)
    yield from _in_ai_and_variants(cell)


def _in_syntax(cell: NotebookNode) -> Iterator[str]:
    """What Jupytext could not read, or read as something else."""
    facts = cell.metadata
    if unread := facts.get("incorrectly_encoded_metadata"):
        yield (
            f"I cannot read `{unread}`. Write numbers and text in double quotes: "
            'points=3 grade_id="mul".'
        )
    if inside := _NO_HEADER.search(cell.source):
        yield f"`{inside[0].strip()}` does not begin a cell. Write # %% before it, or take it out."
    # Jupytext may take what stands in square brackets for the title of a code cell.
    kind = str(facts.get(TITLE, "")) if cell.cell_type == "code" else ""
    if cell.cell_type not in ("code", "markdown"):
        kind = "[raw]"
    elif "region_name" in facts:
        kind = f"[{facts['region_name']}]"
    if re.fullmatch(r"\[\w*\]", kind):
        yield f"{kind} is not a kind of cell. Write # %% [markdown] for a text, # %% for code."
    for unknown in sorted({*facts} - {*KNOWN} - ADDED):
        if facts[unknown] is None:
            yield f'{unknown} stands by itself. Text is in double quotes: title="2b Mul".'
        alike = get_close_matches(unknown.lower(), KNOWN, 1)
        meant = f" Did you mean {alike[0]}?" if alike else ""
        yield f"unknown metadata {unknown}.{meant} A header can have {', '.join(KNOWN)}."
    # If there is a comma, Jupytext reads what is before it as the first element of a list.
    for key in (key for key, value in facts.items() if isinstance(value, list)):
        yield (
            f"{key}=... has no comma after it, and no brackets: between the parts of a header are "
            "only spaces."
        )


def _in_name(cell: NotebookNode) -> Iterator[str]:
    name = cell.metadata.get("grade_id")
    if name is None and cell.cell_type != "code" and not _has_points(cell):
        if has_solution(cell):
            yield "an answer in words needs grade_id=... and points=..."
    elif name is None:
        yield 'a code cell needs a name: # %% grade_id="...".'
    elif not isinstance(name, str) or not re.fullmatch(r"[\w-]+", name, re.ASCII):
        yield "a grade_id consists of letters, digits, - and _, in double quotes."


def _in_points(cell: NotebookNode) -> Iterator[str]:
    points, extra = cell.metadata.get("points", 0), cell.metadata.get("extra", 0)
    if not (_is_number(points) and _is_number(extra)):
        yield "points must be a number without quotes, 0 or more, as in points=3."
    if not isinstance(extra, int):
        yield "extra credit must be a whole number, as in extra=2."
    if {"points", "extra"} <= cell.metadata.keys():
        yield "a check has points=... or, for extra credit, extra=..., not both."


def _in_shows(cell: NotebookNode) -> Iterator[str]:
    if ONLY_SHOWS not in cell.metadata:
        return
    if cell.metadata[ONLY_SHOWS] is not True:
        yield "shows can only be true, for a cell that is not run at grading."
    if cell.cell_type != "code":
        yield "a text cell is not run; take out shows=true."
    if has_solution(cell) or _has_points(cell) or TITLE in cell.metadata:
        yield "a solution cell or a check is always run; take out shows=true."


def _in_place_of_points(cell: NotebookNode) -> Iterator[str]:
    """Points where none belong, and none where some do."""
    name, is_code = cell.metadata.get("grade_id"), cell.cell_type == "code"
    if name and name.endswith("-check") and not _has_points(cell):
        yield "a check needs points=... or, for extra credit, extra=..."
    if is_code and has_solution(cell) and _has_points(cell):
        yield "a solution cell cannot have points; give them to its check."
    if name and not is_code and _has_points(cell) != has_solution(cell):
        yield (
            f"an answer in words needs points=... and, between {BEGIN} and {END}, the model "
            "answer and the rubric."
        )
    if not is_code and "extra" in cell.metadata:
        yield "an answer in words has points, not extra credit."


def _in_title(cell: NotebookNode) -> Iterator[str]:
    name, title = cell.metadata.get("grade_id"), cell.metadata.get(TITLE, "")
    if not isinstance(title, str):
        yield 'a title must be text in double quotes, as in title="2b Mul".'
    if cell.cell_type != "code":
        return
    is_check = _has_points(cell) or calls_a_check(cell.source)
    if title and has_solution(cell):
        yield f"the solution cell {name} cannot have a title; give it to its check."
    if is_check and not has_solution(cell) and not title.strip():
        yield f'the check {name} needs a title, as in title="2b Mul".'
    if title and not is_check:
        yield f"{name} has a title but no check."


def _in_ruling(cell: NotebookNode) -> Iterator[str]:
    rulings = [ruling for ruling in (EVERYBODY, VOID) if ruling in cell.metadata]
    if len(rulings) > 1 or any(cell.metadata[ruling] is not True for ruling in rulings):
        yield "write everybody=true, void=true, or neither."
    if rulings and not _has_points(cell):
        yield f"{rulings[0]}=true belongs to a check or an answer with points."


def _in_ai_and_variants(cell: NotebookNode) -> Iterator[str]:
    facts = cell.metadata
    if AI in facts and (facts.get("grade_id") != SET_UP or facts[AI] not in AI_CHOICES):
        yield (
            'only the set-up cell can have ai="off", ai="tutor" or ai="open", for all of the '
            "homework."
        )
    if VARIANTS in facts and (facts[VARIANTS] is not True or TITLE in facts or has_solution(cell)):
        yield (
            "only a text, or a cell that shows something, can have variants=true; it is only "
            "there if students get their own versions of exercises."
        )


def _has_points(cell: NotebookNode) -> bool:
    return "points" in cell.metadata or "extra" in cell.metadata


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < math.inf
