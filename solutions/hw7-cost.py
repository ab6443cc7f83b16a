# %% [markdown]
r"""
# Homework 7: what backpropagation costs

How long does a backward pass take, and how much memory? You count both with a pencil, as formulas. Then PyTorch runs real networks,
every operation and every saved number is counted, and your formulas stand beside the counts. In the end you see why a
gradient is computed from the loss towards the input, and not the other way round.

| exercise | in section | you make | points |
|---|---|---|---|
| 1 | 1 | four formulas for time | 4 |
| 2 | 2 | four formulas for memory | 4 |
| 3 | 4 | two formulas for a network of which only the last layer is trained | 2 |
| 4a, 4b | 5 | the cost of a chain of matrices, in one order and in the other | 2 + 2 |
| 5a, 5b | 6 | what is saved by computing things once | 2 + 2 |

Only one plot uses a clock. All the rest, operations and numbers in memory, is *counted*, so you get the same counts on any machine. Below the checks hints are folded away; or write `hint()` as the last line of the cell you are stuck in, and run it.
Plan for about an hour and a half.
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import check_costs, last_layer_of, memory_of, multiplications_of, operations_of
from course import multiplications, plot_memory, show_exponents

import time

import torch
from matplotlib import pyplot as plt
from torch.utils.checkpoint import checkpoint

# %% [markdown]
r"""
## 1. Time

Here is a deep network, with two layers for want of space. Yours has $n$ of them:
"""

# %% grade_id="network-graph"
x1, W1, W2 = Leaf(0.0, "x1"), Leaf(0.0, "W1"), Leaf(0.0, "W2")
z1 = Sketch("Matmul", W1, x1, name="z1")
x2 = Sketch("σ", z1, name="x2")
z2 = Sketch("Matmul", W2, x2, name="z2")
x3 = Sketch("σ", z2, name="x3")
draw(
    Sketch("f", x3, name="L"),
    "A network of two layers and its loss. The batch x1 comes in on the left.",
)

# %% [markdown]
r"""
- A **batch** has $b$ examples, each a vector of $d$ numbers: $x_i$ is a $d \times b$ matrix, and so is $z_i = W_i x_i$.
- A **weight** $W_i$ is a $d \times d$ matrix. There are $n$ of them.
- $\sigma$ works entry by entry, $x_{i+1} = \sigma(z_i)$, and $f$ makes a single number of the last $x$: the loss $L$.

In code:
"""


# %% grade_id="network"
def network(x, weights):
    for W in weights:
        x = torch.tanh(W @ x)
    return x.square().mean()


# %% [markdown]
r"""
**One layer, counted.** Each of the $db$ entries of $z_i = W_i x_i$ is a sum of $d$ products, so a matrix product of these shapes takes

$$T_{\text{mm}} = O(b d^2)$$

scalar operations. It is always the rows times the columns of the result, times the length of the sums. It is the same
$T_{\text{mm}}$ for a $d \times b$ matrix times a $b \times d$ one, or a transposed $W_i$ times a $d \times b$ matrix. What works entry by entry, forward or backward, takes
one operation for each entry, or a few: $T_\sigma = O(bd)$.

**Big-O here** means: leave out constant factors, and leave out a term if another one is *always* at least as large, up to a constant factor. Do not
assume which of $n$, $b$ and $d$ is the largest. For example, $3 n^2 b + n b + 5 n d$ is $O(n^2 b + n d)$: the middle term never matters; of the others
either can be much larger than the other.

**Exercise 1.** How many scalar operations does each of these take? Write formulas in `n`, `b` and `d`, between quotes. `"O(n^2 b + n d)"`, `"n*(n*b + d)"` and `"n²b + nd"` are all
understood, and mean the same. For $T_{\text{mm}}$ write `b d^2`.

