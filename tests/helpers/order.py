"""The order in which test files run, and which of them share a process."""

from pathlib import Path

from xdist.scheduler import LoadFileScheduling

LONGEST_FIRST = (
    "test_right_answers.py",  # by night
    "test_engine_grammar.py",  # by night
    "test_lectures_in_browser.py",
    "test_interrupted_grading.py",
    "test_dask_and_postgresql.py",
    "test_grading.py",
    "test_bank.py",
    "test_term.py",
    "test_lint.py",  # mypy in a fresh clone
    "test_hostile.py",
    "test_sandbox.py",
    "test_unseen_mistakes.py",
    "test_written_answers.py",
    "test_player.py",
    "test_variants.py",
    "test_colab.py",
    "test_site.py",
    "test_demos.py",
    "test_demos_without_kernel.py",
    "test_browser.py",  # whose first test needs the sample class, which another file makes
    "test_gradescope.py",
    "test_screen_reader.py",
    "test_feedback.py",
    "test_release.py",
    "test_repair.py",
    "test_hostile_answers.py",
    "test_notebook_run.py",
    "test_report.py",
    "test_feedback_player.py",
    "test_make.py",
    "test_installed.py",
    "test_inquiries.py",
    "test_nbgrader_autograde.py",
    "test_replay.py",
    "test_kinds_of_values.py",
    "test_transformer.py",
    "test_imports.py",
)
# By day, these share one process, so that only one JupyterLab is started.
IN_THE_LAB = {
    "test_browser.py",
    "test_demos.py",
    "test_demos_without_kernel.py",
    "test_screen_reader.py",
    "test_lectures_in_browser.py",
    "test_player.py",
    "test_player_keys.py",
}


class LabTogether(LoadFileScheduling):
    """Gives each process a file at a time, and all files that need JupyterLab to one process."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "in the lab" if Path(file).name in IN_THE_LAB else file
