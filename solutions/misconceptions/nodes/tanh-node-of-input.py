# %% [markdown] exercise=["hw5-mlp/tanh"]
# Tanh squares its input instead of its output.
#
# The derivative is `1 - tanh(x)^2`. At `x = 2` the curve is nearly flat, and `1 - 2^2` is not
# nearly 0.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 - self.input(0) ** 2)]
