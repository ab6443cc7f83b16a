# %% [markdown] exercise=["hw6-memory/sigmoid"]
# One of the two factors is forgotten.
#
# The derivative is a product of two factors, s and 1 - s. At z = 0, where s is 0.5, the slope is
# 0.25: what is yours?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * (1 - s)]
