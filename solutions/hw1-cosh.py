# %% [markdown]
r"""
# Homework 1: cosh, by hand and in code

In this notebook you compute a gradient twice: first with a pencil, then with an algorithm that you write
yourself. The algorithm is *reverse-mode automatic differentiation*, better known as
**backpropagation**. It is about ten lines long, and PyTorch runs it whenever you
train a neural network.

**Afterwards you can**

- read a gradient as a prediction: how much does the output move when an input moves?
- run a forward and a backward pass on paper, for any graph of simple operations;
- state the rule that backpropagation applies, and say why it visits the nodes in reverse order;
- write both passes in Python.

**You need** the derivatives of $e^x$, of $x^n$ and of a product, the chain rule, and Python with loops, lists and simple classes.
**Time:** about two hours. Have paper at hand.

| section | topic | points |
|---|---|---|
| 1 | a gradient, read as a prediction | {points} |
| 2 | the derivative of cosh with ordinary calculus | {points} |
| 3, 4 | a forward pass and a backward pass on paper | {points} |
| 5 | `forward_algorithm` | {points} |
| 6 | `backward_algorithm` | {points} |

Below each exercise is a check. Run it as often as you like: it compares your work with PyTorch
and tells you what it found. Your mark comes from the same checks. (Some courses give each student different numbers in some exercises. If yours does, `variant(...)` in a check puts in your numbers; if not, ignore it.)
Stuck? Unfold the hints below the check, or run your cell with `hint()` as its last line.

In this course $\log$ is the natural logarithm, and indices count from 0, as in Python.
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import variant

import torch

# %% [markdown]
r"""
## 1. What a gradient tells you

Move the input of $f$ from $x$ to $x + h$. How far does the output move, compared with the input? The **derivative** is
what the ratio of the two moves approaches as $h$ gets small:

$$f'(x) = \lim_{h \to 0} \frac{f(x + h) - f(x)}{h}$$

So for a small $h$ the ratio is nearly $f'(x)$. Multiply by $h$, and you have a prediction:

$$f(x + h) \approx f(x) + f'(x)\,h$$

This is the **linear approximation**: close to $x$ the curve is nearly its tangent line, and the
error shrinks faster than $h$ does. A function of several inputs has one *partial* derivative for each input,
found by holding the other inputs still. All partial derivatives together are the **gradient**.

Take $f(x, y) = xy$ at $x = 2$, $y = -6$, where $f = -12$. With $y$ held still, $f$ is the straight line
$-6x$. So the partial derivative $\partial f/\partial x$ is $-6$: move $x$ up by $h$, and $f$ goes *down* by $6h$.
Run the cell to compare the prediction with what really happens. The two columns on the right do the same for
the curve $t^3$ at $t = 1$, where its slope is 3.
"""


# %% grade_id="linear-demo" shows=true
def f(x, y):
    return x * y


print("   h     f really moves by   -6 h      t^3 really moves by      3 h")
for h in [1.0, 0.1, 0.01, 0.001]:
    print(
        f"{h:5}   {f(2 + h, -6) - f(2, -6):17.6f}   {-6 * h:7.3f}   "
        f"{(1 + h) ** 3 - 1:20.6f}   {3 * h:9.6f}"
    )

# %% [markdown]
r"""
For $xy$ the prediction is exact, because $f$ is a line when $y$ is held still. For $t^3$, a curve, it
is not. But each time $h$ becomes ten times smaller, the error becomes about a hundred
times smaller.

**Exercise 1.** At $x = 2$, $y = -6$, fill in

- `df_dx` and `df_dy`: the two partial derivatives of $f(x, y) = xy$;
- `x_up`: how much $f$ changes when $x$ goes up by $0.01$ and $y$ is held still;
- `both_up`: how much $f$ changes, *by the linear approximation*, when $x$ and $y$ both go up by
  $0.01$. (The two effects add.)

Replace each `...` with a number, or with text such as `"-1/2"` or `"log(2)"`.
"""

# %% grade_id="linear"
linear = {
    "df_dx": -6,  ### SOLUTION
    "df_dy": 2,  ### SOLUTION
    "x_up": -0.06,  ### SOLUTION
    "both_up": "-0.06 + 0.02",  ### SOLUTION
}

# %% grade_id="linear-check" points=2 title="1 Linear approximation"
x, y = torch.tensor(2.0, requires_grad=True), torch.tensor(-6.0, requires_grad=True)
(x * y).backward()
dx, dy = float(x.grad), float(y.grad)
check_blanks(
    linear,
    {"df_dx": dx, "df_dy": dy, "x_up": dx * 0.01, "both_up": (dx + dy) * 0.01},
    clues={
        "df_dx": "Hold y still and move x by 1. How far does f move, and in which direction?",
        "df_dy": "Hold x still and move y by 1. How far does f move, and in which direction?",
        "x_up": "It is how far x moves, times the derivative.",
        "both_up": "What does each of the two moves do on its own?",
    },
)

# %% [markdown]
r"""
<details name="linear"><summary>Hint: which number goes where?</summary>

Which of the two inputs moves, and which one stays still?
</details>

<details name="linear"><summary>Hint: a smaller example</summary>

Take $f(x) = 5x$. When $x$ goes up by $0.01$, $f$ goes up by $5 \cdot 0.01$. The derivative is 5: the output moves five times as far as
the input.
</details>

<details name="linear"><summary>Hint: how to start</summary>

Hold $y = -6$ still and write $f$ in terms of $x$ alone. What is its slope? Multiply the slope by the move. Do the same for
$y$, with $x = 2$ held still. For `both_up`, add the two moves of $f$.
</details>

When several inputs move a little, as for `both_up`, their effects on the output add up, with an error that shrinks faster than the moves. Section 4 uses this.

## 2. The function we will differentiate

The hyperbolic cosine is the mean of $e^x$ and $e^{-x}$:

$$z = \cosh x = \frac{e^x + e^{-x}}{2}$$

**Exercise 2.** Find $\dfrac{dz}{dx}$ with ordinary calculus, as a formula in `x`. Write powers of $e$ as
`exp(x)` or `e^x`, for example `"(1 + exp(2 x)) / 3"`. In section 4 you compare your formula with
what backpropagation finds, at one value of $x$.
"""

# %% grade_id="sinh-formula"
dz_dx = "(exp(x) - exp(-x)) / 2"  ### SOLUTION

# %% grade_id="sinh-formula-check" points=2 title="2 The derivative of cosh"
check_derivative_by_hand(
    lambda x: Mean(Exp(x), Exp(-x)),
    dz_dx,
    at=[-1.0, 0.5, 2.0],
)

# %% [markdown]
r"""
<details name="dz_dx"><summary>Hint: the derivative of exp(-x)</summary>

The derivative of $e^{u}$ is $e^{u}$ times the derivative of $u$. What is $u$ here, and what is its derivative?
</details>

<details name="dz_dx"><summary>Hint: a smaller example</summary>

The derivative of $\frac{e^{3x}}{2}$ is $\frac{3 e^{3x}}{2}$: the derivative of the exponent, 3, comes out in front, and the $\frac12$ stays.
</details>

## 3. The forward pass, by hand

A computer evaluates $\cosh x$ one small operation at a time. Draw a named box for
each value, and an arrow from each input of an operation to its result: that is a **computation graph**. Each box is a *node*; a node with no arrow into it, such as $x$, is a *leaf*.
Following the arrows never brings you back to where you started: the graph is **acyclic**.
"""

# %% grade_id="cosh-graph"
x = Leaf(math.log(3), "x")
a = Copy(x, name="a")
b = Exp(a, name="b")
c = Copy(x, name="c")
d = Negate(c, name="d")
r = Exp(d, name="r")
z = Mean(b, r, name="z")

draw(z, "cosh x as a graph. Values flow to the right.")

# %% [markdown]
r"""
The value $x$ is used twice, once for $e^x$ and once for $e^{-x}$. The two *copy* nodes $a$ and $c$ make
that visible.

