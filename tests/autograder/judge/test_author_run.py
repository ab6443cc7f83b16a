"""The author's notebook is run in the grader's own process, and leaves nothing in it."""

import os
import subprocess
import sys

SHOWS_BACKENDS = """
import os
from autograder.judge.author_run import author_at_work
before = os.environ["MPLBACKEND"]
with author_at_work():
    import matplotlib
print(before, matplotlib.get_backend().lower(), os.environ["MPLBACKEND"])
"""


def test_nothing_is_drawn_to_be_seen_and_kernels_started_later_can_still_show_figures():
    environment = os.environ | {"MPLBACKEND": "svg"}
    shown = subprocess.run(
        [sys.executable, "-c", SHOWS_BACKENDS],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert shown.split() == ["svg", "agg", "svg"]
