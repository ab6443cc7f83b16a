"""How fast a class is graded: all homeworks, against stock nbgrader, and what each trick gives.

Run: python benchmarks/class_of_sixty.py              all homeworks, 60 submissions each
     python benchmarks/class_of_sixty.py --stock 60   nbgrader on all 60, too, which takes an hour
     python benchmarks/class_of_sixty.py --tricks     the time that each trick for speed saves
     python benchmarks/class_of_sixty.py --linear     100 submissions against 1,000, and memory
     python benchmarks/class_of_sixty.py --otter PY   otter-grader alone, from the Python PY, on hw2

Each command runs as a person would type it, in its own process, including its start. "Each" is the
cost of one more submission: the time for the class minus the time for one, over the number of
others. If nbgrader graded only a part of the class, its time is extrapolated with "each".
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
import psutil
import tricks
from rich.console import Console
from rich.table import Table

from autograder.authoring.sample_class import sample_class
from autograder.base.classroom import Classroom
from autograder.base.paths import COURSE, ROOT, homeworks
from autograder.grading.enter_homework import enter_homework
from autograder.notebook.source import write_source

HOMEWORK = "hw2-tanh"  # for measurements on a single homework
FEW = 4  # submissions that otter-grader and, by default, stock nbgrader are timed on
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
# nbgrader was installed with its bytecode. A clone gets its own when its first command runs.
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)


def main() -> None:
    """Prints the tables that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("homeworks", nargs="*", help="only these")
    parser.add_argument("--size", type=int, default=60, help="submissions in the class")
    parser.add_argument("--stock", type=int, default=FEW, help="submissions nbgrader is timed on")
    parser.add_argument("--tricks", action="store_true", help="what each of them gives")
    parser.add_argument("--linear", action="store_true", help="100 against 1,000, and memory")
    parser.add_argument("--otter", help="a Python that has otter-grader")
    arguments = parser.parse_args()
    if arguments.linear:
        show_growth()
    elif arguments.tricks:
        show_tricks(arguments.size)
    elif arguments.otter:
        took = Timed.of(lambda n: otter_run(n, arguments.otter), FEW)
        print(f"otter run, {HOMEWORK}: {took.whole:.1f} s for {FEW}, {took.each:.2f} s each")
    else:
        show_rates(arguments.homeworks or homeworks(), arguments.size, arguments.stock)
    print(f"{os.cpu_count()} cores.")


@dataclass(frozen=True)
class Timed:
    """How long a way of grading takes: seconds for one submission, and for `count` of them."""

    count: int
    one: float
    whole: float

    @classmethod
    def of(cls, way: Callable[[int], float], count: int) -> "Timed":
        """Measures a way of grading."""
        return cls(count, way(1), way(count))

    @property
    def each(self) -> float:
        """What one more submission costs."""
        return (self.whole - self.one) / (self.count - 1)

    def seconds(self, size: int) -> float:
        """The seconds for a class of this size: measured if `count` is the size, else computed."""
        return self.whole if size == self.count else self.one + (size - 1) * self.each


def show_rates(assignments: list[str], size: int, stock: int) -> None:
    """Prints how long stock nbgrader and this grader take for each homework, and for all."""
    computed = "" if stock == size else f", computed from {stock}"
    table = Table(
        "homework",
        f"nbgrader s{computed}",
        "each",
        "autograder grade s",
        "each",
        "times",
        "a bare fork: each",
        "of that",
        title=f"{size} submissions of each homework",
    )
    stock_nbgrader(assignments[0], 1)  # not counted: the first run of the day reads from the disk
    their_total = our_total = 0.0
    for assignment in assignments:
        theirs = Timed.of(lambda n, name=assignment: stock_nbgrader(name, n), min(stock, size))
        ours = Timed.of(lambda n, name=assignment: autograder(name, n), size)
        bare = Timed.of(lambda n, name=assignment: floor(name, n), min(12, size))
        their_seconds = theirs.seconds(size)
        their_total += their_seconds
        our_total += ours.whole
        row = [
            assignment,
            f"{their_seconds:.1f}",
            f"{theirs.each:.2f}",
            f"{ours.whole:.1f}",
            f"{ours.each:.3f}",
            f"{their_seconds / ours.whole:.1f}",
            f"{bare.each:.3f}",
            f"{ours.each / bare.each:.2f}",
        ]
        table.add_row(*row)
        Console().print(*row)
    times = f"{their_total / our_total:.1f}"
    table.add_row("all", f"{their_total:.1f}", "", f"{our_total:.1f}", "", times, "", "")
    Console(width=120).print(table)


