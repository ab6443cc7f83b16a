"""Hostile submissions, graded for real: none wins a point, stops the grader or leaves a trace."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import nbformat
import numpy
import psutil
import pytest
from nbformat import NotebookNode
from nbgrader.utils import determine_grade

from autograder.base.classroom import Classroom
from autograder.base.paths import released_path
from autograder.grading import submission
from autograder.judge.author_run import JudgedCell, compiled
from autograder.judge.plan import Plan, PlannedCheck
from autograder.judge.reply import Reply
from autograder.notebook.cells import (
    is_graded,
    nbgrader_metadata,
)
from autograder.sandbox import kernel, output_budget
from autograder.sandbox.kernel import MAX_FRAME
from autograder.sandbox.limits import Limits
from autograder.sandbox.output_budget import CellBudget
from autograder.sandbox.zygotes import zygote
from course.check.base.exercise import check_exercise
from tests.autograder.conftest import put
from tests.helpers.clock import PATIENCE, soon
from tests.helpers.graded_attacks import SERIES, grade, marks, no_gain, points, shown
from tests.helpers.grading import recorded_scores
from tests.helpers.hostile import ATTACKS, FULL, LIVE_AGENT, SMALL, Attack, harm
from tests.helpers.verdicts_on import verdicts_on

SLACK = PATIENCE  # seconds above the limits, for starting kernels and judging
MOST_KEPT = 6_000_000  # characters of one cell's output that the grader may hold in memory
EVERY = 15  # attacks, an innocent submission is graded


def descendants() -> set[int]:
    """The processes of the zygote, itself among them."""
    holder = psutil.Process(zygote().pid)
    return {holder.pid, *(child.pid for child in holder.children(recursive=True))}


def innocent() -> None:
    """A right solution gets its marks, whoever was graded before."""
    assert points(grade(Attack(FULL["hw2-tanh"], base="solution"))) == FULL["hw2-tanh"]


@pytest.fixture(scope="module")
def at_rest() -> Iterator[set[int]]:
    """The zygote's processes when no submission is being graded."""
    innocent()
    after_one = descendants()  # a process of the submission may still be ending
    innocent()
    yield after_one & descendants()
    innocent()


@pytest.fixture
def kept(monkeypatch) -> list[int]:
    """Filled with how many characters of output the grader held of each cell."""
    sizes: list[int] = []

    class Measured(submission.NotebookRun):
        def __exit__(self, *ended: object) -> None:
            super().__exit__(*ended)
            sizes.extend(len(str(cell.get("outputs", ""))) for cell in self._cells)

    monkeypatch.setattr(submission, "NotebookRun", Measured)
    return sizes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attack", "then_innocent"),
    [
        pytest.param(attack, number % EVERY == 0, id=name)
        for number, (name, attack) in enumerate(ATTACKS.items(), start=1)
    ],
)
def test_an_attack_wins_nothing(attack, then_innocent, at_rest, kept):
    started = time.monotonic()
    graded = grade(attack)
    assert time.monotonic() - started < attack.limits.submission_seconds + SLACK
    no_gain(attack, graded)
    nbformat.validate(graded.notebook)
    nbformat.v4.writes(graded.notebook).encode()
    assert max(kept) < MOST_KEPT
    nothing_left(at_rest)
    if then_innocent:
        innocent()


def nothing_left(at_rest: set[int]) -> None:
    """No process is left but the zygote, which is still the same."""
    assert soon(lambda: descendants() == at_rest)


