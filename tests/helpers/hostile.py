"""Hostile submissions: what a clever student who has read the grader's source might hand in.

Each is a real notebook. `honest` is what it would earn without the attack. In the students' code,
`attempt(what, function)` prints TRIED when it is prevented, and WON when it is not.
"""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import nbformat
from nbformat import NotebookNode

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.paths import ROOT
from autograder.notebook.markers import solved
from autograder.notebook.source import read_source
from autograder.sandbox.limits import Limits

# The machine may be busy, so only attacks that may never end or may cost points get little time.
ROOMY = Limits(cell_seconds=20, submission_seconds=60)
SHORT = Limits(cell_seconds=3, submission_seconds=30)
LITTLE_OUTPUT = replace(ROOMY, cell_output_bytes=100_000)
SMALL = replace(ROOMY, memory_mib=900)

TOOLS = """
def tried(*said): print("TRI" "ED", *said)
def won(*said): print("W" "ON", *said)
def attempt(what, function):
    try: got = function()
    except BaseException as error: tried(what, type(error).__name__)
    else: won(what, repr(got)[:200])
"""
# Finds the agent that really answers: an import gives only a copy.
LIVE_AGENT = """
import types
names = next(
    cls
    for cls in object.__subclasses__()
    if (cls.__module__, cls.__name__) == ("in_kernel.agent", "Agent")
).answer.__globals__
in_kernel = types.SimpleNamespace(agent=types.SimpleNamespace(**names))
"""


@dataclass(frozen=True)
class Attack:
    """A hostile submission, and what must hold when it has been graded.

    Attributes:
        honest: the points it would have without the attack.
        extra: cells of the student's own, after the set-up cell.
        cells: what the attack puts into solution cells.
        base: "untouched" or "solution": what the other solution cells hold.
        costs: whether the attack may cost the student points.
        says: words that the notebook's outputs have to hold, so that the attack was really run.
        flag: words that the flags for the instructor have to hold.
        edit: what is done to the notebook as a file.
    """

    honest: float = 0
    extra: tuple[str, ...] = ()
    cells: dict[str, str] = field(default_factory=dict)
    base: str = "untouched"
    homework: str = "hw2-tanh"
    limits: Limits = ROOMY
    costs: bool = False
    says: tuple[str, ...] = ()
    flag: str = ""
    edit: Callable[[NotebookNode], None] | None = None

    def notebook(self) -> NotebookNode:
        """The notebook that is handed in."""
        notebook = SampleSubmission("eve", self.homework, self.cells, self.base).notebook()
        place = [cell.id for cell in notebook.cells].index("setup") + 1
        sources = (TOOLS, *self.extra) if self.extra else ()
        notebook.cells[place:place] = [
            nbformat.v4.new_code_cell(source, id=f"eve-{i}") for i, source in enumerate(sources)
        ]
        if self.edit:
            self.edit(notebook)
        return notebook


FULL = {"hw1-cosh": 30, "hw2-tanh": 27}


def harm(code: str, **more) -> Attack:
    """A right solution with a cell that tries to do harm."""
    more = {"says": ("TRIED",)} | more
    return Attack(FULL["hw2-tanh"], (code,), base="solution", **more)


# Attacks on what a student's kernel runs in place of a check.

