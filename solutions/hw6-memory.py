# %% [markdown]
r"""
# Homework 6: what the backward pass remembers

When training runs out of memory, the reason is usually what the nodes keep for `backward`. How little is enough? At the end, your nodes train
a network that reads digits.

**Afterwards you can**

- write the vector-Jacobian products of ReLU, sigmoid, softmax and max-pooling, and say what each keeps;
- say when a tensor may be changed in place;
- stop gradients from flowing where they should not;
- trade computation for memory with checkpoints.

**You need** homeworks 3 to 5, but no engine. **Time:** about three hours.

| section | you make | points |
|---|---|---|
| 1 | `Relu` | {points} |
| 2 | `Sigmoid` | {points} |
| 3 | `Softmax` | {points} |
| 4 | `MaxPool` | {points} |
| 5 | values changed in place | {points} |
| 6 | `Detach`, and its uses | {points} |
| 7 | gradients of gradients | {points} |
| 8 | `Checkpoint` | {points} |
| 9 | how many checkpoints? | {points} |
| 10 | four questions | {points} |
| 11 | a network that reads digits | |

Stuck? Unfold the hints below the check, or run your cell with `hint()` as its last line. Each part is graded on its own.

**Notation.** $G$ is the upstream gradient of a node, and $L$ the loss. The node's **Jacobian** is the matrix of all $\partial y_i/\partial x_j$, with a row for each output $y_i$ (numerator layout).
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import Chain, Plain, Shift, Sine, check_choices, check_kept, check_tradeoff, variant
from course import refused_by_pytorch, show_kept, show_tradeoff

import torch
from matplotlib import pyplot as plt

# %% [markdown]
r"""
## Warm-up

Gradients of a matrix product, with fresh numbers each time. This is not graded.
"""

# %% grade_id="warm-up" shows=true
from course import practice

practice("matrices by hand")

# %% [markdown]
r"""
## What a node keeps

A node computes its value from its inputs, and turns its upstream gradient into downstream gradients, one for each input. The second step is a *vector-Jacobian product*: the upstream gradient, as a row,
times the Jacobian, which is never written down. What does this step need from the first?
"""

# %% grade_id="show-nodes" shows=true
show_source(Exp)
show_source(Negate)

# %% [markdown]
r"""
`Exp` uses its output in `backward`, so the output has to stay; `Negate` uses nothing. `show_kept` measures this: it overwrites a node's input or output with `nan` before `backward`, and checks whether the gradient changes.
It adds up the bytes of what is needed, and of all tensors that the node has set aside.
"""

# %% grade_id="show-kept" shows=true
x = torch.tensor(
    [[0.5, -1.0, 2.0, 1.5], [-0.3, 0.7, 1.0, -2.0], [3.0, -0.1, 0.2, 0.4]], dtype=torch.float64
)
show_kept(Exp, x)
show_kept(Negate, x)
show_kept(lambda x: IntPow(x, 3), x)

# %% [markdown]
r"""
An entry takes 4 **bytes** in a `float32` tensor, 8 in `float64` (as here and in the checks) or `int64`, and 1 in `bool`.

## 1. ReLU: a mask

The rectified linear unit is $y = \max(x, 0)$ for each entry. Where $x > 0$ the gradient passes unchanged; elsewhere it is 0.
(At $x = 0$ there is no derivative; we take 0, as PyTorch does.)

**Exercise 1.** (Checks 1a and 1b.) Write `Relu`. In `forward` you may set something aside for `backward`, as `self.mask = ...`: **one byte for each entry is enough**.
(`A.clamp(min=0)` is $\max(A, 0)$, entry by entry. `A > 0` is a tensor of type `bool`; multiplied by numbers, `True` counts as 1.)
"""


# %% grade_id="relu"
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


# %% grade_id="relu-check" points=2 title="1a Relu"
values = torch.tensor([[0.5, -1.0, 2.0, 0.0], [-0.3, 0.7, 1.5, -2.0], [3.0, -0.1, 0.2, 0.4]])
check_node(Relu, values)
check_node(Relu, torch.tensor([[9.0, -9.0]]))

# %% grade_id="relu-kept-check" points=1 title="1b What Relu keeps"
values = torch.tensor([[0.5, -1.0, 2.0, 1.0], [-0.3, 0.7, 1.5, -2.0], [3.0, -0.1, 0.2, 0.4]])
check_kept(Relu, values, at_most=12, without=["input", "output"])

# %% [markdown]
r"""
<details name="Relu"><summary>Hint: one entry at a time</summary>

If $x = 2$ moves by $h$, by how much does $\max(x, 0)$ move? And if $x = -2$? So what is the upstream gradient multiplied by?
</details>

## 2. Sigmoid: the output, and saturation

The sigmoid, $s = \sigma(z) = \frac{1}{1 + e^{-z}}$, turns every number into a number between 0 and 1. Its derivative is $\frac{e^{-z}}{(1 + e^{-z})^2}$.

