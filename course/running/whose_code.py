"""Tells whose code a file or frame contains: this package's, a library's, or the student's."""

import os
import sysconfig
from pathlib import Path
from types import FrameType
from typing import TypeGuard

import torch

_OURS = f"{Path(__file__).parents[1]}{os.sep}"
_FOLDERS = (
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("purelib"),
    Path(torch.__file__).parents[1],
)
_LEADS_OUT = f"{os.sep}..{os.sep}"
_not_students = [_OURS, *(f"{folder}{os.sep}" for folder in _FOLDERS), "<frozen"]


def add_library(folder: str) -> None:
    """Makes the files in a folder count as a library's. The folder's name ends in a separator."""
    _not_students.append(folder)


def is_in(filename: object, folders: tuple[str, ...]) -> TypeGuard[str]:
    """Whether a file is in one of these folders, whose names end in a separator. A path that leads
    out of the folder again with `..` does not count. Neither does an object of a subclass of `str`,
    whose methods may lie."""
    return type(filename) is str and filename.startswith(folders) and _LEADS_OUT not in filename


def is_ours(filename: str) -> bool:
    """Whether a file belongs to this package."""
    return is_in(filename, (_OURS,))


def students_frame(frame: FrameType | None) -> FrameType | None:
    """The innermost frame that runs a student's code, among this frame and its callers; None if
    none does."""
    while frame is not None and not is_students(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def is_students(filename: str) -> bool:
    """Whether a file or cell belongs neither to this package nor to a library."""
    return not is_in(filename, tuple(_not_students))
