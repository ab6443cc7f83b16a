"""Chooses which version is graded of all that a student has handed in."""

from datetime import tzinfo

from autograder.base.visible import quoted
from autograder.collect.attempt_notebook import Inspection
from autograder.collect.outcome import CollectedRow
from autograder.collect.versions import Shelf, Version, newest_first
from autograder.systems.table import LAYOUTS


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
            if full := answers_in(version):
                row.note(_why_older(newest, version, full, zone), attention=is_new)
                return version
    if newest.at and newest.at == before.at:
        row.note(_of_one_time(newest, before, system, zone), attention=is_new)
    if not is_new and (new := next(filter(shelf.is_new, older), None)):
        row.note(
            f"New in this download is {_described(new, zone)}. It seems to be older than "
            f"{_described(newest, zone)}, which still counts."
        )
    if is_new and answers and 2 * answers < (answers_before := answers_in(before) or 0):
        row.note(
            f"The newest file has {answers} answers, the one before, {_described(before, zone)}, "
            f"has {answers_before}. The newest is graded: ask the student which one is meant.",
            attention=True,
        )
    return newest


def _why_older(newest: Version, graded: Version, answers: int, zone: tzinfo | None) -> str:
    untouched, full = _described_apart(newest, graded, zone)
    return (
        f"No answers in {untouched}, which came last. Graded is {full}, with {answers} answers: "
        "ask the student which one is meant."
    )


def _of_one_time(newest: Version, before: Version, system: str, zone: tzinfo | None) -> str:
    counts, other = _described_apart(newest, before, zone)
    sentence = (
        f"{counts} counts, and not {other}. The files differ, but seem to be from the same time, "
        f"so the one that came last was taken."
    )
    return f"{sentence} {LAYOUTS[system].for_newer_times}".rstrip()


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