**Exercise 3.** Let $x = \log 3$. Draw the graph on paper. Work from left to right and
write each value into its box. Then fill in the six blanks.
`"log(3)"`, `"log 3"` and `"-log 3"` are all understood, and so is `"x"`, the name of the leaf.
"""

# %% grade_id="own-forward" variants=true
from course import show_variant

show_variant("one fork", "exercise 3")

# %% grade_id="forward-by-hand"
forward_pass = {
    "a": "log(3)",  ### SOLUTION
    "b": 3,  ### SOLUTION
    "c": "log(3)",  ### SOLUTION
    "d": "-log(3)",  ### SOLUTION
    "r": "1/3",  ### SOLUTION
    "z": "5/3",  ### SOLUTION
}

# %% grade_id="forward-by-hand-check" points=6 title="3 Forward pass by hand"
check_results_by_hand(variant("one fork", z), forward_pass)

# %% [markdown]
r"""
<details name="forward_pass"><summary>Hint: what does each box do?</summary>

For each box, which values go in, and what does it do to them?
</details>

<details name="forward_pass"><summary>Hint: exp of a logarithm</summary>

The exponential undoes the logarithm, $e^{\log 5} = 5$. A minus sign in the exponent gives the reciprocal:
$e^{-\log 5} = \frac15$.
</details>

## 4. The backward pass, by hand

Change the value of one node a little, and recompute only what comes after it. How far does the
output $z$ move for each unit of the change? For the node $d$, that number is $\partial z/\partial d$.

This derivative is called *the gradient of the node*, or of its value. (In section 1, *gradient* meant all partial derivatives
together; here each node has its own.) The **chain rule** finds these numbers one step at a time, starting from the output. If we know
$\partial z/\partial r$, and $r$ is computed from $d$, then

$$\underbrace{\frac{\partial z}{\partial d}}_{\text{downstream}} =
\underbrace{\frac{\partial z}{\partial r}}_{\text{upstream}} \cdot
\underbrace{\frac{\partial r}{\partial d}}_{\text{local}}$$

You will meet these three words throughout the course. Each describes something from the point of view of one node, here $r$, whose input is $d$:

- the **upstream gradient** of a node is what we called its gradient: how far the output moves for each unit the node's result moves;
- the **local gradient** says how far the node's result moves for each unit an input moves: ordinary calculus, for one
  small operation;
- their product is the **downstream gradient**, which is handed to that input. If nothing else uses the input, the product is the whole gradient of the input: what is downstream for $r$ is upstream for $d$.

Gradients flow against the arrows, so *upstream* is toward the output.

Start with $\partial z/\partial z = 1$: move $z$ by $h$, and $z$ moves by $h$. Next, $z$ is the mean
of $b$ and $r$, so its local gradient with respect to each of them is $\frac12$.

At $x$ the graph **forks**: $x$ feeds both $a$ and $c$. Move $x$ by a small $h$. Then $a$ moves by about $\frac{\partial a}{\partial x} h$, and $c$
by about $\frac{\partial c}{\partial x} h$. Both move $z$, and as in `both_up` the two effects add up. Divide by $h$, and let $h$ go to 0:

$$\frac{\partial z}{\partial x} =
\frac{\partial z}{\partial a} \frac{\partial a}{\partial x} + \frac{\partial z}{\partial c} \frac{\partial c}{\partial x}$$

The same argument works in any graph that ends in one number $L$, for every node $v$ except the output. The nodes computed directly from $v$ are its *consumers*. Then

$$\boxed{\;\frac{\partial L}{\partial v} = \sum_{\text{arrows } v \to u} \frac{\partial L}{\partial u} \cdot \frac{\partial u}{\partial v}\;}$$

**This is the general rule. Backpropagation does nothing but apply it, node by node.** The sum has one term, a **share**, for each arrow from $v$ to a consumer $u$. Here $\partial u/\partial v$ is the local gradient for that arrow: the other inputs of $u$ are held still, even if they depend on $v$ or are $v$ itself. (A consumer that uses $v$ for two of its inputs
brings two shares.) With one arrow, this is the chain rule. With several, $v$ is a fork, and its shares add up.

In what order do we apply the rule? From the output back to the leaves: each consumer of $v$ comes before $v$, so when it is $v$'s turn, all its shares are known.

