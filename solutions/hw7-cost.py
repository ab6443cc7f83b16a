# %% [markdown]
r"""
# Homework 7: what backpropagation costs

How long does a backward pass take, and how much memory does it need? You work out formulas with a pencil, and compare them with
counts from real networks in PyTorch. At the end you see why a gradient is computed from the loss towards the input,
not the other way round.

**Afterwards you can**

- estimate time and memory of a forward and a backward pass, for any sizes of a network;
- say what `no_grad`, `requires_grad=False`, smaller batches and checkpoints save, and what they do not;
- say when reverse mode is cheaper than forward mode, and why each upstream gradient is computed once.

**You need** the gradients of a matrix product (homework 4), and big-O notation. **Time:** about an hour and a half.

| section | you make | points |
|---|---|---|
| 1 | four formulas for time | {points} |
| 2 | four formulas for memory | {points} |
| 3 | two formulas for training only the last layer; a prediction | {points} |
| 4 | the cost of a chain of matrices, in one order and in the other | {points} |
| 5 | what is saved by computing things once | {points} |

Only one plot uses a clock. Everything else, operations and numbers in memory, is *counted*, so you get the same counts on any machine. Stuck? Unfold the hints below the check, or run your cell with `hint()` as its last line.

**Notation**

| | |
|---|---|
| $n$ | the number of examples in a batch |
| $d$ | the number of values that each example has, the same in every layer |
| $m$ | the number of layers |
| $\varphi$ | the activation, applied to each entry, here $\tanh$ |
| $T$, $M$ | time in scalar operations; memory in numbers |
| $\partial z/\partial x$ | a Jacobian: a row for each output, a column for each input (numerator layout) |
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import check_costs, last_layer_of, memory_of, multiplications_of, operations_of
from course import check_choices, multiplications, plot_memory, show_exponents

import time

import torch
from matplotlib import pyplot as plt
from torch.utils.checkpoint import checkpoint

torch.set_num_threads(1)  # these matrices are small: more threads would only wait for each other

# %% [markdown]
r"""
## Warm-up

A forward pass through a network, as in homework 5, with fresh numbers each time (`lam` is its $\lambda$, the factor of the penalty). This is not graded.
"""

# %% grade_id="warm-up" shows=true
from course import practice

practice("networks by hand")

# %% [markdown]
r"""
## 1. Time

Here is a deep network, drawn with only two layers. In general there are $m$ of them:
"""

# %% grade_id="network-graph" shows=true
x1, W1, W2 = Leaf(0.0, "x1"), Leaf(0.0, "W1"), Leaf(0.0, "W2")
z1 = Sketch("Matmul", x1, W1, name="z1")
x2 = Sketch("φ", z1, name="x2")
z2 = Sketch("Matmul", x2, W2, name="z2")
x3 = Sketch("φ", z2, name="x3")
draw(
    Sketch("f", x3, name="L"),
    "A network of two layers and its loss. The batch x1 comes in on the left.",
)

# %% [markdown]
r"""
- A **batch** has $n$ examples, each a row of $d$ numbers: $x_i$ is an $n \times d$ matrix, and so is $z_i = x_i W_i$.
- A **weight** $W_i$ is here a whole matrix, $d \times d$. There are $m$ of them.
- $\varphi$ works entry by entry, $x_{i+1} = \varphi(z_i)$, and $f$ turns the last $x$ into a single number: the loss $L$.

In code:
"""


# %% grade_id="network"
def network(x, weights):
    for W in weights:
        x = torch.tanh(x @ W)
    return x.square().mean()


# %% [markdown]
r"""
**One layer, counted.** Each of the $nd$ entries of $z_i = x_i W_i$ is a sum of $d$ products, so a matrix product of these shapes takes

$$T_{\text{mm}} = O(n d^2)$$

scalar operations: the rows times the columns of the result, times the length of the sums. A $d \times n$ matrix times an $n \times d$ one takes just as many, and so does an $n \times d$ matrix times a transposed $W_i$. A node that works entry by entry takes
one or a few operations for each entry, forward or backward: $T_\varphi = O(nd)$.

In **big-O**, leave out constant factors, and any term that is *never* larger than another one, up to a constant factor. Do not
assume which of $m$, $n$ and $d$ is the largest. For instance, $3 m^2 n + m n + 5 m d$ is $O(m^2 n + m d)$: the middle term never matters, but either
of the others can be by far the larger.

