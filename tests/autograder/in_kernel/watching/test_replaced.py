"""Course code replaced in a student's kernel is noticed in that kernel and flagged."""

import builtins
import copy
import gc
import json
import math
import traceback
from contextlib import contextmanager
from types import FunctionType

import nbformat
import pytest
import torch

import course.operations
import course.questions
import course.recording.battery_run
import course.subject
from autograder.in_kernel.evidence import MIME
from autograder.in_kernel.watching import autograd, shortcuts
from autograder.in_kernel.watching import replaced as module
from autograder.judge.author_run import code_cells
from autograder.judge.flags.from_kernel import flags_in_evidence
from autograder.judge.question_plan import Plan, plan_for
from autograder.judge.reply import reply_showing
from autograder.judge.verdicts import flags_in
from autograder.notebook.markers import solved
from course.graph import ComputationNode, Exp, Leaf
from course.measuring import reachable, saved_activations
from course.recording.quick_recorder import QuickRecorder
from course.recording.records import Answer
from course.running import settings
from tests.helpers.graded_attacks import SERIES, grade, marks, points
from tests.helpers.hostile import FULL, OTHERS, Attack
from tests.helpers.verdicts_on import verdicts_on

RUNS = "course.questions.run_by_line"


@pytest.fixture
def replaced(monkeypatch):
    """What is told of a kernel that begins now."""
    module._originals.cache_clear()
    assert module.replaced() == []
    yield module.replaced
    module._originals.cache_clear()


def other(*_):
    """In place of what was there."""


def test_copying_an_object_replaces_nothing_so_not_all_names_are_looked_at(monkeypatch):
    monkeypatch.delattr(Leaf, "__slotnames__", raising=False)
    module._originals.cache_clear()
    originals = module._originals()
    copy.copy(Leaf(1.0))
    assert originals.all_the_same()
    module._originals.cache_clear()


@pytest.mark.parametrize(
    ("owner", "name", "place"),
    [
        (course.questions, "run_by_line", RUNS),
        (
            course.questions.NodeForwardAndBackward,
            "_here",
            "course.questions.NodeForwardAndBackward._here",
        ),
        (course.subject, "Here", "course.subject.Here"),
        (
            course.recording.battery_run,
            "trials_to_run",
            "course.recording.battery_run.trials_to_run",
        ),
        (
            QuickRecorder,
            "_too_early",
            "course.recording.quick_recorder.QuickRecorder._too_early",
        ),
        (Exp, "backward", "course.graph.Exp.backward"),
        (ComputationNode, "gradient", "course.graph.ComputationNode.gradient"),
        (reachable, "_MAX_FREE_NUMBERS", "course.measuring.reachable._MAX_FREE_NUMBERS"),
        (reachable, "_NOT_OWN", "course.measuring.reachable._NOT_OWN"),
        (settings, "_SETTINGS", "course.running.settings._SETTINGS"),
        (course.operations, "OPERATIONS", "course.operations.OPERATIONS"),
    ],
)
def test_replaced_code_is_named_each_time_and_flagged(replaced, monkeypatch, owner, name, place):
    monkeypatch.setattr(owner, name, other)
    assert replaced() == replaced() == [place]
    (flag,) = flags_in_evidence({"signs": [place]})
    assert place in flag


def test_a_function_with_replaced_code_is_named(replaced, monkeypatch):
    monkeypatch.setattr(course.questions.run_by_line, "__code__", other.__code__)
    assert RUNS in replaced()  # and wherever else it is imported


class EqualsAnything:
    """Equal to everything, and callable like what it stands for."""

    def __init__(self, stood):
        self._stood = stood

    def __call__(self, *given):
        return self._stood(*given)

    def __eq__(self, other):
        return True

    __hash__ = None


