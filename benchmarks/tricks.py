"""Measures how much each trick for speed saves, for benchmarks/class_of_sixty.py.

After the start, the time for a class depends on the bottleneck: either this process, which reads,
judges and enters one submission at a time, or the cores, which the kernels use as well. The same
formula gives the time on a machine with more cores.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.paths import ROOT
from autograder.grading.enter_homework import enter_homework
from autograder.grading.submission import GradedSubmission, grade_submission
from autograder.on_nbgrader.marks_writer import MarksWriter
from autograder.sandbox import zygotes
from autograder.sandbox.limits import Limits

ROUNDS = 3
START = "import autograder.grading.grade, autograder.grading.submission, nbformat;"
START += "nbformat.validate(nbformat.v4.new_notebook());"
QUICK = {
    "the omitted grammar": "sys.modules['rfc3987_syntax'] = None",
    "the omitted extensions": """
for name in "assignment_list", "course_list", "formgrader", "validate_assignment":
    module = sys.modules[f"nbgrader.server_extensions.{name}"] = types.ModuleType(name)
    module.load_jupyter_server_extension = None""",
    "looking for garbage less often": "gc.set_threshold(500_000)",
    "gc.freeze at the end": "atexit.register(gc.freeze)",
}  # as in autograder/base/quick_start.py


@dataclass(frozen=True)
class Parts:
    """The parts of the time for a class, in seconds of processor time. `kernel` is by the clock,
    which makes little difference, since a kernel seldom waits for others.

    Attributes:
        start: for the imports and the end of the process, once.
        kernel: for each submission, in its kernel.
        here: for each submission, in the process that grades.
        threads: the most submissions under way at once; None for one more than the cores.
    """

    start: float
    kernel: float
    here: float
    threads: int | None = None

    def seconds(self, size: int, cores: int) -> float:
        """The seconds for a class of this size, on this many cores."""
        under_way = self.threads or cores + 1
        both = self.kernel + self.here
        return self.start + both + (size - 1) * max(self.here, both / min(cores, under_way))


def parts(assignment: str, texts: list[str]) -> Parts:
    """Measures the parts on some submissions, with all tricks."""
    zygotes.zygote().begin()
    limits = Limits()

    def grade(text: str) -> GradedSubmission:
        return grade_submission(assignment, text.encode(), "series", limits=limits)

    grade(texts[0])  # makes the plan
    started = time.process_time()
    graded = [grade(text) for text in texts]
    judging = (time.process_time() - started) / len(texts)
    kernel = statistics.median(submission.seconds for submission in graded)
    return Parts(_start(), kernel, judging + _enter(assignment, graded))


def without_each(now: Parts, assignment: str, texts: list[str]) -> Iterator[tuple[str, str, Parts]]:
    """Each trick, what its absence costs, and the parts without it."""
    for name in QUICK:
        more = _start(without=name) - now.start
        cost = f"{more:.2f} s of start and end"
        yield f"{name} (quick_start.py)", cost, replace(now, start=now.start + more)
    yield "threads (workers.py)", "one at a time", replace(now, threads=1)


def _start(without: str = "") -> float:
    """Processor seconds of a process that imports what `autograder grade` needs, and ends."""
    quick = [code for name, code in QUICK.items() if name != without]
    code = "\n".join(["import atexit, gc, sys, types", *quick, START])

    def once() -> float:
        before = os.times()
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
        after = os.times()
        user = after.children_user - before.children_user
        return user + after.children_system - before.children_system

    return statistics.median(once() for _ in range(ROUNDS))


def _enter(assignment: str, graded: list[GradedSubmission]) -> float:
    """The median processor seconds to enter a submission in the gradebook."""
    with tempfile.TemporaryDirectory() as folder:
        classroom = Classroom(Path(folder))
        enter_homework(classroom, assignment)
        with contextlib.closing(MarksWriter(classroom)) as book:
            times = []
            for number, submission in enumerate(graded):
                started = time.process_time()
                book.enter(f"student{number}", assignment, submission.notebook, None)
                times.append(time.process_time() - started)
    return statistics.median(times)
