"""The table of all systems, and how to recognise the one that a download comes from."""

import re
from dataclasses import replace

from autograder.people.headings import ABOUT_PERSON, PARTICIPANT
from autograder.people.roster import Roster
from autograder.submissions.handed_in_file import File, oldest_first
from autograder.systems.blackboard import BLACKBOARD
from autograder.systems.brightspace import BRIGHTSPACE
from autograder.systems.canvas import CANVAS
from autograder.systems.download import (
    AttemptsAndStrays,
    BadDownload,
    Download,
    unclear_top,
    without_top,
)
from autograder.systems.gradescope import GRADESCOPE
from autograder.systems.moodle import MOODLE
from autograder.systems.plain_folder import PLAIN_FOLDER

_ALL = (CANVAS, MOODLE, BLACKBOARD, BRIGHTSPACE, GRADESCOPE, PLAIN_FOLDER)
SYSTEMS = {system.key: system for system in _ALL}
LAYOUTS = {system.key: system.layout for system in _ALL if system.layout}
GRADEBOOKS = {system.key: system.gradebook for system in _ALL if system.gradebook}
FEEDBACK = {system.key: system.feedback for system in _ALL if system.feedback}
_NAMED = {key: layout.names for key, layout in LAYOUTS.items() if layout.names}
# The plain headings of columns, in any gradebook, that do not hold marks.
WITHOUT_MARKS = (ABOUT_PERSON | {PARTICIPANT}).union(
    *(gradebook.other_columns for gradebook in GRADEBOOKS.values())
)


def attempts_in(download: Download, system: str) -> AttemptsAndStrays:
    """The attempts in a download from a system, and the files that cannot be placed.

    Raises:
        BadDownload: the download cannot be understood at all.
    """
    if system in _NAMED:
        download = replace(download, files=_without_top(download.files))
    attempts, strays = LAYOUTS[system].attempts(download)
    return [replace(each, files=oldest_first(each.files)) for each in attempts], strays


def recognise_system(files: list[File], roster: Roster) -> str:
    """The system that a download comes from: the one that would give most top-level entries their
    names.

    Systems give names only to what is at the top level. A folder counts once, no matter what a
    student has put into it.

    Raises:
        BadDownload: no system's names fit, and there seems to be no notebook; the names of two
            systems fit equally well; the folder around all files may be the class's or a student's;
            or the download is empty.
    """
    if not files:
        raise BadDownload("The download is empty. Download it again.")
    for system, layout in LAYOUTS.items():
        if layout.recognises and layout.recognises(files):
            return system
    tops = {file.parts[0] for file in files}
    is_in_folder = len(tops) == 1 and len(files[0].parts) > 1
    owners = roster.candidates(*tops) if is_in_folder else []
    path_at_top = {file.parts[0]: file.path for file in _without_top(files)}
    matches = {
        system: sum(names.fullmatch(path) is not None for path in path_at_top.values())
        for system, names in _NAMED.items()
    }
    most = max(matches.values())
    if most > len(path_at_top) / 2:
        best = [system for system, count in matches.items() if count == most]
        if owners:
            attempts, _ = attempts_in(Download(files, "", roster, None), best[0])
            if len({attempt.account for attempt in attempts}) > 1:
                raise unclear_top(files, owners)
            return PLAIN_FOLDER.key  # it is one student's, who has named everything in it
        if len(best) > 1:
            raise BadDownload(
                f"Its files are named as {' and '.join(SYSTEMS[each].name for each in best)} name "
                "them. Say with --from which of them it comes from. Nothing was written."
            )
        return best[0]
    notebooks = (re.search(r"\.(ipynb|zip|json)\b", file.name, re.IGNORECASE) for file in files)
    if owners or any(notebooks):
        return PLAIN_FOLDER.key
    known = [f"{s.name} ({s.layout.example})" for s in _ALL if s.layout and s.layout.example]
    raise BadDownload(
        f"Too few of its {len(files)} files are named as in {', '.join(known[:-1])} or "
        f"{known[-1]}, and there is no student.ipynb or student/any.ipynb. If you know where it "
        "comes from, add --from."
    )


def _without_top(files: list[File]) -> list[File]:
    """A system's files, without the folder around all of them, unless a system named it."""
    is_named = any(names.match(files[0].path) for names in _NAMED.values()) if files else False
    return files if is_named else without_top(files)
