"""The author's notebook is run in the grader's own process, and leaves nothing in it."""

import os
import subprocess
import sys

SHOWS_SETTINGS = """
import os
from autograder.judge.author_run import author_at_work
def gpus():
    return os.environ["CUDA_VISIBLE_DEVICES"] or "none"
with author_at_work():
    import matplotlib
    inside = matplotlib.get_backend().lower(), gpus()
print(*inside, os.environ["MPLBACKEND"], gpus())
"""


def test_the_author_sees_no_figure_and_no_gpu_and_kernels_started_later_see_both():
    environment = os.environ | {"MPLBACKEND": "svg", "CUDA_VISIBLE_DEVICES": "0"}
    shown = subprocess.run(
        [sys.executable, "-c", SHOWS_SETTINGS],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert shown.split() == ["agg", "none", "svg", "0"]