- `T_run`: the network in inference, from $x_1$ to $L$, when no gradients will be needed.
- `T_forward`: the forward pass when gradients will be needed. Does it differ?
- `T_backward`: the backward pass that gives the gradients $\partial L / \partial W_i$ of all $n$ weights.
- `T_backward_W1`: the backward pass that gives $\partial L / \partial W_1$ and no other weight's gradient.
"""

# %% grade_id="times"
times = {  # formulas in quotes, such as "O(n^2 b)"
    "T_run": "n*b*d**2",  ### SOLUTION
    "T_forward": "n*b*d**2",  ### SOLUTION
    "T_backward": "n*b*d**2",  ### SOLUTION
    "T_backward_W1": "n*b*d**2",  ### SOLUTION
}

# %% grade_id="times-check" points=4 title="1 Time"
check_costs(times, operations_of(network), of="n b d")

# %% [markdown]
r"""
<details name="times"><summary>Hint: what happens in one layer?</summary>

Forward, a layer is one matrix product and one $\sigma$. Which of the two takes longer? And how many layers are there?
</details>

<details name="times"><summary>Hint: backward through one layer</summary>

At $z_i = W_i x_i$ the upstream gradient is a $d \times b$ matrix $G$. In homework 4 you found the two downstream gradients of a matrix product: $G x_i^\top$ for $W_i$,
and $W_i^\top G$ for $x_i$. What does each of them cost?
</details>

<details name="times"><summary>Hint: only the first weight</summary>

$W_1$ is at the far end from the loss. Which of the two downstream gradients does a layer in between still have to compute, so that
anything arrives at layer 1?
</details>

If a check says that your formula grows too slowly or too fast *when only d grows*, do this: think of doubling $d$, and of nothing else. What does that do to the
real cost, and what to your formula?

## 2. Memory

Just to hold the weights takes $M_{\text{net}} = O(n d^2)$ numbers. That memory is there anyway. Now count what a computation needs
**on top of it**: do not count the weights, but do count gradients, since they are new.

What makes the difference is what may be thrown away. In inference, $z_i$ can go as soon as $x_{i+1}$ is there. If gradients will be needed, what a backward pass will ask for has to stay:
for $G x_i^\top$ it needs $x_i$, and for the derivative of $\sigma$ it needs $z_i$ or $x_{i+1}$.

**Exercise 2.** How many numbers have to be in memory, besides the weights? The example of $O(n^2 b + n d)$ still holds: write a sum
where either term can be the larger one.

- `M_run`: to run the network in inference.
- `M_forward`: to run the forward pass and keep what a backward pass will need, without doing it.
- `M_backward`: to run the forward and the backward pass, and have the gradients of all $n$ weights in the end.
- `M_backward_W1`: to run both, and have the gradient of $W_1$ only.

While the backward pass runs, saved matrices go and gradients come. That does not matter here: the larger of two terms is at least half of their sum, and big-O leaves out the factor 2. `max(…)` is understood, too.
"""

# %% grade_id="memory"
space = {  # formulas in quotes, such as "O(n^2 b)"
    "M_run": "b*d",  ### SOLUTION
    "M_forward": "n*b*d",  ### SOLUTION
    "M_backward": "n*b*d + n*d**2",  ### SOLUTION
    "M_backward_W1": "n*b*d + d**2",  ### SOLUTION
}

# %% grade_id="memory-check" points=4 title="2 Memory"
check_costs(space, memory_of(network), of="n b d")

# %% [markdown]
r"""
<details name="space"><summary>Hint: what is where, and how large?</summary>

Make a table with three columns: what it is, how many numbers that is, how many of its kind are in memory at the same time. Rows: the $x_i$ and
$z_i$, and the gradients of the weights.
</details>

<details name="space"><summary>Hint: a smaller example</summary>

A machine adds up $k$ lists of $m$ numbers, one list after the other, and needs only the running sum: $O(m)$ numbers. If it has to keep all lists for later,
$O(k m)$. If it also makes a table of $m^2$ numbers from each list, and keeps those, $O(k m + k m^2)$, which is $O(k m^2)$.
</details>