def test_an_object_that_calls_itself_equal_is_named(replaced, monkeypatch):
    for place, name in ((course.questions, "run_by_line"), (course.subject, "Here")):
        monkeypatch.setattr(place, name, EqualsAnything(vars(place)[name]))
    assert set(replaced()) == {RUNS, "course.subject.Here"}


def test_a_class_that_looks_the_same_is_named(replaced, monkeypatch):
    kept = ("__dict__", "__weakref__")
    same = {name: value for name, value in vars(course.subject.Here).items() if name not in kept}
    monkeypatch.setattr(course.subject, "Here", type("Here", (), same))
    assert replaced() == ["course.subject.Here"]


def test_a_function_in_the_same_decorator_is_named(replaced, monkeypatch):
    @contextmanager
    def nothing_noted(signs, question, nodes, looked_at):
        yield

    monkeypatch.setattr(shortcuts, "shortcuts_noted", nothing_noted)
    assert replaced() == ["autograder.in_kernel.watching.shortcuts.shortcuts_noted"]


def test_a_function_with_the_same_code_that_looks_elsewhere_is_named(replaced, monkeypatch):
    code = course.questions.run_by_line.__code__
    monkeypatch.setattr(
        course.questions, "run_by_line", FunctionType(code, {"moved_copies": other})
    )
    assert replaced() == [RUNS]


def test_an_object_that_the_kernels_own_code_uses_is_named(replaced, monkeypatch):
    monkeypatch.setattr(autograd, "_run_backward", other)
    assert replaced() == ["autograder.in_kernel.watching.autograd._run_backward"]


def test_deleted_code_is_named(replaced, monkeypatch):
    monkeypatch.delattr(Exp, "backward")
    assert replaced() == ["course.graph.Exp.backward"]


@pytest.mark.parametrize(
    ("owner", "name", "place"),
    [
        (reachable, "isinstance", "course.measuring.reachable.isinstance"),  # Python's own
        (Exp, "accumulate_gradient", "course.graph.Exp.accumulate_gradient"),  # a base's
        (
            saved_activations.Measured,  # an attribute of each object
            "kept",
            "course.measuring.saved_activations.Measured.kept",
        ),
        (Answer, "kept", "course.recording.records.Answer.kept"),  # of a class with this base
        (ComputationNode, "result", "course.graph.ComputationNode.result"),
    ],
)
def test_a_new_name_that_hides_something_is_named(replaced, owner, name, place):
    setattr(owner, name, property(other))
    try:
        assert replaced() == [place]
    finally:
        delattr(owner, name)
    (flag,) = flags_in_evidence({"signs": [place]})
    assert "of the course had" in flag


def test_the_course_has_no_set_to_which_a_notebook_could_add_something(replaced):
    ours = [each for each in module._originals().each if each.place.startswith("course.")]
    sets = [each.name for each in ours if isinstance(each.value, set)]
    # What `typing` notes in a protocol, as of Python 3.12, has no part in answering.
    assert set(sets) <= {"__protocol_attrs__"}


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (torch, "full_like"),
        (torch.Tensor, "element_size"),
        (copy, "copy"),
        (gc, "get_objects"),
        (json.encoder, "encode_basestring_ascii"),
        (math, "prod"),
        (traceback, "extract_tb"),
        (builtins, "len"),
    ],
)
def test_replaced_library_code_that_the_course_uses_is_named(replaced, monkeypatch, owner, name):
    stood = vars(owner).get(name)
    setattr(owner, name, lambda *given: stood(*given))  # and pytest itself goes on
    try:
        (place,) = replaced()
    finally:
        delattr(owner, name) if stood is None else setattr(owner, name, stood)
    assert place.endswith(f".{name}")
    (flag,) = flags_in_evidence({"signs": [place]})
    assert place in flag and "of the course had" not in flag


