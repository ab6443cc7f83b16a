"""Runs the bank's answers through the checks. This tests the checks, and tells them what each known
mistake looks like."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path

from autograder.authoring.answer_runs import AnswerRun, run_all, run_checks
from autograder.authoring.bank_texts import BankAnswer, bank_answers
from autograder.authoring.hint_texts import shipped_hints
from autograder.base.files import read_text, write_whole
from autograder.base.paths import ROOT, homeworks
from autograder.notebook.headers import BadSource
from course.messages import hints, misconceptions
from course.messages.misconceptions import MAX_SUSPECTS

KILL_MATRIX = ROOT / "docs" / "generated" / "kill-matrix.md"


@dataclass
class BankResults:
    """What the checks said about each answer, in each homework it applies to."""

    mistakes: list[BankAnswer]  # the wrong answers
    right: list[BankAnswer]  # the right ones
    runs: dict[tuple[str, str], AnswerRun]  # by id of the answer and homework
    checks: dict[str, list[str]]  # for each homework, its graded checks

    def runs_of(self, answers: list[BankAnswer]) -> Iterator[tuple[str, str, AnswerRun]]:
        """Some answers, each with a homework it applies to, and what its checks said."""
        for answer in answers:
            for homework in answer.homeworks:
                yield answer.id, homework, self.runs[answer.id, homework]

    @cached_property
    def texts(self) -> dict[str, tuple[str, str]]:
        """The title and the sentence of each mistake, by id."""
        return {mistake.id: (mistake.title, mistake.sentence) for mistake in self.mistakes}

    @property
    def survivors(self) -> list[tuple[str, str]]:
        """Mistakes that run, and earn full points in a homework they apply to."""
        broken = {(answer, homework) for answer, homework, _ in self.broken}
        return [
            (mistake, homework)
            for mistake, homework, run in self.runs_of(self.mistakes)
            if not run.failed and (mistake, homework) not in broken
        ]

    @property
    def false_alarms(self) -> list[tuple[str, str, str]]:
        """Right answers that a check refuses, with the check."""
        return [
            (answer, homework, check)
            for answer, homework, run in self.runs_of(self.right)
            for check in sorted(run.failed)
        ]

    @property
    def broken(self) -> list[tuple[str, str, str]]:
        """Answers whose code cannot even be run in a homework, with the error."""
        return [
            (answer.id, homework, self.runs[answer.id, homework].errors[cell])
            for answer in [*self.mistakes, *self.right]
            for homework, cell in answer.exercises
            if cell in self.runs[answer.id, homework].errors
        ]

    @property
    def idle_checks(self) -> list[tuple[str, str]]:
        """Graded checks that no mistake fails."""
        killing = {
            (homework, check)
            for _, homework, run in self.runs_of(self.mistakes)
            for check in run.failed
        }
        return [
            (homework, check)
            for homework, checks in self.checks.items()
            for check in checks
            if (homework, check) not in killing
        ]

    @cached_property
    def problems(self) -> list[str]:
        """What an author has to put right, in sentences."""
        problems = [
            f"{mistake} survives every check of {homework}. Does its code change what the cell "
            "defines, and do the check's values show the mistake?"
            for mistake, homework in self.survivors
        ]
        for homework, check in self.idle_checks:
            problems.append(f"{check} of {homework} catches nothing.")
        for answer, homework, check in self.false_alarms:
            complaint = self.runs[answer, homework].complaints[check]
            problems.append(f"{check} of {homework} refuses the right answer {answer}. {complaint}")
        for answer, homework, error in self.broken:
            problems.append(f"{answer} cannot be run in {homework}: {error}")
        return problems

    @cached_property
    def signatures(self) -> dict[str, list[str]]:
        """For each signature, the mistakes that produce it, unless they are too many to help."""
        suspects = self._suspects(lambda run: chain.from_iterable(run.signatures.values()))
        return {seen: ids for seen, ids in suspects.items() if len(ids) <= MAX_SUSPECTS}

    @cached_property
    def blanks(self) -> dict[str, list[str]]:
        """For the signature of each blank, the mistakes that make it wrong."""
        return self._suspects(lambda run: run.blanks)

    def _suspects(self, seen_in: Callable[[AnswerRun], Iterable[str]]) -> dict[str, list[str]]:
        """For each thing that was seen in the runs, the mistakes it was seen with."""
        suspects: dict[str, set[str]] = defaultdict(set)
        for mistake, _, run in self.runs_of(self.mistakes):
            for seen in seen_in(run):
                suspects[seen].add(mistake)
        return {seen: sorted(suspects[seen]) for seen in sorted(suspects)}

    def named_among(self) -> dict[tuple[str, str], int]:
        """For each mistake and homework, the fewest mistakes among which a failing check names it.

        1 if a graded check names this mistake alone, 0 if none names it at all.
        """
        named_by = {
            signature: len({self.texts[mistake] for mistake in mistakes})
            for signature, mistakes in self.signatures.items()
        }
        fewest = {}
        for mistake, homework, run in self.runs_of(self.mistakes):
            seen = [signature for check in run.failed for signature in run.signatures[check]]
            counts = [named_by[signature] for signature in seen if signature in named_by]
            fewest[mistake, homework] = min(counts, default=0)
        return fewest


def run_bank(
    only: str | None = None, on_run: Callable[[str, int, int], None] | None = None
) -> BankResults:
    """Runs every answer in every homework it applies to, on all processors.

    Args:
        only: a homework, to run only the answers to its exercises.
        on_run: called after each run, with its homework, how many of its runs have ended, and how
            many there are. Homeworks follow each other.

    Raises:
        BadSource: a text cannot be applied, or a check refuses the author's own solution.
    """
    chosen = [only] if only else homeworks()
    checks = {homework: _checks_of(homework) for homework in chosen}
    answers = _answers_for(chosen)
    mistakes = [answer for answer in answers if not answer.is_right]
    right = [answer for answer in answers if answer.is_right]
    if silent := [mistake.id for mistake in mistakes if not mistake.sentence]:
        raise BadSource(
            f"{', '.join(silent)}: below a mistake's title, write what helps the student."
        )
    jobs = {
        (answer.id, homework): dict.fromkeys(answer.cells_in(homework), answer.code)
        for homework in chosen
        for answer in answers
        if homework in answer.homeworks
    }
    totals = Counter(homework for _, homework in jobs)
    ended: Counter[str] = Counter()
    runs = {}
    results = run_all([(homework, additions) for (_, homework), additions in jobs.items()])
    for (answer, homework), run in zip(jobs, results, strict=True):
        runs[answer, homework] = run
        ended[homework] += 1
        if on_run:
            on_run(homework, ended[homework], totals[homework])
    return BankResults(mistakes, right, runs, checks)


def _answers_for(chosen: list[str]) -> list[BankAnswer]:
    """The bank's answers to exercises of the chosen homeworks, without their other exercises."""
    answers = []
    for answer in bank_answers():
        exercises = tuple(place for place in answer.exercises if place[0] in chosen)
        if exercises:
            answers.append(replace(answer, exercises=exercises))
    return answers


