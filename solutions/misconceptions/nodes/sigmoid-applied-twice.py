# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid applies the sigmoid to its output once more.
#
# `self.output()` is the value of the sigmoid already. `.sigmoid()` of that is the sigmoid of the
# sigmoid.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output().sigmoid()
        return [self.gradient * s * (1 - s)]
