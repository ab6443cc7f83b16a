"""Lists every sentence that a student or an instructor can be told, on one page.

The page is made from the code. A text of at least four words is listed if it begins or ends a
sentence, and a shorter one if it holds a whole sentence about what is filled in. Docstrings are not
listed. Other texts are pieces of these sentences, or are read by nobody: patterns, lists of names.
`{...}` marks what is filled in. The id of a text is its module and function.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from autograder.base.paths import PACKAGES

# Who reads them; the first folder or file that fits.
STUDENTS = (
    "course",
    "autograder/repairing",
    "autograder/judge",
    "autograder/notebook/set_up_functions.py",
)
INSTRUCTORS = ("autograder",)
_MIN_WORDS = 4
_WORD = re.compile(r"(?<!\S)[A-Za-z’']{2,}")
_ABOUT_FILLED_IN = re.compile(r"^\{\} [a-z]+ [^.]*[^.\s]\.(?: |$)")
_BEGINS_OR_ENDS = re.compile(r"^[A-Z][a-z’']* |(?<![.(])[.?!][\"'”’`)\]]*(?: |$)|:$")

PAGE = """\
# What people can be told

Every sentence of the checks, the pictures and the commands, by module. `{...}` is filled in; a
piece that is put in there, without a beginning or an end of its own, is not listed. This page is
made by `make messages` from the code: edit a sentence there, not here. The sentences about known
mistakes are in `solutions/bank/`.
"""


def messages_in(path: Path) -> list[tuple[str, str]]:
    """The sentences in a module, each after its id: its function, with a number if that has
    several."""
    by_function: dict[str, list[str]] = defaultdict(list)
    for function, node in _texts(ast.parse(path.read_text(encoding="utf-8"))):
        text = " ".join(_template(node).split())
        with_gaps = re.sub(r"\{.*?\}", "{}", text)
        fixed = with_gaps.replace("{}", "")
        is_part = len(_WORD.findall(fixed)) >= _MIN_WORDS and _BEGINS_OR_ENDS.search(fixed)
        if is_part or _ABOUT_FILLED_IN.search(with_gaps):
            by_function[function or path.stem].append(text)
    return [
        (f"{function}.{number}" if len(texts) > 1 else function, text)
        for function, texts in by_function.items()
        for number, text in enumerate(texts, start=1)
    ]


def messages_page() -> str:
    """All sentences, as Markdown."""
    parts, listed = [PAGE], set()
    for readers, places in (("Students", STUDENTS), ("Instructors and authors", INSTRUCTORS)):
        parts.append(f"## {readers}\n")
        folders = (
            sorted((PACKAGES / place).rglob("*.py")) or [PACKAGES / place] for place in places
        )
        for path in chain.from_iterable(folders):
            if path not in listed and (messages := messages_in(path)):
                parts.append(f"### {path.relative_to(PACKAGES).as_posix()}\n")
                lines = "".join(f"- `{name}` {text}\n" for name, text in messages)
                parts.append(lines.replace("<", "&lt;").replace("|", "\\|"))
            listed.add(path)
    return "\n".join(parts)


def _texts(node: ast.AST, function: str = "") -> Iterator[tuple[str, ast.Constant | ast.JoinedStr]]:
    """The texts below a node that are not docstrings, each with its function."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Expr(value=ast.Constant()):  # a docstring
                pass
            case ast.JoinedStr():
                yield function, child
            case ast.Constant(value=str()):
                yield function, child
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield from _texts(child, child.name.strip("_"))
            case _:
                yield from _texts(child, function)


def _template(node: ast.expr) -> str:
    """A text with `{...}` for what is filled in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_template, node.values))
    if isinstance(node, ast.FormattedValue):
        return f"{{{ast.unparse(node.value)}}}"
    return str(node.value) if isinstance(node, ast.Constant) else ""


if __name__ == "__main__":
    print(messages_page(), end="")
