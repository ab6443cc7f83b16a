# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid forgets the upstream gradient.
#
# s (1 - s) is the local gradient. The downstream gradient is the upstream one times that.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [s * (1 - s)]
