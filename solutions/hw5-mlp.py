# %% [markdown]
r"""
# Homework 5: a neural network, by hand and by graph

Here all parts come together: a network with one hidden layer, its loss, and a penalty on large weights. You write down its
equations and derive every gradient; then the engine and the nodes that you wrote find the same gradients, and train the network to
draw a map. At the end come the questions that everybody meets who trains networks: what has to be kept in memory, what do second derivatives
cost, and how is a network divided among machines?

| | you make | points |
|---|---|---|
| 1 | the network as a graph | 6 |
| 2 | a forward pass, in numbers | 3 |
| 3 | all gradients, by the chain rule | 7 |
| 4 | many examples at once, and a bias | 3 + 3 + 6 |
| 5 | the nodes `Tanh`, `SquaredNorm` and `LogisticLoss`; your engine; your `Add`, `Mul` and `Matmul` | 2 + 2 + 3 + 1 + 1 |
| 6 | training on minibatches | 2 + 2 |
| 7 | memory, for training and without | 5 |
| 8 | second derivatives | 3 + 2 |
| 9 | two devices | 5 + 3 |

Below the checks hints are folded away; or write `hint()` as the last line of the cell you are stuck in, and run it.
Each part is graded on its own: a mistake in one does not cost you the points of another. Plan for about four hours.
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import check_gradients_by_expression, check_results_by_expression
from course import check_minibatches, check_sgd_step, compute_all, graph_of

import torch
from matplotlib import cbook
from matplotlib import pyplot as plt

# %% [markdown]
r"""
## 1. The network

An example is a column $x$ of $d$ numbers; its label $y$ is a column of $q$ numbers. The network first makes
$k$ **hidden units** of it, with a $k \times d$ matrix of weights $W_1$ and a function that is applied to each entry, here $\tanh$,

$$z = W_1 x \qquad\qquad h = \tanh(z)$$

and from these its output, with a second matrix $W_2$, of shape $q \times k$:

$$o = W_2 h$$

How wrong is it? The **loss** compares $o$ with the label. And since large weights make a network follow every accident of its data, the **regularisation term** $s$ puts
a price $\lambda$ on them. $\|W\|^2$ is the sum of the squares of all entries of $W$.

$$L = \tfrac12 \|o - y\|^2 \qquad\qquad s = \tfrac{\lambda}{2} \left( \|W_1\|^2 + \|W_2\|^2 \right)$$

What training makes small is the **objective** $J = L + s$. Here are numbers to try it with; $\lambda$ (lambda) is called `lam`, because the word `lambda` means something else in Python.
"""

# %% grade_id="numbers"
example = {
    "x": torch.tensor([[1.0], [-2.0], [0.5], [3.0]]),
    "y": torch.tensor([[1.0], [-1.0]]),
    "W1": torch.tensor([[0.2, 0.1, -0.3, 0.4], [-0.1, 0.3, 0.5, 0.2], [0.3, 0.2, 0.1, -0.2]]),
    "W2": torch.tensor([[0.5, -0.4, 0.3], [0.2, 0.6, -0.7]]),
    "lam": 0.1,
}
for name in ("x", "y", "W1", "W2"):
    print(f"{name} has shape {tuple(example[name].shape)}")

# %% [markdown]
r"""
In this notebook you write equations as text, in Python's notation, and they are checked at once:

| | you write |
|---|---|
| matrix product, product entry by entry, transpose | `A @ B`, `A * B`, `A.T` |
| sums, differences, quotients, powers | `A + B`, `A - B`, `A / 2`, `A**2` |
| applied to every entry | `tanh(A)`, `exp(A)`, `log(A)`, `sigmoid(A)` |
| a number from a matrix | `Sum(A)`, `SquaredNorm(A)` $= \lVert A \rVert^2$ |
| a column of the sums of all rows | `RowSums(A)` |
| the mean of two numbers | `Mean(a, b)` |
| $\tfrac12 \lVert o - y \rVert^2$ | `SquaredLoss(o, y)` |

**Exercise 1.** Write down the network, an equation for each of its six values. Each may use the example's names (`x`, `y`, `W1`, `W2`, `lam`) and
the values before it.
"""

# %% grade_id="network"
network = {
    "z": "W1 @ x",  ### SOLUTION
    "h": "tanh(z)",  ### SOLUTION
    "o": "W2 @ h",  ### SOLUTION
    "L": "SquaredLoss(o, y)",  ### SOLUTION
    "s": "lam * Mean(SquaredNorm(W1), SquaredNorm(W2))",  ### SOLUTION
    "J": "L + s",  ### SOLUTION
}

# %% grade_id="network-check" points=6 title="1 The network"
from course.check.network import one_example

check_results_by_expression(one_example(), network)

# %% [markdown]
r"""
<details name="network"><summary>Hint: which product?</summary>

$W_1$ is $3 \times 4$ and $x$ is $4 \times 1$, so $W_1 x$ is a matrix product. $\lambda$ is a number, and $\lambda A$ multiplies every entry of $A$ by it. Python has two signs for these two.
</details>

<details name="network"><summary>Hint: the half in s</summary>

$\tfrac{\lambda}{2}(a + b) = \lambda \, \tfrac{a + b}{2}$, and $\tfrac{a + b}{2}$ is what `Mean(a, b)` computes. You can also write it with `/ 2`.
</details>

