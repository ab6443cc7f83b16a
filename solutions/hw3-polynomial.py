# %% [markdown]
r"""
# Homework 3: a polynomial, and its derivatives

So far every value has been a single number. In this notebook a node holds a **tensor**, a whole table of numbers. So one
backward pass gives the derivative of a function at many points, ready to plot. Then, for extra credit, your engine writes
its backward pass down as a new graph. Run on that graph, your engine gives second and third derivatives.

**Afterwards you can**

- run your engine on tensors, and say what shape each gradient has;
- say what the upstream gradient at the output means, and why it need not be 1;
- compute derivatives of derivatives, and say which line of a node's code decides whether that works.

**You need** your engine, `Add` and `Mul` from homework 2. If PyTorch is new to you, work through *PyTorch in ten minutes* below. **Time:** about two hours.

| section | topic | points |
|---|---|---|
| | PyTorch in ten minutes | ungraded |
| 1 | your engine, on tensors, starting from `one` | {points} |
| 2 | `Add` and `Mul`, on tensors | {points} |
| 3 | the derivative of a polynomial, by calculus and by your own graph | {points} |
| 4 | upstream gradients as weights | {points} |
| 5 | extra credit: second and third derivatives | {points} |

Stuck? Unfold the hints below the check, or run your cell with `hint()` as its last line.
Extra credit can raise your mark and never lowers it.
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import variant

import torch
from matplotlib import pyplot as plt

# %% [markdown]
r"""
## Warm-up

Gradients on paper, as in homework 1: a new graph each time, and a harder one after each success. This is not graded.
"""

# %% grade_id="warm-up" shows=true
from course import practice

practice("gradients by hand")

# %% [markdown]
r"""
## PyTorch in ten minutes

Skip this section if you have used PyTorch or NumPy. Otherwise run the cells, change them, and run them again.

A **tensor** is a table of numbers with any number of axes: a single number has none, a vector one, a matrix two. Its `shape` says how long each axis is. Arithmetic works **entry by entry**, and so do functions such as `exp`.
`@` is the matrix product and `.T` the transpose.
"""

# %% grade_id="primer-tensors" shows=true
A = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
B = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
print("A has shape", tuple(A.shape), "and B has shape", tuple(B.shape))
print("2 * A + 1 =\n", 2 * A + 1)
print("A * A, entry by entry =\n", A * A)
print("A @ B, the matrix product =\n", A @ B)
print("A.T =\n", A.T)
print("row 1, column 2 of A:", A[1, 2], "  as a Python number:", A[1, 2].item())

# %% [markdown]
r"""
`sum()` adds up all entries. `sum(0)` adds along axis 0, that is, down each column; `sum(1)` adds along each row.
If two shapes differ, PyTorch **broadcasts**. It lines the two shapes up at their last axes. A tensor that has length 1 along an axis, or lacks that axis, is then used as if it were repeated to the length of the other: shapes $(3)$ and $(2, 1)$ both fit a matrix of shape $(2, 3)$. Two different lengths are an error if neither is 1.
"""

# %% grade_id="primer-sums" shows=true
print("A.sum() =", A.sum(), "  A.sum(0) =", A.sum(0), "  A.sum(1) =", A.sum(1))
print(
    "A + a row of three numbers: the row is used for every row of A\n",
    A + torch.tensor([10.0, 20.0, 30.0]),
)
print("A + a column of two numbers\n", A + torch.tensor([[100.0], [200.0]]))

# %% [markdown]
r"""
Every tensor has a type, its `dtype`. `float32`, the default, is accurate to about 7 digits and takes 4 bytes for each number; `float64` has about 16 digits and takes 8 bytes. The checks compute in `float64`. A tensor made from Python integers has the type `int64`, and PyTorch cannot differentiate with respect to it: write `1.0` rather than `1`.

