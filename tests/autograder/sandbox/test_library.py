"""What a graded kernel can import of the course."""

import ast
from types import FunctionType

import course
from autograder.base.paths import PACKAGES, homeworks
from autograder.notebook.cells import is_graded_check
from autograder.notebook.source import read_source
from autograder.sandbox.library import library


def test_a_graded_kernel_has_no_function_that_gives_right_answers_to_a_check():
    sources = [c.source for h in homeworks() for c in read_source(h).cells if is_graded_check(c)]
    calls = [n for s in sources for n in ast.walk(ast.parse(s)) if isinstance(n, ast.Call)]
    names = {getattr(call.func, "id", "") for call in calls}
    called = [f for name in names if isinstance(f := getattr(course, name, None), FunctionType)]
    assert {"check_gradients", "refused_by_pytorch"} <= {f.__name__ for f in called}
    # What `values_kept` counts is also shown to students.
    assert [f.__name__ for f in called if _is_left(f.__module__)] == ["values_kept"]


def _is_left(module: str) -> bool:
    place = module.replace(".", "/") + ".py"
    return (library() / place).read_bytes() == (PACKAGES / place).read_bytes()
