"""Code that is in no cell is told to the grader before it is compiled, and searched for words."""

import sys

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.grading.notebook_run import NotebookRun
from autograder.in_kernel.watching.other_code import MAX_TEXTS, MAX_TEXTS_LENGTH
from autograder.judge.flags.from_source import flags_in_source
from autograder.notebook.titles import OWN_CELL
from autograder.sandbox.limits import Limits
from tests.helpers.graded_attacks import grade, points
from tests.helpers.hostile import Attack

# Each runs code that contains the word HIDDEN, which is put together so that no cell contains it.
WORD = "HID" + "DEN"
RUNS_A_TEXT = {
    "exec": "exec(code)",
    "eval": "eval(code)",
    "a module written into the working folder": """
open('written.py', 'w').write(code)
import written
""",
    "a module written elsewhere": """
import sys
open('/tmp/written_elsewhere.py', 'w').write(code)
sys.path.insert(0, '/tmp')
import written_elsewhere
""",
    "a module in an archive": """
import sys, zipfile
with zipfile.ZipFile('/tmp/written.zip', 'w') as file:
    file.writestr('archived.py', code)
sys.path.insert(0, '/tmp/written.zip')
import archived
""",
    "a string annotation": """
from functools import singledispatch
@singledispatch
def f(x): ...
def g(x): ...
g.__annotations__ = {'x': f'[{code}, int][1]'}
f.register(g)
""",
    "codeop": """
import codeop, types
types.FunctionType(codeop.compile_command(code, 'x', 'exec'), {})()
""",
    "a profiler": "import profile; profile.Profile().run(code)",
    "timeit": "import timeit; timeit.main(['-n', '1', '-r', '1', code])",
    "a path that leads out of a library": """
import os, sys, wave
open('/tmp/outside.py', 'w').write(code)
sys.path.insert(0, os.path.dirname(wave.__file__) + '/..' * 20 + '/tmp')
import outside
""",
    "%run": "open('/tmp/run.py', 'w').write(code)\n%run /tmp/run.py",
    "sympy": "import sympy; sympy.lambdify([], code)()",
    "a thread of an earlier cell": """
import threading
thread = threading.Thread(target=lambda: exec(code))
thread.start(); thread.join()
""",
}
TRANSFORMED = """
IPython = exit._ip  # in every notebook, its shell can be reached like this
IPython.input_transformers_cleanup.append(
    lambda lines: [code] if lines[0].startswith('# other') else lines
)
"""
UNREADABLE = f"%time 0\n# {'%' * 300}\nprint('told')\nraise SyntaxError"
# Each has a library ask for frames or objects. What is asked for has no name in the cell.
LOOK = "look = lambda x, name: string.Formatter().get_field('0.' + name, (x,), {})[0]\n"
CATCH = "try: 1 / 0\nexcept Exception as error: "
ASKS = {
    "sys._getframe": [
        "import traceback\n[*traceback.walk_stack(None)]",
        "import traceback\ntraceback.StackSummary.extract(traceback.walk_stack(None))",
        "import inspect\ninspect.stack()",
        "from IPython.utils.frame import extract_module_locals\nextract_module_locals(1)",
        "from rich.console import Console\nConsole._caller_frame_info(3)",
        "from ipywidgets.widgets import utils\nutils._get_frame(3)",
    ],
    "object.cr_frame": ["import asyncio\nasyncio.current_task().get_stack()"],
    "object.tb_frame": [
        f"import traceback\n{CATCH}[*traceback.walk_tb(error.__traceback__)]",
        f"import string\n{LOOK}{CATCH}look(error.__traceback__, 'tb_frame')",
        f"import stack_data\n{CATCH}[*stack_data.FrameInfo.stack_data(error.__traceback__)]",
        f"import pytest\n{CATCH}pytest.ExceptionInfo.from_exception(error).traceback[0].frame",
        f"import executing\n{CATCH}executing.Source.executing(error.__traceback__)",
        f"from IPython.core import ultratb\n{CATCH}\n"
        "    ultratb.VerboseTB().get_records(error.__traceback__, 1, 0)",
    ],
    "object.gi_frame": [f"import string\n{LOOK}look((x for x in []), 'gi_fr' + 'ame')"],
    "gc.get_objects": [f"import gc, string\n{LOOK}look(gc, 'get_obj' + 'ects')()"],
    "sys._current_frames": [f"import sys, string\n{LOOK}look(sys, '_current_fr' + 'ames')()"],
    "sys.setprofile": ["import profile\nprofile.Profile().runcall(sum, [1])"],
    "sys.settrace": [
        "import bdb\nclass D(bdb.Bdb):\n    user_line = None\nD().set_trace()",
        "import trace\ntrace.Trace(trace=0).runfunc(sum, [1])",
    ],
}
HARMLESS = {
    "errors and warnings": """
import inspect, logging, traceback, warnings
from course import Exp
try:
    1 / 0
except ZeroDivisionError as error:
    traceback.print_exc(), traceback.format_exc(), traceback.extract_tb(error.__traceback__)
warnings.warn('a'), logging.warning('b')
inspect.getsource(Exp), inspect.signature(Exp), help(Exp)
""",
    "garbage": "import gc\ngc.collect(), gc.get_count()",
    "a plot": """
from matplotlib import pyplot as plt
plt.plot([1, 2], label='a'), plt.legend(), plt.show()
""",
    "ordinary cells": """
import statistics, wave, turtledemo
class Node:
    def __init__(self, x): self.x = x
print(sum(Node(k).x for k in range(3)), f'{2:.1f}')
""",
    "awaiting": "import asyncio\nawait asyncio.sleep(0)",
    "names of fields": """
import collections, dataclasses, enum, typing
collections.namedtuple('Saved', 'grad autograd')
@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Saved:
    hessian: float
    parts: list = dataclasses.field(default_factory=list)
class Pair(typing.NamedTuple):
    grad: float
class Kind(enum.Enum):
    LEAF = 1
""",
    "the course": """
import importlib, course
from course import *
from course import graph_of, multiplications, show_kept
importlib.reload(course)
show_source(Exp), draw(graph_of('tanh(x)', {'x': 1.0}))
""",
    "counting calls": """
import cProfile
cProfile.Profile().runcall(sum, [1, 2])
with cProfile.Profile():
    sum([1, 2])
""",
    "parsing": "import ast\nast.literal_eval('[1, 2]')",
    "a library that makes code as it is imported": "import sympy, unittest.mock",
    "pickled tensors": """
import copy, pickle, torch
pickle.loads(pickle.dumps([torch.ones(2), {1: (2.0, 'a')}])), copy.deepcopy(torch.ones(2))
""",
    "a comparison with autograd": """
import torch
x = torch.ones(2, dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(torch.sin, x), torch.func.jacrev(torch.sin)(x)
""",
    "a coroutine that is printed": """
import asyncio
task = asyncio.create_task(asyncio.sleep(0))
repr(task), await task
""",
    "seeds": "import torch\ntorch.manual_seed(0)",
    "PyTorch": "import torch\ntorch.optim.SGD([torch.nn.Parameter(torch.ones(2))], lr=1)",
}


