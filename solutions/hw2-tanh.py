# %% [markdown]
r"""
# Homework 2: tanh, and why the order matters

In homework 1 you wrote `forward_algorithm` and `backward_algorithm`. Now you write two nodes of your own,
`Add` and `Mul`, and with them the usual arithmetic, `(a - b) / (a + b)`, builds graphs by itself.
These graphs reuse their nodes, and that is where careless engines go wrong. You will see how.

| | you make | points |
|---|---|---|
| 1 | your engine from homework 1, on a graph with shared nodes | 4 |
| 2 | `Add` and `Mul` | 3 + 4 |
| 3 | the gradients of `b = a + a; c = b + b`, and what a hasty engine makes of them | 2 + 3 |
| 4 | an order for the backward pass of tanh | 2 |
| 5 | a second backward pass | 1 + 2 |
| 6 | tanh, all together | for the pleasure |

Below the checks hints are folded away; or write `hint()` as the last line of the cell you are stuck in, and run it.
Each part is graded on its own: a mistake in one does not cost you the points of another.
Plan for about two hours.
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *

# %% [markdown]
r"""
## 1. Your engine

Paste your `forward_algorithm` and `backward_algorithm` from homework 1 into this cell. If they
were not finished, finish them now. In short: forward, every node computes its result, inputs first.
Backward, your function forgets old gradients, puts `one` at the output, and then goes through the nodes in reverse order: a node's
`backward()` makes its downstream gradients, and your function accumulates each into the input it belongs to.
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
Two nodes of this graph are reused: `u` feeds two others, and so does `w`. It needs no node that
you have not been given.
"""

# %% grade_id="engine-graph"
v = Leaf(0.5, "v")
u = Exp(-v, name="u")
w = Mean(u, IntPow(u, 2), name="w")
shared = Mean(Exp(w), IntPow(w, -1), name="y")
draw(shared, "u and w are each used twice.")

# %% grade_id="engine-check" points=4 title="1 Engine on shared nodes"
v = Leaf(0.5, "v")
u = Exp(-v, name="u")
w = Mean(u, IntPow(u, 2), name="w")
shared = Mean(Exp(w), IntPow(w, -1), name="y")
check_gradients(shared, forward_algorithm, backward_algorithm, second_call=False)

# Six arrows lead out of u, two pairs of them go into one node each, and some ways are longer.
left = HalfDifference(Mean(u, u), Exp(Negate(Exp(u))))
right = Mean(IntPow(Negate(Exp(u)), 3), Mean(u, u))
both = Mean(left, right)
check_results(both, forward_algorithm)
check_gradients(both, forward_algorithm, backward_algorithm, second_call=False)

# %% [markdown]
r"""
(The hints for both algorithms are those of homework 1: `hint("forward_algorithm")` and `hint("backward_algorithm")`.)

## 2. Add and Mul

When you write `x + y` with nodes, Python calls `x.__add__(y)`, and the scaffold answers with
`Add(x, y)`, a class you are about to write. The same with `x * y` and `Mul`. The other
operations are built on these two:

| you write | the scaffold builds |
|---|---|
| `x - y` | `Add(x, Negate(y))` |
| `x / y` | `Mul(x, IntPow(y, -1))` |
| `2 * x` | `Mul(Leaf(2), x)` |

Here is a node with two inputs that you know, as a pattern.
"""

# %% grade_id="read-mean"
show_source(Mean)

# %% [markdown]
r"""
**Exercise 2.** Write `Add` and `Mul`. In each, `forward` sets `self.result` from `self.input(0)` and
`self.input(1)`, and `backward` returns a list of two downstream gradients, each of them the upstream
gradient `self.gradient` times a local gradient.

To find the local gradients, use ordinary calculus with one input held still. What is
$\frac{\partial}{\partial x}(x + y)$? And $\frac{\partial}{\partial x}(x\,y)$? You met the second one
in homework 1, at $x = 2$, $y = -6$.
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


# %% grade_id="add-check" points=3 title="2a Add"
check_node(Add, 2.0, -6.0)


# %% grade_id="mul"
class Mul(ComputationNode):
    """The product of two inputs."""

    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0) * self.input(1)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
        ### END SOLUTION


# %% grade_id="mul-check" points=4 title="2b Mul"
check_node(Mul, 2.0, -6.0)
check_node(Mul, 0.0, 3.0)

