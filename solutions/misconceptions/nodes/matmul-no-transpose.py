# %% [markdown] exercise=["hw4-matmul/matmul", "hw5-mlp/arithmetic", "hw8-transformer/arithmetic"]
# Matmul multiplies by the other input without transposing it.
#
# Write the shapes down: the upstream gradient is (n, k), the second input (d, k). Which way do they
# fit?

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1), self.input(0) @ self.gradient]
