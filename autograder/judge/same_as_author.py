"""Knows the verdict on answers that are the author's, so that the check need not be run.

Most right answers are. Running all checks takes 22 ms of processor time more for a submission of
homework 1, and 110 ms for one of homework 4.
"""

import copy
import json
import math
from dataclasses import replace
from typing import Any

from autograder.base.in_child import one_at_a_time
from autograder.in_kernel.values_as_json import BadEvidence
from autograder.judge.author_run import fresh_registry
from autograder.judge.cell_verdict import Verdict, as_output, printed_by_student
from autograder.judge.check_run import judge_cell
from autograder.judge.flags.from_kernel import flags_in_evidence
from autograder.judge.own_exercise import Owner
from autograder.judge.question_plan import Plan, PlannedCheck, world
from autograder.judge.reply import Reply, evidence_in, showing
from course.messages.failure import CheckFailed
from course.values.closeness import FLOAT64


def known_verdicts(plan: Plan, replies: dict[str, Reply], owner: Owner) -> dict[str, Verdict]:
    """The verdicts, by cell id, on those answers that are the same as the author's."""
    verdicts: dict[str, Verdict] = {}
    with one_at_a_time, world(plan):
        for cell_id, planned in plan.checks.items():
            is_own = planned.pools and owner.own
            if planned.asks and not is_own and cell_id in replies:
                verdict = _known_verdict(plan, planned, replies[cell_id])
                if verdict:
                    verdicts[cell_id] = verdict
    return verdicts


def _known_verdict(plan: Plan, planned: PlannedCheck, reply: Reply) -> Verdict | None:
    """The known verdict on the author's answers if the student's are the same. If they are not, it
    is None, and the check has to be run."""
    if reply.stopped:
        return None
    try:
        evidence = evidence_in(reply)
    except (BadEvidence, CheckFailed):
        return None
    if not is_same(evidence.get("answers"), planned.answers):
        return None
    if planned.cell.id not in plan.author_verdicts:
        authors = json.dumps({"nonce": "", "answers": planned.answers})
        with fresh_registry(plan.classes):
            on_authors = judge_cell(planned, showing(authors))
        # If even they raise a flag, nothing is known.
        plan.author_verdicts[planned.cell.id] = None if on_authors.flags else on_authors
    known = plan.author_verdicts[planned.cell.id]
    if known is None:
        return None
    outputs, text = copy.deepcopy(known.outputs), printed_by_student(reply)
    if outputs and outputs[0].output_type == "stream":
        outputs[0].text = text + outputs[0].text
    else:
        outputs = as_output(text) + outputs
    flags = flags_in_evidence(evidence, may_use_autograd=planned.may_use_autograd)
    return replace(known, outputs=outputs, flags=flags)


def is_same(value: Any, authors: Any) -> bool:
    """Whether two JSON values are the same: floats up to rounding, everything else exactly. There
    may be a tuple where the author has a list."""
    if type(value) is not type(authors):
        return False
    if isinstance(value, float):
        return value == authors or math.isclose(value, authors, rel_tol=FLOAT64)
    if isinstance(value, list):
        return len(value) == len(authors) and all(map(is_same, value, authors))
    if isinstance(value, dict):
        keys = authors.keys() - {"tuple"}
        return value.keys() - {"tuple"} == keys and all(
            is_same(value[key], authors[key]) for key in keys
        )
    return value == authors
