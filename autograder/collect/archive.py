"""Reads a download, which is a zip or a folder, without trusting any name or size in it."""

import io
import os
import unicodedata
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from functools import partial
from itertools import islice
from pathlib import Path

from autograder.base.timestamps import in_utc
from autograder.collect.archive_names import (
    is_litter,
    name_with_accents,
    path_inside,
    problem_of_name,
)
from autograder.submissions.file import File, on_disk
from autograder.submissions.unreadable import LINK, MAX_FILE, Unreadable
from autograder.systems.download import SUBMITTED, BadDownload

MAX_MEMBERS = 50_000
MAX_WALKED = 10 * MAX_MEMBERS  # files of a folder that are counted
MAX_OF_ONE = 1000  # if there are too many files, those of each entry at the top that are looked at
MAX_FILES_INSIDE = 200  # files in a zip that a student handed in
MAX_INSIDE = 64_000_000  # bytes of all files in such a zip
MAX_UNPACKED = 1 << 30  # bytes; an archive may unpack to more if its compression is plausible
MAX_RATIO = 200  # how far a file may be compressed in an archive that would be too large

ABSURD = "It is compressed far more than a notebook can be, so it was not unpacked."

_ENCRYPTED = 0x1
_IS_LINK = 0o120000
_LISTED = b"PK\x01\x02"  # each entry in a zip's list of its files begins like this


@contextmanager
def opened(source: Path, zone: tzinfo | None = None) -> Iterator[list[File]]:
    """The files of a zip or a folder, which can be read while the context lasts.

    Args:
        zone: the time zone of times in zips, which do not name one; by default this machine's.

    Raises:
        BadDownload: it is neither, or it is broken, encrypted or malicious.
    """
    if source.is_dir():
        yield list(_in_folder(source))
        return
    if not source.exists():
        raise BadDownload(f"There is no file or folder {source}.")
    if source.suffix.casefold() in (".csv", ".tsv", ".xls"):
        raise BadDownload(
            f"{source.name} looks like a class list or a gradebook, not like what students "
            "handed in. Name the download instead, and add this file with --roster."
        )
    if not zipfile.is_zipfile(source):
        raise BadDownload(
            f"{source.name} is not a zip archive, or its download was interrupted. Download it "
            "again, or unpack it and name the folder."
        )
    with _zip(source, source.name) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        paths = [path_inside(name_with_accents(info)) for info in infos]
        chosen = [infos[i] for i in _not_too_many(paths, source.name)]
        yield _in_zip(archive, chosen, source.name, source.stat().st_size, zone)


@contextmanager
def opened_inside(name: str, data: bytes) -> Iterator[list[File]]:
    """The files of a zip that a student handed in.

    Raises:
        BadDownload: as for `opened`.
    """
    if data.count(_LISTED) > MAX_MEMBERS:  # opening the zip would read all of them
        raise BadDownload(f"{name} holds too many files; {MAX_FILES_INSIDE} are allowed.")
    with _zip(io.BytesIO(data), name) as archive:
        infos = archive.infolist()
        if len(infos) > MAX_FILES_INSIDE:
            raise BadDownload(_too_many(name, len(infos), MAX_FILES_INSIDE))
        total = sum(info.file_size for info in infos)
        if total > MAX_INSIDE:
            raise BadDownload(
                f"{name} would unpack to {total / 1e6:.0f} MB, and {MAX_INSIDE / 1e6:.0f} MB are "
                "allowed. Please ask the student for the notebook alone."
            )
        files = [info for info in infos if not info.is_dir()]
        yield _in_zip(archive, files, name, len(data), None)


