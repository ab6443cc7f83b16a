"""The subject while a notebook is planned and judged: questions go out as acts, answers come back.

The checks run here, with the author's node classes, and an agent in the student's kernel carries
out what they ask. So a check says the same as in the student's notebook.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from autograder.in_kernel.portable import BadEvidence, leaves, pack, pack_graph
from autograder.in_kernel.wire import act_of, codec, functions_of
from course.check.base.asking import answer_to
from course.check.base.cases import GraphCase
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.recording.calls import Record
from course.subject import Happened, Question, RunEngine, TryBattery


@dataclass(frozen=True)
class RemoteFunction:
    """Stands for a student's function, which is in another process."""

    name: str

    def __call__(self, graph: ComputationNode, one: object = None) -> None:
        """Runs it on a graph, for cells that do so for a picture, outside their checks."""
        answer_to(self.name, GraphCase(graph=graph, upstream=[one]), RunEngine(graph, self, one))


class SilentChannel:
    """A channel on which nothing is answered.

    Attributes:
        acts: the acts that were put.
    """

    def __init__(self):
        self.acts: list[dict] = []

    def put(self, act: dict) -> dict:
        """Answers that the act was skipped."""
        self.acts.append(act)
        return {"skipped": True}


def never(questions: Iterable[Question]) -> Callable[[], list[Record]]:
    """Reserves questions that are never asked."""
    return list


class RemoteSubject:
    """The subject of one judged cell.

    Attributes:
        happened: the questions and their answers, except reserved and withdrawn ones.
        has_withdrawn: whether the check passes although an answer was wrong.
        reserve: as in `course.subject`.
    """

    def __init__(self, channel, reserve: Callable = never):
        """Begins with no graph built.

        Args:
            channel: `put(act)` is the answer to an act.
            reserve: as in `course.subject`.
        """
        self._asked, self.reserve = _Acts(channel), reserve
        self.happened: list[tuple[Question, Record]] = []
        self.has_withdrawn = False

    def ask(self, question: Question) -> Record:
        """What happened in the student's kernel; the graph holds the same afterwards."""
        answer = _read_answer(question, not_skipped(*self._asked.put(question)))
        if isinstance(answer, Happened) and question.graph is not None:
            _leave(question.graph, answer)
        self.happened.append((question, answer))
        return answer

    def withdraw(self) -> None:
        """As in `course.subject`."""
        self.happened.pop()
        self.has_withdrawn = True


class _Acts:
    """Puts questions as acts: builds a graph, or gives it new values, if needed, and asks only once
    what a function does on the battery, which takes long."""

    def __init__(self, channel):
        self._channel = channel
        self._tried: dict[str, dict] = {}
        self._graphs: dict[ComputationNode, tuple[int, list]] = {}

    def put(self, question: Question) -> tuple[dict, dict]:
        """The act, and the answer to it."""
        graph, number = question.graph, None
        if graph is not None:
            values = [pack(leaf.value) for leaf in leaves(graph)]
            number, known = self._graphs.get(graph, (len(self._graphs), values))
            if graph not in self._graphs:
                self._channel.put({"do": "build", "graph": number, "nodes": pack_graph(graph)})
            elif known != values:
                self._channel.put({"do": "give", "graph": number, "values": values})
            self._graphs[graph] = number, values
        act = act_of(question, number)
        if not isinstance(question, TryBattery):
            return act, self._channel.put(act)
        key = json.dumps(act)
        if key not in self._tried:
            self._tried[key] = self._channel.put(act)
        return act, self._tried[key]


def acts_of(questions: Iterable[Question]) -> list[dict]:
    """What is put to ask these questions."""
    notes = SilentChannel()
    acts = _Acts(notes)
    for question in questions:
        acts.put(question)
    return notes.acts


def read_answers(questions: Sequence[Question], channel) -> list[Record]:
    """The answers on a channel up to the first that was skipped."""
    acts = _Acts(channel)
    answered = ((each, acts.put(each)[1]) for each in questions)
    known = takewhile(lambda each: not each[1].get("skipped"), answered)
    return [_read_answer(*each) for each in known]


def not_skipped(act: dict, answer: dict) -> dict:
    """The answer to an act.

    Raises:
        CheckFailed: the student's kernel had no time or space left for it.
    """
    if answer.get("skipped"):
        name = functions_of(act)[-1] if functions_of(act) else "your code"
        raise CheckFailed(f"{name} used up the available time or space, so it was not run here.")
    return answer


def _read_answer(question: Question, encoded: dict) -> Record:
    nodes = [] if question.graph is None else question.graph.sorted_nodes()
    return codec(question.answer).decode(encoded, nodes)


def _leave(graph: ComputationNode, answer: Happened) -> None:
    """Puts what an answer tells about a graph's nodes into the nodes."""
    nodes = graph.sorted_nodes()
    if not answer.error and not len(nodes) == len(answer.results) == len(answer.gradients):
        raise BadEvidence("an answer without some nodes")
    for node, result, gradient in zip(nodes, answer.results, answer.gradients, strict=False):
        node.result, node.gradient = result, gradient


class NotPlanned(RuntimeError):
    """A check asks for an act that is not in its plan."""


class AnswerBook:
    """The answers to planned acts, looked up by what was done, to which graph, and how many times
    so far."""

    def __init__(self, acts: Sequence[dict], answers: object):
        if not isinstance(answers, list) or len(answers) != len(acts):
            raise BadEvidence("a different number of answers than questions")
        if not all(isinstance(each, dict) for each in answers):
            raise BadEvidence("something that is not an answer")
        self._answers = dict(zip(map(_numbering(), acts), answers, strict=True))
        self._key = _numbering()

    def put(self, act: dict) -> dict:
        """The answer to an act, which may be {"skipped": true}.

        Raises:
            NotPlanned: the check and its plan differ.
        """
        key = self._key(act)
        if key not in self._answers:
            raise NotPlanned(key)
        return self._answers[key]


def _numbering() -> Callable[[dict], tuple[str, int]]:
    """Returns a function that gives an act's key: what it does, to which graph, with which
    functions, and how many times so far."""
    times: Counter = Counter()

    def key(act: dict) -> tuple[str, int]:
        what = json.dumps([act.get(each) for each in ("do", "graph", "functions", "name")])
        times[what] += 1
        return what, times[what]

    return key
