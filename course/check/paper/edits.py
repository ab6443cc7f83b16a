"""Finds the single part of a wrong formula that has to be changed to make the formula right.

The sentences do not give away the change.
"""

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from itertools import chain, islice

from course.expressions.expression_error import ExpressionError
from course.expressions.formula import evaluate
from course.expressions.reader import Part, parts_of
from course.expressions.spelling import on_keyboard
from course.expressions.vocabulary import Vocabulary
from course.sentences.words import ORDINALS

_FUNCTIONS = ["exp", "log", "sqrt", "tanh", "sigmoid", "relu"]
_FUNCTIONS += ["softmax", "SquaredNorm", "LayerNorm", "ColumnSums", "RowSums"]  # of matrices
_NUMBERS = ["0", "1", "2", "3", "4", "(1/2)"]
MAX_SAME = 4  # if a piece occurs more often, no message names it
MAX_PARTS_TRIED = 20_000  # parts of all edited formulas together, which are all evaluated
_ONLY = "Only {} is wrong: the rest is right."
_OTHER = "With something else in place of {} it is right."
_BRACKETS = "Only a pair of brackets is missing: {}"

Fits = Callable[[str], bool]  # tells whether a formula is right
# Edits of a formula. For each: what to say if it makes the formula right, where the replaced piece
# begins and ends, and the new text, which is put in brackets.
_Edits = Iterator[tuple[str, int, int, str]]


class Formula:
    """A formula in keyboard characters, and its parts.

    Args:
        text: the formula.
        names: the names that it may use.
    """

    def __init__(self, text: str, names: Collection[str]):
        self.text, self.names = on_keyboard(text), names
        self.parts: list[Part] = []
        with suppress(ExpressionError):  # in keyboard characters it may be too long
            self.parts = parts_of(self.text, Vocabulary(names))

    def of(self, part: Part) -> str:
        """The text of a part, with the brackets around it."""
        return self.text[part.begin : part.end]

    def words(self) -> Iterator[tuple[Part, str]]:
        """The names and numbers, each with its text without brackets."""
        return ((part, self.of(part).strip("( )")) for part in self.parts if not part.inputs)

    def terms(self) -> list[str]:
        """The terms of a sum, each with its sign."""
        terms, parts = [], self.parts[-1:]
        while parts and parts[0].operation in ("Add", "Subtract"):
            first, last = (self.parts[index] for index in parts[0].inputs)
            terms.append(self.text[first.end : last.end].strip())
            parts = [first]
        return [*map(self.of, parts), *reversed(terms)]

    def operations(self) -> Iterator[tuple[Part, str, Part | None, Part | None]]:
        """The operations on one part, or on two parts with a sign between them: the whole, its sign
        or name, and the parts to the left and to the right of the sign."""
        for whole in self.parts:
            match [self.parts[index] for index in whole.inputs]:
                case [left, right] if (sign := self.text[left.end : right.begin].strip()) != ",":
                    yield whole, sign, left, right
                case [right] if sign := self.text[whole.begin : right.begin].strip("( "):
                    closing = self.text[right.end : whole.end].strip(") ")  # of `|x|`
                    yield whole, sign + closing, None, right
                case [left]:
                    yield whole, self.text[left.end : whole.end].strip("() "), left, None

    def naming(self, sentence: str, piece: str, begin: int) -> str:
        """A sentence about the first occurrence of a piece from `begin` on; empty if there are too
        many occurrences."""
        pattern = _bound(piece[:1], "<") + re.escape(piece) + _bound(piece[-1:])
        same = re.finditer(pattern, self.text)
        places = [match.start() for match in same]
        if len(places) > MAX_SAME:
            return ""
        which = sum(place < begin for place in places)
        return sentence.format(
            f"the {ORDINALS[which]} `{piece}`" if len(places) > 1 else f"`{piece}`"
        )


def _bound(end: str, side: str = "") -> str:
    """A pattern that excludes a neighbour with which a piece that begins or ends with this
    character would be part of a longer name or number. The `4` and the `x` of `4x` are separate
    pieces."""
    if side == "<":
        longer = r"[\w.]" if end.isdigit() else r"[^\W\d]"
    else:
        longer = r"[\d.]" if end.isdigit() else r"\w"
    return f"(?{side}!{longer})" if end.isidentifier() or end.isdigit() else ""


def brackets_missing(formula: Formula, fits: Fits, *, at_signs: bool = True) -> str:
    """A sentence saying that a formula lacks only a pair of brackets; empty if that is not the
    case.

    Args:
        at_signs: whether the brackets may also enclose an operand of a sign such as `*`, not only
            an exponent or the input of a function.
    """
    return _first_that_fits(formula, _with_brackets(formula, at_signs), fits)


def one_part_off(formula: Formula, fits: Fits) -> str:
    """A sentence saying which single name, number, function or longer part of a formula is wrong;
    empty if a change of one is not enough."""
    names = [word for part, word in formula.words() if part.name]
    names += [sign for _, sign, left, _ in formula.operations() if not left and sign.isidentifier()]
    # Naming the only word would give the answer away; among numbers alone, changing any may fit.
    if not names or len(names) + sum(not part.name for part, _ in formula.words()) < 2:
        return ""
    edits = chain(_without_a_part(formula), _with_something_else(formula))
    return _first_that_fits(formula, edits, fits)


def _first_that_fits(formula: Formula, edits: _Edits, fits: Fits) -> str:
    """The sentence for the first edit that makes a formula right; empty if there is none."""
    for says, begin, end, instead in islice(edits, MAX_PARTS_TRIED // max(1, len(formula.parts))):
        if says and fits(f"{formula.text[:begin]}({instead}){formula.text[end:]}"):
            return says
    return ""


def _with_brackets(formula: Formula, at_signs: bool) -> _Edits:
    """Edits that add brackets, starting after a sign or a function or ending before one."""
    parts = formula.parts
    tried: set[tuple[int, int]] = set()
    for _, sign, left, right in formula.operations():
        after = formula.of(right) if right else ""
        if sign.endswith(("^", "**")):
            says = f"so far, the exponent is {after}. `^{after}` is read first."
        elif sign.isidentifier():
            says = f"`{sign} {after}` is read first, as `{sign}({after})`."
        elif at_signs and sign not in ("+", "-"):  # a wrong sign is more likely there
            says = f"to what should `{sign or after}` apply?"
        else:
            continue
        pairs = [(right.begin, part.end) for part in parts if part.end > right.end] if right else []
        if left:
            pairs += [(part.begin, left.end) for part in parts if part.begin < left.begin]
        for begin, end in pairs:
            if (begin, end) in tried:
                continue
            tried.add((begin, end))
            piece = formula.text[begin:end]
            if sign.endswith(("^", "**")) and _is_fraction_0_or_1(piece):
                continue  # nobody means the exponent 2/2, but 2-1 may come from a derivative
            is_whole = Formula(piece, formula.names).parts  # unlike `a) * (b` of `(a) * (b)`
            yield _BRACKETS.format(says) if is_whole else "", begin, end, piece


def _is_fraction_0_or_1(piece: str) -> bool:
    """Whether a piece of a formula is a fraction of numbers with the value 0 or 1."""
    if "/" not in piece:
        return False
    with suppress(ExpressionError):
        return evaluate(piece, {}) in (0, 1)
    return False


def _without_a_part(formula: Formula) -> _Edits:
    """Edits that remove a function, or one of two parts and the sign between them. Long pieces come
    first: if a factor `(1 - h^2)` does not belong there, removing only `- h^2` also makes the
    formula right."""
    text = formula.text
    edits = []
    for whole, sign, left, right in formula.operations():
        if left and right:
            term = sign if sign in ("+", "-") else ""
            before = text[left.begin : left.end if term else right.begin].strip()
            edits.append((before, formula.of(left), left.begin, whole, term + formula.of(right)))
            after = text[left.end : right.end].strip()
            edits.append((after, formula.of(right), right.begin, whole, formula.of(left)))
        elif only := left or right:
            begin = left.end if left else whole.begin
            edits.append((sign, sign, begin, whole, formula.of(only)))
    for piece, word, begin, whole, rest in sorted(edits, key=lambda edit: -len(edit[0])):
        shown = piece if text.count(piece) == 1 else word
        yield formula.naming(_ONLY, shown, begin), whole.begin, whole.end, rest


def _with_something_else(formula: Formula) -> _Edits:
    """Edits that replace a function, name or number with another one, or exchange + and -."""
    for whole, sign, left, right in formula.operations():
        if left and right and sign in ("+", "-"):
            says = formula.naming(_ONLY, sign, left.end)
            other = f"{formula.of(left)} {'-' if sign == '+' else '+'} {formula.of(right)}"
            yield says, whole.begin, whole.end, other
    for whole, sign, _, right in formula.operations():
        if right and sign.isidentifier():
            says = formula.naming(_OTHER, sign, whole.begin)
            for function in _FUNCTIONS:
                yield says, whole.begin, whole.end, f"{function}({formula.of(right)})"
    for part, word in formula.words():
        says = formula.naming(_OTHER, word, part.begin)
        for other in [*formula.names, *(["1", "0"] if part.name else _NUMBERS)]:
            yield says, part.begin, part.end, other
