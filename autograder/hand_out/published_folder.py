"""Writes what is published into a folder of its own, to push as a repository, or to zip.

A hidden list of what was written says what may be replaced or removed the next time. Files that are
not on the list, or that have changed since, belong to somebody else, and are kept.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.base.failure import Failure
from autograder.base.files import (
    read_json,
    refusing_damage,
    sha256,
    write_json,
    write_whole,
    write_zip,
)
from autograder.base.paths import ROOT
from autograder.base.sentences import first_of

LIST_FILE = ".published.json"


@dataclass(frozen=True)
class FolderChanges:
    """The changes to a folder: names of files, by what happened to them."""

    written: list[str]
    unchanged: list[str]
    removed: list[str]

    @property
    def files(self) -> list[str]:
        """All files that were published and are there now."""
        return self.written + self.unchanged


def update_folders(
    contents: dict[Path, dict[str, bytes]], *, overwrite: bool
) -> dict[Path, FolderChanges]:
    """Writes these files into folders, and removes other files that an earlier publish wrote.

    Args:
        contents: the files of each folder, by their path in it. A folder must be new, empty, a
            clone of an empty repository, or one that was published to before.
        overwrite: whether to replace even files that publishing did not write.

    Raises:
        Failure: a folder has something in the way that publishing did not write. Nothing has been
            written into any folder.
    """
    for folder, files in contents.items():
        _refuse_loss(folder, files, overwrite=overwrite)
    return {folder: _update(folder, files) for folder, files in contents.items()}


def _update(folder: Path, files: dict[str, bytes]) -> FolderChanges:
    ours = _ours(folder)
    if ours is None:  # from now on the folder is ours, even if this is interrupted
        folder.mkdir(parents=True, exist_ok=True)
        write_json(folder / LIST_FILE, {})
    gone = [name for name in ours or () if name not in files]
    for name in gone:
        _remove(folder, name)
    written = [name for name, data in files.items() if _hash_of(folder / name) != sha256(data)]
    for name in written:
        write_whole(folder / name, files[name])
    write_json(folder / LIST_FILE, {name: sha256(files[name]) for name in sorted(files)})
    unchanged = [name for name in files if name not in written]
    return FolderChanges(written, unchanged, gone)


def refuse_foreign(folder: Path, *, overwrite: bool, with_zip: bool = False) -> None:
    """Checks a folder, and perhaps the place of its zip, before anything is made for them.

    Raises:
        Failure: it cannot be published to.
    """
    if ROOT.is_relative_to(folder.resolve()):
        raise Failure(f"{folder} is the project's own folder, or contains it. Name another folder.")
    for place in (folder, *folder.parents):
        if os.path.lexists(place) and not place.is_dir():
            raise Failure(f"{place} is a file. Name a folder.")
    contents = {path.name for path in folder.iterdir()} - {".git"} if folder.exists() else set()
    if contents and _ours(folder) is None and not overwrite:
        raise Failure(
            f"{folder} was not made by `autograder publish`, and contains {_some(contents)}. "
            "Name a new or empty folder, or a clone of an empty repository. With --overwrite, "
            "files of the same names are replaced, and all others stay."
        )
    if with_zip and zip_beside(folder).exists() and _ours(folder) is None and not overwrite:
        raise Failure(
            f"{zip_beside(folder)} was not made by `autograder publish`. Move it away, or replace "
            "it with --overwrite."
        )


def _refuse_loss(folder: Path, files: dict[str, bytes], *, overwrite: bool) -> None:
    """Checks that publishing these files would replace or remove nothing that somebody may need.

    Raises:
        Failure: it would do so, or the folder cannot be published to.
    """
    refuse_foreign(folder, overwrite=overwrite)
    ours = _ours(folder) or {}
    _refuse_blocked(folder, {LIST_FILE, *files, *ours})
    if not overwrite:
        _refuse_changed(folder, files, ours)


def zip_beside(folder: Path) -> Path:
    """The path of a folder's zip."""
    return folder.resolve().with_name(f"{folder.resolve().name}.zip")


def write_published_zip(files: dict[str, bytes], path: Path) -> None:
    """Writes the files as a zip with one folder in it; the same files give the same bytes."""
    write_zip(path, {f"{path.stem}/{name}": data for name, data in files.items()})


def _ours(folder: Path) -> dict[str, str] | None:
    """The files that an earlier publish wrote, with their hashes; None if there was none."""
    path, advice = folder / LIST_FILE, "Publish to an empty folder."
    listed = read_json(path, dict[str, str], advice)
    with refusing_damage(path, advice):
        if not all(map(_may_be_ours, listed)):
            raise ValueError
    return listed if path.exists() else None


def _may_be_ours(name: str) -> bool:
    """Whether publishing can have written a file of this name. Whoever may push to the repository
    can edit the list, so a file that it names must be in the folder, and not in one of git's."""
    path = PurePosixPath(name)
    is_inside = bool(path.parts) and not path.is_absolute() and name.isprintable()
    return is_inside and not {"..", ".git"} & {part.casefold() for part in path.parts}


def _refuse_changed(folder: Path, files: dict[str, bytes], ours: dict[str, str]) -> None:
    new = {name: sha256(data) for name, data in files.items()}
    changed = {
        name
        for name in {*ours, *new}
        if _hash_of(folder / name) not in (None, ours.get(name), new.get(name))
    }
    if changed:
        raise Failure(
            f"Somebody else has changed {_some(changed)} in {folder} since the last publish. "
            "Move what you want to keep, then replace the rest with --overwrite."
        )


def _refuse_blocked(folder: Path, names: Iterable[str]) -> None:
    """Refuses if something could not be replaced, even with --overwrite. A link is not replaced,
    either, since what it leads to may be anywhere."""
    expected = dict.fromkeys(names, Path.is_file)
    above = {str(above) for name in names for above in Path(name).parents} - {"."}
    expected |= dict.fromkeys(above, Path.is_dir)
    blocked = {
        name
        for name, is_as_expected in expected.items()
        if os.path.lexists(path := folder / name)
        and (path.is_symlink() or not is_as_expected(path))
    }
    if blocked:
        raise Failure(
            f"In {folder}, a link or a folder is where a file should be, or something else where "
            f"a folder should be: {_some(blocked)}. Move it away first."
        )


def _some(names: set[str]) -> str:
    return first_of(sorted(names), 3)


def _remove(folder: Path, name: str) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    for parent in path.relative_to(folder).parents:
        if str(parent) == "." or not (folder / parent).is_dir() or any((folder / parent).iterdir()):
            return
        (folder / parent).rmdir()


def _hash_of(path: Path) -> str | None:
    return sha256(path.read_bytes()) if path.is_file() else None
