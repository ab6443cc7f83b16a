"""Reaches the verdict on what a student's kernel answered, and writes it into the notebook.

The verdict is written as nbgrader reads it: an `error` for no points, else a number up to the
cell's points as `execute_result`; never anything on stderr, which nbgrader takes for a failure.
"""

import contextlib
import copy
import io
import json
import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

import nbformat
from nbformat import NotebookNode

from autograder.base.sentences import first_of
from autograder.in_kernel.portable import BadEvidence, unpack
from autograder.judge.apart import Ended, each_apart, trusted
from autograder.judge.author import fresh_registry, run_code
from autograder.judge.deliveries import contradiction, not_delivered
from autograder.judge.exchange import AnswerBook, Exchange, NotPlanned, not_skipped
from autograder.judge.plan import Plan, Probe, names_for, world
from autograder.judge.played import Example, example_of
from autograder.judge.ran import NO_EVIDENCE, Ran, evidence, showing
from autograder.judge.viva import quotes, talk
from autograder.judge.whose import NOBODY, Whose, draw_exercises, judged_for, recognise_owners
from autograder.notebook.set_up import SET_UP
from course import misconceptions
from course.check.base.exercise import earned, outcomes
from course.check.paper.variants import working_as
from course.check.questions.share_ledger import NoQuestions
from course.failure import CheckFailed
from course.misconceptions import Seen, looks_like
from course.picture.draw import Picture
from course.running.limit import TookTooLong
from course.shown import viewers
from course.subject import asking

MOST_NAMED = 4  # replaced functions of the course
_NAME = re.compile(r"(course|agent)(\.\w{1,40}){1,3}", re.ASCII)
SAME_FLOAT = 1e-12  # relative; where answers differ more, the checks are run, which allow far more


@dataclass
class Judged:
    """The verdicts on one submission."""

    # By the id of each judged cell.
    outputs: dict[str, list[NotebookNode]] = field(default_factory=dict)
    # What an instructor should look at: the id of a cell, and a sentence.
    flags: list[tuple[str, str]] = field(default_factory=list)
    # By cell id, the known mistakes that its answers look like: for each wrong answer, the id of
    # the one that fits, or of several that cannot be told apart.
    mistakes: dict[str, list[list[str]]] = field(default_factory=dict)
    # By cell id, the smallest graph on which an engine goes wrong.
    examples: dict[str, Example] = field(default_factory=dict)
    viva: dict = field(default_factory=dict)


def as_authors(plan: Plan, ran: dict[str, Ran], whose: Whose) -> dict[str, "Verdict"]:
    """The verdicts, by cell id, on answers that are the author's."""
    known = {}
    with trusted, world(plan):
        for cell_id, probe in plan.probes.items():
            is_own = probe.pools and whose.own
            if probe.asks and not is_own and cell_id in ran:
                known[cell_id] = _as_authors(plan, probe, ran[cell_id])
    return {cell_id: verdict for cell_id, verdict in known.items() if verdict}


def judge(
    plan: Plan,
    ran: dict[str, Ran],
    whose: Whose = NOBODY,
    cells: Collection[str] = (),
    known: dict[str, "Verdict"] | None = None,
) -> Judged:
    """Reaches the verdicts on all judged cells of one submission.

    Args:
        ran: what came of it, by cell id; a cell that is not there gets nothing.
        whose: whose exercises they are, where everybody has some of their own.
        cells: the student's code cells, if known; quoted lines must be in them.
        known: what `as_authors` found, if it was asked.
    """
    pools = {pool for probe in plan.probes.values() for pool in probe.pools}
    with trusted:
        draw_exercises(whose, pools)
    told = {cell_id: ran.get(cell_id, Ran([], "")) for cell_id in plan.probes}
    found = dict(as_authors(plan, ran, whose) if known is None else known)
    others = [probe for probe in plan.probes.values() if probe.asks and probe.cell.id not in found]
    found |= _judge_apart(plan, others, told, whose)
    recognise_owners(list(found.values()))
    judged = Judged()
    if problem := pools and whose.problem():
        judged.flags.append((SET_UP, f"it {problem}."))
    with trusted, world(plan):
        for cell_id, probe in plan.probes.items():  # the summary comes last
            verdict = found.get(cell_id) or _judge_cell(probe, told[cell_id])
            if cells and not quotes(verdict.viva, cells):
                verdict = _misquoted()
            outcomes.update(verdict.outcomes)
            judged.outputs[cell_id] = nbformat.from_dict(verdict.outputs)
            judged.flags += [(cell_id, flag) for flag in verdict.flags]
            if verdict.mistakes:
                judged.mistakes[cell_id] = verdict.mistakes
            if verdict.example:
                judged.examples[cell_id] = Example(*verdict.example)
            judged.viva |= verdict.viva
    return judged


