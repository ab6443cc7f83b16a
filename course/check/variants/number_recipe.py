"""What an exercise is made from that consists of a text with numbers in it."""

from collections import Counter
from dataclasses import dataclass

from course.check.variants.pool import is_ordinary
from course.check.variants.wrong_passes import WrongTable, all_differ
from course.expressions.formula import NamedNumbers
from course.messages.misconceptions import MAX_SUSPECTS


@dataclass(frozen=True)
class NumberRecipe:
    """An exercise with different numbers from those in the text."""

    sentences: tuple[str, ...]  # what is given
    right: object  # what a check gets the right answers from, as in the standard exercise
    values: NamedNumbers  # the right number in each blank; for a formula, its value at each place
    # Each known mistake that can be made here, with the blanks that it changes.
    wrong: tuple[WrongTable, ...]
    # The blanks that are written as a formula, whose numbers may therefore be large.
    formulas: frozenset[str] = frozenset()
    one = 1.0

    def given(self, output: str = "") -> list[str]:
        """What is given, in sentences."""
        return list(self.sentences)

    def wrong_tables(self, backward: bool) -> tuple[WrongTable, ...]:
        """Each known mistake that can be made here, with the blanks that it changes."""
        return self.wrong

    def is_sound(self) -> bool:
        """Whether this exercise is good enough to be given to a student."""
        by_hand = (value for blank, value in self.values.items() if blank not in self.formulas)
        tables = [self.values, *({**self.values, **changed} for _, changed in self.wrong)]
        return all(map(is_ordinary, by_hand)) and all_differ(tables) and self._can_be_named()

    def _can_be_named(self) -> bool:
        """Whether the same wrong number in the same blank never comes from too many mistakes."""
        suspects = Counter(
            (blank, round(value, 6)) for _, table in self.wrong for blank, value in table.items()
        )
        return max(suspects.values(), default=0) <= MAX_SUSPECTS
