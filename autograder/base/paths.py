"""Locates the folders of the clone, where this repository is on this machine."""

from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[2]  # the folder with `autograder` and `course`
COURSE = PACKAGES / "course"


def _clone() -> Path:
    """The folder with the homeworks. In a clone, it also has the packages; if these are installed
    elsewhere, it is the clone around the current folder."""
    here = Path.cwd()
    around = [here, *here.parents]
    clones = [folder for folder in around if (folder / "nbgrader_config.py").exists()]
    usable = (folder for folder in (PACKAGES, *clones) if (folder / "solutions").is_dir())
    return next(usable, PACKAGES)


ROOT = _clone()
SOLUTIONS = ROOT / "solutions"
RELEASED = ROOT / "notebooks" / "homework"
LECTURES = ROOT / "notebooks" / "lectures"
SOURCE = ROOT / "build" / "source"
CHOICES = ROOT / "notebooks" / "release.json"
EARLIER = "earlier.json"  # beside the folders of released notebooks: what earlier ones were


def homeworks() -> list[str]:
    """The names of all homeworks, for example `hw1-cosh`."""
    return sorted(path.stem for path in SOLUTIONS.glob("hw*.py"))


def released_path(homework: str, folder: Path | None = None) -> Path:
    """The notebook that students get, in the usual folder or another."""
    return (folder or RELEASED) / homework / f"{homework}.ipynb"


def short(path: Path, here: Path | None = None) -> str:
    """A path as a person in a folder, by default the current one, would type it."""
    here = here or Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def name_in_clone(path: Path) -> str:
    """A file's path within a clone, even if the packages are installed elsewhere."""
    folder = PACKAGES if path.is_relative_to(PACKAGES) else ROOT
    return path.relative_to(folder).as_posix()
