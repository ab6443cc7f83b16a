"""Recognises the system that a download comes from."""

import re
from collections.abc import Callable

from autograder.collect.archive import BadDownload
from autograder.collect.download import Download, Understood
from autograder.collect.gradescope import from_gradescope, is_export
from autograder.collect.layouts import PATTERNS, blackboard, canvas, moodle, without_top
from autograder.collect.plain import own_folder
from autograder.people.roster import Roster
from autograder.submissions.file import File

_NO_ROSTER = Roster()

LAYOUTS: dict[str, Callable[[Download], Understood]] = {
    "gradescope": from_gradescope,
    "canvas": canvas,
    "moodle": moodle,
    "blackboard": blackboard,
    "folder": own_folder,
}


def system_name(system: str) -> str:
    """The name of a system in sentences."""
    return "your own folder" if system == "folder" else system.title()


def recognise_layout(files: list[File], roster: Roster = _NO_ROSTER) -> str:
    """The name of a download's layout: the one that most entries at its top match.

    Systems give names only to what is at the top. A folder counts once, no matter what a student
    has put into it.

    Raises:
        BadDownload: no layout matches, two match equally well, or the download is empty.
    """
    if not files:
        raise BadDownload("The download is empty. Download it again.")
    if is_export(files):
        return "gradescope"
    tops = {file.parts[0] for file in files}
    if len(tops) == 1 and len(files[0].parts) > 1 and roster.candidates(*tops):
        return "folder"  # it is one student's, who has named everything in it
    path_at_top = {file.parts[0]: file.path for file in without_top(files)}
    matches = {
        system: sum(pattern.fullmatch(path) is not None for path in path_at_top.values())
        for system, pattern in PATTERNS.items()
    }
    most = max(matches.values())
    if most > len(path_at_top) / 2:
        best = [system for system, count in matches.items() if count == most]
        if len(best) > 1:
            raise BadDownload(
                f"Its files are named as {' and '.join(map(system_name, best))} name them. Say "
                "with --from which of them it comes from. Nothing was written."
            )
        return best[0]
    if any(re.search(r"\.(ipynb|zip|json)\b", file.name, re.IGNORECASE) for file in files):
        return "folder"
    raise BadDownload(
        f"Too few of its {len(files)} files are named as in Canvas "
        "(doejane_123_456_hw1.ipynb), Moodle (Jane Doe_123_assignsubmission_file_), Blackboard "
        "(hw1_jdoe_attempt_2026-01-30-...) or Gradescope (submission_metadata.yml), and there "
        "is no student.ipynb or student/any.ipynb. If you know where it comes from, add --from."
    )
