# %% [markdown]
r"""
# Homework 5: a neural network, by hand and by graph

You derive every gradient of a network with one hidden layer by hand. Then your own engine finds the same gradients, and
trains the network to draw a map.

**Afterwards you can**

- derive all gradients of a network with a hidden layer, a bias and a penalty, for one example and for a batch;
- train it with minibatches and your own engine;
- say what training keeps in memory, and what inference needs.

**You need** your engine and your nodes, and the gradient of a matrix product, entry by entry (exercise 1 of homework 4). **Time:** about five hours. Take two sittings: sections 1 to 5, then 6 to 9.

| section | you make | points |
|---|---|---|
| 1 | the network's equations | {points} |
| 2 | a forward pass, in numbers | {points} |
| 3 | all gradients, by the chain rule; the same in numbers | {points} |
| 4 | many examples at once, and a bias: shapes, graph, equations, gradients | {points} |
| 5 | the same by your own nodes and engine | {points} |
| 6 | training on minibatches | {points} |
| 7 | memory | {points} |
| 8 | second derivatives | {points} |
| 9 | two devices | {points} |

Stuck? Unfold the hints below the check, or run your cell with `hint()` as its last line. Each part is graded on its own.

**Notation**

| | |
|---|---|
| $n$, $d$, $k$, $q$ | the number of examples, of values in each example, of hidden units, of outputs |
| $x$, $y$, $z$, $h$, $o$ | one example, its label, the hidden layer before and after the activation, the output: all rows |
| $X$, $Y$, $Z$, $H$, $O$ | the same for a batch: a row for each example |
| $\lVert W \rVert^2$ | the squared Frobenius norm: the sum of the squares of all entries |
| $A \odot B$, $A^\top$ | the product entry by entry; the transpose |
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import check_gradients_by_expression, check_results_by_expression
from course import check_minibatches, check_sgd_step, check_training, compute_all, graph_of
from course import variant

import torch
from matplotlib import cbook
from matplotlib import pyplot as plt

# %% [markdown]
r"""
## Warm-up

Practise gradients of tensors by hand; the numbers are new each time. This is not graded.
"""

# %% grade_id="warm-up" shows=true
from course import practice

practice("tensors by hand")

# %% [markdown]
r"""
## 1. The network

An example is a row $x$ of $d$ numbers. Its label $y$, a row of $q$ numbers, is the output that we want. A $d \times k$ matrix of weights, $W_1$, turns $x$ into $k$ numbers $z$.
An *activation*, here $\tanh$, applied to each entry of $z$, gives the **hidden units** $h$. A second matrix, $W_2$, of shape $k \times q$, gives the output $o$:

$$\begin{aligned} z &= x W_1 \\ h &= \tanh(z) \\ o &= h W_2 \end{aligned}$$

The **loss** $L$ measures how far the output is from the label. The **regularisation term** $s$ penalises large weights, because with large weights a network
can fit even the noise in its data (*overfitting*). $\lambda$ is the strength of the penalty.

$$\begin{aligned} L &= \tfrac12 \lVert o - y \rVert^2 \\ s &= \tfrac{\lambda}{2} \left( \lVert W_1 \rVert^2 + \lVert W_2 \rVert^2 \right) \end{aligned}$$

Training makes the **objective** $J = L + s$ small. In code $\lambda$ is `lam`.

(Many books write an example as a column, and $z = W x$. Then every equation is transposed.)
"""

# %% grade_id="numbers" shows=true
example = {
    "x": torch.tensor([[1.0, -2.0, 0.5, 3.0]]),
    "y": torch.tensor([[1.0, -1.0]]),
    "W1": torch.tensor([[0.2, -0.1, 0.3], [0.1, 0.3, 0.2], [-0.3, 0.5, 0.1], [0.4, 0.2, -0.2]]),
    "W2": torch.tensor([[0.5, 0.2], [-0.4, 0.6], [0.3, -0.7]]),
    "lam": 0.1,
}
for name in ("x", "y", "W1", "W2"):
    print(f"{name} has shape {tuple(example[name].shape)}")

# %% [markdown]
r"""
You write the right side of each equation as text, in Python's notation. For $u = v A + 1$ the entry is `"u": "v @ A + 1"`.

| | you write |
|---|---|
| matrix product, product entry by entry, transpose | `A @ B`, `A * B`, `A.T` |
| sum, difference, quotient by a number, power | `A + B`, `A - B`, `A / 2`, `A**2` |
| applied to every entry | `tanh(A)`, `exp(A)`, `log(A)`, `sigmoid(A)` |
| a number from a matrix | `Sum(A)`, `SquaredNorm(A)` $= \lVert A \rVert^2$ |
| a row with the sum of each column | `ColumnSums(A)` |
| the mean of two numbers | `Mean(a, b)` |
| $\tfrac12 \lVert o - y \rVert^2$ | `SquaredLoss(o, y)` |

**Exercise 1.** Write down the network: one equation for each of its six values. Each may use `x`, `y`, `W1`, `W2`, `lam` and
the values above it.
"""

# %% grade_id="network"
network = {
    "z": "x @ W1",  ### SOLUTION
    "h": "tanh(z)",  ### SOLUTION
    "o": "h @ W2",  ### SOLUTION
    "L": "SquaredLoss(o, y)",  ### SOLUTION
    "s": "lam * Mean(SquaredNorm(W1), SquaredNorm(W2))",  ### SOLUTION
    "J": "L + s",  ### SOLUTION
}

# %% grade_id="network-check" points=4 title="1 The network"
from course import network_on_one_example

check_results_by_expression(network_on_one_example(), network)

# %% [markdown]
r"""
<details name="network"><summary>Hint: which product?</summary>

$x$ is $1 \times 4$ and $W_1$ is $4 \times 3$, so $x W_1$ is a matrix product. In Python that is `@`. $\lambda$ is a number, and so is what it multiplies: an ordinary product, `*`.
</details>

<details name="network"><summary>Hint: the half in s</summary>

$\tfrac{\lambda}{2}(a + b) = \lambda \, \tfrac{a + b}{2}$, and $\tfrac{a + b}{2}$ is `Mean(a, b)`.
</details>

Here is the graph. $W_1$ and $W_2$ are forks: each is used in a layer and in the penalty.
"""

# %% grade_id="network-graph" shows=true
draw(graph_of(network, example, sketch=True), "J, computed by your equations.")

# %% [markdown]
r"""
## 2. Forward propagation

**Exercise 2.** Now let every matrix of this network be a single number:
$x = 2$, $y = 1$, $W_1 = 0.25$, $W_2 = 3$ and $\lambda = 0.1$. Fill in the six values: exactly, rounded to at least seven digits, or as formulas, such as `"tanh(2)"`. Formulas may also use `x`, `y`, `W1`, `W2` and `lam`.
"""

# %% grade_id="own-forward" variants=true
from course import show_variant

show_variant("network", "exercise 2")

# %% grade_id="forward"
network_values = {
    "z": 0.5,  ### SOLUTION
    "h": "tanh(0.5)",  ### SOLUTION
    "o": "3 tanh(0.5)",  ### SOLUTION
    "L": "(3 tanh(0.5) - 1)^2 / 2",  ### SOLUTION
    "s": "0.1/2 * (0.0625 + 9)",  ### SOLUTION
    "J": "(3 tanh(0.5) - 1)^2 / 2 + 0.453125",  ### SOLUTION
}

# %% grade_id="forward-check" points=2 title="2 Forward propagation"
from course import network_of_numbers

check_results_by_hand(variant("network", network_of_numbers()), network_values)

# %% [markdown]
r"""
<details name="network_values"><summary>Hint: from left to right</summary>

