"""Reads the names of files in a download, which people chose and which may lead anywhere."""

import re
import unicodedata
import zipfile
from contextlib import suppress

from autograder.systems.download import SUBMITTED
from autograder.systems.moodle import MOODLE_SEPARATOR

MAX_PATH = 1000  # characters of a path
LAST_SHOWN = 20  # the last characters of a longer path, with the ending, which are shown

_LITTER = {"__macosx", ".ipynb_checkpoints", "thumbs.db", "desktop.ini"}
_UTF8_NAME = 0x800


def name_with_accents(info: zipfile.ZipInfo) -> str:
    """The name with its accents. Many programs write it in UTF-8 without saying so in the zip."""
    if not info.flag_bits & _UTF8_NAME:
        with suppress(UnicodeError):
            return info.filename.encode("cp437").decode("utf-8")
    return info.filename


def path_inside(name: str) -> str:
    """A name, made into a path inside the archive. A part that would lead out of it becomes "…",
    which is nobody's id. So even a file that is left out is listed under whoever handed it in."""
    if len(name) > MAX_PATH:
        name = f"{name[: MAX_PATH // 2]}…{name[-LAST_SHOWN:]}"
    name = re.sub(r"^([A-Za-z]:)?[\\/]", "…/", name)
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    return unicodedata.normalize("NFC", "/".join("…" if part == ".." else part for part in parts))


def problem_of_name(name: str) -> str:
    """Why a file is left out because of its name; empty if it is not. A student may have chosen the
    name, so all other files are collected nevertheless."""
    if len(name) > MAX_PATH:
        return f"Its name has {len(name):,} characters; it was not unpacked."
    outside = name.startswith(("/", "\\")) or re.match(r"[A-Za-z]:[\\/]", name)
    if outside or ".." in name.replace("\\", "/").split("/"):
        return "Its name leads out of the archive; it was not unpacked."
    return ""


def is_litter(path: str) -> bool:
    """Whether a file was left there by a program. A hidden file may still have been handed in."""
    parts = path.split("/")
    if any(part.startswith("._") or part.casefold() in _LITTER for part in parts):
        return True
    hidden = any(part.startswith(".") and MOODLE_SEPARATOR not in part for part in parts)
    return hidden and not SUBMITTED.search(parts[-1])
