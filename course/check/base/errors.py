"""Advice on errors that Python raises in a student's code, where the cause is certain."""

import difflib
import re

import torch

from course.graph import ComputationNode
from course.operators import latest_classes
from course.running.attempt import Raised

_INPUTS = {"inputs", "input_node", "parents", "children", "prev"}
_OWN_NAMES = {
    "grad": "gradient",
    "sorted_node": "sorted_nodes",
    "accumulate_gradients": "accumulate_gradient",
}
NOT_CALLED = (
    "A method that is not called is in the place of a value: are brackets missing, as in `A.exp()`?"
)
_NO_BRACKETS = "Brackets are missing: a method is called with them, as in `graph.sorted_nodes()`."
_A_METHOD = r"'(method|function|builtin_function_or_method)'"
_NO_LIST = (
    "A node is not a list. `graph.sorted_nodes()` is the list of all nodes of a graph, and "
    "`node.input_nodes` that of a node's inputs."
)


def advice(error: Raised) -> str:
    """What to change, if the error's text and the student's line leave no doubt; else empty."""
    text, line = error.text, error.line
    if error.is_a("NameError") and (told := _missing_name(text, line)):
        return told
    if error.is_a("NameError") and len(error.lines) == 1 and "in <lambda>:" in line:  # a check's
        return "Run the cell that defines it, under the name that the check uses."
    if told := _misused(text, line):
        return told
    if error.is_a("AttributeError"):
        return _missing_attribute(text, line)
    if error.is_a("IndexError") and "list index out of range" in text and ".input(" in line:
        return (
            "Inputs are counted from 0: the first is `self.input(0)`, the second `self.input(1)`."
        )
    if "must match the size of tensor" in text and re.search(r"\.(mean|sum)\((dim=)?1\)", line):
        return (
            "With `dim=1` alone, n rows become a row of n numbers; `keepdim=True` keeps a column."
        )
    if re.search(r"\.(gather|scatter)\(", line):
        return _misplaced(text, line)
    if error.is_a("ZeroDivisionError") and "in backward:" in line:
        return (
            "The divisor is 0 for these values. Does it have to divide? Each input can be "
            "read, with `self.input(i)`."
        )
    if error.is_a("OverflowError") and "math range error" in text and "exp(" in line:
        return "`math.exp` can take no number above 709: the result is too large for float64."
    if "only one element tensors can be converted" in text:
        return _of_one_number(line)
    if error.is_a("ZeroDivisionError"):
        return "The divisor is 0 here. Is there a way without dividing?"
    return _wrong_type(text, line) if error.is_a("TypeError") else ""


def _missing_name(text: str, line: str) -> str:
    """The message about a name that is not defined."""
    found = re.search(r"name '(\w+)' is not defined", text)
    name = found[1] if found else ""
    if name == "sorted_nodes":
        return "It is a method of a node: `graph.sorted_nodes()`."
    if name in ("forward", "backward") and f"{name}(" in line and "in <lambda>:" not in line:
        return f"It is a method of a node: `node.{name}()`."
    if callable(getattr(torch, name, None)) and re.search(rf"(?<![\w.]){name}\(", line):
        return f"It is a function of torch: `torch.{name}(...)`."
    if not re.search(r"in (forward|backward):", line):
        return ""
    if name in ("result", "gradient", "input_nodes", "output"):
        return f"`self.` is missing: `self.{name}{'()' * (name == 'output')}`."
    if "in backward:" not in line and len(name) == 1:
        return "If it stands for an input, read that with `self.input(i)`."
    if "in backward:" not in line:
        return ""
    kept = "kept" if hasattr(ComputationNode, name) or not name else name
    return (
        "If `forward` made that name, it was gone when `forward` ended: read the inputs again, "
        f"with `self.input(i)`, or let `forward` set it aside, as `self.{kept}`."
    )