Put the numbers into the six equations, in their order. For single numbers, $\lVert o - y \rVert^2$ is $(o - y)^2$.
</details>

## 3. Backpropagation

Go backward, as in homework 1, and find the gradient of each value from the gradients of its consumers. A gradient has the **shape** of its value (denominator layout).

Here is an example with another equation. Let $v$ be a row, $A$ a matrix and $u = v A$. Each $v_j$ enters every entry of $u$. It is a fork, so its shares add up:

$$\frac{\partial J}{\partial v_j} = \sum_i \frac{\partial J}{\partial u_i} \frac{\partial u_i}{\partial v_j} = \sum_i \frac{\partial J}{\partial u_i}\, a_{ji}
\qquad\text{that is}\qquad \frac{\partial J}{\partial v} = \frac{\partial J}{\partial u} A^\top$$

**Exercise 3a.** Derive all the gradients of $J$ on paper. Then write each as an expression in the values of the network and the gradients
above it. `dJ_do` stands for $\partial J/\partial o$. Each line is checked on its own. The derivative of $\tanh$ is $1 - \tanh^2$.
"""

# %% grade_id="gradients"
gradients = {
    "dJ_dL": "1",  ### SOLUTION
    "dJ_ds": "1",  ### SOLUTION
    "dJ_do": "o - y",  ### SOLUTION
    "dJ_dW2": "h.T @ dJ_do + lam * W2",  ### SOLUTION
    "dJ_dh": "dJ_do @ W2.T",  ### SOLUTION
    "dJ_dz": "dJ_dh * (1 - h**2)",  ### SOLUTION
    "dJ_dW1": "x.T @ dJ_dz + lam * W1",  ### SOLUTION
}

# %% grade_id="gradients-check" points=7 title="3a Backpropagation"
from course import network_on_one_example

check_gradients_by_expression(
    network_on_one_example(),
    gradients,
    of=["L", "s", "o", "W2", "h", "z", "W1"],
)

# %% [markdown]
r"""
<details name="gradients"><summary>Hint: one output at a time</summary>

$L = \tfrac12 \left( (o_0 - y_0)^2 + (o_1 - y_1)^2 \right)$. What is its derivative with respect to $o_0$?
</details>

<details name="gradients"><summary>Hint: two shares</summary>

Two arrows leave $W_2$, so its gradient has two shares. In the layer, $o_i = \sum_j h_j w_{ji}$. So $w_{ji}$ moves only $o_i$, and its share is $h_j \frac{\partial J}{\partial o_i}$. These shares form a $k \times q$ matrix. Which product of two rows, one of them transposed, has that shape? In the penalty, each entry $w$ occurs in one term, $\tfrac{\lambda}{2} w^2$.
</details>

<details name="gradients"><summary>Hint: through the tanh</summary>

$h_i = \tanh(z_i)$ depends on $z_i$ alone. So each entry of the upstream gradient is multiplied by one local derivative: use $\odot$, not a matrix product. Do you need $z$ or $h$
for the derivative?
</details>

Besides the inputs, the backward pass needed `h` and `o`, but not `z`.

**Exercise 3b.** What are these gradients in the small network of exercise 2? Use the values that you found there. Write
them exactly, rounded to at least seven digits, or as formulas of numbers, such as `"1 - tanh(2)^2"`, without names.
"""

# %% grade_id="own-gradients" variants=true
from course import show_variant

show_variant("network", "exercise 3b")

# %% grade_id="gradients-in-numbers"
network_gradients = {
    "dJ_do": "3 tanh(0.5) - 1",  ### SOLUTION
    "dJ_dW2": "tanh(0.5) (3 tanh(0.5) - 1) + 0.3",  ### SOLUTION
    "dJ_dh": "3 (3 tanh(0.5) - 1)",  ### SOLUTION
    "dJ_dz": "3 (3 tanh(0.5) - 1) (1 - tanh(0.5)^2)",  ### SOLUTION
    "dJ_dW1": "6 (3 tanh(0.5) - 1) (1 - tanh(0.5)^2) + 0.025",  ### SOLUTION
}

# %% grade_id="gradients-in-numbers-check" points=2 title="3b Backpropagation in numbers"
from course import network_of_numbers

check_gradients_by_hand(
    variant("network", network_of_numbers()),
    network_gradients,
    of=["o", "W2", "h", "z", "W1"],
)

# %% [markdown]
r"""
<details name="network_gradients"><summary>Hint: from right to left</summary>

Put the numbers into your equations of exercise 3a, in their order. With single numbers every product is an ordinary one, and nothing is transposed.
</details>

<details name="network_gradients"><summary>Hint: is the number plausible?</summary>

Compute $J$ once more with $W_2$ larger by 0.001. It should move by about 0.001 times your $\partial J/\partial W_2$.
</details>

## 4. Many examples, and a bias

Make $n$ examples the rows of a matrix $X$, and the equations still work.

**Exercise 4a.** What shapes do the gradients have now? Let $d = 4$, $k = 3$, $q = 2$ and
$n = 5$; $Z = X W_1$, $H = \tanh(Z)$, $O = H W_2$. For three of them, fill in the number of rows and columns: numbers, or letters in quotes, such as `"n"`.
"""

# %% grade_id="shapes"
batch_shapes = {
    "dJ_dO_rows": 5,  ### SOLUTION
    "dJ_dO_columns": 2,  ### SOLUTION
    "dJ_dZ_rows": 5,  ### SOLUTION
    "dJ_dZ_columns": 3,  ### SOLUTION
    "dJ_dW1_rows": 4,  ### SOLUTION
    "dJ_dW1_columns": 3,  ### SOLUTION
}

# %% grade_id="shapes-check" points=2 title="4a Shapes for many examples"
weights = [torch.ones(4, 3, requires_grad=True), torch.ones(3, 2, requires_grad=True)]
between = [torch.ones(5, 4) @ weights[0]]
between.append(between[0].tanh() @ weights[1])
found = torch.autograd.grad(between[1].sum(), [between[1], between[0], weights[0]])
names = [f"dJ_d{name}_{side}" for name in ("O", "Z", "W1") for side in ("rows", "columns")]
sizes = [size for gradient in found for size in gradient.shape]
check_blanks(
    batch_shapes,
    dict(zip(names, sizes)),
    names={"d": 4, "k": 3, "q": 2, "n": 5},
    clues=dict.fromkeys(names, "Whose gradient is it, and what shape does that have?"),
)

# %% [markdown]
r"""
<details name="batch_shapes"><summary>Hint: whose shape?</summary>

A gradient has the shape of the value it belongs to. Each example has its own row of $O$ and of $Z$. How many matrices $W_1$ are there?
</details>

The gradients of the weights keep their shape: in $X^\top\, \frac{\partial J}{\partial Z}$ the matrix product sums over the examples, so the shape stays $d \times k$.

