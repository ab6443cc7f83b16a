"""Gives checks their only access to student code: a check asks a question, and the answer says what
happened.

    happened = ask(RunEngine(graph, backward_algorithm, one=2.0))

A check may create nodes of a student's class, but never calls a student's function or a node's
method itself. The subject in force answers its questions. In a notebook this is `Here`, which runs
the code in this kernel. During grading it is the grader's subject: a `Here` in the sandbox has
answered the same questions, and only the fields of its answers leave the sandbox, as data. A check
therefore reaches the same verdict in both places. It also says the same sentence, unless this
quotes a value that changes its type on the way, such as a NumPy float32.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from functools import cache
from typing import Generic, Protocol, TypeVar

from course.graph import ComputationNode
from course.recording.records import Answer
from course.running.in_force import in_force
from course.running.silence import silenced

AnswerT = TypeVar("AnswerT", bound=Answer)


class Question(Generic[AnswerT]):
    """A question that a check asks about a student's code."""

    answer_type: type[AnswerT]
    graph: ComputationNode | None  # the graph that it is about; None if there is none

    # Called only by subjects and other questions. A submission that names it is flagged.
    def _here(self) -> AnswerT:
        """Finds the answer by running the student's code in this kernel, within the limits."""
        raise NotImplementedError


class NoAnswer(Exception):
    """A subject has no answer, for a reason that is not the fault of the student's code."""


class Subject(Protocol):
    """An object that answers questions."""

    def ask(self, question: Question[AnswerT]) -> AnswerT:
        """Says what happened."""

    def reserve(self, questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
        """Sets aside questions whose answers are needed only if something is wrong, such as
        questions about many small graphs. The answers explain why a check fails, or let it pass
        after all.

            small = reserve([RunEngine(graph, forward_algorithm) for graph in graphs])
            ...
            if not row.is_right:
                outcomes = small()

        In a notebook, nothing runs until the answers are requested. In grading, these questions are
        asked after all others, and only if the answer to one of the others differs from that of the
        author's code. A check has to reserve them before its first question, whether or not it will
        need the answers, so that the grader knows the questions. If these take long to make,
        `questions` can be an iterator, which is read only when the answers are requested.

        Returns:
            A function that returns the answers, in order. There are fewer answers if time or room
            ran out, or if one took too long, which is then the last.
        """

    def withdraw_latest(self) -> None:
        """Declares the latest answer wrong although the check passes, so it is not evidence that
        the student's code computes right numbers."""


class Here(Subject):
    """The subject in a notebook: runs the student's code in this kernel."""

    def ask(self, question: Question[AnswerT]) -> AnswerT:
        """Runs the code and says what happened."""
        return question._here()

    def reserve(self, questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
        """Returns a function that asks these questions."""

        def answers() -> list[AnswerT]:
            answered: list[AnswerT] = []
            with silenced():
                for question in questions:
                    answer = self.ask(question)
                    answered.append(answer)
                    if answer.error and answer.error.took_too_long:
                        break
            return answered

        return answers

    def withdraw_latest(self) -> None:
        """Does nothing, because a notebook collects no evidence."""


_subject: ContextVar[Subject] = ContextVar("subject", default=Here())  # noqa: B039


def asking(subject: Subject) -> AbstractContextManager:
    """Inside this context, the given subject answers."""
    return in_force(_subject, subject)


def ask(question: Question[AnswerT]) -> AnswerT:
    """Asks the subject in force."""
    return _subject.get().ask(question)


def reserve(questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
    """Sets questions aside, as `Subject.reserve` says. They are asked at most once."""
    return cache(_subject.get().reserve(questions))


def withdraw_latest() -> None:
    """Withdraws the latest answer, as `Subject.withdraw_latest` says."""
    _subject.get().withdraw_latest()