<details name="space"><summary>Hint: only the first weight</summary>

The gradient has to come all the way from the loss to $W_1$, through the derivative of each $\sigma$. So what has to be saved on the way? And
how large is the one gradient that you get?
</details>

## 3. The machine's own answer

The checks above have not compared your formulas with a list of answers. They ran `network` in PyTorch at small sizes and counted: the operations of each matrix product
(`torch.utils.flop_counter`), and one for each entry of what goes entry by entry; the numbers that are saved for the backward pass (`saved_tensors_hooks`), and the gradients of the weights; or, in inference, the numbers that are in memory at the same time. Then they found the polynomial through the counts.
That is what a right blank shows you. Look at it: behind $O(\ldots)$ you see the constant factors, and the smaller terms that you left out.
The `3 b d` of `M_run` are $x_i$, $z_i$ and $x_{i+1}$, for a moment together. With gradients, a few matrices that live for a moment only, such as the upstream gradient, are not counted. They add a few $bd$, which big-O
leaves out anyway. In section 4 you will see them.

Now larger networks. Each size in turn is doubled, twice, while the others stay. If a cost is $O(d^2)$, doubling $d$ makes it four times as
large: the *exponent* of $d$ is 2, and on logarithmic axes the slope is 2. The table has each exponent twice, as counted and as your formula has it.
An exponent near 0: the size hardly matters there, because another term is much larger. In the plots, circles are counted, and lines are your formulas, moved up or down to meet the last circle.

There are three kinds of network: *medium*; *wide layers*, with $d$ much larger than $nb$; *large batches*, with $b$ much larger than $d$. The cell takes up to 20 seconds.
"""

# %% grade_id="exponents"
show_exponents(network, times, space)

# %% [markdown]
r"""
Compare *wide layers* with *large batches*. Where `M_backward` has a sum, one term shows in the first and the
other in the second. Had you dropped either of them, your line would leave the circles in one of the plots. That is what *do not assume which
is the largest* is about.

An exponent such as 0.94 in place of 1 comes from smaller terms: for $n$ layers PyTorch keeps all the $x_i$ from $x_1$ to $x_{n+1}$, which makes $n + 1$ matrices. And the 1.03 of `T_backward` comes
from a product that the first layer is spared: nobody asks for the gradient of $x_1$.

## 4. Where the memory goes

Exercise 2 says that to train $W_1$ alone saves next to nothing of the activations. Is that so for every single weight?

**Exercise 3.** Let only the *last* weight $W_n$ be trained, as when a ready-made network gets a new last layer. PyTorch saves something only where a gradient will come by. Give the
time of the backward pass, and the memory for forward and backward pass, besides the weights.
"""

# %% grade_id="last-layer"
last_layer = {  # formulas in quotes, such as "O(n^2 b)"
    "T_backward_Wn": "b*d**2",  ### SOLUTION
    "M_backward_Wn": "b*d + d**2",  ### SOLUTION
}

# %% grade_id="last-layer-check" points=2 title="3 The last layer"
check_costs(last_layer, last_layer_of(network), of="n b d")

# %% [markdown]
r"""
<details name="last_layer"><summary>Hint: how far does the gradient have to come?</summary>

On the picture at the top, go back from $L$ to $W_2$, the last weight there. Which nodes do you pass? Does that depend on how many layers are to their left?
</details>