Your equations are a graph. Here it is, results and shapes filled in. Data flows to the right; $W_1$ and $W_2$ are both
forks, since each is used in a layer and in the penalty. (`SquaredLoss` has the label `loss`, `SquaredNorm` has $\lVert \cdot \rVert^2$.)
"""

# %% grade_id="network-graph"
draw(graph_of(network, example, sketch=True), "J, computed by your equations.")

# %% [markdown]
r"""
## 2. Forward propagation

**Exercise 2.** The same network, so small that you can compute it by hand: every matrix is a single number,
$x = 2$, $y = 1$, $W_1 = 0.5$, $W_2 = 3$ and $\lambda = 0.1$. Fill in its six values, each as a formula in numbers or as a number with at least seven digits. You can write
`tanh(...)` in a formula; $\tanh 2$ would be `"tanh(2)"`.
"""

# %% grade_id="forward"
network_values = {
    "z": 1,  ### SOLUTION
    "h": "tanh(1)",  ### SOLUTION
    "o": "3 tanh(1)",  ### SOLUTION
    "L": "(3 tanh(1) - 1)^2 / 2",  ### SOLUTION
    "s": "0.1/2 * (0.25 + 9)",  ### SOLUTION
    "J": "(3 tanh(1) - 1)^2 / 2 + 0.4625",  ### SOLUTION
}

# %% grade_id="forward-check" points=3 title="2 Forward propagation"
from course.check.network import one_number

check_results_by_hand(one_number(), network_values)

# %% [markdown]
r"""
<details name="network_values"><summary>Hint: from left to right</summary>

Put the numbers into the six equations, in their order. For $L$, what is $\lVert o - y \rVert^2$ if $o - y$ is a single number?
</details>

<details name="network_values"><summary>Hint: the penalty</summary>

It does not depend on $x$ at all: the squares of both weights, added, times $\lambda / 2$.
</details>

## 3. Back propagation

Now backward, as in homework 1: from $J$ towards the weights, each gradient from those after it. The **shape** of
each is known before anything is computed: it is that of the value it belongs to. The first line is
simple: $J = L + s$ moves by as much as $L$ does.

Here is a worked line of a similar kind. Let $u = A v$, and let $\partial J/\partial u$ be known. Entry $v_j$ enters every entry of $u$, a fork, and its shares add up:

$$\frac{\partial J}{\partial v_j} = \sum_i \frac{\partial J}{\partial u_i} \frac{\partial u_i}{\partial v_j} = \sum_i \frac{\partial J}{\partial u_i}\, a_{ij}
\qquad\text{that is}\qquad \frac{\partial J}{\partial v} = A^\top \frac{\partial J}{\partial u}$$

**Exercise 3.** Derive all the gradients of $J$, on paper first; `dJ_do` stands for $\partial J/\partial o$. Write each as an expression in the values of the network (`x`, `y`, `W1`, `W2`, `lam`, `z`, `h`, `o`, ...)
and the gradients before it in the list. Each is checked by its shape, and by its numbers against PyTorch, with the right values for all that it uses: a mistake in one line does not spoil the next. The derivative of $\tanh$
is $1 - \tanh^2$.
"""

# %% grade_id="gradients"
gradients = {
    "dJ_dL": "1",  ### SOLUTION
    "dJ_ds": "1",  ### SOLUTION
    "dJ_do": "o - y",  ### SOLUTION
    "dJ_dW2": "dJ_do @ h.T + lam * W2",  ### SOLUTION
    "dJ_dh": "W2.T @ dJ_do",  ### SOLUTION
    "dJ_dz": "dJ_dh * (1 - h**2)",  ### SOLUTION
    "dJ_dW1": "dJ_dz @ x.T + lam * W1",  ### SOLUTION
}

# %% grade_id="gradients-check" points=7 title="3 Back propagation"
from course.check.network import one_example

check_gradients_by_expression(
    one_example(),
    gradients,
    of=["L", "s", "o", "W2", "h", "z", "W1"],
)

# %% [markdown]
r"""
<details name="gradients"><summary>Hint: one output at a time</summary>

$L = \tfrac12 \left( (o_1 - y_1)^2 + (o_2 - y_2)^2 \right)$. What is its derivative with respect to $o_1$?
</details>

<details name="gradients"><summary>Hint: how many ways lead from W2 to J?</summary>

Look at the graph: two arrows leave $W_2$. Gradients add up at forks.
</details>

<details name="gradients"><summary>Hint: the share of the layer</summary>

$o_i = \sum_j w_{ij} h_j$. The weight $w_{ij}$ moves $o_i$ only, by $h_j$. So its share is $\frac{\partial J}{\partial o_i} h_j$: a matrix with a row for each output and a column
for each hidden unit. Which product of two columns, one of them transposed, has that shape?
</details>

<details name="gradients"><summary>Hint: the share of the penalty</summary>

In $\tfrac{\lambda}{2} \lVert W \rVert^2$ the entry $w$ occurs in one term, $\tfrac{\lambda}{2} w^2$.
</details>

<details name="gradients"><summary>Hint: through the tanh</summary>

$h_i = \tanh(z_i)$ depends on $z_i$ alone. So each entry of the upstream gradient is multiplied by one local derivative: entry by entry, and no matrix product. Is it $z$ or $h$ that
you need for the derivative?
</details>