def told(*sources: str) -> list[list[str | None]]:
    """The texts that a kernel told of in each cell."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    with NotebookRun(notebook) as run:
        run.run_cells()
    assert not run.stopped
    return [run.other_code.get(i, []) for i in range(len(sources))]


def cells(ways: dict[str, str]) -> list[str]:
    return [f"code = 'print(\"HID' + 'DEN {i}\")'\n{run}" for i, run in enumerate(ways.values())]


@pytest.mark.slow
def test_each_text_that_a_notebook_runs_is_told():
    texts = dict(zip(RUNS_A_TEXT, told(*cells(RUNS_A_TEXT)), strict=True))
    assert [way for way in texts if not any(WORD in (text or "") for text in texts[way])] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKS)
def test_frames_and_objects_are_told_of_whoever_asks_for_them(name):
    for cell in ASKS[name]:
        assert name in told(cell)[0]
    assert notes("", name)


@pytest.mark.slow
def test_what_is_unpickled_by_its_name_is_told():
    tell = "import io, pickle\nlook = pickle.loads(b'cbuiltins\\ngetat' + b'tr\\n.')"
    by_class = "pickle.Unpickler(io.BytesIO(b'coperator\\nattrge' + b'tter\\n.')).load()"
    assert told(tell, by_class) == [["builtins.getattr"], ["operator.attrgetter"]]
    assert notes("", "builtins.getattr")


@pytest.mark.slow
def test_the_handlers_of_signals_are_called_but_get_no_frames():
    handle = """
