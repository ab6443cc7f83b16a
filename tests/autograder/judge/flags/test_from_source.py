"""Words and names that are flagged, wherever they are written, and ordinary ones that are not."""

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from autograder.judge.flags.from_source import flags_in_source
from tests.helpers.clock import takes_less_than


def _answer(source: str, *outputs: NotebookNode) -> NotebookNode:
    """A cell that a student has filled in."""
    filled_in = {"nbgrader": {"grade_id": "answer", "solution": True}}
    return new_code_cell(source, outputs=list(outputs), metadata=filled_in)


def _flags(source: str, *outputs: NotebookNode) -> str:
    return " ".join(flags_in_source(new_notebook(cells=[_answer(source, *outputs)])))


def _flags_in(*sources: str) -> str:
    return " ".join(flags_in_source(new_notebook(cells=[_answer(source) for source in sources])))


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
        "from torch.func import *\nglobals()['grad']",
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
def test_a_name_put_together_from_parts_is_flagged(joined):
    assert "names that are not written in it (getattr())" in _flags(f"getattr(torch, {joined})")


@pytest.mark.parametrize(
    "source",
    [
        "from course.operations import result_of",
        "from course import operations",
        "import course.operations as o",
        "course.operations.result_of",
        "course.homework.by_pytorch.result_of(1)",
        "getattr(course.homework, 'by_pytorch').result_of(1)",
        "getattr(getattr(course, 'homework'), 'result_of')",
        "__import__('course.homework.by_pytorch').homework.by_pytorch.result_of(1)",
        "course.right_results.results_as_held",
        "from course.questions import RunEngine",
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
        "setattr(x, 'a' + 'b', 1)",
        "__import__('course.' + 'operations')",
        "vars(torch)['a']",
        "vars = vars\nvars(torch)['a']",
        "import sys\nsys.modules[name]",
        "from importlib import import_module as f",
        "__import__(name)",
        "torch.__dict__[name]",
        "torch.__getattr__(name)",
        "from operator import attrgetter",
        "f.Python.getattr(torch, name)",
        "class Of:\n    __match_args__ = ('a',)",
        "class Of(Node):\n    a: int\nmatch x:\n    case Of(b): pass",
        "match x:\n    case torch.Tensor(b): pass",
    ],
)
def test_a_name_made_at_run_time_is_flagged(source):
    assert "names that are not written" in _flags(source)


def test_names_written_out_are_not_flagged():
    assert _flags("getattr(x, 'shape', None); setattr(x, 'ab', 1); __import__('math')") == ""
    assert _flags("vars = {'x': 1}\nvars['x']; re.compile('a'); model.eval(); x.compile") == ""
    assert _flags("import importlib, course\nimportlib.reload(course)") == ""
    assert _flags("from functools import wraps\n@wraps(f)\ndef g(): return f()") == ""
    assert _flags("import functools\n@functools.wraps(wrapped=f)\ndef g(): return f()") == ""
    assert _flags("wraps = 3\nprint(wraps)") == ""
    assert _flags("match x:\n    case float(y) | Node(result=y): pass") == ""
    assert _flags("import functools, logging\nfunctools.update_wrapper(g, f)") == ""
    assert _flags("%timeit f(x)\nfrom timeit import default_timer as now\nnow()") == ""
    assert _flags("np.load('a.npy'); sympy.Symbol('x'); import code; code.attribute") == ""


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("print.__self__", "__self__"),
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
    "source",
    [
        "kinds = ['modules', 'subject', 'inspect', 'grad']",
        "history['grad'].append(x)",
        "axis.plot(x, label='W.grad')",
        "open('subject.csv')",
        "hasattr(node, 'grad')",
        "f(mock=True, grad=2)",
        "email.subject",
    ],
)
def test_a_word_that_means_nothing_to_python_is_not_flagged(source):
    assert _flags(source) == ""


@pytest.mark.parametrize(
    "source",
    [
        "print(vars(node))",
        "for name, value in vars(node).items(): print(name, value)",
        "def __repr__(self): return f'{vars(self)}'",
        "self.__dict__.update(result=1)",
    ],
)
def test_showing_what_is_in_a_node_is_not_flagged(source):
    assert _flags(source) == ""


@pytest.mark.parametrize(
    "source", ["vars(torch)", "import torch.func as f\nf.__dict__", "vars(torch.func)", "vars()"]
)
def test_showing_what_is_in_a_module_is_flagged(source):
    assert "names that are not written" in _flags(source)


def test_reading_the_source_of_a_function_is_not_flagged():
    assert (
        _flags("import inspect\nprint(inspect.getsource(Exp.forward), inspect.signature(f))") == ""
    )
    assert "getmembers" in _flags("import inspect\ninspect.getmembers(torch.func)")


def test_collecting_garbage_is_not_flagged():
    assert _flags("import gc\ngc.collect()") == ""


def test_all_names_of_a_module_of_formulas_flag_no_variable():
    assert _flags("from math import *\nfrom numpy import *\ngrad = cosh(1)\nprint(grad)") == ""