Did you notice what the backward pass needed of the forward pass, besides the inputs? `h` and `o`, and not `z`. Keep that in mind for section 7.

## 4. Many examples, and a bias

Nobody trains on one example at a time. Put $n$ examples next to each other, as the columns of a matrix $X$, and the equations
go on working, with matrices in place of columns.

**Exercise 4a.** What shapes do things have now? Let $d = 4$ numbers an example, $k = 3$ hidden units, $q = 2$ outputs, and
$n = 5$ examples; $Z = W_1 X$, $H = \tanh(Z)$, $O = W_2 H$. Fill in rows and columns of three gradients, in numbers or in these letters.
"""

# %% grade_id="shapes"
batch_shapes = {
    "dJ_dO_rows": 2,  ### SOLUTION
    "dJ_dO_columns": 5,  ### SOLUTION
    "dJ_dZ_rows": 3,  ### SOLUTION
    "dJ_dZ_columns": 5,  ### SOLUTION
    "dJ_dW1_rows": 3,  ### SOLUTION
    "dJ_dW1_columns": 4,  ### SOLUTION
}

# %% grade_id="shapes-check" points=3 title="4a Shapes for many examples"
weights = [torch.ones(3, 4, requires_grad=True), torch.ones(2, 3, requires_grad=True)]
between = [weights[0] @ torch.ones(4, 5)]
between.append(weights[1] @ between[0].tanh())
found = torch.autograd.grad(between[1].sum(), [between[1], between[0], weights[0]])
names = [f"dJ_d{name}_{side}" for name in ("O", "Z", "W1") for side in ("rows", "columns")]
sizes = [size for gradient in found for size in gradient.shape]
check_blanks(
    batch_shapes,
    dict(zip(names, sizes)),
    names={"d": 4, "k": 3, "q": 2, "n": 5},
)

# %% [markdown]
r"""
<details name="batch_shapes"><summary>Hint: whose shape?</summary>

A gradient has the shape of the value it belongs to. There is one $O$ for each example, and one $Z$. How many $W_1$ are there?
</details>

So the gradients of the values between get a column for each example, and those of the weights stay as they are: there the shares of all examples are added up, which is what
the sum inside a matrix product does.

Two things more. A layer usually has a **bias** $b$, here a column with a number for each hidden unit, which is added to every column of $W_1 X$. And for questions whose answer is yes or no, with
$y = 1$ for yes, one uses the **logistic loss**: a single output $o_i$ for each example says by its sign what the network thinks, and by its size how sure it is. The probability
it gives to yes is $\sigma(o) = \frac{1}{1 + e^{-o}}$, the *sigmoid*, and

$$L = \frac1n \sum_{i=1}^n \left( \log(1 + e^{o_i}) - y_i\, o_i \right)$$

**Exercise 4b.** Write down this network, with the bias in the hidden layer. The names are now `X`, `Y`, `W1`, `b`, `W2` and `lam`; the loss is there, as
`LogisticLoss(O, Y)`: write it so, because in section 5 it becomes a node of your own. When you write `A + b`, $b$ is added to every column of $A$.
"""

# %% grade_id="batch-network"
batch_network = {
    "Z": "W1 @ X + b",  ### SOLUTION
    "H": "tanh(Z)",  ### SOLUTION
    "O": "W2 @ H",  ### SOLUTION
    "L": "LogisticLoss(O, Y)",  ### SOLUTION
    "s": "lam * Mean(SquaredNorm(W1), SquaredNorm(W2))",  ### SOLUTION
    "J": "L + s",  ### SOLUTION
}

# %% grade_id="batch-network-check" points=3 title="4b With a bias"
from course.check.network import batch

check_results_by_expression(batch(), batch_network)

# %% [markdown]
r"""
<details name="batch_network"><summary>Hint: what is new?</summary>

Two lines differ from exercise 1: the first one has a bias, and the loss is another. As usual, the bias is not part of the penalty.
</details>
"""

# %% grade_id="batch-graph"
few_examples = {
    "X": torch.tensor([[1.0, -0.5, 0.3, 2.0, -1.2], [0.4, 1.5, -0.7, 0.2, 0.9]]),
    "Y": torch.tensor([[1.0, 0.0, 0.0, 1.0, 1.0]]),
    "W1": torch.tensor([[0.5, -0.3], [0.8, 0.6], [-0.4, 0.7]]),
    "b": torch.tensor([[0.1], [-0.2], [0.3]]),
    "W2": torch.tensor([[0.7, -0.5, 0.9]]),
    "lam": 0.1,
}
draw(graph_of(batch_network, few_examples, sketch=True), "The network with a bias, on 5 examples.")

# %% [markdown]
r"""
**Exercise 4c.** And its gradients. Two are new: that of `O`, since the loss is another one and a *mean* over the `n` examples (you may write `n`), and that of `b`. The rest you know. The derivative
of $\log(1 + e^o)$ with respect to $o$ is $\sigma(o)$, which you write `sigmoid(O)`.
"""

# %% grade_id="batch-gradients"
batch_gradients = {
    "dJ_dO": "(sigmoid(O) - Y) / n",  ### SOLUTION
    "dJ_dW2": "dJ_dO @ H.T + lam * W2",  ### SOLUTION
    "dJ_dH": "W2.T @ dJ_dO",  ### SOLUTION
    "dJ_dZ": "dJ_dH * (1 - H**2)",  ### SOLUTION
    "dJ_db": "RowSums(dJ_dZ)",  ### SOLUTION
    "dJ_dW1": "dJ_dZ @ X.T + lam * W1",  ### SOLUTION
}

# %% grade_id="batch-gradients-check" points=6 title="4c Gradients with a bias"
from course.check.network import batch

check_gradients_by_expression(
    batch(),
    batch_gradients,
    of=["O", "W2", "H", "Z", "b", "W1"],
    numbers={"n": 5},
)

# %% [markdown]
r"""
<details name="batch_gradients"><summary>Hint: one example of n</summary>