**Exercise 4.** On your drawing, work from right to left and write each value's gradient below it. Then fill in
the seven blanks. The blank `"d"` asks for $\partial z/\partial d$. In your answers, the name of a node means
its value, not its gradient: `"b^2"` is the square of the value of $b$.
"""

# %% grade_id="own-backward" variants=true
show_variant("one fork", "exercise 4", output="L")

# %% grade_id="backward-by-hand"
backward_pass = {
    "z": 1,  ### SOLUTION
    "r": "1/2",  ### SOLUTION
    "d": "exp(d)/2",  ### SOLUTION
    "c": "-exp(-c)/2",  ### SOLUTION
    "b": "1/2",  ### SOLUTION
    "a": "exp(a)/2",  ### SOLUTION
    "x": "exp(x)/2 - exp(-x)/2",  ### SOLUTION
}

# %% grade_id="backward-by-hand-check" points=7 title="4 Backward pass by hand"
check_gradients_by_hand(variant("one fork", z), backward_pass)

# %% [markdown]
r"""
<details name="backward_pass"><summary>Hint: what do you know already?</summary>

Pick a box. What is the gradient of the box to its right, and what happens between the two?
</details>

<details name="backward_pass"><summary>Hint: a smaller example</summary>

Let $v = \exp(u)$ and $w = 3v$, at $u = 0$. Then $\partial w/\partial v = 3$. The local gradient of $v = \exp(u)$ is
$\exp(u) = 1$. So $\partial w/\partial u = 3 \cdot 1$: upstream times local.
</details>

<details name="backward_pass"><summary>Hint: the three kinds of step</summary>

Through *exp*: multiply by the derivative of exp at that box's input. Through *minus*: when the input goes up by $h$, the
output goes down by $h$. Through *copy*: nothing changes. At $x$, two branches come together.
</details>

In the graph of cosh, the last number, $\partial z/\partial x$, should agree with your formula from exercise 2 at $x = \log 3$.

Real code rarely has copy nodes: one node is simply used as an input twice. Along every arrow that leaves the node,
a share comes back. Adding up these shares is called **gradient accumulation**.

## 5. The forward pass, in code

In the code, a node is an object of the class `ComputationNode`. Every homework in this course builds on this class. You need only the parts in the table below; the rest,
including `build_graph`, is for later homeworks.
"""

# %% grade_id="read-scaffold" shows=true
show_source(ComputationNode)

# %% [markdown]
r"""
The parts you need today:

| part | what it is |
|---|---|
| `node.input_nodes` | the list of nodes this one is computed from |
| `node.result` | its value; `None` until `forward` has run |
| `node.gradient` | its upstream gradient; `None` until the backward pass gets there |
| `node.input(i)` | the value of its `i`-th input, counted from 0 |
| `node.output()` | its own value, for use in `backward` (homework 3 explains how it differs from `node.result`) |
| `node.forward()` | fills in `node.result` from the results of its inputs |
| `node.backward()` | returns the list of downstream gradients, one for each input |
| `node.accumulate_gradient(g)` | adds `g` to `node.gradient`, where `None` counts as 0 |
| `graph.sorted_nodes()` | every node of the graph once, each after its inputs, the output last |

A graph is given by its output node, since all other nodes can be reached from there. An order in which each node comes after its inputs is called **topological**.
There is always such an order, because the graph is acyclic. In essence, `sorted_nodes` finds one like this:

```python
def sorted_nodes(node, seen):
    if node in seen:                  # already in the list
        return []
    seen.add(node)
    nodes = []
    for input_node in node.input_nodes:
        nodes.extend(sorted_nodes(input_node, seen))
    return nodes + [node]             # after all its inputs
```

`ComputationNode` itself does no mathematics; each operation is a small subclass. Here are three of them, and `Leaf`, which holds a given value.
"""

# %% grade_id="read-nodes" shows=true
show_source(Leaf, Negate, Exp, Mean)

# %% [markdown]
r"""
`Exp.backward` multiplies its local gradient by the upstream gradient and returns
the product in a list. It does not deliver anything. That is the job of `backward_algorithm`, which you write in section 6.

