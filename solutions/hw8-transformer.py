# %% [markdown]
r"""
# Homework 8: from your ten lines to a tiny GPT

A language model reads text one **token** at a time and predicts which token comes next. (Tokens are the pieces that text is cut into; here, letters.) Even large models are built from a few kinds of nodes. You write those that you do not have yet. Then
your engine trains such a model, a transformer, until it invents first names. PyTorch trains the same model from the same start, and the two losses agree to about twelve digits at every step.

**Afterwards you can**

- write cross-entropy as one node that does not overflow, and say where $p - y$ comes from;
- find the gradients of a lookup table and of a normalisation;
- write causal attention, forward and backward, and test each step of it by hand;
- put a transformer together, train it, and look inside.

**You need** homeworks 4 and 5, and sections 1 to 3 of homework 6. In section 5 you paste your engine, `Add`, `Matmul` and `Relu`. **Time:** about four hours. Take two sittings: sections 1 to 3, then 4 to 7.

| section | you make | points |
|---|---|---|
| 1 | `CrossEntropy`, from logits | {points} |
| 2 | `Embedding`: a lookup | {points} |
| 3 | `LayerNorm` and its two means | {points} |
| 4 | `Attention`, one head, with its mask | {points} |
| 5 | a block, its size, a step of Adam; your earlier parts | {points} |
| 6 | training, side by side with PyTorch; nothing new to write | |
| 7 | a look inside | {points} |

Stuck? Unfold the hints below the check, or run your cell with `hint()` as its last line. Each part is graded on its own.

**Notation**

| | |
|---|---|
| $T$, $d$ | the number of tokens in the text; the *width*: how many numbers stand for each token, as a row |
| $h$, $k$, $N$ | the width of queries and keys (section 4); the number of hidden units; the size of the *vocabulary*: how many different tokens there are |
| $z$, $p$, $y$ | logits; their probabilities; the right answer, as a row with a 1 at the right token and 0 elsewhere |
| $G$ | the upstream gradient of a node, which has the shape of its result |
| $\operatorname{mean}(a)$ | the mean of the entries of a row $a$ |
| $A \odot B$, $A^\top$ | the product entry by entry; the transpose |
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import check_adam_step, check_node_forward, check_results_by_expression
from course import draw_blocks, graph_of, multiplications, plot_memory

import torch
from matplotlib import pyplot as plt

torch.set_num_threads(1)  # these matrices are small: more threads would only wait for each other

# %% [markdown]
r"""
## 1. Cross-entropy: how surprised is the model?

At each position in a text, the model has a row of $N$ numbers, one for every token that could come next: its **logits** $z$. Softmax turns them into probabilities $p$. Then the token $t$ that really comes next is revealed, and the loss is
the model's surprise,

$$L = -\log p_t \qquad\qquad p_i = \frac{e^{z_i}}{\sum_r e^{z_r}}$$

It is nearly 0 if $p_t$ is nearly 1, and $\log 2$ if $p_t$ is one half.

**Exercise 1a.** By hand first. Let $z = (\log 5,\ \log 3,\ \log 2)$, and let the right token be the second. For the gradients, write $L$ as $\log \sum_r e^{z_r} - z_t$ and differentiate that. Fill in exact numbers, or formulas such as `"-log(0.5)"`.

- `loss`: the value of $L$.
- `dz1`, `dz2`, `dz3`: its gradients with respect to the three logits, counted from 1.
- `half`: the gradient of $L$ with respect to $z_1$ if this row is one of two rows, and $L$ is the *mean* of their two losses.
- `moved`: the loss of the single row if 1000 is added to all three logits.
"""

# %% grade_id="cross-entropy-by-hand"
surprise = {
    "loss": "-log(0.3)",  ### SOLUTION
    "dz1": 0.5,  ### SOLUTION
    "dz2": -0.7,  ### SOLUTION
    "dz3": 0.2,  ### SOLUTION
    "half": 0.25,  ### SOLUTION
    "moved": "-log(0.3)",  ### SOLUTION
}

# %% grade_id="cross-entropy-by-hand-check" points=3 title="1a Cross-entropy by hand"
from torch.nn.functional import cross_entropy

logits = torch.tensor([[5.0, 3.0, 2.0]], dtype=torch.float64).log().requires_grad_()
second = torch.tensor([1])
loss = cross_entropy(logits, second)
(found,) = torch.autograd.grad(loss, logits)
rows = cross_entropy(torch.cat([logits, logits.detach()]), torch.tensor([1, 0]))
right = {"loss": loss.item()} | dict(zip(("dz1", "dz2", "dz3"), found[0].tolist()))
right |= {"half": torch.autograd.grad(rows, logits)[0][0, 0].item()}
right |= {"moved": round(cross_entropy(logits + 1000, second).item(), 9)}
clue = "The right three add up to 0: the same number added to all logits leaves L as it is."
clues = dict.fromkeys(["dz1", "dz2", "dz3"], clue)
clues["loss"] = "What is p of the second token? The sum of the three exponentials is 10."
clues["half"] = "If one of two losses moves by 1, by how much does their mean move?"
clues["moved"] = "Now each exponential has a factor e^1000. What becomes of this factor in p?"
check_blanks(surprise, right, clues=clues)

# %% [markdown]
r"""
<details name="surprise"><summary>Hint: the derivative of the logarithm of a sum</summary>

$\frac{\partial}{\partial z_j} \log \sum_r e^{z_r} = \frac{e^{z_j}}{\sum_r e^{z_r}}$. You know this quotient by another name. And for which $j$ does $-z_t$ contribute something?
</details>

So the gradient of a row of logits is $p - y$: what the model said, minus what it should have said. One node for softmax and logarithm can return exactly that. With a node for each, the logarithm's local gradient would be $1/p_t$,
which is infinite where $p_t$ has been rounded to 0.

In floating point, $p_t$ really is rounded to 0, or the sum becomes `inf`:
"""

# %% grade_id="overflow"
for size in (10.0, 100.0, 1000.0):
    row = torch.tensor([size, 0.0, -size])
    p = row.exp() / row.exp().sum()
    print(f"logits {row.tolist()}: exp(z) / sum = {p.tolist()}, -log p of the last = {-p[2].log()}")

# %% [markdown]
r"""
The remedy: subtract the row's maximum $m$ from all its logits before taking exponentials. Then the largest exponent is 0, and

$$-\log p_t = \log \sum_r e^{z_r - m} - (z_t - m)$$

Note what is *not* computed here: $p_t$. Where it would be rounded to 0, $-\log p_t$ is still right.

But $m$ depends on the logits. Does a gradient flow through it? Treat $m$ as a separate variable, and differentiate the right side with respect to it: the first term gives $-1$, the second $+1$. So the share of this branch is 0, and backward may treat the maximum as a constant.

