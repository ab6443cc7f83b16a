# %% [markdown]
r"""
# Homework 4: matrix multiplication

Most of the work of training a neural network is multiplying matrices, forward and backward. In this notebook you find the
gradient of a matrix product one entry at a time. Then you write the two matrix products that give all entries at once.

**Afterwards you can**

- derive the gradient of an operation on matrices, by following a single entry;
- use shapes to check a gradient, and say why shapes alone are not enough;
- differentiate through broadcasting.

**You need** your engine and your `Add`, sums with indices, and what you learned about tensors in homework 3. **Time:** about an hour and a half.

| section | topic | points |
|---|---|---|
| 1 | two entries of a gradient, by hand | {points} |
| 2 | the shapes of the gradients | {points} |
| 3 | `Matmul` | {points} |
| 4 | `AddBias`, which broadcasts | {points} |
| 5 | a matrix loss, by hand and with your own nodes and engine | {points} |
| 6 | tests that expose wrong engines | {points} |
| 7 | questions about your own engine | {points} |

Stuck? Unfold the hints below the check, or run your cell with `hint()` as its last line.

**Notation, from here to homework 7**

| | |
|---|---|
| $n$, $d$ | there are $n$ *examples* (the things the network is given, such as pictures), each described by $d$ numbers |
| $X$ | a *batch*, several examples at once: **examples are rows**, so $X$ is $n \times d$ |
| $W$, $b$ | the *weights* and the *bias* of a *layer*: one step of a network, which computes $XW + b$ |
| $k$, $q$ | a layer has $k$ *units* (section 4), a network $q$ outputs |
| $L$ | the *loss*, a single number: how wrong the outputs are |
| $G$ | the upstream gradient of a node: the gradient of $L$ with respect to its result |
| $A^\top$, $A \odot B$ | the transpose; the product entry by entry (in Python `A.T` and `A * B`) |
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import variant

import torch

# %% [markdown]
r"""
## Warm-up

Graphs with forks, as in homework 2: a new one each time, and a harder one after each success. This is not graded.
"""

# %% grade_id="warm-up" shows=true
from course import practice

practice("forks by hand")

# %% [markdown]
r"""
## 1. One entry at a time

Let $C = AB$, where $A$ is $3 \times 2$ and $B$ is $2 \times 4$, so $C$ is $3 \times 4$. Entry by entry,

$$c_{ij} = \sum_r a_{ir}\, b_{rj}.$$

Later in the graph, a loss $L$ is computed from $C$; it does not matter how. The upstream gradient $G$ that comes back to $C$ is the matrix of
all $g_{ij} = \partial L / \partial c_{ij}$, and has the shape of $C$. Here are the numbers:
"""

# %% grade_id="numbers" shows=true
A = torch.tensor([[1.0, 2.0], [0.0, -1.0], [3.0, 2.0]])
B = torch.tensor([[2.0, 0.0, 1.0, -1.0], [1.0, 3.0, 0.0, 2.0]])
G = torch.tensor([[4.0, -1.0, 2.0, 0.0], [2.0, 0.0, 1.0, 3.0], [5.0, -2.0, 0.0, 1.0]])
print(f"A =\n{A.numpy()}\n\nB =\n{B.numpy()}\n\nG =\n{G.numpy()}")

# %% [markdown]
r"""
How does $L$ move when the single entry $a_{01}$ moves? (Rows and columns count from 0.) Only row 0 of $C$ uses
$a_{01}$: $c_{0j} = a_{00} b_{0j} + a_{01} b_{1j}$. So moving $a_{01}$ by $h$ moves each $c_{0j}$ by $b_{1j} h$. The four entries $c_{0j}$ are the
consumers of $a_{01}$, so by the general rule from homework 1

$$\frac{\partial L}{\partial a_{01}} = \sum_j g_{0j}\, b_{1j}$$

