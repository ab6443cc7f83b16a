"""Shows recorded runs in a notebook."""

from collections.abc import Mapping

from course.player.page import page
from course.player.recorded_run import RecordedRun


class Player:
    """Shows recorded runs, several of them side by side. A notebook needs no kernel to play them.

    Attributes:
        runs: the runs, by the names of their engines.
        reveal: whether to say at once where a run goes wrong.
    """

    def __init__(self, runs: Mapping[str, RecordedRun], *, reveal: bool = True):
        self.runs, self.reveal = dict(runs), reveal

    def _repr_html_(self) -> str:
        return page(self.runs, reveal=self.reveal)

    def __repr__(self) -> str:
        if len(self.runs) > 1:
            return f"{len(self.runs)} engines on one expression."
        (run,) = self.runs.values()
        steps, first = run.steps, run.first_problem
        if not self.reveal:
            return f"A run of {len(steps)} steps."
        if first is None:
            return f"A run of {len(steps)} steps. {steps[-1].verdict}"
        wrong = steps[first]
        if wrong.blames_values:
            return f"A run up to step {first + 1} of {len(steps)}. {wrong.problem}"
        return f"Wrong from step {first + 1} of {len(steps)} on: {wrong.caption} {wrong.problem}"
