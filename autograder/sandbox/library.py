"""What a student's kernel can import besides Python's packages: the scaffold, and no answer."""

import atexit
import shutil
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

COURSE = Path(find_spec("course").origin).parent
GRADER = Path(__file__).resolve().parents[1]

# Of `course`, what holds no right answer and cannot compute one.
SCAFFOLD = (
    "__init__.py",
    "chain.py",
    "compare.py",
    "derive.py",
    "expressions.py",
    "failure.py",
    "graph.py",
    "graph_of.py",
    "hints.json",
    "hints.py",
    "kept.py",
    "layout.py",
    "limit.py",
    "meter.py",
    "misconceptions.py",
    "operators.py",
    "order.py",
    "picture.py",
    "record.py",
    "sketch.py",
    "source.py",
    "svg.py",
)
DEFERRED = (
    "budget.py",
    "by_expression.py",
    "by_hand.py",
    "checks.py",
    "choice.py",
    "cost.py",
    "counted.py",
    "exercise.py",
    "exponents.py",
    "replay.py",
    "tradeoff.py",
    "training.py",
)


@cache
def library() -> Path:
    """A folder with the package `course` as a graded kernel sees it, the agent and the zygote."""
    folder = Path(tempfile.mkdtemp(prefix="autograder-library-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "course").mkdir()
    for name in SCAFFOLD:
        shutil.copy(COURSE / name, folder / "course")
    for name in DEFERRED:
        shutil.copy(GRADER / "in_kernel" / "deferred.py", folder / "course" / name)
    shutil.copytree(
        GRADER / "in_kernel", folder / "agent", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("zygote.py", "pipe_kernel.py"):
        shutil.copy(GRADER / "sandbox" / name, folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder
