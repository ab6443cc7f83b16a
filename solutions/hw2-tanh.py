# %% [markdown]
r"""
# Homework 2: tanh, and why the order matters

In homework 1 you wrote `forward_algorithm` and `backward_algorithm`, your *engine*. Now you write two nodes of your own,
`Add` and `Mul`. With them, ordinary arithmetic such as `(a - b) / (a + b)` builds graphs by itself.
These graphs reuse nodes, and that is where careless engines go wrong.

**Afterwards you can**

- turn a derivative from calculus into the `backward` of a node;
- say what goes wrong when a node passes its gradient on too early, and which orders avoid it;
- explain why a training loop calls `zero_grad()`.

**You need** your two algorithms from homework 1. **Time:** about two hours.

| section | topic | points |
|---|---|---|
| 1 | your engine from homework 1, on a graph with shared nodes | {points} |
| 2 | `Add` and `Mul` | {points} |
| 3 | the gradients of `b = a + a; c = b + b`, and what a hasty engine makes of them | {points} |
| 4 | an order for the backward pass of tanh | {points} |
| 5 | a second backward pass, tests that find wrong engines, questions about your own | {points} |
| 6 | tanh, with your own nodes and engine | {points} |
| 7 | a line, fitted by your engine | ungraded |

Stuck? Unfold the hints below the check, or run your cell with `hint()` as its last line.
"""

# %% grade_id="setup"
# @title Set up: run this cell first
from course import *
from course import variant

# %% [markdown]
r"""
## 1. Your engine

Paste your `forward_algorithm` and `backward_algorithm` from homework 1 into this cell. If they
are unfinished, finish them now. In short: in the forward pass every node computes its result, inputs first.
The backward pass forgets old gradients and puts `one` at the output. Then it goes through the nodes in reverse order: each node's
`backward()` computes downstream gradients, and your function accumulates them into the inputs they belong to.
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
In this graph, `u` and `w` each feed two other nodes.
"""

# %% grade_id="engine-graph" shows=true
v = Leaf(0.5, "v")
u = Exp(-v, name="u")
w = Mean(u, IntPow(u, 2), name="w")
shared = Mean(Exp(w), IntPow(w, -1), name="y")
draw(shared, "u and w are each used twice.")

# %% grade_id="engine-check" points=1 title="1 Engine on shared nodes"
v = Leaf(0.5, "v")
u = Exp(-v, name="u")
w = Mean(u, IntPow(u, 2), name="w")
shared = Mean(Exp(w), IntPow(w, -1), name="y")
check_gradients(shared, forward_algorithm, backward_algorithm, on_small_graphs="first")

# Six arrows lead out of u: two nodes use u for both inputs. The paths have different lengths.
left = HalfDifference(Mean(u, u), Exp(Negate(Exp(u))))
right = Mean(IntPow(Negate(Exp(u)), 3), Mean(u, u))
both = Mean(left, right)
check_results(both, forward_algorithm)
check_gradients(both, forward_algorithm, backward_algorithm, on_small_graphs="first")

# %% [markdown]
r"""
(The hints for both algorithms are those from homework 1: `hint("forward_algorithm")` and `hint("backward_algorithm")`.)

## 2. Add and Mul

The classes that come with the course are called the *scaffold*. When you write `x + y` with nodes, Python calls `x.__add__(y)`, and the scaffold builds
`Add(x, y)`. You write that class now. In the same way, `x * y` builds a `Mul`. Other
operations are built from these two and the nodes of homework 1:

| you write | the scaffold builds |
|---|---|
| `x - y` | `Add(x, Negate(y))` |
| `x / y` | `Mul(x, IntPow(y, -1))` |
| `2 * x` | `Mul(Leaf(2), x)` |
| `x ** n` | `IntPow(x, n)`, for an integer `n`, which may be negative |

As a pattern, here is a node with two inputs, from homework 1.
"""

# %% grade_id="read-mean" shows=true
show_source(Mean)

