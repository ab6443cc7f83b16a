# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# A sum of any number of inputs.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = sum(self.input(i) for i in range(len(self.input_nodes)))

    def backward(self):
        return [1.0 * self.gradient for _ in self.input_nodes]
