"""Adds a student's notebooks to the versions from before, and chooses the one to grade."""

from dataclasses import dataclass
from datetime import UTC, datetime

from autograder.base.files import sha256
from autograder.base.visible import in_one_line, quoted, short_name
from autograder.collect.attempt_notebook import FileChoice, Inspection, choose_file
from autograder.collect.outcome import Remarks
from autograder.collect.versions import Shelf, Version, file_name, newest_first
from autograder.rules.policy import Policy
from autograder.submissions.candidates import Candidate
from autograder.submissions.homework_ids import homework_of
from autograder.submissions.unreadable import MAX_TOGETHER, TOO_MUCH
from autograder.systems.all_systems import LAYOUTS
from autograder.systems.download import Attempt


@dataclass
class StudentWork:
    """All that one student has handed in for a homework."""

    student: str  # the id
    shelf: Shelf
    inspection: Inspection
    system: str  # where the download comes from
    policy: Policy
    remarks: Remarks  # each step adds to these

    def is_late(self, at: datetime | None, *, otherwise: bool | None) -> bool | None:
        """Whether something was late by the class's rules, or `otherwise` if the rules do not
        say."""
        homework = self.inspection.homework
        return self.policy.is_late(self.student, homework, at, otherwise=otherwise)

    def shelve(self, attempts: list[Attempt]) -> str:
        """Puts the notebooks of the attempts on the shelf. If there are none, returns sentences
        that say why."""
        remarks: list[str] = []
        is_found = is_last = False
        choices = self._choices(attempts)
        for attempt, choice in choices:
            is_last = choice.notebook is not None
            is_found |= is_last
            remarks = choice.remarks if is_last else [*remarks, *choice.remarks]
            for other in choice.others:
                self._add(attempt, other, beside=True)
            if choice.notebook:
                self._add(attempt, choice.notebook, beside=False)
        if len(choices) < len(attempts):
            read = f"Only the newest {len(choices)} of {len(attempts)} attempts were read."
            remarks = [*remarks, read, TOO_MUCH]
        remarks = list(dict.fromkeys(remarks))  # many attempts may have the same fault
        self.remarks.note(*remarks, attention=not is_last)
        return "" if is_found else " ".join(remarks)

    def _choices(self, attempts: list[Attempt]) -> list[tuple[Attempt, FileChoice]]:
        """What was chosen in each of the attempts, the newest last. If their notebooks are too
        large together, only the newest attempts count."""
        choices: list[tuple[Attempt, FileChoice]] = []
        bytes_left = MAX_TOGETHER
        for attempt in sorted(attempts, key=Attempt.order)[::-1]:
            choice = choose_file(attempt.files, self.inspection)
            chosen = [choice.notebook] if choice.notebook else []
            bytes_left -= sum(len(candidate.data) for candidate in (*choice.others, *chosen))
            if bytes_left < 0 and choices:
                break
            choices.append((attempt, choice))
        return choices[::-1]

    def _add(self, attempt: Attempt, candidate: Candidate, *, beside: bool) -> None:
        file, digest = candidate.file, sha256(candidate.data)
        now = datetime.now(UTC).timestamp()
        order = attempt.order(file)
        if order > now and not (attempt.at or file.number):
            order = self.shelf.order_of(digest, now)
        version = Version(
            sha256=digest,
            file=file_name(digest, attempt.at or file.written),
            source=short_name(file.path),
            system=self.system,
            account=in_one_line(attempt.account),
            order=order,
            written=min(file.written.timestamp(), now),
            at=attempt.at,
            late=self.is_late(attempt.at, otherwise=attempt.late),
            beside=beside,
            origin=file.origin,
        )
        self.shelf.add(version, candidate.data)

    def choose_version(self) -> Version:
        """The version to grade. If it is not simply the newest, or is for another homework, there
        is a remark on that."""
        chosen = self._newest_with_answers()
        other = homework_of(self.shelf.content(chosen))
        if other not in ("", self.inspection.homework):
            self.remarks.note(
                f"It is for another homework, {other}. Ask the student for the right one.",
                attention=self.shelf.is_new(chosen),
            )
        return chosen

    def _newest_with_answers(self) -> Version:
        """The newest version that has answers; if none has any, the newest."""
        newest, *older = newest_first(self.shelf.versions)
        is_new, note = self.shelf.is_new(newest), self.remarks.note
        if not older:
            if is_new and self._answers_in(newest) == 0:
                note("It has no answers.")
            return newest
        before = older[0]
        if self._answers_in(newest) == 0:
            for version in older:
                if full := self._answers_in(version):
                    note(
                        f"No answers in {self._described(newest)}, which came last. Instead, "
                        f"{self._described(version)}, with {full} answers, is graded: ask the "
                        "student which one is meant.",
                        attention=is_new,
                    )
                    return version
        if newest.at and newest.at == before.at:
            counts = (
                f"{self._described(newest)} counts, and not {self._described(before)}. The files "
                "differ, but seem to be from the same time, so the one that came last was taken."
            )
            note(f"{counts} {LAYOUTS[self.system].for_newer_times}".rstrip(), attention=is_new)
        if not is_new and (new := next(filter(self.shelf.is_new, older), None)):
            note(
                f"{self._described(new)} is new in this download, but seems to be older than "
                f"{self._described(newest)}, which still counts."
            )
        return newest

    def _answers_in(self, version: Version) -> int | None:
        return self.inspection.count_answers(self.shelf.content(version))

    def _described(self, version: Version) -> str:
        at, name = version.at, quoted(version.source)
        when = f" of {at.astimezone(self.policy.zone):%Y-%m-%d %H:%M}" if at else ""
        return f"{name}{when} (kept as {version.file})"
