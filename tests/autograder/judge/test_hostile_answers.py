"""Hostile answers, graded for real and judged directly: no points, no waiting, and the instructor
is shown what was noticed."""

import json
import time
from dataclasses import replace

import pytest
import torch
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from autograder.authoring.sample_class import SAMPLE_CLASS, read_submission
from autograder.base import in_child
from autograder.base.paths import homeworks
from autograder.in_kernel.questions_as_json import decode_answer
from autograder.in_kernel.values_as_json import BadEvidence, unpack
from autograder.judge import cell_verdict, reply, verdicts
from autograder.judge.cell_verdict import Verdict
from autograder.judge.flags.code_search import flags_of
from autograder.judge.question_plan import Plan, plan_for
from autograder.judge.reply import showing
from autograder.judge.verdicts import flags_in, judge
from autograder.sandbox.limits import Limits
from course.messages.failure import CheckFailed
from course.recording.derivatives import Derived
from tests.helpers.graded_attacks import SERIES, grade, no_gain
from tests.helpers.hostile import FULL, Attack
from tests.helpers.hostile_answers import ANSWER_ATTACKS

# The machine may be busy: no time is measured by the clock.
ROOMY = Limits(cell_seconds=20, submission_seconds=60)


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
    attack = replace(attack, limits=ROOMY)
    no_gain(attack, grade(attack))
    assert sum(spent) < 5


# Threads that wait, and processes that have ended, whether anybody has waited for them or not.
IDLE = """
import concurrent.futures, multiprocessing, os, threading, numpy, torch
torch.set_num_threads(4)
numpy.ones((300, 300)) @ numpy.ones((300, 300))
pool = concurrent.futures.ThreadPoolExecutor(2)
list(pool.map(abs, range(9)))
threading.Thread(target=threading.Event().wait, daemon=True).start()
!ls
ended = multiprocessing.Process(target=print)
ended.start()
os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
"""


@pytest.mark.slow
def test_threads_and_processes_that_do_nothing_are_not_flagged():
    assert grade(Attack(FULL["hw2-tanh"], (IDLE,), base="solution", limits=ROOMY)).notes.flags == []


@pytest.mark.slow
@pytest.mark.parametrize("student", ["dmitri", "emeka", "ivo"])
def test_an_engine_that_passes_although_its_gradients_are_wrong_is_not_doubted(student):
    """Dmitri's and Emeka's engines are wrong, and Ivo's Mul, which costs nothing again in 6."""
    wrong = read_submission(SAMPLE_CLASS / "hw2-tanh" / f"{student}.py")
    assert grade(Attack(cells=wrong.cells, base="solution", limits=ROOMY)).notes.flags == []


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_for("hw2-tanh", SERIES)


def told(plan: Plan, cell: str, answers: object, **more) -> tuple[dict, list]:
    """The verdict on a cell, and the flags, if these are the answers."""
    judged = judge(plan, {cell: showing(json.dumps({"nonce": "", "answers": answers} | more))})
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


def test_use_of_autograd_is_flagged_even_if_all_is_right(plan):
    end, flagged = told(plan, "mul-check", answers_of(plan, "mul-check"), autograd=3)
    assert end.output_type == "execute_result"
    assert "autograd" in flagged[0][1]


@pytest.mark.parametrize(("cell", "is_flagged"), [("tanh-check", True), ("training-check", False)])
def test_autograd_is_flagged_in_a_node_and_not_in_a_training_loop(cell, is_flagged):
    """To the loop, the notebook gives PyTorch's gradients if the student's are wrong."""
    plan = plan_for("hw5-mlp", SERIES)
    _, flagged = told(plan, cell, answers_of(plan, cell), autograd=3)
    assert bool(flagged) == is_flagged


@pytest.mark.parametrize("kept", [0, 2])
def test_an_engine_tried_on_too_few_small_graphs_has_not_passed(plan, kept):
    answers = answers_of(plan, "engine-check")
    for answer in answers:
        for part in {"outcomes", "steps"} & answer.keys():
            del answer[part][kept:]
    end, _ = told(plan, "engine-check", answers)
    assert end.output_type == "error"


@pytest.mark.slow
@pytest.mark.by_day(2)
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
            assert float(end.data["text/plain"]) < planned.cell.points, cell


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
    started = time.process_time()
    end, _ = told(plan, "mul-check", answers)
    assert end.output_type == "error"
    assert len(str(end)) < 20_000
    assert time.process_time() - started < 2


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
    judged = judge(plan, {"mul-check": showing(text, "n")})
    assert judged["mul-check"].outputs[-1].output_type == "error"


