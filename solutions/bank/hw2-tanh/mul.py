# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]

# %% [markdown] mistake="mul-adds"
# Mul adds the upstream gradient to the local one.
#
# Along a path gradients are multiplied: if the output moves 3 times as far as this node, and this
# node 5 times as far as its input, the output moves 15 times as far as the input.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient + self.input(1), self.gradient + self.input(0)]

# %% [markdown] mistake="mul-changes-its-gradient"
# Mul changes the upstream gradient it was given.
#
# What you return is right, but the gradient of the node is no longer its own.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        left = self.gradient * self.input(1)
        self.gradient *= self.input(0)
        return [left, self.gradient]

# %% [markdown] mistake="mul-computes-sum"
# Mul computes a sum.
#
# Look at its forward: which operator is between the inputs?

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

# %% [markdown] mistake="mul-copies-add"
# Mul does what Add does.
#
# Is it a copy of that cell? Forward has to multiply, and then a local gradient is no longer 1: move
# one input of 2 * 5 by a little, and see how far the product moves.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]

# %% [markdown] mistake="mul-divides"
# Mul divides by the input.
#
# Backward does not undo forward. It asks how far the product moves when one input does. With y = 3
# held still, a step moves it equally far from x = 1 and from x = 100. Yours does not.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient / self.input(0), self.gradient / self.input(1)]

# %% [markdown] mistake="mul-divides-by-the-other-input"
# Mul divides by the other input.
#
# Backward does not undo forward. It asks how far the product moves when one input does. Turn the 2
# into 2.1, once in 2 * 5 and once in 2 * 500, and see in which of them this step counts for more.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient / self.input(1), self.gradient / self.input(0)]

# %% [markdown] mistake="mul-doubles-like-a-square"
# Mul treats each input as if it were squared.
#
# 2x is the derivative of x * x, where both factors move together. Here they are two inputs, and
# each has a gradient of its own; if they are one node, the algorithm adds the two shares. Take 2 *
# 5 and move the 2 alone.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [2 * self.gradient * self.input(0), 2 * self.gradient * self.input(1)]

# %% [markdown] mistake="mul-first-input-twice"
# Mul uses the first input for both gradients.
#
# The same gradient for both would mean that it makes no difference which input moves. In 2 * 5,
# raise the 2 by 1; then, from the start again, the 5, and compare how far the product moves.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(0)]

# %% [markdown] mistake="mul-forgets-local"
# Mul passes the upstream gradient on as it is.
#
# That says: when x moves by h, the product moves by h too. Turn the 2 into 2.1, once in 2 * 5
# and once in 2 * 500, and see how far the two products move.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]

# %% [markdown] mistake="mul-forgets-result"
# Mul's forward does not put its result into self.result.
#
# `forward` has to fill in `self.result`; a value that is only returned, or put into a local
# variable, is gone afterwards.

# %%
class Mul(ComputationNode):
    def forward(self):
        result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

# %% [markdown] mistake="mul-forgets-return"
# Mul computes its downstream gradients but does not return them.
#
# A function without `return` gives None. The list has to leave the function.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        downstream = [self.gradient * self.input(1), self.gradient * self.input(0)]

# %% [markdown] mistake="mul-forgets-upstream" exercise=["hw2-tanh/mul", "hw3-polynomial/mul", "hw5-mlp/arithmetic"]
# Mul returns the local gradients alone.
#
# Each downstream gradient is upstream times local. Yours is right only when 1 arrives from
# upstream. Try `y = 10 * (a * b)`.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.input(1), self.input(0)]

# %% [markdown] mistake="mul-halves"
# Mul shares the gradient out, half to each input.
#
# In Mean, the halves come from the division by 2 in its forward; a product does not divide. Go from
# 1 * 10 to 2 * 10, and see how far the product has moved.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1) / 2, self.gradient * self.input(0) / 2]

# %% [markdown] mistake="mul-multiplies-by-the-other-gradient"
# Mul multiplies by the gradient of the other input, not by its value.
#
# In the backward pass the inputs have no gradients yet: they are what you are about to compute.
# The slope of x y in x is the value of y.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        first, second = self.input_nodes
        return [self.gradient * second.gradient, self.gradient * first.gradient]

# %% [markdown] mistake="mul-multiplies-the-gradient-twice" exercise=["hw2-tanh/mul"]
# Mul's second product starts from a gradient that the first has changed.
#
# Once something else is written into self.gradient, with = or with *=, the next product no longer
# finds what arrived from upstream. Try it with numbers: g = 10, then g *= 2, and then a line that
# needs three times the 10.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        self.gradient *= self.input(1)
        return [self.gradient, self.gradient * self.input(0)]

# %% [markdown] mistake="mul-multiplies-upstream-twice"
# Mul multiplies by the upstream gradient twice.
#
# Each downstream gradient has it as a factor once. Let 10 arrive at the product, and hold the other
# input still at 2: a step of the first moves the output by 20 steps, not by 200.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient**2 * self.input(1), self.gradient**2 * self.input(0)]

# %% [markdown] mistake="mul-none-for-the-second"
# Mul gives its second input no gradient.
#
# It may be a constant in the graph that you have in mind, but the node cannot know that: in another
# graph the second input is the one that counts. Compare x * 2 with 2 * x. Both need a gradient at
# x.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), None]

