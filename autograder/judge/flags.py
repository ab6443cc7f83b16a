"""What an instructor should look at in a student's source. Never marked down by itself."""

import ast
from collections.abc import Iterator

from nbformat import NotebookNode

from autograder.titles import OWN_CELL, names_of

# Names by which PyTorch, or another library, differentiates in the student's place.
AUTOGRAD = {
    "autograd",
    "enable_grad",
    "functional_call",
    "grad",
    "grad_fn",
    "hessian",
    "jacfwd",
    "jacobian",
    "jacrev",
    "jvp",
    "requires_grad",
    "requires_grad_",
    "retain_grad",
    "vjp",
}
# Names by which code looks at the notebook or the interpreter that runs it.
INSPECTION = {
    "__builtins__",
    "__globals__",
    "__subclasses__",
    "_getframe",
    "agent",
    "ast_transformers",
    "ctypes",
    "display_formatter",
    "displayhook",
    "f_back",
    "get_ipython",
    "get_objects",
    "input_transformers_post",
    "gc",
    "inspect",
    "showtraceback",
    "subprocess",
}


def flags(notebook: NotebookNode) -> list[str]:
    """A sentence for each cell of the student's own that uses what the homework is meant to teach,
    or reaches for the machinery around it."""
    found = []
    names = names_of(notebook.cells)
    for cell in notebook.cells:
        if cell.cell_type != "code" or cell.metadata.get("nbgrader", {}).get("locked"):
            continue
        used = set(_names(cell.source))
        name = names.get(cell.metadata.get("nbgrader", {}).get("grade_id"), OWN_CELL)
        if hits := sorted(used & AUTOGRAD):
            found.append(f"{name}: uses PyTorch's autograd ({', '.join(hits)}).")
        if hits := sorted(used & INSPECTION):
            found.append(f"{name}: reaches into the interpreter ({', '.join(hits)}).")
    return found


def _names(source: str) -> Iterator[str]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Import(names=names):
                yield from (part for alias in names for part in alias.name.split("."))
            case ast.ImportFrom(module=module, names=names):
                yield from (module or "").split(".")
                yield from (alias.name for alias in names)
            case ast.Constant(value=str(text)) if text.isidentifier():
                yield text  # getattr(torch, "autograd")