**Exercise 2a.** (Checks 2a and 2b.) Write `Sigmoid` so that **`backward` does not need the input**: write the derivative in terms of $s$ alone. What is $1 - s$? (The node may keep one number for each entry.)
"""


# %% grade_id="sigmoid"
class Sigmoid(ComputationNode):
    """1 / (1 + exp(-z)) for every entry z of one input."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = 1 / (1 + (-self.input(0)).exp())
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        s = self.output()
        return [self.gradient * s * (1 - s)]
        ### END SOLUTION


# %% grade_id="sigmoid-check" points=2 title="2a Sigmoid"
check_node(Sigmoid, torch.tensor([[0.5, -1.0, 2.0], [-0.3, 0.7, 1.5]]))
check_node(Sigmoid, torch.tensor([[800.0, -800.0]]))  # where exp(z) is too large for a computer

# %% grade_id="sigmoid-kept-check" points=1 title="2b What Sigmoid keeps"
values = torch.tensor([[0.5, -1.0, 2.0, 1.0], [-0.3, 0.7, 1.5, -2.0], [3.0, -0.1, 0.2, 0.4]])
check_kept(Sigmoid, values, at_most=96, without=["input"])

# %% [markdown]
r"""
<details name="Sigmoid"><summary>Hint: the derivative in two factors</summary>

$\frac{e^{-z}}{(1 + e^{-z})^2} = \frac{1}{1 + e^{-z}} \cdot \frac{e^{-z}}{1 + e^{-z}}$. The first factor is $s$ (in your code, `self.output()`). What do the two factors add up to? So what is the second one?
</details>

The sigmoid and its derivative:
"""

# %% grade_id="saturation" shows=true
places = torch.linspace(-10, 10, 200)
heights = places.sigmoid()
figure, (curves, vanishing) = plt.subplots(1, 2, figsize=(10, 2.8), layout="constrained")
curves.plot(places, heights, label="sigmoid")
curves.plot(places, heights * (1 - heights), label="its derivative")
curves.set_xlabel("z")
curves.legend()

value, gradient, left_over = torch.tensor(1.0), 1.0, []
for _ in range(12):
    value = value.sigmoid()
    gradient = gradient * value * (1 - value)
    left_over.append(float(gradient))
vanishing.semilogy(range(1, 13), left_over, "o-")
vanishing.set(xlabel="sigmoids in a row", title="what is left of a gradient of 1")
plt.show()

# %% [markdown]
r"""
Where $|z|$ is large, the curve is flat, and the upstream gradient is multiplied by nearly 0: the unit is **saturated** and hardly learns. On the right, a gradient passes through several sigmoids in a row, the first of them at $z = 1$.

**Exercise 2c.** Fill in numbers, or formulas in quotes, such as `"2 * s + 1"`.

- `slope`: the derivative of $\sigma$ with respect to $z$, as a formula in `s` alone.
- `steepest`: its largest value.
- `ten_layers`: a gradient passes through ten sigmoids. From `steepest` alone, what is the smallest upper bound on the factor by which they multiply it?
"""

# %% grade_id="slopes"
slopes = {
    "slope": "s (1 - s)",  ### SOLUTION
    "steepest": "1/4",  ### SOLUTION
    "ten_layers": "(1/4)^10",  ### SOLUTION
}

# %% grade_id="slopes-check" points=3 title="2c Saturation"
places = torch.linspace(-5, 5, 1001, dtype=torch.float64, requires_grad=True)
(found,) = torch.autograd.grad(places.sigmoid().sum(), places)
most = float(found.max())


def right_at(z):
    z = torch.tensor(z, dtype=torch.float64, requires_grad=True)
    s = z.sigmoid()
    s.backward()
    return {"slope": float(z.grad), "steepest": most, "ten_layers": most**10}, {"s": s.item()}


clues = {
    "slope": "It is what backward of Sigmoid multiplies the upstream gradient by.",
    "steepest": "Which s belongs to z = 0, where the curve is steepest? Put that into the slope.",
    "ten_layers": "Along a path, local gradients are multiplied. How many are there, and how large is each at most?",
}
check_formulas(
    slopes,
    right_at,
    {"z": -1.0},
    formulas={"slope": "s"},
    clues=clues,
)

# %% [markdown]
r"""
<details name="slopes"><summary>Hint: where is it steepest?</summary>

Look at the plot. What is $s$ there? And local gradients along a path are multiplied.
</details>

## 3. Softmax: every output depends on every input

Softmax turns a row of $q$ numbers into probabilities,

$$p_i = \frac{e^{z_i}}{\sum_r e^{z_r}}$$

Each $z_j$ is in every denominator, so the derivatives are

$$\frac{\partial p_i}{\partial z_i} = p_i (1 - p_i) \qquad\qquad \frac{\partial p_i}{\partial z_j} = -p_i\, p_j \quad (j \ne i)$$

So $z_j$ is a fork with a branch to every output, and with $G_i = \partial L / \partial p_i$

$$\frac{\partial L}{\partial z_j} = \sum_i G_i \frac{\partial p_i}{\partial z_j}$$

**Exercise 3a.** Let $p = (0.5,\ 0.3,\ 0.2)$, and count from 1.

- `dz1`, `dz2`, `dz3`: the gradients of the three inputs if $G = (2,\ 0,\ -1)$.
- `same`: the gradient of $z_1$ if $G = (1,\ 1,\ 1)$.
- `entries`: the number of entries of the Jacobian, a formula in `q`, in quotes.
"""

