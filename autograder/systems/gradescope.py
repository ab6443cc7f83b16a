"""Gradescope: an export with a folder for each submission, and a `submission_metadata.yml` that
says whose it is."""

import re
from collections import defaultdict
from datetime import datetime

from autograder.people.student import id_from
from autograder.submissions.handed_in_file import File
from autograder.submissions.unreadable import Unreadable
from autograder.systems.download import Attempt, AttemptsAndStrays, BadDownload, Download
from autograder.systems.system import DownloadLayout, System

METADATA = "submission_metadata.yml"
_EXPORT = re.compile(r"assignment_\d+_export[\w ()-]*")  # browsers number repeated downloads
_SUBMISSION = re.compile(r"submission_\d+")
_NOTHING = ("~", "null")  # how YAML writes nothing, for example if a person has no number
_MAX_METADATA = 200_000_000  # bytes; the file repeats the autograder's output for everybody


def _attempts(download: Download) -> AttemptsAndStrays:
    """A group's submission belongs to everybody in it.

    Raises:
        BadDownload: the YAML file is not there, or cannot be read.
    """
    metadata = _metadata_in(download.files)
    if metadata is None:
        raise BadDownload(
            f"It has no {METADATA}, as every Gradescope export does. Export the submissions again."
        )
    depth = len(metadata.parts)
    in_folder: dict[str, list[File]] = defaultdict(list)
    for file in download.files:
        in_folder["/".join(file.parts[:depth])].append(file)
    attempts: list[Attempt] = []
    placed: set[str] = set()
    for folder, facts in _load(metadata).items():
        if not isinstance(facts, dict):
            continue
        files = in_folder.get("/".join([*metadata.parts[:-1], str(folder)]), [])
        placed |= {file.path for file in files}
        is_folder = all(len(file.parts) > depth for file in files)
        own = [file.below(depth if is_folder else depth - 1) for file in files]
        at = download.in_utc(_time(facts.get(":created_at")))
        for person in facts.get(":submitters") or []:
            if isinstance(person, dict):
                keys = (":name", ":sid", ":email")
                texts = (str(person.get(key, "")).strip() for key in keys)
                name, sid, email = ("" if text in _NOTHING else text for text in texts)
                student_id = id_from(sid or email or name or str(folder))
                account = email or student_id
                attempts.append(Attempt(account, student_id, (sid, email), own, at, name=name))
    strays = [f for f in download.files if f.path not in placed and f is not metadata]
    return attempts, strays


def _is_export(files: list[File]) -> bool:
    """Whether a download is Gradescope's export: it has the list, and the submissions are in
    folders with Gradescope's names."""
    metadata = _metadata_in(files)
    if metadata is None:
        return False
    depth = len(metadata.parts)
    folders = [file.parts[depth - 1] for file in files if len(file.parts) > depth]
    submitted = [folder for folder in folders if _SUBMISSION.fullmatch(folder)]
    return len(submitted) == len(files) - 1


def _metadata_in(files: list[File]) -> File | None:
    """The file that lists the submissions. It counts only where Gradescope puts it and no student
    can: at the top, or in the export's one top folder."""
    tops = {file.parts[0] for file in files}
    root = tops.pop() if len(tops) == 1 else ""
    places = [METADATA, f"{root}/{METADATA}"] if _EXPORT.fullmatch(root) else [METADATA]
    return next((file for file in files if file.path in places), None)


def _load(metadata: File) -> dict:
    import yaml  # takes long

    # This loader reads every value as text. It ignores tags such as that of a Ruby object, and
    # reads only the data. The loader in C is much faster, but not always available.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        raw = yaml.load(metadata.read(_MAX_METADATA), loader)
    except (yaml.YAMLError, Unreadable, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0][:200]
        raise BadDownload(f"{METADATA} cannot be read: {reason}") from None
    if not isinstance(raw, dict):
        raise BadDownload(f"{METADATA} does not list any submissions.")
    return raw


def _time(value: object) -> datetime | None:
    if isinstance(value, dict):  # in Ruby, it was an ActiveSupport::TimeWithZone
        value = value.get("utc") or value.get("time")
    text = re.sub(r" (?=[+-]|Z|UTC)", "", str(value)).replace("UTC", "Z")
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


GRADESCOPE = System(
    "gradescope", "Gradescope", DownloadLayout(_attempts, example=METADATA, recognises=_is_export)
)