Now two things change. First, the hidden layer gets a **bias**: a row $b$ of $k$ numbers, added to every row of $X W_1$. Second, the labels are yes ($y = 1$) or no ($y = 0$), and example $i$ has
a single output $o_i$. The probability of yes is the *sigmoid* $\sigma(o) = \frac{1}{1 + e^{-o}}$. The loss of an example is minus the logarithm of the probability of the right answer: $-\log \sigma(o_i)$ for yes, $-\log(1 - \sigma(o_i))$ for no.
Since $\sigma(o) = \frac{e^o}{1 + e^o}$ and $1 - \sigma(o) = \frac{1}{1 + e^o}$, these are $\log(1 + e^{o_i}) - o_i$ and $\log(1 + e^{o_i})$: in both cases, $\log(1 + e^{o_i}) - y_i o_i$.
The mean over the examples is the **logistic loss**

$$L = \frac1n \sum_i \left( \log(1 + e^{o_i}) - y_i\, o_i \right)$$

**Exercise 4b.** Draw the graph of this network on paper. Then, for each of `Z`, `H`, `O`, `L`, `s` and `J`, list the names that it is computed from directly, for example `"H": ["Z"]`.
The other names are `X`, `Y`, `W1`, `b`, `W2` and `lam`.
"""

# %% grade_id="batch-edges"
edges = {
    "Z": ["X", "W1", "b"],  ### SOLUTION
    "H": ["Z"],  ### SOLUTION
    "O": ["H", "W2"],  ### SOLUTION
    "L": ["O", "Y"],  ### SOLUTION
    "s": ["W1", "W2", "lam"],  ### SOLUTION
    "J": ["L", "s"],  ### SOLUTION
}

# %% grade_id="batch-edges-check" points=2 title="4b The graph with a bias"
from course import check_edges
from course import network_on_a_batch

check_edges(network_on_a_batch(), edges)

# %% [markdown]
r"""
<details name="edges"><summary>Hint: directly</summary>

Arrows to a value come only from what stands in its own equation. The loss compares the output with the label; it does not see $H$.
</details>

**Exercise 4c.** Write down the equations of this network, with the loss as `LogisticLoss(O, Y)`. `A + b` adds the row $b$ to every row of $A$.
"""

# %% grade_id="batch-network"
batch_network = {
    "Z": "X @ W1 + b",  ### SOLUTION
    "H": "tanh(Z)",  ### SOLUTION
    "O": "H @ W2",  ### SOLUTION
    "L": "LogisticLoss(O, Y)",  ### SOLUTION
    "s": "lam * Mean(SquaredNorm(W1), SquaredNorm(W2))",  ### SOLUTION
    "J": "L + s",  ### SOLUTION
}

# %% grade_id="batch-network-check" points=2 title="4c With a bias"
from course import network_on_a_batch

check_results_by_expression(network_on_a_batch(), batch_network)

# %% [markdown]
r"""
<details name="batch_network"><summary>Hint: what is new?</summary>

The first line has a bias, and the loss has changed. The bias is not part of the penalty.
</details>
"""

# %% grade_id="batch-graph"
few_examples = {
    "X": torch.tensor([[1.0, 0.4], [-0.5, 1.5], [0.3, -0.7], [2.0, 0.2], [-1.2, 0.9]]),
    "Y": torch.tensor([[1.0], [0.0], [0.0], [1.0], [1.0]]),
    "W1": torch.tensor([[0.5, 0.8, -0.4], [-0.3, 0.6, 0.7]]),
    "b": torch.tensor([[0.1, -0.2, 0.3]]),
    "W2": torch.tensor([[0.7], [-0.5], [0.9]]),
    "lam": 0.1,
}
draw(graph_of(batch_network, few_examples, sketch=True), "The network with a bias, on 5 examples.")

# %% [markdown]
r"""
**Exercise 4d.** Write down its gradients. Two are new: that of `O`, because the loss has changed and is a *mean* over `n` examples, and that of `b`.
The derivative of $\log(1 + e^o)$ is $\sigma(o)$, written `sigmoid(O)`.
"""

# %% grade_id="batch-gradients"
batch_gradients = {
    "dJ_dO": "(sigmoid(O) - Y) / n",  ### SOLUTION
    "dJ_dW2": "H.T @ dJ_dO + lam * W2",  ### SOLUTION
    "dJ_dH": "dJ_dO @ W2.T",  ### SOLUTION
    "dJ_dZ": "dJ_dH * (1 - H**2)",  ### SOLUTION
    "dJ_db": "ColumnSums(dJ_dZ)",  ### SOLUTION
    "dJ_dW1": "X.T @ dJ_dZ + lam * W1",  ### SOLUTION
}

# %% grade_id="batch-gradients-check" points=6 title="4d Gradients with a bias"
from course import network_on_a_batch

check_gradients_by_expression(
    network_on_a_batch(),
    batch_gradients,
    of=["O", "W2", "H", "Z", "b", "W1"],
    numbers={"n": 5},
)

# %% [markdown]
r"""
<details name="batch_gradients"><summary>Hint: one example of n</summary>

$o_i$ occurs in only one term of the sum, and the whole sum is divided by $n$. That $1/n$ is then in every upstream gradient: do not divide again.
</details>

<details name="batch_gradients"><summary>Hint: how often is b used?</summary>

$b_j$ is added in every row of column $j$: a fork with $n$ branches.
</details>

## 5. By graph

Your engine still needs three nodes.

**Exercise 5a.** Write `Tanh`. For a tensor `A`, `A.tanh()` applies
$\tanh$ to each entry. In `backward`, `self.output()` is the result of `forward`.
"""


# %% grade_id="tanh"
class Tanh(ComputationNode):
    """tanh of every entry of one input."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0).tanh()
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient * (1 - self.output() ** 2)]
        ### END SOLUTION


# %% grade_id="tanh-check" points=2 title="5a Tanh"
check_node(Tanh, torch.tensor([[0.5, -1.0, 2.0], [0.1, 1.5, -0.3]]))

# %% [markdown]
r"""
<details name="Tanh"><summary>Hint: you have derived it</summary>

It is the line from $\partial J/\partial h$ to $\partial J/\partial z$ in exercise 3a: `self.gradient` is $\partial J/\partial h$, and you return $\partial J/\partial z$ in a list.
</details>

**Exercise 5b.** Write `SquaredNorm`: the sum of the squares of all entries of a matrix, a single number.
"""


# %% grade_id="squared-norm"
class SquaredNorm(ComputationNode):
    """The sum of the squares of all entries of one input."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = (self.input(0) ** 2).sum()
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient * 2 * self.input(0)]
        ### END SOLUTION


# %% grade_id="squared-norm-check" points=2 title="5b SquaredNorm"
check_node(SquaredNorm, torch.tensor([[1.0, -2.0, 0.5], [3.0, 1.5, -1.0]]))
check_node(SquaredNorm, torch.tensor([[1.0], [-2.0], [0.5], [3.0]]))

# %% [markdown]
r"""
<details name="SquaredNorm"><summary>Hint: one entry</summary>

The entry $w$ occurs in one term, $w^2$. The upstream gradient is a single number here, and every entry gets it.
</details>

<details name="SquaredNorm"><summary>Hint: where has the 2 been?</summary>

