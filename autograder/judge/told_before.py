"""Remembers what kernels told about some code. If several checks fail because of the same code, its
kernel is asked about it only once."""

import json
from collections.abc import Callable, Sequence
from functools import cache

from autograder.in_kernel.questions_as_json import functions_in
from autograder.in_kernel.reached_code import SCAFFOLD
from autograder.in_kernel.values_as_json import BadEvidence
from autograder.judge.plan import PlannedCheck
from autograder.judge.reply import NoEvidence, Reply, evidence_in

AskMore = Callable[[Sequence[dict]], Reply]  # has the kernel that replied carry out more acts
MAX_REMEMBERED = 20  # replies
# By the submission, by the name that its kernel gave the code, and by the acts. The name is random,
# unless the notebook has seen to it that another kernel gives the same.
_told: dict[tuple[str, str, str], Reply] = {}


def asked_once(planned: PlannedCheck, reply: Reply, submission: str, ask: AskMore) -> AskMore:
    """Asks for more after a reply to a check, unless the kernel has told it about the same code.

    Args:
        submission: identifies the submission, so that nobody gets the answers of another.
    """

    code_of_reply = cache(lambda: _code_named_in(reply))

    def ask_once(acts: Sequence[dict]) -> Reply:
        if not _are_about(planned, acts) or not (code := code_of_reply()):
            return ask(acts)
        key = submission, code, json.dumps(acts)
        if key not in _told:
            if len(_told) == MAX_REMEMBERED:
                _told.clear()
            _told[key] = ask(acts)
        return _told[key]

    return ask_once


def _are_about(planned: PlannedCheck, acts: Sequence[dict]) -> bool:
    """Whether acts run nothing but the code to which the kernel gives a name in its reply."""
    classes = {node["class"] for act in acts for node in act.get("nodes", ())}
    return functions_in(acts) <= functions_in(planned.acts) and classes <= SCAFFOLD


def _code_named_in(reply: Reply) -> str:
    """The name that the kernel gave the code; empty if it gave none."""
    try:
        code = evidence_in(reply).get("code")
    except (BadEvidence, NoEvidence):
        return ""
    return code if isinstance(code, str) else ""
