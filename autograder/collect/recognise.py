"""Which system a download comes from."""

import re
from collections.abc import Callable

from autograder.collect.archive import File
from autograder.collect.gradescope import is_export
from autograder.collect.layouts import (
    PATTERNS,
    Download,
    Placed,
    blackboard,
    canvas,
    from_gradescope,
    moodle,
    without_top,
)
from autograder.collect.plain import plain


class NotRecognised(Exception):
    """A download of no known layout; the message says what was looked for."""


LAYOUTS: dict[str, Callable[[Download], Placed]] = {
    "gradescope": from_gradescope,
    "canvas": canvas,
    "moodle": moodle,
    "blackboard": blackboard,
    "folder": plain,
}


def recognise(files: list[File]) -> str:
    """The name of the layout of a download: the one that most of its files have.

    Raises:
        NotRecognised: none, or nothing is in it.
    """
    if not files:
        raise NotRecognised("The download is empty.")
    named = without_top(files)
    fit = {
        name: sum(bool(pattern.fullmatch(file.path)) for file in named)
        for name, pattern in PATTERNS.items()
    }
    best = max(fit, key=fit.__getitem__)
    if fit[best] > len(files) / 2:
        return best
    if is_export(files):
        return "gradescope"
    if any(re.search(r"\.(ipynb|zip|json)\b", file.name, re.IGNORECASE) for file in files):
        return "folder"
    raise NotRecognised(
        f"None of its {len(files)} files is named as Canvas (doejane_123_456_hw1.ipynb), Moodle "
        "(Jane Doe_123_assignsubmission_file_), Blackboard (hw1_jdoe_attempt_2026-01-30-...) or "
        "Gradescope (submission_metadata.yml) name them, and there is no student.ipynb or "
        "student/any.ipynb. If you know where it comes from, say so with --from."
    )
