"""Asks reserved questions: those whose answers a check wants only after a failure."""

import json
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count

from autograder.in_kernel.portable import BadEvidence
from autograder.judge.plan import PlannedCheck
from autograder.judge.remote_subject import AnswerBook, NotPlanned, read_answers
from autograder.judge.reply import Reply, evidence_in
from course.messages.failure import CheckFailed
from course.recording.calls import Record
from course.subject import Question


class Reserved:
    """The answers to the reserved questions of a submission's checks.

    Most checks never want them, so only what a check wants is asked for, and what was answered to
    the same question in the same words is read once.
    """

    def __init__(self, ask: Callable[[str, int], Reply], known: dict):
        """Begins with the answers that are known.

        Args:
            ask: asks a group of the acts reserved by a check, by its cell's id and a number.
            known: answers that were read for other checks; those read from now on are added.
        """
        self._ask, self._known = ask, known

    def reserve_for(self, planned: PlannedCheck) -> Callable:
        """The function `reserve` of the subject of a planned check."""
        groups = count()

        def reserve(questions: Iterable[Question]) -> Callable[[], list[Record]]:
            return partial(self._answers, planned, next(groups), questions)

        return reserve

    def _answers(
        self, planned: PlannedCheck, group: int, questions: Iterable[Question]
    ) -> list[Record]:
        if group >= len(planned.reserved):
            raise NotPlanned("something reserved")
        acts, reply = planned.reserved[group], self._ask(planned.cell.id, group)
        key = json.dumps(acts), reply.text
        if key in self._known:
            return self._known[key]
        try:
            book = AnswerBook(acts, evidence_in(reply).get("answers"))
        except (BadEvidence, CheckFailed):  # without them there is no diagnosis
            return []
        questions = list(questions)
        answers = read_answers(questions, book)
        if all(question.graph is None for question in questions):  # else they hold its nodes
            self._known[key] = answers
        return answers
