"""Expressions in matrices, as students type them: `W2.T @ dJ_do`, `lam * W2`, `tanh(z)`.

Python's parser reads them, so they mean what they mean in Python, but nothing is ever passed to
`eval`: an expression is numbers, the names it is given, + - * / @ **, `.T`, and the operations
below.
"""

import ast
import re
import textwrap
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import torch
from torch.nn.functional import softplus

from course.failure import WIDTH

MAX_LENGTH = 300  # characters
MAX_QUOTED = 80
MAX_POWER = 9
MAX_NUMBER = 1e9

Values = Mapping[str, object]


@dataclass(frozen=True)
class Operation:
    """How many inputs an operation takes, and what it makes of their values."""

    inputs: int
    function: Callable[..., torch.Tensor]


OPERATIONS = {
    "Add":          Operation(2, lambda a, b: a + b),
    "Mul":          Operation(2, lambda a, b: a * b),
    "Matmul":       Operation(2, lambda a, b: a @ b),
    "Mean":         Operation(2, lambda a, b: (a + b) / 2),
    "SquaredLoss":  Operation(2, lambda o, y: ((o - y) ** 2).sum() / 2),
    "LogisticLoss": Operation(2, lambda o, y: (softplus(o) - y * o).mean()),
    "Negate":       Operation(1, lambda a: -a),
    "Exp":          Operation(1, lambda a: a.exp()),
    "Log":          Operation(1, lambda a: a.log()),
    "Tanh":         Operation(1, lambda a: a.tanh()),
    "Sigmoid":      Operation(1, lambda a: a.sigmoid()),
    "Square":       Operation(1, lambda a: a**2),
    "SquaredNorm":  Operation(1, lambda a: (a**2).sum()),
    "Sum":          Operation(1, lambda a: a.sum()),
    "RowSums":      Operation(1, lambda a: a.sum(1, keepdim=True)),
    "ColumnSums":   Operation(1, lambda a: a.sum(0, keepdim=True)),
    "Transpose":    Operation(1, lambda a: a.mT),
}  # fmt: skip
_NAMES = {name.lower(): name for name in OPERATIONS}
_SIGNS = {ast.Add: "Add", ast.Mult: "Mul", ast.MatMult: "Matmul"}
_AXES = {
    "(1, True)": "RowSums",
    "(-1, True)": "RowSums",
    "(0, True)": "ColumnSums",
    "(-2, True)": "ColumnSums",
}

_SPELLINGS = {
    "−": "-",
    "–": "-",
    "⊙": "*",
    "×": "*",
    "λ": "lam",
    "lambda": "lam",
    "ᵀ": ".T",
    "⊤": ".T",
    "²": "**2",
}
_PREFIX = re.compile(r"\b(?:torch|math|np)\.")
_TRANSPOSED = re.compile(r"\^\s*\{?\\?(?:top|T)\}?(?!\w)|\.mT\b|\.t\(\)")


class ExpressionError(ValueError):
    """An expression that cannot be read or computed; the message quotes it and says why.

    Attributes:
        seen: which shapes do not fit in which operation; None if it could not be read.
    """

    def __init__(self, message: str, seen: tuple | None = None):
        super().__init__(message)
        self.seen = seen

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows: the sentence alone."""
        return textwrap.wrap(f"Not yet: {self}", WIDTH)


def compute(expression: str | float, values: Values) -> torch.Tensor:
    """The value of an expression, float64, given the values of the names in it.

    Raises:
        ExpressionError: it is no expression, uses another name, or its shapes do not fit.
    """
    names = {name: _float64(value) for name, value in values.items()}
    value = Reader(expression, names, apply_to_tensors, _float64).read()
    if not torch.isfinite(value).all():
        raise ExpressionError(f"`{expression}` has no finite value.")
    return value


def compute_all(table: Mapping[str, str], values: Values) -> dict[str, torch.Tensor]:
    """The values of a table of expressions, each of which may use those before it.

    Raises:
        ExpressionError: one of them cannot be read or computed.
    """
    known = dict(values)
    for name, expression in filled_in(table):
        known[name] = compute(expression, known)
    return {name: known[name] for name in table}


def filled_in(table: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The expressions of a table with their names.

    Raises:
        ExpressionError: one of them is still to be filled in.
    """
    for name, expression in table.items():
        if expression is ...:
            raise ExpressionError(f"the equation of {name} is still to be filled in.")
        yield name, expression


def apply_to_tensors(expression: str, operation: str, *inputs: torch.Tensor, power: int = 0):
    """What an operation makes of tensors.

    Raises:
        ExpressionError: their shapes do not fit.
    """
    if operation == "IntPow":
        return inputs[0] ** power
    try:
        return OPERATIONS[operation].function(*inputs)
    except (RuntimeError, IndexError):
        shapes = [tuple(each.shape) for each in inputs]
        raise ExpressionError(
            f"in `{expression}` the shapes of {operation} do not fit: "
            f"{' and '.join(map(str, shapes))}. {_advice(operation)}",
            (operation, *shapes),
        ) from None


def _advice(operation: str) -> str:
    if operation == "Matmul":
        return (
            "A matrix product needs as many columns on the left as there are rows on the right; "
            "a number times a matrix is written with *."
        )
    if OPERATIONS[operation].inputs == 1:
        return "That is for matrices."
    return "Entry by entry, both need the same shape."


