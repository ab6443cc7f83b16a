"""Keeps every version of a submission that was ever collected, and knows which is the newest.

The versions are in `CLASS_DIR/collected/HOMEWORK/STUDENT/`, listed in a `versions.json`.
Collecting never deletes any.
"""

from collections import defaultdict
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from autograder.base.files import (
    dataclass_from,
    read_json,
    refusing_damage,
    write_json,
    write_whole,
)
from autograder.base.timestamps import usable_time

INDEX = "versions.json"


@dataclass(frozen=True)
class Version:
    """One notebook that a student handed in."""

    sha256: str  # the hash of its bytes
    file: str  # its name on the shelf
    source: str  # its name in the download
    system: str  # where it came from: canvas, moodle, ...
    account: str  # the account in that system that handed it in
    order: float  # the larger, the newer; comparable only within one system
    written: float  # when the file was written, as far as known, in seconds since 1970
    at: datetime | None = None  # when it was handed in, if the system says so
    # Whether it came after the due time or, if there is none, whether the system calls it late;
    # None if unknown.
    late: bool | None = None
    beside: bool = False  # whether another notebook of the same attempt was chosen instead
    origin: str = ""  # its path in the download, under which the system takes feedback back

    @property
    def time(self) -> float:
        """When it was handed in or, if that is unknown, written, in seconds since 1970."""
        return self.at.timestamp() if self.at else self.written

    @classmethod
    def from_json(cls, facts: dict) -> "Version":
        """The version that was turned into this JSON.

        Raises:
            ValueError, TypeError: the JSON does not stand for a version.
        """
        version = dataclass_from(cls, facts | {"at": None})
        at = facts.get("at")
        return replace(version, at=usable_time(datetime.fromisoformat(at)) if at else None)

    def as_json(self) -> dict:
        """The version, as JSON can hold it."""
        return asdict(self) | {"at": self.at.isoformat() if self.at else None}


class Shelf:
    """The versions of one student's submission of one homework. `save` writes what was added.

    Raises:
        OSError: the list of them cannot be read.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self._written = {version.sha256: version for version in _read_index(folder / INDEX)}
        self._all = dict(self._written)  # in the order in which they were first seen
        self._added: dict[str, bytes] = {}  # the bytes of those added, by hash

    @property
    def versions(self) -> list[Version]:
        """All versions, in the order in which they were first seen."""
        return list(self._all.values())

    def __contains__(self, sha256: str) -> bool:
        return sha256 in self._all

    def is_new(self, version: Version) -> bool:
        """Whether a version was not here before anything was added."""
        return version.sha256 not in self._written

    def order_of(self, sha256: str, now: float) -> float:
        """The order of a version whose file seems to be from the future, for example because a
        student's clock is wrong. It is the time when the version was first seen, so that whatever
        comes later counts as newer."""
        return min(self._all[sha256].order, now) if sha256 in self else now

    def accounts(self, system: str) -> set[str]:
        """The accounts of a system that handed in these versions. More than one is a mistake."""
        return {version.account for version in self.versions if version.system == system}

    def add(self, version: Version, data: bytes) -> None:
        """Adds a version and its bytes. If it was here before, what is known about it is brought up
        to date. But a time that a system once gave is kept, even if the same notebook comes again
        without a time."""
        if before := self._written.get(version.sha256):
            version = _updated(before, version)
        else:
            self._all.pop(version.sha256, None)  # of several attempts with it, the last counts
        self._all[version.sha256] = version
        self._added[version.sha256] = data

    def content(self, version: Version) -> bytes:
        """The bytes of a version."""
        added = self._added.get(version.sha256)  # may be b"", for an empty file
        return (self.folder / version.file).read_bytes() if added is None else added

    def save(self) -> None:
        """Writes the versions that were added, then the list of all."""
        for digest, data in self._added.items():
            path = self.folder / self._all[digest].file
            if not path.exists():
                write_whole(path, data)
        if self._all != self._written:
            write_json(self.folder / INDEX, [version.as_json() for version in self.versions])


def students_by_account(collected: Path) -> dict[tuple[str, str], set[str]]:
    """The ids under which a class has versions from an account, by system and account.

    Args:
        collected: the class's folder with all that was ever collected.
    """
    students: dict[tuple[str, str], set[str]] = defaultdict(set)
    for index in collected.glob(f"*/*/{INDEX}"):
        with suppress(OSError):  # it is reported when this student's work is collected
            for version in _read_index(index):
                students[version.system, version.account].add(index.parent.name)
    return students


def _updated(before: Version, again: Version) -> Version:
    """What is known about a version after it was collected again."""
    if again.late is None:
        again = replace(again, late=before.late)
    if before.at and not again.at:
        order = before.order if before.system == again.system else again.order
        again = replace(again, at=before.at, order=order)
    as_before = replace(
        again,
        file=before.file,
        source=before.source,
        written=before.written,
        origin=before.origin or again.origin,
    )
    return before if before == as_before else replace(again, file=before.file)


def newest_first(versions: list[Version]) -> list[Version]:
    """All chosen versions, the newest first. If they come from several systems, their times are
    compared. Among versions of the same time, the one written last counts as the newest or, if that
    is undecided, the one that was first seen last."""
    chosen = [version for version in reversed(versions) if not version.beside]
    of_one_system = len({version.system for version in chosen}) == 1

    def recency(version: Version) -> tuple[float, float]:
        return version.order if of_one_system else version.time, version.written

    return sorted(chosen, key=recency, reverse=True)


def file_name(data_hash: str, when: datetime) -> str:
    """The name of a version on the shelf."""
    return f"{when.astimezone(UTC):%Y%m%d-%H%M%S}-{data_hash[:12]}.ipynb"


def _read_index(index: Path) -> list[Version]:
    """The versions in a list."""
    advice = "Rename it; collecting then makes a new one."
    rows = read_json(index, list, advice, OSError)
    with refusing_damage(index, advice, OSError):
        return [*map(Version.from_json, rows)]
