"""Reads Gradescope's export: folders of submissions, and a YAML file that says whose they are."""

import re
from dataclasses import dataclass
from datetime import date, datetime

import yaml

from autograder.collect.archive import BadDownload, File
from autograder.handed_in.unreadable import Unreadable

METADATA = "submission_metadata.yml"
_EXPORT = re.compile(r"assignment_\d+_export[\w ()-]*")  # browsers number repeated downloads
_SUBMISSION = re.compile(r"submission_\d+")
_MAX_METADATA = 200_000_000  # bytes; the file repeats the autograder's output for everybody


# The loader in C is much faster, but not always there.
_SafeLoader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_SafeLoader):
    """Loads plain data only; Ruby's own objects are read as the data that they hold."""


def _plain_yaml(loader: yaml.SafeLoader, _tag: str, node: yaml.Node) -> object:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(node)


_Loader.add_multi_constructor("!ruby/", _plain_yaml)
_Loader.add_multi_constructor("tag:ruby.yaml.org,2002:", _plain_yaml)


@dataclass(frozen=True)
class Submitter:
    """A person who handed in, as Gradescope knows them."""

    name: str
    sid: str
    email: str


@dataclass(frozen=True)
class ExportedSubmission:
    """One submission."""

    name: str  # the folder's name, `submission_123`
    depth: int  # how many folders of a file's path come before what was handed in
    people: list[Submitter]  # one person or a whole group
    files: list[File]  # the files in it
    at: datetime | None  # when it was handed in


def read_export(files: list[File]) -> list[ExportedSubmission]:
    """The submissions of an export.

    Raises:
        BadDownload: it has no readable `submission_metadata.yml`.
    """
    metadata = metadata_of(files)
    if metadata is None:
        raise BadDownload(
            f"It has no {METADATA}, as every Gradescope export does. Export the submissions again."
        )
    root = metadata.parts[:-1]
    submissions = []
    for name, facts in _load(metadata).items():
        if not isinstance(facts, dict):
            continue
        submitters = facts.get(":submitters") or []
        people = [_person(person) for person in submitters if isinstance(person, dict)]
        path = [*root, str(name)]
        content = [file for file in files if file.parts[: len(path)] == path]
        is_folder = all(len(file.parts) > len(path) for file in content)
        depth = len(path) if is_folder else len(root)
        at = _time(facts.get(":created_at"))
        submissions.append(ExportedSubmission(str(name), depth, people, content, at))
    return submissions


def metadata_of(files: list[File]) -> File | None:
    """The file that lists the submissions. It counts only where Gradescope puts it and no student
    can: at the top, or in the export's one top folder."""
    tops = {file.parts[0] for file in files}
    root = tops.pop() if len(tops) == 1 else ""
    places = [METADATA, f"{root}/{METADATA}"] if _EXPORT.fullmatch(root) else [METADATA]
    return next((file for file in files if file.path in places), None)


def is_export(files: list[File]) -> bool:
    """Whether a download is a Gradescope export: it has the list, and the submissions are in
    folders with Gradescope's names."""
    metadata = metadata_of(files)
    if metadata is None:
        return False
    depth = len(metadata.parts)
    folders = [file.parts[depth - 1] for file in files if len(file.parts) > depth]
    submitted = [folder for folder in folders if _SUBMISSION.fullmatch(folder)]
    return len(submitted) == len(files) - 1


def _load(metadata: File) -> dict:
    try:
        raw = yaml.load(metadata.read(_MAX_METADATA), _Loader)
    except (yaml.YAMLError, Unreadable, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0][:200]
        raise BadDownload(f"{METADATA} cannot be read: {reason}") from None
    if not isinstance(raw, dict):
        raise BadDownload(f"{METADATA} does not list any submissions.")
    return raw


def _person(facts: dict) -> Submitter:
    return Submitter(*(str(facts.get(key) or "").strip() for key in (":name", ":sid", ":email")))


def _time(value: object) -> datetime | None:
    if isinstance(value, dict):  # it was an ActiveSupport::TimeWithZone
        value = value.get("utc") or value.get("time")
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value.strip().replace(" UTC", "+00:00"))
        except ValueError:
            return None
    if isinstance(value, datetime):
        return value
    return datetime(value.year, value.month, value.day) if isinstance(value, date) else None
