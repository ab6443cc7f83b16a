# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add returns ones.
#
# 1 is the local gradient of a sum. Each downstream gradient is upstream times local, so what
# arrives has to appear in what you return. If 7 arrives at `s = x + y`, what goes to `x`?

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [0 * self.gradient + 1.0, 0 * self.gradient + 1.0]
