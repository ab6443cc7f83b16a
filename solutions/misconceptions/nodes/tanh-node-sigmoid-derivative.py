# %% [markdown] exercise=["hw5-mlp/tanh"]
# Tanh has the derivative of the sigmoid.
#
# `s (1 - s)` belongs to the sigmoid. At `x = 0` tanh has the value 0, and the slope 1.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        y = self.output()
        return [self.gradient * y * (1 - y)]