# %% grade_id="own-softmax" variants=true
from course import show_variant

show_variant("softmax", "exercise 3a")

# %% grade_id="softmax-by-hand"
softmax_by_hand = {
    "dz1": 0.6,  ### SOLUTION
    "dz2": -0.24,  ### SOLUTION
    "dz3": -0.36,  ### SOLUTION
    "same": 0,  ### SOLUTION
    "entries": "q^2",  ### SOLUTION
}

# %% grade_id="softmax-by-hand-check" points=2 title="3a Softmax by hand"
logits = torch.tensor([0.5, 0.3, 0.2], dtype=torch.float64).log().requires_grad_()
probabilities = logits.softmax(0)
upstream = torch.tensor([2.0, 0.0, -1.0], dtype=torch.float64)
(found,) = torch.autograd.grad(probabilities @ upstream, logits, retain_graph=True)
(ones,) = torch.autograd.grad(probabilities.sum(), logits)
right = dict(zip(("dz1", "dz2", "dz3"), found.tolist())) | {"same": round(float(ones[0]), 9)}


def right_for(q):
    return right | {"entries": torch.empty(q, q).numel()}, {"q": q}


clue = "Three shares add up, one for each p. And the gradients of all three z add up to 0."
clues = dict.fromkeys(["dz1", "dz2", "dz3"], clue)
clues["same"] = "L moves exactly as the sum of all p does. By how much can that sum move?"
clues["entries"] = "It has a row for each output and a column for each input."
check_formulas(
    softmax_by_hand,
    variant("softmax", right_for),
    {"q": 50},
    formulas={"entries": "q"},
    clues=clues,
)

# %% [markdown]
r"""
<details name="softmax_by_hand"><summary>Hint: three shares</summary>

For $z_1$: the share through $p_1$ is $G_1\, p_1 (1 - p_1)$, the one through $p_2$ is $G_2 \cdot (-p_2\, p_1)$, and there is one more.
</details>

<details name="softmax_by_hand"><summary>Hint: all the same</summary>

If all of $G$ is 1, then $L$ moves exactly as the sum of all probabilities does. By how much can this sum move?
</details>

For a choice among $q = 50{,}000$ words, the Jacobian of a single row would take 10 GB in `float32`. Nobody needs it: put the derivatives into the sum and tidy up:

$$\frac{\partial L}{\partial z_j} = p_j \left( G_j - \sum_i G_i\, p_i \right)$$

**Exercise 3b.** (Checks 3b and 3c.) Write `Softmax` for a matrix: each *row* becomes probabilities of its own. **`backward` does not need the input**: one number for each entry is enough.
`A.sum(dim=1, keepdim=True)` is the column of row sums, which can be subtracted from a matrix or multiplied by it.
"""


# %% grade_id="softmax"
class Softmax(ComputationNode):
    """Each row of one input, a matrix, as probabilities: exp(z) over the row's sum of exp(z)."""

    def forward(self):
        ### BEGIN SOLUTION
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        p, upstream = self.output(), self.gradient
        mean = (upstream * p).sum(dim=1, keepdim=True)
        return [p * (upstream - mean)]
        ### END SOLUTION


# %% grade_id="softmax-check" points=3 title="3b Softmax"
check_node(Softmax, torch.tensor([[0.5, -1.0, 2.0], [0.3, 0.7, -0.5]]))
check_node(Softmax, torch.tensor([[1.2, -0.4], [0.1, 0.9], [-1.5, 0.3]]))

# %% grade_id="softmax-kept-check" points=1 title="3c What Softmax keeps"
values = torch.tensor([[0.5, -1.0, 2.0, 1.0], [0.3, 0.7, -0.5, -2.0], [3.0, -0.1, 0.2, 0.4]])
check_kept(Softmax, values, at_most=96, without=["input"])

# %% [markdown]
r"""
<details name="Softmax"><summary>Hint: which axis?</summary>

A row of a matrix runs along `dim=1`. In the forward pass, what should the sum of each row of the result be? Print it.
</details>

<details name="Softmax"><summary>Hint: a test of the gradient</summary>

Moving all entries of a row by the same amount does not change the probabilities. So what must the downstream gradients of a row add up to?
</details>

## 4. Max-pooling: the winner takes it all

Max-pooling cuts each row into **windows** of three neighbours and passes on the largest entry of each: $1, 5, 2 \mid 4, 0, 4$ becomes $5 \mid 4$. Only the winner matters, so it gets the gradient, and `backward` needs one number for each window: *which entry won*, 0, 1 or 2.
In a **tie**, such as $4, 0, 4$, there is no derivative. As in PyTorch's max-pooling, **the first one gets the whole gradient**.

**Exercise 4.** (Checks 4a and 4b.) Write `MaxPool` for a matrix with any number of rows and windows. **`backward` may use the shapes of input and output, not their values**; 8 bytes for each
window are enough. (Shapes are not counted. Do not store one as `self.shape`, a name that nodes already use.) These may help; `A` is a matrix or its windows:

| | |
|---|---|
| `A.unflatten(1, (-1, 3))` | cuts rows into windows: from shape `(2, 12)` to `(2, 4, 3)` |
| `A.flatten(1)` | the opposite |
| `A.argmax(dim=2, keepdim=True)` | the place of each window's largest entry, the first one in a tie; shape `(2, 4, 1)` |
| `A.gather(2, places)` | the entries at these places |
| `A.scatter(2, places, values)` | a copy of `A`, with these values there |
| `G.new_zeros(*G.shape, 3)` | zeros, in the shape of the windows |
"""


