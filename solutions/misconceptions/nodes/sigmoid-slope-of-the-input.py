# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid puts its input into s (1 - s).
#
# In s (1 - s), s is the value of the sigmoid, not z. For z = 2 your formula gives -2, and the sigmoid
# never goes down.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.input(0)
        return [self.gradient * s * (1 - s)]
