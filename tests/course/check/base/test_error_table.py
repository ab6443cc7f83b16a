"""Each clue in the table of errors is said for the code that is its example here."""

import math

import pytest
import torch

import course
from course import ComputationNode, check_gradients, check_node, check_results
from course.check.base.error_table import CLUES, NOT_CALLED, clue_by_text
from course.check.models.sgd import check_sgd_step
from course.running.attempt import Raised
from tests.helpers.engine import forward_algorithm
from tests.helpers.failing import failure
from tests.helpers.student_code import WALK, compiled, cosh, written

START = "graph.gradient = one\n"
PAIRS = WALK + "for each, share in zip(node.input_nodes, node.backward()):\n    "
EXPANDED = "share = __import__('torch').ones(1).expand(3)\n"


def engine(body, parameters="graph, one=1.0"):
    backward = written(f"backward({parameters})", body)
    return failure(check_gradients, cosh(), forward_algorithm, backward)


def parameters_of_engine(parameters):
    return engine("pass", parameters)


def named_as_algorithms(definition):
    """Algorithms, one of which is defined like this."""
    names = {"forward_algorithm": forward_algorithm, "backward_algorithm": lambda graph, one: None}
    exec(definition, names)
    algorithms = names["forward_algorithm"], names["backward_algorithm"]
    check = check_results if "forward" in definition else check_gradients
    return failure(check, cosh(), *algorithms[: 1 if check is check_results else 2])


def product(line):
    """Forward of a node with two matrices, one of which could be transposed to be multiplied."""

    class Matmul(ComputationNode):
        forward = written("forward(self)", f"self.result = {line}")

    return failure(check_node, Matmul, torch.ones(2, 3), torch.ones(3, 2))


def on_matrix(line):
    """Forward of a node with one matrix, A."""

    class Exp(ComputationNode):
        forward = written("forward(self)", f"import math\nA = self.input(0)\nself.result = {line}")

    return failure(check_node, Exp, torch.ones(2, 3))


def on_number(line):
    """Forward of a node with one number, whose `__init__` has set an attribute."""

    class Exp(ComputationNode):
        def __init__(self, x, name=None):
            super().__init__(x, name=name)
            self.base = math.e

        forward = written("forward(self)", f"import math\nself.result = {line}")

    return failure(check_node, Exp, 2000.0)


def in_backward(body):
    """Backward of a node whose forward has set `here` in a variable."""

    class Mul(ComputationNode):
        forward = written("forward(self)", "here = self.input(0)\nself.result = here * 3.0")
        backward = written("backward(self)", body)

    return failure(check_node, Mul, 0.0, 3.0)


def method(head):
    class Add(ComputationNode):
        forward = written(head, "return 0")

    Add.forward.__qualname__ = "Add.forward"
    return failure(check_node, Add, 2.0, 3.0)


def made_by(expression):
    names = {**globals()}
    exec(compiled(f"make = lambda x: {expression}"), names)
    return failure(check_node, names["make"], 2.0)


def with_method(definition):
    class Mul(ComputationNode):
        exec(definition)

    return failure(check_node, Mul, 2.0, 3.0)


def in_a_check(line):
    check = compiled(f"with check_exercise('A'):\n    {line}\n")
    return failure(exec, check, {**vars(course)})


def step(body):
    return failure(check_sgd_step, written("sgd_step(parameters, gradients, rate)", body))


def in_place_of_step(expression):
    return failure(check_sgd_step, eval(expression))