def _judge_apart(
    plan: Plan, probes: list[Probe], told: dict[str, Ran], whose: Whose
) -> dict[str, "Verdict"]:
    """The verdicts on some cells, by id, reached in a process of their own."""

    def judged_alone(probe: Probe) -> dict:
        def judged_as(student_id: str, is_compared: bool = False) -> Verdict:
            outcomes.clear()
            with working_as(student_id, is_compared=is_compared):
                return _judge_cell(probe, told[probe.cell.id])

        return vars(judged_for(whose, probe.pools, judged_as) if probe.pools else judged_as(""))

    ids = [probe.cell.id for probe in probes]
    verdicts = zip(ids, each_apart(judged_alone, probes, lambda: world(plan)), strict=True)
    return {
        cell_id: _unfinished(each, told[cell_id]) if isinstance(each, Ended) else Verdict(**each)
        for cell_id, each in verdicts
    }


@dataclass
class Verdict:
    """What was found about one judged cell; JSON can hold all of it."""

    outputs: list[dict]  # as nbformat has them
    # What an instructor should look at, in sentences.
    flags: list[str] = field(default_factory=list)
    mistakes: list[list[str]] = field(default_factory=list)  # as in `Judged`
    # By title, the share of an exercise that is right.
    outcomes: dict[str, float] = field(default_factory=dict)
    share: float = 0.0  # of its own exercise
    example: Example | None = None  # as in `Judged`
    viva: dict = field(default_factory=dict)  # as in `Judged`
    # Other ids whose exercises all answers fit: the exercise's name, and whether that alone tells
    # whose answers they are.
    fitting: dict[str, tuple[str, bool]] = field(default_factory=dict)

    def told(self, student: str, instructor: str) -> "Verdict":
        """The same verdict, with a first line for the student and a flag for the instructor."""
        outputs, flags = [*_printed(student), *self.outputs], [*self.flags, instructor]
        return replace(self, outputs=outputs, flags=flags)


def _unfinished(ended: Ended, ran: Ran) -> Verdict:
    """The verdict on answers that could not be judged."""
    outputs = _printed(_printed_by_student(ran.outputs))
    said = f"What your code answered {ended.reason}, so it gets no points."
    return Verdict(
        [*outputs, _error_output(CheckFailed(said))], flags=[f"what it answered {ended.reason}."]
    )


def _misquoted() -> Verdict:
    """The verdict on answers about lines that the notebook does not have."""
    said = "The lines reported for your engine are not in your notebook."
    return Verdict([_error_output(CheckFailed(said))], flags=[said])


@contextlib.contextmanager
def _noted() -> Iterator[list[list[str]]]:
    """Gives a list that holds, at the end, the known mistakes that a check has named."""
    seen: list[tuple[Seen, ...]] = []
    named: list[list[str]] = []
    misconceptions.listeners.append(seen.append)
    try:
        yield named
    finally:
        misconceptions.listeners.remove(seen.append)
        named += filter(None, [[mistake.id for mistake in looks_like(*each)] for each in seen])


def _as_authors(plan: Plan, probe: Probe, ran: Ran) -> Verdict | None:
    """The known verdict on the author's answers, if the student's are the same; else None, and the
    check has to be run.
    """
    if ran.stopped:
        return None
    try:
        told = evidence(ran)
    except (BadEvidence, CheckFailed):
        return None
    if not is_same(told.get("answers"), probe.answers):
        return None
    if probe.cell.id not in plan.authors:
        plan.authors[probe.cell.id] = _verdict_on_authors(plan, probe)
    known = plan.authors[probe.cell.id]
    if known is None:
        return None
    outputs, printed = copy.deepcopy(known.outputs), _printed_by_student(ran.outputs)
    if printed and outputs and outputs[0].output_type == "stream":
        outputs[0].text = printed + outputs[0].text
    else:
        outputs = _printed(printed) + outputs
    return replace(known, outputs=outputs, flags=_hints(told))


def _verdict_on_authors(plan: Plan, probe: Probe) -> Verdict | None:
    """The verdict on the author's answers; None if even they raise a flag."""
    evidence = json.dumps({"nonce": "", "answers": probe.answers})
    with fresh_registry(plan.classes):
        verdict = _judge_cell(probe, showing(evidence))
    return None if verdict.flags else verdict


def is_same(told: object, known: object) -> bool:
    """Whether two JSON values are the same: floats within a relative 1e-12, all else exactly.

    "how", the way a run came to its numbers, may differ: it serves the diagnosis only. So may a
    tuple where the author has a list.
    """
    if type(told) is not type(known):
        return False
    if isinstance(known, float):
        return math.isclose(told, known, rel_tol=SAME_FLOAT)
    if isinstance(known, list):
        return len(told) == len(known) and all(map(is_same, told, known))
    if isinstance(known, dict):
        keys = known.keys() - {"how", "tuple"}
        return told.keys() - {"tuple"} == known.keys() - {"tuple"} and all(
            is_same(told[k], known[k]) for k in keys
        )
    return told == known


