"""Reads the header of an author's cell, or says why it cannot; `source` has the syntax."""

import math
import re
from difflib import get_close_matches
from typing import NoReturn

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


class BadSource(Failure):
    """An author's text cannot become a notebook; the message says what to change."""


class Header:
    """What the header of a cell of an author's text says.

    Attributes:
        nbgrader: nbgrader's metadata; None for a text without a name.
        title: the title of a check; empty if there is none.
        ruling: `EVERYBODY`, `VOID`, or empty.
        ai: one of `AI_CHOICES`, or empty.
        is_for_variants: whether the cell is only there if students get their own versions.
        points: its points, as extra credit or not; None if it gives none.
        extra: its points as extra credit; None if it gives none.
    """

    def __init__(self, cell: NotebookNode, where: str):
        """Reads it.

        Args:
            where: the file and the line, for messages.

        Raises:
            BadSource: it cannot be used.
        """
        self._facts, self._where = cell.metadata, where
        self._is_code = cell.cell_type == "code"
        self._is_text = cell.cell_type == "markdown"
        self._is_solution = has_solution(cell)
        self._has_points = "points" in self._facts or "extra" in self._facts
        self._refuse_bad_syntax()
        self.nbgrader = self._nbgrader()
        self.title = self._title(cell.source) if self.nbgrader else ""
        self.ruling = self._ruling()
        self.ai = self._ai()
        self.is_for_variants = self._is_for_variants()
        self.extra: int | None = None if self.ruling == VOID else self._facts.get("extra")
        self.points: float | None = (
            None if self.ruling == VOID else self._facts.get("points", self.extra)
        )

    def refuse(self, why: str) -> NoReturn:
        """Raises BadSource, with the line."""
        raise BadSource(f"{self._where}: {why}")

    def _refuse_bad_syntax(self) -> None:
        if unread := self._facts.get("incorrectly_encoded_metadata"):
            self.refuse(
                f"I cannot read `{unread}`. Write numbers and text in double quotes: "
                'points=3 grade_id="mul".'
            )
        self._refuse_unknown_kind()
        for unknown in sorted({*self._facts} - {*KNOWN} - ADDED):
            if self._facts[unknown] is None:
                self.refuse(
                    f'{unknown} stands by itself. Text is in double quotes: title="2b Mul".'
                )
            alike = get_close_matches(unknown.lower(), KNOWN, 1)
            meant = f" Did you mean {alike[0]}?" if alike else ""
            known = ", ".join(KNOWN)
            self.refuse(f"unknown metadata {unknown}.{meant} A header can have {known}.")
        # If there is a comma, Jupytext reads what is before it as the first element of a list.
        if lists := [key for key, value in self._facts.items() if isinstance(value, list)]:
            self.refuse(
                f"{lists[0]}=... has no comma after it, and no brackets: between the parts of a "
                "header are only spaces."
            )

    def _refuse_unknown_kind(self) -> None:
        """Refuses what stands in square brackets if it is not [markdown]: Jupytext may take it for
        the title of a code cell."""
        kind = str(self._facts.get(TITLE, "")) if self._is_code else ""
        if not self._is_code and not self._is_text:
            kind = "[raw]"
        elif "region_name" in self._facts:
            kind = f"[{self._facts['region_name']}]"
        if re.fullmatch(r"\[\w*\]", kind):
            self.refuse(
                f"{kind} is not a kind of cell. Write # %% [markdown] for a text, # %% for code."
            )

    def _nbgrader(self) -> dict | None:
        """nbgrader's metadata; None for a text without a name."""
        if not self._is_code and not self._has_points and "grade_id" not in self._facts:
            if self._is_solution:
                self.refuse("an answer in words needs grade_id=... and points=...")
            return None
        if "grade_id" not in self._facts:
            self.refuse('a code cell needs a name: # %% grade_id="...".')
        name, points = self._facts["grade_id"], self._facts.get("points", 0)
        if not isinstance(name, str) or not re.fullmatch(r"[\w-]+", name, re.ASCII):
            self.refuse("a grade_id consists of letters, digits, - and _, in double quotes.")
        self._refuse_bad_points(points, self._facts.get("extra", 0))
        if {"points", "extra"} <= self._facts.keys():
            self.refuse("a check has points=... or, for extra credit, extra=..., not both.")
        if ONLY_SHOWS in self._facts:
            self._refuse_bad_shows()
        if name.endswith("-check") and not self._has_points:
            self.refuse("a check needs points=... or, for extra credit, extra=...")
        self._refuse_misplaced_points()
        worth = None if not self._has_points else 0 if VOID in self._facts else points
        return nbgrader_metadata(name, worth, solution=self._is_solution)

    def _refuse_bad_points(self, points: object, extra: object) -> None:
        if not (_is_number(points) and _is_number(extra)):
            self.refuse("points must be a number without quotes, 0 or more, as in points=3.")
        if not isinstance(extra, int):
            self.refuse("extra credit must be a whole number, as in extra=2.")

    def _refuse_bad_shows(self) -> None:
        """Refuses a `shows` that is not true, or is not in a cell that can only show something."""
        if self._facts[ONLY_SHOWS] is not True:
            self.refuse("shows can only be true, for a cell that is not run at grading.")
        if not self._is_code:
            self.refuse("a text cell is not run; take out shows=true.")
        if self._is_solution or self._has_points or TITLE in self._facts:
            self.refuse("a solution cell or a check is always run; take out shows=true.")

    def _refuse_misplaced_points(self) -> None:
        if self._is_code and self._is_solution and self._has_points:
            self.refuse("a solution cell cannot have points; give them to its check.")
        if not self._is_code and self._has_points != self._is_solution:
            self.refuse(
                f"an answer in words needs points=... and, between {BEGIN} and {END}, the model "
                "answer and the rubric."
            )
        if not self._is_code and "extra" in self._facts:
            self.refuse("an answer in words has points, not extra credit.")

    def _title(self, source: str) -> str:
        """The title of a named cell; empty if it has none."""
        title, name = self._facts.get(TITLE, ""), self._facts["grade_id"]
        if not isinstance(title, str):
            self.refuse('a title must be text in double quotes, as in title="2b Mul".')
        if not self._is_code:
            return title
        if title and self._is_solution:
            self.refuse(f"the solution cell {name} cannot have a title; give it to its check.")
        is_check = self._has_points or calls_a_check(source)
        if is_check and not self._is_solution and not title.strip():
            self.refuse(f'the check {name} needs a title, as in title="2b Mul".')
        if title and not is_check:
            self.refuse(f"{name} has a title but no check.")
        return title

    def _ruling(self) -> str:
        """What the header decides for everybody; empty if nothing."""
        rulings = [ruling for ruling in (EVERYBODY, VOID) if ruling in self._facts]
        if not rulings:
            return ""
        ruling = rulings[0]
        if len(rulings) > 1 or self._facts[ruling] is not True:
            self.refuse("write everybody=true, void=true, or neither.")
        if not self._has_points:
            self.refuse(f"{ruling}=true belongs to a check or an answer with points.")
        return ruling

    def _ai(self) -> str:
        """What the header of the set-up cell says about AI; empty if it says nothing."""
        if AI not in self._facts:
            return ""
        if self._facts.get("grade_id") != SET_UP or self._facts[AI] not in AI_CHOICES:
            self.refuse(
                'only the set-up cell can have ai="off", ai="tutor" or ai="open", for all of the '
                "homework."
            )
        return self._facts[AI]

    def _is_for_variants(self) -> bool:
        """Whether the cell belongs to students' own versions of exercises."""
        if VARIANTS not in self._facts:
            return False
        if self._facts[VARIANTS] is not True or TITLE in self._facts or self._is_solution:
            self.refuse(
                "only a text, or a cell that shows something, can have variants=true; it is only "
                "there if students get their own versions of exercises."
            )
        return True


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < math.inf
