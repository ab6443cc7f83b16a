"""Reads expressions in many spellings: `n·b·d²`, `$n \\cdot b \\cdot d^{2}$`, `|z_3|`, `Bᵀ`.

A text becomes tokens in keyboard characters, each with its place in the text.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

# Other spellings of signs and names. Internally, |x| becomes `⟨x⟩`.
_SPELLINGS = {
    **dict.fromkeys("−–", "-"),
    **dict.fromkeys(("·", "×", "⋅", "∙", "⊙", "\\odot", "\\cdot", "\\times"), "*"),
    **dict.fromkeys("{[", "("),
    **dict.fromkeys("}]", ")"),
    **dict.fromkeys(("\\left", "\\right"), ""),
    **dict.fromkeys(("λ", "lambda", "\\lambda"), "lam"),
    **dict.fromkeys(("σ", "\\sigma"), "sigmoid"),
    **dict.fromkeys(("÷", "\\div"), "/"),
    "**": "^",
    **dict.fromkeys(("‖", "\\|", "\\lVert", "\\rVert", "\\Vert"), "|"),
    **{sign: repr(unicodedata.numeric(sign)) for sign in "½¼¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"},
    "√": "sqrt",
    "𝒪": "O",
}
FRACTION = "\\frac"  # LaTeX's; numerator and denominator follow, in brackets or as one character
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹ˣⁿ", "-0123456789xn")
_SUBSCRIPT = re.compile(r"_\{(\w+)\}")  # in LaTeX
_PARTIAL = r"(?:\\partial\s*|∂)(\w+)\s*"
_GRADIENT = re.compile(  # as written in calculus
    rf"\\[dt]?frac\s*\{{\s*{_PARTIAL}\}}\s*\{{\s*{_PARTIAL}\}}|{_PARTIAL}/\s*{_PARTIAL}"
)
_BARS = re.compile(r"(?<!\\)\|([^|]+)(?<!\\)\|")
_BARRED = str.maketrans("⟨⟩", "||")
_COMMENT = re.compile(r"#.*")
# What may end a formula because it ends a sentence or a line of code.
_FULL_STOP = re.compile(r"(?:(?<=[^\s\d.])|(\.\d+))\.$|;$")
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<transposed> \^\s*\{?\\?(?:top|T)\}?(?!\w) | \.m?T\b | \.t\(\) | [ᵀ⊤] )
    | (?P<order>      \\(?:mathcal|mathrm|mathbf|text|operatorname) (?:\s*\{\s*O\s*\} | \s+O\b) )
    | (?P<fraction>   \\[dt]?frac(?![^\W\d_]) )
    | (?P<nothing>    (?:math|torch|np)\.(?!mean\b) | \\[,;:!] | \\(?![A-Za-z|]) | \$ )
    | (?P<power>      [⁻⁰¹²³⁴-⁹ˣⁿ]+ )
    | (?P<number>     \d+(?:\.(?!\.|m?T\b)\d*)?(?:[eE][-+]?\d+)? | \.\d+ | [½¼¾⅐-⅞] )
    | (?P<name>       √ | \\?[^\W\d⁰¹²³⁴-⁹ˣⁿ½¼¾⅐-⅞ᵀ](?:(?![⁰¹²³⁴-⁹ˣⁿ½¼¾⅐-⅞ᵀ])\w)* )
    | (?P<sign>       \*\* | \\\| | . ) )""",
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A piece of an expression: its text in keyboard characters, its kind, and where it is."""

    text: str
    kind: str
    place: int  # where it begins
    end: int


def without_comments(text: str) -> str:
    """A text with spaces in place of comments, which keeps everything else in its place."""
    return _COMMENT.sub(lambda match: " " * len(match[0]), text)


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a text that is meant to be an expression."""
    code = _FULL_STOP.sub(lambda match: match[1] or "", without_comments(text).rstrip())
    same_places = _SUBSCRIPT.sub(lambda match: f"_{match[1]}  ", code)
    same_places = _GRADIENT.sub(_gradient_name, same_places)
    same_places = _BARS.sub(lambda match: f"⟨{match[1]}⟩", same_places)
    kind = ""
    for match in _TOKEN.finditer(same_places):
        before, kind = kind, match.lastgroup or ""  # there is always one
        token, span = match[kind], match.span(kind)
        if kind == "transposed":
            yield Token(".T", "sign", *span)
        elif kind == "order":  # in LaTeX
            yield Token("O", "name", *span)
        elif kind == "power":
            yield Token("^", "sign", *span)
            raised = token.translate(_RAISED)
            raised = f"({raised})" if re.search("[-xn]", raised[1:]) else raised
            for piece in re.findall(r"[-()xn]|\d+", raised):
                kind_of = "number" if piece.isdigit() else "name" if piece.isalpha() else "sign"
                yield Token(piece, kind_of, *span)
        elif kind == "fraction":
            yield Token(FRACTION, "sign", *span)
        elif kind == "number" and len(token) == 2 and token.isdigit() and before == "fraction":
            for i, digit in enumerate(token, start=span[0]):  # one half, as in \frac12
                yield Token(digit, "number", i, i + 1)
        elif kind != "nothing":
            spelled = _SPELLINGS.get(token, token).removeprefix("\\")
            if spelled:
                yield Token(spelled, "sign" if spelled in "*/|" else kind, *span)  # such as \times


def _gradient_name(match: re.Match[str]) -> str:
    """The name of a gradient, such as dJ_dW2, padded with spaces to the length of what was
    written."""
    of, by = (word.replace("_", "") for word in match.groups() if word)
    return f"d{of}_d{by}".ljust(len(match[0]))


def words_in(text: str) -> list[str]:
    """The words of an expression, names and functions, with repetitions."""
    return [token.text for token in tokens_of(text) if token.kind == "name"]


def on_keyboard(text: str) -> str:
    """An expression in keyboard characters, with a space where the text has one or where two tokens
    would otherwise become one."""
    written = before = ""
    for token, _, place, _ in tokens_of(text):
        if text.startswith("**", place):
            token = "**"  # as it is typed
        was_together = text[:place].endswith(before) and text.startswith(token, place)
        would_be_one = re.fullmatch(r"[\w.]\w", before[-1:] + token[0]) and not was_together
        is_apart = text[place - 1 : place].isspace() or would_be_one
        written += f" {token}" if is_apart else token
        before = token
    return written.strip().translate(_BARRED)