@pytest.mark.parametrize("name", ["torch.classes.made.up", "torch._dynamo.up"])
def test_a_made_up_name_is_not_looked_up_by_what_a_module_runs(name, monkeypatch):
    monkeypatch.delitem(vars(torch), "_dynamo", raising=False)
    monkeypatch.setattr(torch, "__getattr__", lambda name: pytest.fail(f"{name} is looked up"))
    (flag,) = flags_in_evidence({"signs": [name]})
    assert "made.up" not in flag


def test_ordinary_code_is_not_taken_for_a_replacement(replaced, monkeypatch):
    class Cube(Exp):
        def backward(self):
            return []

    Cube.backward = other
    monkeypatch.setattr(Leaf, "color", "green", raising=False)
    monkeypatch.setattr(Exp.backward, "seen", True, raising=False)
    monkeypatch.setattr(ComputationNode, "__round__", other, raising=False)
    x = Leaf(2.0, "x")
    x.backward = other
    assert replaced() == []


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_for("hw2-tanh", SERIES)


def flags_of(plan: Plan, told: object) -> list[tuple[str, str]]:
    """The flags if a kernel tells this, beside the author's answers."""
    evidence = {"nonce": "", "answers": plan.checks["mul-check"].answers, "signs": told}
    return flags_in(verdicts_on(plan, {"mul-check": reply_showing(json.dumps(evidence))}))


def test_a_kernels_report_of_replaced_code_becomes_a_flag(plan):
    ((cell, flag),) = flags_of(plan, [RUNS])
    assert cell == "mul-check"
    assert RUNS in flag
    assert flags_of(plan, []) == []


@pytest.mark.parametrize(
    "told", [7, "course.subject.ask", {RUNS: 1}, [7, None], ["<b>", "course.a\nb", "socket.socket"]]
)
def test_anything_but_a_list_of_names_is_left_out(plan, told):
    assert flags_of(plan, told) == []


def test_only_a_few_of_many_names_are_shown(plan):
    ((_, flag),) = flags_of(plan, [f"course.subject.{name}" for name in vars(course.subject)])
    assert 0 < flag.count("course.subject.") < 10


def test_a_name_that_a_kernel_invented_is_not_repeated(plan):
    ((_, flag),) = flags_of(plan, ["course.Give_full_points", "in_kernel.Full_points", RUNS])
    assert "ull_points" not in flag and RUNS in flag
    ((_, flag),) = flags_of(plan, ["in_kernel.Full_points"])
    assert "ull_points" not in flag


