"""Which names code uses, and which functions it looks them up with."""

import pytest

from autograder.judge.flags.names_used import NameReader
from tests.helpers.clock import takes_less_than


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("x = y + len(z)", ""),
        ("x.grad", "grad"),
        ("self.grad = 1", ""),  # of a student's own node
        ("self.grad_fn", "grad_fn"),
        ("getattr(a, 'grad')", "grad"),
        ("getattr(a, name)", "getattr()"),
        ("find = getattr", "getattr()"),
        ("a.__getattr__(name)", "__getattr__"),
        ("getattr = 1", ""),
        ("setattr(a, 'grad', 1)", ""),
        ("setattr(a, name, 1)", "setattr()"),
        ("__import__('os.path')", "os path"),
        ("__import__(name)", "__import__()"),
        ("globals()['x']", "x"),
        ("globals()[name]", "globals()"),
        ("'x' in globals()", ""),
        ("name in globals()", "globals()"),
        ("vars(node)", ""),
        ("import m\nvars(m)", "m vars()"),
        ("node.__dict__", ""),
        ("import m\nm.__dict__", "m __dict__"),
        ("vars['x']", ""),  # a variable of this name
        ("import torch as t\nt._refs", "torch _refs torch._refs"),
        ("import torch as t\nt.exp", "torch exp"),
        ("import a.b as t\nt._refs", "a b _refs"),
        ("c = course\nc.Exp", "Exp course.Exp"),
        ("(t := torch._refs).exp", "_refs torch._refs exp"),
        ("c = course\nvars(c)", "vars()"),
        ("c = course(1)\nc.Exp", "Exp"),  # what a function has returned
        ("from torch import _refs", "torch _refs torch._refs"),
        ("from course.graph import Exp as e", "course graph Exp course.graph course.Exp"),
        ("import course.graph as g\ng.Exp", "course graph course.graph Exp course.Exp"),
        ("from course.graph import *\nExp", "course graph * course.graph course.* Exp course.Exp"),
        ("from course import *\nExp", "course * course.*"),
        ("from sympy import *\ndiff", "sympy * diff"),
        ("from math import *\ncosh", "math *"),
        ("def __del__(self): pass", "__del__"),
        ("def forward(self): pass", ""),
        ("f(requires_grad=True)", "requires_grad"),
        ("match x:\n case A(grad=1): pass", "grad"),
        ("get_ipython().run_line_magic('time', 'f x')", "run_line_magic time f x"),
        ("get_ipython().run_line_magic(a, b)", "run_line_magic get_ipython"),
        ("!ls folder", "system ls folder"),
    ],
)
def test_names_are_found_as_code_uses_them(source, names):
    assert NameReader([source]).names_in(source) == (set(names.split()), True)


def test_a_name_may_come_from_what_another_cell_imports():
    cells = ["t._refs", "import torch as t"]
    assert NameReader(cells).names_in(cells[0])[0] == {"_refs", "torch._refs"}
    assert NameReader(cells[:1]).names_in(cells[0])[0] == {"_refs"}


def test_all_words_count_in_what_is_not_python():
    source = "x = (grad  # jvp"
    assert NameReader([source]).names_in(source) == ({"x", "grad", "jvp"}, False)


def test_long_paths_of_attributes_take_no_longer_than_short_ones():
    source = f"a{'.b' * 1400}\n" * 100
    with takes_less_than(5):
        assert NameReader([source]).names_in(source) == ({"b"}, True)