EXAMPLES = {
    parameters_of_engine: [
        ("one, graph", "Begin it with `def backward_algorithm(graph, one=1.0):`"),
        ("graph, gradient=1.0", "Begin it with `def backward_algorithm(graph, one=1.0):`"),
        ("graph", "Begin it with `def backward_algorithm(graph, one=1.0):`"),
    ],
    named_as_algorithms: [
        ("def forward_algorithm(): pass", "Begin it with `def forward_algorithm(graph):`"),
        ("def forward_algorithm(graph, x): pass", "Begin it with `def forward_algorithm(graph):`"),
        ("def backward_algorithm(graph, one, x): pass", "Begin it with `def backward_algorithm("),
    ],
    engine: [
        ("for node in graph.sorted_nodes: pass", NOT_CALLED),
        ("__import__('torch').zeros_like(graph.result)", "takes tensors only"),
        ("for node in reversed(graph.sorted_nodes): pass", NOT_CALLED),
        ("for node in graph.sorted_nodes[::-1]: pass", NOT_CALLED),
        ("for node in graph: pass", "A node is not a list. `graph.sorted_nodes()`"),
        ("for node in graph.sorted_nodes().reverse(): pass", "`[::-1]` or `reversed()`"),
        ("len(graph.sorted_nodes().sort(key=id))", "or `reversed()`, for example"),
        ("for node in graph.sorted_nodes(): node.inputs", "`input_nodes` is the list"),
        ("graph.sorted_nodes()[-2].value", "that of a node itself is its `result`"),
        ("graph.grad", "It is called `gradient`."),
        ("sorted(graph.sorted_nodes(), reverse=True)", "Nodes have no order by size."),
        ("graph.input_nodes(0)", "`input_nodes` is a value and takes no brackets"),
        ("graph.sorted_node()", "Is `sorted_nodes` meant?"),
        (START + PAIRS + "each.gradient += share", "starts as None"),
        (START + PAIRS + "each.acumulate_gradient(share)", "Is `accumulate_gradient` meant?"),
        (START + PAIRS + "share.accumulate_gradient(each)", "nodes and gradients swapped"),
        (
            START + PAIRS + "node.input(0).accumulate_gradient(share)",
            "`input(i)` is the value of one",
        ),
        (
            START + WALK + "node.input_nodes.accumulate_gradient(node.backward())",
            "`input_nodes` holds nodes",
        ),
        (WALK + "node.backward(one)", "`backward` takes no arguments"),
        ("for node in sorted_nodes(graph): pass", "a method of a node: `node.sorted_nodes()`"),
        ("for node in sorted_nodes: pass", "a method of a node: `node.sorted_nodes()`"),
        (WALK + "forward(node)", "a method of a node: `node.forward()`"),
        (START + WALK + "for share in zip(node.backward): pass", NOT_CALLED),
        (
            START + "u, _ = graph.input_nodes\n"
            "for each, share in u.input_nodes, graph.backward(): pass",
            "`zip(...)` pairs",
        ),
        (WALK + "node.gradient.clone()", "Something is None that should hold a value"),
        (
            WALK
            + "node.gradient = one\n"
            + WALK
            + "node.input_nodes[0].gradient += node.backward()[0]",
            "a leaf has none",
        ),
        (WALK + "local = node.input(0)", "a leaf has none"),
        (WALK + "local = node.input(1)", "a leaf has none"),
        (EXPANDED + "share += 1.0", "`a = a + b` makes a new tensor"),
        (EXPANDED + "graph.gradient = share\ngraph.gradient *= 2", "`a = a * b` makes"),
    ],
    product: [
        ("self.input[1] @ self.input(0)", "`input` is a method, with brackets: `self.input(0)`"),
        ("self.input_nodes[0].T @ self.input(1)", "That is a node, and `T` belongs to tensors."),
        ("self.inputs(0) @ self.input(1)", "The value of the first is `input(0)`"),
        ("self.input.T @ self.input(1)", "`input` is a method, with brackets: `self.input(0)`"),
        ("[a for a, in [self.input]]", "`input` is a method, with brackets: `self.input(0)`"),
        ("self.input * self.input(1)", "`input` is a method, with brackets: `self.input(0)`"),
        ("self.output * self.input(1)", "`output` is a method, with brackets"),
        ("output() * self.input(1)", "`self.` is missing: `self.output`."),
        ("self.input(0) * self.input(0).exp", NOT_CALLED),
        ("self.input(0) ^ 2", "a power is written `**`"),
        ("self.input(0) - self.input(0).max(dim=1, keepdim=True)", "`A.max(dim=1).values`"),
        ("max(self.input(0), 0)", "`A.clamp(min=0)`"),
        ("self.input(0) if self.input(0) > 0 else 0", "`torch.where(condition, A, B)`"),
        ("self.input(0) @ self.input(1).float()", "float64 here, so that rounding hides nothing"),
        ("self.input(0) @ self.input(1).long()", "float64 here, so that rounding hides nothing"),
        ("self.input(0).T() @ self.input(1).T()", "`T` is a value and takes no brackets"),
        ("tanh(self.input(0))", "`torch.tanh(...)`"),
        ("torch.tanh(self.input(0))", "Import it first: `import torch`."),
        ("np.tanh(self.input(0))", "Import it first: `import numpy as np`."),
        ("-gradient", "`self.gradient`"),
        ("x @ y", "If it stands for an input"),
        ("self.input(0) / n", "if for a size, read it from a shape"),
        ("setattr(self, 'label', 'a')", "an attribute `label`; choose another name"),
        ("self.colour.exp()", "It is not set at this point."),
        ("1 / 0", "Do you need to divide?"),
        ("self.input(1) @ self.input(2)", "Inputs are counted from 0"),
    ],
    on_matrix: [
        ("A - A.max(dim=1)", "`A.max(dim=1).values`"),
        ("A.min(dim=1).exp()", "`A.min(dim=1).values`"),
        ("A - A.max(dim=1).values", "`keepdim=True` keeps a column"),
        ("A - A.var(1, unbiased=False)", "`keepdim=True` keeps a column"),
        ("A.mean(dim=1)\nself.result = A - self.result", "a row of n numbers, not a column"),
        ("A.sum(dim=1)\nself.result = A * (A - self.result)", "a row of n numbers, not a column"),
        ("A[5]", "here there are 2. One index, a number or a list, picks whole rows"),
        ("A - ...", "`...` stands where something is still to be filled in."),
        ("A * A.T", "it is written `@`"),
        ("A @ A", "it is written `*`"),
        ("__import__('torch').dot(A, A)", "`dot` multiplies two vectors"),
        ("A @ (1 - A**2)", "it is written `*`"),
        ("2 * A.sum() @ A", "With a single number, a product is written `*`."),
        ("A[range(3), [0, 1]]", "so both need the same length"),
        ("__import__('torch').outer(A, A)", "Of a matrix, take one row at a time."),
        ("A @ A.transpose()", "`A.T` is the transpose"),
        ("__import__('course').Chain(['Exp'])(A)", "`Chain` is not called"),
        ("self.input_nodes[0](A)", "`Leaf` is not called"),
        ("range(A.numel() / 2)", "`//` gives a whole one"),
        ("A.sum(dim=2)", "no axis 2: its axes are counted from 0, and the last one is 1."),
        ("A - (A > 0) - (True - A)", "multiply them by 1.0 first"),
        ("-(A > 0)", "multiply them by 1.0 first"),
        ("A.masked_fill(~A.tril(), 0)", "so it needs a tensor of type bool"),
        ("A.index_add(0, [1, 0], A)", "makes a tensor of a list"),
        ("__import__('torch').as_tensor(self.input_nodes[0])", "That is a node, not a value."),
        ("A.sum()[range(2), 0]", "What stands before the brackets is a single number."),
        ("A[(0, 1, 1)]", "A list in them picks rows."),
        ("__import__('torch').exp(self.input_nodes[0])", "That is a node, not a value."),
        ("float(self.input_nodes[0])", "That is a node, not a value."),
        ("math.exp(self.input_nodes[0])", "That is a node, not a value."),
        ("A > A.exp", "Are brackets missing, as in `A.exp()`"),
        ("math.tanh(A)", "`torch.tanh(A)` takes a tensor"),
        ("math.log(1 + math.exp(A))", "`torch.exp(A)`, take a tensor"),
        ("A if not self.input_nodes[0].result else 0", "`is None` asks whether"),
        ("A if self.input_nodes[0].result else 0", "`is None` asks whether"),
        ("A if self.input_nodes[0].result > 0 else 0", "`torch.where(condition, A, B)` decides"),
        ("(lambda mask: A if mask else 0)(A.gt(0))", "`torch.where(condition, A, B)` decides"),
        ("sorted([A, A])", "A comparison of tensors gives a yes or no"),
    ],
    on_number: [
        ("later\nlater = self.input(0)", "no line of the function has given `later` a value"),
        ("self.input(0).detach()", "`detach` belongs to tensors, and this is a plain number"),
        (
            "base ** self.input(0)",
            "If `__init__` has set it for the node",
        ),
        ("random.base", "If `__init__` has set it for the node"),  # not the module's
    ],
    in_backward: [
        ("return [self.gradient * here]", "or let `forward` set the value aside, as `self.here`"),
        ("here = here * self.gradient", "no line of the function has given `here` a value"),
        (
            "self.input(0).gradient = self.gradient",
            "it returns the downstream gradients, in a list",
        ),
        ("return [self.gradient * self.input(0).result]", "it has no `result`"),
        ("return [torch.exp(self.gradient)]", "Import it first: `import torch`."),
        ("return [upstream, upstream]", "The upstream gradient is `self.gradient`."),
        ("return [self.upstream]", "The upstream gradient is `self.gradient`."),
        ("return [dJ_dh * 3.0]", "The upstream gradient is `self.gradient`."),
        ("return [self.gradient / self.input(0)]", "Do you need to divide?"),
        (
            "a, b = self.input_nodes\nreturn [self.gradient * b.gradient, a]",
            "the gradients of the inputs are not there yet",
        ),
        ("a = self.input_nodes[0].gradient\nreturn [a[0]]", "Is it the gradient of an input"),
    ],
    method: [
        ("forward()", "Begin it with `def forward(self):`"),
        ("forward(self, x, y)", "Begin it with `def forward(self):`"),
    ],
    with_method: [("def __eq__(self, other): return True", "also needs a `__hash__`")],
    made_by: [("Missing(x)", "First run the cell that defines or imports it")],
    in_a_check: [
        ("2.5(Leaf(1.0))", "This cell raised TypeError: 'float' object is not callable. A name in"),
        ("Exp = math.exp; Exp(1.0, name='u')", "A name in this line has another meaning"),
        ("'text'.tensor", "Run the cell that defines it once more"),
    ],
    step: [
        ("for name, value in parameters: pass", "`parameters.items()` gives each name"),
        ("return rate * parameters['W'].grad", "unless PyTorch's own backward has filled it in"),
        ("return rate * parameters['W'].gradient", "not a node: it has no `gradient`"),
        ("return {'W': parameters['w']}", "Use the names in `parameters`"),
        ("return parameters - rate * gradients", "go through its names"),
    ],
    in_place_of_step: [("{'W': 0.5}", "Run the cell that defines it once more")],
}
# The most similar code for which a sentence would be false.
SILENT = {
    named_as_algorithms: [
        ("def forward_algorithm(graph):\n  forward_algorithm()", "Begin it with `def forward_"),
    ],
    engine: [
        ("def helper(g): pass\nhelper(graph, one=one)", "Begin it with `def backward_algorithm"),
        (
            "class Own:\n    @property\n    def shape(self): pass\nOwn().shape = 2",
            "A node already has an attribute",
        ),
        ("def forward(g): pass\nforward(graph, one)", "takes no arguments"),
        (WALK + "type(node).forward()", "Begin it with `def"),
        ("visit(graph)", "It is a function of torch"),
        (WALK + "for share in node.gradient: pass", "change a list in place"),
        ("for each, share in map(tuple, ['abc']): pass", "`zip(...)` pairs"),
        ("shares = []\ngraph.input_nodes[0].gradient = shares[0]", "a leaf has none"),
        (EXPANDED + "share.add_(1.0)", "makes a new tensor"),
        (EXPANDED + "total = 0.0\ntotal += share.add_(1.0)", "makes a new tensor"),
    ],
    in_backward: [
        ("return [self.input(0).gradient]", "returns the downstream gradients"),
        ("return [self.gradient.value, self.input(0).result]", "it has no `"),
        ("upstream = self.upper\nreturn [upstream]", "The upstream gradient is"),
        ("for each in self.input_nodes: total = total + 1", "gone when `forward` ends"),
    ],
    on_number: [
        ("0.0 ** -1.0", "The divisor is 0"),
        ("random.base", "Import it first"),
    ],
    on_matrix: [
        ("(A > 0).mean()", "The inputs are float64"),
        ("__import__('torch').diag(A.sum())", "`outer` multiplies"),
        ("A.transpose(0, 5)", "is the transpose of a matrix"),
        ("Leaf = self.input_nodes[0]\nLeaf(2.5)", "it has methods, `forward`"),
        ("range(2.5)", "`//` gives a whole one"),
        ("A.sum().sum(dim=1)", "has no axis"),
        ("A - 'True'", "stand for the numbers"),
        ("setattr(self, 'mask', A)\nself.masks", "It is not set at this point"),
        ("A * ~2.5", "exchanges True and False"),
        ("__import__('torch').exp(2.0)", "makes a tensor of a list"),
        ("__import__('torch').vdot(A[0], A)", "`dot` multiplies"),
        ("A.T @ (A > 0)", "The inputs are float64"),
        ("__import__('torch').gather(A, 1, A)", "The inputs are float64"),
        ("__import__('torch').nn.functional.cross_entropy(A, A[0].long())", "inputs are float64"),
        ("__import__('torch').nn.functional.cross_entropy(A, A[:, 0])", "The inputs are float64"),
        ("A - __import__('torch').linalg.qr(A)", "returns two tensors, values and places"),
        ("math.log(2.0) * A.item()", "entry by entry"),
        ("math.log(2.0) * math.exp(1.0) * A.item()", "entry by entry"),
        ("A if self.input_nodes[0].result > 0 else 0", "`is None` asks"),
        ("A.T - A.sum(dim=1, keepdim=True)", "keeps a column"),
        ("A - A.sum(dim=1, keepdim=True).T", "not a column"),
        ("A[5, 0]", "picks whole rows"),
        ("A[..., 5]", "still to be filled in"),
        ("self.upstream * A", "The upstream gradient is"),
        ("grad * A", "The upstream gradient is"),
        ("(A @ A.T) * A", "`*` multiplies entry by entry"),
        ("(A * A) @ A", "`@` is the matrix product"),
        ("A @ A", "With a single number"),
        ("A[range(3), [5]]", "so both need the same length"),
        ("A[0, 1, 1]", "is a single number"),
        ("A[[0, 1, 5]]", "A list in them picks rows."),
        ("__import__('torch').exp(2.0)", "That is a node"),
    ],
    in_a_check: [("len = 3; len([])", "A name in this line has another meaning")],
    step: [
        ("return parameters | rate", "go through its names"),
        ("return rate * None", "unless PyTorch's own backward"),
        ("return parameters['W'].gradients", "That is a value, not a node"),
        (
            "speed = {}\nreturn {name: parameters[name] - speed[name] for name in parameters}",
            "Use the names in `parameters`",
        ),
    ],
}
NEAR_MISSES = [(run, code, said) for run, codes in SILENT.items() for code, said in codes]
MAX_WITHOUT_NEAR_MISS = 28  # rows, all older than this table
CASES = [(run, code, clue) for run, examples in EXAMPLES.items() for code, clue in examples]


