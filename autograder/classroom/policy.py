"""A class's rules on late work and totals, as its instructor writes them down.

They are in the class's folder: `policy.toml`, and `extensions.csv` for single students. All code
that computes a penalty, tells who is late, or adds up a term uses this module.
"""

import math
import re
import tomllib
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import combinations
from pathlib import Path
from typing import NoReturn
from zoneinfo import ZoneInfo

from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import Classroom, homeworks
from autograder.classroom.csv_file import cell_at, read_csv_file
from autograder.classroom.former_ids import former_ids
from autograder.classroom.roster import everybody
from autograder.classroom.timestamps import usable

POLICY, EXTENSIONS = "policy.toml", "extensions.csv"
DAY = timedelta(days=1)
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*(%|points?)")
_COUNT = "must be a whole number, 0 or more"
_LATE = ("per_day", "at_most", "nothing_after_days", "free_days", "free_days_each", "grace_minutes")


class BadTime(Failure):
    """A stored time of submission with which nothing can be computed; the message says whose it is,
    and what to do."""


@dataclass(frozen=True)
class Amount:
    """Something to take off: `number` points, or `number` percent of the points earned."""

    number: float
    is_percent: bool

    def of(self, earned: float) -> float:
        """The amount in points."""
        return earned * self.number / 100 if self.is_percent else self.number


@dataclass(frozen=True)
class Policy:
    """The rules of a class."""

    zone: tzinfo | None = None  # of times that name none; None for this machine's
    due: dict[str, datetime] = field(default_factory=dict)  # by homework
    per_day: Amount | None = None  # what each day begun takes off; None for nothing
    at_most: Amount | None = None  # the most that is taken off; None for no limit
    # How many days late a homework can be and still earn points; None for any number.
    nothing_after_days: int | None = None
    free_days: int = 0  # how many days a student may be late without a penalty, in the whole term
    free_days_each: int | None = None  # how many of these for one homework; None for all
    grace: timedelta = timedelta(0)  # after the due time, not late yet
    # Of the homeworks in the total; empty if all count the same.
    weights: dict[str, float] = field(default_factory=dict)
    # How many homeworks are dropped: those without which the total is highest.
    drop_lowest: int = 0
    # Other due times, by student and homework; None for students who are excused.
    extensions: dict[tuple[str, str], datetime | None] = field(default_factory=dict)
    # The first line of `extensions.csv` about each student.
    extension_lines: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, classroom: Classroom) -> "Policy":
        """The rules in a class's folder; without files, none.

        Raises:
            Failure: a file cannot be used.
        """
        path = classroom.folder / POLICY
        policy = _PolicyReader(path).policy() if path.is_file() else cls()
        extensions = classroom.folder / EXTENSIONS
        if not extensions.is_file():
            return policy
        rows = _extensions(extensions, policy.zone)
        # For each submission that is graded: the class list is read only where it matters.
        renamed = not former_ids(classroom).keys().isdisjoint(row[0] for row in rows)
        now = everybody(classroom) if renamed else {}
        found, lines = {}, {}
        for student, homework, due, line in rows:
            found[now.get(student, student), homework] = due
            lines.setdefault(now.get(student, student), line)
        return replace(policy, extensions=found, extension_lines=lines)

    def with_due(self, assignment: str, given: datetime | None) -> "Policy":
        """The same rules with a due time that a command was given, if `policy.toml` has none.

        Raises:
            Failure: it has another one.
        """
        written = self.due.get(assignment)
        if given is None or given == written:
            return self
        if written:
            raise Failure(
                f"policy.toml says that {assignment} is due {written:%Y-%m-%d %H:%M:%S}. Change it "
                "there, or leave --due out."
            )
        return replace(self, due=self.due | {assignment: given})

    def due_for(self, student: str, assignment: str) -> datetime | None:
        """When a homework is due for a student; None if no time is set or they are excused."""
        return self.extensions.get((student, assignment), self.due.get(assignment))

    def last_due(self, assignment: str) -> datetime | None:
        """When a homework is due for the last student, in UTC; None if no time is set."""
        extended = (due for (_, name), due in self.extensions.items() if name == assignment)
        dues = [due.astimezone(UTC) for due in (self.due.get(assignment), *extended) if due]
        return max(dues, default=None)

    def is_excused(self, student: str, assignment: str) -> bool:
        """Whether a student is excused from a homework."""
        return self.extensions.get((student, assignment), "due") is None

    def days_late(self, student: str, assignment: str, at: datetime | None) -> int:
        """The number of days something was late; a day begun counts. A day ends when the clock
        in the class's time zone shows the time of day of the deadline again: when summer time
        begins or ends, it has 23 or 25 hours.

        Raises:
            BadTime: `at` is not of this century.
        """
        due = self.due_for(student, assignment)
        if due is None or at is None:
            return 0
        if not usable(at):
            raise BadTime(
                f"{student} cannot have handed in {assignment} in the year {at.year}. Write the "
                f"right time into submitted/{student}/{assignment}/timestamp.txt, such as "
                f"2026-01-31 08:00 Europe/Berlin, and then: autograder grade {assignment} "
                f"--student {student}"
            )
        if at - self.grace <= due:
            return 0
        shown = ((at - self.grace).astimezone(self.zone), due.astimezone(self.zone))
        later = shown[0].replace(tzinfo=None) - shown[1].replace(tzinfo=None)
        return max(1, math.ceil(later / DAY))

    def penalty(
        self, student: str, assignment: str, earned: float, times: dict[str, datetime | None]
    ) -> float:
        """The points that a student loses in a homework for being late.

        Args:
            assignment: the homework, which has a due time.
            earned: the points before anything is taken off.
            times: by homework, when this student handed in the version that counts.

        Raises:
            BadTime: it depends on a time that is not of this century.
        """
        days, free = self._days(student, assignment, times)
        if self._is_too_late(days):
            return earned
        cost = (days - free) * self.per_day.of(earned) if self.per_day else 0.0
        most = earned if self.at_most is None else min(earned, self.at_most.of(earned))
        return min(cost, most)

    def lateness(self, student: str, assignment: str, times: dict[str, datetime | None]) -> str:
        """The reason for a penalty, in words for the student; the arguments are those of
        `penalty`."""
        shown = [
            f"{at.astimezone(self.zone):%Y-%m-%d %H:%M %Z}"
            for at in (self.due_for(student, assignment), times[assignment])
        ]
        days, free = self._days(student, assignment, times)
        count = f"{days} day{'s' * (days != 1)} late"
        if self._is_too_late(days):
            count += f", and nothing counts after {self.nothing_after_days}"
        elif free:
            count += f", {free} of them free"
        return f"due {shown[0]}, handed in {shown[1]}: {count}"

    def _days(
        self, student: str, assignment: str, times: dict[str, datetime | None]
    ) -> tuple[int, int]:
        """The number of days a homework is late, and of free ones among them. They are used up
        in the order in which the homeworks are due."""
        left = self.free_days
        for each in sorted(self.due, key=lambda name: (self.due[name], name)):
            if each != assignment and not left:
                continue  # when it was handed in does not matter
            days = self.days_late(student, each, times.get(each))
            free = 0 if self._is_too_late(days) else min(left, days)
            if self.free_days_each is not None:
                free = min(free, self.free_days_each)
            if each == assignment:
                return days, free
            left -= free
        return 0, 0

    def _is_too_late(self, days: int) -> bool:
        return self.nothing_after_days is not None and days > self.nothing_after_days

    def total(self, fractions: dict[str, float]) -> tuple[float, frozenset[str]]:
        """The total of a term, and the homeworks that do not count as the lowest.

        Args:
            fractions: by homework, the fraction of its points that was earned: from 0 to 1, or more
                with extra credit.
        """
        weights = {name: self.weights.get(name, 0.0) if self.weights else 1.0 for name in fractions}
        counted = [name for name in fractions if weights[name] > 0]
        drop = max(0, min(self.drop_lowest, len(counted) - 1))

        def without(dropped: tuple[str, ...]) -> float:
            kept = [name for name in counted if name not in dropped]
            whole = sum(weights[name] for name in kept)
            return sum(weights[name] * fractions[name] for name in kept) / whole if whole else 0.0

        best = max(combinations(counted, drop), key=without)
        return without(best), frozenset(best)