NO_EFFECT = {
    "an input transformer that empties every cell": """
get_ipython().input_transformers_post.append(lambda lines: ["pass\\n"])
""",
    "an AST transformer that empties every cell": """
import ast
class Empty(ast.NodeTransformer):
    def visit(self, node):
        if isinstance(node, ast.Module): node.body = []
        return node
get_ipython().ast_transformers.append(Empty())
""",
    "tracebacks that are not shown": """
get_ipython().showtraceback = lambda *a, **k: None
get_ipython()._showtraceback = lambda *a, **k: None
""",
    "an agent that displays nothing": """
import in_kernel.agent
in_kernel.agent.show = lambda request: None
""",
    "an agent that prints that all is right": """
import in_kernel.agent
in_kernel.agent.show = lambda request: print("Right: all gradients. 4 of 4 points.")
""",
    "checks of the student's own": """
check_gradients = check_node = check_results = check_blanks = lambda *a, **k: 4.0
import course, course.check.engines.passes
course.check_gradients = course.check.engines.passes.check_gradients = check_gradients
""",
    "exercises that swallow errors": """
import contextlib, course.check.base.exercise
swallow = lambda *a, **k: contextlib.suppress(BaseException)
check_exercise = course.check.base.exercise.check_exercise = swallow
""",
    "summaries and outcomes that are made up": """
import course.check.base.exercise
course.check.base.exercise.parts_right = {"2a Add": 1.0}
def points_earned(*a, **k): return 4.0
""",
    "scaffold classes that were redefined": """
class Leaf(Leaf):
    def __init__(self, value, name=None):
        super().__init__(value, name)
        self.result = self.gradient = 1.0
class Exp(Exp):
    def forward(self): self.result = 1.0
    def backward(self): return [1.0]
""",
    "nodes whose attributes lie": """
class Anything(float):
    def __eq__(self, other): return True
    def __hash__(self): return 1
    def __sub__(self, other): return 0.0
    __rsub__ = __sub__
ComputationNode.result = property(lambda self: Anything(1.0), lambda self, value: None)
ComputationNode.gradient = property(lambda self: Anything(1.0), lambda self, value: None)
""",
    "torch that finds all things close": """
import torch
torch.allclose = torch.equal = torch.isclose = lambda *a, **k: True
torch.Tensor.__eq__ = lambda self, other: True
""",
    "numpy and math that find all things close": """
import math, numpy
numpy.allclose = math.isclose = lambda *a, **k: True
numpy.testing.assert_allclose = lambda *a, **k: None
""",
    "builtins that lie": """
import builtins
builtins.isinstance = lambda thing, kind: True
builtins.float = lambda thing=0: 1.0
builtins.getattr = lambda *a: 1.0
builtins.print = lambda *a, **k: None
""",
    "a recording that makes up calls": """
import contextlib, course.questions
from course.recording.records import Call
@contextlib.contextmanager
def recording(graph):
    yield [Call(n, m, 1.0, [1.0] * len(n.input_nodes), True)
           for m in ("forward", "backward") for n in graph.sorted_nodes()]
course.questions.recording = recording
""",
    "an evidence whose errors are struck out": """
import json
dumps = json.dumps
def clean(thing):
    if type(thing) is dict: return {k: clean(v) for k, v in thing.items() if k != "error"}
    return [clean(each) for each in thing] if type(thing) is list else thing
json.dumps = lambda thing, **k: dumps(clean(thing), **k)
""",
    "evidence with a guessed nonce before the real one": """
import in_kernel.agent, json
from IPython.display import display
def before(info):
    for nonce in ("", "0" * 32, None):
        text = json.dumps({"nonce": nonce, "answers": [{}]})
        display({in_kernel.agent.MIME: {"evidence": text}}, raw=True)
get_ipython().events.register("pre_run_cell", before)
""",
    "evidence with the nonce that stands in the cell": """
import in_kernel.agent, json, re
from IPython.display import display
def before(info):
    asked = re.search(r"in_kernel.agent.show\\((.*)\\)", info.raw_cell, re.S)
    if asked:
        asked = json.loads(eval(asked[1]))
        answers = [{"defined": a["names"]} if "names" in a else {} for a in asked["acts"]]
        text = json.dumps({"nonce": asked["nonce"], "answers": answers})
        display({in_kernel.agent.MIME: {"evidence": text}}, raw=True)
get_ipython().events.register("pre_run_cell", before)
""",
    "evidence with the nonce of a frame further up": LIVE_AGENT
    + """
import sys
def answer(self, acts):
    asked = sys._getframe(1).f_locals["asked"]
    text = sys.modules["json"].dumps({"nonce": asked["nonce"], "answers": [{}] * len(acts)})
    display({in_kernel.agent.MIME: {"evidence": text}}, raw=True)
    get_ipython().user_ns["In"].append("")
    return ["{}"] * len(acts)
in_kernel.agent.Agent.answer = answer
""",
    "a module agent of the student's own": """
import sys, types
in_kernel = types.ModuleType("in_kernel"); in_kernel.agent = types.ModuleType("in_kernel.agent")
in_kernel.agent.show = lambda request: 4.0
sys.modules["in_kernel"], sys.modules["in_kernel.agent"] = in_kernel, in_kernel.agent
""",
    "a thread that writes into later cells": """
import threading, time
wire = get_ipython().display_pub.session
def publish():
    while True:
        content = {"data": {"text/plain": "4.0"}, "metadata": {}, "execution_count": 1}
        wire.say("execute_result", content)
        wire.say("clear_output", {"wait": False})
        time.sleep(0.005)
threading.Thread(target=publish, daemon=True).start()
""",
    "a kernel that says it is done before it is": """
wire = get_ipython().display_pub.session
def before(info):
    content = {"data": {"text/plain": "4.0"}, "metadata": {}, "execution_count": 1}
    wire.say("execute_result", content)
    wire.say("done", {"execution_count": 1})
get_ipython().events.register("pre_run_cell", before)
""",
}
POST_RUN = """
from IPython.display import publish_display_data
def after(result):
    get_ipython().displayhook(NUMBER)
    content = {"data": {"text/plain": str(NUMBER)}, "metadata": {}, "execution_count": 1}
    get_ipython().display_pub.session.say("execute_result", content)
get_ipython().events.register("post_run_cell", after)
"""
for number in ('float("nan")', "-1", "99", "4.0", 'float("inf")'):
    NO_EFFECT[f"{number} as the result of every cell"] = POST_RUN.replace("NUMBER", number)

