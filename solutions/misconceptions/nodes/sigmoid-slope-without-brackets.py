# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Brackets are forgotten.
#
# The upstream gradient multiplies the whole derivative, s - s^2, not only its first term.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * s - s**2]