# %% grade_id="max-pool"
class MaxPool(ComputationNode):
    """The largest entry of each window of three neighbours in a row; one input, a matrix."""

    def forward(self):
        ### BEGIN SOLUTION
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        rows, columns = self.gradient.shape
        windows = self.gradient.new_zeros(rows, columns, 3)
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]
        ### END SOLUTION


# %% grade_id="max-pool-check" points=3 title="4a MaxPool"
first = [1.0, 5.0, 2.0, 4.0, 0.5, 4.0, -1.0, -3.0, -2.0, 0.1, 0.2, 0.3]
second = [2.0, 2.0, 2.0, 3.0, 1.0, 1.5, -0.5, 6.0, 6.0, -4.0, -4.0, -5.0]
check_node(MaxPool, torch.tensor([first, second]))
other_shape = [
    [3.0, 1.0, 2.0, 0.5, 0.7, 0.6],
    [1.0, 1.5, 4.0, 2.0, 2.0, -1.0],
    [-2, -1, -3, 6, 5, 4],
]
check_node(MaxPool, torch.tensor(other_shape))
check_node(MaxPool, torch.tensor([[0.5, 2.0, 1.0]]))

# %% grade_id="max-pool-kept-check" points=1 title="4b What MaxPool keeps"
first = [1.0, 5.0, 2.0, 4.0, 0.5, 3.0, -1.0, -3.0, -2.0, 0.1, 0.2, 0.3]
second = [2.5, 2.0, 1.0, 3.0, 1.0, 1.5, -0.5, 6.0, 7.0, -4.5, -4.0, -5.0]
check_kept(MaxPool, torch.tensor([first, second]), at_most=64, without=["input", "output"])

# %% [markdown]
r"""
<details name="MaxPool"><summary>Hint: forward</summary>

Cut into windows, find the winners' places, and take the entries there. `gather` leaves an axis of length 1, which has to go: `squeeze(2)` removes it.
</details>

<details name="MaxPool"><summary>Hint: backward</summary>

By hand first: where do 10 and 20 go in $1, 5, 2 \mid 4, 0, 4$? In code, put the upstream gradient in the winners' places of a tensor of zeros. `scatter` wants as many axes as the places have: `G.unsqueeze(2)` adds one. Then
undo the cutting.
</details>

<details name="MaxPool"><summary>Hint: ties</summary>

Did you compare the entries with the largest one, `==`? In a tie that is true more than once. `argmax` decides.
</details>

What does PyTorch keep? Through `saved_tensors_hooks`, the next cell sees every tensor that PyTorch sets aside:
"""

# %% grade_id="pytorch-keeps" shows=true
from course import kept_by_pytorch

functions = {
    "x + 1": lambda x: x + 1,
    "x.exp()": torch.exp,
    "x.sin()": torch.sin,
    "x.relu()": torch.relu,
    "x.sigmoid()": torch.sigmoid,
    "x.softmax(1)": lambda x: x.softmax(1),
    "max_pool1d(x, 3)": lambda x: torch.nn.functional.max_pool1d(x, 3),
    "x.unflatten(1, (-1, 3)).max(2)": lambda x: x.unflatten(1, (-1, 3)).max(2).values,
}
for name, function in functions.items():
    print(f"{name.ljust(30)} keeps {kept_by_pytorch(function)}")

# %% [markdown]
r"""
`relu` keeps its output and not a mask: the next layer often keeps that tensor anyway, so it costs no more memory. `max_pool1d` keeps its input and the winners' places. The places alone would do, as `max` and your node show.

## 5. Changed behind a node's back

Operations whose names end in `_` work *in place*: they overwrite a tensor, to save memory. Here that happens to the result of `Exp`, before the backward pass.
"""

# %% grade_id="in-place-exp" shows=true
x = Leaf(torch.tensor([0.0, 1.0]), "x")
y = Exp(x)
x.forward(), y.forward()
y.gradient = torch.ones(2)
print("downstream gradient:           ", y.backward()[0])
y.result.mul_(10)
print("after the result was multiplied:", y.backward()[0])

# %% [markdown]
r"""
No error, only ten times the gradient. In PyTorch, each tensor has a *version*, which counts its changes in place. If the version of a kept tensor has risen, PyTorch refuses to run the backward pass.
"""

# %% grade_id="in-place-pytorch" shows=true
x = torch.tensor([0.0, 1.0], requires_grad=True)
y = x.exp()
print("version", y._version)
y.mul_(10)
print("version", y._version)
try:
    y.sum().backward()
except RuntimeError as error:
    print("RuntimeError:", error)

