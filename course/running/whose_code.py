"""Whose code a traceback's frame runs: this package's, a library's, or the student's."""

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
_NOT_STUDENTS = (_OURS, *(f"{folder}{os.sep}" for folder in _FOLDERS), "<frozen")


def is_ours(filename: str) -> bool:
    """Whether a file belongs to this package."""
    return filename.startswith(_OURS)


def is_students(filename: str) -> bool:
    """Whether a file or cell belongs neither to this package nor to a library."""
    return not filename.startswith(_NOT_STUDENTS)