def row_that_speaks(failed):
    return next(row for row in CLUES if row.on(failed.diagnosis.raised))


@pytest.mark.parametrize(("run", "code", "clue"), CASES)
def test_an_error_brings_its_clue(run, code, clue):
    failed = run(code)
    assert clue in str(failed)
    assert row_that_speaks(failed).on(failed.diagnosis.raised) in str(failed)


def test_each_row_of_the_table_has_an_example():
    said = {id(row_that_speaks(run(code))) for run, code, _ in CASES}
    assert [row.says for row in CLUES if id(row) not in said] == []


@pytest.mark.parametrize(("run", "code", "said"), NEAR_MISSES)
def test_a_clue_is_not_said_where_it_would_be_false(run, code, said):
    failed = run(code)
    assert failed.diagnosis.raised  # an error of this code
    assert said not in str(failed)


def test_a_row_is_not_added_without_a_near_miss():
    without = [row for row in CLUES if not any(said in row.says for *_, said in NEAR_MISSES)]
    assert len(without) <= MAX_WITHOUT_NEAR_MISS


@pytest.mark.parametrize(
    "line",
    [
        "IntPow(Leaf(2.0))",
        "(lambda: 0)(2.0)",
        "(lambda x: None)(2.0).sum()",
        "(lambda x: None)(2.0) + 1",
        "(lambda x: 2.5)(2.0).sorted_nodes()",
    ],
)
def test_what_a_students_own_function_does_is_not_said_to_be_the_meaning_of_a_name(line):
    failed = in_a_check(line)
    assert line in failed.diagnosis.raised.line
    assert "another meaning" not in str(failed)


def test_a_function_that_a_check_does_not_find_is_not_said_to_be_a_method():
    assert "First run the cell that defines" in str(in_a_check("check(forward)"))


@pytest.mark.parametrize(
    ("line", "blamed"),
    [("math.sqrt(2) * math.exp(A)", "torch.sqrt"), ("math.sqrt(2) * float(A)", "of `math`")],
)
def test_no_function_of_math_is_blamed_where_another_may_have_raised_the_error(line, blamed):
    assert blamed not in str(on_matrix(line))


@pytest.mark.parametrize("name", ["np", "torch", "output"])
def test_a_name_that_is_missing_elsewhere_is_not_looked_for_in_this_line(name):
    text = f"name {name!r} is not defined"
    assert not clue_by_text(Raised(["NameError"], text, ["  line 3, in forward:  helper(self)"]))
    assert clue_by_text(Raised(["NameError"], text, [f"  line 3, in forward:  {name}.tanh()"]))


def test_a_name_is_not_suggested_in_place_of_itself():
    class Relu(ComputationNode):
        pass

    text = f"'{Relu.__name__}' object has no attribute 'result'"
    assert not clue_by_text(Raised(["AttributeError"], text))
