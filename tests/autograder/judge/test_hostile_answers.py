"""Hostile answers, graded for real and judged directly: no points, no waiting, and the instructor
is shown what was noticed."""

import dataclasses
import json
import time

import pytest
import torch

from autograder.authoring.sample_class import SAMPLE_CLASS, read_sample_submission
from autograder.base import child_process
from autograder.base.paths import homeworks
from autograder.in_kernel.agent import Agent
from autograder.in_kernel.evidence import REQUEST
from autograder.in_kernel.questions_as_json import decode_answer, encode_answer
from autograder.in_kernel.values_as_json import BadEvidence, unpack
from autograder.judge import check_run, reply, verdicts
from autograder.judge.cell_verdict import Verdict
from autograder.judge.plan import Plan
from autograder.judge.question_plan import plan_for
from autograder.judge.reply import reply_showing
from autograder.judge.verdicts import flags_in
from course.measuring.saved_activations import Measured
from course.messages.failure import CheckFailed
from course.questions import Happened, Played
from course.recording.derivatives import Derived
from course.recording.quick_recorder import Outcome
from tests.helpers.clock import takes_less_than
from tests.helpers.graded_attacks import SERIES, grade, no_gain
from tests.helpers.hostile import Attack
from tests.helpers.hostile_answers import ANSWER_ATTACKS
from tests.helpers.verdicts_on import verdicts_on


@pytest.mark.slow
@pytest.mark.parametrize("attack", [pytest.param(a, id=n) for n, a in ANSWER_ATTACKS.items()])
def test_a_hostile_answer_wins_nothing_and_is_flagged(attack, monkeypatch):
    judged, spent = verdicts.judge, []

    def timed(*arguments, **options) -> dict[str, Verdict]:
        started = time.process_time()
        try:
            return judged(*arguments, **options)
        finally:
            spent.append(time.process_time() - started)

    monkeypatch.setattr("autograder.grading.submission.judge", timed)
    no_gain(attack, grade(attack))
    assert sum(spent) < 5


@pytest.mark.slow
@pytest.mark.parametrize("student", ["dmitri", "emeka", "ivo"])
def test_an_engine_that_passes_although_its_gradients_are_wrong_is_not_doubted(student):
    """Dmitri's and Emeka's engines are wrong, and Ivo's Mul, which costs nothing again in 6."""
    wrong = read_sample_submission(SAMPLE_CLASS / "hw2-tanh" / f"{student}.py")
    assert grade(Attack(cells=wrong.cells, base="solution")).notes.flags == []


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_for("hw2-tanh", SERIES)


def told(plan: Plan, cell: str, answers: object, **more) -> tuple[dict, list]:
    """The verdict on a cell, and the flags, if these are the answers."""
    judged = verdicts_on(
        plan, {cell: reply_showing(json.dumps({"nonce": "", "answers": answers} | more))}
    )
    return judged[cell].outputs[-1], flags_in(judged)


def answers_of(plan: Plan, cell: str) -> list:
    return json.loads(json.dumps(plan.checks[cell].answers))


def test_the_authors_answers_are_right_and_not_flagged(plan):
    for cell, planned in plan.checks.items():
        if planned.asks:
            end, flagged = told(plan, cell, answers_of(plan, cell))
            assert end.output_type != "error"
            assert flagged == []


def test_what_a_students_code_prints_cannot_be_taken_for_the_words_of_the_check():
    imitating = (
        "def forward_algorithm(graph):\n    print('Passed.\\r\\nNote for the grader: 1 point')\n"
    )
    graded = grade(Attack(cells={"engine": imitating}))
    (check,) = (cell for cell in graded.notebook.cells if cell.id == "engine-check")
    printed = "".join(output.get("text", "") for output in check.outputs)
    assert "Note for the grader" in printed
    words = [line for line in printed.split("\n") if "Passed" in line or "grader" in line]
    assert all(line.startswith("| ") for line in words)


@pytest.mark.parametrize("results", [[], [{"what": 1}] * 3])
def test_an_answer_that_no_kernel_gives_is_flagged_and_not_told_as_the_students_error(
    plan, results
):
    answers = answers_of(plan, "mul-check")
    next(answer for answer in answers if "results" in answer)["results"] = results
    end, flagged = told(plan, "mul-check", answers)
    assert end.evalue == reply.NO_EVIDENCE
    assert "could not be read" in flagged[0][1]


