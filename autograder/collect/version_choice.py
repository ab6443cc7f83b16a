"""Chooses the version that is graded, of all that a student has handed in."""

from dataclasses import dataclass, field
from datetime import tzinfo

from autograder.base.visible import quoted
from autograder.collect.choose import Inspection
from autograder.collect.versions import Shelf, Version, newest_first


@dataclass
class VersionChoice:
    """A choice for one student, with what a person should know about it."""

    shelf: Shelf
    contents: dict[str, bytes]  # of the versions in the download, by hash
    inspection: Inspection
    system: str  # where the download came from
    zone: tzinfo | None  # for showing times
    remarks: list[str] = field(default_factory=list)  # in sentences
    attention: bool = False  # whether a person has to do something

    def of(self, versions: list[Version]) -> Version:
        """The newest version or, if that has no answers, the newest that has. Adds a remark on
        that, and if it has far fewer answers than the version before."""
        newest, *older = newest_first(versions)
        is_new = newest.sha256 not in self.shelf

        def answers(version: Version) -> int | None:
            data = self.contents.get(version.sha256)  # of an empty file, no bytes
            return self.inspection.answers(self.shelf.content(version) if data is None else data)

        if not older:
            if is_new and answers(newest) == 0:
                self.remarks.append("It has no answers.")
            return newest
        now = answers(newest)
        if now == 0:
            for version in older:
                if before := answers(version):
                    blank, full = self._described_apart(newest, version)
                    self.remarks.append(
                        f"No answers in {blank}, which came last. Graded is {full}, with {before} "
                        "answers: ask the student which one is meant."
                    )
                    self.attention |= is_new
                    return version
        if newest.at and newest.at == older[0].at:
            self.remarks.append(self._of_the_same_time(newest, older[0]))
            self.attention |= is_new
        if not is_new and (new := [v for v in older if v.sha256 not in self.shelf]):
            self.remarks.append(
                f"New in this download is {self._described(new[0])}. It seems to be older than "
                f"{self._described(newest)}, which still counts."
            )
        if now and is_new:
            before = answers(older[0]) or 0
            if 2 * now < before:
                self.remarks.append(
                    f"The newest file has {now} answers, the one before, "
                    f"{self._described(older[0])}, has {before}. The newest is graded: ask the "
                    "student which one is meant."
                )
                self.attention = True
        return newest

    def _of_the_same_time(self, newest: Version, older: Version) -> str:
        """A remark on two files for which the system gives the same time."""
        newer = " Give a newer grading worksheet with --roster." if self.system == "moodle" else ""
        counts, other = self._described_apart(newest, older)
        return (
            f"{counts} counts, and not {other}. The files differ, but seem to be from the same "
            f"time, so the one that came last was taken.{newer}"
        )

    def _described(self, version: Version) -> str:
        at = version.handed_in
        return quoted(version.source) + (
            f" of {at.astimezone(self.zone):%Y-%m-%d %H:%M}" if at else ""
        )

    def _described_apart(self, one: Version, other: Version) -> tuple[str, str]:
        """Two versions, with the names under which they are kept if all else is the same."""
        told = self._described(one), self._described(other)
        if told[0] != told[1]:
            return told
        return f"{told[0]} (kept as {one.file})", f"{told[1]} (kept as {other.file})"
