"""Answers the checks' questions, in planning and judging, by acts that an agent carries out.

The checks run here, with the author's node classes. When a submission is judged, the agent is in
the student's kernel. So a check says here what it says in the student's notebook.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from autograder.in_kernel.graphs_as_json import leaves, pack_graph
from autograder.in_kernel.questions_as_json import act_of, decode_answer, functions_of
from autograder.in_kernel.values_as_json import BadEvidence, bounded_list, pack
from course.check.base.student_code import answer_to
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.questions import Happened, RunEngine, TryBattery
from course.recording.records import Answer
from course.reference.cases import GraphCase
from course.subject import AnswerT, NoAnswer, Question


@dataclass(frozen=True)
class RemoteFunction:
    """Stands for a student's function in another process."""

    name: str

    def __call__(self, graph: ComputationNode, one: object = None) -> None:
        """Runs the function on a graph. Some cells do so outside their checks, for a picture."""
        answer_to(self.name, GraphCase(graph=graph, upstream=[one]), RunEngine(graph, self, one))


# Has an act carried out, and returns the answer, which may be {"skipped": true}.
CarryOut = Callable[[dict], dict]


def never_asked(questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
    """Reserves questions, but never has them asked."""
    return list


class RemoteSubject:
    """The subject of one judged cell.

    Attributes:
        happened: the questions with their answers, without those that were reserved or withdrawn.
        has_withdrawn: whether the check passes although an answer was wrong.
        reserve: as in `course.subject`.
    """

    def __init__(self, carry_out: CarryOut, reserve: Callable = never_asked):
        self._acts, self.reserve = _Acts(carry_out), reserve
        self.happened: list[tuple[Question, Answer]] = []
        self.has_withdrawn = False

    def ask(self, question: Question[AnswerT]) -> AnswerT:
        """What happened in the student's kernel. The nodes of the graph here then hold the same
        results and gradients."""
        answer = _read_answer(question, not_skipped(*self._acts.ask(question)))
        if isinstance(answer, Happened) and question.graph is not None:
            nodes = question.graph.sorted_nodes()
            if not answer.error and not len(nodes) == len(answer.results) == len(answer.gradients):
                raise BadEvidence("an answer without some nodes")
            for node, *held in zip(nodes, answer.results, answer.gradients, strict=False):
                node.result, node.gradient = held
        self.happened.append((question, answer))
        return answer

    def withdraw_latest(self) -> None:
        """As in `course.subject`."""
        self.happened.pop()
        self.has_withdrawn = True


class _Acts:
    """Asks questions by acts. If necessary, it first has the graph built or given new values. What
    a function does on the battery is asked only once, because that takes long."""

    def __init__(self, carry_out: CarryOut):
        self._carry_out = carry_out
        self._batteries: dict[str, dict] = {}  # the answers about the battery, by the act
        self._numbers: dict[ComputationNode, int] = {}  # the numbers of the graphs
        self._values: dict[ComputationNode, list] = {}  # what the leaves of each hold there

    def ask(self, question: Question) -> tuple[dict, dict]:
        """The act, and the answer to it."""
        number = None if question.graph is None else self._place(question.graph)
        act = act_of(question, number)
        if not isinstance(question, TryBattery):
            return act, self._carry_out(act)
        key = json.dumps(act)
        if key not in self._batteries:
            self._batteries[key] = self._carry_out(act)
        return act, self._batteries[key]

    def _place(self, graph: ComputationNode) -> int:
        """Makes sure that the other side has a graph, with its present values, and returns the
        graph's number there."""
        values = [pack(leaf.value) for leaf in leaves(graph)]
        number = self._numbers.setdefault(graph, len(self._numbers))
        if graph not in self._values:
            self._carry_out({"do": "build", "graph": number, "nodes": pack_graph(graph)})
        elif self._values[graph] != values:
            self._carry_out({"do": "give", "graph": number, "values": values})
        self._values[graph] = values
        return number


def acts_of(questions: Iterable[Question]) -> list[dict]:
    """The acts by which these questions are asked."""
    asked: list[dict] = []

    def skip(act: dict) -> dict:
        asked.append(act)
        return {"skipped": True}

    acts = _Acts(skip)
    for question in questions:
        acts.ask(question)
    return asked


def read_answers(questions: Iterable[Question[AnswerT]], carry_out: CarryOut) -> list[AnswerT]:
    """The answers to questions, up to the first that was skipped."""
    acts = _Acts(carry_out)
    answers: list[AnswerT] = []
    for question in questions:
        _, encoded = acts.ask(question)
        if encoded.get("skipped"):
            break
        answers.append(_read_answer(question, encoded))
    return answers


def not_skipped(act: dict, answer: dict) -> dict:
    """The answer to an act.

    Raises:
        CheckFailed: the student's kernel had no time or space left for it.
    """
    if answer.get("skipped"):
        name = (functions_of(act) or ["your code"])[-1]
        raise CheckFailed(f"{name} used up the available time or space, so it was not run here.")
    return answer


def _read_answer(question: Question[AnswerT], encoded: dict) -> AnswerT:
    nodes = [] if question.graph is None else question.graph.sorted_nodes()
    return decode_answer(question.answer_type, encoded, nodes)


class NotPlanned(NoAnswer):
    """A check asks for an act that is not in its plan."""


def looked_up(acts: Sequence[dict], answers: object) -> CarryOut:
    """Returns a function that looks up the answer to a planned act by what it does, its graph,
    functions and name, and how many such acts came before. It raises `NotPlanned` for any other
    act.

    Raises:
        BadEvidence: these cannot be the answers.
    """
    given = bounded_list(answers, len(acts), exactly=True)
    if not all(isinstance(answer, dict) for answer in given):
        raise BadEvidence("something that is not an answer")
    known = dict(zip(map(_numbering(), acts), given, strict=True))
    key_of = _numbering()

    def answer_to_act(act: dict) -> dict:
        key = key_of(act)
        if key not in known:
            raise NotPlanned(key)
        return known[key]

    return answer_to_act


def _numbering() -> Callable[[dict], tuple[str, int]]:
    """Returns a function that gives an act's key: what it does, its graph, functions and name, and
    how many such acts there have been."""
    times: Counter = Counter()

    def key(act: dict) -> tuple[str, int]:
        essentials = json.dumps([act.get(part) for part in ("do", "graph", "functions", "name")])
        times[essentials] += 1
        return essentials, times[essentials]

    return key