`x.exp()` makes a new tensor. A method whose name ends in an underscore, such as `x.exp_()`, changes `x` itself. In this course, use the first kind.
"""

# %% grade_id="primer-types" shows=true
print(torch.tensor([1.0, 2.0]).dtype, torch.tensor([1, 2]).dtype, A.double().dtype)
x = torch.linspace(0.0, 1.0, 5)  # five numbers from 0 to 1
print(x, x.exp(), x > 0.3)

# %% [markdown]
r"""
PyTorch computes gradients with respect to tensors that have `requires_grad=True`. It builds the graph while it computes. `backward()` then walks the graph backward from a single number, and leaves the gradients in `.grad`. (`detach()`, in the last line, gives the same numbers without the graph, as NumPy requires.)
The checks compare your gradients with PyTorch's. Your own solutions may use PyTorch's arithmetic, but not its gradients.
"""

# %% grade_id="primer-autograd" shows=true
x = torch.tensor([3.0, 4.0], requires_grad=True)
y = (x**2).sum()
y.backward()
print("y =", y.item(), "  its gradient 2 x =", x.grad)
print("without the graph:", x.detach(), "  as NumPy:", x.detach().numpy())

# %% [markdown]
r"""
## 1. Your engine, on tensors

Paste your `forward_algorithm` and `backward_algorithm`. Check two things. First, the gradient of the output
must be the argument `one`, not a number written into your code. With tensors, the caller passes a tensor as `one`, such as
`torch.tensor(1.0)`, because some nodes call methods on it that a plain number does not have. You do not need to convert anything, and the default `1.0` may stay. Second, hand on every gradient with `accumulate_gradient`, not with a `+` of your own. If PyTorch has repeated a value to fit a larger tensor, this method also sums the gradient over the copies (section 2 says why).
"""


# %% grade_id="engine"
def forward_algorithm(graph):
    """Fill in the result of every node of the graph, whose output node is given."""
    ### BEGIN SOLUTION
    for node in graph.sorted_nodes():
        node.forward()
    ### END SOLUTION
    return graph


def backward_algorithm(graph, one=1.0):
    """Fill in the gradient of every node, starting with the upstream gradient `one` at the output."""
    ### BEGIN SOLUTION
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    ### END SOLUTION
    return graph


# %% [markdown]
r"""
`Matsum` adds up all entries of a tensor, so that a graph can end in a single number; `x.sum()` builds it. Its `backward` calls `expand`,
a method that a plain number does not have.
"""

# %% grade_id="read-matsum" shows=true
show_source(Matsum)

# %% [markdown]
r"""
Look at `backward`. Each entry of the tensor is added once, so moving any entry by $h$ moves the sum by $h$. Every
local gradient is 1, and every entry gets the whole upstream gradient. `expand` does that: it repeats one number
until it fills the shape of the input.

**The gradient of a number with respect to a tensor has the shape of that tensor.** That is the best
debugging tool in this course.

The check uses more nodes of the scaffold: `Mean`, `HalfDifference`, `Exp`, `Negate`, `IntPow` and `Copy` from homework 1, and
`Matexpand`, which repeats a number until it fills a larger shape.
"""

# %% grade_id="engine-check" points=2 title="1 Engine on tensors"
w = Leaf(torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.3, -0.7]]), "w")
u = Exp(-w, name="u")
check_results(HalfDifference(u, IntPow(u, 2)).sum(), forward_algorithm)

both = HalfDifference(HalfDifference(u, Exp(Negate(u))), Mean(Mean(u, u), Copy(u)))
check_gradients(both.sum(), forward_algorithm, backward_algorithm)

mixed = HalfDifference(Matexpand(Mean(Matsum(u), 2.0), (2, 3)), IntPow(w, 3))
check_gradients(mixed, forward_algorithm, backward_algorithm)

# c is repeated along each row, so its gradient is a sum along the rows.
broadcast = HalfDifference(w, Leaf(torch.tensor([[1.0], [-2.0]]), "c"))
check_gradients(broadcast, forward_algorithm, backward_algorithm)

row, number = Leaf(torch.tensor([0.3, 1.2, -0.8]), "r"), Leaf(2.0, "s")
line = Leaf(torch.tensor([[0.7, -0.4, 1.1]]), "t")
broadcast = HalfDifference(HalfDifference(HalfDifference(w, row), number), line)
check_gradients(broadcast, forward_algorithm, backward_algorithm, on_small_graphs="none")

# %% [markdown]
r"""
If a message says that a gradient is a plain number, look at what your engine puts at the output. Is it `one`, or a number of your own? (Leave the
`1.0` in the `def` line: it is a default.)

## 2. Add and Mul, on tensors

Paste your two nodes from homework 2. If they use nothing but `+` and `*`, they work on tensors as they are, entry by
entry.

