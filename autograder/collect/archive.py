"""Reads a download, which is a zip or a folder, without trusting any name or size in it.

Each file is unpacked only when it is read, and only up to the size that a notebook may have.
Students chose the names of files, which may contain paths that lead anywhere.
"""

import io
import os
import re
import unicodedata
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path

from autograder.base.encodings import decoded
from autograder.base.timestamps import in_utc
from autograder.base.visible import quoted
from autograder.submissions.handed_in_file import File, on_disk
from autograder.submissions.unreadable import LINK, MAX_FILE, Unreadable
from autograder.systems.download import SUBMITTED, BadDownload, without_top
from autograder.systems.moodle import MOODLE_SEPARATOR

MAX_MEMBERS = 50_000
MAX_OF_ONE = 1000  # files that are looked at in each entry at the top level
MAX_FILES_INSIDE = 200  # files in a zip that a student handed in
MAX_INSIDE = 64_000_000  # bytes of all files in such a zip
MAX_UNPACKED = 1 << 30  # bytes; an archive may unpack to more if its compression is plausible
MAX_RATIO = 200  # the most that a file may be compressed in an archive beyond that size
MAX_PATH = 1000  # characters of a path
LAST_SHOWN = 20  # characters that are shown from the end of a longer path, for its ending

ABSURD = "It is compressed far more than a notebook can be, so it was not unpacked."

_LITTER = {"__macosx", ".ipynb_checkpoints", "thumbs.db", "desktop.ini"}
_ENCRYPTED = 0x1
_UTF8_NAME = 0x800
_IS_LINK = 0o120000
_LISTED = b"PK\x01\x02"  # each entry in a zip's list of its files begins like this


@contextmanager
def opened_download(source: Path, zone: tzinfo | None) -> Iterator[list[File]]:
    """The files of a zip or a folder, which can be read while the context lasts.

    Args:
        zone: the time zone of times in zips, which do not name one; None for this machine's.

    Raises:
        BadDownload: it is neither, or it is broken, encrypted or holds too many files.
    """
    if source.is_dir():
        yield _not_too_many(list(_in_folder(source)), source.name)
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
        yield _not_too_many(_in_zip(archive, source.name, zone), source.name)


@contextmanager
def opened_inside(name: str, data: bytes) -> Iterator[list[File]]:
    """The files of a zip that a student handed in.

    Raises:
        BadDownload: as for `opened_download`.
    """
    count = data.count(_LISTED)
    if count > MAX_MEMBERS:  # opening the zip would read all of them
        raise BadDownload(f"{name} holds {count:,} files; {MAX_FILES_INSIDE} are allowed.")
    with _zip(io.BytesIO(data), name) as archive:
        infos = archive.infolist()
        if len(infos) > MAX_FILES_INSIDE:
            raise BadDownload(f"{name} holds {len(infos):,} files; {MAX_FILES_INSIDE} are allowed.")
        total = sum(info.file_size for info in infos)
        if total > MAX_INSIDE:
            raise BadDownload(
                f"{name} would unpack to {total / 1e6:.0f} MB, and {MAX_INSIDE / 1e6:.0f} MB are "
                "allowed. Please ask the student for the notebook alone."
            )
        yield _in_zip(archive, name, None)