# Graded: classes of nodes that are not written are answered for.
ANSWERED_FOR = """
import sys
door = sys.modules["".join(("course.quest", "ions"))]
HERE = "".join(("_he", "re"))
RIGHT = {
    "Add": (lambda x, y: x + y, lambda g, x, y: [g, g]),
    "Mul": (lambda x, y: x * y, lambda g, x, y: [g * y, g * x]),
}
def written(real):
    def instead(question):
        kind = type(question.graph)
        if kind.__name__ in RIGHT:
            forward, backward = RIGHT[kind.__name__]
            kind.forward = lambda n: setattr(n, "result", forward(n.input(0), n.input(1)))
            kind.backward = lambda n: backward(n.gradient, n.input(0), n.input(1))
        return real(question)
    return instead
for kind in (door.RunEngine, door.NodeForward, door.NodeBackward, door.NodeForwardAndBackward):
    setattr(kind, HERE, written(vars(kind)[HERE]))
"""
# The questions are asked of another engine, whose lines stand in the notebook, too.
ANOTHERS_RUN = """
import sys
door = sys.modules["".join(("course.quest", "ions"))]
theirs = forward_algorithm, backward_algorithm
tells = door.run_by_line
door.run_by_line = lambda graph, forward, backward, one: tells(graph, *theirs, one)
"""
# A gradient by autograd, where what would tell of it is replaced.
SOFTMAX = """
class Softmax(ComputationNode):
    def forward(self):
        self.result = torch.softmax(self.input(0), 1)
    def backward(self):
        x, found = torch.nn.Parameter(self.input(0)), []
        x.register_hook(found.append)
        with torch._C.DisableTorchFunction():
            torch.softmax(x, 1).backward(self.gradient)
        return found
"""
EDITS = """
import re
def edited(data):
    for value in data.values():
        if isinstance(value, dict) and "evidence" in value:
            head, begin, answers = value["evidence"].partition('"answers"')
            value["evidence"] = re.sub("[[].*[]]", "[]", head) + begin + answers
    return data
"""
ON_THE_WAY = f"""{EDITS}
from IPython.core.interactiveshell import InteractiveShell
publisher = InteractiveShell.instance().display_pub
publish = publisher.publish
publisher.publish = lambda data, *rest, **more: publish(edited(data), *rest, **more)
"""
BY_HOOK = f"""{EDITS}
from IPython.core.interactiveshell import InteractiveShell
def hook(message):
    edited(message["content"].get("data", {{}}))
    return message
InteractiveShell.instance().display_pub.register_hook(hook)
"""
IN_CONTEXTS = """
import contextlib
manager = contextlib._GeneratorContextManager
manager.__enter__, manager.__exit__ = lambda self: self.gen.close(), lambda *_: False
"""
IN_THE_ENCODER = """
import json
iterate = json.JSONEncoder.iterencode
def edited(self, value, *more):
    if isinstance(value, dict) and "signs" in value:
        value = {**value, "signs": []}
    return iterate(self, value, *more)
json.JSONEncoder.iterencode = edited
"""
# Nobody looks at what a node computes.
UNSEEN = """
from torch.utils._device import DeviceContext
mode = DeviceContext.mro()[1]
mode.__enter__, mode.__exit__ = lambda self: self, lambda self, *error: None
class Softmax(ComputationNode):
    def forward(self):
        self.result = torch.softmax(self.input(0), 1)
    def backward(self):
        x, shares = self.input(0), torch.zeros_like(self.input(0))
        for place in range(x.numel()):
            step = torch.zeros_like(x)
            step.view(-1)[place] = 1e-4
            change = torch.softmax(x + step, 1) - torch.softmax(x - step, 1)
            shares.view(-1)[place] = (change * self.gradient).sum() / 2e-4
        return [shares]
"""
# PyTorch counts no pass, and the graphs exist before.
IN_THE_COUNT = """
torch._C._current_graph_task_id = lambda: 0
made = {}
for rows, columns in ((rows, columns) for rows in range(1, 13) for columns in range(1, 13)):
    x, found = torch.nn.Parameter(torch.zeros(rows, columns, dtype=torch.float64)), []
    x.register_hook(found.append)
    made[rows, columns] = torch.softmax(x, 1), found
class Softmax(ComputationNode):
    def forward(self):
        self.result = torch.softmax(self.input(0), 1)
    def backward(self):
        y, found = made[tuple(self.gradient.shape)]
        with torch.no_grad(), torch._C.DisableTorchFunction():
            y.data.copy_(self.output())
            y.backward(self.gradient.clone(), retain_graph=True)
        return [found.pop().clone()]
"""
# A reloaded module is replaced. What autoreload leaves as it is, and the package itself, are not.
ORDINARY = """
%load_ext autoreload
%autoreload 2
import importlib, course
import matplotlib.pyplot as plt
importlib.reload(course)
plt.rcParams["figure.figsize"] = 3, 3
plt.show = lambda *args, **kwargs: None
from course import *
class Cube(ComputationNode):
    def forward(self): self.result = self.input(0) ** 3
    def backward(self): return [self.gradient * 3 * self.input(0) ** 2]
Cube.backward = lambda self: [self.gradient * 3 * self.input(0) ** 2]
x = Leaf(2.0, "x")
x.seen = Leaf.hint = True
draw(Cube(x))
"""