The derivative of $w^2$ is $2w$. In exercise 3a this 2 cancelled the half in $\tfrac{\lambda}{2}$. Here it stays: the half belongs to another node, `Mean`.
</details>

**Exercise 5c.** Write `LogisticLoss`, with the formula of section 4. Input 0 holds the outputs and input 1 the labels, both of shape $(n, 1)$. The labels are an input too, so `backward` must return
a gradient for them: how does $L$ move when $y_i$ moves? (The check tries labels other than 0 and 1, too.) `A.numel()` is the number of entries of `A`; `A.exp()`, `A.log()` and `A.sigmoid()` work entry by entry.
"""


# %% grade_id="logistic-loss"
class LogisticLoss(ComputationNode):
    """The mean over all entries of log(1 + exp(o)) - y * o, for the inputs o and y."""

    def forward(self):
        ### BEGIN SOLUTION
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (o.sigmoid() - y), -share * o]
        ### END SOLUTION


# %% grade_id="logistic-loss-check" points=3 title="5c LogisticLoss"
outputs = torch.tensor([[1.0], [-2.0], [0.5], [3.0], [-0.7]])
check_node(LogisticLoss, outputs, torch.tensor([[1.0], [0.0], [0.0], [1.0], [1.0]]))
few = torch.tensor([[0.4], [-1.5], [2.0]])
check_node(LogisticLoss, few, torch.tensor([[0.0], [1.0], [1.0]]))

# %% [markdown]
r"""
<details name="LogisticLoss"><summary>Hint: both inputs, one term</summary>

Take the term $\log(1 + e^{o_i}) - y_i o_i$, divided by $n$. Differentiate it with respect to $o_i$, with $y_i$ fixed; then the other way round.
</details>

<details name="LogisticLoss"><summary>Hint: a smaller example</summary>

One example, $o = 2$ and $y = 1$: a small step $\varepsilon$ in $o$ moves the loss by $(\sigma(2) - 1)\, \varepsilon \approx -0.12\, \varepsilon$. And a small step in $y$? Put $y = 1 + \varepsilon$ into the term.
</details>

Beware: for large $o$, $\log(1 + e^o)$ is nearly $o$, but $e^o$ **overflows**, in `float32` from $o = 89$ on and in `float64` from 710. One such example spoils the whole mean.
The remedy is never to exponentiate a positive number:

$$\log(1 + e^o) = \max(o, 0) + \log(1 + e^{-|o|})$$

You may write your node that way.
"""

# %% grade_id="overflow" shows=true
for o in (10.0, 80.0, 100.0):
    o = torch.tensor(o)
    as_written = torch.log(1 + torch.exp(o))
    rewritten = o.clamp(min=0) + torch.log(1 + torch.exp(-o.abs()))
    print(f"o = {o:5}: as written {as_written:9.4f}, rewritten {rewritten:9.4f}")

# %% [markdown]
r"""
**Exercise 5d.** Paste your engine from homework 4. It has to use `accumulate_gradient`, because $b$ is broadcast. (If it does not work yet, go on: only exercise 5f and two demonstrations need it.)
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


# %% grade_id="engine-check" points=1 title="5d Engine"
w = Leaf(torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.3, -0.7]]), "w")
u = Exp(-w, name="u")
check_results(HalfDifference(u, IntPow(u, 2)).sum(), forward_algorithm)

both = HalfDifference(HalfDifference(u, Exp(Negate(u))), Mean(Mean(u, u), Copy(u)))
check_gradients(both.sum(), forward_algorithm, backward_algorithm)

mixed = HalfDifference(Matexpand(Matsum(u), (2, 3)), IntPow(w, 3))
check_gradients(mixed, forward_algorithm, backward_algorithm)

broadcast = HalfDifference(w, Leaf(torch.tensor([[1.0], [-2.0]]), "c"))
check_gradients(broadcast, forward_algorithm, backward_algorithm)

row, number = Leaf(torch.tensor([0.3, 1.2, -0.8]), "r"), Leaf(2.0, "s")
broadcast = HalfDifference(HalfDifference(w, row), number)
check_gradients(broadcast, forward_algorithm, backward_algorithm, on_small_graphs="none")

# %% [markdown]
r"""
**Exercise 5e.** Paste your `Add`, `Mul` and `Matmul`, too.
"""


# %% grade_id="arithmetic"
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


# %% grade_id="arithmetic-check" points=1 title="5e Add, Mul and Matmul"
check_node(Add, torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), torch.full((2, 3), 2.0))
check_node(Mul, torch.tensor([1.0, -2.0, 3.0]), torch.tensor([4.0, 5.0, -6.0]))
check_node(Mul, torch.tensor([[1.0, 0.0], [0.5, 4.0]]), torch.tensor([[3.0, 0.5], [0.0, 2.0]]))
A = torch.tensor([[1.0, 2.0], [0.5, -1.0], [3.0, 1.0]])
B = torch.tensor([[2.0, 0.5, 1.0, -1.0], [1.0, 3.0, -0.5, 2.0]])
check_node(Matmul, A, B)
check_node(Matmul, A[:2], B[:, :2])
check_node(Matmul, A.T, B[:, :3].T)

# %% [markdown]
r"""
(The hints are those from earlier homeworks: `hint("Matmul")`, and so on.)

**Exercise 5f.** Now all together. There is nothing new to write: the check builds the network with a bias from your nodes and runs it with your engine. A part that is wrong costs you points in its own exercise but none here, as long as more of your parts are right than wrong. (A missing part does cost you these points, and so does an engine that runs none of the graph's nodes.)
"""

# %% grade_id="network-all" points=4 title="5f The network by your own graph"
from course import check_together

X = Leaf(torch.tensor([[1.0, 0.4], [-0.5, 1.5], [0.3, -0.7], [2.0, 0.2], [-1.2, 0.9]]), "X")
Y = Leaf(torch.tensor([[1.0], [0.0], [0.0], [1.0], [1.0]]), "Y")
W1 = Leaf(torch.tensor([[0.5, 0.8, -0.4], [-0.3, 0.6, 0.7]]), "W1")
b = Leaf(torch.tensor([[0.1, -0.2, 0.3]]), "b")
W2 = Leaf(torch.tensor([[0.7], [-0.5], [0.9]]), "W2")
loss = LogisticLoss(Tanh(X @ W1 + b) @ W2, Y)
penalty = Leaf(0.1, "lam") * Mean(SquaredNorm(W1), SquaredNorm(W2))

outputs = torch.tensor([[1.0], [-2.0], [0.5], [3.0], [-0.7]])
rows = torch.tensor([[1.0, 2.0], [0.5, -1.0], [3.0, 1.0]])
check_together(
    loss + penalty,
    forward_algorithm,
    backward_algorithm,
    alone=[
        Tanh(torch.tensor([[0.5, -1.0, 2.0], [0.1, 1.5, -0.3]])),
        SquaredNorm(torch.tensor([[1.0, -2.0, 0.5], [3.0, 1.5, -1.0]])),
        LogisticLoss(outputs, torch.tensor([[1.0], [0.0], [0.0], [1.0], [1.0]])),
        Add(torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), torch.full((2, 3), 2.0)),
        Mul(torch.tensor([1.0, -2.0, 3.0]), torch.tensor([4.0, 5.0, -6.0])),
        Matmul(rows, torch.tensor([[2.0, 0.5, 1.0, -1.0], [1.0, 3.0, -0.5, 2.0]])),
    ],
)

