"""What is read from the source of a cell."""

import ast

from autograder.notebook.cell_text import parsed


def test_a_text_is_parsed_again_if_threads_disturbed_each_other(monkeypatch):
    parse, tries = ast.parse, []

    def disturbed(source, *others):
        tries.append(source)
        if len(tries) == 1:
            raise SystemError("AST constructor recursion depth mismatch (before=54, after=50)")
        return parse(source, *others)

    monkeypatch.setattr(ast, "parse", disturbed)
    (statement,) = parsed("only_here = 1")
    assert isinstance(statement, ast.Assign)