def show_growth() -> None:
    """Prints the time per submission and the memory for 1, 100 and 1,000 submissions."""
    quarters = "MiB in the second quarter", "in the last"
    table = Table("submissions", "s", "s each", "most memory MiB", *quarters)
    for size in (1, 100, 1000):
        with Memory() as memory:
            seconds = autograder(HOMEWORK, size)
        table.add_row(
            str(size),
            f"{seconds:.1f}",
            f"{seconds / size:.3f}",
            f"{memory.most / 2**20:.0f}",
            *(f"{mean:.0f}" for mean in memory.quarters()),
        )
    Console().print(table)


def show_tricks(size: int) -> None:
    """Prints how long the class would take without each of the tricks, on 2 and on 16 cores,
    computed from measured parts."""
    few = 6
    table = Table(
        "without",
        "what it costs",
        "2 cores s",
        "more",
        "16 cores s",
        "more",
        title=f"{size} submissions of {HOMEWORK}, computed from measured parts",
    )
    parts = tricks.parts(HOMEWORK, texts_of(HOMEWORK)[:few])
    base = {cores: parts.seconds(size, cores) for cores in (2, 16)}
    cells = [text for cores in (2, 16) for text in (f"{base[cores]:.1f}", "")]
    costs = f"start {parts.start:.2f} s, kernel {parts.kernel:.3f} s, here {parts.here:.3f} s each"
    table.add_row("nothing", costs, *cells)
    for name, costs, without in tricks.without_each(parts, HOMEWORK, texts_of(HOMEWORK)[:few]):
        cells = []
        for cores, seconds in base.items():
            slower = without.seconds(size, cores)
            cells += [f"{slower:.1f}", f"{100 * (slower / seconds - 1):.0f} %"]
        table.add_row(name, costs, *cells)
    Console(width=120).print(table)


def autograder(assignment: str, size: int) -> float:
    """Seconds that `autograder grade` takes."""
    with tempfile.TemporaryDirectory() as folder:
        classroom = Classroom(Path(folder))
        hand_in(classroom, assignment, size)
        seconds, rows = graded(classroom, assignment)
        assert len(rows) == size
        return seconds


def graded(classroom: Classroom, assignment: str) -> tuple[float, list[dict]]:
    """Seconds that `autograder grade` takes, and the rows that it prints. The gradebook already has
    the homework, as nbgrader's has after `generate_assignment`."""
    enter_homework(classroom, assignment)
    command = [sys.executable, "-m", "autograder", "grade", assignment, "--json"]
    seconds, output = run([*command, "--class-dir", str(classroom.folder)], cwd=ROOT)
    return seconds, json.loads(output)


