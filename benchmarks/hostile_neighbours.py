"""Whether hostile submissions change anybody else's mark or time: one in 20 of a large class.

Run: python benchmarks/hostile_neighbours.py        950 innocent submissions and 50 hostile ones
     python benchmarks/hostile_neighbours.py 100    95 and 5

The innocent submissions are graded three times: alone, with attacks from tests/helpers/hostile.py
among them, and alone again. The third run shows how much the machine itself varies. A cell may run
for 3 s and a notebook for 15 s, because some attacks never end. The times are those in the journal:
how long a student's cells ran, by the clock.
"""

import argparse
import statistics
import sys
import tempfile
from collections import defaultdict
from itertools import cycle, islice
from pathlib import Path

import nbformat
from class_of_sixty import HOMEWORK, graded, hand_in, texts_of
from rich.console import Console
from rich.table import Table

from autograder.base.classroom import Classroom
from autograder.base.paths import ROOT

EVERY = 20  # one submission in so many is hostile
MAX_CHANGE = 0.1  # relative change of a time; larger ones are counted
LIMITS = """
c = get_config()
c.Limits.cell_seconds = 3
c.Limits.submission_seconds = 15
"""


def main() -> None:
    """Prints a row for each of the three runs, and how the times changed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("size", nargs="?", type=int, default=1000, help="submissions in the class")
    size = parser.parse_args().size
    hostile = size // EVERY
    table = Table("", "s", "median ms", "mean ms", "95 of 100 within ms", "other marks")
    runs = []
    for count in (0, hostile, 0):
        seconds, rows = innocent(size - hostile, count)
        runs.append(rows)
        times = sorted(1000 * row["seconds"] for row in rows.values())
        others = sum(rows[who]["score"] != row["score"] for who, row in runs[0].items())
        table.add_row(
            f"{len(rows)} and {count} hostile",
            f"{seconds:.0f}",
            f"{statistics.median(times):.0f}",
            f"{statistics.mean(times):.0f}",
            f"{times[int(0.95 * len(times))]:.0f}",
            str(others),
        )
    Console(width=100).print(table)
    first, among, again = runs
    for comparison, before, now in (
        ("among hostile ones, against both runs alone", medians(first, again), medians(among)),
        ("alone again, against alone", medians(first), medians(again)),
    ):
        changes = sorted(now[text] / before[text] - 1 for text in before)
        span = f"{100 * changes[0]:+.0f} % to {100 * changes[-1]:+.0f} %"
        large = sum(abs(change) > MAX_CHANGE for change in changes)
        print(f"{comparison}: {span}, of {len(changes)} texts, {large} by more than 10 %")


def innocent(size: int, hostile: int) -> tuple[float, dict[str, dict]]:
    """Grades a class; returns the seconds, and the rows of the innocent, by student."""
    with tempfile.TemporaryDirectory() as folder:
        classroom = Classroom(Path(folder))
        (classroom.folder / "nbgrader_config.py").write_text(LIMITS)
        hand_in(classroom, HOMEWORK, size)
        for i, text in enumerate(hostile_texts(hostile)):  # each after EVERY - 1 innocent ones
            path = classroom.submission(f"student{(i + 1) * (EVERY - 1):04}-eve", HOMEWORK)
            path.parent.mkdir(parents=True)
            path.write_text(text)
        seconds, rows = graded(classroom, HOMEWORK)
    assert len(rows) == size + hostile
    return seconds, {row["student"]: row for row in rows if not row["student"].endswith("eve")}


def hostile_texts(count: int) -> list[str]:
    """The notebooks of `count` of the tests' attacks on the homework, of all kinds."""
    sys.path.append(str(ROOT))
    from tests.helpers.hostile import ATTACKS

    attacks = [attack for attack in ATTACKS.values() if attack.homework == HOMEWORK]
    step = max(1, len(attacks) // max(1, count))
    chosen = islice(cycle(attacks[::step]), count)
    return [nbformat.writes(attack.notebook()) for attack in chosen]


def medians(*runs: dict[str, dict]) -> dict[int, float]:
    """The median time of all who handed in the same text of the sample class, by its number."""
    count, times_of = len(texts_of(HOMEWORK)), defaultdict(list)
    for run in runs:
        for student, row in run.items():
            text = int(student.removeprefix("student")) % count
            times_of[text].append(row["seconds"])
    return {text: statistics.median(times) for text, times in times_of.items()}


if __name__ == "__main__":
    main()
