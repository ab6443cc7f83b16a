# %% [markdown] exercise=["hw3-polynomial/mul"]

# %% [markdown] mistake="mul-calls-a-torch-function"
# A backward calls a function of torch, which takes tensors only.
#
# Inside build_graph() gradients and inputs are nodes, and torch does not know what to do with a
# node. The operators +, - and * work for both. Try torch.mul(Leaf(2.0), Leaf(3.0)).

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [torch.mul(self.gradient, self.input(1)), torch.mul(self.gradient, self.input(0))]

# %% [markdown] mistake="mul-changes-upstream"
# Mul changes the upstream gradient in place.
#
# `*=` changes the very tensor that other nodes may hold too, and for the second input it is no
# longer the upstream gradient. Make new tensors with `*`.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        first = self.gradient
        first *= self.input(1)
        return [first, self.gradient * self.input(0)]

# %% [markdown] mistake="mul-delivers-by-itself"
# Mul delivers its gradients itself, and returns them too.
#
# Delivering is the job of your algorithm: it takes what backward returns and calls
# accumulate_gradient. If backward has called it already, every share arrives twice. Try y = 3 * x
# and look at the gradient of x.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        downstream = [self.gradient * self.input(1), self.gradient * self.input(0)]
        for node, gradient in zip(self.input_nodes, downstream):
            node.accumulate_gradient(gradient)
        return downstream

# %% [markdown] mistake="mul-detaches-second"
# Mul treats one of its inputs as a constant in the second derivative.
#
# One of the two gradients is made of nodes, the other of a value. The value loses its second
# derivative.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input_nodes[1].result, self.gradient * self.input(0)]

# %% [markdown] mistake="mul-dot-product"
# Mul's forward takes the dot product.
#
# For two vectors, @ and `torch.dot` multiply the entries and add them all up, so that one number is
# left. Mul works entry by entry, and its result has as many entries as its inputs. Compare what *
# and @ make of the vectors (1, 2) and (10, 20).

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

# %% [markdown] mistake="mul-keeps-values-on-the-class"
# Mul keeps its values in a place that all products share.
#
# What is on the class, or in a list outside the node, belongs to all products of the graph. In the
# backward pass, one of them finds what another one left there. What belongs to one node goes into
# self. Try (a * b) + (c * d) with four different numbers.

# %%
class Mul(ComputationNode):
    def forward(self):
        Mul.x, Mul.y = self.input(0), self.input(1)
        self.result = Mul.x * Mul.y

    def backward(self):
        return [self.gradient * Mul.y, self.gradient * Mul.x]

# %% [markdown] mistake="mul-makes-upstream-a-value"
# Mul turns the upstream gradient into a plain value.
#
# Inside build_graph() the gradient that arrives is the end of a graph of its own, and it may depend
# on x. As a plain value it counts as a constant in the next backward pass. In y = (x * x) * x, what
# arrives at the inner product is x itself.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        upstream = self.gradient
        if isinstance(upstream, ComputationNode):  # tensors only, please
            with build_graph(False):
                forward_algorithm(upstream)
            upstream = upstream.result
        return [upstream * self.input(1), upstream * self.input(0)]

# %% [markdown] mistake="mul-means-its-gradients"
# Mul hands on the mean where a tensor is needed.
#
# A gradient has the shape of the value that it belongs to: each entry of the input can move on its
# own, and has a gradient of its own. Take the entrywise product of (1, 2) and (3, 4), and move only
# the 1.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [(self.gradient * self.input(1)).mean(), (self.gradient * self.input(0)).mean()]

# %% [markdown] mistake="mul-reads-results"
# Mul makes its gradient from values, so it cannot be differentiated again.
#
# What forward has saved is a value, and so is `self.input_nodes[0].result`. Inside `build_graph()`
# the gradient has to be made of nodes, or the next derivative takes it for a constant and loses a
# term. `self.input(0)`, called in backward, gives whichever of the two is right.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        x, y = self.input_nodes[0].result, self.input_nodes[1].result
        return [self.gradient * y, self.gradient * x]

# %% [markdown] mistake="mul-recovers-a-factor-by-division"
# Mul divides its result by an input.
#
# Dividing the product by one factor gives the other one back, but not when that factor is 0: then
# it is 0 / 0, and the gradient is nan. Both inputs are there to be read. Try 3 * x at x = 0.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.result / self.input(0), self.gradient * self.result / self.input(1)]

# %% [markdown] mistake="mul-saves-inputs"
# Mul makes its gradient from values, so it cannot be differentiated again.
#
# What forward has saved is a value, and so is `self.input_nodes[0].result`. Inside `build_graph()`
# the gradient has to be made of nodes, or the next derivative takes it for a constant and loses a
# term. `self.input(0)`, called in backward, gives whichever of the two is right.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.x, self.y = self.input(0), self.input(1)
        self.result = self.x * self.y

    def backward(self):
        return [self.gradient * self.y, self.gradient * self.x]

# %% [markdown] mistake="mul-sums-its-gradients"
# Mul hands on a single number where a tensor is needed.
#
# A gradient has the shape of the value that it belongs to: each entry of the input can move on its
# own. There is something to sum only where a single number was broadcast. Take the entrywise
# product of (1, 2) and (3, 4), and move only the 1.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [(self.gradient * self.input(1)).sum(), (self.gradient * self.input(0)).sum()]

# %% [markdown] mistake="mul-two-names-for-one-tensor"
# Mul writes both products into one tensor.
#
# An assignment makes no copy: with two more names, the upstream gradient is still one tensor. Each *=
# changes what all of them stand for. Try t = torch.tensor([1.0]), then a = t and b = t, then a *= 2
# and b *= 3, and print both.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        left = self.gradient
        left *= self.input(1)
        right = self.gradient
        right *= self.input(0)
        return [left, right]

# %% [markdown] mistake="mul-writes-into-its-input"
# Mul changes its first input.
#
# `*=` and `mul_` change the tensor itself, by whatever name it is called. When backward asks for the
# input, it finds something else there. Try a = torch.tensor([2.0]), then b = a, then b *= 5, and
# print a.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0)
        self.result *= self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