@pytest.mark.slow
def test_evidence_from_an_earlier_run_is_worthless_on_other_draws():
    tell = (
        f"{LIVE_AGENT}import json\n"
        "answer = in_kernel.agent.Agent.answer\n"
        "def told(self, acts):\n"
        "    answers = answer(self, acts)\n"
        "    print('EVIDENCE' + json.dumps(answers) + 'END')\n"
        "    return answers\n"
        "in_kernel.agent.Agent.answer = told"
    )
    first = grade(Attack(FULL["hw2-tanh"], (tell,), base="solution"))
    text = "".join(
        o.text for c in first.notebook.cells for o in c.get("outputs", []) if "text" in o
    )
    told = [each.split("END")[0] for each in text.split("EVIDENCE")[1:]]
    assert len(told) >= 8
    replay = (
        f"{LIVE_AGENT}import json\ntold = {told!r}\n"
        "in_kernel.agent.Agent.answer = lambda self, acts: next(\n"
        "    (a for a in map(json.loads, told) if len(a) == len(acts)), [])"
    )
    again = grade(Attack(extra=(replay,)), "another series")
    by_hand = {"two-forks-check", "prediction-check", "order-check", "twice-check"}
    assert {cell for cell, earned in marks(again).items() if earned} <= by_hand


@pytest.mark.slow
def test_a_message_that_is_too_large_never_arrives(monkeypatch):
    sizes, take = [], CellBudget.take

    def noted(budget, size, **more):
        sizes.append(size)
        return take(budget, size, **more)

    monkeypatch.setattr(CellBudget, "take", noted)
    grade(ATTACKS["one message that is too large"])
    assert max(sizes) <= MAX_FRAME


JUNK = """
import struct, time
wire = get_ipython().display_pub.session
about = json.dumps({"cell": wire.cell, "type": "clear_output", "content": {"more": 0}})
text = about.replace("0}", MORE + "}").encode()
for _ in range(60):
    frame = memoryview(struct.pack(">I", len(text)) + text)
    while frame: frame = frame[wire.out.write(frame):]
"""


@pytest.mark.slow
@pytest.mark.parametrize("more", ["'\"' + 'x' * 10**6 + '\"'", "'[' + '[],' * 300_000 + '[]]'"])
def test_hidden_parts_of_a_message_count_towards_its_size(more, monkeypatch):
    monkeypatch.setattr(output_budget, "CELL_READING", 0.5)
    flood = harm(
        f"import json\nMORE = {more}\n{JUNK}", limits=Limits(cell_seconds=20, submission_seconds=30)
    )
    graded = grade(flood)
    assert list(graded.notes.stopped.values()) == [kernel.FLOODED]
    assert points(graded) == flood.honest


BUSY = """
import hashlib, threading
def compute():
    while True: hashlib.pbkdf2_hmac("sha256", b"", b"", 10**5)
for _ in range(40): threading.Thread(target=compute).start()
compute()
"""
HUNGRY = """
import time
held = []
while True: held.append(bytearray(b"x" * (16 << 20))); time.sleep(0.01)
"""


def behind() -> list[psutil.Process]:
    """The processes that a warden has put behind all others."""
    found = []
    for each in psutil.Process(zygote().pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):
            found += [each] * (each.nice() == 19)
    return found


@pytest.mark.slow
def test_an_innocent_student_beside_greedy_ones_gets_the_same_marks_quickly():
    innocent()
    long = Limits(cell_seconds=60, submission_seconds=75, memory_mib=16_000)
    greedy = harm(BUSY, limits=long), harm(HUNGRY, limits=SMALL)
    attackers = [threading.Thread(target=grade, args=(each,)) for each in greedy]
    for each in attackers:
        each.start()
    assert soon(behind) and soon(lambda: not attackers[1].is_alive())
    started = time.monotonic()
    beside = grade(Attack(FULL["hw2-tanh"], base="solution", limits=long))
    taken = time.monotonic() - started
    still_there = attackers[0].is_alive()
    for each in behind():
        each.kill()  # all has been seen
    for each in attackers:
        each.join()
    assert points(beside) == FULL["hw2-tanh"]
    assert not beside.notes.stopped
    assert still_there
    assert taken < 15