# Engines and nodes that do not do what they should.

DIFFERENCES = """
def forward_algorithm(graph):
    for node in graph.sorted_nodes(): node.forward()
    return graph
def gradients(graph, one):
    nodes, found = graph.sorted_nodes(), []
    kept = [node.result for node in nodes]
    def put():
        for node, result in zip(nodes, kept): node.result = result
    def at(i, h):
        put()
        nodes[i].result = kept[i] + h
        for node in nodes[i + 1 :]:
            if node.input_nodes: type(node).forward(node)
        return graph.result
    for i in range(len(nodes)):
        h = 1e-3
        once, twice = at(i, h) - at(i, -h), at(i, 2 * h) - at(i, -2 * h)
        found.append((8 * once - twice) / (12 * h) * one)
    put()
    return found
"""
NEVER_UPSTREAM = (
    DIFFERENCES
    + """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes: node.gradient = None
    for node in nodes[::-1]:
        try: node.backward()
        except TypeError: pass
    for node, gradient in zip(nodes, gradients(graph, one)): node.gradient = gradient
"""
)
FORGED_RETURNS = (
    DIFFERENCES
    + """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    found = gradients(graph, one)
    for node, gradient in zip(nodes, found): node.gradient = gradient
    for node in nodes[::-1]: node.backward()
for kind in (Exp, Mean, Negate, IntPow, HalfDifference):
    kind.backward = lambda self: [1.0 for _ in self.input_nodes]
"""
)
BY_AUTOGRAD = """
import torch
class Mul(ComputationNode):
    def forward(self): self.result = self.input(0) * self.input(1)
    def backward(self):
        given = [torch.tensor(float(self.input(i)), requires_grad=True, dtype=torch.float64)
                 for i in (0, 1)]
        (given[0] * given[1]).backward()
        return [float(each.grad) * self.gradient for each in given]
"""
BY_ITS_ENGINE = """
class Mul(ComputationNode):
    def forward(self): self.result = self.input(0) * self.input(1)
    def backward(self):
        import torch
        given = [torch.tensor(float(self.input(i)), dtype=torch.float64) for i in (0, 1)]
        for each in given: setattr(each, "requires_" "gr" + "ad", True)
        engine = getattr(torch._C, "_Imperative" + "Engine")()
        found = getattr(engine, "run_back" + "ward")(
            (given[0] * given[1],), (torch.ones_like(given[0]),), False, False, tuple(given),
            **{"allow_unreachable": True, "accumulate_" + "gr" + "ad": False})
        return [float(each) * self.gradient for each in found]
"""
MUL = """
class Mul(ComputationNode):
    calls = 0
    def forward(self):
        Mul.calls += 1
        FORWARD
        self.result = self.input(0) * self.input(1)
    def backward(self):
        BACKWARD
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
"""


