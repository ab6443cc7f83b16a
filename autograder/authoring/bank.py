"""The bank of misconceptions, run through the checks: tests of the tests, and the student's why.

A text in `solutions/misconceptions/` or `solutions/right_answers/` begins with a Markdown cell.
It says in which solution cells the answer stands, its title, and, for a mistake, what helps:

    # %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
    # Mul forgets the upstream gradient.
    #
    # Two or three sentences to the student.

The code below it is appended to the author's solution in each of these cells.
"""

import contextlib
import io
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import jupytext
import matplotlib

from autograder.house import ROOT, SOLUTIONS, Failure, homeworks, short
from autograder.judge.author import compiled, fresh_registry, is_shown_only
from autograder.source import extra_points, has_solution, read_source
from course import misconceptions

MISCONCEPTIONS = SOLUTIONS / "misconceptions"
RIGHT_ANSWERS = SOLUTIONS / "right_answers"
KILL_MATRIX = ROOT / "docs" / "kill-matrix.md"
MOST_NAMED = 3  # a check that cannot tell more mistakes than this apart names none


@dataclass(frozen=True)
class Answer:
    """A text of the bank.

    Attributes:
        id: the name of its file.
        title: what it is called, a sentence.
        sentence: what helps the student who holds it; empty for a right answer.
        exercises: the solution cells it applies to, as (homework, cell id).
        code: what the student wrote.
    """

    id: str
    title: str
    sentence: str
    exercises: tuple[tuple[str, str], ...]
    code: str


@dataclass
class Run:
    """What the graded checks of a homework made of an answer.

    Attributes:
        said: for each graded check, what it has against the answers, in a line; empty if it gave
            full points.
        raised: by solution cell, the error that running it raised.
        seen: for each check, graded or not, the signatures of what it saw while it failed.
    """

    said: dict[str, str] = field(default_factory=dict)
    raised: dict[str, str] = field(default_factory=dict)
    seen: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @property
    def failed(self) -> set[str]:
        """The checks that did not give full points."""
        return {check for check, said in self.said.items() if said}


class BadBank(Failure):
    """A text of the bank that cannot be applied; the message says which and why."""


def read_answers(folder: Path) -> list[Answer]:
    """All texts of a folder and its subfolders, by id.

    Raises:
        BadBank: a text names a cell that is no solution cell, or has no title; two share an id.
    """
    answers = [_read_answer(path) for path in sorted(folder.rglob("*.py"))]
    ids = [answer.id for answer in answers]
    twice = {i for i in ids if ids.count(i) > 1}
    if twice:
        raise BadBank(f"Two texts in {short(folder)} are called {', '.join(sorted(twice))}.")
    solution_cells = {
        (assignment, cell.id)
        for assignment in homeworks()
        for cell in read_source(assignment).cells
        if has_solution(cell)
    }
    for answer in answers:
        for place in answer.exercises:
            if place not in solution_cells:
                there = sorted(cell for hw, cell in solution_cells if hw == place[0])
                raise BadBank(
                    f"{answer.id}.py in {short(folder)}: {'/'.join(place)} is no solution cell. "
                    + (
                        f"Those of {place[0]}: {', '.join(there)}."
                        if there
                        else "No such homework."
                    )
                )
    return answers


def _read_answer(path: Path) -> Answer:
    about, *cells = jupytext.read(path).cells
    title, _, sentence = about.source.partition("\n\n")
    places = about.metadata.get("exercise", [])
    if about.cell_type != "markdown" or not title or not isinstance(places, list) or not places:
        raise BadBank(
            f"{short(path)} has to begin with a line such as "
            '# %% [markdown] exercise=["hw2-tanh/mul"], and a title below it as a comment.'
        )
    if not cells:
        raise BadBank(f"{short(path)} has no code: a line # %%, and below it the answer.")
    return Answer(
        id=path.stem,
        title=" ".join(title.split()),
        sentence=" ".join(sentence.split()),
        exercises=tuple(tuple(place.split("/")) for place in places),
        code="\n\n".join(cell.source for cell in cells),
    )