# %% [markdown]
r"""
`graph_of` builds the same graph from your equations. The next cell prints each gradient by your engine, then by your formulas from exercise 4d: two ways, the same numbers. Below them, the player shows how your engine finds them.
"""

# %% grade_id="two-ways"
J = graph_of(batch_network, {n: torch.as_tensor(v).double() for n, v in few_examples.items()})
forward_algorithm(J)
backward_algorithm(J, one=torch.tensor(1.0, dtype=torch.float64))

values = few_examples | compute_all(batch_network, few_examples) | {"n": 5}
by_hand = compute_all(batch_gradients, values)
for name in ("W1", "b", "W2"):
    print(f"dJ/d{name} by graph:\n{J.get(name).gradient.numpy().round(6)}")
    print(f"dJ/d{name} by hand:\n{by_hand['dJ_d' + name].numpy().round(6)}\n")
replay(J, forward_algorithm, backward_algorithm)

# %% [markdown]
r"""
## 6. Training: a map

Matplotlib comes with a map of the south of Vancouver Island: a grid of points, each of them land ($y = 1$) or water ($y = 0$). The network gets the two coordinates of a point as $x$. It learns from some of the points, and guesses the others.
"""

# %% grade_id="data"
torch.set_num_threads(1)  # these matrices are small: more threads would only wait for each other
measured = cbook.get_sample_data("topobathy.npz")
is_land = torch.tensor(measured["topo"] > 0)
east = torch.tensor(measured["longitude"] - 236.0, dtype=torch.float64)
north = torch.tensor(measured["latitude"] - 49.0, dtype=torch.float64) * 1.5
every_x = torch.stack([east.repeat(len(north)), north.repeat_interleave(len(east))], dim=1)
every_y = is_land.reshape(-1, 1).double()
shuffled = torch.randperm(len(every_x), generator=torch.Generator().manual_seed(5))
train_x, train_y = every_x[shuffled[:2000]], every_y[shuffled[:2000]]
picture = [each.clone() for each in (east, north, is_land, every_x, every_y, shuffled)]
print(f"{len(every_x):,} points: {len(train_x):,} to learn from, {len(shuffled[2000:]):,} unseen.")
guessed = float(every_y[shuffled[2000:]].mean())
print(f"Guessing `land` everywhere is right at {guessed:.0%} of the unseen points.")

# %% [markdown]
r"""
A few examples are enough for a gradient that points roughly in the right direction. So the examples are shuffled and cut into **minibatches**, and each minibatch gives one step of gradient descent. An **epoch** is over when every example has been used once.

**Exercise 6a.** `minibatches` cuts the indices of the examples, already shuffled, into lists of `size` each, in this order; the last one may be shorter. For instance,
`minibatches([3, 0, 4, 1, 2], 2)` is `[[3, 0], [4, 1], [2]]`.
"""


# %% grade_id="minibatches"
def minibatches(order, size):
    """The list `order`, cut into lists of `size` entries; the last one may be shorter."""
    ### BEGIN SOLUTION
    return [order[start : start + size] for start in range(0, len(order), size)]
    ### END SOLUTION


# %% grade_id="minibatches-check" points=2 title="6a Minibatches"
check_minibatches(minibatches)

# %% [markdown]
r"""
<details name="minibatches"><summary>Hint: where do the lists begin?</summary>

At 0, `size`, `2 * size`: `range(0, len(order), size)`. What does `order[start:end]` give if `end` lies beyond the end?
</details>

**Exercise 6b.** `sgd_step` gets the parameters and their gradients, two dictionaries with the same names, and the learning rate. It returns a dictionary of the parameters after the step: each has moved *against* its gradient, by the rate times the gradient. (Make new tensors, or change the old ones in place. In a graph that would do harm; here nothing else needs the old values.)
"""


# %% grade_id="sgd-step"
def sgd_step(parameters, gradients, rate):
    """The parameters after a step of gradient descent, as a dictionary with the same names."""
    ### BEGIN SOLUTION
    return {name: value - rate * gradients[name] for name, value in parameters.items()}
    ### END SOLUTION


# %% grade_id="sgd-step-check" points=2 title="6b A step of gradient descent"
check_sgd_step(sgd_step)

# %% [markdown]
r"""
<details name="sgd_step"><summary>Hint: which way?</summary>

The gradient says by how much $J$ goes up when the parameter goes up. Do we want $J$ to go up?
</details>

<details name="sgd_step"><summary>Hint: a smaller example</summary>

A parameter 3 with the gradient 10 and the rate 0.1 becomes 2. For a dictionary, go through `parameters.items()`.
</details>

The next cell uses the gradients of your graph. If they are wrong, it uses your formulas or PyTorch: an earlier mistake costs you nothing here.
"""


# %% grade_id="training-functions"
from course import is_right


def gradients_by_graph(values, network=batch_network):
    """The gradients of the parameters, from your equations, nodes and engine."""
    J = graph_of(network, values)
    forward_algorithm(J)
    backward_algorithm(J, one=torch.tensor(1.0, dtype=torch.float64))
    return {name: J.get(name).gradient for name in ("W1", "b", "W2")}


def gradients_by_hand(values, network=batch_network, gradients=batch_gradients):
    """The gradients of the parameters, from your formulas."""
    values = values | compute_all(network, values) | {"n": len(values["X"])}
    found = compute_all(gradients, values)
    return {name: found["dJ_d" + name] for name in ("W1", "b", "W2")}


def objective(X, Y, parameters, lam=1e-5):
    """J on these examples, computed by PyTorch."""
    output = torch.tanh(X @ parameters["W1"] + parameters["b"]) @ parameters["W2"]
    loss = torch.nn.functional.binary_cross_entropy_with_logits(output, Y)
    return loss + lam / 2 * sum((parameters[name] ** 2).sum() for name in ("W1", "W2"))


def gradients_by_pytorch(values):
    """The gradients of the parameters, computed by PyTorch."""
    inputs = {name: values[name].clone().requires_grad_() for name in ("W1", "b", "W2")}
    J = objective(values["X"], values["Y"], inputs)
    return dict(zip(inputs, torch.autograd.grad(J, list(inputs.values()))))


def what_works(values):
    """The first of the three ways that runs and agrees with PyTorch."""
    right = gradients_by_pytorch(values)
    ways = {"your graph": gradients_by_graph, "your formulas": gradients_by_hand}
    for whose, way in ways.items():
        try:
            found = way(values)
            wrong = [name for name in right if not is_right(found[name], right[name])]
        except Exception as error:
            print(f"The gradients of {whose} cannot be computed yet: {str(error) or repr(error)}")
            continue
        if not wrong:
            print(f"The training uses the gradients of {whose}.")
            return way
        print(f"The gradient of {wrong[0]} by {whose} does not agree with PyTorch's.")
    print("The training uses PyTorch's gradients in place of yours.")
    return gradients_by_pytorch


def start(hidden):
    """Random parameters of a network with this many hidden units."""
    torch.manual_seed(1)
    W1, b, W2 = torch.randn(hidden, 2).T, torch.randn(1, hidden), torch.randn(hidden, 1)
    found = {"W1": 2 * W1, "b": 2 * b, "W2": W2 / hidden**0.5}
    return {name: value.double() for name, value in found.items()}