Next, watch it happen. Here are six ways to run the same network. After every PyTorch operation (one whole matrix product, one whole tanh) it will be noted how many numbers are in memory, the weights apart.
Before you run the second cell: which plots will go up and down again like a mountain, and which will stay flat? The dashed line shows what is left when the run is over.
"""

# %% grade_id="watch-memory-code"
n, b, d = 12, 512, 32
batch = torch.randn(d, b)


def new_weights(trained):
    return [torch.randn(d, d, requires_grad=i in trained) for i in range(n)]


def forget_gradients(weights):
    for W in weights:
        W.grad = None


def inference():
    with torch.no_grad():
        network(batch, frozen)


def train(weights, parts=1):
    def run():
        forget_gradients(weights)
        for part in batch.chunk(parts, dim=1):  # the gradients of the parts add up in W.grad
            (network(part, weights) / parts).backward()

    return run


def with_checkpoints(weights, layers=4):
    def segment(x, *weights):
        for W in weights:
            x = torch.tanh(W @ x)
        return x

    def run():  # keep only what goes into each segment; compute the rest again when it is needed
        forget_gradients(weights)
        x = batch
        for i in range(0, n, layers):
            x = checkpoint(segment, x, *weights[i : i + layers], use_reentrant=False)
        x.square().mean().backward()

    return run


frozen = new_weights([])

# %% grade_id="watch-memory"
plot_memory(
    {
        "no gradients": inference,
        "all weights": train(new_weights(range(n))),
        "W1 only": train(new_weights([0])),
        "Wn only": train(new_weights([n - 1])),
        "all, in 4 parts": train(new_weights(range(n)), parts=4),
        "all, with checkpoints": with_checkpoints(new_weights(range(n))),
    }
)

# %% [markdown]
r"""
What you see:

- **no gradients**: low and flat, however deep the network is. Use `torch.no_grad()` when you need no gradients. Otherwise PyTorch saves everything for
  a backward pass that never comes.
- **all weights**: up, by one matrix a layer, while the forward pass saves; down again, while the backward pass uses up what was saved. What is left in the end are the gradients of the weights.
- **W1 only**: as high a mountain as for all weights. `requires_grad=False` for the others spares their gradients and the time to make them (the plot is shorter), but no saved activations, because the gradient still has to pass every $\sigma$.
- **Wn only**: flat like inference until the last layer, then a short peak for the loss. `requires_grad=False` saves memory where no gradient has to pass: in the layers *before* the first one that is trained.
- **in 4 parts**: four small mountains in place of a large one, and the same gradients, added up. This is *gradient accumulation*. Saved activations grow with $b$; weights and their gradients do not.
- **with checkpoints**: lower, but longer: the forward pass is done a second time, in pieces. That is the trade of *gradient checkpointing* (Griewank, 1992; in PyTorch
  `torch.utils.checkpoint`), which homework 6 is about.

## 5. The order of a chain

Why does everyone go from the loss to the input? Here is a small network,

$$z_1 = W_1 x + b_1 \qquad z_2 = \sigma(z_1) \qquad z_3 = W_2 z_2 + b_2 \qquad \ell = f(z_3),$$

for one example $x$. These are new letters for a new network: every result on the way is a $z$, $b_1$ and $b_2$ are biases (there is no batch now), and the loss is $\ell$. Write $|z_1|$ for how many numbers $z_1$ has, and so on. The chain rule says that the gradient with respect to $x$ is a product of four matrices,
the **Jacobians**, which hold the derivative of each output with respect to each input, one row for each output, one column for each input:

$$\frac{\partial \ell}{\partial x} =
\underbrace{\frac{\partial \ell}{\partial z_3}}_{1 \times |z_3|}\;
\underbrace{\frac{\partial z_3}{\partial z_2}}_{|z_3| \times |z_2|}\;
\underbrace{\frac{\partial z_2}{\partial z_1}}_{|z_2| \times |z_1|}\;
\underbrace{\frac{\partial z_1}{\partial x}}_{|z_1| \times |x|}$$