# %% [markdown]
r"""
**Exercise 2.** Write `Add` and `Mul`. `forward` sets `self.result` from `self.input(0)` and
`self.input(1)`. `backward` returns a list of two downstream gradients, each the upstream
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
<details name="Add"><summary>Hint for Add: what does the sum do when an input moves?</summary>

Move one input up by $h$, and hold the other still. By how much does the sum go up?
</details>

<details name="Add"><summary>Hint for Add: a smaller example</summary>

Let $s = x + y$, followed by $L = 7s$, so the upstream gradient at $s$ is 7. Move $x$ by $h$: $L$ moves by $7h$. What
if $y$ moves by $h$?
</details>

<details name="Add"><summary>Hint for Add: a sketch</summary>

`forward` is one line with `self.input(0)` and `self.input(1)`. `backward` returns a list of two gradients, and you need neither input to compute them.
</details>

<details name="Mul"><summary>Hint for Mul: hold one input still</summary>

With $y$ held still, what kind of function of $x$ is $x\,y$, and what is its slope?
</details>

<details name="Mul"><summary>Hint for Mul: a smaller example</summary>

At $x = 2$, $y = -6$ the product moves by $-6h$ when $x$ moves by $h$. If the upstream gradient is 10, the
output of the graph moves by $10 \cdot (-6) h$. What if $y$ moves?
</details>

<details name="Mul"><summary>Hint for Mul: a sketch</summary>

Each downstream gradient has two factors: `self.gradient`, and one of the inputs. Which input goes with which place in the list?
</details>

## 3. Two forks, and a hasty engine

Here is a small graph with two additions, in which the order matters. (A `Sketch` only stands for an operation in a
drawing, so your `Add` is not needed here.)
"""

# %% grade_id="two-forks" shows=true
a = Leaf(1.0, "a")
b = Sketch("Add", a, a, name="b")
c = Sketch("Add", b, b, name="c")
draw(c, "b = a + a; c = b + b")

# %% [markdown]
r"""
**Exercise 3a.** By hand: fill in $\partial c/\partial c$, $\partial c/\partial b$ and
$\partial c/\partial a$. Remember: *every* arrow brings back a share, and shares add up.
"""

# %% grade_id="own-forks" variants=true
from course import show_variant

show_variant("two forks", "exercise 3a", output="L")

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
check_gradients_by_hand(variant("two forks", c), two_forks)

# %% [markdown]
r"""
<details name="two_forks"><summary>Hint: how many arrows?</summary>

Two arrows lead from `b` to `c`. Each brings its own share back.
</details>

<details name="two_forks"><summary>Hint: a smaller example</summary>

For $b = a + a = 2a$ alone, $\partial b/\partial a = 2$. Now write $c$ as a multiple of $a$.
</details>

Now meet an engine that looks reasonable. As soon as a gradient arrives at a node, the engine passes it on to the
node's inputs. To save time, it does so only once for each node. To keep the pencil work short, it
knows only addition, which hands the gradient it gets to both inputs.
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

Another engine sends on *every* arriving share, one by one, and does find the right gradients. Here each
share is 1, so the gradient of `a` is the number of shares that arrive; `count_arrivals` counts them. With the two
additions above, 4 arrive. How many arrive at `a` in a chain of ten additions, `b = a + a`, `c = b + b`, and so on? Fill in `shares`. (A power is `2**3`
in Python; in quotes, `"2^3"` is understood too.)
"""

# %% grade_id="own-prediction" variants=true
show_variant("hasty engine", "exercise 3b")

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

standard = {"b": b.gradient, "a": a.gradient, "shares": count_arrivals(end, start)}
clue = "Go through hasty_backward line by line: when is a share added, and when is it passed on?"
doubling = "Add one more addition. How many shares now arrive for each one that arrived before?"
clues = {"b": clue, "a": clue, "shares": doubling}
check_blanks(prediction, variant("hasty engine", standard), clues=clues)

# %% [markdown]
r"""
<details name="prediction"><summary>Hint: what happens first?</summary>

`hasty_backward(c)` calls itself for `b`, twice. What happens before the second of these calls begins?
</details>

<details name="prediction"><summary>Hint: following the calls</summary>

At the first call `b` has not been visited, so the engine goes on to `a` before the second share of `b` arrives. Write down what each node
holds at that moment. At the second call, `b` has already been visited.
</details>

<details name="prediction"><summary>Hint: counting shares</summary>

With one addition, 2 shares arrive at `a`; with two, 4. What does each further addition do to the number?
</details>

Pass a gradient on too early, and shares are lost. Pass on every share separately, and the work can double with every fork.
So a node should pass on its gradient once: when all its consumers have been processed, and **all** its shares have arrived. Reverse topological order guarantees exactly this.
Each node is processed once, each arrow is traversed once, and no sum is used before it is complete.

## 4. The order for tanh

The hyperbolic tangent is

$$z = \tanh x = \frac{\sinh x}{\cosh x} = \frac{e^x - e^{-x}}{e^x + e^{-x}}$$

Both $e^x$ and $e^{-x}$ are used twice, but need to be computed only once:
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
**Exercise 4.** Write down an order in which a backward pass may process these nine nodes:
a list of names in quotes, such as `["y", "v", "u"]`. Several orders are right.
"""

