"""Reads an expression into parts, in an order in which they can be computed one by one.

    2 x^2 + 1/2     -log 2     e^-x     W2.T @ (o - y)     tanh(z)²     O(n b d²)     A ⊙ B

An expression consists of numbers, known names, functions, brackets, and these signs, from the
loosest to the tightest; powers are read from the right, all others from the left:

    a + b   a - b
    a * b   a / b   a @ b   a b
    -a   +a
    a ^ b
    a.T   a.sum()   f(a, b)   f a

The parts are in topological order, as in a computation graph, and `interpreter` computes them.
Nothing is ever passed to Python's `eval`.
"""

import keyword
import math
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from course.expressions.cursor import Cursor
from course.expressions.expression_error import ExpressionError
from course.expressions.spelling import FRACTION, tokens_of, without_comments
from course.expressions.vocabulary import Vocabulary
from course.operations import OPERATIONS
from course.sentences.words import plural, verb
from course.values.as_text import as_typed

MAX_LENGTH = 300  # characters
MAX_EXPRESSION_DEPTH = 40  # nested brackets, signs or powers


class _Sign(NamedTuple):
    """A sign between two parts."""

    tightness: int  # how tightly it binds
    operation: str


_BETWEEN = {
    "+": _Sign(1, "Add"),
    "-": _Sign(1, "Subtract"),
    "*": _Sign(2, "Mul"),
    "/": _Sign(2, "Divide"),
    "@": _Sign(2, "Matmul"),
    "": _Sign(2, "Beside"),  # no sign at all
}
_ENTRY = re.compile(r"(\w+)\[\s*-?\d+\s*\]")
_AXIS = re.compile(r"(?:(?:dim|axis)=)?([0-9]),(?:keepdims?=)?True\)")


@dataclass(frozen=True)
class Part:
    """A number, a name, or an operation on parts that come before it."""

    # "number", "name", a row of `OPERATIONS`, or one of Subtract, Divide, Beside (two parts with no
    # sign between them), Power, Max and Order.
    operation: str
    inputs: tuple[int, ...]  # the indices of the parts it is computed from
    place: int  # the place in the text where the last token read for it begins
    number: float = 0.0  # the value, if the part is a number
    name: str = ""  # the name, if the part is a name
    # Where the part's text begins and ends, including brackets around it.
    begin: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


def parts_of(text: str, vocabulary: Vocabulary) -> list[Part]:
    """The parts of an expression in topological order; the last one is the whole expression. New
    names are added to the vocabulary, if it takes any.

    Raises:
        ExpressionError: it cannot be read.
    """
    return _Parser(text, vocabulary).parse()