def run_checks(assignment: str, additions: dict[str, str] | None = None) -> Run:
    """Runs the author's solution of a homework, with code appended to some of its cells.

    Only what the checks need is run: cells that show something to the student are left out.

    Args:
        assignment: the homework.
        additions: code to append, by the id of the solution cell.
    """
    matplotlib.use("Agg")
    additions = additions or {}
    run = Run()
    names = {"__name__": "__main__", "display": lambda *things: None}
    with fresh_registry(), contextlib.redirect_stdout(io.StringIO()):
        for cell in read_source(assignment).cells:
            graded = cell.metadata.get("nbgrader", {}).get("grade", False)
            if cell.cell_type != "code" or (is_shown_only(cell) and not graded):
                continue
            source = cell.source + "\n\n" + additions.get(cell.id, "")
            if not graded:
                try:
                    with _listening(run.seen[cell.id]):
                        compiled(source, cell.id).run(names)
                except Exception as error:
                    run.raised[cell.id] = f"{type(error).__name__}: {error}"
                continue
            points = extra_points(cell) or cell.metadata["nbgrader"]["points"]
            with _listening(run.seen[cell.id]):
                run.said[cell.id] = _complaint(points, source, cell.id, names)
    return run


def _complaint(points: float, source: str, name: str, names: dict) -> str:
    """What a graded check has against the answers so far; empty if it gives all of its points."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            value = compiled(source, name).run(names)
        except Exception as error:
            return f"{type(error).__name__}: {error}".splitlines()[0]
    if not isinstance(value, float) or value >= points:
        return ""
    lines = [line for line in printed.getvalue().splitlines() if "not yet" in line]
    return (lines or [f"it gives {value:g} of {points:g} points"])[0].strip()


@contextlib.contextmanager
def _listening(signatures: list[str]) -> Iterator[None]:
    def note(seen):
        found = misconceptions.signature(seen)
        if found not in signatures:
            signatures.append(found)

    misconceptions.listeners.append(note)
    try:
        yield
    finally:
        misconceptions.listeners.remove(note)


@dataclass
class Bank:
    """All answers, and what the checks made of each in each homework it applies to.

    Attributes:
        mistakes: the wrong answers.
        right: the right ones.
        runs: by id of the answer and homework.
        checks: for each homework, its graded checks.
    """

    mistakes: list[Answer]
    right: list[Answer]
    runs: dict[tuple[str, str], Run]
    checks: dict[str, list[str]]

    @property
    def survivors(self) -> list[tuple[str, str]]:
        """Mistakes that earn full points in a homework they apply to."""
        return [
            (mistake.id, assignment)
            for mistake in self.mistakes
            for assignment in _homeworks_of(mistake)
            if not self.runs[mistake.id, assignment].failed
        ]

    @property
    def false_alarms(self) -> list[tuple[str, str, str]]:
        """Right answers that a check refuses, with the check."""
        return [
            (answer.id, assignment, check)
            for answer in self.right
            for assignment in _homeworks_of(answer)
            for check in sorted(self.runs[answer.id, assignment].failed)
        ]

    @property
    def broken(self) -> list[tuple[str, str, str]]:
        """Answers whose code cannot even be run in a homework, with the error."""
        return [
            (answer.id, assignment, self.runs[answer.id, assignment].raised[cell])
            for answer in [*self.mistakes, *self.right]
            for assignment, cell in answer.exercises
            if cell in self.runs[answer.id, assignment].raised
        ]

    @property
    def idle_checks(self) -> list[tuple[str, str]]:
        """Graded checks that no mistake fails."""
        killing = {
            (assignment, check)
            for mistake in self.mistakes
            for assignment in _homeworks_of(mistake)
            for check in self.runs[mistake.id, assignment].failed
        }
        every = [(hw, check) for hw, checks in self.checks.items() for check in checks]
        return [place for place in every if place not in killing]

    def signatures(self) -> dict[str, list[str]]:
        """For each signature, the mistakes that produce it, unless they are too many to help."""
        found: dict[str, set[str]] = defaultdict(set)
        for mistake in self.mistakes:
            for assignment in _homeworks_of(mistake):
                for signatures in self.runs[mistake.id, assignment].seen.values():
                    for signature in signatures:
                        found[signature].add(mistake.id)
        return {s: sorted(ids) for s, ids in sorted(found.items()) if len(ids) <= MOST_NAMED}

    def named_among(self) -> dict[tuple[str, str], int]:
        """For each mistake and homework, how many mistakes the clearest failing check names.

        1 if a graded check names this mistake alone, 0 if none names it at all.
        """
        known = self.signatures()
        clearest = {}
        for mistake in self.mistakes:
            for assignment in _homeworks_of(mistake):
                run = self.runs[mistake.id, assignment]
                sets = [known[s] for c in run.failed for s in run.seen[c] if s in known]
                clearest[mistake.id, assignment] = min(map(len, sets), default=0)
        return clearest

    @property
    def look_alikes(self) -> list[tuple[str, ...]]:
        """Sets of mistakes that some check cannot tell apart."""
        return sorted({tuple(ids) for ids in self.signatures().values() if len(ids) > 1})


def _homeworks_of(answer: Answer) -> list[str]:
    return sorted({assignment for assignment, _ in answer.exercises})


def run_bank(only: str | None = None) -> Bank:
    """Runs every answer in every homework it applies to, one after the other.

    Args:
        only: a homework, for the answers to its exercises in it alone.

    Raises:
        BadBank: a text cannot be applied, or a check refuses the author's own solution.
    """
    chosen = [only] if only else homeworks()
    checks = {}
    for assignment in chosen:
        run = run_checks(assignment)
        for check in run.failed:
            raise BadBank(f"{check} of {assignment} refuses the solution itself. {run.said[check]}")
        checks[assignment] = list(run.said)
    mistakes, right = (
        [_within(answer, chosen) for answer in read_answers(folder)]
        for folder in (MISCONCEPTIONS, RIGHT_ANSWERS)
    )
    mistakes, right = ([a for a in answers if a.exercises] for answers in (mistakes, right))
    twice = {answer.id for answer in mistakes} & {answer.id for answer in right}
    if twice:
        raise BadBank(f"Both a mistake and a right answer are called {', '.join(sorted(twice))}.")
    runs = {}
    for answer in [*mistakes, *right]:
        for assignment in _homeworks_of(answer):
            cells = [cell for hw, cell in answer.exercises if hw == assignment]
            runs[answer.id, assignment] = run_checks(assignment, dict.fromkeys(cells, answer.code))
    return Bank(mistakes, right, runs, checks)


def _within(answer: Answer, chosen: list[str]) -> Answer:
    return replace(answer, exercises=tuple(e for e in answer.exercises if e[0] in chosen))


def shipped(bank: Bank) -> str:
    """What the checks are told of mistakes: titles, sentences and signatures, no code."""
    told = {mistake.id: [mistake.title, mistake.sentence] for mistake in bank.mistakes}
    data = {"mistakes": told, "signatures": bank.signatures()}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def kill_matrix(bank: Bank) -> str:
    """The kill matrix as Markdown: for each homework, mistakes by graded checks."""
    lines = [
        "# Kill matrix",
        "",
        "Every named mistake, run through every graded check of the homeworks it belongs to:",
        "`x` where the check fails it. Made by `autograder bank` from `solutions/misconceptions/`.",
        "",
        f"{len(bank.mistakes)} mistakes, {len(bank.survivors)} survive. "
        f"{len(bank.right)} right answers, {len(bank.false_alarms)} refused.",
    ]
    for assignment, checks in bank.checks.items():
        names = [check.removesuffix("-check") for check in checks]
        lines += ["", f"## {assignment}", "", f"| mistake | {' | '.join(names)} |"]
        lines += ["|---|" + ":-:|" * len(checks)]
        for mistake in bank.mistakes:
            if assignment in _homeworks_of(mistake):
                failed = bank.runs[mistake.id, assignment].failed
                marks = ["x" if check in failed else "" for check in checks]
                lines.append(f"| {mistake.id} | {' | '.join(marks)} |")
    lines += ["", "## Mistakes that some check cannot tell apart", ""]
    lines += [
        "They leave the same numbers in every node of that check's graph, so a student is told of",
        "all of them.",
        "",
    ]
    lines += [f"- {', '.join(ids)}" for ids in bank.look_alikes]
    return "\n".join(lines) + "\n"
