"""Copies what a student's kernel can import besides Python's packages: the scaffold without any
answers."""

import atexit
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

from autograder.base.paths import COURSE, PACKAGES

GRADER = PACKAGES / "autograder"

# The packages of `course` that contain or compute right answers, or that recognise mistakes, and
# its demos. A module elsewhere that imports one of them is withheld, too.
WITHHELD = "check", "simulated", "reference", "player", "lecture"
# A file that these packages use but that lies elsewhere, and a module that only shows something.
WITHHELD_FILES = "misconceptions.json", "digits.py"
_IMPORTED = re.compile(r"^from course\.([\w.]+) import", re.MULTILINE)
_IMPORTS_WITHHELD = re.compile(
    rf"^\s*(?:from|import) course\.({'|'.join(WITHHELD)})\b", re.MULTILINE
)


@cache
def library() -> Path:
    """A folder with the agent, the zygote, and the package `course` as graded kernels see it."""
    folder = Path(tempfile.mkdtemp(prefix="autograder-library-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    course = folder / "course"
    left_out = shutil.ignore_patterns("__pycache__", *WITHHELD, *WITHHELD_FILES)
    shutil.copytree(COURSE, course, ignore=left_out)
    for path in course.glob("*/**/*.py"):
        if _IMPORTS_WITHHELD.search(path.read_text(encoding="utf-8")):
            path.unlink()
    for module in _IMPORTED.findall((COURSE / "__init__.py").read_text(encoding="utf-8")):
        path = course.joinpath(*module.split(".")).with_suffix(".py")
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(GRADER / "in_kernel" / "withheld_module.py", path)
    no_caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(GRADER / "in_kernel", folder / "in_kernel", ignore=no_caches)
    shutil.copytree(GRADER / "sandbox" / "inside", folder, ignore=no_caches, dirs_exist_ok=True)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder
