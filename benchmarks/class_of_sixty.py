"""How fast a class is graded: the autograder, stock nbgrader and otter, the same cells in one run.

Run: python benchmarks/class_of_sixty.py              all but the long ones, about 5 minutes
     python benchmarks/class_of_sixty.py --linear     100 submissions against 1,000, and memory
     python benchmarks/class_of_sixty.py --otter PY   also otter-grader, of the Python PY

Every command is the one a person would type, in a process of its own, its start included. "Each"
is what one more submission costs: the time for the class less the time for one, over the rest.
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
from pathlib import Path

import nbformat
import psutil
from rich.console import Console
from rich.table import Table

from autograder.authoring.sample_class import sample_class
from autograder.grading.grade import enter_assignment
from autograder.house import ROOT, Class
from autograder.nbgrader_api import Nbgrader
from autograder.source import write_source

HOMEWORK = "hw2-tanh"
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def main() -> None:
    """Prints the tables that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=60, help="submissions in the class")
    parser.add_argument("--linear", action="store_true", help="100 against 1,000, and memory")
    parser.add_argument("--otter", help="a Python that has otter-grader")
    arguments = parser.parse_args()
    if arguments.linear:
        show_growth()
    else:
        show_rates(arguments.size, arguments.otter)


def show_rates(size: int, otter: str | None) -> None:
    """Submissions per minute of each way to grade the same class."""
    table = Table("", "class s", "one s", "each s", "per minute", "of nbgrader's", title=HOMEWORK)
    ways = {
        "stock nbgrader autograde": stock_nbgrader,
        "autograder grade": lambda size: autograder(size, None),
        "autograder grade, a worker a core": lambda size: autograder(size, os.cpu_count()),
        "nbgrader autograde, our sandbox and judge": our_nbgrader,
        "floor: a fork and the cells alone": floor,
    }
    if otter:
        ways["otter run"] = lambda size: otter_run(size, otter)
    rates: dict[str, float] = {}
    for name, way in ways.items():
        # The slow ones are measured on fewer, which is in their favour: see "each".
        whole, one = way(size), way(1)
        each = (whole - one) / (size - 1)
        rates[name] = 60 * size / whole
        base = next(iter(rates.values()))
        row = f"{whole:.1f}", f"{one:.1f}", f"{each:.3f}", f"{rates[name]:.0f}"
        table.add_row(name, *row, f"{rates[name] / base:.1f}x")
        Console().print(name, *row)
    Console().print(table)
    print(f"{os.cpu_count()} cores.")


def show_growth() -> None:
    """Whether time and memory grow with the class: 100 submissions against 1,000."""
    quarters = "MiB in the second quarter", "in the last"
    table = Table("submissions", "s", "s each", "most memory MiB", *quarters)
    for size in (1, 100, 1000):
        with Memory() as memory:
            seconds = autograder(size, None)
        table.add_row(
            str(size),
            f"{seconds:.1f}",
            f"{seconds / size:.3f}",
            f"{memory.most / 2**20:.0f}",
            *(f"{mean:.0f}" for mean in memory.quarters()),
        )
    Console().print(table)


def autograder(size: int, workers: int | None) -> float:
    """Seconds of `autograder grade`, where the gradebook has the homework already, as nbgrader's
    has."""
    with tempfile.TemporaryDirectory() as folder:
        of = Class(Path(folder))
        hand_in(of, size)
        enter_assignment(Nbgrader(of), HOMEWORK)
        options = [] if workers is None else ["--workers", str(workers)]
        command = [sys.executable, "-m", "autograder", "grade", HOMEWORK, "--json", *options]
        seconds, said = run([*command, "--class-dir", folder], cwd=ROOT)
        assert len(json.loads(said)) == size
        return seconds


def our_nbgrader(size: int) -> float:
    """Seconds of nbgrader's own command with our configuration."""
    with tempfile.TemporaryDirectory() as folder:
        of = Class(Path(folder))
        hand_in(of, size)
        write_source(HOMEWORK)
        Nbgrader(of, release_to=Path(folder) / "release").generate(HOMEWORK)
        environment = ENVIRONMENT | {"CLASS_DIR": folder}
        return run(["nbgrader", "autograde", HOMEWORK, "--create"], cwd=ROOT, env=environment)[0]


def stock_nbgrader(size: int) -> float:
    """Seconds of nbgrader's own command with nbgrader's own configuration."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        source = root / "source" / HOMEWORK
        source.mkdir(parents=True)
        shutil.copy(write_source(HOMEWORK), source)
        (root / "nbgrader_config.py").write_text("c = get_config()\n")
        run(["nbgrader", "generate_assignment", HOMEWORK], cwd=root)
        hand_in(Class(root), size)
        return run(["nbgrader", "autograde", HOMEWORK, "--create"], cwd=root)[0]


def floor(size: int) -> float:
    """Seconds of forking a sandboxed kernel for each submission and running its cells, no more."""
    with tempfile.TemporaryDirectory() as folder:
        hand_in(Class(Path(folder)), size)
        return run([sys.executable, __file__, "--floor", folder], cwd=ROOT)[0]


def run_floor(folder: Path) -> None:
    """What `floor` runs."""
    from autograder.grading.execute import execute

    for path in sorted(folder.glob(f"submitted/*/{HOMEWORK}/*.ipynb")):
        execute(nbformat.read(path, as_version=4))


def otter_run(size: int, python: str) -> float:
    """Seconds of `otter run`, one submission after the other, on the same cells: an autograder zip
    whose tests are the notebook's own checks, each of which has to raise no error."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        hand_in(Class(root), size)
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
            command = [
                *otter,
                "run",
                str(path),
                "-a",
                "autograder.zip",
                "-o",
                str(root),
                "--no-logo",
            ]
            environment = ENVIRONMENT | {"PYTHONPATH": str(ROOT)}
            taken, said = run(command, cwd=root, env=environment)
            if not (root / "results.json").exists():
                sys.exit(
                    f"otter graded nothing. Has {python} ipykernel, PyTorch, matplotlib?\n{said}"
                )
            (root / "results.json").unlink()
            seconds += taken
        return seconds


def hand_in(of: Class, size: int) -> None:
    """A class of copies of the sample class's submissions."""
    texts = [
        nbformat.writes(each.notebook()) for each in sample_class() if each.assignment == HOMEWORK
    ]
    for i in range(size):
        path = of.submission(f"student{i:04}", HOMEWORK)
        path.parent.mkdir(parents=True)
        path.write_text(texts[i % len(texts)])


def run(command: list[str], cwd: Path, env: dict[str, str] = ENVIRONMENT) -> tuple[float, str]:
    """Seconds of a command by the clock, and what it printed."""
    started = time.monotonic()
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return time.monotonic() - started, done.stdout


class Memory:
    """The memory of all processes that this one starts."""

    def __enter__(self) -> "Memory":
        self.most = 0
        self.seen: list[int] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._stop.set()
        self._thread.join()

    def quarters(self) -> tuple[float, float]:
        """The means over the second and the last quarter of the time, in MiB: the same if nothing
        grows."""
        quarter = max(1, len(self.seen) // 4)
        second, last = self.seen[quarter : 2 * quarter], self.seen[-quarter:]
        return tuple(sum(part) / max(1, len(part)) / 2**20 for part in (second, last))

    def _watch(self) -> None:
        me = psutil.Process()
        while not self._stop.wait(0.5):
            total = 0
            for process in me.children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    total += process.memory_full_info().uss
            self.seen.append(total)
            self.most = max(self.most, total)


if __name__ == "__main__":
    if "--floor" in sys.argv:
        run_floor(Path(sys.argv[-1]))
    else:
        main()