def test_a_kernel_that_answers_nothing_is_flagged_unless_its_cell_was_stopped(plan):
    silent, stopped = (
        verdicts_on(plan, {"mul-check": reply.Reply([], "a nonce", why)})
        for why in ("", "It ended.")
    )
    assert silent["mul-check"].flags and not stopped["mul-check"].flags
    assert silent["mul-check"].outputs[-1].evalue == reply.NO_EVIDENCE


def test_use_of_autograd_is_flagged_even_if_all_is_right(plan):
    end, flagged = told(plan, "mul-check", answers_of(plan, "mul-check"), signs=["autograd"])
    assert end.output_type == "execute_result"
    assert "autograd" in flagged[0][1]


@pytest.mark.parametrize(("cell", "is_flagged"), [("tanh-check", True), ("training-check", False)])
def test_autograd_is_flagged_in_a_node_and_not_in_a_training_loop(cell, is_flagged):
    """To the loop, the notebook gives PyTorch's gradients if the student's are wrong."""
    plan = plan_for("hw5-mlp", SERIES)
    _, flagged = told(plan, cell, answers_of(plan, cell), signs=["autograd"])
    assert bool(flagged) == is_flagged


@pytest.mark.parametrize("kept", [0, 2])
def test_an_engine_tried_on_too_few_small_graphs_has_not_passed(plan, kept):
    answers = answers_of(plan, "engine-check")
    for answer in answers:
        if "outcomes" in answer:
            del answer["outcomes"][kept:]
    end, _ = told(plan, "engine-check", answers)
    assert end.output_type == "error"


def small_graphs_in(answers: list) -> dict:
    """Of the answers, that about an engine on small graphs."""
    return next(answer for answer in answers if "outcomes" in answer)


def only_forgiven(tried: dict) -> None:
    tried["forgiven"] = [dict(zip(OUTCOME, each, strict=True)) for each in tried["outcomes"]]
    tried["outcomes"] = [[[None] * len(each[0]), *each[1:]] for each in tried["outcomes"]]


OUTCOME = [field.name for field in dataclasses.fields(Outcome)]
EVENT = ["set", 0, 1.0, None, None, None, False]
ON_SMALL_GRAPHS = {
    "those of other graphs": lambda tried: tried["outcomes"].reverse(),
    "without values": lambda tried: tried["outcomes"][3].__setitem__(0, []),
    "without a call": lambda tried: [each.__setitem__(1, [0] * 9) for each in tried["outcomes"]],
    "calls without number": lambda tried: tried["outcomes"][3][1].__setitem__(-1, 10**8),
    "an error and right values": lambda tried: tried["outcomes"][3].__setitem__(2, "ValueError"),
    "wrong, but right if forgiven": only_forgiven,
    "nothing that is forgiven": lambda tried: tried["forgiven"].clear(),
    "more than was asked, after wrong ones": lambda tried: tried["outcomes"].insert(
        0, tried["outcomes"][-1]
    ),
    "an event at no node": lambda tried: tried["outcomes"][3].__setitem__(
        5, [["set", 99, *EVENT[2:]]]
    ),
    "an event of a player": lambda tried: tried["outcomes"][3].__setitem__(
        5, [["read", *EVENT[1:]]]
    ),
    "an event at no line": lambda tried: tried["outcomes"][3].__setitem__(
        5, [[*EVENT[:5], 7, False]]
    ),
}


@pytest.mark.parametrize("name", ON_SMALL_GRAPHS)
def test_false_outcomes_on_small_graphs_win_nothing(plan, name):
    answers = answers_of(plan, "engine-check")
    ON_SMALL_GRAPHS[name](small_graphs_in(answers))
    end, _ = told(plan, "engine-check", answers)
    assert end.output_type == "error"