# %% [markdown]
r"""
**Exercise 5a.** A `Sigmoid` that uses its output in `backward` is run at $z = 0$. All upstream gradients are 1.

- `right`: the downstream gradient, a number.
- `changed`: the downstream gradient if 1 has been added to the result in place.
- `masked`: the downstream gradient of a `Relu` that keeps a mask, at $x = 3$, if its result has been set to 0 in place.
"""

# %% grade_id="in-place-numbers"
in_place_numbers = {
    "right": 0.25,  ### SOLUTION
    "changed": -0.75,  ### SOLUTION
    "masked": 1,  ### SOLUTION
}

# %% grade_id="in-place-numbers-check" points=3 title="5a Changed in place"
upstream, half = torch.tensor(1.0), torch.tensor(0.0).sigmoid()
three = torch.tensor(3.0, requires_grad=True)
right = {
    "right": float(torch.ops.aten.sigmoid_backward(upstream, half)),
    "changed": float(torch.ops.aten.sigmoid_backward(upstream, half + 1)),
    "masked": float(torch.autograd.grad(three.relu(), three)[0]),
}
clues = {
    "right": "What is asked for is s (1 - s), with s = σ(0).",
    "changed": "The result is 1.5 now. Put that into s (1 - s).",
    "masked": "What does backward read, and what is in there by then?",
}
check_blanks(in_place_numbers, right, clues=clues)

# %% [markdown]
r"""
<details name="in_place_numbers"><summary>Hint: what does backward read?</summary>

Put the numbers into your `backward`. Besides the upstream gradient, it reads one tensor: what does that tensor hold *now*? For the sigmoid, that tensor is the result. Which one is it for the ReLU, and has it been changed?
</details>

**Exercise 5b.** In which of these seven programs does PyTorch refuse the backward pass? Write `"error"` or `"fine"`. The list printed in section 4 says what each operation keeps. Also, `x * 3`
and `x + 3` keep neither input nor output, and `x**2` keeps its input.
"""


# %% grade_id="programs"
def exp_changed(x):
    return x.exp().add_(1)


def sin_changed(x):
    return x.sin().add_(1)


def sum_changed(x):
    return (x + 3).mul_(2)


def relu_after_product(x):
    return (x * 3).relu_()


def relu_after_sigmoid(x):
    return x.sigmoid().relu_()


def square_of_changed(x):
    x = x + 0
    y = x**2
    x.add_(1)
    return y


def sigmoid_of_changed(x):
    x = x + 0
    y = x.sigmoid()
    x.add_(1)
    return y


programs = {
    f.__name__: f
    for f in (
        exp_changed,
        sin_changed,
        sum_changed,
        relu_after_product,
        relu_after_sigmoid,
        square_of_changed,
        sigmoid_of_changed,
    )
}

# %% grade_id="in-place"
in_place = {
    "exp_changed": "error",  ### SOLUTION
    "sin_changed": "fine",  ### SOLUTION
    "sum_changed": "fine",  ### SOLUTION
    "relu_after_product": "fine",  ### SOLUTION
    "relu_after_sigmoid": "error",  ### SOLUTION
    "square_of_changed": "error",  ### SOLUTION
    "sigmoid_of_changed": "fine",  ### SOLUTION
}

# %% grade_id="in-place-check" points=3 title="5b Refused or not"
check_choices(in_place, refused_by_pytorch(programs), options=["error", "fine"])

# %% [markdown]
r"""
<details name="in_place"><summary>Hint: two questions</summary>

Which tensor is changed? And has an earlier operation kept that very tensor, as its input or as its output?
</details>

## 6. Cutting the flow

In PyTorch, `y.detach()` has the value of `y` but no history: to the backward pass it looks like a leaf.

**Exercise 6a.** Write `Detach` as a node. `forward` passes the input on; in `backward`, the input should seem to have no influence. So what gradient does it get, and of what shape?
"""


# %% grade_id="detach"
class Detach(ComputationNode):
    """The value of one input, and no gradient for it."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient * 0]
        ### END SOLUTION


# %% grade_id="detach-check" points=1 title="6a Detach"
check_node(Detach, torch.tensor([[0.5, -1.0, 2.0], [-0.3, 0.7, 1.5]]))
check_node(Detach, torch.tensor([0.5, -1.0, 2.0, 0.8]))

# %% [markdown]
r"""
<details name="Detach"><summary>Hint: no influence</summary>

If the output does not seem to move when the input moves, what is the derivative? There is one for each entry.
</details>

**Frozen layers.** Suppose that some weights of a network should stay as they are. The next cell draws the network, and the one after it cuts it in four ways:
"""

# %% grade_id="frozen-graph" shows=true
x, W1, W2 = Leaf(0.0, "x"), Leaf(0.0, "W1"), Leaf(0.0, "W2")
hidden = Sketch("relu", Sketch("Matmul", x, W1, name="z"), name="h")
draw(Sketch("Matmul", hidden, W2, name="o"), "o = relu(x W1) W2")

# %% grade_id="networks"
networks = {
    "a": lambda x, W1, W2: (x @ W1).relu().detach() @ W2,
    "b": lambda x, W1, W2: (x @ W1).relu() @ W2.detach(),
    "c": lambda x, W1, W2: ((x @ W1).relu() @ W2).detach(),
    "d": lambda x, W1, W2: (x.detach() @ W1).relu() @ W2,
}

# %% [markdown]
r"""
**Exercise 6b.** Which weights does a gradient reach in each network? Write `"W1"`, `"W2"`, `"both"` or `"neither"`.
"""

# %% grade_id="frozen"
frozen = {
    "a": "W2",  ### SOLUTION
    "b": "W1",  ### SOLUTION
    "c": "neither",  ### SOLUTION
    "d": "both",  ### SOLUTION
}


# %% grade_id="frozen-check" points=2 title="6b Frozen layers"
def trained(network):
    W1, W2 = torch.ones(2, 3, requires_grad=True), torch.ones(3, 2, requires_grad=True)
    output = network(torch.ones(4, 2), W1, W2).sum()
    if output.requires_grad:
        output.backward()
    reached = [name for name, W in (("W1", W1), ("W2", W2)) if W.grad is not None]
    return "both" if len(reached) == 2 else "".join(reached) or "neither"


right = {name: trained(network) for name, network in networks.items()}
check_choices(
    frozen,
    right,
    options=["W1", "W2", "both", "neither"],
    clue="Walk from o against the arrows. Which arrow is cut?",
)

# %% [markdown]
r"""
<details name="frozen"><summary>Hint: which tensor is cut off?</summary>

`.detach()` applies to what is written directly before it, brackets included. That tensor, and all that it was computed from, gets no gradient *along this path*. Is there another path?
</details>

In practice one sets `W2.requires_grad = False`. As in network b, the gradient still passes through the layer of $W_2$ on its way to $W_1$.

**A baseline.** In reinforcement learning, a network predicts a reward $v$, the *baseline*, takes an action with log-probability $\ell$ and gets a reward $r$. If $r > v$, the action should become
more probable, so we minimise $J = -(r - v)\, \ell$. Here $v$ should count as a constant, even if the same weights have computed it.

**Exercise 6c.** Let a single weight $w$ produce both, $v = 1.5\, w$ and $\ell = -0.5\, w$, with $w = 2$ and $r = 5$. Give $\partial J/\partial w$:

- `through`: if the gradient flows through $\ell$ and $v$.
- `detached`: if $v$ is detached.
"""

# %% grade_id="baseline"
baseline = {
    "through": "-0.5",  ### SOLUTION
    "detached": "1",  ### SOLUTION
}

# %% grade_id="baseline-check" points=2 title="6c A baseline"
w = torch.tensor(2.0, requires_grad=True)
v, log_probability = 1.5 * w, -0.5 * w
(through,) = torch.autograd.grad(-(5 - v) * log_probability, w, retain_graph=True)
(detached,) = torch.autograd.grad(-(5 - v.detach()) * log_probability, w)
right = {"through": float(through), "detached": float(detached)}
clues = {
    "through": "Both factors of J depend on w: the product rule.",
    "detached": "Now r - v is a constant. Mind the two minus signs.",
}
check_blanks(baseline, right, clues=clues)

# %% [markdown]
r"""
<details name="baseline"><summary>Hint: a product</summary>

In the product $J = (v - r)\, \ell$, each factor that depends on $w$ contributes its derivative times the other factor. Detached, $v$ is the constant 3.
</details>

The signs differ! With $v$ detached, a step against the gradient lowers $w$, and the action becomes more probable. Otherwise the step raises $w$, and the action becomes *less* probable.

## 7. Gradients of gradients

A backward pass that is built as a graph (`create_graph=True` in PyTorch) can be differentiated again. But then its values have to be kept as well.
How many does PyTorch keep for $m$ layers of `tanh` in a row?
"""

# %% grade_id="second-order"
from course import values_kept

print("layers   for first derivatives   for second derivatives")
for depth in (1, 5, 10, 50, 100):
    print(f"{depth:6} {values_kept(depth, False):19} {values_kept(depth, True):24}")

# %% [markdown]
r"""
**Exercise 7.** Fill in numbers, or formulas in quotes:

- `values`: how many values does PyTorch keep for second derivatives of `m` such layers? Read a formula in `m` off the table.
- `sigmoid`: the *second* derivative of $\sigma$ with respect to $z$, as a formula in `s`.
- `relu`: the second derivative of ReLU at $x = 2$.
"""

# %% grade_id="second"
curvature = {
    "values": "2 m",  ### SOLUTION
    "sigmoid": "s (1 - s) (1 - 2 s)",  ### SOLUTION
    "relu": "0",  ### SOLUTION
}

# %% grade_id="second-check" points=3 title="7 Second derivatives"
from course import values_kept
from course.reference.twin import twin_derivatives


def right_for(m, z):
    start, two = Leaf(z, "z"), Leaf(2.0, "x")
    right = {
        "values": values_kept(m, True),
        "sigmoid": float(twin_derivatives(Sketch("Sigmoid", start), start, 2)[1]),
        "relu": float(twin_derivatives(Sketch("Relu", two), two, 2)[1]),
    }
    return right, {"s": float(torch.tensor(z, dtype=torch.float64).sigmoid()), "m": m}


clues = {
    "values": "It is the column on the right.",
    "sigmoid": "Differentiate s - s^2 with respect to z; s depends on z.",
    "relu": "How does the slope change there?",
}
check_formulas(
    curvature,
    right_for,
    {"m": 70, "z": 0.3},
    formulas={"values": "m", "sigmoid": "s"},
    clues=clues,
)

# %% [markdown]
r"""
<details name="curvature"><summary>Hint: differentiate once more</summary>

$s' = s - s^2$, and you know the derivative of $s$. And how does the slope of ReLU change from $x = 2$ to $2.1$?
</details>

Why twice as many? Differentiating the backward step of a tanh, $G\,(1 - y^2)$, takes $y$, which is kept already, and $G$, which is new. If each layer is $\tanh(HW)$ and $W$ gets a gradient, too, a layer keeps one value for first derivatives, its result, and three for second ones: its result, and the gradients with respect to the input and to the output of the tanh.

## 8. Forget, and compute again

To keep *less*, a **checkpoint** wraps several layers in one node. In `forward` it throws away everything between its input and its output. In `backward` it runs the layers forward
*again*, and then backward.

`Chain` runs layers one after another. It can be made of `Sine`, `Exp`, `Negate`, and `Shift`, which moves all entries of a row by one place:
"""

# %% grade_id="chain" shows=true
x = torch.tensor([0.5, 1.0, 2.0])
chain = Chain(["Sine", "Shift", "Exp"])  # the names of classes of nodes
print("forward ", chain.forward(x))
print("holds   ", len(chain.nodes), "nodes, each with its input and its result")
print("backward", chain.backward(torch.ones(3)))
print("holds   ", len(chain.nodes), "nodes")

# %% [markdown]
r"""
`chain.forward(value)` returns the last result. `chain.backward(gradient)` takes the upstream gradient, returns the downstream one and empties the chain.

**Exercise 8.** (Checks 8a and 8b.) Write `Checkpoint`. Its layers are in `self.layers`; in `forward`, make a temporary `Chain` of them. The checks compare gradients, including those of a second `backward` after the same `forward`. They count the bytes kept (the node's input is enough)
and the forward runs: each layer should run once in `forward` and once in each `backward`.
"""


# %% grade_id="checkpoint"
class Checkpoint(ComputationNode):
    """Several layers in one node, which keeps none of the values between them."""

    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        ### BEGIN SOLUTION
        self.result = Chain(self.layers).forward(self.input(0))
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        again = Chain(self.layers)
        again.forward(self.input(0))
        return [again.backward(self.gradient)]
        ### END SOLUTION


# %% grade_id="checkpoint-check" points=3 title="8a Checkpoint"
five_layers = ("Exp", "Sine", "Shift", "Negate", "Sine")
values = torch.tensor([[0.5, 1.0, 2.0], [-0.3, 0.7, 1.1]])
check_node(lambda x: Checkpoint(x, five_layers), values)
check_node(lambda x: Checkpoint(x, ("Shift", "Exp", "Sine")), values[:, :2])

# %% grade_id="checkpoint-kept-check" points=2 title="8b What Checkpoint keeps"
five_layers = ("Sine", "Shift", "Exp", "Negate", "Sine")
values = torch.tensor([[0.5, 1.0, 2.0, -1.2], [-0.3, 0.7, 1.1, 0.1], [1.3, -0.8, 0.4, 0.6]])
check_kept(lambda x: Checkpoint(x, five_layers), values, at_most=96, without=["output"])

# %% [markdown]
r"""
<details name="Checkpoint"><summary>Hint: forward</summary>

A chain in a local variable is gone when `forward` ends, with all its nodes. One in `self.chain` stays.
</details>

<details name="Checkpoint"><summary>Hint: backward</summary>

Make a new chain and run it forward from the node's input. Then run it backward: with which gradient? A node's `backward` returns a *list*.
</details>

Twenty layers in a `Plain` node, which keeps everything, and in your checkpoint:
"""

# %% grade_id="checkpoint-compare"
values = torch.linspace(0, 1, 1000, dtype=torch.float64)
for each in (Plain, Checkpoint):
    show_kept(lambda x: each(x, ["Sine"] * 20), values)

# %% [markdown]
r"""
In PyTorch, `torch.utils.checkpoint.checkpoint(function, x, use_reentrant=False)` does this for any function.

## 9. How many checkpoints?

Let $m$ layers, one after another, be divided evenly among $c$ checkpoints. All values have the same size here. The plot shows the largest number of them in memory at one time, measured with your node
for every $c$ that divides $m = 144$.
"""

# %% grade_id="tradeoff-plot" shows=true
show_tradeoff(Checkpoint, 144)

# %% [markdown]
r"""
**Exercise 9.** The backward pass begins in the last checkpoint, which runs its layers forward again. Count what is then in memory: the inputs of all $c$ checkpoints, and the results of these layers. (The plot shows three more: what one layer's backward needs for a moment.)
Write formulas in quotes, in `m` and `c`, the last two in `m` alone, with `sqrt` if you like.

- `kept`: how many values is that?
- `extra`: how many layers are run forward again, in all checkpoints together?
- `best`: which $c$ keeps the fewest values?
- `least`: and how many are kept then?
"""

# %% grade_id="tradeoff"
tradeoff = {
    "kept": "c + m/c",  ### SOLUTION
    "extra": "m",  ### SOLUTION
    "best": "sqrt(m)",  ### SOLUTION
    "least": "2 sqrt(m)",  ### SOLUTION
}

# %% grade_id="tradeoff-check" points=4 title="9 How many checkpoints"
check_tradeoff(tradeoff)

# %% [markdown]
r"""
<details name="tradeoff"><summary>Hint: a small case</summary>

12 layers and 3 checkpoints: how many inputs of checkpoints are there, and how many layers in one checkpoint? Now the same with letters.
</details>

<details name="tradeoff"><summary>Hint: the best c</summary>

Where is the derivative of `kept` with respect to $c$ zero? Compare with the plot.
</details>

So a network of 10,000 layers needs room for 200 values instead of 10,000. Weights, their gradients and the optimiser's memory do not shrink.

## 10. Four questions

**Exercise 10.** For each question, write the letter of the best answer, in quotes.

`checkpointing`: Gradient checkpointing recomputes some values of the forward pass during the backward pass, in order to

- a) make the backward pass faster, with values from the cache
- b) have fewer values in memory between the two passes
- c) get more exact gradients, without rounding errors of the first pass
- d) store weights on disk, so that training can be resumed