class _PolicyReader:
    """Reads `policy.toml`, and says where something is wrong."""

    def __init__(self, path: Path):
        self.path = path
        self.text = path.read_text(encoding="utf-8-sig", errors="replace")
        try:
            self.tables = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            where = f", line {line[1]}" if line else ""
            raise Failure(
                f"{path}{where}: {str(error).partition(' (at')[0]}. Put texts and times in "
                'quotes: hw1-cosh = "2026-01-30 23:59".'
            ) from None

    def policy(self) -> Policy:
        """The contents of the file."""
        self._known("", ("timezone", "due", "late", "weights", "total"))
        self._known("late", _LATE)
        self._known("total", ("drop_lowest",))
        for table in ("due", "weights"):
            self._known(table, homeworks())
        zone = self._zone()
        return Policy(
            zone=zone,
            due={name: self._due(name, zone) for name in self.tables.get("due", {})},
            per_day=self._amount("per_day"),
            at_most=self._amount("at_most"),
            nothing_after_days=self._count("late", "nothing_after_days", None),
            free_days=self._count("late", "free_days", 0),
            free_days_each=self._count("late", "free_days_each", None),
            grace=timedelta(minutes=self._count("late", "grace_minutes", 0)),
            weights={name: self._weight(name) for name in self.tables.get("weights", {})},
            drop_lowest=self._count("total", "drop_lowest", 0),
        )

    def _known(self, table: str, names: tuple[str, ...] | list[str]) -> None:
        rows = self.tables.get(table, {}) if table else self.tables
        if not isinstance(rows, dict):
            self._refuse("", table, f"write {table} as a heading on a line of its own: [{table}]")
        for name in rows:
            if name not in names:
                where = f"under [{table}]" if table else "here"
                self._refuse(table, name, f"{name} is unknown {where}; known: {', '.join(names)}")

    def _zone(self) -> tzinfo | None:
        name = self.tables.get("timezone")
        try:
            return ZoneInfo(name) if name else None
        except (KeyError, ValueError, OSError, TypeError):
            self._refuse("", "timezone", f'{name!r} is not a time zone such as "Europe/Berlin"')

    def _due(self, name: str, zone: tzinfo | None) -> datetime:
        value = self.tables["due"][name]
        due = moment(value, zone)
        if due is None:
            example = 'Write "2026-01-30 23:59", or "2026-01-30" for the end of that day'
            self._refuse("due", name, f"{value!r} is not a time. {example}")
        return due

    def _amount(self, name: str) -> Amount | None:
        value = self.tables.get("late", {}).get(name)
        if value is None:
            return None
        found = _AMOUNT.fullmatch(value.strip()) if isinstance(value, str) else None
        if not found:
            example = 'Write "10 %" (of the points earned) or "2 points"'
            self._refuse("late", name, f"{value!r} is not an amount. {example}")
        return Amount(float(found[1]), found[2] == "%")

    def _count(self, table: str, name: str, default: int | None) -> int | None:
        value = self.tables.get(table, {}).get(name, default)
        if value is not default and (type(value) is not int or value < 0):
            self._refuse(table, name, f"{name} {_COUNT}, not {value!r}")
        return value

    def _weight(self, name: str) -> float:
        value = self.tables["weights"][name]
        if type(value) not in (int, float) or not 0 <= value < math.inf:
            self._refuse("weights", name, f"a weight must be a number, 0 or more, not {value!r}")
        return float(value)

    def _refuse(self, table: str, name: str, why: str) -> NoReturn:
        here, line = "", 0
        for number, text in enumerate(self.text.splitlines(), start=1):
            if heading := re.match(r"\s*\[\s*\"?([\w-]+)", text):
                here = heading[1]
            named = re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", text)
            if (here == table and named) or (not table and here == name and heading):
                line = number
                break
        raise Failure(f"{self.path}{f', line {line}' * bool(line)}: {why}.")


