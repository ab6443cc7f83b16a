"""Runs the bank of misconceptions through the checks, which tests them, and explains mistakes to
students."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from autograder.authoring.bank_texts import BadBank, BankAnswer, bank_answers
from autograder.authoring.runs import AnswerRun, run_all, run_checks
from autograder.base.paths import ROOT, homeworks
from autograder.judge.cell_names import names_in_cell
from autograder.notebook.cell_text import definitions
from autograder.notebook.source import read_source
from course.messages.misconceptions import MAX_SUSPECTS, packed_bank

KILL_MATRIX = ROOT / "docs" / "kill-matrix.md"


@dataclass
class Bank:
    """All answers, and what the checks said about each in each homework it applies to."""

    mistakes: list[BankAnswer]  # the wrong answers
    right: list[BankAnswer]  # the right ones
    runs: dict[tuple[str, str], AnswerRun]  # by id of the answer and homework
    checks: dict[str, list[str]]  # for each homework, its graded checks

    def runs_of(self, answers: list[BankAnswer]) -> Iterator[tuple[str, str, AnswerRun]]:
        """Some answers, each with a homework it applies to, and what its checks said."""
        for answer in answers:
            for homework in _homeworks_of(answer):
                yield answer.id, homework, self.runs[answer.id, homework]

    @property
    def survivors(self) -> list[tuple[str, str]]:
        """Mistakes that run, and earn full points in a homework they apply to."""
        broken = {(answer, homework) for answer, homework, _ in self.broken}
        right = [(id, hw) for id, hw, run in self.runs_of(self.mistakes) if not run.failed]
        return [place for place in right if place not in broken]

    def untouched_by(self, id: str, homework: str) -> dict[str, list[str]]:
        """The solution cells that a mistake is for and in which its code changes nothing, with the
        names that each defines."""
        mistake = next(each for each in self.mistakes if each.id == id)
        code = names_in_cell(mistake.code)
        mentioned = code.writes | code.changes | code.reads | code.reads_later
        sources = {cell.id: cell.source for cell in read_source(homework).cells}
        defined = {c: [*definitions(sources[c])] for hw, c in mistake.exercises if hw == homework}
        return {c: d for c, d in defined.items() if code.is_clear and mentioned.isdisjoint(d)}

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
        every = [(hw, check) for hw, checks in self.checks.items() for check in checks]
        return [place for place in every if place not in killing]

    def signatures(self) -> dict[str, list[str]]:
        """For each signature, the mistakes that produce it, unless they are too many to help."""
        found: dict[str, set[str]] = defaultdict(set)
        for mistake, _, run in self.runs_of(self.mistakes):
            for signatures in run.signatures.values():
                for signature in signatures:
                    found[signature].add(mistake)
        return {s: sorted(ids) for s, ids in sorted(found.items()) if len(ids) <= MAX_SUSPECTS}

    def blanks(self) -> dict[str, list[str]]:
        """For the signature of each blank, the mistakes that make it wrong."""
        found: dict[str, set[str]] = defaultdict(set)
        for mistake, _, run in self.runs_of(self.mistakes):
            for blank in run.blanks:
                found[blank].add(mistake)
        return {blank: sorted(ids) for blank, ids in sorted(found.items())}

    def named_among(self) -> dict[tuple[str, str], int]:
        """For each mistake and homework, the fewest mistakes that a failing check names with it.

        1 if a graded check names this mistake alone, 0 if none names it at all.
        """
        texts = {mistake.id: (mistake.title, mistake.sentence) for mistake in self.mistakes}
        known = {s: {texts[i] for i in ids} for s, ids in self.signatures().items()}
        clearest = {}
        for mistake, homework, run in self.runs_of(self.mistakes):
            sets = [known[s] for c in run.failed for s in run.signatures[c] if s in known]
            clearest[mistake, homework] = min(map(len, sets), default=0)
        return clearest

    @property
    def look_alikes(self) -> list[tuple[str, ...]]:
        """Sets of mistakes that some check cannot tell apart."""
        return sorted({tuple(ids) for ids in self.signatures().values() if len(ids) > 1})


def _homeworks_of(answer: BankAnswer) -> list[str]:
    return sorted({homework for homework, _ in answer.exercises})


def run_bank(only: str | None = None, heard: Callable[[str, int, int], None] | None = None) -> Bank:
    """Runs every answer in every homework it applies to, on all processors.

    Args:
        only: a homework, to run only the answers to its exercises.
        heard: called after each run, with its homework and how many of this homework have ended,
            of how many. One homework's come after the other's.

    Raises:
        BadBank: a text cannot be applied, or a check refuses the author's own solution.
    """
    chosen = [only] if only else homeworks()
    checks = {homework: _checks_of(homework) for homework in chosen}
    answers = _answers_for(chosen)
    mistakes, right = ([a for a in answers if a.is_right == wanted] for wanted in (False, True))
    if silent := [mistake.id for mistake in mistakes if not mistake.sentence]:
        raise BadBank(
            f"{', '.join(silent)}: below a mistake's title, write what helps the student."
        )
    jobs = {
        (answer.id, homework): {
            cell: answer.code for place, cell in answer.exercises if place == homework
        }
        for homework in chosen
        for answer in answers
        if homework in _homeworks_of(answer)
    }
    runs = {}
    all_of = Counter(homework for _, homework in jobs)
    ended_of: Counter[str] = Counter()
    ended = run_all([(homework, additions) for (_, homework), additions in jobs.items()])
    for place, run in zip(jobs, ended, strict=True):
        runs[place] = run
        homework = place[1]
        ended_of[homework] += 1
        if heard:
            heard(homework, ended_of[homework], all_of[homework])
    return Bank(mistakes, right, runs, checks)


def _answers_for(chosen: list[str]) -> list[BankAnswer]:
    """The answers of the bank that belong to chosen homeworks, with these alone."""
    answers = (
        replace(a, exercises=tuple(e for e in a.exercises if e[0] in chosen))
        for a in bank_answers()
    )
    return [answer for answer in answers if answer.exercises]


def _checks_of(homework: str) -> list[str]:
    """The graded checks of a homework, none of which refuses the author's solution."""
    run = run_checks(homework)
    for check in run.failed:
        raise BadBank(
            f"{check} of {homework} refuses the author's solution. {run.complaints[check]}"
        )
    return list(run.complaints)


