"""The agent's answers: their limits, and how it notices forward mode."""

import json
import math
import sys
from types import SimpleNamespace

import pytest
import torch
from torch import _C
from torch.autograd import forward_ad
from torch.func import jvp

from autograder.in_kernel import agent
from autograder.in_kernel.agent import MAX_ANSWERS, Agent
from autograder.in_kernel.evidence import decoder, encoder
from autograder.in_kernel.questions_as_json import act_of, question_of
from autograder.in_kernel.values_as_json import unpack
from autograder.in_kernel.watching.autograd import AUTOGRAD, autograd_noted
from autograder.judge.remote_subject import RemoteFunction
from course.graph import Exp
from course.questions import CallFunction, RunEngine, TryBattery
from course.recording import quick_recorder
from course.running import limit
from course.subject import Question
from tests.helpers.engine import backward_algorithm

LARGE, SMALL = {"value": "x" * (MAX_ANSWERS + 1)}, {"value": 1}
SKIPPED = {"skipped": True}


@pytest.mark.parametrize("place", range(3))
def test_only_the_answer_that_is_too_large_is_dropped(monkeypatch, place):
    given = [SMALL, SMALL, SMALL]
    given[place] = LARGE
    monkeypatch.setattr(Agent, "carry_out", lambda self, act: given[act["number"]])
    answers = Agent({}).answer([{"do": "", "number": i} for i in range(3)])
    assert list(map(json.loads, answers)) == [SKIPPED if i == place else SMALL for i in range(3)]


def test_all_answers_share_one_limit(monkeypatch):
    half = {"value": "x" * (MAX_ANSWERS // 2)}
    monkeypatch.setattr(Agent, "carry_out", lambda self, act: half)
    answers = Agent({}).answer([{"do": ""}] * 4)
    assert list(map(json.loads, answers)) == [half, SKIPPED, SKIPPED, SKIPPED]


def test_a_forward_pass_that_never_ends_leaves_the_backward_pass_its_small_graphs(monkeypatch):
    monkeypatch.setattr(limit, "TIME_LIMIT", 0.1)
    monkeypatch.setattr(quick_recorder, "CALL_LIMIT", 0.1)
    calls = []

    def forward(graph):
        calls.append(graph)
        while True:
            pass

    f, b = RemoteFunction("f"), RemoteFunction("b")
    battery = TryBattery(b, "backward", False, with_steps=False, before=f)
    acts = [act_of(RunEngine(Exp(1.0), f), 0), act_of(battery)]
    agent = Agent({"f": forward, "b": backward_algorithm})
    agent.built[0] = Exp(1.0)
    stuck, tried = map(json.loads, agent.answer(acts))
    assert "TookTooLong" in stuck["error"]["kinds"]
    assert len(tried["outcomes"]) > 50 and not any(each[2] for each in tried["outcomes"])
    assert len(calls) == 2


def test_a_class_that_is_named_like_a_question_answers_none():
    fake = type("CallFunction", (Question,), {"answer": None})
    act = {
        "do": "CallFunction",
        "functions": {"function": "f"},
        "values": {"arguments": {"list": []}},
    }
    assert type(question_of(act, None, {"f": abs})) is CallFunction is not fake


def cube(x):
    return x**3


def by_wrappers(x):
    with forward_ad.dual_level():
        return forward_ad.unpack_dual(cube(forward_ad.make_dual(x, torch.ones_like(x)))).tangent


def by_functions(x):
    level = _C._enter_dual_level()
    try:
        dual = torch._make_dual(x, torch.ones_like(x), level=level)
        return torch._unpack_dual(cube(dual), level=level)[1]
    finally:
        _C._exit_dual_level(level=level)


def by_torch_func(x):
    return jvp(cube, (x,), (torch.ones_like(x),))[1]


@pytest.mark.parametrize("slope", [by_wrappers, by_functions, by_torch_func])
def test_forward_mode_is_noticed_however_it_is_entered(slope):
    x = torch.tensor([2.0, 3.0])
    signs: set[str] = set()
    with autograd_noted(signs):
        cube(x)
    assert not signs
    with autograd_noted(signs):
        assert slope(x).tolist() == [12, 27]
    assert signs == {AUTOGRAD}


@pytest.mark.parametrize(
    "value", [{"a": [1, 2.5, None, True], "b": {"c": 'd\n\u2028é\ud800"\\'}}, [], "x", 1e300, -0.0]
)
def test_bound_json_agrees_with_pythons(value):
    text = encoder(allow_nan=False)(value)
    assert text == json.dumps(value)
    assert decoder()(text) == value
    assert decoder()(f"show({text})", 5) == value


def test_bound_json_has_no_nan_unless_it_is_allowed():
    assert encoder(allow_nan=True)([math.nan]) == "[NaN]"
    with pytest.raises(ValueError):
        encoder(allow_nan=False)([math.nan])
    with pytest.raises(TypeError):
        encoder(allow_nan=True)({"a": object()})


def shown_evidence(monkeypatch, names: dict, acts: list[dict]) -> dict:
    """What an agent shows of some acts."""
    shown = []
    monkeypatch.setattr(agent, "get_ipython", lambda: SimpleNamespace(user_ns=names))
    monkeypatch.setattr(agent, "display", lambda data, **_: shown.append(data))
    agent.show(json.dumps({"nonce": "n", "acts": acts, "after": ""}))
    return json.loads(shown[0][agent.MIME]["evidence"])


def test_a_replacement_made_while_code_answers_is_reported(monkeypatch):
    names = {"replace": lambda: monkeypatch.setattr(Exp, "backward", print)}
    evidence = shown_evidence(
        monkeypatch, names, [act_of(CallFunction(RemoteFunction("replace"), ()))]
    )
    assert "course.graph.Exp.backward" in evidence["signs"]


@pytest.mark.parametrize("hear", [sys.setprofile, sys.settrace])
def test_a_profiler_set_by_student_code_hears_nothing_of_an_answer(monkeypatch, hear):
    before, heard = (sys.getprofile(), sys.gettrace()), []

    def listen(frame, event, argument):
        if frame.f_code.co_name == "quiet":
            heard.append(frame)

    def quiet():
        pass

    try:
        hear(listen)
        shown_evidence(
            monkeypatch, {"quiet": quiet}, [act_of(CallFunction(RemoteFunction("quiet"), ()))]
        )
    finally:
        sys.setprofile(before[0])
        sys.settrace(before[1])
    assert heard == []


@pytest.mark.parametrize("made", [iter, list], ids=["iterator", "list"])
def test_yielded_batches_are_sent_to_the_judge(made):
    names = {"minibatches": lambda order, size: made([made([4, 0]), made([3])])}
    act = act_of(CallFunction(RemoteFunction("minibatches"), ([4, 0, 3], 2)))
    (answer,) = map(json.loads, Agent(names).answer([act]))
    assert unpack(answer["returned"]) == [[4, 0], [3]]