def mul(forward: str = "pass", backward: str = "pass", honest: float = 21, **more) -> Attack:
    """A right solution whose Mul also does something else. That costs the points of Mul and of
    tanh, which leaves 21; or only those of Mul, which leaves 23, if Mul is merely wrong."""
    source = MUL.replace("FORWARD", forward).replace("BACKWARD", backward)
    return Attack(honest, cells={"mul": source}, base="solution", **more)


LYING = """
class Liar:
    __class__ = property(lambda self: float)
    def __eq__(self, other): return True
    def __float__(self): return float("nan")
    def __abs__(self): return 0.0
    def __sub__(self, other): return 0.0
    def __array__(self, *a): raise SystemExit
    def __reduce__(self): return (print, ("WO" "N",))
    def __repr__(self): raise KeyboardInterrupt
class Array:
    __array_interface__ = {"shape": (10**12,), "typestr": "<f8", "data": (1, True), "version": 3}
class Text(str):
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __str__(self): return self
class Blanks(dict):
    def get(self, name, default=None): return Liar()
    def items(self): return [(name, Text("right")) for name in self]
    def __getitem__(self, name): return Liar()
"""
BLANKS = {
    "linear": LYING + "linear = Blanks(df_dx=Liar(), df_dy=Liar(), x_up=Liar(), both_up=Liar())",
    "sinh-formula": 'dz_dx = "9^9^9^9^9"',
    "forward-by-hand": (
        'forward_pass = {"a": Text("log(2)x"), "b": "(" * 10**5, "c": 10**4000, "d": [1], '
        '"r": {"a": 1}, "z": Array}'
    ),
    "backward-by-hand": (
        'backward_pass = {"z": "z" * 10**6, "r": "-" * 199, "d": "__import__", "c": "1/0", '
        '"b": "inf", "a": "nan", "x": "(" * 150 + "1" + ")" * 49}'
    ),
}


# Searches for answers. None of a right solution may be found.

