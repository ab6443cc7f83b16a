"""Describes an exercise, which is a graded cell, and what a score for it amounts to."""

from dataclasses import dataclass

from autograder.notebook.titles import number_and_name


@dataclass(frozen=True)
class Exercise:
    """A graded cell."""

    id: str  # nbgrader's `grade_id`
    title: str  # what the notebook calls it
    points: float  # what it is worth; 0 for extra credit, and for a question that does not count
    extra: float = 0.0  # what it can add, if it is extra credit
    by_hand: bool = False  # whether people grade it

    @property
    def number(self) -> str:
        """Its number, for where the title does not fit; the title if it has none."""
        return number_and_name(self.title)[0] or self.title

    @property
    def is_void(self) -> bool:
        """Whether the author has decided that the question does not count."""
        return not self.worth

    @property
    def worth(self) -> float:
        """The most one can get for it, as extra credit or not."""
        return self.points or self.extra

    def state(self, score: float | None) -> str:
        """What a score for it amounts to, in a word: waiting, full, part, none, or open (extra
        credit not earned, or a void question).

        Args:
            score: None if it is still to be graded by hand.
        """
        if self.is_void:
            return "open"
        if score is None:
            return "waiting"
        if score >= self.worth:
            return "full"
        if score > 0:
            return "part"
        return "open" if self.extra else "none"


class Exercises(list[Exercise]):
    """The exercises of a homework, in its order."""

    @property
    def points(self) -> float:
        """The points of the homework, without extra credit."""
        return sum(exercise.points for exercise in self)

    @property
    def extra(self) -> float:
        """The extra credit that it can add."""
        return sum(exercise.extra for exercise in self)

    @property
    def titles(self) -> dict[str, str]:
        """The titles, by id."""
        return {exercise.id: exercise.title for exercise in self}