def _float64(value) -> torch.Tensor:
    return torch.as_tensor(value, dtype=torch.float64)


class Reader:
    """Walks through one expression and applies an operation at each step.

    Args:
        expression: what the student wrote.
        names: what each name in it stands for.
        apply: carries out an operation: `apply(expression, operation, *inputs, power=0)`.
        number: makes a number what `apply` takes.
    """

    def __init__(self, expression: object, names: Mapping, apply: Callable, number: Callable):
        self.expression, self.names, self.number = str(expression), names, number
        self._apply = apply
        is_number = isinstance(expression, int | float) and not isinstance(expression, bool)
        if not is_number and not isinstance(expression, str):
            raise ExpressionError('this is no text. Put quotes around it, as in "A @ B".')

    def read(self):
        """What the whole expression comes to."""
        if len(self.expression) > MAX_LENGTH:
            raise ExpressionError(f"An expression has at most {MAX_LENGTH} characters.")
        text = _TRANSPOSED.sub(".T", _PREFIX.sub("", self.expression))
        for spelling, plain in _SPELLINGS.items():
            text = text.replace(spelling, plain)
        text = text.strip().replace("^", "**")
        if not text:
            raise ExpressionError("The expression is empty.")
        if "||" in text or "‖" in text:
            raise self.error("a squared norm is written SquaredNorm(A)")
        try:
            with warnings.catch_warnings(action="ignore"):
                return self.walk(ast.parse(text, mode="eval").body)
        except SyntaxError as error:
            stuck = text[max(0, (error.offset or 1) - 1) :][:20]
            raise self.error(
                f"stuck at `{stuck}`. A matrix product is written A @ B, a product entry by entry "
                "A * B, a transpose A.T"
            ) from None
        except (RecursionError, MemoryError):
            raise self.error("it is too deep") from None
        except ExpressionError:
            raise
        except ValueError:  # a null byte, half a character
            raise self.error("it holds what cannot be printed") from None

    def walk(self, tree: ast.expr):
        """What a part of the expression comes to."""
        match tree:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                if abs(number) > MAX_NUMBER:
                    raise self.error("a number is too large")
                return self.number(number)
            case ast.Name(id=name):
                return self._value_of(name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return self.apply("Negate", inner)
            case ast.UnaryOp(op=ast.UAdd(), operand=inner):
                return self.walk(inner)
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return self.apply("IntPow", left, power=self._power(right))
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self.apply("Add", left, ast.UnaryOp(ast.USub(), right))
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                inverse = ast.BinOp(right, ast.Pow(), ast.UnaryOp(ast.USub(), ast.Constant(1)))
                return self.apply("Mul", left, inverse)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
                return self.apply(_SIGNS[type(sign)], left, right)
            case ast.Attribute(value=inner, attr="T"):
                return self.apply("Transpose", inner)
            case ast.Call(func=ast.Name(id=name), args=inputs, keywords=[]):
                return self._call(name, inputs)
            case ast.Call(func=ast.Attribute(value=inner, attr=name), args=inputs, keywords=more):
                return self._method(inner, name, [*inputs, *(each.value for each in more)])
        raise self.error(f"`{ast.unparse(tree)[:40]}` is not something I can compute")

    def apply(self, operation: str, *inputs: ast.expr, power: int = 0):
        """What an operation makes of parts of the expression."""
        return self._apply(self.expression, operation, *map(self.walk, inputs), power=power)

    def error(self, why: str) -> ExpressionError:
        """That the expression cannot be read."""
        return ExpressionError(f"I cannot read `{self.expression[:MAX_QUOTED]}`: {why}.")

    def _value_of(self, name: str):
        if name in self.names:
            return self.names[name]
        if name.lower() in _NAMES:
            raise self.error(f"`{name}` needs its input in brackets")
        known = ", ".join(self.names)
        raise self.error(f"`{name}` is not a name I know here (known are {known})")

    def _power(self, tree: ast.expr) -> int:
        negative = isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub)
        tree = tree.operand if negative else tree
        whole = isinstance(tree, ast.Constant) and type(tree.value) is int
        if not whole or tree.value > MAX_POWER:
            raise self.error(
                f"a power is a whole number, {MAX_POWER} at most, and stands at the end: tanh(z)**2"
            )
        return -tree.value if negative else tree.value

    def _call(self, name: str, inputs: list[ast.expr]):
        if name.lower() not in _NAMES:
            known = ", ".join(OPERATIONS)
            raise self.error(f"`{name}` is not an operation I know (known are {known})")
        operation = _NAMES[name.lower()]
        wanted = OPERATIONS[operation].inputs
        if len(inputs) != wanted:
            raise self.error(
                f"{operation} takes {wanted} input{'s' * (wanted != 1)}, and there "
                f"{'is' if len(inputs) == 1 else 'are'} {len(inputs)}"
            )
        return self.apply(operation, *inputs)

    def _method(self, inner: ast.expr, name: str, inputs: list[ast.expr]):
        """`A.sum()` and the like; `A.sum(1, keepdim=True)` is RowSums(A)."""
        if name != "sum" or not inputs:
            return self._call(name, [inner, *inputs])
        axis = ast.unparse(ast.Tuple(inputs, ast.Load()))
        if axis in _AXES:
            return self.apply(_AXES[axis], inner)
        raise self.error(
            "the sum of each row, as a column, is RowSums(A), or A.sum(1, keepdim=True)"
        )
