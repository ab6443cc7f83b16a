"""Makes the code of check cells from the headers of an author's checks.

An author writes

    # %% grade_id="mul-check" points=4 title="2b Mul"
    check_node(Mul, 2.0, -6.0)

and students get

    with check_exercise("2b Mul", points=4):
        check_node(Mul, 2.0, -6.0)

and, at the end of the notebook, a summary of all titles. `marks_of(card)` in a check is replaced by
the marks of the author's choices in `card`, so that nobody reads the right ones by accident. By
hashing all options, one can still find them.
"""

import ast
import contextlib
import json
import re
import textwrap
from collections.abc import Sequence

SUMMARY = "summary"  # the grade_id of the cell at the end
_MARKS = re.compile(r"\bmarks_of\((\w+)\)")


class BadCheck(ValueError):
    """A check that cannot be released; the message says what to change."""


def calls_a_check(source: str) -> bool:
    """Whether a cell calls a function named `check_...`."""
    return any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "").startswith("check_")
        for node in ast.walk(ast.parse(source))
    )


def check_code(source: str, title: str, worth: float | None, before: Sequence[str]) -> str:
    """A check as students get it.

    Args:
        worth: in points or extra credit; None if it gives none.
        before: the solution cells above it, which contain the choices.

    Raises:
        BadCheck: it is empty, cannot be indented, or asks for the marks of what is not a choice.
    """
    points = "" if worth is None else f", points={worth:g}"
    source = _MARKS.sub(lambda match: _marks(_choices(match[1], before), title), source)
    code = f"with check_exercise({_quoted(title)}{points}):\n{textwrap.indent(source, '    ')}"
    body = ast.parse(source).body
    if not body:
        raise BadCheck("the cell has no check in it.")
    block = ast.parse(code).body[0]
    indented = block.body if isinstance(block, ast.With) else []
    if list(map(ast.dump, indented)) != list(map(ast.dump, body)):
        raise BadCheck("checks get indented, so no text in them can span several lines.")
    return code


def summary_code(titles: Sequence[str], by_hand: Sequence[str]) -> str:
    """The cell at the end of a notebook. It lists the exercises, and the numbers of those that a
    person grades."""
    lines = [f"    {_quoted(title)},\n" for title in titles]
    if by_hand:
        lines.append(f"    by_hand={json.dumps(by_hand)},\n")
    return f"show_summary(\n{''.join(lines)})"


def _marks(choices: dict[str, str], title: str) -> str:
    # This loads PyTorch, which few cells need.
    from course.check.paper.multiple_choice import mark_of_option

    lines = "".join(
        f"    {_quoted(question)}: {_quoted(mark_of_option(title, question, option))},\n"
        for question, option in choices.items()
    )
    return f"{{\n{lines}}}"


def _choices(name: str, cells: Sequence[str]) -> dict[str, str]:
    """The author's choices, read from the last solution cell that has them."""
    for cell in reversed(cells):
        for statement in ast.parse(cell).body:
            match statement:
                case ast.Assign([ast.Name(target), *_], ast.Dict()) if target == name:
                    with contextlib.suppress(ValueError):
                        return ast.literal_eval(statement.value)
    raise BadCheck(f"marks_of({name}): no solution cell above has a dictionary {name} of options.")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
