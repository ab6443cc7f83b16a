# %% [markdown] exercise=["hw5-mlp/tanh"]
# Tanh adds the two gradients.
#
# The chain rule multiplies: if moving `x` by `h` moves the tanh by `a h`, and that moves the
# output by `b` times as much, together it is `a b h`.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient + 1 - self.output() ** 2]
