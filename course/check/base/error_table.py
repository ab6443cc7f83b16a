"""Lists clues to errors that Python raises in a student's code, where the cause is certain.

Each row of `CLUES` says what an error and the student's line look like, and what to say then.
"""

import difflib
import dis
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

import torch

from course.graph import ComputationNode
from course.operators import latest_classes
from course.running.attempt import Raised

NOT_CALLED = "There is a method where a value should be. Are brackets missing, as in `A.exp()`?"
_SET_ASIDE = (
    "A name that `forward` makes is gone when `forward` ends. Read the inputs again, with "
    "`self.input(i)`, or let `forward` set the value aside, as `self.{}`."
)

# Patterns for an error, as its class and its text: `NameError: name 'output' is not defined`. Their
# groups have the names by which sentences use them; one called `node` is a class of nodes.
_NAME_ERROR = r"^(NameError|UnboundLocalError)"
_UNDEFINED = r"name '(?P<name>\w+)' is not defined"
# Where `input_nodes` is missing, the error itself says why.
_NO_ATTRIBUTE = r"'(?P<node>\w+)' object has no attribute '(?P<name>(?!input_nodes')\w+)'"
_NUMBER_AS_NODE = r"'(int|float|Tensor)' object has no attribute 'accumulate_gradient'"
_METHODS = r"(method|function|builtin_function_or_method)"
_METHOD_AS_VALUE = (
    rf"'{_METHODS}' object has no attribute|for .*'{_METHODS}'|must be Tensor, not {_METHODS}|"
    rf"between instances of .*'{_METHODS}'"
)
_METHOD_AS_LIST = r"'(method|function)' object is not (iterable|reversible|subscriptable)"

# Tensors have these, too, but a number of which they are asked is in the place of a node.
_OF_NODES_RATHER = ("backward", "name", "grad")

# Patterns for the line that raised it, which begins with the function it is in.
_IN_BACKWARD = r"in backward:"
_IN_A_METHOD = r"in (forward|backward):"
_NOT_IN_BACKWARD = r"^(?!.*in backward:).*in forward:"
_PLACES = r"\.(gather|scatter)\("

# What the groups of both patterns matched, by their names, together with the `line`, how many
# `calls` led to it, and the attribute of a node that `name` looks `like`.
_Groups = Mapping[str, str]


def _is_called_in_torch(groups: _Groups) -> bool:
    is_called = re.search(rf"(?<![\w.]){groups['name']}\(", groups["line"])
    return bool(is_called) and callable(getattr(torch, groups["name"], None))


def _is_set_by_init(groups: _Groups) -> bool:
    """Whether a student's node uses this name in a method, and the `__init__` of each that does
    sets an attribute of this name."""
    own = [node for node in latest_classes.values() if not node.__module__.startswith("course.")]
    methods = ("forward", "backward")
    users = [node for node in own if any(_reads_global(node, name, groups) for name in methods)]
    return bool(users) and all(groups["name"] in _set_by_init_of(node) for node in users)


def _set_by_init_of(node: type | None) -> Iterator[str]:
    """The attributes that the `__init__` of a class, or one that it inherits, sets on the node."""
    code = getattr(getattr(node, "__init__", None), "__code__", None)
    if code is None or not code.co_varnames:
        return
    for before, each in pairwise(dis.get_instructions(code)):
        holder = before.argval[-1] if isinstance(before.argval, tuple) else before.argval
        if each.opname == "STORE_ATTR" and holder == code.co_varnames[0]:
            yield each.argval


def _reads_global(node: type[ComputationNode], method: str, groups: _Groups) -> bool:
    """Whether a method of a class reads the name as a global one."""
    code = getattr(vars(node).get(method), "__code__", None)
    return code is not None and any(
        (each.opname, each.argval) == ("LOAD_GLOBAL", groups["name"])
        for each in dis.get_instructions(code)
    )


@dataclass(frozen=True)
class Clue:
    """A sentence, and the errors to which it applies."""

    error: str  # a pattern to be found in the error's class and text
    says: str  # the sentence, with the names of groups in braces
    line: str = ""  # a pattern to be found in the line that raised the error
    only_if: Callable[[_Groups], bool] = lambda groups: True  # a further condition

    def on(self, error: Raised) -> str:
        """The sentence, if it applies to this error; else empty."""
        in_text = re.search(self.error, f"{error.name}: {error.text}", re.DOTALL)
        in_line = re.search(self.line, error.line)
        if not (in_text and in_line):
            return ""
        groups = in_text.groupdict() | in_line.groupdict()
        if "node" in groups and groups["node"] not in latest_classes:
            return ""
        groups["like"] = _own_name_like(groups)
        groups |= {"line": error.line, "calls": str(len(error.lines))}
        return self.says.format(**groups) if self.only_if(groups) else ""


