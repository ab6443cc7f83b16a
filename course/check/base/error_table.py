"""Lists clues to errors that Python raises in a student's code, if the cause is certain.

Each row of `CLUES` has patterns for the error and for the student's line, and the sentence to say
if they match. A row is for a common slip whose error message does not itself say what to change.
"""

import difflib
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch

from course.graph import ComputationNode
from course.running.attempt import Raised
from course.scaffold.operators import latest_classes

DEFINE_AGAIN = "Run the cell that defines it once more, and use other names for what it returns."
NOT_CALLED = (
    "There is a method where a value should be. Are brackets missing, as in `A.exp()` or "
    "`graph.sorted_nodes()`?"
)

# Patterns for an error, written as its class and its text: `NameError: name 'output' is not
# defined`. Sentences refer to their groups by name. A group called `node` has to match the name of
# a class of nodes.
_UNDEFINED = r"name '(?P<name>\w+)' is not defined"
# If `input_nodes` is missing, the error itself says why. If a name is like another one, it names
# that.
_NO_ATTRIBUTE = (
    r"'(?P<node>\w+)' object has no attribute '(?P<name>(?!input_nodes')\w+)'(?!; it has)"
)
_METHODS = r"(method|function|builtin_function_or_method)"
_METHOD_AS_VALUE = (
    rf"'{_METHODS}' object (has no attribute|is not (iterable|reversible|subscriptable))|"
    rf"cannot unpack non-iterable {_METHODS} object|"
    rf"for .*'{_METHODS}'|must be Tensor, not {_METHODS}|between instances of .*'{_METHODS}'"
)

_A_NODE = (
    "`self.input(i)` is the value of an input; inside `build_graph()` it is a node, as gradients "
    "are, for which operators such as `+` and `*` work."
)

_AMBIGUOUS = "Boolean value of Tensor with more than one value is ambiguous"

# Patterns for the line that raised the error, which starts with the name of its function.
_IN_BACKWARD = r"in backward:"
IN_A_METHOD = r"in (forward|backward):"
IN_A_CELL = r"in <(module|cell)"  # not in a function, so in the cell of the check
_IN_A_CHECK = r"in <(lambda|module|cell)"  # or in a lambda in that cell
_IN_A_FUNCTION = rf"^(?!.*{_IN_A_CHECK})"

# What the groups of both patterns matched, by name, with the `line` that raised the error, all
# `lines` of the traceback, and the attribute of a node that `name` looks `like`.
_Groups = Mapping[str, str]


def _is_called_in_torch(groups: _Groups) -> bool:
    is_called = re.search(rf"(?<![\w.]){groups['name']}\(", groups["line"])
    return bool(is_called) and callable(getattr(torch, groups["name"], None))


def _is_a_module(groups: _Groups) -> bool:
    used = re.search(rf"(?<![\w.]){groups['name']}\.(\w+)", groups["line"])
    return used is not None and hasattr(sys.modules.get(groups["name"]), used[1])


def _is_made_before_it_is_called(groups: _Groups) -> bool:
    name, line = groups["name"], groups["line"]
    # With `Add(` in the line, the student may have given an object the name of its class.
    return name in (*latest_classes, "Chain") and (f"{name}(" not in line or ")(" in line)


def _is_of_tensors(groups: _Groups) -> bool:
    of_nodes_rather = ("backward", "name", "grad")  # there may be a number in place of a node
    return hasattr(torch.Tensor, groups["name"]) and groups["name"] not in of_nodes_rather


