"""Code that is in no cell is told to the grader before it runs, and searched for words."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.grading.execute import NotebookRun
from autograder.in_kernel.watching.other_code import MAX_TEXTS, MAX_TEXTS_LENGTH
from autograder.judge.flags.code_search import flags_of
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
    "a loader that pretends to read a library": """
import wave
class Loader(type(wave.__spec__.loader)):
    def get_data(self, path):
        return code.encode()
Loader('wave', wave.__file__).load_module()
""",
    "a loader's compiler": """
import types, wave
made = wave.__spec__.loader.source_to_code(code, wave.__file__)
types.FunctionType(made, {})()
""",
    "a string annotation": """
from functools import singledispatch
@singledispatch
def f(x): ...
def g(x): ...
g.__annotations__ = {'x': f'[{code}, int][1]'}
f.register(g)
""",
    "a function of another module": """
import dataclasses
dataclasses._create_fn('f', (), [code])()
""",
    "a field's name": """
import dataclasses
class C: pass
C.__annotations__ = {f'x={code}': int}
dataclasses.dataclass(C)
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
    "a path that says it is a library's": """
import wave
from importlib.machinery import SourceFileLoader
open('/tmp/said.py', 'w').write(code)
class Path(str):
    def __str__(self):
        return '/tmp/said.py'
SourceFileLoader('said', Path(wave.__file__.replace('wave', 'said'))).load_module()
""",
    "another way to open files": """
import importlib._bootstrap_external as external, io
class Opener:
    open_code = lambda self, path: io.BytesIO(code.encode())
opens, external._io = external._io, Opener()
try:
    import chunk
finally:
    external._io = opens
""",
    "%run": "open('/tmp/run.py', 'w').write(code)\n%run /tmp/run.py",
    "sympy": "import sympy; sympy.lambdify([], code)()",
    "a thread of an earlier cell": """
import threading
thread = threading.Thread(target=lambda: exec(code))
thread.start(); thread.join()
""",
}
# Cells of which IPython runs something else than stands in them, in the last one of each.
SHELL = "IPython = exit._ip\n"  # in every notebook, its shell can be reached like this
RUNS_ANOTHER_CELL = {
    "a transformer of cells": """
IPython.input_transformers_cleanup.append(
    lambda lines: [code] if lines[0].startswith('# other') else lines
)
""",
    "another parser": """
import ast
parse = IPython.compile.ast_parse
IPython.compile.ast_parse = lambda source, *args, **kwargs: (
    ast.parse(code) if source.startswith('# other') else parse(source, *args, **kwargs)
)
""",
    "statements that are run by the shell": """
import ast
try:
    IPython.run_ast_nodes(ast.parse(code).body, 'x', 'none', compiler=IPython.compile).send(None)
except StopIteration:
    pass
""",
    "another value where a tree is read": """
import ast
hidden = ast.parse(code).body[0].value
def value(self):
    held = vars(self)['value']
    return hidden if isinstance(held, ast.Constant) and held.value == 'other' else held
ast.Expr.value = property(value, lambda self, value: vars(self).update(value=value))
""",
    "another tree after it was read": """
import ast
hidden = ast.parse(code).body[0].value
def place(self):
    self.reads = getattr(self, 'reads', 0) + 1
    held = vars(self)['value']
    if self.reads > 1 and isinstance(held, ast.Constant) and held.value == 'other':
        vars(self)['value'] = hidden
    return 1
if isinstance(hidden, ast.Call):
    for name in ('lineno', 'end_lineno'):
        setattr(ast.Expr, name, property(place, lambda self, place: None))
""",
}
# What the shell runs of these is told, since the grader could not read it in the cell.
UNREADABLE = {
    "a magic among too many signs": f"%time 0\n# {'%' * 300}\nprint('told')\nraise SyntaxError",
    "a statement of another Python": "if 1 <> 2: print('told')\nraise SyntaxError",
}
HAS_NO_TEXT = {
    "a tree": "import ast\nexec(compile(ast.parse(code), 'x', 'exec'))",
    "another encoding": """
open('other.py', 'wb').write(b'# coding: utf-7\\n' + code.encode('utf-7'))
import other
""",
    "a compiled file": """
import py_compile
open('source.py', 'w').write(code)
py_compile.compile('source.py', 'compiled.pyc', dfile='/usr/lib/python3/wave.py')
import compiled
""",
    "machine code": """
import shutil, sys, markupsafe._speedups as speedups
shutil.copy(speedups.__file__, '/tmp/_speedups.so')
sys.path.insert(0, '/tmp')
import _speedups
""",
    "machine code that PyTorch loads": """
import shutil, torch, markupsafe._speedups as speedups
shutil.copy(speedups.__file__, '/tmp/loaded.so')
torch.ops.load_library('/tmp/loaded.so')
""",
    "parts of other code": "(lambda: 1).__code__.replace(co_name='f')",
}
# Each reaches what its name tells of, by a name that was put together.
REACHES = {
    "in_kernel": "traitlets.import_item(name('in_ker', 'nel.agent.show'))",
    "pipe_kernel": "TestLoader().loadTestsFromName(name('pipe_ker', 'nel.PipeKernel'))",
    "sys._getframe": "getattr(sys, name('_getf', 'rame'))()",
    "cr_frame": "await asyncio.sleep(0)\ngetattr(asyncio.current_task(), name('get_s', 'tack'))()",
    "gi_frame": "getattr((i for i in 'a'), name('gi_f', 'rame'))",
    "gc.get_objects": "getattr(__import__(name('g', 'c')), name('get_o', 'bjects'))()",
    "ctypes.dlopen": "getattr(__import__(name('cty', 'pes')), name('CD', 'LL'))(None)",
    "_cffi_backend": "__import__(name('cf', 'fi')).FFI()",
    "sys.settrace": "getattr(sys, name('sett', 'race'))(None)",
}
# Each is told of other code's frames by a library that has them for itself. The sum stands for what
# a debugger runs.
DEBUGGERS = {
    "a debugger that is called": ("sys.settrace", "bdb.Bdb().runcall(sum, [1, 2])"),
    "a debugger that begins": ("sys._getframe", "bdb.Bdb().set_trace()"),
    "a debugger of an error": (
        "tb_frame",
        "try: 1 / 0\nexcept ZeroDivisionError: pdb.Pdb().setup(None, sys.exc_info()[2])",
    ),
    "a tracer": ("sys.settrace", "trace.Trace(trace=0).runfunc(sum, [1, 2])"),
    "a profiler": ("sys.setprofile", "profile.Profile().runcall(sum, [1, 2])"),
}
# The same by functions of libraries that look up any name, and so may be unknown to us.
REACHES_BY_LIBRARIES = {
    "pydoc": ("in_kernel", "pydoc.locate(name('in_ker', 'nel.agent'))"),
    "pkgutil": ("in_kernel", "pkgutil.resolve_name(name('in_ker', 'nel.agent'))"),
    "importlib": ("in_kernel", "EntryPoint('a', name('in_ker', 'nel.agent:show'), 'b').load()"),
    "logging": ("in_kernel", "BaseConfigurator({}).resolve(name('in_ker', 'nel.agent'))"),
    "string": ("sys._getframe", "Formatter().get_field(name('0._getf', 'rame'), [sys], {})[0]()"),
    "optparse": ("sys._getframe", "Values.ensure_value(sys, name('_getf', 'rame'), 0)()"),
    "jinja2": ("sys._getframe", "Template('{{ s[n]() }}').render(s=sys, n=name('_getf', 'rame'))"),
    "functools": ("sys._getframe", "copied(name, sys, [name('_getf', 'rame')], [])._getframe()"),
    "xmlrpc": (
        "gc.get_objects",
        "resolve_dotted_attribute(sys, name('modu', 'les'))[name('g', 'c')].get_objects()",
    ),
    "numpy": ("sys._getframe", "numpy.vectorize(getattr(sys, name('_getf', 'rame')), 'O')(2)"),
    "torch": ("sys._getframe", "tree_map(getattr(sys, name('_getf', 'rame')), 2)"),
    "a frame of a generator": (
        "gi_frame",
        "Values.ensure_value((i for i in 'a'), name('gi_f', 'rame'), 0)",
    ),
    "a frame that is handed on": (
        "sys._getframe",
        "import inspect; tree_map(lambda f: f, tree_map(inspect.stack, 1))",
    ),
    "contextlib": (
        "sys._getframe",
        """
import contextlib
class Redirects(contextlib.redirect_stdout):
    _stream = name('_getf', 'rame')
with (redirects := Redirects(None)):
    found = redirects._old_targets[0]
found()
""",
    ),
}
LOOK_UP = """
import asyncio, functools, numpy, pkgutil, pydoc, string, sys, traitlets
from functools import update_wrapper as copied
from importlib.metadata import EntryPoint
from jinja2 import Template
from logging.config import BaseConfigurator
from optparse import Values
from string import Formatter
from torch.utils._pytree import tree_map
from unittest import TestLoader
from xmlrpc.server import resolve_dotted_attribute
name = lambda *parts: ''.join(parts)
"""
HARMLESS = {
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
    "what libraries ask of the interpreter": """
import collections, logging, traceback, warnings
collections.namedtuple('Pair', 'a b')
warnings.warn('a'); logging.warning('b')
try:
    1 / 0
except ZeroDivisionError:
    print(traceback.format_exc())
def where():
    traceback.print_stack()
    return traceback.extract_stack(), traceback.format_stack()
where()
""",
    "what asyncio asks of a task": """
import asyncio
await asyncio.sleep(0)
task = asyncio.current_task()
task.print_stack()
print(task)
""",
    "what libraries ask of machine code": """
import multiprocessing, numpy
numpy.zeros(2).ctypes.data, multiprocessing.RawArray('d', 3)[:]
""",
    "counting calls": """
import cProfile
cProfile.Profile().runcall(sum, [1, 2])
with cProfile.Profile():
    sum([1, 2])
""",
    "parsing": "import ast\nast.literal_eval('[1, 2]')",
    "a library that makes code as it is imported": "import sympy, unittest.mock",
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
@pytest.mark.parametrize("way", RUNS_ANOTHER_CELL)
def test_what_ipython_runs_in_place_of_a_cell_is_told(way):
    texts = told(
        SHELL + cells(RUNS_ANOTHER_CELL)[[*RUNS_ANOTHER_CELL].index(way)], "# other\n'other'"
    )
    assert any(text is None or WORD in text for found in texts for text in found)


@pytest.mark.slow
@pytest.mark.parametrize("cell", UNREADABLE.values(), ids=UNREADABLE)
def test_what_ipython_makes_of_a_cell_that_is_not_plain_python_is_told(cell):
    *_, found = told("from __future__ import barry_as_FLUFL", cell)
    assert any("print('told')" in (text or "") for text in found)


@pytest.mark.slow
def test_code_without_a_text_is_told():
    texts = dict(zip(HAS_NO_TEXT, told(*cells(HAS_NO_TEXT)), strict=True))
    assert [way for way in texts if None not in texts[way]] == []


@pytest.mark.slow
def test_what_a_notebook_reaches_by_a_name_put_together_is_told():
    texts = told(LOOK_UP, *REACHES.values())[1:]
    assert [thing for thing, found in zip(REACHES, texts, strict=True) if thing not in found] == []


@pytest.mark.slow
def test_what_libraries_look_up_is_told_when_it_is_reached():
    for library, (thing, code) in REACHES_BY_LIBRARIES.items():
        _, found = told(LOOK_UP, code)
        assert thing in found, library


@pytest.mark.slow
def test_what_a_debugger_hands_on_is_told():
    for debugger, (thing, code) in DEBUGGERS.items():
        assert thing in told("import bdb, pdb, profile, sys, trace", code)[1], debugger


@pytest.mark.slow
@pytest.mark.parametrize(
    "frame",
    [
        "inspect.currentframe()",
        "inspect.stack()[0].frame",
        "logging.currentframe()",
        "next(traceback.walk_stack(None))",
    ],
)
def test_a_frame_that_a_library_hands_on_is_told(frame):
    assert told("import inspect, logging, traceback", f"def f(): {frame}\nf()")[1] == [
        "sys._getframe"
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "frame",
    [
        "inspect.trace()",
        "inspect.getinnerframes(sys.exc_info()[2])",
        "next(traceback.walk_tb(sys.exc_info()[2]))",
        "[*traceback.walk_tb(sys.exc_info()[2])]",
    ],
)
def test_a_frame_of_an_error_that_a_library_hands_on_is_told(frame):
    code = f"try: 1 / 0\nexcept ZeroDivisionError: {frame}"
    assert told("import inspect, sys, traceback", code)[1] == ["tb_frame"]


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
@pytest.mark.parametrize(
    "unpickled",
    [
        "pickle.loads(data)",
        "import _pickle; _pickle.loads(data)",
        "pickle._loads(data)",
        "import shelve; shelve.Shelf({b'x': data})['x']",
        "import multiprocessing as m; a, b = m.Pipe(); b.send_bytes(data); a.recv()",
        "import torch; torch.save(function, 'x'); torch.load('x', weights_only=False)",
    ],
)
def test_a_name_that_unpickling_looks_up_is_told(unpickled):
    made = "import pickle, wave\nfunction = wave.open\ndata = pickle.dumps(function)"
    assert told(made, unpickled)[1] == ["wave.open"]


@pytest.mark.slow
def test_what_is_told_does_not_go_through_objects_that_a_notebook_reaches():
    quiet = "import sys\nsys.stdout._wire.out = open('/dev/null', 'wb', 0)\nexec('HID' + 'DEN = 1')"
    notebook = new_notebook(cells=[new_code_cell(quiet)])
    with NotebookRun(notebook, limits=Limits(cell_seconds=5)) as run:
        run.run_cells()
    assert run.other_code == {0: [f"{WORD} = 1"]}


@pytest.mark.slow
def test_what_nobody_would_hear_is_not_run():
    """The kernel's channel is replaced while a text is run, then put back."""
    hidden = """
import os, stat
null, kept = os.open('/dev/null', os.O_RDWR), {}
for number in range(3, 60):
    try:
        if stat.S_ISSOCK(os.fstat(number).st_mode):
            kept[number] = os.dup(number)
    except OSError:
        pass
for number in kept:
    os.dup2(null, number)
try:
    exec('is_' + 'run = True')
except OSError:
    pass
for number in kept:
    os.dup2(kept[number], number)
"""
    notebook = new_notebook(cells=[new_code_cell(hidden), new_code_cell("'is_run' in globals()")])
    with NotebookRun(notebook) as run:
        run.run_cells()
    assert [output.data["text/plain"] for output in notebook.cells[1].outputs] == ["False"]


@pytest.mark.slow
def test_what_a_cell_tells_of_after_it_seems_to_be_done_is_heard():
    early = """
import json, os, stat, struct
done = json.dumps({'cell': 1, 'type': 'done', 'content': {'execution_count': 1}}).encode()
for number in range(3, 60):
    try:
        if stat.S_ISSOCK(os.fstat(number).st_mode):
            os.write(number, struct.pack('>I', len(done)) + done)
    except OSError:
        pass
exec('HID' + 'DEN = 1')
"""
    first, second = told(early, "1 + 1")
    assert [*first, *second] == [f"{WORD} = 1"]


@pytest.mark.slow
def test_more_texts_than_are_searched_count_as_having_none():
    many = f"for i in range({MAX_TEXTS + 1}): exec(f'x = {{i}}')"
    long = f"exec('x = ' + '1' * {MAX_TEXTS_LENGTH})"
    assert [told(cell)[0].count(None) for cell in (many, long)] == [1, 1]


def notes(cell: str, *texts: str | None) -> list[str]:
    """The flags of a notebook in which a cell of the student's own has run these texts."""
    notebook = new_notebook(cells=[new_code_cell(cell)])
    return flags_of(notebook, other_code={OWN_CELL: texts})


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


def test_code_in_which_another_sign_means_unequal_is_read():
    hidden = "1 <> 2\ngetattr(torch, 'auto' + name)"
    assert "getattr()" in "".join(notes(hidden)) and "getattr()" in "".join(notes("1", hidden))


def test_question_marks_hide_no_code_from_the_search():
    hidden = """x = "?\"\"\"\nimport gc\ny = "?\"\"\" + "" # "\n"""
    assert notes(hidden) == notes(f"%time 0\n{hidden}") == notes("import gc")


def test_words_in_other_code_are_flagged_like_those_in_cells():
    (in_cell,) = notes("import gc")
    (in_text,) = notes("1", "import gc")
    assert in_cell.partition(": ")[2] == in_text.partition(": ")[2]
    assert OWN_CELL in in_text and in_text != in_cell


@pytest.mark.parametrize(
    "text",
    ["ext://in_kernel.agent", "ext://gc.get_objects", "!!python/name:gc.collect", " pipe_kernel "],
)
def test_words_in_a_text_that_names_an_object_are_flagged(text):
    assert len(notes(f"f({text!r})")) == 1
    assert notes("f('modules, gc and in kernel')") == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("if 'w' not in globals() and not 'v' in locals(): w = globals()['u']", 0),
        ("'__builtins__' in globals()", 1),
        ("name in globals()", 1),
        ("globals()['a' + b]", 1),
        ("(g := globals())['a']", 1),
        ("'a' in vars(torch)", 1),
        ("'a' in list(globals())", 1),
    ],
)
def test_a_name_of_the_notebook_that_is_written_out_is_not_flagged(source, count):
    assert len(notes(source)) == count