def moment(value: object, zone: tzinfo | None) -> datetime | None:
    """A time as written by people or read from TOML, with its zone; for a date alone, its last
    second. None if it is not a time."""
    if isinstance(value, str):
        try:
            day_alone = len(value.strip()) <= len("2026-01-30")
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
        value = value.date() if day_alone else value
    if not isinstance(value, date):
        return None
    if not isinstance(value, datetime):
        value = datetime.combine(value, time(23, 59, 59))
    if value.tzinfo:
        return value
    return value.replace(tzinfo=zone) if zone else value.astimezone()


def rename_in_extensions(classroom: Classroom, old: str, new: str) -> None:
    """Gives a student's lines in `extensions.csv` another id."""
    path = classroom.folder / EXTENSIONS
    if not path.is_file():
        return
    file = read_csv_file(path)
    headings = [heading.strip().casefold() for heading in file.rows[0]] if file.rows else []
    if "student" not in headings:
        return
    column = headings.index("student")
    theirs = [row for row in file.rows[1:] if cell_at(row, column) == old]
    for row in theirs:
        row[column] = new
    if theirs:
        write_whole(path, file.data())


def _extensions(path: Path, zone: tzinfo | None) -> list[tuple[str, str, datetime | None, int]]:
    """What `extensions.csv` says: the student, as written there, the homework, the due time, and
    the number of the line."""
    file = read_csv_file(path)
    rows = file.rows
    headings = [heading.strip().casefold() for heading in rows[0]] if rows else []
    if not {"student", "homework", "due"} <= set(headings):
        line = file.lines[0] if rows else 1
        raise Failure(f"{path}, line {line}: the headings must be student,homework,due.")
    found = []
    for number, row in zip(file.lines[1:], rows[1:], strict=True):
        if not any(cell.strip() for cell in row):
            continue
        cells = dict(zip(headings, (cell.strip() for cell in row), strict=False))
        student, homework, due = (cells.get(key, "") for key in ("student", "homework", "due"))
        where = f"{path}, line {number}"
        if homework not in homeworks():
            named = ", ".join(homeworks())
            raise Failure(f"{where}: there is no homework {homework!r}. There are: {named}.")
        at = None if due.casefold() == "excused" else moment(due, zone)
        if not student or (at is None and due.casefold() != "excused"):
            raise Failure(
                f"{where}: write a line such as jdoe,{homework},2026-02-02 23:59, or "
                f"jdoe,{homework},excused if they need not hand it in."
            )
        found.append((student, homework, at, number))
    return found
