"""Remembers what a submission's kernel said about its code. If several checks fail because of the
same code, or answers are judged as several exercises, the kernel is asked only once."""

import json
from collections.abc import Callable, Sequence
from functools import cache

from autograder.in_kernel.questions_as_json import functions_in
from autograder.in_kernel.reached_code import SCAFFOLD
from autograder.in_kernel.values_as_json import BadEvidence
from autograder.judge.plan import PlannedCheck
from autograder.judge.reply import NoEvidence, Reply, evidence_in

# Makes the kernel that replied carry out more acts. Most checks need this only if something is
# wrong.
AskMore = Callable[[Sequence[dict]], Reply]
MAX_REMEMBERED = 50  # replies; one check reserves up to 28 groups of questions
# The key is the submission; the name that its kernel gave the code or, if there is none, the check;
# and the acts. Names are random, but a notebook could make another kernel give the same one.
_told: dict[tuple[str, tuple[str, str], str], Reply] = {}


def asked_once(planned: PlannedCheck, reply: Reply, submission: str, ask: AskMore) -> AskMore:
    """Returns a function that asks for more after a reply to a check, unless the kernel has
    answered before, perhaps after another check of the same code.

    Args:
        submission: identifies the submission, so that nobody gets the answers of another.
    """

    code_of_reply = cache(lambda: _code_named_in(reply))

    def ask_once(acts: Sequence[dict]) -> Reply:
        code = code_of_reply() if _are_about(planned, acts) else ""
        about = ("code", code) if code else ("check", planned.cell.id)
        key = submission, about, json.dumps(acts)
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
