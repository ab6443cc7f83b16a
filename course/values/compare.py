"""Compares a student's values with PyTorch's, and shows both in a small table."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch

from course.values.as_text import MAX_INLINE, in_text, told_apart
from course.values.closeness import ATOL, entries_agree, is_right
from course.values.kinds import kind_in_words
from course.values.tensors import as_tensor, entries_of, has_too_many_entries

_ENTRIES = (
    "(Of a larger tensor you see the entry that is furthest off; rows and columns count from 0.)"
)


@dataclass(frozen=True)
class Row:
    """One compared quantity, for example the gradient of one node."""

    label: str  # what is compared
    yours: object  # the student's value, of whatever type
    pytorch: torch.Tensor  # the right value, a float64 tensor
    result: object = None  # the result of the same node; shown but not compared

    @property
    def is_right(self) -> bool:
        """Whether the two values agree."""
        return is_right(self.yours, self.pytorch)

    @property
    def _comparable(self) -> torch.Tensor | None:
        """The student's value as a tensor, if it has the right shape; None if it is a misfit."""
        yours = as_tensor(self.yours)
        return yours if yours is not None and yours.shape == self.pytorch.shape else None

    @property
    def misfit(self) -> str:
        """Why the values cannot be compared at all: the student's is missing, not numeric, too
        large, or of a wrong shape. Empty if they can."""
        tensor = as_tensor(self.yours)
        if self.yours is None:
            return "missing"
        if has_too_many_entries(self.yours):
            shapes = f"{tuple(self.yours.shape)}, not {tuple(self.pytorch.shape)}"
            return f"too large to compare, of shape {shapes}"
        if tensor is None:
            # In grading, the value may be a stand-in that has only the name of the class.
            kind = kind_in_words(self.yours)
            unreadable = {"an int": "too large a number", "a Tensor": "a tensor without numbers"}
            return unreadable.get(kind, kind)
        if tensor.shape != self.pytorch.shape:
            return f"shape {tuple(tensor.shape)}, not {tuple(self.pytorch.shape)}"
        return ""

    @property
    def digits(self) -> int | None:
        """To how many digits, of float64's sixteen, the values agree. None if this is meaningless:
        they do not fit, or they differ and are not finite or should be 0 up to ATOL."""
        yours = self._comparable
        if yours is None:
            return None
        difference = self._difference(yours)
        if not difference.any():
            return 16
        most, largest = float(difference.max()), float(self.pytorch.abs().max())
        if not (most < math.inf and ATOL < largest < math.inf):
            return None
        return int(math.log10(largest) - math.log10(most))

    @property
    def symptom(self) -> object:
        """The student's value as plain numbers; for a misfit, a pair of the misfit and the
        numbers."""
        tensor = as_tensor(self.yours)
        numbers = None if tensor is None else entries_of(tensor)
        return (self.misfit, numbers) if self.misfit else numbers

    @property
    def is_too_large(self) -> bool:
        """Whether the student's value has more entries than it should."""
        tensor = as_tensor(self.yours)
        return tensor is not None and tensor.numel() > self.pytorch.numel()

    def cells(self) -> list[str]:
        """The cells of the row as text: label, yours, PyTorch's, difference."""
        yours = self._comparable
        if yours is None:
            words = "None" if self.yours is None else self.misfit
            return [self.label, words, in_text(self.pytorch), ""]
        where, difference = self.worst, self._difference(yours)
        value, right = yours[where], self.pytorch[where]
        text, pytorch = in_text(value), in_text(right)
        if not self.is_right:
            text, pytorch = told_apart(value, right), told_apart(right, value)
        if not where:
            most = difference.max() if difference.numel() else 0
            return [self.label, text, pytorch, in_text(most)]
        return [self.label, f"{list(where)} = {text}", pytorch, in_text(difference[where])]

    def what_is_wrong(self, *, was_once_right: bool = False) -> str:
        """What is wrong with the student's value, as the end of a sentence.

        Args:
            was_once_right: whether the student's value was right at some time before.
        """
        if self.yours is None:
            return "is None" if was_once_right else "is still None"
        yours = as_tensor(self.yours)
        if yours is None:
            return f"is {self.misfit}"
        if self.misfit:
            return f"has {self.misfit}"
        where = self.worst
        entry = f" in entry {list(where)}" if where else ""
        value, right = yours[where], self.pytorch[where]
        return f"is {told_apart(value, right)}{entry}, but PyTorch says {told_apart(right, value)}"

    @property
    def worst(self) -> tuple[int, ...]:
        """The index of the entry that differs most, among the wrong ones if there are any; nan
        counts as the largest difference. () if the values are shown in full or do not fit."""
        yours = self._comparable
        if yours is None or self.pytorch.numel() <= MAX_INLINE:
            return ()
        difference = self._difference(yours)
        if not self.is_right:
            # The tolerance grows with the entry, so the entry that differs most may be right.
            difference[entries_agree(yours, self.pytorch)] = 0
        # argmax treats nan as the largest. PyTorch's unravel_index is not used, because it first
        # imports sympy, which takes a fraction of a second.
        index = np.unravel_index(int(difference.argmax()), tuple(difference.shape))
        return tuple(int(i) for i in index)

    def _difference(self, yours: torch.Tensor) -> torch.Tensor:
        """The absolute differences of the entries; 0 where both are the same infinity."""
        return (yours - self.pytorch).abs().masked_fill(yours.eq(self.pytorch), 0)


def first_wrong(rows: Iterable[Row]) -> Row | None:
    """The first row whose values do not agree; None if all do."""
    return next((row for row in rows if not row.is_right), None)


def table(rows: list[Row]) -> str:
    """A table of the rows as aligned text, with the first wrong one marked."""
    cells = [["", "yours", "PyTorch", "difference"], *(row.cells() for row in rows)]
    if any(row.result is not None for row in rows):
        results = ["result", *(in_text(row.result) for row in rows)]
        for line, words in zip(cells, results, strict=True):
            line.insert(1, words)
    marked = first_wrong(rows)
    for row, line in zip([None, *rows], cells, strict=True):  # None stands for the heading
        line.append("<- first wrong" if row and row is marked else "")
    text = _aligned(cells)
    if any(row.worst and not row.is_right for row in rows):
        text.append(_ENTRIES)
    return "\n".join(text)


def _aligned(cells: list[list[str]]) -> list[str]:
    """The lines of a table whose columns are as wide as their widest cell."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]