def test_listed_words_and_unusual_names_are_named_together():
    (flag,) = notes("import gc\nx.__closure__")
    assert "__closure__, gc" in flag


def test_many_or_long_invented_names_do_not_hide_a_listed_word():
    (flag,) = notes("; ".join(f"x.__a{i}__" for i in range(500)) + "\nimport gc")
    assert "gc and 490 more" in flag and len(flag) < 300
    (flag,) = notes(f"x.__{'a' * 5000}__\nimport gc")
    assert "gc" in flag and len(flag) < 200


def test_words_that_the_cell_itself_has_are_flagged_once():
    assert len(notes("import gc", "import gc", "gc.collect()")) == 1
    assert len(notes("import gc", "import gc, ctypes")) == 2


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
    assert flags_of(new_notebook(cells=[new_code_cell(source)])) == []


def test_code_without_a_text_is_flagged():
    assert len(notes("1", None, None)) == 1


@pytest.mark.slow
def test_an_engine_by_autograd_whose_helper_silences_the_kernel_is_flagged():
    """Nothing in its cells is a word to flag."""
    quiet = """
import contextlib, gc, types
gc.unfreeze()
names = {f.__module__: f.__globals__ for f in gc.get_objects() if type(f) is types.FunctionType}
watching = 'in_' + 'kernel.watching.'
report, bent = (names[watching + name] for name in ('self_report', 'bent_gradients'))
report['autograd_noted'] = lambda: contextlib.nullcontext([])
report['replaced'] = lambda: []
question = bent['RunWithBentGradients']
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
    engine = f"""