def _zip(file: Path | io.BytesIO, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise BadDownload(f"{name} is a broken zip archive ({error}). Download it again.") from None


def _not_too_many(files: list[File], name: str) -> list[File]:
    """The files to look at: normally all.

    A single student may have handed in very many files. So only `MAX_OF_ONE` of each entry are
    looked at, and those with names of submitted files come first. An entry is a file or folder at
    the top level or, if all files are in one folder, in that folder.

    Raises:
        BadDownload: there are too many files, even so.
    """
    inside = files
    while (deeper := without_top(inside)) is not inside:
        inside = deeper
    entries: dict[str, list[File]] = defaultdict(list)
    for file, same in zip(files, inside, strict=True):
        entries[same.parts[0]].append(file)
    chosen: set[str] = set()
    for entry in entries.values():
        entry.sort(key=lambda file: not SUBMITTED.search(file.name))
        chosen |= {file.path for file in entry[:MAX_OF_ONE]}
    if len(chosen) > MAX_MEMBERS:
        raise BadDownload(f"{name} holds {len(files):,} files; {MAX_MEMBERS:,} are allowed.")
    return [file for file in files if file.path in chosen]


def _in_zip(archive: zipfile.ZipFile, name: str, zone: tzinfo | None) -> list[File]:
    """The files in a zip.

    Args:
        name: the name of the zip, for messages.
        zone: as for `opened_download`.
    """
    infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
    if any(info.flag_bits & _ENCRYPTED for info in infos):
        raise BadDownload(f"{name} is encrypted. Unpack it with its password and name the folder.")
    readable = [info for info in infos if info.file_size <= MAX_FILE]  # others are refused
    packed = sum(info.compress_size for info in readable)
    is_bomb = sum(info.file_size for info in readable) > max(MAX_UNPACKED, MAX_RATIO * packed)
    files = []
    for info in infos:
        name_inside = _name_with_accents(info)
        path = _path_inside(name_inside)
        problem = _problem_of_name(name_inside)
        if (info.external_attr >> 16) & 0o170000 == _IS_LINK:
            problem = problem or LINK
        elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            unusual = "It is compressed in an unusual way. Unpack the download and name the folder."
            problem = problem or unusual
        elif is_bomb and info.file_size > MAX_RATIO * info.compress_size:
            problem = problem or ABSURD
        try:
            written = in_utc(datetime(*info.date_time), zone)
        except (ValueError, OverflowError, OSError):
            written = datetime(1980, 1, 1, tzinfo=UTC)
        if not _is_litter(path):
            read = partial(_beginning, archive, info)
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


def _in_folder(folder: Path) -> Iterator[File]:
    """The files and links in a folder and below. Links are not followed. For a folder below that
    cannot be listed, there is a notebook that cannot be read.

    Raises:
        OSError: the folder itself cannot be listed.
    """
    unlisted: list[OSError] = []

    def path_of(file: Path) -> str:
        return unicodedata.normalize("NFC", decoded(os.fsencode(file.relative_to(folder))))

    for parent, folders, names in os.walk(folder, onerror=unlisted.append):
        folders.sort()
        links = [name for name in folders if (Path(parent) / name).is_symlink()]
        for name in sorted(names) + links:
            file = Path(parent) / name
            path = path_of(file)
            if not _is_litter(path):
                yield on_disk(file, path)
    for error in unlisted:
        inner = Path(error.filename)
        if inner == folder:
            raise error
        problem = f"The folder {quoted(inner.name)} cannot be listed: {error.strerror}."
        if not _is_litter(path_of(inner)):
            yield replace(on_disk(inner, f"{path_of(inner)}/….ipynb"), problem=problem)


def _name_with_accents(info: zipfile.ZipInfo) -> str:
    """The name with its accents. Many programs write it in UTF-8 without saying so in the zip."""
    if not info.flag_bits & _UTF8_NAME:
        with suppress(UnicodeError):
            return info.filename.encode("cp437").decode("utf-8")
    return info.filename


def _path_inside(name: str) -> str:
    """A name, turned into a path inside the archive. A part that would lead out of it becomes "…",
    which is nobody's id, and so does a last part that is empty. So even a file that is left out is
    listed under whoever handed it in."""
    if len(name) > MAX_PATH:
        name = f"{name[: MAX_PATH // 2]}…{name[-LAST_SHOWN:]}"
    name = re.sub(r"^([A-Za-z]:)?[\\/]", "…/", name)
    *folders, last = name.replace("\\", "/").split("/")
    parts = [part for part in folders if part not in ("", ".")]
    parts.append("…" if last in ("", ".") else last)
    return unicodedata.normalize("NFC", "/".join("…" if part == ".." else part for part in parts))


def _problem_of_name(name: str) -> str:
    """Why a file is left out because of its name; empty if it is not left out. A student may have
    chosen the name, so the other files are still collected."""
    if len(name) > MAX_PATH:
        return f"Its name has {len(name):,} characters; it was not unpacked."
    outside = name.startswith(("/", "\\")) or re.match(r"[A-Za-z]:[\\/]", name)
    if outside or ".." in name.replace("\\", "/").split("/"):
        return "Its name leads out of the archive; it was not unpacked."
    return ""


def _is_litter(path: str) -> bool:
    """Whether a program, and not a person, has left a file there. A hidden file alone does not
    count, as it may have been handed in."""
    parts = path.split("/")
    if any(part.startswith("._") or part.casefold() in _LITTER for part in parts):
        return True
    hidden = any(part.startswith(".") and MOODLE_SEPARATOR not in part for part in parts)
    return hidden and not SUBMITTED.search(parts[-1])