def with_data(X, Y, parameters):
    """All that the equations need, in one dictionary."""
    return {"X": X, "Y": Y, "lam": torch.tensor(1e-5, dtype=torch.float64)} | parameters


def gradients_of(
    X, Y, parameters, way=what_works(with_data(train_x[:32], train_y[:32], start(32)))
):
    """The gradients of the parameters, on these examples."""
    return way(with_data(X, Y, parameters))


# %% [markdown]
r"""
**Exercise 6c.** Write the training loop. In each epoch, shuffle the indices of the examples, cut them into minibatches of 32, and take a step on each, with the given `rate`. `gradients_of(X, Y, parameters)` returns the gradients on the examples `X`, `Y`.
The check trains for two epochs, with your `minibatches` and `sgd_step`, so get these right first: $J$ on *unseen* points starts near 0.8 and has to fall to 0.45.
"""


# %% grade_id="training"
def train(parameters, X, Y, epochs, watch=None):
    """The parameters after training on these examples for this many epochs; `watch` is for a plot."""
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        ### BEGIN SOLUTION
        for numbers in minibatches(torch.randperm(len(X)).tolist(), 32):
            rows = torch.as_tensor(numbers)
            gradients = gradients_of(X[rows], Y[rows], parameters)
            parameters = sgd_step(parameters, gradients, rate)
        ### END SOLUTION
        if watch:
            watch(parameters)
    return parameters


# %% grade_id="training-check" points=2 title="6c Training"
unseen = [every_x[shuffled[2000:]], every_y[shuffled[2000:]]]
by_label = train_y.flatten().argsort()  # all water first, then all land: it has to be shuffled
sorted_by_label = [train_x[by_label], train_y[by_label]]
check_training(
    train, start(32), [*sorted_by_label, 2], lambda p: objective(*unseen, p), 0.45, minibatches
)

# %% [markdown]
r"""
<details name="train"><summary>Hint: one step</summary>

A minibatch is a list of indices, and `X[indices]` are those rows (for a tuple, `X[list(indices)]`). `sgd_step` returns the parameters after the step. With which ones should the next step begin?
</details>

<details name="train"><summary>Hint: shuffling</summary>

`torch.randperm(n).tolist()` is a list of the numbers from 0 to `n - 1`, in random order.
</details>

Now 30 epochs:
"""


# %% grade_id="training-plot" shows=true
def show_training():
    """Trains for 30 epochs, and shows the map that the network has drawn."""
    east, north, is_land, x, y, places = picture
    unseen, curve = places[2000:], []
    x_seen, y_seen = x[places[:2000]], y[places[:2000]]

    def watch(parameters):
        curve.append(float(objective(x[unseen], y[unseen], parameters)))

    shown = train(start(32), x_seen, y_seen, 30, watch)
    output = torch.tanh(x @ shown["W1"] + shown["b"]) @ shown["W2"]
    right = ((output > 0) == (y > 0.5)).double()[unseen].mean()
    shades = output.sigmoid().reshape(is_land.shape)

    colours = plt.get_cmap("cividis")
    figure, (left, middle, rightmost) = plt.subplots(1, 3, figsize=(14, 3.6), layout="constrained")
    left.plot(range(1, len(curve) + 1), curve)
    left.set(title="J of the unseen points after each epoch", xlabel="epoch")
    middle.pcolormesh(east, north, is_land, cmap="cividis")
    middle.plot(*x_seen[:400].T, "w.", markersize=3)
    middle.set_title("the map, and some of the examples")
    for name, shade in (("land", 1.0), ("water", 0.0)):
        middle.plot([], [], "s", color=colours(shade), label=name)
    middle.legend()
    rightmost.pcolormesh(east, north, shades, cmap="cividis", vmin=0, vmax=1)
    rightmost.contour(east, north, shades, levels=[0.5], colors="white")
    rightmost.set_title(f"what the network believes: {float(right):.0%} of the unseen right")
    plt.show()


show_training()

# %% [markdown]
r"""
The white line is where $o = 0$. Each hidden unit contributes one soft straight edge, and $W_2$ mixes 32 of them into
a coast. Try `start(4)` in a copy of the cell above.

## 7. What has to be kept

The backward pass needs values from the forward pass, so in training they are **kept**. In **inference**, when a network is only used, a value can be dropped as soon as the next one has been computed from it. Training also holds the gradient of every weight. *Adam*, the update rule of homework 8, holds two more numbers for each weight.

**Exercise 7.** Take the network of section 1 on a batch: $d = 784$, $k = 256$, $q = 10$, $n = 64$. Count numbers, not
bytes, and leave out $X$ and everything that is a single number. Formulas in `d`, `k`, `q` and `n` are fine, such as `"n k"`.

- `parameters`: the numbers in the weights.
- `training`: the numbers in $Z$, $H$ and $O$ together.
- `inference`: the most numbers held at once, if only a value and the one it is computed from are held.
- `total_training`: the weights, their gradients, Adam's numbers, and $Z$, $H$ and $O$.
- `total_inference`: as `inference`, plus the weights.
- `deep_training` and `deep_inference`: as `training` and `inference`, for 50 hidden layers of 256 units each: $Z_1, H_1, \dots, Z_{50}, H_{50}$ and $O$.
"""

# %% grade_id="memory"
kept = {
    "parameters": "d k + k q",  ### SOLUTION
    "training": "n (2k + q)",  ### SOLUTION
    "inference": "2 n k",  ### SOLUTION
    "total_training": "4 (d k + k q) + n (2k + q)",  ### SOLUTION
    "total_inference": "d k + k q + 2 n k",  ### SOLUTION
    "deep_training": "n (100 k + q)",  ### SOLUTION
    "deep_inference": "2 n k",  ### SOLUTION
}

# %% grade_id="memory-check" points=6 title="7 Memory"
from course import network_of_size, numbers_in_memory

shallow, deep = (network_of_size(784, 256, 10, 64, hidden_layers=layers) for layers in (1, 50))
check_blanks(
    kept,
    numbers_in_memory(shallow, deep),
    names={"d": 784, "k": 256, "q": 10, "n": 64},
    clues={
        "parameters": "What is the shape of each weight?",
        "training": "What is the shape of each of the three?",
        "inference": "Which two values are held together, and what are their shapes?",
        "total_training": "How many numbers are held for each weight, in all? And then Z, H and O.",
        "total_inference": "The weights, and which two values along with them?",
        "deep_training": "How many values are there now, and what is the shape of each?",
        "deep_inference": "How many values are held at one time, however deep it is?",
    },
    implied=lambda found: {
        "total_training": 4 * found["parameters"] + found["training"],
        "total_inference": found["parameters"] + found["inference"],
    },
)

# %% [markdown]
r"""
<details name="kept"><summary>Hint: shapes first</summary>

Write down the shapes of $W_1$, $W_2$, $Z$, $H$ and $O$.
</details>

<details name="kept"><summary>Hint: the most at one time</summary>

First $Z$ and $H$ are there together; then $H$ and $O$. Which is more? And with 50 layers, are there ever more than two at a time?
</details>

<details name="kept"><summary>Hint: the totals</summary>

How many numbers are there for each weight: the weight itself, its gradient, and what else?
</details>

PyTorch's own answer: how many numbers it keeps for a backward pass, and the most it holds at one time in inference.
"""