# %% [markdown]
r"""
<details name="Add"><summary>Hint: what does the sum do when an input moves?</summary>

Move one input up by $h$, and hold the other still. By how much does the sum go up?
</details>

<details name="Add"><summary>Hint: a smaller example</summary>

Let $s = x + y$, and let $L = 7s$ come after it, so the upstream gradient at $s$ is 7. Move $x$ by $h$: $L$ moves by $7h$. And
if $y$ moves by $h$?
</details>

<details name="Add"><summary>Hint: a sketch</summary>

`forward` is one line with `self.input(0)` and `self.input(1)`. `backward` returns a list of two things, and you do not need any
input for them.
</details>

<details name="Mul"><summary>Hint: hold one input still</summary>

With $y$ held still, what kind of function of $x$ is $x\,y$, and what is its slope?
</details>

<details name="Mul"><summary>Hint: a smaller example</summary>

At $x = 2$, $y = -6$ the product moves by $-6h$ when $x$ moves by $h$. If the upstream gradient is 10, the
output of the graph moves by $10 \cdot (-6) h$. What if $y$ moves?
</details>

<details name="Mul"><summary>Hint: a sketch</summary>

Each downstream gradient has two factors: `self.gradient`, and one of the inputs. Which input, for which place in the list?
</details>

## 3. Two forks, and a hasty engine

The smallest graph in which order matters has two additions. (A `Sketch` is a node for drawings: it can be worked out on
paper, and does not need your `Add`.)
"""

# %% grade_id="two-forks"
a = Leaf(1.0, "a")
b = Sketch("Add", a, a, name="b")
c = Sketch("Add", b, b, name="c")
draw(c, "b = a + a; c = b + b")

# %% [markdown]
r"""
**Exercise 3a.** By hand: fill in $\partial c/\partial c$, $\partial c/\partial b$ and
$\partial c/\partial a$. Remember that *every* arrow brings a share, and that shares add up.
"""

# %% grade_id="two-forks-by-hand"
two_forks = {
    "c": 1,  ### SOLUTION
    "b": 2,  ### SOLUTION
    "a": 4,  ### SOLUTION
}

# %% grade_id="two-forks-check" points=2 title="3a Two forks by hand"
a = Leaf(1.0, "a")
b = Sketch("Add", a, a, name="b")
c = Sketch("Add", b, b, name="c")
check_gradients_by_hand(c, two_forks)

# %% [markdown]
r"""
<details name="two_forks"><summary>Hint: how many arrows?</summary>

Two arrows lead from `b` to `c`. Each brings its own share back.
</details>

<details name="two_forks"><summary>Hint: a smaller example</summary>

For $b = a + a = 2a$ alone, $\partial b/\partial a = 2$. Now write $c$ as a multiple of $a$.
</details>

Now meet an engine that looks reasonable. As soon as a gradient arrives at a node, it goes on to that
node's own inputs; and to be quick, it never does so twice for the same node. To keep the pencil work short, it
knows additions only: an addition hands the gradient that it gets to both its inputs.
"""


# %% grade_id="hasty-engine"
def hasty_backward(node, upstream=1.0, visited=None):
    """An engine with a mistake in it: it moves on as soon as the first share has arrived."""
    visited = set() if visited is None else visited
    node.accumulate_gradient(upstream)
    if node not in visited:
        visited.add(node)
        for input_node in node.input_nodes:
            hasty_backward(input_node, upstream, visited)


def count_arrivals(node, target):
    """How many shares arrive at `target` if every arriving share is sent on, one by one."""
    if node is target:
        return 1
    return sum(count_arrivals(input_node, target) for input_node in node.input_nodes)


# %% [markdown]
r"""
**Exercise 3b.** Before you run anything, play computer: follow `hasty_backward(c)` with a pencil, call by
call. What does it leave in the gradient of `b`, and what in the gradient of `a`?

And one number more. An engine that sends *every* arriving share on, one by one, does get the right gradients; here, where each
share is 1, the gradient of `a` is just the number of shares that arrive, as `count_arrivals` counts them. For the two
additions above there are 4. How many would arrive after a chain of ten, `b = a + a`, `c = b + b`, and so on? Fill in `shares`. (A power is `2**3`
in Python; in quotes, `"2^3"` is understood, too.)
"""

# %% grade_id="prediction"
prediction = {
    "b": 2,  ### SOLUTION
    "a": 2,  ### SOLUTION
    "shares": "2^10",  ### SOLUTION
}

# %% grade_id="prediction-check" points=3 title="3b What a hasty engine makes of it"
a = Leaf(1.0, "a")
b = Sketch("Add", a, a, name="b")
c = Sketch("Add", b, b, name="c")
hasty_backward(c)