**Exercise 1.** Compute this number, `dA_01`. Then do the same for $b_{10}$: which entries of $C$ move with it, and how far
does each one move? Compute `dB_10` $= \partial L / \partial b_{10}$.
"""

# %% grade_id="own-entries" variants=true
from course import show_variant

show_variant("matrix entries", "exercise 1")

# %% grade_id="entries"
entries = {
    "dA_01": "4*1 + (-1)*3 + 2*0 + 0*2",  ### SOLUTION
    "dB_10": "2*4 + (-1)*2 + 2*5",  ### SOLUTION
}

# %% grade_id="entries-check" points=4 title="1 Two entries by hand"
a = torch.tensor([[1.0, 2.0], [0.0, -1.0], [3.0, 2.0]], requires_grad=True)
b = torch.tensor([[2.0, 0.0, 1.0, -1.0], [1.0, 3.0, 0.0, 2.0]], requires_grad=True)
g = torch.tensor([[4.0, -1.0, 2.0, 0.0], [2.0, 0.0, 1.0, 3.0], [5.0, -2.0, 0.0, 1.0]])
(a @ b * g).sum().backward()
standard = {"dA_01": float(a.grad[0, 1]), "dB_10": float(b.grad[1, 0])}
clue = "Which entries of C move with this entry, and how much does each of them count?"
check_blanks(entries, variant("matrix entries", standard), clues=dict.fromkeys(standard, clue))

# %% [markdown]
r"""
<details name="entries"><summary>Hint: which entries of C move?</summary>

An entry of $A$ is used once for each column of $B$; an entry of $B$ once for each row of $A$. Mark in $C$ the entries that move.
</details>

<details name="entries"><summary>Hint: a smaller example</summary>

For $A = (a_{00}, a_{01})$ and $B$ with the rows $(1, 2)$ and $(3, 4)$, moving $a_{01}$ by $h$ moves $c_{00}$ by $3h$ and $c_{01}$ by $4h$. With $G = (10, 100)$,
$L$ moves by $10 \cdot 3h + 100 \cdot 4h$.
</details>

<details name="entries"><summary>Hint: b_10</summary>

$b_{10}$ is in column 0 of $B$, so it enters column 0 of $C$: $c_{i0} = a_{i0} b_{00} + a_{i1} b_{10}$, for each row $i$.
</details>

## 2. Shapes

Put all the $\partial L / \partial a_{ir}$ in a matrix and you have the gradient with respect to $A$. Books lay it out in two ways. In **denominator layout** the gradient
has the shape of $A$, the matrix in the denominator; in **numerator
layout** it has the transposed shape. For the gradient of a loss we use denominator layout, as PyTorch does. Then a gradient can be
subtracted from its parameter. (A *Jacobian*, with all derivatives of several outputs, is usually written in numerator layout, one row for each output. Homeworks 6 and 7
do this too.) When you look things up elsewhere, check which layout you are reading.

**Exercise 2.** With $A$, $B$, $C$ as above, in denominator layout, how many rows and columns do the gradients have? (`dA` stands for
$\partial L/\partial A$, `dB` for $\partial L/\partial B$.)
"""

# %% grade_id="shapes"
shapes = {
    "dA_rows": 3,  ### SOLUTION
    "dA_columns": 2,  ### SOLUTION
    "dB_rows": 2,  ### SOLUTION
    "dB_columns": 4,  ### SOLUTION
}

# %% grade_id="shapes-check" points=1 title="2 Shapes"
a, b = torch.zeros(3, 2, requires_grad=True), torch.zeros(2, 4, requires_grad=True)
(a @ b).sum().backward()
right = dict(
    zip(["dA_rows", "dA_columns", "dB_rows", "dB_columns"], [*a.grad.shape, *b.grad.shape])
)
clue = "Whose gradient is it, and what shape does that matrix have?"
check_blanks(shapes, right, clues=dict.fromkeys(right, clue))

# %% [markdown]
r"""
<details name="shapes"><summary>Hint: what is it subtracted from?</summary>

In training, a small multiple of the gradient is subtracted from the parameter. What shape must it have?
</details>

## 3. Matmul

In exercise 1 you found one entry of each gradient, as a sum. For any entry these sums are

$$\frac{\partial L}{\partial a_{ir}} = \sum_j g_{ij}\, b_{rj} \qquad\qquad
\frac{\partial L}{\partial b_{rj}} = \sum_i a_{ir}\, g_{ij}$$

