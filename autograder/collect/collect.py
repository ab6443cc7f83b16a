"""Collects a download into `submitted/`: finds out whose work it is, and what is already there."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from autograder.base.files import read_text, sha256, write_whole
from autograder.base.paths import Classroom
from autograder.base.timestamps import timestamp_in
from autograder.base.visible import quoted, short_name
from autograder.collect.archive import opened
from autograder.collect.choose import Candidate, Choice, Inspection, choose_file
from autograder.collect.download import Attempt, Download
from autograder.collect.outcome import Collected, CollectedRow, Status
from autograder.collect.submitted import SubmittedFile
from autograder.collect.version_choice import choose_version
from autograder.collect.versions import Shelf, Version, file_name
from autograder.collect.which_system import LAYOUTS, recognise_layout, system_name
from autograder.collect.wrong_download import (
    refuse_another_class,
    refuse_downloads,
    refuse_other_files,
    refuse_other_ids,
)
from autograder.handed_in.file import File
from autograder.handed_in.of_homework import homework_of
from autograder.handed_in.unreadable import MAX_TOGETHER, TOO_MUCH
from autograder.people.changed_ids import changed_ids
from autograder.people.former_ids import former_ids
from autograder.people.roster import Roster
from autograder.people.student import Student, is_test_student
from autograder.rules.policy import Policy

MAX_FILE_NAMES = 3  # names of one student's files that are shown
NOT_SEARCHED = "Answers were not looked for in all of the files, because that took too long."


@dataclass(frozen=True)
class CollectOptions:
    """Options for collecting."""

    only_roster: bool = False  # take nothing from those who are not in the class list
    # Says who is late, and which time zone is meant where a time names none.
    policy: Policy = field(default_factory=Policy)
    dry_run: bool = False  # write nothing
    # Called with the old and the new class list before anything is put in place, in dry runs, too.
    on_new_roster: Callable[[Roster, Roster], None] = lambda before, now: None


def collect(
    classroom: Classroom,
    source: Path,
    homework: str,
    *,
    system: str | None = None,
    new_list: Path | None = None,
    options: CollectOptions = CollectOptions(),
) -> Collected:
    """Puts submissions where grading finds them. Collecting again changes nothing.

    Args:
        system: where it came from, one of `LAYOUTS`; by default, this is recognised.
        new_list: a new class list; by default, the class's list is used.

    Raises:
        BadDownload: it cannot be opened, is malicious or has an unknown layout; most of it is for
            another homework or from people who are not in the class list; or most of the class
            would get a second id. Nothing was written.
        BadRoster: the class list cannot be used. Nothing was written.
    """
    roster = Roster.read_for(classroom, new_list) if new_list else Roster.of(classroom)
    zone = options.policy.zone
    with opened(source, zone) as files:
        if system is None:
            system = recognise_layout(files, roster)
            if system == "folder" and source.is_dir():
                refuse_downloads(source, roster)
        attempts, strays = LAYOUTS[system](Download(files, homework, roster, zone, bool(new_list)))
        inspections = {attempt.account: Inspection(homework) for attempt in attempts}
        refuse_other_files(attempts, homework, source, inspections)
        if not options.only_roster:
            refuse_another_class(attempts, roster, new_list or classroom.roster)
        former: dict[str, str] = {}
        if new_list:
            before = Roster.usable(classroom)
            refuse_other_ids(attempts, before, roster, classroom, new_list)
            former = _take_roster(classroom, before, roster, new_list, options)
        run = _Collecting(classroom, homework, system, roster, options, former, inspections)
        rows = run.rows(attempts)
        rows += [_stray(file, homework) for file in strays]
    handed_in = {row.student for row in rows if row.status != Status.NOT_TAKEN}
    handed_in |= set(classroom.students(homework))
    missing = [
        id
        for id in roster.ids
        if id not in handed_in
        and former.get(id) not in handed_in
        and not options.policy.is_excused(id, homework)
    ]
    due = options.policy.due.get(homework)
    names = {student.id: student.name for student in roster.students}
    return Collected(system, rows, missing, due, names, zone)


@dataclass
class _Collecting:
    """One run over the attempts in a download."""

    classroom: Classroom
    homework: str
    system: str
    roster: Roster
    options: CollectOptions
    # By new id, the ids under which students still have what they handed in.
    former: dict[str, str]
    inspections: dict[str, Inspection]  # of each account's notebooks, by account

    def rows(self, attempts: list[Attempt]) -> list[CollectedRow]:
        """Collects all attempts, and returns a row for each student and each attempt not taken."""
        refused: list[CollectedRow] = []
        taken: dict[str, CollectedRow] = {}  # by student
        attempts_of: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in attempts:
            matches = attempt.matches_in(self.roster)
            row = self._row_of(attempt, matches)
            if self._is_taken(attempt, matches):
                key = row.student.casefold()
                taken.setdefault(key, row)
                attempts_of[key].append(attempt)
            else:
                refused.append(row)
        for key, row in taken.items():
            self._collect_student(row, attempts_of[key])
        return sorted(taken.values(), key=lambda row: row.student) + refused

    def _is_taken(self, attempt: Attempt, matches: list[Student]) -> bool:
        """Whether an attempt may be taken and it is clear whose it is.

        Args:
            matches: everybody in the class list who may be meant.
        """
        if len(matches) == 1:
            return True
        is_for_class_only = self.roster.students and self.options.only_roster
        return bool(attempt.student_id) and not matches and not is_for_class_only

    def _row_of(self, attempt: Attempt, matches: list[Student]) -> CollectedRow:
        """A row for the student who made an attempt, with remarks on who that is.

        Args:
            matches: as for `_is_taken`.
        """
        own_id = attempt.student_id or short_name(attempt.account)
        is_known = len(matches) == 1
        former = former_ids(self.classroom)
        student = matches[0].id if is_known else former.get(own_id, own_id)
        late = self._is_late(attempt.at, attempt.late, student)
        row = CollectedRow(student, _file_names(attempt.files), attempt.at, late)
        if is_known:
            row.by_name = not attempt.matches_by_id(self.roster)
            self._note_older_folder(row, own_id)
        else:
            self._note_who_it_is(row, attempt, matches)
        return row

    def _note_older_folder(self, row: CollectedRow, own_id: str) -> None:
        """Tells of an earlier submission under the id that the system's name gives, if that is not
        in the class list."""
        student = row.student
        is_known = own_id in ("", student, *self.roster.ids, *self.former.values())
        if not is_known and (self.classroom.folder / "submitted" / own_id).is_dir():
            row.note(
                f"Also has the older folder submitted/{own_id}: autograder rename {own_id} "
                f"{student}, or autograder forget {own_id} if both have this homework.",
                attention=True,
            )

    def _note_who_it_is(self, row: CollectedRow, attempt: Attempt, matches: list[Student]) -> None:
        """Tells whom the class list may mean, or that it means nobody."""
        row.attention = bool(self.roster.students)
        if matches:
            ids = ", ".join(match.id for match in matches)
            row.note(
                f"May be {ids} in the class list. Give a class list with --roster that has the ids "
                f"that {system_name(self.system)} uses, or put the file into "
                f"submitted/STUDENT/{self.homework}/, where STUDENT is the right id."
            )
        elif is_test_student(row.student):
            row.attention = False
            row.note("Is a test student, whom statistics and exports leave out.")
        elif self.roster.students:
            row.note(
                "Is not in the class list, roster.csv. If they belong there, give a newer list "
                "with --roster."
            )
        elif not attempt.student_id:
            row.note(
                "This name cannot become an id. Give a class list with --roster.", attention=True
            )

    def _folder_id(self, student: str) -> str:
        """The id that names a student's folders."""
        return self.former.get(student, student)

    def _collect_student(self, row: CollectedRow, attempts: list[Attempt]) -> None:
        """Collects the attempts of one student, and completes their row."""
        try:
            shelf = Shelf(self.classroom.collected(self._folder_id(row.student), self.homework))
            accounts = {short_name(attempt.account) for attempt in attempts}
            if self.system != "folder":
                accounts |= shelf.accounts(self.system)
            if len(accounts) == 1:
                self._place_newest(row, attempts, shelf)
                return
            people = ", ".join(map(quoted, sorted(accounts)))
            row.note(
                f"Several people seem to be {row.student}: {people}. None was taken. Give a class "
                f"list with the ids that {system_name(self.system)} uses."
            )
        except OSError as error:
            row.note(f"Could not be collected: {error}")
        row.status, row.attention = Status.NOT_TAKEN, True

    def _place_newest(self, row: CollectedRow, attempts: list[Attempt], shelf: Shelf) -> None:
        """Puts the newest notebook of all attempts, including those collected before, in place."""
        options, folder_id = self.options, self._folder_id(row.student)
        inspection = self.inspections[attempts[0].account]
        why_none = self._add_to(shelf, attempts, row)
        file = SubmittedFile(self.classroom, self.homework, folder_id, shelf)
        if why_none:
            file.put_none(why_none, row, dry_run=options.dry_run)
            return
        current = choose_version(shelf, inspection, row, self.system, options.policy.zone)
        is_new, data = shelf.is_new(current), shelf.content(current)
        if is_new and (damage := inspection.damage(data)):
            row.note(damage)
        if not inspection.is_complete:
            row.note(NOT_SEARCHED)
        other = homework_of(data)
        if other not in ("", self.homework):
            row.note(
                f"It is for another homework, {other}. Ask the student for the right one.",
                attention=is_new,
            )
        row.file, row.at = short_name(current.source), current.handed_in
        row.late = self._is_late(row.at, current.late, row.student)
        file.put(current, self._time_to_note(row), row, dry_run=options.dry_run)
        timestamp = self.classroom.timestamp(folder_id, self.homework)
        row.noted = timestamp.exists()
        if row.time_by_hand:
            own_time = timestamp_in(read_text(timestamp) or "")
            row.late = self._is_late(own_time, row.late, row.student)

    def _add_to(self, shelf: Shelf, attempts: list[Attempt], row: CollectedRow) -> str:
        """Adds the notebooks of one student's attempts. If there is none, returns why, in
        sentences."""
        remarks: list[str] = []
        is_found = is_last = False
        choices = self._choices(attempts)
        for attempt, choice in choices:
            is_last = choice.notebook is not None
            is_found |= is_last
            remarks = choice.remarks if is_last else [*remarks, *choice.remarks]
            for candidate in (*choice.others, choice.notebook):
                if candidate:
                    beside = candidate is not choice.notebook
                    version = self._version(attempt, candidate, beside, row.student, shelf)
                    shelf.add(version, candidate.data)
        if len(choices) < len(attempts):
            read = f"Only the newest {len(choices)} of {len(attempts)} attempts were read."
            remarks = [*remarks, read, TOO_MUCH]
        remarks = list(dict.fromkeys(remarks))  # many attempts may have the same fault
        row.note(*remarks, attention=not is_last)
        return "" if is_found else " ".join(remarks)

    def _choices(self, attempts: list[Attempt]) -> list[tuple[Attempt, Choice]]:
        """What was chosen in one student's attempts, the newest last. If their notebooks are too
        large together, it is the newest attempts."""
        choices: list[tuple[Attempt, Choice]] = []
        bytes_left = MAX_TOGETHER
        for attempt in sorted(attempts, key=Attempt.order)[::-1]:
            choice = choose_file(attempt.files, self.homework, self.inspections[attempt.account])
            chosen = [choice.notebook] if choice.notebook else []
            bytes_left -= sum(len(candidate.data) for candidate in (*choice.others, *chosen))
            if bytes_left < 0 and choices:
                break
            choices.append((attempt, choice))
        return choices[::-1]

    def _version(
        self, attempt: Attempt, candidate: Candidate, beside: bool, student: str, shelf: Shelf
    ) -> Version:
        file, digest = candidate.file, sha256(candidate.data)
        now = datetime.now(UTC).timestamp()
        order = attempt.order(file)
        if order > now and not (attempt.at or file.number):
            order = shelf.order_of(digest, now)
        return Version(
            sha256=digest,
            file=file_name(digest, attempt.at or file.written),
            source=short_name(file.path),
            system=self.system,
            account=short_name(attempt.account),
            order=order,
            written=min(file.written.timestamp(), now),
            at=attempt.at.isoformat() if attempt.at else None,
            late=self._is_late(attempt.at, attempt.late, student),
            beside=beside,
            origin=file.origin,
        )

    def _is_late(self, at: datetime | None, flag: bool | None, student: str) -> bool | None:
        late = self.options.policy.is_late(student, self.homework, at)
        return flag if late is None else late

    def _time_to_note(self, row: CollectedRow) -> datetime | None:
        """The time to note for nbgrader. If the system says only that it was late, this is the
        first second that is late under the class's rules."""
        due = self.options.policy.due.get(self.homework)
        if row.at is None and row.late and due:
            return due + self.options.policy.grace + timedelta(seconds=1)
        return row.at


def _file_names(files: list[File]) -> str:
    return ", ".join(short_name(file.name) for file in files[:MAX_FILE_NAMES])


def _stray(file: File, homework: str) -> CollectedRow:
    remark = (
        "Its name does not tell whose it is. If it is a student's notebook, put it into "
        f"submitted/STUDENT/{homework}/."
    )
    return CollectedRow("", short_name(file.path), remarks=[remark], attention=True)


def _take_roster(
    classroom: Classroom, before: Roster, now: Roster, path: Path, options: CollectOptions
) -> dict[str, str]:
    """Makes the list at `path` the class list. If the old one is different, a copy of it is kept.

    Returns:
        The ids under which students still have what they handed in, by their new ids. After
        anything but a dry run there are none.
    """
    options.on_new_roster(before, now)
    if options.dry_run:
        return {new: old for old, new in changed_ids(before, now).items()}
    data = path.read_bytes()
    replaced = classroom.roster.read_bytes() if classroom.roster.exists() else data
    if replaced != data:
        name = f"roster-{sha256(replaced)[:12]}.csv"
        write_whole(classroom.folder / "collected" / name, replaced)
    write_whole(classroom.roster, data)
    return {}
