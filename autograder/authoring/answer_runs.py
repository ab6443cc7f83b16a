"""Runs the author's solution with an answer from the bank in it, to see what the checks say."""

import contextlib
import io
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import starmap, takewhile
from multiprocessing import get_context

import torch
from nbformat import NotebookNode

from autograder.base import interrupt
from autograder.base.processor import usable_cores
from autograder.judge.author_run import author_at_work, code_cells, compiled, run_code
from autograder.judge.needed_cells import not_needed
from autograder.notebook.cells import header_title, is_graded, is_judged, only_shows
from course.check.base.exercise import parts_right
from course.check.quiz.engine_quiz import check_own_engine
from course.messages import misconceptions
from course.messages.failure import CheckFailed


@dataclass
class AnswerRun:
    """The verdicts and messages of a homework's graded checks on one answer."""

    # For each graded check, its complaint about the answers, in a line; empty if it gave full
    # points.
    complaints: dict[str, str] = field(default_factory=dict)
    # For each graded check that ran, all that it said; empty if it gave full points.
    full_texts: dict[str, str] = field(default_factory=dict)
    # By solution cell, the error that running it raised.
    errors: dict[str, str] = field(default_factory=dict)
    # For each check, graded or not, the signatures of what it saw while it failed.
    signatures: dict[str, list[str]] = field(default_factory=partial(defaultdict, list))
    # The signatures of the blanks that were wrong, whatever stood in them.
    blanks: set[str] = field(default_factory=set)

    @property
    def failed(self) -> set[str]:
        """The checks that did not give full points."""
        return {check for check, complaint in self.complaints.items() if complaint}


Additions = dict[str, str]  # code to append, by the id of the solution cell
MIN_FOR_PROCESSES = 50  # fewer runs end before other processes would have imported PyTorch


def run_checks(homework: str, additions: Additions | None = None) -> AnswerRun:
    """Runs the author's solution of a homework, with code appended to some of its cells."""
    additions, run = additions or {}, AnswerRun()
    cells = code_cells(homework)
    shows = {cell.id: cell.source for cell in cells if only_shows(cell)}
    # Checks that come before the first added code see only the author's answers.
    before = takewhile(lambda cell: cell.id not in additions, cells if additions else ())
    left_out = not_needed(shows, additions.values()) | {c.id for c in before if is_judged(c)}
    with author_at_work() as names:
        for cell in cells:
            if cell.id in left_out:
                if is_graded(cell):
                    run.complaints[cell.id] = ""  # the author's own answers
                continue
            source = cell.source + "\n\n" + additions.get(cell.id, "")
            if additions and _is_for_others(cell, additions):
                continue
            with _listening(run.signatures[cell.id], run.blanks):
                if is_graded(cell):
                    run.complaints[cell.id], run.full_texts[cell.id] = _complaint(
                        source, cell, names
                    )
                    continue
                try:
                    run_code(compiled(source, cell.id), names)
                except Exception as error:
                    run.errors[cell.id] = f"{type(error).__name__}: {error}"
    return run


def run_all(jobs: list[tuple[str, Additions]]) -> Iterator[AnswerRun]:
    """Runs the author's solutions of homeworks, with additions, on all processors. The order is
    kept."""
    if len(jobs) < MIN_FOR_PROCESSES:
        yield from starmap(run_checks, jobs)
        return
    # Not forked, because PyTorch's threads do not survive a fork.
    with ProcessPoolExecutor(
        usable_cores(), get_context("spawn"), torch.set_num_threads, (1,)
    ) as pool:
        with interrupt.ignored_by_children():
            runs = pool.map(run_checks, *zip(*jobs, strict=True), chunksize=8)
        yield from runs


def _is_for_others(cell: NotebookNode, additions: Additions) -> bool:
    """Whether a check asks questions about the engine that the additions do not answer, though they
    may have replaced the author's engine."""
    answers = cell.id.removesuffix("-check")
    asks = is_judged(cell) and check_own_engine.__name__ in cell.source
    return asks and answers not in additions


def _complaint(source: str, cell: NotebookNode, names: dict) -> tuple[str, str]:
    """A graded check's complaint about the answers so far, in a line and in full; empty if it gives
    full points."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            run_code(compiled(source, cell.id), names)
        except Exception as error:
            line = f"{type(error).__name__}: {error}".splitlines()[0]
            why = error.diagnosis.why if isinstance(error, CheckFailed) else ""
            return line, "\n".join([printed.getvalue(), line, why])
    fraction = parts_right[header_title(cell)]
    if fraction == 1:
        return "", ""
    lines = [line.strip() for line in printed.getvalue().splitlines() if "not yet" in line]
    return next(iter(lines), f"{fraction:.0%} of it is right"), printed.getvalue()


@contextlib.contextmanager
def _listening(signatures: list[str], blanks: set[str]) -> Iterator[None]:
    def note(symptoms: tuple[misconceptions.Symptom, ...]) -> None:
        for symptom in symptoms:
            blanks.update(misconceptions.signature_of_blank(symptom))
            signature = misconceptions.signature(symptom)
            if signature not in signatures:
                signatures.append(signature)

    with misconceptions.lookups.hearing(note):
        yield