FORBIDDEN = (
    "autograder", "solutions", "tests", "course.reference.twin", "course.reference.cases",
    "course.reference.random_values", "course.check.base.value_clues",
    "course.check.base.student_code", "course.check.paper.answers", "in_kernel.judge",
    "autograder.judge.question_plan", "notebooks", "benchmarks",
)  # fmt: skip
SEARCHES = {
    "modules that know answers": f"""
import importlib, sys
for name in {FORBIDDEN!r}:
    attempt(name, lambda: importlib.import_module(name))
import course.messages.misconceptions
if course.messages.misconceptions.read_bank() != ({{}}, {{}}): won("misconceptions")
if [name for name in sys.modules if name.startswith("autograder")]: won("loaded")
""",
    "files of the clone": f"""
import os, site
root = {str(ROOT)!r}
for path in ("solutions", "solutions/hw2-tanh.py", "README.md", "course", "autograder", ".git",
             "notebooks", "build", "class", "tests", "course/messages/misconceptions.json"):
    attempt(path, lambda: os.stat(os.path.join(root, path)))
for folder, folders, files in os.walk(root):
    folders[:] = [f for f in folders if f not in ("site-packages", "bin", "include", "share")]
    won(folder) if [f for f in files if f.endswith((".py", ".ipynb", ".db"))] else None
for place in site.getsitepackages():
    for name in ("course", "autograder", "solutions"):
        attempt(name, lambda: os.listdir(os.path.join(place, name))[0])
for folder, _, files in os.walk("/library"):
    for name in files:
        if name in ("twin.py", "cases.py", "answers.py", "misconceptions.json"):
            won(name)
""",
    "files of others": """
import os, sys
python = sys.prefix + ":" + sys.base_prefix
for path in ("/root", "/home", "/mnt", "/srv", "/var", "/etc/passwd", "/etc/shadow", "/work",
             "/run/user", "/sys", "/media", "/run/docker.sock"):
    for found in os.listdir(path) if os.path.isdir(path) and os.access(path, os.R_OK) else []:
        if os.path.join(path, found) not in python: won(path, found)
    if os.path.isfile(path): won(path)
tried("listing")
""",
    "processes, environment and the connection file": """
import os, glob
for path in ("/proc/self/environ", "/proc/1/environ", "/proc/self/mem", "/proc/1/maps",
             "/proc/self/fd", "/proc/version", "/proc/self/root", "/proc/net/tcp"):
    attempt(path, lambda: os.stat(path))
if set(os.environ) - {"PATH", "LANG", "HOME", "TMPDIR", "IPYTHONDIR", "MPLBACKEND", "CLICOLOR",
    "FORCE_COLOR", "CLICOLOR_FORCE", "PAGER", "GIT_PAGER", "TERM", "PYDEVD_USE_FRAME_EVAL",
    "KMP_DUPLICATE_LIB_OK", "KMP_INIT_AT_FORK", "JPY_PARENT_PID", "OMP_NUM_THREADS"}:
    tried("environment", sorted(os.environ))
for name, value in os.environ.items():
    if "secret" in value.lower() or "gradebook" in value.lower(): won(name)
for path in glob.glob("/tmp/**/connection*", recursive=True): won(path)
for fd in range(3, 256):
    try: target = os.fstat(fd)
    except OSError: continue
    import stat
    if stat.S_ISDIR(target.st_mode):
        attempt(f"fd {fd}", lambda: os.listdir(fd))
""",
    "objects of the grader": """
import gc, sys, types
kinds = {type(o).__module__ for o in gc.get_objects()}
if [kind for kind in kinds if kind.startswith("autograder")]: won("objects")
for o in gc.get_objects():
    if isinstance(o, types.FunctionType) and o.__name__ == "backward_algorithm":
        if o.__module__ != "__main__": won(o.__module__)
frame = sys._getframe()
while frame:
    if "autograder" in frame.f_code.co_filename or "judge" in frame.f_code.co_filename: won("frame")
    frame = frame.f_back
tried("objects")
""",
}

# Doing harm: to the system, and to the grader.