**Exercise 1b.** (Checks 1b and 1c.) Write `CrossEntropy`, from logits, for a matrix of $n$ rows. The right token of row $i$ is `self.targets[i]`. The result is the **mean** of the rows' losses, a single number. Check 1b uses ordinary logits, check 1c also logits such as $1000$ and $-5000$. These may help:

| | |
|---|---|
| `z.max(dim=1, keepdim=True).values` | the maximum of each row, as a column |
| `z.sum(dim=1, keepdim=True)` | the sum of each row, as a column (without `.values`) |
| `z[range(n), self.targets]` | from each row the entry at its target: $n$ numbers |
| `B.clone()` | a copy of `B`, whose entries may be changed |
"""


# %% grade_id="cross-entropy"
class CrossEntropy(ComputationNode):
    """The mean over the rows of -log p of the right token; one input, a matrix of logits."""

    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        ### BEGIN SOLUTION
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]
        ### END SOLUTION


# %% grade_id="cross-entropy-check" points=3 title="1b CrossEntropy"
values = torch.tensor([[0.5, -1.0, 2.0, 0.3], [0.1, 0.7, -0.5, 1.2], [1.5, 0.2, -0.3, 0.9]])
check_node(lambda z: CrossEntropy(z, [2, 0, 3]), values)
check_node(lambda z: CrossEntropy(z, [1, 1]), torch.tensor([[1.0, -0.5, 0.4], [-0.2, 0.6, 2.0]]))
check_node(lambda z: CrossEntropy(z, [1, 0, 0, 1]), values.T[:, :2])

# %% grade_id="cross-entropy-large-check" points=1 title="1c Large logits"
values = [
    [1000.0, 999.0, -1000.0, 2.0],
    [-2000.0, -900.0, -3000.0, -5000.0],
    [0.0, 700.0, 9.0, 2.0],
]
check_node(lambda z: CrossEntropy(z, [2, 0, 3]), torch.tensor(values), other_sizes=False)

# %% [markdown]
r"""
<details name="CrossEntropy"><summary>Hint: backward in three steps</summary>

Copy the probabilities. Subtract 1 at the target of each row. Multiply by the upstream gradient and by $1/n$, because of the mean.
</details>

<details name="CrossEntropy"><summary>Hint: still inf or nan?</summary>

$\log p$ has to be computed without $p$: it is $z - m$ minus $\log \sum_r e^{z_r - m}$. For backward, $p$ is the exponential of that.
</details>

## 2. Embedding: a lookup

The model computes with rows of numbers, and text consists of tokens. So there is a **table** with a row of $d$ numbers for each token of the vocabulary. For each token of the text, the model's first node takes the row that belongs to it. The rows are parameters: they are learnt.

A lookup is a matrix product. In code, a token is its number in the vocabulary, counted from 0. Write the token 2 as a row with a 1 at place 2 and zeros elsewhere. Such a **one-hot** row times the table is row 2 of the table. This shows what the gradient is.

**Exercise 2a.** The table $E$ has 4 rows of 2 numbers, and the tokens are 2, 0, 2. The upstream gradient $G$ has the rows $(4, 1)$, $(3, 2)$ and $(5, 7)$. Let $S$ be the matrix of the tokens' one-hot rows, so that the result is $S E$.

- `S_rows`, `S_columns`: the shape of $S$.
- `row_0`, `row_1`, `row_2`: the *first* entry of row 0, row 1 and row 2 of $\partial L/\partial E$.
"""

# %% grade_id="embedding-by-hand"
lookup = {
    "S_rows": 3,  ### SOLUTION
    "S_columns": 4,  ### SOLUTION
    "row_0": 3,  ### SOLUTION
    "row_1": 0,  ### SOLUTION
    "row_2": 9,  ### SOLUTION
}

# %% grade_id="embedding-by-hand-check" points=2 title="2a A lookup by hand"
one_hot = torch.eye(4)[[2, 0, 2]]
found = one_hot.T @ torch.tensor([[4.0, 1.0], [3.0, 2.0], [5.0, 7.0]])
right = {"S_rows": one_hot.shape[0], "S_columns": one_hot.shape[1]}
right |= {f"row_{i}": found[i, 0].item() for i in range(3)}
clues = {
    "S_rows": "There is a row for each token of the text.",
    "S_columns": "The product S E has to be possible.",
}
clues |= {f"row_{i}": f"At which places of the text does token {i} stand?" for i in range(3)}
check_blanks(lookup, right, clues=clues)

# %% [markdown]
r"""
<details name="lookup"><summary>Hint: the gradient of a matrix product</summary>

The gradient of the right factor of $S E$ is $S^\top G$. Its row $i$ is the sum of the rows $j$ of $G$ for which $S$ has a 1 in row $j$, column $i$.
</details>

A token that appears twice in the text is a fork: its row of the table is used twice, so the shares add up. The row of a token that does not occur gets zeros.

**Exercise 2b.** Write `Embedding`. In backward, begin with a matrix of zeros in the shape of the table, and add row `i` of the upstream gradient to its row `tokens[i]`.
"""


# %% grade_id="embedding"
class Embedding(ComputationNode):
    """Row `tokens[i]` of a table as row i of the result; one input, the table."""

    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0)[list(self.tokens)]
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient)]
        ### END SOLUTION


# %% grade_id="embedding-check" points=3 title="2b Embedding"
table = torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5], [1.5, -0.2, 0.9], [-0.4, 1.1, 0.6]])
check_node(lambda E: Embedding(E, [2, 0, 2, 2, 1]), table)
check_node(lambda E: Embedding(E, [1, 1]), table[:3, :2])
check_node(lambda E: Embedding(E, [3, 0, 3]), table)

# %% [markdown]
r"""
<details name="Embedding"><summary>Hint: forward</summary>

`A[[2, 0, 2]]`, with a *list* in the brackets, is the matrix of rows 2, 0 and 2 of `A`, and `self.tokens` is such a list. (`A[2, 0]` is a single entry, and a tuple in the brackets is read in the same way: as an index for each axis.)
</details>

<details name="Embedding"><summary>Hint: backward</summary>

A loop over `zip(self.tokens, self.gradient)` will do, with `+=`. Do not write `A[list(self.tokens)] += self.gradient`: that reads all the rows first and then writes them, so only one share of a repeated token remains.
`A.index_add(0, torch.tensor(self.tokens), self.gradient)` returns a copy of `A` to which all shares have been added.
</details>

## 3. Layer normalisation: two means

**Layer normalisation** brings each row to mean 0 and standard deviation 1 (nearly). For a row $x$ of $d$ numbers,

$$\begin{aligned} \mu &= \operatorname{mean}(x) \\ s &= \sqrt{\operatorname{mean}\left((x - \mu)^2\right) + \varepsilon} \\ \hat x &= \frac{x - \mu}{s} \end{aligned}$$

The small $\varepsilon = 10^{-5}$ keeps $s$ from becoming 0. Because of it, the standard deviation of $\hat x$ is just below 1, unless $s$ itself is tiny. If $x_j$ moves, $\hat x_i$ can move for three reasons:

