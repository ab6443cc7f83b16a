"""Describes who a submission is from, which matters if students have their own exercises."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Owner:
    """Who a submission is from."""

    # The id in the class list; if empty, the exercises that the notebook showed are the student's.
    student: str = ""
    # The id in the notebook's set-up cell, which says whose exercises the notebook showed; empty
    # for the standard ones.
    shown: str = ""
    # The present ids of all others in the class, by present and former id.
    others: Mapping[str, str] = field(default_factory=dict)
    former: tuple[str, ...] = ()  # the ids that the student had before

    @classmethod
    def of(cls, student: str, everybody: Mapping[str, str]) -> "Owner":
        """A student of a class. The exercises that the notebook showed are filled in later.

        Args:
            everybody: the present ids of the class, by present and former id.
        """
        others = {before: now for before, now in everybody.items() if student not in (before, now)}
        former = [before for before, now in everybody.items() if now == student != before]
        return cls(student, others=others, former=tuple(former))

    @property
    def own(self) -> str:
        """The id whose exercises are the student's."""
        return self.student or self.shown

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids whose exercises are the student's."""
        return self.own, *self.former


NOBODY = Owner()  # if everybody has the standard exercises