Where you put the brackets makes no difference to the product. Does it make one to the cost? From the loss, each step multiplies the row on the left by the next
Jacobian; from the input, it starts at the right.
In the code `J4` is the leftmost Jacobian, $\partial \ell / \partial z_3$, and `J1` the rightmost, $\partial z_1 / \partial x$:
"""


# %% grade_id="orders-code"
def chain(outputs, z3, z2, z1, x):
    """Four Jacobians of these sizes, filled with random numbers."""
    sizes = [outputs, z3, z2, z1, x]
    return [torch.randn(rows, columns) for rows, columns in zip(sizes, sizes[1:])]


def from_the_loss(J4, J3, J2, J1):
    return ((J4 @ J3) @ J2) @ J1


def from_the_input(J4, J3, J2, J1):
    return J4 @ (J3 @ (J2 @ J1))


# %% [markdown]
r"""
**Exercise 4a.** How many *multiplications of two numbers* does each order take? A $p \times q$ matrix times a $q \times r$ one takes $pqr$. This time count exactly: no big-O, nothing left out. Write `z3`, `z2`,
`z1` and `x` for the sizes.
"""

# %% grade_id="orders"
orders = {  # formulas in quotes, such as "3 x x + 2 z1"
    "from_the_loss": "z3 z2 + z2 z1 + z1 x",  ### SOLUTION
    "from_the_input": "z2 z1 x + z3 z2 x + z3 x",  ### SOLUTION
}

# %% grade_id="orders-check" points=2 title="4a Two orders"
check_costs(
    orders,
    multiplications_of(
        from_the_loss=lambda *sizes: from_the_loss(*chain(1, *sizes)),
        from_the_input=lambda *sizes: from_the_input(*chain(1, *sizes)),
    ),
    of="z3 z2 z1 x",
    exact=True,
)

# %% [markdown]
r"""
<details name="orders"><summary>Hint: shapes first</summary>

Write the shape of every product in between. What is the shape of `J4 @ J3`? What is the shape of `J2 @ J1`?
</details>

<details name="orders"><summary>Hint: a smaller example</summary>

For three matrices of shapes $1 \times p$, $p \times q$ and $q \times r$: from the left, $pq$ multiplications give a row of $q$, and $qr$ more the result. From the right,
$pqr$ give a $p \times r$ matrix, and $pr$ more the result.
</details>

In one of your formulas $|x|$ is in every term, in the other only in one. Let the input grow and see what that does, with multiplications counted, and with a clock:
"""


# %% grade_id="clock"
def seconds(run):
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # threads that wait for each other would disturb the clock
    run()  # the first time is slow
    durations = []
    for _ in range(20):
        start = time.perf_counter()
        run()
        durations.append(time.perf_counter() - start)
    torch.set_num_threads(threads)
    return min(durations)


# %% grade_id="orders-plot"
sizes, counted, measured = [2**k for k in range(12)], [], []
for x in sizes:
    matrices = chain(1, 300, 300, 300, x)
    runs = [lambda: from_the_input(*matrices), lambda: from_the_loss(*matrices)]
    counted.append(multiplications(runs[0]) / multiplications(runs[1]))
    measured.append(seconds(runs[0]) / seconds(runs[1]))

plt.loglog(sizes, counted, "o-", label="multiplications, counted")
plt.loglog(sizes, measured, "x--", label="time on this machine")
plt.xlabel("size of the input x; all other sizes are 300")
plt.ylabel("from the input / from the loss")
plt.legend()
plt.show()

# %% [markdown]
r"""
The ratio of multiplications starts at 1, where the input is a single number, rises with $|x|$, and begins to level off where the last product, $|z_1||x|$, costs as much as all the others from the loss. The clock
rises too, on the whole, but not evenly: it also sees memory, and how well a product fills the processor. A single point far off means that another program was running: run the cell again.

From the loss is what your `backward_algorithm` does: **reverse mode**. From the input is **forward mode**.