def _misused(text: str, line: str) -> str:
    """The message about an operator or a function that does something else than in a formula."""
    if "bitwise_xor" in text or "for ^" in text:
        return "In Python a power is written `**`; `^` is another operation."
    if found := re.search(r"torch\.return_types\.(\w+)", text):
        return (
            f"With `dim`, `{found[1]}` returns two tensors, values and places: "
            f"`A.{found[1]}(dim=1).values` are the values."
        )
    if "Boolean value of Tensor with more than one value is ambiguous" in text:
        if re.search(r"(?<![\w.])(max|min)\(", line):
            return (
                "Python's `max` and `min` compare whole tensors. `A.clamp(min=0)` is max(A, 0), "
                "entry by entry."
            )
        return (
            "One answer, yes or no, is needed there, and a comparison of tensors has one for each "
            "entry. `torch.where(condition, A, B)` decides entry by entry."
        )
    if "@" in line and re.search(r"mat1 and mat2 shapes .*\((\d+x\d+) and \1\)", text):
        return (
            "`@` is the matrix product, and these two matrices have the same shape: one of them "
            "has to be transposed. If the product entry by entry is meant, that is `*`."
        )
    if re.search(rf"{_A_METHOD} object has no attribute|for .*{_A_METHOD}", text) or re.search(
        r"must be Tensor, not (method|function|builtin_function_or_method)", text
    ):
        if found := re.search(r"self\.(input|output)\b(?!\()", line):
            return f"`{found[1]}` is a method: `self.{found[1]}({'0' * (found[1] == 'input')})`."
        return NOT_CALLED
    if "Chain.__init__() takes" in text:
        return "`Chain` takes one list of layers: `Chain(self.layers)`."
    if "'str' object has no attribute 'forward'" in text:
        return (
            "A layer may be the name of a class of nodes. `Chain(self.layers)` takes the list as "
            "it is, and makes a node of each."
        )
    return ""


def _of_one_number(line: str) -> str:
    """The hint if a tensor has several entries where one number is needed; empty if unsure."""
    found = re.search(r"\bmath\.(exp|log|sqrt|sinh?|cosh?|tanh?|erf)\(", line)
    if not found or line.count("math.") > 1:
        return ""
    return (
        f"`math.{found[1]}` takes one number, and this tensor has several: `torch.{found[1]}` "
        "takes each of its entries."
    )


def _misplaced(text: str, line: str) -> str:
    """The hint on an index or an axis that does not fit the tensor; empty if there is none."""
    if "Index tensor must have the same number of dimensions as" in text:
        return (
            "The places need as many axes as the tensor in which they are. `argmax` keeps one of "
            "length 1 with `keepdim=True`, and `A.unsqueeze(1)` adds one."
        )
    found = re.search(r"Dimension out of range.*\[-(\d), \d\], but got (\d)\)", text)
    if found and "unsqueeze" not in line:  # which may count one axis more
        axes, axis = found.groups()
        return (
            f"One of the tensors in this line has {axes} axes, counted from 0, so none with the "
            f"number {axis}. Print the shape of each: all need as many axes. `A.unsqueeze(2)` adds "
            "one at the end of a matrix."
        )
    found = re.search(r"Expected index (\[.*?\]) .*size than src (\[.*?\])", text)
    if found and found[1] != found[2]:
        return (
            f"The places have the shape {found[1]}, and the values for them {found[2]}: each value "
            "needs its place."
        )
    return ""