# %% [markdown] mistake="mul-one-gradient"
# Mul returns one downstream gradient for its two inputs.
#
# The list needs one entry for each input, in their order.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1)]

# %% [markdown] mistake="mul-own-input" exercise=["hw2-tanh/mul", "hw3-polynomial/mul", "hw5-mlp/arithmetic"]
# Each input of Mul gets the share that belongs to the other one.
#
# With y held still, the product x * y is a straight line in x, and the slope of a line is the
# same everywhere. What x gets from yours grows with x. Take y = 3: go from x = 1 to 2 and from x
# = 10 to 11, and compare the two steps of the product.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(1)]

# %% [markdown] mistake="mul-product-rule-sum"
# Mul sums both terms of the product rule into each gradient.
#
# The product rule is about one variable in both factors. Here each input has a gradient of its own;
# if the same node is in both places, accumulation adds the two.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        both = self.gradient * (self.input(0) + self.input(1))
        return [both, both]

# %% [markdown] mistake="mul-raises-to-a-power"
# Mul raises its first input to a power.
#
# In Python `**` is a power, and the sign of a product is a single star: compare 2 * 3 with 2 ** 3.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) ** self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

# %% [markdown] mistake="mul-reads-inputs-when-built"
# Mul computes with a value that was read too early.
#
# Building a graph computes nothing. Whatever __init__ finds in the result of an input is still
# None, and it stays None when the forward pass fills in the inputs later. Print Leaf(2.0).result,
# without calling forward.

# %%
class Mul(ComputationNode):
    def __init__(self, *input_nodes, name=None):
        super().__init__(*input_nodes, name=name)
        self.x = self.input_nodes[0].result
        self.y = self.input_nodes[1].result

    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.y, self.gradient * self.x]

# %% [markdown] mistake="mul-result-for-gradient"
# Mul sends its result back instead of its gradient.
#
# The result says how large the product is, and the gradient how much it counts further on. Double the
# upstream gradient: what you hand on should double, but it stays the same.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.output() * self.input(1), self.output() * self.input(0)]

# %% [markdown] mistake="mul-returns-nodes"
# Mul's backward makes a node where a value is needed.
#
# A product with a node builds a new node instead of computing a number, and self.input_nodes holds
# nodes. Ask for the value of an input the way your forward does, and write the product with `*`.
# Print type(2.0 * Leaf(3.0)) and type(2.0 * 3.0).

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input_nodes[1], self.gradient * self.input_nodes[0]]

# %% [markdown] mistake="mul-second-input-twice"
# Mul uses the second input for both gradients.
#
# The same gradient for both would mean that it makes no difference which input moves. In 2 * 5,
# raise the 2 by 1; then, from the start again, the 5, and compare how far the product moves.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(1)]

# %% [markdown] mistake="mul-sign"
# Mul gives one of its gradients a minus sign.
#
# Both inputs enter the product in the same way. There is no minus sign here.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), -self.gradient * self.input(0)]

# %% [markdown] mistake="mul-squares-the-other-input"
# Mul squares the other input.
#
# With y = 3 held still, x y is a line with the slope 3, not 9. Compare 5 * 3 with 6 * 3.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1) ** 2, self.gradient * self.input(0) ** 2]

# %% [markdown] mistake="mul-uses-result"
# Mul multiplies by its result.
#
# That is how Exp works, since exp is its own derivative. A product is not: with y = 3 held
# still it is a straight line in x, and a line has the same slope at x = 1 and at x = 100, while
# the results there are far apart.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.result, self.gradient * self.result]

# %% [markdown] mistake="mul-computes-once" exercise=["hw2-tanh/mul"]
# Mul computes its result only once.
#
# The result of an earlier pass belongs to earlier values of the inputs. Compute it in each call of
# `forward`.

# %%
class Mul(ComputationNode):
    def forward(self):
        if self.result is None:
            self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

# %% [markdown] mistake="mul-writes-down-the-example" exercise=["hw2-tanh/mul"]
# Mul contains the numbers of one example.
#
# The inputs are different numbers each time. Instead of 2 and -6, use `self.input(0)` and
# `self.input(1)`.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [-6 * self.gradient, 2 * self.gradient]

# %% [markdown] right="mul-inherits"
# A helper class for nodes with two inputs.

# %%
class Binary(ComputationNode):
    def inputs(self):
        return self.input(0), self.input(1)


class Mul(Binary):
    def forward(self):
        left, right = self.inputs()
        self.result = left * right

    def backward(self):
        left, right = self.inputs()
        g = self.gradient
        return [g * right, left * g]

# %% [markdown] right="mul-local-gradients"
# Local gradients in a list of their own.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def local_gradients(self):
        return [self.input(1), self.input(0)]

    def backward(self):
        return [local * self.gradient for local in self.local_gradients()]

# %% [markdown] right="mul-saves-its-inputs" exercise=["hw2-tanh/mul"]
# Mul that saves its inputs in forward.

# %%
class Mul(ComputationNode):
    def __init__(self, x, y, **options):
        super().__init__(x, y, **options)
        self.saved = None

    def forward(self):
        self.saved = (self.input(0), self.input(1))
        self.result = self.saved[0] * self.saved[1]

    def backward(self):
        x, y = self.saved
        return [y * self.gradient, x * self.gradient]