def stock_nbgrader(assignment: str, size: int) -> float:
    """Seconds that `nbgrader autograde` takes with nbgrader's default configuration."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        source = root / "source" / assignment
        source.mkdir(parents=True)
        shutil.copy(write_source(assignment), source)
        (root / "nbgrader_config.py").write_text("c = get_config()\n")
        run(["nbgrader", "generate_assignment", assignment], cwd=root)
        hand_in(Classroom(root), assignment, size)
        return run(["nbgrader", "autograde", assignment, "--create"], cwd=root)[0]


def floor(assignment: str, size: int) -> float:
    """Seconds to fork a sandboxed kernel for each submission, one after the other, and to run the
    cells that are needed, checks included. Nothing is repaired, judged or recorded."""
    with tempfile.TemporaryDirectory() as folder:
        hand_in(Classroom(Path(folder)), assignment, size)
        command = [sys.executable, __file__, "--floor", folder, assignment]
        return run(command, cwd=ROOT, ends_with=[0])[0]


def run_floor(folder: Path, assignment: str) -> None:
    """Does the work that `floor` times, in the process that it starts."""
    from autograder.grading.notebook_run import NotebookRun
    from autograder.judge.author_run import ids_that_show
    from autograder.sandbox.library import library

    # Puts the checks back: a graded kernel has only stand-ins that do nothing.
    shutil.copytree(COURSE, library() / "course", dirs_exist_ok=True)
    left_out = ids_that_show(assignment)
    for path in sorted(folder.glob(f"submitted/*/{assignment}/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        notebook.cells = [cell for cell in notebook.cells if cell.id not in left_out]
        with NotebookRun(notebook) as run:
            run.run_cells()


def otter_run(size: int, python: str) -> float:
    """Seconds that `otter run` takes for the same notebooks, one after the other. The autograder
    zip has a single test, that `forward_algorithm` is defined."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        hand_in(Classroom(root), HOMEWORK, size)
        (root / "tests").mkdir()
        test = (
            'OK_FORMAT = False\nfrom otter.test_files import test_case\nname = "all"\npoints = 1\n'
        )
        test += "@test_case()\ndef test_engine(forward_algorithm):\n    assert forward_algorithm\n"
        (root / "tests" / "all.py").write_text(test)
        otter = [python, "-m", "otter"]
        run([*otter, "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment"], root)
        seconds = 0.0
        for path in sorted(root.glob(f"submitted/*/{HOMEWORK}/*.ipynb")):
            options = ["-a", "autograder.zip", "-o", str(root), "--no-logo"]
            environment = ENVIRONMENT | {"PYTHONPATH": str(ROOT)}
            duration, output = run([*otter, "run", str(path), *options], cwd=root, env=environment)
            if not (root / "results.json").exists():
                sys.exit(
                    f"otter graded nothing. Has {python} ipykernel, PyTorch, matplotlib?\n{output}"
                )
            (root / "results.json").unlink()
            seconds += duration
        return seconds


@cache
def texts_of(assignment: str) -> list[str]:
    """The sample class's submissions of a homework."""
    return [
        nbformat.writes(submission.notebook())
        for submission in sample_class()
        if submission.homework == assignment
    ]


def hand_in(classroom: Classroom, assignment: str, size: int) -> None:
    """Fills a class with copies of the sample class's submissions."""
    texts = texts_of(assignment)
    for i in range(size):
        path = classroom.submission(f"student{i:04}", assignment)
        path.parent.mkdir(parents=True)
        path.write_text(texts[i % len(texts)])


def run(
    command: list[str],
    cwd: Path,
    env: dict[str, str] = ENVIRONMENT,
    ends_with: Collection[int] = (0, 1),
) -> tuple[float, str]:
    """Runs a command; returns its wall-clock seconds and output. Graders end with 1 if something
    needs attention."""
    started = time.monotonic()
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode not in ends_with:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return time.monotonic() - started, done.stdout


class Memory:
    """Samples the memory of all processes that this one starts."""

    def __enter__(self) -> "Memory":
        self.most = 0
        self.samples: list[int] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._stop.set()
        self._thread.join()

    def quarters(self) -> tuple[float, float]:
        """The mean memory in the second and the last quarter of the time, in MiB: equal if nothing
        grows."""
        quarter = max(1, len(self.samples) // 4)
        return _mean_mib(self.samples[quarter : 2 * quarter]), _mean_mib(self.samples[-quarter:])

    def _watch(self) -> None:
        me = psutil.Process()
        while not self._stop.wait(0.5):
            total = 0
            for process in me.children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    total += process.memory_full_info().uss
            self.samples.append(total)
            self.most = max(self.most, total)


def _mean_mib(samples: list[int]) -> float:
    return sum(samples) / max(1, len(samples)) / 2**20


if __name__ == "__main__":
    if "--floor" in sys.argv:
        run_floor(Path(sys.argv[-2]), sys.argv[-1])
    else:
        main()