`detach`: Calling `.detach()` on a tensor stops

- a) the value from being used further on, with zeros in its place
- b) the optimiser from changing it, while gradients still flow
- c) gradients from flowing through it, and leaves its value
- d) PyTorch from computing what comes after it

`higher_order`: To compute second derivatives by backpropagation

- a) the backward pass is recorded as a graph and differentiated
- b) numbers of higher precision are needed for small differences
- c) the gradients at two nearby points are compared
- d) the backward pass is run twice, and the gradients add up

`node`: For backpropagation, each node of the graph must at least know

- a) the derivative of the loss with respect to its inputs, beforehand
- b) the graph between itself and the loss, to add up all paths
- c) its Jacobian as a matrix, to be multiplied by the others
- d) how to compute its output, and how to pass a gradient back
"""

# %% grade_id="card"
card = {
    "checkpointing": "b",  ### SOLUTION
    "detach": "c",  ### SOLUTION
    "higher_order": "a",  ### SOLUTION
    "node": "d",  ### SOLUTION
}

# %% grade_id="card-check" points=4 title="10 Four questions"
marks = marks_of(card)
check_choices(card, marks, options=["a", "b", "c", "d"])

# %% [markdown]
r"""
<details name="card"><summary>Hint: where to look</summary>

Look at your `Checkpoint`, your `Detach` and the table of section 7.
</details>

## 11. A network that reads

There is nothing new to write here: your nodes train a network that reads digits. A program draws the images, each a little shifted, slanted and bent, on noisy paper. Each example is a row of $8 \times 8$ pixels.

Nine hidden layers, $H_i = \mathrm{relu}(H_{i-1} W_i)$ with $H_0 = X$, form three segments. After one more layer, a softmax gives ten probabilities. The loss is the mean of $-\log p$, where $p$ is the probability of the right digit. PyTorch multiplies the matrices; the ReLUs, the softmax and the checkpoint around each segment are yours.

The network learns from 1,000 images and is tested on 500 others. The plots show how many numbers are in memory during one step on all 1,000: first with `Plain` segments, then with your `Checkpoint`.
"""

# %% grade_id="digits" shows=true
from functools import partial

from course import ByPyTorch, class_if_right, train_on_digits

relu, softmax = class_if_right(Relu), class_if_right(Softmax)
checkpoint = class_if_right(Checkpoint, ["Sine"], instead=Plain)


def network(weights, segment):
    """Nine hidden layers in three segments, one more layer, and a softmax."""
    layers = []
    for W in weights:
        layers += [partial(ByPyTorch, "Matmul", [W]), relu]
    parts = [partial(segment, layers=layers[i : i + 6]) for i in (0, 6, 12)]
    return Chain([*parts, layers[18], softmax])


def step(values, X, Y, segment):
    """The weights after a step of gradient descent. Y is 1 at the right digit, else 0."""
    weights = [Leaf(value) for value in values]
    chain = network(weights, segment)
    P = chain.forward(X)
    chain.backward(-Y / P / len(X))
    return [W.value - 0.05 * W.gradient for W in weights]


train_on_digits(network, step, Plain, checkpoint)

# %% [markdown]
r"""
## What to remember

- `backward` needs values of the forward pass: a mask, an output, the winners' places. They must not change in between.
- With $\sqrt m$ checkpoints, one more forward pass buys most of the memory back.

**Read more.** T. Chen and others, [*Training Deep Nets with Sublinear Memory Cost*](https://arxiv.org/abs/1604.06174), 2016. A. Griewank, [*Achieving Logarithmic Growth of Temporal and Spatial Complexity in Reverse Automatic
Differentiation*](https://doi.org/10.1080/10556789208805505), 1992: checkpoints inside checkpoints. PyTorch: [*Autograd mechanics*](https://docs.pytorch.org/docs/stable/notes/autograd.html).
The four questions of section 10 are based on a flash card, *Memoization: forward activations feed backward formulas*.
"""