def _missing_attribute(text: str, line: str) -> str:
    found = re.search(r"'(\w+)' object has no attribute '(\w+)'", text)
    if not found:
        return ""
    kind, name = found.groups()
    if kind in latest_classes and name == "input_nodes":  # the error itself says why it is missing
        return ""
    if kind in latest_classes and name in _INPUTS:
        return "`input_nodes` is the list of a node's inputs; the value of the first is `input(0)`."
    if kind in latest_classes and name == "value":
        return "Only a leaf has a `value`; the value of any input is `self.input(i)`."
    if kind in latest_classes and name in _OWN_NAMES:
        return f"It is called `{_OWN_NAMES[name]}`."
    if kind in latest_classes and hasattr(torch.Tensor, name):
        return (
            f"That is a node, and `{name}` belongs to tensors. In `forward` and `backward`, "
            "`self.input(i)` is the value of an input; inside `build_graph()` it is a node, for "
            "which operators such as `+` and `*` work."
        )
    if kind in latest_classes and (meant := _own_name_like(name)):
        return f"Is `{meant}` meant?"
    if kind in latest_classes and f"self.{name}" in line and "in backward:" in line:
        return (
            f"`forward` has not set it. What it puts under a name without `self.`, such as "
            f"`{name}`, is gone when it ends."
        )
    if name == "accumulate_gradient" and kind in ("int", "float", "Tensor"):
        if ".input(" in line:
            return "`input(i)` is the value of an input. The node is `input_nodes[i]`."
        return (
            "That is a number, not a node. Are nodes and gradients swapped in the `for`, or is "
            "the `zip` missing that pairs them?"
        )
    if name == "accumulate_gradient" and kind == "list":
        return "That is a list, not a node: each node in it has that method."
    return ""


def _own_name_like(name: str) -> str:
    """The attribute of a node that a name is most likely a slip for; empty if there is none."""
    own = (*vars(ComputationNode), "input_nodes", "result", "gradient")
    close = difflib.get_close_matches(name, [n for n in own if not n.startswith("_")], 1, 0.85)
    return close[0] if close else ""


def _wrong_type(text: str, line: str) -> str:
    if taken := re.search(r"(forward|backward)\(\) takes 1 positional argument", text):
        return (
            f"`{taken[1]}` takes nothing in its brackets: a node knows its inputs and its gradient."
        )
    # A node's method, called by the check, has its class in front; a student's own has not.
    if taken := re.search(r"\w+\.(forward|backward)\(\) (takes 0|missing)", text):
        return (
            f"Begin it with `def {taken[1]}(self):`. A node is given nothing else; it reads its "
            "inputs with `self.input(i)`."
        )
    if taken := re.search(
        r"(\w+_like)\(\): argument 'input' .* must be Tensor, not (int|float)", text
    ):
        return (
            f"`{taken[1]}` takes tensors only, and this is a plain number: a leaf such as the 2.0 "
            "in `2.0 * x` holds one."
        )
    if "'list' object is not callable" in text and ".input_nodes(" in line:
        return "`input_nodes` is a list; the value of the first input is `input(0)`."
    if "'Tensor' object is not callable" in text and ".T()" in line:
        return "`T` is not a method, so it has no brackets."
    if re.search(r"for \+=?: 'NoneType' and", text) and ".gradient" in line:
        return "A gradient starts as None; `accumulate_gradient` takes care of that."
    if "NoneType" in text and re.search(r"in backward:.*self\b.*(?<!self)\.gradient", line):
        return (
            "While backward runs, the gradients of the inputs are not there yet. A local gradient "
            "is made of values: `self.input(i)`."
        )
    found = re.search(r"'(\w+)' object is not (iterable|reversible|subscriptable)", text)
    if not found:
        return ""
    kind = found[1]
    if kind in ("method", "function"):
        called = re.search(r"\.input\[(\w+)\]", line)
        return f"`input` is a method: `self.input({called[1]})`." if called else _NO_BRACKETS
    if kind == "NoneType" and found[2] == "subscriptable" and "in backward:" in line:
        return (
            "That is None. Is it the gradient of an input, which is not there yet while backward "
            "runs, or what a function without `return` gives?"
        )
    if kind == "NoneType":
        return (
            "That is None, not a list. Does it come from `.reverse()`, which reverses a list in "
            "place and returns nothing? Use `[::-1]` or `reversed()`. Or is a `return` missing?"
        )
    return _NO_LIST if kind in latest_classes else ""
