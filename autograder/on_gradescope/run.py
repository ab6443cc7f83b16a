"""Grades one submission in Gradescope's container, with the functions of `autograder grade`.

Students' code runs in the sandbox if possible. If Gradescope's container does not allow that, the
code runs as another user, who can read neither the solutions nor the results.
"""

import hmac
import json
import os
import sys
import time
import traceback
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from autograder.base.paths import released_path
from autograder.grading.submission import GradedSubmission, grade_submission
from autograder.judge.judging_process import JudgingProcesses
from autograder.notebook.notebook_files import read_released
from autograder.on_gradescope import results
from autograder.on_gradescope.build import ZipSettings
from autograder.sandbox import bubblewrap, zygotes
from autograder.sandbox.failures import KernelLost, NoSandbox
from autograder.sandbox.limits import Limits
from autograder.submissions.student_folder import find_submission
from autograder.submissions.unreadable import Unreadable
from course.running.limit import TookTooLong

LIMITS = Limits(memory_mib=1024)  # so that the student's code is killed, not the container
_ATTEMPTS = 3  # to grade the submission; another is made if its kernel is lost
# Gradescope shows this if the container is killed before there is anything better to say.
ENDED = (
    "Grading was stopped: it took too much time or memory. Hand in again; if this happens again, "
    "show it to your instructor."
)
FAILED = (
    "The grader itself failed; this is not your fault. Please tell your instructor, who can read "
    "the reason on this page and have your submission graded again."
)


def main() -> None:
    """Grades what is in `submission/` and writes `results/results.json`, whatever happens."""
    root = Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"))
    settings = ZipSettings.read(root / "source")
    notebook = read_released(released_path(settings.homework))
    started = time.monotonic()
    _write(root, results.of_ungraded(notebook, ENDED), started)
    try:
        graded = _grade(root, settings)
        result = results.of_graded(graded)
        for flag in graded.notes.flags:
            print(f"Please look: {flag}")
    except Unreadable as reason:
        result = results.of_ungraded(notebook, reason.for_the_student)
    except (Exception, TookTooLong):
        traceback.print_exc(file=sys.stdout)  # Gradescope shows it to staff only
        result = results.of_ungraded(notebook, FAILED)
    _write(root, result, started)


def _grade(root: Path, settings: ZipSettings) -> GradedSubmission:
    data = find_submission(root / "submission", settings.homework).read_bytes()
    limits = replace(LIMITS, unsafe=not _is_sandboxed(root, settings))
    # A series of draws for this submission only. If submissions shared a few series, students could
    # learn the numbers by handing in again and again.
    series = hmac.digest(settings.secret.encode(), data, "sha256").hex()
    judges = JudgingProcesses(with_replays=False)
    graded = partial(
        grade_submission, settings.homework, data, series, limits=limits, judges=judges
    )
    for _ in range(_ATTEMPTS - 1):
        with suppress(KernelLost):  # not the student's fault; another attempt may succeed
            return graded()
    return graded()


def _is_sandboxed(root: Path, settings: ZipSettings) -> bool:
    """Whether there is a sandbox. If there is none, makes students' code run as another user.

    Raises:
        NoSandbox: there is none, and the settings demand one or this user cannot switch to another.
    """
    try:
        bubblewrap.require_sandbox()
        print("Students' code runs in bubblewrap.")
        return True
    except NoSandbox as reason:
        if settings.sandbox_only or os.geteuid() != 0:
            raise
        print(f"Students' code runs as user {bubblewrap.NOBODY_UID}, without a sandbox. {reason}")
    for name in ("source", "submission", "results"):
        (root / name).chmod(0o700)
    if (metadata := root / "submission_metadata.json").exists():
        metadata.chmod(0o600)
    zygotes.run_unsafe_as(bubblewrap.NOBODY_UID)
    return False


def _write(root: Path, result: dict, started: float) -> None:
    result["execution_time"] = round(time.monotonic() - started, 2)
    path = root / "results" / "results.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