@dataclass(frozen=True)
class Clue:
    """A sentence, and the errors to which it applies."""

    error: str  # a pattern to be found in the error's class and text
    says: str  # the sentence, with the names of groups in braces
    line: str = ""  # a pattern to be found in the line that raised the error
    only_if: Callable[[_Groups], bool] = lambda groups: True  # a further condition

    def on(self, error: Raised) -> str:
        """The sentence if it applies to this error; else empty."""
        in_text = re.search(self.error, f"{error.name}: {error.text}", re.DOTALL)
        in_line = re.search(self.line, error.line)
        if not (in_text and in_line):
            return ""
        groups = in_text.groupdict() | in_line.groupdict()
        code = error.line.partition(":  ")[2]
        if code and error.is_a("NameError") and groups.get("name", "") not in code:
            return ""  # it was raised in a function that this line calls
        if "node" in groups and groups["node"] not in latest_classes:
            return ""
        groups["like"] = _own_name_like(groups)
        groups |= {"line": error.line, "lines": "\n".join(error.lines)}
        return self.says.format(**groups) if self.only_if(groups) else ""


def clue_by_text(error: Raised) -> str:
    """What to change, if the error's text and the student's line leave no doubt; otherwise
    empty."""
    for row in CLUES:
        if sentence := row.on(error):
            return sentence
    return ""


def _own_name_like(groups: _Groups) -> str:
    """The attribute of a node that a misspelled name most likely means; empty if there is none."""
    attributes = {*vars(ComputationNode), "input_nodes", "result", "gradient"}
    written = groups.get("name", "")
    names = [name for name in attributes - {written} if not name.startswith("_")]
    matches = difflib.get_close_matches(written, names, 1, 0.85)
    return matches[0] if matches else ""