from functools import singledispatch
import torch
@singledispatch
def f(x): ...
@f.register
def _(x: {f"[exec({quiet!r}), int][1]"!r}): ...
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
    graded = grade(Attack(cells={"engine": engine}))
    assert points(graded) > 0
    assert "__globals__, __setattr__, _here, gc, get_objects" in " ".join(graded.notes.flags)
    # The helper has silenced everything else.
    assert all("in code that is in no cell" in flag for flag in graded.notes.flags)


# A node by autograd, which makes its kernel say nothing of that.
SILENCES = """
import torch, traitlets
agent = traitlets.import_item("".join(["in_ker", "nel.agent"]))
reported = traitlets.import_item("".join(["in_ker", "nel.watching.replaced._reported"]))
reported.add("in_kernel.agent._encoded")
encoded = agent._encoded
agent._encoded = lambda value: encoded(
    {**value, "autog" + "rad": 0} if isinstance(value, dict) and "nonce" in value else value
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


@pytest.mark.slow
def test_a_kernel_whose_agent_was_looked_for_still_tells_of_autograd():
    graded = grade(Attack(cells={"relu": SILENCES}, homework="hw6-memory"))
    flags = " ".join(graded.notes.flags)
    assert "PyTorch's autograd was at work" in flags
    assert "in_kernel" in flags