class _Parser(Cursor):
    """Parses the tokens of one expression by recursive descent. Methods return the index of a
    part."""

    def __init__(self, text: str, vocabulary: Vocabulary):
        if len(text) > MAX_LENGTH:
            raise ExpressionError(f"An expression has at most {MAX_LENGTH} characters.")
        tokens = [
            token._replace(text=word)
            for token in tokens_of(text)
            for word in (vocabulary.words(token.text) if token.kind == "name" else [token.text])
        ]
        super().__init__(without_comments(text), tokens)
        self.known, self.depth = vocabulary, 0
        self.parts: list[Part] = []

    def parse(self) -> list[Part]:
        """Parses the whole text, and returns its parts."""
        if not self.tokens:
            raise ExpressionError("The expression is empty.")
        if ".." in self.text or "…" in self.text:
            raise self.error("dots do not say which terms are meant: write a formula without them")
        if re.search(r"(\\sum|[Σ∑])\s*_", self.text):
            raise self.error("write a formula without a sum sign")
        named, sign, formula = self.text.partition("=")  # which may also precede an option
        is_whole = named.count("(") == named.count(")") and re.match(r"\s*[^\s=]", formula)
        is_equation = re.match(r"[\s(+-]*\d.*[^\W\d]", named)  # as in 4 x - 2 = 0
        is_named = not (named.endswith(("<", ">", "!")) or is_equation)
        if sign and is_whole and is_named:
            left_out = as_typed(f"{named}=")
            raise self.error(f"leave out `{left_out}`, and write only what follows it")
        if re.search(r"\\sqrt\s*\[", self.text):
            raise self.error("a root with an index is written as a power, as in x^(1/3)")
        for entry in _ENTRY.finditer(self.text):
            if entry[1] in self.known.names or not self.known.function(entry[1]):
                raise self.error(f"a single entry cannot be picked out, as in `{entry[0]}`")
        self.expression()
        if self.next is not None:
            raise self.unexpected()
        return self.parts

    def part(self, operation: str, *inputs: int, number: float = 0.0, name: str = "") -> int:
        """Adds a part that begins with its first input and ends with the token read last. Returns
        its index."""
        last = self.tokens[self.position - 1]
        begin = self.parts[inputs[0]].begin if inputs else last.place
        self.parts.append(Part(operation, inputs, last.place, number, name, begin, last.end))
        return len(self.parts) - 1

    def stretched(self, index: int, first: int) -> int:
        """Stretches the text of a part from token `first` to the token read last. Returns the
        part's index."""
        begin, end = self.tokens[first].place, self.tokens[self.position - 1].end
        self.parts[index] = replace(self.parts[index], begin=begin, end=end)
        return index

    # The grammar, from the loosest binding to the tightest

    def expression(self, binds: int = 0) -> int:
        """Parts with signs between them that bind more tightly than `binds`."""
        left = self.signed()
        while True:
            is_beside = self.is_kind("name") or self.next in ("(", "⟨")  # 2 x, but not 2 3
            token = "" if is_beside else self.next
            if token not in _BETWEEN or _BETWEEN[token].tightness <= binds:
                return left
            sign = _BETWEEN[token]
            if is_beside:
                right = self.power()
            else:
                self.position += 1
                right = self.expression(sign.tightness)
            left = self.part(sign.operation, left, right)

    def signed(self) -> int:
        """A power after any number of signs."""
        self.depth += 1
        if self.depth > MAX_EXPRESSION_DEPTH:
            raise self.error("too many brackets or signs are inside each other")
        first = self.position
        if self.take("-"):
            index = self.stretched(self.part("Negate", self.signed()), first)
        else:
            index = self.signed() if self.take("+") else self.power()
        self.depth -= 1
        return index

    def power(self) -> int:
        """A part, raised to a power if a ^ follows."""
        base = self.with_methods()
        return self.part("Power", base, self.signed()) if self.take("^") else base

    def with_methods(self) -> int:
        """A part followed by any number of `.T` or method calls."""
        first = self.position
        index = self.stretched(self.atom(), first)
        while sign := self.take(".T", "."):
            index = self.part("Transpose", index) if sign == ".T" else self.method(index)
        return index

    def method(self, owner: int) -> int:
        """A function that is written after its input, as in `A.tanh()`."""
        name = self.take_kind("name")
        if self.next != "(":
            raise self.error(f"`.{name}` is not something I can compute")
        if self.known.function(name) == "Mean":  # Mean takes two values and no axis
            raise self.error(f"`.{name}` is not something I can compute; Mean(a, b) is (a + b)/2")
        return self.call(name, owner)

    def atom(self) -> int:
        """A number, a name, a function with its inputs, or an expression in brackets or bars."""
        if self.is_kind("number"):
            return self.part("number", number=float(self.take_kind("number")))
        if self.next == "(":
            return self.in_brackets()
        if self.take("⟨"):
            inside = self.expression()
            self.close("⟩")
            return self.part("Abs", inside)
        if self.take(FRACTION):
            return self.part("Divide", self.part_of_fraction(), self.part_of_fraction())
        return self.named(self.take_kind("name"))

    def part_of_fraction(self) -> int:
        """An expression in brackets, or a single character, as in LaTeX."""
        if self.next is None:
            raise self.unexpected()
        if self.next != "(" and len(self.next) > 1:
            raise self.error("write a fraction as a/b, or as \\frac{a}{b}")
        return self.atom()

    def in_brackets(self) -> int:
        """An expression in brackets, which count as part of its text."""
        first = self.position
        if not self.take("("):
            raise self.unexpected()
        inside = self.expression()
        self.close(")")
        return self.stretched(inside, first)

    def named(self, word: str) -> int:
        """The part for a word: a name, a number, or a function with its inputs."""
        is_new_name = self.known.takes_new_names and word in self.known.names
        if word == "e" and not is_new_name and self.take("^"):
            return self.part("Exp", self.signed())
        if word in self.known.names:
            return self.part("name", name=word)
        if word == "e":
            return self.part("number", number=math.e)
        texts = [token.text for token in self.tokens]
        # In x(x + 1), x is not a function; in f(x), f is.
        is_elsewhere = any(a == word and b != "(" for a, b in pairwise([*texts, ""]))
        is_called = self.next == "(" and not is_elsewhere
        is_new = self.known.takes_new_names and not keyword.iskeyword(word) and word[0] != "_"
        if self.known.function(word) and (is_called or len(word) > 1 or not is_new):
            return self.call(word)
        if is_called or not is_new:
            raise self.unknown(word, is_called)
        self.known.names[word] = None
        return self.part("name", name=word)

    def call(self, word: str, *inputs: int) -> int:
        """A function of the inputs that follow its name and, for a method, of the one that precedes
        it. tanh(x)^2 is a square, but log 2^3 is log(8)."""
        operation = self.known.function(word)
        if not operation:
            raise self.unknown(word, True)
        if self.next == "^":
            raise self.error(f"write the power of a function at the end: {word}(x)^2")
        all_inputs = [*inputs]
        if self.next and self.next in ")⟩,*/@":
            typed = self.typed(self.position - 1)
            why = f"`{typed}` is a function here: write of what, as in {typed}(...)"
            names = "" if self.known.takes_new_names else self.known.names_in_brackets
            raise self.error(f"{why}, or a name{names}" if names else why)
        if not self.take("("):
            all_inputs = [self.signed()]
        elif not (inputs and self.take(")")):  # a method may have no further input, as in A.sum()
            while True:
                if all_inputs and operation == "Matsum":
                    return self.part(self.sum_along_axis(), *all_inputs)
                all_inputs.append(self.expression())
                if not self.take(","):
                    break
            self.close(")")
        self.refuse_number_of_inputs(word, operation, len(all_inputs))
        return self.part(operation, *all_inputs)

    def refuse_number_of_inputs(self, word: str, operation: str, count: int) -> None:
        """Raises an error if a function has more or fewer inputs than it takes."""
        row = OPERATIONS.get(operation)
        wanted = row.arity if row else 1
        if count != wanted and operation != "Max":
            inputs, are = plural(wanted, "input"), verb(count, "are")
            of_two = "; Mean(a, b) is (a + b)/2" if operation == "Mean" else ""
            raise self.error(f"{word} takes {wanted} {inputs}, and there {are} {count}{of_two}")

    def sum_along_axis(self) -> str:
        """The operation meant by the rest of a call such as `A.sum(1, keepdim=True)`."""
        if self.next in self.known.names or not any(
            part.operation == "name" for part in self.parts
        ):
            raise self.error("values are added with +")
        rest = [token.text for token in self.tokens[self.position :]]
        end = rest.index(")") + 1 if ")" in rest else len(rest)
        axis = _AXIS.fullmatch("".join(rest[:end]).replace("-1", "1").replace("-2", "0"))
        operation = axis and self.known.functions.get(f"sum({axis[1]})")
        if not operation:
            raise self.error(
                "the sums of columns, as a row, are ColumnSums(A) or A.sum(0, keepdim=True), and "
                "those of rows, as a column, RowSums(A) or A.sum(1, keepdim=True)"
            )
        self.position += end
        return operation

    def unknown(self, word: str, is_called: bool) -> ExpressionError:
        """The error for the token read last, a word that has no meaning here."""
        self.position -= 1
        text = self.text[self.tokens[self.position].place :]
        quotient = re.match(r"(d\w+)\s*/\s*(d\w+)", text)
        if quotient and (name := "_".join(quotient.groups())) in self.known.names:
            return self.error(f"`{quotient[0]}` is written {name}")
        typed = self.typed(self.position).removeprefix("\\")  # perhaps λ, which is read as lam
        return self.error(self.known.why_unknown(typed if word == "lam" else word, is_called))