| through | $\partial \hat x_i/\partial x_j$ gets |
|---|---|
| $x_i$ itself, if $i = j$ | $1/s$ |
| the mean $\mu$, for all $i$ | $-1/(d s)$ |
| the standard deviation $s$, for all $i$ | $-\hat x_i\, \hat x_j/(d s)$ |

**Exercise 3a.** By hand, with $\varepsilon = 0$. Let $x = (1, 5, 1, 5)$ and $G = (6, 4, -1, -1)$. For each input $j$, add up $G_i\, \partial \hat x_i/\partial x_j$ over all $i$.

- `s`: the standard deviation.
- `dx1`, `dx2`, `dx3`, `dx4`: the downstream gradients, counted from 1.
- `ones`: what `dx1` would be with $G = (1, 1, 1, 1)$.
- `double`: what `dx1` would be with $G = (6, 4, -1, -1)$ again, and twice the input, $x = (2, 10, 2, 10)$.
"""

# %% grade_id="layer-norm-by-hand"
norm_by_hand = {
    "s": 2,  ### SOLUTION
    "dx1": 1.75,  ### SOLUTION
    "dx2": 1.25,  ### SOLUTION
    "dx3": -1.75,  ### SOLUTION
    "dx4": -1.25,  ### SOLUTION
    "ones": 0,  ### SOLUTION
    "double": 0.875,  ### SOLUTION
}

# %% grade_id="layer-norm-by-hand-check" points=3 title="3a LayerNorm by hand"
row = torch.tensor([1.0, 5.0, 1.0, 5.0], dtype=torch.float64, requires_grad=True)
upstream = torch.tensor([6.0, 4.0, -1.0, -1.0], dtype=torch.float64)


def norm_gradient(x, G):
    normal = (x - x.mean()) / x.var(unbiased=False).sqrt()
    return torch.autograd.grad(normal @ G, row)[0].tolist()


right = {"s": row.detach().var(unbiased=False).sqrt().item()}
right |= dict(zip(("dx1", "dx2", "dx3", "dx4"), norm_gradient(row, upstream)))
right["ones"] = round(norm_gradient(row, torch.ones_like(row))[0], 9)
right["double"] = norm_gradient(2 * row, upstream)[0] / 2
clue = "Three reasons, three terms. And the four right gradients add up to 0."
clues = dict.fromkeys(["dx1", "dx2", "dx3", "dx4"], clue)
clues["s"] = "The root of the mean of the squared distances from the mean."
clues["ones"] = "Now L moves as the sum of the normalised row does. How far can it move?"
clues["double"] = "The normalised row is the same as before. What else is in the three terms?"


def implied(found):  # what follows from s and dx1, be they right or wrong
    normal = (row.detach() - row.mean().item()) / found["s"]
    gradients = (upstream - upstream.mean() - normal * (upstream * normal).mean()) / found["s"]
    return dict(zip(("dx1", "dx2", "dx3", "dx4"), gradients.tolist())) | {
        "double": found["dx1"] / 2
    }


check_blanks(norm_by_hand, right, clues=clues, implied=implied)

# %% [markdown]
r"""
<details name="norm_by_hand"><summary>Hint: the gradient of the first input</summary>

$\mu = 3$ and $\hat x = (-1, 1, -1, 1)$. For $x_1$ the first reason contributes $6/s$. The second contributes $-\operatorname{mean}(G)/s$, with $\operatorname{mean}(G) = 2$. For the third, you need the mean of $G \odot \hat x$.
</details>

Now tidy up: the sum over $i$ becomes $\frac1s$ times a bracket with three terms. Two of them contain means over the row. Either is easy to forget, and training still works without it, only less well.

**Exercise 3b.** Write `LayerNorm` for a matrix: each *row* is normalised on its own. Use $\varepsilon = 10^{-5}$, added to the variance before the root. (Divide by $d$, as `mean` does. `A.std()` divides by $d - 1$.)
"""


# %% grade_id="layer-norm"
class LayerNorm(ComputationNode):
    """Each row with mean 0 and standard deviation 1; one input, a matrix."""

    def forward(self):
        ### BEGIN SOLUTION
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
        ### END SOLUTION


# %% grade_id="layer-norm-check" points=4 title="3b LayerNorm"
check_node(LayerNorm, torch.tensor([[0.5, -1.0, 2.0, 0.3], [0.1, 0.7, -0.5, 1.2], [3.0, 2, 4, 7]]))
check_node(LayerNorm, torch.tensor([[0.01, -0.02], [0.5, 2.0], [1.0, -1.5]]))
check_node(LayerNorm, torch.tensor([[2.0, 0.5, -1.0, 0.7, 1.1]]))

# %% [markdown]
r"""
<details name="LayerNorm"><summary>Hint: along which axis?</summary>

A row of a matrix runs along `dim=1`. With `keepdim=True`, the means of the rows are a column, which can be subtracted from the matrix.
</details>

<details name="LayerNorm"><summary>Hint: two tests of the gradient</summary>

Adding the same number to all entries of a row does not change the normalised row. So what do the downstream gradients of the row add up to? Now let $\varepsilon$ be 0, and stretch the row about its mean. Each $x_j$ moves in proportion to $\hat x_j$, and the normalised row does not change. So what is $\sum_j \hat x_j\, \partial L/\partial x_j$? (With your $\varepsilon$: nearly, unless $s$ is tiny.)
</details>

This is a good place for a break.

## 4. Attention: look back

So far, each row knows only its own token. To say what comes after *m-a-r*, the model has to look back, and **attention** is how. Each row asks a question, its **query**, and offers a **key** and a **value**. Each of the three is a row, computed from the token's row by one matrix product. The better a key fits a query, the more of that key's value the query gets:

$$\begin{aligned} S &= \frac{1}{\sqrt h} Q K^\top \\ A &= \operatorname{softmax}(S) \text{ of each row} \\ Y &= A V \end{aligned}$$

$Q$ and $K$ have $T$ rows of $h$ numbers; $V$ has $T$ rows, too. Row $i$ of the **scores** $S$ belongs to query $i$, column $j$ to key $j$. The **scale** $1/\sqrt h$ keeps the scores from growing with $h$: the sum of $h$ numbers of size 1 with random signs has a typical size of $\sqrt h$.

And the **mask**: the model must not see the token that it is asked to predict. Query $i$ may look only at the keys $0, \dots, i$. All other scores become $-\infty$ *before* the softmax. The entries of $A$ are the **attention weights**. Where the score is masked, the weight is 0; the other weights of the row add up to 1. Attention with this mask is called **causal**. One set of queries, keys and values is a **head**.

**Exercise 4a.** One query, two keys, by hand, with $h = 4$. (So $S$ and $A$ are rows, and nothing is masked. Here $q$ is the query, and $k_1, k_2$ are the keys.)

