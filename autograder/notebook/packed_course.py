"""Reads the package `course`, and packs it into a line of text for a notebook to carry."""

import base64
import bz2
import json
import re
from functools import cache, lru_cache
from pathlib import Path

from autograder.base.paths import COURSE

SUFFIXES = {".py", ".json", ".js", ".css"}
PACKED = "packed_course"  # the variable that holds the text
_COPY = re.compile(rf'^({PACKED} = ")[A-Za-z0-9+/=]+"', re.MULTILINE)


def course_version() -> str:
    """The version of the package `course`, read without importing it."""
    text = (COURSE / "__init__.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return version


def course_files() -> list[Path]:
    """The files of the package `course`."""
    return sorted(path for path in COURSE.rglob("*") if path.suffix in SUFFIXES)


def packed_course(*, lecture: bool) -> str:
    """The package `course` as text. It includes the demos only for a lecture, so that homeworks do
    not change when demos do.

    The same package gives the same text everywhere: the output of bzip2, unlike that of zlib, does
    not depend on the library's version.
    """
    files = {
        path.relative_to(COURSE).as_posix(): path.read_text(encoding="utf-8")
        for path in course_files()
        if lecture or path.parent.name != "lecture"
    }
    return _packed(json.dumps(files, ensure_ascii=False))


@cache  # it takes a fifth of a second, for each homework that is made or entered
def _packed(text: str) -> str:
    return base64.b64encode(bz2.compress(text.encode())).decode()


def without_packed(source: str) -> str:
    """The text of a cell with dots for the packed course, if that is in it."""
    return _with_dots(source) if PACKED in source else source


@lru_cache(maxsize=8)  # searching a copy takes 1 ms, and nearly all are the release's
def _with_dots(source: str) -> str:
    return _COPY.sub(r'\1..."', source)
