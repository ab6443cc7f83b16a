"""Collects from nbgrader's exchange without following students' links."""

import os
import stat
from contextlib import suppress
from logging import Logger
from pathlib import Path
from tempfile import TemporaryDirectory

from nbgrader.exchange import default

from autograder.base.visible import short_name
from autograder.submissions.student_folder import MAX_LOOKED_AT
from autograder.submissions.unreadable import MAX_FILE, MAX_TOGETHER

MAX_FOLDER_PATH = 500  # bytes of a folder's path inside a student's; Linux allows 4096 in all


class ExchangeCollect(default.ExchangeCollect):
    """Takes only the files in a student's own folder. nbgrader's ExchangeCollect follows links with
    the instructor's rights, even to a solution or another student's work."""

    def do_copy(self, src: str, dest: str, log: Logger | None = None) -> None:
        """Copies a submission from the exchange."""
        with TemporaryDirectory() as folder:
            own = Path(folder) / "own"
            own.mkdir()
            _copy_files(src, own, self.log)
            super().do_copy(str(own), dest, log)


def _copy_files(src: str, dest: Path, log: Logger) -> None:
    """Copies regular files, notebooks first. Each is opened relative to the folder that was listed,
    so that nobody can put a link in its place meanwhile."""
    count, bytes_left = 0, MAX_TOGETHER
    for folder, inner, names, open_folder in os.fwalk(src, follow_symlinks=False):
        inside = os.path.relpath(folder, src)
        if len(os.fsencode(inside)) > MAX_FOLDER_PATH:
            shown = short_name(inside)
            log.warning("%s was not collected: its folders are nested too deeply", shown)
            inner.clear()
            continue
        copy = dest / inside
        copy.mkdir(exist_ok=True)
        for name in sorted(names, key=lambda name: not name.endswith(".ipynb")):
            count += 1
            most = min(bytes_left, MAX_FILE) if count <= MAX_LOOKED_AT else -1
            data = None
            with suppress(OSError):  # it may be a link
                number = os.open(
                    name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=open_folder
                )
                with os.fdopen(number, "rb") as file:
                    about = os.fstat(number)
                    if stat.S_ISREG(about.st_mode) and about.st_size <= most:
                        data = file.read()
            if data is None:
                shown = short_name(name)
                log.warning("%s was not collected: it is not a regular file, or too large", shown)
            else:
                (copy / name).write_bytes(data)
                bytes_left -= len(data)
