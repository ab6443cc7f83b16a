# %% [markdown] exercise=["hw4-matmul/add-bias", "hw4-matmul/add"]
# AddBias and Add with a helper that sums a gradient back to a shape.

# %%
def unbroadcast(gradient, shape):
    while gradient.dim() > len(shape):
        gradient = gradient.sum(0)
    for axis, size in enumerate(shape):
        if size == 1 and gradient.shape[axis] != 1:
            gradient = gradient.sum(axis, keepdim=True)
    return gradient


class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [unbroadcast(self.gradient, node.result.shape) for node in self.input_nodes]


class AddBias(Add):
    pass
