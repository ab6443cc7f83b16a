"""Applies a class's rules on late work. All code that computes penalties or decides who is late
uses this module."""

import math
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo

from autograder.base.failure import Failure
from autograder.base.sentences import counted
from autograder.base.timestamps import usable_time
from autograder.rules.total_rules import TotalRules

_DAY = timedelta(days=1)


class BadTime(Failure):
    """A stored time of submission cannot be used. The message says whose it is, and what to do
    before that submission is graded again."""

    def __init__(self, student: str, homework: str, year: int):
        super().__init__(
            f"{student} cannot have handed in {homework} in the year {year}. Write the right time "
            f"into submitted/{student}/{homework}/timestamp.txt, such as 2026-01-31 08:00 "
            "Europe/Berlin."
        )
        self.homework = homework  # whose time it is; penalties in others may depend on it, too


@dataclass(frozen=True)
class Amount:
    """Something to take off: `number` points, or `number` percent of the points earned."""

    number: float
    is_percent: bool

    def in_points(self, earned: float) -> float:
        """The amount in points."""
        return earned * self.number / 100 if self.is_percent else self.number


@dataclass(frozen=True)
class Policy:
    """The rules of a class."""

    zone: tzinfo | None = None  # the zone of times that do not name one; None for this machine's
    due: dict[str, datetime] = field(default_factory=dict)  # the due times, by homework
    per_day: Amount | None = None  # what is taken off for each day begun; None for nothing
    at_most: Amount | None = None  # the most that is taken off; None for no limit
    # How many days late a homework can be and still earn points; None for any number.
    nothing_after_days: int | None = None
    free_days: int = 0  # how many days a student may be late without a penalty, in the whole term
    free_days_each: int | None = None  # how many of these for one homework; None for all
    grace: timedelta = timedelta(0)  # how long after the due time is not yet late
    totals: TotalRules = field(default_factory=TotalRules)  # the rules on totals
    # Other due times, by student and homework; None for students who are excused.
    extensions: dict[tuple[str, str], datetime | None] = field(default_factory=dict)
    # The first line of `extensions.csv` about each student.
    extension_lines: dict[str, int] = field(default_factory=dict)

    def decides(self, student: str, homework: str) -> bool:
        """Whether these rules, and not nbgrader's due date and plugin, decide if a student is late
        with a homework. They do if it has a due time here, or the student an extension or excuse.
        """
        return homework in self.due or (student, homework) in self.extensions

    def is_late(
        self, student: str, homework: str, at: datetime | None, *, otherwise: bool | None = None
    ) -> bool | None:
        """Whether something was late, or `otherwise` if these rules do not decide that, or if no
        time is known. But if no time is known and the student has an extension, a mere "late" does
        not count, since whoever says so does not know about the extension.

        Raises:
            BadTime: `at` is not of this century.
        """
        if at is None and (student, homework) in self.extensions:
            if self.is_excused(student, homework):
                return False
            return False if otherwise is False else None
        if at is None or not self.decides(student, homework):
            return otherwise
        return self.days_late(student, homework, at) > 0

    def due_for(self, student: str, homework: str) -> datetime | None:
        """When a homework is due for a student; None if no time is set or they are excused."""
        return self.extensions.get((student, homework), self.due.get(homework))

    def last_due(self, homework: str) -> datetime | None:
        """When a homework is due for the last student, in UTC; None if no time is set."""
        extended = (due for (_, name), due in self.extensions.items() if name == homework)
        dues = [due.astimezone(UTC) for due in (self.due.get(homework), *extended) if due]
        return max(dues, default=None)

    def is_excused(self, student: str, homework: str) -> bool:
        """Whether a student is excused from a homework."""
        return self.extensions.get((student, homework), "due") is None

    def days_late(self, student: str, homework: str, at: datetime | None) -> int:
        """The number of days by which something was late; a day begun counts. A day ends when a
        clock in the class's time zone shows the deadline's time of day again, so it has 23 or 25
        hours when summer time begins or ends.

        Raises:
            BadTime: `at` is not of this century.
        """
        due = self.due_for(student, homework)
        if due is None or at is None:
            return 0
        if not usable_time(at):
            raise BadTime(student, homework, at.year)
        if at - self.grace <= due:
            return 0
        clock_then = (at - self.grace).astimezone(self.zone).replace(tzinfo=None)
        clock_due = due.astimezone(self.zone).replace(tzinfo=None)
        return max(1, math.ceil((clock_then - clock_due) / _DAY))

    def penalty(
        self, student: str, homework: str, earned: float, times: dict[str, datetime | None]
    ) -> float:
        """The points that a student loses in a homework for being late.

        Args:
            homework: a homework for which these rules decide.
            earned: the points before anything is taken off.
            times: by homework, when this student handed in the version that counts.

        Raises:
            BadTime: the penalty depends on a time that is not of this century.
        """
        days, free = self._days(student, homework, times)
        if self._is_too_late(days):
            return earned
        cost = (days - free) * self.per_day.in_points(earned) if self.per_day else 0.0
        most = earned if self.at_most is None else min(earned, self.at_most.in_points(earned))
        return min(cost, most)

    def lateness(self, student: str, homework: str, times: dict[str, datetime | None]) -> str:
        """The reason for a penalty, in words for the student; arguments are as for `penalty`."""
        due, at = self._shown(self.due_for(student, homework)), self._shown(times[homework])
        days, free = self._days(student, homework, times)
        count = f"{counted(days, 'day')} late"
        if self._is_too_late(days):
            count += f", and nothing counts after {self.nothing_after_days}"
        elif free:
            count += f", {free} of them free"
        return f"due {due}, handed in {at}: {count}"

    def _shown(self, time: datetime | None) -> str:
        return f"{time.astimezone(self.zone):%Y-%m-%d %H:%M %Z}" if time else "at no time"

    def _days(
        self, student: str, homework: str, times: dict[str, datetime | None]
    ) -> tuple[int, int]:
        """The number of days that a homework is late, and how many of them are free. Free days are
        used up in the order in which the homeworks are due for this student."""
        extended = {name for extended_for, name in self.extensions if extended_for == student}
        dues = {name: self.due_for(student, name) for name in extended | self.due.keys()}
        in_order = sorted((due, name) for name, due in dues.items() if due)
        free_days_left = self.free_days
        for _, name in in_order:
            if name != homework and not free_days_left:
                continue  # when it was handed in does not matter
            days = self.days_late(student, name, times.get(name))
            free = 0 if self._is_too_late(days) else min(free_days_left, days)
            if self.free_days_each is not None:
                free = min(free, self.free_days_each)
            if name == homework:
                return days, free
            free_days_left -= free
        return 0, 0

    def _is_too_late(self, days: int) -> bool:
        return self.nothing_after_days is not None and days > self.nothing_after_days