**Exercise 4b.** Is it always cheaper from the loss? Let the network end in `y` numbers in place of one loss, so that the first Jacobian is $|y| \times |z_3|$, and count again, with `y`, `z3`,
`z2`, `z1` and `x`.
"""

# %% grade_id="outputs"
outputs = {  # formulas in quotes, such as "3 y y + 2 z1"
    "from_the_output": "y z3 z2 + y z2 z1 + y z1 x",  ### SOLUTION
    "from_the_input": "z2 z1 x + z3 z2 x + y z3 x",  ### SOLUTION
}

# %% grade_id="outputs-check" points=2 title="4b Several outputs"
check_costs(
    outputs,
    multiplications_of(
        from_the_output=lambda *sizes: from_the_loss(*chain(*sizes)),
        from_the_input=lambda *sizes: from_the_input(*chain(*sizes)),
    ),
    of="y z3 z2 z1 x",
    exact=True,
)

# %% [markdown]
r"""
<details name="outputs"><summary>Hint: which shapes change?</summary>

Only the first Jacobian has become taller. Which of the products in between contain it, in the one order and in the other?
</details>
"""

# %% grade_id="outputs-plot"
for x in [1, 10, 100, 1000]:
    ys = [2**k for k in range(11)]
    ratio = []
    for y in ys:
        matrices = chain(y, 100, 100, 100, x)
        count_input = multiplications(lambda: from_the_input(*matrices))
        ratio.append(count_input / multiplications(lambda: from_the_loss(*matrices)))
    plt.loglog(ys, ratio, "o-", label=f"x = {x}")
plt.axhline(1, color="gray", linewidth=0.5)
plt.xlabel("number of outputs y; z1, z2 and z3 have 100 numbers each")
plt.ylabel("multiplications, from the input / from the output")
plt.legend()
plt.show()

# %% [markdown]
r"""
Above the gray line it is cheaper from the output, below it from the input. With these layers the curves cross it where there are as many outputs as inputs. Training has one output, the loss, and
millions of inputs, the weights. That is why it goes backward. (With layers of very different sizes the cheapest order may start somewhere in the middle. To find the best
brackets in general is a famous little problem, *matrix chain multiplication*.)

## 6. Computing things once

The weights are what we want gradients for. To reach $W_1$ and $b_1$, the chain is the same for both until $z_1$:

$$\frac{\partial \ell}{\partial W_1} = \frac{\partial \ell}{\partial z_3} \frac{\partial z_3}{\partial z_2} \frac{\partial z_2}{\partial z_1} \frac{\partial z_1}{\partial W_1}
\qquad
\frac{\partial \ell}{\partial b_1} = \frac{\partial \ell}{\partial z_3} \frac{\partial z_3}{\partial z_2} \frac{\partial z_2}{\partial z_1} \frac{\partial z_1}{\partial b_1}$$