def test_only_evidence_that_begins_with_the_nonce_is_parsed(monkeypatch):
    parsed = []
    monkeypatch.setattr(reply, "strict_json", lambda text: parsed.append(text) or json.loads(text))
    right = '{"nonce": "n", "answers": []}'
    assert reply.evidence_in(showing(right, "n")) == {"nonce": "n", "answers": []}
    texts = ['{"nonce": "m", "answers": [' + "[]," * 300_000, "[" * 2_000_000]
    with pytest.raises(CheckFailed):
        reply.evidence_in(reply.Reply([showing(text).outputs[0] for text in texts], "n"))
    assert parsed == [right]
    many = '{"nonce": "n", "answers": [' + "[], " * 250_000 + "1]}"
    with pytest.raises(BadEvidence):
        reply.evidence_in(showing(many, "n"))
    assert parsed == [right]


@pytest.mark.parametrize("other", ['{"nonce": "n", "answers": []}', '{"nonce": "m"}', "x"])
@pytest.mark.parametrize("place", [0, 1])
def test_evidence_beside_further_evidence_is_refused(other, place):
    texts = ['{"nonce": "n", "answers": []}']
    texts.insert(place, other)
    with pytest.raises(BadEvidence):
        reply.evidence_in(reply.Reply([showing(text).outputs[0] for text in texts], "n"))


@pytest.mark.parametrize("packed", [{"shape": [10**9], "data": [1.0]}, [1], {"list": 3}, "1", {}])
def test_packets_that_no_agent_makes_are_not_unpacked(packed):
    with pytest.raises(BadEvidence):
        unpack(packed)


@pytest.mark.parametrize(
    "numbers", [{"list": []}, None, 5, "nan", {"shape": [2], "data": [1.0, 2.0]}]
)
def test_anything_else_in_place_of_several_numbers_is_none_of_them(numbers):
    steps = [[1.5, False, True, numbers]]
    derived = decode_answer(Derived, {"steps": steps}, [])
    assert derived.steps[0].gradients == ()


def test_a_check_that_never_ends_costs_only_itself_and_says_so(plan, monkeypatch):
    monkeypatch.setattr(in_child, "PROCESSOR_SECONDS", 1)
    run = cell_verdict.run_check

    def forever(planned, *arguments):
        while planned.cell.id == "mul-check":
            pass
        return run(planned, *arguments)

    monkeypatch.setattr(cell_verdict, "run_check", forever)
    outputs = {}
    for cell in ("add-check", "mul-check", "two-forks-check"):
        answers = answers_of(plan, cell)
        answers[0]["more"] = "so that the check has to be run"
        outputs[cell] = showing(json.dumps({"nonce": "", "answers": answers}))
    judged = judge(plan, outputs)
    assert judged["add-check"].outputs[-1].output_type == "execute_result"
    assert judged["two-forks-check"].outputs[-1].output_type == "execute_result"
    assert "1 s" in judged["mul-check"].outputs[-1].evalue
    assert [cell for cell, _ in flags_in(judged)] == ["mul-check"]


def _flags(source: str, *outputs: NotebookNode) -> str:
    return " ".join(flags_of(new_notebook(cells=[new_code_cell(source, outputs=list(outputs))])))


def _flags_in(*sources: str) -> str:
    return " ".join(flags_of(new_notebook(cells=[new_code_cell(source) for source in sources])))


@pytest.mark.parametrize(
    "source",
    [
        "%pwd\ntorch.autograd",
        "%%time\ntorch.autograd",
        "%timeit torch.autograd",
        "x = %pwd\ntorch.autograd",
        "x = !ls\ntorch.autograd",
        "getattr(torch, 'autograd')",
        "__import__('torch.autograd')",
    ],
)
def test_a_magic_does_not_hide_a_suspicious_word(source):
    assert "autograd" in _flags(source)


@pytest.mark.parametrize(
    "function", ["_C._enter_dual_level", "_make_dual", "_unpack_dual", "func.jvp"]
)
def test_forward_mode_by_its_functions_is_flagged(function):
    assert "autograd" in _flags(f"torch.{function}(x)")


@pytest.mark.parametrize(
    "function",
    [
        "ops.aten.sigmoid_backward",
        "_softmax_backward_data",
        "_decomp.decompositions.sigmoid_backward",
    ],
)
def test_a_derivative_from_pytorch_is_flagged(function):
    assert "autograd" in _flags(f"torch.{function}(gradient, result)")


@pytest.mark.parametrize(
    "joined",
    [
        "'auto' + 'grad'",
        "f\"auto{'gr'}ad\"",
        "'autogra' + chr(100)",
        "'auto' + (f\"{'gr'}\" + 'ad')",
        "'torch.auto' + 'grad' + '.functional'",
    ],
)
def test_a_suspicious_word_put_together_from_parts_is_flagged(joined):
    assert "autograd" in _flags(f"getattr(torch, {joined})")


