"""The agent's answers, as far as there is room for them."""

import json

import pytest

from autograder.in_kernel.agent import MAX_ANSWERS, Agent

LARGE, SMALL = {"value": "x" * (MAX_ANSWERS + 1)}, {"value": 1}
SKIPPED = {"skipped": True}


@pytest.mark.parametrize("place", range(3))
def test_an_answer_that_is_too_large_is_dropped_wherever_it_stands_and_no_other(monkeypatch, place):
    given = [SMALL, SMALL, SMALL]
    given[place] = LARGE
    monkeypatch.setattr(Agent, "carry_out", lambda self, act: given[act["number"]])
    answers = Agent({}).answer([{"do": "", "number": i} for i in range(3)])
    assert list(map(json.loads, answers)) == [SKIPPED if i == place else SMALL for i in range(3)]


def test_all_answers_together_have_no_more_room(monkeypatch):
    half = {"value": "x" * (MAX_ANSWERS // 2)}
    monkeypatch.setattr(Agent, "carry_out", lambda self, act: half)
    answers = Agent({}).answer([{"do": ""}] * 4)
    assert list(map(json.loads, answers)) == [half, SKIPPED, SKIPPED, SKIPPED]
