# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid forgets the minus in the exponent.
#
# The formula has exp(-z). For a large z the value should be near 1.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + self.input(0).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * s * (1 - s)]