TO_THE_SYSTEM = {
    "signals to the parent and to process 1": harm(
        "import os, signal\n"
        "for who in (1, os.getppid()):\n"
        "    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGQUIT,\n"
        "                   signal.SIGCHLD, signal.SIGUSR1, signal.SIGXCPU, signal.SIGSEGV):\n"
        "        os.kill(who, number)\n"
        "tried()"
    ),
    "an interrupt to process 1": harm(
        "import os, signal, time\nos.kill(1, signal.SIGINT)\ntime.sleep(1)\ntried()", says=()
    ),
    "every process that can be seen": harm("import os\nattempt('others', lambda: os.kill(-1, 9))"),
    "users, devices and setuid programs": harm(
        "import os, subprocess\n"
        "for become in (os.setuid, os.setgid, os.seteuid):\n"
        "    attempt('root', lambda: become(0))\n"
        "attempt('groups', lambda: os.setgroups([0]))\n"
        "attempt('device', lambda: os.mknod('/tmp/disk', 0o60600, os.makedev(8, 0)))\n"
        "for path in ('/dev/mem', '/dev/kmsg', '/dev/sda', '/dev/fuse', '/dev/kvm', '/dev/net'):\n"
        "    attempt(path, lambda: os.open(path, os.O_RDWR))\n"
        "for program in ('su', 'sudo', 'mount', 'passwd'):\n"
        "    attempt(program, lambda: subprocess.run([program]))"
    ),
    "an end in an own cell": harm("import os\nos._exit(0)", says=()),
    "an end when Python ends": harm(
        "import atexit, os, signal\n"
        "atexit.register(lambda: os._exit(3))\n"
        "for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        "tried()"
    ),
    "sleep without end": harm("import time\ntried()\ntime.sleep(1e6)", limits=SHORT),
    "waiting for somebody to type": harm("tried()\ninput('Full marks?')"),
    "a fork bomb": harm("import os\nfor _ in range(100): attempt('fork', os.fork)"),
    "threads by the hundred": harm(
        "import threading, time\n"
        "def start(): threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n"
        "try:\n    for i in range(1000): start()\n"
        "except RuntimeError: tried(i)"
    ),
    "a memory bomb": harm(
        "import numpy\nattempt('memory', lambda: numpy.ones(2**31).sum())", limits=SMALL
    ),
    "a disk flood": harm(
        "import os\n"
        "def flood(folder):\n"
        "    for i in range(600):\n"
        "        with open(f'{folder}/{i}', 'wb', buffering=0) as f:\n"
        "            if f.write(bytes(2**20)) < 2**20: raise OSError('full')\n"
        "for folder in ('/tmp', '/dev/shm'):\n"
        "    attempt(folder, lambda: flood(folder))\n"
        "def one():\n"
        "    with open('/dev/null' if False else '/tmp/work/one', 'wb', buffering=0) as f:\n"
        "        f.truncate(2**30)\n"
        "attempt('one file', one)"
    ),
    "a socket that is taken away": harm(
        "import os\ntried()\nos.dup2(os.open('/dev/null', os.O_RDWR), 3)\nos.closerange(3, 256)",
        says=(),
        costs=True,
    ),
}
HARM = {
    "printing without end": harm(
        "while True: print('x' * 10_000)", limits=LITTLE_OUTPUT, says=("was stopped",)
    ),
    "printing on stderr without end": harm(
        "import sys\ntried()\nwhile True: print('x' * 10_000, file=sys.stderr)",
        limits=LITTLE_OUTPUT,
        costs=True,
    ),
    "pictures without end": harm(
        "tried()\nwhile True: display({'image/svg+xml': '<svg>' + 'x' * 9_000}, raw=True)",
        limits=LITTLE_OUTPUT,
        costs=True,
    ),
    "a picture that changes without end": harm(
        "shown = display('x', display_id=True)\ntried()\nwhile True: shown.update('y' * 10_000)",
        limits=LITTLE_OUTPUT,
        costs=True,
    ),
    "a widget that talks without end": harm(
        "import comm\ntalk = comm.create_comm(target_name='x')\ntried()\n"
        "while True: talk.send({'x': 'x' * 10_000})",
        limits=SHORT,
    ),
    "one message that is too large": harm("tried()\ndisplay('x' * 20_000_000)"),
    "a flood that ends": harm(
        "tried()\nfor _ in range(300): print('x' * 20_000)",
        limits=LITTLE_OUTPUT,
        says=(),
        costs=True,
    ),
    "a flood of evidence": harm(
        "from in_kernel.agent import *\ntried()\n"
        "for _ in range(60): display({MIME: {'evidence': 'x' * 3_000_000}}, raw=True)",
        costs=True,
    ),
    "messages that mean nothing": harm(
        "tried()\nwire = get_ipython().display_pub.session\n"
        "for content in ({}, {'data': None}, {'data': 5}, {'name': 5, 'text': 5}):\n"
        "    for kind in ('display_data', 'stream', 'error', 'update_display_data', 'x'):\n"
        "        wire.say(kind, content)\n"
        "wire.out.write(b'\\0\\0\\0\\1{')",
        costs=True,
        says=(),
    ),
    "an execution count that is not a number": harm(
        "tried()\nget_ipython().display_pub.session.say('done', {'execution_count': 'many'})",
        says=(),
    ),
    "HTML that runs a script": harm(
        "from IPython.display import HTML, Javascript\n"
        "display(HTML('<script>document.title = 1000</script>'), Javascript('alert(1)'))\ntried()"
    ),
    "characters that cannot be written": harm(
        "wire = get_ipython().display_pub.session\n"
        "wire.say('stream', {'name': 'stdout', 'text': 'TRIED' + chr(0xd800)})"
    ),
    "a blank that cannot be written": Attack(
        FULL["hw2-tanh"] - 2 / 3,
        cells={"two-forks-by-hand": 'two_forks = {"c": 1, "b": "\\ud800", "a": 4}'},
        base="solution",
        costs=True,
    ),
    "an end in a solution cell": Attack(
        21, cells={"mul": "import os\nos._exit(1)"}, base="solution"
    ),
    "an end in a check": mul(backward="import os; os._exit(0)"),
    "a signal in a check": mul(backward="import os, signal; os.kill(os.getpid(), signal.SIGKILL)"),
    "a loop in a check that nothing interrupts": mul(
        backward="""
        import signal
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True: pass""",
        limits=SHORT,
    ),
    "a loop in a check that swallows everything": mul(
        backward="""
        while True:
            try:
                while True: pass
            except BaseException: pass""",
        limits=SHORT,
    ),
    "shares that nobody has time to add up": mul(
        backward="import torch; return [torch.ones(1).expand(10**15)] * 2", limits=SHORT, costs=True
    ),
    "an exit in a check": mul(backward="raise SystemExit", honest=23),
    "an interrupt in a check": mul(forward="raise KeyboardInterrupt", honest=23),
    "an error whose text is an error": mul(
        forward="""
        class Bad(Exception):
            def __str__(self): raise SystemExit
        raise Bad""",
        honest=23,
    ),
    "the grader's own error where no check expects one": mul(
        forward="""
        if Mul.calls % 2 == 0:
            from course.running.limit import TookTooLong
            raise TookTooLong"""
    ),
    "a repr that never ends": mul(
        backward="""
        class Slow:
            def __repr__(self):
                while True: pass
        return Slow()""",
        limits=SHORT,
    ),
}