def _zip(file: Path | io.BytesIO, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise BadDownload(f"{name} is a broken zip archive ({error}). Download it again.") from None


def _not_too_many(paths: list[str], name: str) -> list[int]:
    """The indices of the files to look at: normally all.

    If there are too many files, a single student may have caused it. Then only the first files of
    each entry are looked at, in which those come first that are named like submitted files. Entries
    are the files and folders at the top or, if one folder is around all files, directly in that.

    Raises:
        BadDownload: even these files are too many.
    """
    if len(paths) <= MAX_MEMBERS:
        return list(range(len(paths)))
    all_parts = [path.split("/") for path in paths]
    shallowest = min(map(len, all_parts))
    depth = 0  # how many folders contain all files
    while depth + 1 < shallowest and len({parts[depth] for parts in all_parts}) == 1:
        depth += 1
    entries: dict[str, list[int]] = defaultdict(list)
    for i, parts in enumerate(all_parts):
        entries[parts[depth]].append(i)
    chosen: list[int] = []
    for indices in entries.values():
        indices.sort(key=lambda i: not SUBMITTED.search(all_parts[i][-1]))
        chosen += indices[:MAX_OF_ONE]
    if len(chosen) > MAX_MEMBERS:
        raise BadDownload(_too_many(name, len(paths), MAX_MEMBERS))
    return sorted(chosen)


def _too_many(name: str, count: int, most: int) -> str:
    return f"{name} holds {count:,} files; {most:,} are allowed."


def _in_zip(
    archive: zipfile.ZipFile,
    infos: list[zipfile.ZipInfo],
    name: str,
    size: int,
    zone: tzinfo | None,
) -> list[File]:
    """These files of a zip that has this name and this size in bytes."""
    left_out = _absurd(infos, size)
    total = _total(info for info in infos if info not in left_out)
    if total > MAX_UNPACKED and total > MAX_RATIO * size:
        raise BadDownload(
            f"{name} has {size / 1e6:.1f} MB and would unpack to {total / 1e9:.1f} GB, unlike an "
            "ordinary download; nothing was unpacked."
        )
    if any(info.flag_bits & _ENCRYPTED for info in infos):
        raise BadDownload(f"{name} is encrypted. Unpack it with its password and name the folder.")
    files = []
    for info in infos:
        name_inside = name_with_accents(info)
        path, problem = path_inside(name_inside), problem_of_name(name_inside) or _problem(info)
        if not is_litter(path):
            written, read = _time_written(info, zone), partial(_beginning, archive, info)
            problem = ABSURD if info in left_out else problem
            files.append(File(path, info.file_size, written, problem, read))
    return files


def _beginning(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    try:
        with archive.open(info) as content:
            return content.read(most)
    except (OSError, EOFError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise Unreadable(
            f"It is damaged in the download ({str(error).partition(' for file ')[0]}). Download it "
            "again; if that does not help, ask the student."
        ) from None


def _total(infos: Iterable[zipfile.ZipInfo]) -> int:
    return sum(info.file_size for info in infos if info.file_size <= MAX_FILE)


def _absurd(infos: list[zipfile.ZipInfo], size: int) -> set[zipfile.ZipInfo]:
    """The files because of which an archive would unpack to far too much; empty if it would not.
    They may be one student's, so all other files are collected nevertheless."""
    overlap = sum(info.compress_size for info in infos) > size  # no student can cause this
    if overlap or _total(infos) <= max(MAX_UNPACKED, MAX_RATIO * size):
        return set()
    return {info for info in infos if info.file_size > MAX_RATIO * info.compress_size}


def _problem(info: zipfile.ZipInfo) -> str:
    if (info.external_attr >> 16) & 0o170000 == _IS_LINK:
        return LINK
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "It is compressed in an unusual way. Unpack the download and name the folder."
    return ""


def _time_written(info: zipfile.ZipInfo, zone: tzinfo | None) -> datetime:
    try:
        return in_utc(datetime(*info.date_time), zone)
    except (ValueError, OverflowError, OSError):
        return datetime(1980, 1, 1, tzinfo=UTC)


def _in_folder(folder: Path) -> Iterator[File]:
    files = list(islice(_walked(folder), MAX_WALKED + 1))
    if len(files) > MAX_WALKED:
        raise BadDownload(f"{folder} holds more than {MAX_WALKED:,} files. Name a smaller folder.")
    paths = [file.relative_to(folder).as_posix() for file in files]
    for i in _not_too_many(paths, str(folder)):
        path = unicodedata.normalize("NFC", paths[i])
        if not is_litter(path):
            yield on_disk(files[i], path)


def _walked(folder: Path) -> Iterator[Path]:
    """All files and links below a folder. Links are not followed."""
    for parent, folders, names in os.walk(folder):
        folders.sort()
        links = [name for name in folders if (Path(parent) / name).is_symlink()]
        for name in sorted(names) + links:
            yield Path(parent) / name