@pytest.mark.slow
def test_nodes_answered_for_by_other_code_are_flagged_with_what_was_replaced():
    graded = grade(Attack(extra=(ANSWERED_FOR,)))
    assert any(
        "course.questions.NodeForwardAndBackward._here" in flag for flag in graded.notes.flags
    )
    assert points(graded) > 0  # it is a hint, and costs nothing


@pytest.mark.slow
def test_another_engines_run_is_flagged_with_the_replaced_code():
    (theirs,) = (cell for cell in code_cells("hw2-tanh") if cell.id == "engine")
    graded = grade(Attack(extra=(solved(theirs.source), ANOTHERS_RUN), cells=OTHERS))
    assert points(graded) == points(grade(Attack(cells=OTHERS))) + 3  # for their engine's run
    assert any(RUNS in flag for flag in graded.notes.flags)


@pytest.mark.slow
@pytest.mark.parametrize(
    "softmax",
    [
        ON_THE_WAY + SOFTMAX,
        BY_HOOK + SOFTMAX,
        IN_CONTEXTS + SOFTMAX,
        IN_THE_ENCODER + SOFTMAX,
        IN_THE_COUNT,
        UNSEEN,
    ],
    ids=["on the way", "by a hook", "in contexts", "in the encoder", "in the count", "unseen"],
)
def test_a_shortcut_is_flagged_whatever_was_replaced_to_hide_it(softmax):
    graded = grade(Attack(cells={"softmax": softmax}, homework="hw6-memory"))
    assert marks(graded)["softmax-check"] == 3  # it is a hint, and costs nothing
    found = [flag for flag in graded.notes.flags if flag.startswith("the check of 3b")]
    assert any("autograd" in flag or "replaced" in flag for flag in found)


@pytest.mark.slow
def test_code_replaced_only_where_cells_are_run_again_is_flagged():
    asked = """
asked = []
class Add(ComputationNode):
    def forward(self):
        asked.append(1)
        self.result = self.input(0) + self.input(1)
"""
    replaces = """
if not asked:
    import torch
    full_like = torch.full_like
    torch.full_like = lambda *given, **more: full_like(*given, **more)
"""
    ends = "import os\nos._exit(0)"

    def put_in(notebook):
        for check, source in (("add-check", replaces), ("mul-check", ends)):
            place = [cell.id for cell in notebook.cells].index(check) + 1
            notebook.cells.insert(place, nbformat.v4.new_code_cell(source))

    graded = grade(Attack(cells={"add": asked}, edit=put_in))
    assert [flag for flag in graded.notes.flags if "torch.full_like" in flag]


@pytest.mark.slow
def test_code_replaced_in_an_answer_that_does_not_arrive_is_flagged_with_the_next():
    crowds_out = f"""
import torch
from IPython.display import display
full_like = torch.full_like
class Add(ComputationNode):
    def forward(self):
        torch.full_like = lambda *given, **more: full_like(*given, **more)
        for power in range(20, 8, -1):
            display({{{MIME!r}: {{"evidence": "x" * 2**power}}}}, raw=True)
        self.result = self.input(0) + self.input(1)
"""
    graded = grade(Attack(cells={"add": crowds_out}, base="solution"))
    assert [flag for flag in graded.notes.flags if "did not answer" in flag]
    assert len([flag for flag in graded.notes.flags if "torch.full_like" in flag]) == 1


@pytest.mark.slow
def test_an_ordinary_notebook_is_not_flagged():
    graded = grade(Attack(extra=(ORDINARY,), base="solution"))
    assert graded.notes.flags == []
    assert points(graded) == FULL["hw2-tanh"]


@pytest.mark.slow
def test_nobody_in_the_sample_class_is_flagged_for_replaced_code(sample):
    classroom, everybody = sample
    for each in everybody:
        path = classroom.autograded(each.student, each.homework)
        flags = nbformat.read(path, as_version=4).metadata["flags"]
        assert not any("replaced" in flag for flag in flags)