# Answers about an engine that is not the student's own.

_CELLS = {cell.id: solved(cell.source) for cell in read_source("hw2-tanh").cells}
ENGINE = """
def forward_algorithm(graph):
    for node in graph.sorted_nodes(): node.forward()
def backward_algorithm(graph, one=1.0):
    order = graph.sorted_nodes()
    for node in order: node.gradient = None
    graph.gradient = one
    while order:
        node = order.pop()
        for each, share in zip(node.input_nodes, node.backward()): each.accumulate_gradient(share)
"""
OTHERS = {"engine": ENGINE, "own-engine": _CELLS["own-engine"]}
TELLS = "import course.questions as door\nreal = door.run_by_line\n"
ELSEWHERE = f"""{TELLS}
import base64, linecache
code = base64.b64decode({base64.b64encode(_CELLS["engine"].encode())!r}).decode()
linecache.cache["<hidden>"] = len(code), None, code.splitlines(True), "<hidden>"
theirs = {{}}
exec(compile(code, "<hidden>", "exec"), theirs)
names = "forward_algorithm", "backward_algorithm"
door.run_by_line = lambda graph, f, b, one: real(graph, *map(theirs.get, names), one)
tried()
"""
PLEA = "Full points, please."
TOLD = f"""
import linecache
exec(compile({ENGINE!r}, "<told>", "exec"))
linecache.cache["<told>"] = 1, None, ["{PLEA}\\n"] * 14, "<told>"
"""


def _with_a_plea(notebook: NotebookNode) -> None:
    notebook.cells.append(nbformat.v4.new_markdown_cell("\n".join([PLEA] * 14), id="plea"))


CHANGED = (
    TELLS
    + """
def told(*given):
    found = real(*given)
    CHANGE
    return found
door.run_by_line = told
tried()
"""
)
LIES = {
    "an endless text": "found.source *= 10_000",
    "lines that are no text": "found.source = [7]",
    "a line that there is not": "found.backward[0].events[3].line = 10**9",
    "shares that nobody returned": "for e in found.backward[0].events: e.share = 5.0",
    "numbers that overflow": "for e in found.backward[0].events: e.value = e.before = 1e308",
    "nodes that there are not": "for e in found.backward[0].events: e.node = 99",
    "kinds of events that are methods": "for e in found.backward[0].events: e.kind = 'edges'",
    "no events": "for p in found.backward: p.events = []",
    "one of everything": "found.backward = found.forward",
    "lines that are other lines": "for p in found.backward:\n        for e in p.events: e.line = 1",
}
OWN_ENGINE = {
    "answers about another's engine": Attack(3, cells=OTHERS),
    "the run of another's engine": Attack(
        3, (ELSEWHERE,), OTHERS, says=("TRIED",), flag="not in your notebook"
    ),
    "lines that stand in a text only": Attack(
        3, cells=OTHERS | {"engine": TOLD}, edit=_with_a_plea, flag="not in your notebook"
    ),
    "an engine made of text": Attack(
        3, cells=OTHERS | {"engine": f"exec({ENGINE!r})"}, flag="no questions can be put"
    ),
    **{
        f"a run with {name}": Attack(
            3, (CHANGED.replace("CHANGE", lie),), OTHERS, says=("TRIED",), costs=True
        )
        for name, lie in LIES.items()
    },
}

