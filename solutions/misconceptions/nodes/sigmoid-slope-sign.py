# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid has a slope of the wrong sign.
#
# The sigmoid grows everywhere. Which of s and 1 has to come first in the bracket?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * s * (s - 1)]