def clue_by_text(error: Raised) -> str:
    """What to change, if the error's text and the student's line leave no doubt; else empty."""
    for row in CLUES:
        if sentence := row.on(error):
            return sentence
    return ""


def _own_name_like(groups: _Groups) -> str:
    """The attribute of a node that was most likely meant by a name; empty if there is none."""
    attributes = [*vars(ComputationNode), "input_nodes", "result", "gradient"]
    attributes += _set_by_init_of(latest_classes.get(groups.get("node", "")))
    names = [name for name in attributes if not name.startswith("_")]
    matches = difflib.get_close_matches(groups.get("name", ""), names, 1, 0.85)
    return matches[0] if matches else ""


# The first match wins, so specific rows come first.
CLUES = (
    Clue(
        r"(unexpected keyword|multiple values for) argument 'one'",
        "Begin it with `def backward_algorithm(graph, one=1.0):`.",
    ),
    Clue(
        r"property 'shape' of .* has no setter",
        "A node already has an attribute `shape`, the shape of its result; choose another name.",
    ),
    Clue(
        r"property '(?P<name>\w+)' of .* has no setter",
        "A node already has an attribute `{name}`; choose another name.",
    ),
    Clue(
        r"^RuntimeError.*((?<!infer )dtype|scalar type)",
        "The inputs are float64 here, so that rounding hides nothing: make new tensors with "
        "torch.zeros_like(...) or dtype=self.gradient.dtype. Or do you use a tensor that was made "
        "elsewhere in the notebook?",
    ),
    # Names that are not defined
    Clue(
        r"name 'sorted_nodes' is not defined", "It is a method of a node: `graph.sorted_nodes()`."
    ),
    Clue(
        r"name '(?P<name>forward|backward)' is not defined",
        "It is a method of a node: `node.{name}()`.",
        only_if=lambda groups: (
            f"{groups['name']}(" in groups["line"] and "in <lambda>:" not in groups["line"]
        ),
    ),
    Clue(
        _UNDEFINED, "It is a function of torch: `torch.{name}(...)`.", only_if=_is_called_in_torch
    ),
    Clue(r"name 'output' is not defined", "`self.` is missing: `self.output()`.", _IN_A_METHOD),
    Clue(
        r"name '(?P<name>result|gradient|input_nodes)' is not defined",
        "`self.` is missing: `self.{name}`.",
        _IN_A_METHOD,
    ),
    Clue(
        _UNDEFINED,
        "`__init__` has set it for the node: `self.{name}`.",
        _IN_A_METHOD,
        _is_set_by_init,
    ),
    Clue(
        r"name '\w' is not defined",
        "If it stands for an input, read that with `self.input(i)`.",
        _NOT_IN_BACKWARD,
    ),
    Clue(
        _UNDEFINED,
        _SET_ASIDE.format("{name}"),
        _IN_BACKWARD,
        lambda groups: not hasattr(ComputationNode, groups["name"]),
    ),
    Clue(_NAME_ERROR, _SET_ASIDE.format("kept"), _IN_BACKWARD),
    Clue(
        _NAME_ERROR,
        "Run the cell that defines it, under the name that the check uses.",
        r"in <lambda>:",
        lambda groups: groups["calls"] == "1",  # the lambda is the check's
    ),
    # Operators and functions that do something else than in a formula
    Clue(r"bitwise_xor|for \^", "In Python a power is written `**`; `^` is another operation."),
    Clue(
        r"torch\.return_types\.(?P<name>\w+)",
        "With `dim`, `{name}` returns two tensors, values and places: `A.{name}(dim=1).values` are "
        "the values.",
    ),
    Clue(
        r"Boolean value of Tensor with more than one value is ambiguous",
        "Python's `max` and `min` compare whole tensors. `A.clamp(min=0)` is max(A, 0), entry by "
        "entry.",
        r"(?<![\w.])(max|min)\(",
    ),
    Clue(
        r"Boolean value of Tensor with more than one value is ambiguous",
        "A single yes or no is needed there, but a comparison of tensors gives one for each "
        "entry. `torch.where(condition, A, B)` decides entry by entry.",
    ),
    Clue(
        r"mat1 and mat2 shapes .*\((\d+x\d+) and \1\)",
        "`@` is the matrix product, and these two matrices have the same shape: one of them has "
        "to be transposed. For the product entry by entry, write `*`.",
        r"@",
    ),
    Clue(_METHOD_AS_VALUE, "`input` is a method: `self.input(0)`.", r"self\.input\b(?!\()"),
    Clue(_METHOD_AS_VALUE, "`output` is a method: `self.output()`.", r"self\.output\b(?!\()"),
    Clue(_METHOD_AS_VALUE, NOT_CALLED),
    Clue(r"Chain\.__init__\(\) takes", "`Chain` takes one list of layers: `Chain(self.layers)`."),
    Clue(
        r"Chain\.(forward|backward)\(\) missing",
        "A chain's `forward` takes a value, and its `backward` an upstream gradient.",
    ),
    Clue(
        r"'str' object has no attribute 'forward'",
        "A layer may be the name of a class of nodes. `Chain(self.layers)` takes the list as it "
        "is, and makes a node of each.",
    ),
    # Attributes that are missing
    Clue(
        r"'(?P<node>\w+)' object has no attribute '(inputs|input_node|parents|children|prev)'",
        "`input_nodes` is the list of a node's inputs; the value of the first is `input(0)`.",
    ),
    Clue(
        r"'(?P<node>\w+)' object has no attribute 'value'",
        "Only a leaf has a `value`; the value of any input is `self.input(i)`.",
    ),
    Clue(r"'(?P<node>\w+)' object has no attribute 'grad'", "It is called `gradient`."),
    Clue(
        _NO_ATTRIBUTE,
        "That is a node, and `{name}` belongs to tensors. `self.input(i)` is the value of an "
        "input; inside `build_graph()` it is a node, as gradients are, for which operators such as "
        "`+` and `*` work.",
        only_if=lambda groups: hasattr(torch.Tensor, groups["name"]),
    ),
    Clue(_NO_ATTRIBUTE, "Is `{like}` meant?", only_if=lambda groups: bool(groups["like"])),
    Clue(
        _NO_ATTRIBUTE,
        "It is not set at this point. An input is read with `self.input(i)`, and what `forward` "
        "sets aside for `backward` needs `self.` before its name.",
        _IN_A_METHOD,
        lambda groups: f"self.{groups['name']}" in groups["line"],
    ),
    Clue(
        _NUMBER_AS_NODE,
        "`input(i)` is the value of an input. The node is `input_nodes[i]`.",
        r"\.input\(",
    ),
    Clue(
        _NUMBER_AS_NODE,
        "That is a number, not a node. Are nodes and gradients swapped in the `for`, or is the "
        "`zip` that pairs them missing?",
    ),
    Clue(
        r"'(int|float)' object has no attribute '(?P<name>\w+)'",
        "`{name}` belongs to tensors, and this is a plain number. A leaf may hold one: the 2.0 "
        "in `2.0 * x`, for example.",
        only_if=lambda groups: (
            hasattr(torch.Tensor, groups["name"]) and groups["name"] not in _OF_NODES_RATHER
        ),
    ),
    Clue(
        r"'list' object has no attribute 'accumulate_gradient'",
        "That is a list, not a node: each node in it has that method.",
    ),
    # Places, shapes and numbers
    Clue(
        r"list index out of range",
        "Inputs are counted from 0: the first is `self.input(0)`, the second `self.input(1)`.",
        r"\.input\(",
    ),
    Clue(
        r"must match the size of tensor",
        "With `dim=1` alone, n rows become a row of n numbers; `keepdim=True` keeps a column.",
        r"\.(mean|sum|max|min|amax|amin|var|std|logsumexp)\((dim=)?1(?:(?!keepdim|True)[^()])*\)",
    ),
    Clue(
        r"too many indices for tensor",
        "Each entry of a tuple is an index for one axis, and a mask takes up as many axes as it "
        "has. For several rows, write a list: `A[list(rows)]`.",
        r"^(?!.*\[[^\]]*,).*\[",
    ),
    Clue(
        r"shape '.*' is invalid for input of size (?P<size>\d+)",
        "The sizes in its brackets must multiply to {size}, the number of entries here. You can "
        "read them off a tensor, as in `A.shape[0]`, and one of them may be -1.",
        r"\.(reshape|view)\(",
    ),
    Clue(
        r"Subtraction, the `-` operator, with (a|two) bool tensors?",
        "A comparison gives True or False, which cannot be subtracted: `(a == b) * 1.0` is 1 or "
        "0. What is True in a mask is False in `~mask`.",
    ),
    Clue(
        r"Index tensor must have the same number of dimensions as",
        "The places need as many axes as the tensor they are in. `argmax` keeps one of length 1 "
        "with `keepdim=True`, and `A.unsqueeze(1)` adds one.",
        _PLACES,
    ),
    Clue(
        r"Dimension out of range.*\[-(?P<axes>\d), \d\], but got (?P<axis>\d)\)",
        "One of the tensors in this line has {axes} axes. They are counted from 0, so there is "
        "no axis {axis}. Print the shape of each tensor: all need the same number of axes. "
        "`A.unsqueeze(2)` adds one at the end of a matrix.",
        rf"^(?!.*unsqueeze).*{_PLACES}",  # which may count one axis more
    ),
    Clue(
        r"Expected index (?P<places>\[[^]]*\]) .*than src (?!(?P=places))(?P<values>\[[^]]*\])",
        "The places have the shape {places}, the values for them the shape {values}: each value "
        "needs a place.",
        _PLACES,
    ),
    Clue(
        "^ZeroDivisionError",
        "The divisor is 0 for these values. Do you need to divide? Each input can be read, with "
        "`self.input(i)`.",
        _IN_BACKWARD,
    ),
    Clue("^ZeroDivisionError", "The divisor is 0 here. Is there a way without dividing?"),
    Clue(
        r"math range error",
        "`math.exp` takes no number above 709, because the result would be too large for float64.",
        r"exp\(",
    ),
    Clue(
        r"only one element tensors can be converted",
        "`math.{name}` takes one number, and this tensor has several: `torch.{name}` takes each of "
        "its entries.",
        r"^(?!.*math\..*math\.).*\bmath\.(?P<name>exp|log|sqrt|sinh?|cosh?|tanh?|erf)\(",
    ),
    Clue(
        r"a Tensor with \d+ elements cannot be converted to Scalar",
        "`item` is for a tensor with a single entry. Operators such as `+` and `*` take whole "
        "tensors, entry by entry.",
        r"\.item\(",
    ),
    Clue(
        r"multiply sequence by non-int|values to unpack",
        "`parameters` is a dictionary, and going through it gives the names alone. "
        "`parameters.items()` gives each name with its value.",
        r"(\bin |zip\()parameters\b(?![.\[])",
    ),
    Clue(
        r"^KeyError: '",
        "Use the names in `parameters`, whatever they are.",
        r"(parameters|gradients)\[",
    ),
    # Things of another type than is needed
    Clue(
        r"(?P<method>forward|backward)\(\) takes 1 positional argument",
        "`{method}` takes nothing in its brackets: a node knows its inputs and its gradient.",
    ),
    Clue(
        # A node's method, called by the check, has its class in front; a student's own has not.
        r"(?P<node>\w+)\.(?P<method>forward|backward)\(\) (takes 0|missing)",
        "Begin it with `def {method}(self):`. A node is given nothing else; it reads its inputs "
        "with `self.input(i)`.",
    ),
    Clue(
        r"(?P<name>\w+_like)\(\): argument 'input' .* must be Tensor, not (int|float)",
        "`{name}` takes tensors only, and this is a plain number: a leaf such as the 2.0 in "
        "`2.0 * x` holds one.",
    ),
    Clue(
        r"(?P<name>float|int)\(\) argument must be .*, not '(?P<node>\w+)'",
        "That is a node, and `{name}` takes a number. `self.input(i)` is the value of an input; "
        "inside `build_graph()` it is a node, as gradients are.",
    ),
    Clue(
        r"'list' object is not callable",
        "`input_nodes` is a list; the value of the first input is `input(0)`.",
        r"\.input_nodes\(",
    ),
    Clue(
        r"'Tensor' object is not callable",
        "`T` is not a method, so it has no brackets.",
        r"\.T\(\)",
    ),
    Clue(
        r"'NoneType' object is not callable",
        "None is called there as if it were a function. Did you use the name of a function for "
        "something else, or is a `*` missing before a bracket?",
    ),
    Clue(
        r"for \+=?: 'NoneType' and",
        "A gradient starts as None; `accumulate_gradient` takes care of that.",
        r"\.gradient",
    ),
    Clue(
        r"^TypeError.*NoneType",
        "While backward runs, the gradients of the inputs are not there yet. A local gradient is "
        "made of values: `self.input(i)`.",
        r"in backward:.*self\b.*(?<!self)\.gradient",
    ),
    Clue(
        _METHOD_AS_LIST, "`input` is a method: `self.input({place})`.", r"\.input\[(?P<place>\w+)\]"
    ),
    Clue(
        _METHOD_AS_LIST,
        "Brackets are missing: a method is called with them, as in `graph.sorted_nodes()`.",
    ),
    Clue(
        r"'NoneType' object is not subscriptable",
        "That is None. Is it the gradient of an input, which is not there yet while backward runs, "
        "or what a function without `return` gives?",
        _IN_BACKWARD,
    ),
    Clue(
        r"'NoneType' (has no len|object is not (iterable|reversible|subscriptable))",
        "That is None, not a list. `.reverse()`, `.sort()` and `random.shuffle` change a list in "
        "place and return None: use `[::-1]` or `reversed()`, for example. Or is a `return` "
        "missing?",
    ),
    Clue(
        r"'(?P<node>\w+)' object is not (iterable|reversible|subscriptable)",
        "A node is not a list. `graph.sorted_nodes()` is the list of all nodes of a graph, and "
        "`node.input_nodes` that of a node's inputs.",
    ),
    Clue(
        r"^(AttributeError|TypeError).*NoneType",
        "Something is None that should hold a value: a result before forward has run, a gradient "
        "before backward has reached the node, or a function without `return`.",
    ),
)