A node can also mix a tensor with a single number, as in `2 * x`. PyTorch then **broadcasts** the number: it is used
once for every entry. That is a fork with as many branches as there are entries, and gradients add up at forks.
So `accumulate_gradient` in the scaffold sums such a gradient back to a single number. (In homework 4 you do this
yourself.)
"""


# %% grade_id="add"
class Add(ComputationNode):
    """The sum of two inputs."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0) + self.input(1)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient, self.gradient]
        ### END SOLUTION


# %% grade_id="add-check" points=1 title="2a Add"
check_node(Add, torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), torch.full((2, 3), 2.0))


# %% grade_id="mul"
class Mul(ComputationNode):
    """The product of two inputs, entry by entry."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0) * self.input(1)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
        ### END SOLUTION


# %% grade_id="mul-check" points=1 title="2b Mul"
check_node(Mul, torch.tensor([1.0, -2.0, 3.0]), torch.tensor([4.0, 5.0, -6.0]))
check_node(Mul, torch.tensor([0.0, 2.0]), torch.tensor([3.0, 0.0]))
check_node(Mul, torch.tensor([[1.0, -2.0], [0.5, 4.0]]), torch.tensor([[3.0, 0.5], [-1.0, 2.0]]))

# %% [markdown]
r"""
## 3. The polynomial

$$y = x^4 - 2x^3 + 3x^2 - 4x + 5$$

**Exercise 3a.** Find $\dfrac{dy}{dx}$ with ordinary calculus, as a formula in `x`, in quotes. For example, the derivative of
$x^3 - x$ would be `"3 x^2 - 1"`.
"""


# %% grade_id="polynomial"
def polynomial(x):
    return x**4 - 2 * x**3 + 3 * x**2 - 4 * x + 5


# %% grade_id="own-polynomial" variants=true
from course import show_variant

show_variant("polynomial", "exercise 3a")

# %% grade_id="polynomial-formula"
dy_dx = "4 x^3 - 6 x^2 + 6 x - 4"  ### SOLUTION

# %% grade_id="polynomial-formula-check" points=2 title="3a The derivative by calculus"
check_derivative_by_hand(
    variant("polynomial", lambda x: x**4 - 2 * x**3 + 3 * x**2 - 4 * x + 5),
    dy_dx,
    at=[-1.0, 0.5, 2.0],
    hint="dy_dx",
)

# %% [markdown]
r"""
<details name="dy_dx"><summary>Hint: term by term</summary>

The derivative of a sum is the sum of the derivatives, and a constant factor stays. What is the derivative of $x^n$?
</details>

<details name="dy_dx"><summary>Hint: a smaller example</summary>

The derivative of $2x^3 - 4x + 5$ is $6x^2 - 4$: the exponent becomes a factor, and the new exponent is one less. The constant disappears.
</details>

Now let your engine find the derivative, at 26 points in one backward pass. The function `polynomial` above is ordinary Python. Called with a
node, it builds a graph with your `Add` and `Mul` in it, as in homework 2. The cell plays your run, step by step.
"""

# %% grade_id="polynomial-graph" shows=true
total = polynomial(Leaf(torch.linspace(-2.0, 3.0, 26), "x")).sum()
replay(total, forward_algorithm, backward_algorithm)

# %% [markdown]
r"""
Why the sum at the end? We want $\frac{dy_i}{dx_i}$ for each point $i$. In $\sum_j y_j$ only the term $y_i$ depends on
$x_i$, so the derivative of the sum with respect to $x_i$ is $\frac{dy_i}{dx_i}$.