Each is a sum of products, so each is an entry of a matrix product. Entry $(i, r)$ of a matrix product $PQ$ is $\sum_j p_{ij}\, q_{jr}$: the first
index of the entry belongs to $P$, the second to $Q$, and the summed index comes *last* in $P$ and *first* in $Q$. So in each sum above, the matrix that carries the first index of the entry is $P$, and the other is $Q$. If the summed index is then in the wrong place, transpose: $b_{rj} = (B^\top)_{jr}$.

**Exercise 3.** Write `Matmul`. In Python, `X @ Y` is the matrix product and `X.T` is the transpose. Like `Mul`, `Matmul` multiplies the
upstream gradient by the *other* input. But now it matters which factor comes first, and which is transposed.
"""


# %% grade_id="matmul"
class Matmul(ComputationNode):
    """The matrix product of two inputs, of shapes (n, d) and (d, k)."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0) @ self.input(1)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]
        ### END SOLUTION


# %% grade_id="matmul-check" points=5 title="3 Matmul"
check_node(
    Matmul,
    torch.tensor([[1.0, 2.0], [0.5, -1.0], [3.0, 1.0]]),
    torch.tensor([[2.0, 0.5, 1.0, -1.0], [1.0, 3.0, -0.5, 2.0]]),
)
check_node(Matmul, torch.tensor([[1.0, 2.0], [0.5, -1.0]]), torch.tensor([[2.0, 0.5], [3.0, 1.5]]))
check_node(Matmul, torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0], [0.5]]))
check_node(Matmul, torch.tensor([[1.0, 2.0, -0.5]]), torch.tensor([[3.0], [0.5], [1.5]]))

# %% [markdown]
r"""
<details name="Matmul"><summary>Hint: which index is summed?</summary>

In $\sum_j g_{ij}\, b_{rj}$ the sum runs over $j$. Which index of $g$ is $j$, the first or the second? Which of $b$? Which would it have to be for a matrix product?
</details>

<details name="Matmul"><summary>Hint: let the shapes help</summary>

$G$ is $3 \times 4$, $B$ is $2 \times 4$, and the gradient with respect to $A$ has to be $3 \times 2$. How can you multiply $G$ and $B$, perhaps with one of
them transposed, to get that?

(All dimensions here are different, so the shapes leave only one way. With square matrices they leave several, and only
the numbers tell which is right.)
</details>

<details name="Matmul"><summary>Hint: transpose or reshape?</summary>

Both can turn a $2 \times 4$ matrix into a $4 \times 2$ one, but `reshape` keeps the numbers in reading order, and `.T` swaps rows and columns.
</details>

## 4. A bias, broadcast

A layer of a network computes $Y = XW + b$, where $W$ is $d \times k$. The product $Z = XW$ has a row for each of the $n$
examples, and a column for each of the $k$ *units* of the layer: a unit computes one number for each example. The same bias $b$ is added to every row: PyTorch **broadcasts** $b$, of shape
$(k)$, to the shape $(n, k)$ of $Z$.

Each $b_j$ is used $n$ times, once for each row. That is a fork.

**Exercise 4a.** Let $Y = Z + b$ with three rows and two columns, and let the upstream gradient be

$$G = \begin{pmatrix} 1 & 5 \\ 4 & 7 \\ 2 & -2 \end{pmatrix}$$

Fill in the two entries of the gradient with respect to $b$.
"""

# %% grade_id="bias-by-hand"
bias = {
    "db_0": 7,  ### SOLUTION
    "db_1": 10,  ### SOLUTION
}

# %% grade_id="bias-by-hand-check" points=2 title="4a A bias by hand"
b = torch.zeros(2, requires_grad=True)
((torch.zeros(3, 2) + b) * torch.tensor([[1.0, 5.0], [4.0, 7.0], [2.0, -2.0]])).sum().backward()
check_blanks(
    bias,
    dict(zip(["db_0", "db_1"], b.grad.tolist())),
    clues=dict.fromkeys(
        ["db_0", "db_1"],
        "Which entries of Y move with this entry of b, and how much does each count?",
    ),
)

# %% [markdown]
r"""
<details name="bias"><summary>Hint: where does b_0 go?</summary>

$b_0$ is added to the first entry of every row. Move it by $h$: which entries of $Y$ move, and how much does each one count?
</details>

**Exercise 4b.** Write `AddBias`: input 0 is a matrix of shape $(n, k)$, input 1 a vector of shape $(k)$. Each downstream
gradient must have the shape of its input. In PyTorch, `sum` takes the axis to sum over, as in `t.sum(0)` or `t.sum(1)`. (The check looks at what `backward`
itself returns, before `accumulate_gradient` sums anything.)
"""