# %% grade_id="meter" shows=true
import weakref


def kept_for_training(weights, X):
    """How many numbers PyTorch keeps for the backward pass, besides the weights and X."""
    kept, known = {}, {X.data_ptr(), *(W.data_ptr() for W in weights)}

    def keep(tensor):
        if tensor.data_ptr() not in known:
            kept[tensor.data_ptr()] = tensor.numel()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        H = X
        for W in weights[:-1]:
            H = (H @ W).tanh()
        J = (H @ weights[-1]).square().sum()
    assert J.requires_grad
    return sum(kept.values())


def most_for_inference(weights, X):
    """The largest number of entries, besides X, in memory at one time without a backward pass."""
    made, most = [], 0

    def note(tensor):
        nonlocal most
        made.append(weakref.ref(tensor))
        most = max(most, sum(r().numel() for r in made if r() is not None))
        return tensor

    with torch.no_grad():
        H = X
        for W in weights[:-1]:
            Z = note(H @ W)
            del H
            H = note(Z.tanh())
            del Z
        note(H @ weights[-1])
    return most


# %% grade_id="meter-plot" shows=true
depths, width, examples = range(1, 21), 50, 8
training, inference = [], []
for depth in depths:
    weights = [torch.randn(width, width, requires_grad=True) for _ in range(depth)]
    weights.append(torch.randn(width, 3, requires_grad=True))
    X = torch.randn(examples, width)
    training.append(kept_for_training(weights, X))
    inference.append(most_for_inference(weights, X))
plt.plot(depths, training, "o-", label="kept for training")
plt.plot(depths, inference, "o-", label="most at one time, inference")
plt.xticks(range(0, 21, 5))
plt.xlabel("hidden layers")
plt.ylabel("numbers")
plt.legend()
plt.show()
print(f"Each extra hidden layer: {training[-1] - training[-2]} more numbers for training,")
print(f"{inference[-1] - inference[-2]} more for inference. n k = {width * examples}.")

# %% [markdown]
r"""
Training needs more with every layer; inference does not. Each layer adds $nk$, not $2nk$, because PyTorch keeps $H$ but not $Z$: the backward pass of $\tanh$ needs only $1 - h^2$.
(Compare only the slopes, not the heights: the inference curve also counts what lives only for a moment, and the training curve does not.)

## 8. Second derivatives

A gradient is itself computed by sums and products. So it has a graph, too, and can be differentiated again.

**Exercise 8a.** Take the network of single numbers from exercise 2: $J = \tfrac12 (h W_2 - y)^2 + \tfrac{\lambda}{2} (W_1^2 + W_2^2)$ with $h = \tanh(x W_1)$. Its derivative with respect to $W_2$ is

$$\frac{\partial J}{\partial W_2} = (o - y)\, h + \lambda W_2 \qquad\text{with}\qquad o = h W_2$$

Differentiate it once more. Write formulas in `x`, `y`, `W1`, `W2`, `lam`, `h` and `o`, or in `P`.

- `d2J_dW2dW2`: with respect to $W_2$.
- `d2J_dW1dW2`: with respect to $W_1$.
- `entries`: a network with `P` $= 1000$ parameters has a second derivative for each ordered pair of them, $(a, a)$ included. How many?
"""

# %% grade_id="second"
second_derivatives = {
    "d2J_dW2dW2": "h^2 + lam",  ### SOLUTION
    "d2J_dW1dW2": "(1 - h^2) x (W2 h + o - y)",  ### SOLUTION
    "entries": "P^2",  ### SOLUTION
}


# %% grade_id="second-check" points=3 title="8a Second derivatives"
P = 1000
entries = torch.zeros(P).expand(P, P).numel()  # a gradient for each entry of the gradient


def right_at(x, y, W1, W2, lam):
    names = {"x": x, "y": y, "W1": W1, "W2": W2, "lam": lam, "P": P}
    W1, W2 = (torch.tensor(w, dtype=torch.float64, requires_grad=True) for w in (W1, W2))
    h = (W1 * x).tanh()
    objective = (W2 * h - y) ** 2 / 2 + lam / 2 * (W1**2 + W2**2)
    (first,) = torch.autograd.grad(objective, W2, create_graph=True)
    mixed, twice = torch.autograd.grad(first, [W1, W2])
    right = {"d2J_dW2dW2": float(twice), "d2J_dW1dW2": float(mixed), "entries": entries}
    return right, names | {"h": h.item(), "o": (W2 * h).item()}


check_formulas(
    second_derivatives,
    right_at,
    {"x": 2.0, "y": 1.0, "W1": 0.25, "W2": 3.0, "lam": 0.1},
    clues={
        "d2J_dW2dW2": "In the first derivative, what depends on W2?",
        "d2J_dW1dW2": "In the first derivative, what depends on W1, and in how many places?",
        "entries": "There is one for each pair of which numbers?",
    },
)

# %% [markdown]
r"""
<details name="second_derivatives"><summary>Hint: what depends on what?</summary>

$h$ does not depend on $W_2$, but $o = h W_2$ does. $h$ depends on $W_1$ and occurs twice: as a factor and inside $o$.
</details>

<details name="second_derivatives"><summary>Hint: the product rule</summary>

$(o - y)\,h$ is a product of two factors that both depend on $W_1$. With $h' = \partial h/\partial W_1$, the derivative of the first is $W_2 h'$, of the second $h'$. And $h'$ is the derivative of $\tanh(x W_1)$, by the chain rule.
</details>

<details name="second_derivatives"><summary>Hint: pairs</summary>

Three parameters have $3 \cdot 3$ ordered pairs.
</details>

Now let your engine build this graph. Inside `with build_graph():`, as in homework 3, `self.output()` and `self.gradient` are nodes, so each gradient is a graph. (If your `Tanh` sets its result aside as a tensor, that tensor is a constant there, and the last graph has fewer nodes. Its number is still right, but one more derivative with respect to $W_1$ would lose a share.)
"""

# %% grade_id="second-graph" shows=true
x, y = Leaf(2.0, "x"), Leaf(1.0, "y")
W1, W2 = Leaf(torch.tensor(0.25), "W1"), Leaf(torch.tensor(3.0), "W2")
z = x * W1
h = Tanh(z)
o = h * W2
difference = o - y
J = (difference * difference + 0.1 * (W1 * W1 + W2 * W2)) / 2
for name, node in {"z": z, "h": h, "o": o, "J": J}.items():
    node.name = name
steps = [J]
for leaf in (W2, W1):
    forward_algorithm(steps[-1])
    with build_graph():
        backward_algorithm(steps[-1], one=Leaf(torch.tensor(1.0)))
    steps.append(leaf.gradient)
    forward_algorithm(steps[-1])
sizes = [len(step.sorted_nodes()) for step in steps]
print(f"J: {sizes[0]} nodes. dJ/dW2: {sizes[1]} nodes. d2J/dW1dW2: {sizes[2]} nodes.")
print(f"d2J/dW1dW2 = {float(steps[2].result):.6f} by your engine.")
for node in steps[1].sorted_nodes():
    node.gradient = None  # a picture of the results alone
