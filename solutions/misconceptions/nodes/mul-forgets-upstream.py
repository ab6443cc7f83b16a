# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul", "hw5-mlp/arithmetic"]
# Mul returns the local gradients alone.
#
# Each downstream gradient is upstream times local. Yours is right only when 1 arrives from
# upstream. Try `y = 10 * (a * b)`.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.input(1), self.input(0)]