**Exercise 5.** Write `forward_algorithm`: visit all nodes of the graph in an order in which inputs
come first, and call `forward` once on each one.
"""


# %% grade_id="forward-algorithm"
def forward_algorithm(graph):
    """Fill in the result of every node of the graph, whose output node is given."""
    ### BEGIN SOLUTION
    for node in graph.sorted_nodes():
        node.forward()
    ### END SOLUTION
    return graph


# %% [markdown]
r"""
The check uses more nodes: `-x` is short for `Negate(x)`, `IntPow(u, n)` is $u^n$ for an integer $n$, and `HalfDifference(x, y)` is
$\frac{x - y}{2}$.
"""

# %% grade_id="forward-algorithm-check" points=4 title="5 forward_algorithm"
x = Leaf(math.log(3), "x")
check_results(Mean(Exp(x), Exp(-x)), forward_algorithm)

u = Exp(Negate(Leaf(0.5, "v")), name="u")
check_results(HalfDifference(IntPow(u, 3), Mean(u, Exp(u))), forward_algorithm)

for _ in range(8):
    u = HalfDifference(Exp(Negate(u)), u)
check_results(u, forward_algorithm)

# %% [markdown]
r"""
<details name="forward_algorithm"><summary>Hint: what must be there first?</summary>

A node's `forward` reads the results of its inputs. Which nodes can go first? Which one has to be last?
</details>

<details name="forward_algorithm"><summary>Hint: a smaller example</summary>

For `y = Exp(Negate(x))` you would call `forward` on the leaf, then on the `Negate`, then on the `Exp`. In a larger graph, go in the
order in which you would fill in the values with a pencil.
</details>

<details name="forward_algorithm"><summary>Hint: a sketch</summary>

Look through the methods of a node (`help(ComputationNode)` lists them): one of them gives you all the nodes of a
graph, inputs first. All that remains is a two-line loop.
</details>

The next cell builds the graph you worked out by hand, without the copies: `x` is used twice. Does it print what you wrote
on paper? (`@[3]` means the same node as the third one printed, counting from 1.)
"""

# %% grade_id="cosh-forward" shows=true
x = Leaf(math.log(3), "x")
cosh_x = Mean(Exp(x), Exp(-x))
print(forward_algorithm(cosh_x))
print(cosh_x.result)

# %% [markdown]
r"""
## 6. The backward pass, in code

**Exercise 6.** Write `backward_algorithm(graph, one)`. It does what your pencil did in exercise 4:

1. **Forget** what an earlier backward pass may have left: set each node's `gradient` to `None`.
2. **Start** at the output: its gradient is `one`. (Why not simply 1? Because $z$ may feed something larger, $L$. Then
   $\partial L/\partial z$ arrives at $z$ instead of $\partial z/\partial z = 1$, and all gradients scale with it.
   The parameter is named after its usual value, 1, but the checks pass other values.)
3. **Visit** the nodes in the reverse of the forward order. At each, call `backward()` to get the
   downstream gradients, and accumulate each one into the input node it belongs to.

This follows the general rule. Reverse topological order visits every consumer of a node before the node itself, and visits each once.
So when a node's turn comes, each of its shares has been delivered exactly once.
"""


# %% grade_id="backward-algorithm"
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


# %% grade_id="backward-algorithm-check" points=5 title="6a backward_algorithm on cosh"
x = Leaf(math.log(3), "x")
check_gradients(
    Mean(Exp(x), Exp(-x)), forward_algorithm, backward_algorithm, on_small_graphs="none"
)

# %% [markdown]
r"""
<details name="backward_algorithm"><summary>Hint: who does what?</summary>

A node's `backward()` computes its downstream gradients, but does not deliver them. To which node does each of them belong?
</details>

<details name="backward_algorithm"><summary>Hint: a smaller example</summary>

Take `y = Mean(u, v)` with the gradient 1 at `y`. `y.backward()` returns `[0.5, 0.5]`: the first belongs to
`y.input_nodes[0]`, the second to `y.input_nodes[1]`. What if both inputs are the same node? Then both belong to it, and it needs their
sum.
</details>

<details name="backward_algorithm"><summary>Hint: a sketch</summary>

One loop clears the gradients, one line sets the gradient of the output, and a second loop goes over the nodes in reverse order. Inside the second loop, a third goes over two lists side
by side, the inputs and their downstream gradients. Python's `zip` does that. Which method of a node *adds* a gradient to
what is already there? (The reverse of a list `nodes` is `nodes[::-1]`. Beware of `nodes[:-1]`, which is all but the last.)
</details>