$o_i$ occurs in one term of the sum only, and the whole sum is divided by $n$. So what is $\partial L / \partial o_i$?
</details>

<details name="batch_gradients"><summary>Hint: how often is b used?</summary>

$b_j$ is added in every column of row $j$: a fork with $n$ branches.
</details>

<details name="batch_gradients"><summary>Hint: does W1 need an n, too?</summary>

The division by $n$ happened in the loss, and it is in the upstream gradient already. Dividing again would count it twice.
</details>

## 5. By graph

Now the same gradients from your own engine. What it still lacks are three nodes.

**Exercise 5a.** Write `Tanh`. As before, `forward` sets `self.result`, from `self.input(i)`, and `backward` returns a list with one gradient for each input. For a tensor `A`, `A.tanh()` applies
$\tanh$ to each entry. In `backward`, use what `forward` has found: inside the node it is `self.output()`.
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

It is the line from $\partial J/\partial h$ to $\partial J/\partial z$ in exercise 3: `self.gradient` is $\partial J/\partial h$, and the list holds $\partial J/\partial z$.
</details>

**Exercise 5b.** Write `SquaredNorm`: one input, a matrix, and the result is the sum of the squares of all its entries, a single number.
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

# %% [markdown]
r"""
<details name="SquaredNorm"><summary>Hint: one entry</summary>

The entry $w$ occurs in one term, $w^2$. And the upstream gradient is a single number here, which every entry gets.
</details>

<details name="SquaredNorm"><summary>Hint: where has the 2 been?</summary>

In exercise 3 it met the half in $\tfrac{\lambda}{2}$. This node does not know of any half: in the graph, that is the business of `Mean`.
</details>

**Exercise 5c.** Write `LogisticLoss`, with the formula of section 4: input 0 are the outputs, input 1 the labels, both of shape $(1, n)$. The labels are an input like any other, and so `backward` owes them
a gradient as well: how does $L$ move when $y_i$ moves? (Nobody will use it here.) `A.numel()` is the number of entries of `A`; `A.exp()`, `A.log()` and `A.sigmoid()` are applied to each of them.
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
outputs = torch.tensor([[1.0, -2.0, 0.5, 3.0, -0.7]])
check_node(LogisticLoss, outputs, torch.tensor([[1.0, 0.0, 0.0, 1.0, 1.0]]))

# %% [markdown]
r"""
<details name="LogisticLoss"><summary>Hint: both inputs, one term</summary>

Take the term $\log(1 + e^{o_i}) - y_i o_i$, divided by $n$. Differentiate it with respect to $o_i$, holding $y_i$ still; then the other way round.
</details>

<details name="LogisticLoss"><summary>Hint: a smaller example</summary>

One example, $o = 0$ and $y = 1$: the loss is $\log 2$; moving $o$ by $h$ moves it by $(\tfrac12 - 1) h$, and moving $y$ does not move it at all.
</details>

**Exercise 5d.** Paste your engine from homework 4. Pass every gradient on with `accumulate_gradient`: it adds up at forks, and it also sums a gradient back to its input's shape where the
value was broadcast, as $b$ is here. Should your engine not work yet, go on all the same: no other points depend on it.
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

# %% [markdown]
r"""
**Exercise 5e.** And your `Add`, `Mul` and `Matmul`.
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
    """The matrix product of two inputs, of shapes (n, k) and (k, m)."""

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
A = torch.tensor([[1.0, 2.0], [0.5, -1.0], [3.0, 1.0]])
B = torch.tensor([[2.0, 0.5, 1.0, -1.0], [1.0, 3.0, -0.5, 2.0]])
check_node(Matmul, A, B)

# %% [markdown]
r"""
(The hints for these are those of homeworks 1, 2 and 4: `hint("Matmul")`, and so on.)

Now `graph_of` makes a graph of your own nodes from the equations that you wrote in exercise 4b, and your engine runs it. Below each gradient
stands what your formulas of exercise 4c give. Two ways, the same numbers.
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
draw(J, "Your equations, your nodes, your engine.")

# %% [markdown]
r"""
This check is worth no points, because every part of it has been graded on its own. It shows where the pieces do not fit together.
"""

