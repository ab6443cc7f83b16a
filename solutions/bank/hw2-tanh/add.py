# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]

# %% [markdown] mistake="add-adds-inputs-to-the-gradient"
# Add adds its inputs to the upstream gradient.
#
# In the chain rule the upstream gradient is multiplied by a slope; nothing is added to it, least of
# all the input itself. Let the upstream gradient be 0: then nothing that happens here can move the
# output. But your inputs get a gradient all the same.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient + self.input(0), self.gradient + self.input(1)]

# %% [markdown] mistake="add-doubles"
# Add gives each input twice the gradient.
#
# Each input has one arrow into the sum and gets what arrives, once. If a node is used twice, it
# has two arrows, and accumulation counts them.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [2 * self.gradient, 2 * self.gradient]

# %% [markdown] mistake="add-first-only"
# Add gives the second input a gradient of 0.
#
# Both inputs move the sum, one as much as the other.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, 0 * self.gradient]

# %% [markdown] mistake="add-forgets-return"
# Add computes its downstream gradients but does not return them.
#
# A function without `return` gives None. The list has to leave the function.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        downstream = [self.gradient, self.gradient]

# %% [markdown] mistake="add-forgets-upstream"
# Add returns ones.
#
# You hand on the local gradients alone. That is right only if the sum is the end of the graph and 1
# arrives from upstream. Put L = 7 (x + y) after it: L is steeper than x + y, but your gradients
# have not changed.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [0 * self.gradient + 1.0, 0 * self.gradient + 1.0]

# %% [markdown] mistake="add-forward-is-a-mean" exercise=["hw2-tanh/add", "hw3-polynomial/add"]
# Add's forward halves the sum, as Mean's does.
#
# Mean divides by 2, a sum does not: the sum of 3 and 5 is 8. What else has to change, compared
# with Mean?

# %%
class Add(ComputationNode):
    def forward(self):
        total = self.input(0) + self.input(1)
        self.result = total / 2

    def backward(self):
        return [self.gradient, self.gradient]

# %% [markdown] mistake="add-forward-returns-the-sum"
# Add's forward does not put the sum into self.result.
#
# Nobody reads what forward returns or puts elsewhere. The nodes that come next look for the value
# in self.result, and there it is still None. How does Mean keep it? `show_source(Mean)` shows you.

# %%
class Add(ComputationNode):
    def forward(self):
        return self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]

# %% [markdown] mistake="add-halves"
# Add shares the gradient out, half to each input.
#
# Nothing is shared out. Move one input by h and the sum moves by the whole h. (Mean halves,
# because it divides by 2.)

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient / 2, self.gradient / 2]

# %% [markdown] mistake="add-is-a-mean" exercise=["hw2-tanh/add", "hw3-polynomial/add"]
# Add does what Mean does.
#
# Mean divides by 2, a sum does not: the sum of 3 and 5 is 8. What else has to change, compared
# with Mean?

# %%
class Add(ComputationNode):
    def forward(self):
        total = self.input(0) + self.input(1)
        self.result = total / 2

    def backward(self):
        share = self.gradient / 2
        return [share, share]

# %% [markdown] mistake="add-multiplies"
# Add computes a product.
#
# Look at its forward: which operator is between the inputs?

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]

# %% [markdown] mistake="add-no-list"
# Add returns the gradient itself, not a list.
#
# `backward` returns a list, with one downstream gradient for each input, even when they are equal.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return self.gradient

# %% [markdown] mistake="add-one-gradient"
# Add returns one downstream gradient for its two inputs.
#
# The list needs one entry for each input, even when they are equal.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient]

# %% [markdown] mistake="add-own-input"
# Add multiplies the upstream gradient by the input.
#
# The local gradient of a sum does not depend on its inputs at all.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(1)]

# %% [markdown] mistake="add-product-rule" exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add", "hw5-mlp/arithmetic", "hw8-transformer/arithmetic"]
# Add multiplies by the other input, as a product would.
#
# In a sum, it does not matter how large the other input is: moving one by h moves the sum by h.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

# %% [markdown] mistake="add-returns-its-inputs"
# Add returns its inputs.
#
# backward is asked how steep the sum is, not how large its inputs are. At x = 2 and at x = 200 the
# sum moves by the same h when x moves by h. And nothing is left of what arrived from upstream.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.input(0), self.input(1)]

# %% [markdown] mistake="add-sign"
# Add gives the second input a minus sign.
#
# That would be the gradient of a difference. Move the second input of a sum up, and the sum
# goes up.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, -self.gradient]

# %% [markdown] mistake="add-splits-by-size"
# Add splits the gradient by the size of its inputs.
#
# A gradient is not a cake whose larger piece goes to the larger input. It says how far the output
# moves when one input moves, not which input contributes more. Raise the 1 in 1 + 99 by a half,
# then the 99, and compare how far the sum moves.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        total = self.input(0) + self.input(1)
        return [self.gradient * self.input(0) / total, self.gradient * self.input(1) / total]