@pytest.mark.parametrize(
    "source",
    [
        "from course.operations import result_of",
        "from course import right_results",
        "import course.operations as o",
        "course.right_results.results_of",
        "__import__('course.' + 'operations')",
        "from course.check.questions.engine_quiz import questions",
        "from course.picture.labels import OPERATIONS as o",
        "from course.graph import value_of",
        "import course.graph as g\ng.value_of(x)",
        "from course import graph as g\ng.value_of(x)",
        "from course.graph import *\nvalue_of(x)",
        "import course as c\nc.operations.result_of(x)",
    ],
)
def test_a_module_that_knows_the_answers_is_flagged(source):
    assert "the course's own results" in _flags(source)


@pytest.mark.parametrize(
    "source",
    [
        "getattr(torch, name)",
        "getattr(torch, ''.join(['auto', 'grad']))",
        "look = getattr",
        "setattr(torch, f'{name}', 1)",
        "exec(text)",
        "exec = exec\nexec(text)",
        "vars(torch)['a']",
        "vars = vars\nvars(torch)['a']",
        "import sys\nsys.modules[name]",
        "from importlib import import_module as f",
        "__import__(name)",
        "torch.__dict__[name]",
        "from operator import attrgetter",
        "f.Python.getattr(torch, name)",
        "import typing as t\nt.get_type_hints(C)",
        "import timeit\ntimeit.timeit(text)",
        "from timeit import timeit",
        "np.load(file, allow_pickle=True)",
        "torch.load(file)",
        "from sympy import sympify as s",
        "import code\ncode.InteractiveInterpreter().runsource(text)",
    ],
)
def test_a_name_made_at_run_time_is_flagged(source):
    assert "names that are not written" in _flags(source)


def test_names_written_out_are_not_flagged():
    assert _flags("getattr(x, 'shape', None); setattr(x, 'a' + 'b', 1); __import__('math')") == ""
    assert _flags("vars = {'x': 1}\nvars['x']; re.compile('a'); model.eval(); x.compile") == ""
    assert _flags("import importlib, course\nimportlib.reload(course)") == ""
    assert _flags("from functools import wraps\n@wraps(f)\ndef g(): return f()") == ""
    assert _flags("import functools\n@functools.wraps(wrapped=f)\ndef g(): return f()") == ""
    assert _flags("wraps = 3\nprint(wraps)") == ""
    assert _flags("import functools, logging\nfunctools.update_wrapper(g, f)") == ""
    assert _flags("%timeit f(x)\nfrom timeit import default_timer as now\nnow()") == ""
    assert _flags("np.load('a.npy'); sympy.Symbol('x'); import code; code.attribute") == ""


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("print.__self__", "__self__"),
        ("class P:\n    __match_args__ = names", "__match_args__"),
        ("class M(type):\n    def __instancecheck__(cls, x): return True", "__instancecheck__"),
        ("f.__closure__[0]", "__closure__"),
        ("class C:\n    def __reduce__(self): return f, x", "__reduce__"),
        ("object.__setattr__(x, name, 1)", "__setattr__"),
        ("torch.__loader__", "__loader__"),
    ],
)
def test_a_python_name_that_ordinary_code_does_not_use_is_flagged(source, word):
    assert f"interpreter ({word})" in _flags(source)


def test_python_names_that_ordinary_code_uses_are_not_flagged():
    methods = "".join(f"    def __{name}__(self): pass\n" for name in ("init", "add", "len"))
    assert _flags(f"class C:\n    __slots__ = ()\n{methods}super().__init__()") == ""
    assert _flags("if __name__ == '__main__': print(torch.__version__, f.__doc__, __file__)") == ""
    assert (
        _flags("from __future__ import annotations\ntype(x).__class__.__name__; _; __; __x") == ""
    )


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("import sys\nsys.setprofile(f)", "setprofile"),
        ("frame.f_locals['o']", "f_locals"),
        ("match torch:\n    case object(autograd=a): pass", "autograd"),
        ("from torch.overrides import TorchFunctionMode as M", "TorchFunctionMode"),
        ("from torch import func as f", "torch.func"),
        ("from torch import _C as c", "torch._C"),
        ("from IPython.core.interactiveshell import InteractiveShell", "InteractiveShell"),
        ("import linecache as l", "linecache"),
        ("import signal\nsignal.signal(signal.SIGUSR1, f)", "signal.signal"),
        ("from signal import SIGUSR1, signal as s", "signal.signal"),
        ("from signal import *\nsignal(SIGUSR1, f)", "signal.*"),
        ("string.Formatter().get_field('0.f_back.f_locals', [frame], {})", "f_back, f_locals"),
        ("get_field('0' + '.auto' + 'grad.0', [torch], {})", "autograd"),
    ],
)
def test_words_for_listening_to_other_code_are_flagged(source, word):
    assert word in _flags(source)