# %% grade_id="network-all" title="5 The network's graph"
X = Leaf(torch.tensor([[1.0, -0.5, 0.3, 2.0, -1.2], [0.4, 1.5, -0.7, 0.2, 0.9]]), "X")
Y = Leaf(torch.tensor([[1.0, 0.0, 0.0, 1.0, 1.0]]), "Y")
W1 = Leaf(torch.tensor([[0.5, -0.3], [0.8, 0.6], [-0.4, 0.7]]), "W1")
b = Leaf(torch.tensor([[0.1], [-0.2], [0.3]]), "b")
W2 = Leaf(torch.tensor([[0.7, -0.5, 0.9]]), "W2")
loss = LogisticLoss(W2 @ Tanh(W1 @ X + b), Y)
penalty = Leaf(0.1, "lam") * Mean(SquaredNorm(W1), SquaredNorm(W2))
check_results(loss + penalty, forward_algorithm)
check_gradients(loss + penalty, forward_algorithm, backward_algorithm)

# %% [markdown]
r"""
## 6. Training: a map

Vancouver Island and the coast beside it, measured on a grid (the data comes with matplotlib). At each of 10,920 points, is there land or water? The network gets the two coordinates of a point as $x$, and $y = 1$ means land. It is
shown 2,000 of the points, and has to guess the map.
"""

# %% grade_id="data"
torch.set_num_threads(1)  # these matrices are small: more threads would only wait for each other
measured = cbook.get_sample_data("topobathy.npz")
is_land = torch.tensor(measured["topo"] > 0)
east = torch.tensor(measured["longitude"] - 236.0, dtype=torch.float64)
north = torch.tensor(measured["latitude"] - 49.0, dtype=torch.float64) * 1.5
every_x = torch.stack([east.repeat(len(north)), north.repeat_interleave(len(east))])
every_y = is_land.reshape(1, -1).double()
chosen = torch.randperm(every_x.shape[1], generator=torch.Generator().manual_seed(5))[:2000]
train_x, train_y = every_x[:, chosen], every_y[:, chosen]
print(f"{every_x.shape[1]} points, {train_x.shape[1]} of them to learn from.")

# %% [markdown]
r"""
To compute the gradient on all examples for every small step would be slow, and it is not needed: a few examples say roughly where to go. So the examples are
shuffled and cut into **minibatches**, and a step is made for each. When all have had their turn, an **epoch** has passed; then they are shuffled anew.

**Exercise 6a.** `minibatches` gets the indices (0, 1, 2, ...) of the examples, shuffled already, and cuts them into lists of `size` indices each, in this order. Where the last one comes out shorter, keep it. For instance,
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

At 0, `size`, `2 * size`, and so on: `range(0, len(order), size)`. And what does `order[start:end]` give if `end` lies beyond the end of the list? Try it.
</details>

**Exercise 6b.** `sgd_step` gets the parameters and their gradients, two dictionaries with the same names, and the learning rate. It returns a dictionary of the new parameters: each has moved a little *against* its
gradient, by the rate times the gradient.
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

These two cells put it together. There is nothing to write in them. The gradients come from your graph; should it not run yet, or
its gradients not be PyTorch's, then from your formulas of exercise 4c.
"""


# %% grade_id="training-functions"
from course.compare import Row


def gradients_by_graph(values):
    """The gradients of the parameters, by your equations, nodes and engine."""
    J = graph_of(batch_network, values)
    forward_algorithm(J)
    backward_algorithm(J, one=torch.tensor(1.0, dtype=torch.float64))
    return {name: J.get(name).gradient for name in ("W1", "b", "W2")}


def gradients_by_hand(values):
    """The gradients of the parameters, by your formulas."""
    values = values | compute_all(batch_network, values) | {"n": values["X"].shape[1]}
    found = compute_all(batch_gradients, values)
    return {name: found["dJ_d" + name] for name in ("W1", "b", "W2")}


def gradients_by_pytorch(values):
    """The gradients of the parameters, by PyTorch from your equations."""
    inputs = {name: values[name].clone().requires_grad_() for name in ("W1", "b", "W2")}
    J = compute_all(batch_network, values | inputs)["J"]
    found = torch.autograd.grad(J, list(inputs.values()), materialize_grads=True)
    return dict(zip(inputs, found))


def what_works(values):
    """Your graph, if it runs and its gradients are PyTorch's; else your formulas."""
    right = gradients_by_pytorch(values)
    try:
        found = gradients_by_graph(values)
    except Exception as error:
        print(f"Your graph does not run yet: {error!r}")
    else:
        wrong = [name for name in right if not Row(name, found[name], right[name]).right]
        if not wrong:
            return gradients_by_graph
        print(f"Your graph runs, but its gradient of {wrong[0]} is not PyTorch's")
        print("(see the check '5 The network's graph').")
    print("So the gradients are those of your formulas of exercise 4c.")
    return gradients_by_hand


def start(hidden):
    """Random parameters of a network with so many hidden units."""
    torch.manual_seed(1)
    W1, b, W2 = torch.randn(hidden, 2), torch.randn(hidden, 1), torch.randn(1, hidden)
    found = {"W1": 2 * W1, "b": 2 * b, "W2": W2 / hidden**0.5}
    return {name: value.double() for name, value in found.items()}


# %% grade_id="training"
lam = torch.tensor(1e-5, dtype=torch.float64)
parameters = start(hidden=32)
way = what_works({"X": train_x[:, :9], "Y": train_y[:, :9], "lam": lam} | parameters)
curve = {"the 2,000 examples": [], "all points": []}
for epoch in range(30):
    for batch_numbers in minibatches(torch.randperm(train_x.shape[1]).tolist(), 32):
        data = {"X": train_x[:, batch_numbers], "Y": train_y[:, batch_numbers], "lam": lam}
        parameters = sgd_step(parameters, way(data | parameters), rate=0.6 * 0.95**epoch)
    for name, x, y in [("the 2,000 examples", train_x, train_y), ("all points", every_x, every_y)]:
        data = {"X": x, "Y": y, "lam": lam}
        curve[name].append(float(compute_all(batch_network, data | parameters)["J"]))

