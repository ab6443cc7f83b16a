"""Chooses which version is graded of all that a student has handed in."""

from datetime import tzinfo

from autograder.base.visible import quoted
from autograder.collect.attempt_notebook import Inspection
from autograder.collect.outcome import CollectedRow
from autograder.collect.versions import Shelf, Version, newest_first


def choose_version(
    shelf: Shelf, inspection: Inspection, row: CollectedRow, system: str, zone: tzinfo | None
) -> Version:
    """The newest version or, if that has no answers, the newest that has some. The row gets a
    remark if it is not the newest, or has far fewer answers than the version before.

    Args:
        system: where the download came from.
        zone: for showing times.
    """

    def answers_in(version: Version) -> int | None:
        return inspection.answers(shelf.content(version))

    newest, *older = newest_first(shelf.versions)
    is_new = shelf.is_new(newest)
    if not older:
        if is_new and answers_in(newest) == 0:
            row.note("It has no answers.")
        return newest
    before, answers = older[0], answers_in(newest)
    if answers == 0:
        for version in older:
            if answers_before := answers_in(version):
                untouched, full = _described_apart(newest, version, zone)
                row.note(
                    f"No answers in {untouched}, which came last. Graded is {full}, with "
                    f"{answers_before} answers: ask the student which one is meant.",
                    attention=is_new,
                )
                return version
    if newest.at and newest.at == before.at:
        counts, other = _described_apart(newest, before, zone)
        remedy = " Give a newer grading worksheet with --roster." if system == "moodle" else ""
        row.note(
            f"{counts} counts, and not {other}. The files differ, but seem to be from the same "
            f"time, so the one that came last was taken.{remedy}",
            attention=is_new,
        )
    new = [version for version in older if shelf.is_new(version)]
    if new and not is_new:
        row.note(
            f"New in this download is {_described(new[0], zone)}. It seems to be older than "
            f"{_described(newest, zone)}, which still counts."
        )
    if answers and is_new:
        answers_before = answers_in(before)
        if answers_before and 2 * answers < answers_before:
            row.note(
                f"The newest file has {answers} answers, the one before, "
                f"{_described(before, zone)}, has {answers_before}. The newest is graded: ask the "
                "student which one is meant.",
                attention=True,
            )
    return newest


def _described(version: Version, zone: tzinfo | None) -> str:
    at, name = version.handed_in, quoted(version.source)
    return f"{name} of {at.astimezone(zone):%Y-%m-%d %H:%M}" if at else name


def _described_apart(newer: Version, older: Version, zone: tzinfo | None) -> tuple[str, str]:
    """Two versions in words. If they would read the same, the names under which they are kept are
    added."""
    of_newer, of_older = _described(newer, zone), _described(older, zone)
    if of_newer != of_older:
        return of_newer, of_older
    return f"{of_newer} (kept as {newer.file})", f"{of_older} (kept as {older.file})"