def shipped(bank: Bank) -> str:
    """What the checks know about mistakes: titles, sentences and signatures, no code."""
    told = {mistake.id: (mistake.title, mistake.sentence) for mistake in bank.mistakes}
    return packed_bank(told, bank.signatures() | bank.blanks())


def kill_matrix(bank: Bank) -> str:
    """The kill matrix as Markdown: for each homework, mistakes by graded checks."""
    lines = [
        "# Kill matrix",
        "",
        "Every named mistake, run through every graded check of the homeworks it belongs to:",
        "`x` where the check fails it. Made by `autograder bank` from `solutions/bank/`.",
        "",
        f"{len(bank.mistakes)} mistakes, {len(bank.survivors)} survive. "
        f"{len(bank.right)} right answers, {len(bank.false_alarms)} refused.",
    ]
    for homework, checks in bank.checks.items():
        names = [check.removesuffix("-check") for check in checks]
        lines += ["", f"## {homework}", "", f"| mistake | {' | '.join(names)} |"]
        lines += ["|---|" + ":-:|" * len(checks)]
        for mistake, place, run in bank.runs_of(bank.mistakes):
            if place == homework:
                marks = ["x" if check in run.failed else "" for check in checks]
                lines.append(f"| {mistake} | {' | '.join(marks)} |")
    lines += ["", "## Mistakes that some check cannot tell apart", ""]
    lines += [
        "They leave the same numbers in every node of that check's graph, so a student is told of",
        "all of them.",
        "",
    ]
    lines += [f"- {', '.join(ids)}" for ids in bank.look_alikes]
    return "\n".join(lines) + "\n"