# %% [markdown] mistake="add-squares-upstream"
# Add multiplies the upstream gradient by itself.
#
# The upstream gradient belongs in each downstream gradient once. Let 10 arrive at x + y: move x by
# h, and see whether the output moves by 100 h.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.gradient, self.gradient * self.gradient]

# %% [markdown] right="add-any-number"
# A sum of any number of inputs.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = sum(self.input(i) for i in range(len(self.input_nodes)))

    def backward(self):
        return [1.0 * self.gradient for _ in self.input_nodes]

# %% [markdown] right="add-tuple"
# A tuple instead of a list, and the inputs unpacked.

# %%
class Add(ComputationNode):
    def forward(self):
        x, y = self.input(0), self.input(1)
        self.result = y + x

    def backward(self):
        return self.gradient, self.gradient

# %% [markdown] right="any-number-of-inputs" exercise=["hw2-tanh/add", "hw2-tanh/mul", "hw3-polynomial/add", "hw3-polynomial/mul", "hw4-matmul/add"]
# Sums and products of any number of inputs.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = sum(self.input(i) for i in range(len(self.input_nodes)))

    def backward(self):
        return [self.gradient] * len(self.input_nodes)


class Mul(ComputationNode):
    def forward(self):
        self.result = 1
        for i in range(len(self.input_nodes)):
            self.result = self.result * self.input(i)

    def backward(self):
        n = len(self.input_nodes)
        downstream = []
        for i in range(n):
            share = self.gradient
            for j in range(n):
                if j != i:
                    share = share * self.input(j)
            downstream.append(share)
        return downstream

# %% [markdown] right="inherited-helper-class" exercise=["hw2-tanh/add", "hw2-tanh/mul", "hw3-polynomial/add", "hw3-polynomial/mul", "hw4-matmul/add"]
# A helper class with the operation and its two partial derivatives as functions.

# %%
class Binary(ComputationNode):
    def function(self, x, y):
        raise NotImplementedError

    def partials(self, x, y):
        raise NotImplementedError

    def forward(self):
        self.result = self.function(self.input(0), self.input(1))

    def backward(self):
        df_dx, df_dy = self.partials(self.input(0), self.input(1))
        return [self.gradient * df_dx, self.gradient * df_dy]


class Add(Binary):
    def function(self, x, y):
        return x + y

    def partials(self, x, y):
        return 1, 1


class Mul(Binary):
    def function(self, x, y):
        return x * y

    def partials(self, x, y):
        return y, x

# %% [markdown] right="lambdas-and-operators" exercise=["hw2-tanh/add", "hw2-tanh/mul", "hw3-polynomial/add", "hw3-polynomial/mul", "hw4-matmul/add"]
# Methods that are lambdas, with the operator module.

# %%
import operator


class Add(ComputationNode):
    forward = lambda self: setattr(self, "result", operator.add(self.input(0), self.input(1)))
    backward = lambda self: [+1 * self.gradient, +1 * self.gradient]


class Mul(ComputationNode):
    forward = lambda self: setattr(self, "result", operator.mul(*map(self.input, (0, 1))))
    backward = lambda self: [operator.mul(self.input(i), self.gradient) for i in (1, 0)]

# %% [markdown] right="local-gradients-as-a-list" exercise=["hw2-tanh/add", "hw2-tanh/mul", "hw3-polynomial/add", "hw3-polynomial/mul", "hw4-matmul/add"]
# Local gradients written out as a list.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        local_gradients = [1.0, 1.0]
        return [self.gradient * local for local in local_gradients]


class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        d_dx = self.input(1)
        d_dy = self.input(0)
        local_gradients = [d_dx, d_dy]
        downstream = []
        for local in local_gradients:
            downstream.append(self.gradient * local)
        return downstream

# %% [markdown] right="reads-results-of-input-nodes" exercise=["hw2-tanh/add", "hw2-tanh/mul", "hw4-matmul/add"]
# Reads the results of the input nodes directly.

# %%
class Add(ComputationNode):
    def forward(self):
        left, right = self.input_nodes
        self.result = left.result + right.result

    def backward(self):
        return [1 * self.gradient for _ in self.input_nodes]


class Mul(ComputationNode):
    def forward(self):
        left, right = self.input_nodes
        self.result = left.result * right.result

    def backward(self):
        left, right = self.input_nodes
        return [right.result * self.gradient, left.result * self.gradient]

# %% [markdown] right="tuples-add-and-mul" exercise=["hw2-tanh/add", "hw2-tanh/mul", "hw3-polynomial/add", "hw3-polynomial/mul", "hw4-matmul/add"]
# Add and Mul that return tuples.

# %%
class Add(ComputationNode):
    def forward(self):
        a, b = self.input(0), self.input(1)
        self.result = a + b

    def backward(self):
        return self.gradient, self.gradient


class Mul(ComputationNode):
    def forward(self):
        a, b = self.input(0), self.input(1)
        self.result = a * b

    def backward(self):
        a, b = self.input(0), self.input(1)
        return b * self.gradient, a * self.gradient
