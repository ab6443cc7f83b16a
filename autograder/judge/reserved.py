"""Asks reserved questions, whose answers a check wants only after a failure."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import count

from autograder.in_kernel.portable import BadEvidence
from autograder.judge.plan import PlannedCheck
from autograder.judge.remote_subject import NotPlanned, looked_up, read_answers
from autograder.judge.reply import Reply, evidence_in
from course.messages.failure import CheckFailed
from course.recording.calls import Record
from course.subject import Question


class Reserved:
    """The answers to the reserved questions of a submission's checks. Most checks never want them,
    so they are asked only if a check does.

    Args:
        ask: asks for a group of the acts that a check reserved, given by the id of the check's cell
            and the group's number.
    """

    def __init__(self, ask: Callable[[str, int], Reply]):
        self._ask = ask

    def reserve_for(self, planned: PlannedCheck) -> Callable:
        """The function `reserve` for the subject of a planned check."""
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
        try:
            put = looked_up(acts, evidence_in(reply).get("answers"))
        except (BadEvidence, CheckFailed):  # without them there is no diagnosis
            return []
        return read_answers(list(questions), put)