start = end = Leaf(1.0)
for _ in range(10):
    end = Sketch("Add", end, end)

check_blanks(
    prediction,
    {"b": b.gradient, "a": a.gradient, "shares": count_arrivals(end, start)},
)

# %% [markdown]
r"""
<details name="prediction"><summary>Hint: what happens first?</summary>

`hasty_backward(c)` calls itself for `b`, twice. What happens between the first and the second of these calls?
</details>

<details name="prediction"><summary>Hint: following the calls</summary>

The first time, `b` has not been visited, so everything below `b` happens before the second share of `b` arrives. Write down who holds what
at that moment. The second time, `b` has been visited.
</details>

<details name="prediction"><summary>Hint: counting shares</summary>

After one addition 2 shares arrive at `a`, after two 4. What does each further addition do to the number?
</details>

So there is the trap. A node may pass its gradient on only when **all** of its shares have arrived,
that is, when every node it feeds has been processed. An order in which inputs always come first is called
**topological**, and walking it backward does exactly this: every node comes after all the nodes that it feeds.
Each node is processed once, each arrow is walked once, and nothing is sent too early.

## 4. The order for tanh

The hyperbolic tangent is

$$z = \tanh x = \frac{\sinh x}{\cosh x} = \frac{e^x - e^{-x}}{e^x + e^{-x}}$$

Computed with care, it needs $e^x$ and $e^{-x}$ only once each, although each is used twice:
"""

# %% grade_id="tanh-named"
x = Leaf(math.log(2), "x")
p = Exp(x, name="p")
n = Negate(x, name="n")
q = Exp(n, name="q")
m = Negate(q, name="m")
s = Sketch("Add", p, m, name="s")
t = Sketch("Add", p, q, name="t")
r = IntPow(t, -1, name="r")
z = Sketch("Mul", s, r, name="z")
draw(z, "tanh x with its values named: z = s * r, where s = p - q and r = 1 / (p + q).")

# %% [markdown]
r"""
**Exercise 4.** Write down an order in which a backward pass may process these nine nodes, the first one
first: a list of their names, each in quotes, such as `["y", "v", "u"]`. There are several right ones.
"""

# %% grade_id="order"
order = ["z", "r", "s", "t", "m", "q", "n", "p", "x"]  ### SOLUTION

# %% grade_id="order-check" points=2 title="4 An order for tanh"
x = Leaf(math.log(2), "x")
p, n = Exp(x, name="p"), Negate(x, name="n")
q = Exp(n, name="q")
m, t = Negate(q, name="m"), Sketch("Add", p, q, name="t")
s, r = Sketch("Add", p, m, name="s"), IntPow(t, -1, name="r")
check_backward_order(Sketch("Mul", s, r, name="z"), order)

# %% [markdown]
r"""
<details name="order"><summary>Hint: who can be processed?</summary>

At any moment, which nodes have received *all* their shares? At the start it is only `z`.
</details>

<details name="order"><summary>Hint: where is the difficulty?</summary>

At `p` and at `q`. Which nodes do they feed? All of these have to be done first.
</details>

## 5. Calling backward twice

A network is trained in many small steps. Each step runs a backward pass to the same leaves, the *parameters*, and then moves them a little.
What happens to the gradients of the last step? PyTorch keeps them, and adds the new ones on top, in the leaves; that is why a loop that trains
calls `zero_grad()` in each step.

**Exercise 5a.** The cell below the next one runs `backward()` twice in PyTorch on $b = a + a$, $c = b + b$. (With `retain_graph=True` the first call keeps
the graph for the second.) What will be in `a.grad`?
"""

# %% grade_id="twice"
twice = {
    "a": 8,  ### SOLUTION
}

# %% grade_id="twice-check" points=1 title="5a Twice in PyTorch"
import torch

a = torch.tensor(1.0, requires_grad=True)
b = a + a
c = b + b
c.backward(retain_graph=True)
c.backward()
check_blanks(twice, {"a": float(a.grad)})

# %% [markdown]
r"""
<details name="twice"><summary>Hint: what does one call give?</summary>

One backward pass leaves in `a.grad` the derivative that you found in exercise 3a. The second one finds it there.
</details>

In our scaffold, forgetting is the duty of `backward_algorithm`. An engine that
does not forget is worse off than PyTorch, because the nodes *between* keep their old gradients too: they
would send on the old and the new together. (On this graph the second call would leave 12 in `a`, if it sets the gradient of `c` to 1. Can you
see why?)

**Exercise 5b.** Let your engine run twice, with different upstream gradients. If the check complains,
mend your engine at the top, and run that cell again.
"""