def test_words_in_sentences_and_own_names_are_not_flagged():
    assert _flags("from course import Leaf\noperations = right_results = []") == ""
    assert _flags("signal = 1\nsignal.real; '0.5'; '1.2.3'; '0.25 of the grad'") == ""
    assert _flags("value_of = len\nOPERATIONS = {}\nfrom course.graph import Leaf, Exp") == ""
    assert _flags("f'grad {x}'; 'grad ' + 'of a'; f'gr{x}ad'; 'gc, ' + y; f'{x}.gradient'") == ""


def test_a_variable_that_has_the_name_of_a_listed_word_is_not_flagged():
    loop = "for each, grad in zip(node.input_nodes, node.backward()):\n"
    assert _flags(f"{loop}    each.accumulate_gradient(grad)") == ""
    assert _flags("gb = 1 / 2\ngc = gb / 3\nanswers = {'b': gb, 'c': gc}") == ""
    assert _flags("def times(grad, factor):\n    return grad * factor") == ""
    assert _flags("for node, grad in pairs:\n    print(grad.reshape(2), grad.sum(0).T)") == ""
    assert _flags("def backward(self, grad):\n    return grad.T") == ""
    assert _flags("modules = []\nmodules.append(2)") == ""
    assert _flags("try: f(x)\nexcept ValueError as subject: print(subject)") == ""
    assert _flags("match x:\n    case [grad, *gc]: print(grad, gc)") == ""
    assert _flags("match x:\n    case {'a': 1, **overrides}: print(overrides.get('a'))") == ""
    assert _flags_in("from course import *", "grad = 1\nprint(grad.T)") == ""


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("import gc\ngc = gc\ngc.get_objects()", "gc"),
        ("from torch.autograd import grad\ngrad = grad", "autograd"),
        ("grad = torch.autograd.grad", "grad"),
        ("gc = 1\nnode.grad", "grad"),
        ("grad = x\ngrad.grad", "grad"),
        ("func = torch = x\ntorch.func.jvp(f)", "torch.func"),
        ("def f(get_ipython): pass\nget_ipython()", "get_ipython"),
        ("def f(eval): pass\neval('1')", "eval"),
        ("from course.operations import *\nresult_of = result_of", "course.result_of"),
    ],
)
def test_a_listed_word_is_flagged_although_a_variable_has_its_name(source, word):
    assert word in _flags(source)


_STAR = "from operator import *"
_USED = "def unused(attrgetter=None): pass\ndef look(): return attrgetter(''.join(['gr', 'ad']))"


@pytest.mark.parametrize(
    ("sources", "word"),
    [
        ([_STAR, _USED], "attrgetter"),
        ([f"{_STAR}\n{_USED}"], "attrgetter"),
        ([_USED, f"{_STAR}\nlook()"], "attrgetter"),
        ([f"%time {_STAR}", _USED], "attrgetter"),
        (["from sys import *", "def f(modules=0): pass\nm = modules"], "modules"),
        (["from torch import *", "if 0: enable_grad = 1\nwith enable_grad(): pass"], "enable_grad"),
    ],
)
def test_a_listed_word_that_cells_import_is_flagged_although_a_variable_has_its_name(sources, word):
    assert word in _flags_in(*sources)


@pytest.mark.parametrize("source", ['x = %"""a', '=%"""', "def f(:\n    return 5 % 3"])
def test_a_cell_that_ipython_cannot_read_is_searched_for_words(source):
    assert "autograd" in _flags_in("a = 1", f"{source}\nautograd")


def test_what_is_imported_in_a_cell_that_is_not_run_does_not_count():
    test, answer = map(new_code_cell, ("from torch import *", "grad = 1\nprint(grad)"))
    notebook = new_notebook(cells=[test, answer])
    assert flags_of(notebook, not_run=[test.id]) == []


def test_sums_of_many_texts_take_little_time():
    started = time.process_time()
    assert "autograd" in _flags("x = " + "'a' + " * 900 + "'b'\ny = 'auto' + 'grad'")
    _flags("\n".join("x = " + "'a' + " * 900 + "'b'" for _ in range(50)))
    assert time.process_time() - started < 2


def test_a_magic_alone_is_not_flagged():
    assert _flags("%matplotlib inline\nx = 1\n!ls") == ""


def test_a_cell_that_is_more_than_python_is_listed_and_searched():
    assert "could not be read as Python" in _flags("x = (\ntorch.autograd")
    assert "autograd" in _flags("x = (\ntorch.autograd")


def test_a_cell_that_could_not_be_run_is_not_listed():
    error = NotebookNode(output_type="error", ename="SyntaxError", evalue="", traceback=[])
    assert _flags("x = (\n", error) == ""