import os, signal
got = []
def handler(*arguments): got.append(arguments)
before = signal.signal(signal.SIGUSR1, handler)
os.kill(os.getpid(), signal.SIGUSR1)
import _signal
_signal.signal(signal.SIGUSR2, got.append and handler)
os.kill(os.getpid(), signal.SIGUSR2)
same = signal.getsignal(signal.SIGUSR1) is handler is signal.signal(signal.SIGUSR1, before)
interrupt = signal.getsignal(signal.SIGINT)
got == [(signal.SIGUSR1, None), (signal.SIGUSR2, None)] and same, before, interrupt
"""
    notebook = new_notebook(cells=[new_code_cell(handle)])
    with NotebookRun(notebook) as run:
        run.run_cells()
    (output,) = notebook.cells[0].outputs
    assert output.data["text/plain"].startswith("(True, <Handlers.SIG_DFL")


@pytest.mark.slow
def test_code_that_would_pass_for_a_librarys_is_told_as_such():
    assert told("import wave\nexec(compile('x = 1', wave.__file__, 'exec'))") == [["x = 1", None]]


@pytest.mark.slow
def test_no_object_of_the_notebooks_leads_to_what_tells():
    search = """
import sys
shell = get_ipython()
seen, left = [], [sys.stdout, shell, exit, sys.displayhook, shell.display_trap.old_hook]
while left:
    thing = left.pop()
    names = getattr(thing, '__dict__', None)
    if any(thing is other for other in seen):
        continue
    seen.append(thing)
    if type(thing).__module__.startswith(('pipe_kernel', 'ipykernel.', 'in_kernel')):
        left += names.values() if type(names) is dict else []
    left += [cell.cell_contents for cell in getattr(thing, '__closure__', None) or ()]
    if type(thing).__name__ in ('OtherCode', 'HASHXOF'):
        print('found', type(thing))
print(len(seen) > 10)
"""
    notebook = new_notebook(cells=[new_code_cell(search)])
    with NotebookRun(notebook) as run:
        run.run_cells()
    assert [output.text for output in notebook.cells[0].outputs] == ["True\n"]


@pytest.mark.slow
def test_what_ipython_makes_of_a_cell_is_told():
    (code,) = cells({"": TRANSFORMED})
    texts = told(code, "# other\n'other'", UNREADABLE)
    assert WORD in "".join(texts[1])
    assert "print('told')" in "".join(texts[2])


# Under its second name, it raises no event when it makes one.
INTERPRETERS = "_xxsubinterpreters" if sys.version_info < (3, 13) else "_interpreters"
WITHOUT_A_TEXT = {
    "a tree": "import ast\nexec(compile(ast.parse('1'), 'x', 'exec'))",
    "another encoding": "exec(b'# coding: utf-7\\nimport +AGcAYw-')",
    "another encoding, said in a second line": "exec(b'\\r# coding: utf-7\\rimport +AGcAYw-')",
    "another interpreter": f"import {INTERPRETERS} as interpreters\ninterpreters.create()",
    "a module in another encoding": """
open('other.py', 'wb').write(b'# coding: utf-7\\n' + 'import cffi'.encode('utf-7'))
import other
""",
}


@pytest.mark.slow
def test_code_of_which_the_text_cannot_be_searched_is_told():
    texts = dict(zip(WITHOUT_A_TEXT, told(*WITHOUT_A_TEXT.values()), strict=True))
    assert [way for way in texts if None not in texts[way]] == []
    assert told("exec(b'# coding: utf-8\\nx = 1')")[0] == ["# coding: utf-8\nx = 1"]
    assert None not in told("!true")[0]


@pytest.mark.slow
def test_a_notebook_finds_no_module_that_answers():
    find = "import sys\n[name for name in sys.modules if name.startswith(('in_k', 'pipe_k'))]"
    notebook = new_notebook(cells=[new_code_cell(find)])
    with NotebookRun(notebook) as run:
        run.run_cells()
    assert notebook.cells[0].outputs[0].data["text/plain"] == "[]"


@pytest.mark.slow
def test_a_module_of_the_notebooks_has_a_text_however_often_it_is_imported():
    write = "open('tools.py', 'w').write('x = 1')\nimport tools, importlib, sys"
    again = "importlib.reload(tools)\ndel sys.modules['tools']\nimport tools\ntools.x"
    assert told(write, again) == [["x = 1"], []]


@pytest.mark.slow
def test_nothing_is_told_of_cells_libraries_and_names():
    texts = dict(zip(HARMLESS, told(*HARMLESS.values()), strict=True))
    assert {way: found for way, found in texts.items() if found} == {}


@pytest.mark.slow
def test_what_is_told_does_not_go_through_objects_that_a_notebook_reaches():
    quiet = "import sys\nsys.stdout._wire.out = open('/dev/null', 'wb', 0)\nexec('HID' + 'DEN = 1')"
    notebook = new_notebook(cells=[new_code_cell(quiet)])
    with NotebookRun(notebook, limits=Limits(cell_seconds=5)) as run:
        run.run_cells()
    assert run.other_code == {0: [f"{WORD} = 1"]}


@pytest.mark.slow
def test_what_a_cell_runs_is_told_though_it_replaces_all_descriptors_meanwhile():
    hidden = """
