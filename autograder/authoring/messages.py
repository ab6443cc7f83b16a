"""Every sentence that a student or an instructor can be told, on one page for reading.

The page is made from the code: a text of at least four words is a sentence, unless it is a
docstring or a program; `{...}` marks what is filled in. Its id is its module and function.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.base.paths import PACKAGES

# Who reads them; the first folder or file that fits.
STUDENTS = (
    "course",
    "autograder/repairing",
    "autograder/judge",
    "autograder/notebook/in_notebook.py",
)
INSTRUCTORS = ("autograder",)
_MIN_WORDS = 4
_WORD = re.compile(r"(?<!\S)[A-Za-z’']{2,}")
# Long texts that are not messages: pictures, programs, patterns, tables and lists of names.
_NOT_TOLD = re.compile(r"^<|^\^|^(from|import) \w|\\w|:\d+:|'none';|^[a-z]+(?:,? [a-z]+){40,}")

PAGE = """\
# What people can be told

Every sentence of the checks, the pictures and the commands, by module. `{...}` is filled in. This
page is made by `make messages` from the code: edit a sentence there, not here. The sentences about
known mistakes are in `solutions/bank/`.
"""


@dataclass(frozen=True)
class Message:
    """One sentence, or a few that are told together."""

    id: str  # its function, numbered if that has several
    text: str


def messages_in(path: Path) -> list[Message]:
    """The sentences in a module, in its order."""
    found: list[tuple[str, str]] = []
    for name, node in _texts(ast.parse(path.read_text(encoding="utf-8"))):
        text = " ".join(_template(node).split())
        words = _WORD.findall(re.sub(r"\{.*?\}", "", text))
        if len(words) >= _MIN_WORDS and not _NOT_TOLD.search(text):
            found.append((name or path.stem, text))
    names = [name for name, _ in found]
    return [
        Message(f"{name}.{names[: i + 1].count(name)}" if names.count(name) > 1 else name, text)
        for i, (name, text) in enumerate(found)
    ]


def messages_page() -> str:
    """All sentences, as Markdown."""
    parts, done = [PAGE], set()
    for whom, places in (("Students", STUDENTS), ("Instructors and authors", INSTRUCTORS)):
        parts.append(f"## {whom}\n")
        for path in (each for place in places for each in _modules(PACKAGES / place)):
            if path not in done and (messages := messages_in(path)):
                parts.append(f"### {path.relative_to(PACKAGES).as_posix()}\n")
                parts.append("".join(f"- `{m.id}` {_escaped(m.text)}\n" for m in messages))
            done.add(path)
    return "\n".join(parts)


def _modules(place: Path) -> list[Path]:
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def _texts(node: ast.AST, name: str = "") -> Iterator[tuple[str, ast.expr]]:
    """The texts below a node that are not docstrings, each with its function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.JoinedStr) or (
            isinstance(child, ast.Constant) and isinstance(child.value, str)
        ):
            yield name, child
        inner = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if not isinstance(child, ast.JoinedStr):
            yield from _texts(child, child.name.strip("_") if inner else name)


def _template(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
        for part in node.values
    )


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;").replace("|", "\\|")


if __name__ == "__main__":
    print(messages_page(), end="")