# Memory that is held without being counted.

THREADS = """
import threading, time
kept = []
def hold(): kept.append(bytearray(b"x") * (500 << 20))
for _ in range(2): threading.Thread(target=hold).start()
while len(kept) < 2: time.sleep(0.1)
time.sleep(4)
won()
"""
NAMELESS = """
import os, time
kept = [os.memfd_create("x") for _ in range(16)]
for fd in kept: os.posix_fallocate(fd, 0, 60 << 20)
time.sleep(4)
won()
"""
SEGMENTS = """
import ctypes, time
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for _ in range(10):
    at = libc.shmat(libc.shmget(0, 96 << 20, 0o1600), None, 0)
    ctypes.memset(at, 1, 96 << 20)
    libc.shmdt(ctypes.c_void_p(at))
time.sleep(4)
won()
"""
NO_FILES = """
import contextlib, resource
with contextlib.suppress(OSError): resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0))
"""
MEMORY = {
    "memory of two threads": THREADS,
    "memory in files without a name": NAMELESS,
    "memory in segments": SEGMENTS,
    "memory while process 1 cannot look": NO_FILES + THREADS,
}

# These are tried as an ordinary user, too.
ON_THE_SANDBOX: dict[str, Attack] = {
    **{
        f"looking for {name}": Attack(
            27, (code,), base="solution", says=("TRIED",) if "attempt(" in code else ()
        )
        for name, code in SEARCHES.items()
    },
    **TO_THE_SYSTEM,
    **{name: harm(code, limits=SMALL, says=()) for name, code in MEMORY.items()},
}
ATTACKS: dict[str, Attack] = {
    **{name: Attack(extra=(code,), limits=SHORT, costs=True) for name, code in NO_EFFECT.items()},
    "what one check answered, told to another": Attack(
        21,
        (
            LIVE_AGENT + "answer, known = in_kernel.agent.Agent.answer, {}\n"
            "def replay(self, acts):\n"
            "    kinds = str([act['do'] for act in acts][:20])\n"
            "    return known.setdefault(kinds, answer(self, acts))[: len(acts)]\n"
            "in_kernel.agent.Agent.answer = replay",
        ),
        {"mul": "class Mul(Add): pass"},
        base="solution",
        costs=True,
        flag="uses words of the interpreter",
    ),
    "blanks that lie": Attack(cells=BLANKS, homework="hw1-cosh"),
    "an order that lies": Attack(
        cells={
            "order": "class Order(list):\n"
            "    def index(self, thing): return 0\n"
            "    def __len__(self): return 9\n"
            "class Name(str):\n"
            "    def __eq__(self, other): return True\n"
            "    def __hash__(self): return 0\n"
            "order = Order(Name('z') for _ in range(9))"
        }
    ),
    "PyTorch in place of a derivative": Attack(
        4, cells={"mul": BY_AUTOGRAD}, flag="uses words of PyTorch's autograd"
    ),
    "PyTorch's engine under no name of its own": Attack(
        4, cells={"mul": BY_ITS_ENGINE}, flag="PyTorch's autograd was at work"
    ),
    "right numbers that the nodes did not compute": Attack(
        cells={"engine": FORGED_RETURNS}, flag="Did the engine compute it?"
    ),
    "right numbers without any upstream gradient": Attack(cells={"engine": NEVER_UPSTREAM}),
    **OWN_ENGINE,
    **ON_THE_SANDBOX,
    **HARM,
}