# %% grade_id="order"
order = ["z", "r", "s", "t", "m", "q", "n", "p", "x"]  ### SOLUTION

# %% grade_id="order-check" points=3 title="4 An order for tanh"
x = Leaf(math.log(2), "x")
p, n = Exp(x, name="p"), Negate(x, name="n")
q = Exp(n, name="q")
m, t = Negate(q, name="m"), Sketch("Add", p, q, name="t")
s, r = Sketch("Add", p, m, name="s"), IntPow(t, -1, name="r")
check_backward_order(Sketch("Mul", s, r, name="z"), order)

# %% [markdown]
r"""
<details name="order"><summary>Hint: which node can be processed?</summary>

At any moment, which nodes have received *all* their shares? At the start, only `z` has.
</details>

<details name="order"><summary>Hint: where is the difficulty?</summary>

At `p` and at `q`. Which nodes do they feed? All of these have to be processed first.
</details>

**Ungraded: write the sort yourself.** Your order begins with the output. `sorted_nodes` lists the nodes the other way round, each after its inputs. Write a function that does the same. Here are two ways.

- *Depth first*: to add a node, first add each of its inputs in the same way, then append the node. If it is already in the list, do nothing.
- *Counting*: first collect all nodes, by following `input_nodes` from the output. Count the arrows that leave each one. Take the output first: it has none.
  Whenever you take a node, cross out the arrows that lead into it. A node with no outgoing arrows left may be taken next. Reverse the finished list.

The next cell tells you whether the order is right.
"""


# %% grade_id="own-sort"
def my_sorted_nodes(graph):
    """All nodes of the graph, each after its inputs, the output last."""
    ### BEGIN SOLUTION
    nodes, known = [], set()

    def visit(node):
        if node not in known:
            known.add(node)
            for each in node.input_nodes:
                visit(each)
            nodes.append(node)

    visit(graph)
    return nodes
    ### END SOLUTION


# %% grade_id="own-sort-tried"
try:
    found, again, part = ([*my_sorted_nodes(each)] for each in (z, z, z.input_nodes[0]))
    names = [node.name for node in found]
except NotImplementedError:
    print("Skipped: my_sorted_nodes still says `raise NotImplementedError()`.")
except Exception as error:
    print(f"That is not a list of nodes yet. {type(error).__name__}: {error}")
    if "NoneType" in str(error):
        print("Something is None there. Is a `return` missing?")
else:
    if again != found:
        print("A second call gives a different list.")
    if z in part:
        print("The list for an input of z contains z, too: does some list outlive the call?")
    place = {node: names.index(node.name) for node in found}
    for node in found:
        late = [each.name for each in node.input_nodes if place.get(each, len(found)) > place[node]]
        if late:
            print(f"{node.name} comes before {' and '.join(late)}, from which it is computed")
    print(names)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        print(f"More than once: {', '.join(twice)}.")
    else:
        print(f"{len(names)} of nine nodes, none of them twice.")

# %% [markdown]
r"""
## 5. Calling backward twice

A network is trained in many small steps. Each step runs a backward pass, and then moves certain leaves a little. These leaves, the same in every step, are the *parameters*.
What happens to their gradients from the previous step? PyTorch keeps them and adds the new ones on top. That is why a training loop
calls `zero_grad()` in each step: it clears the old gradients.

**Exercise 5a.** PyTorch calls its values *tensors*; here each holds one number. A tensor `a` made with `requires_grad=True` is a leaf. `c.backward()`, the backward pass from `c`, leaves the gradient of `a` in `a.grad`.
The check below computes $b = a + a$, $c = b + b$, and calls `c.backward()` twice. (With `retain_graph=True` the first call keeps
the graph for the second.) What is in `a.grad` after that?
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
clue = "What is in a.grad after the first call, and what does the second one do to it?"
check_blanks(twice, {"a": float(a.grad)}, clues={"a": clue})

# %% [markdown]
r"""
<details name="twice"><summary>Hint: what does one call give?</summary>

One backward pass puts the derivative from exercise 3a into `a.grad`. The second pass finds it there.
</details>

In our scaffold, `backward_algorithm` has to do the forgetting. If it does not, the result is worse than in PyTorch: the nodes in between keep their old gradients too, and
send on old and new together. On the graph of exercise 5a, the first call leaves 2 in `b` and 4 in `a`. In the second, `c` is set to 1 again, and two more shares of 1
arrive at `b`. Now `b` holds 4, and sends 4 back to `a` twice. So `a` ends up with $4 + 8 = 12$.

**Exercise 5b.** There is nothing new to write. The check runs your engine twice, with different upstream gradients. If it complains,
fix your engine at the top, run that cell, then run the check again.
"""

# %% grade_id="twice-engine-check" points=2 title="5b Twice in your engine"
v = Leaf(0.5, "v")
u = Exp(-v, name="u")
called_twice = Mean(IntPow(u, 2), Exp(u))
check_gradients(called_twice, forward_algorithm, backward_algorithm, on_small_graphs="later")

# %% [markdown]
r"""
**Exercise 5c. Find the wrong engine.** If your engine had a mistake, would your own tests find it? About sixty wrong engines are hidden behind the next check, each with one mistake. One
overwrites where it should add, another always begins with 1. Write up to three tests that expose them. Your points are proportional to the number of engines you catch.
A few correct engines are hidden there too. A test that accuses one of them does not count. (That happens only with numbers so large or small that rounding shows.)

A test is a graph and one or more numbers. For each number the engine under test is called once, with that number as the upstream gradient at the output. This test,

    ("p = a * b; exp(p)", 1, 3)

runs an engine backward through the graph of $e^{ab}$ twice, first with 1 at the output and then with 3. Separate expressions by `;` or write each on a line of its own. You may use numbers, brackets, `+ - * /`, `**` with an integer, the functions `exp`, `log`, `sin`, `cos` and `tanh`,
and the leaves $a = 1.3$, $b = -0.6$ and $c = 0.8$. A name that you give to an expression, such as `p`, is one node, however often you use it in that test. The other tests do not know it. Leave a test that you do not need as `...`.

After each call the gradients of *all* nodes are compared. An engine is caught if a gradient is wrong or missing, or if the engine stops with an error. You are told how many are caught, but not which.
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

Take an engine that overwrites a gradient where it should add. On which graphs are its gradients right? Ask the same of an engine that always begins with 1, and of one that never forgets.
</details>

<details name="engine_tests"><summary>Hint: what can be used twice?</summary>

A leaf, or a node in the middle; by two other nodes, or twice by the same one. And the whole graph: what does an engine find there when it is called again?
</details>

<details name="engine_tests"><summary>Hint: when does the order matter?</summary>

A wrong order shows only if some node is processed while one of its shares is still to come. Take a node that is not a leaf, so that it passes its gradient on, and let two paths of different lengths lead from it to the output. Make two such tests: at the node where the two paths meet again,
the longer path comes in as the first input in one test and as the second in the other.
</details>

<details name="engine_tests"><summary>Hint: right by chance</summary>

An upstream gradient of 1 hides that it was squared, and a positive one hides that its sign was lost. The sum `a + b` sends equal shares to its two inputs, so an engine that swaps these shares looks right there.
</details>

**Exercise 5d. Your own engine.** If you have written an engine, you can say what it does. The next cell runs yours on a graph, shows your code with line numbers, and asks three questions about *your* run and *your* lines.
So finish your engine first. If you change it later, run the cell again and check your answers.

An answer is a number, such as `7` for line 7 or `-1.5` for a gradient, or the name of a node in quotes. A *share* is what one arrow brings back.
"""

# %% grade_id="own-engine-questions" shows=true
from course import ask_about

a, b = Leaf(6.0, "a"), Leaf(2.0, "b")
p = Mean(a, b, name="p")
q, r = IntPow(p, 2, name="q"), HalfDifference(b, p, name="r")
s, t = HalfDifference(q, r, name="s"), IntPow(r, 2, name="t")
u = Mean(p, t, name="u")
y = Mean(s, u, name="y")
ask_about(y, forward_algorithm, backward_algorithm, one=4.0)
draw(y, "a = 6 and b = 2. p is used three times, r and b twice.")

# %% grade_id="own-engine"
own_engine = {
    "first": 12,  ### SOLUTION
    "second": 16,  ### SOLUTION
    "third": 9,  ### SOLUTION
}

# %% grade_id="own-engine-check" points=3 title="5d Your own engine"
from course import check_own_engine

a, b = Leaf(6.0, "a"), Leaf(2.0, "b")
p = Mean(a, b, name="p")
q, r = IntPow(p, 2, name="q"), HalfDifference(b, p, name="r")
s, t = HalfDifference(q, r, name="s"), IntPow(r, 2, name="t")
u = Mean(p, t, name="u")
y = Mean(s, u, name="y")
check_own_engine(y, forward_algorithm, backward_algorithm, own_engine, one=4.0)

# %% [markdown]
r"""
<details name="own_engine"><summary>Hint: be the engine</summary>

