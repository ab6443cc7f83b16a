"""Collects a download into `submitted/`, student by student."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.files import read_text
from autograder.base.timestamps import timestamp_in
from autograder.base.visible import short_name
from autograder.collect.archive import opened_download
from autograder.collect.attempt_matcher import AttemptMatcher, Matched
from autograder.collect.attempt_notebook import Inspection
from autograder.collect.new_class_list import NewClassList
from autograder.collect.outcome import Collected, CollectedRow, Remarks, Status
from autograder.collect.student_work import StudentWork
from autograder.collect.submitted import SubmittedFile
from autograder.collect.versions import Shelf
from autograder.collect.wrong_download import refuse_another_class, refuse_other_files
from autograder.people.roster import Roster
from autograder.people.roster_file import BadRoster
from autograder.rules.policy import Policy
from autograder.submissions.handed_in_file import File
from autograder.systems.all_systems import SYSTEMS, attempts_in, recognise_system
from autograder.systems.download import Attempt, BadDownload, Download
from autograder.systems.plain_folder import PLAIN_FOLDER

MAX_FILE_NAMES = 3  # names of one student's files that are shown
NOT_SEARCHED = "Answers were not looked for in all of the files, because that took too long."


@dataclass(frozen=True)
class CollectOptions:
    """Options for collecting."""

    only_roster: bool = False  # take nothing from people who are not in the class list
    # Says who is late, and the time zone of times that do not name one.
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
    """Puts submissions where grading finds them. Collecting the same again changes nothing.

    Args:
        system: the key of the system that it came from, one of `LAYOUTS`; by default, the system is
            recognised.
        new_list: a new class list; by default, the class's list is used.

    Raises:
        BadDownload: nothing was written, because the download cannot be opened, is malicious or has
            an unknown layout; or most or all of it is for another homework, or most of it is from
            people who are not in the class list; or with the new list, somebody would get another's
            work, or most of the class a second id.
        BadRoster: the class list cannot be used, or is needed and missing. Nothing was written.
    """
    roster = Roster.of(classroom, new_list)
    if options.only_roster and not roster.students:
        raise BadRoster("There is no class list. Add it with --roster, or leave --only-roster out.")
    zone = options.policy.zone
    with opened_download(source, zone) as files:
        download = Download(files, homework, roster, zone, bool(new_list))
        key = system or recognise_system(files, roster)
        attempts, strays = attempts_in(download, key)
        if system and key != PLAIN_FOLDER.key and not attempts:
            raise BadDownload(
                f"No file is named as {SYSTEMS[key].name} names them. Leave --from out. Nothing "
                "was written."
            )
        if not (attempts or strays):
            raise BadDownload(f"{source} has nothing of {homework}. Nothing was written.")
        refuse_other_files(attempts, homework, source)
        if not options.only_roster:
            refuse_another_class(attempts, roster, new_list or classroom.roster)
        former: dict[str, str] = {}
        if new_list:
            replacing = NewClassList(classroom, new_list, roster, Roster.or_empty(classroom))
            former = _take_list(replacing, attempts, options)
        matcher = AttemptMatcher(classroom, homework, key, roster, former, options.only_roster)
        collecting = _Collecting(matcher, options)
        return collecting.outcome(collecting.rows(attempts) + _of_nobody(strays, homework))


def _take_list(
    replacing: NewClassList, attempts: list[Attempt], options: CollectOptions
) -> dict[str, str]:
    """Makes a new class list the class's, except in a dry run. Returns, by new id, the old ids
    under which students' submissions are still kept.

    Raises:
        BadDownload: somebody would get another's work, or most of the class a second id.
    """
    replacing.refuse_if_wrong(attempts)
    options.on_new_roster(replacing.before, replacing.now)
    if options.dry_run:
        return replacing.former
    replacing.take()
    return {}


@dataclass
class _Collecting:
    """One run over the attempts in a download."""

    matcher: AttemptMatcher
    options: CollectOptions

    def rows(self, attempts: list[Attempt]) -> list[CollectedRow]:
        """Collects all attempts, and returns a row for each student and each attempt not taken."""
        refused: list[CollectedRow] = []
        taken: dict[str, Matched] = {}  # by student
        attempts_of: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in attempts:
            matched = self.matcher.match(attempt)
            if matched.is_taken:
                key = matched.student.casefold()
                taken.setdefault(key, matched)
                attempts_of[key].append(attempt)
            else:
                refused.append(_with(matched.remarks, self._row_as_found(matched, attempt)))
        rows = [self._collected(matched, attempts_of[key]) for key, matched in taken.items()]
        return sorted(rows, key=lambda row: row.student) + refused

    def outcome(self, rows: list[CollectedRow]) -> Collected:
        """What became of the download, and the people in the class list who have not handed in."""
        matcher, policy = self.matcher, self.options.policy
        handed_in = {row.student for row in rows if row.status != Status.NOT_TAKEN}
        handed_in |= set(matcher.classroom.students(matcher.homework))
        missing = [
            student
            for student in matcher.roster.by_id
            if student not in handed_in
            and matcher.former.get(student) not in handed_in
            and not policy.is_excused(student, matcher.homework)
        ]
        names = {student.id: student.name for student in matcher.roster.students}
        due = policy.due.get(matcher.homework)
        return Collected(matcher.system, rows, missing, due, names, policy.zone)

    def _row_as_found(self, matched: Matched, attempt: Attempt) -> CollectedRow:
        """The row of an attempt before anything is done with its files."""
        files = ", ".join(short_name(file.name) for file in attempt.files[:MAX_FILE_NAMES])
        late = self.options.policy.is_late(
            matched.student, self.matcher.homework, attempt.at, otherwise=attempt.late
        )
        return CollectedRow(matched.student, files, attempt.at, late, by_name=matched.by_name)

    def _collected(self, matched: Matched, attempts: list[Attempt]) -> CollectedRow:
        """Collects the attempts of one student, and returns their row."""
        student, remarks = matched.student, matched.remarks
        row, matcher = self._row_as_found(matched, attempts[0]), self.matcher
        homework, policy = matcher.homework, self.options.policy
        folder_id = matcher.former.get(student, student)
        try:
            shelf = Shelf(matcher.classroom.collected(folder_id, homework))
            if clash := matcher.clash(student, attempts, shelf):
                remarks.note(clash, attention=True)
            else:
                inspection = Inspection(homework)
                work = StudentWork(student, shelf, inspection, matcher.system, policy, remarks)
                row = self._place_newest(row, folder_id, attempts, work)
        except (OSError, ValueError) as error:  # it may concern only this student's files
            remarks.note(f"Could not be collected: {error}", attention=True)
        return _with(remarks, row)

    def _place_newest(
        self, row: CollectedRow, folder_id: str, attempts: list[Attempt], work: StudentWork
    ) -> CollectedRow:
        """Puts the newest notebook of all attempts, including those collected before, in place, and
        returns the row with the outcome."""
        dry_run = self.options.dry_run
        reason = work.shelve(attempts)
        file = SubmittedFile(self.matcher.classroom, folder_id, work)
        if reason:
            return replace(row, status=file.note_why_no_notebook(reason, dry_run=dry_run))
        current = work.choose_version()
        late = work.is_late(current.at, otherwise=current.late)
        moment = self._time_to_note(current.at, late=late)
        status, time_by_hand = file.place(current, moment, dry_run=dry_run)
        if not work.inspection.is_complete:
            work.remarks.note(NOT_SEARCHED)
        if time_by_hand:
            noted = timestamp_in(read_text(file.timestamp) or "")
            late = work.is_late(noted, otherwise=late)
        return replace(
            row,
            file=short_name(current.source),
            at=current.at,
            late=late,
            status=status,
            noted=file.timestamp.exists(),
            time_by_hand=time_by_hand,
        )

    def _time_to_note(self, at: datetime | None, *, late: bool | None) -> datetime | None:
        """The time to note for nbgrader. If the system says only that a submission was late, this
        is the first second that is late by the class's rules."""
        due = self.options.policy.due.get(self.matcher.homework)
        if at is None and late and due:
            return due + self.options.policy.grace + timedelta(seconds=1)
        return at


def _with(remarks: Remarks, row: CollectedRow) -> CollectedRow:
    return replace(row, remarks=remarks.sentences, attention=remarks.attention)


def _of_nobody(files: list[File], homework: str) -> list[CollectedRow]:
    remark = (
        "Its name does not tell whose it is. If it is a student's notebook, put it into "
        f"submitted/STUDENT/{homework}/."
    )
    names = [short_name(file.path) for file in files]
    return [CollectedRow("", name, remarks=[remark], attention=True) for name in names]
