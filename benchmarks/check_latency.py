"""How long each check of the homeworks takes, on a right solution, after `import course`.

Run: python benchmarks/check_latency.py
"""

import contextlib
import io
import time

from IPython.display import display
from rich.console import Console
from rich.table import Table

import course  # noqa: F401  its import is set-up, not part of a check
from autograder.base.paths import homeworks
from autograder.notebook.source import read_source


def main() -> None:
    """Runs the cells of each homework in order and prints the time of those that check."""
    table = Table("homework", "check", "ms", title="Time of each check, run once")
    slowest = 0.0
    for assignment in homeworks():
        names = {"display": display, "__name__": "__main__"}
        for cell in read_source(assignment).cells:
            if cell.cell_type != "code" or "plt.show" in cell.source:
                continue
            with contextlib.redirect_stdout(io.StringIO()):
                started = time.perf_counter()
                exec(compile(cell.source, cell.id, "exec"), names)
                seconds = time.perf_counter() - started
            if "check" in cell.source and not cell.id.startswith(("setup", "read-")):
                slowest = max(slowest, seconds)
                table.add_row(assignment, cell.id, f"{seconds * 1000:.1f}")
    Console().print(table)
    print(f"Slowest: {slowest * 1000:.1f} ms.")


if __name__ == "__main__":
    main()