def _judge_cell(probe: Probe, ran: Ran) -> Verdict:
    """Runs a check on what was answered."""
    printed, shown, flags, example, viva = io.StringIO(), [], [], None, {}
    printed.write(_printed_by_student(ran.outputs))
    viewers.append(shown.append)
    with _noted() as mistakes:
        try:
            with contextlib.redirect_stdout(printed):
                _run_check(probe, ran, shown, flags, viva)
            end = [_result(probe)] if probe.cell.is_graded else []
        except BadEvidence as problem:
            flags.append(f"the evidence could not be read ({problem}).")
            end = [_error_output(CheckFailed(NO_EVIDENCE))]
        except _Contradiction as problem:
            flags.append(f"{problem} Did the engine compute it?")
            end = [_error_output(CheckFailed(str(problem)))]
        except NotPlanned as problem:
            flags.append(f"its check asked what was not planned ({problem}).")
            end = [_error_output(CheckFailed(NO_EVIDENCE))]
        except (Exception, TookTooLong) as error:
            if isinstance(error, NoQuestions):
                flags.append("no questions can be put to its engine.")
            end, example = [_error_output(error)], example_of(error)
        finally:
            viewers.pop()
    outputs = _printed(printed.getvalue())
    outputs += [
        nbformat.from_dict({"output_type": "display_data", "data": each.data, "metadata": {}})
        for each in shown
    ]
    share = outcomes.get(probe.cell.title, 0.0)
    return Verdict(outputs + end, flags, mistakes, dict(outcomes), share, example, viva)


class _Contradiction(Exception):
    """Evidence that no engine produced."""


def _run_check(probe: Probe, ran: Ran, shown: list, flags: list[str], viva: dict) -> None:
    if ran.stopped:
        raise CheckFailed(ran.stopped)
    answers = AnswerBook([], [])
    if probe.asks:
        told = evidence(ran)
        flags += _hints(told)
        answers = AnswerBook(probe.acts, told.get("answers"))
    names = names_for(probe.cell)
    names["display"] = lambda *things: shown.extend(t for t in things if isinstance(t, Picture))
    if probe.asks:
        defined = _answer_to(answers, do="defined", names=list(probe.cell.students)).get("defined")
        for name in probe.cell.students:
            if not isinstance(defined, list) or name not in defined:
                del names[name]
        for name in probe.values:
            answer = _answer_to(answers, do="value", name=name)
            if name in names:
                names[name] = unpack(answer.get("value"))
    exchange = Exchange(answers, _reserved(probe, ran.reserved))
    try:
        with asking(exchange):
            run_code(probe.cell.code, names)
    finally:
        viva |= talk(exchange.happened)
    if problem := contradiction(exchange.happened):
        raise _Contradiction(problem)
    if odd := not_delivered(exchange.happened):
        flags.append(f"{odd} Did the engine compute it?")


def _answer_to(answers: AnswerBook, **act) -> dict:
    return not_skipped(act, answers.put(act))


def _reserved(probe: Probe, ran: Ran | None) -> AnswerBook | None:
    """The answers to reserved acts, or None: without them there is no diagnosis."""
    try:
        return AnswerBook(probe.reserved, evidence(ran).get("answers")) if ran else None
    except (BadEvidence, CheckFailed):
        return None


def _hints(evidence: dict) -> list[str]:
    """What a kernel says of itself that an instructor should look at."""
    hints = []
    if evidence.get("autograd", 0) != 0:
        hints.append("PyTorch's autograd was at work while the student's code ran.")
    told = evidence.get("replaced")
    told = told if isinstance(told, list) else []
    if names := [each for each in told if isinstance(each, str) and _NAME.fullmatch(each)]:
        listed = first_of(names, MOST_NAMED)
        hints.append(f"code of the course had been replaced before it ran: {listed}.")
    return hints


def _printed(text: str) -> list[NotebookNode]:
    """A text as an output; nothing if there is none."""
    return [NotebookNode(output_type="stream", name="stdout", text=text)] if text else []


def _printed_by_student(outputs: list[NotebookNode]) -> str:
    return "".join(o.text for o in outputs if o.output_type == "stream")


def _result(probe: Probe) -> NotebookNode:
    points = earned(probe.cell.points, outcomes[probe.cell.title])
    return nbformat.from_dict(
        {
            "output_type": "execute_result",
            "data": {"text/plain": str(points)},
            "metadata": {},
            "execution_count": None,
        }
    )


def _error_output(error: Exception) -> NotebookNode:
    lines = getattr(error, "_render_traceback_", lambda: [f"{type(error).__name__}: {error}"])()
    return NotebookNode(
        output_type="error", ename=type(error).__name__, evalue=str(error)[:2000], traceback=lines
    )
