"""Reads a class's rules from its folder: `policy.toml`, and `extensions.csv` for single
students."""

import math
import re
import tomllib
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import NoReturn

from autograder.base.classroom import Classroom
from autograder.base.encodings import decoded
from autograder.base.failure import Failure
from autograder.base.files import require_file_or_nothing
from autograder.base.paths import homeworks
from autograder.people.former_ids import former_ids
from autograder.people.roster import current_ids
from autograder.rules.due_times import due_time, time_as_typed, zone_of
from autograder.rules.extensions import EXTENSIONS, extensions_of
from autograder.rules.policy import Amount, Policy
from autograder.rules.total_rules import TotalRules

POLICY = "policy.toml"
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*(%|points?)")
MAX_COUNT = 1_000_000  # minutes are added to times, which must stay within the calendar
_LATE = ("per_day", "at_most", "nothing_after_days", "free_days", "free_days_each", "grace_minutes")


def policy_of(classroom: Classroom, zone: tzinfo | None = None) -> Policy:
    """The rules in a class's folder; without files, an empty `Policy`.

    Args:
        zone: the zone of times that do not name one, if `policy.toml` does not, either; None for
            this machine's.

    Raises:
        Failure: a file cannot be used.
    """
    path = classroom.folder / POLICY
    is_file = require_file_or_nothing(path)
    policy = _PolicyReader(path, zone).policy() if is_file else Policy(zone=zone)
    extensions = extensions_of(classroom, policy.zone)
    if not extensions:
        return policy
    # This runs for each submission that is graded, so the class list is read only where it matters.
    former = former_ids(classroom)
    is_renamed = any(extension.student in former for extension in extensions)
    ids = current_ids(classroom) if is_renamed else {}
    dues: dict[tuple[str, str], datetime | None] = {}
    lines: dict[str, int] = {}
    for extension in extensions:
        student = ids.get(extension.student, extension.student)
        dues[student, extension.homework] = extension.due
        lines.setdefault(student, extension.line)
    return replace(policy, extensions=dues, extension_lines=lines)


def policy_with(
    classroom: Classroom, homework: str, due: str | None, timezone: str | None
) -> Policy:
    """The rules in a class's folder, together with a command's options: the due time of a homework,
    and the zone of times that do not name one.

    Raises:
        Failure: a file cannot be used, there is no such time or zone, `policy.toml` has another
            due time, or grading would read the rules in a different zone than the one given.
    """
    zone, policy = zone_of(timezone), policy_of(classroom)
    in_zone = policy_of(classroom, zone) if zone else policy
    if (in_zone.due, in_zone.extensions) != (policy.due, policy.extensions):
        raise Failure(
            f"Grading takes times in {POLICY} and {EXTENSIONS} that name no zone for this "
            f'machine\'s. Put timezone = "{timezone}" at the top of {POLICY}.'
        )
    policy = replace(policy, zone=zone or policy.zone)
    given, known = due_time(due, policy.zone), policy.due.get(homework)
    if given in (None, known):
        return policy
    if known:
        raise Failure(
            f"policy.toml says that {homework} is due {known:%Y-%m-%d %H:%M:%S}. Change it "
            "there, or leave --due out."
        )
    return replace(policy, due=policy.due | {homework: given})


class _PolicyReader:
    """Reads `policy.toml`, and says where something is wrong."""

    def __init__(self, path: Path, zone: tzinfo | None):
        self.path, self.default_zone = path, zone
        self.text = decoded(path.read_bytes())
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
            nothing_after_days=self._count("late", "nothing_after_days"),
            free_days=self._count("late", "free_days") or 0,
            free_days_each=self._count("late", "free_days_each"),
            grace=timedelta(minutes=self._count("late", "grace_minutes") or 0),
            totals=TotalRules(
                weights={name: self._weight(name) for name in self.tables.get("weights", {})},
                drop_lowest=self._count("total", "drop_lowest") or 0,
            ),
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
        try:
            return zone_of(self.tables.get("timezone")) or self.default_zone
        except Failure as reason:
            self._refuse("", "timezone", str(reason))

    def _due(self, name: str, zone: tzinfo | None) -> datetime:
        value = self.tables["due"][name]
        due = time_as_typed(value, zone)
        if due is None:
            example = 'Write "2026-01-30 23:59", or "2026-01-30" for the end of that day'
            reason = f"{str(value)!r} is not a time between 2000 and 2100. {example}"
            self._refuse("due", name, reason)
        return due

    def _amount(self, name: str) -> Amount | None:
        value = self.tables.get("late", {}).get(name)
        if value is None:
            return None
        amount = _AMOUNT.fullmatch(value.strip()) if isinstance(value, str) else None
        if not amount:
            example = 'Write "10 %" (of the points earned) or "2 points"'
            self._refuse("late", name, f"{value!r} is not an amount. {example}")
        return Amount(float(amount[1]), amount[2] == "%")

    def _count(self, table: str, name: str) -> int | None:
        """A number; None if the file does not have it."""
        value = self.tables.get(table, {}).get(name)
        if value is not None and (type(value) is not int or not 0 <= value <= MAX_COUNT):
            which = f"a whole number from 0 to {MAX_COUNT}"
            self._refuse(table, name, f"{name} must be {which}, not {value!r}")
        return value

    def _weight(self, name: str) -> float:
        value = self.tables["weights"][name]
        if type(value) not in (int, float) or not 0 <= value < math.inf:
            self._refuse("weights", name, f"a weight must be a number, 0 or more, not {value!r}")
        return float(value)

    def _refuse(self, table: str, name: str, reason: str) -> NoReturn:
        line = self._line_of(table, name)
        where = f"{self.path}, line {line}" if line else str(self.path)
        raise Failure(f"{where}: {reason.removesuffix('.')}.")

    def _line_of(self, table: str, name: str) -> int | None:
        """The number of the line with a name in a table, or with the heading of a table."""
        current_table = ""
        for number, text in enumerate(self.text.splitlines(), start=1):
            if heading := re.match(r"\s*\[\s*\"?([\w-]+)", text):
                current_table = heading[1]
            has_name = re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", text)
            if current_table == table and has_name:
                return number
            if not table and current_table == name and heading:
                return number
        return None