# %% grade_id="add-bias"
class AddBias(ComputationNode):
    """A matrix of shape (n, k) plus a vector of shape (k), which is added to every row."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0) + self.input(1)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient, self.gradient.sum(0)]
        ### END SOLUTION


# %% grade_id="add-bias-check" points=4 title="4b AddBias"
tall = torch.tensor([[1.0, -2.0], [0.5, 3.0], [2.0, -1.0], [-1.5, 0.7]])
check_node(AddBias, tall, torch.tensor([0.5, -1.0]))
check_node(AddBias, torch.ones(3, 3), torch.tensor([1.0, 2.0, 3.0]))
check_node(
    AddBias, torch.tensor([[1.0, -2.0, 0.5], [2.0, 3.0, -1.0]]), torch.tensor([0.5, -1.0, 2.0])
)

# %% [markdown]
r"""
<details name="AddBias"><summary>Hint: what shape?</summary>

The second downstream gradient belongs to a vector with one entry for each column. `self.gradient` has one row for each example. What
must happen to the rows?
</details>

<details name="AddBias"><summary>Hint: along which axis?</summary>

`G.sum(0)` adds up the rows of `G` and leaves one number for each column; `G.sum(1)` leaves one for each row. With a square `G` both
have the same shape, so do not go by the shape alone.
</details>

## 5. A loss, with your engine

How far is the product $AB$ from a target $C$? Square the differences and add them up:

$$L = \sum_{ij} \left( (AB)_{ij} - c_{ij} \right)^2$$

(From here on $C$ is the target, no longer the product.)

**Exercises 5a and 5b.** Paste your engine (check 5a) and your `Add` (check 5b) from homework 3; the other nodes are already here.
On nodes, `A @ B` builds your `Matmul`.
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


# %% grade_id="engine-check" points=1 title="5a Engine"
w = Leaf(torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.3, -0.7]]), "w")
u = Exp(-w, name="u")
check_results(HalfDifference(u, IntPow(u, 2)).sum(), forward_algorithm)

both = HalfDifference(HalfDifference(u, Exp(Negate(u))), Mean(Mean(u, u), Copy(u)))
check_gradients(both.sum(), forward_algorithm, backward_algorithm)

mixed = HalfDifference(Matexpand(Matsum(u), (2, 3)), IntPow(w, 3))
check_gradients(mixed, forward_algorithm, backward_algorithm)


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


# %% grade_id="add-check" points=1 title="5b Add"
check_node(Add, torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), torch.full((2, 3), 2.0))

# %% [markdown]
r"""
**Exercise 5c.** Find $\partial L/\partial c_{00}$ and $\partial L/\partial c_{01}$ without a computer. First compute $AB - C$ with the numbers below. Then ask: what does the square do to a
gradient, and what does the minus sign do?

$$A = \begin{pmatrix} 1 & 1 \\ 0 & 1 \end{pmatrix} \qquad B = \begin{pmatrix} 1 & 2 & 1 \\ 0 & 1 & 1 \end{pmatrix} \qquad
C = \begin{pmatrix} 5 & 0 & 1 \\ 1 & 2 & 3 \end{pmatrix}$$
"""

# %% grade_id="own-loss" variants=true
show_variant("matrix loss", "exercise 5c")

# %% grade_id="loss-by-hand"
loss_entries = {
    "dC_00": "-2 * (1 - 5)",  ### SOLUTION
    "dC_01": "-2 * 3",  ### SOLUTION
}

# %% grade_id="loss-by-hand-check" points=2 title="5c The loss by hand"
a = torch.tensor([[1.0, 1.0], [0.0, 1.0]])
b = torch.tensor([[1.0, 2.0, 1.0], [0.0, 1.0, 1.0]])
c = torch.tensor([[5.0, 0.0, 1.0], [1.0, 2.0, 3.0]], requires_grad=True)
((a @ b - c) ** 2).sum().backward()
standard = {"dC_00": float(c.grad[0, 0]), "dC_01": float(c.grad[0, 1])}
check_blanks(
    loss_entries,
    variant("matrix loss", standard),
    clues=dict.fromkeys(
        standard, "Which term of the sum moves when this entry of C does, and how fast?"
    ),
)

