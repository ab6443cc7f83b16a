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
    """A download of unknown or unsuitable content; the message says what was found."""


LAYOUTS: dict[str, Callable[[Download], Placed]] = {
    "gradescope": from_gradescope,
    "canvas": canvas,
    "moodle": moodle,
    "blackboard": blackboard,
    "folder": plain,
}


def recognise(files: list[File]) -> str:
    """The name of a download's layout: the one that most of its files match.

    Raises:
        NotRecognised: it has no known layout, or is empty.
    """
    if not files:
        raise NotRecognised("The download is empty. Download it again.")
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
        f"Too few of its {len(files)} files are named as in Canvas "
        "(doejane_123_456_hw1.ipynb), Moodle (Jane Doe_123_assignsubmission_file_), Blackboard "
        "(hw1_jdoe_attempt_2026-01-30-...) or Gradescope (submission_metadata.yml), and there "
        "is no student.ipynb or student/any.ipynb. If you know where it comes from, add --from."
    )