output = compute_all(batch_network, {"X": every_x, "Y": every_y, "lam": lam} | parameters)["O"]
right = float(((output > 0) == (every_y > 0.5)).double().mean())

figure, (left, middle, rightmost) = plt.subplots(1, 3, figsize=(14, 3.6), layout="constrained")
for name, values in curve.items():
    left.plot(range(1, 31), values, label=name)
left.set(title="J after each epoch", xlabel="epoch")
left.legend()
middle.pcolormesh(east, north, is_land, cmap="cividis")
middle.plot(*train_x[:, :400], "w.", markersize=3)
middle.set_title("the map, and some of the examples")
shades = output.sigmoid().reshape(is_land.shape)
rightmost.pcolormesh(east, north, shades, cmap="cividis", vmin=0, vmax=1)
rightmost.contour(east, north, shades, levels=[0.5], colors="white")
rightmost.set_title(f"what the network believes: {right:.0%} right")
plt.show()

# %% [markdown]
r"""
The white line is where the network changes its mind: $o = 0$, that is $\sigma(o) = \tfrac12$. Each hidden unit contributes one soft straight edge, and $W_2$ mixes 32 of them into
a coast. Copy the cell above into a new one, and try there what happens with `start(hidden=4)`, or with `lam = torch.tensor(0.01)`.

## 7. What has to be kept

In section 3 the backward pass needed values of the forward pass. To be safe, let us **keep** all of them until it gets there, the first ones longest. Without training, for **inference**, a value can be dropped as soon as the next one has been
computed from it.

**Exercise 7.** A network as in section 1, without a bias, on a batch: $d = 784$ numbers an example, $k = 256$ hidden units, $q = 10$ outputs, $n = 64$ examples. Count in numbers, not
in bytes, and leave out $X$ and everything that is only a single number, as $L$, $s$ and $J$ are. You may write formulas in `d`, `k`, `q` and `n`; a product is `n*k` or `n k`.

- `parameters`: how many numbers are in the weights? (Their gradients are as many again.)
- `training`: how many numbers are in $Z$, $H$ and $O$ together, if all are kept?
- `inference`: at most how many numbers of $Z$, $H$ and $O$ are there at one time, if only the value that is being computed and the one it is computed from are kept?
- `deep_training` and `deep_inference`: the same two for a network with 50 hidden layers of 256 units each, so that there are $Z_1, H_1, \dots, Z_{50}, H_{50}$ and $O$.
"""

# %% grade_id="memory"
kept = {
    "parameters": "k d + q k",  ### SOLUTION
    "training": "n (2k + q)",  ### SOLUTION
    "inference": "2 n k",  ### SOLUTION
    "deep_training": "n (100 k + q)",  ### SOLUTION
    "deep_inference": "2 n k",  ### SOLUTION
}

# %% grade_id="memory-check" points=5 title="7 Memory"
from course.check.network import values_between

count = torch.Tensor.numel
shallow, deep = (values_between(784, 256, 10, 64, hidden_layers=layers) for layers in (1, 50))
check_blanks(
    kept,
    {
        "parameters": sum(map(count, shallow.weights)),
        "training": sum(map(count, shallow.values)),
        "inference": max(count(a) + count(b) for a, b in zip(shallow.values, shallow.values[1:])),
        "deep_training": sum(map(count, deep.values)),
        "deep_inference": max(count(a) + count(b) for a, b in zip(deep.values, deep.values[1:])),
    },
    names={"d": 784, "k": 256, "q": 10, "n": 64},
)

# %% [markdown]
r"""
<details name="kept"><summary>Hint: shapes first</summary>

Write down the shapes of $W_1$, $W_2$, $Z$, $H$ and $O$ for a batch, as in exercise 4a. The number of entries of a matrix is rows times columns.
</details>

<details name="kept"><summary>Hint: the most at one time</summary>

First there are $Z$ and $H$ together, while $H$ is being computed; then $H$ and $O$. Which is more?
</details>

<details name="kept"><summary>Hint: 50 layers</summary>

For training, everything is kept, so count it all. Without training, are there ever more than two at a time?
</details>

Now PyTorch's own answer. `saved_tensors_hooks` sees every tensor that PyTorch puts aside for a backward pass; weak references tell which values are still there in a network that is only used.
"""

# %% grade_id="meter"
import weakref


def kept_for_training(weights, X):
    """How many numbers PyTorch keeps for the backward pass, the weights and X apart."""
    kept, known = {}, {X.data_ptr(), *(W.data_ptr() for W in weights)}

    def keep(tensor):
        if tensor.data_ptr() not in known:
            kept[tensor.data_ptr()] = tensor.numel()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        H = X
        for W in weights[:-1]:
            H = (W @ H).tanh()
        J = (weights[-1] @ H).square().sum()
    assert J.requires_grad
    return sum(kept.values())


