# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul keeps its values on the class, where all products share them.
#
# Mul.x is a single place. Every product in the graph writes into it, and in the backward pass they
# all find what the last one left. What belongs to one node goes into self. Try (a * b) + (c * d)
# with four different numbers.

# %%
class Mul(ComputationNode):
    def forward(self):
        Mul.x, Mul.y = self.input(0), self.input(1)
        self.result = Mul.x * Mul.y

    def backward(self):
        return [self.gradient * Mul.y, self.gradient * Mul.x]