draw(steps[1], "dJ/dW2 as a graph. Find z, h and o of the forward pass in it, and what is new.")

# %% [markdown] grade_id="second-words" points=2
r"""
**Exercise 8b.** In a few sentences: what happens to the computational graph when you want second derivatives? And is it a good idea to compute all of them for a network
with $P$ parameters? If not, what could one compute instead? (A gradient costs about
one backward pass. What does the gradient of the single number $g \cdot v$ give, if $g$ is the gradient and $v$ a fixed list of $P$ numbers?)

### BEGIN SOLUTION
The backward pass becomes a graph itself. It contains the values of the forward pass that the gradients use (in the picture $z$, $h$ and $o$; not $J$, whose value no gradient needs) and a few new nodes for each node of the forward pass. All its values have to be kept as well, and the
next backward pass walks through all of that. All second derivatives are $P^2$ numbers (165 GB in single precision for the small network of exercise 7), and they need about $P$ backward passes through the graph of
the gradient: not a good idea except for very small networks. The gradient of $g \cdot v$ is the matrix of second derivatives times $v$. It costs only a few times as much as a gradient, and is often enough. Other methods use only the
diagonal, or an approximation.

- 1 point: the graph grows (it then holds the backward pass as well), so more has to be kept and computed.
- 1 point: $P^2$ numbers are too many, with an alternative (products with a vector, the diagonal, an approximation) or a case where it is fine (few parameters).
- Also right: needed only for some purposes (Newton's method, a penalty on gradients), which deserves the second point if the price is named.
### END SOLUTION
"""

# %% [markdown]
r"""
## 9. Two devices

There are two ways to share the work.

**Divide the network.** Device A holds $W_1$ and computes $Z$ and $H$; device B holds $W_2$ and computes $O$ and $L$. $H$ has to travel from A to B, and in the backward pass its gradient comes back. This cell makes the cut:
"""

# %% grade_id="two-devices" shows=true
torch.manual_seed(0)
X, Y = torch.randn(6, 20), torch.randn(6, 3)
weight_a, weight_b = torch.randn(20, 8, requires_grad=True), torch.randn(8, 3, requires_grad=True)

H = (X @ weight_a).tanh()  # on device A
arrived = H.detach().requires_grad_()  # travels to B; A's graph ends here
((arrived @ weight_b - Y) ** 2).sum().backward()  # on device B, forward and backward
H.backward(arrived.grad)  # travels back; A goes on where B has stopped
print("numbers that travelled to B:", arrived.numel(), "and back:", arrived.grad.numel())

whole = torch.autograd.grad((((X @ weight_a).tanh() @ weight_b - Y) ** 2).sum(), weight_a)[0]
print("the gradient of W1 is the same as undivided:", bool(torch.allclose(weight_a.grad, whole)))

# %% [markdown]
r"""
**Divide the batch.** Each device holds all the weights and half of the examples, and computes the gradients of the loss on its half. Then the devices exchange these gradients and add them (or *average* them, where $L$ is a mean). The share of the penalty, $\lambda W$,
is added once, at the end.

**Exercise 9a.** For the network of exercise 7, fill in numbers, or formulas in `d`, `k`, `q` and `n`:

- `forward`: how many numbers travel from A to B for a batch, if the network is divided after $H$?
- `backward`: and how many come back?
- `gradients`: if the batch is divided instead, how many numbers does each device send to the other in a step?
- `busy`: with the network divided, B has to wait for A. Suppose both take equally long. For what fraction of the forward pass is each device busy?
- `busy_4`: the batch is cut into 4 parts, which are sent on one by one. Then A works in time slots 1 to 4, and B in slots 2 to 5. What is the fraction now?
"""

# %% grade_id="devices"
devices = {
    "forward": "n k",  ### SOLUTION
    "backward": "n k",  ### SOLUTION
    "gradients": "k d + q k",  ### SOLUTION
    "busy": "1/2",  ### SOLUTION
    "busy_4": "4/5",  ### SOLUTION
}

# %% grade_id="devices-check" points=5 title="9a Two devices"
from course import network_of_size, share_of_time

parts = network_of_size(784, 256, 10, 64, hidden_layers=1)
travels = parts.values[1].numel()
check_blanks(
    devices,
    {
        "forward": travels,
        "backward": torch.empty_like(parts.values[1]).numel(),
        "gradients": sum(W.numel() for W in parts.weights),
        "busy": share_of_time(parts=1, devices=2),
        "busy_4": share_of_time(parts=4, devices=2),
    },
    names={"d": 784, "k": 256, "q": 10, "n": 64},
    clues={
        "forward": "Which value crosses the cut, and what is its shape?",
        "backward": "The gradient of which value crosses the cut?",
        "gradients": "Of which matrices does a device know only its own half of the gradient?",
        "busy": "In how many of the time slots does a device work?",
        "busy_4": "In how many of the time slots does a device work?",
    },
)

# %% [markdown]
r"""
<details name="devices"><summary>Hint: what crosses the cut?</summary>

One matrix crosses it forward, and its gradient comes back. With the batch divided, a step needs the gradients of all the weights, and nothing else.
</details>

<details name="devices"><summary>Hint: count slots</summary>

Draw a row of time slots for A and one for B: two slots for one part, five for four parts. How many slots of each row are filled?
</details>
"""

# %% [markdown] grade_id="devices-words" points=3
r"""
**Exercise 9b.** Suppose that the graph of your network with its batch does not fit into the memory of one device. Can you divide it between two? What are the advantages and disadvantages, compared with simply
training on smaller minibatches on one device? A few sentences.

### BEGIN SOLUTION
Yes: cut the graph between two layers (or divide each layer); what crosses the cut is sent forward, its gradient back. Each device keeps only its own weights, values and gradients.

Advantages: a network fits whose *weights* alone are too large for one device, however small the minibatch; the batch stays as it is, and with it the noise of the gradient and the learning rate; with the batch in parts, both devices
work most of the time, so it may be faster.

Disadvantages: values and gradients have to travel, which is slow compared with computing; devices wait for each other, and the parts should take equally long; it is more complicated. A smaller minibatch needs no second device and nothing travels, but only the activations shrink, not
the weights; its gradients are noisier, a step uses the hardware less well, and more steps are needed. (Gradients of several small minibatches can also be averaged before a step, which gives the same step as the large batch.)

- 1 point: it can be divided, with where it is cut or what then travels.
- 1 point: an advantage over smaller minibatches (weights that do not fit, the batch stays, more hardware at work).
- 1 point: a disadvantage (communication, waiting, complexity).
### END SOLUTION
"""

# %% [markdown]
r"""
## What you have done

You have derived by hand what a framework does at every training step, and trained a network with it. The price is memory; homework 6 shows how to pay less.

**Read more.** A. Zhang, Z. Lipton, M. Li and A. Smola, *Dive into Deep Learning*, section 5.3,
[*Forward Propagation, Backward Propagation, and Computational Graphs*](https://d2l.ai/chapter_multilayer-perceptrons/backprop.html) ([CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)): this homework has its network and its five
exercises, but none of its text, and columns have become rows.
On section 9: Y. Huang and others, [*GPipe: Efficient Training of Giant Neural Networks using Pipeline Parallelism*](https://arxiv.org/abs/1811.06965), 2019.
"""
