# %% [markdown] exercise=["hw3-polynomial/add"]

# %% [markdown] mistake="add-averages-what-was-repeated" exercise=["hw3-polynomial/add", "hw5-mlp/arithmetic"]
# Add averages the gradient of an input that was repeated.
#
# Where a row or a number was repeated to the shape of the other input, its copies are branches of a
# fork, and their shares add up; they are not averaged. You may leave the sum to
# accumulate_gradient: return the gradient as it is.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        g = self.gradient
        return [
            g if node.shape == self.shape else g.mean(0, keepdim=True) for node in self.input_nodes
        ]

# %% [markdown] mistake="add-calls-a-tensor-method"
# A backward calls a method that tensors have but nodes do not.
#
# Inside build_graph() the gradient is a node. It can be added, multiplied and raised to a power,
# but methods such as clone, detach, item or numpy belong to tensors. Print type(self.gradient) in
# backward, once outside build_graph() and once inside.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient.clone(), self.gradient.clone()]

# %% [markdown] mistake="add-calls-ones-like"
# A backward makes its local gradient with torch.ones_like, which takes tensors only.
#
# Inside build_graph() the inputs are nodes, and torch does not know what to do with a node. What
# does multiplying by ones change?

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        ones = torch.ones_like(self.input(0)), torch.ones_like(self.input(1))
        return [self.gradient * ones[0], self.gradient * ones[1]]

# %% [markdown] mistake="add-delivers-by-itself"
# Add delivers its gradients itself, and returns them too.
#
# Delivering is the job of your algorithm: it takes what backward returns and calls
# accumulate_gradient. If backward has called it already, every share arrives twice. Try y = x + 1
# and compare the gradient of x with that of y.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        for node in self.input_nodes:
            node.accumulate_gradient(self.gradient)
        return [self.gradient, self.gradient]

# %% [markdown] mistake="add-returns-ones" exercise=["hw3-polynomial/add", "hw4-matmul/add"]
# Add returns its local gradients, as plain numbers.
#
# The local gradients of a sum are 1. Downstream is upstream times local, and it has the shape of
# the input.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [1, 1]

# %% [markdown] mistake="add-writes-into-its-input" exercise=["hw3-polynomial/add", "hw4-matmul/add"]
# Add changes its first input.
#
# `+=` and `add_` change the tensor itself, by whatever name it is called. The sum is right, but every
# other node that uses the input now finds something else there. Try a = torch.tensor([1.0]), then
# b = a, then b += 1, and print a.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0)
        self.result += self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]

# %% [markdown] right="torch-functions" exercise=["hw3-polynomial/add", "hw4-matmul/add"]
# Add with torch.add and a clone for each input.

# %%
import torch


class Add(ComputationNode):
    def forward(self):
        x, y = self.input(0), self.input(1)
        is_tensor = isinstance(x, torch.Tensor) and isinstance(y, torch.Tensor)
        self.result = torch.add(x, y) if is_tensor else x + y

    def backward(self):
        if isinstance(self.gradient, torch.Tensor):
            return [self.gradient.clone(), self.gradient.clone()]
        return [self.gradient, self.gradient]