# %% [markdown]
r"""
<details name="loss_entries"><summary>Hint: one entry of the loss</summary>

$c_{00}$ occurs in one term only, $(p - c_{00})^2$, where $p$ is an entry of $AB$. Differentiate it with respect to $c_{00}$; do not forget the derivative of $p - c_{00}$.
</details>

**Exercise 5d.** Now everything together: a layer with a bias, and its loss, $L = \sum_{ij} (XW + b - C)_{ij}^2$, on five examples with targets $C$. There is nothing new to write. The check tests whether your engine,
`Add`, `Matmul` and `AddBias` work together: it compares results and gradients with PyTorch's. A part that is wrong costs you points in its own exercise but none here, as long as more of your parts are right than wrong. (A missing part does cost you these points, and so does an engine that runs none of the graph's nodes.)
"""

# %% grade_id="loss-all" points=4 title="5d A layer and its loss"
from course import check_together

torch.manual_seed(0)
X, W = Leaf(torch.randn(5, 3), "X"), Leaf(torch.randn(3, 2), "W")
b, C = Leaf(torch.randn(2), "b"), Leaf(torch.randn(5, 2), "C")
layer_loss = ((AddBias(X @ W, b) - C) ** 2).sum()

rows = torch.tensor([[1.0, 2.0], [0.5, -1.0], [3.0, 1.0]])
check_together(
    layer_loss,
    forward_algorithm,
    backward_algorithm,
    alone=[
        Matmul(rows, torch.tensor([[2.0, 0.5, 1.0, -1.0], [1.0, 3.0, -0.5, 2.0]])),
        AddBias(torch.tensor([[1.0, -2.0, 0.5], [2.0, 3.0, -1.0]]), torch.tensor([0.5, -1.0, 2.0])),
        Add(torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), torch.full((2, 3), 2.0)),
    ],
)

# %% [markdown]
r"""
The next cell prints the gradients of the loss in exercise 5c, from your engine and from PyTorch. The player shows how
your engine finds them: each downstream gradient as a product of matrices.
"""

# %% grade_id="loss" shows=true
A = Leaf(torch.tensor([[1.0, 1.0], [0.0, 1.0]]), "A")
B = Leaf(torch.tensor([[1.0, 2.0, 1.0], [0.0, 1.0, 1.0]]), "B")
C = Leaf(torch.tensor([[5.0, 0.0, 1.0], [1.0, 2.0, 3.0]]), "C")
loss = ((A @ B - C) ** 2).sum()
forward_algorithm(loss)
backward_algorithm(loss, one=torch.tensor(1.0))

a, b, c = (leaf.value.clone().requires_grad_() for leaf in (A, B, C))
((a @ b - c) ** 2).sum().backward()
for leaf, tensor in [(A, a), (B, b), (C, c)]:
    print(f"dL/d{leaf.name}, your engine:\n{leaf.gradient.numpy()}")
    print(f"dL/d{leaf.name}, PyTorch:\n{tensor.grad.numpy()}\n")
replay(loss, forward_algorithm, backward_algorithm)

# %% [markdown]
r"""
## 6. Find the wrong engine

Fifty engines with mistakes are hidden behind the next check. In some, the engine itself goes wrong; in others, the `backward` of `Matmul` or of the bias does. Write up to three tests that expose
them. As in homework 2, a test is a graph and the upstream gradients of one or more calls. Your points are proportional to the number of engines you catch.

Look at the shapes of the leaves:
"""

# %% grade_id="wrong-engines-values"
given = {
    "A": torch.tensor([[1.2, -0.7, 0.4], [0.3, 0.9, -1.1]]),
    "B": torch.tensor([[0.8, -0.5, 1.4, 0.2], [-0.9, 0.6, 0.7, 1.1], [1.3, 0.1, -0.4, -1.2]]),
    "S": torch.tensor([[0.9, -0.4], [1.1, 0.7]]),
    "b": torch.tensor([0.5, -0.8, 0.3, 1.0]),
    "s": torch.tensor([0.6, -0.9]),
}
for name, tensor in given.items():
    print(name, tuple(tensor.shape))

