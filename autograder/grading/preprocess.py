"""Takes the autograder's steps inside nbgrader's own commands and formgrader.

`settings.py` names these steps. They import everything else only when they run, so that reading the
settings does not load PyTorch. `autograder grade` takes the same steps for many submissions at
once.
"""

from dataclasses import fields
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, Float, Integer, TraitType, Unicode

from autograder.base.paths import RELEASED, Classroom
from autograder.base.visible import visible
from autograder.grading.draw_rounds import DrawRounds
from autograder.sandbox.limits import DEFAULT, Limits


class RepairNotebook(NbGraderPreprocessor):
    """Repairs a damaged notebook, before nbgrader's own sanitizing steps."""

    release_folder = Unicode(str(RELEASED), help="Where the released notebooks are.").tag(
        config=True
    )

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Repairs one notebook, and notes in it what was repaired."""
        from autograder.notebook.notes import RepairNotes
        from autograder.repairing.repair import repair_for
        from autograder.submissions.untrusted import from_cells

        name, read_notes = resources["nbgrader"]["notebook"], resources.get("read_notes", [])
        folder = Path(self.release_folder)
        repaired = from_cells(nb, lambda: repair_for(name, nb, read_notes, folder))
        notes = RepairNotes.of(repaired)
        if notes.earlier:
            self.log.warning("Made with an earlier release, and brought up to date.")
        for note in notes.mended:
            self.log.warning("Repaired: %s", visible(note))
        return repaired, resources


def _limit(name: str, meaning: str) -> TraitType:
    """The setting for the limit of this name."""
    kind = Float if name.endswith("seconds") else Integer
    # As the size of a disk, Linux takes 0 for no limit.
    return kind(getattr(DEFAULT, name), min=1, help=meaning).tag(config=True)


class SandboxedExecute(NbGraderPreprocessor):
    """In place of nbgrader's Execute: runs a notebook in the sandbox and writes the verdicts in."""

    class_folder = Unicode(help="Folder of the class.").tag(config=True)
    allow_unsafe = Bool(
        False, help="Run students' code without a sandbox, with your own permissions."
    ).tag(config=True)
    everything = Bool(
        False, help="Also run the author's cells on which nothing judged depends."
    ).tag(config=True)
    cell_seconds = _limit("cell_seconds", "Seconds by the clock, for one cell.")
    submission_seconds = _limit("submission_seconds", "Seconds by the clock, for all cells.")
    processor_seconds = _limit("processor_seconds", "Seconds of processor time.")
    memory_mib = _limit("memory_mib", "Memory of all processes.")
    processes = _limit("processes", "Processes and threads.")
    disk_mib = _limit("disk_mib", "Scratch space.")
    file_mib = _limit("file_mib", "Size of one file.")
    cell_output_bytes = _limit("cell_output_bytes", "Output of one cell.")
    notebook_output_bytes = _limit("notebook_output_bytes", "Output of all cells.")

    @property
    def limits(self) -> Limits:
        """The limits of a submission, as configured."""
        names = [limit.name for limit in fields(Limits) if limit.name != "unsafe"]
        return Limits(unsafe=self.allow_unsafe, **{name: getattr(self, name) for name in names})

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Runs and judges one notebook, and notes in its metadata what people should look at."""
        from autograder.grading.submission import run_and_judge
        from autograder.judge.own_exercise import Owner
        from autograder.notebook.notes import RepairNotes
        from autograder.notebook.titles import OWN_CELL, names_of
        from autograder.people.roster import current_ids
        from autograder.sandbox.view import check_hidden
        from autograder.submissions.student_folder import find_submission

        if not self.allow_unsafe:
            check_hidden(Path(self.class_folder))

        homework, student = resources["nbgrader"]["notebook"], resources["nbgrader"]["student"]
        classroom = Classroom(Path(self.class_folder))
        folder = classroom.submission(student, homework).parent
        data = find_submission(folder, homework).read_bytes()  # as handed in, not as repaired
        series = DrawRounds(classroom, homework).series_for(data)
        has_variants = RepairNotes.of(nb).shown is not None
        ids = current_ids(classroom, homework) if has_variants else {}
        graded = run_and_judge(
            homework,
            nb,
            series,
            Owner.of(student, ids),
            limits=self.limits,
            everything=self.everything,
        )
        for flag in graded.notes.flags:
            self.log.warning("Please look: %s", visible(flag))
        names = names_of(graded.notebook.cells)
        for cell, reason in graded.notes.stopped.items():
            self.log.warning("Stopped: %s. %s", names.get(cell, OWN_CELL), reason)
        return graded.notebook, resources