# The first match wins, so specific rows come first.
CLUES = (
    # Names
    Clue(
        r"(unexpected keyword|multiple values for) argument 'one'|\bbackward_algorithm\(\) missing",
        "Begin it with `def backward_algorithm(graph, one=1.0):`.",
        "^$",  # the check itself called it
    ),
    Clue(
        r"\bforward_algorithm\(\) (takes 0|missing)",
        "Begin it with `def forward_algorithm(graph):`.",
        "^$",  # the check itself called it
    ),
    Clue(
        r"property '(?P<name>\w+)' of '(.*\.)?(?P<node>\w+)' object has no setter",
        "A node already has an attribute `{name}`; choose another name.",
    ),
    Clue(
        r"name '(?P<name>sorted_nodes|forward|backward)' is not defined",
        "It is a method of a node: `node.{name}()`.",
        _IN_A_FUNCTION,
    ),
    Clue(_UNDEFINED, "Import it first: `import {name}`.", _IN_A_FUNCTION, _is_a_module),
    Clue(r"name '(?P<name>np)' is", "Import it first: `import numpy as np`.", _IN_A_FUNCTION),
    Clue(
        _UNDEFINED, "It is a function of torch: `torch.{name}(...)`.", only_if=_is_called_in_torch
    ),
    Clue(
        r"name '(?P<name>output|result|gradient|input_nodes)' is not defined",
        "`self.` is missing: `self.{name}`.",
        IN_A_METHOD,
    ),
    Clue(
        r"name '(upstream\w*|grad|grad_output|d[JL]_d\w+)' is not defined",
        "The upstream gradient is `self.gradient`.",
        _IN_BACKWARD,
    ),
    Clue(
        _UNDEFINED,
        "If `forward` makes it, it is gone when `forward` ends: read the inputs again, with "
        "`self.input(i)`, or let `forward` set the value aside, as `self.{name}`.",
        _IN_BACKWARD,
        lambda groups: not hasattr(ComputationNode, groups["name"]),
    ),
    Clue(
        r"^UnboundLocalError.* variable '(?P<name>\w+)'",
        "At this point, no line of the function has given `{name}` a value.",
    ),
    Clue(
        r"not supported between instances of '(?P<node>\w+)'",
        "Nodes have no order by size. In the list `graph.sorted_nodes()`, each comes after its "
        "inputs.",
        r"\bsort(ed)?\(",
    ),
    Clue(
        r"name '(?P<name>\w)' is not defined",
        "If it stands for an input, read that with `self.input(i)`; if for a size, read it from a "
        "shape, such as `self.input(0).shape[1]`.",
        r"in forward:",
    ),
    Clue(
        _UNDEFINED,
        "If `__init__` has set it for the node, `self.` is missing: `self.{name}`.",
        r"in forward:",
    ),
    Clue(
        _UNDEFINED,
        "First run the cell that defines or imports it, under the name that the check uses.",
        _IN_A_CHECK,
        # No named function is in the traceback, so the line or the lambda belongs to the check.
        lambda groups: not re.search(r"^ *line \d+, in \w", groups["lines"], re.MULTILINE),
    ),
    Clue(
        # Excludes what a call is given or returns, since the function or class may be the
        # student's. Also excludes Python's own functions: no cell defines them, and the error says
        # what to do.
        r"^(TypeError: (?!.*(\(\) (takes(?! no)|missing|got) |operand.*NoneType|Python's own))"
        r"|AttributeError: .* attribute '(?P<attribute>\w+)')",
        "A name in this line has another meaning in the notebook by now. Run the cell that defines "
        "it once more; the set-up cell brings back those of the course.",
        IN_A_CELL,
        lambda groups: not re.search(rf"\)\.{groups['attribute']}\b", groups["line"]),
    ),
    Clue(
        "^TypeError: .* object is not callable",
        f"That name stands for something else by now. {DEFINE_AGAIN}",
        "^$",  # the check itself called it
    ),
    Clue(
        "^IndexError: list index out of range",
        "Inputs are counted from 0: `self.input(0)` is the first, `self.input(1)` the second.",
        r"self\.input\([1-9]",
    ),
    Clue(
        "^IndexError: list index out of range",
        "Not every node has an input at that place: a leaf has none, so its `input_nodes` is an "
        "empty list, and so is what its `backward` returns.",
        # No other list is read at a place.
        r"^(?!.*(?<!\.input_nodes)(?<!\.backward\(\))\[).*(\.input_nodes\[|(?<!self)\.input\()",
    ),
    # Operators and functions that mean something else than in a formula
    Clue(
        r"^RuntimeError(?!.*target )(?=.*(dtype|scalar type))(?=.*\b[Dd]ouble\b)"
        r".*\b([Ff]loat|[Ll]ong|[Ii]nt)\b",
        "The inputs are float64 here, so that rounding hides nothing: make new tensors with "
        "torch.zeros_like(...) or dtype=self.gradient.dtype. Or do you use a tensor that was made "
        "elsewhere in the notebook?",
    ),
    Clue(
        r"the `-` operator, (with|on) (a|two) bool",
        "If True and False stand for the numbers 1 and 0 here, multiply them by 1.0 first.",
    ),
    Clue(
        r"~ \(operator\.invert\) is only implemented on",
        "`~` exchanges True and False, so it needs a tensor of type bool, such as `A > 0`.",
    ),
    Clue(r"must be Tensor, not list", "`torch.tensor(...)` makes a tensor of a list of numbers."),
    Clue(r"bitwise_xor|for \^", "In Python a power is written `**`; `^` is another operation."),
    Clue(
        r"torch\.return_types\.(?P<name>max|min|sort|median|mode|topk)\b",
        "With `dim`, `{name}` returns two tensors, values and places: `A.{name}(dim=1).values` are "
        "the values.",
    ),
    Clue(
        _AMBIGUOUS,
        "`is None` asks whether there is a value yet.",
        # It is itself the condition, not part of a comparison or computation.
        r"\b(if|while|not|and|or) [\w.\[\]]*\.(gradient|result) *(:|\)|and\b|or\b|else\b|$)",
    ),
    Clue(
        _AMBIGUOUS,
        "A comparison of tensors gives a yes or no for each entry. `torch.where(condition, A, B)` "
        "decides entry by entry, and `A.clamp(min=0)` is max(A, 0).",
    ),
    Clue(
        r"converted to (Python scalars|Scalar)",
        "A function of `math` takes one number. `torch.{name}(A)` takes a tensor, entry by entry.",
        # No other function on this line can have raised the error.
        r"^(?!.*(\b(float|int|item)\(|math\..*math\.)).*\bmath\.(?P<name>\w+)\(",
        lambda groups: hasattr(torch, groups["name"]),
    ),
    Clue(
        r"converted to (Python scalars|Scalar)",
        "A function of `math` takes one number. Those of `torch`, such as `torch.exp(A)`, take a "
        "tensor, entry by entry.",
        r"^(?!.*\b(float|int|item)\().*math\..*math\.",
    ),
    Clue(
        r"must match the size of tensor",
        "With `dim=1` alone, n rows become a row of n numbers; `keepdim=True` keeps a column.",
        r"\.(mean|sum|max|min|amax|amin|var|std|logsumexp)\((dim=)?1(?:(?!keepdim|True)[^()])*\)",
    ),
    Clue(
        r"must match the size of tensor b \(\d+\) at non-singleton dimension 1",
        "Is one of the two a mean, a sum or a maximum along `dim=1`? Without `keepdim=True` that "
        "is a row of n numbers, not a column.",
        r":  (?!.*(keepdim|@)).*[\w)\]] *[-/] *[\w(]",
    ),
    Clue(
        r"must match the size of tensor",
        "`*` multiplies entry by entry. If a matrix product is meant, it is written `@`.",
        r":  [^@]*[^*@]\*[^*@][^@]*$",
    ),
    Clue(
        "mat1 and mat2 shapes cannot be multiplied",
        "`@` is the matrix product: the left side needs as many columns as the right side has "
        "rows. If a product entry by entry is meant, it is written `*`.",
        r":  ([^*]|\*\*)*@([^*]|\*\*)*$",
    ),
    Clue(
        "1D tensors expected, but got 2D",
        "`dot` multiplies two vectors. The matrix product is written `@`.",
    ),
    Clue(
        r"transpose\(\) missing",
        "`A.T` is the transpose of a matrix; `transpose` needs two axes, as in "
        "`A.transpose(0, 1)`.",
    ),
    Clue(
        "outer: Expected 1-D argument",
        "`outer` multiplies two vectors. Of a matrix, take one row at a time.",
    ),
    Clue(
        r"Dimension out of range .* range of \[-\d+, (?P<last>[1-9])\], but got (?P<axis>\d+)",
        "A tensor in this line has no axis {axis}: its axes are counted from 0, and the last one "
        "is {last}.",
    ),
    Clue(
        "shape mismatch: indexing tensors",
        "`A[rows, columns]` takes one entry for each pair of a row and a column, so both need the "
        "same length.",
    ),
    Clue(
        r"index -?\d+ is out of bounds for dimension 0 with size (?P<size>\d+)",
        "Places are counted from 0, and here there are {size}. One index, a number or a list, "
        "picks whole rows of a matrix; `A[rows, columns]` picks entries.",
        r"^(?!.*\[[^\[\]]*[,:]).*\w\[",  # no brackets hold more than one index
    ),
    Clue(
        "too many indices for tensor of dimension 0",
        "What stands before the brackets is a single number.",
    ),
    Clue(
        "too many indices for tensor of dimension [1-9]",
        "With commas, or with a tuple, brackets hold an index for each axis. A list in them picks "
        "rows.",
    ),
    Clue(
        "arguments to matmul need to be at least 1D",
        "`@` is the matrix product. With a single number, a product is written `*`.",
    ),
    Clue(
        "^ZeroDivisionError.*division",
        "The divisor is 0 for these values. Do you need to divide? Each input of a node can be "
        "read, with `self.input(i)`.",
        IN_A_METHOD,
    ),
    Clue(
        "'float' object cannot be interpreted as an integer",
        "`/` gives a number with a fraction, such as 2.0; `//` gives a whole one.",
        r":  .*[^/]/[^/]",
    ),
    Clue(
        "of the written-to tensor refers to a single memory location",
        "Several entries of this tensor share one place in memory, as after `expand`, so `{sign}=` "
        "cannot change it in place. `a = a {sign} b` makes a new tensor.",
        r"^(?!.*(_\(|out=)).*[^-+*/<>=!](?P<sign>[-+*/])= ",
    ),
    # Brackets, and what is in them
    Clue(
        _METHOD_AS_VALUE,
        "`{name}` is a method, with brackets: `self.input(0)`, `self.output()`.",
        r"\.(?P<name>input|output)\b(?!\()",
    ),
    Clue(_METHOD_AS_VALUE, NOT_CALLED),
    Clue(
        "object is not callable",
        "`{name}` is a value and takes no brackets.",
        r"\.(?P<name>T|mT|shape|result|gradient|input_nodes)\(",
    ),
    Clue(
        r"'(?P<name>\w+)' object is not callable",
        "`{name}` is not called, as a module of PyTorch is: it has methods, `forward` and "
        "`backward`.",
        only_if=_is_made_before_it_is_called,
    ),
    Clue(
        r"\w\.(?P<method>forward|backward)\(\) takes 1 positional argument",
        "`{method}` takes no arguments: a node knows its inputs and its gradient.",
    ),
    Clue(
        # A node's method that the check calls has its class in front; the student's own functions
        # do not.
        r"(?P<node>\w+)\.(?P<method>forward|backward)\(\) (takes 0|missing(?!.*: 'self'))",
        "Begin it with `def {method}(self):`. The method gets nothing else; it reads its "
        "inputs with `self.input(i)`.",
    ),
    Clue(
        r"multiply sequence by non-int|values to unpack",
        "`parameters` is a dictionary, and going through it gives the names alone. "
        "`parameters.items()` gives each name with its value.",
        r"(\bin |zip\()parameters\b(?![.\[])",
    ),
    Clue(
        r"values to unpack",
        "This `for` goes through one list and then the other. `zip(...)` pairs what they hold.",
        r"\bfor \w+, \w+ in [\w.]+(\(\))?, [\w.]+(\(\))?:",
    ),
    Clue(
        r"^KeyError: '",
        "Use the names in `parameters`, whatever they are.",
        # No other dictionary is read here.
        r"^(?!.*[\w)\]](?<!parameters)(?<!gradients)\[).*(parameters|gradients)\[",
    ),
    Clue(
        r"unhashable type: '(?P<node>\w+)'",
        "A class with an `__eq__` also needs a `__hash__`. A node needs neither.",
    ),
    # Attributes
    Clue(
        r"'(?P<node>\w+)' object has no attribute "
        "'(inputs|input_node|parents|children|prev|value)'",
        "`input_nodes` is the list of a node's inputs. The value of the first is `input(0)`, and "
        "that of a node itself is its `result`.",
    ),
    Clue(r"'(?P<node>\w+)' object has no attribute 'grad'", "It is called `gradient`."),
    Clue(
        r"'(?P<node>\w+)' object has no attribute '(upstream\w*|grad_output|G)'",
        "The upstream gradient is `self.gradient`.",
        _IN_BACKWARD,
    ),
    Clue(
        _NO_ATTRIBUTE,
        f"That is a node, and `{{name}}` belongs to tensors. {_A_NODE}",
        only_if=lambda groups: hasattr(torch.Tensor, groups["name"]),
    ),
    Clue(
        r"((must be|argument must be a string or a) (Tensor|real number), not|infer dtype of) "
        r"'?(?P<node>\w+)\b",
        f"That is a node, not a value. {_A_NODE}",
    ),
    Clue(
        r"\bellipsis\b",
        "`...` stands where something is still to be filled in.",
    ),
    Clue(
        r"unsupported operand type\(s\) for [-+*/]=?: .*'dict'",
        "A dictionary cannot be added or multiplied as a whole: go through its names, and take "
        "what it holds under each.",
    ),
    Clue(_NO_ATTRIBUTE, "Is `{like}` meant?", only_if=lambda groups: bool(groups["like"])),
    Clue(
        _NO_ATTRIBUTE,
        "It is not set at this point. An input is read with `self.input(i)`, and what `forward` "
        "sets aside for `backward` needs `self.` before its name.",
        IN_A_METHOD,
        lambda groups: f"self.{groups['name']}" in groups["line"],
    ),
    Clue(
        r"'(int|float|Tensor|list)' object has no attribute 'accumulate_gradient'",
        "Only a node has that. `input_nodes` holds nodes, while `input(i)` is the value of one. "
        "Are nodes and gradients swapped in the `for`, or is the `zip` that pairs them "
        "missing?",
    ),
    Clue(
        "object has no attribute 'gradient'",
        "`input(i)` is the value of an input, not a node, and `backward` gives no node a gradient: "
        "it returns the downstream gradients, in a list.",
        r"in backward:.*\.input\(\w+\)\.gradient *[-+*/]?=[^=]",
    ),
    Clue(
        "object has no attribute '(?P<name>result|value|gradient)'",
        "`input(i)` is the value of an input, not a node: it has no `{name}`.",
        r"\.input\(\w+\)\.(?P<asked>result|value|gradient)\b",
        lambda groups: groups["name"] == groups["asked"],
    ),
    Clue(
        "'(int|float|Tensor)' object has no attribute '(?P<name>result|gradient)'",
        "That is a value, not a node: it has no `{name}`.",
    ),
    Clue(
        r"'(int|float)' object has no attribute '(?P<name>\w+)'",
        "`{name}` belongs to tensors, and this is a plain number. A leaf may hold one, such as the "
        "2.0 in `2.0 * x`, and so may a gradient that did not begin with `one`.",
        only_if=_is_of_tensors,
    ),
    Clue(
        r"(?P<name>\w+_like)\(\): argument 'input' .* must be Tensor, not (int|float)",
        "`{name}` takes tensors only, and this is a plain number: a leaf such as the 2.0 in "
        "`2.0 * x` holds one.",
    ),
    # None, and a node, where something else is needed
    Clue(
        r"for \+=?: 'NoneType' and",
        "A gradient starts as None; `accumulate_gradient` takes care of that.",
        r"\.gradient",
    ),
    Clue(
        r"^(AttributeError|TypeError): .*NoneType",
        "The `grad` of a tensor is None unless PyTorch's own backward has filled it in.",
        r"\.grad\b(?!\()",
    ),
    Clue(
        r"^TypeError: (?!.*(has no len|iterable|reversible)).*NoneType",
        "That is None. Is it the gradient of an input? While backward runs, the gradients of the "
        "inputs are not there yet; a local gradient is made of values, `self.input(i)`. Or is it "
        "what a function without `return` gives?",
        _IN_BACKWARD,
    ),
    Clue(
        r"'NoneType' (has no len|object is not (iterable|reversible|subscriptable))",
        "That is None, not a list. `.reverse()`, `.sort()` and `random.shuffle` change a list in "
        "place and return None: use `[::-1]` or `reversed()`, for example. Or is a `return` "
        "missing?",
        r"^(?!.*\.(gradient|result)\b)",
    ),
    Clue(
        r"'(?P<node>\w+)' object is not (iterable|reversible|subscriptable)",
        "A node is not a list. `graph.sorted_nodes()` is the list of all nodes of a graph, and "
        "`node.input_nodes` that of a node's inputs.",
    ),
    Clue(
        r"^(AttributeError|TypeError)(?!.*not callable).*NoneType",
        "Something is None that should hold a value: perhaps a result before forward has run, a "
        "gradient before backward has reached the node, or what a function without `return` gives.",
    ),
)