import os, stat
def attempt(change, *numbers):
    try:
        return change(*numbers)
    except OSError:
        pass
def is_socket(number):
    found = attempt(os.fstat, number)
    return found is not None and stat.S_ISSOCK(found.st_mode)
null, kept = os.open('/dev/null', os.O_RDWR), {}
for number in [*filter(is_socket, range(3, 256))]:
    kept[number] = os.dup(number)
for number in kept:
    attempt(os.dup2, null, number)
    attempt(os.close, number)
exec('HID' + 'DEN = 1')
for number in kept:
    attempt(os.dup2, kept[number], number)
"""
    assert told(hidden) == [[f"{WORD} = 1"]]


@pytest.mark.slow
def test_what_a_cells_thread_runs_during_a_later_cell_is_told():
    early = """
import threading
next_cell = threading.Event()
def later():
    next_cell.wait()
    exec('HID' + 'DEN = 1')
thread = threading.Thread(target=later)
thread.start()
"""
    _, second = told(early, "next_cell.set()\nthread.join()")
    assert second == [f"{WORD} = 1"]


@pytest.mark.slow
def test_more_texts_than_are_searched_count_as_having_none():
    many = f"for i in range({MAX_TEXTS + 1}): exec(f'x = {{i}}')"
    long = f"exec('x = ' + '1' * {MAX_TEXTS_LENGTH})"
    assert [told(cell)[0].count(None) for cell in (many, long)] == [1, 1]


def notes(cell: str, *texts: str | None) -> list[str]:
    """The flags of a notebook in which a cell of the student's own has run these texts."""
    notebook = new_notebook(cells=[new_code_cell(cell)])
    return flags_in_source(notebook, other_code={OWN_CELL: texts})


def test_what_ipython_makes_of_an_honest_cell_with_magics_is_not_flagged():
    cell = "%matplotlib inline\nExp?\ny.backward()\nprint(x.grad)"
    made = "get_ipython().run_line_magic('matplotlib', 'inline')\nprint(x.grad)"
    assert notes(cell, made, "get_ipython().run_line_magic('pinfo', 'Exp')") == []
    assert notes("%%time\nprint(x.grad)", "print(x.grad)") == []
    assert notes("?", "get_ipython().show_usage()") == []
    assert notes("files = !ls", "files = get_ipython().getoutput('ls')") == []


@pytest.mark.parametrize("cell", ["5 % 2", "1 != 2", "# why?", "%matplotlib inline"])
@pytest.mark.parametrize(
    "hidden",
    [
        "get_ipython().events.register('pre_run_cell', f)",
        "get_ipython().system(command)",
        "get_ipython().system('ls')\nget_ipython().events",
        "\uff47et_ipython().events",
    ],
)
def test_hidden_code_that_asks_ipython_for_more_than_a_magic_is_flagged(cell, hidden):
    assert "get_ipython" in "".join(notes(cell, hidden))


def test_a_name_in_other_letters_is_that_name():
    assert notes("\uff47et_ipython().events") == notes("get_ipython().events") != []


def test_a_name_that_a_text_imports_with_all_others_is_searched_in_cells():
    cell = "def look(attrgetter=None): pass\nattrgetter(name)(torch)"
    assert notes(cell) == []
    (flag,) = notes(cell, "from operator import *")
    assert "attrgetter" in flag


def test_question_marks_hide_no_code_from_the_search():
    hidden = """x = "?\"\"\"\nimport cffi\ny = "?\"\"\" + "" # "\n"""
    assert notes(hidden) == notes(f"%time 0\n{hidden}") == notes("import cffi") != []


def test_words_in_other_code_are_flagged_like_those_in_cells():
    (in_cell,) = notes("import cffi")
    (in_text,) = notes("1", "import cffi")
    assert in_cell.partition(": ")[2] == in_text.partition(": ")[2]
    assert OWN_CELL in in_text and in_text != in_cell


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("if 'w' not in globals() and not 'v' in locals(): w = globals()['u']", 0),
        ("globals()['__builtins__']", 1),
        ("name in globals()", 1),
        ("globals()['a' + b]", 1),
        ("(g := globals())['a']", 1),
        ("'a' in vars(torch)", 1),
        ("'a' in list(globals())", 1),
    ],
)
def test_a_name_of_the_notebook_that_is_written_out_is_not_flagged(source, count):
    assert len(notes(source)) == count


def test_words_of_the_same_kind_are_named_together():
    (flag,) = notes("import cffi\nx.__closure__")
    assert "__closure__, cffi" in flag