def most_for_inference(weights, X):
    """At most how many numbers, X apart, are there at one time without a backward pass."""
    made, most = [], 0

    def note(tensor):
        nonlocal most
        made.append(weakref.ref(tensor))
        most = max(most, sum(r().numel() for r in made if r() is not None))
        return tensor

    with torch.no_grad():
        H = X
        for W in weights[:-1]:
            Z = note(W @ H)
            del H
            H = note(Z.tanh())
            del Z
        note(weights[-1] @ H)
    return most


# %% grade_id="meter-plot"
depths, width, examples = range(1, 21), 50, 8
training, inference = [], []
for depth in depths:
    weights = [torch.randn(width, width, requires_grad=True) for _ in range(depth)]
    weights.append(torch.randn(3, width, requires_grad=True))
    X = torch.randn(width, examples)
    training.append(kept_for_training(weights, X))
    inference.append(most_for_inference(weights, X))
plt.plot(depths, training, "o-", label="kept for training")
plt.plot(depths, inference, "o-", label="at most at one time, inference")
plt.xticks(range(0, 21, 5))
plt.xlabel("hidden layers")
plt.ylabel("numbers")
plt.legend()
plt.show()
print(f"Each further hidden layer: {training[-1] - training[-2]} numbers more for training,")
print(f"{inference[-1] - inference[-2]} more for inference. n k = {width * examples}.")

# %% [markdown]
r"""
For training it grows with every layer, for inference not at all. You may wonder why it grows by $nk$ a layer and not by $2nk$: PyTorch keeps $H$ but not $Z$, since
$1 - h^2$ is all that the backward pass of $\tanh$ needs. With one layer, training even needs less than inference: PyTorch keeps $H$ without $Z$, while for inference $Z$ and $H$ are counted together, as they are there at the same time. What must be kept and what need not is the subject of homework 6.

## 8. Second derivatives

A gradient is computed by sums and products, so it is a graph as well, and can be differentiated again.

**Exercise 8a.** Take the network of single numbers from exercise 2: $J = \tfrac12 (W_2 h - y)^2 + \tfrac{\lambda}{2} (W_1^2 + W_2^2)$ with $h = \tanh(W_1 x)$. Its first derivative is

$$\frac{\partial J}{\partial W_2} = (o - y)\, h + \lambda W_2 \qquad\text{with}\qquad o = W_2 h$$

Differentiate it once more: `d2J_dW2dW2` with respect to $W_2$, and `d2J_dW1dW2` with respect to $W_1$, as formulas in
`x`, `y`, `W1`, `W2`, `lam`, `h` and `o` (as $x\,y$ you write `x*y` or `x y`). Then: a network with $P = 203{,}264$ parameters has one second derivative for each ordered *pair* of parameters: $(a, b)$ and $(b, a)$ count as two, and $(a, a)$ counts as well. How many are these, `entries`?
You may write `P`.
"""

# %% grade_id="second"
second_derivatives = {
    "d2J_dW2dW2": "h^2 + lam",  ### SOLUTION
    "d2J_dW1dW2": "(1 - h^2) x (W2 h + o - y)",  ### SOLUTION
    "entries": "P^2",  ### SOLUTION
}


# %% grade_id="second-check" points=3 title="8a Second derivatives"
P = 203264
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
    {"x": 2.0, "y": 1.0, "W1": 0.5, "W2": 3.0, "lam": 0.1},
)

# %% [markdown]
r"""
<details name="second_derivatives"><summary>Hint: what depends on what?</summary>

With respect to $W_2$: $h$ does not depend on it, and $o = W_2 h$ does. With respect to $W_1$: $h$ does depend on it, and $h$ occurs
twice, as a factor and inside $o$.
</details>

<details name="second_derivatives"><summary>Hint: the product rule</summary>

$(o - y)\,h$ is a product of two things that both move with $W_1$. With $h' = \partial h/\partial W_1$, one of them moves by $W_2 h'$ and the other by $h'$. And $h'$ is the derivative of $\tanh(W_1 x)$; mind the inner one.
</details>

<details name="second_derivatives"><summary>Hint: pairs</summary>

Three parameters have $3 \cdot 3$ pairs, counting $(a, b)$ and $(b, a)$, and $(a, a)$ too.
</details>

What happens to the graph? Let your engine build it, for this network of single numbers. (This needs your engine. Inside `build_graph()`
the values are nodes: only `+ - * / @ **` work on them, and so `backward` of `Tanh` has to use `self.output()`.)
"""

# %% grade_id="second-graph"
x, y = Leaf(2.0, "x"), Leaf(1.0, "y")
W1, W2 = Leaf(torch.tensor(0.5), "W1"), Leaf(torch.tensor(3.0), "W2")
z = W1 * x
h = Tanh(z)
o = W2 * h
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
draw(steps[1], "dJ/dW2 as a graph. Find the forward pass in it, and what has been added.")