**Exercise 3b.** There is nothing new to write. The check tests whether your engine, `Add` and `Mul` work together: it compares results and gradients of the polynomial with PyTorch's.
As in homework 2, a part that is wrong costs you points in its own exercise but none here, as long as more of your parts are right than wrong. (A missing part does cost you these points, and so does an engine that runs none of the graph's nodes.)
"""

# %% grade_id="polynomial-all" points=5 title="3b The polynomial by your own graph"
from course import check_together

x = Leaf(torch.linspace(-2.0, 3.0, 26), "x")
check_together(
    polynomial(x).sum(),
    forward_algorithm,
    backward_algorithm,
    alone=[
        Add(torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), torch.full((2, 3), 2.0)),
        Mul(torch.tensor([1.0, -2.0, 3.0]), torch.tensor([4.0, 5.0, -6.0])),
    ],
)

# %% [markdown]
r"""
The curve and its derivative:
"""

# %% grade_id="polynomial-plot" shows=true
x = Leaf(torch.linspace(-2.0, 3.0, 26), "x")
y = polynomial(x)
y_sum = y.sum()
forward_algorithm(y_sum)
backward_algorithm(y_sum, one=torch.tensor(1.0))

plt.plot(x.value, y.result, label="y")
plt.plot(x.value, x.gradient, label="dy/dx, from your engine")
plt.axhline(0, color="gray", linewidth=0.5)
plt.xlabel("x")
plt.legend()
plt.show()

# %% [markdown]
r"""
**Exercise 3c.** The curve has one lowest point, where the
derivative is 0. Read its position off the plot, check it with the derivative by calculus, and fill in `x` and `y`.
"""

# %% grade_id="lowest"
lowest = {
    "x": 1,  ### SOLUTION
    "y": 3,  ### SOLUTION
}


# %% grade_id="lowest-check" points=2 title="3c The lowest point"
def height(x):  # of the curve above, even if somebody has changed `polynomial` to look at others
    return x**4 - 2 * x**3 + 3 * x**2 - 4 * x + 5


grid = torch.linspace(-2.0, 3.0, 5001, dtype=torch.float64)
values = height(grid)
check_blanks(
    lowest,
    {"x": float(grid[values.argmin()]), "y": float(values.min())},
    implied=lambda blanks: {"y": height(blanks["x"])},
    clues={
        "x": "Put it into the derivative by calculus. Is the result exactly 0?",
        "y": "It is the value of the polynomial at your x.",
    },
)

# %% [markdown]
r"""
<details name="lowest"><summary>Hint: reading the plot</summary>

Where does the curve of the derivative cross zero? Put that $x$ into the derivative by calculus, and then into the polynomial.
</details>

## 4. Upstream gradients as weights

A graph need not end in a sum. Let $y = x^2$, entry by entry, at $x = (3, 4, 5)$. Start the backward pass with
the upstream gradient $v = (10, 100, 1000)$, which your engine would be given as `one`. The table of all partial derivatives of $y$ is called the *Jacobian*.
In general, the gradient $g$ that arrives at $x$ is the **vector-Jacobian product** of $v$ and this table:

$$g_i = \sum_j v_j \frac{\partial y_j}{\partial x_i}$$

This is the general rule from homework 1 again. That rule needs a graph that ends in one number $L$, so imagine one more step, $L = \sum_j v_j y_j$. Then $\partial L/\partial y_j = v_j$, and the entries $y_j$ are the consumers of $x_i$.

**Exercise 4.** Here $y_j$ depends on $x_j$ alone, so most terms vanish. Fill in the three entries $g_0$, $g_1$, $g_2$.
"""

# %% grade_id="weights"
weights = {
    "g0": 60,  ### SOLUTION
    "g1": 800,  ### SOLUTION
    "g2": 10000,  ### SOLUTION
}

# %% grade_id="weights-check" points=3 title="4 Upstream gradients as weights"
x = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
(x**2 * torch.tensor([10.0, 100.0, 1000.0])).sum().backward()
check_blanks(
    weights,
    dict(zip(["g0", "g1", "g2"], x.grad.tolist())),
    clues=dict.fromkeys(
        ["g0", "g1", "g2"],
        "Which entries of y depend on this entry of x, and how much does each count?",
    ),
)

# %% [markdown]
r"""
<details name="weights"><summary>Hint: one entry at a time</summary>

In the sum for $g_1$, only the term with $j = 1$ remains. What is $\partial y_1/\partial x_1$ at $x_1 = 4$? And what is it multiplied by?
</details>

<details name="weights"><summary>Hint: a smaller example</summary>

For $y = 3x$, entry by entry, and $v = (5, 7)$, the result is $g = (15, 21)$.
</details>

So the upstream gradient says how much each entry of the output counts. Starting with ones is the special case in which all entries count
equally. An engine that always starts with ones looks right only then. That is why the
checks of your engine and of your nodes never start with ones.

## 5. Extra credit: derivatives of derivatives

A backward pass is a computation like any other: products, sums, exponentials. So it can be written down
as a graph, and differentiated again. Inside the context

```python
with build_graph():
    backward_algorithm(...)
```

`self.input(i)` and `self.output()` return the *nodes* instead of their values. Gradients are nodes there too, beginning with `one=Leaf(torch.tensor(1.0))`. So a `backward` method that says
`self.gradient * self.input(1)` builds a `Mul` node without knowing it. Afterwards, `x.gradient` is not a tensor but
the output node of a new graph, which computes the derivative.

If your nodes are right, this works right away.
"""

# %% grade_id="higher-plot" shows=true
x = Leaf(torch.linspace(-2.0, 3.0, 26), "x")
curve = polynomial(x)
for name in ["y", "dy/dx", "second derivative", "third derivative"]:
    total = curve.sum()
    forward_algorithm(total)
    plt.plot(x.value, curve.result, label=name)
    with build_graph():
        backward_algorithm(total, one=Leaf(torch.tensor(1.0)))
    curve = x.gradient
plt.xlabel("x")
plt.legend()
plt.show()

# %% [markdown]
r"""
**Exercise 5a (extra credit).** The first three derivatives of the polynomial have to be right, at $x = 0$ too. There is
nothing to write here; if the check complains, fix your nodes or your engine above. The usual causes of a wrong derivative are:

- `backward_algorithm` does not forget the old gradients at the start, so the new ones pile up on them;
- one of your `backward` methods reads `self.input_nodes[0].result`, which is always a value, instead of
  `self.input(0)`, which inside `build_graph()` is a node;
- one of your `backward` methods uses something that works only on tensors: a method such as `.clone()`, or a function such as `torch.mul` or
  `torch.ones_like`. The operators `+`, `-`, `*`, `/` and `**` work on nodes too.
"""

# %% grade_id="higher-check" extra=2 title="5a Third derivative (extra credit)"
x = Leaf(torch.tensor([-2.0, -0.5, 0.0, 1.0, 2.5]), "x")
check_derivatives(polynomial(x), x, forward_algorithm, backward_algorithm, order=3)
horner = (((x - 2) * x + 3) * x - 4) * x + 5  # the same polynomial, computed another way
check_derivatives(horner, x, forward_algorithm, backward_algorithm, order=3)

# %% [markdown]
r"""
**Exercise 5b (extra credit).** The same again, also without new code, for an expression with an exponential and a quotient,

$$y = \frac{e^{2x}}{1 + x^2}$$

First read `Exp` again.
"""

# %% grade_id="read-exp" shows=true
show_source(Exp)

# %% [markdown]
r"""
The local gradient is `self.output()`, not `self.result`. With `self.result`, a plain value, the second backward pass
would treat $e^x$ as a constant and lose a term. So for $y = e^x$ alone you would expect 0, but by accident the answer is right. With this mistake, the graph of
the first derivative is built from plain values only, and $x$ is not in it. So the second backward pass never reaches $x$, not even to clear its gradient, and `x.gradient` still holds the first derivative. For $e^x$ the second
derivative is the same. For $e^{2x}$ it is not: you get $2e^{2x}$ instead of $4e^{2x}$.
"""

# %% grade_id="higher-exp-check" extra=2 title="5b With an exponential (extra credit)"
x = Leaf(torch.tensor([-1.0, -0.3, 0.0, 0.4, 1.0]), "x")
check_derivatives((2 * x).exp() / (1 + x**2), x, forward_algorithm, backward_algorithm, order=3)

# %% [markdown]
r"""
## What you have done

One backward pass of your engine now gives derivatives at as many points as you like, and your engine can differentiate
its own backward pass. So can PyTorch, if you pass `create_graph=True` to `backward()`.

**Read more.** PyTorch's own introductions: [*Tensors*](https://docs.pytorch.org/tutorials/beginner/basics/tensorqs_tutorial.html),
[*Broadcasting semantics*](https://docs.pytorch.org/docs/stable/notes/broadcasting.html) and [*A Gentle Introduction to `torch.autograd`*](https://docs.pytorch.org/tutorials/beginner/blitz/autograd_tutorial.html).
A. Zhang, Z. Lipton, M. Li and A. Smola, *Dive into Deep Learning*, [section 2.1, *Data Manipulation*](https://d2l.ai/chapter_preliminaries/ndarray.html), is a longer primer.
The polynomial and the extra credit are from *Homework 1.2* of CS 7150 (Northeastern University).
"""