def test_words_that_the_cell_itself_has_are_flagged_once():
    assert len(notes("import cffi", "import cffi", "cffi.FFI()")) == 1
    assert len(notes("import cffi", "import cffi, ctypes")) == 2


def test_other_code_without_flagged_words_is_not_flagged():
    assert notes("1", "x = 1", "def inner(_it, _timer):\n    pass") == []


@pytest.mark.parametrize(
    "source",
    [
        "exec(text)",
        "eval(f'{x} + 1')",
        "import timeit\ntimeit.timeit('f(x)')",
        "import cProfile\ncProfile.run('f(x)')",
        "from sympy import sympify",
        "import typing\ntyping.get_type_hints(f)",
        "import pickle\npickle.loads(data)",
        "torch.load(file)",
        "np.load(file, allow_pickle=True)",
    ],
)
def test_running_a_text_is_not_flagged_since_the_text_is_searched(source):
    assert flags_in_source(new_notebook(cells=[new_code_cell(source)])) == []


def test_code_without_a_text_is_flagged_once_and_as_the_cells():
    (flag,) = notes("1", None, None)
    assert flag.startswith(f"{OWN_CELL}: ")


# Changes what notes autograd, and what a kernel asks, so that neither is told.
QUIET = """
import contextlib, gc, types
gc.unfreeze()
names = {f.__module__: f.__globals__ for f in gc.get_objects() if type(f) is types.FunctionType}
kernel = 'in_' + 'kernel.'
names[kernel + 'agent']['autograd_noted'] = lambda signs: contextlib.nullcontext()
names[kernel + 'watching.replaced']['replaced'] = lambda: []
question = names[kernel + 'bent_gradients']['RunWithBentGradients']
def right(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for i, share in zip(node.input_nodes, node.backward()):
            i.accumulate_gradient(share)
old = question._here
def here(self):
    object.__setattr__(self, 'backward_algorithm', right)
    return old(self)
question._here = here
"""
# An engine by autograd, which runs that text as an annotation.
BY_AUTOGRAD = f"""
from functools import singledispatch
import torch
@singledispatch
def f(x): ...
@f.register
def _(x: {f"[exec({QUIET!r}), int][1]"!r}): ...
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    results, gradients = [node.result for node in nodes], []
    for k, node in enumerate(nodes):
        x, found = torch.nn.Parameter(torch.tensor(results[k], dtype=torch.float64)), []
        x.register_hook(found.append)
        node.result = x * 1
        for later in nodes[k + 1:]:
            if later.input_nodes:
                later.forward()
        (graph.result * one).backward()
        gradients.append(float(found[0]))
        for other, result in zip(nodes, results):
            other.result = result
    for node, gradient in zip(nodes, gradients):
        node.gradient = gradient
    for node in reversed(nodes):
        node.backward()
"""


@pytest.mark.slow
def test_an_engine_by_autograd_whose_helper_silences_the_kernel_is_flagged():
    """Nothing in its cells is a word to flag."""
    graded = grade(Attack(cells={"engine": BY_AUTOGRAD}))
    assert points(graded) > 0
    assert "__globals__, __setattr__, _here, get_objects" in " ".join(graded.notes.flags)
    # The helper has silenced everything else.
    assert all("in code that is in no cell" in flag for flag in graded.notes.flags)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("homework", "cell"), [("hw1-cosh", "backward-algorithm"), ("hw3-polynomial", "engine")]
)
def test_what_the_course_computes_to_explain_a_failed_check_is_not_flagged(homework, cell):
    overwrites = """
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for each, share in zip(node.input_nodes, node.backward()):
            each.gradient = share
    return graph
"""
    assert grade(Attack(cells={cell: overwrites}, homework=homework)).notes.flags == []


# A node by autograd, which makes its kernel say nothing of that.
SILENCES = """
import torch, traitlets
agent = traitlets.import_item("".join(["in_ker", "nel.agent"]))
encoded = agent._encoded
agent._encoded = lambda value: encoded(
    {**value, "signs": []} if isinstance(value, dict) and "nonce" in value else value
)
class Relu(ComputationNode):
    def forward(self):
        self.result = self.input(0).clamp(min=0)
    def backward(self):
        x, found = torch.nn.Parameter(self.input(0).clone()), []
        x.register_hook(found.append)
        (x.relu() * self.gradient).sum().backward()
        return found
"""


@pytest.mark.slow
def test_a_kernel_whose_agent_was_looked_for_still_tells_of_autograd():
    graded = grade(Attack(cells={"relu": SILENCES}, homework="hw6-memory"))
    assert "PyTorch's autograd was at work" in " ".join(graded.notes.flags)