def test_asking_whether_a_module_is_loaded_is_not_flagged():
    assert _flags("import sys\non_colab = 'google.colab' in sys.modules") == ""
    assert "(modules)" in _flags("import sys\nsys.modules['torch']")
    assert "(modules)" in _flags("import sys\n'torch' in sys.modules.values()")


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("import sys\nsys.setprofile(f)", "setprofile"),
        ("frame.f_locals['o']", "f_locals"),
        ("match torch:\n    case object(autograd=a): pass", "autograd"),
        ("from torch.overrides import TorchFunctionMode as M", "TorchFunctionMode"),
        ("from torch.func import vjp as f", "vjp"),
        ("from torch import _C as c", "_C"),
        ("from IPython.core.interactiveshell import InteractiveShell", "InteractiveShell"),
        ("import linecache as l", "linecache"),
        ("import marshal as m", "marshal"),
        ("from string import Formatter\nlook = Formatter().get_field", "get_field"),
        ("import pkgutil\nlook = pkgutil.resolve_name", "resolve_name"),
    ],
)
def test_words_for_listening_to_other_code_are_flagged(source, word):
    assert word in _flags(source)


@pytest.mark.parametrize(
    ("sources", "word"),
    [
        (["from torch._functorch.aot_autograd import aot_export_joint_simple"], "_functorch"),
        (["import torch.nn.utils._expanded_weights.expanded_weights_impl"], "_expanded_weights"),
        (["import torch as t", "t.nn.utils._expanded_weights.CallFor"], "_expanded_weights"),
        (["from torch import fx", "x = fx._lazy_graph_module"], "_lazy_graph_module"),
        (["getattr(torch, '_refs').tanh(x)"], "_refs"),
    ],
)
def test_a_private_part_of_pytorch_is_flagged(sources, word):
    assert f"private parts of PyTorch ({word})" in _flags_in(*sources)


def test_private_names_of_other_things_are_not_flagged():
    assert _flags("self._rows = x._rows; np._NoValue; _x = torch.__version__") == ""


def test_words_in_sentences_and_own_names_are_not_flagged():
    assert _flags("from course import Leaf\noperations = results_of = []") == ""
    assert _flags("signal = 1\nsignal.real; '0.5'; '1.2.3'; '0.25 of the grad'") == ""
    assert _flags("from scipy import signal\nsignal.convolve(x, y); getattr(x, 'signal')") == ""
    assert _flags("value_of = len\nOPERATIONS = {}\nfrom course.graph import Leaf, Exp") == ""
    assert _flags("f'grad {x}'; 'grad ' + 'of a'; f'gr{x}ad'; 'gc, ' + y; f'{x}.gradient'") == ""
    assert _flags("print('grad:', x); f'grad={x}'; 'x.grad:\\n'; f'{x}.grad='; 'jacobian='") == ""
    assert _flags("print('grad', x); print('modules'); plt.title('grad')") == ""
    assert _flags("def backward(self):\n    self.grad = self.modules = self._C = 0") == ""
    assert "jit" in _flags("torch.jit.CompilationUnit('def f(g, y): ...')")


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
        ("import gc\ngc = gc\ngc.get_objects()", "get_objects"),
        ("from torch.autograd import grad\ngrad = grad", "autograd"),
        ("grad = torch.autograd.grad", "grad"),
        ("grad = x\ngrad.grad", "grad"),
        ("func = torch = x\ntorch.func.jvp(f)", "jvp"),
        ("def f(get_ipython): pass\nget_ipython()", "get_ipython"),
        ("def f(vars): pass\nvars(torch)", "vars"),
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
        (["from sys import *", "def f(modules=0): pass\nm = modules"], "modules"),
        (["from torch import *", "if 0: enable_grad = 1\nwith enable_grad(): pass"], "enable_grad"),
    ],
)
def test_a_listed_word_that_cells_import_is_flagged_although_a_variable_has_its_name(sources, word):
    assert word in _flags_in(*sources)


@pytest.mark.parametrize("source", ['x = %"""a', '=%"""', "def f(:\n    return 5 % 3"])
def test_a_cell_that_ipython_cannot_read_is_searched_for_words(source):
    assert "autograd" in _flags_in("a = 1", f"{source}\nautograd")


def test_a_cell_that_a_student_adds_may_compare_with_autograd_and_nothing_else_that_is_listed():
    def flags_of_own(source):
        return " ".join(flags_in_source(new_notebook(cells=[new_code_cell(source)])))

    assert flags_of_own("x.requires_grad_()\ntorch.autograd.grad(y, x)\nprint(x.grad)") == ""
    assert "run_backward" in flags_of_own("torch.autograd.Variable.run_backward(y)")
    assert "get_objects" in flags_of_own("import gc\ngc.get_objects(x.grad)")


def test_many_names_beside_many_imports_take_little_time():
    imports = [f"import {', '.join(f'a{i}x{j}' for j in range(500))}" for i in range(40)]
    with takes_less_than(3):
        assert _flags_in(*imports, "x;" * 20_000) == ""


def test_a_sentence_stays_short_however_many_and_long_the_names_in_a_cell_are():
    (flag,) = flags_in_source(
        new_notebook(cells=[_answer("\n".join(f"torch._{i}{'a' * 500}" for i in range(3000)))])
    )
    assert "private parts of PyTorch" in flag and "2980 more" in flag
    assert len(flag) < 3000


def test_a_magic_alone_is_not_flagged():
    assert _flags("%matplotlib inline\nx = 1\n!ls") == ""


def test_a_cell_that_is_more_than_python_is_listed_and_searched():
    assert "could not be read as Python" in _flags("x = (\ntorch.autograd")
    assert "autograd" in _flags("x = (\ntorch.autograd")


def test_a_cell_that_could_not_be_run_is_not_listed():
    error = NotebookNode(output_type="error", ename="SyntaxError", evalue="", traceback=[])
    assert _flags("x = (\n", error) == ""