Here is the code, from the loss in both cases (Python's `@` goes from left to right). Without and with keeping what the two have in common:
"""


# %% grade_id="sharing-code"
def each_alone(J4, J3, J2, J_W1, J_b1):
    return J4 @ J3 @ J2 @ J_W1, J4 @ J3 @ J2 @ J_b1


def shared(J4, J3, J2, J_W1, J_b1):
    upstream = J4 @ J3 @ J2  # the gradient of the loss with respect to z1
    return upstream @ J_W1, upstream @ J_b1


def jacobians(z3, z2, z1, w1, b1):
    *until_z1, J_W1 = chain(1, z3, z2, z1, w1)
    return [*until_z1, J_W1, torch.randn(z1, b1)]


# %% [markdown]
r"""
**Exercise 5a.** How many multiplications does each take, exactly? Write `w1` and `b1` for how many numbers there are in $W_1$ and in $b_1$, so that $\partial z_1 / \partial W_1$ is a $|z_1| \times |W_1|$ matrix.
"""

# %% grade_id="sharing"
sharing = {  # formulas in quotes, such as "3 w1 w1 + 2 z1"
    "each_alone": "2 (z3 z2 + z2 z1) + z1 w1 + z1 b1",  ### SOLUTION
    "shared": "z3 z2 + z2 z1 + z1 w1 + z1 b1",  ### SOLUTION
}

# %% grade_id="sharing-check" points=2 title="5a Sharing"
check_costs(
    sharing,
    multiplications_of(
        each_alone=lambda *sizes: each_alone(*jacobians(*sizes)),
        shared=lambda *sizes: shared(*jacobians(*sizes)),
    ),
    of="z3 z2 z1 w1 b1",
    exact=True,
)

# %% [markdown]
r"""
<details name="sharing"><summary>Hint: list the products</summary>

There are six `@` in `each_alone` and four in `shared`. Write down what each of them costs; the left factor is always a single row.
</details>

The difference of your two formulas is what is saved: all of the common part, once. From the input there would be nothing to share. There the first product for $W_1$ begins with
$\partial z_1/\partial W_1$, the one for $b_1$ with $\partial z_1/\partial b_1$, and no product of the one is a part of the other.

Two parameters save one common part. What about a deep network? Let there be $n$ layers of $d$ numbers, so that all Jacobians between them are $d \times d$, and let every layer have parameters. So
we need $\partial\ell/\partial z_i$ for every $i$:
"""


# %% grade_id="deep-code"
def all_alone(n, d):
    last, J = torch.randn(1, d), torch.randn(d, d)
    gradients = []
    for steps in range(n):  # from the loss to every layer, each time anew
        upstream = last
        for _ in range(steps):
            upstream = upstream @ J
        gradients.append(upstream)
    return gradients


def all_shared(n, d):
    last, J = torch.randn(1, d), torch.randn(d, d)
    gradients = [last]
    for _ in range(n - 1):  # one step further from the one before
        gradients.append(gradients[-1] @ J)
    return gradients


# %% [markdown]
r"""
**Exercise 5b.** How many multiplications do they take, in big-O notation, as formulas in `n` and `d`?
"""

# %% grade_id="deep"
deep = {  # formulas in quotes, such as "O(n^3 d)"
    "all_alone": "n^2 d^2",  ### SOLUTION
    "all_shared": "n d^2",  ### SOLUTION
}

# %% grade_id="deep-check" points=2 title="5b Sharing in a deep network"
check_costs(
    deep,
    multiplications_of(all_alone=all_alone, all_shared=all_shared),
    of="n d",
)

# %% [markdown]
r"""
<details name="deep"><summary>Hint: how many steps?</summary>

A step is one row of $d$ times a $d \times d$ Jacobian. With $n = 4$ layers, `all_alone` takes $0 + 1 + 2 + 3$ steps. How many does it take with 8? How many does
`all_shared` take?
</details>
"""

# %% grade_id="deep-table"
print("layers   each alone      shared    ratio")
for layers in [2, 4, 8, 16, 32, 64]:
    alone = multiplications(lambda: all_alone(layers, 10))
    once = multiplications(lambda: all_shared(layers, 10))
    print(f"{layers:6} {alone:12,} {once:11,} {alone / once:8.1f}")

# %% [markdown]
r"""
The deeper the network, the more is saved. **This is what backpropagation is**: the chain rule, from the loss, with every upstream gradient computed once, and kept in `node.gradient` for all that need it. In homework 2 an engine
that went once along every *path* was too slow on deep graphs, for the same reason.

One thing is different in real code. Neither PyTorch nor your engine ever writes a Jacobian down. The one of $\sigma$ would be a diagonal matrix, the one of $z_1$ with respect to $W_1$ mostly zeros. `backward` of a node
computes the product of the upstream gradient with the Jacobian, and nothing else: the *vector-Jacobian product*.

## What to remember

- A backward pass costs a constant factor more than a forward pass, however many parameters there are. The counts in exercise 1 tell you which: compare the first terms of `T_forward` and `T_backward`.
- It pays for that with memory: everything it will need is kept from the forward pass.
- Need no gradients? Say so, with `torch.no_grad()`. Need only some? `requires_grad=False` helps for the layers before the first one that is trained. Out of memory? Take smaller batches and accumulate, or use
  checkpoints.
- From the loss, because there is one loss and there are many parameters; and each upstream gradient only once.
"""