@pytest.mark.slow
def test_nothing_is_left_for_the_next_student():
    leave = harm(
        "import builtins, os, torch, course, course.graph, in_kernel.agent, math\n"
        "for folder in ('/tmp', '/tmp/work', '/run', '/dev/shm'):\n"
        "    try: open(folder + '/left', 'w').write('answers')\n"
        "    except OSError: pass\n"
        "torch.allclose = lambda *a, **k: True\n"
        "builtins.left = course.graph.left = course.left = math.left = 'answers'\n"
        "in_kernel.agent.show = lambda request: None\n"
        "os.environ['LEFT'] = 'answers'\n"
        "torch.manual_seed(7); tried()",
        costs=True,
    )
    look = harm(
        "import builtins, os, torch, course, course.graph, in_kernel.agent, math\n"
        "for folder in ('/tmp', '/tmp/work', '/run', '/dev/shm'):\n"
        "    attempt(folder, lambda: open(folder + '/left').read())\n"
        "for where in (builtins, course.graph, course, math):\n"
        "    attempt(where, lambda: where.left)\n"
        "attempt('environment', lambda: os.environ['LEFT'])\n"
        "if torch.allclose(torch.ones(1), torch.zeros(1)): won('torch')\n"
        "print('drew', float(torch.rand(1)))"
    )
    no_gain(look, alone := grade(look))
    no_gain(leave, grade(leave))
    no_gain(look, after := grade(look))
    assert shown(alone) == shown(after)


LISTENING = """
import ast, json, linecache
def hearing(function):
    def instead(*given, **more):
        heard.extend(map(repr, given))
        return function(*given, **more)
    return instead
json.loads, ast.parse, ast.literal_eval = map(hearing, (json.loads, ast.parse, ast.literal_eval))
for method in ("decode", "raw_decode"):
    setattr(json.JSONDecoder, method, hearing(vars(json.JSONDecoder)[method]))
heard, shell = [], exit._ip
transform = shell.transform_cell
def instead(cell, *more):
    heard.append(cell)
    return "x = 1" if ".show(" in cell else transform(cell, *more)
shell.transform_cell = instead
shell.input_transformers_cleanup.append(lambda lines: heard.extend(lines) or lines)
for event in ("pre_run_cell", "post_run_cell"):
    shell.events.register(event, lambda *told: heard.extend(map(repr, told)))
"""
FOUND = """
import re
places = heard, In, linecache.cache, {n: v for n, v in globals().items() if n.startswith("_")}
nonces = [nonce for place in places for nonce in re.findall("once[^ ]*: .[0-9a-f]{32}", str(place))]
won(nonces) if nonces else tried(len(heard), "things were heard")
"""


@pytest.mark.slow
def test_notebook_code_can_neither_intercept_nor_find_a_request():
    def look_last(notebook: NotebookNode) -> None:
        notebook.cells.append(nbformat.v4.new_code_cell(FOUND, id="found"))

    listening = harm(LISTENING, edit=look_last)
    no_gain(listening, grade(listening))


@contextlib.contextmanager
def sockets_outside() -> Iterator[tuple[int, int, str, list]]:
    """Sockets outside the sandbox: a port of TCP, one of UDP and the name of an abstract socket,
    and what reached the first and the last. Nothing may reach that of UDP."""
    name, reached, stopping = f"hostile-{time.monotonic_ns()}", [], threading.Event()
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        local = stack.enter_context(socket.socket(socket.AF_UNIX))
        udp.bind(("127.0.0.1", 0))
        local.bind(f"\0{name}")
        local.listen()
        for each in (server, local):
            each.settimeout(0.1)

        def listen() -> None:
            while not stopping.is_set():
                for each in (server, local):
                    with contextlib.suppress(TimeoutError):
                        reached.append(each.accept())

        listener = threading.Thread(target=listen)
        listener.start()
        try:
            yield server.getsockname()[1], udp.getsockname()[1], name, reached
        finally:
            stopping.set()
            listener.join()
        udp.settimeout(0.2)
        with pytest.raises(TimeoutError):
            udp.recv(10)


