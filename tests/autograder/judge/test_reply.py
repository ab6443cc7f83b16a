"""What the judge reads in the evidence of a student's kernel."""

import pytest

from autograder.in_kernel.agent import Agent
from autograder.in_kernel.questions_as_json import act_of
from autograder.in_kernel.values_as_json import BadEvidence
from autograder.judge.remote_subject import RemoteFunction
from autograder.judge.reply import (
    MAX_BRACKETS,
    NoEvidence,
    Reply,
    errors_in,
    evidence_in,
    reply_showing,
)
from course.questions import CallFunction, TryBattery


def no_memory(*_, **__):
    values = {"an entry": "MemoryError"}  # MemoryError, in a line of a student's
    raise MemoryError("no room" if values else "")


def test_errors_are_found_in_answers_about_calls_and_batteries():
    battery = act_of(TryBattery(RemoteFunction("no_memory"), "forward", False, False))
    for act in (act_of(CallFunction(RemoteFunction("no_memory"), ())), battery):
        answers = Agent({"no_memory": no_memory}).answer([act])
        found = [*errors_in(f'{{"nonce": "1", "answers": [{", ".join(answers)}]}}')]
        assert found
        assert all(kinds[0] == "MemoryError" for kinds, _ in found)
        assert {text for _, text in found} == {"no room"}


@pytest.mark.parametrize(
    "evidence",
    [
        "[" * 200_000,
        "[1]",
        '{"answers": 5}',
        '{"answers": [5, {"outcomes": [7, ["MemoryError"], [1, 2, 3, "MemoryError"]]}]}',
        '{"answers": [{"error": {"kinds": "MemoryError", "text": 5}}]}',
        '{"answers": [{"returned": {"text": "MemoryError"}, "error": null}]}',
        '{"answers": [{"outcomes": [[[], [], "", "", null, [], ["line 3:  x  # MemoryError"]]]}]}',
    ],
)
def test_no_error_is_found_in_evidence_without_errors(evidence):
    assert [*errors_in(evidence)] == []


EVIDENCE = '{"nonce": "secret", "answers": [1]}'


def reply(*evidence: str) -> Reply:
    return Reply([each for text in evidence for each in reply_showing(text).outputs], "secret")


def test_evidence_is_what_quotes_the_nonce():
    assert evidence_in(reply(EVIDENCE)) == {"nonce": "secret", "answers": [1]}


@pytest.mark.parametrize(
    "evidence",
    [
        [],
        ['{"nonce": "other", "answers": [1]}'],
        ['{"answers": [1], "nonce": "secret"}'],  # an agent's begins with it
        ["no JSON"],
    ],
)
def test_there_is_no_evidence_without_the_nonce(evidence):
    with pytest.raises(NoEvidence):
        evidence_in(reply(*evidence))


@pytest.mark.parametrize(
    "evidence",
    [
        [EVIDENCE, EVIDENCE],
        [EVIDENCE, '{"nonce": "other"}'],  # displayed by the notebook
        ['{"nonce": "secret", "answers": [1], "nonce": "other"}'],
        ['{"nonce": "secret", "answers": [1'],
        ['{"nonce": "secret", "answers": [' + ",".join(["[]"] * MAX_BRACKETS) + "]}"],
        ['{"nonce": "secret", "answers": [' + ",".join(["{}"] * MAX_BRACKETS) + "]}"],
    ],
    ids=["twice", "another", "two nonces", "cut off", "many lists", "many objects"],
)
def test_evidence_that_no_agent_sends_is_refused(evidence):
    with pytest.raises(BadEvidence):
        evidence_in(reply(*evidence))
