"""Decides which of the machine's files a sandbox shows.

It shows only the programs and libraries of the system and of Python, under their usual names and
read-only. If the project lies among them, it is hidden, except for a Python environment in it.
"""

import site
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from autograder.base.paths import PACKAGES, ROOT
from autograder.sandbox.failures import NoSandbox

ROOTS = ("/", "/usr", "/usr/local")  # and Python's prefixes
PARTS = ("bin", "sbin", "lib", "lib32", "lib64", "libexec", "share", "pyvenv.cfg")
NOT_SHOWN = ("/dev", "/proc", "/library")  # the sandbox has its own folders of these names
SHOWN, HIDDEN = "shown", "hidden"  # any other value is the target of a link
MAX_LINKS = 40  # on the way to a file, as in Linux


def require_hidden(folder: Path) -> None:
    """Makes sure that students' code sees nothing of a folder.

    Raises:
        NoSandbox: the folder is among the files that the sandbox shows.
    """
    real, view = folder.resolve(), _view()
    is_shown = view[real] == SHOWN if real in view else _in_view(real, view)
    if is_shown:
        raise NoSandbox(
            f"{folder} is among the files of the system or of Python, which students' code can "
            "read. Move the class to another folder."
        )


@cache
def _view() -> dict[Path, str]:
    """The view, outer folders first: for each path, whether it is shown or hidden, or the target of
    the link there.

    Raises:
        NoSandbox: Python is in a place that cannot be shown.
    """
    prefixes = (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix)
    candidates = [Path(root, part) for root in (*ROOTS, *prefixes) for part in PARTS]
    base_executable = getattr(sys, "_base_executable", sys.executable)
    candidates += [Path(sys.executable), Path(base_executable)]
    wanted = dict.fromkeys(_of_the_project(), HIDDEN)
    for path in candidates:
        real, links = _followed(path)
        if real.exists():
            wanted |= {real: SHOWN, **links}
            if any(real.is_relative_to(ours) for ours in NOT_SHOWN):
                raise NoSandbox(
                    f"Python is in {real}, which a sandbox cannot show, because it has its own "
                    f"{', '.join(NOT_SHOWN)}. Install the environment elsewhere."
                )
    view: dict[Path, str] = {}
    for path in sorted(wanted, key=lambda path: len(path.parts)):
        if _in_view(path, view) == (wanted[path] == HIDDEN):
            view[path] = wanted[path]
    return view


def hidden_folders() -> list[str]:
    """The folders that are hidden, though they lie among those that are shown."""
    return [str(path) for path, state in _view().items() if state == HIDDEN]


def _in_view(path: Path, view: dict[Path, str]) -> bool:
    """Whether a path is shown because a folder above it is shown."""
    states = (view[folder] for folder in path.parents if folder in view)
    return next(states, HIDDEN) == SHOWN


def as_arguments() -> list[str]:
    """The view as bubblewrap's arguments."""
    view = _view()
    arguments: list[str] = []
    for path, state in view.items():
        if not _in_view(path, view):  # folders that bubblewrap made by itself could not be entered
            for folder in reversed(path.parents):
                if folder != Path("/") and folder not in view and not _in_view(folder, view):
                    arguments += ["--perms", "0755", "--dir", str(folder)]
        if state == SHOWN:
            arguments += ["--ro-bind", str(path), str(path)]
        elif state == HIDDEN:
            arguments += ["--perms", "0755", "--tmpfs", str(path)]
        else:
            arguments += ["--symlink", state, str(path)]
    return arguments


def _followed(path: Path) -> tuple[Path, dict[Path, str]]:
    """Where a path really leads, and the links on the way, with their targets."""
    here, parts_ahead = Path("/"), list(path.parts[1:])
    links: dict[Path, str] = {}
    while parts_ahead and len(links) < MAX_LINKS:
        part = parts_ahead.pop(0)
        if part == "..":
            here = here.parent
        elif (here / part).is_symlink():
            target = (here / part).readlink()
            links[here / part] = str(target)
            here = Path("/") if target.is_absolute() else here
            parts_ahead = [*(part for part in target.parts if part != "/"), *parts_ahead]
        else:
            here = here / part
    return here, links


def _of_the_project() -> set[Path]:
    """The folders that hold the course, its solutions or a class."""
    packages = [Path(folder) for folder in site.getsitepackages()] + [PACKAGES]
    course = find_spec("course")  # not imported: that would import PyTorch
    if course and course.origin:
        packages.append(Path(course.origin).resolve().parents[1])
    folders = {folder / name for folder in packages for name in ("course", "autograder")}
    if (ROOT / "solutions").is_dir():
        folders.add(ROOT)
    return {folder.resolve() for folder in folders if folder.is_dir()}
