"""What a cell's source defines."""

import ast

import pytest

from autograder.notebook.cell_text import definitions, parsed


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("a = b = c", {"a": 0, "b": 0}),
        ("x = 1\na, b = 1, 2", {"x": 0, "a": 1, "b": 1}),
        ("[a, b] = 1, 2", {"a": 0, "b": 0}),
        ("(a, (b, *c)), *d = values", {"a": 0, "b": 0, "c": 0, "d": 0}),
        ("d[[i for i in r][0]], x.a = values", {}),
        ("a: int = 1\ntable[i] = x.y = 2", {"a": 0}),
        ("@cached\ndef f():\n    g = 1", {"f": 0}),
        ("def f(:\nb = 1", {"f": 0, "b": 1}),
    ],
)
def test_every_name_that_a_statement_binds_at_top_level_is_defined(source, names):
    assert definitions(source) == names


def test_looking_for_names_does_not_change_the_statements_that_are_compared_later():
    source = "(p, q), *r = s"
    before = [*map(ast.dump, parsed(source))]
    definitions(source)
    assert [*map(ast.dump, parsed(source))] == before
