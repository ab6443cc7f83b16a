"""Folders that cannot be listed, even by root, who may list any."""

import errno
import os
from functools import partial
from pathlib import Path

import pytest


def refuse_to_list(monkeypatch: pytest.MonkeyPatch, refused: Path) -> None:
    """Makes this folder behave like another user's that is closed to everybody else."""

    def listed(plain, folder):
        if Path(folder) == refused:
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return plain(folder)

    for function in ("scandir", "listdir"):
        monkeypatch.setattr(os, function, partial(listed, getattr(os, function)))