# %% grade_id="twice-engine-check" points=2 title="5b Twice in your engine"
v = Leaf(0.5, "v")
u = Exp(-v, name="u")
check_gradients(Mean(IntPow(u, 2), Exp(u)), forward_algorithm, backward_algorithm)

# %% [markdown]
r"""
**Exercise 5c. Find the wrong engine.** Your engine passes all checks. Would you have noticed if it did not deserve to? Some sixty engines are hidden behind the next check, each with one mistake: one of
them overwrites where it should add, another one begins with 1 whatever it is told. Write up to three tests on which they give themselves away. You get the part of the points that is the part of the engines
you catch. Mind the right engines among them, which go about it in other ways: a test that accuses one of these does not count.

A test is a graph, and the upstream gradients of one or more calls. This one,

    ("p = a * b; exp(p)", 1, 3)

lets an engine run backward through the graph of $e^{ab}$ twice, first with 1 at the output and then with 3. An expression may use the names before it, so `p` is one node, however often you write it.
There are three leaves: $a = 1.3$, $b = -0.6$ and $c = 0.8$. After each call the gradients of *all* nodes are compared. An engine is caught if one of them is wrong or missing. You are told how many are caught, and not which.
"""

# %% grade_id="wrong-engines"
engine_tests = {
    "first": ("p = a * b; q = p + p; exp(q) * p - q * c", -2.5, 1.5),  ### SOLUTION
    "second": ("p = exp(a); q = p * b + p; r = q * q - p; r * q + a", 1.5, -0.7),  ### SOLUTION
    "third": ("p = exp(b); (p * p) * exp(-p) + c + c", 1),  ### SOLUTION
}

# %% grade_id="wrong-engines-check" points=3 title="5c Find the wrong engine"
from course import check_wrong_engines

check_wrong_engines(engine_tests, {"a": 1.3, "b": -0.6, "c": 0.8})

# %% [markdown]
r"""
<details name="engine_tests"><summary>Hint: one mistake at a time</summary>

Take an engine that overwrites a gradient where it should add. On which graphs are its gradients right? Then do the same for an engine that begins with 1, and for one that never forgets.
</details>

<details name="engine_tests"><summary>Hint: what can be used twice?</summary>

A leaf, a node in the middle, a node by two others, a node twice by the same one. And the whole graph: what does an engine find there when it is called again?
</details>

<details name="engine_tests"><summary>Hint: when does the order matter?</summary>

An engine that visits its nodes in a wrong order goes wrong only where a node is processed while a share is still to come. Let two ways of different lengths lead to the same node, and let there be more nodes behind it. Then exchange the
longer way and the shorter one.
</details>

<details name="engine_tests"><summary>Hint: wrong and right by chance</summary>

With an upstream gradient of 1, one cannot see that it was squared; nor that its sign was lost, as long as it is positive. Where two shares are equal, their mean is each of them.
</details>

## 6. All together: tanh

Your engine, your `Add`, your `Mul`, on a graph that the operators build. For $z = \tanh x$, ordinary
calculus gives $\frac{dz}{dx} = 1 - z^2$. At $x = \log 2$, $z = 0.6$; so what should `x.gradient` be?
"""

# %% grade_id="tanh"
x = Leaf(math.log(2), "x")
expx = Exp(x)
expnx = Exp(-x)
tanh_x = (expx - expnx) / (expx + expnx)
forward_algorithm(tanh_x)
backward_algorithm(tanh_x)
print(tanh_x)
print(x.gradient)
draw(tanh_x)

# %% [markdown]
r"""
This last check is worth no points, since all its parts have been graded above. If it fails while they pass, we
would like to hear about it.
"""

# %% grade_id="tanh-all" title="6 tanh, all together"
x = Leaf(math.log(2), "x")
expx, expnx = Exp(x), Exp(-x)
tanh_x = (expx - expnx) / (expx + expnx)
check_results(tanh_x, forward_algorithm)
check_gradients(tanh_x, forward_algorithm, backward_algorithm)

# %% [markdown]
r"""
## What you have done

Your engine now handles any expression made of sums, differences, products, quotients, whole powers and exponentials
of numbers, however often values are reused. You know why it walks the nodes in reverse topological order:
gradients add up at forks, and a sum must be complete before it is used.
"""
