"""The subject while a notebook is planned and judged: questions go out as acts, answers come back.

The checks run here, on the author's classes of nodes, and in a student's kernel an agent carries
out what they ask. So a check comes to the same sentence as in the student's notebook.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from autograder.in_kernel.portable import BadEvidence, leaves, pack, pack_graph
from autograder.in_kernel.wire import act_of, functions_of, read
from course.attempt import Raised
from course.check.cases import Case
from course.check.run import asked
from course.failure import CheckFailed
from course.graph import ComputationNode
from course.record import Answer
from course.subject import Happened, Question, Run


@dataclass(frozen=True)
class Named:
    """In place of a function of the student's, which is elsewhere."""

    name: str

    def __call__(self, graph: ComputationNode, one: object = None) -> ComputationNode:
        """Runs it on a graph, where a cell does so for a picture, beside its checks."""
        asked(self.name, Case("", graph, []), Run(graph, self, one))
        return graph


class Channel(Protocol):
    """The way to an agent."""

    def put(self, act: dict) -> dict:
        """The answer to an act."""

    def put_last(self, act: dict) -> dict:
        """The answer to an act that is carried out after all others; {} if it is not known yet."""


class Exchange:
    """The subject of one judged cell.

    Attributes:
        happened: what was asked, and what the answers were, reserved questions apart.
    """

    def __init__(self, channel: Channel):
        self.channel = channel
        self.happened: list[tuple[Question, Answer]] = []
        self._graphs: dict[ComputationNode, tuple[int, list]] = {}
        self._unbuilt: dict[ComputationNode, Raised] = {}

    def ask(self, question: Question) -> Answer:
        """What happened in the student's kernel; the graph holds the same afterwards."""
        told = [self.channel.put(act) for act in self._acts(question)]
        answer = self._read(question, told)
        if isinstance(answer, Happened) and question.graph:
            nodes = question.graph.sorted_nodes()
            for node, result in zip(nodes, answer.results, strict=False):
                node.result = result
            for node, gradient in zip(nodes, answer.gradients, strict=False):
                node.gradient = gradient
        self.happened.append((question, answer))
        return answer

    def reserve(self, questions: Sequence[Question]) -> Callable[[], list[Answer]]:
        """As in `course.subject`."""
        told = [(q, [self.channel.put_last(act) for act in self._acts(q)]) for q in questions]

        def answers() -> list[Answer]:
            found = []
            for question, each in told:
                if any("skipped" in answer for answer in each):
                    break
                found.append(self._read(question, each))
            return found

        return answers

    def _acts(self, question: Question) -> list[dict]:
        """A question as acts: its graph is built, or given its new values, where needed."""
        graph = question.graph
        if graph is None:
            return [act_of(question)]
        values, before = [pack(leaf.value) for leaf in leaves(graph)], []
        number, known = self._graphs.get(graph, (len(self._graphs), None))
        if known is None:
            before = [{"do": "build", "graph": number, "nodes": pack_graph(graph)}]
        elif known != values:
            before = [{"do": "give", "graph": number, "values": values}]
        self._graphs[graph] = number, values
        return [*before, act_of(question, number)]

    def _read(self, question: Question, told: list[dict]) -> Answer:
        graph = question.graph
        for each in told[:-1]:
            if error := read(each, Answer, []).error:
                self._unbuilt[graph] = error
        if graph in self._unbuilt:
            return question.answer(error=self._unbuilt[graph])
        return read(told[-1], question.answer, graph.sorted_nodes() if graph else [])


class NotPlanned(RuntimeError):
    """A check wants an act carried out that its plan does not hold."""


class Answers:
    """The answers to planned acts, found by what was done to which graph for which time."""

    def __init__(self, acts: list[dict], answers: list[dict]):
        if not isinstance(answers, list) or len(answers) != len(acts):
            raise BadEvidence("not as many answers as questions")
        if not all(isinstance(each, dict) for each in answers):
            raise BadEvidence("an answer that is none")
        numbered = zip(map(_numbering(), acts), answers, strict=True)
        self._answers = dict(numbered)
        self._key = _numbering()

    def put(self, act: dict) -> dict:
        """The answer to an act.

        Raises:
            NotPlanned: the check and its plan differ.
            CheckFailed: the student's kernel had no time or room left for it.
        """
        answer = self.put_last(act)
        if answer.get("skipped"):
            name = " ".join(list(functions_of(act))[-1:]) or "your code"
            raise CheckFailed(f"{name} used up the time or the room there is: not run here.")
        return answer

    def put_last(self, act: dict) -> dict:
        """The answer, which may be {"skipped": true}.

        Raises:
            NotPlanned: the check and its plan differ.
        """
        key = self._key(act)
        if key not in self._answers:
            raise NotPlanned(key)
        return self._answers[key]


def _numbering() -> Callable[[dict], tuple[str, int]]:
    """Gives what an act does, to which graph and with which functions, for which time."""
    times: Counter = Counter()

    def key(act: dict) -> tuple[str, int]:
        what = json.dumps([act.get(each) for each in ("do", "graph", "functions", "name")])
        times[what] += 1
        return what, times[what]

    return key