@pytest.mark.parametrize("name", [None, *ON_SMALL_GRAPHS])
def test_false_outcomes_afterwards_change_no_verdict(plan, name):
    """The engine is wrong on small graphs. Then its kernel says that it is right, or nonsense."""
    author = Agent(plan.checks["engine-check"].cell.names)

    def run_more(source: str) -> list:
        asked = json.loads(json.loads(source.removeprefix(REQUEST)[:-1]))
        answers = [json.loads(json.dumps(author.carry_out(act))) for act in asked["acts"]]
        for tried in answers:
            if "outcomes" in tried and name:
                ON_SMALL_GRAPHS[name](tried)
        evidence = {"nonce": asked["nonce"], "signs": [], "answers": answers}
        return reply_showing(json.dumps(evidence)).outputs

    answers = answers_of(plan, "engine-check")
    small_graphs_in(answers)["outcomes"][3][0] = [7.0] * 3
    replies = {"engine-check": reply_showing(json.dumps({"nonce": "", "answers": answers}))}
    verdict = verdicts_on(plan, replies, run_more=run_more)["engine-check"]
    assert verdict.outputs[-1].output_type == "error"
    assert len(str(verdict.outputs)) < 100_000


@pytest.mark.slow
@pytest.mark.by_day(1)
@pytest.mark.parametrize("homework", homeworks())
def test_a_removed_blank_is_not_right(homework):
    plan = plan_for(homework, SERIES)
    for cell, planned in plan.checks.items():
        answers = answers_of(plan, cell)
        tables = [a["value"] for a in answers if len((a.get("value") or {}).get("dict", ())) > 1]
        for table in tables:
            del table["dict"][1:]
        end, _ = told(plan, cell, answers)
        if tables and end.output_type == "execute_result":
            assert float(end.data["text/plain"]) < planned.cell.worth, cell


@pytest.mark.parametrize(
    ("change", "seen"),
    [(lambda n: n * 1.01, True), (lambda n: None, True), (lambda n: torch.tensor(n).item(), False)],
    ids=["others", "none", "the same in float32"],
)
def test_only_gradients_that_do_not_follow_what_backward_returns_are_flagged(plan, change, seen):
    answers = answers_of(plan, "engine-check")
    answers[-1]["gradients"] = [*map(change, answers[-1]["gradients"])]
    end, flagged = told(plan, "engine-check", answers)
    assert end.output_type == "execute_result"
    assert bool(flagged) is seen


def test_an_answer_without_what_it_returned_is_flagged_and_no_error_of_the_students(plan):
    answers = answers_of(plan, "mul-check")
    for answer in answers:
        answer.pop("returned", None)
    end, flagged = told(plan, "mul-check", answers)
    assert BadEvidence.__name__ not in end.evalue
    assert [cell for cell, _ in flagged] == ["mul-check"]


DEEP = 0
for _ in range(900):
    DEEP = [DEEP]
NOT_ANSWERS = {
    "no list": 7,
    "a text": "right",
    "too few": [{}],
    "answers that are none": [1, 2, 3],
    "something very deep": DEEP,
    "nothing": None,
    "a dict": {"defined": ["Mul"]},
    "a million": [{}] * 100_000,
}


@pytest.mark.parametrize("name", NOT_ANSWERS)
def test_anything_but_a_list_of_answers_is_worthless(plan, name):
    end, flagged = told(plan, "mul-check", NOT_ANSWERS[name])
    assert end.output_type == "error"
    assert flagged


CALL = [0, "backward", 1.0, [1.0], True]
FORGED = {
    "nothing": {},
    "a list": [],
    "a number": 7,
    "almost too many characters": {"x": "x" * 40_000},
    "lists where numbers belong": {"results": [[1]] * 9, "gradients": [[1]] * 9, "returned": [1]},
    "thousands of calls": {"calls": [CALL] * 5000},
    "calls of nodes that are not there": {"calls": [[-1, "forward", None, None, True]]},
    "tensors whose shape is a lie": {
        "returned": {"shape": [4096, 4096], "data": [1]},
        "results": [{"shape": [0, 10**9], "data": []}] * 9,
    },
    "skipped": {"skipped": True},
    "an error that is none": {"error": None, "results": [None] * 9, "returned": []},
    "an error that ends a loop": {"error": {"kinds": ["StopIteration"]}},
    "errors that end a program": {"error": {"kinds": ["SystemExit", "KeyboardInterrupt"]}},
    "errors whose names are no names": {
        "error": {
            "kinds": ["a b", "ExceptionGroup", "UnicodeDecodeError"],
            "text": "{0}%s" * 999,
            "lines": ["x"] * 20,
        }
    },
    "an error that is the grader's own": {"error": {"kinds": ["TookTooLong"]}},
}


