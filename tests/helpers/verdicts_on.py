"""Verdicts on replies, without a notebook that was run."""

from autograder.judge.cell_verdict import Verdict
from autograder.judge.judging_process import NONE_KEPT
from autograder.judge.plan import Plan
from autograder.judge.reply import Reply
from autograder.judge.verdicts import RunMore, judge
from autograder.judge.whose_exercise import NOBODY, Owner


def verdicts_on(
    plan: Plan,
    replies: dict[str, Reply],
    owner: Owner = NOBODY,
    run_more: RunMore = lambda source: [],
) -> dict[str, Verdict]:
    """The verdicts if `run_more` answers whatever else is asked; by default, it answers nothing."""
    return judge(plan, replies, owner, (), run_more, judges=NONE_KEPT)
