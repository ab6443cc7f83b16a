# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
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
