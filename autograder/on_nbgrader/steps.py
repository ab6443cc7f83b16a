"""Runs steps of nbgrader for one class, and raises exceptions that say what went wrong."""

import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from nbgrader.utils import temp_attrs

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.paths import RELEASED, ROOT
from autograder.notebook.source import write_source
from autograder.on_nbgrader.patches import patch_steps
from autograder.on_nbgrader.settings import configured

if TYPE_CHECKING:
    from nbgrader.apps import NbGraderAPI


class NbgraderFailed(Failure):
    """A step of nbgrader failed. The message is the reason in one line; `log` is the full log."""

    def __init__(self, reason: str, log: str):
        super().__init__(reason)
        self.log = log


class Nbgrader:
    """The steps of nbgrader that the autograder takes, for one class."""

    def __init__(self, classroom: Classroom, *, release_to: Path = RELEASED):
        self._classroom = classroom
        self._config = configured(classroom, release_to=release_to)

    def generate(self, homework: str) -> None:
        """Makes the released notebook from the author's text."""
        write_source(homework)  # for nbgrader alone, so no other command changes it meanwhile
        steps = self._steps()
        with tempfile.TemporaryDirectory(prefix="source-") as folder:
            write_source(homework, Path(folder))
            with temp_attrs(steps.coursedir, source_directory=os.path.relpath(folder, ROOT)):
                _demand(steps.generate_assignment(homework, force=True, create=True))

    def feedback(self, homework: str, student: str) -> None:
        """Writes one student's feedback page."""
        _demand(self._steps().generate_feedback(homework, student, force=True))

    def _steps(self) -> "NbGraderAPI":
        """nbgrader's own steps. Importing them takes half a second, so most commands do not."""
        from nbgrader.apps import NbGraderAPI

        patch_steps()
        self._classroom.folder.mkdir(parents=True, exist_ok=True)  # for the gradebook
        steps = NbGraderAPI(config=self._config)
        steps.log_level = "WARN"
        return steps


def _demand(result: dict) -> None:
    if not result["success"]:
        log = result.get("log", "") + result.get("error", "")
        raise NbgraderFailed(_reason(log), log)


def _reason(log: str) -> str:
    """The line of an nbgrader log that says most: the exception or, without one, the first
    error."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    exceptions = [
        line for line in lines if re.match(r"[\w.]+(?:Error|Failure|NotMade|Unreadable): ", line)
    ]
    errors = [line.split("]", 1)[-1].strip() for line in lines if "ERROR]" in line]
    best = exceptions[-1:] or errors or lines or ["nbgrader gave no reason"]
    return best[0][:300]
