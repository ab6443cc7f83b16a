"""Writes requests to a student's kernel, and reads its replies: the evidence among the outputs of a
request's cell."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode

from autograder.base.files import strict_json
from autograder.in_kernel.evidence import MAX_EVIDENCE, MIME, REQUEST
from autograder.in_kernel.values_as_json import BadEvidence
from autograder.notebook.cells import errors_among
from course.messages.failure import CheckFailed

MAX_BRACKETS = 100_000  # brackets in evidence that is parsed; many small lists take long
NO_EVIDENCE = (
    "Your notebook did not answer the grader's questions for this check. Does an earlier cell stop "
    "the kernel, or change how Jupyter displays things?"
)


class NoEvidence(CheckFailed):
    """A kernel did not answer."""


def request(acts: Sequence[dict], nonce: str, after: str = "") -> str:
    """The source of a cell that makes a student's kernel answer acts. A graded kernel recognises
    it, and answers without having IPython run it.

    Args:
        nonce: what the answer must quote.
        after: the nonce of an earlier request, whose functions and classes are to be used again.
    """
    asked = json.dumps({"nonce": nonce, "acts": acts, "after": after})
    return f"{REQUEST}{json.dumps(asked)})"


@dataclass(eq=False)  # compared, and remembered, by identity
class Reply:
    """What a student's kernel displayed when it was asked for acts."""

    outputs: list[NotebookNode]  # as nbformat has them
    nonce: str  # the evidence has to quote this
    stopped: str = ""  # why the cell could not end, in a sentence; empty if it did

    @classmethod
    def from_json(cls, fields: dict) -> "Reply":
        """The reply whose `vars` were turned into this JSON."""
        return cls(**fields | {"outputs": nbformat.from_dict(fields["outputs"])})


def reply_showing(evidence: str, nonce: str = "") -> Reply:
    """The reply of a kernel that displayed this evidence and nothing else."""
    shown = NotebookNode(output_type="display_data", data={MIME: {"evidence": evidence}})
    return Reply([shown], nonce)


def evidence_in(reply: Reply) -> dict:
    """The evidence in a reply. It is only parsed if it begins with the nonce, as an agent's does.

    Raises:
        NoEvidence: there is no evidence with the right nonce.
        BadEvidence: it is not what an agent sends, or there is more than one piece: the student's
            code may have learnt the nonce, and displayed evidence before the agent did.
    """
    beginning = f'{{"nonce": {json.dumps(reply.nonce)}, '
    texts = list(evidence_among(reply.outputs))
    if not any(text.startswith(beginning) for text in texts):
        errors = errors_among(reply.outputs)
        raised = [f" It raised {each.ename[:80]}: {each.evalue[:300]}" for each in errors]
        raise NoEvidence(NO_EVIDENCE + "".join(raised[:1]))
    if len(texts) > 1:
        raise BadEvidence("there was more than one")
    evidence = _json_of(texts[0])
    if evidence.get("nonce") != reply.nonce:
        raise BadEvidence("it has two nonces")
    return evidence


def evidence_among(outputs: list[NotebookNode]) -> Iterator[str]:
    """Whatever looks like evidence, as it was displayed."""
    for output in outputs:
        data = output.get("data", {})
        if output.output_type != "display_data" or not isinstance(data.get(MIME), dict):
            continue
        text = data[MIME].get("evidence")
        if isinstance(text, str):
            yield text


def without_evidence(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """What a cell displayed for people."""
    return [output for output in outputs if MIME not in output.get("data", {})]


def errors_in(evidence: str) -> Iterator[tuple[list, str]]:
    """The classes and the message of each error that evidence reports, whatever its nonce; nothing
    if it is not what an agent sends."""
    try:
        answers = _json_of(evidence).get("answers")
    except BadEvidence:
        return
    for answer in answers if isinstance(answers, list) else []:
        match answer:  # as `in_kernel.questions_as_json` writes Raised, or Tried for a battery
            case {"error": {"kinds": list(classes), "text": str(message)}}:
                yield classes, message
            case {"outcomes": list(outcomes)}:
                for outcome in outcomes:
                    match outcome:
                        case [_, _, str(error_class), str(message), *_] if error_class:
                            yield [error_class], message


def _json_of(text: str) -> dict:
    if len(text) > MAX_EVIDENCE or text.count("[") + text.count("{") > MAX_BRACKETS:
        raise BadEvidence("it is too long")
    try:
        evidence = strict_json(text)
    except (ValueError, RecursionError):
        raise BadEvidence("it is not JSON") from None
    if not isinstance(evidence, dict):
        raise BadEvidence("it is not an object")
    return evidence