**Exercise 1.** How many scalar operations does each of these take? Write formulas in `m`, `n` and `d`, in quotes. `"O(m^2 n + m d)"`, `"m*(m*n + d)"` and `"m²n + md"` are all
understood, and mean the same. In place of $T_{\text{mm}}$, write `n d^2`.

- `T_run`: the network in inference, from $x_1$ to $L$, when no gradients will be needed.
- `T_forward`: the forward pass when gradients will be needed. Does it differ?
- `T_backward`: the backward pass that gives the gradients $\partial L / \partial W_i$ of all $m$ weights.
- `T_backward_W1`: the backward pass that gives only $\partial L / \partial W_1$.

The check runs the network with many values of $m$, $n$ and $d$, and counts what PyTorch does. The first time, this takes a few seconds.
"""

# %% grade_id="times"
times = {  # formulas in quotes, such as "O(m^2 n)"
    "T_run": "m*n*d**2",  ### SOLUTION
    "T_forward": "m*n*d**2",  ### SOLUTION
    "T_backward": "m*n*d**2",  ### SOLUTION
    "T_backward_W1": "m*n*d**2",  ### SOLUTION
}

# %% grade_id="times-check" points=8 title="1 Time"
check_costs(times, operations_of(network), of="m n d")

# %% [markdown]
r"""
<details name="times"><summary>Hint: what happens in one layer?</summary>

Forward, a layer is one matrix product and one $\varphi$. Which of the two takes longer? And how many layers are there?
</details>

<details name="times"><summary>Hint: backward through one layer</summary>

At $z_i = x_i W_i$ the upstream gradient is an $n \times d$ matrix $G$. In homework 4 you found the two downstream gradients of a matrix product: $x_i^\top G$ for $W_i$,
and $G W_i^\top$ for $x_i$. What does each of them cost?
</details>

<details name="times"><summary>Hint: only the first weight</summary>

$W_1$ is at the far end from the loss. Which of the two downstream gradients does a layer in between still have to compute, so that
anything arrives at layer 1?
</details>

If a check says that your formula grows too slowly or too fast *when only d grows*, think of doubling $d$ and nothing else. What does that do to the
real cost, and to your formula?

## 2. Memory

Just holding the weights takes $M_{\text{net}} = O(m d^2)$ numbers. Count what a computation needs
**on top of that**. Gradients count, since they are new.

Inference and training differ in what may be thrown away. In inference, $z_i$ can go as soon as $x_{i+1}$ is there. If gradients will be needed, the *saved activations* have to stay: of each layer, what the backward pass will use.
For $x_i^\top G$ that is $x_i$, and for the derivative of $\varphi$ it is $z_i$ or $x_{i+1}$, one of the two.

**Exercise 2.** How many numbers have to be in memory, besides the weights? If either of two terms can be
the larger one, keep both, as in $O(m^2 n + m d)$ above.

- `M_run`: to run the network in inference.
- `M_forward`: to run the forward pass and keep what a backward pass will need. The backward pass itself is not run.
- `M_backward`: to run the forward and the backward pass, and have the gradients of all $m$ weights at the end.
- `M_backward_W1`: to run both passes, and have the gradient of $W_1$ only.

Saved matrices and gradients are never all in memory at once: each saved matrix is freed after its use. For big-O that makes no difference, since a sum is at most twice its larger term. You may also write `max(…)` in place of a sum.
"""

# %% grade_id="memory"
space = {  # formulas in quotes, such as "O(m^2 n)"
    "M_run": "n*d",  ### SOLUTION
    "M_forward": "m*n*d",  ### SOLUTION
    "M_backward": "m*n*d + m*d**2",  ### SOLUTION
    "M_backward_W1": "m*n*d + d**2",  ### SOLUTION
}

# %% grade_id="memory-check" points=8 title="2 Memory"
check_costs(space, memory_of(network), of="m n d")

# %% [markdown]
r"""
<details name="space"><summary>Hint: what is where, and how large?</summary>

Make a table with three columns: what it is, how many numbers that is, how many of its kind are in memory at the same time. Rows: the $x_i$ and
$z_i$, and the gradients of the weights.
</details>

<details name="space"><summary>Hint: a smaller example</summary>