# %% [markdown]
r"""
`A @ B` is the matrix product, `A * A` is a product entry by entry, and `A @ B + b` adds the bias `b` to every row. You may also use `A.T`, `sum(A)`, and everything that homework 2 allowed. An upstream gradient has the shape of the output: give it as a list of rows, or as a single number, which is then used for every
entry. For example, `("S @ S + s", 1, [[1, 2], [3, 4]])` runs an engine twice, first with ones at the output.

**Exercise 6.** Write your tests.
"""

# %% grade_id="wrong-engines"
matrix_tests = {
    "first": ("H = A @ B + b; H * H + H", 2, -1),  ### SOLUTION
    "second": ("H = S @ S + s; H + H @ S", [[1, -2], [0.5, 3]], -1),  ### SOLUTION
    "third": ("p = exp(S); p * p + exp(p)", 1),  ### SOLUTION
}

# %% grade_id="wrong-engines-check" points=3 title="6 Find the wrong engine"
from course import check_wrong_engines

check_wrong_engines(matrix_tests, given)

# %% [markdown]
r"""
<details name="matrix_tests"><summary>Hint: the upstream gradient</summary>

Take a `Matmul` that uses the mean of its upstream gradient in place of each entry. For which upstream gradients is that right?
</details>

<details name="matrix_tests"><summary>Hint: shapes</summary>

Some engines stop with an error when a matrix is not square, and so are caught. Others give wrong numbers, but only for square matrices. So use both kinds.
</details>

<details name="matrix_tests"><summary>Hint: the engine</summary>

In homework 2, nodes used twice and a second call caught wrong engines. They do so here, too.
</details>

## 7. Your own engine

**Exercise 7.** As in homework 2, the next cell shows your code with line numbers, runs your engine on a graph of numbers, and asks three questions about *your* run. The graph is new.
If you change the engine later, run the cell again.
"""

# %% grade_id="own-engine-questions" shows=true
from course import ask_about

v, w = Leaf(4.0, "v"), Leaf(-2.0, "w")
c = IntPow(v, 2, name="c")
d = Mean(c, w, name="d")
e = HalfDifference(d, v, name="e")
f, h = Mean(c, e, name="f"), IntPow(e, 2, name="h")
k = HalfDifference(h, d, name="k")
L = Mean(f, k, name="L")
ask_about(L, forward_algorithm, backward_algorithm, one=8.0)
draw(L, "v = 4 and w = -2. v, c, d and e are each used twice.")

# %% grade_id="own-engine"
own_engine = {
    "first": 16,  ### SOLUTION
    "second": 15,  ### SOLUTION
    "third": 6,  ### SOLUTION
}

# %% grade_id="own-engine-check" points=3 title="7 Your own engine"
from course import check_own_engine

v, w = Leaf(4.0, "v"), Leaf(-2.0, "w")
c = IntPow(v, 2, name="c")
d = Mean(c, w, name="d")
e = HalfDifference(d, v, name="e")
f, h = Mean(c, e, name="f"), IntPow(e, 2, name="h")
k = HalfDifference(h, d, name="k")
L = Mean(f, k, name="L")
check_own_engine(L, forward_algorithm, backward_algorithm, own_engine, one=8.0)

# %% [markdown]
r"""
(The hints are those from homework 2: `hint("own_engine")`.)

## What you have done

You have written the linear parts of a neural network (sums, matrix products and a broadcast bias), and the engine that
differentiates them. In PyTorch, a tensor with `requires_grad=True` plays the role of our
`ComputationNode`. Results are computed immediately, and `backward()` does what your `backward_algorithm` does, except that it adds to the old gradients of the leaves.

**Read more.** T. Parr and J. Howard, [*The Matrix Calculus You Need For Deep Learning*](https://explained.ai/matrix-calculus/), 2018; and
[*Matrix calculus*](https://en.wikipedia.org/wiki/Matrix_calculus) on Wikipedia, whose section *Layout conventions* compares the two layouts.
J. Johnson, [*Backpropagation for a Linear Layer*](https://cs231n.stanford.edu/handouts/linear-backprop.pdf), a handout of CS231n, derives `Matmul` in the same way.
The loss of section 5 is from *Homework 1.2* of CS 7150 (Northeastern University).
"""
