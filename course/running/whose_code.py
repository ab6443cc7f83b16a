"""Tells whose code a traceback's frame runs: this package's, a library's, or the student's."""

import os
import sysconfig
from pathlib import Path

import torch

_OURS = f"{Path(__file__).parents[1]}{os.sep}"
_FOLDERS = (
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("purelib"),
    Path(torch.__file__).parents[1],
)
_not_students = [_OURS, *(f"{folder}{os.sep}" for folder in _FOLDERS), "<frozen"]


def add_library(folder: str) -> None:
    """Makes the files in a folder, which ends in a separator, count as a library's."""
    _not_students.append(folder)


def is_ours(filename: str) -> bool:
    """Whether a file belongs to this package."""
    return filename.startswith(_OURS)


def is_students(filename: str) -> bool:
    """Whether a file or cell belongs neither to this package nor to a library."""
    return not filename.startswith(tuple(_not_students))