$$\begin{aligned} q &= (2 \log 3,\ 0,\ 0,\ 1) \\ k_1 &= (1, 0, 2, 0) & v_1 &= 4 \\ k_2 &= (0, 1, 0, 0) & v_2 &= 12 \end{aligned}$$

Forward, then backward with the upstream gradient $G = 2$ at $y = a_1 v_1 + a_2 v_2$:

- `a1`, `y`: the weight of the first key, and the result.
- `dv1`, `da1`: the gradients of $L$ with respect to $v_1$ and $a_1$.
- `ds1`, `ds2`: those with respect to the two scores (the scale is part of a score). Homework 6: $\frac{\partial L}{\partial s_j} = a_j \left( \frac{\partial L}{\partial a_j} - \sum_i a_i \frac{\partial L}{\partial a_i} \right)$.
- `dq1`, `dk1`: those with respect to the *first* entry of $q$ and the *last* entry of $k_1$.
"""

# %% grade_id="attention-by-hand"
attention_by_hand = {
    "a1": 0.75,  ### SOLUTION
    "y": 6,  ### SOLUTION
    "dv1": 1.5,  ### SOLUTION
    "da1": 8,  ### SOLUTION
    "ds1": -3,  ### SOLUTION
    "ds2": 3,  ### SOLUTION
    "dq1": -1.5,  ### SOLUTION
    "dk1": -1.5,  ### SOLUTION
}

# %% grade_id="attention-by-hand-check" points=4 title="4a Attention by hand"
Q = torch.tensor([[2 * math.log(3), 0.0, 0.0, 1.0]], dtype=torch.float64, requires_grad=True)
K = torch.tensor([[1.0, 0, 2, 0], [0, 1, 0, 0]], dtype=torch.float64, requires_grad=True)
V = torch.tensor([[4.0], [12.0]], dtype=torch.float64, requires_grad=True)
S = Q @ K.T / 4**0.5
A = S.softmax(dim=1)
Y = A @ V
dA, dS, dQ, dK, dV = torch.autograd.grad(2 * Y.sum(), [A, S, Q, K, V])
right = {"a1": A[0, 0], "y": Y[0, 0], "dv1": dV[0, 0], "da1": dA[0, 0], "ds1": dS[0, 0]}
right |= {"ds2": dS[0, 1], "dq1": dQ[0, 0], "dk1": dK[0, 3]}
clues = {
    "a1": "The scores are log 3 and 0, so the exponentials are 3 and 1.",
    "y": "Each value times its weight.",
    "dv1": "If v1 moves by 1, by how much does y move? And the upstream gradient is 2.",
    "da1": "As for dv1: let a1 move, and hold a2 still.",
    "ds1": "The sum in the bracket is the same for both: compute it first. The right two add up to 0.",
    "ds2": "The sum in the bracket is the same for both: compute it first. The right two add up to 0.",
    "dq1": "Both scores depend on q, so two shares add up. And each score has the scale in it.",
    "dk1": "In s1, the last entry of k1 is multiplied by the last entry of q and by the scale.",
}


def implied(found):  # what follows from a1, ds1 and ds2, be they right or wrong
    a = torch.tensor([found["a1"], 1 - found["a1"]], dtype=torch.float64)
    ds = torch.tensor([found["ds1"], found["ds2"]], dtype=torch.float64)
    values = {
        "y": a @ V[:, 0],
        "dv1": 2 * a[0],
        "dq1": ds @ K[:, 0] / 2,
        "dk1": ds[0] * Q[0, 3] / 2,
    }
    values |= zip(["ds1", "ds2"], a * (dA[0] - a @ dA[0]))
    return {name: value.item() for name, value in values.items()}


right = {name: value.item() for name, value in right.items()}
check_blanks(attention_by_hand, right, clues=clues, implied=implied)

# %% [markdown]
r"""
<details name="attention_by_hand"><summary>Hint: the scores</summary>

$s_1 = q \cdot k_1 / \sqrt 4 = 2 \log 3 / 2$, and $s_2 = 0$.
</details>

<details name="attention_by_hand"><summary>Hint: backward through the softmax</summary>

$\partial L/\partial a = G\,(v_1, v_2) = (8, 24)$. The mean of these two numbers with the weights $a$ is $\tfrac34 \cdot 8 + \tfrac14 \cdot 24 = 12$.
</details>

<details name="attention_by_hand"><summary>Hint: backward through a score</summary>

$s_1 = \tfrac12 \sum_c q_c\, k_{1c}$. So $\partial s_1/\partial q_c = \tfrac12 k_{1c}$ and $\partial s_1/\partial k_{1c} = \tfrac12 q_c$.
</details>

For whole matrices, backward takes the three equations of the forward pass in reverse order: first the product $A V$, then the softmax, then the product $Q K^\top$ with its scale. Each of the two products has two gradients, as in homework 4. Write these steps on paper first.

The text of section 6 is a list of first names, such as *mara*. To train on several at once, we stack their rows into one matrix. Then a query must not look at the keys of *another* first name. So `Attention` gets a list `name_of`, such as `[0, 0, 0, 1, 1]`: here rows 0 to 2 belong to name 0, rows 3 and 4 to name 1. Without this list, all rows belong to one name. (`name` is the name of the node.)
You are given `self.same_name()`, a matrix with `True` where query and key belong to the same first name.

**Exercise 4b.** (Checks 4b and 4c.) Write `Attention`. Check 4b looks at the forward pass, 4c at both passes. $V$ need not be as wide as $Q$ and $K$. These may help, and none of them changes `B`:

| | |
|---|---|
| `B.tril()` | a copy of `B` with 0 or `False` above the diagonal |
| `B.masked_fill(mask, number)` | a copy with the number wherever the mask is `True` |
| `~mask` | `True` and `False` exchanged |
| `-torch.inf` | $-\infty$ |
| `B.softmax(dim=...)` | the softmax along an axis |
"""


# %% grade_id="attention"
class Attention(ComputationNode):
    """Causal attention, one head; the inputs are queries, keys and values, a row for each token."""

    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row, the number of the name it belongs to

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        ### BEGIN SOLUTION
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]
        ### END SOLUTION


# %% grade_id="attention-forward-check" points=3 title="4b Attention, forward"
Q = torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5], [1.5, -0.2, 0.9], [-0.4, 1.1, 0.6]])
K = torch.tensor([[1.2, 0.4, -0.3], [-0.8, 0.9, 1.0], [0.6, -1.3, 0.2], [0.7, 0.5, -1.1]])
V = torch.tensor([[1.0, -2.0], [3.0, 0.5], [-1.5, 2.5], [0.8, 1.7]])
check_node_forward(Attention, Q, K, V)
check_node_forward(lambda Q, K, V: Attention(Q, K, V, [0, 1, 1, 2]), Q, K, V)
large = torch.tensor([[18.0, 16.0], [22.0, 17.0], [15.0, 21.0]])  # all scores are far below 0
check_node_forward(Attention, large, -large.flip(0), V[:3])
check_node_forward(Attention, Q[:, :2], K[:, :2], V)
longer, wide = torch.cat([Q, K / 2]), torch.cat([K, Q / 2], dim=1)
check_node_forward(Attention, longer, longer.flip(0), torch.cat([wide, -wide]))

# %% grade_id="attention-check" points=4 title="4c Attention, backward"
Q = torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5], [1.5, -0.2, 0.9], [-0.4, 1.1, 0.6]])
K = torch.tensor([[1.2, 0.4, -0.3], [-0.8, 0.9, 1.0], [0.6, -1.3, 0.2], [0.7, 0.5, -1.1]])
V = torch.tensor([[1.0, -2.0], [3.0, 0.5], [-1.5, 2.5], [0.8, 1.7]])
check_node(Attention, Q, K, V)
check_node(lambda Q, K, V: Attention(Q, K, V, [0, 1, 1, 2]), Q, K, V)
check_node(Attention, Q[:, :2], K[:, :2], V)
longer, wide = torch.cat([Q, K / 2]), torch.cat([K, Q / 2], dim=1)
check_node(Attention, longer, longer.flip(0), torch.cat([wide, -wide]))

# %% [markdown]
r"""
<details name="Attention"><summary>Hint: a row that you can predict</summary>

The first query may look only at the first key. So what are its weights, and what is the first row of the result? If your first row is different, look at the mask. And each row of $A$ has to add up to 1.
</details>

<details name="Attention"><summary>Hint: the masked entries in backward</summary>

The masked weights $a_j$ are 0, and the gradient with respect to a score has the factor $a_j$. So nothing has to be masked again.
</details>

<details name="Attention"><summary>Hint: which is transposed?</summary>

Shapes alone do not decide, because there are as many queries as keys. In $A$, $S$ and their gradients, row $i$ belongs to query $i$ and column $j$ to key $j$. $G$ and $Q$ have a row for each query, $K$ and $V$ a row for each key.
$\partial L/\partial Q$ has a row for each query, so the sums in its product run over the keys. $\partial L/\partial K$ and $\partial L/\partial V$ have a row for each key, so theirs run over the queries.
</details>

## 5. A block

A **block** of a transformer changes the rows $x$ twice, each time by *adding* something to them. (Here $a$, $v$, $m$ and $y$ get new meanings.)

1. Normalise $x$ to get $u$. Make queries, keys and values from $u$, with the weights $W_q$, $W_k$ and $W_v$. Here all three have width $h$. Attention gives $a$, also of width $h$. The product $a W_o$ has the width of $x$ again. Add it to $x$: the sum is $r$.
2. Normalise $r$ to get $v$. A hidden layer with ReLU, with the weights $W_1$ and the bias $b_1$, gives $m$, of width $k$. Add $m W_2$ to $r$: the sum is $y$.

Each step adds its own input, $x$ or $r$, to what it has computed. This is called a **residual connection**. In backward, addition passes the upstream gradient on unchanged: on one path from $y$ to $x$ the gradient stays as it is.

**Exercise 5a.** Write down the block, as you wrote the network of homework 5: the right side of one equation for each value, as text in quotes. Each may use `x`, `Wq`, `Wk`, `Wv`, `Wo`, `W1`, `b1`, `W2`, and the values before it in the list. You may write `A @ B`, `A + B`, `LayerNorm(A)`, `Attention(A, B, C)` and `Relu(A)`.
"""

# %% grade_id="block"
block = {
    "u": "LayerNorm(x)",  ### SOLUTION
    "a": "Attention(u @ Wq, u @ Wk, u @ Wv)",  ### SOLUTION
    "r": "x + a @ Wo",  ### SOLUTION
    "v": "LayerNorm(r)",  ### SOLUTION
    "m": "Relu(v @ W1 + b1)",  ### SOLUTION
    "y": "r + m @ W2",  ### SOLUTION
}

# %% grade_id="block-check" points=3 title="5a A block"
from course import transformer_block

check_results_by_expression(transformer_block(), block)

# %% [markdown]
r"""
<details name="block"><summary>Hint: where do the residual connections begin?</summary>

Before the normalisation. Add $x$, not $u$, to $a W_o$; and $r$, not $v$ or $x$, to $m W_2$.
</details>

Here is the block's graph for five tokens, with $d = 6$, $h = 3$ and $k = 8$. Follow the path from $y$ back to $x$ through additions only.
"""

# %% grade_id="block-graph" shows=true
shapes = {"x": (5, 6), "Wq": (6, 3), "Wk": (6, 3), "Wv": (6, 3), "Wo": (3, 6)}
shapes |= {"W1": (6, 8), "b1": (1, 8), "W2": (8, 6)}
values = {name: torch.randn(shape) for name, shape in shapes.items()}
draw(graph_of(block, values, sketch=True), "A block, by your equations.")

# %% [markdown]
r"""
**Exercise 5b.** How large is a block? Formulas in `T`, `d`, `h` and `k`, as text in quotes.

- `parameters`: how many numbers are in the weights and the bias of one block?
- `weights`: how many of its attention weights are not masked, for one name of $T$ tokens?
- `kept`: if PyTorch computes the three equations of section 4, it keeps $Q$, $K$ and $V$ (all of width $h$) and the whole of $A$ for the backward pass. How many numbers are these, for one name of $T$ tokens? (The mask is kept as well; do not count it.)
"""

# %% grade_id="sizes"
sizes = {
    "parameters": "4 d h + 2 d k + k",  ### SOLUTION
    "weights": "T (T + 1) / 2",  ### SOLUTION
    "kept": "3 T h + T^2",  ### SOLUTION
}


# %% grade_id="sizes-check" points=2 title="5b How large is a block"
def right_for(T, d, h, k):
    shapes = [(d, h), (d, h), (d, h), (h, d), (d, k), (1, k), (k, d)]
    found = {"parameters": sum(torch.empty(shape).numel() for shape in shapes)}
    found["weights"] = int(torch.ones(T, T).tril().sum())
    found["kept"] = sum(torch.empty(shape).numel() for shape in [(T, h), (T, h), (T, h), (T, T)])
    return found, {"T": T, "d": d, "h": h, "k": k}


clues = {
    "parameters": "Write down the shapes of the six matrices. The bias is one row.",
    "weights": "Query i, counting from 0, looks at i + 1 keys. Try T = 3.",
    "kept": "Three matrices of T rows and h columns, and all of A. Its masked weights are kept, too.",
}
letters = {"parameters": "d, h and k", "weights": "T", "kept": "T and h"}
check_formulas(sizes, right_for, {"T": 6, "d": 32, "h": 16, "k": 64}, formulas=letters, clues=clues)

# %% [markdown]
r"""
<details name="sizes"><summary>Hint: a triangle</summary>