Take a pencil and the picture of the graph. Go through your `backward_algorithm` line by line, and keep each node's gradient up to date beside it.
</details>

<details name="own_engine"><summary>Hint: see it</summary>

In a cell of your own, `replay(y, forward_algorithm, backward_algorithm, one=4.0)` shows each step of your run, with the line of your code that takes that step.
</details>

<details name="own_engine"><summary>Hint: if the line were different</summary>

Only that line would do something else, but what comes after depends on it: a node that holds a different gradient sends on different shares.
</details>

## 6. All together: tanh

For $z = \tanh x$, ordinary calculus gives $\frac{dz}{dx} = 1 - z^2$. At $x = \log 2$, $z = 0.6$. What should `x.gradient` be?

**Exercise 6.** There is nothing new to write. The check tests whether your nodes and your engine work together: it compares results and gradients of tanh with PyTorch's.
Your parts are `Add`, `Mul` and the engine. A part that is wrong costs you points in its own exercise but none here, as long as more of your parts are right than wrong. (A missing part does cost you these points, and so does an engine that runs none of the graph's nodes.)
"""

# %% grade_id="tanh-all" points=2 title="6 tanh, all together"
from course import check_together

x = Leaf(math.log(2), "x")
expx, expnx = Exp(x), Exp(-x)
tanh_x = (expx - expnx) / (expx + expnx)
check_together(
    tanh_x,
    forward_algorithm,
    backward_algorithm,
    alone=[Add(2.0, -6.0), Mul(2.0, -6.0)],
)

# %% [markdown]
r"""
In the next picture, look at the gradients of `Exp(x)` and `Exp(-x)`: each is a sum of two shares.
"""

# %% grade_id="tanh" shows=true
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
## 7. A line that learns

**Ungraded: train something.** Here are five points near the line $y = 2x + 1$. We start with slope 0 and intercept 0, and your engine helps find better ones. The *loss* says how badly the line fits: it is the sum of the squared vertical distances. It is a graph
like any other. The gradients of the slope and the intercept say in which direction the loss goes up, so a small step in the opposite direction makes it smaller. The cell takes 200 such steps. This is **gradient descent**, and nearly all training of neural networks is a variation on it.
"""

# %% grade_id="line" shows=true
points = [(-1.0, -1.2), (-0.5, 0.1), (0.0, 1.1), (0.5, 1.9), (1.0, 3.1)]
slope, intercept = 0.0, 0.0
for step in range(200):
    w, c = Leaf(slope, "w"), Leaf(intercept, "c")
    loss = Leaf(0.0)
    for x, y in points:
        loss = loss + (w * x + c - y) ** 2
    forward_algorithm(loss)
    backward_algorithm(loss)
    slope = slope - 0.05 * w.gradient
    intercept = intercept - 0.05 * c.gradient
    if step % 40 == 0:
        print(f"step {step:3}: loss {loss.result:7.4f}")
print(f"The line is y = {slope:.3f} x + {intercept:.3f}; the best line is y = 2.080 x + 1.000.")

# %% [markdown]
r"""
## What you have done

Your engine now handles any expression made of sums, differences, products, quotients, integer powers and exponentials
of numbers, however often values are reused. The engine walks the nodes in reverse topological order, because
gradients add up at forks and each sum must be complete before it is used.

**Read more.** A. Karpathy, [*micrograd*](https://github.com/karpathy/micrograd): the same engine in 94 lines, and a
lecture that builds it from scratch, [*The spelled-out intro to neural networks and backpropagation: building micrograd*](https://www.youtube.com/watch?v=VMj-3S1tku0).
The graph of tanh is from *Homework 1.2* of CS 7150 (Northeastern University).
"""