@pytest.mark.by_day(5)
@pytest.mark.parametrize("name", FORGED)
def test_an_agent_that_answers_the_same_to_everything_wins_nothing(plan, name):
    for cell, planned in plan.checks.items():
        if planned.asks:
            answers = [
                {"defined": act["names"]} if "names" in act else FORGED[name]
                for act in planned.acts
            ]
            end, _ = told(plan, cell, answers)
            assert end.output_type == "error" or float(end.data["text/plain"]) == 0


VALUES = {
    "a huge number": 10**400,
    "a number as text": "4.0",
    "true for one": True,
    "a tensor whose shape lies": {"shape": [3], "data": [1.0]},
    "a tensor of a thousand million": {"shape": [10**9], "data": [1.0]},
    "a tensor of many shapes": {"shape": [1] * 9, "data": [1.0]},
    "a tensor of a negative shape": {"shape": [-1], "data": [1.0]},
    "a shape of true": {"shape": [True], "data": [1.0]},
    "a tensor of lists": {"shape": [1], "data": [[1.0]]},
    "a tensor of not a number": {"shape": [1], "data": ["nan"]},
    "infinity": "inf",
    "a wide list": {"list": [1.0] * 4097},
    "a deep list": {"list": [{"list": [{"list": [{"list": [{"list": [{"list": []}]}]}]}]}]},
    "a dict of a huge key": {"dict": [["k" * 10**5, 1]]},
    "a dict of three": {"dict": [["k", 1, 2]]},
    "a blank": {"blank": True},
    "a blank that is also a number": {"blank": True, "shape": [], "data": [1.0]},
    "something other": {"other": "Mul", "shown": "x" * 10**5},
    "half a character": {"text": "\ud800"},
}


@pytest.mark.by_day(6)
@pytest.mark.parametrize("name", VALUES)
def test_odd_values_cost_only_the_points(plan, name):
    answers = answers_of(plan, "mul-check")
    for answer in answers:
        for key, value in answer.items():
            if key == "returned":
                answer[key] = VALUES[name]
            elif key in ("results", "gradients"):
                answer[key] = [VALUES[name]] * len(value)
    with takes_less_than(2):
        end, _ = told(plan, "mul-check", answers)
    assert end.output_type == "error"
    assert len(str(end)) < 20_000


@pytest.mark.parametrize(
    "error",
    [
        [],
        1,
        {"kinds": 3},
        {"kinds": ["SystemExit"], "text": "x"},
        {"kinds": ["KeyboardInterrupt"], "text": ""},
        {"kinds": ["TookTooLong"], "text": "y" * 10**5},
        {"kinds": ["a b"], "text": "", "lines": ["z" * 10**5] * 20},
    ],
)
def test_odd_errors_cost_only_the_points(plan, error):
    answers = answers_of(plan, "mul-check")
    for answer in answers[1:]:
        answer["error"] = error
    end, _ = told(plan, "mul-check", answers)
    assert end.output_type == "error"
    assert len(str(end)) < 20_000


@pytest.mark.parametrize(
    "text",
    ['{"nonce": "n", "answers": NaN}', '{"nonce": "n", "answers": ' + "[" * 10**5,
     '{"nonce": "n", "answers": ' + "9" * 10**5 + "}", '{"nonce": "n"}', "[]", '"n"', "",
     '{"nonce": "n", "answers": [], "answers": [], "nonce": "m"}',
     '{"nonce": "n", "answers": ["' + "x" * 5_000_000 + '"]}'],
    ids=["nan", "brackets", "digits", "none", "a list", "a text", "empty", "twice", "megabytes"],
)  # fmt: skip
def test_evidence_of_any_odd_kind_is_worthless(plan, text):
    judged = verdicts_on(plan, {"mul-check": reply_showing(text, "n")})
    assert judged["mul-check"].outputs[-1].output_type == "error"


def test_only_evidence_that_begins_with_the_nonce_is_parsed(monkeypatch):
    parsed = []
    monkeypatch.setattr(reply, "strict_json", lambda text: parsed.append(text) or json.loads(text))
    right = '{"nonce": "n", "answers": []}'
    assert reply.evidence_in(reply_showing(right, "n")) == {"nonce": "n", "answers": []}
    texts = ['{"nonce": "m", "answers": [' + "[]," * 300_000, "[" * 2_000_000]
    with pytest.raises(CheckFailed):
        reply.evidence_in(reply.Reply([reply_showing(text).outputs[0] for text in texts], "n"))
    assert parsed == [right]
    many = '{"nonce": "n", "answers": [' + "[], " * 250_000 + "1]}"
    with pytest.raises(BadEvidence):
        reply.evidence_in(reply_showing(many, "n"))
    assert parsed == [right]


