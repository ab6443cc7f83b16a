"""Asks reserved questions, whose answers a check wants only after a failure."""

from collections.abc import Callable, Iterable
from itertools import count

from autograder.in_kernel.portable import BadEvidence
from autograder.judge.plan import PlannedCheck
from autograder.judge.remote_subject import NotPlanned, looked_up, read_answers
from autograder.judge.reply import Reply, evidence_in
from course.messages.failure import CheckFailed
from course.recording.calls import Record
from course.subject import Question

# Asks for a group of the acts that a check reserved, given by the id of the check's cell and the
# group's number. Most checks never want any.
AskReserved = Callable[[str, int], Reply]


def reserve_for(planned: PlannedCheck, ask: AskReserved) -> Callable:
    """The function `reserve` for the subject of a planned check."""
    groups = count()

    def reserve(questions: Iterable[Question]) -> Callable[[], list[Record]]:
        group = next(groups)

        def answers() -> list[Record]:
            if group >= len(planned.reserved):
                raise NotPlanned("something reserved")
            reply = ask(planned.cell.id, group)
            try:
                put = looked_up(planned.reserved[group], evidence_in(reply).get("answers"))
            except (BadEvidence, CheckFailed):  # without them there is no diagnosis
                return []
            return read_answers(list(questions), put)

        return answers

    return reserve