A machine adds up $k$ lists of $p$ numbers, entry by entry, one list after the other. It needs only the running sum, a list too: $O(p)$ numbers. If it has to keep all lists for later,
it needs $O(k p)$. If it also makes and keeps a table of $p^2$ numbers from each list, it needs $O(k p + k p^2)$, which is $O(k p^2)$.
</details>

<details name="space"><summary>Hint: only the first weight</summary>

The gradient has to come all the way from the loss to $W_1$, through the derivative of each $\varphi$. So what has to be saved? And
how large is the one gradient that you get?
</details>

### The machine's own answer

The checks above have no stored answers. They ran `network` in PyTorch at small sizes and counted. For time: the operations of each matrix product
(`torch.utils.flop_counter`), and one for each entry of an entry-by-entry operation. For memory: the numbers saved for the backward pass (`saved_tensors_hooks`) and the gradients of the weights; in inference, the most numbers held at one time. Then the checks fitted a polynomial to the counts.
Beside each right answer, the check prints this polynomial (when all are right, unfold the green bar), with the constant factors and smaller terms that big-O leaves out.
The 2 in `2 m n d^2` stands for a multiplication and an addition. The backward pass has about twice as many operations as the forward pass, because each layer has two matrix products there.
The `3 n d` of `M_run` are $x_i$, $z_i$ and $x_{i+1}$, together for a moment. In the other three counts, matrices that live only briefly are not counted. They add a few $nd$, as section 3 shows.

Now larger networks. Each size is doubled twice while the others stay fixed. If a cost is proportional to $d^2$, doubling $d$ makes it four times as
large: the *exponent* of $d$ is 2, and so is the slope on logarithmic axes. The table shows each exponent as counted and by your formula. An exponent near 0 means that the letter does not occur, or that terms without it are much larger.
In the plots, circles are counts, and lines are your formulas, shifted to meet the last circle.

There are three kinds of network: *medium*; *wide layers*, with $d$ much larger than $mn$; *large batches*, with $n$ much larger than $d$. The cell takes a few seconds.
"""

# %% grade_id="exponents" shows=true
show_exponents(network, times, space)

# %% [markdown]
r"""
Compare *wide layers* with *large batches*: one term of `M_backward` shows in the first, the other in the second.
Drop either term, and your line misses the circles in one of the plots.

An exponent such as 0.94 instead of 1 comes from smaller terms: for $m$ layers PyTorch keeps all the $x_i$ from $x_1$ to $x_{m+1}$, which makes $m + 1$ matrices. The exponent 1.03 of $m$ in `T_backward` comes
from a product that the first layer does not need: nobody asks for the gradient of $x_1$.

## 3. Where the memory goes

Exercise 2 shows that training $W_1$ alone still needs all the saved activations. Is that so whichever weight you train?

**Exercise 3a.** Let only the *last* weight $W_m$ be trained, as when an existing network gets a new last layer. PyTorch keeps something only where a gradient will pass. Give, in big-O, the
time of the backward pass, and the memory for both passes together, not counting the weights.
"""

# %% grade_id="last-layer"
last_layer = {  # formulas in quotes, such as "O(m^2 n)"
    "T_backward_last": "n*d**2",  ### SOLUTION
    "M_backward_last": "n*d + d**2",  ### SOLUTION
}

# %% grade_id="last-layer-check" points=2 title="3a The last layer"
check_costs(last_layer, last_layer_of(network), of="m n d")

# %% [markdown]
r"""
<details name="last_layer"><summary>Hint: how far does the gradient have to come?</summary>

In the picture at the top, go back from $L$ to $W_2$, the last weight there. Which nodes do you pass? Does that depend on how many layers are to their left?
</details>