The copy nodes are gone, and so are their gradients. Does the next cell print all the other gradients you found by hand? The last number should be $\frac43$, the gradient of $x$.
"""

# %% grade_id="cosh-backward" shows=true
x = Leaf(math.log(3), "x")
cosh_x = Mean(Exp(x), Exp(-x))
forward_algorithm(cosh_x)
print(backward_algorithm(cosh_x))
print(x.gradient)
draw(cosh_x, "Results in blue, gradients in orange. The two shares that arrive at x add up.")

# %% [markdown]
r"""
The next cell records a run of *your* two functions and plays it step by step, beside your code.
Press *Step* again and again, and look for the moment when the second share arrives at `x`. If the check above complains, the player
shows the step at which your run goes wrong.
"""

# %% grade_id="replay" shows=true
x = Leaf(math.log(3), "x")
replay(Mean(Exp(x), Exp(-x)), forward_algorithm, backward_algorithm)

# %% [markdown]
r"""
Your two algorithms can differentiate more than $\cosh$. Here is $\sinh x = \frac{e^x - e^{-x}}{2}$,
whose derivative is $\cosh x$.
"""

# %% grade_id="sinh-check" points=2 title="6b sinh"
x = Leaf(math.log(3), "x")
sinh_x = Mean(Exp(x), Negate(Exp(-x)))
check_gradients(sinh_x, forward_algorithm, backward_algorithm, on_small_graphs="none")

# %% grade_id="sinh" shows=true
x = Leaf(math.log(3), "x")
sinh_x = Mean(Exp(x), Negate(Exp(-x)))
forward_algorithm(sinh_x)
backward_algorithm(sinh_x)
print("sinh(log 3) =", sinh_x.result, "  its derivative, cosh(log 3) =", x.gradient)

# %% [markdown]
r"""
Last, a graph that forks in the middle. Five arrows lead out of `u`, two of them into the same node. So five shares come back to `u`, and it can pass on its own gradient only when all five
have arrived. The reverse order makes sure of that.
"""

# %% grade_id="fork-check" points=2 title="6c A fork in the middle"
v = Leaf(0.5, "v")
u = Exp(-v, name="u")
left = HalfDifference(IntPow(u, 3), Mean(u, u))
right = HalfDifference(u, Exp(Negate(u)))
check_gradients(Mean(left, right, name="w"), forward_algorithm, backward_algorithm)

# %% grade_id="fork" shows=true
v = Leaf(0.5, "v")
u = Exp(-v, name="u")
left = HalfDifference(IntPow(u, 3), Mean(u, u))
right = HalfDifference(u, Exp(Negate(u)))
fork = Mean(left, right, name="w")
forward_algorithm(fork)
backward_algorithm(fork)
draw(fork, "Five arrows lead out of u: its gradient has five shares.")

# %% [markdown]
r"""
## What you have done

You have written reverse-mode automatic differentiation. One forward pass and one backward pass
give the derivative of the output with respect to *every* node. Each pass visits each node exactly
once. Run the last cell to see which checks you have passed. Then save the notebook and hand it in.
"""

# %% [markdown]
r"""
## Read more

- D. E. Rumelhart, G. E. Hinton and R. J. Williams, [*Learning representations by back-propagating errors*](https://doi.org/10.1038/323533a0),
  Nature 323, 1986. Four pages that made the method famous.
- A. Griewank, [*On automatic differentiation and algorithmic linearization*](https://doi.org/10.1590/0101-7438.2014.034.03.0621), Pesquisa Operacional
  34, 2014. The mathematics of forward and reverse mode.
- A. Griewank, [*Who invented the reverse mode of differentiation?*](https://www.math.uni-bielefeld.de/documenta/vol-ismp/52_griewank-andreas-b.pdf), Documenta Mathematica, Extra
  Volume ISMP, 2012. The history.
- A. Karpathy and others, [*Backpropagation, Intuitions*](https://cs231n.github.io/optimization-2/), notes for the Stanford course CS231n. The same idea, with gates in place of nodes, and more examples.

The exercises of this homework follow *Homework 1.2: Backpropagation* of the deep learning course CS 7150 (Northeastern University). Section 1 builds on an example from
[S. Desai](https://shreydesai.github.io), *Backpropagation*, 2018.
"""