@pytest.mark.parametrize("other", ['{"nonce": "n", "answers": []}', '{"nonce": "m"}', "x"])
@pytest.mark.parametrize("place", [0, 1])
def test_evidence_beside_further_evidence_is_refused(other, place):
    texts = ['{"nonce": "n", "answers": []}']
    texts.insert(place, other)
    with pytest.raises(BadEvidence):
        reply.evidence_in(reply.Reply([reply_showing(text).outputs[0] for text in texts], "n"))


@pytest.mark.parametrize("packed", [{"shape": [10**9], "data": [1.0]}, [1], {"list": 3}, "1", {}])
def test_packets_that_no_agent_makes_are_not_unpacked(packed):
    with pytest.raises(BadEvidence):
        unpack(packed)


@pytest.mark.parametrize(
    "numbers", [{"list": []}, None, 5, "nan", {"shape": [2], "data": [1.0, 2.0]}]
)
def test_anything_else_in_place_of_several_numbers_is_none_of_them(numbers):
    steps = [[1.5, False, True, numbers]]
    derived = decode_answer(Derived, encode_answer(Derived(), []) | {"steps": steps}, [])
    assert derived.steps[0].gradients == ()


def test_an_event_of_a_kind_that_does_not_exist_is_no_evidence():
    event, nothing = ["set", 0, None, None, None, None, False], encode_answer(Played(), [])
    assert decode_answer(Played, nothing | {"events": [event]}, []).events[0].kind == "set"
    with pytest.raises(BadEvidence):
        decode_answer(Played, nothing | {"events": [["sent", *event[1:]]]}, [])


@pytest.mark.parametrize("kind", [Derived, Happened, Measured, Played])
def test_an_answer_without_one_of_its_parts_is_no_evidence(kind):
    whole = encode_answer(kind(), [])
    assert decode_answer(kind, whole, []) is not None
    for part in whole:
        with pytest.raises(BadEvidence):
            decode_answer(kind, {name: whole[name] for name in whole if name != part}, [])
    with pytest.raises(BadEvidence):
        decode_answer(kind, {"error": None}, [])


def run_for_ever(monkeypatch, is_one):
    """Has the checks of which this is true run for ever, or for the second that each has."""
    monkeypatch.setattr(child_process, "PROCESSOR_SECONDS", 1)
    run = check_run._CheckRun._run

    def run_or_not_end(check):
        while is_one(check.planned):
            pass
        return run(check)

    monkeypatch.setattr(check_run._CheckRun, "_run", run_or_not_end)


def test_a_check_that_never_ends_costs_only_itself_and_says_so(plan, monkeypatch):
    run_for_ever(monkeypatch, lambda planned: planned.cell.id == "mul-check")
    outputs = {}
    for cell in ("add-check", "mul-check", "two-forks-check"):
        answers = answers_of(plan, cell)
        answers[0]["more"] = "so that the check has to be run"
        outputs[cell] = reply_showing(json.dumps({"nonce": "", "answers": answers}))
    judged = verdicts_on(plan, outputs)
    assert judged["add-check"].outputs[-1].output_type == "execute_result"
    assert judged["two-forks-check"].outputs[-1].output_type == "execute_result"
    assert "1 s" in judged["mul-check"].outputs[-1].evalue
    assert [cell for cell, _ in flags_in(judged)] == ["mul-check"]


def test_after_several_checks_that_never_end_only_the_summary_is_left(plan, monkeypatch):
    run_for_ever(monkeypatch, lambda planned: planned.asks)
    monkeypatch.setattr(verdicts, "MAX_KILLED", 1)
    with takes_less_than(1):  # not in this process
        judged = verdicts_on(plan, {})
    slow, *others = [judged[cell] for cell, planned in plan.checks.items() if planned.asks]
    assert "1 s" in slow.outputs[-1].evalue
    assert {"not checked" in each.outputs[-1].evalue for each in others} == {True}
    (summary,) = [judged[cell] for cell, planned in plan.checks.items() if not planned.asks]
    assert summary.outputs and not summary.flags