Next, you will run the same network in six ways: without gradients; training all weights, only $W_1$, or only the last; and training all with the batch in 4 parts, or with checkpoints, where only what goes into each *segment* of four layers is kept. After every PyTorch operation (one whole matrix product, one whole tanh) the plot shows how many numbers are in memory, besides the weights and the batch.
The horizontal axis counts operations, large and small alike. The dashed line shows what is left when the run is over.
"""

# %% grade_id="watch-memory-code" shows=true
m, n, d = 12, 512, 32
batch = torch.randn(n, d)


def new_weights(trained):
    return [torch.randn(d, d, requires_grad=i in trained) for i in range(m)]


def forget_gradients(weights):
    for W in weights:
        W.grad = None


def inference():
    with torch.no_grad():
        network(batch, frozen)


def train(weights, parts=1):
    def run():
        forget_gradients(weights)
        for part in batch.chunk(parts):  # the gradients of the parts add up in W.grad
            (network(part, weights) / parts).backward()

    return run


def with_checkpoints(weights, layers=4):
    def segment(x, *weights):
        for W in weights:
            x = torch.tanh(x @ W)
        return x

    def run():  # keep only what goes into each segment; compute the rest again when it is needed
        forget_gradients(weights)
        x = batch
        for i in range(0, m, layers):
            x = checkpoint(segment, x, *weights[i : i + layers], use_reentrant=False)
        x.square().mean().backward()

    return run


frozen = new_weights([])

# %% [markdown]
r"""
**Exercise 3b.** Before you see the plot: which description fits which run? Write its letter, in quotes. Each letter is used once.

- a) low and flat, and nothing is left at the end
- b) a high mountain, and the gradients of all weights are left
- c) a high mountain, and a single gradient is left
- d) low and flat, then a short peak at the end, and a single gradient is left
- e) several small mountains, and the gradients of all weights are left
- f) a lower mountain, but more matrix products on the whole batch than for b, and the gradients of all weights are left
"""

# %% grade_id="fills"
fills = {
    "no_gradients": "a",  ### SOLUTION
    "all_weights": "b",  ### SOLUTION
    "W1_only": "c",  ### SOLUTION
    "last_W_only": "d",  ### SOLUTION
    "in_4_parts": "e",  ### SOLUTION
    "with_checkpoints": "f",  ### SOLUTION
}

# %% grade_id="fills-check" points=3 title="3b What fills the memory"
marks = marks_of(fills)
check_choices(
    fills,
    marks,
    options=["a", "b", "c", "d", "e", "f"],
    clue="How many values are kept at once, for how long, and how many weights are trained?",
)

# %% [markdown]
r"""
<details name="fills"><summary>Hint: two questions</summary>

For each run: through which layers does a gradient have to pass, and what has to be saved there? And which gradients are there at the end?
</details>

<details name="fills"><summary>Hint: W1 only</summary>

$W_1$ is at the far end. The gradient passes every $\varphi$ on its way, and each derivative needs a saved value.
</details>
"""

# %% grade_id="watch-memory" shows=true
plot_memory(
    {
        "no gradients": inference,
        "all weights": train(new_weights(range(m))),
        "W1 only": train(new_weights([0])),
        "last W only": train(new_weights([m - 1])),
        "all, in 4 parts": train(new_weights(range(m)), parts=4),
        "all, with checkpoints": with_checkpoints(new_weights(range(m))),
    }
)

# %% [markdown]
r"""
What you see:

- **no gradients**: low and flat, however deep the network is. Use `torch.no_grad()` when you need no gradients. Otherwise, if any weight requires a gradient, PyTorch keeps values for
  a backward pass that never comes.
- **all weights**: up, by one matrix for each layer, while the forward pass saves; down again, while the backward pass uses up what was saved. The gradients of the weights remain.
- **W1 only**: as high a mountain as for all weights. With `requires_grad=False` for the others, PyTorch does not compute their gradients. But it still has to save the activations, because the gradient has to pass every $\varphi$.
- **last W only**: flat like inference until the last layer, then a short peak: what this layer and the loss save, what their backward passes compute, and the one gradient. `requires_grad=False` saves memory where no gradient has to pass: in the layers *before* the first one that is trained.
- **in 4 parts**: four small mountains instead of a large one, and the same gradients, added up. This too is called *gradient accumulation*, like the sum at a fork. Saved activations grow with $n$; weights and their gradients do not. There are four times as many operations, but each on a quarter of the batch.
- **with checkpoints**: lower, but with more work: the layers are computed a second time, one segment after another. That is the trade-off of *gradient checkpointing*, as in homework 6.

## 4. The order of a chain

Why does everyone go from the loss to the input? Here is a small network,

$$\begin{aligned} z_1 &= x W_1 + b_1 \\ z_2 &= \varphi(z_1) \\ z_3 &= z_2 W_2 + b_2 \\ \ell &= f(z_3) \end{aligned}$$

for one example $x$, with biases $b_1$ and $b_2$ and the loss $\ell$. In this section all values between $x$ and the loss are called $z$: $z_1$ includes the bias, and $z_2$ is an activation. Let $|z_1|$ be the number of entries of $z_1$, and so on. The chain rule says that the gradient with respect to $x$ is a product of four
**Jacobians**:

$$\frac{\partial \ell}{\partial x} =
\underbrace{\frac{\partial \ell}{\partial z_3}}_{1 \times |z_3|}\;
\underbrace{\frac{\partial z_3}{\partial z_2}}_{|z_3| \times |z_2|}\;
\underbrace{\frac{\partial z_2}{\partial z_1}}_{|z_2| \times |z_1|}\;
\underbrace{\frac{\partial z_1}{\partial x}}_{|z_1| \times |x|}$$

Brackets do not change the product, wherever you put them. Do they change the cost? From the loss, each step multiplies the row on the left by the next
Jacobian; from the input, the product starts at the right.
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
**Exercise 4a.** How many *multiplications of two numbers* does each order take? A $p \times q$ matrix times a $q \times r$ one takes $pqr$. This time count exactly, without big-O. Write `z3`, `z2`,
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

For three matrices of shapes $1 \times p$, $p \times q$ and $q \times r$: from the left, $pq$ multiplications give a row of $q$, and $qr$ more give the result. From the right,
$pqr$ give a $p \times r$ matrix, and $pr$ more give the result.
</details>

In one of your formulas $|x|$ is in every term, in the other in only one. Let the input grow and see what that does, with multiplications counted, and with a clock:
"""


# %% grade_id="clock" shows=true
def seconds(run):
    run()  # the first time is slow
    durations = []
    for _ in range(20):
        start = time.perf_counter()
        run()
        durations.append(time.perf_counter() - start)
    return min(durations)


# %% grade_id="orders-plot" shows=true
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
The ratio of multiplications starts at 1, where the input is a single number. It rises with $|x|$. It begins to level off where the last product of `from_the_loss`, with its $|z_1||x|$ multiplications, costs as much as its other two products together. The ratio of times
rises too, but less evenly: time also depends on memory, and on how well a product uses the processor. If a single point is far off, run the cell again.

Your `backward_algorithm` goes from the loss: this is **reverse mode**. Going from the input is **forward mode**.

**Exercise 4b.** Is it always cheaper from the loss? Let the network end in an output $y$ of $|y|$ numbers instead of a single loss. Then the leftmost Jacobian, `J4`, is $|y| \times |z_3|$. Count again, with `y`, `z3`,
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

Only `J4`, the leftmost Jacobian, has become taller. Which of the products in between contain it, in each of the two orders?
</details>
"""

# %% grade_id="outputs-plot" shows=true
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
Above the grey line it is cheaper from the output, below it from the input. With these layers the curves meet it where there are as many outputs as inputs. Training has one output, the loss, and
millions of inputs, the weights. So training goes backward. (If the layers differ a lot in size, the cheapest order may start in the middle. Finding it is a
classic problem, *matrix chain multiplication*.)

## 5. Computing things once

We want the gradients of the weights. On the way to $W_1$ and $b_1$, the chain is the same for both until $z_1$:

$$\frac{\partial \ell}{\partial W_1} = \frac{\partial \ell}{\partial z_3} \frac{\partial z_3}{\partial z_2} \frac{\partial z_2}{\partial z_1} \frac{\partial z_1}{\partial W_1}
\qquad
\frac{\partial \ell}{\partial b_1} = \frac{\partial \ell}{\partial z_3} \frac{\partial z_3}{\partial z_2} \frac{\partial z_2}{\partial z_1} \frac{\partial z_1}{\partial b_1}$$

The gradients of the second layer need only the beginning of that chain:

$$\frac{\partial \ell}{\partial W_2} = \frac{\partial \ell}{\partial z_3} \frac{\partial z_3}{\partial W_2}
\qquad
\frac{\partial \ell}{\partial b_2} = \frac{\partial \ell}{\partial z_3} \frac{\partial z_3}{\partial b_2} = \frac{\partial \ell}{\partial z_3}$$