def _checks_of(homework: str) -> list[str]:
    """The graded checks of a homework, none of which refuses the author's solution."""
    run = run_checks(homework)
    for check in run.failed:
        raise BadSource(
            f"{check} of {homework} refuses the author's solution. {run.complaints[check]}"
        )
    return list(run.complaints)


def write_results(results: BankResults) -> list[Path]:
    """Writes the kill matrix and, if there are no problems, what notebooks carry; returns the files
    of the latter that have changed."""
    write_whole(KILL_MATRIX, kill_matrix(results))
    if results.problems:
        return []
    carried = {
        misconceptions.BANK_FILE: shipped_misconceptions(results),
        hints.HINTS_FILE: shipped_hints(),
    }
    changed = [path for path, text in carried.items() if read_text(path) != text.strip()]
    for path, text in carried.items():
        write_whole(path, text)
    return changed


def shipped_misconceptions(results: BankResults) -> str:
    """What the checks know about mistakes, a line for each: its title, its sentence and its
    signatures, no code."""
    mistakes = {mistake_id: [*text] for mistake_id, text in sorted(results.texts.items())}
    for signature, ids in sorted((results.signatures | results.blanks).items()):
        for mistake_id in ids:
            mistakes[mistake_id].append(signature)
    lines = (f"{json.dumps(name)}: {json.dumps(mistake)}" for name, mistake in mistakes.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def kill_matrix(results: BankResults) -> str:
    """The kill matrix as Markdown: for each homework, mistakes by graded checks."""
    lines = [
        "# Kill matrix",
        "",
        "Every named mistake, run through every graded check of the homeworks it belongs to:",
        "`x` where the check fails it. Made by `autograder bank` from `solutions/bank/`.",
        "",
        f"{len(results.mistakes)} mistakes, {len(results.survivors)} survive. "
        f"{len(results.right)} right answers, {len(results.false_alarms)} refused.",
    ]
    for homework, checks in results.checks.items():
        names = [check.removesuffix("-check") for check in checks]
        lines += ["", f"## {homework}", "", f"| mistake | {' | '.join(names)} |"]
        lines += ["|---|" + ":-:|" * len(checks)]
        for mistake, place, run in results.runs_of(results.mistakes):
            if place == homework:
                marks = ["x" if check in run.failed else "" for check in checks]
                lines.append(f"| {mistake} | {' | '.join(marks)} |")
    return "\n".join(lines) + "\n"
