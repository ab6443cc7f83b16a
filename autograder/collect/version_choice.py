"""Chooses which version is graded of all that a student has handed in."""

from dataclasses import dataclass, field
from datetime import tzinfo

from autograder.base.visible import quoted
from autograder.collect.choose import Inspection
from autograder.collect.versions import Shelf, Version, newest_first


@dataclass
class VersionChoice:
    """The choice for one student, with what a person should know about it."""

    shelf: Shelf
    contents: dict[str, bytes]  # the bytes of the versions in the download, by hash
    inspection: Inspection
    system: str  # where the download came from
    zone: tzinfo | None  # for showing times
    remarks: list[str] = field(default_factory=list)  # in sentences
    attention: bool = False  # whether a person has to do something

    def of(self, versions: list[Version]) -> Version:
        """The newest version or, if that has no answers, the newest that has some. Adds a remark if
        it is not the newest, or has far fewer answers than the version before."""
        newest, *older = newest_first(versions)
        is_new = newest.sha256 not in self.shelf
        if not older:
            if is_new and self._answers_in(newest) == 0:
                self.remarks.append("It has no answers.")
            return newest
        answers = self._answers_in(newest)
        if answers == 0:
            for version in older:
                if answers_before := self._answers_in(version):
                    untouched, full = self._described_apart(newest, version)
                    self.remarks.append(
                        f"No answers in {untouched}, which came last. Graded is {full}, with "
                        f"{answers_before} answers: ask the student which one is meant."
                    )
                    self.attention |= is_new
                    return version
        if newest.at and newest.at == older[0].at:
            self.remarks.append(self._of_the_same_time(newest, older[0]))
            self.attention |= is_new
        new = [version for version in older if version.sha256 not in self.shelf]
        if new and not is_new:
            self.remarks.append(
                f"New in this download is {self._described(new[0])}. It seems to be older than "
                f"{self._described(newest)}, which still counts."
            )
        if answers and is_new:
            answers_before = self._answers_in(older[0])
            if answers_before and 2 * answers < answers_before:
                self.remarks.append(
                    f"The newest file has {answers} answers, the one before, "
                    f"{self._described(older[0])}, has {answers_before}. The newest is graded: ask "
                    "the student which one is meant."
                )
                self.attention = True
        return newest

    def _answers_in(self, version: Version) -> int | None:
        """How many answers there are in a version; None if that cannot be told."""
        data = self.contents.get(version.sha256)  # an empty file has no bytes, but is known
        return self.inspection.answers(self.shelf.content(version) if data is None else data)

    def _of_the_same_time(self, newest: Version, older: Version) -> str:
        """A remark on two files to which the system gives the same time."""
        remedy = " Give a newer grading worksheet with --roster." if self.system == "moodle" else ""
        counts, other = self._described_apart(newest, older)
        return (
            f"{counts} counts, and not {other}. The files differ, but seem to be from the same "
            f"time, so the one that came last was taken.{remedy}"
        )

    def _described(self, version: Version) -> str:
        at, name = version.handed_in, quoted(version.source)
        return f"{name} of {at.astimezone(self.zone):%Y-%m-%d %H:%M}" if at else name

    def _described_apart(self, newer: Version, older: Version) -> tuple[str, str]:
        """Two versions in words. If they would read the same, the names under which they are kept
        are added."""
        of_newer, of_older = self._described(newer), self._described(older)
        if of_newer != of_older:
            return of_newer, of_older
        return f"{of_newer} (kept as {newer.file})", f"{of_older} (kept as {older.file})"