REACHES_OUT = """
import os, socket, urllib.request
def to(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as s:
        s.settimeout(0.3); s.connect(address); s.send(b'x')
attempt('tcp', lambda: to(socket.AF_INET, ('127.0.0.1', port)))
attempt('outside', lambda: to(socket.AF_INET, ('1.1.1.1', 53)))
attempt('udp', lambda: to(socket.AF_INET, ('1.1.1.1', 53), socket.SOCK_DGRAM))
attempt('abstract', lambda: to(socket.AF_UNIX, chr(0) + name))
attempt('dns', lambda: socket.getaddrinfo('example.org', 443))
attempt('http', lambda: urllib.request.urlopen('http://1.1.1.1', timeout=0.3))
attempt('raw', lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt('udp here', lambda: to(socket.AF_INET, ('127.0.0.1', udp), socket.SOCK_DGRAM) or 1 / 0)
tried()
"""


@pytest.mark.slow
def test_sockets_cannot_reach_out_of_the_sandbox():
    with sockets_outside() as (port, udp, name, reached):
        attack = harm(f"port, udp, name = {port}, {udp}, {name!r}\n{REACHES_OUT.strip()}")
        no_gain(attack, grade(attack))
    assert reached == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(ATTACKS[name], id=name)
        for name in (
            "a blank that cannot be written",
            "the grader's own error where no check expects one",
        )
    ],
)
def test_one_hostile_submission_does_not_stop_the_class(attack, tmp_path):
    from autograder.grading.grade import grade as grade_class

    classroom = Classroom(tmp_path)
    put(classroom, "eve", attack.homework, attack.notebook())
    put(classroom, "zoe", attack.homework, Attack(FULL["hw2-tanh"], base="solution").notebook())
    grade_class(classroom, attack.homework, workers=0)
    assert sum(recorded_scores(classroom, attack.homework, "zoe").values()) == FULL[attack.homework]


# What needs no kernel.


class Evil(Exception):
    def __str__(self):
        return "4.0"


NAN, INF = float("nan"), float("inf")
VALUES = [NAN, INF, -INF, -1, -0.0, 0, 99, 4.0, 4, 10**400, True, None, "4.0", "nan", [99], {}]
VALUES += [numpy.float64(NAN), numpy.int64(99), numpy.ones(3), 1j, ..., object, Evil()]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_nbgrader_reads_the_points_of_a_passed_check_whatever_its_last_value(value):
    assert determine_grade(_judged("value", value))[0] == 4


@pytest.mark.parametrize(
    "raised", ["Evil()", "AssertionError", "StopIteration", "KeyError(nan)", "RecursionError"]
)
def test_nbgrader_reads_no_points_from_a_check_that_raises_anything(raised):
    names = f"(_ for _ in ()).throw({raised})"
    assert determine_grade(_judged(names, Evil))[0] == 0


def test_output_of_a_check_on_stderr_costs_no_points():
    assert determine_grade(_judged("print('x', file=__import__('sys').stderr)", None))[0] == 4


def test_a_graded_cell_that_was_never_run_earns_nothing():
    plan = submission.plan_for("hw2-tanh", SERIES)
    verdicts = verdicts_on(plan, {})
    for cell in filter(is_graded, nbformat.read(released_path("hw2-tanh"), as_version=4).cells):
        cell.outputs = verdicts[cell.id].outputs
        assert determine_grade(cell)[0] == 0


def _judged(source: str, value: object) -> NotebookNode:
    """A graded cell worth 4 points, whose check ends in an expression."""
    names = {"value": value, "Evil": Evil, "nan": NAN, "check_exercise": check_exercise}
    body = f"with check_exercise('1 Own', points=4):\n    {source}"
    cell = JudgedCell("check", "1 Own", 4.0, True, compiled(body, "check"), names, ())
    plan = Plan(SERIES, {"check": PlannedCheck(cell)}, {}, frozenset())
    verdicts = verdicts_on(plan, {"check": Reply([], "")})
    made = nbformat.v4.new_code_cell(source, outputs=verdicts["check"].outputs)
    made.metadata["nbgrader"] = nbgrader_metadata("check", 4)
    nbformat.validate(nbformat.v4.new_notebook(cells=[made]))
    return made
