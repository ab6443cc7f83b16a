"""Grades one submission, from the bytes that were handed in to a notebook with verdicts.

The submission is read, repaired, run in the sandbox and judged. This needs no gradebook and writes
no file, so any machine can do it.
"""

from dataclasses import dataclass, field, replace
from itertools import chain

from nbformat import NotebookNode

from autograder.grading.notebook_run import NotebookRun
from autograder.grading.notebook_with_questions import NotebookWithQuestions, with_questions
from autograder.judge.cell_verdict import Verdict
from autograder.judge.flags.from_source import flags_in_source
from autograder.judge.judging_process import NONE_KEPT, JudgingProcesses
from autograder.judge.question_plan import plan_for
from autograder.judge.reply import without_evidence
from autograder.judge.verdicts import flags_in, judge
from autograder.judge.whose_exercise import NOBODY, Owner
from autograder.notebook.cells import students_code
from autograder.notebook.grading_notes import VIVA, GradingNotes
from autograder.notebook.titles import OWN_CELL, cell_names
from autograder.repairing.repair import Repaired, repair_for
from autograder.sandbox.limits import Limits
from autograder.submissions.tidying import Note
from autograder.submissions.unreadable import Unreadable
from autograder.submissions.untrusted import work_on_file, work_on_notebook

NOTHING = "Nothing was filled in."
SHORT_OF_MEMORY = "asked for more memory than a submission may have."
NO_ID = "No student_id in the set-up cell: judged on the standard exercises, which it showed."
_LATER = "what was asked to explain a failed check"


@dataclass
class GradedSubmission:
    """A submission with its verdicts."""

    notebook: NotebookNode  # as nbgrader's SaveAutoGrades reads it
    notes: GradingNotes = field(default_factory=GradingNotes)  # the notebook has them, too
    is_compared: bool = False  # whether a verdict depends on who else is in the class
    traces: list[str] = field(default_factory=list)  # tracebacks of errors of ours


def grade_submission(
    homework: str,
    data: bytes,
    series: str,
    owner: Owner = NOBODY,
    *,
    limits: Limits,
    judges: JudgingProcesses = NONE_KEPT,
) -> GradedSubmission:
    """Grades what a student handed in.

    Args:
        series: the name of the series of random draws to judge it on.
        owner: the student and the others in the class, if students have their own versions of
            exercises.
        judges: the processes that judge.

    Raises:
        Unreadable: the file holds no notebook of this homework.
        KernelLost: a kernel did not start, or was killed from outside; the student is not to blame.
    """

    def repaired_from(notebook: NotebookNode, read_notes: list[Note]) -> dict:
        try:
            return vars(repair_for(homework, notebook, read_notes))
        except Unreadable as refusal:
            reason = " ".join([*(note.text for note in read_notes), refusal.reason])
            raise Unreadable(reason, refusal.ask) from None

    repaired = Repaired(**work_on_file(data, repaired_from))
    return run_and_judge(homework, repaired, series, owner, limits=limits, judges=judges)


def run_and_judge(
    homework: str,
    repaired: Repaired,
    series: str,
    owner: Owner = NOBODY,
    *,
    limits: Limits,
    everything: bool = False,
    judges: JudgingProcesses = NONE_KEPT,
) -> GradedSubmission:
    """Runs a repaired notebook and writes the verdicts into it.

    Args:
        repaired: its notebook is changed in place.
        series, owner, limits, judges: as for `grade_submission`.
        everything: whether to run even those of the author's cells on which no verdict depends.

    Raises:
        Unreadable: examining the notebook's text took too long.
        KernelLost: as for `grade_submission`.
    """
    notebook, shown_id = repaired.notebook, repaired.shown_id
    lacks_id = shown_id == "" and not owner.student
    owner = NOBODY if shown_id is None else replace(owner, shown_id=shown_id)
    plan = plan_for(homework, series)
    prepared = with_questions(notebook, plan, everything=everything)
    own_cells = [cell.source for cell in students_code(notebook.cells)]
    again = {cell.index: cell.again for cell in prepared.judged.values()}
    with NotebookRun(prepared.notebook, limits=limits, again=again) as run:
        run.run_cells()
        replies = prepared.replies(run.stopped)
        verdicts = judge(plan, replies, owner, own_cells, run.run_more, judges=judges)
    _put_outputs(notebook, prepared, verdicts)
    notes = _notes(repaired, prepared, run, verdicts)
    if lacks_id:
        notes.flags.insert(0, NO_ID)
    notes.put_into(notebook)
    vivas = (verdict.viva.items() for verdict in verdicts.values())
    notebook.metadata[VIVA] = dict(chain.from_iterable(vivas))
    is_compared = any(verdict.is_compared for verdict in verdicts.values())
    traces = [verdict.trace for verdict in verdicts.values() if verdict.trace]
    return GradedSubmission(notebook, notes, is_compared, traces)


def _put_outputs(
    notebook: NotebookNode, prepared: NotebookWithQuestions, verdicts: dict[str, Verdict]
) -> None:
    """Puts into a notebook what its cells displayed, without evidence, and the verdicts."""
    for cell, run_cell in zip(notebook.cells, prepared.notebook.cells, strict=True):
        if cell.cell_type == "code":
            cell.outputs = without_evidence(run_cell.outputs)
            cell.execution_count = run_cell.execution_count
    for cell_id, judged in prepared.judged.items():
        notebook.cells[judged.index].outputs = verdicts[cell_id].outputs


def _notes(
    repaired: Repaired,
    prepared: NotebookWithQuestions,
    run: NotebookRun,
    verdicts: dict[str, Verdict],
) -> GradingNotes:
    """What was noticed while a notebook was repaired, run and judged."""
    cells = repaired.notebook.cells
    return GradingNotes(
        mended=repaired.mended,
        earlier=repaired.earlier,
        flags=_flags(repaired, run, verdicts),
        stopped={cells[i].id: reason for i, reason in sorted(run.stopped.items())},
        not_run=[cell.id for cell in cells if cell.id in prepared.not_run],
        mistakes={
            check: verdict.mistakes for check, verdict in verdicts.items() if verdict.mistakes
        },
        seconds=round(run.seconds, 3),
    )


def _flags(repaired: Repaired, run: NotebookRun, verdicts: dict[str, Verdict]) -> list[str]:
    """What an instructor should look at, in sentences."""
    notebook = repaired.notebook
    names = cell_names(notebook.cells)
    ran = [*(names.get(cell.id, OWN_CELL) for cell in notebook.cells), _LATER]
    other_code: dict[str, list[str | None]] = {}
    for i, texts in run.other_code.items():
        other_code.setdefault(ran[i], []).extend(texts)

    other_texts = filter(None, chain.from_iterable(other_code.values()))
    flags = [NOTHING] if repaired.is_untouched else []
    flags += work_on_notebook(notebook, lambda: flags_in_source(notebook, other_code), other_texts)
    flags += [f"{names[cell_id]}: {flag}" for cell_id, flag in flags_in(verdicts)]
    flags += repaired.flags
    flags += dict.fromkeys(f"{ran[i]}: {SHORT_OF_MEMORY}" for i in run.short_of_memory)
    return [*flags, f"{_LATER}: {run.stopped_later}"] if run.stopped_later else flags
