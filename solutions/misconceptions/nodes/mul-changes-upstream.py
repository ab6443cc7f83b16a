# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul changes the upstream gradient in place.
#
# `*=` changes the very tensor that other nodes may hold too, and for the second input it is no
# longer the upstream gradient. Make new tensors with `*`.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        first = self.gradient
        first *= self.input(1)
        return [first, self.gradient * self.input(0)]