# %% [markdown] grade_id="second-words" points=2
r"""
**Exercise 8b.** In a few sentences: what happens to the computational graph when you want second derivatives? And is it a good idea to compute all of them for a network
with $P$ parameters? If not, what could one compute instead? (A gradient costs about
one backward pass. What does the gradient of the single number $g \cdot v$ give, if $g$ is the gradient and $v$ a fixed column of $P$ numbers?)

### BEGIN SOLUTION
The backward pass itself becomes part of the graph, which contains the forward graph and grows by a few nodes for each node that it had. So all its values have to be kept as well, and the
next backward pass walks through all of that. All second derivatives are $P^2$ numbers (165 GB in single precision for the small network of exercise 7), and they need about $P$ backward passes through the graph of
the gradient: not a good idea except for very small networks. One product of the matrix of second derivatives with a vector costs only a few times as much as a gradient, and is often all that is needed; others use only the
diagonal, or an approximation.

- 1 point: the graph grows (it then holds the backward pass as well), so more has to be kept and computed.
- 1 point: $P^2$ numbers are too many, with an alternative (products with a vector, the diagonal, an approximation) or a case where it is fine (few parameters).
- Also right: needed at all only for some purposes (Newton's method, a penalty on gradients), which deserves the second point if the price is named.
### END SOLUTION
"""

# %% [markdown]
r"""
## 9. Two devices

The network has become too large for one device. Two ways to use two of them:

**Divide the network.** Device A holds $W_1$ and computes $Z$ and $H$; device B holds $W_2$ and computes $O$ and $L$. Then $H$ has to travel from A to B, and in the backward pass its gradient comes back.
This is the cut, and both sides together do what one device would have done:
"""

# %% grade_id="two-devices"
torch.manual_seed(0)
X, Y = torch.randn(20, 6), torch.randn(3, 6)
weight_a, weight_b = torch.randn(8, 20, requires_grad=True), torch.randn(3, 8, requires_grad=True)

H = (weight_a @ X).tanh()  # on device A
arrived = H.detach().requires_grad_()  # travels to B; A's graph ends here
((weight_b @ arrived - Y) ** 2).sum().backward()  # on device B, forward and backward
H.backward(arrived.grad)  # travels back; A goes on where B has stopped
print("numbers that travelled to B:", arrived.numel(), "and back:", arrived.grad.numel())

whole = torch.autograd.grad(((weight_b @ (weight_a @ X).tanh() - Y) ** 2).sum(), weight_a)[0]
print("the gradient of W1 is the same as undivided:", bool(torch.allclose(weight_a.grad, whole)))

# %% [markdown]
r"""
**Divide the batch.** Each device holds all the weights and gets half of the examples. Then each has the gradients of its half, and they have to be exchanged and added up before the step.

**Exercise 9a.** For the network of exercise 7 ($d = 784$, $k = 256$, $q = 10$, $n = 64$, no bias), fill in, in numbers or formulas in `d`, `k`, `q` and `n`:

- `forward`: how many numbers travel from A to B in the forward pass of a batch, if the network is divided after $H$?
- `backward`: and how many come back?
- `gradients`: if the batch is divided instead, how many numbers does each device send to the other in a step?
- `busy`: with the network divided, B has to wait for A. Suppose both take equally long for a batch. Which share of the time, forward, does each device work?
- `busy_4`: cut the batch in 4 parts; as soon as A is done with one it sends it on and begins the next. Then A works in the time slots 1 to 4, and B in the slots 2 to 5. Which share of the time does each device work now?
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
from course.check.network import share_of_time, values_between

parts = values_between(784, 256, 10, 64, hidden_layers=1)
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
)

# %% [markdown]
r"""
<details name="devices"><summary>Hint: what crosses the cut?</summary>

One matrix crosses it forward. A gradient has the shape of the value it belongs to.
</details>

<details name="devices"><summary>Hint: gradients of what?</summary>

A step changes the weights, so each device needs the sum of the gradients of the weights. Nothing else is common to both.
</details>

<details name="devices"><summary>Hint: count slots</summary>

Draw a row for A and a row for B, a box for each time slot, and count how many boxes of a row are filled: with one part there are two slots, with four parts five.
</details>
"""

# %% [markdown] grade_id="devices-words" points=3
r"""
**Exercise 9b.** Suppose that the graph of your network with its batch does not fit into the memory of one device. Can you divide it between two? What are the advantages and disadvantages, compared with simply
training on smaller minibatches on one device? A few sentences.

### BEGIN SOLUTION
Yes: cut the graph between two layers (or divide each layer); what crosses the cut is sent forward, its gradient back. Each device keeps only its own weights, values and gradients.

Advantages: a network fits whose *weights* alone are too large for one device, which no minibatch can be small enough for; the batch, and so the noise of the gradient and the learning rate, stays as it is; with the batch in parts, both devices
work most of the time, so it may be faster.

Disadvantages: values and gradients have to travel, which is slow compared with computing; devices wait for each other, and the parts should take equally long; it is more complicated. A smaller minibatch needs no second device and nothing travels, and only the values between get fewer, not
the weights; its gradients are noisier, a step uses the hardware less well, and more steps are needed. (Gradients of several small minibatches can also be added up before a step, which gives the same step as the large batch.)

- 1 point: it can be divided, with where it is cut or what then travels.
- 1 point: an advantage over smaller minibatches (weights that do not fit, the batch stays, more hardware at work).
- 1 point: a disadvantage (communication, waiting, complexity).
### END SOLUTION
"""

# %% [markdown]
r"""
## What you have done

You have derived, for a network with a hidden layer, what a framework does at every training step, and your own engine has done it, on data, some thousand times. You also know the price: everything that the forward pass
finds, or most of it, has to wait for the backward pass. How to pay less of it is what homework 6 is about.
"""