The rows of $A$ have $1, 2, \dots, T$ such weights. Twice $1 + 2 + \dots + T$ is $T$ times $T + 1$.
</details>

The $T^2$ in `kept` makes long texts expensive. (FlashAttention keeps one or two numbers for each row in place of $A$: the logarithm of its sum of exponentials, or, in the first version, the row's maximum and its sum. With these it computes $A$ again in the backward pass.)

Plain gradient descent is slow here: some gradients are more than ten times as large as others, and no single rate suits them all. For each parameter, **Adam** keeps two running means: $\bar g$ of its gradients, and $\overline{g^2}$ of their squares. Apart from small corrections, the step is the rate times $\bar g$, divided by the root of
$\overline{g^2}$. So multiplying all gradients by the same positive number hardly changes the step. The step has about the size of the rate while the gradients keep their sign, and is smaller while their sign changes. In full, for a parameter $w$ in step $t = 1, 2, \dots$:

$$\begin{aligned} \bar g &\leftarrow 0.9\, \bar g + 0.1\, g \\ \overline{g^2} &\leftarrow 0.999\, \overline{g^2} + 0.001\, g^2 \\
w &\leftarrow w - \text{rate} \cdot \frac{\bar g/(1 - 0.9^t)}{\sqrt{\overline{g^2}/(1 - 0.999^t)} + 10^{-8}} \end{aligned}$$

Both means begin at 0, so at first they are too small. The divisors $1 - 0.9^t$ and $1 - 0.999^t$ make up for it.

**Exercise 5c.** Write one step of Adam for a tensor of parameters, entry by entry. The arguments `value`, `mean` and `square` are $w$, $\bar g$ and $\overline{g^2}$ before the step. Return all three as they are after the step, in the same order.
"""


# %% grade_id="adam-step"
def adam_step(value, gradient, mean, square, t, rate):
    """The parameter and the running means of its gradients and their squares, after step t."""
    ### BEGIN SOLUTION
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    step = (mean / (1 - 0.9**t)) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
    ### END SOLUTION


# %% grade_id="adam-step-check" points=3 title="5c A step of Adam"
check_adam_step(adam_step)

# %% [markdown]
r"""
<details name="adam_step"><summary>Hint: the first step</summary>

In step 1, $\bar g$ becomes $0.1\, g$ and its divisor is $0.1$, so their quotient is $g$. Likewise, the quotient under the root is $g^2$. So the first step has the size of the rate (the $10^{-8}$ hardly counts), against the sign of the gradient.
</details>

<details name="adam_step"><summary>Hint: what is handed on?</summary>

Return the means as they are *before* they are divided by $1 - 0.9^t$ and $1 - 0.999^t$.
</details>

**Exercise 5d.** Paste your engine from homework 5. It has to pass every gradient on with `accumulate_gradient`, because the bias is broadcast.
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
line = Leaf(torch.tensor([[0.7, -0.4, 1.1]]), "t")
broadcast = HalfDifference(HalfDifference(HalfDifference(w, row), number), line)
check_gradients(broadcast, forward_algorithm, backward_algorithm, on_small_graphs="none")

# %% [markdown]
r"""
**Exercise 5e.** Paste your `Add` and `Matmul` from homework 4, and your `Relu` from homework 6.
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


class Relu(ComputationNode):
    """max(x, 0) for every entry x of one input."""

    def forward(self):
        ### BEGIN SOLUTION
        self.mask = self.input(0) > 0
        self.result = self.input(0) * self.mask
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient * self.mask]
        ### END SOLUTION


# %% grade_id="arithmetic-check" points=1 title="5e Add, Matmul and Relu"
check_node(Add, torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), torch.full((2, 3), 2.0))
A = torch.tensor([[1.0, 2.0], [0.5, -1.0], [3.0, 1.0]])
check_node_forward(Add, A, torch.tensor([[0.5, -1.5]]))  # as a bias is added
B = torch.tensor([[2.0, 0.5, 1.0, -1.0], [1.0, 3.0, -0.5, 2.0]])
check_node(Matmul, A, B)
check_node(Matmul, A[:2], B[:, :2])
check_node(Matmul, A.T, B[:, :3].T)
check_node(Relu, torch.tensor([[0.5, -1.0, 2.0, 0.7], [-0.3, 0.7, 1.5, -2.0]]))
check_node(Relu, torch.tensor([[30.0, -30.0]]))

# %% [markdown]
r"""
(For hints: `hint("Matmul")`, and so on.)

The next check gives no points. It tests your nodes and your engine together, on two names. If only this check fails, a node may keep something from an earlier pass, or change in place what another uses.
"""

# %% grade_id="all-together" title="5 All together"
E = Leaf(torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5], [1.5, -0.2, 0.9]]), "E")
Wq = Leaf(torch.tensor([[0.2, -0.4], [0.6, 0.3], [-0.5, 0.8]]), "Wq")
Wk = Leaf(torch.tensor([[-0.3, 0.7], [0.4, 0.2], [0.9, -0.6]]), "Wk")
Wo = Leaf(torch.tensor([[0.5, 0.1, -0.8], [-0.2, 0.6, 0.4]]), "Wo")
rows = LayerNorm(Embedding(E, [0, 2, 1, 0, 1]))
seen = Attention(rows @ Wq, rows @ Wk, rows @ Wq, [0, 0, 0, 1, 1]) @ Wo + rows
check_gradients(CrossEntropy(Relu(seen), [2, 1, 0, 1, 0]), forward_algorithm, backward_algorithm)

# %% [markdown]
r"""
## 6. Training

The text is 434 first names from many languages. A token is a letter or the dot. There is a dot before each name, and another after it. The model begins after the first dot. When it produces a dot itself, the name is finished.
"""

# %% grade_id="data" shows=true
from course.homework.names import NAMES
from course.homework.tiny_gpt import (
    attention_weights,
    batch_of,
    gradients_of,
    train_twin,
    twin_loss,
)

LETTERS = ".abcdefghijklmnopqrstuvwxyz"
print(f"{len(NAMES)} names, such as {', '.join(NAMES[::48])}.")
batch = batch_of(["ada", "bo"], LETTERS)
print("tokens ", batch.tokens)
print("targets", batch.targets)
print("places ", batch.places)
print("name_of", batch.name_of)

# %% [markdown]
r"""
Each matrix that the model computes, such as the logits, has a row for each token that the model sees. Entry $i$ of each list is about row $i$: `tokens` has the token itself, `targets` the token that comes next, `places` its place in its name, and `name_of` the number of that name. A second table, $P$, has a row for each place. The row of the place is added to the row of the token, because attention by itself would not notice if earlier letters changed places. Then come two blocks, then a normalisation, and last a matrix $U$ that turns each row into $N = 27$ logits.

In the next cell, `graph_of` makes a graph of your nodes from the equations in `block`.
"""

# %% grade_id="model" shows=true
BLOCKS, RATE, STEPS = 2, 0.01, 200
WEIGHTS = ("Wq", "Wk", "Wv", "Wo", "W1", "b1", "W2")  # of a block


def start(d=32, h=16, k=64):
    """Random parameters, by name."""
    generator = torch.Generator().manual_seed(1)

    def matrix(rows, columns, size=None):
        entries = torch.randn(rows, columns, generator=generator, dtype=torch.float64)
        return entries * (size or rows**-0.5)

    found = {"E": matrix(27, d, 0.3), "P": matrix(12, d, 0.3)}
    for i in range(BLOCKS):
        found |= {f"{name}_{i}": matrix(d, h) for name in ("Wq", "Wk", "Wv")}
        found |= {f"Wo_{i}": matrix(h, d) / 2, f"W1_{i}": matrix(d, k)}
        found |= {f"b1_{i}": matrix(1, k, 0.01), f"W2_{i}": matrix(k, d) / 2}
    return found | {"U": matrix(d, 27, 0.1)}


def gpt(leaves, batch):
    """The graph of the logits, a row for each token."""
    x = Embedding(leaves["E"], batch.tokens) + Embedding(leaves["P"], batch.places)
    for i in range(BLOCKS):
        weights = {name: leaves[f"{name}_{i}"] for name in WEIGHTS}
        x = graph_of(block, {"x": x} | weights)
    logits = LayerNorm(x) @ leaves["U"]
    for node in logits.sorted_nodes():
        if isinstance(node, Attention):
            node.name_of = batch.name_of
    return logits


def loss_of(parameters, batch):
    """The graph of a batch's loss after a forward pass of your engine, and its leaves by name."""
    leaves = {name: Leaf(value, name) for name, value in parameters.items()}
    L = CrossEntropy(gpt(leaves, batch), batch.targets, name="L")
    forward_algorithm(L)
    return L, leaves


def loss_and_gradients(parameters, batch):
    """The loss of a batch and the gradient of each parameter, by your engine."""
    L, leaves = loss_of(parameters, batch)
    backward_algorithm(L, one=torch.tensor(1.0, dtype=torch.float64))
    return L.result.item(), gradients_of(leaves)


def train(parameters, batches):
    """The parameters after a step of your Adam for each batch, and the loss before each step."""
    state, losses = {}, []
    for name, value in parameters.items():
        state[name] = value.clone(), torch.zeros_like(value), torch.zeros_like(value)
    for t, batch in enumerate(batches, start=1):
        values = {name: value for name, (value, _, _) in state.items()}
        loss, gradients = loss_and_gradients(values, batch)
        losses.append(loss)
        for name, (value, mean, square) in state.items():
            state[name] = adam_step(value, gradients[name], mean, square, t, RATE)
    return {name: value for name, (value, _, _) in state.items()}, losses


def sample(parameters, temperature=0.7, seed=0):
    """A new name, letter by letter: the model's own answers are what it sees next."""
    generator, name = torch.Generator().manual_seed(seed), ""
    leaves = {name: Leaf(value, name) for name, value in parameters.items()}
    while len(name) < 11:
        logits = gpt(leaves, batch_of([name], LETTERS))
        forward_algorithm(logits)
        chances = (logits.result[-1] / temperature).softmax(dim=0)
        letter = LETTERS[int(torch.multinomial(chances, 1, generator=generator))]
        if letter == ".":
            break
        name += letter
    return name


beginning = start()
count = sum(value.numel() for value in beginning.values())
L, leaves = loss_of(beginning, batch)
for unused in [name for name, leaf in leaves.items() if leaf not in L.sorted_nodes()]:
    print(f"The gradient of {unused} is 0: the graph does not use it.")
print(f"{count:,} parameters. Names before training:")
print(*(sample(beginning, seed=seed) or "(empty)" for seed in range(8)), sep=", ")

# %% [markdown]
r"""
In each step the model sees 32 names. PyTorch trains the twin of this model: the same start and batches, but its own autograd and Adam. (If the cell stops with an error, look at the checks of sections 1 to 5 first.)

Before you run the cell: what should the loss be at the start, when the 27 tokens are about equally likely?
"""

# %% grade_id="training" shows=true
import time

from course import why_apart

generator = torch.Generator().manual_seed(2)
chosen = [torch.randperm(len(NAMES), generator=generator)[:32].tolist() for _ in range(STEPS)]
batches = [batch_of([NAMES[i] for i in numbers], LETTERS) for numbers in chosen]

began = time.perf_counter()
trained, losses = train(beginning, batches)
seconds = time.perf_counter() - began
_, twin_losses = train_twin(beginning, batches, blocks=BLOCKS, rate=RATE)

yours, pytorchs = torch.tensor([losses, twin_losses], dtype=torch.float64)
apart = (yours / pytorchs - 1).abs().max()  # nan if any loss is
print(f"{STEPS} steps of your engine in {seconds:.1f} s.")
last = losses[-20:]
print(
    f"Loss {losses[0]:.3f} at the start (log 27 = {math.log(27):.3f}), "
    f"{sum(last) / len(last):.3f} at the end (the mean of the last {len(last)} steps)."
)
print(f"The largest relative difference from PyTorch's loss at any step: {apart:.0e}.")
if not apart <= 1e-9:  # more than rounding
    L, _ = loss_of(beginning, batches[0])
    backward_algorithm(L, one=torch.tensor(1.0, dtype=torch.float64))
    print(why_apart(L, losses, twin_losses))
print("Names after training:")
made = [sample(trained, seed=seed) for seed in range(20)]
print(", ".join(name or "(empty)" for name in made))
different = {name for name in made if name}
print(f"{len(different)} different names, {len(different - set(NAMES))} of them not in the list.")
plt.figure(figsize=(7, 2.8))
plt.plot(losses, label="your engine", linewidth=3)
plt.plot(twin_losses, "--", label="PyTorch")
plt.xlabel("step")
plt.ylabel("loss")
plt.legend()
plt.show()

# %% [markdown]
r"""
If the two curves coincide, there is nothing in PyTorch's training that is not in yours. If they do not, the line about the difference says where to look.

What do the two passes of a step cost? Here are the multiplications, and the numbers in memory after each operation:
"""

# %% grade_id="cost-of-a-step" shows=true
own = {each: value.clone().requires_grad_() for each, value in trained.items()}
costs = {
    "your engine, forward": lambda: loss_of(trained, batches[0]),
    "your engine, both passes": lambda: loss_and_gradients(trained, batches[0]),
    "PyTorch, both passes": lambda: twin_loss(own, batches[0], BLOCKS).backward(),
}
forward, *both = counted = [multiplications(run) for run in costs.values()]
for what, count in zip(costs, counted):
    print(f"{what}: {count:,} multiplications in matrix products")
print(f"Both passes take {both[0] / forward:.4g} times the multiplications of your forward pass.")
plot_memory(costs)

# %% [markdown]
r"""
Each product of the forward pass leads to two in the backward pass, so both passes of PyTorch together take three times the multiplications of a forward pass. Yours take just as many if your nodes keep what backward needs; an `Attention` whose backward computes $A$ again takes a little more. PyTorch needs less memory: it frees a value as soon as it is no longer needed. Your nodes keep everything until the step is over. (The horizontal axis counts operations, large and small alike: a loop over the tokens in `Embedding` makes your curve long and mostly flat, while `index_add` is a single operation.)

**Temperature.** `sample` divides the logits by a temperature before the softmax. At a temperature near 0, the likeliest token nearly always wins. At a very high one, all tokens are almost equally likely:
"""

# %% grade_id="temperature" shows=true
for temperature in (0.1, 0.5, 1.0, 2.0):
    names = [sample(trained, temperature, seed) for seed in range(6)]
    print(f"temperature {temperature}: {', '.join(names)}")

# %% [markdown]
r"""
With a slider, in Jupyter and Colab:
"""

# %% grade_id="temperature-slider" shows=true
from ipywidgets import HTML, FloatSlider, VBox

slider, shown = FloatSlider(0.7, min=0.1, max=2.0, description="temperature"), HTML()


def show_names(_=None):
    shown.value = ", ".join(sample(trained, slider.value, seed) for seed in range(8))


slider.observe(show_names, "value")
show_names()
VBox([slider, shown])

# %% [markdown]
r"""
## 7. A look inside

Where does the model look? On the left and in the middle are the attention weights of the two blocks, for a name that the model has made up (bright is large). Each row is a query, each column a key. On the right is the root mean square of each parameter matrix's gradient. The lines above the plots say how large the rows are after each block.
"""

# %% grade_id="inside" shows=true
name = max(made, key=len)
leaves = {each: Leaf(value, each) for each, value in trained.items()}
logits = gpt(leaves, batch_of([name], LETTERS))
forward_algorithm(logits)
figure, axes = plt.subplots(1, 3, figsize=(14, 3.6), layout="constrained")
heads = [node for node in logits.sorted_nodes() if isinstance(node, Attention)]
for axis, node in zip(axes, heads):
    axis.imshow(attention_weights(node), cmap="cividis", vmin=0, vmax=1)
    ticks = range(len(name) + 1)
    axis.set(xticks=ticks, yticks=ticks, xticklabels="." + name, yticklabels="." + name)
    axis.set(xlabel="key", ylabel="query", title=f"block {heads.index(node)}")
for when, values in (("at the start", beginning), ("after training", trained)):
    _, gradients = loss_and_gradients(values, batches[0])
    sizes_of = {each: g.square().mean().sqrt().item() for each, g in gradients.items()}
    axes[2].semilogy(list(sizes_of), list(sizes_of.values()), "o", label=when)
    nodes = loss_of(values, batches[0])[0].sorted_nodes()
    rows = [node.result.square().mean().sqrt().item() for node in nodes if node.name == "y"]
    print(f"Root mean square of the rows after each block, {when}: {rows[0]:.2f}, {rows[-1]:.2f}")
axes[2].tick_params(axis="x", rotation=90)
axes[2].set_title("size of the gradients")
axes[2].legend()
plt.show()

# %% [markdown]
r"""
The gradients of the first block (`Wq_0` to `W2_0`) are not much smaller than those of the second (`Wq_1` to `W2_1`). Even those of $E$ and $P$ have not vanished.

The graph of the model and its loss has about fifty nodes, so the next cell folds it. Each arrow carries the shape of its value. The four parts of a block end at $u$, $r$, $v$ and $y$.
"""

# %% grade_id="folded" shows=true
L, _ = loss_of(trained, batches[0])
ends = {"u": "LayerNorm", "r": "attention", "v": "LayerNorm", "y": "MLP"}
parts = {node: ends[node.name] for node in L.sorted_nodes() if node.name in ends}
rows, logits = next(iter(parts)).input_nodes[0], L.input_nodes[0]
parts |= {rows: "embedding", logits.input_nodes[0]: "LayerNorm", logits: "logits", L: "loss"}
draw_blocks(L, parts, "The model and its loss, for 32 names.")

# %% [markdown]
r"""
`MLP`, short for multilayer perceptron, is step 2 of a block, as listed in section 5, without its normalisation: the hidden layer with ReLU, the product with $W_2$, and the addition. From the last `MLP` back to the embedding, the lower arrows form a path that meets no `LayerNorm`. They are the residual connections. Each leads to the addition at the end of a box.
"""

# %% [markdown] grade_id="residual-words" points=2
r"""
**Exercise 7.** In a few sentences: think of a network of 50 blocks like these. Take the gradient of the loss with respect to the input of the *first* block. A gradient through 50 sigmoids in a row vanishes (homework 6). Why does this one not? Which of your nodes is responsible, and what
does its backward do? And if the blocks had no normalisation: what would happen to the size of the rows from block to block, and what would then go wrong?

### BEGIN SOLUTION
Each block computes $x$ plus something. `Add` passes its upstream gradient on unchanged to both inputs, so along the residual connections the gradient reaches the first block unchanged; the other paths add shares. In a row of sigmoids there is only one path, and
each multiplies by at most 1/4. Without the normalisation the sums would grow from block to block: larger scores (a saturated softmax passes almost no gradient) and larger logits.

- 1 point: there is a path of additions only, on which the gradient arrives unchanged (`Add` passes it on to both inputs; shares of all paths add up).
- 1 point: values grow with the number of blocks (or: their size is no longer controlled), and something that follows from it, such as saturated softmax, large logits, a rate that suits no layer.
### END SOLUTION
"""

# %% [markdown]
r"""
## What you have done

You have trained a transformer with an engine of ten lines. A large language model is larger, has several heads in each block, and reads pieces of words instead of letters. The mathematics of its backward pass is what you have written.

- Cross-entropy, the mean over $n$ rows of logits, has the gradient $(p - y)/n$. One node for it never takes $\log 0$.
- A row that is looked up several times is a fork: its shares add up.
- In the backward pass of a normalisation, two terms with means are subtracted, because every output depends on every input.
- Attention is two matrix products with a softmax between them. Its backward pass is two products, the backward of the softmax, and two more products.

**Read more.** A. Vaswani and others, [*Attention Is All You Need*](https://arxiv.org/abs/1706.03762), 2017. J. L. Ba, J. R. Kiros and G. Hinton, [*Layer Normalization*](https://arxiv.org/abs/1607.06450), 2016. D. Kingma and J. Ba,
[*Adam: A Method for Stochastic Optimization*](https://arxiv.org/abs/1412.6980), 2015. T. Dao and others, [*FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness*](https://arxiv.org/abs/2205.14135), 2022. This course lies between A. Karpathy's [*micrograd*](https://github.com/karpathy/micrograd) and his [*nanoGPT*](https://github.com/karpathy/nanoGPT).
"""