Here is the code for $W_1$ and $b_1$, first each alone, then with the shared part computed only once. (Python's `@` goes from left to right: both start from the loss.)
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
**Exercise 5a.** How many multiplications does each take, exactly? Write `w1` and `b1` for $|W_1|$ and $|b_1|$, the numbers of entries: here $\partial z_1 / \partial W_1$ is a $|z_1| \times |W_1|$ matrix.
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

The difference between your formulas is the cost of the common part, which `shared` computes only once. From the input there is nothing to share: one chain begins with
$\partial z_1/\partial W_1$, the other with $\partial z_1/\partial b_1$, and they have no product in common.

Two parameters share one common part. What about a deep network? Let there be $m$ layers of $d$ numbers, so that all Jacobians between them are $d \times d$, and let every layer have parameters. Then we need $\partial\ell/\partial z_i$ for every $i$:
"""


# %% grade_id="deep-code"
def all_alone(m, d):
    last, J = torch.randn(1, d), torch.randn(d, d)
    gradients = []
    for steps in range(m):  # from the loss to every layer, each time anew
        upstream = last
        for _ in range(steps):
            upstream = upstream @ J
        gradients.append(upstream)
    return gradients


def all_shared(m, d):
    last, J = torch.randn(1, d), torch.randn(d, d)
    gradients = [last]
    for _ in range(m - 1):  # one step further from the one before
        gradients.append(gradients[-1] @ J)
    return gradients


# %% [markdown]
r"""
**Exercise 5b.** How many multiplications do `all_alone` and `all_shared` take, in big-O notation, as formulas in `m` and `d`?
"""

# %% grade_id="deep"
deep = {  # formulas in quotes, such as "O(m^3 d)"
    "all_alone": "m^2 d^2",  ### SOLUTION
    "all_shared": "m d^2",  ### SOLUTION
}

# %% grade_id="deep-check" points=2 title="5b Sharing in a deep network"
check_costs(
    deep,
    multiplications_of(all_alone=all_alone, all_shared=all_shared),
    of="m d",
)

# %% [markdown]
r"""
<details name="deep"><summary>Hint: how many steps?</summary>

A step is one row of $d$ times a $d \times d$ Jacobian. With $m = 4$ layers, `all_alone` takes $0 + 1 + 2 + 3$ steps. How many does it take with 8? How many does
`all_shared` take?
</details>
"""

# %% grade_id="deep-table" shows=true
print("layers   each alone      shared    ratio")
for layers in [2, 4, 8, 16, 32, 64]:
    alone = multiplications(lambda: all_alone(layers, 10))
    once = multiplications(lambda: all_shared(layers, 10))
    print(f"{layers:6} {alone:12,} {once:11,} {alone / once:8.1f}")

# %% [markdown]
r"""
The deeper the network, the more is saved. **This is what backpropagation is**: the chain rule, from the loss, with every upstream gradient computed once and kept in `node.gradient`. With forks, even more is saved: in a chain of ten nodes $b = a + a$, an engine that passes each share on separately, as in homework 2, delivers $2^{10}$ shares to the input.

One thing is different in real code. Neither PyTorch nor your engine ever writes a Jacobian down. That of $\varphi$ would be a diagonal matrix, that of $z_1$ with respect to $W_1$ mostly zeros. A node's `backward`
computes only the product of the upstream gradient with the Jacobian, the *vector-Jacobian product*.

## What to remember

- A backward pass costs only a constant factor more than a forward pass, however many parameters there are. How large is it? The check of exercise 1 prints a polynomial for `T_forward` and one for `T_backward` (unfold its green bar): compare their first terms.
- The price is memory: everything the backward pass will need is kept.
- If you need no gradients, say so, with `torch.no_grad()`. If you need only some, set `requires_grad=False` for the other weights: then the layers before the first one that is trained save no activations. If you run out of memory, take smaller batches and accumulate, or use
  checkpoints.
- Go from the loss, because there is one loss and there are many parameters, and compute each upstream gradient only once.

**Read more.** A. Griewank, [*On automatic differentiation and algorithmic linearization*](https://doi.org/10.1590/0101-7438.2014.034.03.0621), 2014, on forward and reverse mode.
PyTorch: [`torch.utils.checkpoint`](https://docs.pytorch.org/docs/stable/checkpoint.html), and [*Autograd mechanics*](https://docs.pytorch.org/docs/stable/notes/autograd.html), section *Locally disabling gradient computation*.
The eight formulas of sections 1 and 2 are exercise 2.3 of *Homework 1.2* of CS 7150 (Northeastern University), where $n$ and $m$ are called $b$ and $n$, and examples are columns. Sections 4 and 5 work out an argument of [S. Desai](https://shreydesai.github.io), *Backpropagation*, 2018.
"""
