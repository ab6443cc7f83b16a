"""Puts the notebooks of a student's attempts on the shelf of their versions."""

from dataclasses import replace
from datetime import UTC, datetime

from autograder.base.files import sha256
from autograder.base.visible import short_name
from autograder.collect.attempt_notebook import Choice, Inspection, choose_file
from autograder.collect.outcome import CollectedRow
from autograder.collect.versions import Shelf, Version, file_name
from autograder.rules.policy import Policy
from autograder.submissions.candidates import Candidate
from autograder.submissions.unreadable import MAX_TOGETHER, TOO_MUCH
from autograder.systems.download import Attempt


def shelve(
    shelf: Shelf,
    attempts: list[Attempt],
    row: CollectedRow,
    inspection: Inspection,
    system: str,
    policy: Policy,
) -> str:
    """Puts the notebooks of one student's attempts on the shelf. If there is none, returns why, in
    sentences.

    Args:
        row: the student's; gets the remarks.
        inspection: of the student's notebooks.
        system: where the attempts come from.
    """
    remarks: list[str] = []
    is_found = is_last = False
    choices = _choices(attempts, inspection)
    for attempt, choice in choices:
        is_last = choice.notebook is not None
        is_found |= is_last
        remarks = choice.remarks if is_last else [*remarks, *choice.remarks]
        for candidate in (*choice.others, choice.notebook):
            if candidate:
                late = policy.is_late(row.student, inspection.homework, attempt.at, attempt.late)
                version = _version(attempt, candidate, shelf, system)
                beside = candidate is not choice.notebook
                shelf.add(replace(version, late=late, beside=beside), candidate.data)
    if len(choices) < len(attempts):
        read = f"Only the newest {len(choices)} of {len(attempts)} attempts were read."
        remarks = [*remarks, read, TOO_MUCH]
    remarks = list(dict.fromkeys(remarks))  # many attempts may have the same fault
    row.note(*remarks, attention=not is_last)
    return "" if is_found else " ".join(remarks)


def _choices(attempts: list[Attempt], inspection: Inspection) -> list[tuple[Attempt, Choice]]:
    """What was chosen in one student's attempts, the newest last. If their notebooks are too large
    together, it is the newest attempts."""
    choices: list[tuple[Attempt, Choice]] = []
    bytes_left = MAX_TOGETHER
    for attempt in sorted(attempts, key=Attempt.order)[::-1]:
        choice = choose_file(attempt.files, inspection)
        chosen = [choice.notebook] if choice.notebook else []
        bytes_left -= sum(len(candidate.data) for candidate in (*choice.others, *chosen))
        if bytes_left < 0 and choices:
            break
        choices.append((attempt, choice))
    return choices[::-1]


def _version(attempt: Attempt, candidate: Candidate, shelf: Shelf, system: str) -> Version:
    file, digest = candidate.file, sha256(candidate.data)
    now = datetime.now(UTC).timestamp()
    order = attempt.order(file)
    if order > now and not (attempt.at or file.number):
        order = shelf.order_of(digest, now)
    return Version(
        sha256=digest,
        file=file_name(digest, attempt.at or file.written),
        source=short_name(file.path),
        system=system,
        account=short_name(attempt.account),
        order=order,
        written=min(file.written.timestamp(), now),
        at=attempt.at.isoformat() if attempt.at else None,
        origin=file.origin,
    )
