# %% [markdown] exercise=["hw5-mlp/tanh"]
# Tanh computes the sigmoid.
#
# The two look alike, but tanh goes from $-1$ to 1 and the sigmoid from 0 to 1.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).sigmoid()

    def backward(self):
        return [self.gradient * (1 - self.output() ** 2)]
